/* The tree of boxes behind rays, and one ray on its way through it.
 *
 * Eight children a node and up to eight faces a leaf, each laid out so that all
 * eight are tested at once. Box tests only ever err on the side of a visit, and a
 * quick test of faces in float only decides what its error bound allows; the rest is
 * decided in double and, where that does not do, exactly. So what a ray hits does
 * not depend on the tree, on the width of the instructions or on rounding. */
#ifndef WAYMARK_NAV_BVH_H
#define WAYMARK_NAV_BVH_H

#include "base/vec.h"
#include "nav/internal.h"

enum {
    WMI_BVH_TOPS = 6,                                    /* groups of eight children at the top */
    WMI_BVH_DEPTH = 48,                                  /* levels of nodes, at most */
    WMI_BVH_STACK = 7 * WMI_BVH_DEPTH + 8 * WMI_BVH_TOPS /* what a walk may have to remember */
};

#define WMI_BVH_LEAF 0x80000000u /* of a child: the rest is the number of a leaf */

/* Lower sides of the children along x, upper sides along x, lower along y and so on,
 * eight floats each. Slots without a child have a box that nothing enters, and repeat
 * the first child: where a ray leaves the range of float, that is visited again. */
typedef struct wmi_bvh_node {
    float box[48];
    uint32_t child[8];
    uint32_t valid;  /* slots that hold a child, as bits */
    uint32_t leaves; /* slots that hold a leaf */
    uint32_t unused[6];
} wmi_bvh_node;

/* What every ray looks into. */
typedef struct wmi_bvh_top {
    float box[WMI_BVH_TOPS][48];
    uint32_t child[8 * WMI_BVH_TOPS];
    uint64_t valid, leaves; /* as in a node */
    bool small;             /* there are only eight */
} wmi_bvh_top;

/* Lanes without a face repeat the first one and have WM_NO_INDEX. */
typedef struct wmi_bvh_leaf {
    float corner[3][24]; /* of each corner eight x, eight y, eight z */
    uint32_t face[8];
} wmi_bvh_leaf;

/* A line from `from` along `to` (a ray) or towards `to` (a segment). */
typedef struct wmi_ray {
    const wmi_walkmesh *mesh;
    const wm_query_filter *filter; /* NULL: all faces, both sides */
    bool segment;
    wm_vec3 from, to;
    double limit; /* farthest distance */
    /* For the quick tests: */
    double unit;           /* their t is t * unit */
    float per[4];          /* 1 / direction, never infinite */
    float near[4], far[4]; /* origin * per, moved outwards where boxes are not enough */
    uint32_t enter[3];     /* where near sides are in a node's box; far: ^ 8 */
    float reach;           /* farthest t */
    uint32_t kx, ky, kz;   /* where the axes are in a leaf's corners; kz is the longest */
    float ox, oy, oz;      /* the origin along them */
    float sx, sy;          /* shear that turns the direction into kz */
    float along;           /* the direction along kz */
    float doubt, blur;     /* error bounds: of sheared coordinates, and along kz */
} wmi_ray;

/* Of the direction; segments are measured in their own length. */
static inline double wmi_ray_length(const wmi_ray *ray)
{
    return ray->segment ? 1 : wmi_length(wmi_vec_of(ray->to));
}

/* What has been found so far; nearest first, then the lowest face number. */
typedef struct wmi_ray_best {
    uint32_t face; /* WM_NO_INDEX: nothing */
    float distance;
    double t;         /* in the direction */
    double normal[3]; /* of any length */
} wmi_ray_best;

/* False when memory is refused. */
bool wmi_bvh_build(wmi_walkmesh *mesh);

/* The nearest hit of a ray as of wm_query_raycast, or any face that a segment hits
 * (always the same one, or WM_NO_INDEX). One spelling per width. */
bool wmi_ray_nearest(const wmi_walkmesh *mesh, wm_vec3 origin, wm_vec3 direction, float max_length,
                     const wm_query_filter *filter, wm_ray_hit *hit);
uint32_t wmi_ray_any(const wmi_walkmesh *mesh, wm_vec3 from, wm_vec3 to,
                     const wm_query_filter *filter);
#if WMI_HAS_AVX2
bool wmi_ray_nearest_avx2(const wmi_walkmesh *mesh, wm_vec3 origin, wm_vec3 direction,
                          float max_length, const wm_query_filter *filter, wm_ray_hit *hit);
uint32_t wmi_ray_any_avx2(const wmi_walkmesh *mesh, wm_vec3 from, wm_vec3 to,
                          const wm_query_filter *filter);
#endif

/* For rays that float can hardly work with: checks them, and brings the direction to a
 * length of about 1. */
bool wmi_ray_scale(wmi_ray *ray, float d[3]);
/* Whether the ray hits the face in a lane of a leaf, the filter included, and if so
 * where. `sure` says that, the filter left aside, it is known to. */
bool wmi_ray_hits(const wmi_ray *ray, const wmi_bvh_leaf *leaf, unsigned lane, bool sure,
                  wmi_ray_best *hit);

/* The exact sign of det(to - from, a - from, b - from) (segments) or
 * det(to, a - from, b - from) (rays): on which side of the edge the line passes. */
int wmi_line_side(const wmi_ray *ray, wm_vec3 a, wm_vec3 b);
/* The exact sign of det(a - p, b - p, c - p): on which side of the face p is; -1 in
 * front, 1 behind. */
int wmi_plane_side(wm_vec3 a, wm_vec3 b, wm_vec3 c, wm_vec3 p);

#endif

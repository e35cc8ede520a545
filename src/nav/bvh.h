/* The box tree used for rays, and the state of one ray as it traverses the tree.
 *
 * A node has eight children and a leaf up to eight faces, laid out so that all eight are
 * tested at once. Box tests may visit a child needlessly but never miss one. The quick
 * float test of faces decides only what its error bound allows; the rest is decided in
 * double and, if that is not enough, exactly. So the result of a ray does not depend on the
 * tree, the instruction width or rounding. */
#ifndef WAYMARK_NAV_BVH_H
#define WAYMARK_NAV_BVH_H

#include "base/vec.h"
#include "nav/internal.h"

enum {
    WMI_BVH_TOPS = 7,                                    /* groups of eight children at the top */
    WMI_BVH_DEPTH = 48,                                  /* levels of nodes, at most */
    WMI_BVH_STACK = 7 * WMI_BVH_DEPTH + 8 * WMI_BVH_TOPS /* entries a walk may have to store */
};

#define WMI_BVH_LEAF 0x80000000u /* in a child: the other bits are a leaf index */

/* Lower sides of the children along x, upper sides along x, lower along y and so on, eight
 * floats each. A slot without a child has a box that no ray enters and repeats the first
 * child. If a ray exceeds the range of float, that child is visited again. */
typedef struct wmi_bvh_node {
    float box[48];
    uint32_t child[8];
    uint32_t valid;  /* slots that hold a child, as bits */
    uint32_t leaves; /* slots that hold a leaf */
    uint32_t unused[6];
} wmi_bvh_node;

/* The top of the tree, which every ray tests. */
typedef struct wmi_bvh_top {
    float box[WMI_BVH_TOPS][48];
    uint32_t child[8 * WMI_BVH_TOPS];
    uint64_t valid, leaves; /* as in a node */
    bool small;             /* there are at most eight children */
} wmi_bvh_top;

/* Lanes without a face repeat the first face and have WM_NO_INDEX. */
typedef struct wmi_bvh_leaf {
    float corner[3][24]; /* per corner: eight x, eight y, eight z */
    uint32_t face[8];
} wmi_bvh_leaf;

/* A line from `from` along `to` (a ray) or towards `to` (a segment). */
typedef struct wmi_ray {
    const wmi_walkmesh *mesh;
    const wm_query_filter *filter; /* NULL: all faces, both sides */
    bool segment;
    wm_vec3 from, to;
    double limit; /* maximum distance */
    /* For the quick tests: */
    double unit;            /* their t is t * unit */
    float start[4], way[4]; /* the origin, and the direction, of a length of about 1 if wild */
    float per[4];           /* 1 / direction, never infinite */
    float near[4], far[4];  /* origin * per, moved outwards where the slack of boxes is too small */
    uint32_t enter[3];      /* offset of the near sides in a node's box; far: ^ 8 */
    float reach;            /* largest t */
    uint32_t kx, ky, kz;    /* offsets of the axes in a leaf's corners; kz is the longest */
    float ox, oy, oz;       /* the origin along these axes */
    float sx, sy;           /* shear that aligns the direction with kz */
    float along;            /* the direction along kz */
    float doubt, blur;      /* error bounds of sheared coordinates and along kz */
} wmi_ray;

/* Length of the direction. Segments are measured in units of their own length. */
static inline double wmi_ray_length(const wmi_ray *ray)
{
    return ray->segment ? 1 : wmi_length(wmi_vec_of(ray->to));
}

/* The best hit so far: the nearest, and among equals the lowest face index. */
typedef struct wmi_ray_best {
    uint32_t face; /* WM_NO_INDEX: nothing */
    float distance;
    double t;         /* in units of the direction */
    double normal[3]; /* of any length */
} wmi_ray_best;

/* Returns false when out of memory. */
bool wmi_bvh_build(wmi_walkmesh *mesh);

/* The nearest hit of a ray as in wm_query_raycast, or any face that a segment hits (always
 * the same one, or WM_NO_INDEX). There is one variant per instruction width. */
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

/* For rays that float handles badly: validates the ray and scales its direction to a length
 * of about 1. */
bool wmi_ray_scale(wmi_ray *ray, float d[3]);
/* Whether the ray hits the face in a lane of a leaf and the filter accepts it; if so,
 * where. `sure` means the hit is already known, apart from the filter. */
bool wmi_ray_hits(const wmi_ray *ray, const wmi_bvh_leaf *leaf, unsigned lane, bool sure,
                  wmi_ray_best *hit);

/* The exact sign of det(to - from, a - from, b - from) (segments) or det(to, a - from, b -
 * from) (rays): the side of the edge on which the line passes. */
int wmi_line_side(const wmi_ray *ray, wm_vec3 a, wm_vec3 b);
/* The exact sign of det(a - p, b - p, c - p): the side of the face on which p lies; -1 in
 * front, 1 at the back. */
int wmi_plane_side(wm_vec3 a, wm_vec3 b, wm_vec3 c, wm_vec3 p);

#endif

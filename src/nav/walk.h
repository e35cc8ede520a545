/* The walkable faces as used for paths: plan coordinates, links, and where paths may
 * bend. */
#ifndef WAYMARK_NAV_WALK_H
#define WAYMARK_NAV_WALK_H

#include "base/internal.h"
#include "waymark/walkmesh.h"

/* One walkable face, in one cache line. A walk index counts walkable faces only; a walk
 * edge is 3 * walk index + k. */
typedef struct wmi_walk_face {
    float x[3], y[3];
    uint32_t to[3];       /* walk edge on the other side, or WM_NO_INDEX */
    uint32_t fan[3];      /* of each corner: the linked faces around a vertex; if two floors only
                           * touch at a vertex, each has its own fan */
    uint32_t first, last; /* range in the search tree: this face and its descendants */
    uint32_t flags;
    uint32_t face; /* index in the mesh */
} wmi_walk_face;

/* flags; those of an edge or a corner are shifted by k */
enum {
    WMI_WALK_FLIPPED = 1 << 0, /* clockwise in plan view */
    WMI_WALK_FLAT = 1 << 1,    /* no area in plan view */
    WMI_WALK_BROKEN = 1 << 2,  /* a coordinate is not finite; it has no links */
    WMI_WALK_TORN = 1 << 3,    /* a link leads to an edge in another place */
    WMI_WALK_FOLD = 1 << 4,    /* edge k: the neighbour lies on the same side of it */
    WMI_WALK_BRIDGE = 1 << 8,  /* edge k: nothing else connects its two sides */
    WMI_WALK_TURN = 1 << 12,   /* corner k: a shortest path may bend here */
    WMI_WALK_ALONG = 1 << 16   /* edge k: it has the same direction as the neighbour's */
};

typedef struct wmi_walk {
    uint32_t count; /* walkable faces */
    wmi_walk_face *faces;
    uint32_t *number; /* walk index of each face of the mesh, or WM_NO_INDEX */
    uint32_t *region; /* per walkable face */
    uint32_t *gate;   /* per walkable face: the nearest bridge above it in the search tree, as the
                       * walk edge on the lower side, or WM_NO_INDEX */
    uint32_t region_count;
    uint8_t *region_odd;  /* per region: it has faces without area, folds or torn links */
    uint8_t *region_torn; /* per region: it has torn links */
    uint32_t fan_count;
    bool flat; /* there are faces without area */
} wmi_walk;

/* Builds everything in `arena` for the walkable faces that pass the filter (NULL: all).
 * Scratch memory comes from the same allocator. Returns false when out of memory. */
bool wmi_walk_build(const wm_walkmesh *mesh, const wm_query_filter *filter, wmi_arena *arena,
                    wmi_walk *walk);

/* A step in going around a vertex: a corner of a face and the edge by which the face was
 * entered. */
typedef struct wmi_walk_turn {
    uint32_t face, corner, edge;
} wmi_walk_turn;

/* Steps across the other edge at this corner. Returns false at a border. */
bool wmi_walk_step(const wmi_walk *walk, wmi_walk_turn *turn);
/* The angle of a face at corner k, in plan view. */
double wmi_walk_angle(const wmi_walk_face *face, uint32_t k);

/* The corner or edge after k, and the one before, without a branch to mispredict. */
static inline uint32_t wmi_after(uint32_t k)
{
    return 9u >> 2 * k & 3;
}

static inline uint32_t wmi_before(uint32_t k)
{
    return 18u >> 2 * k & 3;
}

/* The left and right end of edge k, seen from inside the face looking out. */
static inline uint32_t wmi_walk_left(const wmi_walk_face *f, uint32_t k)
{
    return f->flags & WMI_WALK_FLIPPED ? k : wmi_after(k);
}

static inline uint32_t wmi_walk_right(const wmi_walk_face *f, uint32_t k)
{
    return f->flags & WMI_WALK_FLIPPED ? wmi_after(k) : k;
}

#endif

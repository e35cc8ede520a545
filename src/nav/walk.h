/* The walkable faces as paths see them: plan coordinates, links, what may turn. */
#ifndef WAYMARK_NAV_WALK_H
#define WAYMARK_NAV_WALK_H

#include "base/internal.h"
#include "waymark/walkmesh.h"

/* One walkable face, a cache line. "Walk numbers" count walkable faces only; a walk
 * edge is 3 * walk number + k. */
typedef struct wmi_walk_face {
    float x[3], y[3];
    uint32_t to[3];       /* walk edge on the other side, or WM_NO_INDEX */
    uint32_t fan[3];      /* of each corner: the faces round a vertex that are linked; where two
                             floors only touch in a vertex, each has its own */
    uint32_t first, last; /* of the search tree: this face and what hangs below it */
    uint32_t flags;
    uint32_t face; /* number in the mesh */
} wmi_walk_face;

/* flags; those of an edge or a corner are shifted by k */
enum {
    WMI_WALK_FLIPPED = 1 << 0, /* clockwise in the plan */
    WMI_WALK_FLAT = 1 << 1,    /* no area in the plan */
    WMI_WALK_BROKEN = 1 << 2,  /* a coordinate is not finite; it has no links */
    WMI_WALK_FOLD = 1 << 4,    /* edge k: the neighbour lies on the same side of it */
    WMI_WALK_BRIDGE = 1 << 8,  /* edge k: nothing else joins what is on its two sides */
    WMI_WALK_TURN = 1 << 12,   /* corner k: a shortest path may bend here */
    WMI_WALK_ALONG = 1 << 16   /* edge k: it runs the same way as the neighbour's */
};

typedef struct wmi_walk {
    uint32_t count; /* walkable faces */
    wmi_walk_face *faces;
    uint32_t *number; /* walk number of each face of the mesh, or WM_NO_INDEX */
    uint32_t *region; /* of each walkable face */
    uint32_t *gate;   /* of each: the nearest bridge above it in the search tree, as the
                         walk edge on the lower side, or WM_NO_INDEX */
    uint32_t region_count;
    uint8_t *region_odd; /* of each region: it has faces without area or folds */
    uint32_t fan_count;
    bool flat; /* there are faces without area */
} wmi_walk;

/* Builds everything in `arena` for the walkable faces that pass the filter (NULL: all);
 * scratch memory comes from the same allocator. False when memory is refused. */
bool wmi_walk_build(const wm_walkmesh *mesh, const wm_query_filter *filter, wmi_arena *arena,
                    wmi_walk *walk);

/* Going round a vertex: a corner of a face and the edge by which it was entered. */
typedef struct wmi_walk_turn {
    uint32_t face, corner, edge;
} wmi_walk_turn;

/* Steps over the other edge at this corner. False at a border. */
bool wmi_walk_step(const wmi_walk *walk, wmi_walk_turn *turn);
/* The angle of a face at corner k, in the plan. */
double wmi_walk_angle(const wmi_walk_face *face, uint32_t k);

/* The corner or edge after k, and the one before, without a branch to be guessed wrong. */
static inline uint32_t wmi_after(uint32_t k)
{
    return 9u >> 2 * k & 3;
}

static inline uint32_t wmi_before(uint32_t k)
{
    return 18u >> 2 * k & 3;
}

/* The left and right end of edge k seen from inside the face, looking out. */
static inline uint32_t wmi_walk_left(const wmi_walk_face *f, uint32_t k)
{
    return f->flags & WMI_WALK_FLIPPED ? k : wmi_after(k);
}

static inline uint32_t wmi_walk_right(const wmi_walk_face *f, uint32_t k)
{
    return f->flags & WMI_WALK_FLIPPED ? wmi_after(k) : k;
}

#endif

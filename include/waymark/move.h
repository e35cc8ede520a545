/* Standing and moving on a walkmesh: the nearest floor, regions and the gaps between
 * them, and moving as a character does. docs/queries.md explains the rules.
 *
 * All of it works on walkable faces. A query object is for one thread at a time.
 */
#ifndef WAYMARK_MOVE_H
#define WAYMARK_MOVE_H

#include "waymark/walkmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A point of the surface. In the plan it lies in its face exactly, so that
 * wm_query_locate finds it there; only slivers narrower than floats can tell leave it
 * beside them by a rounding. */
typedef struct wm_place {
    uint32_t face; /* WM_NO_INDEX: nowhere */
    wm_vec3 position;
} wm_place;

/* ---- nearest ----------------------------------------------------------- */

typedef struct wm_nearest_opts {
    uint32_t begin_zero;
    const wm_query_filter *filter; /* NULL: walkable faces */
    bool plan; /* nearest in the plan; among equals, such as storeys, nearest in height */
    uint32_t end_zero;
} wm_nearest_opts;

typedef struct wm_nearest {
    wm_place place;
    double distance; /* metres from the point asked for, in the plan if opts->plan */
} wm_nearest;

/* The point of the surface nearest to `point` within `radius` metres (INFINITY: any
 * distance), which counts as within. Faces without area in the plan have no points.
 * Of equals the lowest face number is taken. False, and the face WM_NO_INDEX, when
 * there is none or something is not a number. Needs no memory. opts may be NULL. */
WM_API bool wm_query_nearest(wm_query *query, wm_vec3 point, float radius,
                             const wm_nearest_opts *opts, wm_nearest *out);

/* ---- regions ----------------------------------------------------------- */

/* The walkable floor at (x, y) whose height is nearest to z, and its region, see
 * wm_walkmesh_region. False, WM_NO_INDEX and nowhere when there is none. filter may be
 * NULL, place too. Needs no memory. */
WM_API bool wm_query_region(wm_query *query, wm_vec3 point, const wm_query_filter *filter,
                            uint32_t *region, wm_place *place);

/* Whether one can walk from one point to the other, each located as wm_query_region
 * does. Takes the time of two locations, whatever the size of the mesh. */
WM_API bool wm_query_reachable(wm_query *query, wm_vec3 from, wm_vec3 to,
                               const wm_query_filter *filter);

/* Where the borders of two regions come nearest to each other. */
typedef struct wm_gap {
    bool found;       /* both regions exist, differ and have a border */
    bool exact;       /* no other pair is nearer; false only when the mesh is so tangled that
                         the search was given up, and then this is the best pair met */
    wm_vec3 at[2];    /* on the border of the first and of the second region */
    uint32_t edge[2]; /* border edges they lie on */
    double distance;  /* metres between them */
    double plan;      /* the same in the plan */
    double rise;      /* height of the second above the first */
} wm_gap;

/* The pair of points of the borders of two regions that is nearest, in space or, with
 * `in_plan`, in the plan (of equals the least difference in height among the edges
 * met). Borders are edges of walkable faces without a neighbour. Allocates scratch
 * memory and frees it. */
WM_API wm_status wm_query_gap(wm_query *query, uint32_t region, uint32_t other, bool in_plan,
                              wm_gap *gap, wm_error *error);

/* ---- slide ------------------------------------------------------------- */

typedef struct wm_slide_opts {
    uint32_t begin_zero;
    const wm_query_filter *filter; /* NULL: every walkable face; others are walls */
    float radius;                  /* of the character, metres; 0: a point */
    bool stop;                     /* stop at the first wall */
    uint32_t end_zero;
} wm_slide_opts;

typedef struct wm_slide {
    wm_place place;   /* where the move ends; nowhere if it could not begin */
    double length;    /* metres walked, in the plan; never more than asked for */
    bool arrived;     /* at the target, in the plan */
    uint32_t touched; /* the last wall met, an edge number, or WM_NO_INDEX */
} wm_slide;

/* Moves from a point of a walkable face straight towards `to` in the plan, following
 * the floor, and where a wall is in the way along it, as long as that comes nearer to
 * `to`; at most as far as `to` was away. Walls are edges without a neighbour that
 * passes the filter: transitions too, unless the mesh joins the rooms there. Only
 * walls that hang together with the floor within the radius count, so that other
 * storeys do not.
 *
 * The centre never comes nearer to a wall than the radius, up to the rounding of
 * floats; where it starts nearer to one, it never comes nearer to any than that, and
 * keeps what it gains. It may be pushed away from a wall by a few roundings. Corners are taken on
 * tangents, a little outside of the circle. Of `from` and `to` only x and y count; `from` is moved
 * into its face. Edges at which the floor folds back over itself are walls, unless what is folded
 * is thinner than 0.1 m: then the move steps over it.
 *
 * The first use of a query allocates scratch memory that stays. opts may be NULL. */
WM_API wm_status wm_query_slide(wm_query *query, uint32_t from_face, wm_vec3 from, wm_vec3 to,
                                const wm_slide_opts *opts, wm_slide *out, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

/* Standing and moving on a walkmesh: the nearest floor, regions and the distances between them, and
 * moving as a character does. docs/queries.md explains the rules.
 *
 * All functions work on walkable faces; only wm_query_nearest with a filter can find others. One
 * thread at a time may use a query object.
 */
#ifndef WAYMARK_MOVE_H
#define WAYMARK_MOVE_H

#include "waymark/walkmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A point on the surface. In plan view it lies exactly in its face, so wm_query_locate finds it
 * there. The only exceptions are slivers narrower than the spacing of floats: there it may
 * lie next to the face by a rounding error. */
typedef struct wm_place {
    uint32_t face; /* WM_NO_INDEX: nowhere */
    wm_vec3 position;
} wm_place;

/* ---- nearest ----------------------------------------------------------- */

typedef struct wm_nearest_opts {
    uint32_t begin_zero;
    const wm_query_filter *filter; /* NULL: walkable faces */
    bool plan; /* find the nearest point in plan view; if several are equally near, such as floors
                  above each other, the nearest in height */
    uint32_t end_zero;
} wm_nearest_opts;

typedef struct wm_nearest {
    wm_place place;
    double distance; /* metres from the given point; with opts->plan in plan view */
} wm_nearest;

/* Finds the point of the surface that is nearest to a point. If several are equally near, the
 * lowest face index wins. Faces without area in plan view have no points. Needs no memory.
 *
 * radius: metres, inclusive; INFINITY: any distance.
 * out: its face is WM_NO_INDEX if nothing was found.
 *
 * Returns whether a point was found. It finds nothing if the point is not finite, if the radius is
 * negative or NaN, or if opts was not zero-initialised. */
WM_API bool wm_query_nearest(wm_query *query, wm_vec3 point, float radius,
                             const wm_nearest_opts *opts, wm_nearest *out);

/* ---- regions ----------------------------------------------------------- */

/* Finds the walkable floor at (x, y) that is nearest to z, and its region (see
 * wm_walkmesh_region). Needs no memory.
 *
 * filter: NULL: walkable faces.
 * region: receives WM_NO_INDEX if there is no floor.
 * place: may be NULL. Receives the point on the floor; its face is WM_NO_INDEX if there is none.
 *
 * Returns whether there is floor. */
WM_API bool wm_query_region(wm_query *query, wm_vec3 point, const wm_query_filter *filter,
                            uint32_t *region, wm_place *place);

/* Whether a character can walk from one point to the other. Each point is located as by
 * wm_query_region. Takes only the time to locate the two points.
 *
 * filter: NULL: walkable faces. It applies only to the two ends, not to the way between them. */
WM_API bool wm_query_reachable(wm_query *query, wm_vec3 from, wm_vec3 to,
                               const wm_query_filter *filter);

/* The place where the borders of two regions are nearest to each other. */
typedef struct wm_region_distance {
    bool found;       /* both regions exist, are different and have a border */
    bool exact;       /* no other pair is nearer. False only if the mesh is so tangled that the
                         search was cut short; then this is the best pair found */
    wm_vec3 at[2];    /* a point on the border of the first region, and one on the second */
    uint32_t edge[2]; /* the border edges they lie on */
    double distance;  /* metres between the two points */
    double plan;      /* the same in plan view */
    double rise;      /* height of the second point above the first, metres */
} wm_region_distance;

/* Finds the nearest pair of points on the borders of two regions. A border consists of the edges
 * of walkable faces without a neighbour.
 *
 * region, other: from wm_walkmesh_region.
 * in_plan: find the nearest pair in plan view; of several that are equally near, the search
 *   prefers the one with the smallest difference in height.
 *
 * Allocates scratch memory and frees it. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_query_region_distance(wm_query *query, uint32_t region, uint32_t other,
                                          bool in_plan, wm_region_distance *out, wm_error *error);

/* ---- slide ------------------------------------------------------------- */

typedef struct wm_slide_opts {
    uint32_t begin_zero;
    const wm_query_filter *filter; /* NULL: every walkable face. Other faces are like walls */
    float radius;                  /* of the character, metres; 0: a point */
    bool stop;                     /* stop at the first wall instead of sliding along it */
    uint32_t end_zero;
} wm_slide_opts;

typedef struct wm_slide {
    wm_place place;   /* where the move ends; its face is WM_NO_INDEX if it could not start */
    double length;    /* metres walked in plan view; never more than the distance to the target */
    bool arrived;     /* it ends at the target, in plan view */
    uint32_t touched; /* the last wall that was touched, an edge index, or WM_NO_INDEX */
} wm_slide;

/* Moves from a point on a walkable face straight towards a target in plan view, following the
 * floor. At a wall, the move slides along it as long as that leads nearer to the target. The whole
 * move is never longer than the distance to the target.
 *
 * A wall is an edge that has no neighbour, or whose neighbour does not pass the filter. Edges with
 * transitions are walls too, unless the mesh joins the rooms there. A wall counts only if floor
 * within the radius connects it to the floor under the character, so walls of other floors do not.
 * Edges at which the floor folds back over itself are walls, unless the fold is thinner than 0.1 m:
 * then the move steps over it.
 *
 * The centre never comes nearer to a wall than the radius, up to rounding; if it starts nearer, it
 * never comes nearer than it started. It may be pushed away from a wall by a few rounding errors.
 * Round a corner, the move follows tangents of the circle with this radius, so it passes a little
 * outside the circle.
 *
 * from_face: if it does not exist, is not walkable, does not pass the filter, or has no area in
 *   plan view, the move does not start. Nor does it if a number is not finite or the radius is
 *   negative.
 * from, to: only x and y are used. If `from` is outside its face, it is moved into it.
 *
 * The first slide of a query allocates scratch memory, which it keeps. Fails with WM_NO_MEMORY
 * only. */
WM_API wm_status wm_query_slide(wm_query *query, uint32_t from_face, wm_vec3 from, wm_vec3 to,
                                const wm_slide_opts *opts, wm_slide *out, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

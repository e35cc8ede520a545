/* The neutral walkmesh and queries on it.
 *
 * A wm_walkmesh is built once, from any format, and never changes, so threads may share it.
 * Queries go through a wm_query, which holds scratch memory: each thread needs its own, and a mesh
 * can have any number of them. Results go into buffers of the caller. Finding nothing is not a
 * failure.
 *
 * Distances are metres, z is up. "In plan view" means seen from above: only x and y count.
 * docs/queries.md explains the rules.
 */
#ifndef WAYMARK_WALKMESH_H
#define WAYMARK_WALKMESH_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the mesh ---------------------------------------------------------- */

/* Vertices run counter-clockwise seen from the front. Edge k runs from vertex[k] to
 * vertex[(k + 1) % 3]. An edge index is 3 * face + k. */
typedef struct wm_walk_face {
    uint32_t vertex[3];
} wm_walk_face;

/* A value for each edge of a face. */
typedef struct wm_walk_edges {
    uint32_t edge[3];
} wm_walk_edges;

/* What to build a walkmesh from. vertices and faces may be NULL only if their counts are 0, the
 * other arrays always. */
typedef struct wm_walkmesh_desc {
    uint32_t vertex_count;
    const wm_vec3
        *vertices;       /* any floats; faces with a vertex that is not finite are never found */
    uint32_t face_count; /* length of each array below */
    const wm_walk_face *faces;        /* indices below vertex_count */
    const uint32_t *materials;        /* NULL: 0 */
    const bool *walkable;             /* NULL: all faces are walkable */
    const wm_walk_edges *neighbours;  /* the edge index on the other side, or WM_NO_INDEX;
                                         NULL: neighbours are found by vertex index */
    const wm_walk_edges *transitions; /* the room that an edge leads to, or WM_NO_INDEX;
                                         NULL: no transitions */
    const uint32_t *rooms;            /* the room that a face belongs to; NULL: WM_NO_INDEX */
} wm_walkmesh_desc;

/* Read-only. Every array but vertices has face_count elements. */
typedef struct wm_walkmesh {
    uint32_t vertex_count, face_count, walkable_count;
    const wm_vec3 *vertices;
    const wm_walk_face *faces;
    const uint32_t *materials;
    const bool *walkable;
    const wm_walk_edges *neighbours; /* only between walkable faces, always in both directions */
    const wm_walk_edges *transitions;
    const uint32_t *rooms;
    bool neighbours_found; /* neighbours were found by vertex index, not given */
    wm_vec3 min, max;      /* of the faces with finite vertices; zero if there are none */
    void *memory;          /* private */
} wm_walkmesh;

/* Builds a walkmesh and its search structures. Free with wm_walkmesh_free.
 *
 * desc: copied; not needed afterwards.
 *
 * If desc->neighbours is NULL, two walkable faces are neighbours if they share both vertex indices
 * of an edge, in opposite directions. Where more than two faces meet at an edge, they are paired in
 * the order of their edge indices.
 *
 * Fails with WM_BAD_VALUE if a vertex index is out of range, or if a given neighbour is out of
 * range, one-sided or not walkable; with WM_BAD_ARGUMENT if vertices or faces is NULL and its count
 * is not 0; or with WM_LIMIT above 0x50000000 faces. */
WM_API wm_walkmesh *wm_walkmesh_new(const wm_walkmesh_desc *desc, const wm_allocator *allocator,
                                    wm_error *error);
/* Frees the mesh. Free its queries and path indices first. NULL is allowed. */
WM_API void wm_walkmesh_free(wm_walkmesh *mesh);

/* ---- queries ----------------------------------------------------------- */

/* Scratch memory for queries. One thread at a time may use it. */
typedef struct wm_query wm_query;

/* Makes a query object. Free with wm_query_free.
 *
 * mesh: must outlive the query. */
WM_API wm_query *wm_query_new(const wm_walkmesh *mesh, const wm_allocator *allocator,
                              wm_error *error);
/* Frees the query object. NULL is allowed. */
WM_API void wm_query_free(wm_query *query);

/* Which faces a query considers. A zeroed filter means all faces. */
typedef struct wm_query_filter {
    uint64_t materials; /* bit m: faces with material m; 64 and above have no bit. 0: all */
    bool walkable_only;
    bool upward_only; /* leave out faces that face down, such as ceilings */
    bool front_only;  /* rays only: leave out faces that are seen from the back */
} wm_query_filter;

typedef enum wm_locate {
    WM_LOCATE_ALL,     /* every face at (x, y), the highest first; z is ignored */
    WM_LOCATE_NEAREST, /* the one nearest to z */
    WM_LOCATE_BELOW    /* the highest one at or below z */
} wm_locate;

typedef struct wm_hit {
    uint32_t face;
    float z; /* height of the face at the point */
} wm_hit;

/* Finds the faces that contain a point in plan view. The test is exact, and edges and corners
 * belong to all their faces, so a point on a shared edge is always found in both. Faces without
 * area in plan view (vertical faces, slivers) contain nothing. At equal heights, the lower face
 * index comes first.
 *
 * point: if it is not finite, nothing is found. With WM_LOCATE_ALL, z is ignored.
 * filter: NULL: all faces.
 * hits: receives the first `capacity` faces; may be NULL if capacity is 0.
 * count: receives the number of faces, which may be more than capacity; 0 or 1 unless `what` is
 *   WM_LOCATE_ALL.
 *
 * Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_query_locate(wm_query *query, wm_vec3 point, wm_locate what,
                                 const wm_query_filter *filter, wm_hit *hits, uint32_t capacity,
                                 uint32_t *count, wm_error *error);

/* Finds the first face that wm_query_locate would find, but faster. Needs no memory and cannot
 * fail.
 *
 * filter: NULL: all faces.
 * hit: its face is WM_NO_INDEX if nothing was found.
 *
 * Returns whether a face was found. */
WM_API bool wm_query_height(wm_query *query, wm_vec3 point, wm_locate what,
                            const wm_query_filter *filter, wm_hit *hit);
/* The same for many points.
 *
 * points: `count` points; may be NULL if count is 0.
 * hits: room for `count` elements. Where nothing was found, the face is WM_NO_INDEX and z is 0.
 *
 * Returns at how many points a face was found. */
WM_API size_t wm_query_heights(wm_query *query, const wm_vec3 *points, size_t count, wm_locate what,
                               const wm_query_filter *filter, wm_hit *hits);

/* ---- rays -------------------------------------------------------------- */

/* The tests are exact, and edges and corners belong to all their faces, so no ray slips through
 * between faces that share vertices. A face is hit from both sides unless filter->front_only is
 * set. It is not hit by a ray in its own plane, nor if it has no area or a vertex that is not
 * finite. A ray that is not finite, or whose direction is zero, hits nothing. These functions need
 * no memory and cannot fail. */

typedef struct wm_ray_hit {
    uint32_t face; /* WM_NO_INDEX: nothing was hit */
    uint32_t material;
    float distance; /* from the origin, metres */
    wm_vec3 point;
    wm_vec3 normal; /* of the face's front, length 1 */
} wm_ray_hit;

/* Finds the nearest face that a ray hits. If distances are equal as floats, the lowest face index
 * wins.
 *
 * origin: may lie on a face, which is hit at distance 0.
 * direction: of any length above 0.
 * max_length: metres; INFINITY: any distance. If it is negative or NaN, nothing is hit.
 * filter: NULL: all faces.
 *
 * Returns whether something was hit. */
WM_API bool wm_query_raycast(wm_query *query, wm_vec3 origin, wm_vec3 direction, float max_length,
                             const wm_query_filter *filter, wm_ray_hit *hit);
/* The same for many rays.
 *
 * origins, directions: `count` elements each; may be NULL if count is 0.
 * hits: room for `count` elements. Where nothing was hit, the face is WM_NO_INDEX and the rest is
 *   0.
 *
 * Returns how many rays hit something. */
WM_API size_t wm_query_raycasts(wm_query *query, const wm_vec3 *origins, const wm_vec3 *directions,
                                size_t count, float max_length, const wm_query_filter *filter,
                                wm_ray_hit *hits);

/* Whether one point can be seen from the other. A face that contains one of the points blocks the
 * view.
 *
 * filter: NULL: all faces.
 * blocker: may be NULL. Receives a face in the way, not necessarily the first one, or
 *   WM_NO_INDEX.
 *
 * Returns true if no face is in the way, and also if the points are equal or not finite. */
WM_API bool wm_query_sight(wm_query *query, wm_vec3 from, wm_vec3 to, const wm_query_filter *filter,
                           uint32_t *blocker);

/* ---- paths ------------------------------------------------------------- */

typedef struct wm_path_point {
    wm_vec3 position; /* on the surface */
    uint32_t face;    /* the face that contains it; at a crossing, the face that is entered */
    bool bend;        /* the path changes direction here; otherwise it only crosses an edge */
} wm_path_point;

/* Data prepared in advance that makes path finding on a mesh many times faster. It never changes,
 * so threads may share it. */
typedef struct wm_path_index wm_path_index;

typedef struct wm_path_index_stats {
    uint32_t corners;   /* places where paths bend */
    uint32_t sightings; /* pairs of a face and a corner that may be visible from it */
    uint32_t labels;    /* stored distances between corners; 0: there is a table of all pairs */
    uint64_t bytes;     /* memory used */
    uint32_t left_out;  /* regions without an index: finding paths there takes longer */
} wm_path_index_stats;

/* Prepares a mesh for path finding. Takes milliseconds to seconds, depending on how much of the
 * mesh is visible from its corners. A region that would take longer than its size justifies is left
 * out: paths there are the same, but are found without the index. Free with wm_path_index_free.
 *
 * mesh: must outlive the index.
 * memory_limit: the most bytes that the list of sightings may take, and the same for the list of
 *   labels; if one of them needs more, fail with WM_LIMIT. 0: 1 GiB. */
WM_API wm_path_index *wm_path_index_new(const wm_walkmesh *mesh, uint64_t memory_limit,
                                        const wm_allocator *allocator, wm_error *error);
/* Measures an index. Never fails. */
WM_API wm_status wm_path_index_measure(const wm_path_index *index, wm_path_index_stats *stats,
                                       wm_error *error);
/* Frees the index. NULL is allowed. */
WM_API void wm_path_index_free(wm_path_index *index);

/* Writes the index as bytes, which can be read again for the same mesh. */
WM_API wm_status wm_path_index_write(const wm_path_index *index, const wm_write_opts *opts,
                                     wm_buffer *out, wm_error *error);
/* Reads an index. Any bytes are safe. Free with wm_path_index_free.
 *
 * mesh: the mesh that the index was made for, or one with the same faces; an index of another mesh
 *   is refused. Must outlive the index.
 * opts: its report is not used. */
WM_API wm_path_index *wm_path_index_read(const void *data, size_t size, const wm_walkmesh *mesh,
                                         const wm_read_opts *opts, wm_error *error);

typedef struct wm_path_opts {
    uint32_t begin_zero;
    const wm_query_filter *filter; /* NULL: every walkable face. The first path with a new filter
                                      takes about as long as building the mesh */
    const wm_path_index *index;    /* NULL: none. It is not used
                                      - if it is of another mesh object;
                                      - with a filter or costs;
                                      - if crossings or faces (face_capacity) are requested;
                                      - if the path starts or ends on an edge;
                                      - in regions with more than 512 edges at which the floor folds
                                        back over itself;
                                      - in regions where wm_walkmesh_desc.neighbours joins two
                                        edges that are not in the same place */
    const float *costs;            /* NULL, or 64 costs per metre by material, each above 0 and
                                      finite; the last one is for all higher materials too. The
                                      result is then a cheap path instead of the shortest one: the
                                      cheapest within its corridor of faces */
    bool partial;                  /* if the goal cannot be reached, go to the place nearest to it
                                      (in 3D) that can be reached */
    bool crossings;                /* also return the points where the path crosses an edge, so
                                      that heights follow the surface. With costs, and where the
                                      path is only the shortest through one corridor (see
                                      wm_query_path), they are always returned: see
                                      wm_path_point.bend */
    uint32_t end_zero;
} wm_path_opts;

/* A path, in buffers of the caller. Set the first four fields before the call. */
typedef struct wm_path {
    wm_path_point *points;   /* room for point_capacity points, or NULL */
    uint32_t point_capacity; /* 0 if points is NULL */
    uint32_t *faces;         /* room for face_capacity faces, or NULL */
    uint32_t face_capacity;  /* 0 if faces is NULL */

    bool found;           /* there is a path */
    double length;        /* metres in plan view */
    double cost;          /* only with opts->costs */
    bool partial;         /* it ends before the goal */
    double remaining;     /* metres from its end to the goal if it is partial */
    uint32_t point_count; /* from start to goal; may be more than point_capacity */
    uint32_t face_count;  /* faces of the corridor; may be more than face_capacity. 0 if the path
                             was found with opts->index */
} wm_path;

/* Finds the shortest path from one point to another: no other path over neighbouring walkable
 * faces is shorter in plan view, up to rounding (relative 1e-9).
 *
 * Each end is first placed on the face at its x and y that passes the filter and is nearest in
 * height. If there is no such face, there is no path; with opts->partial, only the start needs a
 * face. Where the floor folds back over itself at an edge, it is unfolded. Faces without area in
 * plan view cost nothing to cross. In a region in which wm_walkmesh_desc.neighbours joins two edges
 * that are not in the same place, the path is only the shortest one through one corridor of faces.
 *
 * query: keeps scratch memory from the first path on.
 * from, to: if one is not finite, there is no path.
 * path: its buffers receive the points and faces. To count them first, call it with capacities of
 *   0, and without an index if the faces are to be counted. On failure, found is false.
 *
 * "No path" is success with path->found false. Fails with WM_NO_MEMORY, with WM_BAD_ARGUMENT if a
 * cost is not above 0 or not finite, and, without costs, with WM_LIMIT if the search would take
 * more than 200,000 + 32 * faces steps. That happens only where thousands of corners are in sight
 * of each other; no floor of the games comes near it. */
WM_API wm_status wm_query_path(wm_query *query, wm_vec3 from, wm_vec3 to, const wm_path_opts *opts,
                               wm_path *path, wm_error *error);

/* The same between two points whose faces are known, such as from wm_query_nearest or an earlier
 * path.
 *
 * from_face, to_face: if one does not exist, is not walkable, or does not pass the filter, there is
 *   no path. With opts->partial, to_face may be WM_NO_INDEX.
 * from, to: should lie in their faces. Only x and y are used, and z in a vertical face. */
WM_API wm_status wm_query_path_between_faces(wm_query *query, uint32_t from_face, wm_vec3 from,
                                             uint32_t to_face, wm_vec3 to, const wm_path_opts *opts,
                                             wm_path *path, wm_error *error);

/* The region of a face: the connected set of walkable faces that it is in. There is a path between
 * two walkable faces if, and only if, they are in the same region. Regions are numbered from 0 in
 * the order of their lowest face.
 *
 * Returns WM_NO_INDEX for a face that is not walkable or does not exist. */
WM_API uint32_t wm_walkmesh_region(const wm_walkmesh *mesh, uint32_t face);
/* The number of regions. */
WM_API uint32_t wm_walkmesh_region_count(const wm_walkmesh *mesh);

#ifdef __cplusplus
}
#endif
#endif

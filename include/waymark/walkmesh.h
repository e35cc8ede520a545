/* The neutral walkmesh and the questions one can ask it.
 *
 * A wm_walkmesh is built once, from whatever format, and never changes: share it
 * between threads freely. Questions go through a wm_query, which holds scratch
 * memory: one per thread, any number per mesh. Answers go into buffers of the
 * caller. "Nothing found" is success with a count of 0. Metres, z up, plan = xy.
 */
#ifndef WAYMARK_WALKMESH_H
#define WAYMARK_WALKMESH_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the mesh ---------------------------------------------------------- */

/* Counter-clockwise seen from the front. Edge k runs from vertex[k] to
 * vertex[(k + 1) % 3]; "edge number" means 3 * face + k. */
typedef struct wm_walk_face {
    uint32_t vertex[3];
} wm_walk_face;

/* What happens at each edge of a face, by k. */
typedef struct wm_walk_edges {
    uint32_t edge[3];
} wm_walk_edges;

/* What a mesh is made of. The arrays are copied; all but vertices and faces may be
 * NULL. Indices are from 0. */
typedef struct wm_walkmesh_desc {
    uint32_t vertex_count;
    const wm_vec3 *vertices; /* any bits; faces at not-finite ones are never found */
    uint32_t face_count;
    const wm_walk_face *faces;        /* each below vertex_count */
    const uint32_t *materials;        /* NULL: 0 */
    const bool *walkable;             /* NULL: all are */
    const wm_walk_edges *neighbours;  /* edge number on the other side or WM_NO_INDEX;
                                         NULL: found by vertex number */
    const wm_walk_edges *transitions; /* room that an edge leads to or WM_NO_INDEX;
                                         NULL: none */
    const uint32_t *rooms;            /* room that a face came from; NULL: WM_NO_INDEX */
} wm_walkmesh_desc;

/* Every array has face_count elements but vertices. Read it, do not write it. */
typedef struct wm_walkmesh {
    uint32_t vertex_count, face_count, walkable_count;
    const wm_vec3 *vertices;
    const wm_walk_face *faces;
    const uint32_t *materials;
    const bool *walkable;
    const wm_walk_edges *neighbours; /* joins walkable faces only, always both ways */
    const wm_walk_edges *transitions;
    const uint32_t *rooms;
    bool neighbours_found; /* they were found by vertex number, not given */
    wm_vec3 min, max;      /* of the faces at finite vertices; zero if there are none */
    void *memory;          /* the library's */
} wm_walkmesh;

/* Copies the description and builds the index for queries. Neighbours that are
 * out of range, one-sided or lead to a face that is not walkable fail with
 * WM_BAD_VALUE, as do vertex numbers out of range. Found neighbours share both
 * vertex numbers of an edge in opposite directions; where more than two faces
 * meet, pairs are made in the order of their edge numbers.
 * allocator may be NULL (malloc) and must outlive the mesh. */
WM_API wm_walkmesh *wm_walkmesh_new(const wm_walkmesh_desc *desc, const wm_allocator *allocator,
                                    wm_error *error);
WM_API void wm_walkmesh_free(wm_walkmesh *mesh);

/* ---- queries ----------------------------------------------------------- */

typedef struct wm_query wm_query;

/* allocator may be NULL (malloc) and, like the mesh, must outlive the query. */
WM_API wm_query *wm_query_new(const wm_walkmesh *mesh, const wm_allocator *allocator,
                              wm_error *error);
WM_API void wm_query_free(wm_query *query);

/* Which faces count. Zeroed: all. */
typedef struct wm_query_filter {
    uint64_t materials; /* bit m: material m counts; materials from 64 on never do. 0: any */
    bool walkable_only;
    bool upward_only; /* leave out faces that look down, such as roofs seen from below */
    bool front_only;  /* of rays: leave out faces seen from behind */
} wm_query_filter;

typedef enum wm_locate {
    WM_LOCATE_ALL,     /* every face under (x, y), highest first; z is not looked at */
    WM_LOCATE_NEAREST, /* the one whose height is nearest to z */
    WM_LOCATE_BELOW    /* the highest one at or below z */
} wm_locate;

typedef struct wm_hit {
    uint32_t face;
    float z; /* height of the face there */
} wm_hit;

/* Faces that hold (x, y) in the plan, edges and corners included: the test is
 * exact, so a point on a shared edge is found in both faces and never in none.
 * Faces without area in the plan (walls that stand upright, slivers) hold nothing. Of
 * equal heights the lower face number comes first. *count is how many there are,
 * which may be more than `capacity`; hits[] gets the first ones. A point with a
 * coordinate that is not finite (z too, unless it is not looked at) finds nothing.
 * filter may be NULL: all faces. hits may be NULL when capacity is 0. */
WM_API wm_status wm_query_locate(wm_query *query, wm_vec3 point, wm_locate what,
                                 const wm_query_filter *filter, wm_hit *hits, uint32_t capacity,
                                 uint32_t *count, wm_error *error);

/* The first of what wm_query_locate would find, quickly: the highest, the nearest to
 * point.z or the highest at or below it. False, and hit->face WM_NO_INDEX, when there
 * is none. It needs no memory and cannot fail. */
WM_API bool wm_query_height(wm_query *query, wm_vec3 point, wm_locate what,
                            const wm_query_filter *filter, wm_hit *hit);

/* ---- rays -------------------------------------------------------------- */

/* What a ray hits is decided exactly: edges and corners belong to all their faces, so
 * no ray slips through where faces share vertices. A face is hit from both sides
 * unless filter->front_only, not by a ray that lies in its plane, and never when it
 * has no area or a vertex that is not finite. Rays with a coordinate that is not
 * finite, and rays without a direction, hit nothing. Neither function needs memory
 * or can fail. filter may be NULL: all faces. */

typedef struct wm_ray_hit {
    uint32_t face; /* WM_NO_INDEX: nothing was hit */
    uint32_t material;
    float distance; /* from the origin, metres */
    wm_vec3 point;
    wm_vec3 normal; /* of the face's front, length 1 */
} wm_ray_hit;

/* The nearest hit at up to max_length metres (INFINITY: any distance) from the origin,
 * which may lie on the face (distance 0). direction may have any length. Of equal
 * distances, as floats, the lowest face number is taken. False when nothing is hit. */
WM_API bool wm_query_raycast(wm_query *query, wm_vec3 origin, wm_vec3 direction, float max_length,
                             const wm_query_filter *filter, wm_ray_hit *hit);

/* Whether nothing stands between two points, both of which count as being between. If
 * not, *blocker (may be NULL) is a face in the way, not always the first, else
 * WM_NO_INDEX. */
WM_API bool wm_query_sight(wm_query *query, wm_vec3 from, wm_vec3 to, const wm_query_filter *filter,
                           uint32_t *blocker);

/* ---- paths ------------------------------------------------------------- */

typedef struct wm_path_point {
    wm_vec3 position; /* on the surface */
    uint32_t face;    /* that holds it; at a crossing, the one being entered */
    bool bend;        /* the path turns here; else it only crosses an edge */
} wm_path_point;

/* Prepared once for a mesh, makes its paths many times faster. Immutable: share it. */
typedef struct wm_path_index wm_path_index;

typedef struct wm_path_index_stats {
    uint32_t corners;   /* places where paths bend */
    uint32_t sightings; /* pairs of a face and a corner that some point of it may see */
    uint32_t labels;    /* distances kept between corners and hubs; 0: a table of all */
    uint64_t bytes;     /* of memory */
} wm_path_index_stats;

/* Takes from milliseconds to minutes, growing with what corners see of the mesh. Fails
 * with WM_LIMIT when a table would grow beyond memory_limit bytes (0: 1 GiB). The mesh
 * and the allocator (NULL: malloc) must outlive the index. */
WM_API wm_path_index *wm_path_index_new(const wm_walkmesh *mesh, uint64_t memory_limit,
                                        const wm_allocator *allocator, wm_error *error);
/* Fills *stats. Never fails. */
WM_API wm_status wm_path_index_measure(const wm_path_index *index, wm_path_index_stats *stats,
                                       wm_error *error);
WM_API void wm_path_index_free(wm_path_index *index);

/* The index as bytes, to be read again for the same mesh. Reading is safe for any
 * bytes; bytes made for another mesh are refused. */
WM_API wm_status wm_path_index_write(const wm_path_index *index, const wm_write_opts *opts,
                                     wm_buffer *out, wm_error *error);
WM_API wm_path_index *wm_path_index_read(const void *data, size_t size, const wm_walkmesh *mesh,
                                         const wm_read_opts *opts, wm_error *error);

typedef struct wm_path_opts {
    uint32_t begin_zero;
    const wm_query_filter *filter; /* NULL: every walkable face. The first path with another
                                      filter costs about as much as building the mesh */
    const wm_path_index *index;    /* of this mesh, or NULL. Used where it helps: not with a
                                      filter or costs, nor when faces or crossings are asked
                                      for, nor in regions with more than 512 folded edges */
    const float *costs;            /* NULL, or 64 costs per metre by material (the last also for
                                      all above), each above 0: then the path is cheap instead
                                      of short, and only the best of its corridor of faces */
    bool partial;                  /* where the goal cannot be reached, go to the nearest place (in
                                      space) that can; the goal's face may be WM_NO_INDEX then */
    bool crossings;                /* also give a point where the path crosses an edge, so that
                                      heights follow the surface */
    uint32_t end_zero;
} wm_path_opts;

/* A path, in buffers of the caller. */
typedef struct wm_path {
    wm_path_point *points; /* in: room for point_capacity, or NULL */
    uint32_t point_capacity;
    uint32_t *faces; /* in: room for face_capacity, or NULL */
    uint32_t face_capacity;

    bool found;           /* out: there is a path */
    double length;        /* in the plan */
    double cost;          /* with opts->costs */
    bool partial;         /* it ends short of the goal, */
    double gap;           /* by so much */
    uint32_t point_count; /* from start to goal; may be more than point_capacity */
    uint32_t face_count;  /* of the corridor; may be more than face_capacity */
} wm_path;

/* The shortest path from one point to another: no other path over neighbouring walkable
 * faces is shorter in plan view, up to rounding (relative 1e-9).
 *
 * Each end is located first, on the face under or over it that passes the filter and is
 * nearest in height. "There is no path" is success with path->found false, also where one of
 * the points is over no such face. With opts->partial, only the start needs a face.
 * Faces that fold over in plan view are unfolded; faces without area in plan view cost
 * nothing to cross.
 *
 * query: of the mesh to walk on; for one thread at a time. Keeps scratch memory from the
 *   first path on.
 * from, to: metres. Points that are not finite have no path.
 * opts: may be NULL.
 * path: the caller's buffers, filled. A first call with zeroed capacities counts.
 * Fails with WM_NO_MEMORY, or WM_BAD_ARGUMENT when a cost is not above 0. */
WM_API wm_status wm_query_path(wm_query *query, wm_vec3 from, wm_vec3 to, const wm_path_opts *opts,
                               wm_path *path, wm_error *error);

/* The same between points of two given faces, for callers that know them, such as those of
 * wm_nearest or of an earlier path. Of the points only x and y are used (z too on a vertical
 * face), and they should lie in their faces. A face that is not walkable or does not pass the
 * filter has no path; with opts->partial, to_face may be WM_NO_INDEX. */
WM_API wm_status wm_query_path_between_faces(wm_query *query, uint32_t from_face, wm_vec3 from,
                                             uint32_t to_face, wm_vec3 to, const wm_path_opts *opts,
                                             wm_path *path, wm_error *error);

/* Number of the connected set of walkable faces that a face belongs to, counted from
 * 0 in the order of their lowest face; WM_NO_INDEX for faces that are not walkable or
 * do not exist. Two points can reach each other exactly if their faces' regions are
 * the same. */
WM_API uint32_t wm_walkmesh_region(const wm_walkmesh *mesh, uint32_t face);
WM_API uint32_t wm_walkmesh_region_count(const wm_walkmesh *mesh);

#ifdef __cplusplus
}
#endif
#endif

/* Shared by the model compiler, the smoothing group finder and the checker: the
 * triangles of a whole model in model space, the sites where their corners meet, and the
 * sets of corners that are smooth together. */
#ifndef WAYMARK_KOTOR_MDL_COMPILE_COMPILE_H
#define WAYMARK_KOTOR_MDL_COMPILE_COMPILE_H

#include "base/places.h"
#include "base/vec.h"
#include "kotor/mdl/compile/source.h"
#include "kotor/mdl/internal.h"

/* ---- node poses (compile/bind.c) ------------------------------------------- */

/* Transform from node space to model space: rotate, then move. */
typedef struct wmi_mdl_pose {
    double w, x, y, z; /* unit length */
    wmi_vec move;
} wmi_mdl_pose;

/* Rest pose of every node of the tree, from the node headers. */
void wmi_mdl_poses(const wm_kotor_mdl *mdl, wmi_mdl_pose *poses);
wmi_vec wmi_mdl_rotate(const wmi_mdl_pose *pose, wmi_vec v);
/* The inverse rotation. */
wmi_vec wmi_mdl_rotate_back(const wmi_mdl_pose *pose, wmi_vec v);

/* The inverse bind pose of the skin of node `skin`, for every name: q = conj(bone) *
 * skin, t = conj(bone) applied to skin - bone. Names without a node get none. */
void wmi_mdl_bind(const wm_kotor_mdl *mdl, const wmi_mdl_pose *poses, uint32_t skin,
                  wm_kotor_quat *q, wm_vec3 *t);

/* The same for one bone. */
void wmi_mdl_bind_bone(const wmi_mdl_pose *skin, const wmi_mdl_pose *bone, wm_kotor_quat *q,
                       wm_vec3 *t);

/* ---- geometry of a model (compile/sites.c) -------------------------- */

/* One mesh. Vertices and faces are numbered consecutively across all meshes. */
typedef struct wmi_shape {
    uint32_t node;
    uint32_t first_vertex, vertex_count;
    uint32_t first_face, face_count;
    const wm_vec3 *positions; /* vertex_count, in node space */
    bool apart;               /* not drawn: never smooth with other meshes */
    bool tangents;            /* has or needs a tangent frame */
    bool listed;              /* vertices are those of a compiled mesh, already split */
} wmi_shape;

/* The contribution of a face to the normal and the tangent frame of a vertex, in model
 * space. */
typedef struct wmi_face_frame {
    wmi_vec cross;     /* normal with a length of twice the area */
    double size;       /* sum of the lengths of cross */
    wmi_vec flat;      /* length 1 or 0: the normal of the frame */
    wmi_vec bitangent; /* length 1, or 0 without tangents or texture area */
    wmi_vec tangent;
} wmi_face_frame;

typedef struct wmi_shapes {
    uint32_t count, vertex_count, face_count;
    wmi_shape *list;
    wmi_mdl_pose *poses;    /* one per node */
    uint32_t (*corners)[3]; /* by face: vertices of the model */
    wmi_face_frame *frames; /* by face */
    uint32_t *site;         /* by vertex: equal for vertices at the same position */
    uint32_t site_count;
    uint32_t *site_first;   /* site_count + 1 indices into site_corners */
    uint32_t *site_corners; /* 3 * face + k, ascending within a site */
} wmi_shapes;

/* Collects the stored meshes of a document. Skips sabers and meshes without positions.
 * Returns false when out of memory. */
bool wmi_shapes_of_mdl(const wm_kotor_mdl *mdl, wmi_shapes *shapes, wmi_arena *scratch);
/* The same for the meshes described by sources. */
bool wmi_shapes_of_sources(const wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                           wmi_shapes *shapes, wmi_arena *scratch);

/* ---- face frames (compile/tangents.c) --------------------------------------- */

/* Normal and tangents of a face in its own space; uv may be NULL. */
wmi_face_frame wmi_face_frame_of(const wm_vec3 position[3], const float (*uv)[2]);
wmi_face_frame wmi_frame_add(const wmi_face_frame *a, const wmi_face_frame *b);
/* The normalised vector, or `other` if its length is 0. */
wm_vec3 wmi_unit(wmi_vec v, wm_vec3 other);

/* ---- corners that are smooth together ----------------------------------- */

/* Sets of corners at one site whose normals are the same sum. */
typedef struct wmi_sets {
    uint32_t count;
    uint32_t *of_corner;    /* by 3 * face + k */
    wmi_face_frame *frames; /* by set: sums over the faces, in model space */
} wmi_sets;

/* compile/normals.c. Smooths by group bits: at a site, a corner sums its own face and
 * all faces that share a bit with it. Faces without bits are flat. In a listed mesh, the
 * faces of one vertex that are linked by common bits share all their bits. */
bool wmi_sets_of_groups(const wmi_shapes *shapes, const uint32_t *groups, wmi_sets *sets,
                        wmi_arena *scratch);

/* compile/listed.c. Smooths listed meshes by their vertices, without groups: one set per
 * vertex. */
bool wmi_sets_of_listing(const wm_kotor_mdl *mdl, const wmi_shapes *shapes,
                         wmi_source_mesh *const *sources, wmi_sets *sets, wmi_arena *scratch);

/* compile/normals.c. Smooths everything: all corners of a mesh at one position are a set. */
bool wmi_sets_of_positions(const wmi_shapes *shapes, wmi_sets *sets, wmi_arena *scratch);

/* The normal of a vertex and its tangent frame (bitangent, tangent, normal) from a set,
 * in node space. */
wm_vec3 wmi_set_normal(const wmi_sets *sets, uint32_t set, const wmi_mdl_pose *pose);
void wmi_set_tangents(const wmi_sets *sets, uint32_t set, const wmi_mdl_pose *pose,
                      wm_vec3 frame[3]);

/* ---- edges of listed meshes (compile/edges.c) ------------------------------ */

/* An edge between two faces of a mesh, matched by position. */
typedef struct wmi_edge {
    uint32_t face[2];
    uint32_t one[2], other[2]; /* the vertices of each face at both ends */
    float angle;               /* between the faces, in degrees */
} wmi_edge;

/* Lists the edges of a mesh, at most 3 per face. Where more than two faces meet, each is
 * paired with the next. */
bool wmi_list_edges(const wmi_shapes *shapes, const wmi_shape *shape, wmi_edge *edges,
                    uint32_t *count, wmi_arena *scratch);
/* Are the texture vertices of two vertices of a listed mesh equal in all sets? */
bool wmi_same_maps(const wmi_source_mesh *source, uint32_t a, uint32_t b);

typedef enum wmi_edge_proof {
    WMI_EDGE_OPEN,   /* the vertices do not tell */
    WMI_EDGE_SMOOTH, /* the faces share a vertex */
    WMI_EDGE_HARD    /* a vertex was split although its maps are equal */
} wmi_edge_proof;

wmi_edge_proof wmi_prove_edge(const wmi_shape *shape, const wmi_source_mesh *source,
                              const wmi_edge *edge);

/* ---- guessing smooth edges (compile/guess.c) --------------------------------- */

/* What the proven edges and the shape of a mesh say about its open edges. */
typedef struct wmi_edge_model {
    int kind;
    double base;                       /* the part of the score that all edges share */
    double sharpest;                   /* proven smooth edge with the largest angle, in degrees */
    uint32_t smooth_count, hard_count; /* proven edges that are not flat */
    uint32_t smooth[182], hard[182];   /* the same, counted below each degree */
} wmi_edge_model;

void wmi_learn_edges(const wm_kotor_mdl *mdl, const wmi_shape *shape, const wmi_source_mesh *source,
                     const wmi_edge *edges, uint32_t count, wmi_edge_model *model);
/* Log odds that an open edge is smooth. */
double wmi_guess_edge(const wmi_edge_model *model, const wmi_edge *edge);
/* Are faces that are connected by smooth edges also smooth at their other edges? */
bool wmi_smooth_patches(const wmi_edge_model *model);

/* ---- seams between skins (compile/seams.c) --------------------------------- */

/* Averages the normals in the rows where a skin meets other meshes. sites[m] gives the
 * site of each compiled vertex of shapes->list[m]; NULL leaves the mesh unchanged. */
bool wmi_join_seams(wm_kotor_mdl *mdl, const wmi_shapes *shapes, uint32_t *const *sites,
                    wmi_arena *scratch);

/* ---- smoothing derived from stored normals (compile/smoothing.c) ------------- */

/* Vertices of one mesh at one site with the same stored normal are of one kind. The
 * kinds of a site have consecutive numbers. */
enum { WMI_KIND_BITS = 64 };

typedef struct wmi_kinds {
    uint32_t count;
    uint32_t *of_vertex;  /* WM_NO_INDEX for vertices without faces */
    uint32_t *site_first; /* site_count + 1 */
    uint64_t *joined; /* bits of the kinds of the site that smooth with it, including itself; kinds
                         after the first 64 smooth with none */
    wmi_face_frame *own; /* sum over the faces of its vertices */
} wmi_kinds;

bool wmi_kinds_of_mdl(const wm_kotor_mdl *mdl, const wmi_shapes *shapes, wmi_kinds *kinds,
                      wmi_arena *scratch);
/* One set per kind: the expected value of the stored normals. */
bool wmi_sets_of_kinds(const wmi_shapes *shapes, const wmi_kinds *kinds, wmi_sets *sets,
                       wmi_arena *scratch);
/* Finds group bits by face (of shapes) that reproduce these kinds when smoothed again
 * (compile/groups.c). */
bool wmi_groups_of_kinds(const wmi_shapes *shapes, const wmi_kinds *kinds, uint32_t *groups,
                         wmi_arena *scratch);

/* Smoothing groups of a whole model: (*groups)[node][face], NULL for nodes without
 * stored positions. Allocated from `memory`. */
wm_status wmi_mdl_smoothing(const wm_kotor_mdl *mdl, uint32_t ***groups, wmi_arena *memory,
                            wm_error *error);

/* ---- vertices of a mesh (compile/weld.c) ------------------------------------ */

typedef struct wmi_weld {
    uint32_t count;      /* vertices of the compiled mesh */
    uint32_t *vertex;    /* by compiled vertex: its first source vertex */
    uint32_t *corner;    /* by compiled vertex: its first 3 * face + k, or WM_NO_INDEX */
    uint32_t *of_corner; /* compiled vertex by 3 * face + k */
} wmi_weld;

/* Corners become one vertex if they agree in everything; `sets` are those of the mesh's
 * corners. Vertices are in source order, then in order of first use. */
bool wmi_weld_mesh(const wmi_source_mesh *source, const uint32_t *sets, wmi_weld *weld,
                   wmi_arena *scratch);

/* ---- derived from positions (compile/bounds.c) ------------------------------- */

/* Box including the origin, average of the distinct positions, radius around it. */
bool wmi_mesh_bounds(wm_kotor_mesh *mesh, const wm_vec3 *positions, uint32_t count,
                     wmi_arena *scratch);
/* Sum of the areas of the faces. */
float wmi_mesh_area(const wm_kotor_mdl_face *faces, uint32_t count, const wm_vec3 *positions);
/* Normal and distance of a face. */
void wmi_face_plane(const wm_vec3 position[3], wm_vec3 *normal, float *distance);
/* The other face at each edge: matched by position, lowest index, direction ignored. */
bool wmi_mesh_adjacency(const wm_kotor_mdl_face *faces, uint32_t count, const wm_vec3 *positions,
                        uint32_t vertex_count, uint16_t (*adjacent)[3], wmi_arena *scratch);

/* ---- walkmesh trees (mdl/tree.c) ---------------------------------------- */

/* Fills 2 * face_count - 1 nodes, in pre-order. */
bool wmi_mdl_tree(const wm_kotor_mdl_face *faces, uint32_t face_count, const wm_vec3 *positions,
                  wm_kotor_mdl_aabb *nodes, wmi_arena *scratch);

/* ---- parts of the compiler ----------------------------------------------- */

/* compile/rows.c: bone slots by first use, inverse bind pose, and rows. */
wm_status wmi_compile_skin(wm_kotor_mdl *mdl, uint32_t node, const wmi_source_mesh *source,
                           const wmi_mdl_pose *poses, wm_error *error);
wm_status wmi_compile_rows(wm_kotor_mdl *mdl, const wmi_shape *shape, const wmi_source_mesh *source,
                           const wmi_weld *weld, const wmi_sets *sets, const wmi_mdl_pose *pose,
                           wm_error *error);
/* compile/saber.c: builds 176 vertices from 16 or 176. */
wm_status wmi_compile_saber(wm_kotor_mdl *mdl, uint32_t node, const wmi_source_mesh *source,
                            wm_error *error);
/* compile/numbers.c: super-node numbers, inverted counters, engine addresses and other
 * data that follows from the order of nodes. */
wm_status wmi_compile_numbers(wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                              const wmi_compile_opts *opts, wm_error *error);
/* compile/supernodes.c: super-node numbers and the node count. Returns false when out of
 * memory. */
bool wmi_number_nodes(wm_kotor_mdl *mdl, const wmi_compile_opts *opts, wmi_arena *scratch);
void wmi_mdl_set_functions(wm_kotor_mdl *mdl); /* by game and platform */
/* Value of the n-th inverted counter, with n from 1. */
uint32_t wmi_inverted_counter(uint32_t n);

/* mdl/game.c: converts PC rows to Xbox rows (to_xbox) or back, and removes or creates
 * the vertex tables. Applies to the nodes in `only`, or to all if it is NULL. */
wm_status wmi_mdl_convert_rows(wm_kotor_mdl *mdl, wmi_source_mesh *const *only, bool to_xbox,
                               wm_error *error);

/* ---- models that are compiled already (compile/recompute.c) ------------------------ */

/* The expected normals and tangent frames of a stored mesh. For planes, neighbours,
 * bounds, area and bones, use the functions above. */
typedef struct wmi_recomputed {
    uint32_t node;
    wm_vec3 *normals;     /* by vertex; 0 for vertices without faces or area */
    wm_vec3 (*frames)[3]; /* bitangent, tangent, normal; undefined parts are 0 */
} wmi_recomputed;

/* Computes them for each mesh with positions, in node order. Memory comes from
 * `scratch`. Returns false when out of memory. */
bool wmi_mdl_recompute(const wm_kotor_mdl *mdl, wmi_recomputed **meshes, uint32_t *count,
                       wmi_arena *scratch);

#endif

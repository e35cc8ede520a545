/* What the compiler of models, the finder of smoothing groups and the checker share:
 * the triangles of a whole model in its own space, the places where their corners
 * meet, and the sets of corners that are smooth together. */
#ifndef WAYMARK_KOTOR_MDL_COMPILE_H
#define WAYMARK_KOTOR_MDL_COMPILE_H

#include "base/vec.h"
#include "kotor/mdl/compile/source.h"
#include "kotor/mdl/internal.h"

/* ---- where nodes stand (compile/bind.c) ------------------------------------- */

/* From the space of a node to that of the model: turn, then move. */
typedef struct wmi_mdl_pose {
    double w, x, y, z; /* of length 1 */
    wmi_vec move;
} wmi_mdl_pose;

/* Rest pose of every node of the tree, from the headers of the nodes. */
void wmi_mdl_poses(const wm_kotor_mdl *mdl, wmi_mdl_pose *poses);
wmi_vec wmi_mdl_turn(const wmi_mdl_pose *pose, wmi_vec v);
/* The turn undone. */
wmi_vec wmi_mdl_turn_back(const wmi_mdl_pose *pose, wmi_vec v);

/* The inverse bind pose of the skin of node `skin` for every name: q = conj(bone) * skin,
 * t = conj(bone) applied to skin - bone. Names without a node get none. */
void wmi_mdl_bind(const wm_kotor_mdl *mdl, const wmi_mdl_pose *poses, uint32_t skin,
                  wm_kotor_quat *q, wm_vec3 *t);

/* ---- geometry of a model (compile/sites.c) -------------------------- */

/* One mesh. Vertices and faces of all meshes are numbered through. */
typedef struct wmi_shape {
    uint32_t node;
    uint32_t first_vertex, vertex_count;
    uint32_t first_face, face_count;
    const wm_vec3 *positions; /* vertex_count, in the node's space */
    bool apart;               /* never smooth with other meshes: not seen */
    bool tangents;            /* has or wants a tangent frame */
    bool listed;              /* vertices are those of a compiled mesh, split already */
} wmi_shape;

/* What a face adds to the normal and the tangent frame of a vertex, in model space. */
typedef struct wmi_face_frame {
    wmi_vec cross;     /* as long as twice the area: the normal */
    wmi_vec flat;      /* length 1, or 0: the normal of the frame */
    wmi_vec bitangent; /* length 1, or 0 without tangents or area of texture */
    wmi_vec tangent;
} wmi_face_frame;

typedef struct wmi_shapes {
    uint32_t count, vertex_count, face_count;
    wmi_shape *list;
    wmi_mdl_pose *poses;    /* of every node */
    uint32_t (*corners)[3]; /* by face: vertices of the model */
    wmi_face_frame *frames; /* by face */
    uint32_t *site;         /* by vertex: equal where vertices stand in one place */
    uint32_t site_count;
    uint32_t *site_first;   /* site_count + 1: into site_corners */
    uint32_t *site_corners; /* 3 * face + k, rising within a site */
} wmi_shapes;

/* The meshes of a document, as they are stored. Sabers and meshes without positions
 * are left out. False when memory is refused. */
bool wmi_shapes_of_mdl(const wm_kotor_mdl *mdl, wmi_shapes *shapes, wmi_arena *scratch);
/* The meshes that sources describe. */
bool wmi_shapes_of_sources(const wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                           wmi_shapes *shapes, wmi_arena *scratch);

/* Numbers equal positions of one mesh, bit for bit but for the sign of zero: ids[v] is the
 * lowest vertex that stands where v does. */
bool wmi_same_positions(const wm_vec3 *positions, uint32_t count, uint32_t *ids,
                        wmi_arena *scratch);

/* ---- frames of faces (compile/tangents.c) ----------------------------------- */

/* Normal and tangents of a face in its own space; uv may be NULL. */
wmi_face_frame wmi_face_frame_of(const wm_vec3 position[3], const float (*uv)[2]);
wmi_face_frame wmi_frame_add(const wmi_face_frame *a, const wmi_face_frame *b);
/* The vector at length 1, or `other` if it has none. */
wm_vec3 wmi_unit(wmi_vec v, wm_vec3 other);

/* ---- corners that are smooth together ----------------------------------- */

/* Corners at one site whose normals are the same sum. */
typedef struct wmi_sets {
    uint32_t count;
    uint32_t *of_corner;    /* by 3 * face + k */
    wmi_face_frame *frames; /* by set: sums over the faces, in model space */
} wmi_sets;

/* compile/normals.c. Smooths by group bits: at a site a corner takes the faces that share a
 * bit with its own face, and that face. Faces without bits are flat. In a listed mesh
 * the faces of one vertex that are linked by common bits take each other's bits. */
bool wmi_sets_of_groups(const wmi_shapes *shapes, const uint32_t *groups, wmi_sets *sets,
                        wmi_arena *scratch);

/* compile/listed.c. Smooths listed meshes by what their vertices show, without groups:
 * a set for each vertex. */
bool wmi_sets_of_listing(const wmi_shapes *shapes, wmi_source_mesh *const *sources, wmi_sets *sets,
                         wmi_arena *scratch);

/* What a set says in the space of a node: the normal of a vertex, and its tangent frame
 * (bitangent, tangent, normal). */
wm_vec3 wmi_set_normal(const wmi_sets *sets, uint32_t set, const wmi_mdl_pose *pose);
void wmi_set_tangents(const wmi_sets *sets, uint32_t set, const wmi_mdl_pose *pose,
                      wm_vec3 frame[3]);

/* ---- smoothing found in stored normals (compile/smoothing.c) ----------------- */

/* A kind is what vertices of one mesh, at one site and with one stored normal have in
 * common. Kinds of a site are numbered in a row. */
enum { WMI_KIND_BITS = 64 };

typedef struct wmi_kinds {
    uint32_t count;
    uint32_t *of_vertex;  /* WM_NO_INDEX of vertices without faces */
    uint32_t *site_first; /* site_count + 1 */
    uint64_t *joined;     /* bits of the kinds of the site that smooth with it and its own;
                             kinds behind the first 64 smooth with none */
    wmi_face_frame *own;  /* sum over the faces of its vertices */
} wmi_kinds;

bool wmi_kinds_of_mdl(const wm_kotor_mdl *mdl, const wmi_shapes *shapes, wmi_kinds *kinds,
                      wmi_arena *scratch);
/* A set for each kind: what the stored normals should be. */
bool wmi_sets_of_kinds(const wmi_shapes *shapes, const wmi_kinds *kinds, wmi_sets *sets,
                       wmi_arena *scratch);
/* Group bits by face (of shapes) that give these kinds when they are smoothed again
 * (compile/groups.c). */
bool wmi_groups_of_kinds(const wmi_shapes *shapes, const wmi_kinds *kinds, uint32_t *groups,
                         wmi_arena *scratch);

/* Smoothing groups of a whole model: (*groups)[node][face], NULL for nodes without
 * stored positions, from `memory`. */
wm_status wmi_mdl_smoothing(const wm_kotor_mdl *mdl, uint32_t ***groups, wmi_arena *memory,
                            wm_error *error);

/* ---- vertices of a mesh (compile/weld.c) ------------------------------------ */

typedef struct wmi_weld {
    uint32_t count;      /* vertices of the compiled mesh */
    uint32_t *vertex;    /* by compiled vertex: the first of the source */
    uint32_t *corner;    /* by compiled vertex: its first 3 * face + k, WM_NO_INDEX without */
    uint32_t *of_corner; /* compiled vertex by 3 * face + k */
} wmi_weld;

/* Do faces name vertices and texture vertices by the same numbers? Then the text lists
 * the vertices of a compiled mesh, and none of them is welded with another. */
bool wmi_source_listed(const wmi_source_mesh *source);
/* Corners become one vertex if they agree in everything; `sets` are those of the mesh's
 * corners. Order: that of the source's vertices, then of first use. */
bool wmi_weld_mesh(const wmi_source_mesh *source, const uint32_t *sets, wmi_weld *weld,
                   wmi_arena *scratch);

/* ---- what follows from positions (compile/bounds.c) -------------------------- */

/* Box with the origin, average of the different positions, radius around it. */
bool wmi_mesh_bounds(wm_kotor_mesh *mesh, const wm_vec3 *positions, uint32_t count,
                     wmi_arena *scratch);
/* Sum of the areas of the faces. */
float wmi_mesh_area(const wm_kotor_mdl_face *faces, uint32_t count, const wm_vec3 *positions);
/* Normal and distance of a face. */
void wmi_face_plane(const wm_vec3 position[3], wm_vec3 *normal, float *distance);
/* The other face at each edge: by position, the lowest number, direction ignored. */
bool wmi_mesh_adjacency(const wm_kotor_mdl_face *faces, uint32_t count, const wm_vec3 *positions,
                        uint32_t vertex_count, uint16_t (*adjacent)[3], wmi_arena *scratch);

/* ---- walkmesh trees (mdl/tree.c) ---------------------------------------- */

/* Fills 2 * face_count - 1 nodes, in pre-order. */
bool wmi_mdl_tree(const wm_kotor_mdl_face *faces, uint32_t face_count, const wm_vec3 *positions,
                  wm_kotor_mdl_aabb *nodes, wmi_arena *scratch);

/* ---- parts of the compiler ----------------------------------------------- */

/* compile/rows.c: slots of the bones by first use, inverse bind pose, and rows. */
wm_status wmi_compile_skin(wm_kotor_mdl *mdl, uint32_t node, const wmi_source_mesh *source,
                           const wmi_mdl_pose *poses, wm_error *error);
wm_status wmi_compile_rows(wm_kotor_mdl *mdl, const wmi_shape *shape, const wmi_source_mesh *source,
                           const wmi_weld *weld, const wmi_sets *sets, const wmi_mdl_pose *pose,
                           wm_error *error);
/* compile/saber.c: 176 vertices of 16 or 176. */
wm_status wmi_compile_saber(wm_kotor_mdl *mdl, uint32_t node, const wmi_source_mesh *source,
                            wm_error *error);
/* compile/numbers.c: super-node numbers, inverted counters, engine addresses and
 * what else follows from the order of nodes. */
wm_status wmi_compile_numbers(wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                              const wm_kotor_mdl *supermodel, wm_error *error);
void wmi_mdl_set_functions(wm_kotor_mdl *mdl); /* of game and platform */
/* Value of the n-th inverted counter, n from 1. */
uint32_t wmi_inverted_counter(uint32_t n);

/* mdl/game.c: turns rows of PC into those of Xbox (to_xbox) or back, and drops or makes
 * the vertex tables; of the nodes that `only` has, or of all. */
wm_status wmi_mdl_convert_rows(wm_kotor_mdl *mdl, wmi_source_mesh *const *only, bool to_xbox,
                               wm_error *error);

/* ---- for those who compare (compile/recompute.c) -------------------------- */

/* What the normals and tangent frames of a stored mesh should be. Planes, neighbours,
 * bounds, area and bones are had from the functions above. */
typedef struct wmi_recomputed {
    uint32_t node;
    wm_vec3 *normals;     /* by vertex; 0 of vertices without faces or without area */
    wm_vec3 (*frames)[3]; /* bitangent, tangent, normal; parts without sense are 0 */
} wmi_recomputed;

/* For each mesh with positions, in the order of the nodes; memory is of `scratch`. False
 * when it is refused. */
bool wmi_mdl_recompute(const wm_kotor_mdl *mdl, wmi_recomputed **meshes, uint32_t *count,
                       wmi_arena *scratch);
/* Angle between two directions in radians; 4 if one of them has no length. */
double wmi_angle(wm_vec3 a, wm_vec3 b);

#endif

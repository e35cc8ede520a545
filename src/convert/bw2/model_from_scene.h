/* What the files that turn a scene into a Black & White 2 model share. */
#ifndef WAYMARK_CONVERT_BW2_FROM_SCENE_H
#define WAYMARK_CONVERT_BW2_FROM_SCENE_H

#include "bw2/build.h"
#include "scene/internal.h"
#include "waymark/convert.h"

/* A reference to be: corners with one material. */
typedef struct wmi_to_bw2_part {
    uint32_t source;       /* part of the scene's mesh; WM_NO_INDEX: it has none */
    uint32_t material;     /* of the scene, or WM_NO_INDEX */
    uint32_t first, count; /* of the corners of its mesh */
} wmi_to_bw2_part;

/* A mesh to be. */
typedef struct wmi_to_bw2_mesh {
    const wm_scene_mesh *from;
    uint32_t node, lod;
    bool hull, skinned;
    uint32_t vertex_count;
    uint32_t *vertices; /* of `from`, one for each of its own; NULL: all, in their order */
    uint32_t *corners;  /* 3 a triangle: vertices of its own, wound as the game has them */
    uint32_t part_count;
    wmi_to_bw2_part *parts;
} wmi_to_bw2_mesh;

typedef struct wmi_to_bw2 {
    const wm_scene *scene;
    const wm_bw2_model_import_opts *opts;
    wm_bw2_model_import_result *result;
    wm_error *error;
    wmi_arena arena; /* scratch */
    wm_pose *pose;   /* at rest */
    wm_bw2_model *model;
    bool own;  /* the scene was a model: nothing is put in order */
    bool skin; /* to be one */
    uint32_t mesh_count;
    wmi_to_bw2_mesh *meshes;
    uint32_t uv_sets;
    uint32_t *material; /* of each material of the scene, and behind them of none: the model's */
    uint32_t *bone;     /* of each node: the model's, or WM_NO_INDEX */
} wmi_to_bw2;

/* Memory of the model and scratch. NULL is a failure: return wmi_to_bw2_refused. */
void *wmi_to_bw2_alloc(wmi_to_bw2 *t, size_t count, size_t size);
void *wmi_to_bw2_scratch(wmi_to_bw2 *t, size_t count, size_t size);
wm_status wmi_to_bw2_refused(wmi_to_bw2 *t);
/* Is a node or material called so, in any case? "lh_phys.001" is: Blender numbers names that are
 * there already. */
bool wmi_to_bw2_called(const char *name, const char *word);
/* Copies a name into a field, that of another program without Blender's number; too long ones are
 * errors that say what the name is of. */
wm_status wmi_to_bw2_name(wmi_to_bw2 *t, const char *name, char *field, size_t size,
                          const char *what);

/* ---- bw2/model_from_scene_space.c ---- */

/* A point or direction of the scene's space in that of the game. */
wm_vec3 wmi_to_bw2_turn(const wm_scene *scene, wm_vec3 v);
bool wmi_to_bw2_unmoved(const wm_matrix *matrix);
bool wmi_to_bw2_mirrors(const wm_matrix *matrix);
/* Where a node stands, three axes and a position. *computed: not taken from the extras. */
wm_bw2_frame wmi_to_bw2_frame(const wmi_to_bw2 *t, uint32_t node, bool *computed);
/* Positions and normals (may be NULL) of vertices of a mesh in the game's space. Skinned ones
 * where they rest. */
wm_status wmi_to_bw2_place(wmi_to_bw2 *t, const wmi_to_bw2_mesh *mesh, wm_vec3 *positions,
                           wm_vec3 *normals);

/* ---- bw2/model_from_scene_mesh.c ---- */

/* Finds the meshes and their levels of detail, vertices and triangles. */
wm_status wmi_to_bw2_collect(wmi_to_bw2 *t);
/* Streams, indices, meshes and references of the model. */
wm_status wmi_to_bw2_fill_meshes(wmi_to_bw2 *t);

/* ---- bw2/model_from_scene_vertex.c ---- */

wm_status wmi_to_bw2_fill_streams(wmi_to_bw2 *t);
/* From the scene or computed. Meshes must be filled. */
wm_status wmi_to_bw2_fill_cleaves(wmi_to_bw2 *t);

/* ---- bw2/model_from_scene_node.c ---- */

wm_status wmi_to_bw2_fill_bones(wmi_to_bw2 *t);
wm_status wmi_to_bw2_fill_entities(wmi_to_bw2 *t);
/* Footprint and circles, from their nodes or computed. Bounds must be known. */
wm_status wmi_to_bw2_fill_outlines(wmi_to_bw2 *t);
bool wmi_to_bw2_is_outline(const wm_scene_node *node);

#endif

/* Shared by the files that convert a scene to a Black & White 2 model. */
#ifndef WAYMARK_CONVERT_BW2_MODEL_FROM_SCENE_H
#define WAYMARK_CONVERT_BW2_MODEL_FROM_SCENE_H

#include "bw2/build.h"
#include "scene/internal.h"
#include "waymark/convert.h"

/* A future reference: corners with one material. */
typedef struct wmi_to_bw2_part {
    uint32_t source;       /* part of the scene's mesh; WM_NO_INDEX: it has no parts */
    uint32_t material;     /* of the scene, or WM_NO_INDEX */
    uint32_t first, count; /* range in the corners of its mesh */
} wmi_to_bw2_part;

/* A future mesh. */
typedef struct wmi_to_bw2_mesh {
    const wm_scene_mesh *from;
    uint32_t node, lod;
    bool hull, skinned;
    uint32_t vertex_count;
    uint32_t *vertices; /* vertices of `from` that it uses; NULL: all, in order */
    uint32_t *corners;  /* 3 per triangle: its own vertex indices, with the game's winding */
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
    bool own;  /* the scene came from a model: keep its order */
    bool skin; /* the result is a skin */
    uint32_t mesh_count;
    wmi_to_bw2_mesh *meshes;
    uint32_t uv_sets;
    uint32_t *material; /* model material by scene material, then the one for no material */
    uint32_t *bone;     /* model bone by node, or WM_NO_INDEX */
} wmi_to_bw2;

/* Model memory and scratch memory. On NULL, return wmi_to_bw2_no_memory. */
void *wmi_to_bw2_alloc(wmi_to_bw2 *t, size_t count, size_t size);
void *wmi_to_bw2_scratch(wmi_to_bw2 *t, size_t count, size_t size);
wm_status wmi_to_bw2_no_memory(wmi_to_bw2 *t);
/* Compares the name of a node or material, ignoring case. "lh_phys.001" matches "lh_phys",
 * because Blender appends numbers to names that already exist. */
bool wmi_to_bw2_called(const char *name, const char *word);
/* Copies a name into a field, without Blender's number if it is from another program. A name
 * that is too long is an error; `what` says what it names. */
wm_status wmi_to_bw2_name(wmi_to_bw2 *t, const char *name, char *field, size_t size,
                          const char *what);

/* ---- bw2/model_from_scene_space.c ---- */

/* Converts a point or direction from the scene's space to the game's. */
wm_vec3 wmi_to_bw2_vector(const wm_scene *scene, wm_vec3 v);
bool wmi_to_bw2_unmoved(const wm_matrix *matrix);
bool wmi_to_bw2_mirrors(const wm_matrix *matrix);
/* The frame of a node: three axes and a position. *computed: not taken from the extras. */
wm_bw2_frame wmi_to_bw2_frame(const wmi_to_bw2 *t, uint32_t node, bool *computed);
/* Positions and normals (may be NULL) of a mesh's vertices in the game's space. Skinned
 * vertices are in their rest pose. */
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
/* Footprint and circles, from their nodes or computed. The bounds must be known. */
wm_status wmi_to_bw2_fill_outlines(wmi_to_bw2 *t);
bool wmi_to_bw2_is_outline(const wm_scene_node *node);

#endif

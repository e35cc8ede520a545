/* Models of the formats as neutral scenes. */
#ifndef WAYMARK_CONVERT_SCENE_H
#define WAYMARK_CONVERT_SCENE_H

#include "waymark/base.h"
#include "waymark/bw2.h"
#include "waymark/kotor_mdl.h"
#include "waymark/pose.h"
#include "waymark/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wm_scene_opts {
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the scene */
    uint64_t memory_limit;         /* bytes the scene may take; 0: any number */
    bool no_animations;            /* leave all of them out */
    bool details; /* of walkmeshes: nodes for perimeters, regions, tiles, islands, ground, water */
} wm_scene_opts;

/* A KotOR model. Node i of the scene is node i of mdl->tree.
 *
 * `supers` are its supermodels, the nearest first (NULL entries are passed over):
 * their animations are taken over for nodes of the same name, unless the model or a
 * nearer supermodel has an animation of that name. Positions of theirs are scaled by
 * the animation scales of the models on the way (wm_kotor_mdl.scale).
 *
 * Fields of the file that the scene has no place for stand in the extras, under
 * the names that model texts use. Bounding data, face planes, adjacency and AABB trees
 * are not carried over, nor what nobody understands. opts may be NULL. */
WM_API wm_scene *wm_scene_from_kotor_mdl(const wm_kotor_mdl *mdl, const wm_kotor_mdl *const *supers,
                                         uint32_t super_count, const wm_scene_opts *opts,
                                         wm_error *error);

/* A Black & White 2 model. Nodes: bones, meshes (in the space of the model: pivots are not
 * applied), entities, `footprint` and `circles`; docs/gltf.md lists them and what stands in
 * extras. Strips become triangles. Levels of detail are nodes that stand for each other
 * (lod_group), the hull is one of them with the role WM_ROLE_COLLISION. opts may be NULL. */
WM_API wm_scene *wm_scene_from_bw2_model(const wm_bw2_model *model, const wm_scene_opts *opts,
                                         wm_error *error);

/* ---- Wavefront OBJ ----------------------------------------------------- */

typedef struct wm_obj_opts {
    const wm_allocator *allocator; /* NULL: malloc */
    const char *material_file;     /* named in the text as its mtllib; NULL: none */
    bool y_up;                     /* turn scenes that are z up, mirror left-handed ones */
    bool all;                      /* also nodes whose role is not WM_ROLE_SHOWN */
} wm_obj_opts;

/* The meshes of a pose (after wm_pose_update) as text: an object for each node, a group
 * for each part with its material. Positions, normals and the first uv set. Materials
 * are named by their colour texture. */
WM_API wm_status wm_pose_write_obj(wm_pose *pose, const wm_obj_opts *opts, wm_buffer *out,
                                   wm_error *error);
/* The materials that the text above names. */
WM_API wm_status wm_scene_write_mtl(const wm_scene *scene, const wm_allocator *allocator,
                                    wm_buffer *out, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

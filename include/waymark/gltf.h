/* Scenes as glTF 2.0. docs/gltf.md says what stands where. */
#ifndef WAYMARK_GLTF_H
#define WAYMARK_GLTF_H

#include "waymark/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wm_gltf_opts {
    const wm_allocator *allocator; /* NULL: malloc */
    bool text;                     /* a .gltf with its data inside as base64; else a .glb */
    bool all;                      /* also meshes of nodes whose role is WM_ROLE_HIDDEN */
    bool all_levels; /* all levels of detail stand in the tree, for programs such as Blender that
                        do not know MSFT_lod and would lose those that only it names */
} wm_gltf_opts;

/* A finished scene as one file, the same bytes for the same scene. It stands upright and
 * unmirrored: a scene that is z up hangs under a node that turns it, of a left-handed
 * one z is negated throughout. Numbers that glTF forbids (not finite, directions that
 * are not of length 1, weights that do not add up to 1) are mended, and where the
 * mending changed something the stored numbers stand beside it (attributes _NORMAL_RAW,
 * _WEIGHTS_RAW). opts may be NULL. Free with wm_buffer_free. */
WM_API wm_status wm_scene_write_gltf(const wm_scene *scene, const wm_gltf_opts *opts,
                                     wm_buffer *out, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

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
    bool no_outlines; /* of Black & White 2 models: no lines for footprint and circles */
    const char *name; /* of walkmeshes: of the scene and its mesh, NULL: "walkmesh" */
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

/* ---- several scenes as one --------------------------------------------- */

typedef struct wm_scene_piece {
    const char *name;
    const wm_scene *scene; /* finished; NULL: a node alone */
    wm_transform place;
} wm_scene_piece;

/* A node for each piece, with its name, its place and the extras of its scene; the nodes of
 * the scene hang on it. Materials that are equal become one. All scenes must be of one space.
 * Arrays are shared: names, pieces' scenes and their memory must outlive what is returned.
 * opts may be NULL. */
WM_API wm_scene *wm_scene_join(const char *name, const wm_scene_piece *pieces, uint32_t count,
                               const wm_scene_opts *opts, wm_error *error);

/* ---- Black & White 2 models of scenes ---------------------------------- */

typedef enum wm_bw2_variant {
    WM_BW2_AUTO, /* a skin if a mesh of the scene has one */
    WM_BW2_STATIC,
    WM_BW2_SKIN
} wm_bw2_variant;

typedef struct wm_bw2_build_opts {
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the model */
    uint32_t version;              /* 5 or 6; 0: that of the scene if it tells one, or 6 */
    wm_bw2_variant variant;
} wm_bw2_build_opts;

/* What was made of the scene, and what had to be computed or changed. */
typedef struct wm_bw2_build_result {
    bool straight;           /* the scene came from a model: vertices keep their order */
    uint32_t triangles;      /* in the model */
    uint32_t degenerate;     /* triangles left out that use a vertex twice */
    uint32_t no_normals;     /* meshes without normals: computed */
    uint32_t split;          /* vertices more, because parts of a mesh shared them */
    uint32_t more_uvs;       /* uv sets left out: there is room for three */
    uint32_t weights;        /* vertices whose weights did not add up to 1, or had none */
    uint32_t posed;          /* skinned meshes that do not rest where their vertices say */
    uint32_t textures;       /* names cut down to a bare .dds name */
    uint32_t addressing;     /* parts whose texture addressing was taken from their uvs */
    uint32_t frames;         /* bones and entities computed from where their nodes stand */
    uint32_t cleaves;        /* vectors computed, by a rule that is inferred */
    bool footprint, circles; /* computed */
} wm_bw2_build_result;

/* A finished scene as a model that is ready to be written: bounds, counts and sizes are set.
 * Meshes of triangles become meshes, parts references, empties entities, joints of skins bones;
 * nodes `footprint` and `circles` what they say. Levels of detail are known by
 * wm_scene_node.lod or by names that end in _lod1, _lod2. The scene is turned into the
 * game's space, nodes' transforms are applied. What it does not hold is computed: *result says
 * what. docs/gltf.md, "Black & White 2". opts and result may be NULL. */
WM_API wm_bw2_model *wm_bw2_model_from_scene(const wm_scene *scene, const wm_bw2_build_opts *opts,
                                             wm_bw2_build_result *result, wm_error *error);

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

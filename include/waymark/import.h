/* Documents from scenes: walkmeshes and models of the games, imported from glTF and OBJ, and scenes
 * that another program saved. docs/gltf.md describes which part of a scene becomes which part of a
 * file.
 */
#ifndef WAYMARK_IMPORT_H
#define WAYMARK_IMPORT_H

#include "waymark/base.h"
#include "waymark/bw2.h"
#include "waymark/kotor_bwm.h"
#include "waymark/kotor_mdl.h"
#include "waymark/nwn2.h"
#include "waymark/nwn2_mdb.h"
#include "waymark/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- check ------------------------------------------------------------- */

/* Reports what prevents the import of a finished scene (codes SCENE_...). It does not repeat what
 * the reader reported. Fails with WM_BAD_ARGUMENT if the scene is not finished. */
WM_API wm_status wm_scene_check(const wm_scene *scene, const wm_check_opts *opts, wm_report *report,
                                wm_error *error);

/* ---- scenes that another program saved --------------------------------- */

typedef struct wm_scene_restore_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* for scratch memory. NULL: malloc */
    wm_report *report; /* receives what is missing, renamed or kept (SCENE_...); may be NULL */
    uint32_t end_zero;
} wm_scene_restore_opts;

typedef struct wm_scene_restore_result {
    bool same;        /* only rounding and order differed: the original is unchanged */
    uint32_t nodes;   /* nodes that both have */
    uint32_t missing; /* nodes of the original that the edited scene does not have: removed */
    uint32_t added;   /* nodes that only the edited scene has */
    uint32_t moved;   /* nodes with another place, rotation, scale or parent */
    uint32_t axes;    /* bones whose axes had been changed: restored */
    /* Bones that are not where they were. Whether the program changed their axes is not known; they
     * are as in the edited scene. */
    uint32_t unknown_axes;
    uint32_t meshes; /* meshes with other vertices, triangles, weights or materials */
    /* What was kept although the edited scene does not have it, because programs drop it: meshes
     * that are never drawn, empty meshes, meshes of lines, and lights. */
    uint32_t hidden;
    /* Of the meshes in `meshes`: vertices at places where the original has no vertex. They take
     * what programs drop (second uvs, constraints and so on) from the vertex that they were, if
     * that is known, or the nearest vertex of the original. */
    uint32_t vertices;
    uint32_t channels; /* animation channels that are new or have other values */
    /* Animations that the edited scene does not have: kept, because programs may leave out those
     * that are as they were. */
    uint32_t animations;
    uint32_t textures; /* materials with another colour texture */
    uint32_t lights;   /* lights that are new or gone, or have another colour, strength or range */
    /* Lights that were moved away from a node that an animation rotates: they are nodes of their
     * own now, below it. */
    uint32_t apart;
    uint32_t renamed;        /* animations with another name */
    uint32_t new_animations; /* animations that only the edited scene has */
    uint32_t bare; /* of `vertices`: those that are far from all of the original: they have zeros */
    uint32_t renamed_nodes; /* nodes with another name: they keep everything else */
    uint32_t bare_meshes;   /* meshes without a material: they keep those of the original */
    uint32_t lengths;       /* animations with another length */
    bool turned; /* the edited scene was exported with another axis up: it was rotated back */
} wm_scene_restore_result;

/* Applies the edits of a scene, which was exported from the original and saved by another program,
 * to the original. What the program lost or changed along the way stays as it was: bone axes, order
 * of vertices, light maps, keys, extras. Nodes are matched by name, and by position where several
 * have one name. A model's node that was renamed is found by its parent and its mesh or place, if
 * only one is possible and both names mean the same (SCENE_NODE_RENAMED). If nothing was edited,
 * the original stays the same, bit for bit.
 *
 * original: finished; stays finished on success. If anything was edited, its `source` becomes
 *   "gltf", so that derived data is computed again. On failure, free it.
 * edited: finished; changed by the call. The original then shares its arrays, so it must live as
 *   long as the original. */
WM_API wm_status wm_scene_restore(wm_scene *original, wm_scene *edited,
                                  const wm_scene_restore_opts *opts,
                                  wm_scene_restore_result *result, wm_error *error);

typedef struct wm_scene_reduce_result {
    uint32_t keys;     /* keys dropped */
    uint32_t channels; /* channels dropped, because they stay at rest */
} wm_scene_reduce_result;

/* Drops keys of translations, rotations and scales that a straight line between other keys
 * explains, and channels that stay at rest. This changes a rotation by at most 0.00002 rad, a scale
 * by at most 0.0001, and a translation by at most 0.01 mm plus 0.001 mm for each metre that the
 * animation moves a node, but no more than 0.1 mm.
 *
 * scene: finished; stays finished.
 * always: false: only animations whose keys are spaced evenly, as in files of programs that sample
 *   animations at a fixed rate.
 * result: may be NULL. */
WM_API wm_status wm_scene_reduce_keys(wm_scene *scene, bool always, wm_scene_reduce_result *result,
                                      wm_error *error);

/* ---- walkmeshes from scenes -------------------------------------------- */

typedef enum wm_weld {
    WM_WELD_AUTO, /* ON for glTF from other programs, because glTF splits vertices; else OFF */
    WM_WELD_ON,   /* vertices at the same place become one */
    WM_WELD_OFF
} wm_weld;

/* Which triangles to merge with wm_nwn2_trn_simplify before the bake. */
typedef enum wm_simplify {
    WM_SIMPLIFY_NONE,
    WM_SIMPLIFY_FULL, /* in tiles with more than WM_NWN2_TILE_NODES walkable triangles */
    WM_SIMPLIFY_ALL   /* in all tiles */
} wm_simplify;

typedef struct wm_walkmesh_import_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the result */
    wm_weld weld;
    /* Surface of triangles that have no material in the scene, or one with an unknown name. For a
     * TRX a name such as "stone" or "grass_not_walkable", for a KotOR walkmesh a label of the
     * surface table or "material_N" (docs/gltf.md); other names fail with WM_BAD_VALUE. NULL:
     * "stone" (both have it) for triangles without a material; unknown materials fail with
     * WM_BAD_VALUE. */
    const char *material;
    /* NWN2 */
    const wm_nwn2_trn *template_trn; /* the result gets copies of its grid and its other packets;
                                        may be NULL */
    float tile_width;   /* metres; 0: that of the scene, else of the template, else 9 */
    bool keep_walkmesh; /* the result is a copy of template_trn, which must be set; only ground and
                           water come from the scene */
    wm_simplify simplify;
    /* KotOR */
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    uint32_t type; /* never taken from the scene: WM_KOTOR_BWM_TYPE_AREA for a room; 0 is
                      WM_KOTOR_BWM_TYPE_OBJECT */
    wm_kotor_rounding rounding; /* WM_KOTOR_ROUNDING_AUTO: that of the scene, else K1 */
    uint32_t door_state;        /* if the scene has several states of a door
                                   (wm_kotor_door_states): 1 + the state whose meshes and hooks
                                   are used; 0: those of all states */
    uint32_t end_zero;
} wm_walkmesh_import_opts;

typedef struct wm_walkmesh_import_result {
    bool straight;      /* this library exported the scene from the same kind of walkmesh: nothing
                           was repaired, and triangles have their old order */
    uint32_t triangles; /* triangles of the scene */
    uint32_t left_out;  /* KotOR: meshes left out because a role, a name or a surface marks others
                           as the walkmesh */
    uint32_t welded;    /* vertices that were merged with another */
    uint32_t flipped;   /* triangles that faced down and were flipped */
    uint32_t split;     /* triangles added by splitting at tile borders */
    uint32_t lost;      /* transitions dropped because they are not at a border edge */
    uint32_t empties;   /* KotOR: empties named transition_N that were found at a border edge */
    uint32_t linked; /* KotOR: border edges linked by these empties: an empty links all edges that
                        lie in one line with its edge */
    uint32_t
        painted; /* KotOR: border edges linked by vertex colours, as kotorblender paints them */
    uint32_t ground, water;               /* NWN2: TRRN and WATR packets that came from the scene */
    wm_nwn2_trn_simplify_result simplify; /* NWN2 */
    wm_nwn2_trn_rebuild_result bake;      /* NWN2 */
    uint32_t dry; /* NWN2: triangles without water that were left out of WATR packets, because
                     another program has changed the vertices that they refer to */
    /* KotOR: of `empties`, those that this library exported and that are no longer in the middle of
     * an edge. Each links the nearest edge only. */
    uint32_t off;
    uint32_t shared; /* KotOR: of `empties`, those at an edge that another one links, too */
    uint32_t bare;   /* triangles without a material, if opts->material was NULL: stone */
} wm_walkmesh_import_result;

/* Makes a baked TRX from all meshes of a scene. docs/gltf.md describes the names of materials. A
 * mesh that did not come from a TRX is split at the borders of tiles. Nodes named ground_N,
 * grass_N_K and water_X_Y become TRRN and WATR packets. Free with wm_nwn2_trn_free.
 *
 * scene: finished; not needed afterwards.
 * result: may be NULL. */
WM_API wm_nwn2_trn *wm_nwn2_trn_from_scene(const wm_scene *scene,
                                           const wm_walkmesh_import_opts *opts,
                                           wm_walkmesh_import_result *result, wm_error *error);
/* Makes a KotOR walkmesh in the same way, with all derived tables. If a role, a name or a surface
 * marks some meshes as the walkmesh, only those are used. Transitions and
 * hooks are nodes with names such as "transition_3"; see docs/gltf.md. Free with
 * wm_kotor_bwm_free. */
WM_API wm_kotor_bwm *wm_kotor_bwm_from_scene(const wm_scene *scene,
                                             const wm_walkmesh_import_opts *opts,
                                             wm_walkmesh_import_result *result, wm_error *error);

/* Finds the states of a door in a scene, by the names of its walkmeshes and of the nodes above
 * them: `closed`, `door_DWK_wg_open1`; or door0, door1 and door2 if no name has such a word.
 *
 * scene: finished.
 * surfaces: NULL: built-in.
 * states: receives bit 0 for closed, 1 for open1 and 2 for open2. */
WM_API wm_status wm_kotor_door_states(const wm_scene *scene, const wm_kotor_surfaces *surfaces,
                                      uint32_t *states, wm_error *error);

/* ---- KotOR models from scenes ------------------------------------------ */

typedef struct wm_kotor_mdl_import_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator;    /* NULL: malloc. Must outlive the model */
    wm_kotor_game game;               /* 0: that of the scene (with its platform), else KotOR 1 */
    wm_kotor_platform platform;       /* used if `game` is set */
    const char *name;                 /* of the model, for scenes from other programs; NULL: that of
                                         the scene */
    const wm_kotor_mdl *supermodel;   /* node numbers come from it; may be NULL */
    const wm_kotor_mdl *template_mdl; /* an older version of the model. It provides what the scene
                                         does not have: fields of nodes with the same names, fields
                                         of the model, animations. May be NULL */
    /* Surface of walkmesh faces that have no material in the scene, or one with an unknown name: a
     * label of the surface table or "material_N". Another name fails with WM_BAD_ARGUMENT if there
     * are such faces. NULL: such faces fail with WM_NOT_REPRESENTABLE. */
    const char *material;
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    uint32_t end_zero;
} wm_kotor_mdl_import_opts;

/* What was computed or changed. */
typedef struct wm_kotor_mdl_import_result {
    bool straight;     /* exported by this library from such a model: nothing was repaired */
    uint32_t renamed;  /* nodes renamed: too long, special characters, or a duplicate */
    uint32_t split;    /* meshes added for parts with another material or other bones */
    uint32_t scaled;   /* nodes whose scale was applied to vertices and children */
    uint32_t computed; /* meshes without normals, which were computed */
    uint32_t
        no_uvs; /* textures and light maps on meshes without uvs for them, which are all 0 now */
    uint32_t weighted;   /* vertices without weights, or whose weights did not add up to 1 */
    uint32_t walkmeshes; /* meshes that became walkmeshes, by their name or material */
    uint32_t flipped;    /* walkable faces of these that faced down and were flipped */
    uint32_t resampled;  /* channels with an interpolation that the format does not have */
    uint32_t uneven;     /* channels that rotate a node below a non-uniform scale: the shear is
                            lost */
    uint32_t left_out;   /* channels that the format cannot hold */
    uint32_t
        long_textures; /* texture names of more than 16 characters, which the game cannot find */
    uint32_t hidden;   /* hidden meshes that came from the template */
    uint32_t from_template;  /* animations that came from the template */
    uint32_t tangents;       /* meshes whose tangent frames were computed */
    uint32_t sabers;         /* sabers whose vertices were merged and put in order */
    uint32_t no_sabers;      /* sabers that are no longer two blades: now plain meshes */
    uint32_t no_constraints; /* danglymeshes whose constraints are not known: 0 for all vertices */
} wm_kotor_mdl_import_result;

/* Makes a KotOR model from a scene. A scene from wm_scene_from_kotor_mdl comes back with the same
 * nodes, vertices and keys, bit for bit; derived data is computed (docs/gltf.md, "KotOR models"). A
 * scene from another program is converted: it is rotated to z up, scales are applied to vertices,
 * meshes with several materials are split, and names are made unique. Errors have the node as their
 * path. Free with wm_kotor_mdl_free.
 *
 * scene: finished; not needed afterwards.
 * result: may be NULL. */
WM_API wm_kotor_mdl *wm_kotor_mdl_from_scene(const wm_scene *scene,
                                             const wm_kotor_mdl_import_opts *opts,
                                             wm_kotor_mdl_import_result *result, wm_error *error);

/* ---- NWN2 models from scenes ------------------------------------------- */

typedef struct wm_nwn2_mdb_import_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the model */
    /* Surface of walkmesh triangles that have no material in the scene, or one with an unknown
     * name: a name as for a TRX (docs/gltf.md). Another name fails with WM_BAD_ARGUMENT if there
     * are such triangles. NULL: "stone" for those without a material; unknown materials fail with
     * WM_BAD_VALUE. */
    const char *material;
    const char
        *skeleton; /* of skins. NULL: the extra `skeleton` of the node, else the skin's name */
    uint32_t end_zero;
} wm_nwn2_mdb_import_opts;

/* What was computed or changed. */
typedef struct wm_nwn2_mdb_import_result {
    bool straight;       /* exported by this library from such a model: everything is as it was */
    uint32_t vertices;   /* of all meshes */
    uint32_t triangles;  /* of all meshes */
    uint32_t no_normals; /* meshes without normals, which were computed */
    uint32_t tangents;   /* meshes whose tangents were computed */
    uint32_t no_uvs;     /* visible meshes without uvs */
    uint32_t split;      /* packets added because a mesh has several materials */
    uint32_t flipped;    /* triangles of walkmeshes that faced down and were flipped */
    uint32_t dropped;    /* vertices of walkmeshes that a bake will drop to the ground
                            (WM_NWN2_MDB_DROPPED) */
    uint32_t ignored;    /* nodes left out: lights, cameras, empties without a meaning */
    uint32_t weights;    /* vertices of skins without weights: the first bone moves them */
} wm_nwn2_mdb_import_result;

/* Makes a model from a scene. A node with triangles becomes a packet of its name: a walkmesh if the
 * name ends in _W, collision if it ends in _C2 or _C3, a skin if it has one, else a rigid mesh;
 * empty nodes called hp_... become hooks. The extra `packet` of a node overrides its name. The
 * scene is converted to the game's space, and the transforms of nodes are applied. Missing data is
 * computed. See docs/gltf.md, "NWN2 models". Free with wm_nwn2_mdb_free.
 *
 * scene: finished; not needed afterwards.
 * result: may be NULL. Receives what was computed or changed. */
WM_API wm_nwn2_mdb *wm_nwn2_mdb_from_scene(const wm_scene *scene,
                                           const wm_nwn2_mdb_import_opts *opts,
                                           wm_nwn2_mdb_import_result *result, wm_error *error);

/* ---- Black & White 2 models from scenes -------------------------------- */

typedef enum wm_bw2_variant {
    WM_BW2_VARIANT_AUTO, /* a skin if the scene has a skinned mesh, else static */
    WM_BW2_VARIANT_STATIC,
    WM_BW2_VARIANT_SKIN
} wm_bw2_variant;

typedef struct wm_bw2_model_import_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the model */
    uint32_t version;              /* 5 or 6; 0: as in the scene if it says, else 6 */
    wm_bw2_variant variant;
    uint32_t end_zero;
} wm_bw2_model_import_opts;

/* What was computed or changed. */
typedef struct wm_bw2_model_import_result {
    bool straight;           /* exported by this library from such a model: vertices keep their
                                order */
    uint32_t triangles;      /* in the model */
    uint32_t degenerate;     /* triangles left out: they use a vertex twice */
    uint32_t no_normals;     /* meshes without normals, which were computed */
    uint32_t split;          /* vertices added because parts of a mesh shared them */
    uint32_t more_uvs;       /* uv sets left out: the format has only three */
    uint32_t weights;        /* vertices without weights, or whose weights did not add up to 1 */
    uint32_t posed;          /* skinned meshes that were moved to their rest pose: their bind pose
                                differs from it */
    uint32_t textures;       /* texture names shortened to a plain .dds name */
    uint32_t addressing;     /* parts whose texture addressing was derived from their uvs */
    uint32_t frames;         /* bones and entities whose frames come from their nodes */
    uint32_t cleaves;        /* cleave vectors computed, by an inferred rule */
    bool footprint, circles; /* they were computed */
    uint32_t normals;        /* vertices whose normals did not have the length 1 */
    uint32_t no_cleaves;     /* cleave vectors of skins that another program dropped: now 0 */
    uint32_t no_uvs; /* visible meshes without uvs, which are all (0, 1) now, as in the game */
} wm_bw2_model_import_result;

/* Makes a model from a scene. It is ready to be written: bounds, counts and sizes are set. Meshes
 * of triangles become meshes, parts become references, empty nodes become entities, and joints of
 * skins become bones; the nodes `footprint` and `circles` become the footprint and the circles.
 * Levels of detail come from wm_scene_node.lod, or from names that end in _lod1, _lod2 and so on.
 * The scene is converted to the game's space, and the transforms of nodes are applied. Missing data
 * is computed. See docs/gltf.md, "Black & White 2". Free with wm_bw2_model_free.
 *
 * scene: finished; not needed afterwards.
 * result: may be NULL. Receives what was computed or changed. */
WM_API wm_bw2_model *wm_bw2_model_from_scene(const wm_scene *scene,
                                             const wm_bw2_model_import_opts *opts,
                                             wm_bw2_model_import_result *result, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

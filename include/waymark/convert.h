/* The bridges between formats and neutral forms: walkmeshes and models to wm_walkmesh and wm_scene
 * and back, glTF and Wavefront OBJ, and the detection of formats. docs/gltf.md says which part of a
 * file becomes which part of a scene. */
#ifndef WAYMARK_CONVERT_H
#define WAYMARK_CONVERT_H

#include "waymark/aurora.h"
#include "waymark/base.h"
#include "waymark/bw2.h"
#include "waymark/kotor_bwm.h"
#include "waymark/kotor_mdl.h"
#include "waymark/nwn2.h"
#include "waymark/pose.h"
#include "waymark/scene.h"
#include "waymark/walkmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wm_format {
    WM_FORMAT_UNKNOWN,
    WM_FORMAT_KOTOR_BWM,      /* "BWM V1.0" */
    WM_FORMAT_KOTOR_BWM_TEXT, /* node ... endnode */
    WM_FORMAT_KOTOR_LYT,
    WM_FORMAT_KOTOR_MDL,
    WM_FORMAT_KOTOR_MDL_TEXT,
    WM_FORMAT_NWN2_TRN,
    WM_FORMAT_BW2_MODEL,
    WM_FORMAT_2DA,     /* text or binary */
    WM_FORMAT_ALL_ZERO /* nothing but zero bytes: two such files shipped with Black & White 2 */
} wm_format;

/* Tells a file by its bytes, never by its name. */
WM_API wm_format wm_detect(const void *data, size_t size);
/* "kotor-bwm", "nwn2-trn" ..., "unknown": the names of `info --json`. */
WM_API const char *wm_format_name(wm_format format);
/* "KotOR walkmesh" ...: for people. */
WM_API const char *wm_format_title(wm_format format);
/* Fills *error for a file of the wrong format: "expected a walkmesh, found a 2DA table".
 * `expected` is a noun with its article, or "" if many formats would do. */
WM_API void wm_format_error(wm_error *error, const char *expected, wm_format format, size_t size);
/* If the file is of unknown type and named .mdx, adds to the error what an MDX is for. */
WM_API void wm_format_hint_mdx(const char *file, wm_format format, wm_error *error);

/* ---- neutral walkmeshes ------------------------------------------------ */

/* The walkmesh as the game sees it: walkable by `surfaces` (NULL: built-in), joined
 * by the adjacency stored in the file where that is sound, else by vertex number
 * (neighbours_found says so). Normals, distances, the AABB tree, perimeters, hooks and
 * position are not carried over. */
WM_API wm_walkmesh *wm_walkmesh_from_kotor_bwm(const wm_kotor_bwm *bwm,
                                               const wm_kotor_surfaces *surfaces,
                                               const wm_allocator *allocator, wm_error *error);

/* The same of an NWN2 walkmesh: walkable by its flag, material as wm_nwn2_material numbers
 * it, joined by the stored links where those are sound. Triangles of a TRX, which run
 * clockwise, are turned round so that floors look up. Tiles, islands and tables are not
 * carried over. */
WM_API wm_walkmesh *wm_walkmesh_from_nwn2_aswm(const wm_nwn2_aswm *aswm,
                                               const wm_allocator *allocator, wm_error *error);

/* ---- colours of surfaces ----------------------------------------------- */

/* Exports and the viewer use these: red, green, blue, 0 to 1; darker if not walkable. */

/* surfaces may be NULL: the built-in table. */
WM_API wm_vec3 wm_kotor_surface_colour(const wm_kotor_surfaces *surfaces, uint32_t material);
/* material: as of wm_nwn2_material. */
WM_API wm_vec3 wm_nwn2_material_colour(uint32_t material, bool walkable);

/* ---- small files beside a walkmesh ------------------------------------- */

/* Takes the materials from a surfacemat.2da: column Walk, and Label, WalkCheck and
 * LineOfSight where they are. Rows from 32 on are left out (materials are bit
 * positions). *surfaces is untouched on failure. */
WM_API wm_status wm_kotor_surfaces_from_2da(const wm_2da *table, wm_kotor_surfaces *surfaces,
                                            wm_error *error);

/* The walkmesh cutters of a GIT: triggers of type 3. */
typedef struct wm_nwn2_cutters {
    uint32_t count;
    wm_nwn2_polygon *polygons; /* in the area's coordinates */
    uint32_t triggers;         /* of all types */
    uint32_t skipped;          /* cutters with fewer than three points, or points nowhere */
    uint32_t missing;          /* points without PointX or PointY, taken as 0 */
    void *memory;              /* the library's */
} wm_nwn2_cutters;

/* NULL and *error when the bytes are no GFF. One without triggers gives none. */
WM_API wm_nwn2_cutters *wm_nwn2_cutters_read(const void *data, size_t size,
                                             const wm_read_opts *opts, wm_error *error);
WM_API void wm_nwn2_cutters_free(wm_nwn2_cutters *cutters);

/* ---- scenes ------------------------------------------------------------ */

typedef struct wm_scene_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the scene */
    uint64_t memory_limit;         /* bytes the scene may take; 0: any number */
    bool no_animations;            /* leave all of them out */
    bool details; /* of walkmeshes: nodes for perimeters, regions, tiles, islands, ground, water */
    bool no_outlines; /* of Black & White 2 models: no lines for footprint and circles */
    const char *name; /* of walkmeshes: of the scene and its mesh, NULL: "walkmesh" */
    uint32_t end_zero;
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

typedef struct wm_bw2_model_import_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the model */
    uint32_t version;              /* 5 or 6; 0: that of the scene if it tells one, or 6 */
    wm_bw2_variant variant;
    uint32_t end_zero;
} wm_bw2_model_import_opts;

/* What was made of the scene, and what had to be computed or changed. */
typedef struct wm_bw2_model_import_result {
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
} wm_bw2_model_import_result;

/* A finished scene as a model that is ready to be written: bounds, counts and sizes are set.
 * Meshes of triangles become meshes, parts references, empties entities, joints of skins bones;
 * nodes `footprint` and `circles` what they say. Levels of detail are known by
 * wm_scene_node.lod or by names that end in _lod1, _lod2. The scene is turned into the
 * game's space, nodes' transforms are applied. What it does not hold is computed: *result says
 * what. docs/gltf.md, "Black & White 2". opts and result may be NULL. */
WM_API wm_bw2_model *wm_bw2_model_from_scene(const wm_scene *scene,
                                             const wm_bw2_model_import_opts *opts,
                                             wm_bw2_model_import_result *result, wm_error *error);

/* ---- Wavefront OBJ ----------------------------------------------------- */

typedef struct wm_obj_write_opts {
    wm_write_opts base;
    const char *material_file; /* named in the text as its mtllib; NULL: none */
    bool y_up;                 /* turn scenes that are z up, mirror left-handed ones */
    bool all;                  /* also nodes whose role is not WM_ROLE_SHOWN */
    uint32_t end_zero;
} wm_obj_write_opts;

/* The meshes of a pose (after wm_pose_update) as text: an object for each node, a group
 * for each part with its material. Positions, normals and the first uv set. Materials
 * are named by their colour texture. */
WM_API wm_status wm_obj_write(wm_pose *pose, const wm_obj_write_opts *opts, wm_buffer *out,
                              wm_error *error);
/* The materials that the text above names. */
WM_API wm_status wm_obj_write_mtl(const wm_scene *scene, const wm_write_opts *opts, wm_buffer *out,
                                  wm_error *error);

/* ---- out --------------------------------------------------------------- */

/* The walkmesh of a TRN or TRX as one mesh: vertices as the file has them, one part and
 * material for each set of flags, fronts up. The mesh's extra "order" says which triangle
 * of the file each triangle is; the scene's extras hold the grid and what else it takes to
 * come back. opts may be NULL. */
WM_API wm_scene *wm_scene_from_nwn2_trn(const wm_nwn2_trn *trn, const wm_scene_opts *opts,
                                        wm_error *error);
/* The same of a KotOR walkmesh: a material for each surface, an empty node for each edge
 * with a transition and for each hook that is set. surfaces may be NULL: built-in. */
WM_API wm_scene *wm_scene_from_kotor_bwm(const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces,
                                         const wm_scene_opts *opts, wm_error *error);

/* A scene made by one of the two functions above as OBJ, y up as other programs expect it:
 * every vertex, triangles in the order of the source, and comments that wm_obj_read
 * understands. opts may be NULL; only base and material_file count. */
WM_API wm_status wm_obj_write_walkmesh(const wm_scene *scene, const wm_obj_write_opts *opts,
                                       wm_buffer *out, wm_error *error);

/* ---- in ---------------------------------------------------------------- */

typedef struct wm_obj_read_opts {
    wm_read_opts base;
    bool z_up;           /* otherwise y is */
    bool positions_only; /* one mesh without vt and vn: vertex i is the i-th v */
    /* The bytes of the file of materials that an mtllib names, which must live until the
     * next call or the end of wm_obj_read; false if there is none. NULL: materials have
     * names only. */
    bool (*load)(void *user, const char *name, const void **data, size_t *size);
    void *user;
    uint32_t end_zero;
} wm_obj_read_opts;

/* A Wavefront OBJ as a finished scene: a mesh and a node for each object (o; g in files
 * without o), a part for each run of one usemtl, triangles in the order of the file.
 * Polygons are split into fans; lines, points and curves are passed over. Smoothing groups
 * are the mesh's extra "smoothing", one number a triangle. NULL and *error (with its line)
 * when it is none. */
WM_API wm_scene *wm_obj_read(const void *data, size_t size, const wm_obj_read_opts *opts,
                             wm_error *error);

typedef enum wm_weld {
    WM_WELD_AUTO, /* where the format splits vertices by itself: glTF of other programs */
    WM_WELD_ON,   /* vertices at the same place become one */
    WM_WELD_OFF
} wm_weld;

typedef struct wm_walkmesh_import_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc */
    wm_weld weld;
    const char *material; /* for triangles without one and with names that mean nothing;
                             NULL: "stone", and such names are errors */
    /* NWN2 */
    const wm_nwn2_trn *base; /* its other packets and its grid are taken over; NULL: none */
    float tile_width;        /* metres; 0: that of the scene, of `base`, or 9 */
    /* KotOR */
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    uint32_t type;                     /* WM_KOTOR_AREA or WM_KOTOR_OBJECT */
    wm_kotor_rounding rounding;        /* WM_KOTOR_ROUNDING_AUTO: that of the scene, or K1 */
    uint32_t end_zero;
} wm_walkmesh_import_opts;

typedef struct wm_walkmesh_import_result {
    bool straight;      /* the scene came from this library and the same family: nothing was
                           mended, and the order is the old one */
    uint32_t triangles; /* that the scene had */
    uint32_t welded;    /* vertices that became one with another */
    uint32_t turned;    /* triangles that looked down */
    uint32_t split;     /* triangles more, by tile borders */
    uint32_t lost;      /* transitions that are at no outer edge */
    wm_nwn2_trn_rebuild_result bake;
} wm_walkmesh_import_result;

/* The triangles of all meshes of a finished scene as a baked TRX. What a material's name
 * means is told in docs/gltf.md; unknown names are errors. A mesh that did not come from a
 * TRX is split at the tiles' borders. opts and result may be NULL. */
WM_API wm_nwn2_trn *wm_nwn2_trn_from_scene(const wm_scene *scene,
                                           const wm_walkmesh_import_opts *opts,
                                           wm_walkmesh_import_result *result, wm_error *error);
/* The same as a rebuilt KotOR walkmesh; transitions and hooks are nodes known by their
 * names, such as "transition_3". */
WM_API wm_kotor_bwm *wm_kotor_bwm_from_scene(const wm_scene *scene,
                                             const wm_walkmesh_import_opts *opts,
                                             wm_walkmesh_import_result *result, wm_error *error);

/* ---- models ------------------------------------------------------------ */

typedef struct wm_kotor_mdl_import_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc */
    wm_kotor_game game;            /* 0: what the scene says (with its platform), else KotOR 1 */
    wm_kotor_platform platform;    /* with `game` */
    const char *name; /* of a model that other programs made; NULL: that of the scene */
    const wm_kotor_mdl *supermodel; /* numbers of nodes are taken from it; may be NULL */
    const wm_kotor_mdl *base; /* an older state of the model: what the scene does not say of nodes
                                 of the same names, of the model and of its animations comes from
                                 it; may be NULL */
    const char *material;     /* surface of walkmesh faces whose material means none; NULL: such
                                 names are errors */
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    uint32_t end_zero;
} wm_kotor_mdl_import_opts;

/* What was done to a scene that is not a KotOR model's. */
typedef struct wm_kotor_mdl_import_result {
    bool straight;          /* the scene came from a KotOR model: nothing was mended */
    uint32_t renamed;       /* nodes whose names were too long, not plain or there already */
    uint32_t split;         /* meshes more, for parts with other materials or bones */
    uint32_t scaled;        /* nodes whose scale went into vertices and places below */
    uint32_t computed;      /* meshes without normals, which were computed */
    uint32_t weighted;      /* vertices whose weights did not add up, or that had none */
    uint32_t walkmeshes;    /* meshes that became walkmeshes by their names or materials */
    uint32_t turned;        /* walkable faces of those that looked down */
    uint32_t resampled;     /* channels whose curve or steps the format does not have */
    uint32_t uneven;        /* channels that turn a node below an uneven scale: they shear there,
                               and do not here */
    uint32_t left_out;      /* channels that the format has no place for */
    uint32_t long_textures; /* names of more than 16 characters, which the game cannot find */
    uint32_t hidden;        /* meshes that nobody sees, from opts->base */
    uint32_t from_base;     /* animations that came from opts->base */
} wm_kotor_mdl_import_result;

/* A finished scene as a KotOR model that can be written. One that
 * wm_scene_from_kotor_mdl made comes back with all its nodes, vertices and keys to the bit;
 * what follows from them is computed (docs/gltf.md, "KotOR models"). A scene of another
 * program is made to fit: turned z up, scales taken into vertices, meshes of several
 * materials split, names made different. NULL and *error, with the node as its path, for
 * what the format cannot hold. opts and result may be NULL. */
WM_API wm_kotor_mdl *wm_kotor_mdl_from_scene(const wm_scene *scene,
                                             const wm_kotor_mdl_import_opts *opts,
                                             wm_kotor_mdl_import_result *result, wm_error *error);

typedef struct wm_gltf_write_opts {
    wm_write_opts base;
    bool text;       /* a .gltf with its data inside as base64; else a .glb */
    bool all;        /* also meshes of nodes whose role is WM_ROLE_HIDDEN */
    bool all_levels; /* all levels of detail stand in the tree, for programs such as Blender that
                        do not know MSFT_lod and would lose those that only it names */
    uint32_t end_zero;
} wm_gltf_write_opts;

/* A finished scene as one file, the same bytes for the same scene. It stands upright and
 * unmirrored: a scene that is z up hangs under a node that turns it, of a left-handed
 * one z is negated throughout. Numbers that glTF forbids (not finite, directions that
 * are not of length 1, weights that do not add up to 1) are mended, and where the
 * mending changed something the stored numbers stand beside it (attributes _NORMAL_RAW,
 * _WEIGHTS_RAW). opts may be NULL. Free with wm_buffer_free. */
WM_API wm_status wm_gltf_write(const wm_scene *scene, const wm_gltf_write_opts *opts,
                               wm_buffer *out, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

/* Detection of formats, and conversion between the games' formats, the neutral forms (wm_walkmesh
 * and wm_scene), glTF and Wavefront OBJ. docs/gltf.md describes which part of a file becomes which
 * part of a scene.
 */
#ifndef WAYMARK_CONVERT_H
#define WAYMARK_CONVERT_H

#include "waymark/aurora.h"
#include "waymark/base.h"
#include "waymark/bw2.h"
#include "waymark/kotor_bwm.h"
#include "waymark/kotor_mdl.h"
#include "waymark/nwn2.h"
#include "waymark/nwn2_mdb.h"
#include "waymark/pose.h"
#include "waymark/scene.h"
#include "waymark/walkmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- formats ----------------------------------------------------------- */

typedef enum wm_format {
    WM_FORMAT_UNKNOWN,
    WM_FORMAT_KOTOR_BWM,      /* "BWM V1.0" */
    WM_FORMAT_KOTOR_BWM_TEXT, /* node ... endnode */
    WM_FORMAT_KOTOR_LYT,
    WM_FORMAT_KOTOR_MDL,
    WM_FORMAT_KOTOR_MDL_TEXT,
    WM_FORMAT_NWN2_TRN,
    WM_FORMAT_BW2_MODEL,
    WM_FORMAT_2DA,      /* text or binary */
    WM_FORMAT_ALL_ZERO, /* only zero bytes: two such files shipped with Black & White 2 */
    WM_FORMAT_GLTF,     /* .glb or .gltf */
    WM_FORMAT_OBJ,
    WM_FORMAT_KOTOR_VIS,
    WM_FORMAT_NWN2_MDB,
    WM_FORMAT_TEXTURE, /* TPC, TGA or DDS */
    WM_FORMAT_TXI,
    WM_FORMAT_KOTOR_PTH,
    WM_FORMAT_GFF /* any but a PTH: GIT, ARE, IFO, UTD and others */
} wm_format;

/* Identifies a file by its content, never by its name. */
WM_API wm_format wm_detect(const void *data, size_t size);
/* "kotor-bwm", "nwn2-trn" and so on, or "unknown", as in `info --json`. A static string. */
WM_API const char *wm_format_name(wm_format format);
/* "KotOR walkmesh" and so on, for messages. A static string. */
WM_API const char *wm_format_title(wm_format format);
/* Fills *error for a file of the wrong format: "expected a walkmesh, found a 2DA table".
 *
 * format: of the file.
 * size: of the file, in bytes.
 * expected: a noun with its article, or "" if there is more than one expected format.
 *
 * Returns the code of the error: WM_BAD_MAGIC, or WM_TRUNCATED if size is 0. */
WM_API wm_status wm_format_error(wm_format format, size_t size, const char *expected,
                                 wm_error *error);
/* Adds advice to an error from wm_format_error if somebody has opened an MDX by itself: name the
 * MDL instead. It does so if the file's name ends in .mdx and the format is WM_FORMAT_UNKNOWN or
 * WM_FORMAT_ALL_ZERO; otherwise the error stays as it is. */
WM_API void wm_format_hint_mdx(const char *file, wm_format format, wm_error *error);

/* ---- neutral walkmeshes ------------------------------------------------ */

/* Makes a neutral walkmesh from a KotOR walkmesh, as the game sees it. Faces keep their indices.
 * Neighbours come from the stored adjacency if it is valid; otherwise they are found by vertex
 * index (neighbours_found). Normals, distances, the AABB tree, perimeters, hooks and position are
 * left out. Free with wm_walkmesh_free.
 *
 * bwm: not needed afterwards.
 * surfaces: decides what is walkable. NULL: built-in. */
WM_API wm_walkmesh *wm_walkmesh_from_kotor_bwm(const wm_kotor_bwm *bwm,
                                               const wm_kotor_surfaces *surfaces,
                                               const wm_allocator *allocator, wm_error *error);

/* Makes a neutral walkmesh from an NWN2 walkmesh. Triangles keep their indices. Their flags say
 * which are walkable, materials are as from wm_nwn2_material, and neighbours come from the stored
 * links if these are valid, otherwise from shared vertices. The clockwise triangles of a TRX are
 * flipped, so that floors face up. Tiles, islands and tables are left out. Free with
 * wm_walkmesh_free.
 *
 * aswm: not needed afterwards. */
WM_API wm_walkmesh *wm_walkmesh_from_nwn2_aswm(const wm_nwn2_aswm *aswm,
                                               const wm_allocator *allocator, wm_error *error);

/* ---- colours of surfaces ----------------------------------------------- */

/* The colour of a material in exports and in the viewer: red, green and blue, 0 to 1. It is darker
 * if the material is not walkable.
 *
 * surfaces: NULL: built-in.
 * material: a row of the surface table; for NWN2, a result of wm_nwn2_material. */
WM_API wm_vec3 wm_kotor_surface_colour(const wm_kotor_surfaces *surfaces, uint32_t material);
WM_API wm_vec3 wm_nwn2_material_colour(uint32_t material, bool walkable);
/* The colour of a tile with this many walkable triangles, in pictures and in the viewer: from white
 * through yellow to orange at WM_NWN2_TILE_NODES; red above it. */
WM_API wm_vec3 wm_nwn2_tile_colour(uint32_t walkable);

/* ---- companions of walkmeshes ------------------------------------------ */

/* Fills a surface table from surfacemat.2da. The column Walk is required; Label, WalkCheck and
 * LineOfSight are optional. Rows from 32 on are left out, because materials are bit positions.
 *
 * surfaces: unchanged on failure. */
WM_API wm_status wm_kotor_surfaces_from_2da(const wm_2da *table, wm_kotor_surfaces *surfaces,
                                            wm_error *error);

/* The walkmesh cutters of a GIT (the GFF file that lists the objects placed in an area): its
 * triggers of type 3. */
typedef struct wm_nwn2_cutters {
    uint32_t count;
    wm_nwn2_polygon *polygons; /* in area coordinates */
    uint32_t triggers;         /* number of triggers of all types */
    uint32_t skipped; /* cutters with fewer than three points, or with points that are not finite */
    uint32_t missing; /* points without PointX or PointY; the missing number counts as 0 */
    void *memory;     /* private */
} wm_nwn2_cutters;

/* Reads the cutters of a GIT. Fails if the bytes are not a GFF. A GFF without triggers has no
 * cutters, which is not an error. Free with wm_nwn2_cutters_free.
 *
 * opts: its report is not used. */
WM_API wm_nwn2_cutters *wm_nwn2_cutters_read(const void *data, size_t size,
                                             const wm_read_opts *opts, wm_error *error);
/* Frees the cutters. NULL is allowed. */
WM_API void wm_nwn2_cutters_free(wm_nwn2_cutters *cutters);

/* A placeable that a bake sees. A point p of its model is at position + Rz(bearing) * (scale * p),
 * counter-clockwise seen from above. */
typedef struct wm_nwn2_placeable {
    uint32_t index;      /* in the GIT's list of placeables */
    uint32_t appearance; /* row of placeables.2da; WM_NO_INDEX: the GIT has none */
    wm_vec3 position;
    float bearing; /* radians */
    wm_vec3 scale;
} wm_nwn2_placeable;

/* The placeables of a GIT with Static 1 and IsWalkable 0: a bake ignores all others. The
 * models of those listed may still have walkmeshes to walk on, despite IsWalkable 0. */
typedef struct wm_nwn2_placeables {
    uint32_t count;
    wm_nwn2_placeable *items; /* in the order of the list */
    uint32_t total;           /* number of placeables of all kinds */
    uint32_t left_out;        /* those with other values of Static or IsWalkable, and entries whose
                                 struct does not exist or is that of an earlier entry */
    uint32_t skipped;         /* those whose place, bearing or scale is not finite */
    void *memory;             /* private */
} wm_nwn2_placeables;

/* Reads the placeables of a GIT. Fails if the bytes are not a GFF. A GFF without placeables is not
 * an error. Free with wm_nwn2_placeables_free.
 *
 * opts: its report is not used. */
WM_API wm_nwn2_placeables *wm_nwn2_placeables_read(const void *data, size_t size,
                                                   const wm_read_opts *opts, wm_error *error);
/* Frees the placeables. NULL is allowed. */
WM_API void wm_nwn2_placeables_free(wm_nwn2_placeables *placeables);

typedef struct wm_nwn2_trn_footsteps_result {
    uint32_t megatiles;  /* of the ground; 0: an interior, which has none */
    uint32_t set;        /* walkable triangles that got another material */
    uint32_t same;       /* those that had it already */
    uint32_t outside;    /* those without ground. These and the next two keep their material */
    uint32_t unknown;    /* those on a texture that the table does not have */
    uint32_t unreadable; /* those on a megatile whose weights cannot be read */
} wm_nwn2_trn_footsteps_result;

/* Sets the material of each walkable triangle from the texture with the largest weight on the
 * ground (TRRN) at its centre. Bake afterwards (wm_nwn2_trn_rebuild).
 *
 * table: terrainmaterials.2da or one like it: the column Terrain has the names of textures,
 *   Material those of wm_nwn2_material_name. Case is ignored.
 * result: may be NULL.
 *
 * Fails with WM_BAD_ARGUMENT if there is no walkmesh, or with WM_BAD_VALUE if the table lacks a
 * column. On failure nothing has changed. */
WM_API wm_status wm_nwn2_trn_footsteps(wm_nwn2_trn *trn, const wm_2da *table,
                                       wm_nwn2_trn_footsteps_result *result, wm_error *error);

/* ---- scenes ------------------------------------------------------------ */

typedef struct wm_scene_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the scene */
    uint64_t memory_limit;         /* bytes that the scene may take; 0: no limit */
    bool no_animations;            /* KotOR models: leave out all animations */
    bool details; /* walkmeshes: add nodes for perimeters, regions, tiles, islands, ground, water */
    bool no_outlines; /* Black & White 2 models: leave out the lines of footprint and circles */
    const char *name; /* walkmeshes: name of the scene and its mesh, copied; NULL: "walkmesh" */
    uint32_t end_zero;
} wm_scene_opts;

/* Makes a scene from a KotOR model. Node i of the scene is node i of mdl->tree.
 *
 * Fields that a scene does not have become extras, named as in the text format.
 * Bounds, face planes, adjacency, AABB trees and unknown fields are left out. Free with
 * wm_scene_free.
 *
 * mdl: not needed afterwards.
 * supers: super_count supermodels, the nearest first; not needed afterwards. May be NULL if there
 *   are none; NULL entries are ignored. The scene gets their animations, except where the model or
 *   a nearer supermodel has one of the same name. They move the nodes that have the same names.
 *   Their positions are scaled by the animation scales (wm_kotor_mdl.scale) of the model and of all
 *   nearer supermodels. */
WM_API wm_scene *wm_scene_from_kotor_mdl(const wm_kotor_mdl *mdl, const wm_kotor_mdl *const *supers,
                                         uint32_t super_count, const wm_scene_opts *opts,
                                         wm_error *error);

/* Makes a scene from a Black & White 2 model. Its nodes are the bones, the meshes (in model space:
 * pivots are not applied), the entities, `footprint` and `circles`; docs/gltf.md lists them and the
 * extras. Strips become triangles. The levels of detail are nodes of one lod_group; the collision
 * hull is one of them, with the role WM_NODE_ROLE_COLLISION. Free with wm_scene_free.
 *
 * model: not needed afterwards. */
WM_API wm_scene *wm_scene_from_bw2_model(const wm_bw2_model *model, const wm_scene_opts *opts,
                                         wm_error *error);

/* Makes a scene from an NWN2 model. Its first nodes are the packets, in the order of the table:
 * meshes, and empty nodes for hooks, hair and helmets with their matrices. The others are the bones
 * that skins use, called bone_00 and so on, at the origin: models hold no bones. Levels of detail
 * are nodes of one lod_group; collision and walkmesh have the role WM_NODE_ROLE_COLLISION.
 * docs/gltf.md lists the extras. Free with wm_scene_free.
 *
 * mdb: not needed afterwards. */
WM_API wm_scene *wm_scene_from_nwn2_mdb(const wm_nwn2_mdb *mdb, const wm_scene_opts *opts,
                                        wm_error *error);

/* ---- several scenes as one --------------------------------------------- */

typedef struct wm_scene_piece {
    const char *name;
    const wm_scene *scene; /* finished; NULL: only a node */
    wm_transform place;    /* where the scene is placed in the result */
} wm_scene_piece;

/* Joins scenes. The result has a node for each piece, with its name, its place and the extras of
 * its scene; the nodes of the scene are its children. Materials with the same name, colours, flags
 * and texture names become one: the first, with its extras, uv sets and clamping. Free with
 * wm_scene_free.
 *
 * name: of the result; must outlive it.
 * pieces: an array of `count` pieces, not needed afterwards. All scenes must have the same `up`,
 *   `left_handed` and `v_down`, else it fails with WM_BAD_ARGUMENT. The result shares their arrays,
 *   so the names and scenes must outlive it.
 * opts: only allocator and memory_limit are used. */
WM_API wm_scene *wm_scene_join(const char *name, const wm_scene_piece *pieces, uint32_t count,
                               const wm_scene_opts *opts, wm_error *error);

/* ---- scenes that another program saved --------------------------------- */

typedef struct wm_scene_restore_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* for scratch memory. NULL: malloc */
    wm_report *report; /* receives the names of missing nodes (SCENE_NODE_MISSING); may be NULL */
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

/* ---- Wavefront OBJ ----------------------------------------------------- */

typedef struct wm_obj_write_opts {
    wm_write_opts base;
    const char *material_file; /* name for the mtllib line; NULL: no such line */
    bool y_up;                 /* rotate scenes that are z up, and mirror left-handed ones */
    /* Also write nodes with other roles than WM_NODE_ROLE_SHOWN. Always so for joined scenes and
     * for models of NWN2 and Black & White 2, where hulls and outlines are part of the model. */
    bool all;
    /* For each image of the scene: its file, for the MTL. NULL, or NULL for an image: the name of
     * the texture, as .tga if it has no extension. */
    const char *const *image_files;
    uint32_t end_zero;
} wm_obj_write_opts;

/* Writes the meshes of a pose: an object for each node, and a group with a material for each part.
 * Positions, normals and the first uv set are written. Materials are named after their colour
 * textures.
 *
 * pose: call wm_pose_update first. */
WM_API wm_status wm_obj_write(wm_pose *pose, const wm_obj_write_opts *opts, wm_buffer *out,
                              wm_error *error);
/* Writes the MTL file for wm_obj_write and wm_obj_write_walkmesh: the materials of the scene.
 *
 * opts: only base and image_files are used. */
WM_API wm_status wm_obj_write_mtl(const wm_scene *scene, const wm_obj_write_opts *opts,
                                  wm_buffer *out, wm_error *error);

/* ---- walkmeshes as scenes ---------------------------------------------- */

/* Makes a scene from the walkmesh of a TRN or TRX. It has one mesh with the vertices of the file,
 * and a part with its own material for each combination of flags; fronts face up. The extra "order"
 * of the mesh holds the index of each triangle in the file. The extras of the scene hold the grid
 * and everything else that is needed to import it again. Free with wm_scene_free.
 *
 * trn: not needed afterwards.
 *
 * Fails with WM_BAD_VALUE if there is no walkmesh (trn->aswm is NULL). */
WM_API wm_scene *wm_scene_from_nwn2_trn(const wm_nwn2_trn *trn, const wm_scene_opts *opts,
                                        wm_error *error);
/* The same for a KotOR walkmesh: a material for each surface, and an empty node for each transition
 * and for each hook that is set.
 *
 * bwm: not needed afterwards.
 * surfaces: NULL: built-in. */
WM_API wm_scene *wm_scene_from_kotor_bwm(const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces,
                                         const wm_scene_opts *opts, wm_error *error);

/* Writes a scene from one of the last two functions as OBJ, y up as other programs expect: every
 * vertex, triangles in the order of the source, and comments that wm_obj_read understands.
 *
 * opts: only base and material_file are used. */
WM_API wm_status wm_obj_write_walkmesh(const wm_scene *scene, const wm_obj_write_opts *opts,
                                       wm_buffer *out, wm_error *error);

/* ---- reading Wavefront OBJ --------------------------------------------- */

/* Loads a file that an OBJ or glTF names.
 *
 * name: never empty, and never leads out of the folder of the OBJ or glTF: it starts with no slash
 *   or backslash and contains neither a colon nor a part "..". Other names are refused.
 * data: *data is NULL before the call. Receives the bytes, which must live until the next call or
 *   the end of the read. It stays NULL if there is no such file, which is not a failure; it must
 *   not be NULL for an empty file.
 *
 * If it fails, the read fails with the same status and with the message in *error. */
typedef wm_status (*wm_file_loader)(void *user, const char *name, const void **data, size_t *size,
                                    wm_error *error);

typedef struct wm_obj_read_opts {
    wm_read_opts base;   /* base.report receives a finding for each MTL that is refused or that
                            `load` does not find. Without a report they are ignored */
    bool z_up;           /* z is up; otherwise y is */
    bool positions_only; /* one mesh, ignoring vt and vn: vertex i is the i-th v line */
    wm_file_loader load; /* for the file that an mtllib line names. NULL: materials have names
                            only */
    void *user;          /* passed to load */
    uint32_t end_zero;
} wm_obj_read_opts;

/* Whether the text starts like an OBJ: the lines before the first v, vt, vn, vp, f, l or p are OBJ
 * statements, and that line has a number. Without such a line, one of mg, mtllib and usemtl must
 * occur. Blank lines and comments do not count. */
WM_API bool wm_obj_detect(const void *data, size_t size);

/* Reads a Wavefront OBJ as a finished scene: a mesh and a node for each object (`o`, or `g` in
 * files without `o`), and a part for each run of triangles with one usemtl. Triangles keep the
 * order of the file. Polygons are split into fans; lines, points and curves are ignored. Smoothing
 * groups become the extra "smoothing" of the mesh, a number for each triangle. Errors have a line.
 * Free with wm_scene_free. */
WM_API wm_scene *wm_obj_read(const void *data, size_t size, const wm_obj_read_opts *opts,
                             wm_error *error);

/* Reports what prevents the import of a finished scene (codes SCENE_...). It does not repeat what
 * the reader reported. Fails with WM_BAD_ARGUMENT if the scene is not finished. */
WM_API wm_status wm_scene_check(const wm_scene *scene, const wm_check_opts *opts, wm_report *report,
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

/* ---- glTF 2.0 ---------------------------------------------------------- */

typedef struct wm_gltf_read_opts {
    wm_read_opts base; /* memory_limit applies to the scene, and separately to the memory used while
                          reading; 0: 64 MiB + 64 * all bytes that are read. report receives what a
                          scene cannot hold (codes GLTF_...); without one, that is ignored */
    wm_file_loader load; /* for the file that a buffer of a .gltf names. NULL: buffers must be
                            inside the file */
    void *user;          /* passed to load */
    uint32_t end_zero;
} wm_gltf_read_opts;

/* Whether the bytes start with the magic number of a .glb, or are a JSON object that contains
 * "asset". */
WM_API bool wm_gltf_detect(const void *data, size_t size);

/* Reads a .glb or .gltf as a finished scene. A file from wm_gltf_write becomes the scene that it
 * was made from, in the space of that scene; other files are y up (docs/gltf.md, "What is read from
 * a glTF"). Errors have the byte offset and the path in the JSON, and for a .gltf also line and
 * column. Free with wm_scene_free. */
WM_API wm_scene *wm_gltf_read(const void *data, size_t size, const wm_gltf_read_opts *opts,
                              wm_error *error);

typedef struct wm_gltf_write_opts {
    wm_write_opts base;
    /* For each image of the scene: the file to link it to, relative to the glTF, with slashes
     * between folders; the caller writes it. NULL, or NULL for an image: it is embedded, as PNG or
     * as it came. */
    const char *const *image_files;
    bool no_images; /* leave out the images of the scene; the names of textures are written */
    bool text;      /* write a .gltf that contains its data as base64; else a .glb */
    bool all;       /* also write meshes of nodes with the role WM_NODE_ROLE_HIDDEN */
    bool all_lods;  /* put all levels of detail into the node tree, for programs such as Blender
                       that do not support MSFT_lod and would drop all but the first */
    uint32_t end_zero;
} wm_gltf_write_opts;

/* Writes a scene as one glTF file. The same scene gives the same bytes. The result is y up and
 * right-handed: a scene that is z up gets a root node that rotates it, and z is negated in a
 * left-handed scene. Numbers that glTF does not allow (not finite, directions that do not have
 * length 1, weights that do not add up to 1) are corrected; if that changes anything, the original
 * numbers are written too (attributes _NORMAL_RAW, _WEIGHTS_RAW). Images that are used as colours,
 * light maps, normal maps or environment maps are written too.
 *
 * scene: finished. */
WM_API wm_status wm_gltf_write(const wm_scene *scene, const wm_gltf_write_opts *opts,
                               wm_buffer *out, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

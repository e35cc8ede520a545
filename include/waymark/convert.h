/* Detection of formats, and conversion of the games' formats to the neutral forms (wm_walkmesh and
 * wm_scene). import.h has the way back from a scene, scene_file.h has glTF and Wavefront OBJ; this
 * header includes both.
 */
#ifndef WAYMARK_CONVERT_H
#define WAYMARK_CONVERT_H

#include "waymark/aurora.h"
#include "waymark/base.h"
#include "waymark/bw2.h"
#include "waymark/import.h"
#include "waymark/kotor_bwm.h"
#include "waymark/kotor_mdl.h"
#include "waymark/nwn2.h"
#include "waymark/nwn2_mdb.h"
#include "waymark/pose.h"
#include "waymark/scene.h"
#include "waymark/scene_file.h"
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

#ifdef __cplusplus
}
#endif
#endif

/* Walkmeshes and models to and from the formats of other programs, by way of the neutral scene:
 * glTF (waymark/gltf.h) and Wavefront OBJ. docs/gltf.md says what stands where. */
#ifndef WAYMARK_OPEN_H
#define WAYMARK_OPEN_H

#include "waymark/convert_scene.h"
#include "waymark/kotor.h"
#include "waymark/nwn2.h"
#include "waymark/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

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
 * understands. opts may be NULL; only allocator and material_file count. */
WM_API wm_status wm_scene_write_walkmesh_obj(const wm_scene *scene, const wm_obj_opts *opts,
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

typedef struct wm_import_opts {
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
    wm_kotor_rounding rounding;        /* WM_ROUNDING_AUTO: that of the scene, or K1 */
} wm_import_opts;

typedef struct wm_import_result {
    bool straight;      /* the scene came from this library and the same family: nothing was
                           mended, and the order is the old one */
    uint32_t triangles; /* that the scene had */
    uint32_t welded;    /* vertices that became one with another */
    uint32_t turned;    /* triangles that looked down */
    uint32_t split;     /* triangles more, by tile borders */
    uint32_t lost;      /* transitions that are at no outer edge */
    wm_nwn2_bake_result bake;
} wm_import_result;

/* The triangles of all meshes of a finished scene as a baked TRX. What a material's name
 * means is told in docs/gltf.md; unknown names are errors. A mesh that did not come from a
 * TRX is split at the tiles' borders. opts and result may be NULL. */
WM_API wm_nwn2_trn *wm_nwn2_trn_from_scene(const wm_scene *scene, const wm_import_opts *opts,
                                           wm_import_result *result, wm_error *error);
/* The same as a rebuilt KotOR walkmesh; transitions and hooks are nodes known by their
 * names, such as "transition_3". */
WM_API wm_kotor_bwm *wm_kotor_bwm_from_scene(const wm_scene *scene, const wm_import_opts *opts,
                                             wm_import_result *result, wm_error *error);

/* ---- models ------------------------------------------------------------ */

typedef struct wm_mdl_build_opts {
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
} wm_mdl_build_opts;

/* What was done to a scene that is not a KotOR model's. */
typedef struct wm_mdl_build_result {
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
} wm_mdl_build_result;

/* A finished scene as a KotOR model that can be written. One that
 * wm_scene_from_kotor_mdl made comes back with all its nodes, vertices and keys to the bit;
 * what follows from them is computed (docs/gltf.md, "KotOR models"). A scene of another
 * program is made to fit: turned z up, scales taken into vertices, meshes of several
 * materials split, names made different. NULL and *error, with the node as its path, for
 * what the format cannot hold. opts and result may be NULL. */
WM_API wm_kotor_mdl *wm_kotor_mdl_from_scene(const wm_scene *scene, const wm_mdl_build_opts *opts,
                                             wm_mdl_build_result *result, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

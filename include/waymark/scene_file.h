/* Scenes as files of other programs: glTF 2.0 and Wavefront OBJ. docs/gltf.md describes which part
 * of a file becomes which part of a scene.
 */
#ifndef WAYMARK_SCENE_FILE_H
#define WAYMARK_SCENE_FILE_H

#include "waymark/base.h"
#include "waymark/pose.h"
#include "waymark/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- files that a file names ------------------------------------------- */

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

/* ---- Wavefront OBJ ----------------------------------------------------- */

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

/* Writes a scene from wm_scene_from_nwn2_trn or wm_scene_from_kotor_bwm as OBJ, y up as other
 * programs expect: every vertex, triangles in the order of the source, and comments that
 * wm_obj_read understands.
 *
 * opts: only base and material_file are used. */
WM_API wm_status wm_obj_write_walkmesh(const wm_scene *scene, const wm_obj_write_opts *opts,
                                       wm_buffer *out, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

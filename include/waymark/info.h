/* What is in a document, for people and scripts: the JSON objects that `waymark info --json` and
 * `check --json` print. docs/cli.md lists their keys.
 *
 * Each wm_X_info function writes one object on one line, without a newline at the end.
 */
#ifndef WAYMARK_INFO_H
#define WAYMARK_INFO_H

#include "waymark/area.h"
#include "waymark/aurora.h"
#include "waymark/bw2.h"
#include "waymark/kotor_bwm.h"
#include "waymark/kotor_mdl.h"
#include "waymark/kotor_module.h"
#include "waymark/nwn2.h"
#include "waymark/nwn2_mdb.h"
#include "waymark/scene.h"
#include "waymark/texture.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- KotOR walkmeshes -------------------------------------------------- */

typedef struct wm_kotor_bwm_info_opts {
    wm_info_opts base;
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    bool nwn1;                         /* a text of Neverwinter Nights 1: adds "game": "nwn1" */
    uint32_t end_zero;
} wm_kotor_bwm_info_opts;

/* Describes a binary walkmesh. */
WM_API wm_status wm_kotor_bwm_info(const wm_kotor_bwm *bwm, const wm_kotor_bwm_info_opts *opts,
                                   wm_buffer *json, wm_error *error);
/* Describes a walkmesh text: the sums, and also each mesh if there are several. */
WM_API wm_status wm_kotor_bwm_text_info(const wm_kotor_bwm_text *text,
                                        const wm_kotor_bwm_info_opts *opts, wm_buffer *json,
                                        wm_error *error);

/* ---- KotOR areas ------------------------------------------------------- */

typedef struct wm_kotor_area_info_opts {
    wm_info_opts base;       /* of the layout's file */
    const char *vis;         /* name of the visibility list; NULL: there is none */
    const wm_kotor_pth *pth; /* its path points; NULL: there are none */
    const wm_kotor_git *git; /* its objects; NULL: there are none */
    uint32_t end_zero;
} wm_kotor_area_info_opts;

/* Describes an area and its layout. */
WM_API wm_status wm_kotor_area_info(const wm_kotor_area *area, const wm_kotor_area_info_opts *opts,
                                    wm_buffer *json, wm_error *error);

/* Describes a visibility list. */
WM_API wm_status wm_kotor_vis_info(const wm_kotor_vis *vis, const wm_info_opts *opts,
                                   wm_buffer *json, wm_error *error);
/* Describes path points. */
WM_API wm_status wm_kotor_pth_info(const wm_kotor_pth *pth, const wm_info_opts *opts,
                                   wm_buffer *json, wm_error *error);

/* ---- KotOR models ------------------------------------------------------ */

typedef struct wm_kotor_mdl_info_opts {
    wm_info_opts base;
    bool text;          /* the model was read from text */
    bool has_mdx;       /* there is an MDX */
    uint64_t mdx_bytes; /* size of the MDX */
    uint32_t end_zero;
} wm_kotor_mdl_info_opts;

/* Describes a model. */
WM_API wm_status wm_kotor_mdl_info(const wm_kotor_mdl *mdl, const wm_kotor_mdl_info_opts *opts,
                                   wm_buffer *json, wm_error *error);

/* ---- NWN2 and Black & White 2 ------------------------------------------ */

/* Describes a TRN or TRX. */
WM_API wm_status wm_nwn2_trn_info(const wm_nwn2_trn *trn, const wm_info_opts *opts, wm_buffer *json,
                                  wm_error *error);
/* Describes a model: how many packets of each type there are, the visible meshes with their bounds,
 * textures and skeletons. */
WM_API wm_status wm_nwn2_mdb_info(const wm_nwn2_mdb *mdb, const wm_info_opts *opts, wm_buffer *json,
                                  wm_error *error);
/* Describes a model. */
WM_API wm_status wm_bw2_model_info(const wm_bw2_model *model, const wm_info_opts *opts,
                                   wm_buffer *json, wm_error *error);

/* ---- glTF and OBJ ------------------------------------------------------ */

typedef struct wm_scene_info_opts {
    wm_info_opts base;
    const char *format;  /* name of the file's format: "gltf", "obj"; NULL: "scene" */
    const char *variant; /* "glb" or "gltf"; NULL: left out */
    uint32_t end_zero;
} wm_scene_info_opts;

/* Describes a finished scene. */
WM_API wm_status wm_scene_info(const wm_scene *scene, const wm_scene_info_opts *opts,
                               wm_buffer *json, wm_error *error);

/* ---- textures ---------------------------------------------------------- */

/* Describes a texture: its kind and form, its sides, layers, levels and pixels, and its TXI. */
WM_API wm_status wm_texture_info(const wm_texture *texture, const wm_info_opts *opts,
                                 wm_buffer *json, wm_error *error);
/* Describes a TXI: its lines, and what they mean. */
WM_API wm_status wm_txi_info(const wm_txi *txi, const wm_info_opts *opts, wm_buffer *json,
                             wm_error *error);

/* ---- 2DA and GFF ------------------------------------------------------- */

/* Describes a table: its kind, the names of its columns and the number of rows. */
WM_API wm_status wm_2da_info(const wm_2da *table, const wm_info_opts *opts, wm_buffer *json,
                             wm_error *error);
/* Describes a tree: its type, the number of structs, and the fields of the root. */
WM_API wm_status wm_gff_info(const wm_gff *gff, const wm_info_opts *opts, wm_buffer *json,
                             wm_error *error);

/* ---- findings ---------------------------------------------------------- */

/* Writes the findings for a file as an object, as `check --json` does.
 *
 * file: the name to write; NULL is written as null.
 * format: a name from wm_format_name; NULL is written as null. */
WM_API wm_status wm_report_json(const char *file, const char *format, const wm_report *report,
                                const wm_write_opts *opts, wm_buffer *json, wm_error *error);
/* The findings of one file. */
typedef struct wm_report_file {
    const char *file; /* its path */
    const wm_report *report;
} wm_report_file;

/* Writes the findings of many files as one SARIF 2.1.0 document, for code-scanning tools. It has
 * one rule for each code that occurs. Infos have the level "note". Relative paths become relative
 * URIs. */
WM_API wm_status wm_report_sarif(const wm_report_file *files, uint32_t count,
                                 const wm_write_opts *opts, wm_buffer *json, wm_error *error);
/* Writes the object for a file that cannot be read: {file, error: {...}}.
 *
 * file: the name to write; NULL is written as null.
 * fault: why it cannot be read. */
WM_API wm_status wm_error_json(const char *file, const wm_error *fault, const wm_write_opts *opts,
                               wm_buffer *json, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

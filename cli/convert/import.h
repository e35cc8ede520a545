/* waymark convert to and from the formats of other programs: export.c, import.c. */
#ifndef WAYMARK_CLI_IMPORT_H
#define WAYMARK_CLI_IMPORT_H

#include "cli.h"

/* .glb, .gltf or .obj? */
bool cli_is_open(const char *path);

/* Each writes the last file of the command line and returns an exit code. */
int cli_export_trn(cli *c, const wm_nwn2_trn *trn);
int cli_export_bwm(cli *c, const wm_kotor_bwm *bwm);
int cli_export_bw2(cli *c, const wm_bw2_model *model);
/* The states of a door, each below a node with its name. */
int cli_export_door(cli *c, const wm_kotor_bwm_text_mesh *parts, uint32_t count);
int cli_export_model(cli *c, const wm_buffer *bytes);
int cli_export_area(cli *c, const wm_buffer *bytes); /* a layout, with the files beside it */
/* Frees the scene, which may be NULL: then *error is told. */
int cli_export_scene(cli *c, wm_scene *scene, const wm_error *error);

/* convert/read_scene.c: an OBJ with the materials next to it; its `load` is set here. */
wm_scene *cli_read_obj(const wm_buffer *bytes, const char *file, const wm_obj_read_opts *opts,
                       wm_error *error);
/* A glTF with the buffers next to it. report may be NULL. */
wm_scene *cli_read_gltf(const wm_buffer *bytes, const char *file, wm_report *report,
                        wm_error *error);
/* The same, and notes on stderr about what is not imported. */
wm_scene *cli_import_gltf(const cli *c, const wm_buffer *bytes, const char *file, wm_error *error);
/* An OBJ or a glTF? Told by its bytes. */
bool cli_is_import(const wm_buffer *bytes);
/* The same the other way: makes the last file of such bytes. */
int cli_import(cli *c, const wm_buffer *bytes);
/* Makes a Black & White 2 model, the last file, of a scene. */
int cli_import_bw2(cli *c, const wm_scene *scene);
/* Does the name end as a model's does? Then this makes it (convert/import_model.c). */
bool cli_is_model_name(const char *path);
int cli_import_model(cli *c, const wm_scene *scene);

#endif

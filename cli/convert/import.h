/* waymark convert from the formats of other programs: import*.c, read_scene.c. */
#ifndef WAYMARK_CLI_IMPORT_H
#define WAYMARK_CLI_IMPORT_H

#include "cli.h"
#include "convert/table.h"

/* convert/read_scene.c: an OBJ with the materials next to it; its `load` is set here. */
wm_scene *cli_read_obj(const wm_buffer *bytes, const char *file, const wm_obj_read_opts *opts,
                       wm_error *error);
/* A glTF with the buffers next to it. report may be NULL. */
wm_scene *cli_read_gltf(const wm_buffer *bytes, const char *file, wm_report *report,
                        wm_error *error);
/* The same, and notes on stderr about what is not imported. */
wm_scene *cli_import_gltf(const cli *c, const wm_buffer *bytes, const char *file, wm_error *error);
/* Checks the values of options for imports. EXIT_FINE, or EXIT_USAGE, reported. */
int cli_check_import(const cli *c);
/* Write v->out as a model, built from a scene. */
int cli_import_bw2(cli *c, const cli_conversion *v, const wm_scene *scene);
int cli_import_model(cli *c, const cli_conversion *v, const wm_scene *scene);

#endif

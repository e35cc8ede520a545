/* waymark convert to glTF and OBJ, for documents that were read already: export.c. */
#ifndef WAYMARK_CLI_CONVERT_EXPORT_H
#define WAYMARK_CLI_CONVERT_EXPORT_H

#include "convert/table.h"

/* Each writes v->out and returns an exit code. */
int cli_export_bwm(cli *c, const cli_conversion *v, const wm_kotor_bwm *bwm);
/* The states of a door, each below a node with its name. */
int cli_export_door(cli *c, const cli_conversion *v, const wm_kotor_bwm_text_mesh *parts,
                    uint32_t count);
/* Frees the scene, which may be NULL: then *error is reported. */
int cli_export_scene(cli *c, const cli_conversion *v, wm_scene *scene, const wm_error *error);

/* The path of the MTL for an OBJ; NULL for standard output and if memory runs out. */
char *cli_material_path(const char *out);
/* Writes an OBJ and, unless path is NULL, its MTL there: both or none. */
int cli_save_obj(const cli *c, const char *out, const wm_buffer *text, const char *path,
                 const wm_buffer *materials);

#endif

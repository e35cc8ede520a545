/* Black & White 2 models for the verbs that take them. */
#ifndef WAYMARK_CLI_BW2_H
#define WAYMARK_CLI_BW2_H

#include "cli.h"

/* Reads a model, and warns if it is damaged. NULL and *error if it is something else. */
wm_bw2_model *cli_read_bw2(const cli *c, const char *file, const wm_buffer *bytes, wm_error *error);
/* Writes a model to a file, as `convert` and `set` do. EXIT_FINE or EXIT_OUTPUT. */
int cli_save_bw2(const cli *c, const wm_bw2_model *model, const char *to);
/* `rebuild` of a model. */
int cli_bw2_rebuild(cli *c, const wm_buffer *bytes);

/* waymark set, of the bytes of files[0]. */
int cli_bw2_set(cli *c, const wm_buffer *bytes);
/* Is it an option of `set` for such models? */
bool cli_is_bw2_option(const char *name);

/* "diffuse", "light", "growth", "specular", "additional", "normal". */
extern const char *const cli_bw2_slots[WM_BW2_TEXTURES];

#endif

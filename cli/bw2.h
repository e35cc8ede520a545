/* Black & White 2 models for the verbs that take them. */
#ifndef WAYMARK_CLI_BW2_H
#define WAYMARK_CLI_BW2_H

#include "cli.h"

/* Reads a model. NULL and *error when it is none. */
wm_bw2_model *cli_read_bw2(const wm_buffer *bytes, wm_error *error);
/* Writes a model to a file, as `convert` and `set` do. EXIT_FINE or EXIT_OUTPUT. */
int cli_save_bw2(const cli *c, const wm_bw2_model *model, const char *to);
/* `rebuild` of a model. */
int cli_bw2_rebuild(cli *c, const wm_buffer *bytes);

#endif

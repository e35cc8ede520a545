/* Names in models, and what verbs on models share. */
#ifndef WAYMARK_CLI_MODEL_TEXT_H
#define WAYMARK_CLI_MODEL_TEXT_H

#include "cli.h"

/* A text field of fixed size as a string. */
void cli_fixed_text(const char *field, size_t size, char text[WM_KOTOR_NAME_SIZE + 1]);
/* "" and "NULL" mean no name. */
bool cli_is_null(const char *name);

/* waymark convert for a model: told by its bytes, which are freed by the caller. */
int cli_model_convert(cli *c, const wm_buffer *bytes);
/* Writes an imported model to the last file of the command line, as a text or binary as the options
 * say. */
int cli_model_save(cli *c, wm_kotor_mdl *mdl);
/* waymark dump --layout. */
int cli_model_layout(cli *c, cli_out *out, const wm_buffer *bytes);

#endif

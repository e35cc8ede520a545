/* Names in models, and what verbs on models share. */
#ifndef WAYMARK_CLI_MODEL_TEXT_H
#define WAYMARK_CLI_MODEL_TEXT_H

#include "convert/table.h"

/* A text field of fixed size as a string. */
void cli_fixed_text(const char *field, size_t size, char text[WM_KOTOR_NAME_SIZE + 1]);
/* "" and "NULL" mean no name. */
bool cli_is_null(const char *name);

/* A binary model whose MDX is missing has no vertices. EXIT_FINE if it is there; with
 * --allow-missing-mdx too, and *loss says what is lost. Otherwise EXIT_INPUT, reported. */
int cli_need_mdx(const cli *c, const char *file, const wm_kotor_mdl *mdl, const char **loss);
/* Writes a model that was built here to v->out, as text or as the binary that the options
 * ask for. */
int cli_model_save(cli *c, const cli_conversion *v, wm_kotor_mdl *mdl);
/* Writes both files of a binary model. has_mdx: an MDX belongs to it, even an empty one.
 * EXIT_FINE, or EXIT_OUTPUT with a message. */
int cli_model_write(const cli *c, const char *out, const wm_kotor_mdl *model, bool has_mdx);
/* The same for their bytes. both: there is an MDX, even an empty one. */
int cli_model_write_bytes(const cli *c, const char *out, const wm_buffer *mdl, const uint8_t *mdx,
                          size_t mdx_size, bool both);
/* waymark dump --layout. */
int cli_model_layout(cli *c, cli_out *out, const wm_buffer *bytes);

#endif

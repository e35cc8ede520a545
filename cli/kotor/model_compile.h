/* Compiles model texts, and reports where their node numbers come from. */
#ifndef WAYMARK_CLI_KOTOR_MODEL_COMPILE_H
#define WAYMARK_CLI_KOTOR_MODEL_COMPILE_H

#include "kotor/model.h"

/* Prints what reading the text c->files[0] found. True if there are no errors. */
bool cli_say_findings(const cli *c, wm_report *report);

typedef struct cli_compiled {
    wm_kotor_mdl *mdl; /* NULL: the text cannot be used; reported */
    wm_report report;  /* what the reader found; already printed */
    char from[256];    /* the file of the numbers, without its folder, or "" */
} cli_compiled;

/* Compiles the text of c->files[0]. Node numbers come from --supermodel; without it, from the
 * binary `old` or the one next to the text, if it is an older version of the model, and from the
 * supermodel next to the text. `old` may be NULL. Free the result in any case. */
void cli_compile(const cli *c, const wm_buffer *bytes, const wm_kotor_mdl_text_read_opts *opts,
                 const char *old, cli_compiled *result);
void cli_free_compiled(cli_compiled *compiled);

/* "numbers" in JSON. */
void cli_numbers_json(wm_json_writer *j, const cli_compiled *compiled);

#endif

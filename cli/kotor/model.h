/* Models of any spelling, the files that belong to them, and their supermodels. */
#ifndef WAYMARK_CLI_MODEL_H
#define WAYMARK_CLI_MODEL_H

#include "cli.h"

typedef struct cli_model {
    wm_format format; /* WM_FORMAT_KOTOR_MDL or ..._ASCII, or what it is in place of a model */
    wm_kotor_mdl *mdl;
    char *mdx_path; /* of a binary: the file beside it with the same stem and the ending
                       .mdx, in any case; NULL: there is none */
    wm_buffer mdx;  /* its bytes; empty without one, or when it cannot be read */
} cli_model;

/* Reads a model, told by its bytes, with the MDX beside it. A model without an MDX is
 * read too: mdl->mdx_state says so. opts may be NULL. False and *error (or said on talk, if
 * that is not NULL) when it cannot be read or is something else. Free in any case. */
bool cli_read_model(const cli *c, const wm_buffer *bytes, const char *file,
                    const wm_read_opts *opts, FILE *talk, wm_error *error, cli_model *model);
void cli_free_model(cli_model *model);

/* ---- supermodels ------------------------------------------------------- */

enum { CLI_SUPERS = 16 }; /* real chains have up to five */

typedef struct cli_chain {
    cli_model models[CLI_SUPERS];
    const wm_kotor_mdl *list[CLI_SUPERS]; /* the same, the nearest first */
    uint32_t count;
    char missing[WM_KOTOR_NAME_SIZE + 1]; /* name of one that was not found beside the model;
                                        "" if the chain is whole or goes round */
} cli_chain;

/* The files of --supermodel in their order, if the verb has that option and it is given;
 * otherwise the supermodels found beside the model, as far as they go. EXIT_FINE, or
 * EXIT_INPUT said on stderr when one cannot be read. Free in any case. */
int cli_read_supers(const cli *c, const char *file, const wm_kotor_mdl *mdl, cli_chain *chain);
void cli_free_supers(cli_chain *chain);

#define CLI_SUPERMODEL_OPTION                                                                      \
    {                                                                                              \
        "supermodel", "FILE", "take inherited animations from FILE; repeated: and from its own"    \
    }

#endif

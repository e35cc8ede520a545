/* KotOR models, binary or text, with their MDX and supermodels. */
#ifndef WAYMARK_CLI_MODEL_H
#define WAYMARK_CLI_MODEL_H

#include "open.h"

/* Opens a model, identified by content, with its MDX. A model without an MDX is opened too:
 * mdl->mdx_state says so. Supermodels are read only if opts (may be NULL) asks for it. NULL and
 * *error when it cannot be read or is something else; it is reported if error is NULL. Faults that
 * the reader skipped are a warning. */
wm_document *cli_open_model(const cli *c, const wm_buffer *bytes, const char *file,
                            const wm_open_opts *opts, wm_error *error);

/* The loss when a damaged model is converted to what cannot hold its faults. */
#define CLI_FAULTS_LOST "what the faults in the file concern (see 'waymark check')"

/* ---- supermodels ------------------------------------------------------- */

enum { CLI_SUPERS = 16 };

/* The models of --supermodel in their order, or one that was found. */
typedef struct cli_supers {
    wm_document *documents[CLI_SUPERS];
    const wm_kotor_mdl *list[CLI_SUPERS]; /* the same */
    uint32_t count;
} cli_supers;

void cli_free_supers(cli_supers *supers);

/* Opens a model with its supermodels: those of --supermodel if they are given, else those next to
 * it, as far as they go. EXIT_FINE, or the code to leave with; error->code is WM_OK then if it was
 * reported on stderr already. Free both in any case. */
int cli_open_rigged(const cli *c, const wm_buffer *bytes, const char *file, wm_document **document,
                    cli_supers *supers, wm_error *error);

/* The supermodel of a model that is made from `file`: the first of --supermodel, else the one next
 * to the file. Leaves supers->count 0 if there is none. EXIT_FINE, or the code to leave with,
 * reported on stderr. Free in any case. */
int cli_find_super(const cli *c, const char *file, const wm_kotor_mdl *mdl, cli_supers *supers);

#define CLI_SUPERMODEL_OPTION                                                                      \
    {                                                                                              \
        "supermodel", "FILE",                                                                      \
            "take inherited animations from this supermodel; repeat for its own supermodels"       \
    }

#endif

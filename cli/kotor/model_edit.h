/* The frame of verbs that read one binary model, change it and write another. */
#ifndef WAYMARK_CLI_MODEL_EDIT_H
#define WAYMARK_CLI_MODEL_EDIT_H

#include "cli.h"

/* What edits could not keep. Begin with zeroes. */
typedef struct cli_lost_item {
    wm_loss loss;
    char message[768]; /* with the node or animation */
} cli_lost_item;

typedef struct cli_lost {
    cli_lost_item *items;
    uint32_t count, room;
} cli_lost;

/* Adds losses of a node or animation; where: what comes before their messages, or "". Without
 * memory, prints them instead. */
void cli_add_lost(cli_lost *lost, const cli *c, const char *where, const wm_losses *losses);

/* Changes the model. EXIT_FINE, or another code with a message on stderr. */
typedef int (*cli_model_editor)(cli *c, wm_kotor_mdl *mdl, cli_lost *lost);

/* Edits the model in the bytes of files[0], writes files[1] and its MDX, and lists the changes in
 * words or JSON. */
int cli_edit_model(cli *c, const wm_buffer *bytes, cli_model_editor edit);

/* A warning that a model which is written again has no MDX. */
void cli_warn_no_mdx(const cli *c, const char *file, const wm_kotor_mdl *mdl);

/* Is it a KotOR model, binary or text? */
bool cli_is_model(const wm_buffer *bytes);

/* Reads a model, or imports a glTF or OBJ for the game of `target`. NULL, reported, if it cannot be
 * read. Free with wm_kotor_mdl_free. */
wm_kotor_mdl *cli_read_source(const cli *c, const char *file, const wm_kotor_mdl *target);

/* waymark set, of the bytes of files[0]. */
int cli_model_set(cli *c, const wm_buffer *bytes);
/* Is it an option of `set` for such models? */
bool cli_is_model_option(const char *name);

#endif

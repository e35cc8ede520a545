/* The frame of verbs that read one walkmesh, change it and write another file. */
#ifndef WAYMARK_CLI_EDIT_H
#define WAYMARK_CLI_EDIT_H

#include "cli.h"

/* Changes the document. EXIT_FINE, or another code with a message on stderr. */
typedef int (*cli_editor)(cli *c, wm_kotor_bwm *bwm);

/* Edits files[0], which was loaded already, writes files[1] as a binary, and lists the changes in
 * words or JSON. Frees the bytes. */
int cli_edit_bytes(cli *c, wm_buffer *bytes, cli_editor edit);

/* What changed from one file to the other, in words or JSON. */
void cli_say_changes(const cli *c, const char *in, const char *out, const wm_diff *diff);
/* The same, with what could not be kept, which only JSON lists. losses: may be NULL. */
void cli_say_edits(const cli *c, const char *in, const char *out, const wm_diff *diff,
                   const wm_diff *losses);
/* The same for files[0] and files[1], or the error if they could not be compared. Frees diff. */
void cli_say_diff(const cli *c, wm_status status, wm_diff *diff, const wm_error *error);

#endif

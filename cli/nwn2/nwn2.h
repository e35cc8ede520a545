/* NWN2 terrain for the verbs that take it. */
#ifndef WAYMARK_CLI_NWN2_H
#define WAYMARK_CLI_NWN2_H

#include "cli.h"

/* Reads a TRN or TRX. NULL and *error if it is something else. Faults in the file are a warning. */
wm_nwn2_trn *cli_read_trn(const cli *c, const char *file, const wm_buffer *bytes, wm_error *error);
/* The same, and it has a walkmesh. */
wm_nwn2_trn *cli_read_trn_mesh(const cli *c, const char *file, const wm_buffer *bytes,
                               wm_error *error);

/* Reads a model. NULL and *error if it is something else. Faults in the file are a warning. */
wm_nwn2_mdb *cli_read_mdb(const cli *c, const char *file, const wm_buffer *bytes, wm_error *error);
/* Writes a model to a file. EXIT_FINE or EXIT_OUTPUT. */
int cli_save_mdb(const cli *c, const wm_nwn2_mdb *mdb, const char *to);

/* `set`, `rebuild` and `transform` of a model. */
int cli_mdb_set(cli *c, const wm_buffer *bytes);
int cli_mdb_rebuild(cli *c, const wm_buffer *bytes);
int cli_mdb_transform(cli *c, const wm_buffer *bytes, const wm_nwn2_transform *transform);
/* Is it an option of `set` for such models? */
bool cli_is_mdb_option(const char *name);

/* NWN2's names of materials, in the table that verbs share. */
void cli_nwn2_surfaces(wm_kotor_surfaces *surfaces);

#endif

/* NWN2 terrain for the verbs that take it. */
#ifndef WAYMARK_CLI_NWN2_H
#define WAYMARK_CLI_NWN2_H

#include "cli.h"

/* Reads a TRN or TRX. NULL and *error when it is none. */
wm_nwn2_trn *cli_read_trn(const wm_buffer *bytes, wm_error *error);
/* The same, and it has a walkmesh. */
wm_nwn2_trn *cli_read_trn_mesh(const wm_buffer *bytes, wm_error *error);

/* From now on materials have the names of the game that the format belongs to. */
void cli_know_game(cli *c, wm_format format);

#endif

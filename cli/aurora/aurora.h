/* 2DA tables and GFF trees. */
#ifndef WAYMARK_CLI_AURORA_H
#define WAYMARK_CLI_AURORA_H

#include "cli.h"

int cli_2da_info(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_2da_dump(cli *c, cli_out *out, const wm_buffer *bytes);
/* Changes cells of a table, in its bytes, as --cell says; writes files[1]. */
int cli_2da_set(cli *c, wm_buffer *bytes);
int cli_gff_info(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_gff_dump(cli *c, cli_out *out, const wm_buffer *bytes);

#endif

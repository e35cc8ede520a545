/* The reports of all files as one SARIF document. */
#ifndef WAYMARK_CLI_SARIF_H
#define WAYMARK_CLI_SARIF_H

#include "cli.h"

/* NULL if memory runs out. */
cli_sarif *cli_sarif_new(void);
void cli_sarif_free(cli_sarif *sarif);
/* Takes over the report of out->file. May be called by several threads. */
void cli_sarif_keep(cli_sarif *sarif, const cli_out *out, wm_report *report);
/* Prints the document, in the order of the files. EXIT_FINE, or another exit code with a message.
 */
int cli_sarif_print(cli_sarif *sarif, FILE *to);

#endif

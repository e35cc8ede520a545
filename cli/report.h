/* Findings on the screen and as JSON. */
#ifndef WAYMARK_CLI_REPORT_H
#define WAYMARK_CLI_REPORT_H

#include "cli.h"

/* Prints the findings of one file and returns its exit code. `format` is a name of
 * wm_format_name. */
int cli_print_report(const cli *c, FILE *to, const char *file, const char *format,
                     const wm_report *report);

#endif

/* Findings for people and as JSON. */
#ifndef WAYMARK_CLI_REPORT_H
#define WAYMARK_CLI_REPORT_H

#include "cli.h"

/* Prints the findings of one file to out->data and returns its exit code. Sets out->verdict.
 * `format` is a name of wm_format_name. */
int cli_print_report(const cli *c, cli_out *out, const char *format, const wm_report *report);

/* Prints "1,040 files: 3 with errors, 12 with warnings" to stdout. */
void cli_print_summary(const cli *c);

/* Prints a note to out->data if a layout in the folder of the walkmesh out->file lists it as
 * a room and has errors. */
void cli_note_layouts(cli *c, cli_out *out);

#endif

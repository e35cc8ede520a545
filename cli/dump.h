/* Documents as JSON. */
#ifndef WAYMARK_CLI_DUMP_H
#define WAYMARK_CLI_DUMP_H

#include "cli.h"

/* Begins the object of out->file: {"file", "format", ... on one line with --json, otherwise with a
 * line for each member. json_finish ends it. */
void dump_begin(wm_json_writer *json, const cli *c, cli_out *out, const char *format);

/* An array with one value for each of `count` rows of a document. */
typedef void (*dump_row)(wm_json_writer *json, const void *document, uint32_t i);
void dump_rows(wm_json_writer *json, const char *name, uint32_t count, dump_row row,
               const void *document);

#endif

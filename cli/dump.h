/* Documents as JSON. */
#ifndef WAYMARK_CLI_DUMP_H
#define WAYMARK_CLI_DUMP_H

#include "cli.h"

/* Begins the object of out->file: {"file", "format", ... on one line with --json, otherwise with a
 * line for each member. json_finish ends it. */
void dump_begin(wm_json_writer *json, const cli *c, cli_out *out, const char *format);

/* Adds element i of an array that is a part of `owner`. */
typedef void (*dump_row)(wm_json_writer *json, const void *owner, uint32_t i);
/* An array with a line for each of `count` elements. */
void dump_rows(wm_json_writer *json, const char *name, uint32_t count, dump_row row,
               const void *owner);
/* The same on one line, for arrays inside an element. */
void dump_list(wm_json_writer *json, const char *name, uint32_t count, dump_row row,
               const void *owner);

#endif

/* Documents as JSON. They can be large, so they are printed member by member and row by
 * row. */
#ifndef WAYMARK_CLI_DUMP_H
#define WAYMARK_CLI_DUMP_H

#include "cli.h"

typedef struct dump {
    FILE *to;
    bool lines; /* a line for each member and row, for reading by eye */
    int depth;
    bool first; /* nothing stands before this member in its object */
} dump;

void dump_open_object(dump *d);
void dump_close_object(dump *d);
/* The name of a member; its value follows. */
void dump_name(dump *d, const char *name);
void dump_member(dump *d, const char *name, cJSON *value);

/* An array with one value for each of `count` rows of a document. */
typedef cJSON *(*dump_row)(const void *document, uint32_t i);
void dump_rows(dump *d, const char *name, uint32_t count, dump_row row, const void *document);

/* WM_NO_INDEX is null. */
cJSON *json_index(uint32_t value);
cJSON *json_indices(const uint32_t *values, uint32_t count);
cJSON *json_floats(const float *values, uint32_t count);

#endif

/* The files that a command works on, including those in directories. */
#ifndef WAYMARK_CLI_FILES_H
#define WAYMARK_CLI_FILES_H

#include "cli.h"

typedef struct cli_entry {
    char *path;
    size_t relative; /* where the path below the named directory begins; of a named file: its
                        name */
    bool walked;     /* found in a directory, not named */
} cli_entry;

typedef struct cli_list {
    cli_entry *entries;
    size_t count, capacity;
    size_t root;     /* size of the named directory that is being walked */
    bool unreadable; /* a directory could not be listed; reported on stderr */
} cli_list;

/* False when out of memory. Free in any case. */
bool cli_list_files(const cli *c, cli_list *list);
/* cli_each_file for files that were listed already. */
int cli_each_listed(cli *c, const cli_list *list, cli_worker worker);
void cli_list_free(cli_list *list);

#endif

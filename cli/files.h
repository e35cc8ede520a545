/* The files that a command works on, including those in folders. */
#ifndef WAYMARK_CLI_FILES_H
#define WAYMARK_CLI_FILES_H

#include "cli.h"

typedef struct cli_entry {
    char *path;
    size_t relative; /* where the path below the named folder begins; of a named file: its
                        name */
    bool walked;     /* found in a folder or archive, not named */
} cli_entry;

typedef struct cli_list {
    cli_entry *entries;
    size_t count, capacity;
    size_t root;     /* size of the named folder or archive that is being walked */
    bool only_found; /* without the layout of a module, which may be elsewhere */
    bool unreadable; /* a folder could not be listed; reported on stderr */
} cli_list;

/* The files that are named, and those in folders and archives that are named. Without any: the
 * files of --module. False when out of memory. Free in any case. */
bool cli_list_files(const cli *c, cli_list *list);
/* The files of one folder or archive. False when out of memory. Free in any case. */
bool cli_list_tree(const cli *c, const char *file, cli_list *list);
/* Adds a path, which is freed with the list. False when out of memory or `path` is NULL. */
bool cli_list_push(cli_list *list, char *path, bool walked);
/* Is it a file that is walked as a folder is: an ERF, RIM, ZIP or STUFF? */
bool cli_is_walked_archive(const char *file);
/* The same, or a KEY or BIF? */
bool cli_is_archive(const char *file);
/* cli_each_file for files that were listed already. */
int cli_each_listed(cli *c, const cli_list *list, cli_worker worker);
void cli_list_free(cli_list *list);

#endif

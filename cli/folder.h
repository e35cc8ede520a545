/* Files beside a file, found whatever the case of their names. */
#ifndef WAYMARK_CLI_FOLDER_H
#define WAYMARK_CLI_FOLDER_H

#include "cli.h"

struct dirent;

/* Names of a directory, sorted without regard to case. */
typedef struct cli_folder {
    char *path; /* with a slash at its end, or "" */
    struct dirent **names;
    int count;
} cli_folder;

/* The folder that `file` stands in; one that cannot be listed is empty. False when out of
 * memory. */
bool cli_folder_open(cli_folder *f, const char *file);
void cli_folder_close(cli_folder *f);
/* The path of `stem` + `ending` in the folder, whatever the case, or NULL. The caller
 * frees it. */
char *cli_folder_find(const cli_folder *f, const char *stem, size_t stem_size, const char *ending);

/* The same beside one file; `stem` NULL: the name of that file without its ending. The
 * name in the case given is preferred. */
char *cli_beside(const char *file, const char *stem, const char *ending);

#endif

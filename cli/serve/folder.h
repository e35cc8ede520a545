/* The files that `view --serve` serves: those of known formats in the folders that were named, with
 * what they were when they were last listed. */
#ifndef WAYMARK_CLI_SERVE_FOLDER_H
#define WAYMARK_CLI_SERVE_FOLDER_H

#include "cli.h"

enum {
    SERVE_ROOTS_MAX = 256,     /* each is compared with the others */
    SERVE_FILES_MAX = 10000,   /* further ones are left out, with a warning */
    SERVE_FILE_MAX = 268435456 /* larger ones are served only if they are archives */
};

typedef struct serve_root {
    char *path;
    char *name; /* in the page, before the names of its files; "" if there is one root only */
    bool deep;  /* with the folders in it */
} serve_root;

typedef struct serve_file {
    char *path;
    char *name; /* in the page */
    uint32_t id;
    uint64_t version;      /* the list's, when this one was last listed; 0: it is not listed */
    platform_state listed; /* what is served */
    platform_state latest; /* what the last look found */
    bool settled;          /* `listed` is set; if the version is 0, its format is unknown */
    bool gone;             /* the last look did not find it */
} serve_file;

typedef struct serve_list {
    serve_root *roots;
    size_t root_count;
    serve_file **files; /* sorted by path */
    size_t count;
    size_t listed;      /* how many of them are served */
    serve_file **slots; /* by id; NULL: free */
    size_t slot_count;
    size_t free_slot; /* none before this one is free */
    uint64_t version; /* grows with each change */
    bool settling;    /* a file is being written: look again soon */
    double looked;    /* when */
    size_t links;     /* found, and not followed */
    bool full;        /* there are more files than can be served */
} serve_list;

/* Takes folders, and files, which stand for the folder that they are in. EXIT_FINE or another code,
 * reported. Free in any case.
 *
 * open: receives the name of the first file that was named, in the page; the caller frees it. NULL
 *   if only folders were named. */
int serve_list_start(const cli *c, serve_list *list, char **open);
/* Looks at the folders again, unless it was done a moment ago. A change counts when two looks have
 * found the same, so that no file is served while it is being written. False when out of memory. */
bool serve_list_look(serve_list *list);
/* The listed file, or NULL. */
const serve_file *serve_list_find(const serve_list *list, uint64_t id, uint64_t version);
void serve_list_free(serve_list *list);

#endif

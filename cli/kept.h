/* Archives and folders that stay open for the next file of the run. Opening one takes time that
 * grows with what it holds: if each file did so, a run over n files of one place would take n * n.
 *
 * One thread at a time uses what it took, so threads that work on one place at the same time have
 * it open once each. */
#ifndef WAYMARK_CLI_KEPT_H
#define WAYMARK_CLI_KEPT_H

#include <stddef.h>

typedef enum cli_kept_kind {
    CLI_KEPT_ARCHIVE,
    CLI_KEPT_FOLDER,
    CLI_KEPT_ROOMS, /* what the layouts of a folder or archive list */
    CLI_KEPT_KINDS
} cli_kept_kind;

/* Something that is kept for this path, which is its caller's from now on; NULL if there is
 * nothing.
 *
 * path: only its first `size` bytes count. */
void *cli_kept_take(cli_kept_kind kind, const char *path, size_t size);
/* Keeps a thing until it is taken, or closes it at once if memory runs out. Only things of the two
 * paths that were given last are kept, others are closed. */
void cli_kept_give(cli_kept_kind kind, const char *path, size_t size, void *thing,
                   void (*close)(void *thing));
/* Closes what is kept for this path: its file is going to be replaced. */
void cli_kept_drop(cli_kept_kind kind, const char *path);
/* Closes all that is kept. */
void cli_kept_clear(void);

#endif

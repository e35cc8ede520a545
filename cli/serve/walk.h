/* What is in the folders that `view --serve` serves, at this moment. */
#ifndef WAYMARK_CLI_SERVE_WALK_H
#define WAYMARK_CLI_SERVE_WALK_H

#include "serve/folder.h"

typedef struct serve_found {
    char *path;
    size_t root;
    platform_state state;
} serve_found;

typedef struct serve_finds {
    serve_found *items; /* regular files, sorted by path, each path once */
    size_t count, capacity;
    size_t links; /* which are not followed: they may lead out of the folder */
    bool full;    /* there was more */
} serve_finds;

/* Folders that cannot be listed count as empty. False when out of memory. Free in any case. */
bool serve_walk(const serve_root *roots, size_t count, serve_finds *finds);
void serve_finds_free(serve_finds *finds);

#endif

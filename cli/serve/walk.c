/* Walks the folders that are served. Hidden files and folders are left out, and so are links. */
#include "serve/walk.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 }; /* folders below each other */

/* Folders that are still to be listed. */
typedef struct pending {
    char *path;
    size_t root;
    int depth;
} pending;

typedef struct queue {
    pending *items;
    size_t count, capacity;
} queue;

/* Makes room for one more. */
static bool reserve(void **items, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity)
        return true;
    size_t more = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(*items, more * size);
    if (!grown)
        return false;
    *items = grown;
    *capacity = more;
    return true;
}

static char *join(const char *folder, const char *name)
{
    size_t n = strlen(folder), size = n + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s%s", folder, n && platform_is_separator(folder[n - 1]) ? "" : "/",
                 name);
    return path;
}

/* Takes the path. */
static bool push_folder(queue *q, serve_finds *finds, pending folder)
{
    bool good =
        folder.path && reserve((void **)&q->items, &q->capacity, q->count, sizeof *q->items);
    if (good && folder.depth < DEEPEST && q->count < SERVE_FILES_MAX) {
        q->items[q->count++] = folder;
        return true;
    }
    finds->full = finds->full || good;
    free(folder.path);
    return good;
}

static bool push_file(serve_finds *finds, char *path, size_t root)
{
    platform_state state;
    if (!path)
        return false;
    if (!platform_find_state(path, &state)) {
        finds->links += platform_find(path) == PLATFORM_FILE;
        free(path);
        return true;
    }
    bool room = finds->count < SERVE_FILES_MAX;
    bool good = room && reserve((void **)&finds->items, &finds->capacity, finds->count,
                                sizeof *finds->items);
    if (good) {
        finds->items[finds->count++] = (serve_found){path, root, state};
        return true;
    }
    finds->full = finds->full || !room;
    free(path);
    return !room;
}

static bool list_folder(const pending *folder, bool deep, queue *q, serve_finds *finds)
{
    platform_listing names;
    bool good = true;
    (void)platform_list(folder->path, &names);
    for (size_t i = 0; i < names.count && good; i++) {
        const platform_entry *entry = &names.entries[i];
        char *path = join(folder->path, entry->name);
        if (entry->kind == PLATFORM_FILE) {
            good = push_file(finds, path, folder->root);
        } else if (entry->kind == PLATFORM_DIRECTORY && deep) {
            good = push_folder(q, finds, (pending){path, folder->root, folder->depth + 1});
        } else {
            /* a link to a folder, or something that is no file */
            good = path;
            finds->links +=
                path && entry->kind == PLATFORM_OTHER && platform_find(path) == PLATFORM_DIRECTORY;
            free(path);
        }
    }
    platform_listing_free(&names);
    return good;
}

static int by_path(const void *a, const void *b)
{
    const serve_found *x = a, *y = b;
    return strcmp(x->path, y->path);
}

/* Folders that were named may lie in each other. */
static void sort(serve_finds *finds)
{
    size_t n = 0;
    if (finds->count)
        qsort(finds->items, finds->count, sizeof *finds->items, by_path);
    for (size_t i = 0; i < finds->count; i++) {
        if (n && strcmp(finds->items[n - 1].path, finds->items[i].path) == 0)
            free(finds->items[i].path);
        else
            finds->items[n++] = finds->items[i];
    }
    finds->count = n;
}

bool serve_walk(const serve_root *roots, size_t count, serve_finds *finds)
{
    queue q = {0};
    bool good = true;
    *finds = (serve_finds){0};
    for (size_t i = 0; i < count && good; i++)
        good = push_folder(&q, finds, (pending){strdup(roots[i].path), i, 0});
    /* the queue grows in the loop */
    for (size_t i = 0; i < q.count && good && !finds->full; i++) {
        const pending folder = q.items[i];
        good = list_folder(&folder, roots[folder.root].deep, &q, finds);
    }
    for (size_t i = 0; i < q.count; i++)
        free(q.items[i].path);
    free(q.items);
    sort(finds);
    return good;
}

void serve_finds_free(serve_finds *finds)
{
    for (size_t i = 0; i < finds->count; i++)
        free(finds->items[i].path);
    free(finds->items);
}

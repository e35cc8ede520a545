/* Archives and folders that stay open for the next file of the run. */
#include "kept.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Files come in the order of their folders and archives, so more places than the current one and
 * that of its companions need not be kept. */
enum { PLACES = 2 };

typedef struct kept {
    struct kept *next;
    void *thing;
    void (*close)(void *thing);
    size_t size; /* of the path */
    char path[];
} kept;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The last one that was given comes first. There are never more than threads had at once, for each
 * of the places. */
static kept *lists[CLI_KEPT_KINDS];

static bool is_of(const kept *k, const char *path, size_t size)
{
    return k->size == size && memcmp(k->path, path, size) == 0;
}

void *cli_kept_take(cli_kept_kind kind, const char *path, size_t size)
{
    pthread_mutex_lock(&lock);
    kept **at = &lists[kind];
    while (*at && !is_of(*at, path, size))
        at = &(*at)->next;
    kept *found = *at;
    if (found)
        *at = found->next;
    pthread_mutex_unlock(&lock);
    void *thing = found ? found->thing : NULL;
    free(found);
    return thing;
}

static void close_all(kept *k)
{
    while (k) {
        kept *next = k->next;
        k->close(k->thing);
        free(k);
        k = next;
    }
}

/* Takes those that are of no place of the first PLACES out of a list. */
static kept *cut_old(kept **list)
{
    const kept *places[PLACES];
    size_t count = 0;
    kept *old = NULL;
    for (kept **at = list; *at;) {
        kept *k = *at;
        size_t i = 0;
        while (i < count && !is_of(k, places[i]->path, places[i]->size))
            i++;
        if (i == PLACES) {
            *at = k->next;
            k->next = old;
            old = k;
            continue;
        }
        if (i == count)
            places[count++] = k;
        at = &k->next;
    }
    return old;
}

void cli_kept_give(cli_kept_kind kind, const char *path, size_t size, void *thing,
                   void (*close)(void *thing))
{
    kept *k = malloc(sizeof *k + size);
    if (!k) {
        close(thing);
        return;
    }
    *k = (kept){.thing = thing, .close = close, .size = size};
    memcpy(k->path, path, size);
    pthread_mutex_lock(&lock);
    k->next = lists[kind];
    lists[kind] = k;
    kept *old = cut_old(&lists[kind]);
    pthread_mutex_unlock(&lock);
    close_all(old);
}

void cli_kept_drop(cli_kept_kind kind, const char *path)
{
    size_t size = strlen(path);
    kept *dropped = NULL;
    pthread_mutex_lock(&lock);
    for (kept **at = &lists[kind]; *at;) {
        kept *k = *at;
        if (!is_of(k, path, size)) {
            at = &k->next;
            continue;
        }
        *at = k->next;
        k->next = dropped;
        dropped = k;
    }
    pthread_mutex_unlock(&lock);
    close_all(dropped);
}

void cli_kept_clear(void)
{
    for (int i = 0; i < CLI_KEPT_KINDS; i++) {
        pthread_mutex_lock(&lock);
        kept *all = lists[i];
        lists[i] = NULL;
        pthread_mutex_unlock(&lock);
        close_all(all);
    }
}

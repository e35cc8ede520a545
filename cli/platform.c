/* What every platform does in the same way. */
#include "platform.h"

#include <stdlib.h>
#include <string.h>

bool platform_exists(const char *path)
{
    return platform_find(path) != PLATFORM_NOTHING;
}

bool platform_listing_add(platform_listing *listing, const char *name, platform_kind kind)
{
    if (listing->count == listing->capacity) {
        size_t capacity = listing->capacity ? 2 * listing->capacity : 64;
        platform_entry *grown = realloc(listing->entries, capacity * sizeof *grown);
        if (!grown)
            return false;
        listing->entries = grown;
        listing->capacity = capacity;
    }
    char *copy = strdup(name);
    if (copy)
        listing->entries[listing->count++] = (platform_entry){copy, kind};
    return copy;
}

/* By bytes, so that the order is the same everywhere. */
static int by_name(const void *a, const void *b)
{
    const platform_entry *x = a, *y = b;
    return strcmp(x->name, y->name);
}

void platform_listing_sort(platform_listing *listing)
{
    if (listing->count)
        qsort(listing->entries, listing->count, sizeof *listing->entries, by_name);
}

void platform_listing_free(platform_listing *listing)
{
    for (size_t i = 0; i < listing->count; i++)
        free(listing->entries[i].name);
    free(listing->entries);
    *listing = (platform_listing){0};
}

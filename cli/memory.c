/* The memory of the command. The command gives the library no allocators; instead it has its own
 * default allocator, which the linker takes in place of the library's
 * (src/base/default_allocator.c). So one limit counts for all calls of all verbs. */
#include "memory.h"

#include <stdlib.h>

#include "waymark/base.h"

/* As base/internal.h declares it. */
const wm_allocator *wmi_default_allocator(void);

static void *plain_resize(void *user, void *old, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

static const wm_allocator plain = {plain_resize, NULL};
/* Set once, before there are threads. */
static const wm_allocator *chosen = &plain;
static uint64_t limit;

const wm_allocator *wmi_default_allocator(void)
{
    return chosen;
}

bool cli_limit_memory(uint64_t bytes)
{
    static wm_budget *budget; /* as long as the process lives */
    budget = wm_budget_new(bytes, &plain, NULL);
    if (!budget)
        return false;
    chosen = wm_budget_allocator(budget);
    limit = bytes;
    return true;
}

uint64_t cli_memory_limit(void)
{
    return limit;
}

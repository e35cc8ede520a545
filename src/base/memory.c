/* The default allocator: malloc, with a limit over all threads if the program sets one. */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/internal.h"

/* The one thing that the whole process shares: wm_memory_limit_set says why. */
static atomic_uint_least64_t limit, used, most;

static void raise_peak(uint64_t now)
{
    uint64_t before = atomic_load_explicit(&most, memory_order_relaxed);
    while (before < now && !atomic_compare_exchange_weak(&most, &before, now))
        ;
}

/* Adds to what is used, unless that exceeds the limit. */
static bool take(uint64_t bytes, uint64_t allowed)
{
    uint64_t before = atomic_load_explicit(&used, memory_order_relaxed);
    do
        if (before > allowed || bytes > allowed - before)
            return false;
    while (!atomic_compare_exchange_weak(&used, &before, before + bytes));
    raise_peak(before + bytes);
    return true;
}

static void give_back(uint64_t bytes)
{
    atomic_fetch_sub(&used, bytes);
}

static void *plain_resize(void *old, size_t new_size)
{
    if (new_size)
        return realloc(old, new_size);
    free(old);
    return NULL;
}

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    (void)user;
    uint64_t allowed = atomic_load_explicit(&limit, memory_order_relaxed);
    size_t had = old ? old_size : 0;
    if (!allowed)
        return plain_resize(old, new_size);
    if (new_size > had && !take(new_size - had, allowed))
        return NULL;
    void *block = plain_resize(old, new_size);
    if (new_size > had && !block)
        give_back(new_size - had);
    else if (new_size < had && (block || !new_size))
        give_back(had - new_size);
    return block;
}

const wm_allocator *wmi_default_allocator(void)
{
    static const wm_allocator libc = {resize, NULL};
    return &libc;
}

void wm_memory_limit_set(uint64_t bytes)
{
    atomic_store(&limit, bytes);
}

uint64_t wm_memory_limit(void)
{
    return atomic_load(&limit);
}

uint64_t wm_memory_used(uint64_t *peak)
{
    if (peak)
        *peak = atomic_load(&most);
    return atomic_load(&used);
}

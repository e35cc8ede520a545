/* An allocator that counts and has a limit. The sizes that every allocator is told make the count
 * exact without headers in front of the blocks. */
#include <stdatomic.h>

#include "base/internal.h"

struct wm_budget {
    wm_allocator allocator; /* the budget's own */
    wm_allocator source;
    uint64_t limit;
    atomic_uint_least64_t used, most;
};

static void raise_peak(wm_budget *b, uint64_t now)
{
    uint_least64_t before = atomic_load_explicit(&b->most, memory_order_relaxed);
    while (before < now && !atomic_compare_exchange_weak(&b->most, &before, now))
        ;
}

bool wm_budget_take(wm_budget *b, uint64_t bytes)
{
    uint_least64_t before = atomic_load_explicit(&b->used, memory_order_relaxed);
    do
        if (before > b->limit || bytes > b->limit - before)
            return false;
    while (!atomic_compare_exchange_weak(&b->used, &before, before + bytes));
    raise_peak(b, before + bytes);
    return true;
}

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    wm_budget *b = user;
    size_t had = old ? old_size : 0;
    if (new_size > had && !wm_budget_take(b, new_size - had))
        return NULL;
    void *block = b->source.resize(b->source.user, old, old_size, new_size);
    if (new_size > had && !block)
        wm_budget_give(b, new_size - had);
    else if (new_size < had && (block || new_size == 0))
        wm_budget_give(b, had - new_size);
    return block;
}

void wm_budget_give(wm_budget *b, uint64_t bytes)
{
    atomic_fetch_sub(&b->used, bytes);
}

wm_budget *wm_budget_new(uint64_t limit, const wm_allocator *allocator, wm_error *error)
{
    const wm_allocator *source = allocator ? allocator : wmi_default_allocator();
    wm_budget *b = source->resize(source->user, NULL, 0, sizeof *b);
    if (!b) {
        wmi_no_memory(error);
        return NULL;
    }
    b->allocator = (wm_allocator){resize, b};
    b->source = *source;
    b->limit = limit ? limit : UINT64_MAX;
    atomic_init(&b->used, 0);
    atomic_init(&b->most, 0);
    return b;
}

const wm_allocator *wm_budget_allocator(wm_budget *budget)
{
    return &budget->allocator;
}

uint64_t wm_budget_used(const wm_budget *budget, uint64_t *peak)
{
    wm_budget *b =
        (wm_budget *)budget; /* loading an atomic needs a pointer to one that can change */
    if (peak)
        *peak = atomic_load(&b->most);
    return atomic_load(&b->used);
}

void wm_budget_free(wm_budget *budget)
{
    if (!budget)
        return;
    wm_allocator source = budget->source;
    source.resize(source.user, budget, sizeof *budget, 0);
}

/* The memory of the command: every call of the library gets this allocator, so that one limit
 * counts for all of them. tests/consumer/test_cli_memory.sh looks for calls without it. */
#include "memory.h"

/* Set once, before there are threads. */
static wm_budget *budget; /* NULL: no limit */
static uint64_t limit;

bool cli_limit_memory(uint64_t bytes)
{
    wm_budget_free(budget);
    budget = wm_budget_new(bytes, NULL, NULL);
    limit = bytes;
    return budget != NULL;
}

uint64_t cli_memory_limit(void)
{
    return limit;
}

bool cli_take_memory(uint64_t bytes)
{
    return !budget || wm_budget_take(budget, bytes);
}

void cli_give_memory(uint64_t bytes)
{
    if (budget)
        wm_budget_give(budget, bytes);
}

const wm_allocator *cli_allocator(void)
{
    return budget ? wm_budget_allocator(budget) : NULL;
}

/* Binary search in what is sorted. The caller compares, so one loop serves all kinds of items:
 *
 *   wmi_search search = {.high = count};
 *   while (wmi_search_next(&search))
 *       wmi_search_narrow(&search, items[search.at] < wanted);
 *
 * Then `low` is the first place whose item is not before the wanted one, or `count`. */
#ifndef WAYMARK_BASE_SEARCH_H
#define WAYMARK_BASE_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wmi_search {
    uint32_t low, high; /* the answer is from low to high */
    uint32_t at;        /* the place to compare next; less than high */
} wmi_search;

/* False when the answer is found. */
static inline bool wmi_search_next(wmi_search *search)
{
    search->at = search->low + (search->high - search->low) / 2;
    return search->low < search->high;
}

/* before: is the item at `at` before the wanted one? */
static inline void wmi_search_narrow(wmi_search *search, bool before)
{
    if (before)
        search->low = search->at + 1;
    else
        search->high = search->at;
}

#endif

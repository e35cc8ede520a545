/* Union-find with path halving. One array holds the parent of each member. The root of a set
 * is its lowest member, whatever the order of the joins. */
#ifndef WAYMARK_BASE_UNION_FIND_H
#define WAYMARK_BASE_UNION_FIND_H

#include <stdint.h>

/* Puts each member into its own set. */
static inline void wmi_union_init(uint32_t *parent, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        parent[i] = i;
}

/* Shortens the path to the root for the next call. */
static inline uint32_t wmi_union_root(uint32_t *parent, uint32_t member)
{
    while (parent[member] != member)
        member = parent[member] = parent[parent[member]];
    return member;
}

/* Returns the root of the joined set. */
static inline uint32_t wmi_union_join(uint32_t *parent, uint32_t a, uint32_t b)
{
    a = wmi_union_root(parent, a);
    b = wmi_union_root(parent, b);
    uint32_t root = a < b ? a : b;
    parent[a] = parent[b] = root;
    return root;
}

/* Afterwards parent[i] is the root of i. Parents have lower indices, so they are resolved first. */
static inline void wmi_union_settle(uint32_t *parent, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        parent[i] = parent[parent[i]];
}

#endif

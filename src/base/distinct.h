/* Numbers distinct keys, such as names and vertices, in the order in which they first appear.
 * No input makes it slow: a lookup costs time proportional to the size of the key. */
#ifndef WAYMARK_BASE_DISTINCT_H
#define WAYMARK_BASE_DISTINCT_H

#include "base/internal.h"

typedef struct wmi_distinct_key {
    const uint8_t *bytes;
    size_t size;
} wmi_distinct_key;

/* Tests one bit: child[0] has the keys where it is 0, child[1] those where it is 1. */
typedef struct wmi_distinct_node {
    uint64_t bit;
    uint32_t child[2];
    uint32_t key; /* any key below */
} wmi_distinct_node;

typedef struct wmi_distinct {
    wmi_distinct_key *list; /* by index */
    uint32_t count;
    wmi_distinct_node *nodes;
    uint32_t node_count;
    uint32_t *roots; /* a tree for each hash value; the number of trees is a power of two */
    uint32_t mask;
    uint64_t steps; /* nodes visited; the tests limit it */
} wmi_distinct;

/* Reserves space in the arena for `most` keys. Returns false on failure. */
bool wmi_distinct_init(wmi_distinct *keys, wmi_arena *arena, size_t most);
/* The index of a key, or WM_NO_INDEX. */
uint32_t wmi_distinct_find(wmi_distinct *keys, const void *bytes, size_t size);
/* The index of a key; a new key gets the next one. The bytes are not copied: they must stay as
 * they are while `keys` is in use. At most `most` keys may be added. */
uint32_t wmi_distinct_add(wmi_distinct *keys, const void *bytes, size_t size);

#endif

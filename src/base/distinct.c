/* Distinct keys: a hash selects a tree, usually of one key. Keys with the same hash, crafted or
 * not, share a crit-bit tree: a node tests the first bit in which the keys below it differ. So
 * a lookup visits no more nodes than the key has bits, and compares one whole key.
 *
 * Indices do not depend on the hash or on the shape of the trees. */
#include "base/distinct.h"

/* References to the leaves of a tree (keys) and to its nodes. */
#define NOTHING 0
#define LEAF(index) ((index) << 1 | 1)
#define NODE(index) (((index) + 1) << 1)
#define IS_NODE(ref) ((ref) != NOTHING && !((ref)&1))
#define KEY_OF(ref) ((ref) >> 1)
#define NODE_OF(ref) (((ref) >> 1) - 1)

bool wmi_distinct_init(wmi_distinct *keys, wmi_arena *arena, size_t most)
{
    uint32_t trees = 16;
    if (most >= UINT32_MAX / 2)
        return false;
    while (trees < most)
        trees *= 2;
    *keys = (wmi_distinct){.mask = trees - 1};
    keys->roots = wmi_arena_new(arena, trees, sizeof *keys->roots);
    keys->list = wmi_arena_raw(arena, most, sizeof *keys->list);
    keys->nodes = wmi_arena_raw(arena, most, sizeof *keys->nodes);
    return keys->roots && keys->list && keys->nodes;
}

static uint32_t *root_of(const wmi_distinct *keys, const uint8_t *bytes, size_t size)
{
    uint32_t hash = (uint32_t)size;
    size_t i = 0;
    for (; i + 4 <= size; i += 4) {
        hash = (hash ^ wmi_le32(bytes + i)) * 0x9E3779B1u;
        hash ^= hash >> 15;
    }
    for (; i < size; i++) {
        hash = (hash ^ bytes[i]) * 0x9E3779B1u;
        hash ^= hash >> 15;
    }
    return &keys->roots[hash & keys->mask];
}

/* A byte has 16 bit numbers. The first tells whether the key has that byte, so that no key is
 * the beginning of another; the next 8 are its bits; the rest are unused. */
static uint32_t test_bit(const uint8_t *bytes, size_t size, uint64_t bit)
{
    uint64_t at = bit >> 4;
    uint32_t k = bit & 15;
    return at >= size ? 0 : k == 0 ? 1 : (uint32_t)bytes[at] >> (8 - k) & 1;
}

/* The first bit in which two keys differ. Returns false if they are equal. */
static bool first_difference(const wmi_distinct_key *key, const uint8_t *bytes, size_t size,
                             uint64_t *bit)
{
    size_t at = 0, both = size < key->size ? size : key->size;
    if (size == key->size && memcmp(bytes, key->bytes, size) == 0)
        return false;
    while (at < both && bytes[at] == key->bytes[at])
        at++;
    *bit = (uint64_t)at << 4;
    if (at == both)
        return true;
    uint32_t k = 1;
    for (uint32_t apart = bytes[at] ^ key->bytes[at]; !(apart & 0x80); apart <<= 1)
        k++;
    *bit |= k;
    return true;
}

/* A key of the tree that shares as many first bits with this one as any: follows its bits to a
 * leaf, or to a node that tests a bit after its end, where all keys have the same first bits. */
static uint32_t closest(wmi_distinct *keys, uint32_t ref, const uint8_t *bytes, size_t size)
{
    while (IS_NODE(ref)) {
        const wmi_distinct_node *node = &keys->nodes[NODE_OF(ref)];
        if (node->bit > (uint64_t)size << 4)
            return node->key;
        ref = node->child[test_bit(bytes, size, node->bit)];
        keys->steps++;
    }
    return KEY_OF(ref);
}

/* Adds a node for `bit`, with the last key of the list below it. */
static void split(wmi_distinct *keys, uint32_t *ref, uint64_t bit)
{
    uint32_t added = keys->count - 1;
    const wmi_distinct_key *key = &keys->list[added];
    /* The bits that are tested increase on the way down. */
    while (IS_NODE(*ref) && keys->nodes[NODE_OF(*ref)].bit < bit) {
        wmi_distinct_node *node = &keys->nodes[NODE_OF(*ref)];
        ref = &node->child[test_bit(key->bytes, key->size, node->bit)];
        keys->steps++;
    }
    wmi_distinct_node *node = &keys->nodes[keys->node_count];
    *node = (wmi_distinct_node){bit, {*ref, *ref}, added};
    node->child[test_bit(key->bytes, key->size, bit)] = LEAF(added);
    *ref = NODE(keys->node_count);
    keys->node_count++;
}

uint32_t wmi_distinct_find(wmi_distinct *keys, const void *bytes, size_t size)
{
    uint64_t bit;
    uint32_t root = *root_of(keys, bytes, size);
    if (root == NOTHING)
        return WM_NO_INDEX;
    uint32_t index = closest(keys, root, bytes, size);
    return first_difference(&keys->list[index], bytes, size, &bit) ? WM_NO_INDEX : index;
}

uint32_t wmi_distinct_add(wmi_distinct *keys, const void *bytes, size_t size)
{
    uint64_t bit = 0;
    uint32_t *root = root_of(keys, bytes, size);
    if (*root != NOTHING) {
        uint32_t index = closest(keys, *root, bytes, size);
        if (!first_difference(&keys->list[index], bytes, size, &bit))
            return index;
    }
    keys->list[keys->count++] = (wmi_distinct_key){bytes, size};
    if (*root == NOTHING)
        *root = LEAF(keys->count - 1);
    else
        split(keys, root, bit);
    return keys->count - 1;
}

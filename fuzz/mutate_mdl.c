/* The fields of a binary model followed by its MDX: headers, names, animations, and the nodes
 * of all trees with their arrays. docs/formats/kotor-mdl.md. */
#include "mutate.h"

enum { BASE = 12, NODES = 256 };

typedef struct walk {
    fuzz_fields f;
    const uint8_t *data;
    size_t size, mdl; /* of both files; of the MDL */
    uint32_t nodes[NODES];
    size_t node_count;
} walk;

static uint32_t word(const walk *w, uint64_t at)
{
    return at + 4 <= w->mdl ? fuzz_le32(w->data + at) : 0;
}

/* A pointer and two counts. Returns where the array is; sets *count to what fits. */
static uint64_t array(walk *w, uint64_t at, uint32_t stride, uint32_t *count)
{
    uint64_t to = (uint64_t)word(w, at) + BASE;
    fuzz_add(&w->f, w->mdl, at, 4, FUZZ_POINTER);
    fuzz_add(&w->f, w->mdl, at + 4, 4, FUZZ_COUNT);
    fuzz_add(&w->f, w->mdl, at + 8, 4, FUZZ_COUNT);
    uint64_t room = to < w->mdl ? (w->mdl - to) / stride : 0;
    *count = word(w, at + 4) < room ? word(w, at + 4) : (uint32_t)room;
    *count = *count < 64 ? *count : 64;
    return to;
}

static void push(walk *w, uint32_t pointer)
{
    for (size_t i = 0; i < w->node_count; i++)
        if (w->nodes[i] == pointer)
            return;
    if (w->node_count < NODES)
        w->nodes[w->node_count++] = pointer;
}

static void controllers(walk *w, uint64_t node)
{
    uint32_t count;
    uint64_t at = array(w, node + 56, 16, &count);
    for (uint32_t i = 0; i < count; i++, at += 16) {
        fuzz_add(&w->f, w->mdl, at, 4, FUZZ_INDEX);
        fuzz_add_row(&w->f, w->mdl, at + 6, 2, FUZZ_COUNT, 3);
        fuzz_add(&w->f, w->mdl, at + 12, 1, FUZZ_INDEX);
    }
    at = array(w, node + 68, 4, &count);
    fuzz_add_row(&w->f, w->mdl, at, 4, FUZZ_FLOAT, count);
}

/* The mesh header is the same for all variants up to the offsets of its parts; what follows
 * is taken as words. */
static void mesh(walk *w, uint64_t at)
{
    uint32_t count;
    uint64_t faces = array(w, at + 8, 32, &count);
    for (uint32_t i = 0; i < count; i++, faces += 32) {
        fuzz_add_row(&w->f, w->mdl, faces, 4, FUZZ_FLOAT, 4);
        fuzz_add(&w->f, w->mdl, faces + 16, 4, FUZZ_INDEX);
        fuzz_add_row(&w->f, w->mdl, faces + 20, 2, FUZZ_INDEX, 6);
    }
    fuzz_add_row(&w->f, w->mdl, at + 20, 4, FUZZ_FLOAT, 10);
    for (uint32_t k = 0; k < 3; k++)
        array(w, at + 152 + 12 * k, 4, &count);
    fuzz_add_row(&w->f, w->mdl, at + 188, 4, FUZZ_INDEX, 36);
    fuzz_add_row(&w->f, w->mdl, at + 304, 2, FUZZ_COUNT, 8);
    fuzz_add_row(&w->f, w->mdl, at + 332, 4, FUZZ_POINTER, 12);
}

static void node(walk *w, uint32_t pointer)
{
    uint64_t at = (uint64_t)pointer + BASE;
    uint32_t count;
    if (at + 80 > w->mdl)
        return;
    uint32_t flags = word(w, at) & 0xFFFF;
    fuzz_add_row(&w->f, w->mdl, at, 2, FUZZ_INDEX, 4);
    fuzz_add_row(&w->f, w->mdl, at + 8, 4, FUZZ_POINTER, 2);
    fuzz_add_row(&w->f, w->mdl, at + 16, 4, FUZZ_FLOAT, 7);
    uint64_t children = array(w, at + 44, 4, &count);
    for (uint32_t i = 0; i < count; i++) {
        fuzz_add(&w->f, w->mdl, children + 4 * i, 4, FUZZ_POINTER);
        push(w, word(w, children + 4 * i));
    }
    controllers(w, at);
    if (flags & 0x20)
        mesh(w, at + 80);
    else if (flags & 0x0E)
        fuzz_add_row(&w->f, w->mdl, at + 80, 4, FUZZ_COUNT, 23);
}

static void animation(walk *w, uint32_t pointer)
{
    uint64_t at = (uint64_t)pointer + BASE;
    uint32_t count;
    fuzz_add(&w->f, w->mdl, at + 40, 4, FUZZ_POINTER);
    fuzz_add(&w->f, w->mdl, at + 44, 4, FUZZ_COUNT);
    fuzz_add_row(&w->f, w->mdl, at + 80, 4, FUZZ_FLOAT, 2);
    uint64_t events = array(w, at + 120, 36, &count);
    for (uint32_t i = 0; i < count; i++)
        fuzz_add(&w->f, w->mdl, events + 36 * i, 4, FUZZ_FLOAT);
    if (at + 44 <= w->mdl)
        push(w, word(w, at + 40));
}

static void list(walk *w)
{
    uint32_t count;
    w->f.base = BASE;
    fuzz_add_row(&w->f, w->mdl, 4, 4, FUZZ_COUNT, 2);
    fuzz_add_row(&w->f, w->mdl, BASE, 4, FUZZ_INDEX, 2);
    fuzz_add(&w->f, w->mdl, BASE + 40, 4, FUZZ_POINTER);
    fuzz_add(&w->f, w->mdl, BASE + 44, 4, FUZZ_COUNT);
    fuzz_add_row(&w->f, w->mdl, BASE + 80, 1, FUZZ_INDEX, 4);
    uint64_t animations = array(w, BASE + 88, 4, &count);
    push(w, word(w, BASE + 40));
    for (uint32_t i = 0; i < count; i++) {
        fuzz_add(&w->f, w->mdl, animations + 4 * i, 4, FUZZ_POINTER);
        animation(w, word(w, animations + 4 * i));
    }
    fuzz_add_row(&w->f, w->mdl, BASE + 104, 4, FUZZ_FLOAT, 8);
    fuzz_add(&w->f, w->mdl, BASE + 168, 4, FUZZ_POINTER);
    uint64_t names = array(w, BASE + 184, 4, &count);
    fuzz_add_row(&w->f, w->mdl, names, 4, FUZZ_POINTER, count);
    for (size_t i = 0; i < w->node_count; i++)
        node(w, w->nodes[i]);
    fuzz_add_row(&w->f, w->size, w->mdl, 4, FUZZ_FLOAT, 256); /* the MDX */
}

size_t fuzz_mutate_mdl(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static walk w;
    uint32_t state = seed, choice = fuzz_random(&state) % 8;
    if (choice == 0)
        return LLVMFuzzerMutate(data, size, most);
    uint64_t mdl = (uint64_t)fuzz_le32(data + 4) + BASE;
    w.data = data;
    w.size = size;
    w.mdl = mdl < size ? (size_t)mdl : size;
    w.f.count = w.node_count = 0;
    list(&w);
    fuzz_change(&w.f, data, size, seed);
    if (choice == 1 && w.mdl == size) { /* a longer MDL without an MDX */
        size = fuzz_extend(data, size, most, seed);
        fuzz_put32(data + 4, (uint32_t)size - BASE);
    }
    return size;
}

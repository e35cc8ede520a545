/* The fields of an uncompressed ASWM of the newest version, whose tables follow each other.
 * docs/formats/nwn2.md, "ASWM". */
#include "mutate.h"

typedef struct walk {
    fuzz_fields f;
    const uint8_t *data;
    size_t size;
    uint64_t at;
} walk;

static uint32_t word(const walk *w, uint64_t at)
{
    return at + 4 <= w->size ? fuzz_le32(w->data + at) : 0;
}

static uint32_t take(walk *w, fuzz_kind kind)
{
    uint32_t value = word(w, w->at);
    fuzz_add(&w->f, w->size, w->at, 4, kind);
    w->at += 4;
    return value;
}

/* `rows` rows; a letter of `kinds` for each word: f float, i index, c count. */
static void table(walk *w, uint32_t rows, const char *kinds)
{
    for (uint32_t r = 0; r < rows && w->at < w->size; r++)
        for (const char *k = kinds; *k; k++)
            take(w, *k == 'f' ? FUZZ_FLOAT : *k == 'c' ? FUZZ_COUNT : FUZZ_INDEX);
}

static void tile(walk *w)
{
    w->at += 33;
    table(w, 1, "cccffc"); /* vertices, edges, triangles, width, height, first triangle */
    take(w, FUZZ_INDEX);   /* compression */
    uint32_t locals = take(w, FUZZ_COUNT);
    uint32_t nodes = w->at < w->size ? w->data[w->at] : 0;
    fuzz_add(&w->f, w->size, w->at, 1, FUZZ_COUNT);
    w->at += 1;
    take(w, FUZZ_COUNT); /* size of the compressed table */
    fuzz_add_row(&w->f, w->size, w->at, 1, FUZZ_INDEX, locals < 256 ? locals : 256);
    w->at += locals;
    table(w, nodes, "i");
    fuzz_add_row(&w->f, w->size, w->at, 1, FUZZ_INDEX, nodes * nodes);
    w->at += (uint64_t)nodes * nodes;
    take(w, FUZZ_INDEX);
}

static void island(walk *w)
{
    table(w, 1, "iifffc");
    for (int i = 0; i < 3; i++) {
        uint32_t links = take(w, FUZZ_COUNT);
        table(w, links, i == 1 ? "f" : "i");
    }
}

static void list(walk *w)
{
    fuzz_add(&w->f, w->size, 0, 4, FUZZ_INDEX); /* version */
    w->at = 37;
    uint32_t vertices = take(w, FUZZ_COUNT), edges = take(w, FUZZ_COUNT);
    uint32_t triangles = take(w, FUZZ_COUNT);
    take(w, FUZZ_INDEX);
    table(w, vertices, "fff");
    table(w, edges, "iiii");
    table(w, triangles, "iiiiiiiiifffffii");
    table(w, 1, "if"); /* flags, width of a tile */
    uint64_t tiles = (uint64_t)take(w, FUZZ_COUNT);
    tiles *= take(w, FUZZ_COUNT);
    for (uint64_t i = 0; i < tiles && w->at < w->size; i++)
        tile(w);
    take(w, FUZZ_COUNT); /* border */
    uint32_t islands = take(w, FUZZ_COUNT);
    for (uint32_t i = 0; i < islands && w->at < w->size; i++)
        island(w);
    for (uint32_t i = 0; i < islands && w->at < w->size; i++)
        table(w, islands, "if");
}

size_t fuzz_mutate_aswm(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static walk w;
    uint32_t state = seed;
    if (fuzz_random(&state) % 8 == 0)
        return LLVMFuzzerMutate(data, size, most);
    w.data = data;
    w.size = size;
    w.f.count = 0;
    list(&w);
    fuzz_change(&w.f, data, size, seed);
    return size;
}

/* The fields of a binary KotOR walkmesh. docs/formats/kotor-bwm.md, "Layout". */
#include "mutate.h"

/* Tables: where the count and the pointer are, words per row, and what the words are. */
static const struct {
    uint32_t count, pointer, words;
    const char *kinds; /* one letter per word */
} tables[] = {
    {0x48, 0x4C, 3, "fff"}, {0x50, 0x54, 3, "iii"}, {0x50, 0x58, 1, "i"},
    {0x50, 0x5C, 3, "fff"}, {0x50, 0x60, 1, "f"},   {0x64, 0x68, 11, "ffffffiiiii"},
    {0x70, 0x74, 3, "iii"}, {0x78, 0x7C, 2, "ii"},  {0x80, 0x84, 1, "i"},
};

static uint32_t word(const uint8_t *data, size_t size, uint32_t at)
{
    return at + 4 <= size ? fuzz_le32(data + at) : 0;
}

static void list(fuzz_fields *f, const uint8_t *data, size_t size)
{
    f->count = f->base = 0;
    fuzz_add(f, size, 8, 4, FUZZ_INDEX);
    fuzz_add_row(f, size, 12, 4, FUZZ_FLOAT, 15);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        uint64_t at = word(data, size, tables[i].pointer);
        uint32_t rows = word(data, size, tables[i].count);
        fuzz_add(f, size, tables[i].count, 4, FUZZ_COUNT);
        fuzz_add(f, size, tables[i].pointer, 4, FUZZ_POINTER);
        for (uint32_t r = 0; r < rows && r < 64 && at < size; r++)
            for (uint32_t k = 0; k < tables[i].words; k++, at += 4)
                fuzz_add(f, size, at, 4, tables[i].kinds[k] == 'f' ? FUZZ_FLOAT : FUZZ_INDEX);
    }
    fuzz_add(f, size, 0x6C, 4, FUZZ_INDEX); /* the root of the tree */
}

size_t fuzz_mutate_bwm(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static fuzz_fields f;
    uint32_t state = seed, choice = fuzz_random(&state) % 8;
    if (choice == 0)
        return LLVMFuzzerMutate(data, size, most);
    list(&f, data, size);
    fuzz_change(&f, data, size, seed);
    return choice == 1 ? fuzz_extend(data, size, most, seed) : size;
}

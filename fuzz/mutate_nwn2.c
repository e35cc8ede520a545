/* The fields of an NWN2 container, a model or terrain: its table, and the words of packets that
 * are not compressed. docs/formats/nwn2.md, "Container"; docs/formats/nwn2-mdb.md, "Packets". */
#include "mutate.h"

#include <string.h>

enum { HEADER = 12, NAME = 32 };

/* Counts and indices are small; anything else is taken for a float. */
static void words(fuzz_fields *f, const uint8_t *data, size_t size, uint64_t at, uint64_t end)
{
    for (; at + 4 <= end && at + 4 <= size && f->count < FUZZ_FIELDS; at += 4)
        fuzz_add(f, size, at, 4, fuzz_le32(data + at) < 65536 ? FUZZ_COUNT : FUZZ_FLOAT);
}

/* After the names: 164 bytes of a material have four of them, and a skin has two more. */
static void packet(fuzz_fields *f, const uint8_t *data, size_t size, uint64_t at)
{
    if (at + 8 + NAME > size)
        return;
    const uint8_t *type = data + at;
    uint64_t end = at + 8 + fuzz_le32(data + at + 4);
    fuzz_add(f, size, at + 4, 4, FUZZ_COUNT);
    if (memcmp(type, "ASWM", 4) == 0 || memcmp(type, "TRRN", 4) == 0)
        return; /* compressed */
    bool mesh = memcmp(type, "RIGD", 4) == 0 || memcmp(type, "COL", 3) == 0;
    bool skin = memcmp(type, "SKIN", 4) == 0;
    words(f, data, size, at + 8 + (mesh ? 5u : skin ? 6u : 1u) * NAME, end);
}

static void list(fuzz_fields *f, const uint8_t *data, size_t size)
{
    uint32_t count = fuzz_le32(data + 8);
    fuzz_add(f, size, 8, 4, FUZZ_COUNT);
    for (uint32_t i = 0; i < count && HEADER + 8 * (uint64_t)i + 8 <= size; i++) {
        uint64_t row = HEADER + 8 * (uint64_t)i;
        fuzz_add(f, size, row + 4, 4, FUZZ_POINTER);
        packet(f, data, size, fuzz_le32(data + row + 4));
    }
}

size_t fuzz_mutate_nwn2(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static fuzz_fields f;
    uint32_t state = seed;
    if (size < HEADER || fuzz_random(&state) % 4 == 0)
        return LLVMFuzzerMutate(data, size, most);
    f.count = 0;
    list(&f, data, size);
    fuzz_change(&f, data, size, seed);
    return size;
}

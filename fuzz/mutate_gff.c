/* The fields of a GFF V3.2: offsets and counts of its six tables, then structs, fields and
 * lists. docs/formats/nwn2.md, "GIT". */
#include "mutate.h"

enum { HEADER = 56, GFF_FLOAT = 8 };

typedef enum part { STRUCTS, FIELDS, LABELS, DATA, INDICES, LISTS, PARTS } part;

static void list(fuzz_fields *f, const uint8_t *data, size_t size)
{
    uint32_t offset[PARTS], count[PARTS];
    for (int i = 0; i < PARTS; i++) {
        offset[i] = fuzz_le32(data + 8 + 8 * i);
        count[i] = fuzz_le32(data + 12 + 8 * i);
        fuzz_add(f, size, 8 + 8 * (uint64_t)i, 4, FUZZ_POINTER);
        fuzz_add(f, size, 12 + 8 * (uint64_t)i, 4, FUZZ_COUNT);
    }
    fuzz_add_row(f, size, offset[STRUCTS], 4, FUZZ_INDEX,
                 count[STRUCTS] < size / 12 ? 3 * count[STRUCTS] : 0);
    for (uint32_t i = 0; i < count[FIELDS] && i < size / 12; i++) {
        uint64_t at = offset[FIELDS] + 12 * (uint64_t)i;
        bool real = at + 4 <= size && fuzz_le32(data + at) == GFF_FLOAT;
        fuzz_add_row(f, size, at, 4, FUZZ_INDEX, 2);
        fuzz_add(f, size, at + 8, 4, real ? FUZZ_FLOAT : FUZZ_INDEX);
    }
    fuzz_add_row(f, size, offset[INDICES], 4, FUZZ_INDEX, count[INDICES] / 4);
    fuzz_add_row(f, size, offset[LISTS], 4, FUZZ_INDEX, count[LISTS] / 4);
}

size_t fuzz_mutate_gff(uint8_t *data, size_t size, size_t most, unsigned seed)
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

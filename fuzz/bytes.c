/* Changes of bytes without libFuzzer, for the inputs of replay.c: what mutate.c leaves to
 * LLVMFuzzerMutate. The changes follow from the seed alone. */
#include "bytes.h"

#include <string.h>

#include "mutate.h"

static uint32_t state;

void fuzz_seed_bytes(uint32_t seed)
{
    state = seed;
}

/* Words that readers of texts stumble over. */
static const char *const words[] = {"0",    "-1",  "1",  "65536", "4294967295", "2147483648",
                                    "1e38", "nan", "1.", "\n",    " ",          "\\\n",
                                    "\"",   "#",   "{",  "]",     "endnode\n",  "-0"};

static size_t insert(uint8_t *data, size_t size, size_t most, const void *from, size_t count)
{
    size_t at = fuzz_random(&state) % (size + 1);
    if (count > most - size)
        return size;
    memmove(data + at + count, data + at, size - at);
    memcpy(data + at, from, count);
    return size + count;
}

static size_t erase(uint8_t *data, size_t size)
{
    size_t at = fuzz_random(&state) % size, count = 1 + fuzz_random(&state) % 16;
    count = count < size - at ? count : size - at;
    memmove(data + at, data + at + count, size - at - count);
    return size - count;
}

/* Copies a piece to another place, over what is there or between it. */
static size_t copy(uint8_t *data, size_t size, size_t most, bool over)
{
    uint8_t piece[64];
    size_t from = fuzz_random(&state) % size, count = 1 + fuzz_random(&state) % sizeof piece;
    count = count < size - from ? count : size - from;
    memcpy(piece, data + from, count);
    if (!over)
        return insert(data, size, most, piece, count);
    size_t to = fuzz_random(&state) % size;
    memcpy(data + to, piece, count < size - to ? count : size - to);
    return size;
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    static const uint8_t odd[] = {0, 1, 2, 4, 127, 128, 255, '0', '9', '-', '.', ' ', '\n'};
    const char *word = words[fuzz_random(&state) % (sizeof words / sizeof *words)];
    if (size == 0)
        return insert(data, size, most, word, strlen(word));
    size_t at = fuzz_random(&state) % size;
    switch (fuzz_random(&state) % 8) {
    case 0: data[at] ^= (uint8_t)(1u << fuzz_random(&state) % 8); return size;
    case 1: data[at] = odd[fuzz_random(&state) % sizeof odd]; return size;
    case 2: data[at] = (uint8_t)(data[at] + fuzz_random(&state) % 9 - 4); return size;
    case 3: return erase(data, size);
    case 4: return copy(data, size, most, true);
    case 5: return copy(data, size, most, false);
    case 6: return insert(data, size, most, word, strlen(word));
    default: return fuzz_random(&state) % 8 ? size : 1 + fuzz_random(&state) % size; /* cut off */
    }
}

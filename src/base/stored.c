/* zlib streams that are not compressed, for data that would become too small. */
#include "base/deflate.h"
#include "base/words.h"

enum { BLOCK = 65535, BLOCK_HEADER = 5, STREAM_HEADER = 2, CHECKSUM = 4 };

/* Adler-32. 5,552 bytes are the most whose sums fit in 32 bits. */
static uint32_t checksum(const uint8_t *from, size_t size)
{
    uint32_t a = 1, b = 0;
    for (size_t done = 0; done < size;) {
        size_t end = size - done > 5552 ? done + 5552 : size;
        for (; done < end; done++) {
            a += from[done];
            b += a;
        }
        a %= 65521;
        b %= 65521;
    }
    return b << 16 | a;
}

size_t wmi_deflate_stored(wmi_arena *arena, const uint8_t *from, size_t size, uint8_t **to)
{
    size_t blocks = size / BLOCK + (size % BLOCK != 0 || size == 0);
    size_t made = STREAM_HEADER + size + blocks * BLOCK_HEADER + CHECKSUM;
    uint8_t *at = *to = wmi_arena_raw(arena, made, 1);
    if (!at)
        return 0;
    *at++ = 0x78; /* a window of 32 kB */
    *at++ = 0x01; /* the least effort */
    for (size_t done = 0, i = 0; i < blocks; i++) {
        size_t n = size - done < BLOCK ? size - done : BLOCK;
        *at++ = i + 1 == blocks; /* the last one? not compressed */
        *at++ = (uint8_t)n;
        *at++ = (uint8_t)(n >> 8);
        *at++ = (uint8_t)~n;
        *at++ = (uint8_t)(~n >> 8);
        if (n)
            memcpy(at, from + done, n);
        at += n;
        done += n;
    }
    uint32_t sum = checksum(from, size);
    for (int shift = 24; shift >= 0; shift -= 8)
        *at++ = (uint8_t)(sum >> shift); /* big-endian */
    return made;
}

/* zlib streams in the browser: done by pako, a port of zlib to JavaScript (web/src/core.js).
 * At level 6 its output is identical to zlib's. */
#include "base/deflate.h"

#define IMPORT(name) __attribute__((import_module("waymark"), import_name(name)))

/* Returns a wmi_inflated; sizes[0] and sizes[1] are the bytes consumed and produced. */
IMPORT("inflate")
int waymark_inflate(const uint8_t *from, size_t size, uint8_t *to, size_t room, size_t sizes[2],
                    int raw);
/* Returns the size of the stream; writes as much of it to `to` as fits. */
IMPORT("deflate")
size_t waymark_deflate(const uint8_t *from, size_t size, uint8_t *to, size_t room);

wmi_inflated wmi_inflate(const uint8_t *from, size_t size, uint8_t *to, size_t room, size_t *used,
                         size_t *made)
{
    size_t sizes[2] = {0, 0};
    wmi_inflated result = (wmi_inflated)waymark_inflate(from, size, to, room, sizes, 0);
    *used = sizes[0];
    *made = sizes[1];
    return result;
}

wmi_inflated wmi_inflate_raw(const uint8_t *from, size_t size, uint8_t *to, size_t room,
                             size_t *made)
{
    size_t sizes[2] = {0, 0};
    wmi_inflated result = (wmi_inflated)waymark_inflate(from, size, to, room, sizes, 1);
    *made = sizes[1];
    return result;
}

uint32_t wmi_crc32(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

size_t wmi_deflate(wmi_arena *arena, const uint8_t *from, size_t size, wmi_effort effort,
                   uint8_t **to)
{
    (void)effort;                           /* only one level is available */
    size_t room = size + (size >> 10) + 64; /* worst case: stored blocks */
    *to = wmi_arena_raw(arena, room, 1);
    size_t made = *to ? waymark_deflate(from, size, *to, room) : 0;
    return made <= room ? made : 0;
}

/* zlib streams in the browser: pako, a port of zlib to JavaScript, does the work
 * (web/src/core.js), and its bytes at level 6 are zlib's. */
#include "base/deflate.h"

#define IMPORT(name) __attribute__((import_module("waymark"), import_name(name)))

/* A wmi_inflated; sizes[0] and [1] are the bytes used and made. */
IMPORT("inflate")
int waymark_inflate(const uint8_t *from, size_t size, uint8_t *to, size_t room, size_t sizes[2]);
/* The size of the stream, of which as much as there is room for was written to `to`. */
IMPORT("deflate")
size_t waymark_deflate(const uint8_t *from, size_t size, uint8_t *to, size_t room);

wmi_inflated wmi_inflate(const uint8_t *from, size_t size, uint8_t *to, size_t room, size_t *used,
                         size_t *made)
{
    size_t sizes[2] = {0, 0};
    wmi_inflated result = (wmi_inflated)waymark_inflate(from, size, to, room, sizes);
    *used = sizes[0];
    *made = sizes[1];
    return result;
}

size_t wmi_deflate(wmi_arena *arena, const uint8_t *from, size_t size, bool fast, uint8_t **to)
{
    (void)fast;                             /* there is one way only */
    size_t room = size + (size >> 10) + 64; /* stored blocks are the worst that can come of it */
    *to = wmi_arena_raw(arena, room, 1);
    size_t made = *to ? waymark_deflate(from, size, *to, room) : 0;
    return made <= room ? made : 0;
}

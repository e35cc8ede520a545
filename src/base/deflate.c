/* zlib streams: libdeflate decompresses; zlib compresses, because its output at level 6
 * matches the games' tools byte for byte. */
#include "base/deflate.h"

#include <libdeflate.h>
#include <zlib.h>

static wmi_inflated inflated(enum libdeflate_result result)
{
    return result == LIBDEFLATE_SUCCESS              ? WMI_INFLATED
           : result == LIBDEFLATE_INSUFFICIENT_SPACE ? WMI_INFLATE_MORE
                                                     : WMI_INFLATE_BAD;
}

wmi_inflated wmi_inflate(const uint8_t *from, size_t size, uint8_t *to, size_t room, size_t *used,
                         size_t *made)
{
    struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
    if (!d)
        return WMI_INFLATE_MEMORY;
    enum libdeflate_result result =
        libdeflate_zlib_decompress_ex(d, from, size, to, room, used, made);
    libdeflate_free_decompressor(d);
    return inflated(result);
}

wmi_inflated wmi_inflate_raw(const uint8_t *from, size_t size, uint8_t *to, size_t room,
                             size_t *made)
{
    struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
    size_t used;
    if (!d)
        return WMI_INFLATE_MEMORY;
    enum libdeflate_result result =
        libdeflate_deflate_decompress_ex(d, from, size, to, room, &used, made);
    libdeflate_free_decompressor(d);
    return inflated(result);
}

uint32_t wmi_crc32(const void *data, size_t size)
{
    return libdeflate_crc32(0, data, size);
}

static voidpf zlib_new(voidpf user, uInt count, uInt size)
{
    return wmi_arena_new(user, count, size);
}

static void zlib_free(voidpf user, voidpf old)
{
    (void)user;
    (void)old; /* memory is freed with the arena */
}

/* Returns the size, or 0 if out of memory. */
static size_t deflate_slow(wmi_arena *scratch, const uint8_t *from, size_t size, uint8_t **to)
{
    z_stream z = {.zalloc = zlib_new, .zfree = zlib_free, .opaque = scratch};
    if (deflateInit(&z, 6) != Z_OK)
        return 0;
    uLong bound = deflateBound(&z, (uLong)size);
    *to = bound <= UINT32_MAX ? wmi_arena_raw(scratch, bound, 1) : NULL;
    if (!*to)
        return 0;
    z.next_in = (z_const Bytef *)(uintptr_t)from;
    z.avail_in = (uInt)size;
    z.next_out = *to;
    z.avail_out = (uInt)bound;
    bool done = deflate(&z, Z_FINISH) == Z_STREAM_END;
    size_t made = z.total_out;
    deflateEnd(&z);
    return done ? made : 0;
}

static size_t deflate_other(wmi_arena *scratch, const uint8_t *from, size_t size, int level,
                            uint8_t **to)
{
    struct libdeflate_compressor *c = libdeflate_alloc_compressor(level);
    size_t made = 0;
    if (!c)
        return 0;
    size_t bound = libdeflate_zlib_compress_bound(c, size);
    *to = wmi_arena_raw(scratch, bound, 1);
    if (*to)
        made = libdeflate_zlib_compress(c, from, size, *to, bound);
    libdeflate_free_compressor(c);
    return made;
}

size_t wmi_deflate(wmi_arena *arena, const uint8_t *from, size_t size, wmi_effort effort,
                   uint8_t **to)
{
    if (effort == WMI_EFFORT_ZLIB)
        return deflate_slow(arena, from, size, to);
    return deflate_other(arena, from, size, effort == WMI_EFFORT_FAST ? 6 : 12, to);
}

/* zlib streams, the compression the games use, and what ZIP archives need. The WebAssembly build
 * implements these functions in web/core/deflate_js.c, because its C library has neither zlib nor
 * libdeflate. */
#ifndef WAYMARK_BASE_DEFLATE_H
#define WAYMARK_BASE_DEFLATE_H

#include "base/internal.h"

typedef enum wmi_inflated {
    WMI_INFLATED,
    WMI_INFLATE_BAD,   /* not a complete zlib stream */
    WMI_INFLATE_MORE,  /* the output does not fit */
    WMI_INFLATE_MEMORY /* out of memory */
} wmi_inflated;

/* Decompresses one stream from the start of from[0..size). *used is the number of input bytes
 * consumed, *made the number of bytes written. */
wmi_inflated wmi_inflate(const uint8_t *from, size_t size, uint8_t *to, size_t room, size_t *used,
                         size_t *made);

/* The same for a stream without header and checksum, as in ZIP archives. It may end before the
 * input does. */
wmi_inflated wmi_inflate_raw(const uint8_t *from, size_t size, uint8_t *to, size_t room,
                             size_t *made);
/* The checksum of ZIP archives. */
uint32_t wmi_crc32(const void *data, size_t size);

typedef enum wmi_effort {
    WMI_EFFORT_ZLIB, /* byte for byte the output of zlib at level 6 */
    WMI_EFFORT_FAST, /* another stream of the same data, made faster */
    WMI_EFFORT_SMALL /* another one, as small as possible */
} wmi_effort;

/* Compresses into arena memory. Returns the size, or 0 if out of memory. */
size_t wmi_deflate(wmi_arena *arena, const uint8_t *from, size_t size, wmi_effort effort,
                   uint8_t **to);

/* A stream of the same kind in which nothing is compressed (stored.c). */
size_t wmi_deflate_stored(wmi_arena *arena, const uint8_t *from, size_t size, uint8_t **to);

#endif

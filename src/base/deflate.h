/* zlib streams, the compression of the games. The WebAssembly build has another file for
 * these two (web/core/deflate_js.c), because its C library has neither zlib nor
 * libdeflate. */
#ifndef WAYMARK_BASE_DEFLATE_H
#define WAYMARK_BASE_DEFLATE_H

#include "base/internal.h"

typedef enum wmi_inflated {
    WMI_INFLATED,
    WMI_INFLATE_BAD,   /* no whole zlib stream */
    WMI_INFLATE_MORE,  /* it holds more than there is room for */
    WMI_INFLATE_MEMORY /* memory was refused */
} wmi_inflated;

/* Reads one stream from the start of from[0..size). *used are the bytes of the stream,
 * *made those it became. */
wmi_inflated wmi_inflate(const uint8_t *from, size_t size, uint8_t *to, size_t room, size_t *used,
                         size_t *made);

/* Makes a stream in memory of the arena, byte for byte what zlib gives at level 6, or,
 * `fast`, a stream that says the same in other bytes. Its size, 0 when memory was
 * refused. */
size_t wmi_deflate(wmi_arena *arena, const uint8_t *from, size_t size, bool fast, uint8_t **to);

#endif

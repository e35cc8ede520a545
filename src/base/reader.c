/* The sticky bounds-checked reader. */
#include <stdio.h>

#include "base/words.h"

void wmi_reader_init(wmi_reader *reader, const void *data, size_t size, wm_error *error)
{
    *reader = (wmi_reader){.base = data, .size = size, .error = error};
}

void wmi_reader_fail(wmi_reader *reader, wm_status code, uint64_t offset, const char *path,
                     const char *fmt, ...)
{
    if (reader->failed)
        return;
    char message[sizeof((wm_error *)0)->message];
    va_list args;
    va_start(args, fmt);
    wmi_vformat(message, sizeof message, fmt, args);
    va_end(args);
    reader->failed = wmi_fail_at(reader->error, code, offset, path, "%s", message);
}

wmi_span wmi_reader_span(wmi_reader *reader, uint64_t offset, uint32_t count, uint32_t stride,
                         const char *field)
{
    wmi_span none = {reader->base, offset, 0, stride};
    if (reader->failed || count == 0)
        return none;
    if (!wmi_fits(reader->size, offset, count, stride)) {
        uint64_t need = (uint64_t)count * stride;
        wmi_reader_fail(reader, WM_TRUNCATED, offset, field, "%s",
                        wmi_cut_off(field, offset, need, reader->size).text);
        return none;
    }
    return (wmi_span){reader->base + offset, offset, count, stride};
}

uint32_t wmi_reader_u32(wmi_reader *reader, uint64_t offset, const char *field)
{
    wmi_span s = wmi_reader_span(reader, offset, 1, 4, field);
    return s.count ? wmi_le32(s.data) : 0;
}

void wmi_swap16(uint8_t *to, const uint8_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t low = from[2 * i];
        to[2 * i] = from[2 * i + 1];
        to[2 * i + 1] = low;
    }
}

void wmi_load16(void *to, const uint8_t *from, size_t count)
{
    if (!wmi_little_endian())
        wmi_swap16(to, from, count);
    else if (count)
        memcpy(to, from, count * 2);
}

void wmi_store16(uint8_t *to, const void *from, size_t count)
{
    wmi_load16(to, from, count); /* the bytes change in the same way in both directions */
}

void wmi_swap_halves(void *first, size_t count, size_t stride)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t half[2], *word = (uint8_t *)first + i * stride;
        memcpy(half, word, 2);
        memmove(word, word + 2, 2);
        memcpy(word + 2, half, 2);
    }
}

void wmi_halves(void *first, size_t count, size_t stride)
{
    if (!wmi_little_endian())
        wmi_swap_halves(first, count, stride);
}

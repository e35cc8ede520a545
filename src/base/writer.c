/* The growing writer: bytes and text in one buffer, with sticky failures. */
#include <stdio.h>

#include "base/internal.h"

void wmi_writer_init(wmi_writer *writer, const wm_allocator *allocator)
{
    *writer = (wmi_writer){.allocator = allocator ? *allocator : *wmi_default_allocator()};
}

uint8_t *wmi_writer_room(wmi_writer *writer, size_t size)
{
    if (writer->failed || size > SIZE_MAX - writer->size) {
        writer->failed = true;
        return NULL;
    }
    void *data = writer->data;
    if (!wmi_grow(&writer->allocator, &data, &writer->capacity, writer->size + size, 1)) {
        writer->failed = true;
        return NULL;
    }
    writer->data = data;
    uint8_t *start = data ? writer->data + writer->size : NULL; /* NULL if size is 0 */
    writer->size += size;
    return start;
}

/* Exactly this size, unlike growing, so that nothing is left to give back. */
void wmi_writer_reserve(wmi_writer *writer, size_t size)
{
    if (writer->failed || writer->data || size == 0)
        return;
    writer->data = writer->allocator.resize(writer->allocator.user, NULL, 0, size);
    writer->failed = !writer->data;
    writer->capacity = writer->data ? size : 0;
}

uint8_t *wmi_writer_space(wmi_writer *writer, size_t size)
{
    uint8_t *start = wmi_writer_room(writer, size);
    if (start && size)
        memset(start, 0, size);
    return start;
}

void wmi_writer_bytes(wmi_writer *writer, const void *data, size_t size)
{
    uint8_t *start = wmi_writer_room(writer, size);
    if (start && size)
        memcpy(start, data, size);
}

void wmi_writer_u32(wmi_writer *writer, uint32_t value)
{
    uint8_t *start = wmi_writer_room(writer, 4);
    if (start)
        wmi_put32(start, value);
}

void wmi_writer_text(wmi_writer *writer, const char *text)
{
    wmi_writer_bytes(writer, text, strlen(text));
}

void wmi_writer_printf(wmi_writer *writer, const char *fmt, ...)
{
    char text[512]; /* all callers pass shorter text: names are cut to fit their field */
    va_list args;
    va_start(args, fmt);
    int length = wmi_vformat(text, sizeof text, fmt, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof text)
        writer->failed = true;
    else
        wmi_writer_bytes(writer, text, (size_t)length);
}

void wmi_writer_float(wmi_writer *writer, float value)
{
    char text[WM_FLOAT_TEXT];
    wmi_writer_bytes(writer, text, wm_float_format(value, text));
}

wm_status wmi_writer_finish(wmi_writer *writer, wm_buffer *out, wm_error *error)
{
    if (writer->failed) {
        wmi_release(&writer->allocator, writer->data, writer->capacity, 1);
        *out = (wm_buffer){0};
        return wmi_no_memory(error);
    }
    /* Callers only know the size of a buffer, so shrink it for allocators that need the exact
     * size. */
    if (writer->size == 0) {
        wmi_release(&writer->allocator, writer->data, writer->capacity, 1);
        writer->data = NULL;
    } else if (writer->size != writer->capacity) {
        void *fit = writer->allocator.resize(writer->allocator.user, writer->data, writer->capacity,
                                             writer->size);
        if (!fit) {
            wmi_release(&writer->allocator, writer->data, writer->capacity, 1);
            *out = (wm_buffer){0};
            return wmi_no_memory(error);
        }
        writer->data = fit;
    }
    *out = (wm_buffer){writer->data, writer->size, writer->allocator};
    return WM_OK;
}

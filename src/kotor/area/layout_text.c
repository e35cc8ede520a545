/* Shared by the LYT and VIS readers. docs/formats/kotor-lyt-vis.md */
#include <stdio.h>

#include "kotor/area/layout_text.h"

bool wmi_layout_open(wmi_layout_text *t, wmi_arena *arena, const void *data, size_t size,
                     const wm_read_opts *opts, wm_error *error)
{
    *t = (wmi_layout_text){.arena = arena, .size = size, .error = error};
    t->report = opts ? opts->report : NULL;
    t->text = wmi_arena_text(arena, data, size);
    t->words = wmi_arena_text(arena, data, size);
    if (!t->text || !t->words)
        t->failed = wmi_arena_fail(arena, error, "");
    return t->failed == WM_OK;
}

const char *wmi_layout_keep(wmi_layout_text *t, wmi_word word)
{
    size_t at = (size_t)(word.text - t->text); /* there is a byte after the last word */
    t->words[at + word.size] = '\0';
    return t->words + at;
}

void *wmi_layout_push(wmi_layout_text *t, void *array, uint32_t *count, uint32_t *capacity,
                      size_t element)
{
    if (*count == *capacity) {
        /* There are fewer lines than bytes, so doubling stays within the file size. */
        uint32_t next = *capacity ? 2 * *capacity : 16;
        void *grown = next > *capacity ? wmi_arena_raw(t->arena, next, element) : NULL;
        if (!grown) {
            t->failed = wmi_arena_fail(t->arena, t->error, "");
            return NULL;
        }
        if (*count)
            memcpy(grown, array, *count * element);
        array = grown;
        *capacity = next;
    }
    ++*count;
    return array;
}

void wmi_layout_fault(wmi_layout_text *t, wm_issue_code code, uint32_t line, uint32_t column,
                      const char *fmt, ...)
{
    char message[200];
    va_list args;
    va_start(args, fmt);
    wmi_vformat(message, sizeof message, fmt, args);
    va_end(args);
    if (t->report)
        wmi_report(t->report, code, wmi_at_line(line, "%s", ""), "%s", message);
    else if (t->failed == WM_OK)
        t->failed = wmi_fail_line(t->error, WM_BAD_TEXT, line, column, "", "%s", message);
}

wm_status wmi_layout_write(const char *text, size_t size, const wm_write_opts *opts, wm_buffer *out,
                           wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wmi_writer w;
    wmi_writer_init(&w, wmi_write_allocator(opts));
    if (size)
        wmi_writer_bytes(&w, text, size);
    return wmi_writer_finish(&w, out, error);
}

wm_read_opts wmi_layout_copy_opts(const wm_allocator *allocator, wm_report *ignored)
{
    wmi_report_drop(ignored);
    return (wm_read_opts){.allocator = allocator, .memory_limit = UINT64_MAX, .report = ignored};
}

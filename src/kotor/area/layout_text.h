/* Shared by the LYT and VIS readers: two copies of the text, one exact and one split
 * into terminated words, and arrays that grow in the document's arena. */
#ifndef WAYMARK_KOTOR_AREA_LAYOUT_TEXT_H
#define WAYMARK_KOTOR_AREA_LAYOUT_TEXT_H

#include "base/text.h"
#include "waymark/kotor_layout.h"

typedef struct wmi_layout_text {
    wmi_arena *arena;
    char *text;  /* the file */
    char *words; /* a copy; the byte after each kept word is set to NUL */
    size_t size;
    wm_report *report; /* NULL: the first fault is an error */
    wm_error *error;
    wm_status failed;
} wmi_layout_text;

/* Copies the input into the arena. Returns false when out of memory. */
bool wmi_layout_open(wmi_layout_text *t, wmi_arena *arena, const void *data, size_t size,
                     const wm_read_opts *opts, wm_error *error);
/* The word as a terminated string in the document. */
const char *wmi_layout_keep(wmi_layout_text *t, wmi_word word);
/* Room for one more element; NULL when out of memory (sets t->failed). */
void *wmi_layout_push(wmi_layout_text *t, void *array, uint32_t *count, uint32_t *capacity,
                      size_t element);
/* Reports a fault of the text as a finding, or fails the read. */
void wmi_layout_fault(wmi_layout_text *t, wm_issue_code code, uint32_t line, uint32_t column,
                      const char *fmt, ...) WM_PRINTF(5, 6);
/* wm_X_write: the exact text as a buffer. */
wm_status wmi_layout_write(const char *text, size_t size, const wm_write_opts *opts, wm_buffer *out,
                           wm_error *error);
/* Options for wm_X_copy, which reads the text again: no limit, and no errors for faults that
 * the first read accepted. */
wm_read_opts wmi_layout_copy_opts(const wm_allocator *allocator, wm_report *ignored);
/* Of the document's memory. */
const wm_allocator *wmi_lyt_allocator(const wm_kotor_lyt *lyt);

#endif

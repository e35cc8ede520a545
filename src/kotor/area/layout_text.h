/* What the readers of LYT and VIS share: the text kept twice, once exactly and
 * once as terminated words, and arrays that grow inside of the document's arena. */
#ifndef WAYMARK_KOTOR_LAYOUT_TEXT_H
#define WAYMARK_KOTOR_LAYOUT_TEXT_H

#include "base/text.h"
#include "waymark/kotor_layout.h"

typedef struct wmi_layout_text {
    wmi_arena *arena;
    char *text;  /* the file */
    char *words; /* the same; the byte behind a kept word becomes NUL */
    size_t size;
    wm_report *report; /* NULL: the first fault fails */
    wm_error *error;
    wm_status failed;
} wmi_layout_text;

/* Copies the input into the arena. False when refused. */
bool wmi_layout_open(wmi_layout_text *t, wmi_arena *arena, const void *data, size_t size,
                     const wm_read_opts *opts, wm_error *error);
/* The word as a terminated string inside of the document. */
const char *wmi_layout_keep(wmi_layout_text *t, wmi_word word);
/* Room for one more element; NULL when refused (t->failed is set). */
void *wmi_layout_push(wmi_layout_text *t, void *array, uint32_t *count, uint32_t *capacity,
                      size_t element);
/* A fault of the text: a finding, or the failure of the read. */
void wmi_layout_fault(wmi_layout_text *t, wm_issue_code code, uint32_t line, uint32_t column,
                      const char *fmt, ...) WM_PRINTF(5, 6);
/* The kept text as a buffer. */
wm_status wmi_layout_write(const char *text, size_t size, const wm_allocator *allocator,
                           wm_buffer *out, wm_error *error);

#endif

/* Shared by the two readers and the editor of 2DA tables. docs/formats/2da.md. */
#ifndef WAYMARK_AURORA_TWODA_H
#define WAYMARK_AURORA_TWODA_H

#include "base/internal.h"
#include "base/text.h"
#include "waymark/aurora.h"

/* Both fill a table whose strings are in its arena. */
wm_status wmi_2da_text(wm_2da *table, wmi_arena *arena, const void *data, size_t size,
                       wm_report *report, wm_error *error);
wm_status wmi_2da_binary(wm_2da *table, wmi_arena *arena, const void *data, size_t size,
                         wm_report *report, wm_error *error);

/* A cell in a line of text: from `start` to `end` with its quotes, from `text` to `text_end`
 * without. */
typedef struct wmi_2da_span {
    const char *start, *text, *text_end, *end;
} wmi_2da_span;

/* The next cell of a line. False at the end of the line. */
bool wmi_2da_next_span(wmi_line *line, wmi_2da_span *span);
bool wmi_2da_blank(wmi_line line);
/* Finds the line with the column names at the beginning of a text; the rows follow. False if there
 * is none. fallback: the rest of the line "DEFAULT:"; its start is NULL if there is none. */
bool wmi_2da_columns_line(wmi_text *text, wmi_line *line, wmi_line *fallback);

#endif

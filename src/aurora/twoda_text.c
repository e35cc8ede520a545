/* "2DA V2.0": signature, an optional default, column names, rows of cells.
 * docs/formats/2da.md, "Text". */
#include <stdio.h>

#include "aurora/twoda.h"
#include "base/text.h"
#include "base/words.h"

bool wmi_2da_next_span(wmi_line *line, wmi_2da_span *span)
{
    const char *p = line->at;
    while (p < line->end && (*p == ' ' || *p == '\t' || *p == '\v' || *p == '\f'))
        p++;
    line->at = p;
    if (p == line->end)
        return false;
    bool quoted = *p == '"';
    *span = (wmi_2da_span){.start = p, .text = p + quoted};
    p += quoted;
    while (p < line->end && (quoted ? *p != '"' : *p != ' ' && *p != '\t'))
        p++;
    span->text_end = p;
    span->end = quoted && p < line->end ? p + 1 : p;
    line->at = p < line->end ? p + 1 : p;
    return true;
}

/* Returns the next cell of a line, or NULL at the end of the line. The line is in our own `copy`:
 * the byte after the cell becomes its terminator. */
static const char *next_cell(wmi_line *line, char *copy)
{
    wmi_2da_span span;
    if (!wmi_2da_next_span(line, &span))
        return NULL;
    copy[span.text_end - copy] = '\0'; /* at most the byte after the text */
    return span.text;
}

static uint32_t count_cells(wmi_line line)
{
    uint32_t count = 0;
    wmi_2da_span span;
    while (wmi_2da_next_span(&line, &span))
        count++;
    return count;
}

bool wmi_2da_blank(wmi_line line)
{
    return wmi_next_word(&line).size == 0;
}

static bool is_default(wmi_line line)
{
    wmi_word word = wmi_next_word(&line);
    return word.size >= 8 && wmi_word_is((wmi_word){word.text, 8, 0}, "DEFAULT:");
}

bool wmi_2da_columns_line(wmi_text *text, wmi_line *line, wmi_line *fallback)
{
    *fallback = (wmi_line){0};
    wmi_next_line(text, line); /* the signature and the rest of its line */
    while (wmi_next_line(text, line)) {
        if (wmi_2da_blank(*line))
            continue;
        if (fallback->start || !is_default(*line))
            return true;
        *fallback = *line;
        fallback->at = wmi_next_word(line).text + 8;
    }
    return false;
}

static void say_row(wm_report *report, const wm_2da *t, const wmi_line *line, const char *label,
                    uint32_t cells)
{
    unsigned long i = t->row_count;
    char number[16];
    wmi_format(number, sizeof number, "%lu", i);
    if (strcmp(label, number) != 0)
        wmi_report(report, WM_TWODA_LABEL, wmi_at_line(line->number, "rows[%lu].label", i),
                   "the label is '%.40s', but the row has index %lu", label, i);
    if (cells < t->column_count)
        wmi_report(report, WM_TWODA_CELLS_MISSING, wmi_at_line(line->number, "rows[%lu]", i),
                   "%s for %s", wmi_count(cells, "cell", "cells").text,
                   wmi_count(t->column_count, "column", "columns").text);
    if (cells > t->column_count)
        wmi_report(report, WM_TWODA_CELLS_EXTRA, wmi_at_line(line->number, "rows[%lu]", i),
                   "%s for %s: the last are dropped", wmi_count(cells, "cell", "cells").text,
                   wmi_count(t->column_count, "column", "columns").text);
}

static const char **read_cells(wmi_arena *arena, wmi_line *line, char *copy, uint32_t count)
{
    const char **cells = wmi_arena_raw(arena, count, sizeof *cells);
    for (uint32_t i = 0; cells && i < count; i++) {
        const char *cell = next_cell(line, copy);
        bool none = !cell || !*cell || (*cell == '*' && strcmp(cell, "****") == 0);
        cells[i] = none ? NULL : cell;
    }
    return cells;
}

/* Reads the column names. A quoted empty name becomes an empty string. */
static bool read_columns(wm_2da *t, wmi_arena *arena, wmi_line *line, char *copy)
{
    t->column_count = count_cells(*line);
    t->columns = wmi_arena_raw(arena, t->column_count, sizeof *t->columns);
    for (uint32_t i = 0; t->columns && i < t->column_count; i++)
        t->columns[i] = next_cell(line, copy);
    return t->columns != NULL;
}

static bool read_row(wm_2da *t, wmi_arena *arena, wmi_line *line, char *copy, wm_report *report)
{
    const char *label = next_cell(line, copy);
    uint32_t cells = count_cells(*line);
    wm_2da_row *row = &t->rows[t->row_count];
    say_row(report, t, line, label, cells);
    row->label = label;
    row->cell_count = cells < t->column_count ? cells : t->column_count;
    row->cells = read_cells(arena, line, copy, row->cell_count);
    t->row_count++;
    return row->cells != NULL;
}

static uint32_t count_rows(wmi_text text)
{
    uint32_t count = 0;
    wmi_line line;
    while (wmi_next_line(&text, &line))
        count += !wmi_2da_blank(line);
    return count;
}

wm_status wmi_2da_text(wm_2da *t, wmi_arena *arena, const void *data, size_t size,
                       wm_report *report, wm_error *error)
{
    char *copy = wmi_arena_text(arena, data, size);
    if (!copy)
        return wmi_arena_fail(arena, error, "");
    wmi_text text = wmi_text_open(copy, size);
    wmi_line line;
    wmi_line fallback;
    bool found = wmi_2da_columns_line(&text, &line, &fallback);
    if (fallback.start) {
        const char *cell = next_cell(&fallback, copy);
        t->fallback = cell ? cell : "";
    }
    if (!found)
        return wmi_fail_line(error, WM_TRUNCATED, text.line, 1, "columns",
                             "the file is cut off: the column names are missing");
    if (!read_columns(t, arena, &line, copy))
        return wmi_arena_fail(arena, error, "columns");
    t->rows = wmi_arena_new(arena, count_rows(text), sizeof *t->rows);
    if (!t->rows)
        return wmi_arena_fail(arena, error, "rows");
    while (wmi_next_line(&text, &line))
        if (!wmi_2da_blank(line) && !read_row(t, arena, &line, copy, report))
            return wmi_arena_fail(arena, error, "rows");
    return WM_OK;
}

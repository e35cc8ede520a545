/* "2DA V2.b": column names, row labels, cell offsets, strings. docs/formats/2da.md, "Binary". */
#include <stdio.h>

#include "aurora/twoda.h"
#include "base/words.h"

typedef struct binary {
    wmi_reader r;
    wm_2da *table;
    wmi_arena *arena;
    wm_report *report;
    size_t at;
    uint64_t text; /* bytes of text in the cells so far, each counted for itself */
} binary;

/* Counts TAB-terminated strings, up to a NUL or `most`. Returns false if the file ends first. */
static bool count_names(const binary *b, uint32_t most, uint32_t *count)
{
    *count = 0;
    for (size_t i = b->at; i < b->r.size && *count < most; i++) {
        if (b->r.base[i] == '\t')
            ++*count;
        else if (b->r.base[i] == '\0' && most == UINT32_MAX)
            return true;
    }
    return *count == most;
}

static const char *next_name(binary *b)
{
    size_t start = b->at;
    while (b->r.base[b->at] != '\t')
        b->at++;
    return wmi_arena_text(b->arena, (const char *)b->r.base + start, b->at++ - start);
}

static void read_columns(binary *b)
{
    wm_2da *t = b->table;
    uint32_t count;
    if (b->r.size < 9 || b->r.base[8] != '\n') {
        wmi_reader_fail(&b->r, b->r.size < 9 ? WM_TRUNCATED : WM_BAD_VALUE, 8, "signature",
                        b->r.size < 9 ? "the file is cut off: nothing follows the signature"
                                      : "expected a line feed (10), found %u",
                        b->r.size < 9 ? 0u : b->r.base[8]);
        return;
    }
    b->at = 9;
    if (!count_names(b, UINT32_MAX, &count)) {
        wmi_reader_fail(&b->r, WM_TRUNCATED, b->at, "columns",
                        "the file is cut off: the column names do not end with a zero byte");
        return;
    }
    t->columns = wmi_arena_new(b->arena, count, sizeof *t->columns);
    for (uint32_t i = 0; t->columns && i < count; i++) {
        t->columns[i] = next_name(b);
        if (!t->columns[i])
            t->columns = NULL;
    }
    if (!t->columns) {
        b->r.failed = wmi_arena_fail(b->arena, b->r.error, "columns");
        return;
    }
    t->column_count = count;
    if (b->r.base[b->at] != '\0') {
        wmi_reader_fail(&b->r, WM_BAD_VALUE, b->at, "columns",
                        "expected a tab after the column name, found byte %u",
                        (unsigned)b->r.base[b->at]);
        return;
    }
    b->at++;
}

static void read_labels(binary *b)
{
    wm_2da *t = b->table;
    uint32_t rows = wmi_reader_u32(&b->r, b->at, "row_count"), count;
    if (b->r.failed)
        return;
    b->at += 4;
    if (!wmi_fits(b->r.size, b->at, rows, 1) || !count_names(b, rows, &count)) {
        wmi_reader_fail(&b->r, WM_TRUNCATED, b->at - 4, "row_count",
                        "%s declared, but fewer row labels follow",
                        wmi_count(rows, "row is", "rows are").text);
        return;
    }
    t->rows = wmi_arena_new(b->arena, rows, sizeof *t->rows);
    if (!t->rows) {
        b->r.failed = wmi_arena_fail(b->arena, b->r.error, "rows");
        return;
    }
    t->row_count = rows;
    for (uint32_t i = 0; i < rows; i++) {
        char number[16];
        size_t start = b->at;
        t->rows[i].label = next_name(b);
        if (!t->rows[i].label) {
            b->r.failed = wmi_arena_fail(b->arena, b->r.error, "rows");
            return;
        }
        wmi_format(number, sizeof number, "%lu", (ul)i);
        if (strcmp(number, t->rows[i].label) != 0)
            wmi_report(b->report, WM_TWODA_LABEL, wmi_at(start, "rows[%lu].label", (ul)i),
                       "the label is '%.40s', but the row has index %lu", t->rows[i].label, (ul)i);
    }
}

/* The sum never gets far beyond the limit, so that all texts together are measured in little time.
 */
static bool count_text(binary *b, uint64_t where, const char *text)
{
    uint64_t most = WM_2DA_SHARE_BASE + (uint64_t)WM_2DA_SHARE_FACTOR * b->r.size;
    b->text += text ? strlen(text) : 0;
    if (b->text <= most)
        return true;
    wmi_reader_fail(&b->r, WM_LIMIT, where, "cells",
                    "cells share texts: together they have more than %s; at most %d times the size "
                    "of the file is allowed",
                    wmi_count(most, "byte", "bytes").text, WM_2DA_SHARE_FACTOR);
    return false;
}

/* Strings may be shared, even in part: an offset may point into the middle of one. */
static bool set_cell(binary *b, uint32_t row, uint32_t column, uint64_t where, const char *strings,
                     size_t size, uint32_t offset)
{
    const char **cell = &b->table->rows[row].cells[column];
    if (offset < size) {
        *cell = strings[offset] ? strings + offset : NULL;
        return count_text(b, where, *cell);
    }
    char path[96];
    wmi_format(path, sizeof path, "rows[%lu].%.40s", (ul)row, b->table->columns[column]);
    if (!b->report) {
        wmi_reader_fail(&b->r, WM_BAD_OFFSET, where, path,
                        "points to byte %lu, but the strings have only %s", (ul)offset,
                        wmi_count(size, "byte", "bytes").text);
        return false;
    }
    wmi_report(b->report, WM_TWODA_OFFSET, wmi_at(where, "%s", path),
               "points to byte %lu, but the strings have only %s", (ul)offset,
               wmi_count(size, "byte", "bytes").text);
    return true;
}

static void read_cells(binary *b)
{
    wm_2da *t = b->table;
    uint64_t total = (uint64_t)t->row_count * t->column_count;
    if (total == 0) /* such files end before the size of the strings */
        return;
    if (total > UINT32_MAX) {
        wmi_reader_fail(&b->r, WM_TRUNCATED, b->at, "cells", "%s of %s do not fit in the file",
                        wmi_count(t->row_count, "row", "rows").text,
                        wmi_count(t->column_count, "cell", "cells").text);
        return;
    }
    wmi_span s = wmi_reader_span(&b->r, b->at, (uint32_t)total, 2, "cells");
    /* The size that follows is 0 in half of the real files: the strings extend to the end. */
    wmi_span length = wmi_reader_span(&b->r, b->at + total * 2, 1, 2, "string_size");
    if (b->r.failed)
        return;
    size_t start = (size_t)length.offset + 2, size = b->r.size - start;
    char *strings = wmi_arena_text(b->arena, (const char *)b->r.base + start, size);
    const char **cells = wmi_arena_new(b->arena, (size_t)total, sizeof *cells);
    if (!strings || !cells) {
        b->r.failed = wmi_arena_fail(b->arena, b->r.error, "cells");
        return;
    }
    for (uint32_t i = 0; i < total; i++) {
        uint32_t row = i / t->column_count, column = i % t->column_count;
        if (column == 0) {
            t->rows[row].cells = cells + i;
            t->rows[row].cell_count = t->column_count;
        }
        if (!set_cell(b, row, column, s.offset + 2ull * i, strings, size,
                      wmi_le16(s.data + 2 * (size_t)i)))
            return;
    }
}

wm_status wmi_2da_binary(wm_2da *table, wmi_arena *arena, const void *data, size_t size,
                         wm_report *report, wm_error *error)
{
    binary b = {.table = table, .arena = arena, .report = report};
    wmi_reader_init(&b.r, data, size, error);
    read_columns(&b);
    if (!b.r.failed)
        read_labels(&b);
    if (!b.r.failed)
        read_cells(&b);
    return b.r.failed;
}

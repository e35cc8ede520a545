/* Tables (2DA): their cells, and a change of one. */
#include "change.h"

static void put_cells(wm_json_writer *j, const wm_2da *t, uint32_t row)
{
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "label", t->rows[row].label);
    wm_json_begin_array(j, "cells");
    for (uint32_t i = 0; i < t->column_count; i++)
        wm_json_add_text(j, NULL, wm_2da_cell(t, row, i));
    wm_json_end(j);
    wm_json_end(j);
}

wm_status core_table(core *c, core_document *d, wm_json_writer *j, wm_error *error)
{
    const wm_2da *t = d->doc->table;
    (void)c;
    if (!t)
        return wm_error_set(error, WM_BAD_ARGUMENT, "", "this file is not a table");
    wm_json_begin_object(j, NULL);
    wm_json_add_bool(j, "binary", t->binary);
    wm_json_begin_array(j, "columns");
    for (uint32_t i = 0; i < t->column_count; i++)
        wm_json_add_text(j, NULL, t->columns[i]);
    wm_json_end(j);
    wm_json_begin_array(j, "rows");
    for (uint32_t i = 0; i < t->row_count; i++)
        put_cells(j, t, i);
    wm_json_end(j);
    wm_json_end(j);
    return WM_OK;
}

static bool index_of(const wm_json_value *ask, const char *name, uint32_t *to)
{
    uint64_t n;
    if (!wm_json_as_uint(wm_json_find(ask, name), &n) || n >= WM_NO_INDEX)
        return false;
    *to = (uint32_t)n;
    return true;
}

wm_status core_edit_table(core_change *ch, core_document *d, const wm_json_value *ask,
                          wm_error *error)
{
    const char *text = wm_json_as_text(wm_json_find(ask, "text"), NULL);
    const core_file *f = d->file;
    uint32_t row, column;
    wm_buffer bytes;
    if (!index_of(ask, "row", &row) || !index_of(ask, "column", &column) || !text)
        return wm_error_set(error, WM_BAD_ARGUMENT, "", "a cell needs its row, column and text");
    wm_status status = wm_2da_set_cell(f->data, f->size, row, column, text, NULL, &bytes, error);
    if (status != WM_OK)
        return status;
    const char *was = wm_2da_cell(d->doc->table, row, column);
    const char *now = strcmp(text, "****") != 0 ? text : "";
    if (strcmp(was ? was : "", now) == 0) {
        wm_buffer_free(&bytes);
        return WM_OK;
    }
    char message[CORE_NOTE];
    snprintf(message, sizeof message, "row %u, %.30s: now %s%.40s%s; was %s%.40s%s", (unsigned)row,
             d->doc->table->columns[column], *now ? "'" : "", *now ? now : "empty", *now ? "'" : "",
             was ? "'" : "", was ? was : "empty", was ? "'" : "");
    core_change_file(ch, f, &bytes);
    core_change_note(ch, "cells", message);
    return WM_OK;
}

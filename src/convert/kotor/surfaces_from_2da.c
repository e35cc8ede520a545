/* surfacemat.2da: which materials are walkable. docs/formats/2da.md, "surfacemat". */
#include <stdio.h>

#include "aurora/twoda.h"
#include "waymark/convert.h"

/* Reads a yes/no cell. An empty cell means no, as in the engine. */
static wm_status flag(const wm_2da *table, uint32_t row, uint32_t column, bool *value,
                      wm_error *error)
{
    int32_t number = 0;
    char path[96];
    const char *text = wm_2da_cell(table, row, column);
    if (text && !wm_2da_int(table, row, column, &number)) {
        wmi_format(path, sizeof path, "rows[%lu].%.40s", (ul)row, table->columns[column]);
        return wmi_fail(error, WM_BAD_VALUE, path, "expected 0 or 1, found '%.60s'", text);
    }
    *value = number != 0;
    return WM_OK;
}

static bool row_is_used(const wm_2da *table, uint32_t row)
{
    for (uint32_t c = 0; c < table->rows[row].cell_count; c++)
        if (table->rows[row].cells[c])
            return true;
    return false;
}

wm_status wm_kotor_surfaces_from_2da(const wm_2da *table, wm_kotor_surfaces *surfaces,
                                     wm_error *error)
{
    wm_kotor_surfaces made = {0};
    uint32_t walk = wm_2da_column(table, "Walk"), check = wm_2da_column(table, "WalkCheck");
    uint32_t sight = wm_2da_column(table, "LineOfSight"), label = wm_2da_column(table, "Label");
    if (walk == WM_NO_INDEX)
        return wmi_fail(error, WM_BAD_VALUE, "columns",
                        "the table has no column 'Walk': this is not surfacemat.2da");
    if (table->row_count == 0)
        return wmi_fail(error, WM_BAD_VALUE, "rows", "the table has no rows");
    for (uint32_t i = 0; i < table->row_count && i < WM_KOTOR_SURFACES; i++) {
        wm_kotor_surface *s = &made.row[i];
        const char *name = wm_2da_cell(table, i, label);
        wm_status status = flag(table, i, walk, &s->walk, error);
        if (status == WM_OK)
            status = flag(table, i, check, &s->walk_check, error);
        if (status == WM_OK)
            status = flag(table, i, sight, &s->line_of_sight, error);
        if (status != WM_OK)
            return status;
        s->known = row_is_used(table, i);
        wmi_format(s->name, sizeof s->name, "%s", name ? name : "");
        wmi_plain(s->name);
    }
    *surfaces = made;
    return WM_OK;
}

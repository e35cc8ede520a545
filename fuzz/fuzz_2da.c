/* 2DA tables: reads strictly and leniently, visits every cell, takes the materials, changes a cell.
 */
#include <string.h>

#include "fuzz.h"

static void look(const wm_2da *t)
{
    wm_kotor_surfaces s;
    unsigned long sum = 0;
    int32_t value;
    for (uint32_t r = 0; r < t->row_count; r++)
        for (uint32_t c = 0; c < t->rows[r].cell_count; c++) {
            const char *cell = wm_2da_cell(t, r, c);
            sum += cell ? (unsigned char)*cell : 0u;
            sum += wm_2da_int(t, r, c, &value) ? (unsigned)value : 0u;
        }
    for (uint32_t c = 0; c < t->column_count; c++)
        FUZZ_CHECK(c > 64 || wm_2da_column(t, t->columns[c]) <= c);
    wm_kotor_surfaces_from_2da(t, &s, NULL);
    FUZZ_CHECK(sum + 1 > 0);
}

/* Only this cell may change. */
static void change(const wm_2da *t, const uint8_t *data, size_t size, uint32_t row, uint32_t column)
{
    wm_buffer out;
    wm_error error;
    if (wm_2da_set_cell(data, size, row, column, "x y", NULL, &out, &error) != WM_OK) {
        FUZZ_CHECK(error.code == WM_LIMIT);
        return;
    }
    wm_2da *made = wm_2da_read(out.data, out.size, NULL, NULL);
    /* More text in the cells of a binary may be above the limit of its readers. */
    FUZZ_CHECK(made || t->binary);
    if (made) {
        FUZZ_CHECK(made->row_count == t->row_count && made->column_count == t->column_count);
        FUZZ_CHECK(strcmp(wm_2da_cell(made, row, column), "x y") == 0);
        for (uint32_t r = 0; r < t->row_count && r < 50; r++)
            for (uint32_t c = 0; c < t->column_count && c < 50; c++) {
                const char *a = wm_2da_cell(t, r, c), *b = wm_2da_cell(made, r, c);
                FUZZ_CHECK((r == row && c == column) || strcmp(a ? a : "", b ? b : "") == 0);
            }
    }
    wm_2da_free(made);
    wm_buffer_free(&out);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_2da *loose = wm_2da_read(data, size, &opts, NULL);
    wm_2da *t = wm_2da_read(data, size, NULL, NULL);
    FUZZ_CHECK(loose || !t);
    if (loose)
        look(loose);
    if (t)
        look(t);
    if (t && t->row_count && t->column_count) {
        change(t, data, size, 0, 0);
        change(t, data, size, t->row_count - 1, t->column_count - 1);
    }
    wm_2da_free(t);
    wm_2da_free(loose);
    wm_report_free(&report);
}

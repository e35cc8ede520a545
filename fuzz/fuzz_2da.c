/* 2DA tables: reads strictly and leniently, visits every cell, takes the materials. */
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
    wm_2da_free(t);
    wm_2da_free(loose);
    wm_report_free(&report);
}

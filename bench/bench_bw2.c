/* Reading and writing Black & White 2 models against a plain copy of their bytes. */
#include "bw2_models.h"
#include "format.h"

static wm_status make(wm_buffer *out)
{
    wm_bw2_model *grid = test_bw2_grid(100, NULL);
    wm_status status = grid ? wm_bw2_model_write(grid, NULL, out, NULL) : WM_NO_MEMORY;
    wm_bw2_model_free(grid);
    return status;
}

static void *read_model(const void *data, size_t size)
{
    wm_bw2_model *m = wm_bw2_model_read(data, size, NULL, NULL);
    BENCH_CHECK(m && m->index_count && m->indices[m->index_count - 1] < m->vertex_count);
    return m;
}

static wm_status write_model(const void *document, wm_buffer *out)
{
    return wm_bw2_model_write(document, NULL, out, NULL);
}

static wm_status check_model(const void *document, wm_report *report)
{
    return wm_bw2_model_check(document, NULL, report, NULL);
}

static void free_model(void *document)
{
    wm_bw2_model_free(document);
}

void bench_bw2(void)
{
    static const char *const files[] = {"bw2/m_greekgranary.bwm", "bw2/s_ghostwarriora.bwm",
                                        "bw2/m_greektowerbase.bwm", NULL};
    static const bench_format format = {
        .heading = "Black & White 2 models against a plain memcpy of their bytes",
        .files = files,
        .target = "",
        .made = "a made model (no corpus)",
        .make = make,
        .read = read_model,
        .write = write_model,
        .check = check_model,
        .free = free_model,
    };
    bench_measure_format(&format);
}

/* Reading and writing Black & White 2 models against a plain copy of their bytes. */
#include "bench.h"
#include "bw2_models.h"

typedef struct model {
    const char *name;
    wm_buffer bytes;
    uint8_t *copy; /* warm target of the plain copy */
    wm_bw2_model *read;
} model;

static void copy_bytes(void *context, unsigned times)
{
    model *m = context;
    for (unsigned i = 0; i < times; i++) {
        memcpy(m->copy, m->bytes.data, m->bytes.size);
        bench_use(m->copy);
    }
}

/* Read and free: allocation, copying, and proving every index. */
static void load(void *context, unsigned times)
{
    model *m = context;
    for (unsigned i = 0; i < times; i++) {
        wm_bw2_model *doc = wm_bw2_model_read(m->bytes.data, m->bytes.size, NULL, NULL);
        BENCH_CHECK(doc && doc->index_count == m->read->index_count &&
                    doc->indices[doc->index_count - 1] < doc->vertex_count);
        bench_use(doc);
        wm_bw2_model_free(doc);
    }
}

static void save(void *context, unsigned times)
{
    model *m = context;
    for (unsigned i = 0; i < times; i++) {
        wm_buffer out;
        BENCH_CHECK(wm_bw2_model_write(m->read, NULL, &out, NULL) == WM_OK);
        BENCH_CHECK(out.size == m->bytes.size);
        bench_use(out.data);
        if (i + 1 == times)
            BENCH_CHECK(memcmp(out.data, m->bytes.data, out.size) == 0);
        wm_buffer_free(&out);
    }
}

static void check(void *context, unsigned times)
{
    model *m = context;
    for (unsigned i = 0; i < times; i++) {
        wm_report report;
        wm_report_init(&report, NULL);
        BENCH_CHECK(wm_bw2_model_check(m->read, NULL, &report, NULL) == WM_OK);
        wm_report_free(&report);
    }
}

static void measure(model *m)
{
    char row[96];
    double size = (double)m->bytes.size * 1e-6;
    m->copy = malloc(m->bytes.size);
    m->read = wm_bw2_model_read(m->bytes.data, m->bytes.size, NULL, NULL);
    BENCH_CHECK(m->copy && m->read);
    bench_pair loads = bench_compare(copy_bytes, m, load, m);
    BENCH_CHECK(loads.ratio > 0.95); /* it contains that copy, and little more */
    bench_pair saves = bench_compare(copy_bytes, m, save, m);
    snprintf(row, sizeof row, "%s: load", m->name);
    bench_row(row, size / loads.second, "MB/s", "%.0f KB in %.1f us; memcpy has %.0f MB/s",
              size * 1e3, loads.second * 1e6, size / loads.first);
    snprintf(row, sizeof row, "%s: load / memcpy", m->name);
    bench_row(row, loads.ratio, "x", "read and free");
    snprintf(row, sizeof row, "%s: write / memcpy", m->name);
    bench_row(row, saves.ratio, "x", "the same bytes come out");
    snprintf(row, sizeof row, "%s: check", m->name);
    bench_row(row, bench_median(check, m, 21) * 1e3, "ms", "all rules");
    wm_bw2_model_free(m->read);
    free(m->copy);
    wm_buffer_free(&m->bytes);
}

void bench_bw2(void)
{
    static const char *const files[] = {"bw2/m_greekgranary.bwm", "bw2/s_ghostwarriora.bwm",
                                        "bw2/m_greektowerbase.bwm"};
    bool found = false;
    bench_heading("Black & White 2 models against a plain memcpy of their bytes");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        model m = {.name = strrchr(files[i], '/') + 1};
        if (bench_corpus(files[i], &m.bytes)) {
            measure(&m);
            found = true;
        }
    }
    if (found)
        return;
    model m = {.name = "a made model (no corpus)"};
    wm_bw2_model *grid = test_bw2_grid(100, NULL);
    BENCH_CHECK(grid && wm_bw2_model_write(grid, NULL, &m.bytes, NULL) == WM_OK);
    wm_bw2_model_free(grid);
    measure(&m);
}

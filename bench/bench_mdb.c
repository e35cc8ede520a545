/* Reading and writing NWN2 models against a plain copy of their bytes. */
#include "bench.h"
#include "mdb_models.h"

typedef struct model {
    const char *name;
    wm_buffer bytes;
    uint8_t *copy; /* warm target of the plain copy */
    wm_nwn2_mdb *read;
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
        wm_nwn2_mdb *doc = wm_nwn2_mdb_read(m->bytes.data, m->bytes.size, NULL, NULL);
        BENCH_CHECK(doc && doc->packet_count == m->read->packet_count && doc->fault_count == 0);
        bench_use(doc);
        wm_nwn2_mdb_free(doc);
    }
}

static void save(void *context, unsigned times)
{
    model *m = context;
    for (unsigned i = 0; i < times; i++) {
        wm_buffer out;
        BENCH_CHECK(wm_nwn2_mdb_write(m->read, NULL, &out, NULL) == WM_OK);
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
        BENCH_CHECK(wm_nwn2_mdb_check(m->read, NULL, &report, NULL) == WM_OK);
        wm_report_free(&report);
    }
}

static void measure(model *m)
{
    char row[96];
    double size = (double)m->bytes.size * 1e-6;
    m->copy = malloc(m->bytes.size);
    m->read = wm_nwn2_mdb_read(m->bytes.data, m->bytes.size, NULL, NULL);
    BENCH_CHECK(m->copy && m->read);
    bench_pair loads = bench_compare(copy_bytes, m, load, m);
    BENCH_CHECK(loads.ratio > 0.95); /* it contains that copy, and little more */
    bench_pair saves = bench_compare(copy_bytes, m, save, m);
    snprintf(row, sizeof row, "%s: load", m->name);
    bench_row(row, size / loads.second, "MB/s", "%.0f KB in %.1f us; memcpy has %.0f MB/s",
              size * 1e3, loads.second * 1e6, size / loads.first);
    snprintf(row, sizeof row, "%s: load / memcpy", m->name);
    bench_row(row, loads.ratio, "x", "read and free; target: at most 3");
    snprintf(row, sizeof row, "%s: write / memcpy", m->name);
    bench_row(row, saves.ratio, "x", "the same bytes come out");
    snprintf(row, sizeof row, "%s: check", m->name);
    bench_row(row, bench_median(check, m, 21) * 1e3, "ms", "all rules");
    wm_nwn2_mdb_free(m->read);
    free(m->copy);
    wm_buffer_free(&m->bytes);
}

void bench_mdb(void)
{
    static const char *const files[] = {"nwn2-mdb/plc_mc_balcony3.mdb",
                                        "nwn2-mdb/c_troll_cl_body01.mdb",
                                        "nwn2-mdb/p_hhf_hair17.mdb"};
    bool found = false;
    bench_heading("NWN2 models (MDB) against a plain memcpy of their bytes");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        model m = {.name = strrchr(files[i], '/') + 1};
        if (bench_corpus(files[i], &m.bytes)) {
            measure(&m);
            found = true;
        }
    }
    if (found)
        return;
    model m = {.name = "a small made model (no corpus)"};
    wm_nwn2_mdb *toy = test_mdb_make("c_toy.mdb");
    BENCH_CHECK(toy && wm_nwn2_mdb_write(toy, NULL, &m.bytes, NULL) == WM_OK);
    wm_nwn2_mdb_free(toy);
    measure(&m);
}

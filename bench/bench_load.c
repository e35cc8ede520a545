/* Reading and writing a room against a plain copy of its bytes. */
#include "bench.h"

typedef struct room {
    wm_buffer bytes;
    uint8_t *copy;      /* warm target of the plain copy */
    wm_kotor_bwm *read; /* what the writer writes */
} room;

static void copy_bytes(void *context, unsigned times)
{
    room *r = context;
    for (unsigned i = 0; i < times; i++) {
        memcpy(r->copy, r->bytes.data, r->bytes.size);
        bench_use(r->copy);
    }
    BENCH_CHECK(memcmp(r->copy, r->bytes.data, r->bytes.size) == 0);
}

/* A load is read and free: allocation, copying, and proving every vertex number. */
static void load(void *context, unsigned times)
{
    room *r = context;
    for (unsigned i = 0; i < times; i++) {
        wm_kotor_bwm *b = wm_kotor_bwm_read(r->bytes.data, r->bytes.size, NULL, NULL);
        BENCH_CHECK(b && b->face_count == r->read->face_count &&
                    b->faces[b->face_count - 1].vertex[2] < b->vertex_count);
        bench_use(b);
        wm_kotor_bwm_free(b);
    }
}

static void save(void *context, unsigned times)
{
    room *r = context;
    for (unsigned i = 0; i < times; i++) {
        wm_buffer out;
        BENCH_CHECK(wm_kotor_bwm_write(r->read, NULL, &out, NULL) == WM_OK);
        BENCH_CHECK(out.size == r->bytes.size);
        bench_use(out.data);
        if (i + 1 == times)
            BENCH_CHECK(memcmp(out.data, r->bytes.data, out.size) == 0);
        wm_buffer_free(&out);
    }
}

static void check(void *context, unsigned times)
{
    room *r = context;
    for (unsigned i = 0; i < times; i++) {
        wm_report report;
        wm_report_init(&report, NULL);
        BENCH_CHECK(wm_kotor_bwm_check(r->read, NULL, &report, NULL) == WM_OK);
        wm_report_free(&report);
    }
}

void bench_load(void)
{
    const char *name;
    room r = {.bytes = bench_room(&name)};
    r.copy = malloc(r.bytes.size);
    r.read = wm_kotor_bwm_read(r.bytes.data, r.bytes.size, NULL, NULL);
    BENCH_CHECK(r.copy && r.read);
    bench_heading("one room against a plain memcpy of its bytes");
    bench_pair loads = bench_compare(copy_bytes, &r, load, &r);
    /* A load copies all the bytes itself. Were it faster than that copy, the
     * measurement would be wrong, not the loader good. */
    BENCH_CHECK(loads.ratio > 1);
    bench_row("memcpy", loads.first * 1e6, "us", "%s, %zu bytes, %u faces", name, r.bytes.size,
              (unsigned)r.read->face_count);
    bench_row("load", loads.second * 1e6, "us", "read and free");
    bench_row("load / memcpy", loads.ratio, "x", "target: at most 8");
    bench_pair saves = bench_compare(copy_bytes, &r, save, &r);
    bench_row("write / memcpy", saves.ratio, "x", "the same bytes come out");
    bench_pair checks = bench_compare(copy_bytes, &r, check, &r);
    bench_row("check / memcpy", checks.ratio, "x", "%.2f ms for all rules", checks.second * 1e3);
    wm_kotor_bwm_free(r.read);
    free(r.copy);
    wm_buffer_free(&r.bytes);
}

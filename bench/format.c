/* Reading, writing and checking the files of a format against a plain copy of their bytes. */
#include "format.h"

typedef struct subject {
    const bench_format *format;
    const char *name;
    wm_buffer bytes;
    uint8_t *copy; /* warm target of the plain copy */
    void *read;
} subject;

static void copy_bytes(void *context, unsigned times)
{
    subject *s = context;
    for (unsigned i = 0; i < times; i++) {
        memcpy(s->copy, s->bytes.data, s->bytes.size);
        bench_use(s->copy);
    }
}

/* Read and free: allocation, copying, and proving every index. */
static void load(void *context, unsigned times)
{
    subject *s = context;
    for (unsigned i = 0; i < times; i++) {
        void *document = s->format->read(s->bytes.data, s->bytes.size);
        BENCH_CHECK(document);
        bench_use(document);
        s->format->free(document);
    }
}

static void save(void *context, unsigned times)
{
    subject *s = context;
    for (unsigned i = 0; i < times; i++) {
        wm_buffer out;
        BENCH_CHECK(s->format->write(s->read, &out) == WM_OK);
        BENCH_CHECK(out.size == s->bytes.size);
        bench_use(out.data);
        if (i + 1 == times)
            BENCH_CHECK(memcmp(out.data, s->bytes.data, out.size) == 0);
        wm_buffer_free(&out);
    }
}

static void check(void *context, unsigned times)
{
    subject *s = context;
    for (unsigned i = 0; i < times; i++) {
        wm_report report;
        wm_report_init(&report, NULL);
        BENCH_CHECK(s->format->check(s->read, &report) == WM_OK);
        wm_report_free(&report);
    }
}

static void measure(subject *s)
{
    char row[96];
    double size = (double)s->bytes.size * 1e-6;
    s->copy = malloc(s->bytes.size);
    s->read = s->format->read(s->bytes.data, s->bytes.size);
    BENCH_CHECK(s->copy && s->read);
    bench_pair loads = bench_compare(copy_bytes, s, load, s);
    BENCH_CHECK(loads.ratio > 0.95); /* it contains that copy, and little more */
    bench_pair saves = bench_compare(copy_bytes, s, save, s);
    snprintf(row, sizeof row, "%s: load", s->name);
    bench_row(row, size / loads.second, "MB/s", "%.0f KB in %.1f us; memcpy has %.0f MB/s",
              size * 1e3, loads.second * 1e6, size / loads.first);
    snprintf(row, sizeof row, "%s: load / memcpy", s->name);
    bench_row(row, loads.ratio, "x", "read and free%s", s->format->target);
    snprintf(row, sizeof row, "%s: write / memcpy", s->name);
    bench_row(row, saves.ratio, "x", "the same bytes come out");
    snprintf(row, sizeof row, "%s: check", s->name);
    bench_row(row, bench_median(check, s, 21) * 1e3, "ms", "all rules");
    s->format->free(s->read);
    free(s->copy);
    wm_buffer_free(&s->bytes);
}

void bench_measure_format(const bench_format *format)
{
    bool found = false;
    bench_heading(format->heading);
    for (const char *const *file = format->files; *file; file++) {
        subject s = {.format = format, .name = strrchr(*file, '/') + 1};
        if (bench_corpus(*file, &s.bytes)) {
            measure(&s);
            found = true;
        }
    }
    if (found)
        return;
    subject s = {.format = format, .name = format->made};
    BENCH_CHECK(format->make(&s.bytes) == WM_OK);
    measure(&s);
}

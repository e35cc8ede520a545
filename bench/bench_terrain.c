/* Opening a TRX against inflating its walkmesh alone, which every reader must do. */
#include <libdeflate.h>

#include "bench.h"

typedef struct area {
    wm_buffer bytes;
    wm_nwn2_trn *read;
    const uint8_t *stream; /* the zlib stream of the walkmesh */
    size_t packed, size;
    uint8_t *to; /* warm target of the plain inflate */
    struct libdeflate_decompressor *inflater;
} area;

static void inflate_only(void *context, unsigned times)
{
    area *a = context;
    for (unsigned i = 0; i < times; i++) {
        BENCH_CHECK(libdeflate_zlib_decompress(a->inflater, a->stream, a->packed, a->to, a->size,
                                               NULL) == LIBDEFLATE_SUCCESS);
        bench_use(a->to);
    }
}

static void open_file(void *context, unsigned times)
{
    area *a = context;
    for (unsigned i = 0; i < times; i++) {
        wm_nwn2_trn *t = wm_nwn2_trn_read(a->bytes.data, a->bytes.size, NULL, NULL);
        BENCH_CHECK(t && t->aswm && t->aswm->triangle_count == a->read->aswm->triangle_count);
        bench_use(t);
        wm_nwn2_trn_free(t);
    }
}

static void check_file(void *context, unsigned times)
{
    area *a = context;
    for (unsigned i = 0; i < times; i++) {
        wm_report report;
        wm_report_init(&report, NULL);
        BENCH_CHECK(wm_nwn2_trn_check(a->read, NULL, &report, NULL) == WM_OK && report.errors == 0);
        wm_report_free(&report);
    }
}

static void write_file(void *context, unsigned times)
{
    area *a = context;
    for (unsigned i = 0; i < times; i++) {
        wm_buffer out;
        BENCH_CHECK(wm_nwn2_trn_write(a->read, NULL, &out, NULL) == WM_OK);
        BENCH_CHECK(out.size == a->bytes.size && memcmp(out.data, a->bytes.data, out.size) == 0);
        wm_buffer_free(&out);
    }
}

static void close_area(area *a)
{
    libdeflate_free_decompressor(a->inflater);
    wm_nwn2_trn_free(a->read);
    wm_buffer_free(&a->bytes);
    free(a->to);
}

/* False when the corpus does not have the file. */
static bool open_area(area *a, const char *name)
{
    char path[4096];
    const char *corpus = getenv("WAYMARK_CORPUS");
    snprintf(path, sizeof path, "%s/nwn2/%s",
             corpus && *corpus ? corpus : WM_SOURCE_DIR "/../shared/corpus", name);
    *a = (area){0};
    if (wm_file_read(path, NULL, &a->bytes, NULL) != WM_OK)
        return false;
    a->read = wm_nwn2_trn_read(a->bytes.data, a->bytes.size, NULL, NULL);
    BENCH_CHECK(a->read && a->read->aswm && a->read->aswm->compressed);
    /* The walkmesh is the last packet: 8 bytes, COMP, two sizes, the stream. */
    uint32_t at = a->read->packets[a->read->packet_count - 1].offset;
    const uint8_t *p = a->bytes.data + at + 8;
    a->stream = p + 12;
    a->packed = a->bytes.size - at - 20;
    wm_buffer plain;
    BENCH_CHECK(wm_nwn2_aswm_write(a->read->aswm, NULL, &plain, NULL) == WM_OK);
    a->size = plain.size;
    a->to = malloc(plain.size);
    a->inflater = libdeflate_alloc_decompressor();
    BENCH_CHECK(a->to && a->inflater);
    inflate_only(a, 1);
    BENCH_CHECK(memcmp(a->to, plain.data, plain.size) == 0);
    wm_buffer_free(&plain);
    return true;
}

void bench_terrain(void)
{
    static const char *const names[] = {"dm001_cargohold.trx", "cslmordmansion.trx",
                                        "midwood_caverns_level_2.trx", "castle_krag_temple.trx"};
    bench_heading("NWN2 terrain: opening a TRX against libdeflate's inflate of its walkmesh");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        area a;
        if (!open_area(&a, names[i])) {
            bench_row(names[i], 0, "", "skipped: not in the corpus (set WAYMARK_CORPUS)");
            continue;
        }
        bench_pair opened = bench_compare(inflate_only, &a, open_file, &a);
        BENCH_CHECK(opened.ratio > 0.95); /* it inflates as well; less would be a mistake here */
        bench_row("open / inflate", opened.ratio, "x",
                  "target: at most 1.5; %s, %zu bytes, %.0f us", names[i], a.bytes.size,
                  opened.second * 1e6);
        bench_row("check", bench_median(check_file, &a, 15) * 1e3, "ms", "all rules");
        bench_row("write", bench_median(write_file, &a, 5) * 1e3, "ms",
                  "zlib level 6, the same bytes come out");
        close_area(&a);
    }
}

/* Numbers in text, the bulk of every ASCII format, and a whole room as text. */
#include "bench.h"

enum { NUMBERS = 100000 };

typedef struct numbers {
    float value[NUMBERS];
    char text[NUMBERS * WM_FLOAT_TEXT];
    size_t size;
} numbers;

static void format(void *context, unsigned times)
{
    numbers *n = context;
    for (unsigned t = 0; t < times; t++) {
        size_t at = 0;
        for (int i = 0; i < NUMBERS; i++) {
            at += wm_float_format(n->value[i], n->text + at);
            n->text[at++] = '\n';
        }
        n->size = at;
    }
}

static void parse(void *context, unsigned times)
{
    numbers *n = context;
    for (unsigned t = 0; t < times; t++) {
        size_t at = 0;
        for (int i = 0; i < NUMBERS; i++) {
            float back;
            at += wm_float_parse(n->text + at, n->size - at, &back) + 1;
            BENCH_CHECK(memcmp(&back, &n->value[i], sizeof back) == 0);
        }
        BENCH_CHECK(at == n->size);
    }
}

/* What C offers, which rounds the same but follows the locale. */
static void parse_libc(void *context, unsigned times)
{
    numbers *n = context;
    for (unsigned t = 0; t < times; t++) {
        char *at = n->text;
        for (int i = 0; i < NUMBERS; i++) {
            float back = strtof(at, &at);
            BENCH_CHECK(memcmp(&back, &n->value[i], sizeof back) == 0);
        }
    }
}

typedef struct text_room {
    wm_kotor_bwm *bwm;
    wm_buffer text;
} text_room;

static wm_buffer write_room(const text_room *r)
{
    wm_kotor_bwm_text_mesh part = {.bwm = r->bwm, .state = WM_NO_INDEX};
    wm_buffer out;
    BENCH_CHECK(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                        NULL, &out, NULL, NULL) == WM_OK);
    return out;
}

static void write_text(void *context, unsigned times)
{
    text_room *r = context;
    for (unsigned i = 0; i < times; i++) {
        wm_buffer out = write_room(r);
        BENCH_CHECK(out.size == r->text.size && memcmp(out.data, r->text.data, out.size) == 0);
        wm_buffer_free(&out);
    }
}

static void read_text(void *context, unsigned times)
{
    text_room *r = context;
    for (unsigned i = 0; i < times; i++) {
        wm_kotor_bwm_text *text = wm_kotor_bwm_text_read(r->text.data, r->text.size, NULL, NULL);
        BENCH_CHECK(text && text->meshes[0].bwm->face_count == r->bwm->face_count);
        BENCH_CHECK(text->meshes[0].bwm->edge_count == r->bwm->edge_count);
        wm_kotor_bwm_text_free(text);
    }
}

static void bench_room_text(void)
{
    const char *name;
    wm_buffer bytes = bench_room(&name);
    text_room r = {.bwm = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL)};
    BENCH_CHECK(r.bwm);
    wm_buffer_free(&bytes);
    r.text = write_room(&r);
    bench_heading("one room as text");
    bench_row("write", (double)r.text.size / bench_median(write_text, &r, 31) / 1e6, "MB/s",
              "%s, %zu bytes of text", name, r.text.size);
    bench_row("read", (double)r.text.size / bench_median(read_text, &r, 31) / 1e6, "MB/s",
              "and build what the text does not hold");
    wm_buffer_free(&r.text);
    wm_kotor_bwm_free(r.bwm);
}

void bench_text(void)
{
    numbers *n = malloc(sizeof *n);
    BENCH_CHECK(n);
    uint32_t seed = 1;
    for (int i = 0; i < NUMBERS; i++) { /* coordinates: -200 to 200 metres */
        seed = seed * 1664525u + 1013904223u;
        n->value[i] = (float)((int32_t)seed) / 10737418.0f;
    }
    format(n, 1);
    bench_heading("100,000 coordinates as shortest text");
    bench_row("format", (double)n->size / bench_median(format, n, 15) / 1e6, "MB/s", "%zu bytes",
              n->size);
    bench_pair p = bench_compare(parse_libc, n, parse, n);
    bench_row("parse", (double)n->size / p.second / 1e6, "MB/s",
              "every number reads back the same");
    bench_row("parse / strtof", p.ratio, "x", "of the time that libc takes");
    free(n);
    bench_room_text();
}

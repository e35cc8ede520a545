/* Numbers in text, the bulk of every ASCII format. */
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
}

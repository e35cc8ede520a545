/* Reading, writing and checking the files of a format against a plain copy of their bytes. */
#ifndef WAYMARK_BENCH_FORMAT_H
#define WAYMARK_BENCH_FORMAT_H

#include "bench.h"

typedef struct bench_format {
    const char *heading;
    const char *const *files; /* below the corpus; ends with NULL */
    const char *target;       /* the aim for a load, for the note of its row; or "" */
    const char *made;         /* what `make` makes, for rows without a corpus */
    wm_status (*make)(wm_buffer *out);
    /* Reads the whole file; NULL if anything of it is wrong. */
    void *(*read)(const void *data, size_t size);
    wm_status (*write)(const void *document, wm_buffer *out);
    wm_status (*check)(const void *document, wm_report *report);
    void (*free)(void *document);
} bench_format;

/* Measures each file of the corpus, or what `make` makes if there is none. */
void bench_measure_format(const bench_format *format);

#endif

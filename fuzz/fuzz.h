/* Shared by the fuzz targets. A target is one file fuzz_<format>.c with the entry point that
 * libFuzzer and the replay driver call. */
#ifndef WAYMARK_FUZZ_H
#define WAYMARK_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "waymark/waymark.h"

/* Always checked, regardless of NDEBUG. */
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif

/* Shared by the fuzz targets. A target is one file fuzz_<name>.c with fuzz_one. */
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

/* Runs the target on one input. Called by limits.c. */
void fuzz_one(const uint8_t *data, size_t size);

#endif

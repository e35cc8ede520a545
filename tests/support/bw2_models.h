/* Generated Black & White 2 models. Does not use cmocka. */
#ifndef WAYMARK_TEST_BW2_MODELS_H
#define WAYMARK_TEST_BW2_MODELS_H

#include "waymark/bw2.h"

enum { TEST_BW2_VERTICES = 12, TEST_BW2_BONES = 50 };

typedef struct test_bw2_kind {
    uint32_t version;
    bool skin;        /* strips, bones, index and weight streams */
    uint32_t uv_sets; /* 1 to 3 */
    bool odd;         /* names without NUL, an element of format 3, bytes after the end */
} test_bw2_kind;

/* Two meshes at two levels of detail, the first with two references, and a record in every
 * table. wm_bw2_model_check finds nothing unless it is odd. Returns NULL if out of memory. */
wm_bw2_model *test_bw2_make(test_bw2_kind kind, const wm_allocator *allocator);
/* A static model with two levels of a grid of side * side vertices, side <= 181: for benchmarks. */
wm_bw2_model *test_bw2_grid(uint32_t side, const wm_allocator *allocator);

/* Samples by name, for files and sweeps. */
typedef struct test_bw2_sample {
    const char *name;
    test_bw2_kind kind;
} test_bw2_sample;

extern const test_bw2_sample test_bw2_samples[]; /* ends with a row without a name */
/* The bytes of a sample, allocated with malloc; NULL if out of memory. */
uint8_t *test_bw2_bytes(test_bw2_kind kind, size_t *size);

#endif

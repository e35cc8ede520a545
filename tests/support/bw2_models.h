/* Black & White 2 models that the project makes itself. No cmocka here. */
#ifndef WAYMARK_TEST_BW2_MODELS_H
#define WAYMARK_TEST_BW2_MODELS_H

#include "waymark/bw2.h"

typedef struct test_bw2_kind {
    uint32_t version;
    bool skin;        /* strips, bones, index and weight streams */
    uint32_t uv_sets; /* 1 to 3 */
    bool odd;         /* names without NUL, an element of format 3, bytes behind the end */
} test_bw2_kind;

/* Two meshes of two levels of detail, each of two references where it is a skin, with a
 * record in every table. NULL when memory runs out. */
wm_bw2_model *test_bw2_make(test_bw2_kind kind, const wm_allocator *allocator);

#endif

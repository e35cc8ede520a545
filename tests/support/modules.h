/* Generated files of KotOR modules. Does not use cmocka. */
#ifndef WAYMARK_TEST_MODULES_H
#define WAYMARK_TEST_MODULES_H

#include "waymark/waymark.h"

/* A document with these points, and with links both ways between the pairs of indices. Aborts if
 * out of memory. Free with wm_kotor_pth_free. */
wm_kotor_pth *test_pth(const float (*points)[2], uint32_t point_count, const uint32_t (*pairs)[2],
                       uint32_t pair_count);
/* The file of a document. Bytes allocated with malloc. */
uint8_t *test_pth_bytes(const wm_kotor_pth *pth, size_t *size);
/* A sample: four points round a square, a fifth in its middle, and two links to that. */
wm_kotor_pth *test_pth_square(void);

#endif

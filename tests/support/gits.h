/* Small GIT files that the project makes itself. No cmocka here. */
#ifndef WAYMARK_TEST_GITS_H
#define WAYMARK_TEST_GITS_H

#include "waymark/waymark.h"

typedef struct test_trigger {
    int32_t type; /* 3: a walkmesh cutter */
    wm_vec3 position;
    uint32_t count;
    const wm_vec3 *points; /* relative to the position */
} test_trigger;

/* Bytes of malloc, with Z before Y before X as NWN2 stores them. Aborts when memory runs
 * out. */
uint8_t *test_git(const test_trigger *triggers, uint32_t count, size_t *size);
/* Two cutters over the sample hall.trx, a trigger of another type and a degenerate one. */
uint8_t *test_git_hall(size_t *size);

#endif

/* Generated walkmeshes for tests, fuzz seeds, benchmarks and the demo. Does not use cmocka. */
#ifndef WAYMARK_TEST_SAMPLES_H
#define WAYMARK_TEST_SAMPLES_H

#include "waymark/waymark.h"

enum { SAMPLE_STONE = 4, SAMPLE_NONWALK = 7, SAMPLE_METAL = 10 };

typedef struct test_sample {
    const char *name; /* as a file name: "room.wok" */
    const char *what;
    /* Complete and rebuilt; NULL if out of memory. allocator may be NULL. */
    wm_kotor_bwm *(*make)(const wm_allocator *allocator);
} test_sample;

extern const test_sample test_samples[]; /* ends with a row without a name */

/* A sample by name. Aborts if there is none or if out of memory. */
wm_kotor_bwm *test_sample_make(const char *name);

/* Hills with about `faces` faces, one in eight not walkable; rebuilt or not (to time the
 * rebuild). */
wm_kotor_bwm *test_sample_hills(uint32_t faces, bool rebuilt, const wm_allocator *allocator);

/* Adds a transition to the border edge whose midpoint is nearest to `place`. */
void test_sample_door(wm_kotor_bwm *bwm, wm_vec3 place, uint32_t room);

#endif

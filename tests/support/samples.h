/* Walkmeshes that the project makes itself, for tests, fuzz seeds, benchmarks
 * and the demo. No cmocka here. */
#ifndef WAYMARK_TEST_SAMPLES_H
#define WAYMARK_TEST_SAMPLES_H

#include "waymark/waymark.h"

enum { SAMPLE_STONE = 4, SAMPLE_NONWALK = 7, SAMPLE_METAL = 10 };

typedef struct test_sample {
    const char *name; /* as a file: "room.wok" */
    const char *what;
    /* Complete and rebuilt; NULL when memory runs out. allocator may be NULL. */
    wm_kotor_bwm *(*make)(const wm_allocator *allocator);
} test_sample;

extern const test_sample test_samples[]; /* ended by a row without a name */

/* A sample by name, aborting if there is none or memory runs out. */
wm_kotor_bwm *test_sample_make(const char *name);

/* Hills of about `faces` faces, one in eight not walkable, rebuilt or (for those
 * who time the rebuild) not. */
wm_kotor_bwm *test_sample_hills(uint32_t faces, bool rebuilt, const wm_allocator *allocator);

/* Gives the border edge whose middle lies nearest to `place` a transition. */
void test_sample_door(wm_kotor_bwm *bwm, wm_vec3 place, uint32_t room);

#endif

/* Holding a Black & White 2 model against one that came back from a scene. No cmocka here. */
#ifndef WAYMARK_TEST_BW2_COMPARE_H
#define WAYMARK_TEST_BW2_COMPARE_H

#include "waymark/bw2.h"

/* NULL if all that a scene keeps is the same, bit for bit; else what is not. Triangles of
 * skins may stand in another order. */
const char *test_bw2_lost(const wm_bw2_model *before, const wm_bw2_model *after);

/* Makes `to` the same as `from` where a scene keeps nothing: garbage, spheres and cylinders,
 * the rounding of the footprint's centre; of skins strips and what garbage the header has. */
void test_bw2_forget(wm_bw2_model *to, const wm_bw2_model *from);

#endif

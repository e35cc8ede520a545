/* Compares a Black & White 2 model with its copy converted to a scene and back. Does not use
 * cmocka. */
#ifndef WAYMARK_TEST_BW2_COMPARE_H
#define WAYMARK_TEST_BW2_COMPARE_H

#include "waymark/bw2.h"

/* Returns NULL if everything that a scene keeps is equal, bit for bit; otherwise what
 * differs. The triangles of skins may be in another order. */
const char *test_bw2_lost(const wm_bw2_model *before, const wm_bw2_model *after);

/* Copies from `from` to `to` what a scene does not keep: garbage, spheres and cylinders, the
 * rounding of the footprint's centre; for skins also strips and garbage in the header. */
void test_bw2_forget(wm_bw2_model *to, const wm_bw2_model *from);

#endif

/* Whether two scenes are the same, to the bit. */
#ifndef WAYMARK_TEST_SCENE_EQUAL_H
#define WAYMARK_TEST_SCENE_EQUAL_H

#include "waymark/waymark.h"

/* NULL if they are, else where they differ first: "meshes[3].normals". The text lives until
 * the next call. */
const char *test_scene_difference(const wm_scene *a, const wm_scene *b);

#endif

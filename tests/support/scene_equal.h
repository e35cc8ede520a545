/* Compares two scenes bit for bit. */
#ifndef WAYMARK_TEST_SCENE_EQUAL_H
#define WAYMARK_TEST_SCENE_EQUAL_H

#include "waymark/waymark.h"

/* Returns NULL if they are equal, otherwise the first difference: "meshes[3].normals". The
 * text is valid until the next call. */
const char *test_scene_difference(const wm_scene *a, const wm_scene *b);

#endif

/* Scenes built by hand, for the tests of scenes and poses. */
#ifndef WAYMARK_TEST_SCENES_H
#define WAYMARK_TEST_SCENES_H

#include "waymark/waymark.h"

/* Node 0 "root" with children 1 "arm" at (1, 0, 0) and 3 "flag" (a mesh with one triangle),
 * 2 "hand" at (1, 0, 0) relative to the arm, 4 "sleeve": a skin below the hand, with one
 * vertex on the arm, one on the hand and one in between. Animations: 0 "wave" of 2 seconds
 * (in the first second the arm rotates by 90 degrees about z; the hand moves along a bezier,
 * the flag fades), 1 "still" without channels, with a transition of 0.5. Returns NULL and
 * sets *error if out of memory. Not finished. */
wm_scene *test_scene_puppet(const wm_allocator *allocator, wm_error *error);

#endif

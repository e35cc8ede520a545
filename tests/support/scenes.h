/* Scenes made by hand, for the tests of scenes and poses. */
#ifndef WAYMARK_TEST_SCENES_H
#define WAYMARK_TEST_SCENES_H

#include "waymark/waymark.h"

/* Node 0 "root" with children 1 "arm" at (1, 0, 0) and 3 "flag" (a mesh of one
 * triangle), 2 "hand" at (1, 0, 0) of the arm, 4 "sleeve": a skin below the hand, with
 * a vertex on each of arm and hand and one between. Animations: 0 "wave" of 2 seconds
 * (the arm turns by 90 degrees about z in the first of them, the hand moves on a
 * bezier, the flag fades), 1 "still" without channels, with a transition of 0.5.
 * NULL and *error when memory runs out. Not finished. */
wm_scene *test_scene_puppet(const wm_allocator *allocator, wm_error *error);

#endif

/* Scenes that another program saved. */
#ifndef WAYMARK_TESTS_SAVED_SCENE_H
#define WAYMARK_TESTS_SAVED_SCENE_H

#include "waymark/scene.h"

/* That of the sample model of KotOR. */
wm_scene *test_sample_scene(void);

/* The scene as a program saves it that keeps everything: only the name of the program differs. */
wm_scene *test_saved_scene(const wm_scene *scene);

#endif

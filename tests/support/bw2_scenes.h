/* Scenes as other programs make them, for imports of Black & White 2 models. */
#ifndef WAYMARK_TEST_BW2_SCENES_H
#define WAYMARK_TEST_BW2_SCENES_H

#include "waymark/import.h"

/* Nodes of test_bw2_box, and its room for them. */
enum { TEST_BW2_BOX, TEST_BW2_DOOR, TEST_BW2_HULL, TEST_BW2_NODES = 8 };

/* A box of 2 x 4 x 1 with its bottom at the ground, y up and right-handed, and an empty above. Not
 * finished. */
wm_scene *test_bw2_box(const wm_allocator *allocator);
/* mesh: WM_NO_INDEX for an empty. */
wm_scene_node test_bw2_node(const char *name, uint32_t mesh);
/* Makes the box a skin of a chain of joints. */
void test_bw2_add_skin(wm_scene *s, uint32_t joints);
/* Finishes the scene and imports it; the model must be valid. */
wm_bw2_model *test_bw2_build(wm_scene *s, const wm_bw2_model_import_opts *opts,
                             wm_bw2_model_import_result *result);
/* What was built reads back, and rebuilding finds nothing to change. */
void test_bw2_expect_valid(wm_bw2_model *m, const char *what);
wm_buffer test_bw2_written(const wm_bw2_model *m);

#endif

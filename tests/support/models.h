/* Generated models with every kind of node. Does not use cmocka. */
#ifndef WAYMARK_TEST_MODELS_H
#define WAYMARK_TEST_MODELS_H

#include "waymark/waymark.h"

/* Name indices of the sample's nodes, which are also their node indices. */
enum {
    MODEL_ROOT,
    MODEL_BOX,
    MODEL_SKIN,
    MODEL_BONE,
    MODEL_TIP,
    MODEL_CLOTH,
    MODEL_FLOOR,
    MODEL_SABER,
    MODEL_LIGHT,
    MODEL_EMITTER,
    MODEL_REFERENCE,
    MODEL_NODES
};

/* A model with one node of each kind, two animations and a name without a node; packed.
 * Returns NULL if out of memory. */
wm_kotor_mdl *test_model_make(wm_kotor_game game, wm_kotor_platform platform,
                              const wm_allocator *allocator);

/* The same model as "child" of supermodel "sample", at twice the animation scale. It has
 * only one animation of its own, the second one, "turn", twice as long. */
wm_kotor_mdl *test_model_child(const wm_allocator *allocator);

/* The files of the first model, allocated with malloc. */
void test_model_files(wm_kotor_game game, wm_kotor_platform platform, wm_buffer *mdl,
                      wm_buffer *mdx);

/* The text of the first model of KotOR 1, but two keys of an animation are in the wrong order. */
wm_buffer test_model_swapped_keys(void);

#endif

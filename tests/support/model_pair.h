/* The two files of a KotOR model, written again after each edit of a test. */
#ifndef WAYMARK_TEST_MODEL_PAIR_H
#define WAYMARK_TEST_MODEL_PAIR_H

#include "waymark/kotor_mdl.h"

typedef struct test_model_pair {
    wm_buffer mdl, mdx;
} test_model_pair;

/* Writes a model. Free with test_model_pair_free. */
test_model_pair test_model_pair_of(const wm_kotor_mdl *m);
void test_model_pair_free(test_model_pair *f);
bool test_same_buffer(const wm_buffer *a, const wm_buffer *b);
bool test_same_pair(const test_model_pair *a, const test_model_pair *b);
/* Reads the files and walks the whole model. */
wm_kotor_mdl *test_model_pair_read(const test_model_pair *f);
/* What a model is written as now must be `before`. Frees neither. */
void test_is_again(const wm_kotor_mdl *m, const test_model_pair *before, const char *what);
/* The sample with bytes that nothing explains: slack and odd words. */
test_model_pair test_model_with_leftovers(void);

#endif

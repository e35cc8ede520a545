#include "model_pair.h"

#include "models.h"
#include "support.h"
#include "walk.h"

test_model_pair test_model_pair_of(const wm_kotor_mdl *m)
{
    test_model_pair f;
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &f.mdl, &f.mdx, NULL), WM_OK);
    return f;
}

void test_model_pair_free(test_model_pair *f)
{
    wm_buffer_free(&f->mdl);
    wm_buffer_free(&f->mdx);
}

bool test_same_buffer(const wm_buffer *a, const wm_buffer *b)
{
    return a->size == b->size && (!a->size || memcmp(a->data, b->data, a->size) == 0);
}

bool test_same_pair(const test_model_pair *a, const test_model_pair *b)
{
    return test_same_buffer(&a->mdl, &b->mdl) && test_same_buffer(&a->mdx, &b->mdx);
}

wm_kotor_mdl *test_model_pair_read(const test_model_pair *f)
{
    wm_error error;
    wm_kotor_mdl *m =
        wm_kotor_mdl_read(f->mdl.data, f->mdl.size, f->mdx.data, f->mdx.size, NULL, &error);
    if (!m)
        fail_msg("%s", error.message);
    test_walk_mdl(m);
    return m;
}

void test_is_again(const wm_kotor_mdl *m, const test_model_pair *before, const char *what)
{
    test_model_pair now = test_model_pair_of(m);
    if (!test_same_pair(&now, before))
        fail_msg("%s: the inverse edit did not give the original bytes", what);
    test_model_pair_free(&now);
}

test_model_pair test_model_with_leftovers(void)
{
    static const uint8_t bytes[] = "slack";
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_slack *slack = wm_kotor_mdl_alloc(m, 3, sizeof *slack, NULL);
    slack[0] = (wm_kotor_slack){16, 5, bytes}; /* before or in the first animation */
    slack[1] = (wm_kotor_slack){60, 3, bytes};
    m->slack = slack;
    m->slack_count = 2;
    test_model_pair f = test_model_pair_of(m);
    wm_kotor_mdl *again = test_model_pair_read(&f);
    assert_int_equal(again->slack_count, 2);
    /* Parent pointers that are 0, as an old mdlops writes them. */
    for (uint32_t i = 1; i < again->tree.count; i += 2)
        memset(f.mdl.data + again->tree.nodes[i].offset + 12, 0, 4);
    memset(f.mdl.data + again->animations[1].tree.nodes[1].offset + 12, 0, 4);
    wm_kotor_mdl_free(again);
    wm_kotor_mdl_free(m);
    return f;
}

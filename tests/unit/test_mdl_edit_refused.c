/* Edits of models that fail: wrong arguments, limits, no memory. They change nothing. */
#include "base/internal.h"
#include "memory.h"
#include "model_pair.h"
#include "models.h"
#include "support.h"

/* ---- mistakes and limits ----------------------------------------------- */

static void fails(wm_kotor_mdl *m, uint32_t node, const char *keyword, const char *value,
                  wm_status code, const char *message)
{
    wm_error error = {.code = WM_OK};
    assert_int_equal(wm_kotor_mdl_set_field(m, node, keyword, value, &error), code);
    if (!strstr(error.message, message))
        fail_msg("%s=%s: %s", keyword, value, error.message);
}

static void mistakes_change_nothing(void **state)
{
    (void)state;
    wm_error error;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    test_model_pair before = test_model_pair_of(m);
    const char *long_name = "a_name_of_thirty-two_bytes_is_one_too_many";
    fails(m, WM_NO_INDEX, "colour", "1", WM_BAD_ARGUMENT, "a model has no field 'colour'");
    fails(m, WM_NO_INDEX, "fog", "256", WM_BAD_ARGUMENT, "from 0 to 255, not '256'");
    fails(m, WM_NO_INDEX, "fog", "", WM_BAD_ARGUMENT, "from 0 to 255, not ''");
    fails(m, WM_NO_INDEX, "classification", "boat", WM_BAD_ARGUMENT, "not 'boat'");
    fails(m, WM_NO_INDEX, "bmin", "1,2", WM_BAD_ARGUMENT, "expected 3 numbers");
    fails(m, WM_NO_INDEX, "bmin", "1,2,3,4", WM_BAD_ARGUMENT, "expected 3 numbers");
    fails(m, WM_NO_INDEX, "radius", "nan", WM_BAD_ARGUMENT, "expected 1 number");
    fails(m, WM_NO_INDEX, "supermodel", long_name, WM_NOT_REPRESENTABLE, "room for 31");
    fails(m, WM_NO_INDEX, "name", long_name, WM_NOT_REPRESENTABLE, "room for 31");
    fails(m, WM_NO_INDEX, "name", "", WM_BAD_ARGUMENT, "needs a name");
    fails(m, MODEL_NODES, "render", "1", WM_BAD_ARGUMENT, "the model has 11 nodes");
    fails(m, MODEL_BOX, "update", "x", WM_BAD_ARGUMENT, "the node has no field 'update'");
    fails(m, MODEL_BOX, "specular", "1,1,1", WM_BAD_ARGUMENT, "does not store this field");
    fails(m, MODEL_BOX, "tangentspace", "1", WM_BAD_ARGUMENT, "does not store this field");
    fails(m, MODEL_BOX, "dirt_enabled", "1", WM_BAD_ARGUMENT, "the node has no field");
    fails(m, MODEL_BOX, "render", "256", WM_BAD_ARGUMENT, "from 0 to 255");
    fails(m, MODEL_EMITTER, "bounce", "2", WM_BAD_ARGUMENT, "from 0 to 1");
    fails(m, MODEL_EMITTER, "chunkname", "sixteen_bytes_do", WM_NOT_REPRESENTABLE, "room for 15");
    fails(m, MODEL_BOX, "name", "skin", WM_BAD_ARGUMENT, "has the name 'skin' already");
    fails(m, MODEL_BOX, "name", "", WM_BAD_ARGUMENT, "needs a name");
    fails(m, MODEL_BOX, "name", long_name, WM_NOT_REPRESENTABLE, "at most 31");
    assert_int_equal(wm_kotor_mdl_rename_node(m, MODEL_NODES, "x", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_mdl_set_animation_field(m, 2, "name", "x", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_mdl_set_animation_field(m, 0, "speed", "1", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_mdl_set_animation_field(m, 0, "name", "", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_mdl_set_animation_field(m, 0, "length", "x", &error),
                     WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_mdl_add_event(m, 2, 0, "x", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_mdl_add_event(m, 0, -1, "x", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_mdl_add_event(m, 0, 0, long_name, &error), WM_NOT_REPRESENTABLE);
    assert_int_equal(wm_kotor_mdl_remove_event(m, 0, 99, &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_mdl_set_event(m, 0, 99, 0, NULL, &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_mdl_set_event(m, 0, 0, 0, long_name, &error), WM_NOT_REPRESENTABLE);
    assert_int_equal(wm_kotor_mdl_remove_animation(m, 2, &error), WM_BAD_ARGUMENT);
    uint32_t count;
    assert_int_equal(wm_kotor_mdl_replace_texture(m, "", "x", &count, &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_mdl_replace_texture(m, "x", long_name, &count, &error),
                     WM_NOT_REPRESENTABLE);
    assert_int_equal(wm_kotor_mdl_replace_texture(m, "absent", "x", &count, &error), WM_OK);
    assert_int_equal(count, 0);
    test_is_again(m, &before, "mistakes");
    test_model_pair_free(&before);
    wm_kotor_mdl_free(m);
}

/* A document that has used up its memory says so: it is not the machine that is out of it. */
static void a_rebuild_over_the_limit(void **state)
{
    wm_error error;
    (void)state;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    test_model_pair before = test_model_pair_of(m);
    wmi_arena *arena = m->memory;
    arena->limit = arena->used;
    arena->left = 0;
    assert_int_equal(wm_kotor_mdl_rebuild(m, NULL, NULL, &error), WM_LIMIT);
    assert_int_equal(error.code, WM_LIMIT);
    assert_string_equal(error.path, "aabbs");
    test_is_again(m, &before, "rebuild");
    test_model_pair_free(&before);
    wm_kotor_mdl_free(m);
}

/* ---- a failed allocation changes nothing ------------------------------- */

typedef wm_status (*edit)(wm_kotor_mdl *m, wm_error *error);

static wm_status rename_it(wm_kotor_mdl *m, wm_error *error)
{
    return wm_kotor_mdl_set_field(m, WM_NO_INDEX, "name", "another_and_longer", error);
}

static wm_status add_a_controller(wm_kotor_mdl *m, wm_error *error)
{
    return wm_kotor_mdl_set_field(m, MODEL_TIP, "scale", "2", error);
}

static wm_status add_an_event(wm_kotor_mdl *m, wm_error *error)
{
    return wm_kotor_mdl_add_event(m, 1, 0.5f, "snd", error);
}

static wm_status remove_an_animation(wm_kotor_mdl *m, wm_error *error)
{
    return wm_kotor_mdl_remove_animation(m, 0, error);
}

static wm_status replace_a_texture(wm_kotor_mdl *m, wm_error *error)
{
    uint32_t count;
    return wm_kotor_mdl_replace_texture(m, "sample01", "x", &count, error);
}

static wm_status copy_an_animation(wm_kotor_mdl *m, wm_error *error)
{
    return wm_kotor_mdl_copy_animation(m, m, 0, "copied", NULL, error);
}

static wm_status transform_it(wm_kotor_mdl *m, wm_error *error)
{
    const wm_kotor_transform flip = {.flip_x = true};
    return wm_kotor_mdl_transform(m, &flip, error);
}

static wm_status replace_a_mesh(wm_kotor_mdl *m, wm_error *error)
{
    return wm_kotor_mdl_replace_mesh(m, MODEL_FLOOR, m, MODEL_BOX, NULL, error);
}

static wm_status replace_a_skin(wm_kotor_mdl *m, wm_error *error)
{
    return wm_kotor_mdl_replace_mesh(m, MODEL_SKIN, m, MODEL_SKIN, NULL, error);
}

static void no_memory_changes_nothing(void **state)
{
    (void)state;
    static const edit edits[] = {rename_it,           add_a_controller,  add_an_event,
                                 remove_an_animation, replace_a_texture, copy_an_animation,
                                 transform_it,        replace_a_mesh,    replace_a_skin};
    test_model_pair before = test_model_with_leftovers();
    wm_report report;
    wm_report_init(&report, NULL);
    for (size_t e = 0; e < sizeof edits / sizeof *edits; e++) {
        uint32_t failed = 0;
        for (uint64_t n = 1;; n++) {
            test_memory memory;
            wm_error error;
            test_memory_init(&memory);
            wm_read_opts opts = {.allocator = &memory.allocator, .report = &report};
            wm_kotor_mdl *m = wm_kotor_mdl_read(before.mdl.data, before.mdl.size, before.mdx.data,
                                                before.mdx.size, &opts, &error);
            assert_non_null(m);
            memory.fail_at = memory.calls + n;
            wm_status status = edits[e](m, &error);
            bool refused = memory.refused > 0;
            memory.fail_at = 0;
            /* An edit that is done may still lack memory to tidy up. */
            assert_true(status == WM_OK || (refused && status == WM_NO_MEMORY));
            test_model_pair now = test_model_pair_of(m);
            assert_true(test_same_pair(&now, &before) ==
                        (status != WM_OK || edits[e] == replace_a_skin));
            test_model_pair_free(&now);
            failed += status != WM_OK;
            wm_kotor_mdl_free(m);
            test_memory_done(&memory, "edit");
            if (!refused) {
                assert_true(failed > 0);
                break;
            }
        }
    }
    wm_report_free(&report);
    test_model_pair_free(&before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_change_nothing),
        cmocka_unit_test(a_rebuild_over_the_limit),
        cmocka_unit_test(no_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

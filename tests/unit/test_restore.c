/* A scene that another program saved: what it was exported from stays the same where nothing was
 * edited, and takes the edits where something was. Blender itself is in tests/blender. */
#include "models.h"
#include "support.h"
#include "waymark/convert.h"

static wm_scene *sample(void)
{
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_scene *s = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, NULL);
    assert_non_null(s);
    wm_kotor_mdl_free(m);
    return s;
}

/* The scene as a program saves it that keeps everything: only the name of the program differs. */
static wm_scene *saved(const wm_scene *scene)
{
    static const char ours[] = "\"generator\":\"waymark ", other[] = "\"generator\":\"another ";
    const wm_gltf_write_opts opts = {.text = true, .all = true};
    wm_buffer text;
    assert_int_equal(wm_gltf_write(scene, &opts, &text, NULL), WM_OK);
    size_t at = 0;
    while (at + sizeof ours < text.size && memcmp(text.data + at, ours, sizeof ours - 1) != 0)
        at++;
    assert_memory_equal(text.data + at, ours, sizeof ours - 1);
    memcpy(text.data + at, other, sizeof other - 1);
    wm_scene *back = wm_gltf_read(text.data, text.size, NULL, NULL);
    wm_buffer_free(&text);
    assert_non_null(back);
    assert_true(back->returned);
    return back;
}

static wm_buffer bytes_of(const wm_scene *scene)
{
    wm_buffer bytes;
    assert_int_equal(wm_gltf_write(scene, NULL, &bytes, NULL), WM_OK);
    return bytes;
}

static void nothing_edited(void **state)
{
    wm_scene *original = sample(), *edited = saved(original);
    wm_buffer before = bytes_of(original);
    wm_scene_restore_result result;
    (void)state;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    assert_int_equal(result.nodes, original->node_count);
    wm_buffer after = bytes_of(original);
    assert_int_equal(after.size, before.size);
    assert_memory_equal(after.data, before.data, before.size);
    wm_buffer_free(&before);
    wm_buffer_free(&after);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* The reader of glTF states a transition of 0 in the extras of an animation. */
static void a_stated_transition_is_no_edit(void **state)
{
    wm_scene *original = sample(), *edited = saved(original);
    wm_scene_restore_result result;
    double zero = 0;
    wm_extra stated = {.name = "transition", .count = 1, .numbers = &zero};
    (void)state;
    edited->animations[0].extras = (wm_extras){1, &stated};
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    wm_scene_free(original);
    wm_scene_free(edited);
}

static void a_vertex_moved(void **state)
{
    wm_scene *original = sample(), *edited = saved(original);
    wm_scene_restore_result result;
    uint32_t node = wm_scene_find_node(edited, "box");
    (void)state;
    assert_int_not_equal(node, WM_NO_INDEX);
    edited->meshes[edited->nodes[node].mesh].positions[0].z += 1;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_false(result.same);
    assert_int_equal(result.meshes, 1);
    assert_int_equal(result.moved + result.missing + result.added + result.channels, 0);
    assert_string_equal(original->source, "gltf");
    wm_scene_free(original);
    wm_scene_free(edited);
}

static void another_scene(void **state)
{
    wm_scene *original = sample(), *edited = sample();
    wm_error error;
    (void)state;
    for (uint32_t i = 0; i < edited->node_count; i++)
        edited->nodes[i].name = "other";
    assert_int_equal(wm_scene_restore(original, edited, NULL, NULL, &error), WM_BAD_ARGUMENT);
    wm_scene_free(original);
    wm_scene_free(edited);
}

static void keys_on_a_line_are_dropped(void **state)
{
    wm_scene *s = sample();
    wm_scene_reduce_result result;
    float times[5] = {0, 0.1f, 0.2f, 0.3f, 0.4f};
    float values[15] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 3, 5, 0};
    (void)state;
    wm_channel *c = &s->animations[0].channels[0];
    *c = (wm_channel){.node = c->node,
                      .property = WM_PROPERTY_TRANSLATION,
                      .name = "position",
                      .width = 3,
                      .count = 5,
                      .times = times,
                      .values = values};
    s->animations[0].channel_count = s->animation_count = 1;
    assert_int_equal(wm_scene_reduce_keys(s, false, &result, NULL), WM_OK);
    assert_int_equal(result.keys, 2);
    assert_int_equal(c->count, 3);
    assert_true(c->times[1] == 0.3f && c->values[3] == 3);
    wm_scene_free(s);
}

/* A wandering value with long slow parts, where errors could add up. */
static void dropped_keys_are_within_the_stated_error(void **state)
{
    enum { KEYS = 400 };
    static float times[KEYS], values[3 * KEYS], before[3 * KEYS], stamps[KEYS];
    wm_scene *s = sample();
    uint32_t seed = 7;
    float worst = 0;
    (void)state;
    for (int i = 0; i < KEYS; i++) {
        stamps[i] = times[i] = (float)i / 30;
        for (int k = 0; k < 3; k++) {
            seed = seed * 1664525u + 1013904223u;
            float step = (float)(seed >> 16 & 255) / 255 * (i > 200 ? 6e-5f : 3e-4f);
            values[3 * i + k] = (i ? values[3 * i - 3 + k] : 0) + step;
        }
    }
    memcpy(before, values, sizeof before);
    wm_channel *c = &s->animations[0].channels[0];
    *c = (wm_channel){.node = c->node,
                      .property = WM_PROPERTY_TRANSLATION,
                      .name = "position",
                      .width = 3,
                      .count = KEYS,
                      .times = times,
                      .values = values};
    s->animations[0].channel_count = s->animation_count = 1;
    assert_int_equal(wm_scene_reduce_keys(s, true, NULL, NULL), WM_OK);
    assert_true(c->count < KEYS / 2);
    for (int i = 0; i < KEYS; i++) {
        float at[16], sum = 0;
        wm_channel_sample(c, stamps[i], NULL, at);
        for (int k = 0; k < 3; k++)
            sum += (at[k] - before[3 * i + k]) * (at[k] - before[3 * i + k]);
        worst = sum > worst ? sum : worst;
    }
    assert_true(worst <= 1.02e-8f); /* 0.1 mm, squared */
    wm_scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_edited),
        cmocka_unit_test(a_stated_transition_is_no_edit),
        cmocka_unit_test(a_vertex_moved),
        cmocka_unit_test(another_scene),
        cmocka_unit_test(keys_on_a_line_are_dropped),
        cmocka_unit_test(dropped_keys_are_within_the_stated_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

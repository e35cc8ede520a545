/* A scene that another program saved: what it was exported from stays the same where nothing was
 * edited, and takes the edits where something was. Blender itself is in tests/blender. */
#include <math.h>

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

/* ---- what dropped keys lose -------------------------------------------- */

enum { KEYS = 400 };

/* A value that wanders, with long slow parts, where errors could add up. far: from the origin. */
static void wander(wm_channel *c, float step, float far)
{
    uint32_t seed = 7;
    for (uint32_t i = 0; i < KEYS; i++) {
        float *v = c->values + (size_t)i * c->width, length = 0;
        c->times[i] = (float)i / 30;
        for (uint32_t k = 0; k < c->width; k++) {
            seed = seed * 1664525u + 1013904223u;
            float more = (float)(seed >> 16 & 255) / 255 * (i > 200 ? step / 5 : step);
            v[k] = (i ? v[(int)k - (int)c->width] : far) + more;
            length += v[k] * v[k];
        }
        for (uint32_t k = 0; k < c->width && c->property == WM_PROPERTY_ROTATION; k++)
            v[k] /= sqrtf(length);
    }
}

/* Metres or a factor; the angle for rotations. */
static double apart(const wm_channel *c, const float *a, const float *b)
{
    double sum = 0, dot = 0;
    for (uint32_t k = 0; k < c->width; k++)
        dot += (double)a[k] * (double)b[k];
    for (uint32_t k = 0; k < c->width; k++) {
        double other = dot < 0 ? -(double)b[k] : (double)b[k];
        sum += ((double)a[k] - other) * ((double)a[k] - other);
    }
    return c->property == WM_PROPERTY_ROTATION ? 2 * sqrt(sum) : sqrt(sum);
}

/* The largest loss, at the keys and between them. */
static double loss_of(wm_property property, float step, float far)
{
    static float times[KEYS], values[4 * KEYS], before_times[KEYS], before[4 * KEYS];
    wm_scene *s = sample();
    wm_channel *c = &s->animations[0].channels[0];
    double worst = 0;
    *c = (wm_channel){.node = c->node,
                      .property = property,
                      .name = "value",
                      .width = property == WM_PROPERTY_ROTATION ? 4 : 3,
                      .count = KEYS,
                      .times = times,
                      .values = values};
    wander(c, step, far);
    memcpy(before, values, sizeof before);
    memcpy(before_times, times, sizeof times);
    wm_channel was = *c;
    was.times = before_times;
    was.values = before;
    s->animations[0].channel_count = s->animation_count = 1;
    assert_int_equal(wm_scene_reduce_keys(s, true, NULL, NULL), WM_OK);
    assert_int_equal(s->animations[0].channel_count, 1);
    assert_true(c->count < 3 * KEYS / 4);
    for (int i = 0; i <= 4 * (KEYS - 1); i++) {
        float time = (float)i / 120, now[16], then[16];
        wm_channel_sample(c, time, NULL, now);
        wm_channel_sample(&was, time, NULL, then);
        double d = apart(c, now, then);
        worst = d > worst ? d : worst;
    }
    wm_scene_free(s);
    return worst;
}

/* The bounds that docs/blender.md states. */
static void dropped_keys_are_within_the_stated_error(void **state)
{
    const double rounding = 1e-6;
    (void)state;
    assert_true(loss_of(WM_PROPERTY_TRANSLATION, 3e-5f, 0) <= 1.1e-5 + rounding);
    assert_true(loss_of(WM_PROPERTY_TRANSLATION, 1e-4f, 50) <= 6.1e-5 + 8 * rounding);
    assert_true(loss_of(WM_PROPERTY_TRANSLATION, 3e-4f, 200) <= 1e-4 + 32 * rounding);
    assert_true(loss_of(WM_PROPERTY_ROTATION, 3e-5f, 0.5f) <= 2e-5 + rounding);
    assert_true(loss_of(WM_PROPERTY_SCALE, 3e-4f, 1) <= 1e-4 + rounding);
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

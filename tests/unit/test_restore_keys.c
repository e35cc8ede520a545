/* Animations that another program sampled: which keys are dropped, what that loses, and what comes
 * back of the old ones. */
#include <math.h>
#include <stdlib.h>

#include "models.h"
#include "saved_scene.h"
#include "support.h"
#include "waymark/convert.h"

static void keys_on_a_line_are_dropped(void **state)
{
    wm_scene *s = test_sample_scene();
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
    wm_scene *s = test_sample_scene();
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

/* ---- far from the origin ----------------------------------------------- */

/* Where the record of the times of animations is in the text of a glTF. */
static const char *record_of(const wm_buffer *text, size_t *size)
{
    static const char first[] = "\"kind\":\"times\"", last[] = "\"}}}";
    const char *data = (const char *)text->data;
    size_t at = 0, end;
    while (at + sizeof first < text->size && memcmp(data + at, first, sizeof first - 1) != 0)
        at++;
    for (end = at; end + sizeof last < text->size; end++)
        if (memcmp(data + end, last, sizeof last - 1) == 0 && data[end - 1] != '\\')
            break;
    assert_true(end + sizeof last < text->size);
    *size = end - at;
    return data + at;
}

/* The scene with other keys, as a program saves it that keeps the custom properties of `before`. */
static wm_scene *sampled(const wm_scene *before, const wm_scene *now)
{
    const wm_gltf_write_opts opts = {.text = true, .all = true};
    wm_buffer texts[2];
    size_t sizes[2];
    assert_int_equal(wm_gltf_write(before, &opts, &texts[0], NULL), WM_OK);
    assert_int_equal(wm_gltf_write(now, &opts, &texts[1], NULL), WM_OK);
    const char *old = record_of(&texts[0], &sizes[0]), *other = record_of(&texts[1], &sizes[1]);
    size_t head = (size_t)(other - (const char *)texts[1].data);
    size_t size = texts[1].size - sizes[1] + sizes[0];
    char *text = malloc(size);
    assert_non_null(text);
    memcpy(text, texts[1].data, head);
    memcpy(text + head, old, sizes[0]);
    memcpy(text + head + sizes[0], other + sizes[1], texts[1].size - head - sizes[1]);
    for (size_t i = 0; i + 10 < size; i++) {
        if (memcmp(text + i, "waymark ", 8) == 0)
            memcpy(text + i, "another ", 8);
        if (memcmp(text + i, "{\"length\":", 10) == 0) /* extras of animations are dropped */
            memcpy(text + i, "{\"gone\"  :", 10);
    }
    wm_scene *back = wm_gltf_read(text, size, NULL, NULL);
    free(text);
    wm_buffer_free(&texts[0]);
    wm_buffer_free(&texts[1]);
    assert_non_null(back);
    assert_true(back->returned);
    return back;
}

enum { SAMPLES = 31 };

/* One channel of a node: from 280 m away to `more` farther, in a second. noise: of each value. */
static wm_scene *far_scene(uint32_t count, float noise, float more, float *times, float *values)
{
    wm_scene *s = test_sample_scene();
    wm_channel *c = &s->animations[0].channels[0];
    *c = (wm_channel){.node = c->node,
                      .property = WM_PROPERTY_TRANSLATION,
                      .name = "position",
                      .width = 3,
                      .count = count,
                      .times = times,
                      .values = values};
    for (uint32_t i = 0; i < count; i++) {
        float share = (float)i / (float)(count - 1);
        times[i] = share;
        for (uint32_t k = 0; k < 3; k++)
            values[3 * i + k] = (k == 0 ? 280.0f + more * share : 1.0f) +
                                noise * (float)((int)((7 * i + 5 * k) % 5) - 2);
    }
    s->animations[0].channel_count = s->animation_count = 1;
    s->animations[0].length = 1;
    return s;
}

static const wm_channel *only_channel(const wm_scene *s)
{
    const wm_channel *found = NULL;
    for (uint32_t k = 0; k < s->animations[0].channel_count; k++)
        if (s->animations[0].channels[k].property == WM_PROPERTY_TRANSLATION)
            found = &s->animations[0].channels[k];
    return found;
}

/* Samples that are on the old curve give way to the old keys, which stay. An edit does not. */
static void far_keys_come_back(void **state)
{
    float times[2], values[6], all_times[SAMPLES], all[3 * SAMPLES];
    wm_scene *before = far_scene(2, 0, 5, times, values);
    wm_scene *noisy = far_scene(SAMPLES, 5e-5f, 5, all_times, all);
    (void)state;
    wm_scene *back = sampled(before, noisy);
    for (int i = 0; i < 2; i++) {
        const wm_channel *c = only_channel(back);
        assert_non_null(c);
        assert_true(c->exact);
        assert_int_equal(c->count, 2);
        assert_memory_equal(c->times, times, sizeof times);
        assert_memory_equal(c->values, values, sizeof values);
        assert_int_equal(wm_scene_reduce_keys(back, true, NULL, NULL), WM_OK);
    }
    wm_scene_free(back);
    for (int i = 0; i < SAMPLES; i++)
        all[3 * i + 1] += 0.01f;
    back = sampled(before, noisy);
    assert_false(only_channel(back)->exact);
    assert_int_equal(only_channel(back)->count, SAMPLES);
    wm_scene_free(back);
    wm_scene_free(before);
    wm_scene_free(noisy);
}

/* Files round times to six digits: a ship of 300 m/s is centimetres away from its curve in a frame
 * that a program calls 33.666668. */
static void fast_nodes_may_be_rounded_in_time(void **state)
{
    float old_times[3] = {0, 33.6333f, 33.6667f}, now_times[3] = {0, 33.633335f, 33.666668f};
    float old[9] = {0, 0, 0, 0, 0, 0, 10, 0, 0}, now[9] = {0, 0, 0, 0, 0, 0, 10, 0, 0};
    (void)state;
    for (int edited = 0; edited < 2; edited++) {
        wm_scene *original = test_sample_scene(), *saved_one = test_saved_scene(original);
        wm_scene_restore_result result;
        wm_channel *a = &original->animations[0].channels[0],
                   *b = &saved_one->animations[0].channels[0];
        assert_true(a->node == b->node && a->property == b->property);
        now[6] = edited ? 9.9f : 10;
        *a = (wm_channel){.node = a->node,
                          .property = WM_PROPERTY_TRANSLATION,
                          .width = 3,
                          .count = 3,
                          .times = old_times,
                          .values = old,
                          .name = a->name};
        *b = *a;
        b->times = now_times;
        b->values = now;
        original->animations[0].channel_count = saved_one->animations[0].channel_count = 1;
        assert_int_equal(wm_scene_restore(original, saved_one, NULL, &result, NULL), WM_OK);
        assert_int_equal(result.channels, edited);
        wm_scene_free(original);
        wm_scene_free(saved_one);
    }
}

/* Without the old keys, samples of a place that does not move become one key: their mean. */
static void samples_of_one_place_settle(void **state)
{
    float all_times[SAMPLES], all[3 * SAMPLES];
    wm_scene *noisy = far_scene(SAMPLES, 2e-5f, 0, all_times, all);
    (void)state;
    noisy->returned = true;
    assert_int_equal(wm_scene_reduce_keys(noisy, true, NULL, NULL), WM_OK);
    const wm_channel *c = only_channel(noisy);
    assert_non_null(c);
    assert_int_equal(c->count, 1);
    assert_true(fabsf(c->values[0] - 280) < 4e-5f && fabsf(c->values[1] - 1) < 5e-6f);
    wm_scene_free(noisy);
    noisy = far_scene(SAMPLES, 2e-5f, 0, all_times, all);
    noisy->returned = true;
    noisy->nodes[only_channel(noisy)->node].rest.translation = (wm_vec3){280, 1, 1};
    assert_int_equal(wm_scene_reduce_keys(noisy, true, NULL, NULL), WM_OK);
    assert_null(only_channel(noisy)); /* it is the rest pose */
    wm_scene_free(noisy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_on_a_line_are_dropped),
        cmocka_unit_test(dropped_keys_are_within_the_stated_error),
        cmocka_unit_test(far_keys_come_back),
        cmocka_unit_test(fast_nodes_may_be_rounded_in_time),
        cmocka_unit_test(samples_of_one_place_settle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

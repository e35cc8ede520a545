/* Scenes as glTF: the frame of the file, equal bytes, and memory that runs out. What
 * the text says is judged by the Khronos validator (tests/gltf). */
#include "base/internal.h"
#include "memory.h"
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

static uint32_t word(const wm_buffer *b, size_t at)
{
    assert_true(at + 4 <= b->size);
    return wmi_le32(b->data + at);
}

static void a_glb_has_its_two_chunks(void **state)
{
    wm_buffer glb, again;
    wm_scene *s = sample();
    (void)state;
    assert_int_equal(wm_gltf_write(s, NULL, &glb, NULL), WM_OK);
    assert_memory_equal(glb.data, "glTF", 4);
    assert_int_equal(word(&glb, 4), 2);
    assert_int_equal(word(&glb, 8), glb.size);
    uint32_t json = word(&glb, 12);
    assert_int_equal(json % 4, 0);
    assert_memory_equal(glb.data + 16, "JSON", 4);
    assert_int_equal(glb.data[20], '{');
    assert_memory_equal(glb.data + 20 + json + 4, "BIN", 4);
    assert_int_equal(20 + json + 8 + word(&glb, 20 + json), glb.size);
    assert_int_equal(wm_gltf_write(s, NULL, &again, NULL), WM_OK);
    assert_int_equal(again.size, glb.size);
    assert_memory_equal(again.data, glb.data, glb.size);
    wm_buffer_free(&again);
    wm_buffer_free(&glb);
    wm_scene_free(s);
}

static bool says(const wm_buffer *b, const char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0; i + n <= b->size; i++)
        if (memcmp(b->data + i, text, n) == 0)
            return true;
    return false;
}

static void a_text_tells_everything(void **state)
{
    static const char *const wanted[] = {"\"name\":\"saber\"",
                                         "\"kind\":\"emitter\"",
                                         "\"name\":\"walk\"",
                                         "\"CUBICSPLINE\"",
                                         "KHR_lights_punctual",
                                         "\"path\":\"rotation\"",
                                         "\"inverseBindMatrices\"",
                                         "\"name\":\"snd_footstep\"",
                                         "\"rotation\":[-0.70710677,0,0,0.70710677]",
                                         "data:application/octet-stream;base64,"};
    wm_buffer text;
    wm_scene *s = sample();
    const wm_gltf_write_opts opts = {.text = true, .all = true};
    (void)state;
    assert_int_equal(wm_gltf_write(s, &opts, &text, NULL), WM_OK);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!says(&text, wanted[i]))
            fail_msg("the text does not say %s", wanted[i]);
    wm_buffer_free(&text);
    wm_scene_free(s);
}

/* 32-bit numbers that are floats too must not become the shortest float near them. */
static void large_numbers_stay_whole(void **state)
{
    static const double numbers[] = {2147483648.0, 16777217, 4294967295.0, 0.1f, -5};
    wm_extra extra = {"large", true, 5, numbers, NULL};
    const wm_gltf_write_opts opts = {.text = true};
    wm_buffer text;
    (void)state;
    wm_scene *s = wm_scene_new(0, NULL, NULL);
    assert_non_null(s);
    s->extras = (wm_extras){1, &extra};
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    assert_int_equal(wm_gltf_write(s, &opts, &text, NULL), WM_OK);
    assert_true(says(&text, "\"large\":[2147483648,16777217,4294967295,0.1,-5]"));
    wm_buffer_free(&text);
    wm_scene_free(s);
}

/* Each allocation fails once: an error each time, and nothing leaks. */
static void memory_runs_out(void **state)
{
    wm_scene *s = sample();
    bool done = false;
    (void)state;
    for (uint64_t fail_at = 0; !done; fail_at++) {
        test_memory memory;
        test_memory_init(&memory);
        memory.fail_at = fail_at + 1;
        const wm_gltf_write_opts opts = {.base = {.allocator = &memory.allocator}};
        wm_buffer out;
        wm_error error;
        done = wm_gltf_write(s, &opts, &out, &error) == WM_OK;
        if (!done)
            assert_int_equal(error.code, WM_NO_MEMORY);
        wm_buffer_free(&out);
        test_memory_done(&memory, "glTF");
        assert_true(fail_at < 10000);
    }
    wm_scene_free(s);
}

/* Reads a node for each channel, all on one sampler of 2,000 keys. */
static wm_status read_channels(unsigned count)
{
    enum { EACH = 64 };
    size_t room = 1000 + 2 * (size_t)EACH * count;
    char *text = malloc(room), *at = text;
    wm_error error = {.code = WM_OK};
    assert_non_null(text);
    at += snprintf(at, room, "%s",
                   "{\"asset\":{\"version\":\"2.0\"},\"accessors\":["
                   "{\"componentType\":5126,\"count\":2000,\"type\":\"SCALAR\"},"
                   "{\"componentType\":5126,\"count\":2000,\"type\":\"VEC3\"}],\"nodes\":[{}");
    for (unsigned i = 1; i < count; i++)
        at += snprintf(at, EACH, ",{}");
    at += snprintf(at, 200,
                   "],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[");
    for (unsigned i = 0; i < count; i++)
        at += snprintf(at, 2 * EACH,
                       "%s{\"sampler\":0,\"target\":{\"node\":%u,\"path\":\"translation\"}}",
                       i ? "," : "", i);
    at += snprintf(at, EACH, "]}]}");
    wm_scene *s = wm_gltf_read(text, (size_t)(at - text), NULL, &error);
    wm_status status = s ? WM_OK : error.code;
    wm_scene_free(s);
    free(text);
    return status;
}

static void a_sampler_is_not_copied_without_end(void **state)
{
    (void)state;
    assert_int_equal(read_channels(100), WM_OK);
    assert_int_equal(read_channels(200), WM_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_glb_has_its_two_chunks),
        cmocka_unit_test(a_text_tells_everything),
        cmocka_unit_test(large_numbers_stay_whole),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(a_sampler_is_not_copied_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

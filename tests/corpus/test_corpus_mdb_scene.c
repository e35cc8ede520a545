/* Every real NWN2 model, through a scene and through glTF, back to the same bytes. */
#include "mdb_models.h"
#include "support.h"

static void same(const char *name, const char *way, const wm_scene *scene, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer out;
    wm_nwn2_mdb_import_result result;
    wm_nwn2_mdb *m = wm_nwn2_mdb_from_scene(scene, NULL, &result, &error);
    if (!m)
        fail_msg("%s: %s: %s: %s", name, way, error.path, error.message);
    assert_true(result.straight);
    assert_int_equal(wm_nwn2_mdb_write(m, NULL, &out, &error), WM_OK);
    if (out.size != bytes->size || memcmp(out.data, bytes->data, out.size) != 0) {
        size_t i = 0;
        while (i < out.size && i < bytes->size && out.data[i] == bytes->data[i])
            i++;
        fail_msg("%s: %s: %zu bytes instead of %zu, the first difference is at 0x%zx", name, way,
                 out.size, bytes->size, i);
    }
    wm_buffer_free(&out);
    wm_nwn2_mdb_free(m);
}

static void through_gltf(const char *name, const wm_scene *scene, bool text, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer gltf;
    const wm_gltf_write_opts opts = {.text = text};
    assert_int_equal(wm_gltf_write(scene, &opts, &gltf, &error), WM_OK);
    wm_scene *again = wm_gltf_read(gltf.data, gltf.size, NULL, &error);
    if (!again)
        fail_msg("%s: %s: %s", name, error.path, error.message);
    same(name, text ? "gltf" : "glb", again, bytes);
    wm_scene_free(again);
    wm_buffer_free(&gltf);
}

static void there_and_back(const char *name, const wm_buffer *bytes)
{
    wm_error error;
    wm_nwn2_mdb *m = wm_nwn2_mdb_read(bytes->data, bytes->size, NULL, &error);
    wm_scene *scene = m ? wm_scene_from_nwn2_mdb(m, NULL, &error) : NULL;
    if (!scene)
        fail_msg("%s: %s: %s", name, error.path, error.message);
    wm_nwn2_mdb_free(m);
    same(name, "scene", scene, bytes);
    through_gltf(name, scene, false, bytes);
    through_gltf(name, scene, true, bytes);
    wm_scene_free(scene);
}

static void samples_come_back(void **state)
{
    (void)state;
    for (const test_mdb_sample *s = test_mdb_samples; s->name; s++) {
        wm_buffer bytes;
        wm_nwn2_mdb *m = s->make(NULL);
        assert_int_equal(wm_nwn2_mdb_write(m, NULL, &bytes, NULL), WM_OK);
        there_and_back(s->name, &bytes);
        wm_buffer_free(&bytes);
        wm_nwn2_mdb_free(m);
    }
}

static void real_models_come_back(void **state)
{
    uint32_t count = 0;
    (void)state;
    NEED_CORPUS();
    for (test_listing l = {0}; test_corpus_next(&l, "nwn2-mdb", ".mdb"); count++) {
        wm_buffer bytes = test_corpus_file(l.path);
        there_and_back(l.name, &bytes);
        wm_buffer_free(&bytes);
    }
    print_message("%u models\n", (unsigned)count);
    assert_true(count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_come_back),
        cmocka_unit_test(real_models_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

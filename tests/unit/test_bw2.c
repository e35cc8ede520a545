/* Black & White 2 models: samples and real files, read and written again. */
#include "bw2_models.h"
#include "support.h"

static wm_bw2_model *round_trip(const char *what, const void *data, size_t size)
{
    wm_error error;
    wm_buffer out;
    wm_bw2_model *m = wm_bw2_model_read(data, size, NULL, &error);
    if (!m)
        fail_msg("%s: %s: %s", what, error.path, error.message);
    assert_int_equal(wm_bw2_model_write(m, NULL, &out, &error), WM_OK);
    if (out.size != size || memcmp(out.data, data, size) != 0)
        fail_msg("%s does not come back", what);
    wm_buffer_free(&out);
    return m;
}

static void samples_come_back(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 24; i++) {
        const test_bw2_kind kind = {5 + i % 2, i / 2 % 2, 1 + i / 4 % 3, i >= 12};
        wm_buffer bytes;
        wm_bw2_model *made = test_bw2_make(kind, NULL);
        assert_non_null(made);
        assert_int_equal(wm_bw2_model_write(made, NULL, &bytes, NULL), WM_OK);
        assert_true(wm_bw2_model_detect(bytes.data, bytes.size));
        assert_int_equal(wm_detect(bytes.data, bytes.size), WM_FORMAT_BW2_MODEL);
        wm_bw2_model *m = round_trip("sample", bytes.data, bytes.size);
        assert_int_equal(m->version, kind.version);
        assert_int_equal(m->size, bytes.size - 44 - (kind.odd ? 3 : 0));
        assert_int_equal(wm_bw2_model_uv_sets(m), kind.uv_sets);
        assert_int_equal(wm_bw2_model_lod_count(m), 2);
        assert_int_equal(wm_bw2_model_is_skin(m), kind.skin);
        assert_int_equal(m->cleave_count, kind.version == 6 ? TEST_BW2_VERTICES : 0);
        uint32_t format;
        const uint8_t *weight = wm_bw2_model_vertex(m, 7, WM_BW2_ELEMENT_BONE_WEIGHT, 1, &format);
        assert_true(kind.skin ? weight && format == WM_BW2_FORMAT_FLOAT : !weight);
        wm_bw2_model_free(m);
        wm_bw2_model_free(made);
        wm_buffer_free(&bytes);
    }
}

static void every_real_model_comes_back(void **state)
{
    uint32_t count = 0;
    (void)state;
    NEED_CORPUS();
    for (test_listing l = {0}; test_corpus_next(&l, "bw2", ".bwm");) {
        wm_buffer bytes = test_corpus_file(l.path);
        wm_bw2_model *m = round_trip(l.name, bytes.data, bytes.size);
        assert_int_equal(m->extra_size, 0);
        assert_int_equal(m->size, bytes.size - 44);
        assert_true(m->version == 5 || m->cleave_count == m->vertex_count);
        wm_bw2_model_free(m);
        wm_buffer_free(&bytes);
        count++;
    }
    print_message("%u models\n", (unsigned)count);
    assert_true(count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_come_back),
        cmocka_unit_test(every_real_model_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

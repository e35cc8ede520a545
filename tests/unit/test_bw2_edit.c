/* Editing Black & White 2 models: what was named changes, every other byte stays. */
#include <math.h>

#include "bw2_models.h"
#include "fixtures.h"
#include "memory.h"
#include "support.h"

static wm_buffer bytes_of(const wm_bw2_model *m)
{
    wm_buffer out;
    assert_int_equal(wm_bw2_model_write(m, NULL, &out, NULL), WM_OK);
    return out;
}

/* The files differ nowhere but in [from, to). */
static void only_there(const wm_buffer *a, const wm_buffer *b, size_t from, size_t to)
{
    assert_int_equal(a->size, b->size);
    for (size_t i = 0; i < a->size; i++)
        if (a->data[i] != b->data[i] && (i < from || i >= to))
            fail_msg("byte 0x%zx changed", i);
    assert_true(memcmp(a->data, b->data, a->size) != 0);
}

/* b is a with `count` bytes inserted at `at`. Otherwise they differ only in the sizes in the
 * header, in the count at `counter`, and in [0x94, 0xA4) if `centre`. */
static void only_grown(const wm_buffer *a, const wm_buffer *b, size_t at, size_t count,
                       size_t counter, bool centre)
{
    assert_int_equal(b->size, a->size + count);
    for (size_t i = 0; i < a->size; i++) {
        bool header = (i >= 0x28 && i < 0x2C) || (i >= 0x34 && i < 0x38) ||
                      (i >= counter && i < counter + 4) || (centre && i >= 0x94 && i < 0xA4);
        if (!header && a->data[i] != b->data[i < at ? i : i + count])
            fail_msg("byte 0x%zx changed", i);
    }
}

static size_t entities_at(const wm_bw2_model *m)
{
    return 0xB8 + m->material_count * (size_t)0x1C0 + m->mesh_count * (size_t)0xDC +
           m->reference_count * (size_t)0x20 + m->bone_count * (size_t)0x30;
}

static void names(wm_bw2_model *m)
{
    wm_error error;
    wm_buffer before = bytes_of(m), after;
    size_t mesh = 0xB8 + m->material_count * (size_t)0x1C0;
    char long_name[300];
    assert_int_equal(wm_bw2_model_set_texture(m, 0, 3, "t_new.dds", &error), WM_OK);
    after = bytes_of(m);
    only_there(&before, &after, 0xB8 + 3 * 64, 0xB8 + 4 * 64);
    wm_buffer_free(&before);
    before = after;
    assert_int_equal(wm_bw2_model_set_material_name(m, 0, "_vines_", &error), WM_OK);
    after = bytes_of(m);
    only_there(&before, &after, 0xB8 + 6 * 64, 0xB8 + 7 * 64);
    wm_buffer_free(&before);
    before = after;
    assert_int_equal(wm_bw2_model_set_mesh_name(m, 0, "renamed", &error), WM_OK);
    after = bytes_of(m);
    only_there(&before, &after, mesh + 0x94, mesh + 0xD4);
    wm_buffer_free(&before);

    /* What does not fit is refused, and nothing changes; the same name changes nothing. */
    memset(long_name, 'n', sizeof long_name);
    long_name[64] = '\0';
    assert_int_equal(wm_bw2_model_set_texture(m, 0, 0, long_name, &error), WM_NOT_REPRESENTABLE);
    assert_non_null(strstr(error.message, "64 bytes; the field has room for 63"));
    assert_int_equal(wm_bw2_model_set_mesh_name(m, 0, long_name, &error), WM_NOT_REPRESENTABLE);
    assert_int_equal(wm_bw2_model_set_material_name(m, 0, long_name, NULL), WM_NOT_REPRESENTABLE);
    assert_int_equal(wm_bw2_model_set_texture(m, m->material_count, 0, "x", &error),
                     WM_BAD_ARGUMENT);
    assert_int_equal(wm_bw2_model_set_texture(m, 0, 6, "x", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_bw2_model_set_mesh_name(m, m->mesh_count, "x", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_bw2_model_set_mesh_name(m, 0, "renamed", &error), WM_OK);
    before = bytes_of(m);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, after.size);
    long_name[63] = '\0';
    assert_int_equal(wm_bw2_model_set_texture(m, 0, 0, long_name, &error), WM_OK);
    long_name[63] = 'n';
    long_name[64] = 'n';
    long_name[256] = '\0';
    const wm_bw2_frame frame = {.position = {0, 0, 0}};
    assert_int_equal(wm_bw2_model_add_entity(m, long_name, &frame, &error), WM_NOT_REPRESENTABLE);
    wm_buffer_free(&before);
    wm_buffer_free(&after);
}

/* An entity put in and taken away again leaves the file as it was. */
static void entities(wm_bw2_model *m)
{
    const wm_bw2_frame frame = {{{1, 0, 0}, {0, 0, 1}, {0, 1, 0}}, {1, 2, 3}};
    wm_error error;
    wm_buffer before = bytes_of(m), after;
    uint32_t count = m->entity_count;
    size_t at = entities_at(m) + count * (size_t)0x130;
    assert_int_equal(wm_bw2_model_add_entity(m, "bws_ep_new", &frame, &error), WM_OK);
    after = bytes_of(m);
    only_grown(&before, &after, at, 0x130, 0x88, false);
    assert_int_equal(m->size, after.size - 44);
    assert_int_equal(strcmp((const char *)after.data + at + 0x30, "bws_ep_new"), 0);
    wm_bw2_model *again = wm_bw2_model_read(after.data, after.size, NULL, &error);
    assert_non_null(again);
    assert_int_equal(again->entity_count, count + 1);
    assert_memory_equal(&again->entities[count].frame, &frame, sizeof frame);
    wm_bw2_model_free(again);
    wm_buffer_free(&after);
    assert_int_equal(wm_bw2_model_set_entity_name(m, count, "bws_ep_other", &error), WM_OK);
    assert_int_equal(wm_bw2_model_set_entity_name(m, count + 1, "x", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_bw2_model_remove_entity(m, count + 1, &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_bw2_model_remove_entity(m, count, &error), WM_OK);
    after = bytes_of(m);
    if (m->extra_size == 0) { /* the odd sample's size was not right before */
        assert_int_equal(after.size, before.size);
        assert_memory_equal(after.data, before.data, after.size);
    }
    wm_buffer_free(&before);
    wm_buffer_free(&after);
}

static void footprint(wm_bw2_model *m)
{
    static const wm_vec3 points[5] = {{0, 1, 0}, {4, 1, 0}, {4, 1, 4}, {2, 1, 6}, {0, 1, 4}};
    wm_error error;
    wm_report report;
    wm_buffer before, after;
    assert_int_equal(wm_bw2_model_set_footprint(m, NULL, 0, &error), WM_OK);
    size_t at = entities_at(m) + m->entity_count * (size_t)0x130 + m->circle_count * (size_t)12;
    before = bytes_of(m);
    assert_int_equal(wm_bw2_model_set_footprint(m, points, 5, &error), WM_OK);
    after = bytes_of(m);
    only_grown(&before, &after, at, sizeof points, 0x90, true);
    assert_memory_equal(m->footprint, points, sizeof points);
    assert_true(m->footprint_centre.x == 2 && m->footprint_centre.y == 1);
    assert_true(fabs((double)m->footprint_centre.z - 2.8) < 1e-6);
    assert_true(fabs((double)m->footprint_radius - sqrt(4 + 2.8 * 2.8)) < 1e-6);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_bw2_model_check(m, NULL, &report, &error), WM_OK);
    assert_int_equal(test_count_issues(&report, WM_BW2_FOOTPRINT_CENTRE), 0);
    assert_int_equal(test_count_issues(&report, WM_BW2_FOOTPRINT_TURN), 0);
    assert_int_equal(test_count_issues(&report, WM_BW2_SIZE), 0);
    assert_int_equal(test_count_issues(&report, WM_BW2_METADATA_SIZE), 0);
    wm_report_free(&report);
    wm_vec3 bad = {0, NAN, 0};
    assert_int_equal(wm_bw2_model_set_footprint(m, &bad, 1, &error), WM_BAD_ARGUMENT);
    assert_int_equal(m->footprint_count, 5);
    wm_buffer_free(&before);
    wm_buffer_free(&after);
}

static void edit_all(wm_bw2_model *m)
{
    entities(m);
    names(m);
    footprint(m);
}

static void samples_are_edited(void **state)
{
    (void)state;
    for (const test_bw2_sample *s = test_bw2_samples; s->name; s++) {
        wm_bw2_model *m = test_bw2_make(s->kind, NULL);
        assert_non_null(m);
        edit_all(m);
        wm_bw2_model_free(m);
    }
}

static void real_models_are_edited(void **state)
{
    uint32_t count = 0;
    (void)state;
    NEED_CORPUS();
    for (test_listing l = {0}; test_corpus_next(&l, "bw2", ".bwm");) {
        wm_buffer bytes = test_corpus_file(l.path);
        wm_bw2_model *m = wm_bw2_model_read(bytes.data, bytes.size, NULL, NULL);
        assert_non_null(m);
        edit_all(m);
        wm_bw2_model_free(m);
        wm_buffer_free(&bytes);
        count++;
    }
    assert_true(count > 0);
}

/* A change in a table is reported under its field, and nothing else is. */
static void differences_are_told(void **state)
{
    static const char *const fields[] = {
        "version",           "textures",       "materials.name", "meshes.name", "meshes.lod",
        "references",        "entities.moved", "entities.added", "circles",     "footprint",
        "vertices.position", "vertices.uv",    "indices",        "cleaves",     "bounds",
        "meshes.pivot",
    };
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        wm_bw2_model *a = test_bw2_make((test_bw2_kind){6, false, 1, false}, NULL);
        wm_bw2_model *b = test_bw2_make((test_bw2_kind){6, false, 1, false}, NULL);
        wm_diff diff;
        wm_error error;
        const wm_bw2_frame frame = {.position = {0, 0, 0}};
        switch (i) {
        case 0: b->version = 5; break;
        case 1: strcpy(b->materials[0].texture[1], "light.dds"); break;
        case 2: strcpy(b->materials[0].name, "_yard_"); break;
        case 3: strcpy(b->meshes[1].name, "other"); break;
        case 4: b->meshes[1].lod = 3; break;
        case 5: b->references[0].addressing = 15; break;
        case 6: b->entities[0].frame.position.x = 1; break;
        case 7: assert_int_equal(wm_bw2_model_add_entity(b, "new", &frame, NULL), WM_OK); break;
        case 8: b->circles[0].x = 3; break;
        case 9: b->footprint_count = 3; break;
        case 10: b->streams[0].data[3] = 7; break;
        case 11: b->streams[0].data[24] = 7; break;
        case 12: b->indices[0] = 1; break;
        case 13: b->cleaves[0].x = 1; break;
        case 14: b->bounds.radius = 9; break;
        default: b->meshes[0].pivot.position.y = 1; break;
        }
        b->meshes[0].unknown_8c = 1; /* garbage does not count */
        wm_diff_init(&diff, NULL);
        assert_int_equal(wm_bw2_model_diff(a, b, &diff, &error), WM_OK);
        assert_int_equal(diff.count, 1);
        assert_string_equal(diff.items[0].field, fields[i]);
        wm_diff_free(&diff);
        wm_bw2_model_free(a);
        wm_bw2_model_free(b);
    }
}

/* The sizes in the header are those of the file that is written. */
static void states_its_size(const wm_bw2_model *m)
{
    wm_buffer out = bytes_of(m);
    assert_int_equal(m->size, out.size - 44);
    wm_bw2_model *again = wm_bw2_model_read(out.data, out.size, NULL, NULL);
    assert_non_null(again);
    assert_int_equal(again->size, out.size - 44);
    wm_bw2_model_free(again);
    wm_buffer_free(&out);
}

/* A file that ends within its last table, or before the count of it. */
static void cut_models_state_their_size(void **state)
{
    size_t size;
    uint8_t *bytes = test_bw2_bytes((test_bw2_kind){6, true, 3, false}, &size);
    (void)state;
    assert_non_null(bytes);
    for (size_t cut = 1; cut <= 4 + 12 * (size_t)TEST_BW2_VERTICES; cut++) {
        wm_bw2_model *m = wm_bw2_model_read(bytes, size - cut, NULL, NULL);
        assert_non_null(m);
        assert_int_equal(m->size, size - 44); /* as stored */
        assert_int_equal(wm_bw2_model_add_entity(m, "new", &(wm_bw2_frame){0}, NULL), WM_OK);
        states_its_size(m);
        assert_int_equal(wm_bw2_model_remove_entity(m, 0, NULL), WM_OK);
        states_its_size(m);
        assert_int_equal(wm_bw2_model_set_footprint(m, NULL, 0, NULL), WM_OK);
        states_its_size(m);
        assert_int_equal(wm_bw2_model_rebuild(m, NULL, NULL, NULL), WM_OK);
        states_its_size(m);
        wm_bw2_model_free(m);
    }
    free(bytes);
}

/* Otherwise the vertices would be left out without a word. */
static void strides_must_fit_the_elements(void **state)
{
    size_t size;
    uint8_t *bytes = test_bw2_bytes((test_bw2_kind){6, false, 3, false}, &size);
    (void)state;
    assert_non_null(bytes);
    wm_bw2_model *m = wm_bw2_model_read(bytes, size, NULL, NULL);
    assert_non_null(m);
    wm_buffer out;
    wm_error error;
    m->streams[0].stride = 0;
    assert_int_equal(wm_bw2_model_write(m, NULL, &out, &error), WM_BAD_ARGUMENT);
    assert_string_equal(error.path, "streams.stride");
    assert_null(out.data);
    wm_bw2_model_free(m);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_edited),
        cmocka_unit_test(real_models_are_edited),
        cmocka_unit_test(differences_are_told),
        cmocka_unit_test(cut_models_state_their_size),
        cmocka_unit_test(strides_must_fit_the_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

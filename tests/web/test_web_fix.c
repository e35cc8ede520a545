/* Repairs in the core of the viewer whose result has another name, and those with options. The
 * answer has the bytes that the library makes; a binary made from a text has its name without the
 * text ending. */
#include "areas.h"
#include "core_files.h"
#include "models.h"
#include "terrain.h"
#include "texts.h"

enum { FIRST = 256 };

static void has_bytes(const core *c, size_t blob, const wm_buffer *expected)
{
    assert_int_equal(export_blob_size(c, blob), expected->size);
    assert_memory_equal(export_blob(c, blob), expected->data, expected->size);
}

/* ---- walkmeshes ---- */

static wm_buffer rebuilt(const char *text)
{
    wm_buffer bytes;
    wm_kotor_bwm_text *doc = wm_kotor_bwm_text_read(text, strlen(text), NULL, NULL);
    assert_non_null(doc);
    assert_int_equal(wm_kotor_bwm_rebuild(doc->meshes[0].bwm, NULL, NULL, NULL), WM_OK);
    assert_int_equal(wm_kotor_bwm_write(doc->meshes[0].bwm, NULL, &bytes, NULL), WM_OK);
    wm_kotor_bwm_text_free(doc);
    return bytes;
}

static void a_walkmesh_text_becomes_a_binary(void **state)
{
    char *text = test_text_small_box();
    wm_buffer expected = rebuilt(text);
    (void)state;
    static const char *const names[][3] = {
        {"a/room.wok.ascii", "\"name\":\"a/room.wok\"", "\"result\":\"a/room.wok\""},
        {"a/room.ascii", "\"name\":\"a/room.wok\"",
         "\"message\":\"room.wok, a binary made from room.ascii\""},
        {"ROOM.WOK", "\"name\":\"ROOM.WOK\"", "\"message\":\"ROOM.WOK is now a binary\""},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        core *c = export_create();
        test_give(c, names[i][0], text, strlen(text));
        assert_int_equal(export_fix(c, FIRST, 0, 0), 0);
        assert_true(test_says(c, names[i][1]) && test_says(c, names[i][2]));
        assert_true(test_says(c, "AABB nodes differ"));
        has_bytes(c, 0, &expected);
        export_destroy(c);
    }
    wm_buffer_free(&expected);
    free(text);
}

static void a_binary_that_is_replaced_is_named(void **state)
{
    core *c = export_create();
    char *text = test_text_small_box();
    wm_buffer old = rebuilt(text);
    (void)state;
    test_give(c, "room.wok.ascii", text, strlen(text));
    test_give(c, "room.wok", old.data, old.size);
    assert_int_equal(export_fix(c, FIRST, 0, 0), 0);
    assert_true(test_says(c, "room.wok, a binary made from room.wok.ascii; replaces the old one"));
    wm_buffer_free(&old);
    free(text);
    export_destroy(c);
}

static void texts_that_stay(void **state)
{
    static const char *const rows[][2] = {{"engine.wok.ascii", "a repair would not help"},
                                          {"door.dwk.ascii", "expected one walkmesh, found 3"}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        core *c = export_create();
        const test_text *t = test_text_find(test_texts, rows[i][0]);
        test_give(c, t->name, t->text, test_text_size(t));
        assert_int_equal(export_fix(c, FIRST, 0, 0), 1);
        assert_true(test_says(c, rows[i][1]));
        export_destroy(c);
    }
}

/* ---- terrain and areas ---- */

static void a_trn_becomes_a_trx(void **state)
{
    core *c = export_create();
    size_t size;
    uint8_t *bytes = test_terrain_bytes("hall.trn", &size);
    wm_buffer expected;
    wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes, size, NULL, NULL);
    (void)state;
    assert_non_null(trn);
    assert_int_equal(wm_nwn2_trn_rebuild(trn, NULL, NULL, NULL), WM_OK);
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &expected, NULL), WM_OK);
    test_give(c, "a/hall.trn", bytes, size);
    assert_int_equal(export_fix(c, FIRST, 0, 0), 0);
    assert_true(test_says(c, "\"result\":\"a/hall.trx\"") &&
                test_says(c, "hall.trx, a TRX made from"));
    has_bytes(c, 0, &expected);
    wm_buffer_free(&expected);
    wm_nwn2_trn_free(trn);
    free(bytes);
    export_destroy(c);
}

static void give_room(core *c, const char *name, const wm_kotor_bwm *room)
{
    wm_buffer b;
    assert_int_equal(wm_kotor_bwm_write(room, NULL, &b, NULL), WM_OK);
    test_give(c, name, b.data, b.size);
    wm_buffer_free(&b);
}

/* Two rooms that are 5 cm apart, and a transition to a room that does not exist. */
static void options_of_an_area(void **state)
{
    test_area *a = test_area_make(2, 1, 3, 3);
    core *c = export_create();
    uint32_t border = 0;
    (void)state;
    for (uint32_t i = 0; i < a->rooms[0]->vertex_count; i++)
        a->rooms[0]->vertices[i].z += 0.05f;
    while (border < a->rooms[0]->edge_count && a->rooms[0]->edges[border].transition != WM_NO_INDEX)
        border++;
    assert_true(border < a->rooms[0]->edge_count);
    a->rooms[0]->edges[border].transition = 77;
    test_give(c, "grid.lyt", a->text, strlen(a->text));
    give_room(c, "grid_00_00.wok", a->rooms[0]);
    give_room(c, "grid_01_00.wok", a->rooms[1]);
    assert_int_equal(export_fix(c, FIRST, 0, 0), 0);
    assert_true(test_says(c, "\"files\":[]"));
    assert_int_equal(export_fix(c, FIRST, 0, 1), 0);
    assert_true(test_says(c, "transitions") && test_says(c, "\"grid_00_00.wok\""));
    assert_int_equal(export_fix(c, FIRST, 0.06f, 0), 0);
    assert_true(test_says(c, "2 faces are gone"));
    assert_int_equal(export_fix(c, FIRST, 1.5f, 0), 1);
    assert_true(test_says(c, "at most 1 m"));
    test_area_free(a);
    export_destroy(c);
}

/* ---- models ---- */

static wm_buffer plain_text(const wm_kotor_mdl *mdl)
{
    const wm_kotor_mdl_text_write_opts opts = {.plain = true};
    wm_buffer text;
    assert_int_equal(wm_kotor_mdl_text_write(mdl, &opts, &text, NULL), WM_OK);
    return text;
}

static void a_model_text_becomes_two_files(void **state)
{
    wm_buffer text = test_model_swapped_keys(), mdl, mdx;
    (void)state;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    static const char *const names[][3] = {
        {"m/sample-ascii.mdl", "\"m/sample.mdl\"", "\"m/sample.mdx\""},
        {"sample.mdl.ascii", "\"sample.mdl\"", "\"sample.mdx\""},
        {"SAMPLE.MDL", "\"SAMPLE.MDL\"", "\"SAMPLE.MDX\""},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        core *c = export_create();
        test_give(c, names[i][0], text.data, text.size);
        assert_int_equal(export_fix(c, FIRST, 0, 0), 0);
        assert_true(test_says(c, names[i][1]) && test_says(c, names[i][2]));
        assert_true(test_says(c, "animation 'walk' has other controllers or keys"));
        has_bytes(c, 0, &mdl);
        has_bytes(c, 1, &mdx);
        export_destroy(c);
    }
    wm_buffer_free(&text);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

static wm_buffer compiled(const wm_buffer *text, const wm_kotor_mdl *super,
                          const wm_kotor_mdl *previous)
{
    const wm_kotor_mdl_text_read_opts opts = {.supermodel = super, .previous = previous};
    wm_buffer mdl, mdx;
    wm_kotor_mdl *m = wm_kotor_mdl_text_read(text->data, text->size, &opts, NULL);
    assert_non_null(m);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl_free(m);
    wm_buffer_free(&mdx);
    return mdl;
}

/* Also what is saved as a binary has the node numbers of the supermodel, or of the old binary. */
static void node_numbers_come_from_other_files(void **state)
{
    wm_kotor_mdl *child = test_model_child(NULL);
    wm_kotor_mdl *super = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    (void)state;
    child->tree.nodes[MODEL_TIP].super_node = 9; /* a number that nothing else would give it */
    wm_buffer text = plain_text(child), old, mdl, mdx, unused;
    assert_int_equal(wm_kotor_mdl_write(child, NULL, &old, &mdx, NULL), WM_OK);
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &unused);
    wm_buffer expected[] = {compiled(&text, NULL, NULL), compiled(&text, super, NULL),
                            compiled(&text, NULL, child)};
    assert_true(expected[0].size == expected[1].size && expected[0].size == expected[2].size);
    assert_memory_not_equal(expected[0].data, expected[1].data, expected[0].size);
    assert_memory_not_equal(expected[0].data, expected[2].data, expected[0].size);
    for (int i = 0; i < 3; i++) {
        core *c = export_create();
        test_give(c, "child-ascii.mdl", text.data, text.size);
        if (i == 1)
            test_give(c, "sample.mdl", mdl.data, mdl.size);
        if (i == 2)
            test_give(c, "child.mdl", old.data, old.size);
        assert_int_equal(export_export(c, FIRST, "binary"), 0);
        has_bytes(c, 0, &expected[i]);
        wm_buffer_free(&expected[i]);
        export_destroy(c);
    }
    wm_buffer_free(&text);
    wm_buffer_free(&old);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_buffer_free(&unused);
    wm_kotor_mdl_free(child);
    wm_kotor_mdl_free(super);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walkmesh_text_becomes_a_binary),
        cmocka_unit_test(a_binary_that_is_replaced_is_named),
        cmocka_unit_test(texts_that_stay),
        cmocka_unit_test(a_trn_becomes_a_trx),
        cmocka_unit_test(options_of_an_area),
        cmocka_unit_test(a_model_text_becomes_two_files),
        cmocka_unit_test(node_numbers_come_from_other_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The comparison of two documents in the core of the viewer: its list is that of the library's
 * diffs, and its marks are where the changes were made. */
#include "bw2_models.h"
#include "compare.h"
#include "core_files.h"
#include "mdb_models.h"
#include "models.h"
#include "samples.h"
#include "terrain.h"

enum { FIRST = 256, SECOND = 512 };

static void give_buffer(core *c, const char *name, wm_buffer *b)
{
    test_give(c, name, b->data, b->size);
    wm_buffer_free(b);
}

static void give_walkmesh(core *c, const char *name, const wm_kotor_bwm *bwm)
{
    wm_buffer b;
    assert_int_equal(wm_kotor_bwm_write(bwm, NULL, &b, NULL), WM_OK);
    give_buffer(c, name, &b);
}

/* The marks of the first (0) or second (1) document. */
static unsigned mark(const core *c, size_t side, uint32_t at)
{
    assert_true(at < export_blob_size(c, side));
    return ((const uint8_t *)export_blob(c, side))[at];
}

static unsigned marked(const core *c, size_t side)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < export_blob_size(c, side); i++)
        n += mark(c, side, i) != 0;
    return n;
}

/* Every difference of the library is in the answer, with its words. */
static void lists(const core *c, wm_diff *diff)
{
    assert_true(diff->count > 0);
    for (uint32_t i = 0; i < diff->count; i++) {
        char words[600];
        wm_json_writer j;
        wm_buffer b;
        wm_json_writer_init(&j, NULL);
        wm_json_begin_object(&j, NULL);
        wm_json_add_text(&j, "message", diff->items[i].message);
        wm_json_end(&j);
        assert_int_equal(wm_json_writer_finish(&j, &b, NULL), WM_OK);
        snprintf(words, sizeof words, "%.*s", (int)b.size - 2, (const char *)b.data + 1);
        wm_buffer_free(&b);
        if (strchr(words, '}'))
            *strchr(words, '}') = '\0';
        assert_true(test_says(c, words));
    }
    wm_diff_free(diff);
}

static void a_walkmesh_that_was_changed(void **state)
{
    core *c = export_create();
    wm_kotor_bwm *a = test_sample_make("courtyard.wok"), *b = test_sample_make("courtyard.wok");
    wm_diff diff = {0};
    (void)state;
    b->materials[3] = b->materials[3] == 4 ? 5 : 4;
    assert_true(b->edge_count > 0);
    uint32_t edge = b->edges[0].edge;
    b->edges[0].transition = 7;
    uint32_t corner = b->faces[b->face_count - 1].vertex[0];
    b->vertices[corner].z += 0.5f;
    assert_int_equal(wm_kotor_bwm_diff(a, b, &diff, NULL), WM_OK);
    give_walkmesh(c, "a/court.wok", a);
    give_walkmesh(c, "b/court.wok", b);
    assert_int_equal(export_compare(c, FIRST, SECOND), 0);
    lists(c, &diff);
    assert_true(test_says(c, "\"identical\":false,\"equal\":false"));
    for (size_t side = 0; side < 2; side++) {
        assert_int_equal(export_blob_size(c, side), a->face_count);
        assert_true(mark(c, side, 3) & CORE_MATERIAL);
        assert_true(mark(c, side, edge / 3) & CORE_LINKS);
    }
    for (uint32_t f = 0; f < a->face_count; f++) {
        bool uses = false;
        for (int k = 0; k < 3; k++)
            uses = uses || a->faces[f].vertex[k] == corner;
        assert_int_equal((mark(c, 0, f) & CORE_MOVED) != 0, uses);
        assert_int_equal(mark(c, 1, f) & CORE_ONLY, 0);
    }
    wm_kotor_bwm_free(a);
    wm_kotor_bwm_free(b);
    export_destroy(c);
}

/* Faces of another room are in one of the two only. The same file has no differences. */
static void walkmeshes_that_share_nothing(void **state)
{
    core *c = export_create();
    wm_kotor_bwm *a = test_sample_make("room.wok"), *b = test_sample_make("corridor.wok");
    (void)state;
    give_walkmesh(c, "room.wok", a);
    give_walkmesh(c, "corridor.wok", b);
    assert_int_equal(export_compare(c, FIRST, SECOND), 0);
    assert_true(test_says(c, "74 faces are gone\",\"bits\":3,\"first\":true,\"second\":false"));
    assert_true(test_says(c, "16 faces are new\",\"bits\":3,\"first\":false,\"second\":true"));
    assert_int_equal(marked(c, 0), a->face_count);
    assert_int_equal(marked(c, 1), b->face_count);
    assert_int_equal(export_compare(c, FIRST, FIRST), 0);
    assert_true(test_says(c, "\"identical\":true,\"equal\":true,\"differences\":[]"));
    assert_int_equal(marked(c, 0), 0);
    wm_kotor_bwm_free(a);
    wm_kotor_bwm_free(b);
    export_destroy(c);
}

static void give_model(core *c, const char *folder, const wm_kotor_mdl *m)
{
    char name[64];
    wm_buffer mdl, mdx;
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    snprintf(name, sizeof name, "%s/sample.mdl", folder);
    give_buffer(c, name, &mdl);
    snprintf(name, sizeof name, "%s/sample.mdx", folder);
    give_buffer(c, name, &mdx);
}

static void a_model_that_was_changed(void **state)
{
    core *c = export_create();
    wm_kotor_mdl *a = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mdl *b = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_diff diff = {0};
    (void)state;
    strcpy(b->tree.nodes[MODEL_BOX].mesh->texture[0], "another");
    b->tree.nodes[MODEL_CLOTH].position.x += 1;
    assert_int_equal(wm_kotor_mdl_diff(a, b, &diff, NULL), WM_OK);
    give_model(c, "a", a);
    give_model(c, "b", b);
    assert_int_equal(export_compare(c, FIRST, FIRST + 512), 0);
    lists(c, &diff);
    assert_int_equal(mark(c, 0, MODEL_BOX), CORE_MATERIAL);
    assert_int_equal(mark(c, 1, MODEL_BOX), CORE_MATERIAL);
    assert_true(mark(c, 0, MODEL_CLOTH) & CORE_MOVED);
    assert_int_equal(mark(c, 0, MODEL_FLOOR), 0);
    assert_true(test_says(c, "\"node\":\"box\""));
    assert_int_equal(export_compare(c, FIRST, FIRST), 0);
    assert_int_equal(marked(c, 0), 0);
    wm_kotor_mdl_free(a);
    wm_kotor_mdl_free(b);
    export_destroy(c);
}

static void a_terrain_that_was_changed(void **state)
{
    core *c = export_create();
    wm_nwn2_trn *a = test_terrain_make("hall.trx"), *b = test_terrain_make("hall.trx");
    wm_diff diff = {0};
    wm_buffer bytes;
    (void)state;
    b->aswm->triangles[2].flags ^= WM_NWN2_WALKABLE;
    assert_int_equal(wm_nwn2_trn_diff(a, b, &diff, NULL), WM_OK);
    assert_int_equal(wm_nwn2_trn_write(a, NULL, &bytes, NULL), WM_OK);
    give_buffer(c, "a.trx", &bytes);
    assert_int_equal(wm_nwn2_trn_write(b, NULL, &bytes, NULL), WM_OK);
    give_buffer(c, "b.trx", &bytes);
    assert_int_equal(export_compare(c, FIRST, SECOND), 0);
    lists(c, &diff);
    assert_true(mark(c, 0, 2) & CORE_MATERIAL);
    assert_true(mark(c, 1, 2) & CORE_MATERIAL);
    wm_nwn2_trn_free(a);
    wm_nwn2_trn_free(b);
    export_destroy(c);
}

static void an_mdb_that_was_changed(void **state)
{
    core *c = export_create();
    wm_nwn2_mdb *a = test_mdb_make("plc_stage.mdb"), *b = test_mdb_make("plc_stage.mdb");
    wm_diff diff = {0};
    wm_buffer bytes;
    uint32_t at = 0;
    (void)state;
    while (!b->packets[at].mesh || b->packets[at].kind != WM_NWN2_MDB_KIND_RIGD)
        at++;
    strcpy(b->packets[at].mesh->material.texture[0], "another");
    assert_int_equal(wm_nwn2_mdb_diff(a, b, &diff, NULL), WM_OK);
    assert_int_equal(wm_nwn2_mdb_write(a, NULL, &bytes, NULL), WM_OK);
    give_buffer(c, "a.mdb", &bytes);
    assert_int_equal(wm_nwn2_mdb_write(b, NULL, &bytes, NULL), WM_OK);
    give_buffer(c, "b.mdb", &bytes);
    assert_int_equal(export_compare(c, FIRST, SECOND), 0);
    lists(c, &diff);
    assert_true(mark(c, 0, at) & CORE_MATERIAL);
    assert_int_equal(marked(c, 1), 1);
    wm_nwn2_mdb_free(a);
    wm_nwn2_mdb_free(b);
    export_destroy(c);
}

static void a_bw2_model_that_was_changed(void **state)
{
    const test_bw2_kind kind = {.version = 6, .uv_sets = 1};
    core *c = export_create();
    wm_bw2_model *a = test_bw2_make(kind, NULL), *b = test_bw2_make(kind, NULL);
    wm_diff diff = {0};
    wm_buffer bytes;
    (void)state;
    strcpy(b->materials[0].texture[0], "another.dds");
    b->entities[0].frame.position.x += 2;
    assert_int_equal(wm_bw2_model_diff(a, b, &diff, NULL), WM_OK);
    assert_int_equal(wm_bw2_model_write(a, NULL, &bytes, NULL), WM_OK);
    give_buffer(c, "a.bwm", &bytes);
    assert_int_equal(wm_bw2_model_write(b, NULL, &bytes, NULL), WM_OK);
    give_buffer(c, "b.bwm", &bytes);
    assert_int_equal(export_compare(c, FIRST, SECOND), 0);
    lists(c, &diff);
    unsigned materials = 0, moved = 0;
    for (uint32_t i = 0; i < export_blob_size(c, 0); i++) {
        materials += (mark(c, 0, i) & CORE_MATERIAL) != 0;
        moved += (mark(c, 0, i) & CORE_MOVED) != 0;
    }
    assert_true(materials > 0);
    assert_int_equal(moved, 1);
    wm_bw2_model_free(a);
    wm_bw2_model_free(b);
    export_destroy(c);
}

static void only_like_is_compared_with_like(void **state)
{
    core *c = export_create();
    size_t size;
    wm_kotor_bwm *room = test_sample_make("room.wok");
    (void)state;
    give_walkmesh(c, "room.wok", room);
    wm_kotor_bwm_free(room);
    uint8_t *bytes = test_mdb_bytes("plc_stage.mdb", &size);
    test_give(c, "stage.mdb", bytes, size);
    free(bytes);
    test_give(c, "table.2da", "2DA V2.0\n\n walk\n0 1\n", 20);
    assert_int_equal(export_compare(c, FIRST, SECOND), 1);
    assert_true(test_says(c, "a KotOR walkmesh"));
    assert_int_equal(export_compare(c, SECOND, FIRST), 1);
    assert_true(test_says(c, "an NWN2 model"));
    assert_int_equal(export_compare(c, SECOND + 256, FIRST), 1);
    assert_int_equal(export_compare(c, FIRST, 9 * 256), 1);
    export_destroy(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walkmesh_that_was_changed),
        cmocka_unit_test(walkmeshes_that_share_nothing),
        cmocka_unit_test(a_model_that_was_changed),
        cmocka_unit_test(a_terrain_that_was_changed),
        cmocka_unit_test(an_mdb_that_was_changed),
        cmocka_unit_test(a_bw2_model_that_was_changed),
        cmocka_unit_test(only_like_is_compared_with_like),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

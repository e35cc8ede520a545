/* Ten thousand edits of one document: the memory of what they replace is freed, so that the
 * document reaches neither its limit nor the end of the memory. */
#include "bw2_models.h"
#include "memory.h"
#include "models.h"
#include "samples.h"
#include "support.h"
#include "terrain.h"
#include "walk.h"

enum { EDITS = 10000 };

/* Room for each document and for a few edits of it, not for many. */
static const uint64_t LIMIT = 512 << 10;

/* What the document took when it was read, and a small multiple of it for copies and scratch. */
static void stayed_small(const test_memory *memory, uint64_t after_reading, const char *what)
{
    if (memory->peak > 8 * after_reading + LIMIT)
        fail_msg("%s: %llu bytes after reading, at most %llu", what,
                 (unsigned long long)after_reading, (unsigned long long)memory->peak);
}

static void same_bytes(const wm_buffer *a, const wm_buffer *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->data, b->data, a->size);
}

static void a_walkmesh(void **state)
{
    test_memory memory;
    wm_buffer before, after;
    (void)state;
    wm_kotor_bwm *made = test_sample_hills(60, true, NULL);
    assert_int_equal(wm_kotor_bwm_write(made, NULL, &before, NULL), WM_OK);
    wm_kotor_bwm_free(made);
    test_memory_init(&memory);
    const wm_read_opts opts = {.allocator = &memory.allocator, .memory_limit = LIMIT};
    wm_kotor_bwm *b = wm_kotor_bwm_read(before.data, before.size, &opts, NULL);
    assert_non_null(b);
    const wm_kotor_bwm *address = b;
    uint64_t after_reading = memory.live;
    for (uint32_t i = 0; i < EDITS; i++) {
        const wm_kotor_transform quarter = {.degrees = 90};
        wm_error error;
        wm_status status = i % 8 == 0 ? wm_kotor_bwm_rebuild(b, NULL, NULL, &error)
                                      : wm_kotor_bwm_transform(b, &quarter, NULL, &error);
        if (status != WM_OK)
            fail_msg("edit %u: %s", (unsigned)i, error.message);
    }
    assert_ptr_equal(b, address);
    stayed_small(&memory, after_reading, "walkmesh");
    for (uint32_t i = EDITS - EDITS / 8; i % 4; i++) { /* back to where it was */
        const wm_kotor_transform quarter = {.degrees = 90};
        assert_int_equal(wm_kotor_bwm_transform(b, &quarter, NULL, NULL), WM_OK);
    }
    test_walk_bwm(b);
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &after, NULL), WM_OK);
    same_bytes(&before, &after);
    wm_buffer_free(&before);
    wm_buffer_free(&after);
    wm_kotor_bwm_free(b);
    test_memory_done(&memory, "walkmesh");
}

/* An edit and its inverse, in turn; the last two change nothing. */
static wm_status edit_model(wm_kotor_mdl *m, uint32_t i, wm_error *error)
{
    const bool back = i / 6 % 2;
    switch (i % 6) {
    case 0: return wm_kotor_mdl_rename_node(m, MODEL_TIP, back ? "tip" : "end_of_the_bone", error);
    case 1:
        return wm_kotor_mdl_replace_texture(m, back ? "a_much_longer_flare" : "flare_bb",
                                            back ? "flare_bb" : "a_much_longer_flare", NULL, error);
    case 2:
        return back ? wm_kotor_mdl_remove_event(m, 0, 0, error)
                    : wm_kotor_mdl_add_event(m, 0, 0, "step", error);
    case 3:
        return back ? wm_kotor_mdl_remove_animation(m, 2, error)
                    : wm_kotor_mdl_copy_animation(m, m, 0, "again", NULL, error);
    case 4: return wm_kotor_mdl_rebuild(m, NULL, NULL, error);
    default: return wm_kotor_mdl_replace_mesh(m, MODEL_BOX, m, MODEL_BOX, NULL, error);
    }
}

static void a_model(void **state)
{
    test_memory memory;
    wm_buffer before[2], after[2];
    (void)state;
    wm_kotor_mdl *made = test_model_make(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC, NULL);
    assert_int_equal(wm_kotor_mdl_rebuild(made, NULL, NULL, NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_write(made, NULL, &before[0], &before[1], NULL), WM_OK);
    wm_kotor_mdl_free(made);
    test_memory_init(&memory);
    const wm_read_opts opts = {.allocator = &memory.allocator, .memory_limit = LIMIT};
    wm_kotor_mdl *m = wm_kotor_mdl_read(before[0].data, before[0].size, before[1].data,
                                        before[1].size, &opts, NULL);
    assert_non_null(m);
    uint64_t after_reading = memory.live;
    for (uint32_t i = 0; i < EDITS / 12 * 12; i++) {
        wm_error error;
        if (edit_model(m, i, &error) != WM_OK)
            fail_msg("edit %u: %s", (unsigned)i, error.message);
    }
    stayed_small(&memory, after_reading, "model");
    test_walk_mdl(m);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &after[0], &after[1], NULL), WM_OK);
    for (int k = 0; k < 2; k++) {
        same_bytes(&before[k], &after[k]);
        wm_buffer_free(&before[k]);
        wm_buffer_free(&after[k]);
    }
    wm_kotor_mdl_free(m);
    test_memory_done(&memory, "model");
}

static void a_terrain(void **state)
{
    const test_plan plan = {.width = 1, .height = 1, .squares = 2, .tile_width = 9};
    test_memory memory;
    wm_buffer before, after;
    (void)state;
    wm_nwn2_trn *made = test_terrain_plan(&plan, true);
    assert_int_equal(wm_nwn2_trn_write(made, NULL, &before, NULL), WM_OK);
    wm_nwn2_trn_free(made);
    test_memory_init(&memory);
    const wm_nwn2_trn_read_opts opts = {
        .base = {.allocator = &memory.allocator, .memory_limit = LIMIT}};
    wm_nwn2_trn *trn = wm_nwn2_trn_read(before.data, before.size, &opts, NULL);
    assert_non_null(trn);
    uint64_t after_reading = memory.live;
    for (uint32_t i = 0; i < EDITS; i++) {
        wm_error error;
        wm_status status = i % 2 ? wm_nwn2_trn_split_tiles(trn, NULL, &error)
                                 : wm_nwn2_trn_rebuild(trn, NULL, NULL, &error);
        if (status != WM_OK)
            fail_msg("edit %u: %s", (unsigned)i, error.message);
    }
    assert_int_equal(wm_nwn2_trn_rebuild(trn, NULL, NULL, NULL), WM_OK);
    stayed_small(&memory, after_reading, "terrain");
    test_walk_trn(trn);
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &after, NULL), WM_OK);
    same_bytes(&before, &after);
    wm_buffer_free(&before);
    wm_buffer_free(&after);
    wm_nwn2_trn_free(trn);
    test_memory_done(&memory, "terrain");
}

static void a_black_and_white_model(void **state)
{
    const test_bw2_kind kind = {.version = 6, .uv_sets = 1};
    const wm_vec3 triangle[] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
    const wm_bw2_frame frame = {.position = {1, 2, 3}};
    test_memory memory;
    wm_buffer after;
    size_t size;
    (void)state;
    uint8_t *bytes = test_bw2_bytes(kind, &size);
    assert_non_null(bytes);
    test_memory_init(&memory);
    const wm_read_opts opts = {.allocator = &memory.allocator, .memory_limit = LIMIT};
    wm_bw2_model *m = wm_bw2_model_read(bytes, size, &opts, NULL);
    assert_non_null(m);
    assert_int_equal(wm_bw2_model_set_footprint(m, triangle, 3, NULL), WM_OK);
    wm_buffer before;
    assert_int_equal(wm_bw2_model_write(m, NULL, &before, NULL), WM_OK);
    uint64_t after_reading = memory.live;
    for (uint32_t i = 0; i < EDITS / 3; i++) {
        wm_error error;
        if (wm_bw2_model_add_entity(m, "bws_ep_door", &frame, &error) != WM_OK ||
            wm_bw2_model_remove_entity(m, m->entity_count - 1, &error) != WM_OK ||
            wm_bw2_model_set_footprint(m, triangle, 3, &error) != WM_OK)
            fail_msg("edit %u: %s", (unsigned)i, error.message);
    }
    stayed_small(&memory, after_reading, "model of Black & White 2");
    assert_int_equal(wm_bw2_model_write(m, NULL, &after, NULL), WM_OK);
    same_bytes(&before, &after);
    wm_buffer_free(&before);
    wm_buffer_free(&after);
    wm_bw2_model_free(m);
    free(bytes);
    test_memory_done(&memory, "model of Black & White 2");
}

/* Edits move the arrays only if there is memory for it. */
static void without_memory_to_move(void **state)
{
    test_memory memory;
    (void)state;
    test_memory_init(&memory);
    wm_kotor_bwm *b = test_sample_hills(60, true, &memory.allocator);
    assert_non_null(b);
    uint32_t faces = b->face_count;
    bool refused = false;
    for (uint32_t i = 0; i < 2000; i++) {
        memory.fail_at = memory.calls + 1 + i % 40;
        wm_status status = wm_kotor_bwm_rebuild(b, NULL, NULL, NULL);
        assert_true(status == WM_OK || status == WM_NO_MEMORY);
        refused = refused || memory.refused;
        assert_int_equal(b->face_count, faces);
    }
    assert_true(refused);
    test_walk_bwm(b);
    wm_kotor_bwm_free(b);
    test_memory_done(&memory, "refused");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walkmesh),
        cmocka_unit_test(a_model),
        cmocka_unit_test(a_terrain),
        cmocka_unit_test(a_black_and_white_model),
        cmocka_unit_test(without_memory_to_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Merging the triangles of flat floor. */
#include <math.h>

#include "floor_sums.h"
#include "support.h"
#include "terrain.h"

/* Flat floor needs few triangles, and what is not floor keeps its place. */
static void flat_floor_is_merged(void **state)
{
    (void)state;
    const test_plan plan = {.width = 2,
                            .height = 1,
                            .squares = 4,
                            .tile_width = 9,
                            .map = "........"
                                   "..w....."
                                   ".....,,."
                                   ".....,,."};
    wm_nwn2_trn *trn = test_terrain_plan(&plan, true);
    wm_nwn2_trn_simplify_result result;
    for (uint32_t i = 0; i < trn->aswm->vertex_count; i++)
        trn->aswm->vertices[i].z = 0.5f * trn->aswm->vertices[i].x; /* a ramp */
    test_sums before = test_sum_up(trn->aswm);
    uint32_t count = trn->aswm->triangle_count;
    test_bake_again(trn);
    assert_int_equal(wm_nwn2_trn_simplify(trn, NULL, &result, NULL), WM_OK);
    test_sums after = test_sum_up(trn->aswm);
    assert_true(result.triangles > count / 2);
    assert_int_equal(trn->aswm->triangle_count, count - result.triangles);
    assert_true(fabs(before.area - after.area) < 1e-4 && fabs(before.rim - after.rim) < 1e-4);
    assert_true(fabs(before.walkable - after.walkable) < 1e-4);
    assert_int_equal(after.flipped, 0);
    test_bake_again(trn);
    assert_int_equal(trn->aswm->island_count, 2);
    assert_int_equal(wm_nwn2_trn_simplify(trn, NULL, &result, NULL), WM_OK);
    assert_int_equal(result.triangles, 0);
    wm_nwn2_trn_free(trn);
}

static uint32_t walkable_in(const wm_nwn2_aswm *a, uint32_t tile)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->tiles[tile].triangles_count; i++)
        count += a->triangles[a->tiles[tile].triangles_offset + i].flags & WM_NWN2_WALKABLE;
    return count;
}

/* Only tiles above the limit change, also before tiles own their triangles. */
static void only_full_tiles_are_merged(void **state)
{
    (void)state;
    const test_plan plan = {.width = 2,
                            .height = 1,
                            .squares = 3,
                            .tile_width = 9,
                            .map = "..   ."
                                   "......"
                                   "......"};
    for (int assign = 0; assign < 2; assign++) {
        wm_nwn2_trn *trn = test_terrain_plan(&plan, true);
        wm_nwn2_aswm *a = trn->aswm;
        wm_nwn2_trn_simplify_opts opts = {.above = 14, .assign_tiles = assign};
        wm_nwn2_trn_simplify_result result;
        for (uint32_t i = 0; i < a->vertex_count; i++)
            a->vertices[i].z = 0;
        assert_int_equal(walkable_in(a, 0), 16);
        assert_int_equal(walkable_in(a, 1), 14);
        for (int i = 0; assign && i < 2; i++) /* as after an import */
            a->tiles[i].triangles_offset = a->tiles[i].triangles_count = 0;
        assert_int_equal(wm_nwn2_trn_simplify(trn, &opts, &result, NULL), WM_OK);
        assert_true(result.triangles > 4);
        assert_int_equal(wm_nwn2_trn_rebuild(trn, NULL, NULL, NULL), WM_OK);
        assert_int_equal(walkable_in(trn->aswm, 0), 16 - result.triangles);
        assert_int_equal(walkable_in(trn->aswm, 1), 14);
        opts.above = 16;
        assert_int_equal(wm_nwn2_trn_simplify(trn, &opts, &result, NULL), WM_OK);
        assert_int_equal(result.triangles, 0);
        wm_nwn2_trn_free(trn);
    }
}

/* ---- the corpus -------------------------------------------------------- */

static void real_meshes_are_merged(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const char *const files[] = {"dm001_cargohold.trx",    "enter_world.trx",
                                        "cslmordmansion.trx",     "midwood_caverns_level_2.trx",
                                        "castle_krag_temple.trx", "ironhouse_halls.trx"};
    uint32_t fewer = 0;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        char path[128];
        wm_error error;
        wm_nwn2_trn_simplify_result result;
        snprintf(path, sizeof path, "nwn2/%s", files[f]);
        wm_buffer bytes = test_corpus_file(path);
        wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, &error);
        assert_non_null(trn);
        test_sums before = test_sum_up(trn->aswm);
        uint32_t count = trn->aswm->triangle_count, islands = trn->aswm->island_count;
        assert_int_equal(wm_nwn2_trn_simplify(trn, NULL, &result, &error), WM_OK);
        test_sums after = test_sum_up(trn->aswm);
        print_message("%s: %u of %u triangles fewer, %u of them walkable\n", files[f],
                      (unsigned)result.triangles, (unsigned)count, (unsigned)result.walkable);
        assert_true(fabs(before.area - after.area) < 1e-5 * before.area);
        assert_true(fabs(before.walkable - after.walkable) < 1e-5 * before.walkable);
        assert_true(fabs(before.rim - after.rim) < 1e-4 * before.rim);
        test_bake_again(trn);
        assert_int_equal(trn->aswm->island_count, islands);
        fewer += result.walkable;
        wm_nwn2_trn_free(trn);
        wm_buffer_free(&bytes);
    }
    assert_true(fewer > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_floor_is_merged),
        cmocka_unit_test(only_full_tiles_are_merged),
        cmocka_unit_test(real_meshes_are_merged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

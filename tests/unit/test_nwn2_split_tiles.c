/* Splitting triangles at the borders of tiles. */
#include <math.h>

#include "floor_sums.h"
#include "nwn2/bake/cut.h"
#include "support.h"
#include "terrain.h"

static void tiles_are_split(void **state)
{
    (void)state;
    const test_plan plan = {.width = 3, .height = 2, .squares = 2, .tile_width = 9};
    wm_nwn2_trn *trn = test_terrain_plan(&plan, false);
    wm_nwn2_aswm *a = trn->aswm;
    wm_nwn2_trn_rebuild_opts opts = {.assign_tiles = true};
    uint32_t added;
    for (uint32_t i = 0; i < a->vertex_count; i++) { /* a field without tiles */
        float x = a->vertices[i].x - 13.5f, y = a->vertices[i].y - 9;
        a->vertices[i] = (wm_vec3){13.5f + 0.5f * x - 0.3f * y, 9 + 0.3f * x + 0.5f * y, 0.1f * x};
    }
    test_sums before = test_sum_up(a);
    assert_int_equal(wm_nwn2_trn_split_tiles(trn, &added, NULL), WM_OK);
    assert_true(added > 0);
    test_sums after = test_sum_up(trn->aswm);
    assert_true(fabs(before.area - after.area) < 1e-3 && fabs(before.rim - after.rim) < 1e-3);
    assert_int_equal(wm_nwn2_trn_rebuild(trn, &opts, NULL, NULL), WM_OK);
    test_no_errors(trn);
    a = trn->aswm;
    for (uint32_t i = 0; i < 6; i++)
        for (uint32_t k = 0; k < 3 * a->tiles[i].triangles_count; k++) {
            wm_vec3 v =
                a->vertices[a->triangles[a->tiles[i].triangles_offset + k / 3].vertex[k % 3]];
            float x = (float)(i % 3) * 9, y = (float)(i / 3) * 9;
            assert_true(v.x >= x - 1e-4f && v.x <= x + 9.0001f);
            assert_true(v.y >= y - 1e-4f && v.y <= y + 9.0001f);
        }
    wm_nwn2_trn_free(trn);
}

/* Splitting a field of n x n tiles, each of two triangles that cross it askew, looks at each piece
 * a few times, however many borders there are. */
static void splitting_takes_few_steps(void **state)
{
    (void)state;
    for (uint32_t n = 16; n <= 64; n *= 2) {
        const test_plan plan = {.width = n, .height = n, .squares = 1, .tile_width = 9};
        wm_nwn2_trn *trn = test_terrain_plan(&plan, false);
        wm_nwn2_aswm *a = trn->aswm;
        uint64_t steps = 0;
        for (uint32_t i = 0; i < a->vertex_count; i++) {
            a->vertices[i].x = 0.9f * a->vertices[i].x + 2;
            a->vertices[i].y = 0.9f * a->vertices[i].y + 3;
        }
        assert_int_equal(wmi_split_tiles(trn, NULL, &steps, NULL), WM_OK);
        uint32_t pieces = trn->aswm->triangle_count;
        assert_true(pieces > 4 * n * n);
        if (steps > 6 * (uint64_t)pieces + 2 * n)
            fail_msg("%llu steps for %u triangles", (unsigned long long)steps, (unsigned)pieces);
        wm_nwn2_trn_free(trn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_are_split),
        cmocka_unit_test(splitting_takes_few_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

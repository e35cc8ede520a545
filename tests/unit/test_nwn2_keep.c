/* Holes and floors of placeables whose models are missing, from an earlier bake. */
#include <math.h>

#include "memory.h"
#include "support.h"
#include "terrain.h"

enum { STONE = WM_NWN2_WALKABLE | WM_NWN2_STONE, WOOD = WM_NWN2_WALKABLE | WM_NWN2_WOOD };

static const test_plan court = {.width = 3, .height = 2, .squares = 3, .tile_width = 9};

/* A table and a chest, an L, a chest that is no longer there, and a deck. */
static const wm_vec3 table[] = {{4, 4, 0}, {6, 4.5f, 0}, {5.5f, 6, 0}, {3.5f, 5.5f, 0}};
static const wm_vec3 bench[] = {{8, 2, 0},  {12, 2, 0}, {12, 5, 0},
                                {11, 5, 0}, {11, 3, 0}, {8, 3, 0}};
static const wm_vec3 chest[] = {{21, 13, 0}, {22, 13, 0}, {22, 14, 0}, {21, 14, 0}};
static const wm_vec3 deck[] = {{3, 12, 2}, {7, 12, 2}, {7, 15, 2}, {3, 15, 2}};
static const wm_nwn2_polygon holes[] = {{table, 4}, {bench, 6}, {chest, 4}};
static const wm_nwn2_floor_triangle pair[] = {{{0, 1, 2}, WOOD}, {{0, 2, 3}, WOOD}};
static const wm_nwn2_floor floors[] = {{deck, 4, 2, pair}};
/* In the table, beside the bench, on the deck, and far from everything. */
static const wm_vec3 places[] = {{4.7f, 5, 0}, {9, 3.9f, 0}, {5, 13, 2}, {25, 3, 0}};

static wm_nwn2_trn *ground(void)
{
    wm_nwn2_trn *trn = test_terrain_plan(&court, false);
    assert_int_equal(wm_nwn2_trn_cut(trn, NULL, 0, NULL, NULL), WM_OK);
    return trn;
}

static wm_nwn2_trn *bake(const wm_nwn2_floor *f, uint32_t floor_count, const wm_nwn2_polygon *p,
                         uint32_t count)
{
    wm_error error;
    wm_nwn2_trn *trn = test_terrain_plan(&court, false);
    if (wm_nwn2_trn_lay(trn, f, floor_count, p, count, NULL, &error) != WM_OK ||
        wm_nwn2_trn_rebuild(trn, NULL, NULL, &error) != WM_OK)
        fail_msg("%s", error.message);
    return trn;
}

static double area_of(const wm_nwn2_trn *trn, unsigned flags)
{
    double sum = 0;
    const wm_nwn2_aswm *a = trn->aswm;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        wm_vec3 u = a->vertices[t->vertex[0]], v = a->vertices[t->vertex[1]],
                w = a->vertices[t->vertex[2]];
        if ((t->flags & (WM_NWN2_WALKABLE | WM_NWN2_MATERIALS)) == flags)
            sum += fabs(((double)v.x - (double)u.x) * ((double)w.y - (double)u.y) -
                        ((double)v.y - (double)u.y) * ((double)w.x - (double)u.x)) /
                   2;
    }
    return sum;
}

static wm_nwn2_kept *keep(const wm_nwn2_trn *old, uint32_t count, wm_error *error)
{
    wm_nwn2_trn *trn = ground();
    wm_nwn2_kept *kept = wm_nwn2_kept_new(trn, old, places, count, NULL, error);
    wm_nwn2_trn_free(trn);
    return kept;
}

static void holes_and_floors_are_kept_at_their_places(void **state)
{
    (void)state;
    wm_error error;
    wm_nwn2_trn *old = bake(floors, 1, holes, 3);
    wm_nwn2_kept *kept = keep(old, 4, &error);
    assert_non_null(kept);
    assert_true(kept->found[0] && kept->found[1] && kept->found[2]);
    assert_false(kept->found[3]);
    assert_true(fabs(kept->holes_m2 - (3.25 + 6)) < 1e-3);
    assert_int_equal(kept->others, 1); /* the chest */
    assert_int_equal(kept->lost_tiles, 0);
    assert_int_equal(kept->floor_count, 1);
    wm_nwn2_trn *again = bake(kept->floors, kept->floor_count, kept->polygons, kept->polygon_count);
    assert_true(fabs(area_of(again, WOOD) - 12) < 1e-3);
    assert_true(fabs(area_of(again, WOOD) - area_of(old, WOOD)) < 1e-3);
    assert_true(fabs(area_of(again, STONE) - area_of(old, STONE) - 1) < 1e-3);
    wm_nwn2_kept_free(kept);
    wm_nwn2_trn_free(again);
    wm_nwn2_trn_free(old);
}

static void nothing_is_kept_of_an_equal_bake(void **state)
{
    (void)state;
    wm_nwn2_trn *old = bake(NULL, 0, NULL, 0);
    wm_nwn2_kept *kept = keep(old, 4, NULL);
    assert_non_null(kept);
    assert_int_equal(kept->polygon_count, 0);
    assert_int_equal(kept->floor_count, 0);
    assert_int_equal(kept->others, 0);
    for (int i = 0; i < 4; i++)
        assert_false(kept->found[i]);
    wm_nwn2_kept_free(kept);
    wm_nwn2_trn_free(old);
}

/* The game's bake fails in some tiles. A hole over a border is a placeable's, however large. */
static void lost_tiles_are_no_holes(void **state)
{
    (void)state;
    const wm_vec3 tile[] = {{0, 0, 0}, {9, 0, 0}, {9, 9, 0}, {0, 9, 0}};
    const wm_vec3 house[] = {{-1, -1, 0}, {14, -1, 0}, {14, 12, 0}, {-1, 12, 0}};
    const wm_nwn2_polygon lost = {tile, 4}, large = {house, 4};
    wm_nwn2_trn *old = bake(NULL, 0, &lost, 1);
    wm_nwn2_kept *kept = keep(old, 1, NULL);
    assert_non_null(kept);
    assert_int_equal(kept->lost_tiles, 1);
    assert_int_equal(kept->polygon_count, 0);
    assert_int_equal(kept->others, 0);
    assert_false(kept->found[0]);
    wm_nwn2_kept_free(kept);
    wm_nwn2_trn_free(old);
    old = bake(NULL, 0, &large, 1);
    kept = keep(old, 1, NULL);
    assert_non_null(kept);
    assert_int_equal(kept->lost_tiles, 0);
    assert_true(kept->found[0]);
    assert_true(fabs(kept->holes_m2 - 14 * 12) < 1e-3);
    wm_nwn2_kept_free(kept);
    wm_nwn2_trn_free(old);
}

static void refuses(const wm_nwn2_trn *trn, const wm_nwn2_trn *old, wm_vec3 place,
                    const char *message)
{
    wm_error error = {0};
    assert_null(wm_nwn2_kept_new(trn, old, &place, 1, NULL, &error));
    assert_int_equal(error.code, WM_BAD_ARGUMENT);
    assert_string_equal(error.message, message);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    const test_plan small = {.width = 1, .height = 2, .squares = 3, .tile_width = 9};
    wm_nwn2_trn *trn = ground(), *old = bake(NULL, 0, NULL, 0);
    wm_nwn2_trn *other = test_terrain_plan(&small, true), *none = wm_nwn2_trn_new(NULL, NULL);
    const wm_vec3 zero = {0, 0, 0}, odd = {NAN, 0, 0};
    assert_non_null(none);
    refuses(trn, trn, zero, "the earlier bake is not a TRX");
    refuses(old, old, zero, "the new ground is that of a TRX");
    refuses(trn, none, zero, "there is no walkmesh (ASWM) to compare");
    refuses(trn, old, odd, "place 0 is not finite");
    refuses(trn, other, zero,
            "the earlier bake has 1 x 2 tiles, and the ground 3 x 2: is it of another area?");
    wm_nwn2_trn_free(trn);
    wm_nwn2_trn_free(old);
    wm_nwn2_trn_free(other);
    wm_nwn2_trn_free(none);
    wm_nwn2_kept_free(NULL);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    wm_nwn2_trn *trn = ground(), *old = bake(floors, 1, holes, 3);
    bool done = false;
    for (uint64_t i = 1; !done; i++) {
        test_memory memory;
        wm_error error = {0};
        test_memory_init(&memory);
        memory.fail_at = i;
        wm_nwn2_kept *kept = wm_nwn2_kept_new(trn, old, places, 4, &memory.allocator, &error);
        done = memory.refused == 0;
        assert_true(kept || error.code == WM_NO_MEMORY); /* a smaller block may do */
        assert_true(kept || !done);
        wm_nwn2_kept_free(kept);
        test_memory_done(&memory, "kept");
    }
    wm_nwn2_trn_free(trn);
    wm_nwn2_trn_free(old);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holes_and_floors_are_kept_at_their_places),
        cmocka_unit_test(nothing_is_kept_of_an_equal_bake),
        cmocka_unit_test(lost_tiles_are_no_holes),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

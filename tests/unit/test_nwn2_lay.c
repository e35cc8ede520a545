/* Floors over the ground of a TRN: they replace it, are joined to it, and are cut like it. */
#include <math.h>

#include "memory.h"
#include "support.h"
#include "terrain.h"

enum { STONE = WM_NWN2_WALKABLE | WM_NWN2_STONE, WOOD = WM_NWN2_WALKABLE | WM_NWN2_WOOD };

static const test_plan court = {.width = 2, .height = 2, .squares = 3, .tile_width = 9};
static const float low = WM_NWN2_FLOOR_DROPPED;
static const wm_nwn2_floor_triangle pair[] = {{{0, 1, 2}, WOOD}, {{0, 2, 3}, WOOD}};

/* The area in plan view of all triangles with these flags, but for the winding. */
static double area_of(const wm_nwn2_aswm *a, unsigned flags)
{
    double sum = 0;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        wm_vec3 u = a->vertices[t->vertex[0]], v = a->vertices[t->vertex[1]],
                w = a->vertices[t->vertex[2]];
        if ((t->flags & ~(unsigned)WM_NWN2_CLOCKWISE) == flags)
            sum += fabs(((double)v.x - (double)u.x) * ((double)w.y - (double)u.y) -
                        ((double)v.y - (double)u.y) * ((double)w.x - (double)u.x)) /
                   2;
    }
    return sum;
}

static wm_nwn2_trn *lay(const wm_nwn2_floor *floors, uint32_t count, const wm_nwn2_polygon *hole,
                        wm_nwn2_trn_lay_result *result)
{
    wm_error error;
    wm_nwn2_trn *trn = test_terrain_plan(&court, false);
    if (wm_nwn2_trn_lay(trn, floors, count, hole, hole ? 1 : 0, result, &error) != WM_OK ||
        wm_nwn2_trn_rebuild(trn, NULL, NULL, &error) != WM_OK)
        fail_msg("%s", error.message);
    return trn;
}

static bool same_area(const wm_nwn2_trn *trn, unsigned flags, double expected)
{
    double area = area_of(trn->aswm, flags);
    if (fabs(area - expected) > 0.01)
        print_message("%.3f m2, expected %.3f m2\n", area, expected);
    return fabs(area - expected) <= 0.01;
}

/* A ramp across the border of two tiles, of which the lower end drops to the ground. */
static void a_ramp_is_joined_to_the_ground(void **state)
{
    (void)state;
    const wm_vec3 ramp[] = {{5, 4, low}, {5, 7.5f, low}, {11, 7.5f, 2}, {11, 4, 2}};
    const wm_nwn2_floor floor = {ramp, 4, 2, pair};
    wm_nwn2_trn_lay_result result;
    wm_nwn2_trn *trn = lay(&floor, 1, NULL, &result);
    const wm_nwn2_aswm *a = trn->aswm;
    uint32_t links = 0;
    assert_int_equal(result.dropped, 2);
    assert_int_equal(result.hovering, 0);
    assert_int_equal(result.cut.polygons, 0);
    assert_int_equal(result.cut.closed, 0);
    assert_int_equal(result.onto_floors, 0);
    assert_int_equal(result.over_floors, 0);
    assert_true(same_area(trn, WOOD, 21));
    assert_true(same_area(trn, STONE, 324 - 21));
    double joined = 0;
    for (uint32_t i = 0; i < a->edge_count; i++) {
        const wm_nwn2_edge *e = &a->edges[i];
        if (e->triangle[1] == WM_NO_INDEX ||
            !((a->triangles[e->triangle[0]].flags ^ a->triangles[e->triangle[1]].flags) &
              WM_NWN2_WOOD))
            continue;
        wm_vec3 p = a->vertices[e->vertex[0]], q = a->vertices[e->vertex[1]];
        links++;
        joined += fabs((double)p.y - (double)q.y);
    }
    /* Sides of the ground end there at y = 5 and y = 6, so the ramp has vertices there too. */
    assert_int_equal(links, 3);
    assert_true(fabs(joined - 3.5) < 1e-3);
    wm_nwn2_trn_free(trn);
}

static void floors_stand_where_there_is_no_ground(void **state)
{
    (void)state;
    const wm_vec3 hole[] = {{2, 2, 0}, {8, 2, 0}, {8, 8, 0}, {2, 8, 0}};
    const wm_vec3 deck[] = {{3, 3, 5}, {5, 3, 5}, {5, 5, 5}, {3, 5, 5}};
    const wm_nwn2_polygon polygon = {hole, 4};
    const wm_nwn2_floor floor = {deck, 4, 2, pair};
    wm_error error;
    wm_nwn2_trn *trn = test_terrain_plan(&court, false);
    assert_int_equal(wm_nwn2_trn_cut(trn, &polygon, 1, NULL, &error), WM_OK);
    assert_int_equal(wm_nwn2_trn_lay(trn, &floor, 1, NULL, 0, NULL, &error), WM_OK);
    assert_true(same_area(trn, WOOD, 4));
    assert_true(same_area(trn, STONE, 324 - 36));
    wm_nwn2_trn_free(trn);
}

static void holes_go_through_floors(void **state)
{
    (void)state;
    const wm_vec3 deck[] = {{3, 3, 5}, {5, 3, 5}, {5, 5, 5}, {3, 5, 5}};
    const wm_vec3 hole[] = {{4, 3, 0}, {7, 3, 0}, {7, 5, 0}, {4, 5, 0}};
    const wm_nwn2_polygon polygon = {hole, 4};
    const wm_nwn2_floor floor = {deck, 4, 2, pair};
    wm_nwn2_trn_lay_result result;
    wm_nwn2_trn *trn = lay(&floor, 1, &polygon, &result);
    assert_int_equal(result.cut.polygons, 1);
    assert_true(same_area(trn, WOOD, 2));
    assert_true(same_area(trn, STONE, 324 - 8));
    wm_nwn2_trn_free(trn);
}

/* In either order. A later floor of the same height covers an earlier one. */
static void the_higher_floor_stays(void **state)
{
    (void)state;
    static const wm_nwn2_floor_triangle grass[] = {{{0, 1, 2}, WM_NWN2_WALKABLE | WM_NWN2_GRASS},
                                                   {{0, 2, 3}, WM_NWN2_WALKABLE | WM_NWN2_GRASS}};
    wm_vec3 deck[] = {{3, 3, 2}, {5, 3, 2}, {5, 5, 2}, {3, 5, 2}};
    wm_vec3 lawn[] = {{4, 3, 1}, {6, 3, 1}, {6, 5, 1}, {4, 5, 1}};
    for (int i = 0; i < 3; i++) {
        const wm_nwn2_floor wood = {deck, 4, 2, pair}, green = {lawn, 4, 2, grass};
        const wm_nwn2_floor both[2] = {i == 1 ? green : wood, i == 1 ? wood : green};
        for (int k = 0; k < 4; k++)
            lawn[k].z = i == 2 ? 2 : 1;
        wm_nwn2_trn_lay_result result;
        wm_nwn2_trn *trn = lay(both, 2, NULL, &result);
        assert_int_equal(result.over_floors, 2);
        assert_int_equal(result.onto_floors, 0);
        assert_true(same_area(trn, WOOD, i == 2 ? 2 : 4));
        assert_true(same_area(trn, WM_NWN2_WALKABLE | WM_NWN2_GRASS, i == 2 ? 4 : 2));
        assert_true(same_area(trn, STONE, 324 - 6));
        wm_nwn2_trn_free(trn);
    }
}

/* A vertex drops to the floor laid before, to the ground, or to 0. */
static void vertices_drop(void **state)
{
    (void)state;
    const wm_vec3 deck[] = {{3, 3, 2}, {5, 3, 2}, {5, 5, 2}, {3, 5, 2}};
    const wm_vec3 cloth[] = {{4, 4, low}, {7, 4, low}, {7, 20, low}, {4, 20, low}};
    const wm_nwn2_floor floors[2] = {{deck, 4, 2, pair}, {cloth, 4, 2, pair}};
    wm_nwn2_trn_lay_result result;
    wm_nwn2_trn *trn = lay(floors, 2, NULL, &result);
    assert_int_equal(result.dropped, 2);
    assert_int_equal(result.onto_floors, 1);
    assert_int_equal(result.hovering, 2);
    wm_nwn2_trn_free(trn);
}

/* Thousands of floors at one place: each triangle sorts the sides of all. 2,000 placeables of one
 * model (600 kB) took 14 s, and a thousand that are rotated took 160 MB. */
static void many_floors_at_one_place_are_refused(void **state)
{
    (void)state;
    enum { MANY = 2000 };
    wm_vec3(*decks)[4] = calloc(MANY, sizeof *decks);
    wm_nwn2_floor *floors = calloc(MANY, sizeof *floors);
    wm_error error;
    assert_true(decks && floors);
    for (int rotated = 0; rotated < 2; rotated++) {
        for (int i = 0; i < MANY; i++) {
            float x = rotated ? (float)i / MANY : 0;
            const wm_vec3 deck[] = {{3 + x, 3, 2}, {7, 3 + x, 2}, {7 - x, 7, 2}, {3, 7 - x, 2}};
            memcpy(decks[i], deck, sizeof deck);
            floors[i] = (wm_nwn2_floor){decks[i], 4, 2, pair};
        }
        wm_nwn2_trn *trn = test_terrain_plan(&court, false);
        assert_int_equal(wm_nwn2_trn_lay(trn, floors, MANY, NULL, 0, NULL, &error), WM_LIMIT);
        assert_string_equal(error.message, "4,000 polygons with that many corners over each other "
                                           "take too long to cut out");
        wm_nwn2_trn_free(trn);
    }
    free(decks);
    free(floors);
}

/* Slivers like the spokes of a wheel without a hub: each crosses all others, four times. What the
 * triangulation does at spots with many sides was not counted, and a bake of 3 kB took 1.1 s. */
static void many_crossings_are_refused(void **state)
{
    (void)state;
    enum { MOST = 45 };
    wm_vec3 slivers[MOST][3];
    wm_nwn2_polygon holes[MOST];
    wm_error error;
    for (int i = 0; i < MOST; i++) {
        float x = (float)i / MOST, bend = x * (1 - x);
        const wm_vec3 sliver[] = {{0.1f + 8 * x, 0.1f, 0},
                                  {0.1f + 8 * x + 0.02f, 0.1f, 0},
                                  {8.5f - 8 * x + bend, 8.8f, 0}};
        memcpy(slivers[i], sliver, sizeof sliver);
        holes[i] = (wm_nwn2_polygon){slivers[i], 3};
    }
    for (uint32_t count = 10; count <= MOST; count += MOST - 10) {
        wm_nwn2_trn *trn = test_terrain_plan(&court, false);
        wm_status status = wm_nwn2_trn_cut(trn, holes, count, NULL, &error);
        assert_int_equal(status, count == MOST ? WM_LIMIT : WM_OK);
        wm_nwn2_trn_free(trn);
    }
}

static void wrong_floors_are_refused(void **state)
{
    (void)state;
    wm_vec3 deck[] = {{3, 3, 2}, {5, 3, 2}, {5, 5, 2}, {NAN, 5, 2}};
    wm_nwn2_floor floor = {deck, 4, 2, pair};
    wm_error error;
    wm_nwn2_trn *trn = test_terrain_plan(&court, false);
    assert_int_equal(wm_nwn2_trn_lay(trn, &floor, 1, NULL, 0, NULL, &error), WM_BAD_ARGUMENT);
    floor.vertex_count = 3;
    assert_int_equal(wm_nwn2_trn_lay(trn, &floor, 1, NULL, 0, NULL, &error), WM_BAD_ARGUMENT);
    floor.triangle_count = 1;
    assert_int_equal(wm_nwn2_trn_lay(trn, &floor, 1, NULL, 0, NULL, &error), WM_OK);
    assert_int_equal(wm_nwn2_trn_rebuild(trn, NULL, NULL, &error), WM_OK);
    assert_int_equal(wm_nwn2_trn_lay(trn, &floor, 1, NULL, 0, NULL, &error), WM_BAD_ARGUMENT);
    wm_nwn2_trn_free(trn);
    trn = test_terrain_make("other.trn");
    assert_int_equal(wm_nwn2_trn_lay(trn, &floor, 1, NULL, 0, NULL, &error), WM_BAD_ARGUMENT);
    wm_nwn2_trn_free(trn);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    size_t size;
    const wm_vec3 deck[] = {{3, 3, low}, {11, 3, 2}, {11, 12, 2}, {3, 12, low}};
    const wm_nwn2_floor floor = {deck, 4, 2, pair};
    uint8_t *bytes = test_terrain_bytes("hall.trn", &size);
    uint64_t n = 1;
    for (bool done = false; !done; n++) {
        test_memory memory;
        wm_error error = {.code = WM_OK};
        test_memory_init(&memory);
        wm_nwn2_trn_read_opts opts = {.base.allocator = &memory.allocator};
        wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes, size, &opts, &error);
        assert_non_null(trn);
        memory.fail_at = memory.calls + n;
        if (wm_nwn2_trn_lay(trn, &floor, 1, NULL, 0, NULL, &error) != WM_OK)
            assert_int_equal(error.code, WM_NO_MEMORY);
        done = memory.refused == 0;
        wm_nwn2_trn_free(trn);
        test_memory_done(&memory, "lay");
    }
    assert_true(n > 3);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ramp_is_joined_to_the_ground),
        cmocka_unit_test(floors_stand_where_there_is_no_ground),
        cmocka_unit_test(holes_go_through_floors),
        cmocka_unit_test(the_higher_floor_stays),
        cmocka_unit_test(vertices_drop),
        cmocka_unit_test(many_floors_at_one_place_are_refused),
        cmocka_unit_test(many_crossings_are_refused),
        cmocka_unit_test(wrong_floors_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

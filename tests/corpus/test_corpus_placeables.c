/* Placeables in a bake, against the game's own TRX. Only three models with an outline are in the
 * corpus, so what is compared lies near their placeables. */
#include <math.h>
#include <stdio.h>

#include "bakes.h"

static const char bake_folder[] = "nwn2-mdb/bake";

static wm_nwn2_trn *read_trn(const char *area, const char *ending)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s.%s", bake_folder, area, ending);
    return test_bake_read(path);
}

static wm_nwn2_trn *bake(const char *area, const wm_nwn2_obstacles *o)
{
    char trn[256], git[256];
    snprintf(trn, sizeof trn, "%s/%s.trn", bake_folder, area);
    snprintf(git, sizeof git, "%s/%s.git", bake_folder, area);
    wm_nwn2_cutters *cutters = test_bake_cutters(git);
    wm_nwn2_trn *made = test_bake(trn, cutters, o, TEST_MISSING_IGNORE, NULL);
    wm_nwn2_cutters_free(cutters);
    return made;
}

/* ---- comparing ---- */

typedef struct box {
    double x0, y0, x1, y1;
} box;

static box bounds(const wm_vec3 *v, uint32_t count)
{
    box b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < count; i++) {
        b.x0 = fmin(b.x0, (double)v[i].x);
        b.y0 = fmin(b.y0, (double)v[i].y);
        b.x1 = fmax(b.x1, (double)v[i].x);
        b.y1 = fmax(b.y1, (double)v[i].y);
    }
    return b;
}

static bool is_on_floor(const wm_nwn2_floor *f, double x, double y)
{
    for (uint32_t i = 0; i < f->triangle_count; i++)
        if (test_bake_inside(f->vertices, f->triangles[i].vertex, x, y))
            return true;
    return false;
}

/* How many of the points in a box, or on a floor in it, are the same in both walkmeshes, in %. */
static double compare(const wm_nwn2_aswm *a, const wm_nwn2_aswm *b, box at,
                      const wm_nwn2_floor *floor)
{
    enum { POINTS = 4000 };
    uint32_t seed = 1, same = 0, tested = 0;
    for (int i = 0; i < POINTS; i++) {
        double x = at.x0 + test_bake_random(&seed) * (at.x1 - at.x0);
        double y = at.y0 + test_bake_random(&seed) * (at.y1 - at.y0);
        if (floor && !is_on_floor(floor, x, y))
            continue;
        tested++;
        same += test_bake_at(a, x, y) == test_bake_at(b, x, y);
    }
    return tested ? 100.0 * same / tested : 0;
}

/* How many vertices of a floor are vertices of a walkmesh, in plan view. */
static uint32_t count_found(const wm_nwn2_aswm *a, const wm_nwn2_floor *f)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < f->vertex_count; i++)
        for (uint32_t k = 0; k < a->vertex_count; k++)
            if (fabsf(a->vertices[k].x - f->vertices[i].x) < 2e-4f &&
                fabsf(a->vertices[k].y - f->vertices[i].y) < 2e-4f &&
                (f->vertices[i].z == WM_NWN2_FLOOR_DROPPED ||
                 fabsf(a->vertices[k].z - f->vertices[i].z) < 2e-3f)) {
                found++;
                break;
            }
    return found;
}

/* ---- tests ---- */

/* The rest of the points is in holes of placeables whose models are not in the corpus. */
static void walkmeshes_replace_the_ground_as_in_the_game(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const struct {
        const char *area;
        uint32_t floors;
        uint32_t vertices[3]; /* of 33 */
        double points[3];     /* in % */
    } areas[] = {{"abandoned_church", 1, {31}, {96.5}},
                 {"beregost_burningwizard", 1, {32}, {99.9}},
                 {"house_of_the_heavens", 1, {31}, {99.9}},
                 {"knights_detente", 3, {21, 31, 32}, {99, 96.5, 99}}};
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
        char git[256];
        test_models m = {0};
        snprintf(git, sizeof git, "%s/%s.git", bake_folder, areas[i].area);
        test_models_open(&m);
        wm_nwn2_obstacles *o = test_bake_obstacles(git, &m);
        assert_int_equal(o->floor_count, areas[i].floors);
        wm_nwn2_trn *game = read_trn(areas[i].area, "trx"), *own = bake(areas[i].area, o);
        for (uint32_t k = 0; k < o->floor_count; k++) {
            const wm_nwn2_floor *f = &o->floors[k];
            uint32_t theirs = count_found(game->aswm, f), ours = count_found(own->aswm, f);
            double same = compare(game->aswm, own->aswm, bounds(f->vertices, f->vertex_count), f);
            print_message(
                "%s: floor %u: %u of its vertices are in the game's TRX, %u in ours; %.2f "
                "%% of the points on it are the same\n",
                areas[i].area, (unsigned)k, (unsigned)theirs, (unsigned)ours, same);
            assert_int_equal(f->vertex_count, 33);
            assert_true(ours >= areas[i].vertices[k]);
            assert_true(same >= areas[i].points[k]);
        }
        wm_nwn2_trn_free(game);
        wm_nwn2_trn_free(own);
        wm_nwn2_obstacles_free(o);
        test_models_close(&m);
    }
}

/* Models with neither WALK nor COL2, as they were when the area was baked. */
static void bounds_leave_the_holes_of_the_game(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const char area[] = "cloakwood_hill_02_ruin1_2";
    char git[256];
    test_models m = {.no_hulls = true};
    snprintf(git, sizeof git, "%s/%s.git", bake_folder, area);
    test_models_open(&m);
    wm_nwn2_obstacles *o = test_bake_obstacles(git, &m);
    assert_int_equal(o->boxes, 3);
    assert_int_equal(o->walks, 0);
    wm_nwn2_trn *game = read_trn(area, "trx"), *own = bake(area, o);
    for (uint32_t i = 0; i < o->polygon_count; i++) {
        box b = bounds(o->polygons[i].points, 4);
        double same = compare(game->aswm, own->aswm, b, NULL);
        print_message("%s: box %u: %.2f %% of the points are the same\n", area, (unsigned)i, same);
        assert_true(same >= 99.9);
    }
    wm_nwn2_trn_free(game);
    wm_nwn2_trn_free(own);
    wm_nwn2_obstacles_free(o);
    test_models_close(&m);
}

/* A walkable balcony, and one that is an environment object. */
static void other_objects_are_not_baked(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const char *const gits[] = {"nwn2-mdb/area/dm001_cargohold.git",
                                       "nwn2-mdb/bake/tribuna.git"};
    for (int i = 0; i < 2; i++) {
        test_models m = {0};
        test_models_open(&m);
        wm_nwn2_obstacles *o = test_bake_obstacles(gits[i], &m);
        assert_true(o->table);
        assert_int_equal(o->floor_count, 0);
        wm_nwn2_obstacles_free(o);
        test_models_close(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walkmeshes_replace_the_ground_as_in_the_game),
        cmocka_unit_test(bounds_leave_the_holes_of_the_game),
        cmocka_unit_test(other_objects_are_not_baked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

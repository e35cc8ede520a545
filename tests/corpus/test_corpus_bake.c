/* Real sets of TRN, GIT and TRX: what Waymark bakes from the TRN and GIT, compared with what the
 * game did. Prints a row for each area. */
#include <math.h>

#include "bakes.h"

enum { REGIONS = 64, POINTS = 1500 };

typedef struct sums {
    uint32_t vertices, triangles, walkable, most; /* most: walkable triangles in a tile */
    double area;                                  /* walkable, in plan view */
    uint32_t regions;                             /* larger than a crumb */
    double region[REGIONS];                       /* their areas, largest first */
} sums;

/* ---- measuring ---- */

static double area_of(const wm_nwn2_aswm *a, const wm_nwn2_triangle *t)
{
    wm_vec3 u = a->vertices[t->vertex[0]], v = a->vertices[t->vertex[1]],
            w = a->vertices[t->vertex[2]];
    return fabs(((double)v.x - (double)u.x) * ((double)w.y - (double)u.y) -
                ((double)v.y - (double)u.y) * ((double)w.x - (double)u.x)) /
           2;
}

static void add_region(sums *s, double area)
{
    uint32_t at = s->regions < REGIONS ? s->regions++ : REGIONS - 1;
    for (; at > 0 && s->region[at - 1] < area; at--)
        s->region[at] = s->region[at - 1];
    s->region[at] = area;
}

static void find_regions(const wm_nwn2_aswm *a, sums *s)
{
    uint32_t *stack = malloc((a->triangle_count + 1) * sizeof *stack), left = 0;
    bool *seen = calloc(a->triangle_count + 1, sizeof *seen);
    assert_non_null(stack);
    assert_non_null(seen);
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        double area = 0;
        if (seen[i] || !(a->triangles[i].flags & WM_NWN2_WALKABLE))
            continue;
        seen[i] = true;
        for (stack[left++] = i; left;) {
            const wm_nwn2_triangle *t = &a->triangles[stack[--left]];
            area += area_of(a, t);
            for (int k = 0; k < 3; k++) {
                uint32_t to = t->linked_triangles[k];
                if (to >= a->triangle_count || seen[to] ||
                    !(a->triangles[to].flags & WM_NWN2_WALKABLE))
                    continue;
                seen[to] = true;
                stack[left++] = to;
            }
        }
        if (area > 0.1) /* smaller ones are slivers: how they are paired follows no rule */
            add_region(s, area);
    }
    free(stack);
    free(seen);
}

static sums measure(const wm_nwn2_aswm *a)
{
    sums s = {.vertices = a->vertex_count, .triangles = a->triangle_count};
    for (uint32_t i = 0; i < a->triangle_count; i++)
        if (a->triangles[i].flags & WM_NWN2_WALKABLE) {
            s.walkable++;
            s.area += area_of(a, &a->triangles[i]);
        }
    for (size_t i = 0; i < (size_t)a->grid_width * a->grid_height; i++)
        s.most = a->tiles[i].node_count > s.most ? a->tiles[i].node_count : s.most;
    find_regions(a, &s);
    return s;
}

/* How many of the points that either of two walkmeshes covers are the same in both, in %. */
static double compare_points(const wm_nwn2_aswm *a, const wm_nwn2_aswm *b)
{
    uint32_t seed = 1, covered = 0, same = 0;
    for (uint32_t i = 0; i < POINTS; i++) {
        double at[2];
        for (int k = 0; k < 2; k++) {
            at[k] = test_bake_random(&seed) * (double)a->tile_width *
                    (k ? a->grid_height : a->grid_width);
        }
        unsigned p = test_bake_at(a, at[0], at[1]), q = test_bake_at(b, at[0], at[1]);
        covered += p || q;
        same += (p || q) && p == q;
    }
    return covered ? 100.0 * same / covered : 100;
}

/* Vertices of a TRX that are not near any vertex of the TRN, and on none of its triangles: the
 * TRN was edited after the bake. Clipping puts new vertices onto triangles. */
static uint32_t count_strangers(const wm_nwn2_aswm *trn, const wm_nwn2_aswm *trx)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < trx->vertex_count; i++) {
        wm_vec3 p = trx->vertices[i];
        bool known = false;
        for (uint32_t k = 0; k < trn->vertex_count && !known; k++)
            known = fabsf(trn->vertices[k].x - p.x) < 0.11f &&
                    fabsf(trn->vertices[k].y - p.y) < 0.11f &&
                    fabsf(trn->vertices[k].z - p.z) < 0.11f;
        for (uint32_t k = 0; k < trn->triangle_count && !known; k++) {
            const wm_nwn2_triangle *t = &trn->triangles[k];
            double z = -((double)t->dot + (double)t->normal.x * (double)p.x +
                         (double)t->normal.y * (double)p.y) /
                       (double)t->normal.z;
            bool near = fabs(z - (double)p.z) < 0.11;
            for (int n = 0; n < 4 && near && !known; n++)
                known =
                    test_bake_inside(trn->vertices, t->vertex, (double)p.x + (n % 2 ? 0.01 : -0.01),
                                     (double)p.y + (n / 2 ? 0.01 : -0.01));
        }
        count += !known;
    }
    return count;
}

/* The triangles of a bake, without those in tiles that have none in the game's: where the game's
 * bake of a tile failed, nothing of the ground is left. */
static uint32_t count_comparable(const wm_nwn2_aswm *game, const wm_nwn2_aswm *own, uint32_t *lost)
{
    uint32_t count = 0;
    assert_int_equal(game->grid_width, own->grid_width);
    assert_int_equal(game->grid_height, own->grid_height);
    *lost = 0;
    for (size_t i = 0; i < (size_t)game->grid_width * game->grid_height; i++) {
        bool empty = game->tiles[i].triangles_count == 0;
        count += empty ? 0 : own->tiles[i].triangles_count;
        *lost += empty && own->tiles[i].triangles_count > 0;
    }
    return count;
}

/* ---- baking ---- */

static wm_nwn2_trn *bake(const char *path)
{
    char git[1100];
    snprintf(git, sizeof git, "%.*s.git", (int)(strlen(path) - 4), path);
    wm_nwn2_cutters *cutters = test_bake_cutters(git);
    wm_nwn2_trn *trn = test_bake(path, cutters, NULL, TEST_MISSING_IGNORE, NULL);
    wm_nwn2_cutters_free(cutters);
    return trn;
}

static void same_regions(const char *path, const sums *game, const sums *own)
{
    if (game->regions != own->regions)
        fail_msg("%s: %u regions, the game has %u", path, (unsigned)own->regions,
                 (unsigned)game->regions);
    for (uint32_t i = 0; i < game->regions; i++)
        if (fabs(game->region[i] - own->region[i]) > 0.5)
            fail_msg("%s: a region of %.2f m2, in the game of %.2f m2", path, own->region[i],
                     game->region[i]);
}

typedef enum expected { COUNTS, REGIONS_AND_LEAN, BAKED } expected;

/* Returns the number of areas that were compared; stale ones do not count. */
static uint32_t compare(const char *folder, expected want)
{
    uint32_t compared = 0;
    for (test_listing l = {0}; test_corpus_next(&l, folder, ".trn");) {
        char game_path[1100];
        snprintf(game_path, sizeof game_path, "%.*s.trx", (int)(strlen(l.path) - 4), l.path);
        wm_nwn2_trn *old = test_bake_read(l.path), *game = test_bake_read(game_path),
                    *own = bake(l.path);
        sums g = measure(game->aswm), o = measure(own->aswm);
        uint32_t strangers = want == COUNTS ? count_strangers(old->aswm, game->aswm) : 0;
        double same = compare_points(game->aswm, own->aswm);
        uint32_t lost, comparable = count_comparable(game->aswm, own->aswm, &lost);
        print_message(
            "%s: game/own: vertices %u/%u, triangles %u/%u, walkable %u/%u, fullest tile "
            "%u/%u, %.2f/%.2f m2, regions %u/%u, points %.2f %%, %u lost tiles, %+.1f %% triangles "
            "without them%s\n",
            l.path, (unsigned)g.vertices, (unsigned)o.vertices, (unsigned)g.triangles,
            (unsigned)o.triangles, (unsigned)g.walkable, (unsigned)o.walkable, (unsigned)g.most,
            (unsigned)o.most, g.area, o.area, (unsigned)g.regions, (unsigned)o.regions, same,
            (unsigned)lost, 100.0 * comparable / g.triangles - 100,
            strangers ? "; stale: the TRX has vertices that the TRN does not explain" : "");
        assert_true(o.most <= WM_NWN2_TILE_NODES);
        assert_true(comparable < 1.02 * g.triangles);
        if (want == COUNTS && !strangers) {
            assert_int_equal(g.vertices, o.vertices);
            assert_int_equal(g.triangles, o.triangles);
            assert_int_equal(g.walkable, o.walkable);
            assert_int_equal(g.most, o.most);
        }
        if (want != BAKED && !strangers) {
            same_regions(l.path, &g, &o);
            assert_true(fabs(g.area - o.area) < 0.002 * g.area);
            assert_true(fabs((double)g.triangles - o.triangles) < 0.01 * g.triangles);
            assert_true(g.most >= o.most);
            assert_true(same > 99);
            compared++;
        }
        compared += want == BAKED;
        wm_nwn2_trn_free(old);
        wm_nwn2_trn_free(game);
        wm_nwn2_trn_free(own);
    }
    return compared;
}

static void plain_areas_are_equal(void **state)
{
    (void)state;
    NEED_CORPUS();
    assert_true(compare("nwn2-bake/plain", COUNTS) >= 4);
}

/* One of them is stale: its TRN was edited after the bake. */
static void seams_are_closed_as_in_the_game(void **state)
{
    (void)state;
    NEED_CORPUS();
    assert_true(compare("nwn2-bake/seams", COUNTS) >= 9);
}

static void cutters_leave_the_same_floor(void **state)
{
    (void)state;
    NEED_CORPUS();
    assert_true(compare("nwn2-bake/cutters", REGIONS_AND_LEAN) >= 10);
}

/* Placeables, whose models are not in the corpus, have more holes than we cut. */
static void no_tile_is_too_full(void **state)
{
    (void)state;
    NEED_CORPUS();
    assert_true(compare("nwn2-bake/overfull", BAKED) >= 6);
    assert_true(compare("nwn2-bake/placeables", BAKED) >= 6);
    assert_true(compare("nwn2-bake/both", BAKED) >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_areas_are_equal),
        cmocka_unit_test(seams_are_closed_as_in_the_game),
        cmocka_unit_test(cutters_leave_the_same_floor),
        cmocka_unit_test(no_tile_is_too_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

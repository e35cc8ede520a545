/* How much of a bake is as in the game's own TRX, at random points: nothing there, a walkable floor
 * with its surface, or ground that is not walkable. Prints a table for docs/nwn2.md. */
#include <math.h>

#include "bakes.h"

enum { POINTS = 20000, NEAR_POINTS = 4000, ROUTES = 400, AREAS = 64 };

/* A placeable may reach so far, in metres, times its scale. The largest, docks, do. */
static const double far_away = 10;
/* A point on a placeable that is closer than this to another one, whose model is missing, may be in
 * that one's hole. */
static const double beside = 1;

typedef struct tally {
    uint32_t tested, same;
} tally;

typedef struct row {
    uint32_t objects, models; /* baked placeables; those whose models are there */
    uint32_t lost;            /* tiles that the game lost */
    uint32_t routes;          /* that arrive */
    tally far, near, all, hole, kept;
} row;

typedef struct area {
    char trn[1100], trx[1100], git[1100];
    const wm_nwn2_aswm *before, *game;
    wm_nwn2_obstacles *obstacles;
    wm_nwn2_trn *own, *holes, *kept;
} area;

static double percent(tally t)
{
    return t.tested ? 100.0 * t.same / t.tested : 100;
}

static void count(tally *t, bool same)
{
    t->tested++;
    t->same += same;
}

/* ---- where a point is ---- */

static bool is_far(const wm_nwn2_obstacles *o, double x, double y, double away)
{
    for (uint32_t i = 0; i < o->missing_count; i++) {
        const wm_nwn2_placeable *p = &o->missing[i].placeable;
        double scale = fmax(fmax((double)p->scale.x, (double)p->scale.y), 1);
        if (hypot((double)p->position.x - x, (double)p->position.y - y) < away * scale)
            return false;
    }
    return true;
}

typedef struct box {
    double x0, y0, x1, y1;
} box;

static void widen(box *b, const wm_vec3 *v, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        b->x0 = fmin(b->x0, (double)v[i].x);
        b->y0 = fmin(b->y0, (double)v[i].y);
        b->x1 = fmax(b->x1, (double)v[i].x);
        b->y1 = fmax(b->y1, (double)v[i].y);
    }
}

/* ---- counting ---- */

/* Has the game's bake nothing in a tile with ground? It fails in some tiles. */
static bool is_lost(const area *a, size_t tile)
{
    return a->own->aswm->tiles[tile].triangles_count && !a->game->tiles[tile].triangles_count;
}

static void count_point(const area *a, double x, double y, row *r)
{
    size_t tile = (size_t)(y / (double)a->game->tile_width) * a->game->grid_width +
                  (size_t)(x / (double)a->game->tile_width);
    if (is_lost(a, tile))
        return;
    unsigned game = test_bake_at(a->game, x, y), own = test_bake_at(a->own->aswm, x, y);
    if (!game && !own && !test_bake_at(a->before, x, y))
        return; /* outside */
    count(&r->all, own == game);
    count(&r->hole, test_bake_at(a->holes->aswm, x, y) == game);
    count(&r->kept, test_bake_at(a->kept->aswm, x, y) == game);
    if (is_far(a->obstacles, x, y, far_away))
        count(&r->far, own == game);
}

static bool is_on_floor(const wm_nwn2_floor *f, double x, double y)
{
    for (uint32_t i = 0; i < f->triangle_count; i++)
        if (test_bake_inside(f->vertices, f->triangles[i].vertex, x, y))
            return true;
    return false;
}

/* Points in a box, or on a floor in it. */
static void count_near(const area *a, box b, const wm_nwn2_floor *floor, row *r)
{
    uint32_t seed = 2;
    for (int i = 0; i < NEAR_POINTS; i++) {
        double x = b.x0 + test_bake_random(&seed) * (b.x1 - b.x0);
        double y = b.y0 + test_bake_random(&seed) * (b.y1 - b.y0);
        if ((!floor || is_on_floor(floor, x, y)) && is_far(a->obstacles, x, y, beside))
            count(&r->near, test_bake_at(a->own->aswm, x, y) == test_bake_at(a->game, x, y));
    }
}

static row measure(const area *a)
{
    const wm_nwn2_obstacles *o = a->obstacles;
    row r = {.models = o->walks + o->hulls + o->boxes};
    uint32_t seed = 1;
    r.objects = r.models + o->empty + o->missing_count;
    for (size_t i = 0; i < (size_t)a->game->grid_width * a->game->grid_height; i++)
        r.lost += is_lost(a, i);
    for (int i = 0; i < POINTS; i++) {
        double x = test_bake_random(&seed) * (double)a->game->tile_width * a->game->grid_width;
        double y = test_bake_random(&seed) * (double)a->game->tile_width * a->game->grid_height;
        count_point(a, x, y, &r);
    }
    for (uint32_t i = 0; i < o->floor_count; i++) {
        box b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
        widen(&b, o->floors[i].vertices, o->floors[i].vertex_count);
        count_near(a, b, &o->floors[i], &r);
    }
    for (uint32_t i = 0; i < o->polygon_count; i++) {
        box b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
        widen(&b, o->polygons[i].points, o->polygons[i].count);
        count_near(a, b, NULL, &r);
    }
    return r;
}

/* ---- routes ---- */

/* Numbers the regions of the walkable floor by its links. */
static uint32_t *find_regions(const wm_nwn2_aswm *a)
{
    uint32_t *region = calloc(a->triangle_count + 1, sizeof *region), regions = 0, left = 0;
    uint32_t *stack = malloc((a->triangle_count + 1) * sizeof *stack);
    assert_non_null(region);
    assert_non_null(stack);
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        if (region[i] || !(a->triangles[i].flags & WM_NWN2_WALKABLE))
            continue;
        region[i] = ++regions;
        for (stack[left++] = i; left;) {
            const wm_nwn2_triangle *t = &a->triangles[stack[--left]];
            for (int k = 0; k < 3; k++) {
                uint32_t to = t->linked_triangles[k];
                if (to >= a->triangle_count || region[to] ||
                    !(a->triangles[to].flags & WM_NWN2_WALKABLE))
                    continue;
                region[to] = regions;
                stack[left++] = to;
            }
        }
    }
    free(stack);
    return region;
}

/* Follows the tables between random triangles as the game does. */
static uint32_t walk_routes(const char *path, const wm_nwn2_aswm *a)
{
    uint32_t *region = find_regions(a), seed = 3, walked = 0;
    for (int i = 0; i < ROUTES && a->triangle_count; i++) {
        uint32_t from = (uint32_t)(test_bake_random(&seed) * a->triangle_count);
        uint32_t to = (uint32_t)(test_bake_random(&seed) * a->triangle_count);
        if (!region[from] || !region[to])
            continue;
        wm_nwn2_route route;
        wm_nwn2_aswm_route(a, from, to, NULL, 0, &route);
        wm_nwn2_route_end expected =
            region[from] == region[to] ? WM_NWN2_ROUTE_END_ARRIVES : WM_NWN2_ROUTE_END_NO_WAY;
        if (route.end != expected)
            fail_msg("%s: from triangle %u to %u: %d", path, (unsigned)from, (unsigned)to,
                     (int)route.end);
        walked += expected == WM_NWN2_ROUTE_END_ARRIVES;
    }
    free(region);
    return walked;
}

/* ---- areas ---- */

/* Areas whose files do not belong together, by what the data shows. */
static const char *const stale[] = {
    /* The TRX has floors that are not walkable at four crates of the GIT's EnvironmentList. */
    "gwynneth_corwell_thieves_guild",
    /* The TRN was edited after the bake: see test_corpus_bake.c. */
    "sunken_110000"};

static bool is_stale(const char *path)
{
    for (size_t i = 0; i < sizeof stale / sizeof *stale; i++)
        if (strstr(path, stale[i]))
            return true;
    return false;
}

static void print_cell(tally t)
{
    if (t.tested)
        print_message(" %.2f |", percent(t));
    else
        print_message(" |");
}

static void print_row(const area *a, const row *r)
{
    const char *name = strrchr(a->trn, '/') + 1;
    print_message("| `%.*s`%s | %u of %u |", (int)strlen(name) - 4, name,
                  is_stale(a->trn) ? " (stale)" : "", (unsigned)r->models, (unsigned)r->objects);
    print_cell(r->far);
    print_cell(r->near);
    print_cell(r->all);
    print_cell(r->hole);
    print_cell(r->kept);
    print_message(" %u | %u | %u | %u |\n", (unsigned)a->game->triangle_count,
                  (unsigned)a->own->aswm->triangle_count, (unsigned)a->kept->aswm->triangle_count,
                  (unsigned)r->lost);
}

static void judge(const area *a, const row *r)
{
    double more = (double)a->kept->aswm->triangle_count / a->game->triangle_count - 1;
    if (!is_stale(a->trn) && percent(r->far) < 99.5)
        fail_msg("%s: far away, %.2f %% are the same", a->trn, percent(r->far));
    if (percent(r->near) < 98)
        fail_msg("%s: on placeables, %.2f %% are the same", a->trn, percent(r->near));
    if (percent(r->kept) < 98)
        fail_msg("%s: with the outlines of the game's bake, %.2f %% are the same", a->trn,
                 percent(r->kept));
    if (!r->lost && (more < -0.1 || more > 0.1))
        fail_msg("%s: %u triangles, in the game %u", a->trn,
                 (unsigned)a->kept->aswm->triangle_count, (unsigned)a->game->triangle_count);
}

static row compare(area *a)
{
    /* Two of the models got hulls after the area was baked. */
    test_models models = {.no_hulls = strstr(a->trn, "cloakwood") != NULL};
    test_models_open(&models);
    wm_nwn2_trn *before = test_bake_read(a->trn), *game = test_bake_read(a->trx);
    wm_nwn2_cutters *cutters = test_bake_cutters(a->git);
    a->obstacles = test_bake_obstacles(a->git, &models);
    a->own = test_bake(a->trn, cutters, a->obstacles, TEST_MISSING_IGNORE, NULL);
    a->holes = test_bake(a->trn, cutters, a->obstacles, TEST_MISSING_HOLE, NULL);
    a->kept = test_bake(a->trn, cutters, a->obstacles, TEST_MISSING_KEEP, game);
    a->before = before->aswm;
    a->game = game->aswm;
    row r = measure(a);
    print_row(a, &r);
    judge(a, &r);
    r.routes = walk_routes(a->trn, a->own->aswm) + walk_routes(a->trn, a->holes->aswm) +
               walk_routes(a->trn, a->kept->aswm);
    wm_nwn2_obstacles_free(a->obstacles);
    wm_nwn2_cutters_free(cutters);
    wm_nwn2_trn_free(before);
    wm_nwn2_trn_free(game);
    wm_nwn2_trn_free(a->own);
    wm_nwn2_trn_free(a->holes);
    wm_nwn2_trn_free(a->kept);
    test_models_close(&models);
    return r;
}

static void add(tally *to, tally t)
{
    to->tested += t.tested;
    to->same += t.same;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const area *)a)->trn, ((const area *)b)->trn);
}

/* The areas of a folder, in the order of their names. */
static uint32_t list_areas(const char *folder, area *list)
{
    uint32_t count = 0;
    for (test_listing l = {0}; test_corpus_next(&l, folder, ".trn"); count++) {
        assert_true(count < AREAS);
        area *a = &list[count];
        *a = (area){0};
        snprintf(a->trn, sizeof a->trn, "%s", l.path);
        snprintf(a->trx, sizeof a->trx, "%.*s.trx", (int)(strlen(l.path) - 4), l.path);
        snprintf(a->git, sizeof a->git, "%.*s.git", (int)(strlen(l.path) - 4), l.path);
    }
    qsort(list, count, sizeof *list, by_name);
    return count;
}

/* Areas whose GIT is in another folder than their TRN and TRX. */
static uint32_t list_others(area *list)
{
    static const char *const names[] = {"cslmordmansion", "db_templemaiden_int", "fh_freehavenv2",
                                        "md_fancy_fox_fashions_rlg"};
    for (uint32_t i = 0; i < 4; i++) {
        list[i] = (area){0};
        snprintf(list[i].trn, sizeof list[i].trn, "nwn2/%s.trn", names[i]);
        snprintf(list[i].trx, sizeof list[i].trx, "nwn2/%s.trx", names[i]);
        snprintf(list[i].git, sizeof list[i].git, "nwn2-mdb/area/%s.git", names[i]);
    }
    return 4;
}

static void areas_are_as_in_the_game(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const char *const folders[] = {
        "nwn2-mdb/bake",      "nwn2-bake/plain",      "nwn2-bake/seams", "nwn2-bake/cutters",
        "nwn2-bake/overfull", "nwn2-bake/placeables", "nwn2-bake/both",  NULL};
    static area list[AREAS];
    row sum = {0};
    uint32_t areas = 0;
    print_message("| area | models | far | on | ignore | hole | keep | triangles: game | ignore | "
                  "keep | lost tiles |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        uint32_t count = folders[i] ? list_areas(folders[i], list) : list_others(list);
        for (uint32_t k = 0; k < count; k++, areas++) {
            row r = compare(&list[k]);
            add(&sum.far, r.far);
            add(&sum.near, r.near);
            add(&sum.all, r.all);
            add(&sum.hole, r.hole);
            add(&sum.kept, r.kept);
            sum.routes += r.routes;
        }
    }
    print_message("%u areas: far %.2f, on %.2f, ignore %.2f, hole %.2f, keep %.2f; %u routes "
                  "arrive\n",
                  (unsigned)areas, percent(sum.far), percent(sum.near), percent(sum.all),
                  percent(sum.hole), percent(sum.kept), (unsigned)sum.routes);
    assert_true(areas >= 50);
    assert_true(sum.routes > 1000);
    assert_true(percent(sum.far) >= 99.5);
    assert_true(percent(sum.near) >= 98);
    assert_true(percent(sum.kept) >= 99.5);
    assert_true(percent(sum.hole) > percent(sum.all));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(areas_are_as_in_the_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Placeables in a bake, against the game's own TRX. Only three models with an outline are in the
 * corpus, so what is compared lies near their placeables. */
#include <math.h>
#include <stdio.h>

#include "support.h"
#include "waymark/folder.h"

static const char bake_folder[] = "nwn2-mdb/bake";

/* ---- baking ---- */

typedef struct models {
    wm_folder *folders[2];
    wm_chain *chain;
    wm_finder finder;
    bool no_hulls; /* older models: without COL2 */
} models;

/* A model as it was before collision hulls were added to it. */
static wm_status find_bare(void *user, const char *name, const char *type, wm_found *out,
                           wm_error *error)
{
    const models *m = user;
    wm_finder chain = wm_chain_finder(m->chain);
    wm_status status = chain.find(chain.user, name, type, out, error);
    if (status != WM_OK || !out->where || strcmp(type, "mdb") != 0 || !m->no_hulls)
        return status;
    if (!out->data && out->load)
        status = out->load(out, error);
    wm_nwn2_mdb *mdb = status == WM_OK ? wm_nwn2_mdb_read(out->data, out->size, NULL, error) : NULL;
    wm_buffer bytes;
    if (!mdb)
        return WM_BAD_VALUE;
    uint32_t count = 0;
    for (uint32_t i = 0; i < mdb->packet_count; i++)
        if (mdb->packets[i].kind != WM_NWN2_MDB_KIND_COL2)
            mdb->packets[count++] = mdb->packets[i];
    mdb->packet_count = count;
    status = wm_nwn2_mdb_write(mdb, NULL, &bytes, error);
    wm_nwn2_mdb_free(mdb);
    if (status == WM_OK && bytes.size <= out->size) {
        memcpy((void *)(uintptr_t)out->data, bytes.data, bytes.size);
        out->size = bytes.size;
    }
    wm_buffer_free(&bytes);
    return status;
}

static void open_models(models *m)
{
    char path[2048];
    wm_finder finders[2];
    static const char *const names[] = {"nwn2-mdb", "nwn2-mdb/2da"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", test_corpus(), names[i]);
        m->folders[i] = wm_folder_new(path, NULL, NULL);
        assert_non_null(m->folders[i]);
        finders[i] = wm_folder_finder(m->folders[i]);
    }
    m->chain = wm_chain_new(finders, 2, NULL, NULL);
    assert_non_null(m->chain);
    m->finder = (wm_finder){.find = find_bare, .user = m};
}

static void close_models(models *m)
{
    wm_chain_free(m->chain);
    for (int i = 0; i < 2; i++)
        wm_folder_free(m->folders[i]);
}

static wm_nwn2_obstacles *find_obstacles(const char *git, models *m)
{
    wm_error error;
    wm_buffer bytes = test_corpus_file(git);
    wm_nwn2_placeables *all = wm_nwn2_placeables_read(bytes.data, bytes.size, NULL, &error);
    wm_nwn2_obstacles *o = all ? wm_nwn2_obstacles_new(all, &m->finder, NULL, &error) : NULL;
    if (!o)
        fail_msg("%s: %s", git, error.message);
    wm_nwn2_placeables_free(all);
    wm_buffer_free(&bytes);
    return o;
}

static wm_nwn2_trn *read_trn(const char *area, const char *ending)
{
    char path[256];
    wm_error error;
    snprintf(path, sizeof path, "%s/%s.%s", bake_folder, area, ending);
    wm_buffer bytes = test_corpus_file(path);
    wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, &error);
    if (!trn)
        fail_msg("%s: %s", path, error.message);
    wm_buffer_free(&bytes);
    return trn;
}

static wm_nwn2_trn *bake(const char *area, const wm_nwn2_obstacles *o)
{
    char path[256];
    wm_error error;
    wm_nwn2_trn *trn = read_trn(area, "trn");
    snprintf(path, sizeof path, "%s/%s.git", bake_folder, area);
    wm_buffer bytes = test_corpus_file(path);
    wm_nwn2_cutters *cutters = wm_nwn2_cutters_read(bytes.data, bytes.size, NULL, &error);
    assert_non_null(cutters);
    uint32_t count = cutters->count + o->polygon_count;
    wm_nwn2_polygon *all = calloc(count + 1, sizeof *all);
    assert_non_null(all);
    for (uint32_t i = 0; i < count; i++)
        all[i] = i < cutters->count ? cutters->polygons[i] : o->polygons[i - cutters->count];
    wm_nwn2_trn_simplify_opts full = {.above = WM_NWN2_TILE_NODES};
    if (wm_nwn2_trn_lay(trn, o->floors, o->floor_count, all, count, NULL, &error) != WM_OK ||
        wm_nwn2_trn_simplify(trn, &full, NULL, &error) != WM_OK ||
        wm_nwn2_trn_rebuild(trn, NULL, NULL, &error) != WM_OK)
        fail_msg("%s: %s: %s", area, error.path, error.message);
    free(all);
    wm_nwn2_cutters_free(cutters);
    wm_buffer_free(&bytes);
    return trn;
}

/* ---- comparing ---- */

static bool contains(const wm_vec3 *vertices, const uint32_t vertex[3], double x, double y)
{
    int sides[3];
    for (int k = 0; k < 3; k++) {
        wm_vec3 p = vertices[vertex[k]], q = vertices[vertex[(k + 1) % 3]];
        double turn = ((double)q.x - (double)p.x) * (y - (double)p.y) -
                      ((double)q.y - (double)p.y) * (x - (double)p.x);
        sides[k] = turn > 0 ? 1 : turn < 0 ? -1 : 0;
    }
    return sides[0] == sides[1] && sides[1] == sides[2] && sides[0];
}

/* 0 nothing, 1 not walkable, or the flags of a floor. */
static unsigned at_point(const wm_nwn2_aswm *a, double x, double y)
{
    unsigned best = 0;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        unsigned flags = t->flags & WM_NWN2_WALKABLE ? (unsigned)t->flags | 2u : 1;
        if (flags > best && contains(a->vertices, t->vertex, x, y))
            best = flags;
    }
    return best;
}

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
        if (contains(f->vertices, f->triangles[i].vertex, x, y))
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
        double r[2];
        for (int k = 0; k < 2; k++) {
            seed = seed * 1664525u + 1013904223u;
            r[k] = (double)(seed >> 8) / 16777216.0;
        }
        double x = at.x0 + r[0] * (at.x1 - at.x0), y = at.y0 + r[1] * (at.y1 - at.y0);
        if (floor && !is_on_floor(floor, x, y))
            continue;
        tested++;
        same += at_point(a, x, y) == at_point(b, x, y);
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
        models m = {0};
        snprintf(git, sizeof git, "%s/%s.git", bake_folder, areas[i].area);
        open_models(&m);
        wm_nwn2_obstacles *o = find_obstacles(git, &m);
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
        close_models(&m);
    }
}

/* Models with neither WALK nor COL2, as they were when the area was baked. */
static void bounds_leave_the_holes_of_the_game(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const char area[] = "cloakwood_hill_02_ruin1_2";
    char git[256];
    models m = {.no_hulls = true};
    snprintf(git, sizeof git, "%s/%s.git", bake_folder, area);
    open_models(&m);
    wm_nwn2_obstacles *o = find_obstacles(git, &m);
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
    close_models(&m);
}

/* A walkable balcony, and one that is an environment object. */
static void other_objects_are_not_baked(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const char *const gits[] = {"nwn2-mdb/area/dm001_cargohold.git",
                                       "nwn2-mdb/bake/tribuna.git"};
    for (int i = 0; i < 2; i++) {
        models m = {0};
        open_models(&m);
        wm_nwn2_obstacles *o = find_obstacles(gits[i], &m);
        assert_true(o->table);
        assert_int_equal(o->floor_count, 0);
        wm_nwn2_obstacles_free(o);
        close_models(&m);
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

/* The whole bake of an area, with cutters and placeables, against the bake of its TRN alone:
 * reading, ground, tables, sight bits and compression on both sides. The models of placeables are
 * found and read in each round. */
#include "bench.h"
#include "gits.h"
#include "mdb_models.h"
#include "terrain.h"
#include "waymark/folder.h"

enum { ROUNDS = 15, STAGES = 24 };

typedef struct area {
    wm_buffer trn, git;
    wm_finder models;
    uint32_t floors, holes, missing; /* of placeables */
} area;

/* Ground, tables and bytes. */
static void finish(wm_nwn2_trn *t, const wm_nwn2_floor *floors, uint32_t floor_count,
                   const wm_nwn2_polygon *polygons, uint32_t polygon_count)
{
    const wm_nwn2_trn_write_opts fast = {.fast = true};
    const wm_nwn2_trn_simplify_opts full = {.above = WM_NWN2_TILE_NODES};
    wm_buffer out;
    BENCH_CHECK(wm_nwn2_trn_lay(t, floors, floor_count, polygons, polygon_count, NULL, NULL) ==
                WM_OK);
    BENCH_CHECK(wm_nwn2_trn_simplify(t, &full, NULL, NULL) == WM_OK);
    BENCH_CHECK(wm_nwn2_trn_rebuild(t, NULL, NULL, NULL) == WM_OK);
    BENCH_CHECK(wm_nwn2_trn_write(t, &fast, &out, NULL) == WM_OK && out.size);
    wm_buffer_free(&out);
    wm_nwn2_trn_free(t);
}

static wm_nwn2_trn *read_ground(const area *a)
{
    wm_nwn2_trn *t = wm_nwn2_trn_read(a->trn.data, a->trn.size, NULL, NULL);
    BENCH_CHECK(t && t->aswm);
    return t;
}

static void bake_plain(const area *a)
{
    finish(read_ground(a), NULL, 0, NULL, 0);
}

static void bake_whole(area *a)
{
    wm_nwn2_trn *t = read_ground(a);
    wm_nwn2_cutters *c = wm_nwn2_cutters_read(a->git.data, a->git.size, NULL, NULL);
    wm_nwn2_placeables *all = wm_nwn2_placeables_read(a->git.data, a->git.size, NULL, NULL);
    wm_nwn2_obstacles *o = all ? wm_nwn2_obstacles_new(all, &a->models, NULL, NULL) : NULL;
    BENCH_CHECK(c && o && o->walks + o->hulls + o->boxes + o->missing_count == all->count);
    uint32_t count = c->count + o->polygon_count;
    wm_nwn2_polygon *polygons = malloc((count + 1) * sizeof *polygons);
    BENCH_CHECK(polygons);
    if (c->count)
        memcpy(polygons, c->polygons, c->count * sizeof *polygons);
    if (o->polygon_count)
        memcpy(polygons + c->count, o->polygons, o->polygon_count * sizeof *polygons);
    finish(t, o->floors, o->floor_count, polygons, count);
    a->floors = o->walks;
    a->holes = count;
    a->missing = o->missing_count;
    free(polygons);
    wm_nwn2_obstacles_free(o);
    wm_nwn2_placeables_free(all);
    wm_nwn2_cutters_free(c);
}

static void measure(const char *name, area *a)
{
    double plain[ROUNDS], whole[ROUNDS], ratio[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        double start = bench_seconds();
        bake_plain(a);
        double middle = bench_seconds();
        bake_whole(a);
        whole[i] = bench_seconds() - middle;
        plain[i] = middle - start;
        ratio[i] = whole[i] / plain[i];
    }
    double each = bench_middle(plain, ROUNDS);
    bench_row(name, bench_middle(ratio, ROUNDS), "x",
              "plain %.1f ms, whole %.1f ms; %u floors, %u polygons, %u models missing", each * 1e3,
              bench_middle(whole, ROUNDS) * 1e3, (unsigned)a->floors, (unsigned)a->holes,
              (unsigned)a->missing);
}

/* ---- a made area ---- */

static wm_status find_stage(void *user, const char *name, const char *type, wm_found *out,
                            wm_error *error)
{
    static const char table[] = "2DA V2.0\n\n  Label NWN2_ModelName\n0 Stage plc_stage\n";
    const wm_buffer *model = user;
    (void)error;
    if (strcmp(name, "placeables") == 0 && strcmp(type, "2da") == 0)
        *out = (wm_found){.where = "placeables.2da", .data = table, .size = sizeof table - 1};
    else if (strcmp(name, "plc_stage") == 0 && strcmp(type, "mdb") == 0)
        *out = (wm_found){.where = "plc_stage.mdb", .data = model->data, .size = model->size};
    return WM_OK;
}

static void measure_made(void)
{
    static const test_plan plan = {.width = 8, .height = 8, .squares = 6, .tile_width = 9};
    test_placeable list[STAGES];
    wm_nwn2_trn *trn = test_terrain_plan(&plan, false);
    wm_nwn2_mdb *stage = test_mdb_make("plc_stage.mdb");
    wm_buffer model;
    area a = {.models = {.find = find_stage, .user = &model}};
    for (int i = 0; i < STAGES; i++)
        list[i] =
            (test_placeable){.flags = 1,
                             .position = {6 + 10 * (float)(i % 6), 8 + 16 * (float)(i / 6), 0},
                             .bearing = (float)i,
                             .scale = {1, 1, 1}};
    BENCH_CHECK(stage && wm_nwn2_mdb_write(stage, NULL, &model, NULL) == WM_OK);
    BENCH_CHECK(wm_nwn2_trn_write(trn, NULL, &a.trn, NULL) == WM_OK);
    a.git.data = test_git_placeables(list, STAGES, &a.git.size);
    measure("a made area (no corpus)", &a);
    wm_nwn2_trn_free(trn);
    wm_nwn2_mdb_free(stage);
    wm_buffer_free(&model);
    wm_buffer_free(&a.trn);
    free(a.git.data);
}

/* ---- the corpus ---- */

typedef struct places {
    wm_folder *folders[2];
    wm_chain *chain;
} places;

static void open_places(places *p)
{
    static const char *const names[] = {"nwn2-mdb", "nwn2-mdb/2da"};
    const char *corpus = getenv("WAYMARK_CORPUS");
    wm_finder finders[2];
    for (int i = 0; i < 2; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", corpus ? corpus : WM_SOURCE_DIR "/../shared/corpus",
                 names[i]);
        p->folders[i] = wm_folder_new(path, NULL, NULL);
        BENCH_CHECK(p->folders[i]);
        finders[i] = wm_folder_finder(p->folders[i]);
    }
    p->chain = wm_chain_new(finders, 2, NULL, NULL);
    BENCH_CHECK(p->chain);
}

static void close_places(places *p)
{
    wm_chain_free(p->chain);
    for (int i = 0; i < 2; i++)
        wm_folder_free(p->folders[i]);
}

/* False if the corpus does not have it. */
static bool measure_area(const char *name)
{
    char path[256];
    area a = {0};
    places p;
    snprintf(path, sizeof path, "nwn2-mdb/bake/%s.trn", name);
    if (!bench_corpus(path, &a.trn))
        return false;
    snprintf(path, sizeof path, "nwn2-mdb/bake/%s.git", name);
    BENCH_CHECK(bench_corpus(path, &a.git));
    open_places(&p);
    a.models = wm_chain_finder(p.chain);
    measure(name, &a);
    close_places(&p);
    wm_buffer_free(&a.trn);
    wm_buffer_free(&a.git);
    return true;
}

/* The largest part of what placeables cost, where the table is the game's. */
static void measure_table(void)
{
    double spent[ROUNDS];
    wm_buffer bytes;
    if (!bench_corpus("nwn2-mdb/2da/placeables.2da", &bytes))
        return;
    for (int i = 0; i < ROUNDS; i++) {
        double start = bench_seconds();
        wm_2da *table = wm_2da_read(bytes.data, bytes.size, NULL, NULL);
        BENCH_CHECK(table && table->row_count);
        wm_2da_free(table);
        spent[i] = bench_seconds() - start;
    }
    bench_row("placeables.2da", bench_middle(spent, ROUNDS) * 1e3, "ms",
              "%.1f MB, read once in each whole bake", (double)bytes.size / 1e6);
    wm_buffer_free(&bytes);
}

void bench_area(void)
{
    static const char *const names[] = {"abandoned_church",          "beregost_burningwizard",
                                        "cloakwood_hill_02_ruin1_2", "house_of_the_heavens",
                                        "knights_detente",           "tribuna"};
    size_t found = 0;
    bench_heading("the bake of an area with cutters and placeables, against that of its TRN alone");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found += measure_area(names[i]);
    if (found)
        measure_table();
    else
        measure_made();
}

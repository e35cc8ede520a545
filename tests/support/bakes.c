#include "bakes.h"

/* ---- models ---- */

static wm_status find(const test_models *m, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    wm_finder chain = wm_chain_finder(m->chain);
    wm_status status = chain.find(chain.user, name, type, out, error);
    if (status == WM_OK && out->where && !out->data && out->load)
        status = out->load(out, error);
    return status;
}

/* Removes the hulls of a model. */
static wm_status find_bare(void *user, const char *name, const char *type, wm_found *out,
                           wm_error *error)
{
    const test_models *m = user;
    wm_status status = find(m, name, type, out, error);
    if (status != WM_OK || !out->where || strcmp(type, "mdb") != 0 || !m->no_hulls)
        return status;
    wm_nwn2_mdb *mdb = wm_nwn2_mdb_read(out->data, out->size, NULL, error);
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

void test_models_open(test_models *m)
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

void test_models_close(test_models *m)
{
    wm_chain_free(m->chain);
    for (int i = 0; i < 2; i++)
        wm_folder_free(m->folders[i]);
}

/* ---- files ---- */

wm_nwn2_trn *test_bake_read(const char *path)
{
    wm_error error;
    wm_buffer bytes = test_corpus_file(path);
    wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, &error);
    if (!trn)
        fail_msg("%s: %s", path, error.message);
    wm_buffer_free(&bytes);
    return trn;
}

wm_nwn2_cutters *test_bake_cutters(const char *git)
{
    wm_error error;
    wm_buffer bytes = test_corpus_file(git);
    wm_nwn2_cutters *cutters = wm_nwn2_cutters_read(bytes.data, bytes.size, NULL, &error);
    if (!cutters)
        fail_msg("%s: %s", git, error.message);
    wm_buffer_free(&bytes);
    return cutters;
}

wm_nwn2_obstacles *test_bake_obstacles(const char *git, const test_models *m)
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

/* ---- baking ---- */

typedef struct ground {
    wm_nwn2_floor *floors;
    wm_nwn2_polygon *polygons;
    uint32_t floor_count, polygon_count;
    wm_vec3 (*squares)[4];
} ground;

static void collect(const wm_nwn2_cutters *cutters, const wm_nwn2_obstacles *o,
                    const wm_nwn2_kept *kept, bool squares, ground *to)
{
    uint32_t floors = o->floor_count + kept->floor_count;
    uint32_t polygons =
        cutters->count + o->polygon_count + kept->polygon_count + (squares ? o->missing_count : 0);
    *to = (ground){.floors = calloc(floors + 1, sizeof *to->floors),
                   .polygons = calloc(polygons + 1, sizeof *to->polygons),
                   .squares = calloc(o->missing_count + 1, sizeof *to->squares)};
    assert_non_null(to->floors);
    assert_non_null(to->polygons);
    assert_non_null(to->squares);
    for (uint32_t i = 0; i < kept->floor_count; i++)
        to->floors[to->floor_count++] = kept->floors[i];
    for (uint32_t i = 0; i < o->floor_count; i++)
        to->floors[to->floor_count++] = o->floors[i];
    for (uint32_t i = 0; i < cutters->count; i++)
        to->polygons[to->polygon_count++] = cutters->polygons[i];
    for (uint32_t i = 0; i < o->polygon_count; i++)
        to->polygons[to->polygon_count++] = o->polygons[i];
    for (uint32_t i = 0; i < kept->polygon_count; i++)
        to->polygons[to->polygon_count++] = kept->polygons[i];
    for (uint32_t i = 0; squares && i < o->missing_count; i++) {
        wm_nwn2_placeable_square(&o->missing[i].placeable, 0.5f, to->squares[i]);
        to->polygons[to->polygon_count++] = (wm_nwn2_polygon){to->squares[i], 4};
    }
}

static void lay(const char *path, wm_nwn2_trn *trn, const wm_nwn2_cutters *cutters,
                const wm_nwn2_obstacles *o, const wm_nwn2_kept *kept, bool squares)
{
    ground g;
    wm_error error;
    collect(cutters, o, kept, squares, &g);
    if (wm_nwn2_trn_lay(trn, g.floors, g.floor_count, g.polygons, g.polygon_count, NULL, &error) !=
        WM_OK)
        fail_msg("%s: %s: %s", path, error.path, error.message);
    free(g.floors);
    free(g.polygons);
    free(g.squares);
}

static wm_nwn2_kept *keep(const char *path, const wm_nwn2_trn *laid, const wm_nwn2_trn *old,
                          const wm_nwn2_obstacles *o)
{
    wm_error error;
    wm_vec3 *places = calloc(o->missing_count + 1, sizeof *places);
    assert_non_null(places);
    for (uint32_t i = 0; i < o->missing_count; i++)
        places[i] = o->missing[i].placeable.position;
    wm_nwn2_kept *kept = wm_nwn2_kept_new(laid, old, places, o->missing_count, NULL, &error);
    if (!kept)
        fail_msg("%s: %s: %s", path, error.path, error.message);
    free(places);
    return kept;
}

wm_nwn2_trn *test_bake(const char *path, const wm_nwn2_cutters *cutters,
                       const wm_nwn2_obstacles *obstacles, test_missing missing,
                       const wm_nwn2_trn *old)
{
    static const wm_nwn2_obstacles none = {0};
    static const wm_nwn2_kept nothing = {0};
    const wm_nwn2_obstacles *o = obstacles ? obstacles : &none;
    wm_nwn2_kept *kept = NULL;
    wm_error error;
    wm_nwn2_trn_simplify_opts full = {.above = WM_NWN2_TILE_NODES};
    if (missing == TEST_MISSING_KEEP) {
        wm_nwn2_trn *laid = test_bake_read(path);
        lay(path, laid, cutters, o, &nothing, false);
        kept = keep(path, laid, old, o);
        wm_nwn2_trn_free(laid);
    }
    wm_nwn2_trn *trn = test_bake_read(path);
    lay(path, trn, cutters, o, kept ? kept : &nothing, missing == TEST_MISSING_HOLE);
    wm_nwn2_kept_free(kept);
    if (wm_nwn2_trn_simplify(trn, &full, NULL, &error) != WM_OK ||
        wm_nwn2_trn_rebuild(trn, NULL, NULL, &error) != WM_OK)
        fail_msg("%s: %s: %s", path, error.path, error.message);
    return trn;
}

/* ---- comparing ---- */

bool test_bake_inside(const wm_vec3 *vertices, const uint32_t vertex[3], double x, double y)
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

static unsigned best_in_tile(const wm_nwn2_aswm *a, long column, long row, double x, double y)
{
    unsigned best = 0;
    if (column < 0 || row < 0 || column >= (long)a->grid_width || row >= (long)a->grid_height)
        return 0;
    const wm_nwn2_tile *tile = &a->tiles[(size_t)row * a->grid_width + (size_t)column];
    for (uint32_t i = 0; i < tile->triangles_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[tile->triangles_offset + i];
        unsigned flags = t->flags & WM_NWN2_WALKABLE
                             ? (unsigned)(t->flags & (WM_NWN2_WALKABLE | WM_NWN2_MATERIALS)) | 2u
                             : 1;
        if (flags > best && test_bake_inside(a->vertices, t->vertex, x, y))
            best = flags;
    }
    return best;
}

/* Triangles of a TRN may reach beyond their tiles. */
unsigned test_bake_at(const wm_nwn2_aswm *a, double x, double y)
{
    unsigned best = 0;
    long column = (long)(x / (double)a->tile_width), row = (long)(y / (double)a->tile_width);
    for (long i = -1; i <= 1; i++)
        for (long k = -1; k <= 1; k++) {
            unsigned here = best_in_tile(a, column + i, row + k, x, y);
            best = here > best ? here : best;
        }
    return best;
}

double test_bake_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 16777216.0;
}

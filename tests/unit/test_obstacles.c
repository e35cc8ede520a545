/* Placeables of an area, their models, and what these do to the ground. */
#include <math.h>

#include "gits.h"
#include "mdb_models.h"
#include "memory.h"
#include "shelf.h"
#include "support.h"

static const char table[] = "2DA V2.0\n\n  Label NWN2_ModelName\n0 Stage PLC_Stage\n1 Hull hull\n"
                            "2 Box box\n3 None ****\n4 Gone gone\n5 Broken broken\n6 Bare bare\n";

/* Puts the stage without the packets of some kinds. */
static void put_without(test_shelf *shelf, const char *name, unsigned kinds)
{
    wm_buffer bytes;
    uint32_t count = 0;
    wm_nwn2_mdb *mdb = test_mdb_make("plc_stage.mdb");
    assert_non_null(mdb);
    for (uint32_t i = 0; i < mdb->packet_count; i++)
        if (!(kinds >> mdb->packets[i].kind & 1))
            mdb->packets[count++] = mdb->packets[i];
    mdb->packet_count = count;
    assert_int_equal(wm_nwn2_mdb_write(mdb, NULL, &bytes, NULL), WM_OK);
    test_shelf_put(shelf, name, "mdb", bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    wm_nwn2_mdb_free(mdb);
}

static void fill(test_shelf *shelf)
{
    const unsigned walk = 1u << WM_NWN2_MDB_KIND_WALK, hull = 1u << WM_NWN2_MDB_KIND_COL2;
    test_shelf_put_text(shelf, "placeables", "2da", table);
    put_without(shelf, "plc_stage", 0);
    put_without(shelf, "hull", walk);
    put_without(shelf, "box", walk | hull);
    put_without(shelf, "bare",
                walk | hull | 1u << WM_NWN2_MDB_KIND_RIGD | 1u << WM_NWN2_MDB_KIND_SKIN);
    test_shelf_put_text(shelf, "broken", "mdb", "no model");
}

static wm_nwn2_obstacles *find(test_shelf *shelf, const test_placeable *list, uint32_t count,
                               const wm_allocator *allocator, wm_error *error)
{
    size_t size;
    uint8_t *bytes = test_git_placeables(list, count, &size);
    wm_nwn2_placeables *all = wm_nwn2_placeables_read(bytes, size, NULL, NULL);
    wm_finder finder = test_shelf_finder(shelf);
    assert_non_null(all);
    wm_nwn2_obstacles *o = wm_nwn2_obstacles_new(all, &finder, allocator, error);
    wm_nwn2_placeables_free(all);
    free(bytes);
    return o;
}

static bool is_at(wm_vec3 p, double x, double y)
{
    return fabs((double)p.x - x) < 1e-5 && fabs((double)p.y - y) < 1e-5;
}

/* Scaled, then turned to the left, then moved. */
static void walkmeshes_are_placed(void **state)
{
    (void)state;
    const test_placeable p = {0, 1, {10, 20, 3}, 1.57079632679f, {2, 3, 4}};
    test_shelf shelf = {0};
    fill(&shelf);
    wm_nwn2_obstacles *o = find(&shelf, &p, 1, NULL, NULL);
    assert_non_null(o);
    assert_int_equal(o->walks, 1);
    assert_int_equal(o->polygon_count, 0);
    assert_int_equal(o->floor_count, 1);
    const wm_nwn2_floor *f = &o->floors[0];
    assert_int_equal(f->vertex_count, 6);
    assert_int_equal(f->triangle_count, 4);
    assert_true(is_at(f->vertices[0], 10 + 3, 20 - 2));
    assert_true(f->vertices[0].z == 3 + 4);
    assert_true(is_at(f->vertices[4], 10 + 3, 20 + 4));
    assert_true(f->vertices[4].z == WM_NWN2_FLOOR_DROPPED);
    assert_int_equal(f->triangles[0].flags, WM_NWN2_WALKABLE | WM_NWN2_WOOD);
    assert_int_equal(f->triangles[3].flags, 0);
    wm_nwn2_obstacles_free(o);
    test_shelf_clear(&shelf);
}

/* The hull is a box: its top and bottom have two triangles each, its walls none in plan view. */
static void other_models_leave_holes(void **state)
{
    (void)state;
    const test_placeable p[] = {{1, 1, {10, 20, 3}, 0, {1, 1, 1}},
                                {2, 1, {10, 20, 3}, 0, {2, 1, 1}},
                                {6, 1, {10, 20, 3}, 0, {1, 1, 1}}};
    test_shelf shelf = {0};
    wm_nwn2_mdb_stats stats;
    wm_nwn2_mdb *mdb = test_mdb_make("plc_stage.mdb");
    assert_int_equal(wm_nwn2_mdb_measure(mdb, &stats, NULL), WM_OK);
    wm_nwn2_mdb_free(mdb);
    fill(&shelf);
    wm_nwn2_obstacles *o = find(&shelf, p, 3, NULL, NULL);
    assert_non_null(o);
    assert_int_equal(o->hulls, 1);
    assert_int_equal(o->boxes, 1);
    assert_int_equal(o->empty, 1);
    assert_int_equal(o->missing_count, 0);
    assert_int_equal(o->polygon_count, 5);
    assert_int_equal(o->polygons[0].count, 3);
    assert_int_equal(o->polygons[4].count, 4);
    assert_true(is_at(o->polygons[4].points[2], 10 + 2 * ((double)stats.max.x + 0.001),
                      20 + (double)stats.max.y + 0.001));
    wm_nwn2_obstacles_free(o);
    test_shelf_clear(&shelf);
}

static void missing_models_are_listed(void **state)
{
    (void)state;
    const test_placeable p[] = {{3, 1, {1, 2, 3}, 0, {1, 1, 1}},   {4, 1, {1, 2, 3}, 0, {1, 1, 1}},
                                {0, 1, {1, 2, 3}, 0, {1, 1, 1}},   {5, 1, {1, 2, 3}, 0, {1, 1, 1}},
                                {999, 1, {1, 2, 3}, 0, {1, 1, 1}}, {4, 1, {1, 2, 3}, 0, {1, 1, 1}}};
    test_shelf shelf = {0};
    wm_error error;
    wm_nwn2_obstacles *o = find(&shelf, p, 6, NULL, &error);
    assert_non_null(o);
    assert_false(o->table);
    assert_int_equal(o->missing_count, 6);
    assert_null(o->missing[1].model);
    wm_nwn2_obstacles_free(o);
    fill(&shelf);
    o = find(&shelf, p, 6, NULL, &error);
    assert_non_null(o);
    assert_true(o->table);
    assert_int_equal(o->missing_count, 5);
    assert_null(o->missing[0].model);
    assert_string_equal(o->missing[1].model, "gone");
    assert_false(o->missing[1].unreadable);
    assert_string_equal(o->missing[2].model, "broken");
    assert_true(o->missing[2].unreadable);
    assert_int_equal(o->missing[4].placeable.index, 5);
    wm_nwn2_obstacles_free(o);
    test_shelf_clear(&shelf);
    test_shelf_put_text(&shelf, "placeables", "2da", "no table");
    assert_null(find(&shelf, p, 6, NULL, &error));
    assert_int_equal(error.code, WM_BAD_MAGIC);
    test_shelf_clear(&shelf);
}

/* A model whose walkmesh names a vertex that does not exist: its floor is not known. */
static void damaged_models_are_listed(void **state)
{
    (void)state;
    const test_placeable p = {1, 1, {1, 2, 3}, 0, {1, 1, 1}};
    test_shelf shelf = {0};
    wm_buffer bytes;
    wm_nwn2_mdb *mdb = test_mdb_make("plc_stage.mdb");
    const wm_nwn2_mdb_packet *walk = wm_nwn2_mdb_find(mdb, WM_NWN2_MDB_KIND_WALK);
    assert_non_null(walk);
    walk->mesh->triangles[0].vertex[1] = 60000;
    assert_int_equal(wm_nwn2_mdb_write(mdb, NULL, &bytes, NULL), WM_OK);
    test_shelf_put_text(&shelf, "placeables", "2da", "2DA V2.0\n\n NWN2_ModelName\n0 a\n1 stage\n");
    test_shelf_put(&shelf, "stage", "mdb", bytes.data, bytes.size);
    wm_nwn2_obstacles *o = find(&shelf, &p, 1, NULL, NULL);
    assert_non_null(o);
    assert_int_equal(o->empty, 0);
    assert_int_equal(o->missing_count, 1);
    assert_true(o->missing[0].unreadable);
    wm_nwn2_obstacles_free(o);
    wm_buffer_free(&bytes);
    wm_nwn2_mdb_free(mdb);
    test_shelf_clear(&shelf);
}

/* Rows of the table may name one model: it is read once. What is placed again and again is limited,
 * vertices without triangles too. */
static void large_models_are_limited(void **state)
{
    (void)state;
    enum { VERTICES = 20000, MOST = 40 };
    test_placeable p[MOST];
    test_shelf shelf = {0};
    wm_error error;
    wm_buffer bytes;
    wm_nwn2_mdb *mdb = test_mdb_make("plc_stage.mdb");
    assert_non_null(mdb);
    wm_nwn2_mdb_mesh *walk = NULL;
    for (uint32_t i = 0; i < mdb->packet_count; i++)
        if (mdb->packets[i].kind == WM_NWN2_MDB_KIND_WALK)
            walk = mdb->packets[i].mesh;
    assert_non_null(walk);
    wm_vec3 *vertices = wm_nwn2_mdb_alloc(mdb, VERTICES, sizeof *vertices, NULL);
    assert_non_null(vertices);
    memcpy(vertices, walk->walk_vertices, walk->vertex_count * sizeof *vertices);
    walk->walk_vertices = vertices;
    walk->vertex_count = VERTICES;
    assert_int_equal(wm_nwn2_mdb_write(mdb, NULL, &bytes, NULL), WM_OK);
    test_shelf_put(&shelf, "large", "mdb", bytes.data, bytes.size);
    test_shelf_put_text(&shelf, "placeables", "2da",
                        "2DA V2.0\n\n  NWN2_ModelName\n0 large\n1 Large\n2 LARGE\n");
    wm_buffer_free(&bytes);
    wm_nwn2_mdb_free(mdb);
    for (uint32_t i = 0; i < MOST; i++)
        p[i] = (test_placeable){i % 3, 1, {(float)i, 0, 0}, 0, {1, 1, 1}};
    wm_nwn2_obstacles *o = find(&shelf, p, 12, NULL, &error);
    assert_non_null(o);
    assert_int_equal(o->walks, 12);
    assert_int_equal(shelf.finds, 2); /* the table and the model */
    wm_nwn2_obstacles_free(o);
    assert_null(find(&shelf, p, MOST, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    test_shelf_clear(&shelf);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    const test_placeable p[] = {{0, 1, {1, 2, 3}, 0, {1, 1, 1}},
                                {1, 1, {1, 2, 3}, 0, {1, 1, 1}},
                                {2, 1, {1, 2, 3}, 0, {1, 1, 1}},
                                {5, 1, {1, 2, 3}, 0, {1, 1, 1}}};
    test_shelf shelf = {0};
    uint64_t n = 1;
    fill(&shelf);
    for (bool done = false; !done; n++) {
        test_memory memory;
        wm_error error = {.code = WM_OK};
        test_memory_init(&memory);
        memory.fail_at = n;
        wm_nwn2_obstacles *o = find(&shelf, p, 4, &memory.allocator, &error);
        if (!o)
            assert_int_equal(error.code, WM_NO_MEMORY);
        done = memory.refused == 0;
        wm_nwn2_obstacles_free(o);
        test_memory_done(&memory, "obstacles");
    }
    assert_true(n > 5);
    test_shelf_clear(&shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walkmeshes_are_placed),     cmocka_unit_test(other_models_leave_holes),
        cmocka_unit_test(missing_models_are_listed), cmocka_unit_test(damaged_models_are_listed),
        cmocka_unit_test(large_models_are_limited),  cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

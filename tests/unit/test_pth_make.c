/* Path points made from floors: on the floor, connected, clear of walls, and few. */
#include <math.h>

#include "area/pth.h"
#include "areas.h"
#include "memory.h"
#include "meshes.h"
#include "support.h"
#include "waymark/folder.h"

/* Made and compared with the floor that they were made from. */
static wm_kotor_pth *make(const wm_walkmesh *mesh, wm_kotor_pth_stats *stats)
{
    wm_error error;
    wm_report report;
    wm_kotor_pth *pth = wm_kotor_pth_from_walkmesh(mesh, NULL, &error);
    if (!pth)
        fail_msg("%s", error.message);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_pth_check(pth, NULL, &report, NULL), WM_OK);
    assert_int_equal(wmi_pth_check_floor(pth, mesh, NULL, &report, NULL), WM_OK);
    for (uint32_t i = 0; i < report.count; i++)
        if (report.issues[i].code != WM_KOTOR_PTH_ISOLATED) /* the only point of a region */
            fail_msg("%s: %s", report.issues[i].path, report.issues[i].message);
    wm_report_free(&report);
    assert_int_equal(wm_kotor_pth_measure(pth, stats, NULL), WM_OK);
    return pth;
}

/* Regions with at least a square metre of floor in plan view. */
static uint32_t count_regions(const wm_walkmesh *mesh)
{
    uint32_t count = wm_walkmesh_region_count(mesh), large = 0;
    double *area = calloc(count + 1, sizeof *area);
    assert_non_null(area);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint32_t r = wm_walkmesh_region(mesh, f);
        const uint32_t *v = mesh->faces[f].vertex;
        wm_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
        if (r != WM_NO_INDEX)
            area[r] += fabs(((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                            ((double)c.x - (double)a.x) * ((double)b.y - (double)a.y)) /
                       2;
    }
    for (uint32_t i = 0; i < count; i++)
        large += area[i] >= 1;
    free(area);
    return large;
}

static wm_walkmesh *mesh_of(const test_area *a)
{
    wm_kotor_area *area =
        wm_kotor_area_new(a->lyt, (const wm_kotor_bwm *const *)a->rooms, NULL, NULL);
    wm_walkmesh *mesh = area ? wm_walkmesh_from_kotor_area(area, NULL, NULL) : NULL;
    wm_kotor_area_free(area);
    assert_non_null(mesh);
    return mesh;
}

static void rooms_are_connected(void **state)
{
    (void)state;
    wm_kotor_pth_stats s;
    test_area *a = test_area_make(3, 2, 6, 6);
    wm_walkmesh *mesh = mesh_of(a);
    wm_kotor_pth *pth = make(mesh, &s), *again = make(mesh, &s);
    assert_int_equal(s.parts, 1);
    assert_in_range(s.points, 4, 24);
    assert_int_equal(again->point_count, pth->point_count);
    assert_memory_equal(again->points, pth->points, pth->point_count * sizeof *pth->points);
    assert_memory_equal(again->links, pth->links, pth->link_count * sizeof *pth->links);
    wm_kotor_pth_free(again);
    wm_kotor_pth_free(pth);
    wm_walkmesh_free(mesh);
    test_area_free(a);
}

/* One room without doors: one point in its middle, clear of the walls. */
static void one_point_serves_a_small_room(void **state)
{
    (void)state;
    wm_kotor_pth_stats s;
    test_area *a = test_area_make(1, 1, 7, 7);
    wm_walkmesh *mesh = mesh_of(a);
    wm_kotor_pth *pth = make(mesh, &s);
    assert_int_equal(pth->point_count, 1);
    assert_int_equal(pth->link_count, 0);
    assert_true(fabsf(pth->points[0].x - (mesh->min.x + mesh->max.x) / 2) < 1);
    assert_true(fabsf(pth->points[0].y - (mesh->min.y + mesh->max.y) / 2) < 1);
    wm_kotor_pth_free(pth);
    wm_walkmesh_free(mesh);
    test_area_free(a);
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    wm_error error;
    test_area *a = test_area_make(1, 1, 3, 3);
    wm_walkmesh *mesh = mesh_of(a);
    const wm_kotor_pth_make_opts wrong[] = {{.clearance = -1}, {.spacing = INFINITY}};
    for (size_t i = 0; i < 2; i++) {
        assert_null(wm_kotor_pth_from_walkmesh(mesh, &wrong[i], &error));
        assert_int_equal(error.code, WM_BAD_ARGUMENT);
    }
    wm_walkmesh_free(mesh);
    test_area_free(a);
}

/* Every allocation fails in turn. */
static void refused_memory_is_reported(void **state)
{
    (void)state;
    test_area *a = test_area_make(2, 1, 4, 4);
    wm_walkmesh *mesh = mesh_of(a);
    wm_kotor_pth *pth = NULL;
    uint32_t tries = 0;
    for (; !pth && tries < 1000; tries++) {
        test_memory memory;
        wm_error error = {0};
        test_memory_init(&memory);
        memory.fail_at = tries + 1;
        pth = wm_kotor_pth_from_walkmesh(
            mesh, &(wm_kotor_pth_make_opts){.allocator = &memory.allocator}, &error);
        if (!pth)
            assert_int_equal(error.code, WM_NO_MEMORY);
        else
            wm_kotor_pth_free(pth);
        test_memory_done(&memory, "path points");
    }
    assert_in_range(tries, 5, 999);
    wm_walkmesh_free(mesh);
    test_area_free(a);
}

/* ---- real floors ---- */

static void real_rooms_have_points(void **state)
{
    (void)state;
    NEED_CORPUS();
    uint32_t rooms = 0, points = 0;
    for (test_listing l = {0}; test_corpus_next(&l, "kotor/walkmeshes", ".wok");) {
        wm_buffer bytes = test_corpus_file(l.path);
        wm_kotor_bwm *bwm = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL);
        wm_walkmesh *mesh = bwm ? wm_walkmesh_from_kotor_bwm(bwm, NULL, NULL, NULL) : NULL;
        if (mesh) {
            wm_kotor_pth_stats s;
            wm_kotor_pth_free(make(mesh, &s));
            if (s.parts > count_regions(mesh))
                fail_msg("%s: %u parts in %u regions", l.path, (unsigned)s.parts,
                         (unsigned)count_regions(mesh));
            rooms++;
            points += s.points;
        }
        wm_walkmesh_free(mesh);
        wm_kotor_bwm_free(bwm);
        wm_buffer_free(&bytes);
    }
    print_message("%u rooms, %u points\n", (unsigned)rooms, (unsigned)points);
    assert_true(rooms > 10);
}

/* All rooms of an area: every region is connected, and nothing is found. */
static void a_real_area_has_points(void **state)
{
    (void)state;
    NEED_CORPUS();
    char path[1100];
    wm_kotor_pth_stats s;
    snprintf(path, sizeof path, "%s/areas/k2_745kor/745kor.lyt", test_corpus());
    wm_document *d = wm_open_file(path, NULL, NULL);
    assert_non_null(d);
    wm_walkmesh *mesh = wm_document_walkmesh(d, NULL, NULL);
    assert_non_null(mesh);
    wm_kotor_pth_free(make(mesh, &s));
    print_message("%u points, %u links\n", (unsigned)s.points, (unsigned)s.links);
    assert_int_equal(s.parts, 1);
    assert_int_equal(s.isolated, 0);
    assert_in_range(s.points, 80, 200);
    wm_walkmesh_free(mesh);
    wm_document_free(d);
}

/* Each of the 16 ways from each place crosses many slivers of a disc: 8,000 took 14 s. */
static void a_crowded_floor_is_refused(void **state)
{
    (void)state;
    wm_walkmesh *m = test_disc(4000);
    wm_error error;
    assert_null(wm_kotor_pth_from_walkmesh(m, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_string_equal(error.message,
                        "the floor is too large or too crowded for path points: they take more "
                        "than 7,000,000 steps, the limit for 4,000 faces");
    wm_walkmesh_free(m);
}

/* Each place is on all of 3,000 floors: 1,000 rooms of 50 faces at one place took 15 s. */
static void many_floors_at_one_place_are_refused(void **state)
{
    (void)state;
    enum { FLOORS = 3000 };
    wm_vec3 *vertices = calloc(4 * FLOORS, sizeof *vertices);
    wm_walk_face *faces = calloc(2 * FLOORS, sizeof *faces);
    uint32_t *materials = calloc(2 * FLOORS, sizeof *materials);
    bool *walkable = calloc(2 * FLOORS, sizeof *walkable);
    wm_error error;
    assert_true(vertices && faces && materials && walkable);
    for (uint32_t i = 0; i < FLOORS; i++) {
        for (uint32_t k = 0; k < 4; k++)
            vertices[4 * i + k] = (wm_vec3){k == 1 || k == 2 ? 4 : 0, k >= 2 ? 4 : 0, (float)i};
        faces[2 * i] = (wm_walk_face){{4 * i, 4 * i + 1, 4 * i + 2}};
        faces[2 * i + 1] = (wm_walk_face){{4 * i, 4 * i + 2, 4 * i + 3}};
        walkable[2 * i] = walkable[2 * i + 1] = true;
    }
    const wm_walkmesh_desc desc = {.vertex_count = 4 * FLOORS,
                                   .vertices = vertices,
                                   .face_count = 2 * FLOORS,
                                   .faces = faces,
                                   .materials = materials,
                                   .walkable = walkable};
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, &error);
    assert_non_null(m);
    assert_null(wm_kotor_pth_from_walkmesh(m, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    wm_walkmesh_free(m);
    free(vertices);
    free(faces);
    free(materials);
    free(walkable);
}

/* A place for each metre, and each looks for walls in 16 directions: a triangle of a square
 * kilometre (288 bytes) took 0.9 s, and 537 bytes 1.2 s. */
static void a_vast_floor_is_refused(void **state)
{
    (void)state;
    wm_vec3 vertices[] = {{0, 0, 0}, {1000, 0, 0}, {1000, 1000, 0}};
    wm_walk_face face = {{0, 1, 2}};
    uint32_t material = 1;
    bool walkable = true;
    wm_error error;
    const wm_walkmesh_desc desc = {.vertex_count = 3,
                                   .vertices = vertices,
                                   .face_count = 1,
                                   .faces = &face,
                                   .materials = &material,
                                   .walkable = &walkable};
    for (int i = 0; i < 2; i++) {
        wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, &error);
        wm_kotor_pth *pth = m ? wm_kotor_pth_from_walkmesh(m, NULL, &error) : NULL;
        assert_true((pth != NULL) == (i == 1));
        if (!pth)
            assert_non_null(strstr(error.message, "more than 5,000,500 steps"));
        wm_kotor_pth_free(pth);
        wm_walkmesh_free(m);
        vertices[1].x = vertices[2].x = vertices[2].y = 200; /* a large place is not too large */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_are_connected),
        cmocka_unit_test(one_point_serves_a_small_room),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(refused_memory_is_reported),
        cmocka_unit_test(real_rooms_have_points),
        cmocka_unit_test(a_real_area_has_points),
        cmocka_unit_test(a_crowded_floor_is_refused),
        cmocka_unit_test(many_floors_at_one_place_are_refused),
        cmocka_unit_test(a_vast_floor_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

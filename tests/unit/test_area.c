/* Areas: seams, components, overlaps, and what must not be reported. */
#include "areas.h"
#include "fixtures.h"
#include "memory.h"
#include "support.h"

static wm_kotor_area *join(const test_area *a, const wm_kotor_area_opts *opts)
{
    wm_error error = {0};
    wm_kotor_area *area =
        wm_kotor_area_new(a->lyt, (const wm_kotor_bwm *const *)a->rooms, opts, &error);
    if (!area)
        fail_msg("%s", error.message);
    return area;
}

static void expect_clean(const test_area *a)
{
    wm_report report;
    wm_report_init(&report, NULL);
    test_area_check(a, &report);
    for (uint32_t i = 0; i < report.count; i++)
        print_message("  %s\n", report.issues[i].message);
    assert_int_equal(report.count, 0);
    wm_report_free(&report);
}

static void a_grid_is_one_area(void **state)
{
    test_area *a = test_area_make(4, 3, 4, 5);
    wm_kotor_area *area = join(a, NULL);
    (void)state;
    assert_int_equal(area->room_count, 12);
    assert_int_equal(area->seam_count, 3 * 3 + 4 * 2);
    assert_int_equal(area->transitions, 2 * area->seam_count);
    assert_int_equal(area->matched, area->transitions);
    for (uint32_t i = 0; i < area->seam_count; i++) {
        assert_true(area->seams[i].exact && area->seams[i].crossable);
        assert_true(area->seams[i].distance == 0);
        assert_int_equal(area->seams[i].leads_to[0], area->seams[i].room[1]);
    }
    assert_int_equal(area->component_count, 1);
    assert_int_equal(area->components[0].rooms, 12);
    assert_true(area->components[0].walkable_m2 == 12 * 20 + 2 * 17);
    expect_clean(a);
    wm_kotor_area_free(area);
    test_area_free(a);
}

static void cut_off_rooms_are_named(void **state)
{
    test_area *a = test_area_make(4, 1, 4, 4);
    wm_report report;
    (void)state;
    test_area_door(a, 2, 3)->transition = WM_NO_INDEX;
    wm_kotor_area *area = join(a, NULL);
    assert_int_equal(area->component_count, 2);
    assert_int_equal(area->components[0].rooms, 3);
    assert_int_equal(area->rooms[0].component, 0);
    assert_int_equal(area->rooms[3].component, 1);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_area_check(area, NULL, &report, NULL), WM_OK);
    assert_int_equal(report.count, 2);
    assert_int_equal(report.issues[0].code, WM_AREA_TRANSITION_ONE_SIDED);
    assert_true(report.issues[0].has_place);
    assert_memory_equal(report.issues[0].path, "Grid_02_00.edges[", strlen("Grid_02_00.edges["));
    assert_int_equal(report.issues[1].code, WM_AREA_CUT_OFF);
    assert_non_null(strstr(report.issues[1].message, "Grid_03_00"));
    wm_report_free(&report);
    wm_kotor_area_free(area);
    test_area_free(a);
}

/* Rooms that lie above each other, touch along walls, or have no floor are fine. */
static void bridges_are_not_overlaps(void **state)
{
    test_area *a = test_area_make(1, 2, 4, 4);
    wm_report report;
    (void)state;
    for (uint32_t i = 0; i < a->rooms[1]->vertex_count; i++) {
        wm_vec3 *v = &a->rooms[1]->vertices[i];
        v->y -= 6; /* onto the first room, three metres up */
        v->z += 3;
    }
    wm_report_init(&report, NULL);
    test_area_check(a, &report);
    assert_int_equal(test_count_issues(&report, WM_AREA_FLOORS_OVERLAP), 0);
    wm_report_free(&report);
    for (uint32_t i = 0; i < a->rooms[1]->vertex_count; i++)
        a->rooms[1]->vertices[i].z -= 2.9f; /* a step of ten centimetres: one on the other */
    wm_report_init(&report, NULL);
    test_area_check(a, &report);
    assert_int_equal(test_count_issues(&report, WM_AREA_FLOORS_OVERLAP), 1);
    for (uint32_t i = 0; i < report.count; i++)
        if (report.issues[i].code == WM_AREA_FLOORS_OVERLAP)
            assert_non_null(strstr(report.issues[i].message, "overlap by 16.000 m2"));
    wm_report_free(&report);
    test_area_free(a);
}

static void a_gap_is_measured(void **state)
{
    test_area *a = test_area_make(2, 1, 4, 4);
    wm_report report;
    (void)state;
    uint32_t door = test_area_door(a, 1, 0)->edge;
    test_area_corner(a, 1, door, 0)->x += 0.125f;
    test_area_corner(a, 1, door, 1)->y -= 0.0625f;
    wm_kotor_area *area = join(a, NULL);
    assert_int_equal(area->seam_count, 1);
    assert_true(area->seams[0].distance == 0.125);
    assert_false(area->seams[0].crossable);
    assert_int_equal(area->component_count, 2);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_area_check(area, NULL, &report, NULL), WM_OK);
    assert_int_equal(test_count_issues(&report, WM_AREA_SEAM_GAP), 1);
    assert_non_null(strstr(report.issues[0].message, "0.062500 m at its start"));
    assert_non_null(strstr(report.issues[0].message, "0.125000 m at its end"));
    wm_report_free(&report);
    wm_kotor_area_free(area);
    wm_kotor_area_opts wide = {.tolerance = 0.2f};
    area = join(a, &wide);
    assert_true(area->seams[0].crossable);
    assert_int_equal(area->component_count, 1);
    wm_kotor_area_free(area);
    test_area_free(a);
}

/* Divided edges lie along each other; one can still cross. */
static void split_doors_still_connect(void **state)
{
    test_area *a = test_area_make_split(2, 2, 4, 3);
    wm_kotor_area *area = join(a, NULL);
    wm_report report;
    (void)state;
    assert_int_equal(area->component_count, 1);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_area_check(area, NULL, &report, NULL), WM_OK);
    assert_int_equal(report.errors, 0);
    assert_int_equal(test_count_issues(&report, WM_AREA_SEAM_SPLIT), 6); /* 1 + 2 at two doors */
    wm_report_free(&report);
    wm_kotor_area_free(area);
    test_area_free(a);
}

/* Claims of a file that point nowhere, and coordinates that are not numbers. */
static void broken_tables_are_safe(void **state)
{
    test_area *a = test_area_make(2, 2, 3, 3);
    wm_kotor_bwm *b = a->rooms[0];
    wm_report report;
    (void)state;
    b->edges[0].edge = WM_NO_INDEX;
    b->edges[1].edge = 3 * b->face_count;
    b->edges[2].transition = 0x80000000u;
    b->vertices[0].x = (float)(0.0 / (b->vertices[0].x - b->vertices[0].x + 0.0));
    b->adjacency[0].edge[0] = 12345678;
    a->rooms[1]->edge_count = 0;
    a->rooms[2]->adjacency_count = 0;
    wm_report_init(&report, NULL);
    test_area_check(a, &report);
    assert_true(report.count > 0);
    wm_report_free(&report);
    test_area_free(a);
}

static void a_doubled_room_counts_once(void **state)
{
    test_area *a = test_area_make(2, 1, 3, 3);
    wm_report report;
    (void)state;
    test_area_layout(a, "beginlayout\nroomcount 2\n a 0 0 0\n A 0 0 0\ndonelayout\n");
    wm_kotor_area *area = join(a, NULL);
    assert_null(area->rooms[1].walkmesh);
    assert_true(area->rooms[1].duplicate);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_area_check(area, NULL, &report, NULL), WM_OK);
    assert_int_equal(test_count_issues(&report, WM_AREA_ROOM_NO_WALKMESH), 0);
    assert_int_equal(test_count_issues(&report, WM_AREA_TRANSITION_NO_WALKMESH), 1);
    wm_report_free(&report);
    wm_kotor_area_free(area);
    test_area_free(a);
}

static void every_refused_allocation_is_an_error(void **state)
{
    test_area *a = test_area_make(2, 2, 3, 3);
    bool passed = false;
    (void)state;
    for (uint64_t n = 1; !passed; n++) {
        test_memory memory;
        wm_error error = {0};
        wm_report report;
        test_memory_init(&memory);
        memory.fail_at = n;
        wm_kotor_area_opts opts = {.allocator = &memory.allocator};
        wm_kotor_area *area =
            wm_kotor_area_new(a->lyt, (const wm_kotor_bwm *const *)a->rooms, &opts, &error);
        wm_report_init(&report, NULL);
        if (!area || wm_kotor_area_check(area, NULL, &report, &error) != WM_OK)
            assert_int_equal(error.code, WM_NO_MEMORY);
        else
            passed = memory.refused == 0;
        wm_report_free(&report);
        wm_kotor_area_free(area);
        test_memory_done(&memory, "area");
        assert_true(n < 1000);
    }
    test_area_free(a);
}

/* Sixty rooms with a perimeter of 2,000 edges each. */
static void many_edges_are_quick(void **state)
{
    test_area *a = test_area_make(1, 60, 1000, 1);
    double start = test_cpu_seconds();
    (void)state;
    expect_clean(a);
    double took = test_cpu_seconds() - start;
    print_message("60 rooms of 2,000 edges: %.2f s\n", took);
    assert_true(took < 20); /* n squared would take minutes */
    test_area_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_is_one_area),
        cmocka_unit_test(cut_off_rooms_are_named),
        cmocka_unit_test(bridges_are_not_overlaps),
        cmocka_unit_test(a_gap_is_measured),
        cmocka_unit_test(split_doors_still_connect),
        cmocka_unit_test(broken_tables_are_safe),
        cmocka_unit_test(a_doubled_room_counts_once),
        cmocka_unit_test(every_refused_allocation_is_an_error),
        cmocka_unit_test(many_edges_are_quick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

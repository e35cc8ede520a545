/* Fixing areas: a good area is damaged in each way, fixed, and compared. */
#include "areas.h"
#include "fixtures.h"
#include "memory.h"
#include "support.h"

static bool same_room(const wm_kotor_bwm *a, const wm_kotor_bwm *b)
{
    wm_buffer x, y;
    assert_int_equal(wm_kotor_bwm_write(a, NULL, &x, NULL), WM_OK);
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &y, NULL), WM_OK);
    bool same = x.size == y.size && memcmp(x.data, y.data, x.size) == 0;
    wm_buffer_free(&x);
    wm_buffer_free(&y);
    return same;
}

static uint32_t findings(const test_area *a)
{
    wm_report report;
    wm_report_init(&report, NULL);
    test_area_check(a, &report);
    uint32_t n = report.count;
    wm_report_free(&report);
    return n;
}

typedef struct damage {
    const char *what;
    void (*plant)(test_area *a);
    wm_issue_code code;
    wm_kotor_room_change_kind kind;
    uint32_t changes;
    bool restored; /* byte for byte what it was */
} damage;

static void one_sided(test_area *a)
{
    test_area_door(a, 4, 5)->transition = WM_NO_INDEX;
}

static void missing(test_area *a)
{
    test_area_door(a, 4, 5)->transition = WM_NO_INDEX;
    test_area_door(a, 5, 4)->transition = WM_NO_INDEX;
}

static void wrong_room(test_area *a)
{
    test_area_door(a, 4, 5)->transition = 0;
}

static void out_of_range(test_area *a)
{
    test_area_door(a, 4, 5)->transition = 9;
}

static void to_itself(test_area *a)
{
    test_area_door(a, 4, 5)->transition = 4;
}

/* All rooms of one row were moved in the layout. */
static void stale_numbers(test_area *a)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t e = 0; e < a->rooms[i]->edge_count; e++) {
            uint32_t *t = &a->rooms[i]->edges[e].transition;
            if (*t != WM_NO_INDEX)
                *t = (*t + 3) % 9;
        }
}

static void move_door(test_area *a, float dx, float dy, float dz)
{
    uint32_t door = test_area_door(a, 5, 4)->edge;
    for (int end = 0; end < 2; end++) {
        wm_vec3 *v = test_area_corner(a, 5, door, end);
        v->x += dx;
        v->y += dy;
        v->z += dz;
    }
    assert_int_equal(wm_kotor_bwm_rebuild(a->rooms[5], NULL, NULL, NULL), WM_OK);
}

static void loose(test_area *a)
{
    move_door(a, 0.0005f, 0, 0);
}

static void gap(test_area *a)
{
    move_door(a, 0.004f, -0.003f, 0.006f);
}

static void each_damage_is_fixed(void **state)
{
    static const damage damages[] = {
        {"one-sided", one_sided, WM_AREA_TRANSITION_ONE_SIDED,
         WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_SET, 1, true},
        {"missing", missing, WM_AREA_TRANSITION_MISSING, WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_SET,
         2, true},
        {"wrong room", wrong_room, WM_AREA_TRANSITION_WRONG_ROOM,
         WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_SET, 1, true},
        {"out of range", out_of_range, WM_AREA_TRANSITION_RANGE,
         WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_SET, 1, true},
        {"to itself", to_itself, WM_AREA_TRANSITION_SELF, WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_SET,
         1, true},
        {"stale numbers", stale_numbers, WM_AREA_TRANSITION_WRONG_ROOM,
         WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_SET, 24, true},
        {"loose seam", loose, WM_AREA_SEAM_LOOSE, WM_KOTOR_ROOM_CHANGE_KIND_SEAM_WELDED, 1, true},
        {"gap", gap, WM_AREA_SEAM_GAP, WM_KOTOR_ROOM_CHANGE_KIND_SEAM_WELDED, 1, true},
    };
    (void)state;
    test_area *good = test_area_make(3, 3, 4, 4);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const damage *d = &damages[i];
        test_area *a = test_area_make(3, 3, 4, 4);
        wm_report report;
        d->plant(a);
        wm_report_init(&report, NULL);
        test_area_check(a, &report);
        test_expect_issue(&report, d->code);
        wm_report_free(&report);
        wm_kotor_room_fixes *fixes = wm_kotor_lyt_fix_rooms(a->lyt, a->rooms, NULL, NULL);
        assert_non_null(fixes);
        assert_int_equal(fixes->count, d->changes);
        assert_int_equal(fixes->changes[0].kind, d->kind);
        assert_int_equal(findings(a), 0);
        for (uint32_t r = 0; r < a->count && d->restored; r++)
            if (!same_room(a->rooms[r], good->rooms[r]))
                fail_msg("%s: room %u is not what it was", d->what, (unsigned)r);
        wm_kotor_room_fixes_free(fixes);
        test_area_free(a);
    }
    test_area_free(good);
}

static void a_good_area_is_left_alone(void **state)
{
    test_area *a = test_area_make(3, 2, 3, 3);
    wm_kotor_room_fixes *fixes = wm_kotor_lyt_fix_rooms(a->lyt, a->rooms, NULL, NULL);
    (void)state;
    assert_non_null(fixes);
    assert_int_equal(fixes->count, 0);
    for (uint32_t i = 0; i < a->count; i++)
        assert_false(fixes->room_changed[i]);
    wm_kotor_room_fixes_free(fixes);
    test_area_free(a);
}

/* Wider than the tolerance stays, until the caller allows it. */
static void tolerance_bounds_the_weld(void **state)
{
    test_area *a = test_area_make(3, 3, 4, 4);
    wm_kotor_lyt_fix_rooms_opts opts = {.base = {.tolerance = 0.1f}};
    (void)state;
    move_door(a, 0.05f, 0, 0);
    wm_kotor_room_fixes *fixes = wm_kotor_lyt_fix_rooms(a->lyt, a->rooms, NULL, NULL);
    assert_int_equal(fixes->count, 0);
    wm_kotor_room_fixes_free(fixes);
    fixes = wm_kotor_lyt_fix_rooms(a->lyt, a->rooms, &opts, NULL);
    assert_int_equal(fixes->count, 1);
    assert_true(fixes->changes[0].distance > 0.0499 && fixes->changes[0].distance < 0.0501);
    assert_true(fixes->room_changed[5] && !fixes->room_changed[4]);
    wm_kotor_room_fixes_free(fixes);
    assert_int_equal(findings(a), 0);
    test_area_free(a);
}

static void dangling_goes_only_when_asked(void **state)
{
    test_area *a = test_area_make(2, 1, 3, 3);
    wm_kotor_lyt_fix_rooms_opts opts = {.remove_dangling = true};
    uint32_t wall = 0;
    (void)state;
    while (a->rooms[0]->edges[wall].transition != WM_NO_INDEX)
        wall++;
    a->rooms[0]->edges[wall].transition = 77;
    wm_kotor_room_fixes *fixes = wm_kotor_lyt_fix_rooms(a->lyt, a->rooms, NULL, NULL);
    assert_int_equal(fixes->count, 0);
    wm_kotor_room_fixes_free(fixes);
    fixes = wm_kotor_lyt_fix_rooms(a->lyt, a->rooms, &opts, NULL);
    assert_int_equal(fixes->count, 1);
    assert_int_equal(fixes->changes[0].kind, WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_REMOVED);
    assert_int_equal(fixes->changes[0].from, 77);
    wm_kotor_room_fixes_free(fixes);
    assert_int_equal(findings(a), 0);
    test_area_free(a);
}

/* If a room is missing, what its doors lead to is unknown. */
static void doubt_changes_nothing(void **state)
{
    test_area *a = test_area_make(3, 1, 3, 3);
    (void)state;
    test_area_door(a, 0, 1)->transition = 2;
    wm_kotor_bwm_free(a->rooms[2]);
    a->rooms[2] = NULL;
    wm_kotor_room_fixes *fixes = wm_kotor_lyt_fix_rooms(a->lyt, a->rooms, NULL, NULL);
    assert_non_null(fixes);
    assert_int_equal(fixes->count, 0);
    wm_kotor_room_fixes_free(fixes);
    test_area_free(a);
}

static void every_refused_allocation_is_an_error(void **state)
{
    bool passed = false;
    uint32_t failed = 0;
    (void)state;
    for (uint64_t n = 1; !passed; n++) {
        test_memory memory;
        wm_error error = {0};
        test_area *a = test_area_make(3, 3, 4, 4);
        gap(a);
        test_area_door(a, 0, 1)->transition = WM_NO_INDEX;
        test_memory_init(&memory);
        wm_kotor_bwm *rooms[9];
        wm_buffer before[9];
        for (uint32_t i = 0; i < 9; i++) {
            rooms[i] = wm_kotor_bwm_copy(a->rooms[i], &memory.allocator, NULL);
            assert_non_null(rooms[i]);
            assert_int_equal(wm_kotor_bwm_write(rooms[i], NULL, &before[i], NULL), WM_OK);
        }
        memory.fail_at = memory.calls + n;
        wm_kotor_lyt_fix_rooms_opts opts = {.base = {.allocator = &memory.allocator}};
        wm_kotor_room_fixes *fixes = wm_kotor_lyt_fix_rooms(a->lyt, rooms, &opts, &error);
        passed = memory.refused == 0;
        assert_true(fixes || error.code == WM_NO_MEMORY);
        failed += !fixes;
        memory.fail_at = 0;
        for (uint32_t i = 0; i < 9; i++) { /* all or nothing */
            wm_buffer after;
            assert_int_equal(wm_kotor_bwm_write(rooms[i], NULL, &after, NULL), WM_OK);
            bool changed =
                after.size != before[i].size || memcmp(after.data, before[i].data, after.size) != 0;
            assert_true(changed == (fixes && fixes->room_changed[i]));
            wm_buffer_free(&after);
            wm_buffer_free(&before[i]);
            wm_kotor_bwm_free(rooms[i]);
        }
        wm_kotor_room_fixes_free(fixes);
        test_memory_done(&memory, "fix");
        test_area_free(a);
        assert_true(n < 1000);
    }
    assert_true(failed > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_damage_is_fixed),
        cmocka_unit_test(a_good_area_is_left_alone),
        cmocka_unit_test(tolerance_bounds_the_weld),
        cmocka_unit_test(dangling_goes_only_when_asked),
        cmocka_unit_test(doubt_changes_nothing),
        cmocka_unit_test(every_refused_allocation_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

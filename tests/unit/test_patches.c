/* Faults that community patches found by hand: check finds each of them, and finds nothing of the
 * kind once it is repaired. */
#include "fixtures.h"
#include "memory.h"
#include "patches.h"
#include "samples.h"
#include "support.h"

static void each_fault_is_found(void **state)
{
    uint32_t run = 0;
    (void)state;
    for (const test_patch *p = test_patches; p->name; p++, run++) {
        wm_report report;
        wm_report_init(&report, NULL);
        test_patch_check(p, false, &report);
        print_message("%s\n", p->name);
        test_expect_issue(&report, p->code);
        wm_report_free(&report);
    }
    assert_true(run >= 6);
}

static void nothing_is_left_after_the_repair(void **state)
{
    (void)state;
    for (const test_patch *p = test_patches; p->name; p++) {
        wm_report report;
        wm_report_init(&report, NULL);
        test_patch_check(p, true, &report);
        for (uint32_t i = 0; i < report.count; i++)
            if (report.issues[i].code == p->code || report.issues[i].severity == WM_SEVERITY_ERROR)
                fail_msg("%s: %s", p->name, report.issues[i].message);
        wm_report_free(&report);
    }
}

/* A finding has a place, so that render can draw it. */
static void findings_have_places(void **state)
{
    (void)state;
    for (const test_patch *p = test_patches; p->name; p++) {
        wm_report report;
        wm_report_init(&report, NULL);
        test_patch_check(p, false, &report);
        for (uint32_t i = 0; i < report.count; i++)
            if (report.issues[i].code == p->code && p->code != WM_KOTOR_MDL_AABB_INNER)
                assert_true(report.issues[i].has_place);
        wm_report_free(&report);
    }
}

static wm_report check_sample(const char *name)
{
    wm_report report;
    wm_buffer bytes;
    wm_kotor_bwm *b = test_sample_make(name);
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &bytes, NULL), WM_OK);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_check(bytes.data, bytes.size, NULL, &report, NULL), WM_OK);
    wm_buffer_free(&bytes);
    wm_kotor_bwm_free(b);
    return report;
}

static void good_rooms_have_none_of_them(void **state)
{
    static const char *const names[] = {"room.wok",     "corridor.wok", "courtyard.wok",
                                        "one-face.wok", "crate.pwk",    "islands.wok"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        wm_report report = check_sample(names[i]);
        if (report.count)
            fail_msg("%s: %s", names[i], report.issues[0].message);
        wm_report_free(&report);
    }
}

/* Every allocation of the rules may fail. */
static void refused_memory_is_an_error(void **state)
{
    (void)state;
    for (const test_patch *p = test_patches; p->name; p++) {
        test_shelf shelf = {0};
        test_memory memory;
        wm_report report;
        p->make(false, &shelf);
        const wm_buffer *file = &shelf.files[0].bytes;
        const wm_open_opts opts = {.base = {.allocator = &memory.allocator}};
        uint64_t calls = UINT64_MAX, failures = 0;
        for (uint64_t fail = 0; fail <= calls; fail++) {
            test_memory_init(&memory);
            memory.fail_at = fail;
            wm_report_init(&report, NULL);
            wm_status status = wm_check(file->data, file->size, &opts, &report, NULL);
            /* Some structures are optional: without them the findings must be the same. */
            if (status == WM_OK)
                test_expect_issue(&report, p->code);
            else
                assert_true(status == WM_NO_MEMORY && memory.refused);
            failures += status != WM_OK;
            calls = fail ? calls : memory.calls;
            wm_report_free(&report);
            test_memory_done(&memory, p->name);
        }
        assert_true(failures > calls / 2);
        test_shelf_clear(&shelf);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_is_found),
        cmocka_unit_test(nothing_is_left_after_the_repair),
        cmocka_unit_test(findings_have_places),
        cmocka_unit_test(good_rooms_have_none_of_them),
        cmocka_unit_test(refused_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

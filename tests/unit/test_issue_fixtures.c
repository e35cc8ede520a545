/* Every code of the registry has a fixture that triggers it. */
#include "fixtures.h"
#include "samples.h"
#include "support.h"

static void each_fixture_triggers_its_code(void **state)
{
    uint32_t run = 0;
    (void)state;
    for (const test_fixture *const *array = test_fixture_arrays; *array; array++)
        for (const test_fixture *f = *array; f->run; f++) {
            wm_report report;
            wm_report_init(&report, NULL);
            f->run(&report);
            if (!test_count_issues(&report, f->code))
                print_message("fixture: %s\n", f->fault);
            test_expect_issue(&report, f->code);
            wm_report_free(&report);
            run++;
        }
    print_message("%u fixtures\n", (unsigned)run);
    assert_true(run > 0);
}

static void no_code_is_without_a_fixture(void **state)
{
    bool has[WM_ISSUE_CODE_COUNT] = {false};
    uint32_t missing = 0;
    (void)state;
    for (const test_fixture *const *array = test_fixture_arrays; *array; array++)
        for (const test_fixture *f = *array; f->run; f++)
            has[f->code] = true;
    for (int code = 0; code < WM_ISSUE_CODE_COUNT; code++)
        if (!has[code]) {
            print_message("no fixture for %s\n", wm_issue_describe((wm_issue_code)code)->name);
            missing++;
        }
    assert_int_equal(missing, 0);
}

/* What needs no fix is not wrong, so it must not fail `check --strict`. */
static void what_needs_no_fix_is_an_info(void **state)
{
    uint32_t harmless = 0;
    (void)state;
    for (int code = 0; code < WM_ISSUE_CODE_COUNT; code++) {
        const wm_issue_info *info = wm_issue_describe((wm_issue_code)code);
        if (strncmp(info->remedy, "None needed.", 12) != 0)
            continue;
        harmless++;
        if (info->severity != WM_SEVERITY_INFO)
            fail_msg("%s needs no fix, but is not an info", info->name);
    }
    assert_true(harmless > 0);
}

/* The faults are planted in samples that are valid without them. */
static void valid_samples_have_no_findings(void **state)
{
    static const char *const valid[] = {"room.wok",     "corridor.wok", "courtyard.wok",
                                        "one-face.wok", "crate.pwk",    "islands.wok"};
    (void)state;
    for (size_t i = 0; i < sizeof valid / sizeof *valid; i++) {
        wm_report report;
        wm_report_init(&report, NULL);
        test_check_bwm(test_sample_make(valid[i]), &report);
        if (report.count)
            fail_msg("%s: %s", valid[i], report.issues[0].message);
        wm_report_free(&report);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valid_samples_have_no_findings),
        cmocka_unit_test(each_fixture_triggers_its_code),
        cmocka_unit_test(no_code_is_without_a_fixture),
        cmocka_unit_test(what_needs_no_fix_is_an_info),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

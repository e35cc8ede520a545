/* The lists that callers own: findings, differences and losses. Nothing that is added to them gets
 * lost without a word. */
#include "base/internal.h"
#include "support.h"
#include "terrain.h"

/* ---- reports ---- */

static const char bad_layout[] = "beginlayout\nroomcount 1\n  a 1 2\ndonelayout\n";

static void zeroed_reports_collect(void **state)
{
    wm_report zeroed = {0}, made;
    (void)state;
    wm_report_init(&made, NULL);
    for (int i = 0; i < 2; i++) {
        const wm_read_opts opts = {.report = i ? &made : &zeroed};
        wm_kotor_lyt_free(wm_kotor_lyt_read(bad_layout, strlen(bad_layout), &opts, NULL));
    }
    assert_true(made.count > 0);
    assert_int_equal(zeroed.count, made.count);
    assert_int_equal(zeroed.errors, made.errors);
    assert_false(zeroed.out_of_memory);
    for (uint32_t i = 0; i < made.count; i++)
        assert_string_equal(zeroed.issues[i].message, made.issues[i].message);
    wm_report_free(&zeroed);
    wm_report_free(&made);
    assert_int_equal(zeroed.count, 0); /* and it is zeroed again */
    const wm_read_opts again = {.report = &zeroed};
    wm_kotor_lyt_free(wm_kotor_lyt_read(bad_layout, strlen(bad_layout), &again, NULL));
    assert_true(zeroed.count > 0);
    wm_report_free(&zeroed);
}

/* 50 findings of a code are kept; the rest is counted. */
static void zeroed_reports_have_the_usual_limit(void **state)
{
    wm_report report = {0};
    const wm_error error = {.code = WM_BAD_VALUE, .message = "wrong"};
    (void)state;
    for (int i = 0; i < 60; i++)
        wm_report_add_error(&report, WM_NWN2_UNCLAIMED, &error);
    assert_int_equal(report.count, 50);
    wm_report_finish(&report);
    assert_int_equal(report.count, 51);
    assert_string_equal(report.issues[50].message, "and 10 more of the same");
    assert_int_equal(report.errors + report.warnings + report.infos, 60); /* all are counted */
    wm_report_free(&report);
}

/* ---- differences ---- */

static void zeroed_differences_collect(void **state)
{
    wm_diff diff = {0};
    wm_nwn2_trn *one = test_terrain_make("hall.trx"), *two = test_terrain_make("hall.trx");
    (void)state;
    two->trwh->id++;
    assert_int_equal(wm_nwn2_trn_diff(one, two, &diff, NULL), WM_OK);
    assert_int_equal(diff.count, 1);
    wm_diff_free(&diff);
    wm_nwn2_trn_free(one);
    wm_nwn2_trn_free(two);
}

/* ---- losses ---- */

static void many_losses_share_the_last_place(void **state)
{
    wm_losses losses = {0};
    char name[24];
    (void)state;
    for (uint32_t i = 0; i < WM_LOSSES - 1; i++) {
        snprintf(name, sizeof name, "field%u", i);
        wmi_losses_add(&losses, name, 1, "%s is lost", name);
    }
    assert_int_equal(losses.count, WM_LOSSES - 1);
    assert_string_equal(losses.item[WM_LOSSES - 2].field, "field22");
    wmi_losses_add(&losses, "normals", 3, "normals are lost");
    wmi_losses_add(&losses, "uvs", 4, "uvs are lost");
    wmi_losses_add(&losses, "normals", 5, "normals are lost");
    wmi_losses_add(&losses, "field7", 2, "field7 is lost");
    assert_int_equal(losses.count, WM_LOSSES);
    const wm_loss *last = &losses.item[WM_LOSSES - 1];
    assert_string_equal(last->field, "others");
    assert_int_equal(last->count, 12);
    assert_string_equal(last->message, "more fields differ: normals uvs");
    assert_int_equal(losses.item[7].count, 3);
    for (uint32_t i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "another%u", i);
        wmi_losses_add(&losses, name, 1, "%s is lost", name);
    }
    assert_int_equal(last->count, 112);
    size_t n = strlen(last->message);
    assert_true(n < sizeof last->message);
    assert_string_equal(last->message + n - 4, " ...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zeroed_reports_collect),
        cmocka_unit_test(zeroed_reports_have_the_usual_limit),
        cmocka_unit_test(zeroed_differences_collect),
        cmocka_unit_test(many_losses_share_the_last_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The remedies of findings in terrain: if one names a command, that command removes the finding
 * from the file with the planted fault. */
#include "fixtures.h"
#include "support.h"

/* What the commands call for a file without cutters and placeables. */
static wm_status rebuild(wm_nwn2_trn *trn, wm_error *error)
{
    return trn->aswm ? wm_nwn2_trn_rebuild(trn, NULL, NULL, error) : WM_BAD_ARGUMENT;
}

static wm_status bake(wm_nwn2_trn *trn, wm_error *error)
{
    wm_status status = WM_OK;
    if (!trn->aswm)
        return WM_BAD_ARGUMENT;
    if (trn->aswm->tiles_flags != WM_NWN2_TRX_TILES)
        status = wm_nwn2_trn_cut(trn, NULL, 0, NULL, error);
    if (status == WM_OK)
        status = wm_nwn2_trn_simplify(trn, &(wm_nwn2_trn_simplify_opts){.above = 127}, NULL, error);
    return status == WM_OK ? rebuild(trn, error) : status;
}

static const struct {
    const char *name;
    wm_status (*run)(wm_nwn2_trn *trn, wm_error *error);
} commands[] = {{"'waymark rebuild'", rebuild}, {"'waymark bake", bake}};
enum { COMMANDS = sizeof commands / sizeof *commands };

static bool has(const wm_nwn2_trn *trn, wm_issue_code code)
{
    wm_report report = {0};
    assert_int_equal(wm_nwn2_trn_check(trn, NULL, &report, NULL), WM_OK);
    bool found = test_count_issues(&report, code) > 0;
    wm_report_free(&report);
    return found;
}

/* Whether the command removes the finding from the document that was kept. */
static bool cures(int command, const wm_issue_info *info, wm_issue_code code)
{
    wm_error error;
    wm_nwn2_trn *trn = wm_nwn2_trn_copy(test_kept_trn, NULL, NULL);
    assert_non_null(trn);
    bool had = has(trn, code);
    if (strstr(info->remedy, "from its TRN")) /* what a TRX lost does not come back */
        trn->aswm->tiles_flags = WM_NWN2_TRN_TILES;
    bool good = had && commands[command].run(trn, &error) == WM_OK && !has(trn, code);
    wm_nwn2_trn_free(trn);
    return good;
}

static void flatten(wm_nwn2_aswm *a)
{
    for (uint32_t i = 0; i < a->vertex_count; i++)
        a->vertices[i].z = 0;
}

static uint32_t try_fixtures(const test_fixture *list)
{
    uint32_t named = 0;
    for (; list->run; list++) {
        const wm_issue_info *info = wm_issue_describe(list->code);
        wm_report report;
        wm_report_init(&report, NULL);
        wm_nwn2_trn_free(test_kept_trn);
        test_kept_trn = NULL;
        list->run(&report);
        wm_report_free(&report);
        for (int i = 0; i < COMMANDS && test_kept_trn; i++) {
            bool names = strstr(info->remedy, commands[i].name) != NULL;
            if (list->code == WM_NWN2_TILE_BUDGET) /* only what lies in one plane is merged */
                flatten(test_kept_trn->aswm);
            if (names && !cures(i, info, list->code))
                fail_msg("%s: the remedy names %s, which leaves it (%s)", info->name,
                         commands[i].name, list->fault);
            named += names;
        }
    }
    return named;
}

static void named_commands_work(void **state)
{
    (void)state;
    assert_true(try_fixtures(fixtures_nwn2) > 10);
    assert_true(try_fixtures(fixtures_nwn2_tables) > 10);
    wm_nwn2_trn_free(test_kept_trn);
    test_kept_trn = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(named_commands_work)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

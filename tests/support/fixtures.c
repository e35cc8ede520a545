/* The list of fixture arrays and their shared code. */
#include "fixtures.h"

#include "base/internal.h"
#include "support.h"
#include "system.h"

const test_fixture *const test_fixture_arrays[] = {
    fixtures_base,
    fixtures_kotor_bwm,
    fixtures_kotor_links,
    fixtures_kotor_floor,
    fixtures_kotor_text,
    fixtures_kotor_mdl_text,
    fixtures_area,
    fixtures_kotor_mdl,
    fixtures_kotor_mdl_check,
    fixtures_nwn1,
    fixtures_nwn2,
    fixtures_nwn2_tables,
    fixtures_nwn2_mdb,
    fixtures_bw2,
    fixtures_bw2_numbers,
    fixtures_gltf,
    fixtures_texture,
    fixtures_module,
    NULL,
};

uint32_t test_count_issues(const wm_report *report, wm_issue_code code)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < report->count; i++)
        n += report->issues[i].code == code;
    return n;
}

void test_expect_issue(const wm_report *report, wm_issue_code code)
{
    if (test_count_issues(report, code))
        return;
    for (uint32_t i = 0; i < report->count; i++)
        print_message("  found %s: %s: %s\n", wm_issue_describe(report->issues[i].code)->name,
                      report->issues[i].path, report->issues[i].message);
    fail_msg("%s was not found among %u findings", wm_issue_describe(code)->name,
             (unsigned)report->count);
}

void test_report_of_command(wm_report *report, const char *arguments)
{
    char printed[8192];
    test_capture(WM_BINARY_DIR "/waymark", arguments, printed, sizeof printed);
    for (int code = 0; code < WM_ISSUE_CODE_COUNT; code++) {
        char key[96];
        snprintf(key, sizeof key, "\"code\":\"%s\"", wm_issue_describe((wm_issue_code)code)->name);
        if (strstr(printed, key))
            wmi_report(report, (wm_issue_code)code, wmi_nowhere(), "%s", arguments);
    }
}

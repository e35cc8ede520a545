/* Faults of files that the command finds before any format does. */
#include "fixtures.h"
#include "support.h"

static void not_there(wm_report *report)
{
    test_report_of_command(report, "check --json no/such/file.wok");
}

static void of_no_format(wm_report *report)
{
    test_report_of_command(report, "check --json '" WM_SOURCE_DIR "/LICENSE'");
}

const test_fixture fixtures_base[] = {
    {WM_FILE_UNREADABLE, "a file that does not exist", not_there},
    {WM_FILE_UNKNOWN, "a text that is no game file", of_no_format},
    {0},
};

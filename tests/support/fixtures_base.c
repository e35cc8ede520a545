/* File faults that the command finds before any format is involved. */
#include "fixtures.h"
#include "support.h"

static void not_there(wm_report *report)
{
    test_report_of_command(report, "check --json no/such/file.wok");
}

static void of_no_format(wm_report *report)
{
    test_report_of_command(report, "check --json \"" WM_SOURCE_DIR "/LICENSE\"");
}

static void of_zeros(wm_report *report)
{
    static const uint8_t zeros[300];
    const char *path = WM_BINARY_DIR "/zeros.bwm";
    assert_int_equal(wm_file_write(path, zeros, sizeof zeros, true, NULL), WM_OK);
    test_report_of_command(report, "check --json \"" WM_BINARY_DIR "/zeros.bwm\"");
    remove(path);
}

const test_fixture fixtures_base[] = {
    {WM_FILE_UNREADABLE, "a file that does not exist", not_there},
    {WM_FILE_UNKNOWN, "a text that is no game file", of_no_format},
    {WM_FILE_ZERO, "300 zeros", of_zeros},
    {0},
};

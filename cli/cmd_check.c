/* waymark check: what is wrong with a file, what one would notice, what to do. */
#include "area.h"
#include "report.h"

static void check_walkmesh(cli *c, const wm_buffer *bytes, wm_report *report)
{
    wm_error error;
    wm_read_opts opts = {.report = report};
    wm_check_opts check = {.surfaces = &c->surfaces};
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes->data, bytes->size, &opts, &error);
    /* Rules on a mesh whose faces point nowhere would only add noise. */
    if (!b || (report->errors == 0 && wm_kotor_bwm_check(b, &check, report, &error) != WM_OK))
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
    wm_kotor_bwm_free(b);
}

static void check_table(const wm_buffer *bytes, wm_report *report)
{
    wm_error error;
    wm_read_opts opts = {.report = report};
    wm_2da *table = wm_2da_read(bytes->data, bytes->size, &opts, &error);
    if (!table)
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
    wm_2da_free(table);
}

static int check_one(cli *c, cli_out *out)
{
    wm_buffer bytes = {0};
    wm_error error = {0};
    wm_report report;
    wm_format format = WM_FORMAT_UNKNOWN;
    wm_report_init(&report, NULL);
    bool opened = cli_read_file(out->file, &bytes, &error) == WM_OK;
    if (!opened) {
        wm_report_add_error(&report, WM_FILE_UNREADABLE, &error);
    } else {
        format = wm_detect(bytes.data, bytes.size);
        if (format == WM_FORMAT_KOTOR_BWM) {
            check_walkmesh(c, &bytes, &report);
        } else if (format == WM_FORMAT_KOTOR_BWM_ASCII) {
            wm_kotor_text_opts opts = {.surfaces = &c->surfaces};
            if (wm_kotor_text_check(bytes.data, bytes.size, &opts, &report, &error) != WM_OK)
                wm_report_add_error(&report, WM_FILE_UNREADABLE, &error);
        } else if (format == WM_FORMAT_KOTOR_LYT) {
            cli_area_check(c, out, &bytes, &report);
        } else if (format == WM_FORMAT_2DA) {
            check_table(&bytes, &report);
        } else if (!cli_skip(out, format)) {
            cli_wrong_format(&error, "", format, bytes.size);
            wm_report_add_error(&report, WM_FILE_UNKNOWN, &error);
        }
    }
    int code = EXIT_FINE;
    wm_report_finish(&report);
    if (!out->skipped)
        code = cli_print_report(c, out->data, out->file, wm_format_name(format), &report);
    if (!opened)
        code = EXIT_INPUT; /* nothing was checked */
    wm_report_free(&report);
    wm_buffer_free(&bytes);
    return code;
}

static int run(cli *c)
{
    return cli_each_file(c, check_one);
}

static const cli_option options[] = {
    {"strict", 0, NULL, "warnings count as errors for the exit code"},
    {0},
};

const cli_verb cmd_check = {
    .name = "check",
    .synopsis = "[options] FILE...",
    .summary = "say what is wrong with a file and what to do about it",
    .details =
        "Every finding has a stable code, a place in the file, and the first of each code\n"
        "says what a player would notice and what helps. Exit 1 when there are errors; with\n"
        "--strict also for warnings. A damaged file is a finding, a file that cannot be opened is\n"
        "exit 3. docs/issues.md lists all codes.\n\n"
        "  waymark check room.wok\n"
        "  waymark check --json module/ | jq -r '.findings[].code' | sort | uniq -c",
    .options = options,
    .min_files = 1,
    .run = run,
};

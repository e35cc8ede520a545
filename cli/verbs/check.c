/* waymark check: what is wrong with a file, what one would notice, what to do. */
#include "formats.h"
#include "report.h"

void cli_bwm_check(cli *c, cli_out *out, const wm_buffer *bytes, wm_report *report)
{
    (void)out;
    wm_error error;
    wm_read_opts opts = {.report = report};
    wm_kotor_bwm_check_opts check = {.surfaces = &c->surfaces};
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes->data, bytes->size, &opts, &error);
    /* Rules on a mesh whose faces point nowhere would only add noise. */
    if (!b || (report->errors == 0 && wm_kotor_bwm_check(b, &check, report, &error) != WM_OK))
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
    wm_kotor_bwm_free(b);
}

void cli_bwm_text_check(cli *c, cli_out *out, const wm_buffer *bytes, wm_report *report)
{
    wm_error error;
    wm_kotor_bwm_text_read_opts opts = {.surfaces = &c->surfaces};
    (void)out;
    if (wm_kotor_bwm_text_check(bytes->data, bytes->size, &opts, report, &error) != WM_OK)
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
}

void cli_2da_check(cli *c, cli_out *out, const wm_buffer *bytes, wm_report *report)
{
    wm_error error;
    wm_read_opts opts = {.report = report};
    wm_2da *table = wm_2da_read(bytes->data, bytes->size, &opts, &error);
    (void)c;
    (void)out;
    if (!table)
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
    wm_2da_free(table);
}

void cli_trn_check(cli *c, cli_out *out, const wm_buffer *bytes, wm_report *report)
{
    wm_error error;
    wm_nwn2_trn_read_opts opts = {.base = {.report = report}};
    wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes->data, bytes->size, &opts, &error);
    (void)c;
    (void)out;
    /* Rules on triangles that point nowhere would only add noise. */
    if (!trn || (report->errors == 0 && wm_nwn2_trn_check(trn, NULL, report, &error) != WM_OK))
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
    wm_nwn2_trn_free(trn);
}

static int check_one(cli *c, cli_out *out)
{
    wm_buffer bytes = {0};
    wm_error error = {0};
    wm_report report;
    wm_format format = WM_FORMAT_UNKNOWN;
    wm_report_init(&report, NULL);
    if (cli_read_file(out->file, &bytes, &error) != WM_OK) {
        wm_report_add_error(&report, WM_FILE_UNREADABLE, &error);
    } else {
        format = wm_detect(bytes.data, bytes.size);
        const cli_format *f = cli_format_of(format);
        if (f && f->check) {
            f->check(c, out, &bytes, &report);
        } else if (!cli_skip(out, format)) {
            wm_format_error(&error, "", format, bytes.size);
            wm_format_hint_mdx(out->file, format, &error);
            wm_report_add_error(
                &report, format == WM_FORMAT_ALL_ZERO ? WM_FILE_ZERO : WM_FILE_UNKNOWN, &error);
        }
    }
    int code = EXIT_FINE;
    wm_report_finish(&report);
    if (!out->skipped)
        code = cli_print_report(c, out->data, out->file, wm_format_name(format), &report);
    wm_report_free(&report);
    wm_buffer_free(&bytes);
    return code;
}

static int run(cli *c)
{
    return cli_each_file(c, check_one);
}

static const cli_option options[] = {
    {"strict", NULL, "warnings count as errors for the exit code"},
    {0},
};

const cli_verb cmd_check = {
    .name = "check",
    .synopsis = "[options] FILE...",
    .summary = "say what is wrong with a file and what to do about it",
    .details =
        "Every finding has a stable code, a place in the file, and the first of each code\n"
        "says what a player would notice and what helps. Exit 1 when there are errors; with\n"
        "--strict also for warnings. A file that cannot be read is a finding. docs/issues.md\n"
        "lists all codes.\n\n"
        "  waymark check room.wok\n"
        "  waymark check --json module/ | jq -r '.findings[].code' | sort | uniq -c",
    .options = options,
    .min_files = 1,
    .run = run,
};

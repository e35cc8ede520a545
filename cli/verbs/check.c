/* waymark check: what is wrong with a file, what a player would notice, how to fix it. */

#include "files.h"
#include "formats.h"
#include "open.h"
#include "platform.h"
#include "report.h"
#include "sarif.h"

/* Nothing was read, so there is nothing to explain: a message in place of a finding. */
static int cannot_open(cli_out *out, const wm_error *error)
{
    out->verdict.unopened = true;
    return cli_fail_on(CLI_READING, out->file, error);
}

static bool is_walkmesh(wm_format format)
{
    return format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_BWM_TEXT;
}

/* The checks of its format. Sets out->skipped if it was only found in a folder. What cannot be
 * parsed is a finding; too little memory is not. */
static wm_status check_bytes(cli *c, cli_out *out, const wm_buffer *bytes, wm_format format,
                             wm_report *report, wm_error *error)
{
    cli_place place;
    /* A VIS or PTH with a layout is checked as part of it. */
    bool alone =
        cli_format_of(format) && format != WM_FORMAT_KOTOR_VIS && format != WM_FORMAT_KOTOR_PTH;
    if (!alone && cli_skip(c, out, bytes->size, format))
        return WM_OK;
    bool good = cli_place_open(c, out->file, format, NULL, &place, error) &&
                wm_check(bytes->data, bytes->size, &place.opts, report, error) == WM_OK;
    if (!good && error->code != WM_NO_MEMORY)
        wm_report_add_error(report, WM_FILE_UNREADABLE, error);
    cli_place_close(&place);
    return !good && error->code == WM_NO_MEMORY ? WM_NO_MEMORY : WM_OK;
}

/* What was found, or the error if there was too little memory for that. */
static int print_result(const cli *c, cli_out *out, wm_format format, const wm_report *report,
                        wm_status status, const wm_error *error)
{
    if (status == WM_OK && report->out_of_memory) {
        out->verdict.unopened = true;
        return cli_no_memory(CLI_READING);
    }
    if (status == WM_OK)
        return cli_print_report(c, out, wm_format_name(format), report);
    out->verdict.unopened = true;
    return cli_unreadable(c, out->file, error);
}

static int check_one(cli *c, cli_out *out)
{
    wm_buffer bytes = {0};
    wm_error error;
    wm_report report;
    wm_format format = WM_FORMAT_UNKNOWN;
    wm_status read = cli_read_file(out->file, &bytes, &error);
    bool for_people = !c->json && !c->sarif;
    if ((read == WM_IO || read == WM_BAD_MAGIC) && for_people) /* BAD_MAGIC: a KEY or BIF */
        return cannot_open(out, &error);
    wm_report_init(&report, cli_allocator());
    if (for_people)
        report.max_per_code = 100000; /* the printer folds them; a file can have a million */
    wm_status checked = WM_OK;
    if (read == WM_OK) {
        format = wm_detect(bytes.data, bytes.size);
        checked = check_bytes(c, out, &bytes, format, &report, &error);
    } else if (read == WM_NO_MEMORY) {
        checked = read;
    } else {
        wm_report_add_error(&report, WM_FILE_UNREADABLE, &error);
    }
    int code = EXIT_FINE;
    wm_report_finish(&report);
    if (!out->skipped)
        code = print_result(c, out, format, &report, checked, &error);
    if (read == WM_IO)
        code = EXIT_INPUT;
    /* In a folder the layout is checked as well. */
    if (for_people && c->file_count == 1 && !out->walked && is_walkmesh(format))
        cli_note_layouts(c, out);
    if (c->sarif && !out->skipped)
        cli_sarif_keep(c->sarif, out, &report);
    wm_report_free(&report);
    wm_buffer_free(&bytes);
    return code;
}

/* The only file given gets its own answer; more files get a summary. */
static bool needs_summary(const cli *c)
{
    return c->file_count != 1 || platform_find(c->files[0]) == PLATFORM_DIRECTORY ||
           cli_is_walked_archive(c->files[0]);
}

static int run_sarif(cli *c)
{
    if (c->json)
        return cli_fail(EXIT_USAGE, "--sarif cannot be combined with --json");
    c->sarif = cli_sarif_new();
    if (!c->sarif)
        return cli_no_memory(CLI_READING);
    int code = cli_each_file(c, check_one);
    int printed = cli_sarif_print(c->sarif, stdout);
    cli_sarif_free(c->sarif);
    c->sarif = NULL;
    return printed ? printed : code;
}

static int run(cli *c)
{
    cli_choose_game(c);
    if (cli_has(c, "sarif"))
        return run_sarif(c);
    int colour = cli_choice(c, "color");
    c->colour = colour == 2 || (colour != 3 && cli_wants_colour(stdout));
    int code = cli_each_file(c, check_one);
    if (!c->json && !c->quiet && c->totals.files && needs_summary(c))
        cli_print_summary(c);
    return code;
}

static const cli_option options[] = {
    {"all", NULL, "show every finding: infos, and all of one code"},
    {"game", "kotor|nwn1",
     "read walkmesh texts as those of this game (default: kotor); nwn1 also checks that the "
     "floor fits a 10 x 10 m tile"},
    {"sarif", NULL, "print one SARIF 2.1.0 document for all files, for code-scanning tools"},
    {"strict", NULL, "exit with 1 for warnings too, not only for errors"},
    {"verbose", NULL, "also name the files without findings"},
    {"color", "auto|always|never",
     "colour the output (default: auto, which means on a terminal unless NO_COLOR is set)"},
    {0},
};

const cli_verb cmd_check = {
    .name = "check",
    .synopsis = "[options] FILE...",
    .summary = "report what is wrong with files and how to fix it",
    .details =
        "Prints errors first, then warnings. Findings of one code are grouped: of more than\n"
        "four, only the first three are shown. After each group comes what a player would\n"
        "notice in the game and how to fix it. --all shows every finding, also infos, which are\n"
        "usually harmless. docs/issues.md lists all codes.\n\n"
        "Files without findings are not mentioned unless you check a single file or use\n"
        "--verbose. With several files or a folder, the last line is a summary, in which a\n"
        "file counts once, by its worst finding.\n\n"
        "A layout (LYT) is checked with its rooms. The check of a single room also prints a\n"
        "note if a layout next to it lists the room and has errors.\n\n"
        "Exits with 1 if there are errors, which include files that cannot be parsed, and with\n"
        "--strict also if there are warnings; with 3 if a file cannot be opened.\n"
        "--json and --sarif are not affected by --all, --verbose or --color. docs/ci.md shows\n"
        "how to check a mod in its own CI.\n\n"
        "  waymark check room.wok\n"
        "  waymark check --all module/\n"
        "  waymark check --sarif . >waymark.sarif\n"
        "  waymark check --json module/ | jq -r '.findings[].code' | sort | uniq -c",
    .options = options,
    .min_files = 1,
    .run = run,
};

/* Findings for people: errors first, findings of one code together, then what they mean. As
 * JSON: all of them in the order of the checks. */
#include "report.h"

enum { SHOWN = 3 }; /* findings of one code; --all shows every one */

/* ---- colours ----------------------------------------------------------- */

typedef enum style { STYLE_FILE, STYLE_CODE, STYLE_LABEL, STYLE_SEVERITY } style;

/* Prints a text in a style: before, text, after. */
static void put_styled(const cli *c, FILE *to, style s, wm_severity severity, const char *before,
                       const char *text, const char *after)
{
    static const char *const severities[] = {"\033[1;36m", "\033[1;33m", "\033[1;31m"};
    if (c->colour)
        fputs(s == STYLE_SEVERITY ? severities[severity]
              : s == STYLE_FILE   ? "\033[1m"
                                  : "\033[2m",
              to);
    cli_print(to, "%s%s%s", before, text, after);
    if (c->colour)
        fputs("\033[0m", to);
}

/* ---- one file ---------------------------------------------------------- */

static void put_issue(const cli *c, FILE *to, const wm_issue *i)
{
    fputs("  ", to);
    put_styled(c, to, STYLE_SEVERITY, i->severity, "", wm_severity_name(i->severity), ":");
    fputc(' ', to);
    if (i->line)
        cli_print(to, "line %u: ", (unsigned)i->line);
    else if (i->offset != WM_NO_OFFSET)
        cli_print(to, "@0x%llx ", (unsigned long long)i->offset);
    if (i->path[0])
        cli_print(to, "%s: ", i->path);
    cli_print(to, "%s ", i->message);
    put_styled(c, to, STYLE_CODE, i->severity, "[", wm_issue_describe(i->code)->name, "]");
    fputc('\n', to);
}

static void put_advice(const cli *c, FILE *to, const char *label, const char *text)
{
    fputs("      ", to);
    put_styled(c, to, STYLE_LABEL, WM_SEVERITY_INFO, "", label, ":");
    cli_print(to, " %s\n", text);
}

/* The findings of one code, from the first one on, and what the code means. */
static void put_group(const cli *c, FILE *to, const wm_report *r, uint32_t first)
{
    const wm_issue_info *info = wm_issue_describe(r->issues[first].code);
    uint32_t count = 0, shown = 0;
    for (uint32_t i = first; i < r->count; i++)
        count += r->issues[i].code == r->issues[first].code;
    /* A line about one more finding would be as long as the finding. */
    uint32_t most = cli_has(c, "all") || count == SHOWN + 1 ? count : SHOWN;
    for (uint32_t i = first; i < r->count && shown < most; i++)
        if (r->issues[i].code == r->issues[first].code) {
            put_issue(c, to, &r->issues[i]);
            shown++;
        }
    if (shown < count) {
        char more[CLI_COUNT_TEXT];
        cli_print(to, "  and %s more like this (--all lists them)\n",
                  cli_count_text(count - shown, more));
    }
    put_advice(c, to, "in the game", info->notice);
    put_advice(c, to, "fix", info->remedy);
}

static void put_severity(const cli *c, FILE *to, const wm_report *r, wm_severity severity)
{
    bool seen[WM_ISSUE_CODE_COUNT] = {false};
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->issues[i].severity != severity || seen[r->issues[i].code])
            continue;
        seen[r->issues[i].code] = true;
        put_group(c, to, r, i);
    }
}

/* "room.wok: 2 errors, 1 warning" */
static void put_headline(const cli *c, FILE *to, const char *file, const wm_report *r)
{
    const char *before = ": ";
    const struct {
        uint32_t count;
        const char *one, *many;
    } parts[] = {{r->errors, "error", "errors"},
                 {r->warnings, "warning", "warnings"},
                 {cli_has(c, "all") ? r->infos : 0, "info", "infos"}};
    put_styled(c, to, STYLE_FILE, WM_SEVERITY_INFO, "", file, "");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].count) {
            fputs(before, to);
            cli_put_count(to, parts[i].count, parts[i].one, parts[i].many);
            before = ", ";
        }
    fputc('\n', to);
}

/* The only file on the command line is reported if it is clean; others only with --verbose. */
static void put_clean(const cli *c, FILE *to, const char *file, const wm_report *r, bool only)
{
    if (!only && !cli_has(c, "verbose"))
        return;
    if (r->infos == 0) {
        cli_print(to, "%s: no findings\n", file);
        return;
    }
    cli_print(to, "%s: no errors or warnings, ", file);
    cli_put_count(to, r->infos, "info", "infos");
    fputs(r->infos == 1 ? " (--all shows it)\n" : " (--all shows them)\n", to);
}

static void put_text(const cli *c, cli_out *out, const wm_report *r)
{
    bool all = cli_has(c, "all");
    if (r->errors == 0 && r->warnings == 0 && !(all && r->infos)) {
        put_clean(c, out->data, out->file, r, c->file_count == 1 && !out->walked);
        return;
    }
    put_headline(c, out->data, out->file, r);
    put_severity(c, out->data, r, WM_SEVERITY_ERROR);
    put_severity(c, out->data, r, WM_SEVERITY_WARNING);
    if (all)
        put_severity(c, out->data, r, WM_SEVERITY_INFO);
    if (r->out_of_memory)
        fputs("  further findings are missing: out of memory\n", out->data);
}

int cli_print_report(const cli *c, cli_out *out, const char *format, const wm_report *r)
{
    bool strict = cli_has(c, "strict");
    out->verdict.errors = r->errors > 0;
    out->verdict.warnings = r->warnings > 0;
    out->verdict.infos = r->infos;
    if (c->sarif) {
        ; /* printed when all files are done */
    } else if (c->json) {
        wm_buffer json;
        wm_error error;
        int code =
            json_print_made(wm_report_json(out->file, format, r, CLI_WRITE_OPTS, &json, &error),
                            &json, &error, out->data);
        if (code != EXIT_FINE)
            return code;
    } else {
        put_text(c, out, r);
    }
    return r->errors || (strict && r->warnings) ? EXIT_FINDINGS : EXIT_FINE;
}

/* ---- all files --------------------------------------------------------- */

void cli_print_summary(const cli *c)
{
    const cli_totals *t = &c->totals;
    const char *before = ": ";
    char count[CLI_COUNT_TEXT];
    const struct {
        size_t count;
        const char *what;
    } parts[] = {{t->unopened, "cannot be opened"},
                 {t->errors, "with errors"},
                 {t->warnings, "with warnings"}};
    cli_put_count(stdout, t->files, "file", "files");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].count) {
            cli_print(stdout, "%s%s %s", before, cli_count_text(parts[i].count, count),
                      parts[i].what);
            before = ", ";
        }
    if (!t->unopened && !t->errors && !t->warnings)
        fputs(t->infos ? ": no errors or warnings" : ": no findings", stdout);
    if (t->infos && !cli_has(c, "all")) {
        fputs("; ", stdout);
        cli_put_count(stdout, t->infos, "info is", "infos are");
        fputs(t->infos == 1 ? " hidden (--all shows it)" : " hidden (--all shows them)", stdout);
    }
    putchar('\n');
}

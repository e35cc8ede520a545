/* Findings for people and for scripts. */
#include "report.h"

static void print_issue(FILE *to, const wm_issue *i, bool explain)
{
    const wm_issue_info *info = wm_issue_describe(i->code);
    fprintf(to, "  %s: ", wm_severity_name(i->severity));
    if (i->line)
        fprintf(to, "line %u: ", i->line);
    else if (i->offset != WM_NO_OFFSET)
        fprintf(to, "@0x%llx ", (unsigned long long)i->offset);
    if (i->path[0])
        fprintf(to, "%s: ", i->path);
    fprintf(to, "%s [%s]\n", i->message, info->name);
    if (explain)
        fprintf(to, "      in the game: %s\n      fix: %s\n", info->notice, info->remedy);
}

/* Explains a code once, at its first finding. */
static bool first_of_code(const wm_report *r, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++)
        if (r->issues[i].code == r->issues[at].code)
            return false;
    return true;
}

int cli_print_report(const cli *c, FILE *to, const char *file, const char *format,
                     const wm_report *r)
{
    bool strict = cli_has(c, "strict");
    if (c->json) {
        wm_buffer json;
        wm_error error;
        json_print_made(wm_report_json(file, format, r, &json, &error), &json, &error, to);
    } else if (r->count == 0) {
        fprintf(to, "%s: no findings\n", file);
    } else {
        fprintf(to, "%s: %u error%s, %u warning%s\n", file, r->errors, r->errors == 1 ? "" : "s",
                r->warnings, r->warnings == 1 ? "" : "s");
        for (uint32_t i = 0; i < r->count; i++)
            print_issue(to, &r->issues[i], first_of_code(r, i));
    }
    return r->errors || (strict && r->warnings) ? EXIT_FINDINGS : EXIT_FINE;
}

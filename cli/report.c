/* Findings for people and for scripts. */
#include "report.h"

static cJSON *issue_json(const wm_issue *i)
{
    const wm_issue_info *info = wm_issue_describe(i->code);
    cJSON *o = cJSON_CreateObject();
    json_add(o, "code", json_text(info->name));
    json_add(o, "severity", json_text(wm_severity_name(i->severity)));
    if (i->line)
        json_add(o, "line", json_uint(i->line));
    else
        json_add(o, "offset",
                 i->offset == WM_NO_OFFSET ? cJSON_CreateNull() : json_uint(i->offset));
    json_add(o, "path", json_text(i->path));
    json_add(o, "message", json_text(i->message));
    if (i->has_place)
        json_add(o, "place", json_vec3(i->place));
    json_add(o, "notice", json_text(info->notice));
    json_add(o, "remedy", json_text(info->remedy));
    return o;
}

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
        fprintf(to, "      in the game: %s\n      remedy: %s\n", info->notice, info->remedy);
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
        cJSON *o = cJSON_CreateObject(), *list = cJSON_CreateArray();
        json_add(o, "file", json_text(file));
        json_add(o, "format", json_text(format));
        json_add(o, "errors", json_uint(r->errors));
        json_add(o, "warnings", json_uint(r->warnings));
        for (uint32_t i = 0; i < r->count; i++)
            cJSON_AddItemToArray(list, issue_json(&r->issues[i]));
        json_add(o, "findings", list);
        json_print(o, to);
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

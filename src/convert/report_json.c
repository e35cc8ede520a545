/* Findings and errors as JSON. */
#include "base/json.h"
#include "waymark/info.h"

static void put_issue(wmi_json *j, const wm_issue *i)
{
    const wm_issue_info *info = wm_issue_describe(i->code);
    wmi_json_begin(j, NULL, '{');
    wmi_json_add_text(j, "code", info->name);
    wmi_json_add_text(j, "severity", wm_severity_name(i->severity));
    if (i->line)
        wmi_json_add_uint(j, "line", i->line);
    else if (i->offset != WM_NO_OFFSET)
        wmi_json_add_uint(j, "offset", i->offset);
    else
        wmi_json_add_null(j, "offset");
    wmi_json_add_text(j, "path", i->path);
    wmi_json_add_text(j, "message", i->message);
    if (i->has_place)
        wmi_json_add_vec3(j, "place", i->place);
    wmi_json_add_text(j, "notice", info->notice);
    wmi_json_add_text(j, "remedy", info->remedy);
    wmi_json_end(j, '}');
}

wm_status wm_report_json(const char *file, const char *format, const wm_report *report,
                         wm_buffer *json, wm_error *error)
{
    wmi_json j;
    wmi_json_init(&j, NULL);
    wmi_json_begin(&j, NULL, '{');
    wmi_json_add_text(&j, "file", file);
    wmi_json_add_text(&j, "format", format);
    wmi_json_add_uint(&j, "errors", report->errors);
    wmi_json_add_uint(&j, "warnings", report->warnings);
    wmi_json_begin(&j, "findings", '[');
    for (uint32_t i = 0; i < report->count; i++)
        put_issue(&j, &report->issues[i]);
    wmi_json_end(&j, ']');
    wmi_json_end(&j, '}');
    return wmi_json_finish(&j, json, error);
}

wm_status wm_error_json(const char *file, const wm_error *fault, wm_buffer *json, wm_error *error)
{
    wmi_json j;
    wmi_json_init(&j, NULL);
    wmi_json_begin(&j, NULL, '{');
    wmi_json_add_text(&j, "file", file);
    wmi_json_begin(&j, "error", '{');
    wmi_json_add_text(&j, "code", wm_status_name(fault->code));
    if (fault->line)
        wmi_json_add_uint(&j, "line", fault->line);
    else if (fault->offset != WM_NO_OFFSET)
        wmi_json_add_uint(&j, "offset", fault->offset);
    wmi_json_add_text(&j, "path", fault->path);
    wmi_json_add_text(&j, "message", fault->message);
    wmi_json_end(&j, '}');
    wmi_json_end(&j, '}');
    return wmi_json_finish(&j, json, error);
}

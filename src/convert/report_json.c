/* Findings and errors as JSON. */
#include "base/internal.h"
#include "waymark/info.h"
#include "waymark/json.h"

static void put_issue(wm_json_writer *j, const wm_issue *i)
{
    const wm_issue_info *info = wm_issue_describe(i->code);
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "code", info->name);
    wm_json_add_text(j, "severity", wm_severity_name(i->severity));
    if (i->line)
        wm_json_add_uint(j, "line", i->line);
    else if (i->offset != WM_NO_OFFSET)
        wm_json_add_uint(j, "offset", i->offset);
    else
        wm_json_add_null(j, "offset");
    wm_json_add_text(j, "path", i->path);
    wm_json_add_text(j, "message", i->message);
    if (i->has_place)
        wm_json_add_vec3(j, "place", i->place);
    wm_json_add_text(j, "notice", info->notice);
    wm_json_add_text(j, "remedy", info->remedy);
    wm_json_end(j);
}

/* Begins an object; the text of findings and errors may be that of a file. */
static void begin(wm_json_writer *j, const wm_write_opts *opts)
{
    wm_json_writer_init(
        j, &(wm_json_write_opts){.base = {.allocator = wmi_write_allocator(opts)}, .latin1 = true});
    wm_json_begin_object(j, NULL);
}

wm_status wm_report_json(const char *file, const char *format, const wm_report *report,
                         const wm_write_opts *opts, wm_buffer *json, wm_error *error)
{
    wm_json_writer j;
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    begin(&j, opts);
    wm_json_add_text(&j, "file", file);
    wm_json_add_text(&j, "format", format);
    wm_json_add_uint(&j, "errors", report->errors);
    wm_json_add_uint(&j, "warnings", report->warnings);
    wm_json_begin_array(&j, "findings");
    for (uint32_t i = 0; i < report->count; i++)
        put_issue(&j, &report->issues[i]);
    wm_json_end(&j);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}

wm_status wm_error_json(const char *file, const wm_error *fault, const wm_write_opts *opts,
                        wm_buffer *json, wm_error *error)
{
    wm_json_writer j;
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    begin(&j, opts);
    wm_json_add_text(&j, "file", file);
    wm_json_begin_object(&j, "error");
    wm_json_add_text(&j, "code", wm_status_name(fault->code));
    if (fault->line)
        wm_json_add_uint(&j, "line", fault->line);
    else if (fault->offset != WM_NO_OFFSET)
        wm_json_add_uint(&j, "offset", fault->offset);
    wm_json_add_text(&j, "path", fault->path);
    wm_json_add_text(&j, "message", fault->message);
    wm_json_end(&j);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}

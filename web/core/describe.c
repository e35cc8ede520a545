/* Describes a document and its findings: the objects of `info --json` and `check --json`. */
#include "core.h"

wm_status core_info(core_document *d, wm_buffer *json, wm_error *error)
{
    return wm_document_info(d->doc, NULL, json, error);
}

wm_status core_check(core *c, core_file *f, wm_buffer *json, wm_error *error)
{
    wm_report report;
    wm_error fault;
    wm_report_init(&report, NULL);
    if (core_check_file(c, f, &report, &fault) != WM_OK)
        wm_report_add_error(&report, WM_FILE_UNREADABLE, &fault);
    wm_report_finish(&report);
    wm_status status =
        wm_report_json(f->name, wm_format_name(f->format), &report, NULL, json, error);
    wm_report_free(&report);
    return status;
}

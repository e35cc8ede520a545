/* waymark check of models, with the files beside them. */
#include "formats.h"
#include "model.h"

void cli_model_check(cli *c, cli_out *out, const wm_buffer *bytes, wm_report *report)
{
    wm_error error;
    cli_model model;
    wm_read_opts opts = {.report = report};
    if (!cli_read_model(c, bytes, out->file, &opts, NULL, &error, &model))
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
    cli_free_model(&model);
}

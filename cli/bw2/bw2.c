/* Black & White 2 models: reading, checking and writing them. */
#include "bw2/bw2.h"

#include "formats.h"

const char *const cli_bw2_slots[WM_BW2_TEXTURES] = {"diffuse",  "light",      "growth",
                                                    "specular", "additional", "normal"};

wm_bw2_model *cli_read_bw2(const wm_buffer *bytes, wm_error *error)
{
    wm_format format = wm_detect(bytes->data, bytes->size);
    if (format == WM_FORMAT_BW2_MODEL)
        return wm_bw2_model_read(bytes->data, bytes->size, NULL, error);
    wm_format_error(error, "a Black & White 2 model", format, bytes->size);
    return NULL;
}

int cli_save_bw2(const cli *c, const wm_bw2_model *model, const char *to)
{
    wm_buffer bytes;
    wm_error error;
    if (wm_bw2_model_write(model, NULL, &bytes, &error) != WM_OK) {
        cli_say_error(cli_messages(), to, &error);
        return EXIT_OUTPUT;
    }
    int code = cli_save(c, to, bytes.data, bytes.size, cli_messages());
    wm_buffer_free(&bytes);
    return code;
}

void cli_bw2_check(cli *c, cli_out *out, const wm_buffer *bytes, wm_report *report)
{
    wm_error error;
    wm_read_opts opts = {.report = report};
    wm_bw2_model *m = wm_bw2_model_read(bytes->data, bytes->size, &opts, &error);
    (void)c;
    (void)out;
    /* What refuses a file is a finding already, except for want of memory. */
    if (m ? wm_bw2_model_check(m, NULL, report, &error) != WM_OK : report->errors == 0)
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
    wm_bw2_model_free(m);
}

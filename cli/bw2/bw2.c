/* Black & White 2 models: reading and writing them. */
#include "bw2/bw2.h"

#include <string.h>

#include "open.h"

const char *const cli_bw2_slots[WM_BW2_TEXTURES] = {"diffuse",  "light",      "growth",
                                                    "specular", "additional", "normal"};

wm_bw2_model *cli_read_bw2(const cli *c, const char *file, const wm_buffer *bytes, wm_error *error)
{
    wm_format format = wm_detect(bytes->data, bytes->size);
    if (format != WM_FORMAT_BW2_MODEL) {
        wm_format_error(format, bytes->size, "a Black & White 2 model", error);
        return NULL;
    }
    wm_bw2_model *model = wm_bw2_model_read(bytes->data, bytes->size, CLI_READ_OPTS, error);
    if (model)
        cli_say_faults(c, file, model->fault_count, &model->first_fault);
    return model;
}

int cli_save_bw2(const cli *c, const wm_bw2_model *model, const char *to)
{
    wm_buffer bytes;
    wm_error error;
    if (wm_bw2_model_write(model, CLI_WRITE_OPTS, &bytes, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, to, &error);
    int code = cli_save(c, to, bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    return code;
}

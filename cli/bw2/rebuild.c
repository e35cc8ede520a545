/* waymark rebuild for Black & White 2 models. */
#include "bw2/bw2.h"
#include "kotor/edit.h"

int cli_bw2_rebuild(cli *c, const wm_buffer *bytes)
{
    wm_error error;
    wm_diff diff;
    int code = EXIT_INPUT;
    wm_bw2_model_rebuild_opts opts = {.tight = cli_has(c, "tight"), .changes = &diff};
    wm_diff_init(&diff, NULL);
    wm_bw2_model *model = cli_read_bw2(bytes, &error);
    if (!model || wm_bw2_model_rebuild(model, &opts, &error) != WM_OK)
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    else
        code = cli_save_bw2(c, model, c->files[1]);
    if (code == EXIT_FINE)
        cli_say_changes(c, c->files[0], c->files[1], &diff);
    wm_bw2_model_free(model);
    wm_diff_free(&diff);
    return code;
}

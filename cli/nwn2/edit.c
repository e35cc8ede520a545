/* Writes a changed TRX, and rebuilds one. */
#include "nwn2/edit.h"

#include "kotor/edit.h"

int cli_trn_save(const cli *c, const wm_nwn2_trn *trn, const char *to, FILE *talk, size_t *size)
{
    wm_buffer out;
    wm_error error;
    wm_nwn2_trn_write_opts opts = {.fast = cli_has(c, "fast")};
    if (wm_nwn2_trn_write(trn, &opts, &out, &error) != WM_OK) {
        cli_say_error(talk, to, &error);
        return EXIT_OUTPUT;
    }
    int code = cli_save(c, to, out.data, out.size, talk);
    if (size)
        *size = out.size;
    wm_buffer_free(&out);
    return code;
}

static int save_changes(cli *c, const wm_nwn2_trn *before, const wm_nwn2_trn *after)
{
    wm_diff diff;
    wm_error error;
    int code = cli_trn_save(c, after, c->files[1], cli_messages(), NULL);
    if (code != EXIT_FINE)
        return code;
    wm_diff_init(&diff, NULL);
    if (wm_nwn2_trn_diff(before, after, &diff, &error) == WM_OK)
        cli_say_changes(c, c->files[0], c->files[1], &diff);
    else
        cli_say_error(cli_messages(), c->files[1], &error);
    wm_diff_free(&diff);
    return code;
}

int cli_trn_rebuild(cli *c, const wm_buffer *bytes)
{
    wm_error error;
    int code = EXIT_INPUT;
    wm_nwn2_trn *before = cli_read_trn_mesh(bytes, &error), *after = NULL;
    if (before)
        after = wm_nwn2_trn_copy(before, NULL, &error);
    if (!after || wm_nwn2_trn_rebuild(after, NULL, NULL, &error) != WM_OK)
        cli_say_error(cli_messages(), c->files[0], &error);
    else
        code = save_changes(c, before, after);
    wm_nwn2_trn_free(before);
    wm_nwn2_trn_free(after);
    return code;
}

/* Writes a changed TRX, and rebuilds one. */
#include "nwn2/edit.h"

#include <string.h>

#include "kotor/edit.h"

void cli_say_dropped(const cli *c, const char *to, uint32_t dropped)
{
    if (dropped && !c->quiet)
        cli_print(cli_messages(), "waymark: %s: %u %s to no packet and %s not written\n", to,
                  (unsigned)dropped, cli_word(dropped, "byte belongs", "bytes belong"),
                  cli_word(dropped, "is", "are"));
}

int cli_trn_save(const cli *c, const wm_nwn2_trn *trn, const char *to, cli_packing packing,
                 size_t *size)
{
    wm_buffer out;
    wm_error error;
    uint32_t dropped = 0;
    wm_nwn2_trn_write_opts opts = {.base = {.allocator = cli_allocator()},
                                   .dropped = &dropped,
                                   .fast = packing == CLI_PACK_FAST,
                                   .small = packing == CLI_PACK_SMALL};
    if (wm_nwn2_trn_write(trn, &opts, &out, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, to, &error);
    int code = cli_save(c, to, out.data, out.size);
    if (size)
        *size = out.size;
    wm_buffer_free(&out);
    if (code == EXIT_FINE)
        cli_say_dropped(c, to, dropped);
    return code;
}

static int save_changes(cli *c, const wm_nwn2_trn *before, const wm_nwn2_trn *after)
{
    wm_diff diff;
    wm_error error;
    int code = cli_trn_save(c, after, c->files[1], CLI_PACK_AS_GAME, NULL);
    if (code != EXIT_FINE)
        return code;
    wm_diff_init(&diff, cli_allocator());
    cli_say_diff(c, wm_nwn2_trn_diff(before, after, &diff, &error), &diff, &error);
    return code;
}

int cli_trn_rebuild(cli *c, const wm_buffer *bytes)
{
    wm_error error;
    int code = EXIT_INPUT;
    wm_nwn2_trn *before = cli_read_trn_mesh(c, c->files[0], bytes, &error), *after = NULL;
    const char *to = c->files[1];
    if (before && before->aswm->tiles_flags == WM_NWN2_TRN_TILES && strcmp(to, "-") != 0 &&
        !cli_ends(to, ".trx")) {
        wm_nwn2_trn_free(before);
        return cli_fail(
            EXIT_USAGE,
            "a rebuilt TRN is a TRX, but OUT is '%s': name it .trx; 'waymark bake' also "
            "cuts out the cutters and placeables of the GIT",
            to);
    }
    if (before)
        after = wm_nwn2_trn_copy(before, cli_allocator(), &error);
    if (!after || wm_nwn2_trn_rebuild(after, NULL, NULL, &error) != WM_OK)
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    else
        code = save_changes(c, before, after);
    wm_nwn2_trn_free(before);
    wm_nwn2_trn_free(after);
    return code;
}

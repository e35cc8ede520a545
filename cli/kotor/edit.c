/* Reads one walkmesh, changes it, writes it and reports the changes. */
#include "kotor/edit.h"

void cli_say_changes(const cli *c, const char *in, const char *out, const wm_diff *diff)
{
    cli_say_edits(c, in, out, diff, NULL);
}

void cli_say_edits(const cli *c, const char *in, const char *out, const wm_diff *diff,
                   const wm_diff *losses)
{
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", in);
        wm_json_add_text(&j, "output", out);
        json_diff(&j, "changes", diff);
        if (losses && losses->count)
            json_diff(&j, "losses", losses);
        json_finish(&j);
    } else if (!c->quiet) {
        cli_print(cli_messages(), "waymark: %s: %s\n", out,
                  diff->count ? "changes:" : "nothing changed");
        for (uint32_t i = 0; i < diff->count; i++)
            cli_print(cli_messages(), "  %s: %s\n", diff->items[i].field, diff->items[i].message);
    }
}

void cli_say_diff(const cli *c, wm_status status, wm_diff *diff, const wm_error *error)
{
    if (status == WM_OK)
        cli_say_changes(c, c->files[0], c->files[1], diff);
    else
        cli_fail_on(CLI_WRITING, c->files[1], error);
    wm_diff_free(diff);
}

static void say_changes(const cli *c, const wm_kotor_bwm *before, const wm_kotor_bwm *after)
{
    wm_diff diff;
    wm_error error;
    wm_diff_init(&diff, cli_allocator());
    cli_say_diff(c, wm_kotor_bwm_diff(before, after, &diff, &error), &diff, &error);
}

static int write_edited(cli *c, const wm_kotor_bwm *before, wm_kotor_bwm *after)
{
    wm_buffer out;
    wm_error error;
    wm_status status = wm_kotor_bwm_write(after, CLI_WRITE_OPTS, &out, &error);
    if (status == WM_BAD_OFFSET) { /* tables that share bytes now differ */
        wm_kotor_bwm_pack(after);
        status = wm_kotor_bwm_write(after, CLI_WRITE_OPTS, &out, &error);
        if (status == WM_OK && !c->quiet)
            cli_print(cli_messages(),
                      "waymark: %s: tables shared bytes; the file has a new layout\n", c->files[1]);
    }
    if (status != WM_OK)
        return cli_fail_on(CLI_WRITING, c->files[1], &error);
    int code = cli_save(c, c->files[1], out.data, out.size);
    wm_buffer_free(&out);
    if (code == EXIT_FINE)
        say_changes(c, before, after);
    return code;
}

int cli_edit_bytes(cli *c, wm_buffer *bytes, cli_editor edit)
{
    wm_error error;
    wm_kotor_bwm *after = cli_read_walkmesh(c, bytes, c->files[0], &error);
    wm_buffer_free(bytes);
    if (!after)
        return cli_fail_on(CLI_READING, c->files[0], &error);
    int code = EXIT_INPUT;
    wm_kotor_bwm *before = wm_kotor_bwm_copy(after, cli_allocator(), &error);
    if (!before)
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    else
        code = edit(c, after);
    if (code == EXIT_FINE)
        code = write_edited(c, before, after);
    wm_kotor_bwm_free(before);
    wm_kotor_bwm_free(after);
    return code;
}

int cli_edit(cli *c, cli_editor edit)
{
    wm_buffer bytes;
    return cli_load(c->files[0], &bytes) ? cli_edit_bytes(c, &bytes, edit) : EXIT_INPUT;
}

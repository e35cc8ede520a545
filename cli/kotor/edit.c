/* Read one walkmesh, change it, write it, say what changed. */
#include "kotor/edit.h"

void cli_say_changes(const cli *c, const char *in, const char *out, const wm_diff *diff)
{
    if (c->json) {
        cJSON *o = cJSON_CreateObject(), *list = cJSON_CreateArray();
        json_add(o, "file", json_text(in));
        json_add(o, "output", json_text(out));
        for (uint32_t i = 0; i < diff->count; i++) {
            cJSON *item = cJSON_CreateObject();
            json_add(item, "field", json_text(diff->items[i].field));
            json_add(item, "count", json_uint(diff->items[i].count));
            json_add(item, "message", json_text(diff->items[i].message));
            cJSON_AddItemToArray(list, item);
        }
        json_add(o, "changes", list);
        json_print(o, stdout);
    } else if (!c->quiet) {
        fprintf(stderr, "waymark: %s: %s\n", out, diff->count ? "changed:" : "nothing changed");
        for (uint32_t i = 0; i < diff->count; i++)
            fprintf(stderr, "  %s: %s\n", diff->items[i].field, diff->items[i].message);
    }
}

static void say_changes(const cli *c, const wm_kotor_bwm *before, const wm_kotor_bwm *after)
{
    wm_diff diff;
    wm_error error;
    wm_diff_init(&diff, NULL);
    if (wm_kotor_bwm_diff(before, after, &diff, &error) == WM_OK)
        cli_say_changes(c, c->files[0], c->files[1], &diff);
    else
        cli_say_error(stderr, c->files[1], &error);
    wm_diff_free(&diff);
}

static int write_edited(cli *c, const wm_kotor_bwm *before, wm_kotor_bwm *after)
{
    wm_buffer out;
    wm_error error;
    wm_status status = wm_kotor_bwm_write(after, NULL, &out, &error);
    if (status == WM_BAD_OFFSET) { /* tables that shared bytes differ now */
        wm_kotor_bwm_pack(after);
        status = wm_kotor_bwm_write(after, NULL, &out, &error);
        if (status == WM_OK && !c->quiet)
            fprintf(stderr, "waymark: %s: tables shared bytes and were laid out anew\n",
                    c->files[1]);
    }
    if (status != WM_OK) {
        cli_say_error(stderr, c->files[1], &error);
        return EXIT_OUTPUT;
    }
    int code = cli_save(c, c->files[1], out.data, out.size, stderr);
    wm_buffer_free(&out);
    if (code == EXIT_FINE)
        say_changes(c, before, after);
    return code;
}

int cli_edit_bytes(cli *c, wm_buffer *bytes, cli_editor edit)
{
    wm_error error;
    wm_kotor_bwm *after = cli_read_walkmesh(c, bytes, c->files[0], stderr, &error);
    wm_buffer_free(bytes);
    if (!after)
        return EXIT_INPUT;
    int code = EXIT_INPUT;
    wm_kotor_bwm *before = wm_kotor_bwm_copy(after, NULL, &error);
    if (!before)
        cli_say_error(stderr, c->files[0], &error);
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
    return cli_load(c->files[0], stderr, &bytes) ? cli_edit_bytes(c, &bytes, edit) : EXIT_INPUT;
}

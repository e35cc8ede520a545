/* Reads one walkmesh, changes it, writes it and reports the changes. */
#include "kotor/edit.h"

#include <stdlib.h>

#include "convert/losses.h"
#include "kotor/faults.h"
#include "open.h"

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

/* What an edit loses of a file: the findings of a text about what a walkmesh cannot hold, and the
 * faults of a binary. */
typedef struct edit_losses {
    wm_report report;
    cli_faults faults;
} edit_losses;

/* The losses for JSON; count 0 if there is no memory for them. */
static wm_diff listed(const wm_report *lost, const wm_losses *more)
{
    wm_diff d = {.items = calloc((size_t)lost->count + more->count + 1, sizeof *d.items)};
    for (uint32_t i = 0; d.items && i < lost->count; i++)
        if (cli_is_loss(&lost->issues[i]))
            d.items[d.count++] =
                (wm_difference){.field = wm_issue_describe(lost->issues[i].code)->name,
                                .count = 1,
                                .message = lost->issues[i].message};
    for (uint32_t i = 0; d.items && i < more->count; i++)
        d.items[d.count++] = (wm_difference){.field = more->item[i].field,
                                             .count = more->item[i].count,
                                             .message = more->item[i].message};
    return d;
}

static void say_changes(const cli *c, const wm_kotor_bwm *before, const wm_kotor_bwm *after,
                        const edit_losses *lost)
{
    wm_losses more = {0};
    wm_error error;
    if (after->fault_count < before->fault_count) /* else they are written as they were */
        cli_add_fault_losses(&lost->faults, &more);
    wm_diff diff, losses = listed(&lost->report, &more);
    wm_diff_init(&diff, cli_allocator());
    if (wm_kotor_bwm_diff(before, after, &diff, &error) == WM_OK)
        cli_say_edits(c, c->files[0], c->files[1], &diff, &losses);
    else
        cli_fail_on(CLI_WRITING, c->files[1], &error);
    if (!c->json)
        cli_say_losses(c, c->files[0], c->files[1], &lost->report, &more, WM_NO_INDEX);
    wm_diff_free(&diff);
    free(losses.items);
}

static int write_edited(cli *c, const wm_kotor_bwm *before, wm_kotor_bwm *after,
                        const edit_losses *lost)
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
        say_changes(c, before, after, lost);
    return code;
}

/* What a text has that its walkmesh does not. The text is read once more for it: reading with a
 * report forgives faults, which an edit must not. */
static void find_losses(const cli *c, const wm_buffer *bytes, edit_losses *lost)
{
    wm_error error;
    const wm_open_opts opts = {.base = {.allocator = cli_allocator(), .report = &lost->report}};
    lost->faults = cli_walkmesh_faults(bytes);
    if (wm_detect(bytes->data, bytes->size) == WM_FORMAT_KOTOR_BWM_TEXT)
        wm_document_free(cli_open_walkmesh(c, bytes, c->files[0], &opts, &error));
}

static int edit_read(cli *c, wm_kotor_bwm *after, cli_editor edit, const edit_losses *lost)
{
    wm_error error;
    int code = EXIT_INPUT;
    wm_kotor_bwm *before = wm_kotor_bwm_copy(after, cli_allocator(), &error);
    if (!before)
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    else
        code = edit(c, after);
    if (code == EXIT_FINE)
        code = write_edited(c, before, after, lost);
    wm_kotor_bwm_free(before);
    return code;
}

int cli_edit_bytes(cli *c, wm_buffer *bytes, cli_editor edit)
{
    wm_error error;
    edit_losses lost = {.faults = {0}};
    wm_report_init(&lost.report, cli_allocator());
    wm_kotor_bwm *after = cli_read_walkmesh(c, bytes, c->files[0], &error);
    if (after)
        find_losses(c, bytes, &lost);
    wm_buffer_free(bytes);
    int code =
        after ? edit_read(c, after, edit, &lost) : cli_fail_on(CLI_READING, c->files[0], &error);
    wm_kotor_bwm_free(after);
    wm_report_free(&lost.report);
    return code;
}

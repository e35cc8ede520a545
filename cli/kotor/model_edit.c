/* Reads one model, changes it, writes it with its MDX and reports the changes. */
#include "kotor/model_edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kotor/edit.h"
#include "kotor/faults.h"
#include "kotor/model.h"
#include "kotor/model_text.h"

bool cli_is_model(const wm_buffer *bytes)
{
    wm_format format = wm_detect(bytes->data, bytes->size);
    return format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_KOTOR_MDL_TEXT;
}

/* ---- losses ---- */

static void print_lost(const cli *c, const char *message)
{
    if (!c->quiet)
        cli_print(cli_messages(), "waymark: loss: %s: %s\n", c->files[1], message);
}

static bool add_one(cli_lost *lost, const wm_loss *loss, const char *where)
{
    if (lost->count == lost->room) {
        uint32_t room = 2 * lost->room + 8;
        cli_lost_item *items = realloc(lost->items, room * sizeof *items);
        if (!items)
            return false;
        lost->items = items;
        lost->room = room;
    }
    cli_lost_item *item = &lost->items[lost->count++];
    item->loss = *loss;
    snprintf(item->message, sizeof item->message, "%.560s%s%s", where, *where ? ": " : "",
             loss->message);
    return true;
}

void cli_add_lost(cli_lost *lost, const cli *c, const char *where, const wm_losses *losses)
{
    for (uint32_t i = 0; i < losses->count; i++)
        if (!add_one(lost, &losses->item[i], where))
            print_lost(c, losses->item[i].message);
}

/* ---- editing ---- */

static void say_changes(const cli *c, const wm_kotor_mdl *before, const wm_kotor_mdl *after,
                        const cli_lost *lost)
{
    wm_difference *list = lost->count ? malloc(lost->count * sizeof *list) : NULL;
    wm_diff diff, losses = {.items = list, .count = list ? lost->count : 0};
    wm_error error;
    wm_diff_init(&diff, cli_allocator());
    for (uint32_t i = 0; i < lost->count; i++) {
        const cli_lost_item *item = &lost->items[i];
        if (list)
            list[i] = (wm_difference){
                .field = item->loss.field, .count = item->loss.count, .message = item->message};
        if (!c->json || !list)
            print_lost(c, item->message);
    }
    if (wm_kotor_mdl_diff(before, after, &diff, &error) == WM_OK)
        cli_say_edits(c, c->files[0], c->files[1], &diff, &losses);
    else
        cli_fail_on(CLI_WRITING, c->files[1], &error);
    wm_diff_free(&diff);
    free(list);
}

static void add_faults(const cli *c, const wm_kotor_mdl *before, const wm_kotor_mdl *after,
                       cli_lost *lost)
{
    wm_losses losses = {0};
    const cli_faults faults = {.count = before->fault_count};
    if (after->fault_count < before->fault_count) /* else they are written as they were */
        cli_add_fault_losses(&faults, &losses);
    cli_add_lost(lost, c, "", &losses);
}

void cli_warn_no_mdx(const cli *c, const char *file, const wm_kotor_mdl *mdl)
{
    if (mdl->mdx_state == WM_KOTOR_MDX_STATE_MISSING && !c->quiet)
        cli_print(cli_messages(), "waymark: warning: %s: %s; no MDX is written\n", file,
                  cli_mdx_fault(mdl->mdx_state));
}

static int save(cli *c, const wm_document *d, const wm_kotor_mdl *after, cli_lost *lost)
{
    cli_warn_no_mdx(c, c->files[0], d->mdl);
    add_faults(c, d->mdl, after, lost);
    bool laid_out_again = d->mdl->order != after->order;
    int code = cli_model_write(c, c->files[1], after, d->mdx->found.where != NULL);
    if (code != EXIT_FINE)
        return code;
    if (laid_out_again && !c->quiet)
        cli_print(cli_messages(), "waymark: %s: blocks shared bytes; the file has a new layout\n",
                  c->files[1]);
    say_changes(c, d->mdl, after, lost);
    return code;
}

int cli_edit_model(cli *c, const wm_buffer *bytes, cli_model_editor edit)
{
    wm_error error;
    if (strcmp(c->files[1], "-") == 0)
        return cli_fail(EXIT_USAGE, "a binary model is two files, which cannot go to '-'");
    if (wm_detect(bytes->data, bytes->size) == WM_FORMAT_KOTOR_MDL_TEXT)
        return cli_fail(EXIT_INPUT,
                        "%s: expected a binary model, found a model text; edit the text itself, or "
                        "compile it with 'waymark convert'",
                        c->files[0]);
    wm_document *d = cli_open_model(c, bytes, c->files[0], NULL, NULL);
    if (!d)
        return EXIT_INPUT;
    wm_kotor_mdl *after = wm_kotor_mdl_copy(d->mdl, cli_allocator(), &error);
    cli_lost lost = {0};
    int code = after ? edit(c, after, &lost) : cli_fail_on(CLI_READING, c->files[0], &error);
    if (code == EXIT_FINE)
        code = save(c, d, after, &lost);
    free(lost.items);
    wm_kotor_mdl_free(after);
    wm_document_free(d);
    return code;
}

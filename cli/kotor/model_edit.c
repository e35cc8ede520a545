/* Reads one model, changes it, writes it with its MDX and reports the changes. */
#include "kotor/model_edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kotor/edit.h"
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
    size_t size = strlen(where) + strlen(loss->message) + 3;
    if (lost->count == lost->room) {
        uint32_t room = 2 * lost->room + 8;
        wm_difference *items = realloc(lost->items, room * sizeof *items);
        if (!items)
            return false;
        lost->items = items;
        lost->room = room;
    }
    char *message = malloc(size), *field = malloc(sizeof loss->field);
    if (!message || !field) {
        free(message);
        free(field);
        return false;
    }
    snprintf(message, size, "%s: %s", where, loss->message);
    memcpy(field, loss->field, sizeof loss->field);
    lost->items[lost->count++] =
        (wm_difference){.field = field, .count = loss->count, .message = message};
    return true;
}

void cli_add_lost(cli_lost *lost, const cli *c, const char *where, const wm_losses *losses)
{
    for (uint32_t i = 0; i < losses->count; i++)
        if (!add_one(lost, &losses->item[i], where))
            print_lost(c, losses->item[i].message);
}

static void free_lost(cli_lost *lost)
{
    for (uint32_t i = 0; i < lost->count; i++) {
        free((void *)(uintptr_t)lost->items[i].field);
        free((void *)(uintptr_t)lost->items[i].message);
    }
    free(lost->items);
}

/* ---- editing ---- */

static void say_changes(const cli *c, const wm_kotor_mdl *before, const wm_kotor_mdl *after,
                        const cli_lost *lost)
{
    wm_diff diff, losses = {.items = lost->items, .count = lost->count};
    wm_error error;
    wm_diff_init(&diff, cli_allocator());
    for (uint32_t i = 0; !c->json && i < lost->count; i++)
        print_lost(c, lost->items[i].message);
    if (wm_kotor_mdl_diff(before, after, &diff, &error) == WM_OK)
        cli_say_edits(c, c->files[0], c->files[1], &diff, &losses);
    else
        cli_fail_on(CLI_WRITING, c->files[1], &error);
    wm_diff_free(&diff);
}

static int save(cli *c, const wm_document *d, const wm_kotor_mdl *after, const cli_lost *lost)
{
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
    free_lost(&lost);
    wm_kotor_mdl_free(after);
    wm_document_free(d);
    return code;
}

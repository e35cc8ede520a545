/* Reads one model, changes it, writes it with its MDX and reports the changes. */
#include "kotor/model_edit.h"

#include <string.h>

#include "kotor/edit.h"
#include "kotor/model.h"
#include "kotor/model_text.h"

bool cli_is_model(const wm_buffer *bytes)
{
    wm_format format = wm_detect(bytes->data, bytes->size);
    return format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_KOTOR_MDL_TEXT;
}

static void say_changes(const cli *c, const wm_kotor_mdl *before, const wm_kotor_mdl *after)
{
    wm_diff diff;
    wm_error error;
    wm_diff_init(&diff, cli_allocator());
    cli_say_diff(c, wm_kotor_mdl_diff(before, after, &diff, &error), &diff, &error);
}

static int save(cli *c, const wm_document *d, const wm_kotor_mdl *after)
{
    bool laid_out_again = d->mdl->order != after->order;
    int code = cli_model_write(c, c->files[1], after, d->mdx->found.where != NULL);
    if (code != EXIT_FINE)
        return code;
    if (laid_out_again && !c->quiet)
        cli_print(cli_messages(), "waymark: %s: blocks shared bytes; the file has a new layout\n",
                  c->files[1]);
    say_changes(c, d->mdl, after);
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
    int code = after ? edit(c, after) : cli_fail_on(CLI_READING, c->files[0], &error);
    if (code == EXIT_FINE)
        code = save(c, d, after);
    wm_kotor_mdl_free(after);
    wm_document_free(d);
    return code;
}

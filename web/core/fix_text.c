/* Repairs of texts, as `waymark fix` does them: a text is compiled, and the result is a binary with
 * the name that the text has without its text ending. */
#include <stdlib.h>
#include <strings.h>

#include "change.h"

/* ---- findings ---- */

typedef struct counts {
    uint32_t errors, warnings;
} counts;

static wm_status count_walkmesh(const core *c, const wm_kotor_bwm *b, counts *n, wm_error *error)
{
    const wm_kotor_bwm_check_opts opts = {.surfaces = &c->surfaces};
    wm_report report;
    wm_report_init(&report, NULL);
    wm_status status = wm_kotor_bwm_check(b, &opts, &report, error);
    *n = (counts){report.errors, report.warnings};
    wm_report_free(&report);
    return status;
}

/* What is found in the files of a model: by reading them, and by checking what was read. */
static wm_status count_model(const wm_kotor_mdl *mdl, counts *n, wm_error *error)
{
    wm_buffer files[2];
    wm_report report;
    wm_status status = wm_kotor_mdl_write(mdl, NULL, &files[0], &files[1], error);
    if (status != WM_OK)
        return status;
    wm_report_init(&report, NULL);
    const wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *m =
        wm_kotor_mdl_read(files[0].data, files[0].size, files[1].data, files[1].size, &opts, error);
    status = m ? wm_kotor_mdl_check(m, NULL, &report, error) : error->code;
    *n = (counts){report.errors, report.warnings};
    wm_kotor_mdl_free(m);
    wm_report_free(&report);
    wm_buffer_free(&files[0]);
    wm_buffer_free(&files[1]);
    return status;
}

static wm_status must_help(counts before, counts after, wm_error *error)
{
    bool better = after.errors != before.errors ? after.errors < before.errors
                                                : after.warnings < before.warnings;
    return better ? WM_OK : wm_error_set(error, WM_BAD_ARGUMENT, "", "a repair would not help");
}

/* ---- walkmeshes ---- */

wm_status core_fix_walkmesh_text(core_change *ch, core_document *d, wm_error *error)
{
    const wm_kotor_bwm_rebuild_opts opts = {.surfaces = &ch->c->surfaces};
    char name[CORE_NAME];
    counts before = {0}, after = {0};
    if (d->doc->text->mesh_count != 1)
        return wm_error_set(error, WM_UNSUPPORTED, "",
                            "expected one walkmesh, found %u: save the states of the door as "
                            "binaries first",
                            (unsigned)d->doc->text->mesh_count);
    if (!core_binary_name(d, name))
        return wm_error_set(error, WM_BAD_ARGUMENT, "", "the name is too long");
    wm_kotor_bwm *b = wm_kotor_bwm_copy(d->doc->bwm, NULL, error);
    wm_status status = b ? count_walkmesh(ch->c, b, &before, error) : error->code;
    if (status == WM_OK)
        status = wm_kotor_bwm_rebuild(b, &opts, NULL, error);
    if (status == WM_OK)
        status = count_walkmesh(ch->c, b, &after, error);
    if (status == WM_OK)
        status = must_help(before, after, error);
    if (status == WM_OK) {
        core_change_result(ch, d, name, "a binary");
        status = core_change_walkmesh(ch, name, d->doc->bwm, b, error);
    }
    wm_kotor_bwm_free(b);
    return status;
}

/* ---- models ---- */

/* An older binary of the model, which has node numbers. NULL if the file is something else. */
static wm_document *open_old(core_file *f, const wm_kotor_mdl *mdl)
{
    const wm_open_opts opts = {.mdx = WM_LOAD_SKIP, .supermodels = WM_LOAD_SKIP};
    wm_error error;
    if (!f || f->format != WM_FORMAT_KOTOR_MDL || core_load(f, &error) != WM_OK || !f->data)
        return NULL;
    wm_document *old = wm_open(f->data, f->size, &opts, &error);
    if (old && old->mdl &&
        strncasecmp(old->mdl->geometry.name, mdl->geometry.name, WM_KOTOR_NAME_SIZE) == 0)
        return old;
    wm_document_free(old);
    return NULL;
}

/* The one that the result replaces, or else the one that is named after the model. */
static wm_document *find_old(core *c, const core_document *d)
{
    char name[CORE_NAME], own[WM_KOTOR_NAME_SIZE + 1];
    const wm_kotor_mdl *mdl = d->doc->mdl;
    if (strncasecmp(mdl->supermodel, "NULL", sizeof mdl->supermodel) == 0 || !mdl->supermodel[0])
        return NULL; /* the numbers are its own */
    wm_document *old = core_binary_name(d, name) ? open_old(core_named(c, name), mdl) : NULL;
    snprintf(own, sizeof own, "%.*s", WM_KOTOR_NAME_SIZE, mdl->geometry.name);
    return old || !own[0] ? old : open_old(core_find(c, d->file, own, ".mdl"), mdl);
}

wm_kotor_mdl *core_compile(core *c, const core_document *d, wm_error *error)
{
    wm_document *old = find_old(c, d);
    const wm_kotor_mdl_text_read_opts opts = {.supermodel =
                                                  d->doc->super_count ? d->doc->supers[0] : NULL,
                                              .previous = old ? old->mdl : NULL};
    wm_kotor_mdl *m = wm_kotor_mdl_text_read(d->file->data, d->file->size, &opts, error);
    wm_document_free(old);
    return m;
}

static wm_status put_model(core_change *ch, const core_document *d, const wm_kotor_mdl *before,
                           const wm_kotor_mdl *after, wm_error *error)
{
    char name[CORE_NAME];
    wm_buffer mdl, mdx;
    if (!core_binary_name(d, name))
        return wm_error_set(error, WM_BAD_ARGUMENT, "", "the name is too long");
    wm_status status = wm_kotor_mdl_write(after, NULL, &mdl, &mdx, error);
    if (status != WM_OK)
        return status;
    core_change_result(ch, d, name, "a binary");
    if (before->numbers.source == WM_KOTOR_NUMBER_SOURCE_UNKNOWN)
        core_change_note(ch, "numbers",
                         "the supermodel is not among the files, so nodes get new numbers: its "
                         "animations may not find them");
    core_change_bytes(ch, name, &mdl);
    name[strlen(name) - 1] += 'x' - 'l'; /* in the same case */
    core_change_bytes(ch, name, &mdx);
    return wm_kotor_mdl_diff(before, after, &ch->diff, error);
}

wm_status core_fix_model_text(core_change *ch, core_document *d, wm_error *error)
{
    counts before = {0}, after = {0};
    wm_kotor_mdl *m = core_compile(ch->c, d, error);
    wm_kotor_mdl *fixed = m ? wm_kotor_mdl_copy(m, NULL, error) : NULL;
    wm_status status = fixed ? count_model(m, &before, error) : error->code;
    if (status == WM_OK)
        status = core_fix_model(ch, d, fixed, error);
    if (status == WM_OK)
        status = count_model(fixed, &after, error);
    if (status == WM_OK)
        status = must_help(before, after, error);
    if (status == WM_OK)
        status = put_model(ch, d, m, fixed, error);
    wm_kotor_mdl_free(fixed);
    wm_kotor_mdl_free(m);
    return status;
}

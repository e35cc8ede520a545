/* What is in a document and what is wrong with it: the objects of `info --json` and
 * `check --json`. */
#include <stdlib.h>
#include <strings.h>

#include "core.h"

/* ---- info ---- */

wm_status core_info(core *c, core_document *d, wm_buffer *json, wm_error *error)
{
    const wm_info_opts base = {.file = d->file->name, .bytes = d->file->size};
    const wm_kotor_bwm_info_opts bwm = {.base = base, .surfaces = &c->surfaces};
    const wm_kotor_area_info_opts area = {.base = base, .vis = d->vis ? d->vis->name : NULL};
    const wm_kotor_mdl_info_opts mdl = {.base = base,
                                        .text = d->file->format == WM_FORMAT_KOTOR_MDL_TEXT,
                                        .has_mdx = d->mdx != NULL,
                                        .mdx_bytes = d->mdx ? d->mdx->size : 0};
    if (d->lyt)
        return wm_kotor_area_info(d->area, &area, json, error);
    if (d->bwm)
        return d->text ? wm_kotor_bwm_text_info(d->text, &bwm, json, error)
                       : wm_kotor_bwm_info(d->bwm, &bwm, json, error);
    if (d->mdl)
        return wm_kotor_mdl_info(d->mdl, &mdl, json, error);
    if (d->trn)
        return wm_nwn2_trn_info(d->trn, &base, json, error);
    return wm_bw2_model_info(d->bw2, &base, json, error);
}

/* ---- check ---- */

static bool check_walkmesh(core *c, const core_file *f, wm_report *report, wm_error *error)
{
    wm_read_opts opts = {.report = report};
    wm_kotor_bwm_check_opts check = {.surfaces = &c->surfaces};
    wm_kotor_bwm *b = wm_kotor_bwm_read(f->data, f->size, &opts, error);
    /* Rules on a mesh whose faces point nowhere would only add noise. */
    bool good = b && (report->errors || wm_kotor_bwm_check(b, &check, report, error) == WM_OK);
    wm_kotor_bwm_free(b);
    return good;
}

static bool check_terrain(const core_file *f, wm_report *report, wm_error *error)
{
    wm_nwn2_trn_read_opts opts = {.base = {.report = report}};
    wm_nwn2_trn *trn = wm_nwn2_trn_read(f->data, f->size, &opts, error);
    bool good = trn && (report->errors || wm_nwn2_trn_check(trn, NULL, report, error) == WM_OK);
    wm_nwn2_trn_free(trn);
    return good;
}

static bool check_model(core *c, const core_file *f, wm_report *report, wm_error *error)
{
    wm_read_opts opts = {.report = report};
    wm_kotor_mdl_text_read_opts ascii = {.base = opts};
    wm_kotor_mdl_check_opts check = {0};
    core_file *mdx = core_find(c, f, NULL, ".mdx"), *wok = core_find(c, f, NULL, ".wok");
    wm_kotor_mdl *mdl = f->format == WM_FORMAT_KOTOR_MDL_TEXT
                            ? wm_kotor_mdl_text_read(f->data, f->size, &ascii, error)
                            : wm_kotor_mdl_read(f->data, f->size, mdx ? mdx->data : NULL,
                                                mdx ? mdx->size : 0, &opts, error);
    if (!mdl)
        return false;
    char name[WM_KOTOR_NAME_SIZE + 1];
    snprintf(name, sizeof name, "%.*s", (int)sizeof mdl->supermodel, mdl->supermodel);
    check.supermodel_missing =
        *name && strcasecmp(name, "null") != 0 && !core_find(c, f, name, ".mdl");
    wm_kotor_bwm *walkmesh = wok && wok->format == WM_FORMAT_KOTOR_BWM
                                 ? wm_kotor_bwm_read(wok->data, wok->size, NULL, NULL)
                                 : NULL;
    check.walkmesh = walkmesh;
    bool good = wm_kotor_mdl_check(mdl, &check, report, error) == WM_OK;
    wm_kotor_bwm_free(walkmesh);
    wm_kotor_mdl_free(mdl);
    return good;
}

static void report_room(const core_room *room, wm_report *report)
{
    wm_error e = room->error;
    char path[sizeof e.path];
    snprintf(path, sizeof path, "%.60s%s%.30s", core_basename(room->walkmesh->name),
             e.path[0] ? ": " : "", e.path);
    memcpy(e.path, path, sizeof path);
    wm_report_add_error(report, WM_FILE_UNREADABLE, &e);
}

static bool check_area(core *c, core_file *f, wm_report *report, wm_error *error)
{
    wm_read_opts opts = {.report = report};
    core_document *d = core_read_area(c, f, report, error);
    if (!d)
        return false;
    wm_kotor_vis *vis = d->vis ? wm_kotor_vis_read(d->vis->data, d->vis->size, &opts, error) : NULL;
    if (d->vis && !vis)
        wm_report_add_error(report, WM_FILE_UNREADABLE, error);
    for (uint32_t i = 0; i < d->lyt->room_count; i++)
        if (d->rooms[i].walkmesh && !d->rooms[i].bwm)
            report_room(&d->rooms[i], report);
    const wm_kotor_vis_check_opts names = {.lyt = d->lyt};
    bool good = wm_kotor_lyt_check(d->lyt, NULL, report, error) == WM_OK &&
                (!vis || wm_kotor_vis_check(vis, &names, report, error) == WM_OK) &&
                wm_kotor_area_check(d->area, NULL, report, error) == WM_OK;
    wm_kotor_vis_free(vis);
    core_free_document(d);
    return good;
}

static bool check_bw2(const core_file *f, wm_report *report, wm_error *error)
{
    wm_read_opts opts = {.report = report};
    wm_bw2_model *m = wm_bw2_model_read(f->data, f->size, &opts, error);
    /* What refuses a file is a finding already, except for want of memory. */
    bool good = m ? wm_bw2_model_check(m, NULL, report, error) == WM_OK : report->errors > 0;
    wm_bw2_model_free(m);
    return good;
}

static bool check_table(const core_file *f, wm_report *report, wm_error *error)
{
    wm_read_opts opts = {.report = report};
    wm_2da *table = wm_2da_read(f->data, f->size, &opts, error);
    wm_2da_free(table);
    return table != NULL;
}

static bool check_text(core *c, const core_file *f, wm_report *report, wm_error *error)
{
    wm_kotor_bwm_text_read_opts opts = {.base = {.report = report}, .surfaces = &c->surfaces};
    wm_kotor_bwm_check_opts check = {.surfaces = &c->surfaces};
    wm_kotor_bwm_text *text = wm_kotor_bwm_text_read(f->data, f->size, &opts, error);
    bool good = text && wm_kotor_bwm_text_check(text, &check, report, error) == WM_OK;
    wm_kotor_bwm_text_free(text);
    return good;
}

static bool check(core *c, core_file *f, wm_report *report, wm_error *error)
{
    switch (f->format) {
    case WM_FORMAT_KOTOR_BWM: return check_walkmesh(c, f, report, error);
    case WM_FORMAT_KOTOR_BWM_TEXT: return check_text(c, f, report, error);
    case WM_FORMAT_KOTOR_LYT: return check_area(c, f, report, error);
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT: return check_model(c, f, report, error);
    case WM_FORMAT_NWN2_TRN: return check_terrain(f, report, error);
    case WM_FORMAT_BW2_MODEL: return check_bw2(f, report, error);
    case WM_FORMAT_2DA: return check_table(f, report, error);
    case WM_FORMAT_ALL_ZERO:
    case WM_FORMAT_UNKNOWN: break;
    }
    wm_error unknown = {.offset = WM_NO_OFFSET};
    core_scan(c, f);
    wm_report_add_error(report, f->format == WM_FORMAT_ALL_ZERO ? WM_FILE_ZERO : WM_FILE_UNKNOWN,
                        f->error.code ? &f->error : &unknown);
    return true;
}

wm_status core_check(core *c, core_file *f, wm_buffer *json, wm_error *error)
{
    wm_report report;
    wm_error fault;
    wm_report_init(&report, NULL);
    if (!check(c, f, &report, &fault))
        wm_report_add_error(&report, WM_FILE_UNREADABLE, &fault);
    wm_report_finish(&report);
    wm_status status = wm_report_json(f->name, wm_format_name(f->format), &report, json, error);
    wm_report_free(&report);
    return status;
}

/* Checking a document together with its companions. */
#include <stdio.h>

#include "area/pth.h"
#include "base/text.h"
#include "open/floor.h"
#include "open/internal.h"

/* ---- models ------------------------------------------------------------- */

static const wm_allocator *allocator_of(const wm_document *d)
{
    const wmi_opened *out = d->memory;
    return &out->arena.allocator;
}

/* Was the supermodel of the model itself looked for and not found? */
static bool supermodel_missing(const wm_document *d)
{
    for (uint32_t i = 0; d->searched && i < d->companion_count; i++)
        if (strcmp(d->companions[i].type, "mdl") == 0)
            return !d->companions[i].found.where && !d->companions[i].error;
    return false;
}

static wm_status check_model(const wm_document *d, const wm_check_opts *base, wm_report *report,
                             wm_error *error)
{
    wm_kotor_mdl_check_opts opts = {
        .base = *base, .walkmesh = d->walkmesh, .supermodel_missing = supermodel_missing(d)};
    wm_status status = wm_kotor_mdl_check(d->mdl, &opts, report, error);
    if (status == WM_OK)
        status = wmi_check_model_floors(d->mdl, &d->surfaces, !base->no_offsets, allocator_of(d),
                                        report, error);
    return status;
}

/* ---- walkmeshes --------------------------------------------------------- */

static wm_status check_walkmesh(const wm_document *d, const wm_check_opts *base, wm_report *report,
                                wm_error *error)
{
    const wm_kotor_bwm_check_opts opts = {.base = *base, .surfaces = &d->surfaces};
    uint32_t before = report->count;
    wm_status status = d->text ? wm_kotor_bwm_text_check(d->text, &opts, report, error)
                               : wm_kotor_bwm_check(d->bwm, &opts, report, error);
    if (status == WM_OK && !d->text)
        status = wmi_check_floor(d->bwm, &d->surfaces, !base->no_offsets, allocator_of(d), report,
                                 error);
    for (uint32_t i = 0; d->text && !d->text->faulty && i < d->text->mesh_count; i++) {
        uint32_t first = report->count;
        if (status == WM_OK && d->text->meshes[i].bwm)
            status = wmi_check_floor(d->text->meshes[i].bwm, &d->surfaces, false, allocator_of(d),
                                     report, error);
        for (; first < report->count; first++)
            report->issues[first].line = d->text->meshes[i].line; /* start of its node */
    }
    if (status == WM_OK && d->text && d->nwn1)
        status = wmi_check_tile(d->text, &d->surfaces, before, allocator_of(d), report, error);
    return status;
}

/* ---- areas -------------------------------------------------------------- */

/* The path of the finding begins with the name of the room's file. */
static void report_room(const wm_companion *room, wm_issue_code code, const wm_error *fault,
                        wm_report *report)
{
    wm_error error = *fault;
    char path[sizeof error.path];
    const char *where = room->found.where ? room->found.where : room->name;
    wmi_format(path, sizeof path, "%.60s%s%.30s", wmi_path_name(where), error.path[0] ? ": " : "",
               error.path);
    memcpy(error.path, path, sizeof path);
    wm_report_add_error(report, code, &error);
}

/* A room that cannot be read, or only in part. */
static void check_room(const wm_document_room *room, wm_report *report)
{
    const wm_kotor_bwm *bwm = room->bwm;
    if (room->walkmesh && room->walkmesh->error)
        report_room(room->walkmesh, WM_FILE_UNREADABLE, room->walkmesh->error, report);
    else if (room->walkmesh && bwm && bwm->fault_count)
        report_room(room->walkmesh,
                    bwm->first_fault.code == WM_BAD_VALUE ? WM_KOTOR_VERTEX_INDEX
                                                          : WM_KOTOR_TABLE_OUTSIDE,
                    &bwm->first_fault, report);
}

/* Path points and objects, alone and on the floor. */
static wm_status check_content(const wm_document *d, const wm_check_opts *base, wm_report *report,
                               wm_error *error)
{
    wm_status status = d->pth ? wm_kotor_pth_check(d->pth, base, report, error) : WM_OK;
    if (status == WM_OK && d->git)
        status = wm_kotor_git_check(d->git, base, report, error);
    if (status == WM_OK && d->objects)
        wmi_check_objects(d->objects, report);
    if (status != WM_OK || !d->area)
        return status;
    wm_walkmesh *mesh = wm_walkmesh_from_kotor_area(d->area, allocator_of(d), error);
    if (!mesh)
        return WM_NO_MEMORY;
    if (d->pth)
        status = wmi_pth_check_floor(d->pth, mesh, allocator_of(d), report, error);
    if (status == WM_OK && d->objects)
        status = wmi_check_doors(d->objects, mesh, allocator_of(d), report, error);
    wm_walkmesh_free(mesh);
    return status;
}

static wm_status check_area(const wm_document *d, const wm_check_opts *base, wm_report *report,
                            wm_error *error)
{
    wm_kotor_vis_check_opts vis = {.base = *base, .lyt = d->lyt};
    if (d->vis_file && d->vis_file->error)
        wm_report_add_error(report, WM_FILE_UNREADABLE, d->vis_file->error);
    if (d->pth_file && d->pth_file->error)
        report_room(d->pth_file, WM_FILE_UNREADABLE, d->pth_file->error, report);
    if (d->git_file && d->git_file->error)
        report_room(d->git_file, WM_FILE_UNREADABLE, d->git_file->error, report);
    for (uint32_t i = 0; i < d->lyt->room_count; i++)
        check_room(&d->rooms[i], report);
    wm_status status = wm_kotor_lyt_check(d->lyt, base, report, error);
    if (status == WM_OK && d->vis)
        status = wm_kotor_vis_check(d->vis, &vis, report, error);
    if (status == WM_OK && d->area)
        status = wm_kotor_area_check(d->area, base, report, error);
    if (status == WM_OK && (d->pth || d->git))
        status = check_content(d, base, report, error);
    return status;
}

/* ---- a visibility list alone -------------------------------------------- */

static wm_status check_visibility(const wm_document *d, const wm_check_opts *base,
                                  wm_report *report, wm_error *error)
{
    const wm_kotor_vis_check_opts opts = {.base = *base, .lyt = d->layout};
    return wm_kotor_vis_check(d->vis, &opts, report, error);
}

/* ---- all ---------------------------------------------------------------- */

wm_status wm_document_check(const wm_document *d, const wm_check_opts *opts, wm_report *report,
                            wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    static const wm_check_opts defaults;
    const wm_check_opts *base = opts ? opts : &defaults;
    /* Rules on faces that point nowhere would only add noise. */
    bool valid = d->read_errors == 0;
    switch (d->format) {
    case WM_FORMAT_KOTOR_BWM: return valid ? check_walkmesh(d, base, report, error) : WM_OK;
    case WM_FORMAT_KOTOR_BWM_TEXT: return check_walkmesh(d, base, report, error);
    case WM_FORMAT_KOTOR_LYT: return check_area(d, base, report, error);
    case WM_FORMAT_KOTOR_VIS: return check_visibility(d, base, report, error);
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT: return check_model(d, base, report, error);
    case WM_FORMAT_NWN2_TRN: return valid ? wm_nwn2_trn_check(d->trn, base, report, error) : WM_OK;
    case WM_FORMAT_NWN2_MDB: return wm_nwn2_mdb_check(d->mdb, base, report, error);
    case WM_FORMAT_BW2_MODEL: return wm_bw2_model_check(d->bw2, base, report, error);
    case WM_FORMAT_GLTF:
    case WM_FORMAT_OBJ: return wm_scene_check(d->scene, base, report, error);
    case WM_FORMAT_TEXTURE: return wm_texture_check(d->texture, base, report, error);
    case WM_FORMAT_KOTOR_PTH: return wm_kotor_pth_check(d->pth, base, report, error);
    case WM_FORMAT_TXI: return wm_txi_check(d->txi, base, report, error);
    case WM_FORMAT_GFF: return wm_gff_check(d->gff, base, report, error);
    case WM_FORMAT_2DA: /* reading a table says all */
    case WM_FORMAT_ALL_ZERO:
    case WM_FORMAT_UNKNOWN: break;
    }
    return WM_OK;
}

static wm_status report_failure(wm_format format, const wm_error *fault, bool reported,
                                wm_report *report, wm_error *error)
{
    if (fault->code == WM_NO_MEMORY) {
        if (error)
            *error = *fault;
        return WM_NO_MEMORY;
    }
    wm_issue_code code = format == WM_FORMAT_ALL_ZERO  ? WM_FILE_ZERO
                         : format == WM_FORMAT_UNKNOWN ? WM_FILE_UNKNOWN
                                                       : WM_FILE_UNREADABLE;
    /* These readers have findings of their own for what they refuse. */
    if ((format != WM_FORMAT_BW2_MODEL && format != WM_FORMAT_GLTF) || !reported)
        wm_report_add_error(report, code, fault);
    return WM_OK;
}

wm_status wm_check(const void *data, size_t size, const wm_open_opts *opts, wm_report *report,
                   wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_open_opts o = opts ? *opts : (wm_open_opts){0};
    wm_error fault;
    uint32_t before = report->errors;
    o.base.report = report;
    o.supermodels = wmi_load_of(o.supermodels, WM_LOAD_FIND);
    o.walkmesh = wmi_load_of(o.walkmesh, WM_LOAD_READ);
    wm_document *d = wm_open(data, size, &o, &fault);
    if (!d)
        return report_failure(wm_detect(data, size), &fault, report->errors > before, report,
                              error);
    wm_status status = wm_document_check(d, NULL, report, error);
    if (status == WM_OK)
        status = wmi_check_textures(d, &o.finder, o.complete, report, error);
    wm_document_free(d);
    return status;
}

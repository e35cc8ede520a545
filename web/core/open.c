/* Opening documents: a file with those that belong to it. */
#include <stdlib.h>
#include <strings.h>

#include "core.h"

uint32_t core_id(const core *c, const core_file *file, uint32_t part)
{
    size_t at = 0;
    while (at < c->file_count && c->files[at] != file)
        at++;
    return ((uint32_t)at + 1) * CORE_PARTS + part;
}

core_file *core_file_of(const core *c, uint32_t id, wm_error *error)
{
    size_t at = id / CORE_PARTS;
    core_file *f = at > 0 && at <= c->file_count ? c->files[at - 1] : NULL;
    if (!f)
        wm_error_set(error, WM_BAD_ARGUMENT, "", "there is no document %lu", (unsigned long)id);
    return f;
}

void core_free_document(core_document *d)
{
    if (!d)
        return;
    wm_query_free(d->query);
    wm_walkmesh_free(d->mesh);
    wm_kotor_area_free(d->area);
    for (uint32_t i = 0; d->rooms && i < d->lyt->room_count; i++)
        wm_kotor_bwm_free(d->rooms[i].bwm);
    free(d->rooms);
    free(d->walkmeshes);
    wm_kotor_lyt_free(d->lyt);
    wm_bw2_model_free(d->bw2);
    wm_nwn2_trn_free(d->trn);
    for (uint32_t i = 0; i < d->super_count; i++)
        wm_kotor_mdl_free(d->supers[i]);
    wm_kotor_mdl_free(d->mdl);
    if (d->text)
        wm_kotor_bwm_text_free(d->text);
    else
        wm_kotor_bwm_free(d->bwm);
    free(d);
}

void core_close(core *c, uint32_t id)
{
    for (size_t i = 0; i < c->open_count; i++)
        if (c->open[i]->id == id) {
            core_free_document(c->open[i]);
            c->open[i] = c->open[--c->open_count];
            return;
        }
}

void core_close_all(core *c)
{
    for (size_t i = 0; i < c->open_count; i++)
        core_free_document(c->open[i]);
    free(c->open);
    c->open = NULL;
    c->open_count = c->open_capacity = 0;
}

/* ---- models ---- */

static wm_kotor_mdl *read_model(const core *c, const core_file *f, core_file **mdx, wm_error *error)
{
    if (f->format == WM_FORMAT_KOTOR_MDL_TEXT)
        return wm_kotor_mdl_text_read(f->data, f->size, NULL, error);
    *mdx = core_find(c, f, NULL, ".mdx");
    return wm_kotor_mdl_read(f->data, f->size, *mdx ? (*mdx)->data : NULL, *mdx ? (*mdx)->size : 0,
                             NULL, error);
}

/* Has the chain come to a model of this name already? */
static bool seen(const core_document *d, const char *name)
{
    bool found = strncasecmp(d->mdl->geometry.name, name, WM_KOTOR_NAME_SIZE) == 0;
    for (uint32_t i = 0; i < d->super_count; i++)
        found = found || strncasecmp(d->supers[i]->geometry.name, name, WM_KOTOR_NAME_SIZE) == 0;
    return found;
}

/* The supermodels among the files, as far as they go. */
static void find_supers(const core *c, core_document *d)
{
    const wm_kotor_mdl *below = d->mdl;
    while (d->super_count < CORE_SUPERS) {
        char name[WM_KOTOR_NAME_SIZE + 1];
        core_file *mdx;
        snprintf(name, sizeof name, "%.*s", (int)sizeof below->supermodel, below->supermodel);
        if (!*name || strcasecmp(name, "null") == 0 || seen(d, name))
            return;
        core_file *f = core_find(c, d->file, name, ".mdl");
        if (!f || (f->format != WM_FORMAT_KOTOR_MDL && f->format != WM_FORMAT_KOTOR_MDL_TEXT))
            return;
        wm_kotor_mdl *model = read_model(c, f, &mdx, NULL);
        if (!model)
            return;
        d->supers[d->super_count++] = model;
        below = model;
    }
}

/* ---- areas ---- */

/* A text beside a layout is an area, whatever kind of node it has. */
static wm_kotor_bwm *read_room(const core *c, const core_file *f, wm_error *error)
{
    if (f->format == WM_FORMAT_KOTOR_BWM)
        return wm_kotor_bwm_read(f->data, f->size, NULL, error);
    if (f->format != WM_FORMAT_KOTOR_BWM_TEXT) {
        wm_format_error(error, "a walkmesh", f->format, f->size);
        return NULL;
    }
    wm_kotor_bwm_text_read_opts opts = {.surfaces = &c->surfaces, .kind = WM_KOTOR_KIND_AREA};
    wm_kotor_bwm_text *text = wm_kotor_bwm_text_read(f->data, f->size, &opts, error);
    if (!text)
        return NULL;
    wm_kotor_bwm *bwm = text->meshes[0].bwm;
    text->meshes[0].bwm = NULL; /* ours now */
    wm_kotor_bwm_text_free(text);
    return bwm;
}

static bool read_area(core *c, core_document *d, wm_report *report, wm_error *error)
{
    wm_kotor_area_opts opts = {.surfaces = &c->surfaces};
    wm_read_opts read = {.report = report};
    d->lyt = wm_kotor_lyt_read(d->file->data, d->file->size, &read, error);
    if (!d->lyt)
        return false;
    size_t count = (size_t)d->lyt->room_count + 1;
    d->rooms = calloc(count, sizeof *d->rooms);
    d->walkmeshes = calloc(count, sizeof *d->walkmeshes);
    if (!d->rooms || !d->walkmeshes)
        return wm_error_set(error, WM_NO_MEMORY, "", "out of memory") == WM_OK;
    d->vis = core_find(c, d->file, NULL, ".vis");
    for (uint32_t i = 0; i < d->lyt->room_count; i++) {
        core_room *room = &d->rooms[i];
        const char *name = d->lyt->rooms[i].name;
        /* A room that is listed twice is read once. */
        if (wm_kotor_lyt_find(d->lyt, name) != i || wm_kotor_lyt_placeholder(name))
            continue;
        room->walkmesh = core_find(c, d->file, name, ".wok");
        room->model = core_find(c, d->file, name, ".mdl");
        if (room->walkmesh)
            room->bwm = read_room(c, room->walkmesh, &room->error);
        d->walkmeshes[i] = room->bwm;
    }
    d->area = wm_kotor_area_new(d->lyt, d->walkmeshes, &opts, error);
    return d->area != NULL;
}

core_document *core_read_area(core *c, core_file *file, wm_report *report, wm_error *error)
{
    core_document *d = calloc(1, sizeof *d);
    if (!d) {
        wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
        return NULL;
    }
    d->file = file;
    if (read_area(c, d, report, error))
        return d;
    core_free_document(d);
    return NULL;
}

/* ---- all ---- */

static bool read_text(core *c, core_document *d, wm_error *error)
{
    wm_kotor_bwm_text_read_opts opts = {.surfaces = &c->surfaces};
    d->text = wm_kotor_bwm_text_read(d->file->data, d->file->size, &opts, error);
    if (d->text && d->part < d->text->mesh_count)
        d->bwm = d->text->meshes[d->part].bwm;
    else if (d->text)
        wm_error_set(error, WM_BAD_ARGUMENT, "", "there is no such walkmesh in the text");
    return d->bwm != NULL;
}

static bool read_document(core *c, core_document *d, wm_error *error)
{
    const core_file *f = d->file;
    switch (f->format) {
    case WM_FORMAT_KOTOR_BWM:
        d->bwm = wm_kotor_bwm_read(f->data, f->size, NULL, error);
        return d->bwm != NULL;
    case WM_FORMAT_KOTOR_BWM_TEXT: return read_text(c, d, error);
    case WM_FORMAT_KOTOR_LYT: return read_area(c, d, NULL, error);
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT:
        d->mdl = read_model(c, f, &d->mdx, error);
        if (d->mdl)
            find_supers(c, d);
        return d->mdl != NULL;
    case WM_FORMAT_NWN2_TRN:
        d->trn = wm_nwn2_trn_read(f->data, f->size, NULL, error);
        return d->trn != NULL;
    case WM_FORMAT_BW2_MODEL:
        d->bw2 = wm_bw2_model_read(f->data, f->size, NULL, error);
        return d->bw2 != NULL;
    case WM_FORMAT_2DA:
    case WM_FORMAT_ALL_ZERO:
    case WM_FORMAT_UNKNOWN: break;
    }
    wm_format_error(error, "", f->format, f->size);
    wm_format_hint_mdx(f->name, f->format, error);
    return false;
}

core_document *core_open(core *c, uint32_t id, wm_error *error)
{
    for (size_t i = 0; i < c->open_count; i++)
        if (c->open[i]->id == id)
            return c->open[i];
    core_file *f = core_file_of(c, id, error);
    if (!f)
        return NULL;
    core_document *d = calloc(1, sizeof *d);
    if (!d || !core_grow((void **)&c->open, &c->open_capacity, c->open_count + 1,
                         sizeof(core_document *))) {
        free(d);
        wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
        return NULL;
    }
    *d = (core_document){.id = id, .file = f, .part = id % CORE_PARTS};
    if (!read_document(c, d, error)) {
        core_free_document(d);
        return NULL;
    }
    c->open[c->open_count++] = d;
    return d;
}

/* ---- what is made of them ---- */

wm_walkmesh *core_mesh(core *c, core_document *d, wm_error *error)
{
    if (d->mesh)
        return d->mesh;
    if (d->area)
        d->mesh = wm_walkmesh_from_kotor_area(d->area, NULL, error);
    else if (d->bwm)
        d->mesh = wm_walkmesh_from_kotor_bwm(d->bwm, &c->surfaces, NULL, error);
    else if (d->trn && d->trn->aswm)
        d->mesh = wm_walkmesh_from_nwn2_aswm(d->trn->aswm, NULL, error);
    else
        wm_error_set(error, WM_BAD_ARGUMENT, "", "there is no walkmesh in this file");
    return d->mesh;
}

wm_query *core_query(core *c, core_document *d, wm_error *error)
{
    if (!d->query && core_mesh(c, d, error))
        d->query = wm_query_new(d->mesh, NULL, error);
    return d->query;
}

wm_scene *core_scene(core *c, core_document *d, bool details, wm_error *error)
{
    const wm_scene_opts opts = {.details = details};
    if (d->mdl)
        return wm_scene_from_kotor_mdl(d->mdl, (const wm_kotor_mdl *const *)d->supers,
                                       d->super_count, NULL, error);
    if (d->bw2)
        return wm_scene_from_bw2_model(d->bw2, NULL, error);
    if (d->bwm)
        return wm_scene_from_kotor_bwm(d->bwm, &c->surfaces, &opts, error);
    if (d->trn)
        return wm_scene_from_nwn2_trn(d->trn, &opts, error);
    wm_error_set(error, WM_BAD_ARGUMENT, "", "an area is exported room by room");
    return NULL;
}

/* Repairs documents as `waymark fix` and `waymark rebuild` do. */
#include <stdlib.h>

#include "change.h"

static wm_status fix_walkmesh(core_change *ch, core_document *d, wm_error *error)
{
    const wm_kotor_bwm_rebuild_opts opts = {.surfaces = &ch->c->surfaces};
    wm_kotor_bwm *b = wm_kotor_bwm_copy(d->doc->bwm, NULL, error);
    wm_status status = b ? wm_kotor_bwm_rebuild(b, &opts, NULL, error) : error->code;
    if (status == WM_OK)
        status = core_change_walkmesh(ch, d->file->name, d->doc->bwm, b, error);
    wm_kotor_bwm_free(b);
    return status;
}

/* Normals and tangents that do not match the faces are for `rebuild --parts`: `fix` leaves them. */
static wm_status rebuild_normals(core *c, const core_document *d, wm_kotor_mdl *m, wm_error *error)
{
    wm_kotor_mdl_rebuild_opts opts = {.normals = false};
    wm_report report;
    wm_report_init(&report, NULL);
    wm_status status = core_check_file(c, d->file, &report, error);
    for (uint32_t i = 0; i < report.count; i++) {
        opts.normals |= report.issues[i].code == WM_KOTOR_MDL_NORMALS;
        opts.tangents |= opts.normals || report.issues[i].code == WM_KOTOR_MDL_TANGENTS;
    }
    wm_report_free(&report);
    if (status == WM_OK && opts.tangents)
        status = wm_kotor_mdl_rebuild(m, &opts, NULL, error);
    return status;
}

/* Derived data, which a diff of models does not list. */
static void list_fixes(core_change *ch, const wm_kotor_mdl_fix_result *r)
{
    core_change_count(ch, "planes", r->planes, "face has another plane", "faces have other planes");
    core_change_count(ch, "adjacency", r->adjacency, "face has other neighbours",
                      "faces have other neighbours");
    core_change_count(ch, "trees", r->trees, "AABB tree computed", "AABB trees computed");
    core_change_count(ch, "indices", r->indices, "mesh has other triangles to draw",
                      "meshes have other triangles to draw");
    core_change_count(ch, "tables", r->tables + r->sabers, "vertex table computed",
                      "vertex tables computed");
    if (r->words)
        core_change_note(ch, "file", "counts, sizes or pointers corrected");
}

wm_status core_fix_model(core_change *ch, core_document *d, wm_kotor_mdl *m, wm_error *error)
{
    wm_kotor_mdl_fix_result made = {.planes = 0};
    wm_status status = wm_kotor_mdl_fix(m, &made, error);
    list_fixes(ch, &made);
    return status == WM_OK ? rebuild_normals(ch->c, d, m, error) : status;
}

static wm_status fix_model(core_change *ch, core_document *d, wm_error *error)
{
    wm_kotor_mdl *m = wm_kotor_mdl_copy(d->doc->mdl, NULL, error);
    wm_status status = m ? core_fix_model(ch, d, m, error) : error->code;
    if (status == WM_OK)
        status = core_change_model(ch, d, m, error);
    wm_kotor_mdl_free(m);
    return status;
}

/* A rebuilt TRN is a TRX: "a/hall.trn" becomes "a/hall.trx". False if the name is too long. */
static bool terrain_name(const core_document *d, char name[CORE_NAME])
{
    const char *file = d->file->name, *dot = strrchr(core_basename(file), '.');
    bool stays = d->doc->trn->aswm->tiles_flags != WM_NWN2_TRN_TILES;
    int stem = (int)(dot && !stays ? (size_t)(dot - file) : strlen(file));
    int n = snprintf(name, CORE_NAME, "%.*s%s", stem, file, stays ? "" : ".trx");
    return n > 0 && n < CORE_NAME;
}

static wm_status fix_terrain(core_change *ch, core_document *d, wm_error *error)
{
    char name[CORE_NAME];
    wm_buffer bytes;
    if (!terrain_name(d, name))
        return wm_error_set(error, WM_BAD_ARGUMENT, "", "the name is too long");
    wm_nwn2_trn *t = wm_nwn2_trn_copy(d->doc->trn, NULL, error);
    wm_status status = t ? wm_nwn2_trn_rebuild(t, NULL, NULL, error) : error->code;
    if (status == WM_OK)
        status = wm_nwn2_trn_write(t, NULL, &bytes, error);
    if (status == WM_OK) {
        if (strcmp(name, d->file->name) != 0)
            core_change_result(ch, d, name, "a TRX");
        core_change_bytes(ch, name, &bytes);
        status = wm_nwn2_trn_diff(d->doc->trn, t, &ch->diff, error);
    }
    wm_nwn2_trn_free(t);
    return status;
}

static wm_status fix_mdb(core_change *ch, core_document *d, wm_error *error)
{
    wm_buffer bytes;
    wm_nwn2_mdb_rebuild_result made = {.normals = 0};
    wm_nwn2_mdb *m = wm_nwn2_mdb_copy(d->doc->mdb, NULL, error);
    wm_status status = m ? wm_nwn2_mdb_rebuild(m, NULL, &made, error) : error->code;
    if (status == WM_OK)
        status = wm_nwn2_mdb_write(m, NULL, &bytes, error);
    if (status == WM_OK) {
        core_change_file(ch, d->file, &bytes);
        core_change_count(ch, "normals", made.normals, "normal computed", "normals computed");
    }
    wm_nwn2_mdb_free(m);
    return status;
}

static wm_status fix_bw2(core_change *ch, core_document *d, wm_error *error)
{
    wm_buffer bytes;
    wm_bw2_model *m = wm_bw2_model_read(d->file->data, d->file->size, NULL, error);
    wm_status status = m ? wm_bw2_model_rebuild(m, NULL, NULL, error) : error->code;
    if (status == WM_OK)
        status = wm_bw2_model_write(m, NULL, &bytes, error);
    if (status == WM_OK) {
        core_change_file(ch, d->file, &bytes);
        core_change_number(ch, "size", "file size", d->doc->bw2->size, m->size);
        core_change_number(ch, "metadata_size", "table size", d->doc->bw2->metadata_size,
                           m->metadata_size);
        status = wm_bw2_model_diff(d->doc->bw2, m, &ch->diff, error);
    }
    wm_bw2_model_free(m);
    return status;
}

/* Copies of the walkmeshes of the rooms. NULL if out of memory. */
static wm_kotor_bwm **copy_rooms(const wm_document *doc, wm_error *error)
{
    uint32_t count = doc->lyt->room_count;
    wm_kotor_bwm **copies = calloc((size_t)count + 1, sizeof(wm_kotor_bwm *));
    bool good = copies != NULL;
    if (!good)
        wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
    for (uint32_t i = 0; good && i < count; i++)
        if (doc->walkmeshes[i])
            good = (copies[i] = wm_kotor_bwm_copy(doc->walkmeshes[i], NULL, error)) != NULL;
    if (good || !copies)
        return copies;
    for (uint32_t i = 0; i < count; i++)
        wm_kotor_bwm_free(copies[i]);
    free(copies);
    return NULL;
}

/* A room that was a text stays one. */
static wm_status put_text(core_change *ch, const wm_document *doc, uint32_t room,
                          wm_kotor_bwm *after, wm_error *error)
{
    wm_buffer bytes;
    wm_kotor_bwm_text_mesh part = {.bwm = after, .state = WM_NO_INDEX};
    const wm_kotor_bwm_text_write_opts opts = {.dialect = doc->rooms[room].dialect,
                                               .model = doc->lyt->rooms[room].name,
                                               .surfaces = &ch->c->surfaces};
    wm_status status = wm_kotor_bwm_text_write(
        &(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part}, &opts, &bytes, NULL, error);
    if (status != WM_OK)
        return status;
    core_change_file(ch, core_file_found(doc->rooms[room].walkmesh), &bytes);
    return wm_kotor_bwm_diff(doc->walkmeshes[room], after, &ch->diff, error);
}

static wm_status put_rooms(core_change *ch, const wm_document *doc, wm_kotor_bwm *const *rooms,
                           const wm_kotor_room_fixes *fixes, wm_error *error)
{
    wm_status status = WM_OK;
    for (uint32_t i = 0; status == WM_OK && i < doc->lyt->room_count; i++) {
        const core_file *f = core_file_found(doc->rooms[i].walkmesh);
        if (fixes->room_changed[i] && f)
            status = doc->rooms[i].text
                         ? put_text(ch, doc, i, rooms[i], error)
                         : core_change_walkmesh(ch, f->name, doc->walkmeshes[i], rooms[i], error);
    }
    return status;
}

static wm_status fix_area(core_change *ch, core_document *d, const core_fix_opts *how,
                          wm_error *error)
{
    const wm_kotor_lyt_fix_rooms_opts opts = {
        .base = {.surfaces = &ch->c->surfaces, .tolerance = how->tolerance},
        .remove_dangling = how->remove_dangling};
    if (!(how->tolerance >= 0 && how->tolerance <= 1))
        return wm_error_set(error, WM_BAD_ARGUMENT, "",
                            "gaps of more than 0 and at most 1 m can be closed");
    const wm_document *doc = d->doc;
    wm_kotor_bwm **rooms = copy_rooms(doc, error);
    if (!rooms)
        return error->code;
    wm_kotor_room_fixes *fixes = wm_kotor_lyt_fix_rooms(doc->lyt, rooms, &opts, error);
    wm_status status = fixes ? put_rooms(ch, doc, rooms, fixes, error) : error->code;
    wm_kotor_room_fixes_free(fixes);
    for (uint32_t i = 0; i < doc->lyt->room_count; i++)
        wm_kotor_bwm_free(rooms[i]);
    free(rooms);
    return status;
}

wm_status core_fix(core *c, core_document *d, const core_fix_opts *opts, wm_json_writer *j,
                   wm_error *error)
{
    core_change ch;
    const wm_document *doc = d->doc;
    wm_status status = WM_OK;
    core_change_begin(&ch, c, j);
    if (doc->format == WM_FORMAT_KOTOR_BWM_TEXT)
        status = core_fix_walkmesh_text(&ch, d, error);
    else if (doc->format == WM_FORMAT_KOTOR_MDL_TEXT)
        status = core_fix_model_text(&ch, d, error);
    else if (doc->bwm)
        status = fix_walkmesh(&ch, d, error);
    else if (doc->mdl)
        status = fix_model(&ch, d, error);
    else if (doc->lyt && doc->walkmeshes)
        status = fix_area(&ch, d, opts, error);
    else if (doc->trn && doc->trn->aswm)
        status = fix_terrain(&ch, d, error);
    else if (doc->mdb)
        status = fix_mdb(&ch, d, error);
    else if (doc->bw2)
        status = fix_bw2(&ch, d, error);
    else
        status = wm_error_set(error, WM_BAD_ARGUMENT, "", "this file cannot be repaired here");
    core_change_end(&ch);
    return status;
}

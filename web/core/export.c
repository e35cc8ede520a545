/* Converts documents back to files: for other programs, as text, or rebuilt. */
#include <stdlib.h>
#include <strings.h>

#include "core.h"

wm_status core_glb(core *c, core_document *d, bool all, wm_json_writer *j, wm_error *error)
{
    const wm_gltf_write_opts opts = {.all = all};
    wm_buffer bytes;
    wm_scene *scene = core_scene(d, true, error);
    if (!scene)
        return error->code;
    wm_json_begin_object(j, NULL);
    core_put_keys(scene, j);
    wm_status status = wm_gltf_write(scene, &opts, &bytes, error);
    if (status == WM_OK) {
        core_add_owned(c, j, "glb", "u8", &bytes);
        core_put_impossible(d, scene, j);
        core_put_hooks(d, j);
    }
    wm_json_end(j);
    wm_scene_free(scene);
    return status;
}

/* ---- one file of the answer ---- */

enum { NAME = CORE_NAME };

/* The ending of a name without folders, including the one before it for texts: ".dwk.ascii". */
static const char *ending_of(const char *base)
{
    const char *end = base + strlen(base), *dot = strrchr(base, '.');
    if (!dot || dot == base)
        return end;
    bool text = strcasecmp(dot, ".ascii") == 0 && dot - base > 4 && dot[-4] == '.';
    return text ? dot - 4 : dot;
}

/* The name without folders and endings: "door" for "doors/door.dwk.ascii". The state of a
 * door is appended as a digit. */
static void stem_of(const core_document *d, char stem[NAME])
{
    const char *base = core_basename(d->file->name);
    size_t size = (size_t)(ending_of(base) - base);
    static const char text[] = "-ascii";
    size_t tail = sizeof text - 1;
    if (d->file->format == WM_FORMAT_KOTOR_MDL_TEXT && size > tail &&
        strncasecmp(base + size - tail, text, tail) == 0)
        size -= tail;
    int n = snprintf(stem, NAME - 16, "%.*s", (int)(size < NAME ? size : NAME), base);
    if (d->doc->text && d->doc->text->mesh_count > 1 && n > 0 && n < NAME - 16)
        snprintf(stem + n, 16, "%u", (unsigned)d->part);
}

/* Doors and placeables have the same format. */
static const char *walkmesh_ending(const core_document *d, uint32_t type)
{
    bool door = strncasecmp(ending_of(core_basename(d->file->name)), ".dwk", 4) == 0 ||
                (d->doc->text && d->doc->text->mesh_count > 1);
    return type == WM_KOTOR_BWM_TYPE_AREA ? ".wok" : door ? ".dwk" : ".pwk";
}

bool core_binary_name(const core_document *d, char name[CORE_NAME])
{
    char stem[NAME];
    const char *file = d->file->name, *base = core_basename(file);
    const char *ending = d->doc->mdl ? ".mdl" : walkmesh_ending(d, d->doc->bwm->type);
    stem_of(d, stem);
    bool bare = strlen(base) == strlen(stem) + 4; /* no text ending: it keeps its name */
    if (bare && strcasecmp(ending_of(base), ending) == 0)
        ending = ending_of(base);
    int n = snprintf(name, CORE_NAME, "%.*s%s%s", (int)(base - file), file, stem, ending);
    return n > 0 && n < CORE_NAME;
}

static void put_file(core *c, wm_json_writer *j, const char *stem, const char *ending,
                     wm_buffer *bytes)
{
    char name[NAME + 16];
    snprintf(name, sizeof name, "%s%s", stem, ending);
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "name", name);
    core_add_owned(c, j, "bytes", "u8", bytes);
    wm_json_end(j);
}

/* ---- open formats ---- */

static wm_status put_gltf(core *c, core_document *d, const char *stem, bool text, wm_json_writer *j,
                          wm_error *error)
{
    const wm_gltf_write_opts opts = {.text = text};
    wm_buffer bytes;
    wm_scene *scene = core_scene(d, true, error);
    if (!scene)
        return error->code;
    wm_status status = wm_gltf_write(scene, &opts, &bytes, error);
    if (status == WM_OK)
        put_file(c, j, stem, text ? ".gltf" : ".glb", &bytes);
    wm_scene_free(scene);
    return status;
}

static wm_status put_obj(core *c, core_document *d, const char *stem, wm_json_writer *j,
                         wm_error *error)
{
    char library[NAME + 8];
    wm_buffer text, materials;
    snprintf(library, sizeof library, "%s.mtl", stem);
    wm_scene *scene = core_scene(d, false, error);
    if (!scene)
        return error->code;
    const wm_obj_write_opts opts = {.material_file = library, .y_up = true};
    wm_pose *pose = NULL;
    wm_status status;
    if (d->doc->bwm || d->doc->trn)
        status = wm_obj_write_walkmesh(scene, &opts, &text, error);
    else
        status = (pose = wm_pose_new(scene, NULL, error)) ? wm_obj_write(pose, &opts, &text, error)
                                                          : WM_NO_MEMORY;
    if (status == WM_OK) {
        put_file(c, j, stem, ".obj", &text);
        status = wm_obj_write_mtl(scene, NULL, &materials, error);
    }
    if (status == WM_OK)
        put_file(c, j, stem, ".mtl", &materials);
    wm_pose_free(pose);
    wm_scene_free(scene);
    return status;
}

/* ---- texts and binaries ---- */

/* Returns 0, 1 or 2 for door0.dwk, door1.dwk, door2.dwk. */
static uint32_t state_of(const core_document *d, const char *stem)
{
    const char *ending = ending_of(core_basename(d->file->name));
    size_t n = strlen(stem);
    if (d->doc->text)
        return d->doc->text->meshes[d->part].state;
    bool door = strcasecmp(ending, ".dwk") == 0 && n > 1 && stem[n - 1] >= '0' &&
                stem[n - 1] < '0' + WM_KOTOR_DOOR_STATES;
    return door ? (uint32_t)(stem[n - 1] - '0') : WM_NO_INDEX;
}

static wm_status put_ascii(core *c, core_document *d, const char *stem, wm_json_writer *j,
                           wm_error *error)
{
    wm_buffer bytes;
    wm_status status;
    char model[NAME], ending[16] = "-ascii.mdl";
    if (d->doc->mdl) {
        status = wm_kotor_mdl_text_write(d->doc->mdl, NULL, &bytes, error);
    } else if (d->doc->bwm) {
        wm_kotor_bwm_text_mesh part = {.bwm = d->doc->bwm, .state = state_of(d, stem)};
        wm_kotor_bwm_text_write_opts opts = {.model = model, .surfaces = &c->surfaces};
        snprintf(model, sizeof model, "%s", stem);
        snprintf(ending, sizeof ending, "%s.ascii", walkmesh_ending(d, d->doc->bwm->type));
        if (!d->doc->text && part.state != WM_NO_INDEX) /* the digit is the door state */
            model[strlen(model) - 1] = '\0';
        status = wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                         &opts, &bytes, NULL, error);
    } else {
        return wm_error_set(error, WM_BAD_ARGUMENT, "", "this format has no text form");
    }
    if (status == WM_OK)
        put_file(c, j, stem, ending, &bytes);
    return status;
}

static wm_status put_walkmesh(core *c, core_document *d, const char *stem, wm_json_writer *j,
                              wm_error *error)
{
    wm_buffer bytes;
    wm_kotor_bwm_rebuild_opts opts = {.surfaces = &c->surfaces};
    wm_kotor_bwm *b = wm_kotor_bwm_copy(d->doc->bwm, NULL, error);
    wm_status status = b ? wm_kotor_bwm_rebuild(b, &opts, NULL, error) : error->code;
    if (status == WM_OK)
        status = wm_kotor_bwm_write(b, NULL, &bytes, error);
    if (status == WM_OK)
        put_file(c, j, stem, walkmesh_ending(d, b->type), &bytes);
    wm_kotor_bwm_free(b);
    return status;
}

static wm_status put_terrain(core *c, core_document *d, const char *stem, wm_json_writer *j,
                             wm_error *error)
{
    wm_buffer bytes;
    if (!d->doc->trn->aswm)
        return wm_error_set(error, WM_BAD_VALUE, "packets",
                            "the file has no walkmesh (ASWM packet)");
    wm_nwn2_trn *t = wm_nwn2_trn_copy(d->doc->trn, NULL, error);
    wm_status status = t ? wm_nwn2_trn_rebuild(t, NULL, NULL, error) : error->code;
    if (status == WM_OK)
        status = wm_nwn2_trn_write(t, NULL, &bytes, error);
    if (status == WM_OK)
        put_file(c, j, stem, ".trx", &bytes);
    wm_nwn2_trn_free(t);
    return status;
}

static wm_status put_model(core *c, core_document *d, const char *stem, wm_json_writer *j,
                           wm_error *error)
{
    wm_buffer mdl, mdx;
    bool text = d->doc->format == WM_FORMAT_KOTOR_MDL_TEXT;
    wm_kotor_mdl *compiled = text ? core_compile(c, d, error) : NULL;
    if (text && !compiled)
        return error->code;
    wm_status status = wm_kotor_mdl_write(text ? compiled : d->doc->mdl, NULL, &mdl, &mdx, error);
    wm_kotor_mdl_free(compiled);
    if (status != WM_OK)
        return status;
    put_file(c, j, stem, ".mdl", &mdl);
    put_file(c, j, stem, ".mdx", &mdx);
    return WM_OK;
}

/* Reads the file again, because a rebuild changes the model. */
static wm_status put_bw2(core *c, core_document *d, const char *stem, wm_json_writer *j,
                         wm_error *error)
{
    wm_buffer bytes;
    wm_bw2_model *m = wm_bw2_model_read(d->file->data, d->file->size, NULL, error);
    wm_status status = m ? wm_bw2_model_rebuild(m, NULL, NULL, error) : error->code;
    if (status == WM_OK)
        status = wm_bw2_model_write(m, NULL, &bytes, error);
    if (status == WM_OK)
        put_file(c, j, stem, ".bwm", &bytes);
    wm_bw2_model_free(m);
    return status;
}

static wm_status put_mdb(core *c, core_document *d, const char *stem, wm_json_writer *j,
                         wm_error *error)
{
    wm_buffer bytes;
    wm_status status = wm_nwn2_mdb_write(d->doc->mdb, NULL, &bytes, error);
    if (status == WM_OK)
        put_file(c, j, stem, ".mdb", &bytes);
    return status;
}

static wm_status put_binary(core *c, core_document *d, const char *stem, wm_json_writer *j,
                            wm_error *error)
{
    if (d->doc->bwm)
        return put_walkmesh(c, d, stem, j, error);
    if (d->doc->trn)
        return put_terrain(c, d, stem, j, error);
    if (d->doc->mdl)
        return put_model(c, d, stem, j, error);
    if (d->doc->mdb)
        return put_mdb(c, d, stem, j, error);
    if (d->doc->scene)
        return wm_error_set(error, WM_BAD_ARGUMENT, "", "this format has no binary form of a game");
    return put_bw2(c, d, stem, j, error);
}

/* ---- all ---- */

static wm_status put_kind(core *c, core_document *d, const char *kind, wm_json_writer *j,
                          wm_error *error)
{
    char stem[NAME];
    stem_of(d, stem);
    if (strcmp(kind, "glb") == 0 || strcmp(kind, "gltf") == 0)
        return put_gltf(c, d, stem, kind[3] != '\0', j, error);
    if (strcmp(kind, "obj") == 0)
        return put_obj(c, d, stem, j, error);
    if (strcmp(kind, "ascii") == 0)
        return put_ascii(c, d, stem, j, error);
    if (strcmp(kind, "binary") == 0)
        return put_binary(c, d, stem, j, error);
    return wm_error_set(error, WM_BAD_ARGUMENT, "", "there is no such kind of file");
}

/* Exports an area room by room: all readable walkmeshes, and for other programs the models too. */
static wm_status put_rooms(core *c, core_document *d, const char *kind, wm_json_writer *j,
                           wm_error *error)
{
    bool open = strcmp(kind, "ascii") != 0 && strcmp(kind, "binary") != 0;
    uint32_t id = d->id, count = d->doc->lyt->room_count;
    wm_status status = WM_OK;
    for (uint32_t i = 0; status == WM_OK && i < 2 * count; i++) {
        const wm_document_room *room = &d->doc->rooms[i / 2];
        core_file *f = core_file_found(i % 2 ? room->model : room->bwm ? room->walkmesh : NULL);
        if (!f || (i % 2 && !open))
            continue;
        uint32_t part = core_id(c, f, 0);
        core_document *of = core_open(c, part, error);
        if (of)
            status = put_kind(c, of, kind, j, error);
        core_close(c, part);
        d = core_open(c, id, error); /* the list of open documents may have moved */
    }
    return status;
}

wm_status core_export(core *c, core_document *d, const char *kind, wm_json_writer *j,
                      wm_error *error)
{
    wm_json_begin_array(j, NULL);
    wm_status status =
        d->doc->lyt ? put_rooms(c, d, kind, j, error) : put_kind(c, d, kind, j, error);
    wm_json_end(j);
    return status;
}

/* Opening a file with its companions: the frame, and finding them. */
#include "open/internal.h"

#include "base/text.h"

/* ---- companions --------------------------------------------------------- */

bool wmi_lost(const wmi_opener *o)
{
    return o->error->code != WM_OK;
}

static bool no_memory(wmi_opener *o)
{
    wmi_arena_fail(&o->out->arena, o->error, "");
    return false;
}

bool wmi_expect_companions(wmi_opener *o, size_t count)
{
    wmi_opened *out = o->out;
    if (count > UINT32_MAX)
        return no_memory(o);
    out->pub.companions = wmi_arena_new(&out->arena, count, sizeof *out->pub.companions);
    out->companion_room = (uint32_t)count;
    return out->pub.companions || no_memory(o);
}

bool wmi_note_error(wmi_opener *o, wm_companion *companion, const wm_error *error)
{
    if (error->code == WM_NO_MEMORY) {
        *o->error = *error;
        return false;
    }
    wm_error *copy = wmi_arena_new(&o->out->arena, 1, sizeof *copy);
    if (!copy)
        return no_memory(o);
    *copy = *error;
    companion->error = copy;
    return true;
}

wm_companion *wmi_find_companion(wmi_opener *o, const char *name, const char *type)
{
    wm_document *d = &o->out->pub;
    const wm_finder *finder = &o->opts->finder;
    wm_error error = {.code = WM_OK, .offset = WM_NO_OFFSET};
    wm_companion *c = &d->companions[d->companion_count];
    const char *copy = wmi_arena_text(&o->out->arena, name, strlen(name));
    if (!copy || d->companion_count == o->out->companion_room) {
        no_memory(o);
        return NULL;
    }
    *c = (wm_companion){.name = copy, .type = type};
    d->companion_count++;
    if (!finder->find || !*name)
        return c;
    wm_status status = finder->find(finder->user, copy, type, &c->found, &error);
    if (status == WM_OK)
        return c;
    if (error.code == WM_OK)
        wmi_fail(&error, status, "", "the search failed: %s", wm_status_name(status));
    return wmi_note_error(o, c, &error) ? c : NULL;
}

bool wmi_load_companion(wmi_opener *o, wm_companion *c)
{
    wm_error error = {.code = WM_OK, .offset = WM_NO_OFFSET};
    if (!c->found.where || c->error)
        return false;
    if (c->found.data || !c->found.load)
        return true;
    wm_status status = c->found.load(&c->found, &error);
    if (status == WM_OK)
        return true;
    if (error.code == WM_OK)
        wmi_fail(&error, status, "", "cannot be loaded: %s", wm_status_name(status));
    wmi_note_error(o, c, &error);
    return false;
}

const wm_companion *wm_document_missing(const wm_document *d, const char *type)
{
    for (uint32_t i = 0; i < d->companion_count; i++) {
        const wm_companion *c = &d->companions[i];
        if (!c->found.where && !c->error && (!type || strcmp(c->type, type) == 0))
            return c;
    }
    return NULL;
}

const wm_companion *wm_document_unreadable(const wm_document *d, const char *type)
{
    for (uint32_t i = 0; i < d->companion_count; i++)
        if (d->companions[i].error && (!type || strcmp(d->companions[i].type, type) == 0))
            return &d->companions[i];
    return NULL;
}

/* ---- single files ------------------------------------------------------- */

/* Few files have a table of their own: it is listed only if it is found. One that cannot be read
 * is listed too, and the built-in one serves. */
static bool find_surfaces(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    wm_read_opts opts = {.allocator = o->opts->base.allocator,
                         .memory_limit = o->opts->base.memory_limit};
    wm_error error = {.code = WM_OK};
    if (o->opts->surfaces || !o->opts->finder.find)
        return true;
    wm_companion *c = wmi_find_companion(o, "surfacemat", "2da");
    if (c && !c->found.where && !c->error)
        d->companion_count--;
    if (!c || !wmi_load_companion(o, c))
        return !wmi_lost(o);
    wm_2da *table = wm_2da_read(c->found.data, c->found.size, &opts, &error);
    bool good = table && wm_kotor_surfaces_from_2da(table, &d->surfaces, &error) == WM_OK;
    wm_2da_free(table);
    return good || wmi_note_error(o, c, &error);
}

static bool open_walkmesh(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    if (o->opts->nwn1) {
        wmi_fail(o->error, WM_BAD_MAGIC, "",
                 "expected a walkmesh text of Neverwinter Nights, found a binary KotOR walkmesh");
        return false;
    }
    if (!wmi_expect_companions(o, 2) || !find_surfaces(o))
        return false;
    d->bwm = wm_kotor_bwm_read(o->data, o->size, &o->opts->base, o->error);
    return d->bwm && wmi_open_layout(o);
}

static bool open_text(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    wm_kotor_bwm_text_read_opts opts = {.base = o->opts->base, .surfaces = &d->surfaces};
    if (!wmi_expect_companions(o, 2) || !find_surfaces(o))
        return false;
    d->text = wm_kotor_bwm_text_read(o->data, o->size, &opts, o->error);
    if (!d->text)
        return false;
    if (o->opts->text_mesh >= d->text->mesh_count) {
        wmi_fail(o->error, WM_BAD_ARGUMENT, "text_mesh", "%u: the text has %u mesh%s",
                 (unsigned)o->opts->text_mesh, (unsigned)d->text->mesh_count,
                 d->text->mesh_count == 1 ? "" : "es");
        return false;
    }
    d->bwm = d->text->meshes[o->opts->text_mesh].bwm;
    return wmi_open_layout(o);
}

static bool open_layout(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    d->lyt = wm_kotor_lyt_read(o->data, o->size, &o->opts->base, o->error);
    /* The table, the VIS, the PTH, the GIT, and three files a room. */
    return d->lyt && wmi_expect_companions(o, 4 + 3 * (size_t)d->lyt->room_count) &&
           find_surfaces(o) && wmi_open_area(o);
}

static bool open_visibility(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    wm_read_opts opts = {.allocator = o->opts->base.allocator,
                         .memory_limit = o->opts->base.memory_limit};
    wm_error error = {.code = WM_OK};
    wm_load load = wmi_load_of(o->opts->layout, WM_LOAD_READ);
    d->vis = wm_kotor_vis_read(o->data, o->size, &o->opts->base, o->error);
    if (!d->vis || load == WM_LOAD_SKIP)
        return d->vis != NULL;
    wm_companion *c = wmi_expect_companions(o, 1) ? wmi_find_companion(o, o->stem, "lyt") : NULL;
    if (!c || load != WM_LOAD_READ || !wmi_load_companion(o, c))
        return !wmi_lost(o);
    d->layout = wm_kotor_lyt_read(c->found.data, c->found.size, &opts, &error);
    return d->layout || wmi_note_error(o, c, &error);
}

static bool open_terrain(wmi_opener *o)
{
    wm_nwn2_trn_read_opts opts = {.base = o->opts->base};
    o->out->pub.trn = wm_nwn2_trn_read(o->data, o->size, &opts, o->error);
    return o->out->pub.trn != NULL;
}

/* ---- files of other programs -------------------------------------------- */

enum { NAMED = 256 }; /* files that a glTF or OBJ may name */

/* The companion before c that is the same file under another name, and that was loaded. A file may
 * be named by each of its spellings, and each costs its memory once. */
static const wm_companion *same_file(const wmi_opener *o, const wm_companion *c)
{
    for (const wm_companion *b = o->out->pub.companions; c->found.where && b < c; b++)
        if (b->found.data && strcmp(b->found.where, c->found.where) == 0)
            return b;
    return c;
}

/* Looks for a file by its path: "data/My Mesh.BIN" is the name "data/My Mesh" of the type "bin". */
static wm_status load_named(void *user, const char *file, const void **data, size_t *size,
                            wm_error *error)
{
    wmi_opener *o = user;
    const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
    size_t n = strlen(file), stem = dot ? (size_t)(dot - file) : n, ending = stem + (dot != NULL);
    (void)error; /* failures are in the list of companions, or in o->error */
    if (!stem)   /* ".bin" or nothing: no finder is asked for a file without a name */
        return WM_OK;
    char *name = wmi_arena_text(&o->out->arena, file, stem);
    char *type = wmi_arena_text(&o->out->arena, file + ending, n - ending);
    if (!name || !type)
        no_memory(o);
    if (wmi_lost(o))
        return WM_NO_MEMORY;
    if (o->out->pub.companion_count == o->out->companion_room)
        return WM_OK;
    wmi_lower_text(type);
    wm_companion *c = wmi_find_companion(o, name, type);
    const wm_companion *from = c ? same_file(o, c) : NULL;
    if (c && (from != c || wmi_load_companion(o, c))) {
        *data = from->found.data ? from->found.data : "";
        *size = from->found.size;
    }
    return wmi_lost(o) ? WM_NO_MEMORY : WM_OK;
}

static bool open_scene(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    wm_error error = {.code = WM_OK};
    const wm_gltf_read_opts gltf = {.base = o->opts->base, .load = load_named, .user = o};
    wm_obj_read_opts obj = {.end_zero = 0};
    if (WMI_BAD_OPTS(o->opts->obj, o->error) || !wmi_expect_companions(o, NAMED))
        return false;
    if (o->opts->obj)
        obj = *o->opts->obj;
    obj.base = o->opts->base;
    obj.load = load_named;
    obj.user = o;
    d->binary = o->size >= 4 && memcmp(o->data, "glTF", 4) == 0;
    d->scene = d->format == WM_FORMAT_GLTF ? wm_gltf_read(o->data, o->size, &gltf, &error)
                                           : wm_obj_read(o->data, o->size, &obj, &error);
    if (!d->scene && !wmi_lost(o))
        *o->error = error;
    return d->scene && !wmi_lost(o);
}

static bool open_any(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    switch (d->format) {
    case WM_FORMAT_KOTOR_BWM: return open_walkmesh(o);
    case WM_FORMAT_KOTOR_BWM_TEXT: return open_text(o);
    case WM_FORMAT_KOTOR_LYT: return open_layout(o);
    case WM_FORMAT_KOTOR_VIS: return open_visibility(o);
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT: return wmi_open_model(o);
    case WM_FORMAT_NWN2_TRN: return open_terrain(o);
    case WM_FORMAT_NWN2_MDB:
        d->mdb = wm_nwn2_mdb_read(o->data, o->size, &o->opts->base, o->error);
        return d->mdb != NULL;
    case WM_FORMAT_BW2_MODEL:
        d->bw2 = wm_bw2_model_read(o->data, o->size, &o->opts->base, o->error);
        return d->bw2 != NULL;
    case WM_FORMAT_2DA:
        d->table = wm_2da_read(o->data, o->size, &o->opts->base, o->error);
        return d->table != NULL;
    case WM_FORMAT_GFF:
        d->gff = wm_gff_read(o->data, o->size, &o->opts->base, o->error);
        return d->gff != NULL;
    case WM_FORMAT_GLTF:
    case WM_FORMAT_OBJ: return open_scene(o);
    case WM_FORMAT_TEXTURE:
        d->texture = wm_texture_read(o->data, o->size, &o->opts->base, o->error);
        return d->texture != NULL;
    case WM_FORMAT_KOTOR_PTH:
        d->pth = wm_kotor_pth_read(o->data, o->size, &o->opts->base, o->error);
        return d->pth != NULL;
    case WM_FORMAT_TXI:
        d->txi = wm_txi_read(o->data, o->size, &o->opts->base, o->error);
        return d->txi != NULL;
    case WM_FORMAT_ALL_ZERO:
    case WM_FORMAT_UNKNOWN: break;
    }
    wm_format_error(d->format, o->size, "", o->error);
    wm_format_hint_mdx(d->name, d->format, o->error);
    return false;
}

/* ---- all ---------------------------------------------------------------- */

/* "room" of "models/room.mdl". */
static char *stem_of(wmi_arena *arena, const char *name)
{
    const char *base = wmi_path_name(name);
    const char *dot = strrchr(base, '.');
    return wmi_arena_text(arena, base, dot ? (size_t)(dot - base) : strlen(base));
}

static wmi_opened *new_document(const wm_open_opts *opts, wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, opts->base.allocator, opts->base.memory_limit);
    wmi_opened *out = wmi_arena_new(&arena, 1, sizeof *out);
    const char *name = opts->name ? opts->name : "";
    char *copy = out ? wmi_arena_text(&arena, name, strlen(name)) : NULL;
    if (!copy) {
        wmi_arena_fail(&arena, error, "");
        wmi_arena_free(&arena);
        return NULL;
    }
    out->arena = arena;
    out->pub.name = copy;
    out->pub.memory = out;
    return out;
}

wm_document *wm_open(const void *data, size_t size, const wm_open_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    static const wm_open_opts defaults;
    /* Companions fail without failing the document, so *error is written at the end only. */
    wm_error fault = {.code = WM_OK, .offset = WM_NO_OFFSET};
    wmi_opener o = {.opts = opts ? opts : &defaults, .data = data, .size = size, .error = &fault};
    o.out = new_document(o.opts, error);
    if (!o.out)
        return NULL;
    wm_document *d = &o.out->pub;
    const wm_report *report = o.opts->base.report;
    uint32_t errors = report ? report->errors : 0;
    d->format = wm_detect(data, size);
    d->size = size;
    d->searched = o.opts->finder.find != NULL;
    d->nwn1 = o.opts->nwn1 && d->format == WM_FORMAT_KOTOR_BWM_TEXT;
    d->surfaces = o.opts->surfaces ? *o.opts->surfaces
                  : d->nwn1        ? *wm_kotor_surfaces_nwn1()
                                   : *wm_kotor_surfaces_default();
    o.stem = stem_of(&o.out->arena, d->name);
    if (!o.stem)
        no_memory(&o);
    else if (open_any(&o)) {
        d->read_errors = report ? report->errors - errors : 0;
        return d;
    }
    if (error)
        *error = fault;
    wm_document_free(d);
    return NULL;
}

static void free_area(wm_document *d)
{
    wm_kotor_area_free(d->area);
    for (uint32_t i = 0; d->rooms && d->lyt && i < d->lyt->room_count; i++) {
        wm_kotor_bwm_free(d->rooms[i].bwm);
        wm_kotor_mdl_free(d->rooms[i].mdl);
    }
    wm_kotor_vis_free(d->vis);
    wm_kotor_objects_free(d->objects);
    wm_kotor_git_free(d->git);
    wm_kotor_lyt_free(d->lyt);
}

void wm_document_free(wm_document *d)
{
    if (!d)
        return;
    wmi_opened *out = d->memory;
    free_area(d);
    wm_kotor_lyt_free(d->layout);
    wm_kotor_bwm_free(d->walkmesh);
    for (uint32_t i = 0; i < out->super_count; i++)
        wm_kotor_mdl_free(out->supers[i]);
    wm_kotor_mdl_free(d->mdl);
    wm_nwn2_trn_free(d->trn);
    wm_nwn2_mdb_free(d->mdb);
    wm_bw2_model_free(d->bw2);
    wm_2da_free(d->table);
    wm_gff_free(d->gff);
    wm_scene_free(d->scene);
    wm_texture_free(d->texture);
    wm_txi_free(d->txi);
    wm_kotor_pth_free(d->pth);
    if (d->format == WM_FORMAT_KOTOR_BWM_TEXT)
        wm_kotor_bwm_text_free(d->text); /* bwm is a part of it */
    else
        wm_kotor_bwm_free(d->bwm);
    for (uint32_t i = 0; i < d->companion_count; i++)
        if (d->companions[i].found.release)
            d->companions[i].found.release(&d->companions[i].found);
    for (size_t i = 0; i < out->scene_count; i++)
        wm_scene_free(out->scenes[i]);
    wmi_release(&out->arena.allocator, out->scenes, out->scene_room, sizeof(wm_scene *));
    if (out->close)
        out->close(out->close_user);
    wmi_arena_free(&out->arena);
}

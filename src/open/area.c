/* KotOR layouts with their rooms and visibility list, and the layout of a room. */
#include "base/text.h"
#include "open/internal.h"

/* ---- a room's files ----------------------------------------------------- */

/* A text that belongs to a room is an area, whatever kind of node it has. */
static wm_kotor_bwm *read_text(const wmi_opener *o, const wm_companion *c,
                               wm_kotor_dialect *dialect, wm_error *error)
{
    wm_kotor_bwm_text_read_opts opts = {
        .base = {.allocator = o->opts->base.allocator, .memory_limit = o->opts->base.memory_limit},
        .surfaces = &o->out->pub.surfaces,
        .kind = WM_KOTOR_BWM_KIND_AREA};
    wm_kotor_bwm_text *text = wm_kotor_bwm_text_read(c->found.data, c->found.size, &opts, error);
    if (!text)
        return NULL;
    wm_kotor_bwm *bwm = text->meshes[0].bwm;
    if (dialect)
        *dialect = text->meshes[0].has_tree ? WM_KOTOR_DIALECT_ENGINE : WM_KOTOR_DIALECT_MDLOPS;
    text->meshes[0].bwm = NULL; /* ours now */
    wm_kotor_bwm_text_free(text);
    return bwm;
}

wm_kotor_bwm *wmi_read_room(wmi_opener *o, wm_companion *c, bool *text, wm_kotor_dialect *dialect)
{
    wm_read_opts opts = {.allocator = o->opts->base.allocator,
                         .memory_limit = o->opts->base.memory_limit};
    wm_error error = {.code = WM_OK};
    wm_kotor_bwm *bwm = NULL;
    wm_format format = wm_detect(c->found.data, c->found.size);
    if (text)
        *text = format == WM_FORMAT_KOTOR_BWM_TEXT;
    if (format == WM_FORMAT_KOTOR_BWM)
        bwm = wm_kotor_bwm_read(c->found.data, c->found.size, &opts, &error);
    else if (format == WM_FORMAT_KOTOR_BWM_TEXT)
        bwm = read_text(o, c, dialect, &error);
    else
        wm_format_error(format, c->found.size, "a walkmesh", &error);
    if (!bwm)
        wmi_note_error(o, c, &error);
    return bwm;
}

static bool open_room(wmi_opener *o, uint32_t at)
{
    wm_document *d = &o->out->pub;
    wm_document_room *room = &d->rooms[at];
    const char *name = d->lyt->rooms[at].name;
    wm_load walkmesh = wmi_load_of(o->opts->room_walkmeshes, WM_LOAD_READ);
    wm_load model = wmi_load_of(o->opts->room_models, WM_LOAD_SKIP);
    wm_companion *c, *mdx = NULL;
    /* A room that is listed twice is read once. */
    if (wm_kotor_lyt_find(d->lyt, name) != at || wm_kotor_lyt_placeholder(name))
        return true;
    if (walkmesh != WM_LOAD_SKIP) {
        room->walkmesh = c = wmi_find_companion(o, name, "wok");
        if (c && walkmesh == WM_LOAD_READ && wmi_load_companion(o, c))
            room->bwm = wmi_read_room(o, c, &room->text, &room->dialect);
        d->walkmeshes[at] = room->bwm;
    }
    if (model == WM_LOAD_SKIP || wmi_lost(o))
        return !wmi_lost(o);
    room->model = c = wmi_find_companion(o, name, "mdl");
    if (c && (c->found.where || c->error))
        room->mdx = mdx = wmi_find_companion(o, name, "mdx");
    if (mdx && model == WM_LOAD_READ && wmi_load_companion(o, c)) {
        bool has_mdx = wmi_load_companion(o, mdx);
        room->mdl = wmi_lost(o) ? NULL : wmi_read_model(o, c, has_mdx ? mdx : NULL);
    }
    return !wmi_lost(o);
}

/* ---- the area ----------------------------------------------------------- */

static bool open_vis(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    wm_load load = wmi_load_of(o->opts->vis, WM_LOAD_READ);
    wm_error error = {.code = WM_OK};
    if (load == WM_LOAD_SKIP)
        return true;
    wm_companion *c = wmi_find_companion(o, o->stem, "vis");
    d->vis_file = c;
    if (!c || load != WM_LOAD_READ || !wmi_load_companion(o, c))
        return !wmi_lost(o);
    d->vis = wm_kotor_vis_read(c->found.data, c->found.size, &o->opts->base, &error);
    return d->vis || wmi_note_error(o, c, &error);
}

static bool open_paths(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    wm_load load = wmi_load_of(o->opts->paths, WM_LOAD_READ);
    wm_read_opts opts = {.allocator = o->opts->base.allocator,
                         .memory_limit = o->opts->base.memory_limit};
    wm_error error = {.code = WM_OK};
    if (load == WM_LOAD_SKIP)
        return true;
    wm_companion *c = wmi_find_companion(o, o->stem, "pth");
    if (c && !c->found.where && !c->error) { /* as many areas: it is not missing */
        d->companion_count--;
        return true;
    }
    d->pth_file = c;
    if (!c || load != WM_LOAD_READ || !wmi_load_companion(o, c))
        return !wmi_lost(o);
    d->pth = wm_kotor_pth_read(c->found.data, c->found.size, &opts, &error);
    return d->pth || wmi_note_error(o, c, &error);
}

static bool open_objects(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    wm_load load = wmi_load_of(o->opts->objects, WM_LOAD_READ);
    wm_read_opts opts = {.allocator = o->opts->base.allocator,
                         .memory_limit = o->opts->base.memory_limit};
    wm_error error = {.code = WM_OK};
    if (load == WM_LOAD_SKIP)
        return true;
    wm_companion *c = wmi_find_companion(o, o->stem, "git");
    if (c && !c->found.where && !c->error) {
        d->companion_count--;
        return true;
    }
    d->git_file = c;
    if (!c || load != WM_LOAD_READ || !wmi_load_companion(o, c))
        return !wmi_lost(o);
    d->git = wm_kotor_git_read(c->found.data, c->found.size, &opts, &error);
    if (!d->git)
        return wmi_note_error(o, c, &error);
    d->objects = wm_kotor_objects_new(d->git, &o->opts->finder, o->opts->base.allocator, o->error);
    return d->objects != NULL;
}

bool wmi_open_area(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    wm_kotor_area_opts opts = {.allocator = o->opts->base.allocator, .surfaces = &d->surfaces};
    size_t count = (size_t)d->lyt->room_count + 1;
    d->rooms = wmi_arena_new(&o->out->arena, count, sizeof *d->rooms);
    d->walkmeshes = wmi_arena_new(&o->out->arena, count, sizeof(wm_kotor_bwm *));
    if (!d->rooms || !d->walkmeshes)
        return wmi_arena_fail(&o->out->arena, o->error, "rooms") == WM_OK;
    if (!open_vis(o) || !open_paths(o) || !open_objects(o))
        return false;
    for (uint32_t i = 0; i < d->lyt->room_count; i++)
        if (!open_room(o, i))
            return false;
    if (wmi_load_of(o->opts->room_walkmeshes, WM_LOAD_READ) != WM_LOAD_READ)
        return true;
    d->area =
        wm_kotor_area_new(d->lyt, (const wm_kotor_bwm *const *)d->walkmeshes, &opts, o->error);
    return d->area != NULL;
}

/* ---- the layout of a room ----------------------------------------------- */

/* Reads one layout after the other until one lists the room. Those that do not, or cannot be
 * read, are no companions. */
static bool try_layout(void *user, const char *name, const char *type, const char *where)
{
    wmi_opener *o = user;
    wm_document *d = &o->out->pub;
    wm_read_opts opts = {.allocator = o->opts->base.allocator,
                         .memory_limit = o->opts->base.memory_limit};
    wm_error error = {.code = WM_OK};
    uint32_t before = d->companion_count;
    (void)type;
    (void)where;
    wm_companion *c = wmi_find_companion(o, name, "lyt");
    if (c && wmi_load_companion(o, c))
        d->layout = wm_kotor_lyt_read(c->found.data, c->found.size, &opts, &error);
    if (d->layout && wm_kotor_lyt_find(d->layout, o->stem) != WM_NO_INDEX)
        return false;
    wm_kotor_lyt_free(d->layout);
    d->layout = NULL;
    if (d->companion_count > before && d->companions[before].found.release)
        d->companions[before].found.release(&d->companions[before].found);
    d->companion_count = before;
    if (error.code == WM_NO_MEMORY)
        *o->error = error;
    return !wmi_lost(o);
}

bool wmi_open_layout(wmi_opener *o)
{
    const wm_finder *finder = &o->opts->finder;
    wm_error ignored;
    if (wmi_load_of(o->opts->layout, WM_LOAD_SKIP) == WM_LOAD_SKIP || !finder->list || !*o->stem)
        return true;
    if (finder->list(finder->user, NULL, "lyt", try_layout, o, &ignored) == WM_NO_MEMORY)
        wmi_no_memory(o->error);
    return !wmi_lost(o);
}

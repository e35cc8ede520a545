/* Opens documents: a file with its companions. */
#include <stdlib.h>
#include <strings.h>

#include "core.h"

uint32_t core_id(const core *c, const core_file *file, uint32_t part)
{
    (void)c;
    return (file->index + 1) * CORE_PARTS + part;
}

core_file *core_file_of(const core *c, uint32_t id, wm_error *error)
{
    size_t at = id / CORE_PARTS;
    core_file *f = at > 0 && at <= c->file_count ? c->files[at - 1] : NULL;
    if (!f)
        wm_error_set(error, WM_BAD_ARGUMENT, "", "there is no document %lu", (unsigned long)id);
    return f;
}

static void free_document(core_document *d)
{
    wm_query_free(d->cut_query);
    wm_walkmesh_free(d->cut);
    wm_query_free(d->query);
    wm_walkmesh_free(d->mesh);
    wm_document_free(d->doc);
    free(d);
}

void core_close(core *c, uint32_t id)
{
    core_keep_scene(c, NULL); /* it may share memory with a document */
    for (size_t i = 0; i < c->open_count; i++)
        if (c->open[i]->id == id) {
            free_document(c->open[i]);
            c->open[i] = c->open[--c->open_count];
            return;
        }
}

void core_close_all(core *c)
{
    core_keep_scene(c, NULL);
    for (size_t i = 0; i < c->open_count; i++)
        free_document(c->open[i]);
    free(c->open);
    c->open = NULL;
    c->open_count = c->open_capacity = 0;
}

/* ---- finding ---- */

/* Only the names of useless files were kept. */
static wm_status load_useless(wm_found *found, wm_error *error)
{
    const core_file *f = found->owner;
    const char *dot = strrchr(core_basename(f->name), '.');
    bool walkmesh = dot && strcasecmp(dot, ".wok") == 0,
         model = dot && strcasecmp(dot, ".mdl") == 0;
    wm_format_error(f->format, f->size, walkmesh ? "a walkmesh" : model ? "a model" : "", error);
    return error->code;
}

/* An entry of an archive. */
static wm_status load_entry(wm_found *found, wm_error *error)
{
    core_file *f = found->owner;
    wm_status status = core_load(f, error);
    found->data = f->data;
    found->size = f->data ? f->size : 0;
    return status;
}

/* As wm_found.rank describes it. */
static uint32_t rank_of(const core_file *f)
{
    if (!f->archive)
        return 0;
    if (f->archive->kind == WM_ARCHIVE_KIND_RIM)
        return 1;
    return f->archive->kind == WM_ARCHIVE_KIND_KEY ? 3 : 2;
}

static wm_status find(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    const core_shelf *s = user;
    char ending[16];
    (void)error;
    snprintf(ending, sizeof ending, ".%s", type);
    core_file *f = core_find(s->c, s->beside, name, ending);
    if (!f)
        return WM_OK;
    *out = (wm_found){.where = f->name, .owner = f, .rank = rank_of(f)};
    out->data = f->data;
    out->size = f->data ? f->size : 0;
    if (!f->data)
        out->load = f->archive ? load_entry : load_useless;
    return WM_OK;
}

wm_finder core_finder(core_shelf *shelf)
{
    return (wm_finder){.find = find, .user = shelf};
}

core_file *core_file_found(const wm_companion *companion)
{
    return companion ? companion->found.owner : NULL;
}

static wm_open_opts options(core *c, const core_file *f, core_shelf *s)
{
    *s = (core_shelf){c, f};
    return (wm_open_opts){.name = f->name, .finder = core_finder(s), .surfaces = &c->surfaces};
}

/* ---- opening ---- */

bool core_is_import(const core_file *file)
{
    return file->format == WM_FORMAT_GLTF || file->format == WM_FORMAT_OBJ;
}

/* Files that are read with a glTF or OBJ are no documents of their own. */
static void mark_named(const wm_document *d)
{
    for (uint32_t i = 0; d && d->scene && i < d->companion_count; i++) {
        core_file *f = core_file_found(&d->companions[i]);
        if (f)
            f->named = true;
    }
}

/* A visibility list has nothing to show. */
static wm_document *read_document(core *c, const core_file *f, uint32_t part, wm_error *error)
{
    core_shelf s; /* found files are borrowed, so the shelf need not outlive the call */
    wm_open_opts opts = options(c, f, &s);
    opts.text_mesh = part;
    opts.room_models = WM_LOAD_FIND;
    if (f->data && f->format != WM_FORMAT_KOTOR_VIS)
        return wm_open(f->data, f->size, &opts, error);
    wm_format_error(f->format, f->size, "", error);
    wm_format_hint_mdx(f->name, f->format, error);
    return NULL;
}

/* An archive whose tables cannot be read, or an archive in an archive that is not opened. */
static bool is_closed_archive(const core_file *f)
{
    const char *kind = f->archive && !f->data ? core_type_kind(f->name) : NULL;
    return f->error.code != WM_OK && (f->is_archive || (kind && strcmp(kind, "archive") == 0));
}

wm_status core_check_file(core *c, core_file *f, wm_report *report, wm_error *error)
{
    core_shelf s;
    wm_open_opts opts = options(c, f, &s);
    if (is_closed_archive(f)) {
        *error = f->error;
        return error->code;
    }
    if (core_load(f, error) != WM_OK)
        return error->code;
    if (f->data)
        return wm_check(f->data, f->size, &opts, report, error);
    core_scan(c, f);
    wm_report_add_error(report, f->format == WM_FORMAT_ALL_ZERO ? WM_FILE_ZERO : WM_FILE_UNKNOWN,
                        &f->error);
    return WM_OK;
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
    if (core_load(f, error) == WM_OK)
        d->doc = read_document(c, f, d->part, error);
    mark_named(d->doc);
    if (!d->doc) {
        free_document(d);
        return NULL;
    }
    c->open[c->open_count++] = d;
    return d;
}

/* ---- derived data ---- */

wm_walkmesh *core_mesh(core_document *d, wm_error *error)
{
    if (!d->mesh)
        d->mesh = wm_document_walkmesh(d->doc, NULL, error);
    return d->mesh;
}

wm_query *core_query(core_document *d, wm_error *error)
{
    if (!d->query && core_mesh(d, error))
        d->query = wm_query_new(d->mesh, NULL, error);
    return d->query;
}

wm_walkmesh *core_path_mesh(core_document *d, wm_error *error)
{
    const wm_kotor_objects *objects = d->doc->objects;
    if (!objects || !objects->obstacle_count)
        return core_mesh(d, error);
    if (!d->cut && core_mesh(d, error))
        d->cut = wm_walkmesh_with_kotor_obstacles(
            d->mesh, objects->obstacles, objects->obstacle_count, &d->doc->surfaces, NULL, error);
    return d->cut;
}

wm_query *core_path_query(core_document *d, wm_error *error)
{
    const wm_walkmesh *m = core_path_mesh(d, error);
    if (!m || m == d->mesh)
        return m ? core_query(d, error) : NULL;
    if (!d->cut_query)
        d->cut_query = wm_query_new(d->cut, NULL, error);
    return d->cut_query;
}

wm_scene *core_scene(core_document *d, bool details, wm_error *error)
{
    const wm_scene_opts opts = {.details = details};
    if (!d->doc->lyt)
        return wm_document_scene(d->doc, &opts, error);
    wm_error_set(error, WM_BAD_ARGUMENT, "", "an area is exported room by room");
    return NULL;
}

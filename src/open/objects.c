/* Doors and placeables of a KotOR area: from an object to its template, its row of a table, its
 * model and its walkmesh. docs/formats/kotor-pth-git.md, "Objects" */
#include <stdio.h>

#include "base/text.h"
#include "open/internal.h"

typedef struct objects {
    wm_kotor_objects pub;
    wmi_arena arena;
    wm_kotor_bwm **walkmeshes; /* that were read, and must be freed */
    size_t walkmesh_count, walkmesh_room;
} objects;

/* Doors or placeables. */
typedef struct family {
    const char *table, *template_type, *field;
    const char *walkmesh_type, *suffix; /* of the walkmesh's name, after the model's */
    wm_2da *rows;                       /* NULL: the table was not found */
    uint32_t column;
    struct row *known; /* by row */
} family;

/* What is known about a row of a table, once it was needed. */
typedef struct row {
    bool known, model_missing, unreadable; /* unreadable: the walkmesh */
    const char *model;
    wm_kotor_bwm *walkmesh;
} row;

typedef struct worker {
    objects *out;
    const wm_finder *finder;
    wm_error *error;
    wm_status status;
} worker;

static bool no_memory(worker *w)
{
    w->status = wmi_arena_fail(&w->out->arena, w->error, "");
    return false;
}

/* Looks for a file. With `load`, *found has its bytes. A file that cannot be loaded counts as one
 * that is not there, except for want of memory. */
static bool find(worker *w, const char *name, const char *type, bool load, wm_found *found)
{
    wm_error error = {.code = WM_OK};
    *found = (wm_found){0};
    if (!*name || !w->finder->find || w->status != WM_OK)
        return false;
    wm_status status = w->finder->find(w->finder->user, name, type, found, &error);
    if (status == WM_OK && found->where && load && !found->data && found->load)
        status = found->load(found, &error);
    if (status == WM_NO_MEMORY)
        no_memory(w);
    return status == WM_OK && found->where && w->status == WM_OK;
}

static void release(wm_found *found)
{
    if (found->release)
        found->release(found);
}

/* ---- tables ---- */

static void open_table(worker *w, family *f)
{
    wm_found found;
    const wm_read_opts opts = {.allocator = &w->out->arena.allocator};
    wm_error error = {.code = WM_OK};
    if (find(w, f->table, "2da", true, &found))
        f->rows = wm_2da_read(found.data, found.size, &opts, &error);
    release(&found);
    if (error.code == WM_NO_MEMORY)
        no_memory(w);
    if (!f->rows)
        return;
    f->column = wm_2da_column(f->rows, "modelname");
    f->known = wmi_arena_new(&w->out->arena, f->rows->row_count, sizeof *f->known);
    if (!f->known)
        no_memory(w);
}

static wm_kotor_bwm *read_walkmesh(worker *w, const family *f, const char *model, bool *unreadable)
{
    char name[64];
    wm_found found;
    const wm_read_opts opts = {.allocator = &w->out->arena.allocator};
    wm_error error = {.code = WM_OK};
    wm_kotor_bwm *bwm = NULL;
    wmi_format(name, sizeof name, "%.60s%s", model, f->suffix);
    if (find(w, name, f->walkmesh_type, true, &found) &&
        wm_kotor_bwm_detect(found.data, found.size))
        bwm = wm_kotor_bwm_read(found.data, found.size, &opts, &error);
    *unreadable = found.where && !bwm;
    release(&found);
    void *list = w->out->walkmeshes;
    if (error.code == WM_NO_MEMORY ||
        (bwm && !wmi_grow(&w->out->arena.allocator, &list, &w->out->walkmesh_room,
                          w->out->walkmesh_count + 1, sizeof bwm))) {
        wm_kotor_bwm_free(bwm);
        w->status = wmi_no_memory(w->error);
        return NULL;
    }
    w->out->walkmeshes = list;
    if (bwm)
        w->out->walkmeshes[w->out->walkmesh_count++] = bwm;
    return bwm;
}

/* NULL if there is no such row. */
static const row *know_row(worker *w, const family *f, uint32_t index)
{
    wm_found found;
    if (!f->rows || index >= f->rows->row_count || w->status != WM_OK)
        return NULL;
    row *r = &f->known[index];
    if (r->known)
        return r;
    r->known = true;
    const char *model = wm_2da_cell(f->rows, index, f->column);
    if (!model)
        return r;
    r->model = wmi_arena_text(&w->out->arena, model, strlen(model));
    if (!r->model)
        no_memory(w);
    r->model_missing = !find(w, model, "mdl", false, &found);
    release(&found);
    r->walkmesh = read_walkmesh(w, f, model, &r->unreadable);
    return r;
}

/* ---- objects ---- */

/* The row that the template names. Returns false if there is no template. */
static bool read_template(worker *w, const family *f, const char *name, uint32_t *index)
{
    wm_found found;
    const wm_read_opts opts = {.allocator = &w->out->arena.allocator};
    wm_error error = {.code = WM_OK};
    wm_gff *gff = NULL;
    if (find(w, name, f->template_type, true, &found))
        gff = wm_gff_read(found.data, found.size, &opts, &error);
    release(&found);
    if (error.code == WM_NO_MEMORY)
        no_memory(w);
    double number = gff ? wm_gff_number(gff, 0, f->field, -1) : -1;
    *index = number >= 0 && number < (double)WM_NO_INDEX ? (uint32_t)number : WM_NO_INDEX;
    bool found_it = gff != NULL;
    wm_gff_free(gff);
    return found_it;
}

/* The position of an object's mesh is added to its vertices before they are turned. */
static void add_obstacle(worker *w, const wm_kotor_placed_object *p)
{
    wm_kotor_objects *out = &w->out->pub;
    const wm_kotor_object *o = p->object;
    wm_vec3 at = p->walkmesh->position;
    double c = wmi_cos((double)o->bearing), s = wmi_sin((double)o->bearing);
    double x = (double)at.x, y = (double)at.y;
    out->obstacles[out->obstacle_count++] = (wm_kotor_obstacle){
        .mesh = p->walkmesh,
        .position = {(float)((double)o->position.x + c * x - s * y),
                     (float)((double)o->position.y + s * x + c * y), o->position.z + at.z},
        .degrees = (float)((double)o->bearing * (180 / 3.14159265358979323846))};
}

/* Doors have walkmeshes; of placeables, many have none. */
static bool is_unknown(const family *f, const row *r, wm_kotor_object_kind kind)
{
    if (!f->rows || !r)
        return true;
    bool lacks = r->model_missing || kind == WM_KOTOR_OBJECT_KIND_DOOR || r->unreadable;
    return r->model && !r->walkmesh && lacks;
}

static void add_object(worker *w, const family *f, const wm_kotor_object *o)
{
    wm_kotor_objects *out = &w->out->pub;
    wm_kotor_placed_object *p = &out->items[out->count++];
    uint32_t index = o->appearance;
    *p = (wm_kotor_placed_object){.object = o};
    if (*o->resource) /* a saved game has no template */
        p->template_missing = !read_template(w, f, o->resource, &index);
    p->row = index;
    const row *r = know_row(w, f, index);
    p->model_missing = !p->template_missing && f->rows && (!r || !r->model || r->model_missing);
    p->walkmesh_unknown = p->template_missing || is_unknown(f, r, o->kind);
    if (!r)
        return;
    p->model = r->model;
    p->walkmesh = r->walkmesh;
    bool placed = isfinite(o->position.x) && isfinite(o->position.y) && isfinite(o->position.z) &&
                  isfinite(o->bearing);
    if (p->walkmesh && placed)
        add_obstacle(w, p);
}

static void add_all(worker *w, family *f, const wm_kotor_git *git, wm_kotor_object_kind kind)
{
    open_table(w, f);
    for (uint32_t i = 0; i < git->count[kind] && w->status == WM_OK; i++)
        add_object(w, f, &git->objects[git->first[kind] + i]);
    w->out->pub.tables = w->out->pub.tables && f->rows;
    wm_2da_free(f->rows);
}

wm_kotor_objects *wm_kotor_objects_new(const wm_kotor_git *git, const wm_finder *finder,
                                       const wm_allocator *allocator, wm_error *error)
{
    wmi_arena arena;
    family doors = {"genericdoors", "utd", "GenericType", "dwk", "0", NULL, 0, NULL};
    family placeables = {"placeables", "utp", "Appearance", "pwk", "", NULL, 0, NULL};
    wmi_arena_init(&arena, allocator, 0);
    objects *out = wmi_arena_new(&arena, 1, sizeof *out);
    size_t count =
        (size_t)git->count[WM_KOTOR_OBJECT_KIND_DOOR] + git->count[WM_KOTOR_OBJECT_KIND_PLACEABLE];
    if (out) {
        out->pub.items = wmi_arena_new(&arena, count, sizeof *out->pub.items);
        out->pub.obstacles = wmi_arena_new(&arena, count, sizeof *out->pub.obstacles);
    }
    if (!out || !out->pub.items || !out->pub.obstacles) {
        wmi_arena_fail(&arena, error, "");
        wmi_arena_free(&arena);
        return NULL;
    }
    out->arena = arena;
    out->pub.memory = out;
    out->pub.tables = true;
    worker w = {.out = out, .finder = finder, .error = error};
    add_all(&w, &doors, git, WM_KOTOR_OBJECT_KIND_DOOR);
    out->pub.door_obstacles = out->pub.obstacle_count;
    add_all(&w, &placeables, git, WM_KOTOR_OBJECT_KIND_PLACEABLE);
    if (w.status == WM_OK)
        return &out->pub;
    wm_kotor_objects_free(&out->pub);
    return NULL;
}

void wm_kotor_objects_free(wm_kotor_objects *list)
{
    if (!list)
        return;
    objects *o = list->memory;
    wmi_arena arena = o->arena; /* the list is in it */
    for (size_t i = 0; i < o->walkmesh_count; i++)
        wm_kotor_bwm_free(o->walkmeshes[i]);
    wmi_release(&arena.allocator, o->walkmeshes, o->walkmesh_room, sizeof(wm_kotor_bwm *));
    wmi_arena_free(&arena);
}

/* ---- modules ------------------------------------------------------------- */

wm_status wm_module_area(const wm_finder *finder, const wm_allocator *allocator, char area[33],
                         wm_error *error)
{
    wm_found found = {0};
    wm_error fault = {.code = WM_OK};
    const wm_read_opts opts = {.allocator = allocator};
    wm_gff *ifo = NULL;
    area[0] = '\0';
    wm_status status =
        finder->find ? finder->find(finder->user, "module", "ifo", &found, &fault) : WM_OK;
    if (status == WM_OK && found.where && !found.data && found.load)
        status = found.load(&found, &fault);
    if (status == WM_OK && found.where)
        ifo = wm_gff_read(found.data, found.size, &opts, &fault);
    release(&found);
    if (ifo)
        wm_gff_text(ifo, 0, "Mod_Entry_Area", area, 33);
    wm_gff_free(ifo);
    if (status == WM_OK)
        status = fault.code;
    if (status != WM_OK && error)
        *error = fault;
    return status;
}

/* Reads the objects of a KotOR area. docs/formats/kotor-pth-git.md, "GIT" */
#include "base/internal.h"
#include "base/vec.h"
#include "waymark/aurora.h"
#include "waymark/kotor_module.h"

typedef struct git_doc {
    wm_kotor_git pub;
    wmi_arena arena;
} git_doc;

typedef struct kind_row {
    const char *name, *list;
    const char *position[3];
    const char *appearance; /* in saved games; NULL: none */
    const char *corner[3];  /* of an outline; NULL: it has none */
    bool direction;         /* XOrientation and YOrientation in place of Bearing */
} kind_row;

static const kind_row kinds[WM_KOTOR_OBJECT_KINDS] = {
    {"door", "Door List", {"X", "Y", "Z"}, "GenericType", {NULL}, false},
    {"placeable", "Placeable List", {"X", "Y", "Z"}, "Appearance", {NULL}, false},
    {"trigger",
     "TriggerList",
     {"XPosition", "YPosition", "ZPosition"},
     NULL,
     {"PointX", "PointY", "PointZ"},
     false},
    {"encounter",
     "Encounter List",
     {"XPosition", "YPosition", "ZPosition"},
     NULL,
     {"X", "Y", "Z"},
     false},
    {"waypoint", "WaypointList", {"XPosition", "YPosition", "ZPosition"}, NULL, {NULL}, true},
    {"creature", "Creature List", {"XPosition", "YPosition", "ZPosition"}, NULL, {NULL}, true},
    {"camera", "CameraList", {NULL}, NULL, {NULL}, false},
};

typedef struct reader {
    const wm_gff *gff;
    const uint8_t *bytes; /* of the file, for vectors */
    size_t size;
    git_doc *doc;
    bool *used; /* by struct: it was read already */
} reader;

const char *wm_kotor_object_kind_name(wm_kotor_object_kind kind)
{
    return (unsigned)kind < WM_KOTOR_OBJECT_KINDS ? kinds[kind].name : "object";
}

bool wm_kotor_git_detect(const void *data, size_t size)
{
    return size >= 8 && memcmp(data, "GIT V3.2", 8) == 0;
}

/* ---- fields ---- */

static wm_vec3 read_vector(const wm_gff *g, uint32_t s, const char *const labels[3])
{
    return (wm_vec3){(float)wm_gff_number(g, s, labels[0], 0),
                     (float)wm_gff_number(g, s, labels[1], 0),
                     (float)wm_gff_number(g, s, labels[2], 0)};
}

/* A vector (type 17) is three floats in the field data. */
static wm_vec3 read_place(const reader *r, uint32_t s)
{
    enum { VECTOR = 17 };
    wm_gff_value v;
    if (!wm_gff_find(r->gff, s, "Position", &v) || v.kind != VECTOR)
        return (wm_vec3){0, 0, 0};
    uint64_t at = (uint64_t)wmi_le32(r->bytes + 32) + wmi_le32(r->bytes + v.offset);
    if (!wmi_fits(r->size, at, 1, 12))
        return (wm_vec3){0, 0, 0};
    return (wm_vec3){wmi_lef32(r->bytes + at), wmi_lef32(r->bytes + at + 4),
                     wmi_lef32(r->bytes + at + 8)};
}

static const char *read_text(reader *r, uint32_t s, const char *label)
{
    wm_gff_value v;
    if (!wm_gff_find(r->gff, s, label, &v) || !v.text)
        return "";
    const char *end = v.count ? memchr(v.text, 0, v.count) : NULL;
    size_t size = end ? (size_t)(end - v.text) : v.count;
    return wmi_arena_text(&r->doc->arena, v.text, size < 256 ? size : 256);
}

static uint32_t read_appearance(const reader *r, uint32_t s, const char *label)
{
    double number = label ? wm_gff_number(r->gff, s, label, -1) : -1;
    return number >= 0 && number < (double)WM_NO_INDEX ? (uint32_t)number : WM_NO_INDEX;
}

/* Corners are relative to the object. */
static bool read_outline(reader *r, uint32_t s, const kind_row *kind, wm_kotor_object *o)
{
    wm_gff_value list;
    if (!kind->corner[0] || !wm_gff_find(r->gff, s, "Geometry", &list) ||
        list.kind != WM_GFF_KIND_LIST)
        return true;
    wm_vec3 *points = wmi_arena_new(&r->doc->arena, list.count, sizeof *points);
    if (!points)
        return false;
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t corner = wm_gff_list_item(r->gff, &list, i);
        if (corner == WM_NO_INDEX || r->used[corner])
            continue;
        r->used[corner] = true;
        wm_vec3 p = read_vector(r->gff, corner, kind->corner);
        points[o->point_count++] =
            (wm_vec3){o->position.x + p.x, o->position.y + p.y, o->position.z + p.z};
    }
    o->points = points;
    return true;
}

/* ---- objects ---- */

static bool read_object(reader *r, uint32_t s, wm_kotor_object *o)
{
    const kind_row *kind = &kinds[o->kind];
    const wm_gff *g = r->gff;
    o->position = kind->position[0] ? read_vector(g, s, kind->position) : read_place(r, s);
    if (kind->direction)
        o->bearing = (float)wmi_atan2(wm_gff_number(g, s, "YOrientation", 0),
                                      wm_gff_number(g, s, "XOrientation", 0));
    else if (o->kind <= WM_KOTOR_OBJECT_KIND_PLACEABLE)
        o->bearing = (float)wm_gff_number(g, s, "Bearing", 0);
    o->tag = read_text(r, s, "Tag");
    o->resource = read_text(r, s, "TemplateResRef");
    o->appearance = read_appearance(r, s, kind->appearance);
    o->linked_module = read_text(r, s, "LinkedToModule");
    o->linked_to = read_text(r, s, "LinkedTo");
    return o->tag && o->resource && o->linked_module && o->linked_to && read_outline(r, s, kind, o);
}

static wm_status fill(reader *r, wm_error *error)
{
    wm_gff_value list[WM_KOTOR_OBJECT_KINDS];
    wm_kotor_git *git = &r->doc->pub;
    size_t total = 0;
    for (int k = 0; k < WM_KOTOR_OBJECT_KINDS; k++) {
        if (!wm_gff_find(r->gff, 0, kinds[k].list, &list[k]) || list[k].kind != WM_GFF_KIND_LIST)
            list[k] = (wm_gff_value){.kind = WM_GFF_KIND_LIST};
        total += list[k].count;
    }
    wm_kotor_object *objects = wmi_arena_new(&r->doc->arena, total, sizeof *objects);
    if (!objects)
        return wmi_arena_fail(&r->doc->arena, error, "");
    git->objects = objects;
    for (int k = 0; k < WM_KOTOR_OBJECT_KINDS; k++) {
        git->first[k] = git->object_count;
        for (uint32_t i = 0; i < list[k].count; i++) {
            uint32_t s = wm_gff_list_item(r->gff, &list[k], i);
            wm_kotor_object *o = &objects[git->object_count];
            if (s == WM_NO_INDEX || r->used[s]) /* so that the work is bounded by the file */
                continue;
            r->used[s] = true;
            *o = (wm_kotor_object){.kind = (wm_kotor_object_kind)k, .index = i};
            if (!read_object(r, s, o))
                return wmi_arena_fail(&r->doc->arena, error, kinds[k].list);
            git->object_count++;
        }
        git->count[k] = git->object_count - git->first[k];
    }
    return WM_OK;
}

static git_doc *new_document(const wm_allocator *allocator, uint64_t limit, wm_error *error)
{
    wmi_arena arena;
    git_doc *doc = wmi_arena_begin(&arena, allocator, limit, sizeof *doc, error);
    if (!doc)
        return NULL;
    doc->arena = arena;
    doc->pub.memory = doc;
    return doc;
}

wm_kotor_git *wm_kotor_git_read(const void *data, size_t size, const wm_read_opts *opts,
                                wm_error *error)
{
    wm_gff *gff = wm_gff_read(data, size, opts, error);
    if (gff && !wm_kotor_git_detect(data, size)) {
        wmi_fail_at(error, WM_BAD_MAGIC, 0, "type", "expected \"GIT \", found \"%s\"",
                    wm_gff_type(gff));
        wm_gff_free(gff);
        return NULL;
    }
    git_doc *doc =
        gff ? new_document(opts ? opts->allocator : NULL, wmi_memory_limit(opts, size), error)
            : NULL;
    if (doc) {
        wmi_arena scratch;
        wmi_arena_init(&scratch, &doc->arena.allocator, 0);
        reader r = {.gff = gff, .bytes = data, .size = size, .doc = doc};
        r.used = wmi_arena_new(&scratch, wm_gff_struct_count(gff), sizeof *r.used);
        wm_status status = r.used ? fill(&r, error) : wmi_arena_fail(&scratch, error, "");
        wmi_arena_free(&scratch);
        if (status != WM_OK) {
            wm_kotor_git_free(&doc->pub);
            doc = NULL;
        }
    }
    wm_gff_free(gff);
    return doc ? &doc->pub : NULL;
}

void wm_kotor_git_free(wm_kotor_git *git)
{
    if (git) {
        wmi_arena arena = ((git_doc *)git->memory)->arena; /* the document is in it */
        wmi_arena_free(&arena);
    }
}

/* ---- check ---- */

wm_status wm_kotor_git_check(const wm_kotor_git *git, const wm_check_opts *opts, wm_report *report,
                             wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const float half_turn = 3.1416f; /* some editors write a little more than pi */
    uint32_t first = report->count;
    for (uint32_t i = 0; i < git->object_count; i++) {
        const wm_kotor_object *o = &git->objects[i];
        const char *kind = kinds[o->kind].name;
        wmi_where where = wmi_at(WM_NO_OFFSET, "git.%ss[%lu]", kind, (ul)o->index);
        if (!wmi_finite(o->position) || !isfinite(o->bearing)) {
            wmi_report(report, WM_KOTOR_GIT_NOT_FINITE, where,
                       "%s %lu (%.32s) is at (%g, %g, %g), bearing %g", kind, (ul)o->index,
                       o->resource, (double)o->position.x, (double)o->position.y,
                       (double)o->position.z, (double)o->bearing);
            continue;
        }
        where = wmi_placed(where, o->position);
        if (o->bearing > half_turn || o->bearing < -half_turn)
            wmi_report(report, WM_KOTOR_GIT_BEARING, where,
                       "%s %lu (%.32s) has the bearing %g; expected -3.1416 to 3.1416", kind,
                       (ul)o->index, o->resource, (double)o->bearing);
        if (o->kind == WM_KOTOR_OBJECT_KIND_TRIGGER && o->point_count < 3)
            wmi_report(report, WM_KOTOR_GIT_OUTLINE, where, "trigger %lu (%.32s) has only %lu",
                       (ul)o->index, o->resource, (ul)o->point_count);
    }
    return wmi_check_end(opts, report, first, false, error);
}

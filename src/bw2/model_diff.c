/* Compares two models, table by table. Ignores what the game leaves undefined: garbage
 * words, bytes after the end of names, the footprint fields of skins. Also ignores the two
 * sizes in the header, which follow from the rest. */
#include <stdio.h>

#include "base/sort.h"
#include "base/vec.h"
#include "base/words.h"
#include "bw2/internal.h"

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static bool same_name(const char *a, const char *b, size_t size)
{
    return strncmp(a, b, size) == 0;
}

/* Which shape is the tightest, and its volume, follow from the others. */
static bool bounds_apart(double tolerance, const wm_bw2_bounds *a, const wm_bw2_bounds *b)
{
    enum { SHAPES = offsetof(wm_bw2_bounds, tightest) / sizeof(float) };
    return tolerance > 0 ? wmi_floats_apart(tolerance, a, b, SHAPES) : memcmp(a, b, sizeof *a) != 0;
}

/* ---- header ---- */

static void diff_header(wm_diff *d, const wm_bw2_model *a, const wm_bw2_model *b)
{
    if (a->version != b->version)
        wmi_diff_add(d, "version", 1, "%lu instead of %lu", (ul)b->version, (ul)a->version);
    if (a->topology != b->topology)
        wmi_diff_add(d, "topology", 1, "%s instead of %s",
                     wm_bw2_model_is_skin(b) ? "a skin" : "static",
                     wm_bw2_model_is_skin(a) ? "a skin" : "static");
    if (bounds_apart(d->tolerance, &a->bounds, &b->bounds))
        wmi_diff_add(d, "bounds", 1, "the bounds of the model differ");
    if (wm_bw2_model_is_skin(a) && wm_bw2_model_is_skin(b))
        return;
    if (wmi_floats_apart(d->tolerance, &a->footprint_centre, &b->footprint_centre, 3) ||
        wmi_floats_apart(d->tolerance, &a->footprint_radius, &b->footprint_radius, 1))
        wmi_diff_add(
            d, "footprint_centre", 1, "%s and radius %s instead of %s and %s, %.3g m apart",
            wmi_coordinates(b->footprint_centre).text, wmi_shortest(b->footprint_radius).text,
            wmi_coordinates(a->footprint_centre).text, wmi_shortest(a->footprint_radius).text,
            wmi_length(wmi_sub(wmi_vec_of(a->footprint_centre), wmi_vec_of(b->footprint_centre))));
    if (wmi_floats_apart(d->tolerance, &a->unknown_a4, &b->unknown_a4, 1))
        wmi_diff_add(d, "unknown_a4", 1, "%s instead of %s", wmi_shortest(b->unknown_a4).text,
                     wmi_shortest(a->unknown_a4).text);
}

/* ---- materials ---- */

static void diff_materials(wm_diff *d, const wm_bw2_model *a, const wm_bw2_model *b)
{
    uint32_t textures = 0, names = 0, first_texture = 0, first_slot = 0, first_name = 0;
    for (uint32_t i = 0; i < smaller(a->material_count, b->material_count); i++) {
        const wm_bw2_material *x = &a->materials[i], *y = &b->materials[i];
        for (uint32_t t = 0; t < WM_BW2_TEXTURES; t++)
            if (!same_name(x->texture[t], y->texture[t], WM_BW2_NAME) && textures++ == 0) {
                first_texture = i;
                first_slot = t;
            }
        if (!same_name(x->name, y->name, WM_BW2_NAME) && names++ == 0)
            first_name = i;
    }
    if (a->material_count != b->material_count)
        wmi_diff_add(d, "materials", 1, "%s instead of %s", wmi_number(b->material_count).text,
                     wmi_number(a->material_count).text);
    if (textures)
        wmi_diff_add(d, "textures", textures,
                     "%s%s \"%.64s\" instead of \"%.64s\" in slot %lu of material %lu",
                     wmi_count(textures, "differs", "differ").text, wmi_first(textures),
                     b->materials[first_texture].texture[first_slot],
                     a->materials[first_texture].texture[first_slot], (ul)first_slot,
                     (ul)first_texture);
    if (names)
        wmi_diff_add(d, "materials.name", names,
                     "%s%s \"%.64s\" instead of \"%.64s\", material %lu",
                     wmi_count(names, "differs", "differ").text, wmi_first(names),
                     b->materials[first_name].name, a->materials[first_name].name, (ul)first_name);
}

/* ---- meshes ---- */

static void diff_meshes(wm_diff *d, const wm_bw2_model *a, const wm_bw2_model *b)
{
    uint32_t ranges = 0, bounds = 0, pivots = 0, levels = 0, names = 0, bones = 0, named = 0;
    uint32_t n = smaller(a->mesh_count, b->mesh_count);
    for (uint32_t i = 0; i < n; i++) {
        const wm_bw2_mesh *x = &a->meshes[i], *y = &b->meshes[i];
        ranges += x->face_count != y->face_count || x->first_index != y->first_index ||
                  x->index_count != y->index_count || x->first_vertex != y->first_vertex ||
                  x->vertex_count != y->vertex_count || x->reference_count != y->reference_count;
        bounds += bounds_apart(d->tolerance, &x->bounds, &y->bounds);
        pivots += wmi_floats_apart(d->tolerance, &x->pivot, &y->pivot, 12);
        levels += x->lod != y->lod;
        bones += x->first_bone != y->first_bone || x->bone_count != y->bone_count;
        if (!same_name(x->name, y->name, WM_BW2_NAME) && names++ == 0)
            named = i;
    }
    if (a->mesh_count != b->mesh_count)
        wmi_diff_add(d, "meshes", 1, "%s instead of %s", wmi_number(b->mesh_count).text,
                     wmi_number(a->mesh_count).text);
    if (names)
        wmi_diff_add(d, "meshes.name", names, "%s%s \"%.64s\" instead of \"%.64s\", mesh %lu",
                     wmi_count(names, "differs", "differ").text, wmi_first(names),
                     b->meshes[named].name, a->meshes[named].name, (ul)named);
    wmi_diff_add(d, "meshes.ranges", ranges, "%s of %s %s other counts or ranges",
                 wmi_number(ranges).text, wmi_number(n).text, wmi_plural(ranges, "has", "have"));
    wmi_diff_add(d, "meshes.lod", levels, "%s of %s %s", wmi_number(levels).text,
                 wmi_number(n).text, wmi_plural(levels, "differs", "differ"));
    wmi_diff_add(d, "meshes.bounds", bounds, "%s of %s %s", wmi_number(bounds).text,
                 wmi_number(n).text, wmi_plural(bounds, "differs", "differ"));
    wmi_diff_add(d, "meshes.pivot", pivots, "%s of %s %s", wmi_number(pivots).text,
                 wmi_number(n).text, wmi_plural(pivots, "differs", "differ"));
    wmi_diff_add(d, "meshes.bones", bones, "%s of %s %s", wmi_number(bones).text,
                 wmi_number(n).text, wmi_plural(bones, "differs", "differ"));
}

/* ---- entities, matched by name ---- */

static int by_name(const void *context, uint32_t a, uint32_t b)
{
    const wm_bw2_entity *e = context;
    int order = strncmp(e[a].name, e[b].name, WM_BW2_ENTITY_NAME);
    return order ? order : a < b ? -1 : a > b;
}

static uint32_t *sorted(wmi_arena *scratch, const wm_bw2_model *m)
{
    uint32_t *order = wmi_arena_raw(scratch, m->entity_count, sizeof *order);
    for (uint32_t i = 0; order && i < m->entity_count; i++)
        order[i] = i;
    if (order)
        wmi_sort_by(order, m->entity_count, by_name, m->entities);
    return order;
}

/* The count for a finding, and one of the counted names. */
typedef struct group {
    uint32_t count;
    const char *name;
} group;

static void add(group *g, const wm_bw2_entity *e)
{
    if (g->count++ == 0)
        g->name = e->name;
}

static bool diff_entities(wm_diff *d, const wm_bw2_model *a, const wm_bw2_model *b,
                          wmi_arena *scratch)
{
    const uint32_t *x = sorted(scratch, a), *y = sorted(scratch, b);
    group gone = {0}, added = {0}, moved = {0};
    if (!x || !y)
        return false;
    for (uint32_t i = 0, k = 0; i < a->entity_count || k < b->entity_count;) {
        const wm_bw2_entity *p = i < a->entity_count ? &a->entities[x[i]] : NULL;
        const wm_bw2_entity *q = k < b->entity_count ? &b->entities[y[k]] : NULL;
        int order = !p ? 1 : !q ? -1 : strncmp(p->name, q->name, WM_BW2_ENTITY_NAME);
        if (order < 0)
            add(&gone, p);
        else if (order > 0)
            add(&added, q);
        else if (wmi_floats_apart(d->tolerance, &p->frame, &q->frame, 12))
            add(&moved, q);
        i += order <= 0;
        k += order >= 0;
    }
    if (gone.count) {
        wmi_diff_add(d, "entities.removed", gone.count, "%s%s \"%.64s\"",
                     wmi_count(gone.count, "entity", "entities").text, wmi_first(gone.count),
                     gone.name);
        wmi_diff_about(d, gone.count, WM_DIFF_SIDE_FIRST, gone.name, WM_BW2_ENTITY_NAME);
    }
    if (added.count) {
        wmi_diff_add(d, "entities.added", added.count, "%s%s \"%.64s\"",
                     wmi_count(added.count, "entity", "entities").text, wmi_first(added.count),
                     added.name);
        wmi_diff_about(d, added.count, WM_DIFF_SIDE_SECOND, added.name, WM_BW2_ENTITY_NAME);
    }
    if (moved.count) {
        wmi_diff_add(d, "entities.moved", moved.count, "%s%s \"%.64s\"",
                     wmi_count(moved.count, "entity", "entities").text, wmi_first(moved.count),
                     moved.name);
        wmi_diff_about(d, moved.count, WM_DIFF_SIDE_BOTH, moved.name, WM_BW2_ENTITY_NAME);
    }
    return true;
}

/* ---- vertices ---- */

static bool same_elements(const wm_bw2_model *a, const wm_bw2_model *b)
{
    if (a->stream_count != b->stream_count)
        return false;
    for (uint32_t i = 0; i < a->stream_count; i++) {
        const wm_bw2_stream *x = &a->streams[i], *y = &b->streams[i];
        if (x->element_count != y->element_count ||
            memcmp(x->elements, y->elements, x->element_count * sizeof *x->elements) != 0)
            return false;
    }
    return true;
}

static uint32_t elements_apart(const wm_bw2_stream *x, const wm_bw2_stream *y, uint32_t count,
                               uint32_t offset, uint32_t format, double tolerance)
{
    uint32_t apart = 0, size = wm_bw2_format_size(format);
    bool floats = format <= WM_BW2_FORMAT_FLOAT3;
    for (uint32_t v = 0; v < count; v++) {
        const uint8_t *p = x->data + (size_t)v * x->stride + offset,
                      *q = y->data + (size_t)v * y->stride + offset;
        apart += floats ? wmi_floats_apart(tolerance, p, q, size / sizeof(float))
                        : memcmp(p, q, size) != 0;
    }
    return apart;
}

static const char *field_of(uint32_t id)
{
    switch (id) {
    case WM_BW2_ELEMENT_POSITION: return "vertices.position";
    case WM_BW2_ELEMENT_NORMAL: return "vertices.normal";
    case WM_BW2_ELEMENT_UV: return "vertices.uv";
    case WM_BW2_ELEMENT_BONE_INDEX: return "vertices.bone";
    case WM_BW2_ELEMENT_BONE_WEIGHT: return "vertices.weight";
    default: return "vertices.element";
    }
}

static void diff_vertices(wm_diff *d, const wm_bw2_model *a, const wm_bw2_model *b)
{
    uint32_t n = smaller(a->vertex_count, b->vertex_count);
    if (a->vertex_count != b->vertex_count)
        wmi_diff_add(d, "vertices", 1, "%s instead of %s", wmi_number(b->vertex_count).text,
                     wmi_number(a->vertex_count).text);
    if (!same_elements(a, b)) {
        wmi_diff_add(d, "streams", 1, "the vertices have other elements");
        return;
    }
    for (uint32_t i = 0; i < a->stream_count && n; i++) {
        const wm_bw2_stream *x = &a->streams[i], *y = &b->streams[i];
        uint32_t offset = 0;
        for (uint32_t e = 0; e < x->element_count; e++) {
            uint32_t size = wm_bw2_format_size(x->elements[e].format);
            uint32_t apart = elements_apart(x, y, n, offset, x->elements[e].format, d->tolerance);
            wmi_diff_add(d, field_of(x->elements[e].id), apart,
                         "%s of %s %s (stream %lu, element %lu)", wmi_number(apart).text,
                         wmi_number(n).text, wmi_plural(apart, "differs", "differ"), (ul)i, (ul)e);
            offset += size;
        }
    }
}

wm_status wm_bw2_model_diff(const wm_bw2_model *a, const wm_bw2_model *b, wm_diff *diff,
                            wm_error *error)
{
    wmi_arena scratch;
    wmi_arena_init(&scratch, &wmi_bw2_arena(a)->allocator, 0);
    diff_header(diff, a, b);
    diff_materials(diff, a, b);
    diff_meshes(diff, a, b);
    wmi_diff_rows(diff, "references", a->references, a->reference_count, b->references,
                  b->reference_count, sizeof *a->references);
    wmi_diff_float_rows(diff, "bones", a->bones, a->bone_count, b->bones, b->bone_count, 12);
    bool good = diff_entities(diff, a, b, &scratch);
    wmi_diff_float_rows(diff, "circles", a->circles, a->circle_count, b->circles, b->circle_count,
                        3);
    wmi_diff_float_rows(diff, "footprint", a->footprint, a->footprint_count, b->footprint,
                        b->footprint_count, 3);
    diff_vertices(diff, a, b);
    wmi_diff_rows(diff, "indices", a->indices, a->index_count, b->indices, b->index_count,
                  sizeof *a->indices);
    wmi_diff_float_rows(diff, "cleaves", a->cleaves, a->cleave_count, b->cleaves, b->cleave_count,
                        3);
    wmi_diff_rows(diff, "extra", a->extra, a->extra_size, b->extra, b->extra_size, 1);
    wmi_arena_free(&scratch);
    if (!good || diff->out_of_memory)
        return wmi_no_memory(error);
    return WM_OK;
}

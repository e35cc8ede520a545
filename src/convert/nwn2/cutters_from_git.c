/* Walkmesh cutters: the triggers of a GIT that are holes in the floor. docs/formats/nwn2.md,
 * "GIT". */
#include "base/vec.h"
#include "nwn2/internal.h"
#include "waymark/aurora.h"
#include "waymark/convert.h"

enum { CUTTER = 3 };

typedef struct cutters {
    wm_nwn2_cutters pub;
    wmi_arena arena;
    bool *used; /* by struct: already used as a trigger or a point */
} cutters;

/* The struct at index i of a list, only once. A struct listed several times would let a small
 * file demand any amount of work. */
static uint32_t use_item(cutters *c, const wm_gff *g, const wm_gff_value *list, uint32_t i)
{
    uint32_t s = wm_gff_list_item(g, list, i);
    if (s == WM_NO_INDEX || c->used[s])
        return WM_NO_INDEX;
    c->used[s] = true;
    return s;
}

/* The points of a trigger; NULL if out of memory. */
static wm_vec3 *read_points(cutters *c, const wm_gff *g, uint32_t trigger, const wm_gff_value *list)
{
    wm_vec3 *points = wmi_arena_new(&c->arena, list->count, sizeof *points);
    double x = wm_gff_number(g, trigger, "XPosition", 0);
    double y = wm_gff_number(g, trigger, "YPosition", 0);
    double z = wm_gff_number(g, trigger, "ZPosition", 0);
    for (uint32_t i = 0; points && i < list->count; i++) {
        uint32_t p = use_item(c, g, list, i);
        wm_gff_value v;
        c->pub.missing += !wm_gff_find(g, p, "PointX", &v) || !wm_gff_find(g, p, "PointY", &v);
        points[i] = (wm_vec3){(float)(x + wm_gff_number(g, p, "PointX", 0)),
                              (float)(y + wm_gff_number(g, p, "PointY", 0)),
                              (float)(z + wm_gff_number(g, p, "PointZ", 0))};
    }
    return points;
}

static bool finite_points(const wm_vec3 *p, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!wmi_finite(p[i]))
            return false;
    return true;
}

static wm_status read_all(cutters *c, const wm_gff *g, wm_error *error)
{
    wm_gff_value list, points;
    if (!wm_gff_find(g, 0, "TriggerList", &list) || list.kind != WM_GFF_KIND_LIST)
        return WM_OK; /* an area without triggers */
    c->pub.triggers = list.count;
    c->used = wmi_arena_new(&c->arena, wm_gff_struct_count(g), sizeof *c->used);
    c->pub.polygons = wmi_arena_new(&c->arena, list.count, sizeof *c->pub.polygons);
    if (!c->pub.polygons || !c->used)
        return wmi_arena_fail(&c->arena, error, "TriggerList");
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t trigger = use_item(c, g, &list, i);
        if (wm_gff_number(g, trigger, "Type", 0) != CUTTER)
            continue;
        if (!wm_gff_find(g, trigger, "Geometry", &points) || points.kind != WM_GFF_KIND_LIST ||
            points.count < 3) {
            c->pub.skipped++;
            continue;
        }
        wm_vec3 *p = read_points(c, g, trigger, &points);
        if (!p)
            return wmi_arena_fail(&c->arena, error, "TriggerList");
        if (!finite_points(p, points.count)) {
            c->pub.skipped++;
            continue;
        }
        c->pub.polygons[c->pub.count++] = (wm_nwn2_polygon){p, points.count};
    }
    return WM_OK;
}

wm_nwn2_cutters *wm_nwn2_cutters_read(const void *data, size_t size, const wm_read_opts *opts,
                                      wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wm_gff *g = wm_gff_read(data, size, opts, error);
    if (!g)
        return NULL;
    wmi_arena arena;
    wmi_arena_init(&arena, opts ? opts->allocator : NULL, wmi_memory_limit(opts, size));
    cutters *c = wmi_arena_new(&arena, 1, sizeof *c);
    wm_status status = WM_NO_MEMORY;
    if (c) {
        c->arena = arena;
        c->pub.memory = c;
        status = read_all(c, g, error);
        arena = c->arena;
    } else {
        wmi_arena_fail(&arena, error, "");
    }
    wm_gff_free(g);
    if (status == WM_OK)
        return &c->pub;
    wmi_arena_free(&arena);
    return NULL;
}

void wm_nwn2_cutters_free(wm_nwn2_cutters *list)
{
    if (list) {
        wmi_arena arena = ((cutters *)list->memory)->arena;
        wmi_arena_free(&arena);
    }
}

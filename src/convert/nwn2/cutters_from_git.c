/* Walkmesh cutters: the triggers of a GIT that are holes in the floor. docs/formats/nwn2.md,
 * "GIT". */
#include "base/vec.h"
#include "convert/nwn2/git.h"
#include "waymark/convert.h"

enum { CUTTER = 3 };

typedef struct cutters {
    wmi_arena arena;
    wm_nwn2_cutters pub;
} cutters;

/* The points of a trigger; NULL if out of memory. */
static wm_vec3 *read_points(wmi_git *git, cutters *c, uint32_t trigger, const wm_gff_value *list)
{
    const wm_gff *g = git->gff;
    wm_vec3 *points = wmi_arena_new(git->arena, list->count, sizeof *points);
    double x = wm_gff_number(g, trigger, "XPosition", 0);
    double y = wm_gff_number(g, trigger, "YPosition", 0);
    double z = wm_gff_number(g, trigger, "ZPosition", 0);
    for (uint32_t i = 0; points && i < list->count; i++) {
        uint32_t p = wmi_git_item(git, list, i);
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

static wm_status fill(wmi_git *git, void *result)
{
    cutters *c = result;
    const wm_gff *g = git->gff;
    wm_gff_value list, points;
    c->pub.memory = c;
    if (!wmi_git_list(git, "TriggerList", &list))
        return WM_OK; /* an area without triggers */
    c->pub.triggers = list.count;
    c->pub.polygons = wmi_arena_new(git->arena, list.count, sizeof *c->pub.polygons);
    if (!c->pub.polygons)
        return wmi_arena_fail(git->arena, git->error, "TriggerList");
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t trigger = wmi_git_item(git, &list, i);
        if (wm_gff_number(g, trigger, "Type", 0) != CUTTER)
            continue;
        if (!wm_gff_find(g, trigger, "Geometry", &points) || points.kind != WM_GFF_KIND_LIST ||
            points.count < 3) {
            c->pub.skipped++;
            continue;
        }
        wm_vec3 *p = read_points(git, c, trigger, &points);
        if (!p)
            return wmi_arena_fail(git->arena, git->error, "TriggerList");
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
    cutters *c = wmi_git_read(data, size, opts, sizeof *c, fill, error);
    return c ? &c->pub : NULL;
}

void wm_nwn2_cutters_free(wm_nwn2_cutters *list)
{
    wmi_git_free(list ? list->memory : NULL);
}

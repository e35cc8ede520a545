/* Path points compared with the floor. docs/areas.md, "Path points" */
#include "area/pth.h"
#include "base/internal.h"
#include "nav/place.h"

wm_status wmi_floors_at(wm_query *query, float x, float y, wm_hit hits[WMI_LEVELS], uint32_t *count,
                        wm_error *error)
{
    static const wm_query_filter walkable = {.walkable_only = true};
    wm_status status = wm_query_locate(query, (wm_vec3){x, y, 0}, WM_LOCATE_ALL, &walkable, hits,
                                       WMI_LEVELS, count, error);
    *count = *count < WMI_LEVELS ? *count : WMI_LEVELS;
    return status;
}

/* Whether somebody with that radius can walk straight from a place on a face to another. */
static wm_status can_walk(wm_query *query, uint32_t face, wm_vec3 from, wm_vec3 to, float radius,
                          bool *arrives, wm_error *error)
{
    const wm_slide_opts opts = {.radius = radius, .stop = true};
    wm_slide out;
    wm_status status = wm_query_slide(query, face, from, to, &opts, &out, error);
    *arrives = status == WM_OK && out.arrived;
    return status;
}

typedef struct checker {
    const wm_kotor_pth *pth;
    wm_query *query;
    wm_report *report;
    wm_error *error;
} checker;

static wm_vec3 place_of(const checker *c, uint32_t point)
{
    return (wm_vec3){c->pth->points[point].x, c->pth->points[point].y, 0};
}

static bool is_finite(wm_vec3 p)
{
    return isfinite(p.x) && isfinite(p.y);
}

/* A way that touches a corner stops there, but the shortest path is as long as the straight line.
 */
static wm_status try_path(const checker *c, const wm_hit *hit, wm_vec3 from, wm_vec3 to,
                          bool *arrives)
{
    wm_hit ends[WMI_LEVELS];
    uint32_t count;
    double x = (double)to.x - (double)from.x, y = (double)to.y - (double)from.y;
    double straight = sqrt(x * x + y * y);
    wm_status status = wmi_floors_at(c->query, to.x, to.y, ends, &count, c->error);
    for (uint32_t i = 0; i < count && status == WM_OK && !*arrives; i++) {
        const wm_place way[2] = {{hit->face, from}, {ends[i].face, to}};
        status =
            wmi_query_path_within(c->query, way, straight * (1 + 1e-6) + 1e-4, arrives, c->error);
    }
    return status;
}

/* From any of the floors at the first point. */
static wm_status try_walk(const checker *c, uint32_t a, uint32_t b, bool *arrives)
{
    wm_hit hits[WMI_LEVELS];
    uint32_t count;
    wm_vec3 from = place_of(c, a), to = place_of(c, b);
    wm_status status = wmi_floors_at(c->query, from.x, from.y, hits, &count, c->error);
    *arrives = false;
    for (uint32_t i = 0; i < count && status == WM_OK && !*arrives; i++)
        status = can_walk(c->query, hits[i].face, from, to, 0, arrives, c->error);
    for (uint32_t i = 0; i < count && status == WM_OK && !*arrives; i++)
        status = try_path(c, &hits[i], from, to, arrives);
    return status;
}

/* A link is stored with both of its points; it counts once. */
static wm_status check_link(const checker *c, uint32_t a, uint32_t b)
{
    bool arrives;
    wm_vec3 p = place_of(c, a), q = place_of(c, b);
    wm_status status = try_walk(c, a, b, &arrives);
    if (status == WM_OK && !arrives)
        wmi_report(c->report, WM_AREA_PTH_LINK_BLOCKED,
                   wmi_placed(wmi_at(WM_NO_OFFSET, "pth.points[%lu]", (ul)a),
                              (wm_vec3){(p.x + q.x) / 2, (p.y + q.y) / 2, 0}),
                   "the straight way from point %lu (%.2f, %.2f) to point %lu (%.2f, %.2f) leaves "
                   "the floor",
                   (ul)a, (double)p.x, (double)p.y, (ul)b, (double)q.x, (double)q.y);
    return status;
}

/* Links whose ends are both on the floor. `on` says which points are. Each link of the file is
 * followed once, also if points share links. */
static wm_status check_links(const checker *c, const bool *on, bool *followed)
{
    wm_status status = WM_OK;
    for (uint32_t i = 0; i < c->pth->point_count; i++) {
        uint32_t count;
        const uint32_t *links = wm_kotor_pth_links(c->pth, i, &count);
        for (uint32_t k = 0; k < count && status == WM_OK; k++) {
            size_t index = (size_t)(links - c->pth->links) + k;
            if (followed[index])
                break;
            followed[index] = true;
            if (links[k] < c->pth->point_count && links[k] > i && on[i] && on[links[k]])
                status = check_link(c, i, links[k]);
        }
    }
    return status;
}

wm_status wmi_pth_check_floor(const wm_kotor_pth *pth, const wm_walkmesh *mesh,
                              const wm_allocator *allocator, wm_report *report, wm_error *error)
{
    checker c = {.pth = pth, .report = report, .error = error};
    wmi_arena scratch;
    wmi_arena_init(&scratch, allocator, 0);
    bool *on = wmi_arena_new(&scratch, pth->point_count, sizeof *on);
    bool *followed = wmi_arena_new(&scratch, pth->link_count, sizeof *followed);
    wm_status status = on && followed ? WM_OK : wmi_arena_fail(&scratch, error, "");
    c.query = status == WM_OK ? wm_query_new(mesh, allocator, error) : NULL;
    if (!c.query)
        status = WM_NO_MEMORY;
    for (uint32_t i = 0; i < pth->point_count && status == WM_OK; i++) {
        wm_hit hits[WMI_LEVELS];
        wm_vec3 at = place_of(&c, i);
        uint32_t count = 0;
        if (!is_finite(at))
            continue;
        status = wmi_floors_at(c.query, at.x, at.y, hits, &count, error);
        on[i] = count > 0;
        if (status == WM_OK && !on[i])
            wmi_report(report, WM_AREA_PTH_OFF_FLOOR,
                       wmi_placed(wmi_at(WM_NO_OFFSET, "pth.points[%lu]", (ul)i), at),
                       "there is no floor at point %lu (%.2f, %.2f)", (ul)i, (double)at.x,
                       (double)at.y);
    }
    if (status == WM_OK)
        status = check_links(&c, on, followed);
    wm_query_free(c.query);
    wmi_arena_free(&scratch);
    return status;
}

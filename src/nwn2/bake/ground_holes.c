/* The holes that reach into a square of the ground: their sides, and what is left at a point.
 * docs/formats/nwn2.md, "Cutters". */
#include "base/vec.h"
#include "nwn2/bake/ground.h"

/* Rounded to the grid. A line that comes from very far away is clipped inexactly, so its end
 * may have to be moved into the square of the plan. */
static int32_t on_grid(double at)
{
    const double least = -wmi_ground_margin * WMI_PLAN_SIZE, most = WMI_PLAN_SIZE - least;
    return (int32_t)floor((at > least ? (at < most ? at : most) : least) + 0.5);
}

wmi_plan_spot wmi_ground_spot(const wmi_ground *g, double x, double y, uint32_t vertex)
{
    double scale = WMI_PLAN_SIZE / g->width;
    wmi_plan_spot s = {.at = {x, y}, .vertex = vertex, .triangle = WM_NO_INDEX};
    s.x = on_grid((x - g->left) * scale);
    s.y = on_grid((y - g->bottom) * scale);
    return s;
}

/* Shortens the part [*t0, *t1] of a line to where low <= from + t * way <= high. */
static bool shorten(double from, double way, double low, double high, double *t0, double *t1)
{
    if (way == 0)
        return from >= low && from <= high;
    double u = (low - from) / way, v = (high - from) / way;
    *t0 = wmi_max(*t0, u < v ? u : v);
    *t1 = wmi_min(*t1, u < v ? v : u);
    return *t0 <= *t1;
}

static wm_status add_side(wmi_ground *g, uint32_t layer, wm_vec3 a, wm_vec3 b)
{
    double width = g->width, more = wmi_ground_margin * width, t0 = 0, t1 = 1;
    double x = (double)a.x, y = (double)a.y, dx = (double)b.x - x, dy = (double)b.y - y;
    if (!shorten(x, dx, g->left - more, g->left + width + more, &t0, &t1) ||
        !shorten(y, dy, g->bottom - more, g->bottom + width + more, &t0, &t1))
        return WM_OK;
    void *sides = g->sides;
    bool good =
        wmi_grow(&g->allocator, &sides, &g->side_capacity, g->side_count + 1, sizeof *g->sides);
    g->sides = sides;
    if (!good)
        return WM_NO_MEMORY;
    wmi_hole_side s = {layer, wmi_ground_spot(g, x + t0 * dx, y + t0 * dy, WM_NO_INDEX),
                       wmi_ground_spot(g, x + t1 * dx, y + t1 * dy, WM_NO_INDEX)};
    if (t1 == 1)
        s.to = wmi_ground_spot(g, (double)b.x, (double)b.y, WM_NO_INDEX);
    g->sides[g->side_count++] = s;
    return WM_OK;
}

wm_status wmi_ground_look(wmi_ground *g, double left, double bottom, double width)
{
    double more = wmi_ground_margin * width;
    g->left = left;
    g->bottom = bottom;
    g->width = width;
    g->near_count = g->side_count = 0;
    g->plan.work += g->hole_count;
    for (uint32_t i = 0; i < g->hole_count; i++) {
        const wmi_hole *h = &g->holes[i];
        if ((double)h->x1 < g->left - more || (double)h->x0 > g->left + width + more ||
            (double)h->y1 < g->bottom - more || (double)h->y0 > g->bottom + width + more)
            continue;
        g->near[g->near_count++] = i;
        g->plan.work += h->count;
        for (uint32_t k = 0; k < h->count; k++) {
            wm_status status =
                add_side(g, h->layer, h->points[k], h->points[k + 1 == h->count ? 0 : k + 1]);
            if (status != WM_OK)
                return status;
        }
    }
    return g->plan.work > g->plan.limit ? WM_LIMIT : WM_OK;
}

wm_status wmi_ground_enter(wmi_ground *g, uint32_t tile)
{
    double width = (double)g->a->tile_width;
    g->tile = tile;
    return wmi_ground_look(g, (tile % g->a->grid_width) * width, (tile / g->a->grid_width) * width,
                           width);
}

/* How often the outline winds round a point; positive if counter-clockwise. */
static int winding(const wmi_hole *h, double x, double y)
{
    int turns = 0;
    for (uint32_t i = 0; i < h->count; i++) {
        wm_vec3 a = h->points[i], b = h->points[i + 1 == h->count ? 0 : i + 1];
        double ax = (double)a.x - x, ay = (double)a.y - y, bx = (double)b.x - x;
        double by = (double)b.y - y, turn = ax * by - ay * bx;
        if (ay <= 0 && by > 0 && turn > 0)
            turns++;
        else if (ay > 0 && by <= 0 && turn < 0)
            turns--;
    }
    return turns;
}

double wmi_ground_height(wmi_vec u, wmi_vec v, wmi_vec w, double x, double y)
{
    double all = (v.x - u.x) * (w.y - u.y) - (v.y - u.y) * (w.x - u.x);
    double p = ((v.x - x) * (w.y - y) - (v.y - y) * (w.x - x)) / all;
    double q = ((w.x - x) * (u.y - y) - (w.y - y) * (u.x - x)) / all;
    return p * u.z + q * v.z + (1 - p - q) * w.z;
}

/* Does the triangle of a floor lie over the current triangle? Of two floors the higher one wins,
 * and the later one if they are equally high. */
static bool covers(const wmi_ground *g, const wmi_hole *h, double x, double y)
{
    const wm_vec3 *p = g->a->vertices;
    const uint32_t *v = g->a->triangles[g->triangle].vertex;
    if (g->layer == 0)
        return true;
    double own =
        wmi_ground_height(wmi_vec_of(p[v[0]]), wmi_vec_of(p[v[1]]), wmi_vec_of(p[v[2]]), x, y);
    double other = wmi_ground_height(wmi_vec_of(h->points[0]), wmi_vec_of(h->points[1]),
                                     wmi_vec_of(h->points[2]), x, y);
    return other > own || (other == own && h->layer > g->layer);
}

wmi_ground_state wmi_ground_at(wmi_ground *g, double x, double y)
{
    wmi_ground_state state = WMI_GROUND_OPEN;
    for (size_t i = 0; i < g->near_count; i++) {
        wmi_hole *h = &g->holes[g->near[i]];
        if (x < (double)h->x0 || x > (double)h->x1 || y < (double)h->y0 || y > (double)h->y1 ||
            !wmi_ground_applies(g, h->layer))
            continue;
        g->plan.work += h->count;
        if (!winding(h, x, y))
            continue;
        if (h->layer == 0) {
            h->cut = true;
            state = WMI_GROUND_REMOVED;
        } else if (state == WMI_GROUND_OPEN && covers(g, h, x, y)) {
            state = WMI_GROUND_COVERED;
            h->cut = h->cut || g->layer != 0;
        }
    }
    return state;
}

/* Floors that end on the ground: where an edge of the ground ends at the side of a floor, the
 * floor gets that vertex too. Without it the two would not be neighbours. */
#include "base/vec.h"
#include "nwn2/bake/ground.h"

/* How far a vertex may lie beside a side, in metres. */
static const double beside = 0.002;
/* The least height of a triangle over a side that is split. In a narrower one, a vertex would lie
 * on several sides, and the halves would be split again and again. */
static const double narrow = 0.02;

/* Does a vertex lie on the side from a to b, and on neither end? */
static bool is_on(wm_vec3 a, wm_vec3 b, wm_vec3 v)
{
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double x = (double)v.x - (double)a.x, y = (double)v.y - (double)a.y;
    double length = wmi_hypot(dx, dy);
    if (length <= 2 * beside || fabs(x * dy - y * dx) > beside * length)
        return false;
    double t = (x * dx + y * dy) / (length * length);
    double z = (double)a.z + t * ((double)b.z - (double)a.z);
    return t * length > beside && (1 - t) * length > beside &&
           fabs(z - (double)v.z) < WMI_WELD_REACH;
}

/* Is the triangle wide enough over the side from a to b? */
static bool is_wide(wm_vec3 a, wm_vec3 b, wm_vec3 c)
{
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double x = (double)c.x - (double)a.x, y = (double)c.y - (double)a.y;
    return fabs(x * dy - y * dx) > narrow * wmi_hypot(dx, dy);
}

/* The side of a piece that a vertex lies on; 3: none. */
static int find_side(const wmi_ground *g, const wmi_ground_piece *p, uint32_t vertex)
{
    const wm_vec3 *all = g->weld.vertices, v = all[vertex];
    wm_vec3 c[3] = {all[p->vertex[0]], all[p->vertex[1]], all[p->vertex[2]]};
    const float more = (float)beside;
    if (v.x < wmi_minf(c[0].x, wmi_minf(c[1].x, c[2].x)) - more ||
        v.x > wmi_maxf(c[0].x, wmi_maxf(c[1].x, c[2].x)) + more ||
        v.y < wmi_minf(c[0].y, wmi_minf(c[1].y, c[2].y)) - more ||
        v.y > wmi_maxf(c[0].y, wmi_maxf(c[1].y, c[2].y)) + more)
        return 3;
    for (int k = 0; k < 3; k++)
        if (p->vertex[k] == vertex)
            return 3;
    for (int k = 0; k < 3; k++)
        if (is_on(c[k], c[(k + 1) % 3], v) && is_wide(c[k], c[(k + 1) % 3], c[(k + 2) % 3]))
            return k;
    return 3;
}

/* Splits a piece in two at a vertex on its side k. */
static wm_status split(wmi_ground *g, size_t piece, int k, uint32_t vertex)
{
    wm_status status = wmi_ground_room(g);
    if (status != WM_OK)
        return status;
    g->pieces[g->piece_count] = g->pieces[piece];
    g->pieces[g->piece_count++].vertex[k] = vertex;
    g->pieces[piece].vertex[(k + 1) % 3] = vertex;
    g->added++;
    return WM_OK;
}

wm_status wmi_ground_join(wmi_ground *g)
{
    for (size_t i = 0; i < g->piece_count; i++) {
        if (g->layers[g->pieces[i].origin] == 0)
            continue;
        g->plan.work += g->weld.count;
        if (g->plan.work > g->plan.limit)
            return WM_LIMIT;
        /* What is split off comes later, with the vertices on its own part of the side. */
        for (uint32_t v = 0; v < g->weld.count; v++) {
            int k = find_side(g, &g->pieces[i], v);
            wm_status status = k < 3 ? split(g, i, k, v) : WM_OK;
            if (status != WM_OK)
                return status;
        }
    }
    return WM_OK;
}

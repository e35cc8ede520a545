/* Finds floors that end although floor goes on, less than the reach of a bake's joining away: at
 * the border of a tile, or at vertices that lie in one place. docs/formats/nwn2.md, "Cutters". */
#include "base/sort.h"
#include "base/union_find.h"
#include "nwn2/aswm/check.h"
#include "nwn2/bake/weld.h"

/* How far apart the two sides may be, and how much of their length must lie side by side. */
static const double reach = WMI_WELD_REACH;

/* Puts walkable triangles that are linked into one set. */
static void join_regions(const wm_nwn2_aswm *a, uint32_t *region)
{
    wmi_union_init(region, a->triangle_count);
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t to = wmi_aswm_neighbour(a, i, k);
            if (to != WM_NO_INDEX)
                wmi_union_join(region, i, to);
        }
}

/* One finding for two floors: from then on they count as joined. */
static void report(wmi_aswm_checker *c, uint32_t *region, uint32_t t, uint32_t u)
{
    if (wmi_union_root(region, t) == wmi_union_root(region, u))
        return;
    wmi_union_join(region, t, u);
    wmi_report(c->report, WM_NWN2_FLOOR_SEVERED, wmi_aswm_at(c->a, t, "vertex"),
               "triangles %lu and %lu are less than 0.1 m apart, but their floors are not joined",
               (ul)t, (ul)u);
}

/* Whether floor ends at an edge. */
static bool is_end(const wmi_aswm_checker *c, const wm_nwn2_edge *e)
{
    const wm_nwn2_aswm *a = c->a;
    uint32_t t = e->triangle[0];
    return e->triangle[1] == WM_NO_INDEX && t < a->triangle_count &&
           e->vertex[0] < a->vertex_count && e->vertex[1] < a->vertex_count &&
           a->triangles[t].flags & WM_NWN2_WALKABLE && c->tile[t] != WM_NO_INDEX;
}

/* ---- borders of tiles ---- */

/* An edge where floor ends, along a border. */
typedef struct seam {
    uint32_t line;   /* 2 * number of the border, + 1 for borders of rows */
    bool after;      /* it belongs to the tile after the border */
    double from, to; /* along the border */
    double z[2];
    uint32_t triangle;
} seam;

static int by_place(const void *context, uint32_t a, uint32_t b)
{
    const seam *s = context;
    if (s[a].line != s[b].line)
        return s[a].line < s[b].line ? -1 : 1;
    if (s[a].from != s[b].from)
        return s[a].from < s[b].from ? -1 : 1;
    return a < b ? -1 : 1;
}

/* The border that both ends of an edge are near, on one axis; 0 if there is none. */
static uint32_t border_of(const wm_nwn2_aswm *a, double p, double q, uint32_t tiles)
{
    double width = (double)a->tile_width, k = floor(p / width + 0.5);
    if (!(k >= 1 && k < (double)tiles) || !(fabs(p - k * width) < reach) ||
        !(fabs(q - k * width) < reach))
        return 0;
    return (uint32_t)k;
}

/* Returns false if the edge does not lie along a border. */
static bool make_seam(const wmi_aswm_checker *c, const wm_nwn2_edge *e, seam *to)
{
    const wm_nwn2_aswm *a = c->a;
    uint32_t t = e->triangle[0], tile = c->tile[t];
    wmi_vec p = wmi_vec_of(a->vertices[e->vertex[0]]), q = wmi_vec_of(a->vertices[e->vertex[1]]);
    uint32_t column = border_of(a, p.x, q.x, a->grid_width);
    uint32_t row = border_of(a, p.y, q.y, a->grid_height);
    double u = column ? p.y : p.x, v = column ? q.y : q.x;
    if (!column == !row || !(fabs(u - v) >= reach))
        return false; /* in the middle of a tile, or at a corner */
    *to = (seam){.line = column ? 2 * column : 2 * row + 1, .triangle = t};
    to->after = column ? tile % a->grid_width >= column : tile / a->grid_width >= row;
    to->from = u < v ? u : v;
    to->to = u < v ? v : u;
    to->z[0] = u < v ? p.z : q.z;
    to->z[1] = u < v ? q.z : p.z;
    return true;
}

static double height(const seam *s, double at)
{
    return s->z[0] + (s->z[1] - s->z[0]) * (at - s->from) / (s->to - s->from);
}

static bool side_by_side(const seam *s, const seam *t)
{
    double from = s->from > t->from ? s->from : t->from, to = s->to < t->to ? s->to : t->to;
    double middle = (from + to) / 2;
    return to - from > reach && s->after != t->after &&
           fabs(height(s, middle) - height(t, middle)) < reach;
}

static void check_borders(wmi_aswm_checker *c, uint32_t *region)
{
    /* So many are compared: floors lie above each other, but not so many. */
    enum { MOST_BESIDE = 64 };
    const wm_nwn2_aswm *a = c->a;
    seam *list = wmi_aswm_check_new(c, a->edge_count, sizeof *list);
    uint32_t *order = wmi_aswm_check_new(c, a->edge_count, sizeof *order), count = 0;
    if (c->out_of_memory)
        return;
    for (uint32_t i = 0; i < a->edge_count; i++)
        if (is_end(c, &a->edges[i]) && make_seam(c, &a->edges[i], &list[count])) {
            order[count] = count;
            count++;
        }
    wmi_sort_by(order, count, by_place, list);
    for (uint32_t i = 0; i < count; i++) {
        const seam *p = &list[order[i]];
        for (uint32_t k = i + 1; k < count && k <= i + MOST_BESIDE; k++) {
            const seam *q = &list[order[k]];
            if (q->line != p->line || q->from > p->to)
                break;
            if (side_by_side(p, q))
                report(c, region, p->triangle, q->triangle);
        }
    }
}

/* ---- vertices in one place ---- */

/* The first vertex within reach of each; false if out of memory. */
static bool find_places(const wmi_aswm_checker *c, uint32_t *place)
{
    wmi_weld weld;
    bool good = wmi_weld_init(&weld, &c->scratch->allocator, c->a->vertex_count);
    for (uint32_t i = 0; good && i < c->a->vertex_count; i++) {
        place[i] = wmi_weld_join(&weld, c->a->vertices[i]);
        good = place[i] != WM_NO_INDEX;
    }
    wmi_weld_free(&weld);
    return good;
}

static uint64_t place_of(const wm_nwn2_edge *e, const uint32_t *place, bool high)
{
    uint32_t p = place[e->vertex[0]], q = place[e->vertex[1]];
    return (p < q) == high ? q : p;
}

/* Finds edges between vertices that a bake would join. */
static void check_places(wmi_aswm_checker *c, uint32_t *region)
{
    const wm_nwn2_aswm *a = c->a;
    uint32_t *place = wmi_aswm_check_new(c, a->vertex_count, sizeof *place);
    uint64_t *keys = wmi_aswm_check_new(c, a->edge_count, sizeof *keys);
    uint64_t *spare = wmi_aswm_check_new(c, a->edge_count, sizeof *spare);
    size_t count = 0;
    if (c->out_of_memory || !find_places(c, place)) {
        c->out_of_memory = true;
        return;
    }
    /* By the higher place, then by the lower one: equal edges come together. */
    for (uint32_t i = 0; i < a->edge_count; i++)
        if (is_end(c, &a->edges[i]))
            keys[count++] = place_of(&a->edges[i], place, true) << 32 | i;
    wmi_sort_high(keys, spare, count);
    for (size_t i = 0; i < count; i++)
        keys[i] = place_of(&a->edges[(uint32_t)keys[i]], place, false) << 32 | (uint32_t)keys[i];
    wmi_sort_high(keys, spare, count);
    for (size_t i = 1; i < count; i++) {
        const wm_nwn2_edge *e = &a->edges[(uint32_t)keys[i - 1]], *f = &a->edges[(uint32_t)keys[i]];
        uint64_t low = place_of(e, place, false), high = place_of(e, place, true);
        if (low != high && low == place_of(f, place, false) && high == place_of(f, place, true))
            report(c, region, e->triangle[0], f->triangle[0]);
    }
}

void wmi_aswm_check_seams(wmi_aswm_checker *c)
{
    uint32_t *region = wmi_aswm_check_new(c, c->a->triangle_count, sizeof *region);
    if (c->out_of_memory)
        return;
    join_regions(c->a, region);
    check_places(c, region);
    if (!c->out_of_memory && c->a->tile_width > 0)
        check_borders(c, region);
}

/* One triangle of the ground at a time: clips it to its tile, cuts the holes out of it and adds
 * what is left. docs/formats/nwn2.md, "Cutters". */
#include "nwn2/bake/ground.h"

#include "base/side.h"
#include "base/vec.h"

/* ---- corners and pieces ---- */

/* The height of a triangle at a point, within the heights of its corners. */
static float height_at(const wm_nwn2_aswm *a, const wm_nwn2_triangle *t, double x, double y)
{
    wmi_vec u = wmi_vec_of(a->vertices[t->vertex[0]]), v = wmi_vec_of(a->vertices[t->vertex[1]]);
    wmi_vec w = wmi_vec_of(a->vertices[t->vertex[2]]);
    double z = wmi_ground_height(u, v, w, x, y);
    double low = wmi_min(u.z, wmi_min(v.z, w.z)), high = wmi_max(u.z, wmi_max(v.z, w.z));
    return (float)(z > low ? (z < high ? z : high) : low);
}

static uint32_t vertex_of(wmi_ground *g, uint32_t triangle, const wmi_ground_corner *c)
{
    const wm_nwn2_triangle *t = &g->a->triangles[triangle];
    if (c->vertex == WM_NO_INDEX) {
        wm_vec3 at = {(float)c->x, (float)c->y, height_at(g->a, t, c->x, c->y)};
        return wmi_weld_join(&g->weld, at);
    }
    if (g->vertex[c->vertex] == WM_NO_INDEX)
        g->vertex[c->vertex] = wmi_weld_join(&g->weld, g->a->vertices[c->vertex]);
    return g->vertex[c->vertex];
}

/* The order of corners in the game's files: from low y to high y, then from low x to high x. */
static bool is_lower(const wmi_ground_corner *a, const wmi_ground_corner *b)
{
    return a->y != b->y ? a->y < b->y : a->x < b->x;
}

static void swap(wmi_ground_corner *a, wmi_ground_corner *b)
{
    wmi_ground_corner c = *a;
    *a = *b;
    *b = c;
}

wm_status wmi_ground_room(wmi_ground *g)
{
    void *pieces = g->pieces;
    if (g->piece_count >= g->most_pieces)
        return WM_LIMIT;
    bool good =
        wmi_grow(&g->allocator, &pieces, &g->piece_capacity, g->piece_count + 1, sizeof *g->pieces);
    g->pieces = pieces;
    return good ? WM_OK : WM_NO_MEMORY;
}

static wm_status add_piece(wmi_ground *g, uint32_t triangle, const uint32_t vertex[3])
{
    wm_status status = wmi_ground_room(g);
    if (status != WM_OK)
        return status;
    g->pieces[g->piece_count++] =
        (wmi_ground_piece){{vertex[0], vertex[1], vertex[2]}, triangle, g->tile};
    return WM_OK;
}

/* Whether the corners of a clockwise piece are stored in the opposite order: the bake turns
 * those of a TRN round, and those of a TRX stay as they were. */
static bool is_reversed(const wmi_ground *g, uint32_t triangle)
{
    const wm_nwn2_triangle *t = &g->a->triangles[triangle];
    const wm_vec3 *v = g->a->vertices;
    if (g->fresh)
        return !(t->flags & WM_NWN2_CLOCKWISE);
    return wmi_side(v[t->vertex[0]], v[t->vertex[1]], v[t->vertex[2]]) > 0;
}

/* Adds a triangle, unless corners are joined to one vertex. */
static wm_status put(wmi_ground *g, uint32_t triangle, wmi_ground_corner c[3])
{
    if (is_lower(&c[1], &c[0]))
        swap(&c[0], &c[1]);
    if (is_lower(&c[2], &c[1]))
        swap(&c[1], &c[2]);
    if (is_lower(&c[1], &c[0]))
        swap(&c[0], &c[1]);
    /* Clockwise: the last corner stays. */
    if ((c[1].x - c[0].x) * (c[2].y - c[0].y) > (c[1].y - c[0].y) * (c[2].x - c[0].x))
        swap(&c[0], &c[1]);
    uint32_t v[3];
    for (int k = 0; k < 3; k++) {
        v[k] = vertex_of(g, triangle, &c[k]);
        if (v[k] == WM_NO_INDEX)
            return WM_NO_MEMORY;
    }
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])
        return WM_OK;
    return add_piece(g, triangle, is_reversed(g, triangle) ? (uint32_t[]){v[2], v[1], v[0]} : v);
}

/* Adds a convex figure, as triangles that share its lowest corner. */
static wm_status put_convex(wmi_ground *g, uint32_t triangle, const wmi_ground_corner *c,
                            uint32_t count)
{
    uint32_t low = 0;
    wm_status status = WM_OK;
    for (uint32_t i = 1; i < count; i++)
        if (is_lower(&c[i], &c[low]))
            low = i;
    for (uint32_t i = 1; i + 1 < count && status == WM_OK; i++) {
        wmi_ground_corner t[3] = {c[low], c[(low + i) % count], c[(low + i + 1) % count]};
        status = put(g, triangle, t);
    }
    return status;
}

/* ---- clipping ---- */

/* Where the line between two corners meets a border. The same for both directions. */
static wmi_ground_corner border_point(wmi_ground_corner a, wmi_ground_corner b, int axis, double at)
{
    if (is_lower(&b, &a))
        swap(&a, &b);
    double from = axis ? a.y : a.x, to = axis ? b.y : b.x, t = (at - from) / (to - from);
    wmi_ground_corner c = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), WM_NO_INDEX};
    if (axis)
        c.y = at;
    else
        c.x = at;
    return c;
}

/* Keeps the part of a convex figure on one side of a border; returns the number of corners. */
static uint32_t clip(wmi_ground_corner *c, uint32_t count, int axis, double at, double sign)
{
    wmi_ground_corner out[WMI_GROUND_CORNERS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        wmi_ground_corner a = c[i], b = c[i + 1 == count ? 0 : i + 1];
        bool in = sign * ((axis ? a.y : a.x) - at) >= 0,
             next = sign * ((axis ? b.y : b.x) - at) >= 0;
        if (in && n < WMI_GROUND_CORNERS)
            out[n++] = a;
        if (in != next && n < WMI_GROUND_CORNERS)
            out[n++] = border_point(a, b, axis, at);
    }
    memcpy(c, out, n * sizeof *out);
    return n < 3 ? 0 : n;
}

static bool is_within(const wmi_ground *g, const wmi_ground_corner c[3], double more)
{
    double right = g->left + g->width + more, top = g->bottom + g->width + more;
    for (int k = 0; k < 3; k++)
        if (!(c[k].x >= g->left - more && c[k].x <= right && c[k].y >= g->bottom - more &&
              c[k].y <= top))
            return false;
    return true;
}

static uint32_t clip_to_tile(const wmi_ground *g, wmi_ground_corner *c)
{
    if (is_within(g, c, 0))
        return 3;
    uint32_t n = clip(c, 3, 0, g->left, 1);
    n = n ? clip(c, n, 0, g->left + g->width, -1) : 0;
    n = n ? clip(c, n, 1, g->bottom, 1) : 0;
    return n ? clip(c, n, 1, g->bottom + g->width, -1) : 0;
}

/* A part of the ground of another tile that is narrower than the reach of joining would lie over
 * the tile's own ground. */
static bool is_sliver(const wmi_ground_corner *c, uint32_t count)
{
    double area = 0, longest = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wmi_ground_corner *a = &c[i], *b = &c[i + 1 == count ? 0 : i + 1];
        area += a->x * b->y - a->y * b->x;
        longest = wmi_max(longest, wmi_hypot(b->x - a->x, b->y - a->y));
    }
    return fabs(area) <= 2 * WMI_WELD_REACH * longest;
}

/* ---- holes ---- */

/* Adds the figure and the sides of holes that may cross it to the plan. Sets *crossed if there
 * are any. */
static wm_status draw(wmi_ground *g, const wmi_ground_corner *c, uint32_t count, bool *crossed)
{
    wmi_plan *p = &g->plan;
    wmi_plan_spot low = {.x = INT32_MAX, .y = INT32_MAX}, high = {.x = INT32_MIN, .y = INT32_MIN};
    wm_status status = WM_OK;
    uint32_t from, to;
    wmi_plan_clear(p);
    for (uint32_t i = 0; i < count && status == WM_OK; i++) {
        wmi_plan_spot s = wmi_ground_spot(g, c[i].x, c[i].y, c[i].vertex);
        low.x = s.x < low.x ? s.x : low.x;
        low.y = s.y < low.y ? s.y : low.y;
        high.x = s.x > high.x ? s.x : high.x;
        high.y = s.y > high.y ? s.y : high.y;
        status = wmi_plan_add_spot(p, s, &from);
    }
    for (uint32_t i = 0; i < count && status == WM_OK; i++)
        status = wmi_plan_add_line(p, i, i + 1 == count ? 0 : i + 1, true);
    *crossed = false;
    p->work += g->side_count;
    for (size_t i = 0; i < g->side_count && status == WM_OK; i++) {
        const wmi_plan_spot *a = &g->sides[i].from, *b = &g->sides[i].to;
        if (!wmi_ground_applies(g, g->sides[i].layer) || (a->x < low.x && b->x < low.x) ||
            (a->x > high.x && b->x > high.x) || (a->y < low.y && b->y < low.y) ||
            (a->y > high.y && b->y > high.y))
            continue;
        *crossed = true;
        status = wmi_plan_add_spot(p, *a, &from);
        if (status == WM_OK)
            status = wmi_plan_add_spot(p, *b, &to);
        if (status == WM_OK)
            status = wmi_plan_add_line(p, from, to, false);
    }
    return p->work > p->limit ? WM_LIMIT : status;
}

/* The middle of the largest triangle of a region. */
static void middle_of(const wmi_plan *p, uint32_t region, double at[2])
{
    int64_t largest = -1;
    for (size_t i = 0; i < p->triangle_count; i++) {
        const uint32_t *s = p->triangles[i].spot;
        if (p->triangles[i].region != region)
            continue;
        int64_t area = wmi_plan_turn(p, s[0], s[1], s[2]);
        if (area <= largest)
            continue;
        largest = area;
        for (int k = 0; k < 2; k++)
            at[k] = (p->spots[s[0]].at[k] + p->spots[s[1]].at[k] + p->spots[s[2]].at[k]) / 3;
    }
}

/* Adds the regions of the plan that are in no hole. */
static wm_status put_regions(wmi_ground *g, uint32_t triangle)
{
    const wmi_plan *p = &g->plan;
    bool walkable = g->a->triangles[triangle].flags & WM_NWN2_WALKABLE;
    wm_status status = WM_OK;
    for (uint32_t r = 0; r < p->region_count && status == WM_OK; r++) {
        double at[2] = {0, 0};
        middle_of(p, r, at);
        g->plan.work += p->triangle_count;
        wmi_ground_state now = wmi_ground_at(g, at[0], at[1]);
        for (size_t i = 0; i < p->triangle_count && status == WM_OK; i++) {
            wmi_ground_corner c[3];
            if (p->triangles[i].region != r)
                continue;
            g->removed += now == WMI_GROUND_REMOVED && walkable;
            for (int k = 0; k < 3; k++) {
                const wmi_plan_spot *s = &p->spots[p->triangles[i].spot[k]];
                c[k] = (wmi_ground_corner){s->at[0], s->at[1], s->vertex};
            }
            if (now == WMI_GROUND_OPEN)
                status = put(g, triangle, c);
        }
        if (g->plan.work > g->plan.limit)
            return WM_LIMIT;
    }
    return status;
}

static wm_status put_with_holes(wmi_ground *g, uint32_t triangle, const wmi_ground_corner *c,
                                uint32_t count)
{
    bool crossed;
    wm_status status = draw(g, c, count, &crossed);
    if (status == WM_OK && crossed)
        status = wmi_plan_arrange(&g->plan);
    if (status == WM_OK && crossed)
        status = wmi_plan_triangulate(&g->plan);
    if (status == WM_OK && crossed)
        status = wmi_plan_find_regions(&g->plan);
    if (status == WM_OK && crossed)
        return put_regions(g, triangle);
    if (status != WM_OK && status != WM_BAD_VALUE)
        return status;
    /* All of it is in a hole, or nothing; or its lines could not be disentangled. */
    double x = 0, y = 0;
    for (uint32_t i = 0; i < count; i++) {
        x += c[i].x / count;
        y += c[i].y / count;
    }
    wmi_ground_state now = wmi_ground_at(g, x, y);
    g->removed += now == WMI_GROUND_REMOVED && g->a->triangles[triangle].flags & WM_NWN2_WALKABLE;
    return now == WMI_GROUND_OPEN ? put_convex(g, triangle, c, count) : WM_OK;
}

/* Whether the box of a hole overlaps that of a triangle. */
static bool near_hole(const wmi_ground *g, const wmi_ground_corner c[3])
{
    double x0 = wmi_min(c[0].x, wmi_min(c[1].x, c[2].x)),
           x1 = wmi_max(c[0].x, wmi_max(c[1].x, c[2].x));
    double y0 = wmi_min(c[0].y, wmi_min(c[1].y, c[2].y)),
           y1 = wmi_max(c[0].y, wmi_max(c[1].y, c[2].y));
    for (size_t i = 0; i < g->near_count; i++) {
        const wmi_hole *h = &g->holes[g->near[i]];
        if (wmi_ground_applies(g, h->layer) && (double)h->x1 >= x0 && (double)h->x0 <= x1 &&
            (double)h->y1 >= y0 && (double)h->y0 <= y1)
            return true;
    }
    return false;
}

/* The pieces of a triangle that reaches beyond its tile, as some do in a TRX. */
static wm_status put_large(wmi_ground *g, uint32_t triangle, const wmi_ground_corner c[3])
{
    double x = wmi_min(c[0].x, wmi_min(c[1].x, c[2].x)),
           y = wmi_min(c[0].y, wmi_min(c[1].y, c[2].y));
    double width = wmi_max(wmi_max(c[0].x, wmi_max(c[1].x, c[2].x)) - x,
                           wmi_max(c[0].y, wmi_max(c[1].y, c[2].y)) - y);
    wm_status status = wmi_ground_look(g, x, y, width);
    if (status == WM_OK)
        status = put_with_holes(g, triangle, c, 3);
    return status == WM_OK ? wmi_ground_enter(g, g->tile) : status;
}

wm_status wmi_ground_take(wmi_ground *g, uint32_t triangle, bool foreign)
{
    const wm_nwn2_triangle *t = &g->a->triangles[triangle];
    const wm_vec3 *p = g->a->vertices;
    wmi_ground_corner c[WMI_GROUND_CORNERS];
    int turn = wmi_side(p[t->vertex[0]], p[t->vertex[1]], p[t->vertex[2]]);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t v = t->vertex[turn < 0 ? 2 - k : k];
        c[k] = (wmi_ground_corner){(double)p[v].x, (double)p[v].y, v};
    }
    if (g->fresh && turn == 0)
        return WM_OK; /* nothing of it is seen from above */
    g->triangle = triangle;
    g->layer = g->layers ? g->layers[triangle] : 0;
    g->plan.work += g->near_count;
    bool holes = turn && near_hole(g, c);
    uint32_t count = g->fresh ? clip_to_tile(g, c) : 3;
    if (count == 0 || (foreign && g->layer == 0 && is_sliver(c, count)))
        return WM_OK;
    size_t before = g->piece_count;
    wm_status status;
    if (!holes)
        status = g->fresh ? put_convex(g, triangle, c, count) : add_piece(g, triangle, t->vertex);
    else if (g->fresh || is_within(g, c, wmi_ground_margin * g->width))
        status = put_with_holes(g, triangle, c, count);
    else
        status = put_large(g, triangle, c);
    g->added += g->piece_count > before + 1 ? (uint32_t)(g->piece_count - before - 1) : 0;
    return status;
}

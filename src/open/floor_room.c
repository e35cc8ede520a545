/* Rules for the floor of a room: holes, low roofs and walls that are not joined to the floor. The
 * sizes are those of a character, and no room of the games that was measured comes near them: the
 * smallest hole has 1.6 square metres, the lowest roof is 2.2 m up. */
#include "open/floor.h"

/* ---- holes -------------------------------------------------------------- */

/* The next edge along the border, as in wmi_bwm_borders. */
static uint32_t next_border(const wm_walkmesh *m, uint32_t edge)
{
    for (;;) {
        edge = edge / 3 * 3 + (edge % 3 + 1) % 3;
        uint32_t across = m->neighbours[edge / 3].edge[edge % 3];
        if (across == WM_NO_INDEX)
            return edge;
        edge = across;
    }
}

typedef struct loop {
    double area; /* in plan view; negative if the border goes round a hole */
    wmi_vec middle;
    uint32_t edges;
    bool door;
} loop;

static loop walk(const wmi_floor *f, uint32_t first, bool *seen)
{
    const wm_walkmesh *m = f->mesh;
    wmi_vec origin = wmi_floor_corner(f, first / 3, first % 3);
    loop l = {0};
    for (uint32_t e = first; !seen[e]; e = next_border(m, e)) {
        wmi_vec p = wmi_sub(wmi_floor_corner(f, e / 3, e % 3), origin);
        wmi_vec q = wmi_sub(wmi_floor_corner(f, e / 3, e % 3 + 1), origin);
        seen[e] = true;
        l.area += (p.x * q.y - q.x * p.y) / 2;
        l.middle = wmi_add(l.middle, p);
        l.door |= m->transitions[e / 3].edge[e % 3] != WM_NO_INDEX;
        l.edges++;
    }
    l.middle = wmi_add(origin, wmi_scale(l.middle, 1.0 / l.edges));
    return l;
}

void wmi_floor_check_holes(wmi_floor *f)
{
    const wm_walkmesh *m = f->mesh;
    const double least = 0.2; /* square metres; a disc of 0.25 m radius */
    bool *seen = wmi_floor_new(f, 3 * (size_t)m->face_count, sizeof *seen);
    for (uint32_t e = 0; seen && e < 3 * m->face_count; e++) {
        if (!m->walkable[e / 3] || seen[e] || m->neighbours[e / 3].edge[e % 3] != WM_NO_INDEX)
            continue;
        loop l = walk(f, e, seen);
        if (l.area < 0 && -l.area < least && !l.door)
            wmi_report(f->report, WM_KOTOR_HOLE_SMALL, wmi_floor_at(f, e / 3, l.middle),
                       "a hole with %s and %.3f m2 in the floor at face %lu",
                       wmi_count(l.edges, "edge", "edges").text, -l.area, (ul)(e / 3));
    }
}

/* ---- roofs -------------------------------------------------------------- */

static bool share_vertex(const wmi_floor *f, uint32_t a, uint32_t b)
{
    for (int i = 0; i < 9; i++)
        if (f->same[f->mesh->faces[a].vertex[i / 3]] == f->same[f->mesh->faces[b].vertex[i % 3]])
            return true;
    return false;
}

/* Looks from the middle of a face up or down and returns the face that is hit. */
static uint32_t look(wmi_floor *f, uint32_t face, double up, const wm_query_filter *filter,
                     double *distance)
{
    const double low = 0.1, high = 1.8; /* metres: a step, and a character */
    wm_ray_hit hit;
    wmi_vec from = wmi_floor_centre(f, face);
    wmi_vec to = from;
    from.z += up * low;
    to.z += up * high;
    if (!wmi_floor_pay_between(f, from, to) ||
        !wm_query_raycast(f->query, wmi_vec_float(from), (wm_vec3){0, 0, (float)up},
                          (float)(high - low), filter, &hit))
        return WM_NO_INDEX;
    *distance = (double)hit.distance + low;
    return hit.face;
}

static bool is_level(const wmi_floor *f, uint32_t face)
{
    return fabs(wmi_floor_normal(f, face).z) > 0.7; /* up to 45 degrees */
}

static void report_roof(wmi_floor *f, uint32_t roof, uint32_t floor, double distance, bool *seen)
{
    if (seen[roof] || !is_level(f, roof) || !is_level(f, floor) || share_vertex(f, roof, floor))
        return;
    seen[roof] = true;
    wmi_report(f->report, WM_KOTOR_ROOF_LOW, wmi_floor_at(f, roof, wmi_floor_centre(f, roof)),
               "face %lu is only %.2f m above the walkable face %lu", (ul)roof, distance,
               (ul)floor);
}

static void check_roofs(wmi_floor *f)
{
    const wm_query_filter walkable = {.walkable_only = true};
    bool *seen = wmi_floor_new(f, f->mesh->face_count, sizeof *seen);
    double distance = 0;
    for (uint32_t i = 0; seen && i < f->mesh->face_count; i++) {
        uint32_t above = f->mesh->walkable[i] ? look(f, i, 1, NULL, &distance) : WM_NO_INDEX;
        if (above != WM_NO_INDEX)
            report_roof(f, above, i, distance, seen);
        uint32_t below = look(f, i, -1, &walkable, &distance);
        if (below != WM_NO_INDEX)
            report_roof(f, i, below, distance, seen);
    }
}

/* ---- loose walls -------------------------------------------------------- */

/* How far the point is from the edges that divide or end the floor under a wall whose foot runs in
 * the direction `way`, in metres and in plan view. Edges between two faces that the foot crosses
 * divide nothing. */
static double depth(const wmi_floor *f, uint32_t face, wmi_vec p, wmi_vec way)
{
    const double along = 0.3; /* sine of the angle: 17 degrees */
    double least = INFINITY, foot = wmi_hypot(way.x, way.y);
    for (uint32_t k = 0; k < 3; k++) {
        wmi_vec a = wmi_floor_corner(f, face, k), b = wmi_floor_corner(f, face, k + 1);
        double length = wmi_hypot(b.x - a.x, b.y - a.y);
        double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        double turn = (b.x - a.x) * way.y - (b.y - a.y) * way.x;
        double off = length > 0 ? fabs(side) / length : 0;
        bool divides = f->border[3 * face + k] || fabs(turn) <= along * length * foot;
        least = divides && off < least ? off : least;
    }
    return least;
}

/* The border edge of a wall that crosses the floor: it is close to the floor, and the floor is not
 * divided along it. A single point would not do: at a vertex of the floor, the edge that divides it
 * may belong to another face. */
static bool stands_free(wmi_floor *f, uint32_t edge, wm_hit *hit)
{
    const double near = 0.5, inside = 0.05; /* metres */
    const wm_query_filter walkable = {.walkable_only = true};
    wmi_vec a = wmi_floor_corner(f, edge / 3, edge % 3);
    wmi_vec b = wmi_floor_corner(f, edge / 3, edge % 3 + 1), way = wmi_sub(b, a);
    if (fabs(way.z) > wmi_length(way) / 2)
        return false;
    for (int i = 3; i <= 7; i += 2) {
        wmi_vec p = wmi_add(a, wmi_scale(way, 0.1 * i));
        if (!wmi_floor_pay_between(f, (wmi_vec){p.x, p.y, -INFINITY},
                                   (wmi_vec){p.x, p.y, INFINITY}) ||
            !wm_query_height(f->query, wmi_vec_float(p), WM_LOCATE_NEAREST, &walkable, hit) ||
            fabs((double)hit->z - p.z) >= near || depth(f, hit->face, p, way) <= inside ||
            share_vertex(f, edge / 3, hit->face))
            return false;
    }
    return true;
}

static void check_fences(wmi_floor *f)
{
    uint32_t last = WM_NO_INDEX;
    for (uint32_t i = 0; i < f->border_count; i++) {
        uint32_t edge = f->border_edges[i], wall = edge / 3;
        wm_hit hit;
        if (f->mesh->walkable[wall] || wall == last || is_level(f, wall) ||
            !stands_free(f, edge, &hit))
            continue;
        last = wall;
        wmi_report(f->report, WM_KOTOR_WALL_LOOSE, wmi_floor_at(f, wall, wmi_floor_centre(f, wall)),
                   "face %lu stands on the walkable face %lu, which goes on behind it", (ul)wall,
                   (ul)hit.face);
    }
}

void wmi_floor_check_walls(wmi_floor *f)
{
    check_roofs(f);
    if (!f->no_memory)
        check_fences(f);
}

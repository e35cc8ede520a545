/* Walls near a leg, and where a disc meets a wall. Walls are found by a flood over the
 * faces that are connected within reach of the leg, so floors above and below are
 * ignored. */
#include "nav/walls.h"

double wmi_wall_distance(const wmi_wall *wall, wmi_point p, wmi_point *nearest)
{
    wmi_point n = wmi_between(wall->a, wall->b, wmi_nearest_share(wall->a, wall->b, p));
    if (nearest)
        *nearest = n;
    return wmi_distance(p, n);
}

wmi_wall wmi_wall_of(const wmi_floor *floor, uint32_t edge)
{
    const wmi_walk_face *f = &floor->mesh->walk.faces[edge / 3];
    uint32_t k = edge % 3;
    wmi_point l = wmi_corner(f, wmi_walk_left(f, k)), r = wmi_corner(f, wmi_walk_right(f, k));
    double length = wmi_distance(l, r);
    wmi_wall wall = {.a = l, .b = r, .edge = 3 * f->face + k};
    /* The inside is left of the direction from right to left. */
    if (length > 0)
        wall.in = (wmi_point){(r.y - l.y) / length, (l.x - r.x) / length};
    return wall;
}

static double distance_to(wmi_point a, wmi_point b, wmi_point p)
{
    return wmi_distance(p, wmi_between(a, b, wmi_nearest_share(a, b, p)));
}

double wmi_leg_distance(wmi_point a, wmi_point b, wmi_point p, wmi_point q)
{
    double s1 = wmi_turn(a, b, p), s2 = wmi_turn(a, b, q);
    double s3 = wmi_turn(p, q, a), s4 = wmi_turn(p, q, b);
    if (((s1 > 0 && s2 < 0) || (s1 < 0 && s2 > 0)) && ((s3 > 0 && s4 < 0) || (s3 < 0 && s4 > 0)))
        return 0;
    return wmi_min(wmi_min(distance_to(a, b, p), distance_to(a, b, q)),
                   wmi_min(distance_to(p, q, a), distance_to(p, q, b)));
}

static bool begin(wmi_slide_scratch *s, const wm_allocator *allocator, uint32_t count)
{
    void *marks = s->marks, *stack = s->stack;
    size_t had = s->mark_capacity;
    bool good = wmi_grow(allocator, &marks, &s->mark_capacity, count, sizeof *s->marks);
    s->marks = marks;
    if (s->mark_capacity > had)
        memset(s->marks + had, 0, (s->mark_capacity - had) * sizeof *s->marks);
    good = good && wmi_grow(allocator, &stack, &s->stack_capacity, count, sizeof *s->stack);
    s->stack = stack;
    if (++s->mark == 0 && good) {
        memset(s->marks, 0, s->mark_capacity * sizeof *s->marks);
        s->mark = 1;
    }
    s->wall_count = 0;
    return good;
}

static bool add_wall(wmi_slide_scratch *s, const wm_allocator *allocator, wmi_wall wall)
{
    void *walls = s->walls;
    bool good = wmi_grow(allocator, &walls, &s->wall_capacity, s->wall_count + 1, sizeof wall);
    s->walls = walls;
    if (good)
        s->walls[s->wall_count++] = wall;
    return good;
}

bool wmi_walls_find(wmi_slide_scratch *s, const wm_allocator *allocator, const wmi_floor *floor,
                    uint32_t face, wmi_point p, wmi_point q, double reach, uint64_t *work)
{
    const wmi_walk *w = &floor->mesh->walk;
    uint32_t depth = 0;
    if (!begin(s, allocator, w->count))
        return false;
    s->marks[face] = s->mark;
    s->stack[depth++] = 2 * face; /* plus 1 for faces that are folded over */
    while (depth && *work) {
        uint32_t at = s->stack[--depth] / 2, folded = s->stack[depth] & 1;
        const wmi_walk_face *f = &w->faces[at];
        --*work;
        for (uint32_t k = 0; k < 3; k++) {
            if (wmi_leg_distance(p, q, wmi_corner(f, k), wmi_corner(f, (k + 1) % 3)) > reach)
                continue;
            if (!wmi_floor_open(floor, at, k)) {
                /* Faces that are folded over lie on top of other floor. */
                if (!folded && !add_wall(s, allocator, wmi_wall_of(floor, 3 * at + k)))
                    return false;
                continue;
            }
            uint32_t to = f->to[k] / 3, fold = f->flags >> k & WMI_WALK_FOLD ? 1 : 0;
            if (s->marks[to] == s->mark ||
                ((folded ^ fold) && wmi_thickness(&w->faces[to], f->to[k] % 3) > WMI_FOLD_MOST))
                continue;
            s->marks[to] = s->mark;
            s->stack[depth++] = 2 * to + (folded ^ fold);
        }
    }
    return true;
}

/* The distance at which a point first comes within r of c, from outside. */
static double disc_hit(wmi_point c, double r, wmi_point p, wmi_point d)
{
    double mx = p.x - c.x, my = p.y - c.y, b = mx * d.x + my * d.y;
    double rest = b * b - (mx * mx + my * my - r * r);
    if (b >= 0 || rest < 0)
        return INFINITY;
    double t = -b - sqrt(rest);
    return t > 0 ? t : 0;
}

double wmi_wall_hit(const wmi_wall *wall, double keep, wmi_point p, wmi_point d)
{
    wmi_point a = wall->a, b = wall->b;
    double length = wmi_distance(a, b);
    double first = wmi_min(disc_hit(a, keep, p, d), disc_hit(b, keep, p, d));
    if (!(length > 0))
        return first;
    double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
    double h = (p.x - a.x) * -uy + (p.y - a.y) * ux, dh = d.x * -uy + d.y * ux;
    if (h < 0) {
        h = -h;
        dh = -dh;
    }
    if (dh >= 0)
        return first;
    double t = wmi_max((h - keep) / -dh, 0);
    double along = (p.x + t * d.x - a.x) * ux + (p.y + t * d.y - a.y) * uy;
    return along >= 0 && along <= length ? wmi_min(first, t) : first;
}

/* Walks a straight line face by face. The edge by which the line leaves a face depends only
 * on the sides of the line on which the corners lie. No position is carried from face to
 * face, so errors do not add up, and a line through a corner passes it on one side. */
#include "nav/line.h"

double wmi_thickness(const wmi_walk_face *f, uint32_t k)
{
    wmi_point a = wmi_corner(f, k), b = wmi_corner(f, (k + 1) % 3), c = wmi_corner(f, (k + 2) % 3);
    double length = wmi_distance(a, b);
    return length > 0 ? fabs(wmi_turn(a, b, c)) / length : wmi_distance(a, c);
}

/* The edge between two corners. */
static uint32_t edge_between(uint32_t i, uint32_t k)
{
    return (i + 1) % 3 == k ? i : k;
}

/* Looking out across edge k: is p on this side of it, on it, or at most `most` beyond
 * it? */
static bool on_this_side(const wmi_walk_face *f, uint32_t k, wmi_point p, double most)
{
    wmi_point l = wmi_corner(f, wmi_walk_left(f, k)), r = wmi_corner(f, wmi_walk_right(f, k));
    return wmi_turn(r, l, p) >= (most > 0 ? -most * wmi_distance(l, r) : 0);
}

/* Does the line end in this face? A line around a corner meets faces that it only touches
 * there, and the end may lie on this side of their exit edge. Also, crumpled floor is
 * crossed in an order that has little to do with position. So all edges are tested. */
static bool ends_in(const wmi_walk_face *f, uint32_t exit, wmi_point to)
{
    double most = 1e-10 * (fabs(to.x) + fabs(to.y));
    return !(f->flags & WMI_WALK_FLAT) && on_this_side(f, exit, to, 0) &&
           on_this_side(f, (exit + 1) % 3, to, most) && on_this_side(f, (exit + 2) % 3, to, most);
}

/* The edge by which the line leaves its first face, or 3 if it does not. At a corner there
 * may be several; one that leads on is preferred. */
static uint32_t first_exit(const wmi_floor *floor, uint32_t face, wmi_point at, wmi_point to)
{
    const wmi_walk_face *f = &floor->mesh->walk.faces[face];
    uint32_t best = 3, merit = 0;
    for (uint32_t k = 0; k < 3; k++) {
        if (on_this_side(f, k, to, 0))
            continue;
        bool between = wmi_turn(at, to, wmi_corner(f, wmi_walk_left(f, k))) >= 0 &&
                       wmi_turn(at, to, wmi_corner(f, wmi_walk_right(f, k))) <= 0;
        uint32_t m = 1 + (between ? 2u : 0u) + (wmi_floor_open(floor, face, k) ? 1u : 0u);
        if (m > merit) {
            merit = m;
            best = k;
        }
    }
    return best;
}

static wmi_point crossing(const wmi_walk_face *f, uint32_t k, wmi_point from, wmi_point to)
{
    wmi_point l = wmi_corner(f, wmi_walk_left(f, k)), r = wmi_corner(f, wmi_walk_right(f, k));
    double a = wmi_turn(from, to, l), b = wmi_turn(from, to, r);
    double t = a > b ? a / (a - b) : wmi_nearest_share(l, r, from);
    return wmi_between(l, r, t < 0 ? 0 : t > 1 ? 1 : t);
}

/* The state of a line: the face and the edge k by which it leaves, and the last face before
 * the current fold. */
typedef struct state {
    uint32_t face, k;
    bool folded;
    uint32_t good_face, good_k;
} state;

/* Crosses edge k. Sets the next edge to leave by, or k = 3 if the line ends in the new
 * face. Returns false at a wall. */
static bool cross(const wmi_floor *floor, state *s, wmi_point from, wmi_point to)
{
    const wmi_walk_face *f = &floor->mesh->walk.faces[s->face];
    if (!wmi_floor_open(floor, s->face, s->k))
        return false;
    bool fold = f->flags >> s->k & WMI_WALK_FOLD;
    uint32_t l = f->to[s->k] % 3;
    const wmi_walk_face *g = &floor->mesh->walk.faces[f->to[s->k] / 3];
    if (fold && !s->folded) {
        s->good_face = s->face;
        s->good_k = s->k;
    }
    s->folded ^= fold;
    if (s->folded && wmi_thickness(g, l) > WMI_FOLD_MOST)
        return false;
    /* Left and right of the line; on entry they swap unless there is a fold. */
    uint32_t p = fold ? wmi_walk_left(g, l) : wmi_walk_right(g, l);
    uint32_t q = fold ? wmi_walk_right(g, l) : wmi_walk_left(g, l), c = (l + 2) % 3;
    bool left = wmi_turn(from, to, wmi_corner(g, c)) > 0;
    s->face = f->to[s->k] / 3;
    s->k = left ? edge_between(c, q) : edge_between(p, c);
    if (!s->folded && ends_in(g, s->k, to))
        s->k = 3;
    return true;
}

uint32_t wmi_line_walk(const wmi_floor *floor, uint32_t *face, wmi_point *at, wmi_point to)
{
    const wmi_walk *w = &floor->mesh->walk;
    state s = {.face = *face, .k = first_exit(floor, *face, *at, to)};
    wmi_point from = *at;
    /* Valid floor is crossed once. The limit is for floor that winds around itself. */
    for (uint64_t steps = 2 * (uint64_t)w->count + 16; s.k < 3; steps--)
        if (steps == 0 || !cross(floor, &s, from, to)) {
            if (s.folded) {
                s.face = s.good_face;
                s.k = s.good_k;
            }
            *face = s.face;
            *at = crossing(&w->faces[s.face], s.k, from, to);
            return 3 * s.face + s.k;
        }
    *face = s.face;
    *at = to;
    return WM_NO_INDEX;
}

/* What a point sees of the mesh, face by face: geometry shared by the path search and the
 * path index. */
#ifndef WAYMARK_NAV_PATH_VIEW_H
#define WAYMARK_NAV_PATH_VIEW_H

#include <math.h>

#include "nav/walk.h"

typedef struct wmi_point {
    double x, y;
} wmi_point;

/* What `root` sees of an edge: the part between left and right. Coordinates are those of
 * the plan view, but the root is mirrored at the folds in between. */
typedef struct wmi_view {
    wmi_point root, left, right;
    uint32_t ends; /* bit 0: left is a corner of the edge, bit 1: right is */
} wmi_view;

static inline double wmi_distance(wmi_point a, wmi_point b)
{
    double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

/* Positive if c lies left of the line from a to b. */
static inline double wmi_turn(wmi_point a, wmi_point b, wmi_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline bool wmi_same(wmi_point a, wmi_point b)
{
    return a.x == b.x && a.y == b.y;
}

static inline wmi_point wmi_corner(const wmi_walk_face *f, uint32_t k)
{
    return (wmi_point){(double)f->x[k], (double)f->y[k]};
}

/* The root lies on an end of what it sees: it is going around a vertex. */
static inline bool wmi_view_on_end(const wmi_view *v)
{
    return wmi_same(v->root, v->left) || wmi_same(v->root, v->right);
}

/* The root and all it sees lie on one line, as happens along faces without area. The
 * shortest way to anywhere is then through the nearest point of the view. */
static inline bool wmi_view_on_line(const wmi_view *v)
{
    double x = fabs(v->left.x - v->root.x) + fabs(v->left.y - v->root.y);
    double y = fabs(v->right.x - v->root.x) + fabs(v->right.y - v->root.y);
    return fabs(wmi_turn(v->root, v->left, v->right)) <= 1e-14 * x * y;
}

static inline wmi_point wmi_nearest_on(wmi_point a, wmi_point b, wmi_point p)
{
    double dx = b.x - a.x, dy = b.y - a.y, n = dx * dx + dy * dy;
    double t = n > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / n : 0;
    return t <= 0 ? a : t >= 1 ? b : (wmi_point){a.x + t * dx, a.y + t * dy};
}

static inline wmi_point wmi_mirror(wmi_point p, wmi_point a, wmi_point b)
{
    double dx = b.x - a.x, dy = b.y - a.y, n = dx * dx + dy * dy;
    if (!(n > 0) || wmi_same(p, a) || wmi_same(p, b))
        return p; /* bitwise equal: roots are compared with corners */
    double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / n;
    return (wmi_point){2 * (a.x + t * dx) - p.x, 2 * (a.y + t * dy) - p.y};
}

/* The same view from the other side of edge k. A fold mirrors it. */
static inline wmi_view wmi_view_across(const wmi_walk_face *f, uint32_t k, wmi_view v)
{
    if (!(f->flags >> k & WMI_WALK_FOLD))
        return v;
    return (wmi_view){wmi_mirror(v.root, wmi_corner(f, k), wmi_corner(f, (k + 1) % 3)), v.right,
                      v.left, (v.ends & 1) << 1 | v.ends >> 1};
}

/* A face being entered: P left, Q right, C ahead; edges PC and CQ lead out. */
typedef struct wmi_entry {
    const wmi_walk_face *f;
    uint32_t face;    /* walk index */
    uint32_t p, q, c; /* local corners */
    uint32_t pc, cq;  /* local edges */
    wmi_point at_p, at_q, at_c;
} wmi_entry;

/* Enters a face by its walk edge. */
static inline wmi_entry wmi_enter(const wmi_walk *walk, uint32_t edge)
{
    uint32_t face = edge / 3, k = edge - 3 * face, next = wmi_after(k), apex = wmi_before(k);
    const wmi_walk_face *f = &walk->faces[face];
    /* On entry, left and right are swapped compared with looking out. */
    uint32_t p = wmi_walk_right(f, k), q = wmi_walk_left(f, k);
    return (wmi_entry){f,
                       face,
                       p,
                       q,
                       apex,
                       p == k ? apex : next,
                       p == k ? next : apex,
                       wmi_corner(f, p),
                       wmi_corner(f, q),
                       wmi_corner(f, apex)};
}

/* How a view continues through a face. */
typedef struct wmi_seen {
    bool pc, cq; /* part of that edge is seen: over_pc, over_cq */
    wmi_view over_pc, over_cq;
    bool apex;                  /* C itself is seen */
    bool bend_left, bend_right; /* something is hidden behind that end of the view */
    bool hidden;                /* C is hidden; the view begins at `rim` on the edge beyond it */
    wmi_point rim;
} wmi_seen;

/* The point where the line from a to b meets the line that `turn_a` and `turn_b` were
 * measured against. */
static inline wmi_point wmi_meet(wmi_point a, wmi_point b, double turn_a, double turn_b)
{
    double sum = turn_a - turn_b;
    if (!(sum != 0))
        return a;
    double t = turn_a / sum;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return (wmi_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

/* Is C, which `turn` puts outside the rim from root to `end`, on the rim up to rounding?
 * Rims are rounded where they cross edges. A corner in line with two bends must not be
 * hidden from both. Treating a corner hidden by this little as seen shortens a path by less
 * than one part in 1e9. */
static inline bool wmi_on_rim(wmi_point root, wmi_point end, wmi_point c, double turn)
{
    double reach = fabs(end.x - root.x) + fabs(end.y - root.y);
    double size = fabs(root.x) + fabs(root.y) + reach;
    return turn <= (1e-10 * reach + 1e-15 * size) * (fabs(c.x - root.x) + fabs(c.y - root.y));
}

/* A face without area: C lies on the line of PQ, and what is seen of PQ is also seen of the
 * other two edges where they overlap it. Positions along the line decide. */
static inline wmi_seen wmi_see_flat(const wmi_entry *e, const wmi_view *v)
{
    double dx = e->at_p.x - e->at_q.x, dy = e->at_p.y - e->at_q.y, length = dx * dx + dy * dy;
    wmi_seen s = {.bend_left = true, .bend_right = true};
    if (!(length > 0))
        return s; /* entered at a point: every way on is a bend */
    /* Positions along the line: 0 at Q, 1 at P. */
    double c = ((e->at_c.x - e->at_q.x) * dx + (e->at_c.y - e->at_q.y) * dy) / length;
    double l = ((v->left.x - e->at_q.x) * dx + (v->left.y - e->at_q.y) * dy) / length;
    double r = ((v->right.x - e->at_q.x) * dx + (v->right.y - e->at_q.y) * dy) / length;
    /* As with rims, no corner is lost to rounding. */
    bool to_left = l >= c - 1e-10, to_right = r <= c + 1e-10;
    s.apex = to_left && to_right;
    s.pc = c < 1 && l > c; /* PC covers [c, 1] */
    s.over_pc = (wmi_view){v->root, v->left, to_right ? e->at_c : v->right,
                           (v->ends & 1) | (uint32_t)to_right << 1};
    s.cq = c > 0 && r < c; /* CQ covers [0, c] */
    s.over_cq = (wmi_view){v->root, to_left ? e->at_c : v->left, v->right,
                           (uint32_t)to_left | (v->ends & 2)};
    return s;
}

static inline wmi_seen wmi_see(const wmi_entry *e, const wmi_view *v)
{
    if (e->f->flags & WMI_WALK_FLAT)
        return wmi_see_flat(e, v);
    wmi_point r = v->root;
    double c_left = wmi_turn(r, v->left, e->at_c), c_right = wmi_turn(r, v->right, e->at_c);
    bool left_end = v->ends & 1, right_end = (v->ends & 2) != 0;
    wmi_seen s;
    s.pc = s.cq = s.apex = s.bend_left = s.bend_right = s.hidden = false;
    if (c_left >= 0 && !wmi_same(r, v->left)) { /* C is left of the view, or on its rim */
        s.cq = s.bend_left = true;
        s.apex = wmi_on_rim(r, v->left, e->at_c, c_left);
        s.hidden = !s.apex;
        s.rim =
            s.apex ? e->at_c : wmi_meet(e->at_c, e->at_q, c_left, wmi_turn(r, v->left, e->at_q));
        wmi_point end = right_end
                            ? e->at_q
                            : wmi_meet(e->at_q, e->at_c, wmi_turn(r, v->right, e->at_q), c_right);
        s.over_cq = (wmi_view){r, s.rim, end, (uint32_t)s.apex | (uint32_t)right_end << 1};
        return s;
    }
    wmi_point end =
        left_end ? e->at_p : wmi_meet(e->at_p, e->at_c, wmi_turn(r, v->left, e->at_p), c_left);
    if (c_right <= 0 && !wmi_same(r, v->right)) {
        s.pc = s.bend_right = true;
        s.apex = wmi_on_rim(r, v->right, e->at_c, -c_right);
        s.hidden = !s.apex;
        s.rim =
            s.apex ? e->at_c : wmi_meet(e->at_c, e->at_p, c_right, wmi_turn(r, v->right, e->at_p));
        s.over_pc = (wmi_view){r, end, s.rim, (uint32_t)left_end | (uint32_t)s.apex << 1};
        return s;
    }
    wmi_point other =
        right_end ? e->at_q : wmi_meet(e->at_q, e->at_c, wmi_turn(r, v->right, e->at_q), c_right);
    s.pc = s.cq = s.apex = true;
    s.over_pc = (wmi_view){r, end, e->at_c, (uint32_t)left_end | 2};
    s.over_cq = (wmi_view){r, e->at_c, other, 1 | (uint32_t)right_end << 1};
    return s;
}

/* Keeps the part of a view on one side of the line through its root and `rim`. Returns
 * false if nothing is left. *cut is set to the end that moved: 1 left, 2 right, 0 none. */
static inline bool wmi_view_keep(wmi_view *v, wmi_point rim, bool right_of_it, uint32_t *cut)
{
    double turn_left = wmi_turn(v->root, rim, v->left),
           turn_right = wmi_turn(v->root, rim, v->right);
    bool left_out = right_of_it ? turn_left > 0 : turn_left < 0;
    bool right_out = right_of_it ? turn_right > 0 : turn_right < 0;
    *cut = (uint32_t)left_out | (uint32_t)right_out << 1;
    if (*cut == 3)
        return false;
    wmi_point at = wmi_meet(v->right, v->left, turn_right, turn_left);
    if (left_out)
        v->left = at;
    else if (right_out)
        v->right = at;
    v->ends &= ~*cut;
    return true;
}

#endif

/* A better estimate of the remaining length of a path. Bridges of the face graph between
 * start and goal are gates that every path crosses, in a known order.
 *
 * A path through all gates is guessed and pulled tight for a few rounds. Its legs have
 * directions u, and |q - p| >= u (q - p) for any p and q. So the length of every path
 * through the gates is at least a sum with one independent term per gate, each of which has
 * its minimum at an end of the gate. This bound holds whatever the guess, and is exact if
 * the guess is the shortest path. */
#include "nav/path.h"

static double dot(wmi_point a, wmi_point b)
{
    return a.x * b.x + a.y * b.y;
}

static wmi_point minus(wmi_point a, wmi_point b)
{
    return (wmi_point){a.x - b.x, a.y - b.y};
}

static bool below(const wmi_walk *w, uint32_t face, uint32_t top)
{
    uint32_t number = w->faces[face].first;
    return number >= w->faces[top].first && number < w->faces[top].last;
}

/* The gate above a face, or WM_NO_INDEX if `other` lies on the same side of it. */
static uint32_t gate_above(const wmi_walk *w, uint32_t face, uint32_t other)
{
    uint32_t edge = w->gate[face];
    return edge == WM_NO_INDEX || below(w, other, edge / 3) ? WM_NO_INDEX : edge;
}

static uint32_t count_gates(const wmi_walk *w, uint32_t from, uint32_t to)
{
    uint32_t count = 0, edge;
    for (; (edge = gate_above(w, from, to)) != WM_NO_INDEX; count++)
        from = w->faces[edge / 3].to[edge % 3] / 3;
    return count;
}

static void keep_gate(wmi_path_gates *g, const wmi_walk *w, uint32_t edge, uint32_t i)
{
    if (i % g->stride)
        return;
    const wmi_walk_face *f = &w->faces[edge / 3];
    g->list[i / g->stride] =
        (wmi_path_gate){.a = wmi_corner(f, edge % 3), .b = wmi_corner(f, (edge % 3 + 1) % 3)};
}

/* Collects all gates in order, or every second, third and so on if there are too many. */
static void collect(wmi_path_search *s)
{
    const wmi_walk *w = s->walk;
    wmi_path_gates *g = &s->gates;
    uint32_t up = count_gates(w, s->start_face, s->goal_face);
    uint32_t down = count_gates(w, s->goal_face, s->start_face), all = up + down;
    g->stride = (all + WMI_PATH_GATES - 1) / WMI_PATH_GATES;
    g->stride += g->stride == 0;
    g->count = (all + g->stride - 1) / g->stride;
    uint32_t face = s->start_face;
    for (uint32_t i = 0; i < up; i++) {
        uint32_t edge = w->gate[face];
        keep_gate(g, w, edge, i);
        face = w->faces[edge / 3].to[edge % 3] / 3;
    }
    face = s->goal_face;
    for (uint32_t i = all; i-- > up;) {
        uint32_t edge = w->gate[face];
        keep_gate(g, w, edge, i);
        face = w->faces[edge / 3].to[edge % 3] / 3;
    }
}

/* The point of a gate through which the way from p to q is shortest. */
static wmi_point tightest(const wmi_path_gate *g, wmi_point p, wmi_point q)
{
    wmi_point e = minus(g->b, g->a), ap = minus(p, g->a), aq = minus(q, g->a);
    double n = dot(e, e), far_p = fabs(e.x * ap.y - e.y * ap.x),
           far_q = fabs(e.x * aq.y - e.y * aq.x), far = far_p + far_q;
    if (!(n > 0))
        return g->a;
    double t = far > 0 ? (dot(ap, e) * far_q + dot(aq, e) * far_p) / (far * n) : dot(ap, e) / n;
    return t <= 0 ? g->a : t >= 1 ? g->b : (wmi_point){g->a.x + t * e.x, g->a.y + t * e.y};
}

enum { ROUNDS = 3 };

static void pull_tight(const wmi_path_search *s, wmi_path_gate *g, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        g[i].at = tightest(&g[i], i ? g[i - 1].at : s->start, s->goal);
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t i = count - 1; i-- > 0;)
            g[i].at = tightest(&g[i], i ? g[i - 1].at : s->start, g[i + 1].at);
        for (uint32_t i = 0; i < count; i++)
            g[i].at =
                tightest(&g[i], i ? g[i - 1].at : s->start, i + 1 < count ? g[i + 1].at : s->goal);
    }
}

/* How much a turn from u to v at the gate's point could be shortened by using another point
 * of the gate. */
static double slack(const wmi_path_gate *g, wmi_point u, wmi_point v)
{
    wmi_point turn = minus(u, v);
    double a = dot(turn, minus(g->a, g->at)), b = dot(turn, minus(g->b, g->at));
    return wmi_min(0, wmi_min(a, b));
}

/* Gates i to k are crossed at one point by a path that arrives in direction u and continues
 * in direction v. It turns at the gate that gives the best bound. */
static void turn_in(wmi_path_gate *g, uint32_t i, uint32_t k, wmi_point u, wmi_point v)
{
    uint32_t best = k;
    double least = -INFINITY;
    for (uint32_t j = i; j <= k; j++) {
        double d = slack(&g[j], u, v);
        if (d > least) {
            least = d;
            best = j;
        }
    }
    for (uint32_t j = i; j <= k; j++)
        g[j].on = j < best ? u : v;
}

/* The direction from p to q. Returns false if they are the same point. */
static bool direction(wmi_point p, wmi_point q, wmi_point *u)
{
    double d = wmi_distance(p, q);
    if (!(d > 1e-9))
        return false;
    *u = (wmi_point){(q.x - p.x) / d, (q.y - p.y) / d};
    return true;
}

static void set_directions(const wmi_path_search *s, wmi_path_gate *g, uint32_t count)
{
    wmi_point u = {0, 0}, v;
    uint32_t i = 0;
    direction(s->start, g[0].at, &u);
    for (uint32_t k = 0; k < count; k++) {
        if (!direction(g[k].at, k + 1 < count ? g[k + 1].at : s->goal, &v)) {
            if (k + 1 < count)
                continue;
            v = u;
        }
        turn_in(g, i, k, u, v);
        i = k + 1;
        u = v;
    }
}

void wmi_path_find_gates(wmi_path_search *s)
{
    wmi_path_gate *g = s->gates.list;
    collect(s);
    uint32_t count = s->gates.count;
    if (count == 0)
        return;
    pull_tight(s, g, count);
    set_directions(s, g, count);
    for (uint32_t i = count; i-- > 0;) {
        if (i + 1 == count) {
            g[i].rest = dot(g[i].on, minus(s->goal, g[i].at));
            continue;
        }
        g[i].rest = dot(g[i].on, minus(g[i + 1].at, g[i].at)) + g[i + 1].rest +
                    slack(&g[i + 1], g[i].on, g[i + 1].on);
    }
}

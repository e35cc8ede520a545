/* Exact shortest paths in plan view over a triangle mesh.
 *
 * The search is Polyanya (Cui, Harabor, Grastien: "Compromise-free Pathfinding on a
 * Navigation Mesh", 2017). A node is a root point and the part of an edge that it sees. Its
 * estimate is the length of the shortest way through that part to the goal if there were no
 * other obstacles, so the first node that enters the goal's face is optimal. Two things are
 * added here. Bridges of the face graph cut off whatever cannot lead to the goal. Where the
 * floor is folded at an edge, the root is mirrored at that edge, which keeps lengths exact
 * on dirty meshes. */
#include "nav/path.h"

/* ---- estimates ---------------------------------------------------------- */

/* The unit direction from a to b, which are `length` apart. */
static inline wmi_point towards(wmi_point a, wmi_point b, double length)
{
    double scale = length > 0 ? 1 / length : 0;
    return (wmi_point){(b.x - a.x) * scale, (b.y - a.y) * scale};
}

/* A lower bound from the root through the interval to the next gate and on to the goal. It
 * is the shortest way to the gate's point `at` plus the rest, less what could be saved by
 * crossing the gate elsewhere. Lengths are convex, so their slope at one point bounds them
 * from below at all others. */
static double estimate_by_gate(const wmi_view *view, const wmi_path_gate *g)
{
    wmi_point to = g->at, from = view->root, l = view->left, q = view->right;
    double length = 0;
    bool mirrored = false;
    if (!wmi_view_on_end(view)) {
        mirrored = wmi_turn(q, l, to) > 0;
        if (mirrored)
            to = wmi_mirror(to, q, l);
        wmi_point end = wmi_turn(from, l, to) > 0 ? l : wmi_turn(from, q, to) < 0 ? q : from;
        length = wmi_distance(from, end);
        from = end;
    }
    double last = wmi_distance(from, to);
    wmi_point v = towards(from, to, last);
    if (mirrored) {
        wmi_point o = wmi_mirror((wmi_point){q.x + v.x, q.y + v.y}, q, l);
        v = (wmi_point){o.x - q.x, o.y - q.y};
    }
    v.x -= g->on.x;
    v.y -= g->on.y;
    double a = v.x * (g->a.x - g->at.x) + v.y * (g->a.y - g->at.y);
    double b = v.x * (g->b.x - g->at.x) + v.y * (g->b.y - g->at.y);
    double bound = length + last + g->rest + (a < b ? a : b);
    return bound * (1 - 1e-9); /* rounding must not make it too large */
}

/* The length of the shortest way from the root through the interval to the goal. */
static double estimate(const wmi_path_search *s, const wmi_path_node *n)
{
    const wmi_path_gates *gates = &s->gates;
    uint32_t gate = gates->stride == 1 ? n->gate : (n->gate + gates->stride - 1) / gates->stride;
    if (gate < gates->count && !(n->depth & WMI_PATH_LINE))
        return estimate_by_gate(&n->view, &gates->list[gate]);
    wmi_point goal = s->goal, r = n->view.root, l = n->view.left, q = n->view.right;
    if (wmi_view_on_end(&n->view))
        return wmi_distance(r, goal);
    if (n->depth & WMI_PATH_LINE && wmi_view_on_line(&n->view)) {
        wmi_point x = wmi_nearest_on(l, q, r);
        return wmi_distance(r, x) + wmi_distance(x, goal);
    }
    if (wmi_turn(q, l, goal) > 0) /* on the root's side of the edge */
        goal = wmi_mirror(goal, q, l);
    if (wmi_turn(r, l, goal) > 0)
        return wmi_distance(r, l) + wmi_distance(l, goal);
    if (wmi_turn(r, q, goal) < 0)
        return wmi_distance(r, q) + wmi_distance(q, goal);
    return wmi_distance(r, goal);
}

/* ---- growing the search ------------------------------------------------ */

/* Could the goal lie beyond this edge? */
static bool leads_on(const wmi_path_search *s, const wmi_walk_face *f, uint32_t k)
{
    if (!(f->flags >> k & WMI_WALK_BRIDGE))
        return true;
    const wmi_walk_face *goal = &s->walk->faces[s->goal_face];
    const wmi_walk_face *g = &s->walk->faces[f->to[k] / 3];
    if (g->first > f->first) /* down the search tree */
        return goal->first >= g->first && goal->first < g->last;
    return !(goal->first >= f->first && goal->first < f->last);
}

/* The best known way to a corner, given as 3 * walk face + k. All corners of a fan share
 * it. */
static wmi_path_best *known(const wmi_path_search *s, uint32_t corner)
{
    return &s->best[s->walk->faces[corner / 3].fan[corner % 3]];
}

/* For a bend at a corner: is this the shortest way to it so far? */
static bool improves(wmi_path_search *s, uint32_t corner, double g)
{
    wmi_path_best *b = known(s, corner);
    if (b->stamp == s->stamp && g > b->g * (1 + 1e-12) + 1e-12)
        return false;
    if (b->stamp != s->stamp || g < b->g)
        *b = (wmi_path_best){g, s->stamp, corner};
    return true;
}

/* The ways out of an entered face. They are collected first, because most faces have only
 * one. */
typedef struct entry {
    wmi_entry in;
    uint32_t self; /* the node that enters the face */
    uint32_t count;
    wmi_path_node *ways; /* after the last node: two seen, two around each end */
} entry;

enum { MOST_WAYS = 6 };

/* A root sees C, so a way there is known, whether or not a path would bend there. */
static inline void note(wmi_path_search *s, const wmi_entry *in, const wmi_path_node *from,
                        wmi_point root)
{
    wmi_path_best *b = &s->best[in->f->fan[in->c]];
    if (b->stamp == s->stamp && b->root == from->bend)
        return;
    double g = from->g + wmi_distance(root, in->at_c);
    if (b->stamp != s->stamp || g < b->g)
        *b = (wmi_path_best){g, s->stamp, from->bend};
}

/* Is there a shorter way to everything that the root sees of an edge, through corner k at
 * one end of that edge? Away from that end, the way through it grows at least as fast as
 * the other, so testing the far end of the interval is enough. This does not apply if the
 * way to that corner comes straight from the same root. */
static inline bool dominated(const wmi_path_search *s, const wmi_walk_face *f, uint32_t k,
                             const wmi_path_node *from, wmi_point root, wmi_point far)
{
    const wmi_path_best *b = &s->best[f->fan[k]];
    return b->stamp == s->stamp && b->root != from->bend &&
           b->g + wmi_distance(wmi_corner(f, k), far) <
               (from->g + wmi_distance(root, far)) * (1 - 1e-10) - 1e-10;
}

/* Adds a way across edge k of the face; the root sees the part of it in `view`. */
WMI_INLINE void add(const wmi_path_search *s, entry *e, const wmi_path_node *from, uint32_t k,
                    const wmi_view *view)
{
    const wmi_walk_face *f = e->in.f;
    if (f->to[k] == WM_NO_INDEX || !leads_on(s, f, k) ||
        (from->depth & ~WMI_PATH_LINE) >= s->walk->count)
        return; /* no shortest path crosses a face twice */
    uint32_t l = wmi_walk_left(f, k), r = wmi_walk_right(f, k);
    if (dominated(s, f, l, from, view->root, view->right) ||
        dominated(s, f, r, from, view->root, view->left))
        return;
    wmi_path_node *n = &e->ways[e->count++];
    n->view = f->flags >> k & WMI_WALK_FOLD ? wmi_view_across(f, k, *view) : *view;
    n->g = from->g;
    n->bend = from->bend;
    n->pivot = from->pivot;
    n->parent = e->self;
    n->edge = f->to[k];
    n->gate = from->gate + (f->flags >> k & WMI_WALK_BRIDGE ? 1 : 0);
    n->depth = from->depth + 1;
}

/* If edges have no length, a way can go in circles without getting longer. So in faces
 * without area each bend is made once, unless a shorter way is found later. */
static bool bends_first(wmi_path_search *s, uint32_t bend, double g)
{
    wmi_path_best *b = &s->bent[bend];
    if (b->stamp == s->stamp && g >= b->g * (1 - 1e-12) - 1e-12)
        return false;
    *b = (wmi_path_best){g, s->stamp, bend};
    return true;
}

/* If bends from two roots make ways of the same length to a corner, each shortest path beyond it
 * continues straight or bends the same way after both. So the first is enough; with all of them, a
 * floor with a grid of pillars has as many ways as there are orders of the same steps. */
static bool turns_first(wmi_path_search *s, const wmi_path_node *n, uint32_t fan, bool left,
                        double g)
{
    wmi_path_best *b = &s->turned[2 * fan + left];
    if (b->stamp == s->stamp && b->root != n->bend && g >= b->g * (1 - 1e-12) - 1e-12)
        return false;
    *b = (wmi_path_best){g, s->stamp, n->bend};
    return true;
}

/* Bends around the left end P of the visible part, into what the root does not see: all of
 * PC and, if C is hidden, the part of CQ up to where the root's view begins (`seen`). The
 * right end Q is the mirror image. */
WMI_APART void bend_round(wmi_path_search *s, entry *e, const wmi_path_node *n, bool left,
                          const wmi_point *seen)
{
    const wmi_entry *in = &e->in;
    uint32_t corner = left ? in->p : in->q;
    if (!(n->view.ends & (left ? 1 : 2)) || !(in->f->flags >> corner & WMI_WALK_TURN))
        return;
    wmi_point at = left ? in->at_p : in->at_q;
    wmi_path_node from = {.g = n->g + wmi_distance(n->view.root, at),
                          .bend = 3 * in->face + corner,
                          .pivot = in->face,
                          .gate = n->gate,
                          .depth = n->depth & ~WMI_PATH_LINE};
    if (!improves(s, from.bend, from.g))
        return;
    if (in->f->flags & WMI_WALK_FLAT) {
        if (!bends_first(s, 2 * from.bend + left, from.g))
            return;
        from.depth |= WMI_PATH_LINE;
    } else if (!turns_first(s, n, in->f->fan[corner], left, from.g)) {
        return;
    }
    note(s, in, &from, at);
    if (in->f->flags & WMI_WALK_FLAT) { /* along the line to both edges */
        add(s, e, &from, in->pc, &(wmi_view){at, in->at_p, in->at_c, 3});
        add(s, e, &from, in->cq, &(wmi_view){at, in->at_c, in->at_q, 3});
        return;
    }
    if (left) {
        add(s, e, &from, in->pc, &(wmi_view){at, at, in->at_c, 3});
        if (seen)
            add(s, e, &from, in->cq, &(wmi_view){at, in->at_c, *seen, 1});
    } else {
        add(s, e, &from, in->cq, &(wmi_view){at, in->at_c, at, 3});
        if (seen)
            add(s, e, &from, in->pc, &(wmi_view){at, *seen, in->at_c, 2});
    }
}

/* Fills e->ways with the ways on from node `i`. */
static void expand(wmi_path_search *s, uint32_t i, entry *e)
{
    const wmi_path_node *n = &s->nodes[i];
    e->self = i;
    e->count = 0;
    e->in = wmi_enter(s->walk, n->edge);
    if (e->in.face == n->pivot && wmi_view_on_end(&n->view))
        return; /* it has gone around the vertex once */
    if (e->in.f->flags & WMI_WALK_FLAT && wmi_view_on_line(&n->view))
        s->nodes[i].depth |= WMI_PATH_LINE;
    wmi_seen seen = wmi_see(&e->in, &n->view);
    if (seen.pc)
        add(s, e, n, e->in.pc, &seen.over_pc);
    if (seen.cq)
        add(s, e, n, e->in.cq, &seen.over_cq);
    if (seen.apex)
        note(s, &e->in, n, n->view.root);
    if (seen.bend_left)
        bend_round(s, e, n, true, seen.hidden ? &seen.rim : NULL);
    if (seen.bend_right)
        bend_round(s, e, n, false, seen.hidden ? &seen.rim : NULL);
}

/* ---- the search -------------------------------------------------------- */

/* The best complete path so far. */
typedef struct finish {
    double length;
    uint32_t node;
} finish;

/* Is p, a point on the edge of a view, between the view's ends? Some views have no
 * width. */
static bool holds(const wmi_view *v, wmi_point p)
{
    double ex = v->left.x - v->right.x, ey = v->left.y - v->right.y;
    return (ex != 0 || ey != 0) && (p.x - v->right.x) * ex + (p.y - v->right.y) * ey >= 0 &&
           (v->left.x - p.x) * ex + (v->left.y - p.y) * ey >= 0;
}

uint32_t wmi_path_part(const wmi_path_search *s, uint32_t i, wmi_point at)
{
    for (uint32_t part = s->nodes[i].parts; part != WM_NO_INDEX;) {
        if (holds(&s->nodes[part].view, at)) {
            i = part;
            part = s->nodes[i].parts;
        } else {
            part = s->nodes[part].beside;
        }
    }
    return i;
}

/* Are two points on an edge with vector `e` equal up to rounding? */
static bool meets(wmi_point a, wmi_point b, wmi_point e)
{
    return fabs(a.x - b.x) + fabs(a.y - b.y) <=
           1e-12 * (fabs(e.x) + fabs(e.y) + fabs(a.x) + fabs(a.y));
}

/* Are two views of the same edge adjacent? */
static bool are_beside(const wmi_view *a, const wmi_view *b)
{
    wmi_point e = {a->left.x - a->right.x, a->left.y - a->right.y};
    return meets(a->left, b->right, e) || meets(a->right, b->left, e);
}

static wmi_view put_together(const wmi_view *a, const wmi_view *b)
{
    wmi_point e = {a->left.x - a->right.x, a->left.y - a->right.y};
    if (meets(a->left, b->right, e))
        return (wmi_view){a->root, b->left, a->right, (b->ends & 1) | (a->ends & 2)};
    return (wmi_view){a->root, a->left, b->right, (a->ends & 1) | (b->ends & 2)};
}

static bool same_root(const wmi_path_node *a, const wmi_path_node *b)
{
    return a->bend == b->bend && a->g == b->g && a->pivot == b->pivot &&
           !((a->depth | b->depth) & WMI_PATH_LINE) && wmi_same(a->view.root, b->view.root);
}

/* A view that is split by a free-standing corner continues in two nodes, which may reach
 * the same edge beyond it. If the older one has not been expanded yet, the two are merged
 * into the better one. Returns true if the new node is merged into the older one. */
static bool rejoin(wmi_path_search *s, uint32_t at, uint32_t old)
{
    wmi_path_node *n = &s->nodes[at], *m = &s->nodes[old];
    wmi_view both = put_together(&m->view, &n->view);
    if (n->f >= m->f) {
        n->beside = m->parts;
        m->parts = at;
        m->view = both;
        n->f = INFINITY;
        return true;
    }
    m->beside = WM_NO_INDEX;
    m->f = INFINITY;
    n->parts = old;
    n->view = both;
    return false;
}

/* The node that a new one can be merged with, or WM_NO_INDEX. */
static uint32_t partner(const wmi_path_search *s, const wmi_path_node *n)
{
    if (n->view.ends == 3)
        return WM_NO_INDEX; /* it sees the whole edge */
    const wmi_path_newest *newest = &s->newest[n->edge];
    if (newest->stamp != s->stamp)
        return WM_NO_INDEX;
    const wmi_path_node *m = &s->nodes[newest->node];
    bool good = m->f >= 0 && m->f < INFINITY && same_root(m, n) && are_beside(&m->view, &n->view);
    return good ? newest->node : WM_NO_INDEX;
}

/* Commits the node after the last one, and records it as the newest at its edge. */
static void keep(wmi_path_search *s, const wmi_path_node *n)
{
    if (n->view.ends != 3)
        s->newest[n->edge] = (wmi_path_newest){s->stamp, (uint32_t)s->node_count};
    s->node_count++;
}

/* Stores the ways of an entry. Returns the one to continue with at once: the only one, or
 * the best if it would come next anyway. The others are queued. */
static uint32_t take(wmi_path_search *s, const entry *e, finish *end)
{
    uint32_t on = WM_NO_INDEX;
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t at = (uint32_t)s->node_count;
        wmi_path_node *n = &s->nodes[at];
        if (n != &e->ways[i])
            *n = e->ways[i];
        bool last = n->edge / 3 == s->goal_face;
        uint32_t old = last ? WM_NO_INDEX : partner(s, n);
        n->parts = WM_NO_INDEX;
        if (e->count == 1 && !last && old == WM_NO_INDEX && s->longest == (double)INFINITY) {
            n->f = -1;
            keep(s, n);
            return at; /* a corridor: its estimate is not needed */
        }
        n->f = n->g + estimate(s, n);
        if (n->f >= end->length && old == WM_NO_INDEX)
            continue;
        if (old != WM_NO_INDEX && rejoin(s, at, old)) {
            s->node_count++;
            continue;
        }
        keep(s, n);
        if (last) {
            *end = (finish){n->f, at};
        } else if (on == WM_NO_INDEX) {
            on = at;
        } else {
            uint32_t worse = n->f < s->nodes[on].f ? on : at;
            on = worse == on ? at : on;
            wmi_path_queue_push(&s->queue, s->nodes, worse);
        }
    }
    if (on != WM_NO_INDEX && !wmi_path_queue_is_next(&s->queue, s->nodes, s->nodes[on].f)) {
        wmi_path_queue_push(&s->queue, s->nodes, on);
        on = WM_NO_INDEX;
    }
    return on;
}

/* Has another way to this root become shorter than this one? */
static bool stale(const wmi_path_search *s, const wmi_path_node *n)
{
    return n->bend != WM_NO_INDEX && n->g > known(s, n->bend)->g * (1 + 1e-12) + 1e-12;
}

/* Makes room for the ways of one entry. This may move all nodes. */
static bool make_ways(wmi_path_search *s, entry *e)
{
    void *nodes = s->nodes;
    if (s->node_count - s->first_node > WMI_PATH_NODES(s->walk->count)) {
        s->too_much = true;
        return false;
    }
    if (s->node_count + MOST_WAYS > s->node_capacity &&
        !wmi_grow(s->allocator, &nodes, &s->node_capacity, s->node_count + MOST_WAYS,
                  sizeof *s->nodes)) {
        s->out_of_memory = true;
        return false;
    }
    s->nodes = nodes;
    e->ways = s->nodes + s->node_count;
    return true;
}

uint32_t wmi_path_run(wmi_path_search *s, double *length)
{
    const wmi_walk_face *f = &s->walk->faces[s->start_face];
    finish end = {s->longest, WM_NO_INDEX};
    entry e = {.in = {.f = f, .face = s->start_face}, .self = WM_NO_INDEX};
    wmi_path_node from = {.bend = WM_NO_INDEX,
                          .pivot = s->start_face,
                          .depth = f->flags & WMI_WALK_FLAT ? WMI_PATH_LINE : 0};
    if (!wmi_path_begin(s) || !make_ways(s, &e)) {
        s->out_of_memory = true;
        return WM_NO_INDEX;
    }
    wmi_path_find_gates(s);
    for (uint32_t k = 0; k < 3; k++)
        add(s, &e, &from, k,
            &(wmi_view){s->start, wmi_corner(f, wmi_walk_left(f, k)),
                        wmi_corner(f, wmi_walk_right(f, k)), 3});
    for (;;) {
        uint32_t node = take(s, &e, &end);
        bool queued = node == WM_NO_INDEX;
        if (queued)
            node = wmi_path_queue_pop(&s->queue, s->nodes, end.length);
        if (node == WM_NO_INDEX)
            break;
        if (!make_ways(s, &e))
            return WM_NO_INDEX;
        e.count = 0;
        s->nodes[node].f = -1;
        if (!queued || !stale(s, &s->nodes[node]))
            expand(s, node, &e);
    }
    *length = end.length;
    return end.node;
}

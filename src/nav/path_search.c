/* Exact shortest paths in the plan over a triangle mesh.
 *
 * The search is Polyanya's (Cui, Harabor, Grastien: "Compromise-free Pathfinding on a
 * Navigation Mesh", 2017): a node is a root point and the part of an edge that it sees;
 * its estimate is the length of the shortest way through that part to the goal if
 * nothing else stood in between, so the first node that enters the goal's face is
 * optimal. Added here: bridges of the face graph cut off what cannot lead to the goal,
 * and where the floor is folded over an edge the root is mirrored at it, which keeps
 * lengths exact on dirty meshes. */
#include <math.h>

#include "nav/path.h"

void wmi_path_init(wmi_path_search *s, const wm_walkmesh *mesh, const wmi_walk *walk,
                   const wm_allocator *allocator)
{
    *s = (wmi_path_search){.mesh = mesh, .walk = walk, .allocator = allocator};
}

void wmi_path_release(wmi_path_search *s)
{
    wmi_release(s->allocator, s->nodes, s->node_capacity, sizeof *s->nodes);
    wmi_release(s->allocator, s->best, s->best_capacity, sizeof *s->best);
}

/* ---- geometry ---------------------------------------------------------- */

static wmi_point corner_of(const wmi_walk_face *f, uint32_t k)
{
    return (wmi_point){(double)f->x[k], (double)f->y[k]};
}

static bool same(wmi_point a, wmi_point b)
{
    return a.x == b.x && a.y == b.y;
}

/* Where the line from r through p meets that through a and b; `turn_a` and `turn_b`
 * say how far a and b lie beside it (wmi_turn(r, p, .)). */
static wmi_point meet(wmi_point a, wmi_point b, double turn_a, double turn_b)
{
    double sum = turn_a - turn_b;
    if (!(sum != 0))
        return a;
    double t = turn_a / sum;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return (wmi_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

static wmi_point mirror(wmi_point p, wmi_point a, wmi_point b)
{
    double dx = b.x - a.x, dy = b.y - a.y, n = dx * dx + dy * dy;
    if (!(n > 0) || same(p, a) || same(p, b))
        return p; /* to the bit: roots are compared with corners */
    double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / n;
    return (wmi_point){2 * (a.x + t * dx) - p.x, 2 * (a.y + t * dy) - p.y};
}

/* The shortest way from root through the interval to the goal. */
static double estimate(const wmi_path_search *s, const wmi_path_node *n)
{
    wmi_point goal = s->goal, r = n->root, l = n->left, q = n->right;
    if (same(r, l) || same(r, q))
        return wmi_distance(r, goal);
    if (wmi_turn(q, l, goal) > 0) /* behind the edge, where the root is */
        goal = mirror(goal, q, l);
    if (wmi_turn(r, l, goal) > 0)
        return wmi_distance(r, l) + wmi_distance(l, goal);
    if (wmi_turn(r, q, goal) < 0)
        return wmi_distance(r, q) + wmi_distance(q, goal);
    return wmi_distance(r, goal);
}

/* ---- growing the search ------------------------------------------------ */

bool wmi_path_passes(const wmi_path_search *s, const wmi_walk_face *f)
{
    uint32_t material = s->mesh->materials[f->face];
    uint64_t mask = s->filter ? s->filter->materials : 0;
    if (!s->filter)
        return true;
    if (mask && (material >= 64 || !(mask >> material & 1)))
        return false;
    return !(s->filter->upward_only && f->flags & (WMI_WALK_FLIPPED | WMI_WALK_FLAT));
}

/* Could the goal lie behind this edge? */
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

/* A bend at vertex v: is this the shortest way to it so far? */
static bool improves(wmi_path_search *s, uint32_t v, double g)
{
    wmi_path_best *b = &s->best[v];
    if (b->stamp == s->stamp && g > b->g * (1 + 1e-12) + 1e-12)
        return false;
    if (b->stamp != s->stamp || g < b->g)
        *b = (wmi_path_best){g, s->stamp};
    return true;
}

/* The face being entered: P left, Q right, C ahead; edges PC and CQ lead out. What it
 * leads to is collected first, as most faces lead to one way on. */
typedef struct entry {
    const wmi_walk_face *f;
    uint32_t face, self; /* walk number, and the node that enters it */
    uint32_t p, q, c;    /* local corners */
    uint32_t pc, cq;     /* local edges */
    wmi_point at_p, at_q, at_c;
    uint32_t count;
    wmi_path_node ways[6]; /* two seen, two round each end */
} entry;

/* A way to vertex v of length g is known, whether or not a path would bend there. */
static void note(wmi_path_search *s, uint32_t v, double g)
{
    wmi_path_best *b = &s->best[v];
    if (b->stamp != s->stamp || g < b->g)
        *b = (wmi_path_best){g, s->stamp};
}

/* Is there a shorter way to all that the root sees of an edge, over the edge's own end
 * at vertex v? Going away from that end, the way over it loses at most as much as it
 * gains on the other, so the far end of the interval decides. */
static bool dominated(const wmi_path_search *s, uint32_t v, wmi_point at, wmi_point far,
                      double way_to_far)
{
    const wmi_path_best *b = &s->best[v];
    return b->stamp == s->stamp && b->g + wmi_distance(at, far) < way_to_far * (1 - 1e-10) - 1e-10;
}

/* A way over edge k of the face; `left` and `right` are what the root sees of it. */
static void add(const wmi_path_search *s, entry *e, const wmi_path_node *from, uint32_t k,
                wmi_point left, wmi_point right, uint32_t ends)
{
    const wmi_walk_face *f = e->f;
    if (f->to[k] == WM_NO_INDEX || !leads_on(s, f, k))
        return;
    if (s->filter && !wmi_path_passes(s, &s->walk->faces[f->to[k] / 3]))
        return;
    uint32_t l = wmi_walk_left(f, k), r = wmi_walk_right(f, k);
    if (dominated(s, f->vertex[l], corner_of(f, l), right, from->g + wmi_distance(from->root, right)) ||
        dominated(s, f->vertex[r], corner_of(f, r), left, from->g + wmi_distance(from->root, left)))
        return;
    wmi_path_node *n = &e->ways[e->count++];
    n->root = from->root;
    n->g = from->g;
    n->bend = from->bend;
    n->pivot = from->pivot;
    n->parent = e->self;
    n->edge = f->to[k];
    if (f->flags >> k & WMI_WALK_FOLD) {
        n->root = mirror(n->root, corner_of(f, k), corner_of(f, (k + 1) % 3));
        n->left = right;
        n->right = left;
        n->ends = (ends & 1) << 1 | ends >> 1;
    } else {
        n->left = left;
        n->right = right;
        n->ends = ends;
    }
}

/* With a filter the corners are others: go round the vertex as far as faces pass. */
static bool bends_filtered(const wmi_path_search *s, uint32_t face, uint32_t corner)
{
    const double half = 3.14159265358979323846;
    wmi_walk_turn t = {face, corner, corner}, back;
    for (wmi_walk_turn next = t; wmi_walk_step(s->walk, &next);) {
        if (!wmi_path_passes(s, &s->walk->faces[next.face]))
            break;
        t = next;
        if (t.face == face && t.corner == corner)
            return s->walk->faces[face].flags >> corner & WMI_WALK_TURN; /* nothing is missing */
    }
    /* t is at the rim; turn round and add up the angles on the way back. */
    back = t;
    back.edge = t.edge == t.corner ? (t.corner + 2) % 3 : t.corner;
    double sum = 0;
    do
        sum += wmi_walk_angle(&s->walk->faces[back.face], back.corner);
    while (wmi_walk_step(s->walk, &back) && wmi_path_passes(s, &s->walk->faces[back.face]));
    return sum > half + 1e-7;
}

static bool bends(const wmi_path_search *s, const entry *e, uint32_t corner)
{
    if (s->filter)
        return bends_filtered(s, e->face, corner);
    return e->f->flags >> corner & WMI_WALK_TURN;
}

/* Bending left round P: what the root does not see, left of the line root - P; `seen`
 * is where that line meets CQ, if C is left of it. */
static void bend_left(wmi_path_search *s, entry *e, const wmi_path_node *n, const wmi_point *seen)
{
    if (!(n->ends & 1) || !bends(s, e, e->p))
        return;
    wmi_path_node from = {.root = e->at_p,
                          .g = n->g + wmi_distance(n->root, n->left),
                          .bend = e->f->vertex[e->p],
                          .pivot = e->face};
    if (!improves(s, from.bend, from.g))
        return;
    note(s, e->f->vertex[e->c], from.g + wmi_distance(e->at_p, e->at_c));
    add(s, e, &from, e->pc, e->at_p, e->at_c, 3);
    if (seen)
        add(s, e, &from, e->cq, e->at_c, *seen, 1);
}

static void bend_right(wmi_path_search *s, entry *e, const wmi_path_node *n, const wmi_point *seen)
{
    if (!(n->ends & 2) || !bends(s, e, e->q))
        return;
    wmi_path_node from = {.root = e->at_q,
                          .g = n->g + wmi_distance(n->root, n->right),
                          .bend = e->f->vertex[e->q],
                          .pivot = e->face};
    if (!improves(s, from.bend, from.g))
        return;
    note(s, e->f->vertex[e->c], from.g + wmi_distance(e->at_q, e->at_c));
    add(s, e, &from, e->cq, e->at_c, e->at_q, 3);
    if (seen)
        add(s, e, &from, e->pc, *seen, e->at_c, 2);
}

static void enter(wmi_path_search *s, entry *e, const wmi_path_node *n)
{
    wmi_point r = n->root;
    bool at_left = same(r, n->left), at_right = same(r, n->right);
    double c_left = wmi_turn(r, n->left, e->at_c), c_right = wmi_turn(r, n->right, e->at_c);
    bool left_end = n->ends & 1, right_end = (n->ends & 2) != 0;
    if (!at_left && c_left >= 0) { /* C is left of what the root sees, or on its rim */
        wmi_point x = c_left == 0 ? e->at_c
                                  : meet(e->at_c, e->at_q, c_left, wmi_turn(r, n->left, e->at_q));
        wmi_point y = right_end ? e->at_q
                                : meet(e->at_q, e->at_c, wmi_turn(r, n->right, e->at_q), c_right);
        add(s, e, n, e->cq, x, y, (c_left == 0) | (uint32_t)right_end << 1);
        bend_left(s, e, n, c_left > 0 ? &x : NULL);
        return;
    }
    if (!at_right && c_right <= 0) {
        wmi_point x = c_right == 0 ? e->at_c
                                   : meet(e->at_c, e->at_p, c_right, wmi_turn(r, n->right, e->at_p));
        wmi_point y = left_end ? e->at_p
                               : meet(e->at_p, e->at_c, wmi_turn(r, n->left, e->at_p), c_left);
        add(s, e, n, e->pc, y, x, left_end | (uint32_t)(c_right == 0) << 1);
        bend_right(s, e, n, c_right < 0 ? &x : NULL);
        return;
    }
    wmi_point x = left_end ? e->at_p : meet(e->at_p, e->at_c, wmi_turn(r, n->left, e->at_p), c_left);
    wmi_point y = right_end ? e->at_q : meet(e->at_q, e->at_c, wmi_turn(r, n->right, e->at_q), c_right);
    note(s, e->f->vertex[e->c], n->g + wmi_distance(r, e->at_c));
    add(s, e, n, e->pc, x, e->at_c, left_end | 2);
    add(s, e, n, e->cq, e->at_c, y, 1 | (uint32_t)right_end << 1);
}

/* A face without area: C lies on the line of PQ, and what is seen of PQ is seen of the
 * other two edges where they cover it. Positions along the line decide. */
static void enter_flat(wmi_path_search *s, entry *e, const wmi_path_node *n)
{
    double dx = e->at_p.x - e->at_q.x, dy = e->at_p.y - e->at_q.y, length = dx * dx + dy * dy;
    double c = 0, l = 1, r = 0; /* 0 at Q, 1 at P */
    if (length > 0) {
        c = ((e->at_c.x - e->at_q.x) * dx + (e->at_c.y - e->at_q.y) * dy) / length;
        l = ((n->left.x - e->at_q.x) * dx + (n->left.y - e->at_q.y) * dy) / length;
        r = ((n->right.x - e->at_q.x) * dx + (n->right.y - e->at_q.y) * dy) / length;
    }
    if (c < 1 && l > c) /* PC covers [c, 1] */
        add(s, e, n, e->pc, n->left, r >= c ? n->right : e->at_c,
            (n->ends & 1) | (uint32_t)(r <= c) << 1);
    if (c > 0 && r < c) /* CQ covers [0, c] */
        add(s, e, n, e->cq, l <= c ? n->left : e->at_c, n->right, (l >= c) | (n->ends & 2));
    bend_left(s, e, n, NULL);
    bend_right(s, e, n, NULL);
}

/* Fills e->ways with where node `i` leads. */
static void expand(wmi_path_search *s, uint32_t i, entry *e)
{
    const wmi_path_node *n = &s->nodes[i];
    uint32_t k = n->edge % 3;
    const wmi_walk_face *f = &s->walk->faces[n->edge / 3];
    e->f = f;
    e->face = n->edge / 3;
    e->self = i;
    e->count = 0;
    e->p = wmi_walk_right(f, k); /* entering: swapped against looking out */
    e->q = wmi_walk_left(f, k);
    e->c = (k + 2) % 3;
    e->pc = e->p == k ? e->c : (k + 1) % 3;
    e->cq = e->p == k ? (k + 1) % 3 : e->c;
    e->at_p = corner_of(f, e->p);
    e->at_q = corner_of(f, e->q);
    e->at_c = corner_of(f, e->c);
    if (e->face == n->pivot && (same(n->root, n->left) || same(n->root, n->right)))
        return; /* once round the vertex */
    if (f->flags & WMI_WALK_FLAT)
        enter_flat(s, e, n);
    else
        enter(s, e, n);
}

/* ---- the search -------------------------------------------------------- */

static bool begin(wmi_path_search *s)
{
    void *best = s->best;
    size_t had = s->best_capacity;
    if (!wmi_grow(s->allocator, &best, &s->best_capacity, s->mesh->vertex_count, sizeof *s->best))
        return false;
    s->best = best;
    if (s->best_capacity > had)
        memset(s->best + had, 0, (s->best_capacity - had) * sizeof *s->best);
    if (++s->stamp == 0) { /* once in four thousand million searches */
        memset(s->best, 0, s->best_capacity * sizeof *s->best);
        s->stamp = 1;
    }
    s->node_count = 0;
    s->out_of_memory = false;
    wmi_path_queue_begin(&s->queue, wmi_distance(s->start, s->goal));
    return true;
}

/* The best whole way so far. */
typedef struct finish {
    double length;
    uint32_t node;
} finish;

/* Stores the ways of an entry. Returns the one to go on with at once: the only one, or
 * the best if it would come next anyway; the others are queued. */
static uint32_t take(wmi_path_search *s, const entry *e, finish *end)
{
    void *nodes = s->nodes;
    uint32_t on = WM_NO_INDEX;
    if (!wmi_grow(s->allocator, &nodes, &s->node_capacity, s->node_count + 6, sizeof *s->nodes)) {
        s->out_of_memory = true;
        return WM_NO_INDEX;
    }
    s->nodes = nodes;
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t at = (uint32_t)s->node_count;
        wmi_path_node *n = &s->nodes[at];
        *n = e->ways[i];
        bool last = n->edge / 3 == s->goal_face;
        if (e->count == 1 && !last) {
            s->node_count++;
            return at; /* a corridor: no need to know how good it is */
        }
        n->f = n->g + estimate(s, n);
        if (n->f >= end->length)
            continue;
        s->node_count++;
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
    if (on != WM_NO_INDEX && !wmi_path_queue_is_next(&s->queue, s->nodes[on].f)) {
        wmi_path_queue_push(&s->queue, s->nodes, on);
        on = WM_NO_INDEX;
    }
    return on;
}

/* Has the way to this root become longer than another? */
static bool stale(const wmi_path_search *s, const wmi_path_node *n)
{
    return n->bend != WM_NO_INDEX && n->g > s->best[n->bend].g * (1 + 1e-12) + 1e-12;
}

uint32_t wmi_path_run(wmi_path_search *s, double *length)
{
    const wmi_walk_face *f = &s->walk->faces[s->start_face];
    finish end = {INFINITY, WM_NO_INDEX};
    entry e = {.f = f, .face = s->start_face, .self = WM_NO_INDEX};
    wmi_path_node from = {.root = s->start, .bend = WM_NO_INDEX, .pivot = s->start_face};
    if (!begin(s)) {
        s->out_of_memory = true;
        return WM_NO_INDEX;
    }
    for (uint32_t k = 0; k < 3; k++)
        add(s, &e, &from, k, corner_of(f, wmi_walk_left(f, k)), corner_of(f, wmi_walk_right(f, k)), 3);
    for (;;) {
        uint32_t node = take(s, &e, &end);
        if (s->out_of_memory)
            return WM_NO_INDEX;
        if (node == WM_NO_INDEX)
            node = wmi_path_queue_pop(&s->queue, s->nodes, end.length);
        if (node == WM_NO_INDEX)
            break;
        e.count = 0;
        if (!stale(s, &s->nodes[node]))
            expand(s, node, &e);
    }
    *length = end.length;
    return end.node;
}

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
    wmi_release(s->allocator, s->heap, s->heap_capacity, sizeof *s->heap);
    wmi_release(s->allocator, s->best, s->best_capacity, sizeof *s->best);
}

/* ---- the open list, a binary heap -------------------------------------- */

static void heap_push(wmi_path_search *s, double f, uint32_t node)
{
    void *heap = s->heap;
    if (!wmi_grow(s->allocator, &heap, &s->heap_capacity, s->heap_count + 1, sizeof *s->heap)) {
        s->out_of_memory = true;
        return;
    }
    s->heap = heap;
    size_t at = s->heap_count++;
    while (at > 0) {
        size_t up = (at - 1) / 2;
        if (s->heap[up].f <= f)
            break;
        s->heap[at] = s->heap[up];
        at = up;
    }
    s->heap[at] = (wmi_path_open){f, node};
}

static uint32_t heap_pop(wmi_path_search *s)
{
    uint32_t node = s->heap[0].node;
    wmi_path_open last = s->heap[--s->heap_count];
    size_t at = 0, n = s->heap_count;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= n)
            break;
        if (child + 1 < n && s->heap[child + 1].f < s->heap[child].f)
            child++;
        if (s->heap[child].f >= last.f)
            break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return node;
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

/* What a step has produced: the best stays at hand, the others go to the heap. */
typedef struct offspring {
    double f;
    uint32_t node;
} offspring;

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
static bool leads_on(const wmi_path_search *s, uint32_t from, uint32_t k)
{
    const wmi_walk_face *f = &s->walk->faces[from], *goal = &s->walk->faces[s->goal_face];
    if (!(f->flags >> k & WMI_WALK_BRIDGE))
        return true;
    const wmi_walk_face *g = &s->walk->faces[f->to[k] / 3];
    if (g->first > f->first) /* down the search tree */
        return goal->first >= g->first && goal->first < g->last;
    return !(goal->first >= f->first && goal->first < f->last);
}

/* The way behind edge k of `face`, seen from `root` between left and right. */
static void add(wmi_path_search *s, uint32_t face, uint32_t k, wmi_path_node n, offspring *best)
{
    const wmi_walk_face *f = &s->walk->faces[face];
    if (f->to[k] == WM_NO_INDEX || !leads_on(s, face, k))
        return;
    if (s->filter && !wmi_path_passes(s, &s->walk->faces[f->to[k] / 3]))
        return;
    n.edge = f->to[k];
    if (f->flags >> k & WMI_WALK_FOLD) {
        wmi_point swap = n.left;
        n.root = mirror(n.root, corner_of(f, k), corner_of(f, (k + 1) % 3));
        n.left = n.right;
        n.right = swap;
        n.ends = (n.ends & 1) << 1 | n.ends >> 1;
    }
    void *nodes = s->nodes;
    if (!wmi_grow(s->allocator, &nodes, &s->node_capacity, s->node_count + 1, sizeof *s->nodes)) {
        s->out_of_memory = true;
        return;
    }
    s->nodes = nodes;
    double f_new = n.g + estimate(s, &n);
    uint32_t at = (uint32_t)s->node_count++;
    s->nodes[at] = n;
    if (best->node == WM_NO_INDEX) {
        *best = (offspring){f_new, at};
    } else if (f_new < best->f) {
        heap_push(s, best->f, best->node);
        *best = (offspring){f_new, at};
    } else {
        heap_push(s, f_new, at);
    }
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

/* The face being entered: P left, Q right, C ahead; edges PC and CQ lead out. */
typedef struct entry {
    const wmi_walk_face *f;
    uint32_t face, self;  /* walk number, and the node that enters it */
    uint32_t p, q, c;     /* local corners */
    uint32_t pc, cq;      /* local edges */
    wmi_point at_p, at_q, at_c;
} entry;

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

/* Bending left round P: what the root does not see, left of the line root - P. */
static void bend_left(wmi_path_search *s, const entry *e, const wmi_path_node *n, bool c_is_left,
                      wmi_point x, offspring *best)
{
    if (!(n->ends & 1) || !bends(s, e, e->p))
        return;
    double g = n->g + wmi_distance(n->root, n->left);
    if (!improves(s, e->f->vertex[e->p], g))
        return;
    wmi_path_node next = {.root = e->at_p, .g = g, .parent = e->self, .bend = e->f->vertex[e->p],
                          .pivot = e->face};
    next.left = e->at_p;
    next.right = e->at_c;
    next.ends = 3;
    add(s, e->face, e->pc, next, best);
    if (c_is_left) {
        next.left = e->at_c;
        next.right = x;
        next.ends = 1;
        add(s, e->face, e->cq, next, best);
    }
}

static void bend_right(wmi_path_search *s, const entry *e, const wmi_path_node *n, bool c_is_right,
                       wmi_point x, offspring *best)
{
    if (!(n->ends & 2) || !bends(s, e, e->q))
        return;
    double g = n->g + wmi_distance(n->root, n->right);
    if (!improves(s, e->f->vertex[e->q], g))
        return;
    wmi_path_node next = {.root = e->at_q, .g = g, .parent = e->self, .bend = e->f->vertex[e->q],
                          .pivot = e->face};
    next.left = e->at_c;
    next.right = e->at_q;
    next.ends = 3;
    add(s, e->face, e->cq, next, best);
    if (c_is_right) {
        next.left = x;
        next.right = e->at_c;
        next.ends = 2;
        add(s, e->face, e->pc, next, best);
    }
}

static void expand_open(wmi_path_search *s, const entry *e, const wmi_path_node *n, offspring *best)
{
    wmi_path_node next = *n;
    next.parent = e->self;
    bool at_left = same(n->root, n->left), at_right = same(n->root, n->right);
    double c_left = wmi_turn(n->root, n->left, e->at_c), c_right = wmi_turn(n->root, n->right, e->at_c);
    if (!at_left && c_left >= 0) { /* C is left of what the root sees, or on its rim */
        wmi_point x = c_left == 0 ? e->at_c
                                  : meet(e->at_c, e->at_q, c_left, wmi_turn(n->root, n->left, e->at_q));
        next.left = x;
        next.ends = c_left == 0;
        next.right = e->at_q;
        if (n->ends & 2)
            next.ends |= 2;
        else
            next.right = meet(e->at_q, e->at_c, wmi_turn(n->root, n->right, e->at_q), c_right);
        add(s, e->face, e->cq, next, best);
        bend_left(s, e, n, c_left > 0, x, best);
        return;
    }
    if (!at_right && c_right <= 0) {
        wmi_point x = c_right == 0 ? e->at_c
                                   : meet(e->at_c, e->at_p, c_right, wmi_turn(n->root, n->right, e->at_p));
        next.right = x;
        next.ends = c_right == 0 ? 2 : 0;
        next.left = e->at_p;
        if (n->ends & 1)
            next.ends |= 1;
        else
            next.left = meet(e->at_p, e->at_c, wmi_turn(n->root, n->left, e->at_p), c_left);
        add(s, e->face, e->pc, next, best);
        bend_right(s, e, n, c_right < 0, x, best);
        return;
    }
    next.left = e->at_p;
    next.right = e->at_c;
    next.ends = 2;
    if (n->ends & 1)
        next.ends |= 1;
    else
        next.left = meet(e->at_p, e->at_c, wmi_turn(n->root, n->left, e->at_p), c_left);
    add(s, e->face, e->pc, next, best);
    next.left = e->at_c;
    next.right = e->at_q;
    next.ends = 1;
    if (n->ends & 2)
        next.ends |= 2;
    else
        next.right = meet(e->at_q, e->at_c, wmi_turn(n->root, n->right, e->at_q), c_right);
    add(s, e->face, e->cq, next, best);
}

/* A face without area: C lies on the line of PQ, and what is seen of PQ is seen of the
 * other two edges where they cover it. Positions along the line decide. */
static void expand_flat(wmi_path_search *s, const entry *e, const wmi_path_node *n, offspring *best)
{
    double dx = e->at_p.x - e->at_q.x, dy = e->at_p.y - e->at_q.y, length = dx * dx + dy * dy;
    wmi_path_node next = *n;
    next.parent = e->self;
    /* 0 at Q, 1 at P */
    double c = length > 0 ? ((e->at_c.x - e->at_q.x) * dx + (e->at_c.y - e->at_q.y) * dy) / length : 0;
    double l = length > 0 ? ((n->left.x - e->at_q.x) * dx + (n->left.y - e->at_q.y) * dy) / length : 1;
    double r = length > 0 ? ((n->right.x - e->at_q.x) * dx + (n->right.y - e->at_q.y) * dy) / length : 0;
    if (c < 1 && l > c) { /* PC covers [c, 1] */
        next.right = r >= c ? n->right : e->at_c;
        next.left = n->left;
        next.ends = (n->ends & 1) | (r <= c ? 2 : 0);
        add(s, e->face, e->pc, next, best);
    }
    if (c > 0 && r < c) { /* CQ covers [0, c] */
        next.left = l <= c ? n->left : e->at_c;
        next.right = n->right;
        next.ends = (l >= c ? 1 : 0) | (n->ends & 2);
        add(s, e->face, e->cq, next, best);
    }
    bend_left(s, e, n, false, e->at_c, best);
    bend_right(s, e, n, false, e->at_c, best);
}

static void expand(wmi_path_search *s, uint32_t node, offspring *best)
{
    wmi_path_node n = s->nodes[node]; /* the array may move */
    uint32_t k = n.edge % 3;
    const wmi_walk_face *f = &s->walk->faces[n.edge / 3];
    /* Entering: left and right are swapped against looking out. */
    entry e = {.f = f, .face = n.edge / 3, .self = node};
    e.p = wmi_walk_right(f, k);
    e.q = wmi_walk_left(f, k);
    e.c = (k + 2) % 3;
    e.pc = e.p == k ? e.c : (k + 1) % 3;
    e.cq = e.p == k ? (k + 1) % 3 : e.c;
    e.at_p = corner_of(f, e.p);
    e.at_q = corner_of(f, e.q);
    e.at_c = corner_of(f, e.c);
    if (e.face == n.pivot && (same(n.root, n.left) || same(n.root, n.right)))
        return; /* once round the vertex */
    if (f->flags & WMI_WALK_FLAT)
        expand_flat(s, &e, &n, best);
    else
        expand_open(s, &e, &n, best);
}

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
    s->node_count = s->heap_count = 0;
    s->out_of_memory = false;
    return true;
}

uint32_t wmi_path_run(wmi_path_search *s, double *length)
{
    const wmi_walk_face *f = &s->walk->faces[s->start_face];
    offspring best = {0, WM_NO_INDEX};
    if (!begin(s)) {
        s->out_of_memory = true;
        return WM_NO_INDEX;
    }
    for (uint32_t k = 0; k < 3; k++) {
        wmi_path_node n = {.root = s->start,
                           .left = corner_of(f, wmi_walk_left(f, k)),
                           .right = corner_of(f, wmi_walk_right(f, k)),
                           .parent = WM_NO_INDEX,
                           .bend = WM_NO_INDEX,
                           .pivot = s->start_face,
                           .ends = 3};
        add(s, s->start_face, k, n, &best);
    }
    while (!s->out_of_memory) {
        /* Go on with the best child unless something better waits. */
        if (best.node != WM_NO_INDEX && s->heap_count && s->heap[0].f < best.f) {
            heap_push(s, best.f, best.node);
            best.node = WM_NO_INDEX;
        }
        if (best.node == WM_NO_INDEX) {
            if (s->heap_count == 0)
                return WM_NO_INDEX;
            best.f = s->heap[0].f;
            best.node = heap_pop(s);
        }
        uint32_t node = best.node;
        if (s->nodes[node].edge / 3 == s->goal_face) {
            *length = best.f;
            return node;
        }
        /* The way to this root may have become longer than another. */
        const wmi_path_node *n = &s->nodes[node];
        bool stale = n->bend != WM_NO_INDEX && s->best[n->bend].stamp == s->stamp &&
                     n->g > s->best[n->bend].g * (1 + 1e-12) + 1e-12;
        best.node = WM_NO_INDEX;
        if (!stale)
            expand(s, node, &best);
    }
    return WM_NO_INDEX;
}

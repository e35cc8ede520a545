/* Paths that prefer some materials, or that follow nothing but links. A* over the midpoints of
 * edges finds a corridor. Within it, the crossings are moved along their edges until the cost
 * cannot be lowered further, which is a convex problem. The same is done with the corridor of the
 * shortest path, and the cheaper path is used. So the path is the best one in its corridor, but
 * another corridor may be better still. This is an approximation and is documented as one. */
#include "nav/path.h"

enum { SWEEPS = 200, STEPS = 40 };

static double cost_of(const wmi_path_search *s, uint32_t face)
{
    if (!s->costs)
        return 1;
    uint32_t material = s->mesh->materials[s->walk->faces[face].face];
    return (double)s->costs[material < 64 ? material : 63];
}

static wmi_point middle(const wmi_walk_face *f, uint32_t k)
{
    wmi_point a = wmi_corner(f, k), b = wmi_corner(f, (k + 1) % 3);
    return (wmi_point){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

/* The position of a node, view.root, is the midpoint of the edge by which it enters a
 * face. */
static void step_over(wmi_path_search *s, uint32_t node, uint32_t face, wmi_point at, double g,
                      double least)
{
    const wmi_walk_face *f = &s->walk->faces[face];
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t to = f->to[k];
        if (to == WM_NO_INDEX)
            continue;
        void *nodes = s->nodes;
        if (!wmi_grow(s->allocator, &nodes, &s->node_capacity, s->node_count + 1,
                      sizeof *s->nodes)) {
            s->out_of_memory = true;
            return;
        }
        s->nodes = nodes;
        wmi_path_node n = {.parent = node, .edge = to};
        n.view.root = middle(f, k);
        n.g = g + cost_of(s, face) * wmi_distance(at, n.view.root);
        wmi_path_best *b = &s->best[to];
        if (b->stamp == s->stamp && b->g <= n.g)
            continue;
        *b = (wmi_path_best){n.g, s->stamp, WM_NO_INDEX};
        n.f = n.g + least * wmi_distance(n.view.root, s->goal);
        s->nodes[s->node_count] = n;
        wmi_path_queue_push(&s->queue, s->nodes, (uint32_t)s->node_count++);
    }
}

static uint32_t search(wmi_path_search *s, double least)
{
    double best = INFINITY;
    uint32_t last = WM_NO_INDEX;
    step_over(s, WM_NO_INDEX, s->start_face, s->start, 0, least);
    for (;;) {
        uint32_t i = wmi_path_queue_pop(&s->queue, s->nodes, best);
        if (i == WM_NO_INDEX || s->out_of_memory)
            return last;
        wmi_path_node n = s->nodes[i];
        uint32_t face = n.edge / 3;
        if (n.g > s->best[n.edge].g)
            continue;
        if (face != s->goal_face) {
            step_over(s, i, face, n.view.root, n.g, least);
            continue;
        }
        double whole = n.g + cost_of(s, face) * wmi_distance(n.view.root, s->goal);
        if (whole < best) {
            best = whole;
            last = i;
        }
    }
}

/* The point on the edge from l to r where the way a - edge - b is cheapest. The cost is
 * convex along the edge, so ternary search finds it. */
static wmi_point cheapest(wmi_point l, wmi_point r, wmi_point a, double cost_a, wmi_point b,
                          double cost_b)
{
    double low = 0, high = 1;
    for (int i = 0; i < STEPS; i++) {
        double t[2] = {low + (high - low) / 3, high - (high - low) / 3}, c[2];
        for (int k = 0; k < 2; k++) {
            wmi_point p = {l.x + t[k] * (r.x - l.x), l.y + t[k] * (r.y - l.y)};
            c[k] = cost_a * wmi_distance(a, p) + cost_b * wmi_distance(p, b);
        }
        if (c[0] <= c[1])
            high = t[1];
        else
            low = t[0];
    }
    double t = (low + high) / 2;
    return (wmi_point){l.x + t * (r.x - l.x), l.y + t * (r.y - l.y)};
}

/* Moves the crossings, which are stored in the nodes from `last` back to the first. */
static void relax(wmi_path_search *s, uint32_t last)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double moved = 0;
        wmi_point after = s->goal;
        for (uint32_t i = last; i != WM_NO_INDEX; i = s->nodes[i].parent) {
            wmi_path_node *n = &s->nodes[i];
            const wmi_walk_face *f = &s->walk->faces[n->edge / 3];
            uint32_t k = n->edge % 3;
            uint32_t across = f->to[k] / 3;
            wmi_point before = n->parent == WM_NO_INDEX ? s->start : s->nodes[n->parent].view.root;
            wmi_point p = cheapest(wmi_corner(f, k), wmi_corner(f, (k + 1) % 3), before,
                                   cost_of(s, across), after, cost_of(s, n->edge / 3));
            double d = wmi_distance(p, n->view.root);
            moved = d > moved ? d : moved;
            n->view.root = p;
            after = p;
        }
        if (moved < 1e-7)
            break;
    }
}

/* Moves the crossings and sums up length and cost. */
static void price(wmi_path_search *s, uint32_t last, double *length, double *cost)
{
    relax(s, last);
    *length = *cost = 0;
    wmi_point after = s->goal;
    for (uint32_t i = last; i != WM_NO_INDEX; i = s->nodes[i].parent) {
        double d = wmi_distance(s->nodes[i].view.root, after);
        *length += d;
        *cost += d * cost_of(s, s->nodes[i].edge / 3);
        after = s->nodes[i].view.root;
    }
    double d = wmi_distance(s->start, after);
    *length += d;
    *cost += d * cost_of(s, s->start_face);
}

/* Tries the corridor of the shortest path too; its nodes are stored after those of the
 * other. So no path costs more than the shortest one. */
static uint32_t try_shortest(wmi_path_search *s, uint32_t last, double *length, double *cost)
{
    double other_length, other_cost;
    s->first_node = s->node_count;
    uint32_t node = wmi_path_run(s, &other_length);
    s->first_node = 0;
    s->too_much = false;
    if (node == WM_NO_INDEX)
        return last;
    wmi_path_settle(s, node, true);
    price(s, node, &other_length, &other_cost);
    if (other_cost >= *cost)
        return last;
    *length = other_length;
    *cost = other_cost;
    return node;
}

/* Finds a corridor and the cheapest path in it. `least`: the lowest cost of any material. */
static uint32_t take_corridor(wmi_path_search *s, double least, double *length, double *cost)
{
    if (!wmi_path_begin(s)) {
        s->out_of_memory = true;
        return WM_NO_INDEX;
    }
    wmi_path_queue_begin(&s->queue, least * wmi_distance(s->start, s->goal));
    uint32_t last = search(s, least);
    if (last == WM_NO_INDEX || s->out_of_memory)
        return WM_NO_INDEX;
    price(s, last, length, cost);
    return last;
}

uint32_t wmi_path_run_costs(wmi_path_search *s, double *length, double *cost)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < 64; i++)
        least = (double)s->costs[i] < least ? (double)s->costs[i] : least;
    uint32_t last = take_corridor(s, least, length, cost);
    return last == WM_NO_INDEX || wmi_path_is_torn(s) ? last : try_shortest(s, last, length, cost);
}

uint32_t wmi_path_run_corridor(wmi_path_search *s, double *length)
{
    double cost;
    return take_corridor(s, 1, length, &cost);
}

/* ---- laying it out ----------------------------------------------------- */

static wm_path_point crossing(const wmi_path_search *s, const wmi_path_node *n)
{
    const wmi_walk_face *f = &s->walk->faces[n->edge / 3];
    uint32_t k = n->edge % 3;
    const uint32_t *v = s->mesh->faces[f->face].vertex;
    wmi_point a = wmi_corner(f, k), b = wmi_corner(f, (k + 1) % 3);
    double length = wmi_distance(a, b), t = length > 0 ? wmi_distance(a, n->view.root) / length : 0;
    double za = (double)s->mesh->vertices[v[k]].z, zb = (double)s->mesh->vertices[v[(k + 1) % 3]].z;
    return (wm_path_point){
        {(float)n->view.root.x, (float)n->view.root.y, (float)(za + t * (zb - za))}, f->face, true};
}

/* Does the path go straight on at p? */
static bool straight(wmi_point a, wmi_point p, wmi_point b)
{
    return fabs(wmi_turn(a, p, b)) <= 1e-4 * wmi_distance(a, p) * wmi_distance(p, b);
}

/* Every crossing is a point; `bend` marks those where the path turns. */
void wmi_path_lay_out_costs(const wmi_path_search *s, uint32_t last, wm_path_point from,
                            wm_path_point to, wm_path *path)
{
    uint32_t count = 0;
    for (uint32_t i = last; i != WM_NO_INDEX; i = s->nodes[i].parent)
        count++;
    path->point_count = count + 2;
    path->face_count = count + 1;
    wmi_point after = s->goal;
    uint32_t at = count;
    for (uint32_t i = last; i != WM_NO_INDEX; i = s->nodes[i].parent, at--) {
        const wmi_path_node *n = &s->nodes[i];
        wmi_point before = n->parent == WM_NO_INDEX ? s->start : s->nodes[n->parent].view.root;
        wm_path_point p = crossing(s, n);
        p.bend = !straight(before, n->view.root, after);
        if (path->points && at < path->point_capacity)
            path->points[at] = p;
        if (path->faces && at < path->face_capacity)
            path->faces[at] = p.face;
        after = n->view.root;
    }
    if (path->points && path->point_capacity)
        path->points[0] = from;
    if (path->points && count + 1 < path->point_capacity)
        path->points[count + 1] = to;
    if (path->faces && path->face_capacity)
        path->faces[0] = from.face;
}

/* The graph of walkable faces: links in walk numbers, folds, corners, and a search
 * tree that tells in constant time what lies behind a bridge.
 *
 * Two observations make paths fast. A shortest path visits a face at most once, so
 * it never crosses a bridge of the graph whose far side does not hold the goal; and
 * it bends only where the floor around a corner spans more than half a turn. */
#include <math.h>

#include "nav/walk.h"

static double cross(double ax, double ay, double bx, double by)
{
    return ax * by - ay * bx;
}

static void copy_face(const wm_walkmesh *m, uint32_t face, wmi_walk_face *w)
{
    w->face = face;
    w->flags = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t v = m->faces[face].vertex[k];
        w->x[k] = m->vertices[v].x;
        w->y[k] = m->vertices[v].y;
        if (!isfinite(w->x[k]) || !isfinite(w->y[k]))
            w->flags = WMI_WALK_BROKEN;
    }
    if (w->flags)
        return;
    double area = cross((double)w->x[1] - (double)w->x[0], (double)w->y[1] - (double)w->y[0],
                        (double)w->x[2] - (double)w->x[0], (double)w->y[2] - (double)w->y[0]);
    if (area < 0)
        w->flags |= WMI_WALK_FLIPPED;
    else if (!(area > 0))
        w->flags |= WMI_WALK_FLAT;
}

static double apart(const wmi_walk_face *a, uint32_t i, const wmi_walk_face *b, uint32_t k)
{
    double x = (double)a->x[i] - (double)b->x[k], y = (double)a->y[i] - (double)b->y[k];
    return x * x + y * y;
}

/* Does edge k of a run from start to start of edge l of b? Told by vertex numbers, else
 * by place. The answer must be the same from both sides, or going round a corner would
 * not come back: so it is asked once and kept. */
static bool runs_along(const wm_walkmesh *m, const wmi_walk_face *a, uint32_t k,
                       const wmi_walk_face *b, uint32_t l)
{
    const uint32_t *v = m->faces[a->face].vertex, *w = m->faces[b->face].vertex;
    uint32_t k1 = (k + 1) % 3, l1 = (l + 1) % 3;
    if (v[k] == w[l1] || v[k1] == w[l])
        return false;
    if (v[k] == w[l] || v[k1] == w[l1])
        return true;
    return apart(a, k, b, l) + apart(a, k1, b, l1) < apart(a, k, b, l1) + apart(a, k1, b, l);
}

/* Faces that look the same way have their common edge in opposite directions. */
static bool is_fold(const wmi_walk_face *a, uint32_t k, const wmi_walk_face *b)
{
    bool along = a->flags >> k & WMI_WALK_ALONG;
    return along != (((a->flags ^ b->flags) & WMI_WALK_FLIPPED) != 0);
}

/* A face without area has no winding of its own: it takes the one that does not fold
 * it away from its first neighbour. */
static void orient_flat(wmi_walk *w, wmi_walk_face *f)
{
    for (uint32_t k = 0; k < 3; k++) {
        if (f->to[k] == WM_NO_INDEX)
            continue;
        const wmi_walk_face *g = &w->faces[f->to[k] / 3];
        if (g->flags & WMI_WALK_FLAT)
            continue;
        if (is_fold(f, k, g))
            f->flags ^= WMI_WALK_FLIPPED;
        return;
    }
}

static bool copy_links(const wm_walkmesh *m, wmi_walk *w)
{
    bool odd = false;
    for (uint32_t i = 0; i < w->count; i++) {
        wmi_walk_face *f = &w->faces[i];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t to = m->neighbours[f->face].edge[k];
            uint32_t other = to == WM_NO_INDEX ? WM_NO_INDEX : w->number[to / 3];
            f->to[k] = WM_NO_INDEX;
            if (other == WM_NO_INDEX || (f->flags | w->faces[other].flags) & WMI_WALK_BROKEN)
                continue;
            f->to[k] = 3 * other + to % 3;
            if (other < i && runs_along(m, &w->faces[other], to % 3, f, k)) {
                w->faces[other].flags |= (uint32_t)WMI_WALK_ALONG << to % 3;
                f->flags |= (uint32_t)WMI_WALK_ALONG << k;
            }
        }
        w->flat |= (f->flags & WMI_WALK_FLAT) != 0;
    }
    for (uint32_t i = 0; w->flat && i < w->count; i++)
        if (w->faces[i].flags & WMI_WALK_FLAT)
            orient_flat(w, &w->faces[i]);
    for (uint32_t i = 0; i < w->count; i++) {
        wmi_walk_face *f = &w->faces[i];
        for (uint32_t k = 0; k < 3; k++)
            if (f->to[k] != WM_NO_INDEX && is_fold(f, k, &w->faces[f->to[k] / 3])) {
                f->flags |= (uint32_t)WMI_WALK_FOLD << k;
                odd = true;
            }
    }
    return odd || w->flat;
}

/* ---- corners ----------------------------------------------------------- */

bool wmi_walk_step(const wmi_walk *w, wmi_walk_turn *t)
{
    const wmi_walk_face *f = &w->faces[t->face];
    uint32_t before = (t->corner + 2) % 3, out = t->edge == t->corner ? before : t->corner;
    uint32_t to = f->to[out];
    if (to == WM_NO_INDEX)
        return false;
    uint32_t a = to % 3, b = (a + 1) % 3;
    bool along = f->flags >> out & WMI_WALK_ALONG;
    *t = (wmi_walk_turn){to / 3, (t->corner == out) == along ? a : b, a};
    return true;
}

double wmi_walk_angle(const wmi_walk_face *f, uint32_t k)
{
    uint32_t i = (k + 1) % 3, j = (k + 2) % 3;
    double ax = (double)f->x[i] - (double)f->x[k], ay = (double)f->y[i] - (double)f->y[k];
    double bx = (double)f->x[j] - (double)f->x[k], by = (double)f->y[j] - (double)f->y[k];
    return atan2(fabs(cross(ax, ay, bx, by)), ax * bx + ay * by);
}

static bool is_start(wmi_walk_turn t, wmi_walk_turn from)
{
    return t.face == from.face && t.corner == from.corner;
}

/* Do the faces from the corner `from` to the border, or back to it, span more than they
 * would on plain floor? By their angles, for folds and upright faces. */
static bool spans_more(const wmi_walk *w, wmi_walk_turn from, bool closed)
{
    const double pi = 3.14159265358979323846;
    double limit = closed ? 2 * pi : pi, sum = 0;
    wmi_walk_turn t = from;
    do {
        const wmi_walk_face *f = &w->faces[t.face];
        if (f->flags & WMI_WALK_FLAT)
            return true; /* its angles say nothing where an edge has no length */
        sum += wmi_walk_angle(f, t.corner);
    } while (wmi_walk_step(w, &t) && !is_start(t, from));
    return sum > limit + 1e-7;
}

/* Gives every corner of the fan that starts at `from` its number. True if it spans more
 * than half a turn, or if it closes, more than a whole one. Where nothing is folded signs
 * tell: the direction crosses that of the start's opposite when a half turn is full. */
static bool number_fan(wmi_walk *w, wmi_walk_turn from, bool closed, uint8_t *done)
{
    const wmi_walk_face *first = &w->faces[from.face];
    uint32_t base = from.edge == from.corner ? (from.corner + 1) % 3 : (from.corner + 2) % 3;
    double dx = (double)first->x[base] - (double)first->x[from.corner];
    double dy = (double)first->y[base] - (double)first->y[from.corner];
    bool ccw = (from.edge == from.corner) == !(first->flags & WMI_WALK_FLIPPED);
    int halves = 0; /* half turns completed */
    wmi_walk_turn t = from;
    do {
        wmi_walk_face *f = &w->faces[t.face];
        uint32_t far = t.edge == t.corner ? (t.corner + 2) % 3 : (t.corner + 1) % 3;
        double c = cross(dx, dy, (double)f->x[far] - (double)f->x[t.corner],
                         (double)f->y[far] - (double)f->y[t.corner]);
        double side = ccw ? c : -c;
        halves += halves % 2 == 0 ? side < 0 : side > 0;
        done[t.face] |= (uint8_t)(1u << t.corner);
        f->fan[t.corner] = w->fan_count;
    } while (wmi_walk_step(w, &t) && !is_start(t, from));
    w->fan_count++;
    return halves > (closed ? 2 : 0);
}

static void take_fan(wmi_walk *w, wmi_walk_turn from, bool closed, bool odd, uint8_t *done)
{
    bool bends = number_fan(w, from, closed, done);
    wmi_walk_turn t = from;
    if (odd ? !spans_more(w, from, closed) : !bends)
        return;
    do
        w->faces[t.face].flags |= (uint32_t)WMI_WALK_TURN << t.corner;
    while (wmi_walk_step(w, &t) && !is_start(t, from));
}

/* A fan never runs in a circle that misses its start: links go both ways, so each
 * step can be undone. */
static void find_corners(wmi_walk *w, uint8_t *done, bool odd)
{
    for (uint32_t i = 0; i < w->count; i++) /* fans between two borders */
        for (uint32_t k = 0; k < 3; k++) {
            if (w->faces[i].to[k] != WM_NO_INDEX)
                continue;
            const uint32_t ends[2] = {k, (k + 1) % 3};
            for (int e = 0; e < 2; e++)
                if (!(done[i] >> ends[e] & 1)) {
                    wmi_walk_turn from = {i, ends[e], k};
                    take_fan(w, from, false, odd, done);
                }
        }
    for (uint32_t i = 0; i < w->count; i++) /* fans that close */
        for (uint32_t k = 0; k < 3; k++)
            if (!(done[i] >> k & 1)) {
                wmi_walk_turn from = {i, k, k};
                take_fan(w, from, true, odd, done);
            }
}

/* ---- regions and bridges ----------------------------------------------- */

typedef struct search {
    uint32_t *low;   /* lowest number of the tree that is reached from below */
    uint32_t *stack; /* walk edge by which each face on the way was entered */
    uint8_t *next;   /* next edge to look at */
} search;

/* Done with the face that was entered by `edge`: tells its parent what it reached. */
static void leave(wmi_walk *w, search *s, uint32_t edge, uint32_t counter)
{
    wmi_walk_face *f = &w->faces[edge / 3];
    uint32_t back = f->to[edge % 3];
    wmi_walk_face *parent = &w->faces[back / 3];
    f->last = counter;
    if (s->low[edge / 3] > parent->first) {
        f->flags |= (uint32_t)WMI_WALK_BRIDGE << edge % 3;
        parent->flags |= (uint32_t)WMI_WALK_BRIDGE << back % 3;
    }
    if (s->low[edge / 3] < s->low[back / 3])
        s->low[back / 3] = s->low[edge / 3];
}

/* Depth first without recursion. */
static void explore(wmi_walk *w, search *s)
{
    uint32_t counter = 0;
    for (uint32_t i = 0; i < w->count; i++)
        w->faces[i].first = WM_NO_INDEX;
    for (uint32_t root = 0; root < w->count; root++) {
        uint32_t depth = 0, base = w->region_count;
        if (w->faces[root].first != WM_NO_INDEX)
            continue;
        w->region_count++;
        uint32_t at = root, entered = WM_NO_INDEX;
        for (;;) {
            wmi_walk_face *f = &w->faces[at];
            if (f->first == WM_NO_INDEX) {
                f->first = s->low[at] = counter++;
                s->next[at] = 0;
                w->region[at] = base;
                s->stack[depth++] = entered;
            }
            entered = s->stack[depth - 1];
            uint32_t k = s->next[at]++;
            if (k == 3) {
                depth--;
                if (depth == 0) {
                    f->last = counter;
                    break;
                }
                leave(w, s, entered, counter);
                at = f->to[entered % 3] / 3;
                continue;
            }
            if (f->to[k] == WM_NO_INDEX || 3 * at + k == entered)
                continue;
            wmi_walk_face *g = &w->faces[f->to[k] / 3];
            if (g->first == WM_NO_INDEX) {
                entered = f->to[k];
                at = f->to[k] / 3;
            } else if (g->first < s->low[at]) {
                s->low[at] = g->first;
            }
        }
    }
}

static bool find_odd_regions(wmi_walk *w, wmi_arena *arena)
{
    const uint32_t odd = WMI_WALK_FLAT | WMI_WALK_FOLD * 7;
    w->region_odd = wmi_arena_new(arena, w->region_count, 1);
    for (uint32_t i = 0; w->region_odd && i < w->count; i++)
        if (w->faces[i].flags & odd)
            w->region_odd[w->region[i]] = 1;
    return w->region_odd != NULL;
}

static bool passes(const wm_walkmesh *m, const wm_query_filter *filter, const wmi_walk_face *f)
{
    uint32_t material = m->materials[f->face];
    if (!filter)
        return true;
    if (filter->materials && (material >= 64 || !(filter->materials >> material & 1)))
        return false;
    return !(filter->upward_only && f->flags & WMI_WALK_FLIPPED);
}

bool wmi_walk_build(const wm_walkmesh *m, const wm_query_filter *filter, wmi_arena *arena,
                    wmi_walk *w)
{
    uint32_t n = m->walkable_count, at = 0;
    wmi_arena scratch;
    *w = (wmi_walk){.faces = wmi_arena_raw(arena, n, sizeof *w->faces),
                    .number = wmi_arena_raw(arena, m->face_count, sizeof *w->number),
                    .region = wmi_arena_raw(arena, n, sizeof *w->region)};
    wmi_arena_init(&scratch, &arena->allocator, 0);
    search s = {.low = wmi_arena_raw(&scratch, n, sizeof *s.low),
                .stack = wmi_arena_raw(&scratch, n, sizeof *s.stack),
                .next = wmi_arena_raw(&scratch, n, 1)};
    uint8_t *done = wmi_arena_new(&scratch, n, 1);
    bool good = w->faces && w->number && w->region && s.low && s.stack && s.next && done;
    if (good) {
        for (uint32_t i = 0; i < m->face_count; i++) {
            w->number[i] = WM_NO_INDEX;
            if (!m->walkable[i])
                continue;
            copy_face(m, i, &w->faces[at]);
            if (passes(m, filter, &w->faces[at]))
                w->number[i] = at++;
        }
        w->count = at;
        bool odd = copy_links(m, w);
        find_corners(w, done, odd);
        explore(w, &s);
        good = find_odd_regions(w, arena);
    }
    wmi_arena_free(&scratch);
    return good;
}

/* The graph of walkable faces: links by walk index, folds, corners, and a search tree that
 * says in constant time what lies beyond a bridge.
 *
 * Two observations make paths fast. A shortest path visits a face at most once, so it never
 * crosses a bridge of the graph unless the goal is on the far side. And it bends only where
 * the floor around a corner spans more than half a turn. */
#include <math.h>

#include "nav/walk.h"

/* The corner or edge after k, and the one before: cheaper than % 3. */
static inline uint32_t after(uint32_t k)
{
    return k == 2 ? 0 : k + 1;
}

static inline uint32_t before(uint32_t k)
{
    return k == 0 ? 2 : k - 1;
}

static double cross(double ax, double ay, double bx, double by)
{
    return ax * by - ay * bx;
}

static void copy_face(const wm_walkmesh *m, uint32_t face, wmi_walk_face *w)
{
    w->face = face;
    w->flags = 0;
    w->first = WM_NO_INDEX;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t v = m->faces[face].vertex[k];
        w->x[k] = m->vertices[v].x;
        w->y[k] = m->vertices[v].y;
        w->fan[k] = WM_NO_INDEX;
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

/* Do edge k of a and edge l of b run in the same direction? Decided by vertex index,
 * otherwise by position. The answer must be the same from both sides, or going around a
 * corner would not return to the start. So it is computed once and stored. */
static bool runs_along(const wm_walkmesh *m, const wmi_walk_face *a, uint32_t k,
                       const wmi_walk_face *b, uint32_t l)
{
    const uint32_t *v = m->faces[a->face].vertex, *w = m->faces[b->face].vertex;
    uint32_t k1 = after(k), l1 = after(l);
    if (v[k] == w[l1] || v[k1] == w[l])
        return false;
    if (v[k] == w[l] || v[k1] == w[l1])
        return true;
    return apart(a, k, b, l) + apart(a, k1, b, l1) < apart(a, k, b, l1) + apart(a, k1, b, l);
}

/* Links are given by files, too, and may join any two edges. Paths are only exact if the
 * two are in the same place in plan view. */
static bool is_torn(const wm_walkmesh *m, const wmi_walk_face *a, uint32_t k,
                    const wmi_walk_face *b, uint32_t l, bool along)
{
    const uint32_t *v = m->faces[a->face].vertex, *w = m->faces[b->face].vertex;
    uint32_t k1 = after(k), first = along ? l : after(l), last = along ? after(l) : l;
    return (v[k] != w[first] && apart(a, k, b, first) > 0) ||
           (v[k1] != w[last] && apart(a, k1, b, last) > 0);
}

/* Faces with the same winding have their common edge in opposite directions. */
static bool is_fold(const wmi_walk_face *a, uint32_t k, const wmi_walk_face *b)
{
    bool along = a->flags >> k & WMI_WALK_ALONG;
    return along != (((a->flags ^ b->flags) & WMI_WALK_FLIPPED) != 0);
}

/* A face without area has no winding of its own. It gets the one that makes no fold at its
 * first neighbour that has an area. */
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

/* Sets the links of face i. For links to earlier faces, also records whether both edges run
 * in the same direction, and whether they are in different places. */
static void copy_links(const wm_walkmesh *m, wmi_walk *w, uint32_t i)
{
    wmi_walk_face *f = &w->faces[i];
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t to = m->neighbours[f->face].edge[k], face = to / 3, l = to - 3 * face;
        uint32_t other = to == WM_NO_INDEX ? WM_NO_INDEX : w->number[face];
        f->to[k] = WM_NO_INDEX;
        if (other == WM_NO_INDEX || (f->flags | w->faces[other].flags) & WMI_WALK_BROKEN)
            continue;
        f->to[k] = 3 * other + l;
        if (other >= i)
            continue;
        bool along = runs_along(m, &w->faces[other], l, f, k);
        if (along) {
            w->faces[other].flags |= (uint32_t)WMI_WALK_ALONG << l;
            f->flags |= (uint32_t)WMI_WALK_ALONG << k;
        }
        if (is_torn(m, &w->faces[other], l, f, k, along))
            f->flags |= WMI_WALK_TORN;
    }
}

/* Returns true if there are folds. */
static bool find_folds(wmi_walk *w)
{
    bool any = false;
    for (uint32_t i = 0; i < w->count; i++) {
        wmi_walk_face *f = &w->faces[i];
        for (uint32_t k = 0; k < 3; k++)
            if (f->to[k] != WM_NO_INDEX && is_fold(f, k, &w->faces[f->to[k] / 3])) {
                f->flags |= (uint32_t)WMI_WALK_FOLD << k;
                any = true;
            }
    }
    return any;
}

/* Returns true unless everything is plain floor. If all faces have the same winding and no
 * two linked edges run in the same direction, there are no folds. */
static bool link_all(const wm_walkmesh *m, wmi_walk *w)
{
    uint32_t some = 0, every = ~0u;
    for (uint32_t i = 0; i < w->count; i++)
        copy_links(m, w, i);
    for (uint32_t i = 0; i < w->count; i++) {
        some |= w->faces[i].flags;
        every &= w->faces[i].flags;
    }
    w->flat = (some & WMI_WALK_FLAT) != 0;
    for (uint32_t i = 0; w->flat && i < w->count; i++)
        if (w->faces[i].flags & WMI_WALK_FLAT)
            orient_flat(w, &w->faces[i]);
    bool torn = some & WMI_WALK_TORN;
    if (!w->flat && !(some & WMI_WALK_ALONG * 7) && !((some ^ every) & WMI_WALK_FLIPPED))
        return torn;
    return find_folds(w) || w->flat || torn;
}

/* ---- corners ----------------------------------------------------------- */

static inline bool step(const wmi_walk *w, wmi_walk_turn *t)
{
    const wmi_walk_face *f = &w->faces[t->face];
    uint32_t out = t->edge == t->corner ? before(t->corner) : t->corner;
    uint32_t to = f->to[out];
    if (to == WM_NO_INDEX)
        return false;
    uint32_t face = to / 3, a = to - 3 * face;
    bool along = f->flags >> out & WMI_WALK_ALONG;
    *t = (wmi_walk_turn){face, (t->corner == out) == along ? a : after(a), a};
    return true;
}

bool wmi_walk_step(const wmi_walk *w, wmi_walk_turn *t)
{
    return step(w, t);
}

double wmi_walk_angle(const wmi_walk_face *f, uint32_t k)
{
    uint32_t i = after(k), j = before(k);
    double ax = (double)f->x[i] - (double)f->x[k], ay = (double)f->y[i] - (double)f->y[k];
    double bx = (double)f->x[j] - (double)f->x[k], by = (double)f->y[j] - (double)f->y[k];
    return wmi_atan2(fabs(cross(ax, ay, bx, by)), ax * bx + ay * by);
}

static inline bool is_start(wmi_walk_turn t, wmi_walk_turn from)
{
    return t.face == from.face && t.corner == from.corner;
}

/* Do the faces from the corner `from` to the border, or back to it, span more than they
 * would on plain floor? Adds up their angles, for folds and upright faces. */
static bool spans_more(const wmi_walk *w, wmi_walk_turn from, bool closed)
{
    const double pi = 3.14159265358979323846;
    double limit = closed ? 2 * pi : pi, sum = 0;
    wmi_walk_turn t = from;
    do {
        const wmi_walk_face *f = &w->faces[t.face];
        if (f->flags & WMI_WALK_FLAT)
            return true; /* angles mean nothing where an edge has no length */
        sum += wmi_walk_angle(f, t.corner);
    } while (wmi_walk_step(w, &t) && !is_start(t, from));
    return sum > limit + 1e-12; /* far below the rounding of views: see wmi_on_rim */
}

/* Numbers every corner of the fan that starts at `from`. Returns true if the fan spans more
 * than half a turn or, if closed, more than a full turn. Without folds, signs decide this:
 * the direction crosses the opposite of the start direction when half a turn is complete.
 * *odd is set where signs are not enough. */
static bool number_fan(wmi_walk *w, wmi_walk_turn from, bool closed, bool *odd)
{
    const wmi_walk_face *first = &w->faces[from.face];
    uint32_t base = from.edge == from.corner ? after(from.corner) : before(from.corner);
    double dx = (double)first->x[base] - (double)first->x[from.corner];
    double dy = (double)first->y[base] - (double)first->y[from.corner];
    bool ccw = (from.edge == from.corner) == !(first->flags & WMI_WALK_FLIPPED);
    int halves = 0; /* half turns completed */
    uint32_t doubtful = 0;
    wmi_walk_turn t = from;
    do {
        wmi_walk_face *f = &w->faces[t.face];
        uint32_t far = t.edge == t.corner ? before(t.corner) : after(t.corner);
        double c = cross(dx, dy, (double)f->x[far] - (double)f->x[t.corner],
                         (double)f->y[far] - (double)f->y[t.corner]);
        double side = ccw ? c : -c;
        halves += halves % 2 == 0 ? side < 0 : side > 0;
        doubtful |= f->flags & (WMI_WALK_FLAT | (uint32_t)WMI_WALK_FOLD << t.corner |
                                (uint32_t)WMI_WALK_FOLD << before(t.corner));
        f->fan[t.corner] = w->fan_count;
    } while (step(w, &t) && !is_start(t, from));
    w->fan_count++;
    *odd = doubtful != 0;
    return halves > (closed ? 2 : 0);
}

static void take_fan(wmi_walk *w, wmi_walk_turn from, bool closed)
{
    bool odd, bends = number_fan(w, from, closed, &odd);
    wmi_walk_turn t = from;
    if (odd ? !spans_more(w, from, closed) : !bends)
        return;
    do
        w->faces[t.face].flags |= (uint32_t)WMI_WALK_TURN << t.corner;
    while (step(w, &t) && !is_start(t, from));
}

/* A fan never runs in a circle that misses its start: links go both ways, so each step can
 * be reversed. */
static void find_corners(wmi_walk *w)
{
    for (uint32_t i = 0; i < w->count; i++) /* fans between two borders */
        for (uint32_t k = 0; k < 3; k++) {
            if (w->faces[i].to[k] != WM_NO_INDEX)
                continue;
            const uint32_t ends[2] = {k, after(k)};
            for (int e = 0; e < 2; e++)
                if (w->faces[i].fan[ends[e]] == WM_NO_INDEX) {
                    wmi_walk_turn from = {i, ends[e], k};
                    take_fan(w, from, false);
                }
        }
    for (uint32_t i = 0; i < w->count; i++) /* closed fans */
        for (uint32_t k = 0; k < 3; k++)
            if (w->faces[i].fan[k] == WM_NO_INDEX) {
                wmi_walk_turn from = {i, k, k};
                take_fan(w, from, true);
            }
}

/* ---- regions and bridges ----------------------------------------------- */

/* Faces not yet known to lie below a bridge form a list in `gate`, newest first. Sets their
 * gate, up to face `last`. */
static void close_faces(wmi_walk *w, uint32_t last, uint32_t gate, uint32_t *open)
{
    uint32_t at = *open, next;
    do {
        next = w->gate[at];
        w->gate[at] = gate;
    } while (at != last && (at = next, true));
    *open = next;
}

/* Finishes the face that was entered by `edge`: passes what it reached to its parent, and
 * returns the edge by which the parent was left. Until then, `last` holds the lowest tree
 * number reached from the face or its descendants. */
static inline uint32_t leave(wmi_walk *w, uint32_t edge, uint32_t counter, uint32_t *open)
{
    wmi_walk_face *f = &w->faces[edge / 3];
    uint32_t back = f->to[edge % 3], low = f->last;
    wmi_walk_face *parent = &w->faces[back / 3];
    f->last = counter;
    if (low > parent->first) {
        f->flags |= (uint32_t)WMI_WALK_BRIDGE << edge % 3;
        parent->flags |= (uint32_t)WMI_WALK_BRIDGE << back % 3;
        close_faces(w, edge / 3, edge, open);
    }
    parent->last = low < parent->last ? low : parent->last;
    return back;
}

/* Depth first from a root, without recursion. `stack` holds the walk edges by which the
 * faces on the current path were entered. */
static uint32_t explore_region(wmi_walk *w, uint32_t root, uint32_t counter, uint32_t *stack)
{
    uint32_t depth = 0, at = root, k = 0, entered = WM_NO_INDEX, region = w->region_count++;
    uint32_t open = WM_NO_INDEX;
    wmi_walk_face *f = &w->faces[root];
    for (;;) {
        if (k == 0) { /* a new face */
            f->first = f->last = counter++;
            w->region[at] = region;
            w->gate[at] = open;
            open = at;
            stack[depth++] = entered;
        }
        for (; k < 3; k++) {
            uint32_t to = f->to[k];
            if (to == WM_NO_INDEX || 3 * at + k == entered)
                continue;
            uint32_t number = w->faces[to / 3].first;
            if (number == WM_NO_INDEX) {
                entered = to;
                break;
            }
            f->last = number < f->last ? number : f->last;
        }
        if (k < 3) {
            at = entered / 3;
            k = 0;
        } else {
            if (--depth == 0)
                break;
            uint32_t back = leave(w, entered, counter, &open);
            entered = stack[depth - 1];
            at = back / 3;
            k = back % 3 + 1;
        }
        f = &w->faces[at];
    }
    f->last = counter;
    close_faces(w, root, WM_NO_INDEX, &open);
    return counter;
}

static void explore(wmi_walk *w, uint32_t *stack)
{
    uint32_t counter = 0;
    for (uint32_t root = 0; root < w->count; root++)
        if (w->faces[root].first == WM_NO_INDEX)
            counter = explore_region(w, root, counter, stack);
}

static bool find_odd_regions(wmi_walk *w, wmi_arena *arena, bool any)
{
    const uint32_t odd = WMI_WALK_FLAT | WMI_WALK_TORN | WMI_WALK_FOLD * 7;
    w->region_odd = wmi_arena_new(arena, w->region_count, 1);
    w->region_torn = wmi_arena_new(arena, w->region_count, 1);
    bool good = w->region_odd && w->region_torn;
    for (uint32_t i = 0; any && good && i < w->count; i++) {
        w->region_odd[w->region[i]] |= (w->faces[i].flags & odd) != 0;
        w->region_torn[w->region[i]] |= (w->faces[i].flags & WMI_WALK_TORN) != 0;
    }
    return good;
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
                    .region = wmi_arena_raw(arena, n, sizeof *w->region),
                    .gate = wmi_arena_raw(arena, n, sizeof *w->gate)};
    wmi_arena_init(&scratch, &arena->allocator, 0);
    uint32_t *stack = wmi_arena_raw(&scratch, n, sizeof *stack);
    bool good = w->faces && w->number && w->region && w->gate && stack;
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
        bool odd = link_all(m, w);
        find_corners(w);
        explore(w, stack);
        good = find_odd_regions(w, arena, odd);
    }
    wmi_arena_free(&scratch);
    return good;
}

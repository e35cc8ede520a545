/* The slow reference for paths: a visibility graph of corners on the unfolded floor.
 *
 * Why ties need no care: the sides of a cone of sight run through corners that are seen
 * themselves. So it does not matter whether a corner on a side is seen too, unless all lie
 * on a line of zero width: see `spread`. Why one line of sight never enters a face twice: a
 * face is convex and measured straight, so a path that returns to it is not the shortest.
 * Where floors lie above one another, cones could continue almost endlessly. A cone is
 * dropped if walking along edges is shorter to everything that it still sees (see `late`). */
#include "path_reference.h"
#include "base/union_find.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct spot {
    long double x, y;
} spot;

/* Maps a position p in plan view to a * p + t on the unfolded floor. */
typedef struct layout {
    long double a[4];
    spot t;
    bool mirrored;
} layout;

typedef struct view {
    uint32_t corner; /* index of the corner seen */
    double distance;
} view;

typedef struct views {
    view *list;
    uint32_t count, capacity;
    bool known;
} views;

/* Faces meet at a corner only if links around it lead from one to the other: a vertex where
 * two parts of the floor merely touch gives two corners. */
struct test_reference {
    const wm_walkmesh *mesh;
    bool *allowed;
    uint32_t *corner;     /* per 3 * face + k: its corner */
    uint32_t count;       /* corners */
    uint32_t *first, *at; /* the 3 * face + k of corner c: at[first[c]] to at[first[c + 1]] */
    views *seen;          /* from each corner, filled on demand */
    bool *busy;           /* faces that the current line of sight has crossed */
    uint32_t *region;     /* per face, by flood fill */
    unsigned long spent;  /* faces that cones have entered in this sweep */
};

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

/* ---- geometry ---------------------------------------------------------- */

static long double cross(spot a, spot b)
{
    return a.x * b.y - a.y * b.x;
}

static long double dot(spot a, spot b)
{
    return a.x * b.x + a.y * b.y;
}

/* 1 if b is left of a, -1 if right, 0 if they are collinear up to rounding. */
static int turns(spot a, spot b)
{
    long double c = cross(a, b), least = 1e-16L * sqrtl(dot(a, a) * dot(b, b));
    return c > least ? 1 : c < -least ? -1 : 0;
}

static spot minus(spot a, spot b)
{
    return (spot){a.x - b.x, a.y - b.y};
}

static spot place(const test_reference *r, uint32_t corner)
{
    wm_vec3 v = r->mesh->vertices[r->mesh->faces[corner / 3].vertex[corner % 3]];
    return (spot){(long double)v.x, (long double)v.y};
}

static spot apply(const layout *m, spot p)
{
    return (spot){m->a[0] * p.x + m->a[1] * p.y + m->t.x, m->a[2] * p.x + m->a[3] * p.y + m->t.y};
}

/* Mirrors the layout of the next faces at the line through a and b in plan view. */
static layout fold(const layout *m, spot a, spot b)
{
    spot d = minus(b, a);
    long double n = dot(d, d), c = (d.x * d.x - d.y * d.y) / n, s = 2 * d.x * d.y / n;
    layout out = {{m->a[0] * c + m->a[1] * s, m->a[0] * s - m->a[1] * c, m->a[2] * c + m->a[3] * s,
                   m->a[2] * s - m->a[3] * c},
                  {0, 0},
                  !m->mirrored};
    spot at = apply(m, a), now = apply(&out, a);
    out.t = minus(at, now);
    return out;
}

/* The corner of the face across a link that coincides with `corner`, an end of `edge`. */
static uint32_t across(const test_reference *r, uint32_t edge, uint32_t corner)
{
    const wm_walk_face *faces = r->mesh->faces;
    uint32_t to = r->mesh->neighbours[edge / 3].edge[edge % 3];
    uint32_t a = to, b = to / 3 * 3 + (to % 3 + 1) % 3;
    uint32_t other = corner == edge ? edge / 3 * 3 + (edge % 3 + 1) % 3 : edge;
    uint32_t here = faces[corner / 3].vertex[corner % 3],
             there = faces[other / 3].vertex[other % 3];
    uint32_t va = faces[a / 3].vertex[a % 3], vb = faces[b / 3].vertex[b % 3];
    if (here == va || there == vb)
        return a;
    if (here == vb || there == va)
        return b;
    spot p = place(r, corner), da = minus(place(r, a), p), db = minus(place(r, b), p);
    return dot(da, da) <= dot(db, db) ? a : b;
}

static bool linked(const test_reference *r, uint32_t edge)
{
    uint32_t to = r->mesh->neighbours[edge / 3].edge[edge % 3];
    return r->allowed[edge / 3] && to != WM_NO_INDEX && r->allowed[to / 3];
}

/* ---- corners and regions ----------------------------------------------- */

static bool finite_face(const wm_walkmesh *m, uint32_t f)
{
    for (int k = 0; k < 3; k++) {
        wm_vec3 v = m->vertices[m->faces[f].vertex[k]];
        if (!isfinite(v.x) || !isfinite(v.y))
            return false;
    }
    return true;
}

static void find_corners(test_reference *r)
{
    uint32_t faces = r->mesh->face_count, places = 3 * faces;
    uint32_t *parent = need(malloc((places + 1) * sizeof *parent));
    for (uint32_t i = 0; i < places; i++)
        parent[i] = i;
    for (uint32_t f = 0; f < faces; f++)
        r->region[f] = f;
    for (uint32_t e = 0; e < places; e++) {
        if (!linked(r, e))
            continue;
        uint32_t ends[2] = {e, e / 3 * 3 + (e % 3 + 1) % 3};
        for (int i = 0; i < 2; i++)
            wmi_union_join(parent, ends[i], across(r, e, ends[i]));
        wmi_union_join(r->region, e / 3, r->mesh->neighbours[e / 3].edge[e % 3] / 3);
    }
    for (uint32_t i = 0; i < places; i++) /* a root comes before its members */
        r->corner[i] =
            wmi_union_root(parent, i) == i ? r->count++ : r->corner[wmi_union_root(parent, i)];
    r->first = need(calloc((size_t)r->count + 2, sizeof *r->first));
    r->at = parent;
    for (uint32_t i = 0; i < places; i++)
        r->first[r->corner[i] + 2]++;
    for (uint32_t c = 2; c <= r->count; c++)
        r->first[c] += r->first[c - 1];
    for (uint32_t i = 0; i < places; i++)
        r->at[r->first[r->corner[i] + 1]++] = i;
    for (uint32_t f = 0; f < faces; f++)
        r->region[f] = wmi_union_root(r->region, f);
}

test_reference *test_reference_create(const wm_walkmesh *mesh, const bool *allowed)
{
    test_reference *r = need(calloc(1, sizeof *r));
    size_t n = mesh->face_count;
    r->mesh = mesh;
    r->allowed = need(calloc(n + 1, sizeof *r->allowed));
    r->busy = need(calloc(n + 1, sizeof *r->busy));
    r->region = need(malloc((n + 1) * sizeof *r->region));
    r->corner = need(malloc((3 * n + 1) * sizeof *r->corner));
    for (uint32_t f = 0; f < n; f++)
        r->allowed[f] = mesh->walkable[f] && (!allowed || allowed[f]) && finite_face(mesh, f);
    find_corners(r);
    r->seen = need(calloc((size_t)r->count + 1, sizeof *r->seen));
    return r;
}

void test_reference_free(test_reference *r)
{
    if (!r)
        return;
    for (uint32_t c = 0; c < r->count; c++)
        free(r->seen[c].list);
    free(r->seen);
    free(r->first);
    free(r->at);
    free(r->corner);
    free(r->region);
    free(r->busy);
    free(r->allowed);
    free(r);
}

bool test_reference_joined(test_reference *r, uint32_t from_face, uint32_t to_face)
{
    return r->allowed[from_face] && r->allowed[to_face] &&
           r->region[from_face] == r->region[to_face];
}

/* ---- along edges ------------------------------------------------------- */

typedef struct step {
    double length;
    uint32_t corner;
} step;

typedef struct heap {
    step *list;
    size_t count, capacity;
} heap;

static void push(heap *h, step s)
{
    if (h->count == h->capacity) {
        h->capacity = h->capacity ? 2 * h->capacity : 256;
        h->list = need(realloc(h->list, h->capacity * sizeof *h->list));
    }
    size_t i = h->count++;
    for (; i && h->list[(i - 1) / 2].length > s.length; i = (i - 1) / 2)
        h->list[i] = h->list[(i - 1) / 2];
    h->list[i] = s;
}

static step pop(heap *h)
{
    step top = h->list[0], last = h->list[--h->count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < h->count; i = child) {
        if (child + 1 < h->count && h->list[child + 1].length < h->list[child].length)
            child++;
        if (h->list[child].length >= last.length)
            break;
        h->list[i] = h->list[child];
    }
    h->list[i] = last;
    return top;
}

static double *endless(const test_reference *r)
{
    double *way = need(malloc(((size_t)r->count + 1) * sizeof *way));
    for (uint32_t c = 0; c < r->count; c++)
        way[c] = INFINITY;
    return way;
}

/* Relaxes `way` from the corners in the heap along the edges of faces. */
static void along_edges(const test_reference *r, heap *h, double *way)
{
    while (h->count) {
        step s = pop(h);
        if (s.length > way[s.corner])
            continue;
        for (uint32_t i = r->first[s.corner]; i < r->first[s.corner + 1]; i++) {
            uint32_t from = r->at[i], face = from / 3;
            for (uint32_t k = 0; r->allowed[face] && k < 3; k++) {
                spot d = minus(place(r, 3 * face + k), place(r, from));
                double length = s.length + (double)sqrtl(dot(d, d));
                uint32_t to = r->corner[3 * face + k];
                if (length < way[to]) {
                    way[to] = length;
                    push(h, (step){length, to});
                }
            }
        }
    }
}

/* ---- seeing ------------------------------------------------------------ */

/* A view from the origin of a layout; the goal, if any, is a point of a face. */
typedef struct sweep {
    test_reference *r;
    views *seen;
    uint32_t goal_face; /* WM_NO_INDEX: none */
    spot goal;          /* in plan view */
    double *reached;    /* shortest straight distance to it */
    double *way;        /* length along edges to each corner */
} sweep;

static void see(sweep *s, uint32_t corner, spot at)
{
    views *v = s->seen;
    if (v->count == v->capacity) {
        v->capacity = v->capacity ? 2 * v->capacity : 32;
        v->list = need(realloc(v->list, v->capacity * sizeof *v->list));
    }
    v->list[v->count++] = (view){s->r->corner[corner], (double)sqrtl(dot(at, at))};
}

/* Returns true for a cone between two directions, at most half a turn wide. */
static bool opens(spot left, spot right)
{
    int c = turns(right, left);
    return c > 0 || (c == 0 && dot(right, left) < 0);
}

/* The point where a direction meets the line through p and q. */
static spot meet(spot p, spot q, spot direction)
{
    long double a = cross(direction, p), b = cross(direction, q);
    long double t = a - b != 0 ? a / (a - b) : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return (spot){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
}

/* Returns true if walking along edges to an end of the edge p - q, and then along it, is
 * shorter than the straight line to every point of it that the cone sees. Away from that
 * end, the length along the edge grows as fast as the straight line can, so the far point
 * decides. */
static bool late(const sweep *s, uint32_t end, spot at, spot far)
{
    spot d = minus(far, at);
    long double straight = sqrtl(dot(far, far));
    return (long double)s->way[s->r->corner[end]] + sqrtl(dot(d, d)) < straight * (1 - 1e-12L);
}

/* Continues the cone out of a face across `edge`, whose ends are the corners `left` and `right`. */
static void spread(sweep *s, uint32_t edge, uint32_t left, uint32_t right, const layout *from,
                   spot to_left, spot to_right)
{
    test_reference *r = s->r;
    if (!linked(r, edge) || !opens(to_left, to_right))
        return;
    uint32_t to = r->mesh->neighbours[edge / 3].edge[edge % 3], face = to / 3;
    uint32_t p = across(r, edge, left), q = across(r, edge, right), c = face * 3 + (to % 3 + 2) % 3;
    if (r->busy[face])
        return;
    spot out_p = apply(from, place(r, left)), out_q = apply(from, place(r, right));
    if (late(s, left, out_p, meet(out_p, out_q, to_right)) ||
        late(s, right, out_q, meet(out_p, out_q, to_left)))
        return;
    if (++r->spent > 20000000)
        abort(); /* the mesh is too complex for this method */
    /* Forward is to the right of the line from q to p. The face must lie there. */
    spot in_p = place(r, p), in_q = place(r, q), in_c = place(r, c);
    long double side = cross(minus(in_p, in_q), minus(in_c, in_q));
    layout here = (from->mirrored ? -side : side) > 0 ? fold(from, in_q, in_p) : *from;
    spot at = apply(&here, in_c);
    if (face == s->goal_face) {
        spot goal = apply(&here, s->goal);
        if (turns(goal, to_left) >= 0 && turns(to_right, goal) >= 0)
            *s->reached = fmin(*s->reached, (double)sqrtl(dot(goal, goal)));
    }
    if (at.x == 0 && at.y == 0) { /* a corner at the eye itself */
        see(s, c, at);
        return;
    }
    uint32_t pc = p == to ? c : face * 3 + (to % 3 + 1) % 3; /* the edges next to c */
    uint32_t cq = p == to ? face * 3 + (to % 3 + 1) % 3 : c;
    int in_left = turns(at, to_left), in_right = turns(to_right, at);
    bool beside_left = in_left < 0 || (in_left == 0 && dot(at, to_left) >= 0);
    if ((in_left == 0 && dot(at, to_left) > 0) || (in_right == 0 && dot(at, to_right) > 0))
        see(s, c, at); /* along a side: on a line of zero width it may be the first corner */
    r->busy[face] = true;
    if (beside_left) {
        spread(s, cq, c, q, &here, to_left, to_right);
    } else if (!(in_right > 0)) {
        spread(s, pc, p, c, &here, to_left, to_right);
    } else {
        see(s, c, at);
        spread(s, pc, p, c, &here, to_left, at);
        spread(s, cq, c, q, &here, at, to_right);
    }
    r->busy[face] = false;
}

/* Looks out of a face across its edge k from `eye`, a point of the face. */
static void look_over(sweep *s, uint32_t face, uint32_t k, spot eye)
{
    uint32_t a = 3 * face + k, b = 3 * face + (k + 1) % 3, c = 3 * face + (k + 2) % 3;
    spot pa = place(s->r, a), pb = place(s->r, b);
    bool flipped = cross(minus(pb, pa), minus(place(s->r, c), pa)) < 0;
    layout plain = {{1, 0, 0, 1}, {-eye.x, -eye.y}, false};
    if (flipped)
        spread(s, a, a, b, &plain, minus(pa, eye), minus(pb, eye));
    else
        spread(s, a, b, a, &plain, minus(pb, eye), minus(pa, eye));
}

/* Finds what a point of a face sees, its own corners first. */
static void look(sweep *s, uint32_t face, spot eye)
{
    s->r->busy[face] = true;
    for (uint32_t k = 0; k < 3; k++)
        see(s, 3 * face + k, minus(place(s->r, 3 * face + k), eye));
    for (uint32_t k = 0; k < 3; k++)
        look_over(s, face, k, eye);
    s->r->busy[face] = false;
}

static const views *seen_from(test_reference *r, uint32_t corner)
{
    views *v = &r->seen[corner];
    heap h = {0};
    if (v->known)
        return v;
    v->known = true;
    r->spent = 0;
    sweep s = {.r = r, .seen = v, .goal_face = WM_NO_INDEX, .way = endless(r)};
    s.way[corner] = 0;
    push(&h, (step){0, corner});
    along_edges(r, &h, s.way);
    for (uint32_t i = r->first[corner]; i < r->first[corner + 1]; i++)
        if (r->allowed[r->at[i] / 3])
            look(&s, r->at[i] / 3, place(r, r->at[i]));
    free(h.list);
    free(s.way);
    return v;
}

static void look_from(sweep *s, uint32_t face, spot eye)
{
    heap h = {0};
    s->r->spent = 0;
    s->way = endless(s->r);
    for (uint32_t k = 0; k < 3; k++) {
        spot d = minus(place(s->r, 3 * face + k), eye);
        uint32_t corner = s->r->corner[3 * face + k];
        s->way[corner] = fmin(s->way[corner], (double)sqrtl(dot(d, d)));
        push(&h, (step){s->way[corner], corner});
    }
    along_edges(s->r, &h, s->way);
    look(s, face, eye);
    free(h.list);
    free(s->way);
}

/* ---- the shortest path ------------------------------------------------- */

static double dijkstra(test_reference *r, const views *start, const views *goal, double best)
{
    double *way = endless(r), *rest = endless(r);
    heap h = {0};
    for (uint32_t i = 0; i < goal->count; i++)
        rest[goal->list[i].corner] = fmin(rest[goal->list[i].corner], goal->list[i].distance);
    for (uint32_t i = 0; i < start->count; i++)
        if (start->list[i].distance < way[start->list[i].corner]) {
            way[start->list[i].corner] = start->list[i].distance;
            push(&h, (step){start->list[i].distance, start->list[i].corner});
        }
    while (h.count) {
        step s = pop(&h);
        if (s.length >= best)
            break;
        if (s.length > way[s.corner])
            continue;
        best = fmin(best, s.length + rest[s.corner]);
        const views *v = seen_from(r, s.corner);
        for (uint32_t i = 0; i < v->count; i++) {
            double length = s.length + v->list[i].distance;
            if (length < way[v->list[i].corner]) {
                way[v->list[i].corner] = length;
                push(&h, (step){length, v->list[i].corner});
            }
        }
    }
    free(h.list);
    free(way);
    free(rest);
    return best;
}

double test_reference_length(test_reference *r, uint32_t from_face, wm_vec3 from, uint32_t to_face,
                             wm_vec3 to)
{
    spot eye = {(long double)from.x, (long double)from.y},
         aim = {(long double)to.x, (long double)to.y};
    spot line = minus(aim, eye);
    views start = {0}, goal = {0};
    double best = INFINITY;
    if (!test_reference_joined(r, from_face, to_face))
        return INFINITY;
    if (from_face == to_face)
        return (double)sqrtl(dot(line, line));
    sweep ahead = {.r = r, .seen = &start, .goal_face = to_face, .goal = aim, .reached = &best};
    sweep back = {.r = r, .seen = &goal, .goal_face = WM_NO_INDEX};
    look_from(&ahead, from_face, eye);
    look_from(&back, to_face, aim);
    best = dijkstra(r, &start, &goal, best);
    free(start.list);
    free(goal.list);
    return best;
}

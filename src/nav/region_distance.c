/* wm_query_region_distance: the nearest pair of points between the borders of two regions. The
 * border edges of one region are put into a box tree. Each border edge of the other region then
 * searches it for anything nearer than the best pair so far.
 * docs/queries.md, "region and reach". */
#include "base/sort.h"
#include "nav/place.h"
#include "nav/query.h"

typedef struct border {
    wmi_vec a, b;
    uint32_t edge; /* edge index in the mesh */
} border;

typedef struct box {
    wmi_vec min, max;
} box;

enum {
    LEAF = 4,          /* edges in a leaf, roughly */
    EASY = 1 << 20,    /* pairs that may always be tested */
    PAIRS_A_EDGE = 128 /* and this many more per edge; real meshes need about twenty */
};

/* Node i of level l is boxes[(1 << l) - 1 + i]. It holds the edges from first_of(l, i) up
 * to, but not including, first_of(l, i + 1). */
typedef struct search {
    border *edges;
    box *boxes;
    uint32_t count;
    unsigned levels; /* below the root */
    bool plan;
    uint64_t budget;
    double best; /* squared distance */
    double off;  /* in plan mode: squared height difference */
    wm_region_distance *out;
} search;

static uint32_t first_of(const search *s, unsigned level, uint32_t i)
{
    return (uint32_t)((uint64_t)s->count * i >> level);
}

/* ---- the tree ---------------------------------------------------------- */

static int compare(double x, double y, const border *e, const border *f)
{
    return x < y ? -1 : x > y ? 1 : e->edge < f->edge ? -1 : e->edge > f->edge;
}

static int by_x(const void *a, const void *b)
{
    const border *e = a, *f = b;
    return compare(e->a.x + e->b.x, f->a.x + f->b.x, e, f);
}

static int by_y(const void *a, const void *b)
{
    const border *e = a, *f = b;
    return compare(e->a.y + e->b.y, f->a.y + f->b.y, e, f);
}

static int by_z(const void *a, const void *b)
{
    const border *e = a, *f = b;
    return compare(e->a.z + e->b.z, f->a.z + f->b.z, e, f);
}

static wmi_vec lower(wmi_vec a, wmi_vec b)
{
    return (wmi_vec){wmi_min(a.x, b.x), wmi_min(a.y, b.y), wmi_min(a.z, b.z)};
}

static wmi_vec upper(wmi_vec a, wmi_vec b)
{
    return (wmi_vec){wmi_max(a.x, b.x), wmi_max(a.y, b.y), wmi_max(a.z, b.z)};
}

static box box_of(const border *e)
{
    return (box){lower(e->a, e->b), upper(e->a, e->b)};
}

/* Level by level; the edges of each node are sorted along its longest side. */
static void build(search *s)
{
    for (unsigned level = 0; level <= s->levels; level++)
        for (uint32_t i = 0; i < 1u << level; i++) {
            uint32_t low = first_of(s, level, i), high = first_of(s, level, i + 1);
            box all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
            for (uint32_t e = low; e < high; e++) {
                box one = box_of(&s->edges[e]);
                all = (box){lower(all.min, one.min), upper(all.max, one.max)};
            }
            s->boxes[(1u << level) - 1 + i] = all;
            wmi_vec size = wmi_sub(all.max, all.min);
            if (level == s->levels || high - low < 2)
                continue;
            wmi_sort(s->edges + low, high - low, sizeof *s->edges,
                     size.z > size.x && size.z > size.y && !s->plan ? by_z
                     : size.y > size.x                              ? by_y
                                                                    : by_x);
        }
}

static double apart(double min, double max, double other_min, double other_max)
{
    return min > other_max ? min - other_max : other_min > max ? other_min - max : 0;
}

static double box_distance(const search *s, const box *a, const box *b)
{
    double x = apart(a->min.x, a->max.x, b->min.x, b->max.x);
    double y = apart(a->min.y, a->max.y, b->min.y, b->max.y);
    double z = s->plan ? 0 : apart(a->min.z, a->max.z, b->min.z, b->max.z);
    return x * x + y * y + z * z;
}

/* ---- pairs of edges ---------------------------------------------------- */

static double clamped(double t)
{
    return t > 0 ? (t < 1 ? t : 1) : 0;
}

/* The parameters t along e and u along f at which they are nearest. */
static void nearest_shares(wmi_vec p, wmi_vec u1, wmi_vec q, wmi_vec u2, double *t, double *u)
{
    wmi_vec r = wmi_sub(p, q);
    double a = wmi_dot(u1, u1), e = wmi_dot(u2, u2), f = wmi_dot(u2, r);
    double c = wmi_dot(u1, r), b = wmi_dot(u1, u2), d = a * e - b * b;
    if (!(a > 0) || !(e > 0)) { /* one is a point */
        *t = a > 0 ? clamped(-c / a) : 0;
        *u = e > 0 ? clamped(f / e) : 0;
        return;
    }
    *t = d > 1e-14 * a * e ? clamped((b * f - c * e) / d) : 0;
    *u = (b * *t + f) / e;
    if (*u < 0 || *u > 1) {
        *u = clamped(*u);
        *t = clamped((b * *u - c) / a);
    }
}

static void keep(search *s, const border *e, const border *f, double t, double u)
{
    wmi_vec p = wmi_add(e->a, wmi_scale(wmi_sub(e->b, e->a), t));
    wmi_vec q = wmi_add(f->a, wmi_scale(wmi_sub(f->b, f->a), u));
    wmi_vec d = wmi_sub(q, p);
    double plan = d.x * d.x + d.y * d.y, off = d.z * d.z;
    double size = s->plan ? plan : plan + off;
    wm_region_distance *g = s->out;
    if (size > s->best || (g->found && size == s->best && (!s->plan || off >= s->off)))
        return;
    s->best = size;
    s->off = off;
    *g = (wm_region_distance){.found = true,
                              .exact = true,
                              .at = {wmi_vec_float(p), wmi_vec_float(q)},
                              .edge = {e->edge, f->edge},
                              .distance = sqrt(plan + off),
                              .plan = sqrt(plan),
                              .rise = d.z};
}

/* For nearly parallel edges the nearest points are ambiguous, so their ends are tested
 * too. */
static void try_pair(search *s, const border *e, const border *f)
{
    wmi_vec u1 = wmi_sub(e->b, e->a), u2 = wmi_sub(f->b, f->a);
    wmi_vec p[4] = {e->a, e->b, f->a, f->b}, zero = {0, 0, 0};
    double t, u;
    if (s->plan) {
        u1.z = u2.z = 0;
        for (int i = 0; i < 4; i++)
            p[i].z = 0;
    }
    nearest_shares(p[0], u1, p[2], u2, &t, &u);
    keep(s, e, f, t, u);
    for (int i = 0; i < 2; i++) {
        nearest_shares(p[i], zero, p[2], u2, &t, &u);
        keep(s, e, f, i, u);
        nearest_shares(p[0], u1, p[2 + i], zero, &t, &u);
        keep(s, e, f, t, i);
    }
}

/* ---- the search -------------------------------------------------------- */

/* Tests one edge against the tree, the nearer half first. Returns false when the budget is
 * used up. */
static bool look(search *s, const border *e)
{
    struct {
        unsigned level;
        uint32_t i;
        double d;
    } stack[40], at;
    box mine = box_of(e);
    unsigned depth = 0;
    stack[depth].level = 0;
    stack[depth].i = 0;
    stack[depth++].d = 0;
    while (depth) {
        at = stack[--depth];
        if (at.d > s->best)
            continue;
        if (s->budget < LEAF)
            return false;
        s->budget--;
        if (at.level == s->levels) {
            for (uint32_t k = first_of(s, at.level, at.i); k < first_of(s, at.level, at.i + 1); k++)
                try_pair(s, e, &s->edges[k]);
            s->budget -= LEAF - 1;
            continue;
        }
        const box *half = &s->boxes[(2u << at.level) - 1 + 2 * at.i];
        double d[2] = {box_distance(s, &mine, &half[0]), box_distance(s, &mine, &half[1])};
        uint32_t near = d[1] < d[0];
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t which = k ? near : 1 - near;
            stack[depth].level = at.level + 1;
            stack[depth].i = 2 * at.i + which;
            stack[depth++].d = d[which];
        }
    }
    return true;
}

static uint32_t collect(const wmi_walkmesh *mesh, uint32_t region, border *list)
{
    const wmi_walk *w = &mesh->walk;
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t k = 0; w->region[i] == region && k < 3; k++) {
            const uint32_t *v = mesh->pub.faces[w->faces[i].face].vertex;
            wm_vec3 a = mesh->pub.vertices[v[k]], b = mesh->pub.vertices[v[(k + 1) % 3]];
            if (w->faces[i].to[k] != WM_NO_INDEX || !wmi_finite(a) || !wmi_finite(b))
                continue;
            if (list)
                list[n] = (border){wmi_vec_of(a), wmi_vec_of(b), 3 * w->faces[i].face + k};
            n++;
        }
    return n;
}

static void find(search *s, const border *others, uint32_t count)
{
    bool whole = true;
    s->best = INFINITY;
    s->budget = EASY + (uint64_t)PAIRS_A_EDGE * ((uint64_t)count + s->count);
    build(s);
    for (uint32_t i = 0; i < count && whole && (s->best > 0 || (s->plan && s->off > 0)); i++)
        whole = look(s, &others[i]);
    s->out->exact = whole;
}

wm_status wm_query_region_distance(wm_query *query, uint32_t region, uint32_t other, bool in_plan,
                                   wm_region_distance *out, wm_error *error)
{
    const wmi_walkmesh *mesh = query->mesh;
    wmi_arena scratch;
    *out = (wm_region_distance){.edge = {WM_NO_INDEX, WM_NO_INDEX}};
    if (region == other)
        return WM_OK;
    uint32_t n = collect(mesh, region, NULL), m = collect(mesh, other, NULL);
    if (!n || !m)
        return WM_OK;
    search s = {.count = m, .plan = in_plan, .out = out};
    while (s.levels < 30 && (uint64_t)LEAF << s.levels < m)
        s.levels++;
    wmi_arena_init(&scratch, &query->allocator, 0);
    border *list = wmi_arena_raw(&scratch, n, sizeof *list);
    s.edges = wmi_arena_raw(&scratch, m, sizeof *s.edges);
    s.boxes = wmi_arena_raw(&scratch, ((size_t)2 << s.levels) - 1, sizeof *s.boxes);
    wm_status status = WM_OK;
    if (list && s.edges && s.boxes) {
        collect(mesh, region, list);
        collect(mesh, other, s.edges);
        find(&s, list, n);
    } else {
        status = wmi_arena_fail(&scratch, error, "gap");
    }
    wmi_arena_free(&scratch);
    return status;
}

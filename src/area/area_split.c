/* Seams that two rooms divide differently: an edge of one room lies along several edges of
 * the other. Each edge is split at the other room's vertices. Then the parts meet like
 * ordinary seams and are joined. docs/queries.md, "Areas". */
#include "area/area_split.h"
#include "area/carve.h"
#include "base/search.h"
#include "base/sort.h"
#include "base/union_find.h"

/* A vertex of another room that lies on an edge. */
typedef struct mark {
    uint32_t owner; /* index of the edge in the area */
    double share;   /* position along the edge, 0 to 1 */
} mark;

/* A part of a split edge. The parts of one edge are stored together, last one first. */
typedef struct part {
    uint32_t edge; /* edge index in the carver */
    double share;  /* position along the whole edge where the part starts */
} part;

typedef struct splitter {
    const wmi_area *area;
    const uint32_t *first_face;
    wmi_carver carver;
    wmi_arena scratch;
    mark *marks;
    part *parts;
    uint32_t mark_count, part_count;
    uint32_t *first_part; /* by area edge, plus one at the end; equal to the next: none */
    uint32_t *same;       /* by vertex: a lower vertex to merge it into, or itself */
} splitter;

static uint32_t partner_of(const wmi_area *area, const wmi_area_edge *e)
{
    if (e->partner != WM_NO_INDEX || e->along == WM_NO_INDEX)
        return WM_NO_INDEX;
    const wmi_area_edge *f = &area->edges[e->along];
    return e->transition == f->room && f->transition == e->room ? e->along : WM_NO_INDEX;
}

bool wmi_area_has_split(const wmi_area *area)
{
    for (uint32_t i = 0; i < area->edge_count; i++)
        if (partner_of(area, &area->edges[i]) != WM_NO_INDEX)
            return true;
    return false;
}

/* Marks where p lies on an edge, unless it is at one of the ends. */
static void mark_point(splitter *s, uint32_t owner, wm_vec3 p)
{
    const wmi_area_edge *e = &s->area->edges[owner];
    wmi_vec a = wmi_vec_of(e->a), u = wmi_sub(wmi_vec_of(e->b), a), w = wmi_sub(wmi_vec_of(p), a);
    double size = wmi_length(u), t = wmi_dot(u, w) / (size * size);
    double off = wmi_length(wmi_sub(w, wmi_scale(u, t)));
    if (off <= s->area->tolerance && t * size > s->area->tolerance &&
        (1 - t) * size > s->area->tolerance)
        s->marks[s->mark_count++] = (mark){owner, t};
}

static int by_place(const void *a, const void *b)
{
    const mark *x = a, *y = b;
    if (x->owner != y->owner)
        return x->owner < y->owner ? -1 : 1;
    return x->share < y->share ? 1 : x->share > y->share ? -1 : 0; /* farthest first */
}

/* Vertices on both sides of each pair, sorted; vertices that meet count as one. */
static void find_marks(splitter *s)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->area->edge_count; i++) {
        uint32_t other = partner_of(s->area, &s->area->edges[i]);
        if (other == WM_NO_INDEX)
            continue;
        mark_point(s, i, s->area->edges[other].a);
        mark_point(s, i, s->area->edges[other].b);
        mark_point(s, other, s->area->edges[i].a);
        mark_point(s, other, s->area->edges[i].b);
    }
    if (s->mark_count)
        wmi_sort(s->marks, s->mark_count, sizeof *s->marks, by_place);
    for (uint32_t i = 0; i < s->mark_count; i++) {
        const mark *m = &s->marks[i], *last = kept ? &s->marks[kept - 1] : NULL;
        const wmi_area_edge *e = &s->area->edges[m->owner];
        double size = wmi_vec3_distance(e->a, e->b);
        if (!last || last->owner != m->owner ||
            (last->share - m->share) * size > s->area->tolerance)
            s->marks[kept++] = *m;
    }
    s->mark_count = kept;
}

/* Splits every marked edge from its end to its start, so that the part still to be split
 * keeps its index. Splitting a face at one edge leaves its other edges whole. */
static bool split_edges(splitter *s, uint8_t *used)
{
    uint32_t m = 0;
    for (uint32_t i = 0; i < s->area->edge_count; i++) {
        const wmi_area_edge *e = &s->area->edges[i];
        uint32_t face = s->first_face[e->room] + e->edge / 3, k = e->edge % 3;
        bool marked = m < s->mark_count && s->marks[m].owner == i;
        s->first_part[i] = s->part_count;
        if (!marked && partner_of(s->area, e) == WM_NO_INDEX)
            continue;
        bool whole = used[face] || s->carver.pieces[face].to[k] != WM_NO_INDEX;
        wmi_vec a = wmi_vec_of(e->a), u = wmi_sub(wmi_vec_of(e->b), a);
        for (; m < s->mark_count && s->marks[m].owner == i; m++) {
            if (whole)
                continue;
            wm_vec3 at = wmi_vec_float(wmi_add(a, wmi_scale(u, s->marks[m].share)));
            uint32_t half = (uint32_t)s->carver.piece_count;
            if (!wmi_carver_split(&s->carver, face, k, at))
                return false;
            s->parts[s->part_count++] = (part){3 * half + k, s->marks[m].share};
        }
        if (!used[face])
            s->parts[s->part_count++] = (part){3 * face + k, 0};
        used[face] = 1;
    }
    s->first_part[s->area->edge_count] = s->part_count;
    return true;
}

/* Joins two parts if they meet and run in opposite directions. */
static void join_parts(splitter *s, uint32_t a, uint32_t b)
{
    wmi_carver *c = &s->carver;
    wmi_piece *f = &c->pieces[a / 3], *g = &c->pieces[b / 3];
    uint32_t f0 = f->vertex[a % 3], f1 = f->vertex[(a % 3 + 1) % 3];
    uint32_t g0 = g->vertex[b % 3], g1 = g->vertex[(b % 3 + 1) % 3];
    double most = 2 * s->area->tolerance; /* each is off the line by up to one tolerance */
    if (!f->walkable || !g->walkable || f->to[a % 3] != WM_NO_INDEX ||
        g->to[b % 3] != WM_NO_INDEX || wmi_vec3_distance(c->vertices[f0], c->vertices[g1]) > most ||
        wmi_vec3_distance(c->vertices[f1], c->vertices[g0]) > most)
        return;
    wmi_carver_link(c, a, b);
    wmi_union_join(s->same, f0, g1);
    wmi_union_join(s->same, f1, g0);
}

/* The part of an area edge on which the midpoint of a carver edge lies. */
static uint32_t part_opposite(const splitter *s, uint32_t edge, uint32_t owner)
{
    const wmi_piece *f = &s->carver.pieces[edge / 3];
    wmi_vec p = wmi_vec_of(s->carver.vertices[f->vertex[edge % 3]]);
    wmi_vec q = wmi_vec_of(s->carver.vertices[f->vertex[(edge % 3 + 1) % 3]]);
    const wmi_area_edge *e = &s->area->edges[owner];
    wmi_vec a = wmi_vec_of(e->a), u = wmi_sub(wmi_vec_of(e->b), a);
    double t = wmi_dot(u, wmi_sub(wmi_scale(wmi_add(p, q), 0.5), a)) / wmi_dot(u, u);
    wmi_search search = {.low = s->first_part[owner], .high = s->first_part[owner + 1]};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, s->parts[search.at].share > t);
    uint32_t low = search.low;
    return low < s->first_part[owner + 1] ? s->parts[low].edge : WM_NO_INDEX;
}

static bool join_all(splitter *s)
{
    wmi_carver *c = &s->carver;
    s->same = wmi_arena_raw(&s->scratch, c->vertex_count, sizeof *s->same);
    if (!s->same)
        return false;
    wmi_union_init(s->same, (uint32_t)c->vertex_count);
    for (uint32_t i = 0; i < s->area->edge_count; i++) {
        uint32_t other = partner_of(s->area, &s->area->edges[i]);
        if (other == WM_NO_INDEX)
            continue;
        for (uint32_t p = s->first_part[i]; p < s->first_part[i + 1]; p++) {
            uint32_t q = part_opposite(s, s->parts[p].edge, other);
            if (q != WM_NO_INDEX)
                join_parts(s, s->parts[p].edge, q);
        }
    }
    for (size_t f = 0; f < c->piece_count; f++)
        for (int k = 0; k < 3; k++)
            c->pieces[f].vertex[k] = wmi_union_root(s->same, c->pieces[f].vertex[k]);
    return true;
}

wm_walkmesh *wmi_area_split(const wmi_area *area, const wm_walkmesh *mesh,
                            const uint32_t *first_face, const wm_allocator *allocator,
                            wm_error *error)
{
    splitter s = {.area = area, .first_face = first_face};
    size_t n = area->edge_count;
    wm_walkmesh *result = NULL;
    wmi_arena_init(&s.scratch, allocator, 0);
    s.marks = wmi_arena_raw(&s.scratch, 4 * n, sizeof *s.marks);
    s.parts = wmi_arena_raw(&s.scratch, 5 * n, sizeof *s.parts);
    s.first_part = wmi_arena_raw(&s.scratch, n + 1, sizeof *s.first_part);
    uint8_t *used = wmi_arena_new(&s.scratch, mesh->face_count, 1);
    bool good =
        wmi_carver_init(&s.carver, mesh, allocator) && s.marks && s.parts && s.first_part && used;
    if (good) {
        find_marks(&s);
        good = split_edges(&s, used) && join_all(&s);
    }
    if (good)
        result = wmi_carver_finish(&s.carver, allocator, error);
    else
        wmi_fail(error, WM_NO_MEMORY, "seams", "out of memory");
    wmi_carver_release(&s.carver);
    wmi_arena_free(&s.scratch);
    return result;
}

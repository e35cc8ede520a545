/* Edges that touch without being joined. Two edges are joined if they have the same two end points.
 * Where one side of an edge is divided and the other is not (a T-junction), or where end points
 * miss each other by a hair, the faces are not neighbours, and rounding leaves a gap between them.
 */
#include "open/floor.h"

#define NEAR 0.01 /* metres; the tolerance of seams between rooms too */

typedef struct joints {
    wmi_floor *f;
    wmi_boxes boxes;   /* of the border edges */
    uint32_t *first;   /* for each vertex of `same`: its first border edge, as index + 1; 0: none */
    uint32_t *next[2]; /* for each border edge: the next one at its start and at its end */
} joints;

/* A vertex that lies on a border edge of other faces. */
typedef struct touch {
    uint32_t edge, other; /* edge indices: the edge, and one that starts or ends at the vertex */
    wmi_vec place;        /* between the two */
    double gap;
    bool open; /* a line of sight passes between them */
} touch;

static uint32_t end_of(const wmi_floor *f, uint32_t edge, uint32_t which)
{
    return f->same[f->mesh->faces[edge / 3].vertex[(edge % 3 + which) % 3]];
}

static wmi_vec point(const wmi_floor *f, uint32_t vertex)
{
    return wmi_vec_of(f->mesh->vertices[vertex]);
}

/* The point of the segment nearest to p; *t is 0 at a and 1 at b. */
static wmi_vec nearest(wmi_vec a, wmi_vec b, wmi_vec p, double *t)
{
    wmi_vec d = wmi_sub(b, a);
    double size = wmi_dot(d, d), at = size > 0 ? wmi_dot(wmi_sub(p, a), d) / size : 0;
    *t = at < 0 ? 0 : at > 1 ? 1 : at;
    return wmi_add(a, wmi_scale(d, *t));
}

static bool prepare(joints *j)
{
    wmi_floor *f = j->f;
    wmi_box *boxes = wmi_floor_new(f, f->border_count, sizeof *boxes);
    j->first = wmi_floor_new(f, f->mesh->vertex_count, sizeof *j->first);
    j->next[0] = wmi_floor_new(f, f->border_count, sizeof *j->next[0]);
    j->next[1] = wmi_floor_new(f, f->border_count, sizeof *j->next[1]);
    if (f->no_memory)
        return false;
    for (uint32_t i = 0; i < f->border_count; i++) {
        uint32_t e = f->border_edges[i];
        boxes[i] = wmi_box_grown(
            wmi_box_of(f->mesh->vertices[end_of(f, e, 0)], f->mesh->vertices[end_of(f, e, 1)]),
            (float)NEAR);
        for (uint32_t k = 0; k < 2; k++) {
            j->next[k][i] = j->first[end_of(f, e, k)];
            j->first[end_of(f, e, k)] = 2 * i + k + 1;
        }
    }
    f->no_memory = wmi_boxes_build(&j->boxes, boxes, f->border_count, &f->scratch, NULL) != WM_OK;
    return !f->no_memory;
}

/* ---- one vertex and one edge -------------------------------------------- */

/* Does a line of sight in this direction pass through the point? The query is exact, so the answer
 * does not depend on rounding. */
static bool sees_along(wmi_floor *f, wmi_vec middle, wmi_vec way)
{
    double length = wmi_length(way);
    if (!(length > 0 && length < INFINITY))
        return false;
    wmi_vec reach = wmi_scale(way, 5 * NEAR / length);
    wmi_vec from = wmi_add(middle, reach), to = wmi_sub(middle, reach);
    return wmi_floor_pay_between(f, from, to) &&
           wm_query_sight(f->query, wmi_vec_float(from), wmi_vec_float(to), NULL, NULL);
}

/* Does a line of sight pass between two points close together, one of them on the edge from `start`
 * to `end` of the face? Either across the face or, if the gap is not in its plane, across the gap.
 */
static bool sees_through(wmi_floor *f, uint32_t face, wmi_vec start, wmi_vec end, wmi_vec a,
                         wmi_vec b)
{
    const double least = 1e-4; /* metres; a smaller gap has no direction */
    wmi_vec middle = wmi_scale(wmi_add(a, b), 0.5), gap = wmi_sub(b, a);
    return sees_along(f, middle, wmi_floor_normal(f, face)) ||
           (wmi_length(gap) > least && sees_along(f, middle, wmi_cross(wmi_sub(end, start), gap)));
}

/* Does `other`, which ends at vertex q, run along the edge from a to b? Then *at is a point of it
 * beside the edge, and *foot the point of the edge next to that. */
static bool runs_along(const wmi_floor *f, uint32_t other, uint32_t q, wmi_vec a, wmi_vec b,
                       wmi_vec *at, wmi_vec *foot)
{
    uint32_t far = end_of(f, other, 0) == q ? end_of(f, other, 1) : end_of(f, other, 0);
    wmi_vec from = point(f, q), way = wmi_sub(point(f, far), from);
    double length = wmi_length(way), t, beside = wmi_length(wmi_sub(b, a));
    double step = length < beside ? length : beside;
    if (!(step > 2 * NEAR))
        return false;
    /* Half of it: then the point is beside the edge even if the vertex lies in its middle. */
    *at = wmi_add(from, wmi_scale(way, 0.4 * step / length));
    *foot = nearest(a, b, *at, &t);
    return t > 0 && t < 1 && wmi_length(wmi_sub(*at, *foot)) <= NEAR;
}

static bool shares_end(const wmi_floor *f, uint32_t edge, uint32_t vertex)
{
    return end_of(f, edge, 0) == vertex || end_of(f, edge, 1) == vertex;
}

/* Is there a border edge from vertex q to an end of the edge that is near it? Then q is the next
 * corner of the same border. */
static bool is_next_corner(const joints *j, uint32_t q, uint32_t edge, double t)
{
    uint32_t near = end_of(j->f, edge, t > 0.5);
    for (uint32_t link = j->first[q], seen = 0; link && seen < 16; seen++) {
        uint32_t i = (link - 1) / 2, k = (link - 1) % 2;
        if (shares_end(j->f, j->f->border_edges[i], near))
            return true;
        link = j->next[k][i];
    }
    return false;
}

static bool touches(const joints *j, uint32_t q, uint32_t edge, touch *found)
{
    wmi_floor *f = j->f;
    double t;
    wmi_vec a = point(f, end_of(f, edge, 0)), b = point(f, end_of(f, edge, 1)), p = point(f, q);
    wmi_vec foot = nearest(a, b, p, &t), at, beside;
    double gap = wmi_length(wmi_sub(p, foot)), length = wmi_length(wmi_sub(b, a));
    if (shares_end(f, edge, q) || !(gap <= NEAR))
        return false;
    bool at_end = t * length < NEAR || (1 - t) * length < NEAR;
    if (at_end && is_next_corner(j, q, edge, t))
        return false;
    for (uint32_t link = j->first[q], seen = 0; link && seen < 16; seen++) {
        uint32_t i = (link - 1) / 2, k = (link - 1) % 2, other = f->border_edges[i];
        if (other / 3 != edge / 3 && runs_along(f, other, q, a, b, &at, &beside)) {
            bool in_middle = sees_through(f, edge / 3, a, b, at, beside);
            bool open = in_middle || sees_through(f, edge / 3, a, b, p, foot);
            *found = (touch){edge, other, wmi_scale(wmi_add(p, foot), 0.5), gap, open};
            return true;
        }
        link = j->next[k][i];
    }
    return false;
}

/* ---- all ---------------------------------------------------------------- */

static void report(const wmi_floor *f, const touch *t)
{
    uint32_t face = t->edge / 3, other = t->other / 3;
    wmi_where where = wmi_floor_at(f, face, t->place);
    if (f->mesh->walkable[face] && f->mesh->walkable[other])
        wmi_report(f->report, WM_KOTOR_FLOOR_UNJOINED, where,
                   "edge %lu of face %lu touches edge %lu of face %lu without being joined to it%s",
                   (ul)(t->edge % 3), (ul)face, (ul)(t->other % 3), (ul)other,
                   t->open ? ", and sight passes between them" : "");
    else if (t->open)
        wmi_report(f->report, WM_KOTOR_SIGHT_LEAK, where,
                   "sight passes between edge %lu of face %lu and edge %lu of face %lu, which are "
                   "%.2g m apart",
                   (ul)(t->edge % 3), (ul)face, (ul)(t->other % 3), (ul)other, t->gap);
}

/* One finding for each edge: of the vertices on it, the one farthest off. */
static void collect(joints *j, touch *found)
{
    wmi_floor *f = j->f;
    enum { MOST = 64 }; /* edges whose boxes a vertex may be in; limits the work */
    for (uint32_t q = 0; q < f->mesh->vertex_count && !f->cut_short; q++) {
        wmi_boxes_walk walk;
        if (!j->first[q])
            continue;
        wm_vec3 p = f->mesh->vertices[q];
        wmi_boxes_start(&walk, &j->boxes, (wmi_box){p, p}, MOST);
        for (uint32_t i; (i = wmi_boxes_next(&walk)) != WM_NO_INDEX;) {
            touch t;
            if (!touches(j, q, f->border_edges[i], &t))
                continue;
            if (found[i].edge == WM_NO_INDEX || (t.open && !found[i].open) ||
                (t.open == found[i].open && t.gap > found[i].gap))
                found[i] = t;
        }
        wmi_floor_pay(f, walk.seen);
    }
}

/* Two edges that touch find each other: only one of them is reported. */
static bool is_reported(const wmi_floor *f, const touch *found, const uint32_t *row, uint32_t i)
{
    uint32_t other = row[found[i].other];
    (void)f;
    return other != WM_NO_INDEX && other < i && found[other].edge != WM_NO_INDEX &&
           found[other].other / 3 == found[i].edge / 3;
}

void wmi_floor_check_joints(wmi_floor *f)
{
    joints j = {.f = f};
    touch *found = wmi_floor_new(f, f->border_count, sizeof *found);
    uint32_t *row = wmi_floor_new(f, 3 * (size_t)f->mesh->face_count, sizeof *row);
    if (!found || !row || !prepare(&j))
        return;
    memset(row, 0xFF, 3 * (size_t)f->mesh->face_count * sizeof *row);
    for (uint32_t i = 0; i < f->border_count; i++) {
        found[i].edge = WM_NO_INDEX;
        row[f->border_edges[i]] = i;
    }
    collect(&j, found);
    for (uint32_t i = 0; i < f->border_count; i++)
        if (found[i].edge != WM_NO_INDEX && !is_reported(f, found, row, i))
            report(f, &found[i]);
}

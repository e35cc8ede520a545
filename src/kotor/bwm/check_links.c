/* Rules for adjacency, edges and perimeters. */
#include "base/vec.h"
#include "base/words.h"
#include "kotor/bwm/check.h"
#include "kotor/bwm/rebuild.h"

/* Describes an edge of the walkable floor: "edge 1 of face 12 (36+1)". */
static wmi_where at_slot(const wmi_bwm_checker *c, uint32_t edge)
{
    return wmi_placed(wmi_at(wmi_bwm_offset(c, c->b->offsets.adjacency, edge, 4, 0),
                             "adjacency[%lu].edge[%lu]", (ul)(edge / 3), (ul)(edge % 3)),
                      wmi_bwm_edge_middle(c->b, edge));
}

static uint32_t across(const wm_kotor_bwm *b, uint32_t edge)
{
    return b->adjacency[edge / 3].edge[edge % 3];
}

typedef enum joint { JOINT_GOOD, JOINT_TOUCHES, JOINT_SAME_WAY, JOINT_WRONG } joint;

/* How the two edges of a link are placed relative to each other. */
static joint judge(const wm_kotor_bwm *b, uint32_t e, uint32_t o)
{
    uint32_t e0 = b->faces[e / 3].vertex[e % 3], e1 = b->faces[e / 3].vertex[(e % 3 + 1) % 3];
    uint32_t o0 = b->faces[o / 3].vertex[o % 3], o1 = b->faces[o / 3].vertex[(o % 3 + 1) % 3];
    if (e0 == o1 && e1 == o0)
        return JOINT_GOOD;
    const wm_vec3 *v = b->vertices;
    if (wmi_same_place(v[e0], v[o1]) && wmi_same_place(v[e1], v[o0]))
        return JOINT_TOUCHES;
    if (wmi_same_place(v[e0], v[o0]) && wmi_same_place(v[e1], v[o1]))
        return JOINT_SAME_WAY;
    return JOINT_WRONG;
}

static void check_slot(wmi_bwm_checker *c, uint32_t rows, uint32_t e)
{
    const wm_kotor_bwm *b = c->b;
    uint32_t o = across(b, e);
    unsigned long face = e / 3, other = o / 3, k = e % 3, l = o % 3;
    if (o == WM_NO_INDEX)
        return;
    if (other >= rows) {
        wmi_report(
            c->report, WM_KOTOR_ADJACENCY_RANGE, at_slot(c, e),
            "edge %lu of face %lu leads to edge index %lu, but %s only edge indices below %lu", k,
            face, (ul)o, wmi_count(rows, "walkable face has", "walkable faces have").text,
            (ul)rows * 3);
        return;
    }
    if (across(b, o) != e)
        wmi_report(c->report, WM_KOTOR_ADJACENCY_ONE_WAY, at_slot(c, e),
                   "edge %lu of face %lu leads to edge %lu of face %lu, which does not lead back",
                   k, face, l, other);
    else if (o < e)
        return; /* checked from the other side */
    switch (judge(b, e, o)) {
    case JOINT_GOOD: break;
    case JOINT_TOUCHES:
        wmi_report(c->report, WM_KOTOR_ADJACENCY_BY_POSITION, at_slot(c, e),
                   "edge %lu of face %lu and edge %lu of face %lu are linked but share no vertices",
                   k, face, l, other);
        break;
    case JOINT_SAME_WAY:
        wmi_report(c->report, WM_KOTOR_ADJACENCY_DIRECTION, at_slot(c, e),
                   "edge %lu of face %lu and edge %lu of face %lu are linked but run the same way",
                   k, face, l, other);
        break;
    case JOINT_WRONG:
        wmi_report(c->report, WM_KOTOR_ADJACENCY_MISMATCH, at_slot(c, e),
                   "edge %lu of face %lu is linked to edge %lu of face %lu, which is elsewhere", k,
                   face, l, other);
        break;
    }
}

/* Compares the stored links with those derived from the vertex indices. */
static void check_missing_links(wmi_bwm_checker *c, uint32_t rows)
{
    const wm_kotor_bwm *b = c->b;
    wm_kotor_adjacency *right = wmi_bwm_check_new(c, rows, sizeof *right);
    uint8_t *crowded = wmi_bwm_check_new(c, (size_t)rows * 3, 1);
    if (!right || !crowded)
        return;
    if (!wmi_bwm_link(b->faces, rows, b->vertex_count, right, crowded, c->scratch)) {
        c->out_of_memory = true;
        return;
    }
    for (uint32_t e = 0; e < rows * 3; e++) {
        uint32_t o = right[e / 3].edge[e % 3];
        if (o != WM_NO_INDEX && o > e &&
            (across(b, e) == WM_NO_INDEX || across(b, o) == WM_NO_INDEX))
            wmi_report(c->report, WM_KOTOR_ADJACENCY_MISSING, at_slot(c, e),
                       "edge %lu of face %lu and edge %lu of face %lu are the same edge but not "
                       "linked",
                       (ul)e % 3, (ul)e / 3, (ul)o % 3, (ul)o / 3);
        if (crowded[e])
            wmi_report(c->report, WM_KOTOR_EDGE_NON_MANIFOLD, at_slot(c, e),
                       "edge %lu of face %lu is shared by at least three walkable faces", (ul)e % 3,
                       (ul)e / 3);
    }
}

void wmi_bwm_check_adjacency(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint32_t rows = b->adjacency_count;
    if (rows != c->walkable)
        wmi_report(c->report, WM_KOTOR_ADJACENCY_COUNT,
                   wmi_at(c->offsets ? 0x70 : WM_NO_OFFSET, "adjacency_count"), "%s for %s",
                   wmi_count(rows, "adjacency row", "adjacency rows").text,
                   wmi_count(c->walkable, "walkable face", "walkable faces").text);
    if (rows > b->face_count)
        return; /* some rows have no face */
    for (uint32_t e = 0; e < rows * 3; e++)
        check_slot(c, rows, e);
    if (c->ordered)
        check_missing_links(c, rows < c->walkable ? rows : c->walkable);
}

static wmi_where at_edge(const wmi_bwm_checker *c, uint32_t i)
{
    wmi_where where = wmi_at(wmi_bwm_offset(c, c->b->offsets.edges, i, 8, 0), "edges[%lu]", (ul)i);
    uint32_t e = c->b->edges[i].edge;
    return e / 3 < c->b->face_count ? wmi_placed(where, wmi_bwm_edge_middle(c->b, e)) : where;
}

/* Checks one row of the edge table against the adjacency. */
static void check_edge_row(wmi_bwm_checker *c, uint32_t i, uint8_t *listed)
{
    const wm_kotor_bwm *b = c->b;
    const wm_kotor_edge *row = &b->edges[i];
    unsigned long face = row->edge / 3, k = row->edge % 3;
    if (row->edge / 3 >= b->adjacency_count || row->edge / 3 >= b->face_count) {
        wmi_report(c->report, WM_KOTOR_EDGE_RANGE, at_edge(c, i),
                   "edge index %lu is too large: %s only edge indices below %lu", (ul)row->edge,
                   wmi_count(b->adjacency_count, "walkable face has", "walkable faces have").text,
                   (ul)b->adjacency_count * 3);
        return;
    }
    if (listed[row->edge]++)
        wmi_report(c->report, WM_KOTOR_EDGE_DOUBLED, at_edge(c, i),
                   "edge %lu of face %lu is listed twice", k, face);
    if (across(b, row->edge) == WM_NO_INDEX)
        return;
    if (row->transition == WM_NO_INDEX)
        wmi_report(c->report, WM_KOTOR_EDGE_INNER, at_edge(c, i),
                   "edge %lu of face %lu has a neighbour, so it is not a border edge", k, face);
    else
        wmi_report(c->report, WM_KOTOR_TRANSITION_INNER, at_edge(c, i),
                   "the transition to room %lu is on edge %lu of face %lu, which has a neighbour "
                   "in this room",
                   (ul)row->transition, k, face);
}

/* Does edge row i end where row j starts? Compares vertex indices, then positions,
 * because some tools join edges by position. */
static bool follows(const wm_kotor_bwm *b, uint32_t i, uint32_t j)
{
    uint32_t e = b->edges[i].edge, f = b->edges[j].edge;
    if (e / 3 >= b->face_count || f / 3 >= b->face_count)
        return true; /* already reported */
    uint32_t end = b->faces[e / 3].vertex[(e % 3 + 1) % 3], start = b->faces[f / 3].vertex[f % 3];
    return end == start || wmi_same_place(b->vertices[end], b->vertices[start]);
}

static void check_perimeters(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint32_t first = 0;
    if (b->edge_count && !b->perimeter_count)
        wmi_report(c->report, WM_KOTOR_PERIMETER_MISSING,
                   wmi_at(c->offsets ? 0x80 : WM_NO_OFFSET, "perimeter_count"),
                   "%s, but no perimeters that divide them into loops",
                   wmi_count(b->edge_count, "edge", "edges").text);
    for (uint32_t i = 0; i < b->perimeter_count; i++) {
        uint32_t end = b->perimeters[i];
        bool last = i + 1 == b->perimeter_count;
        wmi_where where =
            wmi_at(wmi_bwm_offset(c, b->offsets.perimeters, i, 4, 0), "perimeters[%lu]", (ul)i);
        if (end <= first || end > b->edge_count || (last && end != b->edge_count)) {
            wmi_report(c->report, WM_KOTOR_PERIMETER_RANGE, where,
                       "loop %lu ends at %lu; it must end after %lu, and the last loop at %lu",
                       (ul)i, (ul)end, (ul)first, (ul)b->edge_count);
            return;
        }
        for (uint32_t k = first; k < end; k++) {
            uint32_t next = k + 1 < end ? k + 1 : first;
            if (follows(b, k, next))
                continue;
            wmi_report(c->report, WM_KOTOR_PERIMETER_OPEN, wmi_placed(where, at_edge(c, k).place),
                       "in loop %lu, edge %lu does not end where edge %lu starts", (ul)i,
                       (ul)b->edges[k].edge, (ul)b->edges[next].edge);
            break;
        }
        first = end;
    }
}

void wmi_bwm_check_edges(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint32_t rows = b->adjacency_count < b->face_count ? b->adjacency_count : b->face_count;
    uint8_t *listed = wmi_bwm_check_new(c, (size_t)rows * 3, 1);
    if (!listed)
        return;
    for (uint32_t i = 0; i < b->edge_count; i++)
        check_edge_row(c, i, listed);
    for (uint32_t e = 0; e < rows * 3; e++)
        if (across(b, e) == WM_NO_INDEX && !listed[e])
            wmi_report(c->report, WM_KOTOR_EDGE_MISSING, at_slot(c, e),
                       "edge %lu of face %lu has no neighbour but is missing from the edge table",
                       (ul)e % 3, (ul)e / 3);
    check_perimeters(c);
}

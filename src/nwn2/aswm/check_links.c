/* Checks edges and the links between triangles. docs/formats/nwn2.md, "Edges". */
#include "base/sort.h"
#include "base/words.h"
#include "nwn2/aswm/check.h"

static bool lists(const wm_nwn2_triangle *t, uint32_t edge)
{
    return t->linked_edges[0] == edge || t->linked_edges[1] == edge || t->linked_edges[2] == edge;
}

static bool is_side(const wm_nwn2_triangle *t, const wm_nwn2_edge *e)
{
    const uint32_t *v = t->vertex, *w = e->vertex;
    for (int k = 0; k < 3; k++) {
        uint32_t a = v[k], b = v[k == 2 ? 0 : k + 1];
        if ((a == w[0] && b == w[1]) || (a == w[1] && b == w[0]))
            return true;
    }
    return false;
}

/* An index for a message: -1 for none, as in the file. */
static long long number(uint32_t index)
{
    return index == WM_NO_INDEX ? -1 : (long long)index;
}

static void check_edge(wmi_aswm_checker *c, uint32_t i)
{
    const wm_nwn2_aswm *a = c->a;
    const wm_nwn2_edge *e = &a->edges[i];
    for (int k = 0; k < 2; k++)
        if (e->vertex[k] >= a->vertex_count)
            wmi_report(c->report, WM_NWN2_EDGE_VERTEX,
                       wmi_at(WM_NO_OFFSET, "ASWM.edges[%lu].vertex[%d]", (ul)i, k),
                       "edge %lu uses vertex %lu, but %s", (ul)i, (ul)e->vertex[k],
                       wmi_only(a->vertex_count, "vertex", "vertices").text);
    for (int k = 0; k < 2; k++) {
        uint32_t t = e->triangle[k];
        const char *why = k == 1 && t == WM_NO_INDEX    ? NULL
                          : t >= a->triangle_count      ? "does not exist"
                          : !lists(&a->triangles[t], i) ? "does not use this edge"
                          : k && t == e->triangle[0]    ? "is listed twice"
                                                        : NULL;
        if (why)
            wmi_report(c->report, WM_NWN2_EDGE_TRIANGLE,
                       wmi_at(WM_NO_OFFSET, "ASWM.edges[%lu].triangle[%d]", (ul)i, k),
                       "triangle %lld %s", number(t), why);
    }
}

/* Sorts pairs of vertices; the lower vertex is in the high half. */
static void sort_pairs(uint64_t *pairs, uint64_t *spare, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pairs[i] = pairs[i] << 32 | pairs[i] >> 32;
    wmi_sort_high(pairs, spare, n);
    for (size_t i = 0; i < n; i++)
        pairs[i] = pairs[i] << 32 | pairs[i] >> 32;
    wmi_sort_high(pairs, spare, n);
}

static uint64_t pair_of(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static size_t run_end(const uint64_t *pairs, size_t i, size_t n)
{
    size_t end = i + 1;
    while (end < n && pairs[end] == pairs[i])
        end++;
    return end;
}

/* A pair of vertices shared by n triangle sides must have n / 2 edges, rounded up. */
static void check_counts(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    size_t sides = 3 * (size_t)a->triangle_count, edges = a->edge_count, wrong = 0;
    size_t most = sides > edges ? sides : edges;
    uint64_t *side = wmi_aswm_check_new(c, sides, sizeof *side);
    uint64_t *edge = wmi_aswm_check_new(c, edges, sizeof *edge);
    uint64_t *spare = wmi_aswm_check_new(c, most, sizeof *spare), first = 0;
    if (c->out_of_memory)
        return;
    for (size_t i = 0; i < sides; i++) {
        const uint32_t *v = a->triangles[i / 3].vertex;
        side[i] = pair_of(v[i % 3], v[(i + 1) % 3]);
    }
    for (size_t i = 0; i < edges; i++)
        edge[i] = pair_of(a->edges[i].vertex[0], a->edges[i].vertex[1]);
    sort_pairs(side, spare, sides);
    sort_pairs(edge, spare, edges);
    for (size_t i = 0, k = 0; i < sides || k < edges;) {
        bool has_side = i < sides && (k >= edges || side[i] <= edge[k]);
        bool has_edge = k < edges && (i >= sides || edge[k] <= side[i]);
        uint64_t pair = has_side ? side[i] : edge[k];
        size_t i_end = has_side ? run_end(side, i, sides) : i;
        size_t k_end = has_edge ? run_end(edge, k, edges) : k;
        if ((i_end - i + 1) / 2 != k_end - k && wrong++ == 0)
            first = pair;
        i = i_end;
        k = k_end;
    }
    if (wrong)
        wmi_report(c->report, WM_NWN2_EDGE_COUNT, wmi_at(WM_NO_OFFSET, "ASWM.edges"),
                   "%s too few or too many edges%s vertices %lu and %lu",
                   wmi_count(wrong, "pair of vertices has", "pairs of vertices have").text,
                   wmi_first(wrong), (ul)(first >> 32), (ul)(first & UINT32_MAX));
}

void wmi_aswm_check_edges(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    uint32_t wrong = 0, first = 0;
    for (uint32_t i = 0; i < a->edge_count; i++) {
        const wm_nwn2_edge *e = &a->edges[i], *before = i ? e - 1 : NULL;
        check_edge(c, i);
        bool sorted = !before || before->vertex[0] < e->vertex[0] ||
                      (before->vertex[0] == e->vertex[0] && before->vertex[1] <= e->vertex[1]);
        if ((e->vertex[0] >= e->vertex[1] || !sorted) && wrong++ == 0)
            first = i;
    }
    if (wrong)
        wmi_report(c->report, WM_NWN2_EDGE_ORDER,
                   wmi_at(WM_NO_OFFSET, "ASWM.edges[%lu]", (ul)first),
                   "%s not in the order of their vertices%s edge %lu",
                   wmi_count(wrong, "edge is", "edges are").text, wmi_first(wrong), (ul)first);
    check_counts(c);
}

/* Checks one slot of a triangle: its edge, the neighbour across it, and whether that
 * neighbour links back. */
static void check_slot(wmi_aswm_checker *c, uint32_t i, int k)
{
    static const char *const edge_field[] = {"linked_edges[0]", "linked_edges[1]",
                                             "linked_edges[2]"};
    static const char *const link_field[] = {"linked_triangles[0]", "linked_triangles[1]",
                                             "linked_triangles[2]"};
    const wm_nwn2_aswm *a = c->a;
    const wm_nwn2_triangle *t = &a->triangles[i];
    uint32_t edge = t->linked_edges[k], to = t->linked_triangles[k];
    if (edge >= a->edge_count || !is_side(t, &a->edges[edge])) {
        wmi_report(c->report, WM_NWN2_TRIANGLE_EDGE, wmi_aswm_at(a, i, edge_field[k]),
                   "triangle %lu has edge %lu, which %s", (ul)i, (ul)edge,
                   edge >= a->edge_count ? "does not exist" : "is not one of its sides");
        return;
    }
    if (to != WM_NO_INDEX && (to >= a->triangle_count || to == i)) {
        wmi_report(c->report, WM_NWN2_LINK_RANGE, wmi_aswm_at(a, i, link_field[k]),
                   "triangle %lu is linked to triangle %lu, %s", (ul)i, (ul)to,
                   to == i ? "itself" : "which does not exist");
        return;
    }
    const uint32_t *pair = a->edges[edge].triangle;
    uint32_t other = pair[0] == i ? pair[1] : pair[0];
    if (other != to)
        wmi_report(c->report, WM_NWN2_LINK_EDGE, wmi_aswm_at(a, i, link_field[k]),
                   "triangle %lu is linked to triangle %lld, but its edge %lu leads to %lld", (ul)i,
                   number(to), (ul)edge, number(other));
    if (to == WM_NO_INDEX)
        return;
    const wm_nwn2_triangle *back = &a->triangles[to];
    for (int m = 0; m < 3; m++)
        if (back->linked_edges[m] == edge && back->linked_triangles[m] == i)
            return;
    wmi_report(c->report, WM_NWN2_LINK_ONE_WAY, wmi_aswm_at(a, i, link_field[k]),
               "triangle %lu is linked to triangle %lu, which is not linked back", (ul)i, (ul)to);
}

void wmi_aswm_check_links(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    uint32_t wrong = 0, first = 0;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const uint32_t *e = a->triangles[i].linked_edges;
        for (int k = 0; k < 3; k++)
            check_slot(c, i, k);
        if (!(e[0] < e[1] && e[1] < e[2]) && wrong++ == 0)
            first = i;
    }
    if (wrong)
        wmi_report(c->report, WM_NWN2_SLOT_ORDER, wmi_aswm_at(a, first, "linked_edges"),
                   "the edges of %s are not in ascending order%s triangle %lu",
                   wmi_count(wrong, "triangle", "triangles").text, wmi_first(wrong), (ul)first);
}

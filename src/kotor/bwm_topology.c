/* Adjacency, edges and perimeters from the faces.
 * docs/formats/kotor-bwm.md, "Adjacency" and "Edges and perimeters". */
#include "base/sort.h"
#include "kotor/rebuild.h"

static void edge_ends(const wm_kotor_face *faces, uint32_t edge, uint32_t *from, uint32_t *to)
{
    const uint32_t *v = faces[edge / 3].vertex;
    *from = v[edge % 3];
    *to = v[(edge % 3 + 1) % 3];
}

/* One run of edges between the same two vertices. Those going up are linked with
 * those going down, in order; what is left over has no neighbour. */
static void link_run(const wm_kotor_face *faces, const uint64_t *run, size_t count,
                     wm_kotor_adjacency *adjacency)
{
    size_t up = 0, down = 0;
    for (;;) {
        uint32_t from = 0, to = 0, a = 0, b = 0;
        for (; up < count; up++) {
            a = (uint32_t)run[up];
            edge_ends(faces, a, &from, &to);
            if (from < to)
                break;
        }
        for (; down < count; down++) {
            b = (uint32_t)run[down];
            edge_ends(faces, b, &from, &to);
            if (from > to)
                break;
        }
        if (up == count || down == count)
            return;
        if (a / 3 != b / 3) { /* a folded face must not become its own neighbour */
            adjacency[a / 3].edge[a % 3] = b;
            adjacency[b / 3].edge[b % 3] = a;
        }
        up++;
        down++;
    }
}

bool wmi_bwm_link(const wm_kotor_face *faces, uint32_t count, uint32_t vertex_count,
                  wm_kotor_adjacency *adjacency, uint8_t *crowded, wmi_arena *scratch)
{
    size_t edges = (size_t)count * 3;
    uint32_t *start = wmi_arena_new(scratch, (size_t)vertex_count + 1, sizeof *start);
    uint64_t *sorted = wmi_arena_raw(scratch, edges, sizeof *sorted);
    uint64_t *spare = wmi_arena_raw(scratch, edges, sizeof *spare);
    if (!start || !sorted || !spare)
        return false;
    /* Bucket the edges by their lower vertex, then sort each bucket by the upper. */
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t from, to;
        edge_ends(faces, e, &from, &to);
        start[(from < to ? from : to) + 1]++;
        adjacency[e / 3].edge[e % 3] = WM_NO_INDEX;
    }
    for (uint32_t v = 0; v < vertex_count; v++)
        start[v + 1] += start[v];
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t from, to;
        edge_ends(faces, e, &from, &to);
        uint32_t low = from < to ? from : to, high = from < to ? to : from;
        sorted[start[low]++] = (uint64_t)high << 32 | e;
    }
    /* start[v] is now the end of bucket v. */
    for (uint32_t v = 0; v < vertex_count; v++) {
        size_t first = v ? start[v - 1] : 0, end = start[v];
        wmi_sort_high(sorted + first, spare, end - first);
        for (size_t i = first; i < end;) {
            size_t first_of = i, next = i + 1;
            while (next < end && sorted[next] >> 32 == sorted[i] >> 32)
                next++;
            if (next - i > 1)
                link_run(faces, sorted + i, next - i, adjacency);
            for (; i < next; i++)
                if (crowded)
                    crowded[(uint32_t)sorted[i]] = next - first_of > 2;
        }
    }
    return true;
}

/* The border edge that follows `edge` when walking round the floor: turn about the
 * vertex at its end, face by face. Each inner edge has one predecessor under this
 * step and a border edge has none, so the walk cannot run in a circle. */
static uint32_t next_border(const wm_kotor_adjacency *adjacency, uint32_t edge)
{
    for (;;) {
        edge = edge / 3 * 3 + (edge % 3 + 1) % 3;
        uint32_t across = adjacency[edge / 3].edge[edge % 3];
        if (across == WM_NO_INDEX)
            return edge;
        edge = across;
    }
}

void wmi_bwm_borders(const wm_kotor_adjacency *adjacency, uint32_t count,
                     const uint32_t *transition, uint8_t *seen, wm_kotor_edge *edges,
                     uint32_t *perimeters, uint32_t *perimeter_count)
{
    uint32_t used = 0;
    *perimeter_count = 0;
    memset(seen, 0, (size_t)count * 3);
    for (uint32_t first = 0; first < count * 3; first++) {
        if (adjacency[first / 3].edge[first % 3] != WM_NO_INDEX || seen[first])
            continue;
        for (uint32_t e = first; !seen[e]; e = next_border(adjacency, e)) {
            seen[e] = 1;
            edges[used++] = (wm_kotor_edge){e, transition[e]};
        }
        perimeters[(*perimeter_count)++] = used;
    }
}

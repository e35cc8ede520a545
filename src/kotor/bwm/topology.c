/* Derives adjacency, edges and perimeters from the faces. docs/formats/kotor-bwm.md,
 * "Adjacency" and "Edges and perimeters". */
#include "base/link.h"
#include "kotor/bwm/rebuild.h"

bool wmi_bwm_link(const wm_kotor_face *faces, uint32_t count, uint32_t vertex_count,
                  wm_kotor_adjacency *adjacency, uint8_t *crowded, wmi_arena *scratch)
{
    return wmi_link_faces((const uint32_t(*)[3])faces, NULL, count, vertex_count,
                          (uint32_t(*)[3])adjacency, crowded, scratch);
}

/* The border edge after `edge` along the perimeter: rotate about its end vertex, face by
 * face. Under this step each inner edge has one predecessor and a border edge has none,
 * so the walk cannot loop. */
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

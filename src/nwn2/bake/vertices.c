/* Drops the vertices that no triangle uses. docs/formats/nwn2.md, "Baking". */
#include "nwn2/bake/bake.h"

static void renumber(uint32_t vertex[], int count, const uint32_t *number)
{
    for (int k = 0; k < count; k++)
        vertex[k] = number[vertex[k]];
}

/* Edges between vertices that are gone have no triangles. */
static void keep_edges(wm_nwn2_aswm *a, const uint32_t *number, uint32_t vertices)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->edge_count; i++) {
        wm_nwn2_edge e = a->edges[i];
        if (e.vertex[0] >= vertices || e.vertex[1] >= vertices ||
            number[e.vertex[0]] == WM_NO_INDEX || number[e.vertex[1]] == WM_NO_INDEX)
            continue;
        renumber(e.vertex, 2, number);
        a->edges[kept++] = e;
    }
    a->edge_count = kept;
}

wm_status wmi_aswm_drop_unused(wm_nwn2_aswm *a, wmi_arena *scratch)
{
    uint32_t *number = wmi_arena_raw(scratch, a->vertex_count, sizeof *number), kept = 0;
    uint32_t vertices = a->vertex_count;
    if (!number)
        return WM_NO_MEMORY;
    memset(number, 0xFF, vertices * sizeof *number);
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            number[a->triangles[i].vertex[k]] = 0;
    for (uint32_t i = 0; i < vertices; i++)
        if (number[i] != WM_NO_INDEX) {
            a->vertices[kept] = a->vertices[i];
            number[i] = kept++;
        }
    if (kept == vertices)
        return WM_OK;
    for (uint32_t i = 0; i < a->triangle_count; i++)
        renumber(a->triangles[i].vertex, 3, number);
    keep_edges(a, number, vertices);
    a->vertex_count = kept;
    return WM_OK;
}

wm_status wmi_bake_vertices(wmi_baker *b)
{
    wm_nwn2_aswm *a = &b->a;
    /* The walkmesh of a TRX keeps them: a bake of the game's own file changes nothing. */
    if (b->old->tiles_flags == WM_NWN2_TRX_TILES && b->result.outside == 0)
        return WM_OK;
    wm_vec3 *vertices = wmi_bake_keep(b, a->vertex_count, sizeof *vertices);
    wm_nwn2_edge *edges = wmi_bake_new(b, b->old_edge_count, sizeof *edges);
    if (!vertices || !edges)
        return WM_NO_MEMORY;
    if (a->vertex_count)
        memcpy(vertices, a->vertices, a->vertex_count * sizeof *vertices);
    if (b->old_edge_count)
        memcpy(edges, b->old_edges, b->old_edge_count * sizeof *edges);
    a->vertices = vertices;
    a->edges = edges;
    a->edge_count = b->old_edge_count;
    if (wmi_aswm_drop_unused(a, &b->scratch) != WM_OK)
        return wmi_arena_fail(&b->scratch, b->error, "");
    b->old_edges = a->edges;
    b->old_edge_count = a->edge_count;
    return WM_OK;
}

/* Converts an NWN2 walkmesh to a neutral one. docs/formats/nwn2.md, "Triangles". */
#include "base/internal.h"
#include "waymark/convert.h"

/* Seen from the front (above), neutral faces are counter-clockwise, so flagged triangles are
 * flipped. The flag decides even for the few slivers that contradict it, so that neighbours
 * still run along their edge in opposite directions. */
static wm_walk_face face_of(const wm_nwn2_triangle *t)
{
    bool flip = t->flags & WM_NWN2_CLOCKWISE;
    return (wm_walk_face){{t->vertex[0], t->vertex[flip ? 2 : 1], t->vertex[flip ? 1 : 2]}};
}

/* The side of a face between the vertices of an edge, or 3. */
static uint32_t side_of(const wm_walk_face *face, const wm_nwn2_edge *e)
{
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t a = face->vertex[k], b = face->vertex[(k + 1) % 3];
        if ((a == e->vertex[0] && b == e->vertex[1]) || (a == e->vertex[1] && b == e->vertex[0]))
            return k;
    }
    return 3;
}

/* The slot in which triangle t links to edge and triangle `to`, or 3. */
static uint32_t slot_of(const wm_nwn2_triangle *t, uint32_t edge, uint32_t to)
{
    for (uint32_t i = 0; i < 3; i++)
        if (t->linked_edges[i] == edge && t->linked_triangles[i] == to)
            return i;
    return 3;
}

/* Copies the stored links. Returns false if one leads nowhere, has no link back, or does not
 * match its edge. */
static bool take_links(const wm_nwn2_aswm *a, const wm_walk_face *faces, wm_walk_edges *links)
{
    for (uint32_t f = 0; f < a->triangle_count; f++) {
        const wm_nwn2_triangle *t = &a->triangles[f];
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t to = t->linked_triangles[i], edge = t->linked_edges[i];
            if (to == WM_NO_INDEX)
                continue;
            if (to >= a->triangle_count || to == f || edge >= a->edge_count ||
                slot_of(&a->triangles[to], edge, f) == 3)
                return false;
            uint32_t here = side_of(&faces[f], &a->edges[edge]);
            uint32_t there = side_of(&faces[to], &a->edges[edge]);
            if (here == 3 || there == 3)
                return false;
            if (t->flags & a->triangles[to].flags & WM_NWN2_WALKABLE)
                links[f].edge[here] = 3 * to + there;
        }
    }
    return true;
}

/* With two links on one side of a triangle, one of them would have no link back. */
static bool both_ways(const wm_walk_edges *links, uint32_t count)
{
    for (uint32_t f = 0; f < count; f++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t to = links[f].edge[k];
            if (to != WM_NO_INDEX && links[to / 3].edge[to % 3] != 3 * f + k)
                return false;
        }
    return true;
}

wm_walkmesh *wm_walkmesh_from_nwn2_aswm(const wm_nwn2_aswm *aswm, const wm_allocator *allocator,
                                        wm_error *error)
{
    wmi_arena scratch;
    size_t n = aswm->triangle_count;
    wmi_arena_init(&scratch, allocator, 0);
    bool *walkable = wmi_arena_raw(&scratch, n, sizeof *walkable);
    wm_walk_edges *links = wmi_arena_raw(&scratch, n, sizeof *links);
    wm_walk_face *faces = wmi_arena_raw(&scratch, n, sizeof *faces);
    uint32_t *materials = wmi_arena_raw(&scratch, n, sizeof *materials);
    if (!walkable || !links || !faces || !materials) {
        wmi_arena_fail(&scratch, error, "");
        wmi_arena_free(&scratch);
        return NULL;
    }
    for (uint32_t f = 0; f < n; f++) {
        const wm_nwn2_triangle *t = &aswm->triangles[f];
        faces[f] = face_of(t);
        walkable[f] = t->flags & WM_NWN2_WALKABLE;
        materials[f] = wm_nwn2_material(t->flags);
        links[f] = (wm_walk_edges){{WM_NO_INDEX, WM_NO_INDEX, WM_NO_INDEX}};
    }
    bool stored = aswm->edge_count && take_links(aswm, faces, links) &&
                  both_ways(links, aswm->triangle_count);
    wm_walkmesh_desc desc = {.vertex_count = aswm->vertex_count,
                             .vertices = aswm->vertices,
                             .face_count = aswm->triangle_count,
                             .faces = faces,
                             .materials = materials,
                             .walkable = walkable,
                             .neighbours = stored ? links : NULL};
    wm_walkmesh *mesh = wm_walkmesh_new(&desc, allocator, error);
    wmi_arena_free(&scratch);
    return mesh;
}

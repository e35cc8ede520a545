/* Converts a KotOR walkmesh to a neutral one. docs/formats/kotor-bwm.md, "Adjacency". */
#include "base/internal.h"
#include "waymark/convert.h"

/* The stored adjacency is used if it has one row per walkable face, the walkable faces come
 * first, and every link leads to an edge of another face that links back. */
static bool adjacency_is_valid(const wm_kotor_bwm *b, const bool *walkable)
{
    uint32_t n = b->adjacency_count;
    if (n > b->face_count)
        return false;
    for (uint32_t f = 0; f < b->face_count; f++)
        if (walkable[f] != (f < n))
            return false;
    for (uint32_t f = 0; f < n; f++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t to = b->adjacency[f].edge[k];
            if (to != WM_NO_INDEX &&
                (to / 3 >= n || to / 3 == f || b->adjacency[to / 3].edge[to % 3] != 3 * f + k))
                return false;
        }
    return true;
}

static void fill(const wm_kotor_bwm *b, const wm_kotor_surfaces *surfaces, bool *walkable,
                 wm_walk_edges *links, wm_walk_edges *rooms)
{
    size_t bytes = b->face_count * sizeof *links;
    if (b->face_count == 0)
        return;
    memset(links, 0xFF, bytes);
    memset(rooms, 0xFF, bytes);
    for (uint32_t f = 0; f < b->face_count; f++)
        walkable[f] = wm_kotor_walkable(surfaces, b->materials[f]);
    for (uint32_t f = 0; f < b->face_count && f < b->adjacency_count; f++)
        for (int k = 0; k < 3; k++)
            links[f].edge[k] = b->adjacency[f].edge[k];
    for (uint32_t i = 0; i < b->edge_count; i++) {
        uint32_t edge = b->edges[i].edge;
        if (edge / 3 < b->face_count)
            rooms[edge / 3].edge[edge % 3] = b->edges[i].transition;
    }
}

wm_walkmesh *wm_walkmesh_from_kotor_bwm(const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces,
                                        const wm_allocator *allocator, wm_error *error)
{
    wmi_arena scratch;
    wm_walkmesh *mesh = NULL;
    size_t n = bwm->face_count;
    wmi_arena_init(&scratch, allocator, 0);
    bool *walkable = wmi_arena_raw(&scratch, n, sizeof *walkable);
    wm_walk_edges *links = wmi_arena_raw(&scratch, n, sizeof *links);
    wm_walk_edges *rooms = wmi_arena_raw(&scratch, n, sizeof *rooms);
    wm_walk_face *faces = wmi_arena_raw(&scratch, n, sizeof *faces);
    if (!walkable || !links || !rooms || !faces) {
        wmi_arena_fail(&scratch, error, "");
        wmi_arena_free(&scratch);
        return NULL;
    }
    for (uint32_t f = 0; f < n; f++)
        for (int k = 0; k < 3; k++)
            faces[f].vertex[k] = bwm->faces[f].vertex[k];
    fill(bwm, surfaces, walkable, links, rooms);
    /* An object has no adjacency table, so there is nothing stored to use. */
    bool stored = bwm->adjacency_count && adjacency_is_valid(bwm, walkable);
    wm_walkmesh_desc desc = {.vertex_count = bwm->vertex_count,
                             .vertices = bwm->vertices,
                             .face_count = bwm->face_count,
                             .faces = faces,
                             .materials = bwm->materials,
                             .walkable = walkable,
                             .neighbours = stored ? links : NULL,
                             .transitions = rooms};
    mesh = wm_walkmesh_new(&desc, allocator, error);
    wmi_arena_free(&scratch);
    return mesh;
}

/* All rooms of an area as one neutral walkmesh, joined at the seams that can be crossed.
 * docs/queries.md, "Areas". */
#include "area/area_split.h"
#include "area/internal.h"
#include "base/union_find.h"
#include "waymark/convert.h"

typedef struct joiner {
    const wmi_area *area;
    wmi_arena scratch;
    uint32_t vertices, faces;
    uint32_t *first_vertex, *first_face; /* by room */
    uint32_t *same;                      /* by vertex: a lower vertex to merge it into, or itself */
    wm_vec3 *position;
    wm_walk_face *face;
    uint32_t *material, *room;
    bool *walkable;
    wm_walk_edges *neighbours, *transitions;
} joiner;

static bool reserve(joiner *j)
{
    wmi_arena *a = &j->scratch;
    size_t n = j->faces;
    j->same = wmi_arena_raw(a, j->vertices, sizeof *j->same);
    j->position = wmi_arena_raw(a, j->vertices, sizeof *j->position);
    j->face = wmi_arena_raw(a, n, sizeof *j->face);
    j->material = wmi_arena_raw(a, n, sizeof *j->material);
    j->room = wmi_arena_raw(a, n, sizeof *j->room);
    j->walkable = wmi_arena_raw(a, n, sizeof *j->walkable);
    j->neighbours = wmi_arena_raw(a, n, sizeof *j->neighbours);
    j->transitions = wmi_arena_raw(a, n, sizeof *j->transitions);
    return j->same && j->position && j->face && j->material && j->room && j->walkable &&
           j->neighbours && j->transitions;
}

static wm_status count(joiner *j, wm_error *error)
{
    const wm_kotor_area *area = &j->area->pub;
    uint64_t vertices = 0, faces = 0;
    j->first_vertex = wmi_arena_new(&j->scratch, area->room_count, sizeof *j->first_vertex);
    j->first_face = wmi_arena_new(&j->scratch, area->room_count, sizeof *j->first_face);
    if (!j->first_vertex || !j->first_face)
        return wmi_arena_fail(&j->scratch, error, "rooms");
    for (uint32_t i = 0; i < area->room_count; i++) {
        const wm_kotor_bwm *b = area->rooms[i].walkmesh;
        j->first_vertex[i] = (uint32_t)vertices;
        j->first_face[i] = (uint32_t)faces;
        vertices += b ? b->vertex_count : 0;
        faces += b ? b->face_count : 0;
        if (vertices >= WM_NO_INDEX || faces >= WM_NO_INDEX / 3)
            return wmi_fail(error, WM_LIMIT, "rooms", "too many vertices or faces in one area");
    }
    j->vertices = (uint32_t)vertices;
    j->faces = (uint32_t)faces;
    return reserve(j) ? WM_OK : wmi_arena_fail(&j->scratch, error, "faces");
}

/* The room's own walkmesh already knows which of its faces are neighbours. */
static wm_status add_room(joiner *j, uint32_t at, wm_error *error)
{
    uint32_t v0 = j->first_vertex[at], f0 = j->first_face[at];
    wm_walkmesh *m = wm_walkmesh_from_kotor_bwm(j->area->pub.rooms[at].walkmesh, j->area->surfaces,
                                                &j->scratch.allocator, error);
    if (!m)
        return error && error->code != WM_OK ? error->code : WM_NO_MEMORY;
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        j->position[v0 + v] = m->vertices[v];
        j->same[v0 + v] = v0 + v;
    }
    for (uint32_t f = 0; f < m->face_count; f++) {
        j->material[f0 + f] = m->materials[f];
        j->walkable[f0 + f] = m->walkable[f];
        j->transitions[f0 + f] = m->transitions[f];
        j->room[f0 + f] = at;
        for (int k = 0; k < 3; k++) {
            uint32_t to = m->neighbours[f].edge[k];
            j->face[f0 + f].vertex[k] = v0 + m->faces[f].vertex[k];
            j->neighbours[f0 + f].edge[k] = to == WM_NO_INDEX ? to : 3 * f0 + to;
        }
    }
    wm_walkmesh_free(m);
    return WM_OK;
}

static void join_seams(joiner *j)
{
    const wm_kotor_area *area = &j->area->pub;
    for (uint32_t i = 0; i < area->seam_count; i++) {
        const wm_kotor_area_seam *s = &area->seams[i];
        uint32_t a = 3 * j->first_face[s->room[0]] + s->edge[0];
        uint32_t b = 3 * j->first_face[s->room[1]] + s->edge[1];
        uint32_t *to = &j->neighbours[a / 3].edge[a % 3], *back = &j->neighbours[b / 3].edge[b % 3];
        /* Where three rooms meet at one edge, the first pair is joined. */
        if (!s->crossable || *to != WM_NO_INDEX || *back != WM_NO_INDEX || !j->walkable[a / 3] ||
            !j->walkable[b / 3])
            continue;
        *to = b;
        *back = a;
        wmi_union_join(j->same, j->face[a / 3].vertex[a % 3],
                       j->face[b / 3].vertex[(b % 3 + 1) % 3]);
        wmi_union_join(j->same, j->face[a / 3].vertex[(a % 3 + 1) % 3],
                       j->face[b / 3].vertex[b % 3]);
    }
    for (uint32_t f = 0; f < j->faces; f++)
        for (int k = 0; k < 3; k++)
            j->face[f].vertex[k] = wmi_union_root(j->same, j->face[f].vertex[k]);
}

wm_walkmesh *wm_walkmesh_from_kotor_area(const wm_kotor_area *area, const wm_allocator *allocator,
                                         wm_error *error)
{
    joiner j = {.area = wmi_area_of(area)};
    wm_walkmesh *mesh = NULL;
    wmi_arena_init(&j.scratch, allocator, 0);
    wm_status status = count(&j, error);
    for (uint32_t i = 0; i < area->room_count && status == WM_OK; i++)
        if (area->rooms[i].walkmesh)
            status = add_room(&j, i, error);
    if (status == WM_OK) {
        join_seams(&j);
        wm_walkmesh_desc desc = {.vertex_count = j.vertices,
                                 .vertices = j.position,
                                 .face_count = j.faces,
                                 .faces = j.face,
                                 .materials = j.material,
                                 .walkable = j.walkable,
                                 .neighbours = j.neighbours,
                                 .transitions = j.transitions,
                                 .rooms = j.room};
        mesh = wm_walkmesh_new(&desc, allocator, error);
        if (mesh && wmi_area_has_split(j.area)) {
            wm_walkmesh *whole = wmi_area_split(j.area, mesh, j.first_face, allocator, error);
            wm_walkmesh_free(mesh);
            mesh = whole;
        }
    }
    wmi_arena_free(&j.scratch);
    return mesh;
}

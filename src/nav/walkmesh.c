/* Building and freeing the neutral walkmesh. */
#include <stdio.h>

#include "base/link.h"
#include "base/vec.h"
#include "base/words.h"
#include "nav/bvh.h"
#include "nav/simd.h"

/* 3 * face + k must fit without colliding with WM_NO_INDEX. */
enum { FACES_MAX = 0x50000000 };

static wm_status check_faces(const wm_walkmesh_desc *d, wm_error *error)
{
    if (d->face_count > FACES_MAX)
        return wmi_fail(error, WM_LIMIT, "faces", "%u faces, at most %u are allowed",
                        (unsigned)d->face_count, (unsigned)FACES_MAX);
    if ((d->vertex_count && !d->vertices) || (d->face_count && !d->faces))
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "a count is set but its array is NULL");
    for (uint32_t f = 0; f < d->face_count; f++)
        for (int k = 0; k < 3; k++)
            if (d->faces[f].vertex[k] >= d->vertex_count) {
                char path[64];
                wmi_format(path, sizeof path, "faces[%u].vertex[%d]", (unsigned)f, k);
                return wmi_fail(error, WM_BAD_VALUE, path, "face %u uses vertex %u, but %s",
                                (unsigned)f, (unsigned)d->faces[f].vertex[k],
                                wmi_only(d->vertex_count, "vertex", "vertices").text);
            }
    return WM_OK;
}

static wm_status check_neighbours(const wm_walkmesh *m, wm_error *error)
{
    for (uint32_t f = 0; f < m->face_count; f++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t to = m->neighbours[f].edge[k];
            if (to == WM_NO_INDEX)
                continue;
            const char *why =
                to / 3 >= m->face_count                   ? "does not exist"
                : to / 3 == f                             ? "belongs to the same face"
                : !m->walkable[f] || !m->walkable[to / 3] ? "joins a face that is not walkable"
                : m->neighbours[to / 3].edge[to % 3] != 3 * f + k ? "does not lead back"
                                                                  : NULL;
            if (why) {
                char path[64];
                wmi_format(path, sizeof path, "neighbours[%u].edge[%u]", (unsigned)f, (unsigned)k);
                return wmi_fail(error, WM_BAD_VALUE, path, "edge %u %s", (unsigned)to, why);
            }
        }
    return WM_OK;
}

/* A copy of `from`; if that is NULL, `count` elements filled with `byte`. */
static void *copy_array(wmi_arena *arena, const void *from, size_t count, size_t size, int byte)
{
    void *to = wmi_arena_raw(arena, count, size);
    if (to && from && count)
        memcpy(to, from, count * size);
    else if (to)
        memset(to, byte, count * size);
    return to;
}

static bool copy_all(wmi_walkmesh *mesh, const wm_walkmesh_desc *d)
{
    wm_walkmesh *m = &mesh->pub;
    wmi_arena *a = &mesh->arena;
    size_t n = d->face_count;
    m->vertex_count = d->vertex_count;
    m->face_count = d->face_count;
    m->vertices = copy_array(a, d->vertices, d->vertex_count, sizeof *d->vertices, 0);
    m->faces = copy_array(a, d->faces, n, sizeof *d->faces, 0);
    m->materials = copy_array(a, d->materials, n, sizeof *d->materials, 0);
    m->walkable = copy_array(a, d->walkable, n, sizeof *d->walkable, 1);
    m->transitions = copy_array(a, d->transitions, n, sizeof *d->transitions, 0xFF);
    m->rooms = copy_array(a, d->rooms, n, sizeof *d->rooms, 0xFF);
    mesh->facing = wmi_arena_raw(a, n, sizeof *mesh->facing);
    return m->vertices && m->faces && m->materials && m->walkable && m->transitions && m->rooms &&
           mesh->facing;
}

/* Computes the facing of each face and the bounds of the mesh. */
static void survey(wmi_walkmesh *mesh)
{
    wm_walkmesh *m = &mesh->pub;
    wmi_f4 low = f4_all(INFINITY), high = f4_all(-INFINITY);
    bool any = false;
    for (uint32_t f = 0; f < m->face_count; f++) {
        const uint32_t *k = m->faces[f].vertex;
        wm_vec3 a = m->vertices[k[0]], b = m->vertices[k[1]], c = m->vertices[k[2]];
        m->walkable_count += m->walkable[f];
        mesh->facing[f] = 0;
        if (!wmi_finite(a) || !wmi_finite(b) || !wmi_finite(c))
            continue;
        any = true;
        mesh->facing[f] = (int8_t)wmi_side(a, b, c);
        wmi_f4 p = f4_of(a.x, a.y, a.z), q = f4_of(b.x, b.y, b.z), r = f4_of(c.x, c.y, c.z);
        low = f4_min(r, f4_min(q, f4_min(p, low)));
        high = f4_max(r, f4_max(q, f4_max(p, high)));
    }
    if (any) {
        float l[4], h[4];
        f4_store(l, low);
        f4_store(h, high);
        m->min = (wm_vec3){l[0], l[1], l[2]};
        m->max = (wm_vec3){h[0], h[1], h[2]};
    }
}

/* Links walkable faces at crowded edges, considering only faces that have such an edge. */
static bool link_crowded(const wm_walkmesh *m, const uint8_t *crowded, bool *use,
                         wm_walk_edges *neighbours, wmi_arena *scratch)
{
    for (size_t f = 0; f < m->face_count; f++)
        use[f] = m->walkable[f] && (crowded[3 * f] | crowded[3 * f + 1] | crowded[3 * f + 2]);
    return wmi_link_faces((const uint32_t(*)[3])m->faces, use, m->face_count, m->vertex_count,
                          (uint32_t(*)[3])neighbours, NULL, scratch);
}

/* Links faces by vertex index, not by position, as the games' own files do. Returns the
 * links for the grid, between faces that are walkable or have an area in plan view, or NULL
 * when out of memory. Also sets `neighbours`, unless it is NULL, to the links between
 * walkable faces. Where at most two faces share an edge, these are a subset of the
 * former. */
static const wm_walk_edges *link_all(wmi_walkmesh *mesh, wm_walk_edges *neighbours,
                                     wmi_arena *scratch)
{
    const wm_walkmesh *m = &mesh->pub;
    uint32_t n = m->face_count;
    const uint32_t(*faces)[3] = (const uint32_t(*)[3])m->faces;
    bool *use = wmi_arena_raw(scratch, n, sizeof *use);
    uint8_t *crowded = wmi_arena_new(scratch, n, 3);
    wm_walk_edges *links = wmi_arena_raw(scratch, n, sizeof *links);
    bool walls = false;
    for (uint32_t f = 0; use && f < n; f++) {
        use[f] = m->walkable[f] || mesh->facing[f];
        walls |= use[f] && !m->walkable[f];
    }
    if (!use || !crowded || !links)
        return NULL;
    if (!walls && neighbours)
        return wmi_link_faces(faces, use, n, m->vertex_count, (uint32_t(*)[3])neighbours, NULL,
                              scratch)
                   ? neighbours
                   : NULL;
    if (!wmi_link_faces(faces, use, n, m->vertex_count, (uint32_t(*)[3])links, crowded, scratch))
        return NULL;
    if (!neighbours)
        return links;
    bool some = memchr(crowded, 1, 3 * (size_t)n) != NULL;
    if (some && !link_crowded(m, crowded, use, neighbours, scratch))
        return NULL;
    for (uint32_t f = 0; f < n; f++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t to = links[f].edge[k];
            bool walk = to != WM_NO_INDEX && m->walkable[f] && m->walkable[to / 3];
            if (!some || !crowded[3 * (size_t)f + k])
                neighbours[f].edge[k] = walk ? to : WM_NO_INDEX;
        }
    return links;
}

/* Links the faces, and builds the grid, which uses the links. */
static wm_status join(wmi_walkmesh *mesh, const wm_walkmesh_desc *d, wm_error *error)
{
    wm_walk_edges *to = wmi_arena_raw(&mesh->arena, d->face_count, sizeof *to);
    wmi_arena scratch;
    mesh->pub.neighbours = to;
    if (!to)
        return wmi_arena_fail(&mesh->arena, error, "neighbours");
    if (d->neighbours) {
        memcpy(to, d->neighbours, d->face_count * sizeof *to);
        if (check_neighbours(&mesh->pub, error) != WM_OK)
            return WM_BAD_VALUE;
    }
    mesh->pub.neighbours_found = !d->neighbours;
    wmi_arena_init(&scratch, &mesh->arena.allocator, 0);
    const wm_walk_edges *links = link_all(mesh, d->neighbours ? NULL : to, &scratch);
    bool good = links && wmi_grid_build(mesh, links);
    wmi_arena_free(&scratch);
    return good ? WM_OK : wmi_fail(error, WM_NO_MEMORY, "index", "out of memory");
}

wm_walkmesh *wm_walkmesh_new(const wm_walkmesh_desc *desc, const wm_allocator *allocator,
                             wm_error *error)
{
    wmi_arena arena;
    if (check_faces(desc, error) != WM_OK)
        return NULL;
    wmi_arena_init(&arena, allocator, 0);
    wmi_walkmesh *mesh = wmi_arena_new(&arena, 1, sizeof *mesh);
    if (!mesh) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    mesh->arena = arena;
    mesh->pub.memory = mesh;
    wm_status status = WM_OK;
    if (!copy_all(mesh, desc)) {
        status = wmi_arena_fail(&mesh->arena, error, "");
    } else {
        survey(mesh);
        status = join(mesh, desc, error);
    }
    if (status == WM_OK &&
        (!wmi_bvh_build(mesh) || !wmi_walk_build(&mesh->pub, NULL, &mesh->arena, &mesh->walk)))
        status = wmi_arena_fail(&mesh->arena, error, "index");
    if (status == WM_OK)
        return &mesh->pub;
    wm_walkmesh_free(&mesh->pub);
    return NULL;
}

void wm_walkmesh_free(wm_walkmesh *mesh)
{
    if (mesh)
        wmi_arena_free(&((wmi_walkmesh *)mesh->memory)->arena);
}

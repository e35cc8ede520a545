/* Data derived from the positions of a mesh, computed as BioWare does: box, average,
 * radius, area, planes and neighbours of faces. docs/formats/kotor-mdl.md, "Meshes". */
#include "base/sort.h"
#include "kotor/mdl/compile/compile.h"

bool wmi_mesh_bounds(wm_kotor_mesh *mesh, const wm_vec3 *positions, uint32_t count,
                     wmi_arena *scratch)
{
    uint32_t *ids = wmi_arena_raw(scratch, count, sizeof *ids);
    if (!ids || !wmi_same_positions(positions, count, ids, scratch))
        return false;
    wm_vec3 min = {0, 0, 0}, max = {0, 0, 0}; /* the origin is always inside */
    wmi_vec sum = {0, 0, 0};
    uint32_t different = 0;
    for (uint32_t v = 0; v < count; v++) {
        wm_vec3 p = positions[v];
        min = wmi_vec3_min(min, p);
        max = wmi_vec3_max(max, p);
        if (ids[v] == v) {
            sum = wmi_add(sum, wmi_vec_of(p));
            different++;
        }
    }
    mesh->min = min;
    mesh->max = max;
    mesh->average = wmi_vec_float(wmi_scale(sum, different ? 1.0 / different : 0));
    double radius = 0;
    for (uint32_t v = 0; v < count; v++) {
        double far = wmi_length(wmi_sub(wmi_vec_of(positions[v]), wmi_vec_of(mesh->average)));
        radius = far > radius ? far : radius;
    }
    mesh->radius = wmi_narrow(radius);
    return true;
}

static wmi_vec face_cross(const wm_kotor_mdl_face *face, const wm_vec3 *positions)
{
    wmi_vec a = wmi_vec_of(positions[face->vertex[0]]);
    return wmi_cross(wmi_sub(wmi_vec_of(positions[face->vertex[1]]), a),
                     wmi_sub(wmi_vec_of(positions[face->vertex[2]]), a));
}

float wmi_mesh_area(const wm_kotor_mdl_face *faces, uint32_t count, const wm_vec3 *positions)
{
    double area = 0;
    for (uint32_t f = 0; f < count; f++)
        area += wmi_length(face_cross(&faces[f], positions)) / 2;
    return wmi_narrow(area);
}

void wmi_face_plane(const wm_vec3 position[3], wm_vec3 *normal, float *distance)
{
    wmi_vec a = wmi_vec_of(position[0]);
    wmi_vec cross =
        wmi_cross(wmi_sub(wmi_vec_of(position[1]), a), wmi_sub(wmi_vec_of(position[2]), a));
    *normal = wmi_unit(cross, (wm_vec3){1, 0, 0});
    *distance = wmi_narrow(-wmi_dot(wmi_vec_of(*normal), a));
}

/* ---- neighbours ---------------------------------------------------------- */

/* Links edges with the same two end positions: each face gets the first face as its
 * neighbour, and the first face gets the next one. */
static void link_run(const uint64_t *run, uint32_t count, uint16_t (*adjacent)[3])
{
    uint32_t first = (uint32_t)run[0] / 3, next = WM_NO_INDEX;
    for (uint32_t i = 1; i < count && next == WM_NO_INDEX; i++)
        if ((uint32_t)run[i] / 3 != first)
            next = (uint32_t)run[i] / 3;
    if (next == WM_NO_INDEX)
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edge = (uint32_t)run[i];
        adjacent[edge / 3][edge % 3] = (uint16_t)(edge / 3 == first ? next : first);
    }
}

bool wmi_mesh_adjacency(const wm_kotor_mdl_face *faces, uint32_t count, const wm_vec3 *positions,
                        uint32_t vertex_count, uint16_t (*adjacent)[3], wmi_arena *scratch)
{
    uint32_t edges = 3 * count;
    uint32_t *ids = wmi_arena_raw(scratch, vertex_count, sizeof *ids);
    uint32_t(*ends)[2] = wmi_arena_raw(scratch, edges, sizeof *ends);
    uint64_t *order = wmi_arena_raw(scratch, edges, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, edges, sizeof *spare);
    if (!ids || !ends || !order || !spare ||
        !wmi_same_positions(positions, vertex_count, ids, scratch))
        return false;
    for (uint32_t e = 0; e < edges; e++) {
        const uint16_t *v = faces[e / 3].vertex;
        uint32_t a = ids[v[e % 3]], b = ids[v[(e + 1) % 3]];
        ends[e][0] = a < b ? a : b;
        ends[e][1] = a < b ? b : a;
        adjacent[e / 3][e % 3] = 0xFFFF;
        order[e] = (uint64_t)ends[e][1] << 32 | e;
    }
    wmi_sort_high(order, spare, edges);
    for (uint32_t i = 0; i < edges; i++)
        order[i] = (uint64_t)ends[(uint32_t)order[i]][0] << 32 | (uint32_t)order[i];
    wmi_sort_high(order, spare, edges);
    for (uint32_t i = 0, end; i < edges; i = end) {
        const uint32_t *place = ends[(uint32_t)order[i]];
        for (end = i + 1; end < edges; end++)
            if (memcmp(ends[(uint32_t)order[end]], place, sizeof *ends) != 0)
                break;
        link_run(order + i, end - i, adjacent);
    }
    return true;
}

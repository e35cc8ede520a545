/* Edges between the faces of a mesh whose vertices are those of a compiled mesh. The
 * vertices show for many edges whether they are smooth: faces that share a vertex are,
 * and a vertex that was split although its maps are equal has two normals.
 * docs/formats/kotor-mdl-ascii.md, "Smoothing groups". */
#include "base/sort.h"
#include "kotor/mdl/compile/compile.h"

enum { UV_SETS = 4 };

bool wmi_same_maps(const wmi_source_mesh *s, uint32_t a, uint32_t b)
{
    for (int set = 0; set < UV_SETS; set++)
        if (a < s->uv_count[set] && b < s->uv_count[set] &&
            memcmp(s->uvs[set][a], s->uvs[set][b], sizeof s->uvs[set][a]) != 0)
            return false;
    return true;
}

wmi_edge_proof wmi_prove_edge(const wmi_shape *shape, const wmi_source_mesh *source,
                              const wmi_edge *e)
{
    bool shared = false;
    for (int end = 0; end < 2; end++) {
        if (e->one[end] == e->other[end])
            shared = true;
        else if (wmi_same_maps(source, e->one[end] - shape->first_vertex,
                               e->other[end] - shape->first_vertex))
            return WMI_EDGE_HARD;
    }
    return shared ? WMI_EDGE_SMOOTH : WMI_EDGE_OPEN;
}

static double degrees(wmi_vec a, wmi_vec b)
{
    return wmi_atan2(wmi_length(wmi_cross(a, b)), wmi_dot(a, b)) * (180 / 3.14159265358979323846);
}

/* The vertex of a face at a site, or WM_NO_INDEX. */
static uint32_t vertex_at(const wmi_shapes *s, uint32_t face, uint32_t site)
{
    for (uint32_t k = 0; k < 3; k++)
        if (s->site[s->corners[face][k]] == site)
            return s->corners[face][k];
    return WM_NO_INDEX;
}

static bool make_edge(const wmi_shapes *s, uint32_t f, uint32_t g, const uint32_t sites[2],
                      wmi_edge *out)
{
    if (f == g || !(wmi_length(s->frames[f].flat) > 0) || !(wmi_length(s->frames[g].flat) > 0))
        return false;
    for (int end = 0; end < 2; end++) {
        out->one[end] = vertex_at(s, f, sites[end]);
        out->other[end] = vertex_at(s, g, sites[end]);
        if (out->one[end] == WM_NO_INDEX || out->other[end] == WM_NO_INDEX)
            return false;
    }
    out->face[0] = f;
    out->face[1] = g;
    out->angle = (float)degrees(s->frames[f].flat, s->frames[g].flat);
    return true;
}

bool wmi_list_edges(const wmi_shapes *s, const wmi_shape *shape, wmi_edge *edges, uint32_t *count,
                    wmi_arena *scratch)
{
    uint32_t total = 3 * shape->face_count;
    uint32_t(*ends)[2] = wmi_arena_raw(scratch, total, sizeof *ends);
    uint64_t *order = wmi_arena_raw(scratch, total, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, total, sizeof *spare);
    if (!ends || !order || !spare)
        return false;
    for (uint32_t i = 0; i < total; i++) {
        const uint32_t *v = s->corners[shape->first_face + i / 3];
        uint32_t a = s->site[v[i % 3]], b = s->site[v[(i + 1) % 3]];
        ends[i][0] = a < b ? a : b;
        ends[i][1] = a < b ? b : a;
        order[i] = (uint64_t)ends[i][1] << 32 | i;
    }
    wmi_sort_high(order, spare, total);
    for (uint32_t i = 0; i < total; i++)
        order[i] = (uint64_t)ends[(uint32_t)order[i]][0] << 32 | (uint32_t)order[i];
    wmi_sort_high(order, spare, total);
    *count = 0;
    for (uint32_t i = 1; i < total; i++) {
        uint32_t a = (uint32_t)order[i - 1], b = (uint32_t)order[i];
        if (memcmp(ends[a], ends[b], sizeof *ends) == 0 &&
            make_edge(s, shape->first_face + a / 3, shape->first_face + b / 3, ends[a],
                      &edges[*count]))
            ++*count;
    }
    return true;
}

/* Where a skin meets another mesh, the games' compiler averages the finished normals of
 * the vertices. It goes through the meshes in order and through their vertices: each
 * vertex and all those of other meshes at its position get the normalised sum of their
 * normals, which the next vertex finds there. The last mesh of the model has no turn.
 * docs/formats/kotor-mdl-ascii.md, "Compiling". */
#include "base/sort.h"
#include "kotor/mdl/compile/compile.h"

/* No real site has so many vertices; a larger one is left alone to bound the time. */
enum { MOST = 64 };

typedef struct seam_vertex {
    uint32_t mesh, vertex;
    wmi_vec normal; /* in model space */
} seam_vertex;

static uint8_t *normal_row(const wm_kotor_mdl *mdl, const wmi_shapes *s, const seam_vertex *v)
{
    const wm_kotor_mesh *mesh = mdl->tree.nodes[s->list[v->mesh].node].mesh;
    return mesh->rows + (size_t)v->vertex * mesh->row_size + mesh->row_offset[WM_KOTOR_ROW_NORMAL];
}

static wmi_vec direction(wmi_vec v)
{
    double length = wmi_length(v);
    return length > 0 ? wmi_scale(v, 1 / length) : v;
}

static void average(seam_vertex *v, uint32_t count, uint32_t last_mesh)
{
    for (uint32_t a = 0; a < count && v[a].mesh != last_mesh; a++) {
        wmi_vec sum = v[a].normal;
        for (uint32_t b = 0; b < count; b++)
            if (v[b].mesh != v[a].mesh)
                sum = wmi_add(sum, v[b].normal);
        v[a].normal = direction(sum);
        for (uint32_t b = 0; b < count; b++)
            if (v[b].mesh != v[a].mesh)
                v[b].normal = v[a].normal;
    }
}

/* The vertices of one site, in order of mesh and vertex. */
static void join_site(wm_kotor_mdl *mdl, const wmi_shapes *s, seam_vertex *v, uint32_t count)
{
    bool skin = false;
    for (uint32_t i = 0; i < count; i++)
        skin |= (mdl->tree.nodes[s->list[v[i].mesh].node].flags & WM_KOTOR_NODE_SKIN) != 0;
    if (!skin || v[0].mesh == v[count - 1].mesh)
        return;
    for (uint32_t i = 0; i < count; i++) {
        float n[3];
        wmi_load32(n, normal_row(mdl, s, &v[i]), 3);
        v[i].normal = wmi_mdl_rotate(&s->poses[s->list[v[i].mesh].node],
                                     (wmi_vec){(double)n[0], (double)n[1], (double)n[2]});
    }
    average(v, count, s->count - 1);
    for (uint32_t i = 0; i < count; i++) {
        wm_vec3 n =
            wmi_vec_float(wmi_mdl_rotate_back(&s->poses[s->list[v[i].mesh].node], v[i].normal));
        wmi_store32(normal_row(mdl, s, &v[i]), &n, 3);
    }
}

bool wmi_join_seams(wm_kotor_mdl *mdl, const wmi_shapes *s, uint32_t *const *sites,
                    wmi_arena *scratch)
{
    uint32_t count = 0, all = 0;
    for (uint32_t m = 0; m < s->count; m++)
        all += sites[m] ? mdl->tree.nodes[s->list[m].node].mesh->vertex_count : 0;
    seam_vertex *vertices = wmi_arena_raw(scratch, all, sizeof *vertices);
    uint64_t *order = wmi_arena_raw(scratch, all, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, all, sizeof *spare);
    if (!vertices || !order || !spare)
        return false;
    for (uint32_t m = 0; m < s->count; m++)
        for (uint32_t v = 0; sites[m] && v < mdl->tree.nodes[s->list[m].node].mesh->vertex_count;
             v++) {
            if (sites[m][v] == WM_NO_INDEX)
                continue;
            vertices[count] = (seam_vertex){.mesh = m, .vertex = v};
            order[count] = (uint64_t)sites[m][v] << 32 | count;
            count++;
        }
    wmi_sort_high(order, spare, count); /* stable: meshes and vertices stay in order */
    for (uint32_t first = 0, end; first < count; first = end) {
        seam_vertex at[MOST];
        for (end = first; end < count && order[end] >> 32 == order[first] >> 32; end++)
            if (end - first < MOST)
                at[end - first] = vertices[(uint32_t)order[end]];
        if (end - first > 1 && end - first <= MOST)
            join_site(mdl, s, at, end - first);
    }
    return true;
}

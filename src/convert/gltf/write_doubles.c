/* Triangles that have the vertices of another one, as the two sides of a leaf. Blender drops them,
 * unless their vertices are others at the same place. So these triangles get copies of their
 * vertices, which readers of ours take out again: docs/gltf.md. */
#include "base/sort.h"
#include "convert/gltf/write.h"

/* The corners of a triangle, sorted. */
static void sort_corners(const wm_scene_mesh *m, uint32_t triangle, uint32_t to[3])
{
    memcpy(to, m->indices + 3 * (size_t)triangle, 3 * sizeof *to);
    for (int i = 0; i < 3; i++) {
        int k = i == 1; /* 0-1, 1-2, 0-1 */
        uint32_t low = to[k] < to[k + 1] ? to[k] : to[k + 1], high = to[k] ^ to[k + 1] ^ low;
        to[k] = low;
        to[k + 1] = high;
    }
}

static int by_corners(const void *context, uint32_t a, uint32_t b)
{
    uint32_t p[3], q[3];
    sort_corners(context, a, p);
    sort_corners(context, b, q);
    for (int i = 0; i < 3; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* Puts those that have the vertices of one before them at the start of the list. */
static uint32_t find_doubles(const wm_scene_mesh *m, uint32_t *order, uint32_t count)
{
    uint32_t doubles = 0, last[3];
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    wmi_sort_by(order, count, by_corners, m);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t own[3], triangle = order[i];
        sort_corners(m, triangle, own);
        if (i > 0 && memcmp(own, last, sizeof own) == 0)
            order[doubles++] = triangle;
        memcpy(last, own, sizeof last);
    }
    return doubles;
}

/* An array of the mesh with the copies after it; NULL stays NULL. */
static bool extend(wmi_gltf *g, const wmi_gltf_parted *p, size_t size, void *array)
{
    void *from;
    uint32_t count = p->mesh.vertex_count - p->copies;
    memcpy(&from, array, sizeof from);
    if (!from)
        return true;
    uint8_t *to = wmi_arena_raw(&g->scratch, p->mesh.vertex_count, size);
    if (!to)
        return false;
    memcpy(to, from, count * size);
    for (uint32_t i = 0; i < p->copies; i++)
        memcpy(to + (count + (size_t)i) * size, (const uint8_t *)from + p->originals[i] * size,
               size);
    memcpy(array, &to, sizeof to);
    return true;
}

static bool extend_all(wmi_gltf *g, wmi_gltf_parted *p)
{
    wm_scene_mesh *m = &p->mesh;
    wm_scene_attribute *attributes =
        wmi_arena_raw(&g->scratch, m->attribute_count, sizeof *attributes);
    bool good = attributes && extend(g, p, sizeof *m->positions, &m->positions) &&
                extend(g, p, sizeof *m->normals, &m->normals) &&
                extend(g, p, sizeof *m->tangents, &m->tangents) &&
                extend(g, p, sizeof *m->colours, &m->colours) &&
                extend(g, p, sizeof *m->joints, &m->joints) &&
                extend(g, p, sizeof *m->weights, &m->weights);
    for (int i = 0; good && i < WM_SCENE_UV_SETS; i++)
        good = extend(g, p, sizeof *m->uvs[i], &m->uvs[i]);
    for (uint32_t i = 0; good && i < m->attribute_count; i++) {
        attributes[i] = m->attributes[i];
        good =
            extend(g, p, attributes[i].width * sizeof *attributes[i].values, &attributes[i].values);
    }
    m->attributes = attributes;
    return good;
}

bool wmi_gltf_part_doubles(wmi_gltf *g, const wm_scene_mesh *m, wmi_gltf_parted *p)
{
    uint32_t count = m->index_count / 3, doubles = 0;
    *p = (wmi_gltf_parted){.mesh = *m};
    if (m->primitive != WM_PRIMITIVE_TRIANGLES || count < 2)
        return true;
    uint32_t *order = (uint32_t *)(void *)wmi_gltf_scratch(g, count);
    if (!order)
        return false;
    doubles = find_doubles(m, order, count);
    if (doubles && 3 * (uint64_t)doubles + m->vertex_count < UINT32_MAX) {
        uint32_t *indices = wmi_arena_raw(&g->scratch, m->index_count, sizeof *indices);
        uint32_t *originals = wmi_arena_raw(&g->scratch, 3 * (size_t)doubles, sizeof *originals);
        g->failed = g->failed || !indices || !originals;
        if (!g->failed) {
            memcpy(indices, m->indices, m->index_count * sizeof *indices);
            for (uint32_t i = 0; i < 3 * doubles; i++) {
                uint32_t corner = 3 * order[i / 3] + i % 3;
                originals[i] = indices[corner];
                indices[corner] = m->vertex_count + i;
            }
            p->originals = originals;
            p->copies = 3 * doubles;
            p->mesh.indices = indices;
            p->mesh.vertex_count += p->copies;
            g->failed = !extend_all(g, p);
        }
    }
    wmi_gltf_unscratch(g, (float *)(void *)order, count);
    return !g->failed;
}

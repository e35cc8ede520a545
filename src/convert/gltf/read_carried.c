/* Attributes that a program dropped come back from the uv set that repeats them: see
 * gltf/write_carried.c. */
#include <math.h>

#include "base/sort.h"
#include "convert/gltf/read.h"
#include "convert/internal.h"

/* No texture has such a v, and programs keep it, even for vertices that somebody added. */
static bool is_carrying(const wm_scene_mesh *m, int set, float mark)
{
    const float near = 0.01f;
    if (!m->uvs[set] || m->vertex_count == 0)
        return false;
    for (uint32_t i = 0; i < m->vertex_count; i++)
        if (!(fabsf(m->uvs[set][i][1] - mark) < near))
            return false;
    return true;
}

/* -1: no set does. */
static int find_carrying(const wm_scene_mesh *m, float mark)
{
    int set = WM_SCENE_UV_SETS - 1;
    while (set >= 0 && !is_carrying(m, set, mark))
        set--;
    return set;
}

/* Weights that did not add up to 1 do so in glTF. */
static void scale_weights(wm_scene_mesh *m, float (*uvs)[2])
{
    for (uint32_t i = 0; m->weights && i < m->vertex_count; i++) {
        float sum = uvs[i][0];
        for (int k = 0; k < 4 && sum > 0 && sum < 2; k++)
            m->weights[i][k] *= sum;
    }
}

/* Makes an attribute of the set, unless the mesh still has it. */
static bool take_attribute(wmi_gltf_reader *g, wm_scene_mesh *m, float (*uvs)[2], const char *name)
{
    bool known = m->attribute_count == WMI_GLTF_ATTRIBUTES_MAX;
    for (uint32_t i = 0; i < m->attribute_count; i++)
        known = known || strcmp(m->attributes[i].name, name) == 0;
    if (known)
        return true;
    float *values = wm_scene_alloc(g->scene, m->vertex_count, sizeof *values, NULL);
    if (!values)
        return wmi_gltf_no_memory(g);
    for (uint32_t i = 0; i < m->vertex_count; i++)
        values[i] = uvs[i][0];
    m->attributes[m->attribute_count++] = (wm_scene_attribute){name, 1, values};
    return true;
}

/* ---- copies of vertices ---- */

static int by_number(const void *context, uint32_t a, uint32_t b)
{
    const float *uvs = context;
    float x = uvs[2 * (size_t)a], y = uvs[2 * (size_t)b];
    return x != y ? (x < y ? -1 : 1) : a < b ? -1 : a > b;
}

static bool is_near(const float *a, const float *b, int count, float most)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(a[i] - b[i]) <= most))
            return false;
    return true;
}

/* Programs round normals of each corner in a different way. */
static bool is_copy(const wm_scene_mesh *m, uint32_t a, uint32_t b)
{
    if (memcmp(&m->positions[a], &m->positions[b], sizeof m->positions[a]) != 0 ||
        (m->normals && !is_near(&m->normals[a].x, &m->normals[b].x, 3, 0.01f)) ||
        (m->joints && memcmp(m->joints[a], m->joints[b], sizeof m->joints[a]) != 0))
        return false;
    for (int k = 0; k < WM_SCENE_UV_SETS; k++)
        if (m->uvs[k] && !is_near(m->uvs[k][a], m->uvs[k][b], 2, 1e-5f))
            return false;
    return true;
}

/* Copies that the writer made become one vertex again. No triangle uses the others any more. */
static bool join_copies(wmi_gltf_reader *g, wm_scene_mesh *m, float (*uvs)[2])
{
    enum { MOST = 16 }; /* vertices of one number that are compared */
    uint32_t n = m->vertex_count, count = 0;
    uint32_t *order = wmi_gltf_scratch_of(g, n, sizeof *order);
    uint32_t *of = wmi_gltf_scratch_of(g, n, sizeof *of);
    if (!order || !of)
        return wmi_gltf_no_memory(g);
    for (uint32_t i = 0; i < n; i++) {
        of[i] = i;
        if (uvs[i][0] >= 1 && uvs[i][0] == floorf(uvs[i][0]))
            order[count++] = i;
    }
    wmi_sort_by(order, count, by_number, uvs[0]);
    for (uint32_t i = 1, first = 0; i < count; i++) {
        if (uvs[order[i]][0] != uvs[order[first]][0])
            first = i;
        for (uint32_t k = first; k < i && k < first + MOST && of[order[i]] == order[i]; k++)
            if (is_copy(m, order[k], order[i]))
                of[order[i]] = of[order[k]];
    }
    for (uint32_t i = 0; i < m->index_count; i++)
        m->indices[i] = of[m->indices[i]];
    return true;
}

void wmi_gltf_hide(wmi_gltf_reader *g, const bool *joint, const uint32_t *into)
{
    wm_scene *s = g->scene;
    for (uint32_t i = 0; i < s->node_count; i++) {
        uint32_t node = into[i] == WM_NO_INDEX ? i : into[i];
        if (s->nodes[i].mesh != WM_NO_INDEX && g->hidden[s->nodes[i].mesh] && joint[node] &&
            !g->known[node])
            s->nodes[node].rest.scale = (wm_vec3){0, 0, 0};
    }
}

bool wmi_gltf_take_carried(wmi_gltf_reader *g, wm_scene_mesh *m)
{
    if (g->own)
        return true;
    for (unsigned i = 0; i < WMI_GLTF_CARRIED; i++) {
        const wmi_gltf_carried kind = wmi_gltf_carried_kind(i);
        int set = find_carrying(m, kind.v);
        if (set < 0)
            continue;
        float(*uvs)[2] = m->uvs[set];
        m->uvs[set] = NULL;
        if (strcmp(kind.attribute, WMI_GLTF_SUMS) == 0)
            scale_weights(m, uvs);
        else if (strcmp(kind.attribute, WMI_GLTF_HIDDEN) == 0)
            g->hidden[m - g->scene->meshes] = true;
        else if (strcmp(kind.attribute, WMI_GLTF_COPIES) == 0) {
            if (!join_copies(g, m, uvs))
                return false;
        } else if (!take_attribute(g, m, uvs, kind.attribute))
            return false;
    }
    return true;
}

/* Attributes that a program dropped come back from the uv set that repeats them: see
 * gltf/write_carried.c. */
#include <math.h>

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

bool wmi_gltf_take_carried(wmi_gltf_reader *g, wm_scene_mesh *m)
{
    if (g->own || g->frame == WM_NO_INDEX)
        return true;
    for (unsigned i = 0; i < WMI_GLTF_CARRIED; i++) {
        const wmi_gltf_carried kind = wmi_gltf_carried_kind(i);
        int set = find_carrying(m, kind.v);
        if (set < 0)
            continue;
        float(*uvs)[2] = m->uvs[set];
        m->uvs[set] = NULL;
        if (!kind.attribute)
            scale_weights(m, uvs);
        else if (!take_attribute(g, m, uvs, kind.attribute))
            return false;
    }
    return true;
}

/* Programs such as Blender drop custom attributes, but keep uvs and interpolate them for new
 * vertices. So numbers that would be lost are in further uv sets too: docs/gltf.md. */
#include <math.h>

#include "convert/gltf/write.h"

/* ---- attributes ---- */

static const wm_scene_attribute *find(const wm_scene_mesh *m, const char *name)
{
    for (uint32_t i = 0; i < m->attribute_count; i++)
        if (m->attributes[i].width == 1 && strcmp(m->attributes[i].name, name) == 0)
            return &m->attributes[i];
    return NULL;
}

/* One number for the whole mesh is among its extras. */
static bool is_even(const wm_scene_attribute *a, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (memcmp(&a->values[i], &a->values[0], sizeof a->values[0]) != 0)
            return false;
    return true;
}

/* ---- weights ---- */

/* What the weights of a vertex add up to. */
static double sum_of(const float weight[4])
{
    double sum = 0;
    for (int k = 0; k < 4; k++)
        sum += weight[k] > 0 && isfinite(weight[k]) ? (double)weight[k] : 0;
    return sum;
}

/* Are there weights that do not add up to 1, as they must in glTF? Far from the origin, or in large
 * models, that moves vertices. */
static bool is_uneven(const wm_scene_mesh *m)
{
    bool uneven = false;
    for (uint32_t i = 0; m->joints && m->weights && !uneven && i < m->vertex_count; i++) {
        double sum = sum_of(m->weights[i]);
        uneven = sum > 0 && fabs(sum - 1) > 2e-7;
    }
    return uneven;
}

/* ---- sets ---- */

static bool is_kind(unsigned kind, const char *attribute)
{
    return strcmp(wmi_gltf_carried_kind(kind).attribute, attribute) == 0;
}

static bool is_needed(const wmi_gltf_parted *p, unsigned kind, bool textured)
{
    const wmi_gltf_carried how = wmi_gltf_carried_kind(kind);
    const wm_scene_mesh *m = &p->mesh;
    if (!textured && !how.bare) /* the first set is that of the texture */
        return false;
    if (is_kind(kind, WMI_GLTF_SUMS))
        return is_uneven(m);
    if (is_kind(kind, WMI_GLTF_HIDDEN))
        return p->hidden;
    if (is_kind(kind, WMI_GLTF_COPIES))
        return p->copies > 0;
    const wm_scene_attribute *a = find(m, how.attribute);
    return a && !(is_kind(kind, "uv_w") && is_even(a, m->vertex_count));
}

unsigned wmi_gltf_carried_sets(const wmi_gltf_parted *p, unsigned *first,
                               unsigned kinds[WMI_GLTF_CARRIED])
{
    unsigned count = 0;
    *first = 0;
    for (int i = 0; i < WM_SCENE_UV_SETS; i++)
        *first += p->mesh.uvs[i] != NULL;
    for (unsigned kind = 0; kind < WMI_GLTF_CARRIED && *first + count < WM_SCENE_UV_SETS; kind++)
        if (is_needed(p, kind, *first > 0))
            kinds[count++] = kind;
    return count;
}

static void carry_sums(const wm_scene_mesh *m, float (*uvs)[2])
{
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        double sum = sum_of(m->weights[i]);
        uvs[i][0] = sum > 0 ? (float)sum : 1;
    }
}

static void carry_copies(const wmi_gltf_parted *p, float (*uvs)[2])
{
    uint32_t first = p->mesh.vertex_count - p->copies;
    for (uint32_t i = 0; i < p->copies; i++)
        uvs[first + i][0] = uvs[p->originals[i]][0] = (float)(p->originals[i] + 1);
}

void wmi_gltf_carry(const wmi_gltf_parted *p, unsigned kind, float (*uvs)[2])
{
    const wmi_gltf_carried how = wmi_gltf_carried_kind(kind);
    const wm_scene_attribute *from = find(&p->mesh, how.attribute);
    for (uint32_t i = 0; i < p->mesh.vertex_count; i++) {
        uvs[i][0] = from ? from->values[i] : 0;
        uvs[i][1] = how.v;
    }
    if (is_kind(kind, WMI_GLTF_SUMS))
        carry_sums(&p->mesh, uvs);
    if (is_kind(kind, WMI_GLTF_COPIES))
        carry_copies(p, uvs);
}

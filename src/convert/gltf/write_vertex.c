/* Writes the vertices of meshes to glTF. Numbers that glTF cannot hold unchanged are stored again
 * next to the adjusted ones: docs/gltf.md. */
#include <math.h>

#include "convert/gltf/write.h"

static void name_attribute(wmi_gltf_attributes *a, const char *name, uint32_t accessor)
{
    wmi_writer_text(&a->text, a->any ? "," : "");
    wmi_gltf_text(&a->text, name);
    wmi_writer_printf(&a->text, ":%lu", (ul)accessor);
    a->any = true;
}

static void put_positions(wmi_gltf *g, wmi_gltf_attributes *a, const wm_scene_mesh *m)
{
    size_t count = 3 * (size_t)m->vertex_count;
    float *v = wmi_gltf_scratch(g, count);
    if (!v)
        return;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        wm_vec3 p = wmi_gltf_vec3(g, m->positions[i]);
        v[3 * i] = isfinite(p.x) ? p.x : 0;
        v[3 * i + 1] = isfinite(p.y) ? p.y : 0;
        v[3 * i + 2] = isfinite(p.z) ? p.z : 0;
    }
    name_attribute(a, "POSITION",
                   wmi_gltf_floats(g, v, m->vertex_count, 3, WMI_GLTF_VERTICES, true));
    wmi_gltf_unscratch(g, v, count);
}

/* Makes a direction unit length. Returns true if it had to be changed. */
static bool repair_direction(float d[3])
{
    double x = (double)d[0], y = (double)d[1], z = (double)d[2];
    double length = sqrt(x * x + y * y + z * z);
    if (fabs(length - 1) < 1e-4)
        return false;
    bool none = !(length > 1e-30) || !isfinite(length);
    d[0] = none ? 0 : (float)(x / length);
    d[1] = none ? 0 : (float)(y / length);
    d[2] = none ? 1 : (float)(z / length);
    return true;
}

static void put_normals(wmi_gltf *g, wmi_gltf_attributes *a, const wm_scene_mesh *m)
{
    size_t count = 3 * (size_t)m->vertex_count;
    float *v = wmi_gltf_scratch(g, count);
    bool repaired = false, finite = true;
    if (!v)
        return;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        wm_vec3 n = wmi_gltf_vec3(g, m->normals[i]);
        finite = finite && isfinite(n.x) && isfinite(n.y) && isfinite(n.z);
        memcpy(v + 3 * (size_t)i, &n, sizeof n);
        repaired |= repair_direction(v + 3 * (size_t)i);
    }
    name_attribute(a, "NORMAL",
                   wmi_gltf_floats(g, v, m->vertex_count, 3, WMI_GLTF_VERTICES, false));
    if (repaired && finite) {
        for (uint32_t i = 0; i < m->vertex_count; i++) {
            wm_vec3 n = wmi_gltf_vec3(g, m->normals[i]);
            memcpy(v + 3 * (size_t)i, &n, sizeof n);
        }
        name_attribute(a, "_NORMAL_RAW",
                       wmi_gltf_floats(g, v, m->vertex_count, 3, WMI_GLTF_VERTICES, false));
    }
    wmi_gltf_unscratch(g, v, count);
}

/* A tangent for the file, or the one stored next to it, in the space of the file. */
static void take_tangent(const wmi_gltf *g, const float from[4], float to[4])
{
    memcpy(to, from, 4 * sizeof *to);
    if (g->mirror) {
        to[2] = -to[2];
        to[3] = -to[3];
    }
}

/* glTF has no tangents without normals. */
static void put_tangents(wmi_gltf *g, wmi_gltf_attributes *a, const wm_scene_mesh *m)
{
    size_t count = 4 * (size_t)m->vertex_count;
    float *v = wmi_gltf_scratch(g, count);
    bool repaired = !m->normals, finite = true;
    if (!v)
        return;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        float *to = v + 4 * (size_t)i;
        take_tangent(g, m->tangents[i], to);
        float hand = to[3] < 0 ? -1.0f : 1.0f;
        finite = finite && isfinite(to[0]) && isfinite(to[1]) && isfinite(to[2]) && isfinite(to[3]);
        repaired |= repair_direction(to) || memcmp(&hand, &to[3], sizeof hand) != 0;
        to[3] = hand;
    }
    if (m->normals)
        name_attribute(a, "TANGENT",
                       wmi_gltf_floats(g, v, m->vertex_count, 4, WMI_GLTF_VERTICES, false));
    if (repaired && finite) {
        for (uint32_t i = 0; i < m->vertex_count; i++)
            take_tangent(g, m->tangents[i], v + 4 * (size_t)i);
        name_attribute(a, "_TANGENT_RAW",
                       wmi_gltf_floats(g, v, m->vertex_count, 4, WMI_GLTF_VERTICES, false));
    }
    wmi_gltf_unscratch(g, v, count);
}

/* Any floats; values that are not finite become 0. */
static void put_plain(wmi_gltf *g, wmi_gltf_attributes *a, const char *name, const float *values,
                      uint32_t count, uint32_t width)
{
    size_t all = (size_t)count * width;
    float *v = wmi_gltf_scratch(g, all);
    if (!v)
        return;
    for (size_t i = 0; i < all; i++)
        v[i] = isfinite(values[i]) ? values[i] : 0;
    name_attribute(a, name, wmi_gltf_floats(g, v, count, width, WMI_GLTF_VERTICES, false));
    wmi_gltf_unscratch(g, v, all);
}

/* v runs down in glTF. For small v, 1 - v does not convert back to the same bits; then the
 * original v is stored too. */
static void put_uvs(wmi_gltf *g, wmi_gltf_attributes *a, const wm_scene_mesh *m, int set,
                    unsigned number)
{
    size_t count = m->vertex_count;
    float *v = wmi_gltf_scratch(g, 3 * count);
    char name[24], raw_name[24];
    bool flip = !g->scene->v_down, lost = false;
    if (!v)
        return;
    float *raw = v + 2 * count;
    wmi_format(name, sizeof name, "TEXCOORD_%u", number);
    wmi_format(raw_name, sizeof raw_name, "_TEXCOORD_%u_RAW", number);
    for (size_t i = 0; i < count; i++) {
        const float *uv = m->uvs[set][i];
        raw[i] = isfinite(uv[1]) ? uv[1] : 0;
        v[2 * i] = isfinite(uv[0]) ? uv[0] : 0;
        v[2 * i + 1] = flip ? 1 - raw[i] : raw[i];
        float back = 1 - v[2 * i + 1];
        lost |= flip && memcmp(&back, &raw[i], sizeof back) != 0;
    }
    name_attribute(a, name, wmi_gltf_floats(g, v, m->vertex_count, 2, WMI_GLTF_VERTICES, false));
    if (lost)
        name_attribute(a, raw_name,
                       wmi_gltf_floats(g, raw, m->vertex_count, 1, WMI_GLTF_VERTICES, false));
    wmi_gltf_unscratch(g, v, 3 * count);
}

/* Makes weights add up to 1, removes duplicate joints and zeroes unused slots. Returns true
 * if that changed anything. */
static bool repair_weights(const uint16_t joint[4], const float weight[4], uint16_t to_joint[4],
                           float to_weight[4])
{
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        to_joint[k] = joint[k];
        to_weight[k] = weight[k] > 0 && isfinite(weight[k]) ? weight[k] : 0;
        for (int j = 0; j < k; j++)
            if (to_joint[j] == to_joint[k] && to_weight[k] > 0 && to_weight[j] > 0) {
                to_weight[j] += to_weight[k];
                to_weight[k] = 0;
            }
    }
    for (int k = 0; k < 4; k++) {
        sum += (double)to_weight[k];
        if (to_weight[k] <= 0)
            to_joint[k] = 0;
    }
    if (sum <= 0) {
        to_weight[0] = 1;
        to_joint[0] = joint[0];
    } else if (fabs(sum - 1) > 1e-7) {
        for (int k = 0; k < 4; k++)
            to_weight[k] = (float)((double)to_weight[k] / sum);
    }
    return memcmp(joint, to_joint, 4 * sizeof *joint) != 0 ||
           memcmp(weight, to_weight, 4 * sizeof *weight) != 0;
}

static void put_weights(wmi_gltf *g, wmi_gltf_attributes *a, const wm_scene_mesh *m)
{
    size_t count = 4 * (size_t)m->vertex_count;
    float *v = wmi_gltf_scratch(g, 2 * count);
    if (!v)
        return;
    uint16_t(*joints)[4] = (uint16_t(*)[4])(void *)(v + count);
    bool repaired = false;
    for (uint32_t i = 0; i < m->vertex_count; i++)
        repaired |= repair_weights(m->joints[i], m->weights[i], joints[i], v + 4 * (size_t)i);
    name_attribute(a, "JOINTS_0",
                   wmi_gltf_joints(g, (const uint16_t(*)[4])joints, m->vertex_count));
    name_attribute(a, "WEIGHTS_0",
                   wmi_gltf_floats(g, v, m->vertex_count, 4, WMI_GLTF_VERTICES, false));
    if (repaired) {
        put_plain(g, a, "_WEIGHTS_RAW", &m->weights[0][0], m->vertex_count, 4);
        for (size_t i = 0; i < count; i++)
            v[i] = (float)m->joints[i / 4][i % 4];
        name_attribute(a, "_JOINTS_RAW",
                       wmi_gltf_floats(g, v, m->vertex_count, 4, WMI_GLTF_VERTICES, false));
    }
    wmi_gltf_unscratch(g, v, 2 * count);
}

void wmi_gltf_attribute_name(const wm_scene_attribute *from, char name[64])
{
    size_t n = 1;
    name[0] = '_';
    for (const char *p = from->name + (*from->name == '_'); *p && n < 63; p++) {
        bool lower = *p >= 'a' && *p <= 'z',
             plain = lower || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9');
        name[n++] = lower ? (char)(*p - 'a' + 'A') : plain ? *p : '_';
    }
    name[n] = '\0';
}

static void put_carried(wmi_gltf *g, wmi_gltf_attributes *a, const wmi_gltf_parted *p)
{
    unsigned first, kinds[WMI_GLTF_CARRIED], sets = wmi_gltf_carried_sets(p, &first, kinds);
    const size_t count = 2 * (size_t)p->mesh.vertex_count;
    for (unsigned i = 0; i < sets; i++) {
        float *v = wmi_gltf_scratch(g, count);
        char name[24];
        if (!v)
            return;
        wmi_gltf_carry(p, kinds[i], (float(*)[2])(void *)v);
        wmi_format(name, sizeof name, "TEXCOORD_%u", first + i);
        put_plain(g, a, name, v, p->mesh.vertex_count, 2);
        wmi_gltf_unscratch(g, v, count);
    }
}

void wmi_gltf_put_attributes(wmi_gltf *g, wmi_gltf_attributes *a, const wmi_gltf_parted *p)
{
    const wm_scene_mesh *m = &p->mesh;
    unsigned sets = 0;
    put_positions(g, a, m);
    if (m->normals)
        put_normals(g, a, m);
    if (m->tangents)
        put_tangents(g, a, m);
    if (m->colours)
        put_plain(g, a, "COLOR_0", &m->colours[0][0], m->vertex_count, 4);
    for (int i = 0; i < WM_SCENE_UV_SETS; i++)
        if (m->uvs[i]) /* consecutive set numbers */
            put_uvs(g, a, m, i, sets++);
    put_carried(g, a, p);
    if (m->joints && m->weights)
        put_weights(g, a, m);
    for (uint32_t i = 0; i < m->attribute_count; i++) {
        char name[64];
        wmi_gltf_attribute_name(&m->attributes[i], name);
        put_plain(g, a, name, m->attributes[i].values, m->vertex_count, m->attributes[i].width);
    }
}

/* Meshes and materials of a glTF. */
#include <math.h>

#include "convert/gltf.h"

/* ---- materials --------------------------------------------------------- */

static float clamp(float v)
{
    return v > 0 ? (v < 1 ? v : 1) : 0;
}

static const char *const slot_names[WM_TEXTURE_SLOTS] = {
    "colour", "lightmap", "normal", "specular", "growth", "additional",
};

/* Pictures are files of the game that lie elsewhere, so their names are told in the
 * extras and no picture is linked. */
static void put_textures(wmi_writer *w, const wm_scene_material *m)
{
    bool first = true;
    wmi_writer_text(w, ",\"extras\":{\"textures\":{");
    for (int i = 0; i < WM_TEXTURE_SLOTS; i++) {
        const wm_scene_texture *t = &m->textures[i];
        if (!t->name)
            continue;
        wmi_writer_printf(w, "%s\"%s\":{\"name\":", first ? "" : ",", slot_names[i]);
        wmi_json_text(w, t->name);
        wmi_writer_printf(w, ",\"texCoord\":%u", t->uv_set);
        if (t->clamp_u || t->clamp_v)
            wmi_writer_printf(w, ",\"clamp\":\"%s%s\"", t->clamp_u ? "u" : "",
                              t->clamp_v ? "v" : "");
        wmi_writer_text(w, "}");
        first = false;
    }
    wmi_writer_text(w, "}");
    const float ambient[3] = {m->ambient.x, m->ambient.y, m->ambient.z};
    wmi_writer_text(w, ",\"ambient\":");
    wmi_json_floats(w, ambient, 3);
    first = false;
    wmi_json_members(w, &m->extras, &first);
    wmi_writer_text(w, "}");
}

void wmi_gltf_materials(wmi_gltf *g)
{
    wmi_writer *w = &g->materials.text;
    for (uint32_t i = 0; i < g->scene->material_count; i++) {
        const wm_scene_material *m = &g->scene->materials[i];
        const float base[4] = {clamp(m->diffuse.x), clamp(m->diffuse.y), clamp(m->diffuse.z),
                               clamp(m->alpha)};
        const float glow[3] = {clamp(m->self_illumination.x), clamp(m->self_illumination.y),
                               clamp(m->self_illumination.z)};
        wmi_gltf_item(&g->materials);
        wmi_writer_text(w, "{\"name\":");
        wmi_json_text(w, m->name);
        wmi_writer_text(w, ",\"pbrMetallicRoughness\":{\"baseColorFactor\":");
        wmi_json_floats(w, base, 4);
        wmi_writer_text(w, ",\"metallicFactor\":0,\"roughnessFactor\":1}");
        if (glow[0] + glow[1] + glow[2] > 0) {
            wmi_writer_text(w, ",\"emissiveFactor\":");
            wmi_json_floats(w, glow, 3);
        }
        if (m->blended || base[3] < 1)
            wmi_writer_text(w, ",\"alphaMode\":\"BLEND\"");
        if (m->two_sided)
            wmi_writer_text(w, ",\"doubleSided\":true");
        put_textures(w, m);
        wmi_writer_text(w, "}");
    }
}

/* ---- attributes of vertices -------------------------------------------- */

/* All attributes of a mesh, which its primitives share. */
typedef struct attributes {
    wmi_writer text;
    bool any;
} attributes;

static void name_attribute(attributes *a, const char *name, uint32_t accessor)
{
    wmi_writer_text(&a->text, a->any ? "," : "");
    wmi_json_text(&a->text, name);
    wmi_writer_printf(&a->text, ":%lu", (unsigned long)accessor);
    a->any = true;
}

static void put_positions(wmi_gltf *g, attributes *a, const wm_scene_mesh *m)
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

/* A direction of length 1; true if it had to be changed. */
static bool mend_direction(float d[3])
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

static void put_normals(wmi_gltf *g, attributes *a, const wm_scene_mesh *m)
{
    size_t count = 3 * (size_t)m->vertex_count;
    float *v = wmi_gltf_scratch(g, count);
    bool mended = false, finite = true;
    if (!v)
        return;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        wm_vec3 n = wmi_gltf_vec3(g, m->normals[i]);
        finite = finite && isfinite(n.x) && isfinite(n.y) && isfinite(n.z);
        memcpy(v + 3 * (size_t)i, &n, sizeof n);
        mended |= mend_direction(v + 3 * (size_t)i);
    }
    name_attribute(a, "NORMAL",
                   wmi_gltf_floats(g, v, m->vertex_count, 3, WMI_GLTF_VERTICES, false));
    if (mended && finite) {
        for (uint32_t i = 0; i < m->vertex_count; i++) {
            wm_vec3 n = wmi_gltf_vec3(g, m->normals[i]);
            memcpy(v + 3 * (size_t)i, &n, sizeof n);
        }
        name_attribute(a, "_NORMAL_RAW",
                       wmi_gltf_floats(g, v, m->vertex_count, 3, WMI_GLTF_VERTICES, false));
    }
    wmi_gltf_unscratch(g, v, count);
}

static void put_tangents(wmi_gltf *g, attributes *a, const wm_scene_mesh *m)
{
    size_t count = 4 * (size_t)m->vertex_count;
    float *v = wmi_gltf_scratch(g, count);
    if (!v)
        return;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        float *to = v + 4 * (size_t)i, hand = m->tangents[i][3];
        memcpy(to, m->tangents[i], 3 * sizeof *to);
        if (g->mirror) {
            to[2] = 0 - to[2];
            hand = 0 - hand;
        }
        mend_direction(to);
        to[3] = hand < 0 ? -1.0f : 1.0f;
    }
    name_attribute(a, "TANGENT",
                   wmi_gltf_floats(g, v, m->vertex_count, 4, WMI_GLTF_VERTICES, false));
    wmi_gltf_unscratch(g, v, count);
}

/* Any floats; not finite ones become 0, and v is turned to run down. */
static void put_plain(wmi_gltf *g, attributes *a, const char *name, const float *values,
                      uint32_t count, uint32_t width, bool flip_v)
{
    size_t all = (size_t)count * width;
    float *v = wmi_gltf_scratch(g, all);
    if (!v)
        return;
    for (size_t i = 0; i < all; i++) {
        float value = isfinite(values[i]) ? values[i] : 0;
        v[i] = flip_v && i % 2 ? 1 - value : value;
    }
    name_attribute(a, name, wmi_gltf_floats(g, v, count, width, WMI_GLTF_VERTICES, false));
    wmi_gltf_unscratch(g, v, all);
}

/* Weights that add up to 1, no joint twice, unused slots 0. True if that changed
 * anything. */
static bool mend_weights(const uint16_t joint[4], const float weight[4], uint16_t to_joint[4],
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

static void put_weights(wmi_gltf *g, attributes *a, const wm_scene_mesh *m)
{
    size_t count = 4 * (size_t)m->vertex_count;
    float *v = wmi_gltf_scratch(g, 2 * count);
    if (!v)
        return;
    uint16_t(*joints)[4] = (uint16_t(*)[4])(void *)(v + count);
    bool mended = false;
    for (uint32_t i = 0; i < m->vertex_count; i++)
        mended |= mend_weights(m->joints[i], m->weights[i], joints[i], v + 4 * (size_t)i);
    name_attribute(a, "JOINTS_0",
                   wmi_gltf_joints(g, (const uint16_t(*)[4])joints, m->vertex_count));
    name_attribute(a, "WEIGHTS_0",
                   wmi_gltf_floats(g, v, m->vertex_count, 4, WMI_GLTF_VERTICES, false));
    if (mended) {
        put_plain(g, a, "_WEIGHTS_RAW", &m->weights[0][0], m->vertex_count, 4, false);
        for (size_t i = 0; i < count; i++)
            v[i] = (float)m->joints[i / 4][i % 4];
        name_attribute(a, "_JOINTS_RAW",
                       wmi_gltf_floats(g, v, m->vertex_count, 4, WMI_GLTF_VERTICES, false));
    }
    wmi_gltf_unscratch(g, v, 2 * count);
}

/* Names of attributes that are not glTF's own begin with an underscore. */
static void put_attribute(wmi_gltf *g, attributes *a, const wm_scene_attribute *from,
                          uint32_t count)
{
    char name[64] = "_";
    size_t n = 1;
    for (const char *p = from->name; *p && n + 1 < sizeof name; p++) {
        bool lower = *p >= 'a' && *p <= 'z',
             plain = lower || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9');
        name[n++] = lower ? (char)(*p - 'a' + 'A') : plain ? *p : '_';
    }
    name[n] = '\0';
    put_plain(g, a, name, from->values, count, from->width, false);
}

static void put_attributes(wmi_gltf *g, attributes *a, const wm_scene_mesh *m)
{
    static const char *const uv[WM_UV_SETS] = {"TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2",
                                               "TEXCOORD_3"};
    unsigned sets = 0;
    put_positions(g, a, m);
    if (m->normals)
        put_normals(g, a, m);
    if (m->tangents && m->normals)
        put_tangents(g, a, m);
    if (m->colours)
        put_plain(g, a, "COLOR_0", &m->colours[0][0], m->vertex_count, 4, false);
    for (int i = 0; i < WM_UV_SETS; i++)
        if (m->uvs[i]) /* numbers without a gap */
            put_plain(g, a, uv[sets++], &m->uvs[i][0][0], m->vertex_count, 2, !g->scene->v_down);
    if (m->joints && m->weights)
        put_weights(g, a, m);
    for (uint32_t i = 0; i < m->attribute_count; i++)
        put_attribute(g, a, &m->attributes[i], m->vertex_count);
}

/* ---- meshes ------------------------------------------------------------ */

/* In a mirror triangles turn round: b and c change places. */
static uint32_t part_indices(wmi_gltf *g, const wm_scene_mesh *m, const wm_scene_part *part)
{
    size_t count = part->count;
    uint32_t most = 0, number = 0;
    uint32_t *v = (uint32_t *)(void *)wmi_gltf_scratch(g, count);
    if (!v)
        return 0;
    memcpy(v, m->indices + part->first, count * sizeof *v);
    for (size_t i = 0; i < count; i++)
        most = v[i] > most ? v[i] : most;
    for (size_t i = 0; g->mirror && m->primitive == WM_TRIANGLES && i + 2 < count; i += 3) {
        uint32_t swap = v[i + 1];
        v[i + 1] = v[i + 2];
        v[i + 2] = swap;
    }
    number = wmi_gltf_indices(g, v, part->count, most);
    wmi_gltf_unscratch(g, (float *)(void *)v, count);
    return number;
}

static void put_primitive(wmi_gltf *g, const attributes *a, const wm_scene_mesh *m,
                          const wm_scene_part *part, bool *first)
{
    wmi_writer *w = &g->meshes.text;
    if (part->count == 0)
        return;
    wmi_writer_text(w, *first ? "{\"attributes\":{" : ",{\"attributes\":{");
    *first = false;
    wmi_writer_bytes(w, a->text.data, a->text.size);
    wmi_writer_printf(w, "},\"indices\":%lu", (unsigned long)part_indices(g, m, part));
    if (m->primitive == WM_LINES)
        wmi_writer_text(w, ",\"mode\":1");
    if (part->material != WM_NO_INDEX)
        wmi_writer_printf(w, ",\"material\":%lu", (unsigned long)part->material);
    wmi_writer_text(w, "}");
}

static void put_mesh(wmi_gltf *g, const wm_scene_mesh *m)
{
    wmi_writer *w = &g->meshes.text;
    attributes a = {0};
    bool first = true;
    const wm_scene_part whole = {0, m->index_count, WM_NO_INDEX};
    wmi_writer_init(&a.text, &g->allocator);
    put_attributes(g, &a, m);
    wmi_gltf_item(&g->meshes);
    wmi_writer_text(w, "{\"name\":");
    wmi_json_text(w, m->name);
    wmi_writer_text(w, ",\"primitives\":[");
    for (uint32_t i = 0; i < m->part_count; i++)
        put_primitive(g, &a, m, &m->parts[i], &first);
    if (m->part_count == 0)
        put_primitive(g, &a, m, &whole, &first);
    wmi_writer_text(w, "]");
    if (m->face_numbers && m->primitive == WM_TRIANGLES) {
        uint32_t numbers = wmi_gltf_u32(g, m->face_numbers, m->index_count / 3);
        bool none = false;
        wmi_writer_printf(w, ",\"extras\":{\"face_numbers\":%lu", (unsigned long)numbers);
        wmi_json_members(w, &m->extras, &none);
        wmi_writer_text(w, "}");
    } else {
        wmi_json_extras(w, &m->extras);
    }
    wmi_writer_text(w, "}");
    g->failed = g->failed || a.text.failed;
    wmi_release(&g->allocator, a.text.data, a.text.capacity, 1);
}

void wmi_gltf_meshes(wmi_gltf *g)
{
    const wm_scene *s = g->scene;
    for (uint32_t i = 0; i < s->mesh_count; i++)
        g->mesh_of[i] = WM_NO_INDEX;
    for (uint32_t i = 0; i < s->node_count && !g->failed; i++) {
        const wm_scene_node *n = &s->nodes[i];
        bool wanted = n->role != WM_ROLE_HIDDEN || (g->opts && g->opts->all);
        if (n->mesh == WM_NO_INDEX || !wanted || g->mesh_of[n->mesh] != WM_NO_INDEX)
            continue;
        const wm_scene_mesh *m = &s->meshes[n->mesh];
        if (m->vertex_count == 0 || m->index_count == 0)
            continue; /* glTF has no empty meshes */
        put_mesh(g, m);
        g->mesh_of[n->mesh] = g->meshes.count - 1;
    }
}

/* Reads the vertices of a glTF mesh. Files of ours hold some arrays twice: as glTF requires
 * them and as in the source (docs/gltf.md). Then the latter is read. */
#include "base/text.h"
#include "convert/gltf/read.h"

static const char *const uv_names[WM_SCENE_UV_SETS] = {"TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2",
                                                       "TEXCOORD_3"};
static const char *const raw_uv_names[WM_SCENE_UV_SETS] = {"_TEXCOORD_0_RAW", "_TEXCOORD_1_RAW",
                                                           "_TEXCOORD_2_RAW", "_TEXCOORD_3_RAW"};

/* The accessor of an attribute, or of its raw form if there is one. */
static bool find(wmi_gltf_reader *g, const wm_json_value *attributes, const char *name,
                 const char *raw, uint32_t *accessor)
{
    if (g->own && raw && wm_json_find(attributes, raw))
        return wmi_gltf_get_u32(g, attributes, raw, WM_NO_INDEX, accessor);
    return wmi_gltf_get_u32(g, attributes, name, WM_NO_INDEX, accessor);
}

/* The set index in the scene of the file's k-th set. */
static uint32_t uv_set(const wmi_gltf_reader *g, const wm_json_value *mesh, uint32_t k)
{
    const wm_json_value *list = g->own ? wmi_gltf_extra(mesh, "uv_sets") : NULL;
    uint32_t set = k;
    wmi_gltf_get_index(wm_json_item(list, k), WM_SCENE_UV_SETS, &set);
    return set;
}

/* Does the file's k-th set only repeat an attribute? Such sets come last. */
static bool carries(const wmi_gltf_reader *g, const wm_json_value *mesh, uint32_t k)
{
    uint32_t set = WM_NO_INDEX;
    if (g->own)
        wmi_gltf_get_index(wmi_gltf_extra(mesh, "carried_uvs"), WM_SCENE_UV_SETS, &set);
    return set <= k; /* WM_NO_INDEX: there is none */
}

bool wmi_gltf_find_vertices(wmi_gltf_reader *g, const wm_json_value *mesh,
                            const wm_json_value *attributes, wmi_gltf_vertices *v)
{
    wmi_gltf_span s;
    *v = (wmi_gltf_vertices){.attributes = attributes};
    bool good = find(g, attributes, "POSITION", NULL, &v->positions) &&
                find(g, attributes, "NORMAL", "_NORMAL_RAW", &v->normals) &&
                find(g, attributes, "TANGENT", "_TANGENT_RAW", &v->tangents) &&
                find(g, attributes, "COLOR_0", NULL, &v->colours) &&
                find(g, attributes, "JOINTS_0", "_JOINTS_RAW", &v->joints[0]) &&
                find(g, attributes, "JOINTS_1", NULL, &v->joints[1]) &&
                find(g, attributes, "WEIGHTS_0", "_WEIGHTS_RAW", &v->weights[0]) &&
                find(g, attributes, "WEIGHTS_1", NULL, &v->weights[1]);
    for (uint32_t k = 0; good && k < WM_SCENE_UV_SETS; k++) {
        v->sets[k] = uv_set(g, mesh, k);
        v->raw_v[k] = WM_NO_INDEX;
        v->uvs[k] = WM_NO_INDEX;
        if (carries(g, mesh, k))
            continue;
        good = find(g, attributes, uv_names[k], NULL, &v->uvs[k]) &&
               (!g->flip_v || find(g, attributes, raw_uv_names[k], NULL, &v->raw_v[k]));
    }
    if (!good || v->positions == WM_NO_INDEX)
        return good;
    if (!wmi_gltf_span_of(g, v->positions, &s))
        return false;
    v->count = s.count;
    return true;
}

/* ---- allocation ---- */

/* Names of raw forms are not attributes of their own, whichever program wrote the file. */
static bool is_custom(const wmi_gltf_reader *g, const wm_json_value *attribute)
{
    const char *name = wm_json_name(attribute);
    size_t n = strlen(name);
    if (name[0] != '_' || (n > 4 && strcmp(name + n - 4, "_RAW") == 0))
        return false;
    /* parts of tangent frames: the mesh may be another one now, so they are computed again */
    return g->own || (strcmp(name, "_BITANGENT") != 0 && strcmp(name, "_FRAME_NORMAL") != 0 &&
                      strcmp(name, "_BINORMAL") != 0);
}

/* "_CONSTRAINT" becomes "constraint", unless the mesh says otherwise. */
static bool name_attribute(wmi_gltf_reader *g, const wm_json_value *mesh, const char *name,
                           const char **copy)
{
    const char *given = wmi_gltf_get_text(wmi_gltf_extra(mesh, "attributes"), name);
    if (given)
        return wmi_gltf_copy(g, given, copy);
    char *plain = wm_scene_text(g->scene, name + 1, strlen(name + 1), NULL);
    if (plain)
        wmi_lower_text(plain);
    *copy = plain;
    return plain || wmi_gltf_no_memory(g);
}

static bool open_custom(wmi_gltf_reader *g, const wm_json_value *mesh, wm_scene_mesh *m,
                        const wmi_gltf_vertices *const *v, uint32_t count)
{
    const wm_json_value *first = v[0]->attributes;
    m->attributes = wm_scene_alloc(g->scene, WMI_GLTF_ATTRIBUTES_MAX, sizeof *m->attributes, NULL);
    if (!m->attributes)
        return wmi_gltf_no_memory(g);
    for (uint32_t k = 0; k < wm_json_count(first); k++) {
        const wm_json_value *item = wm_json_item(first, k);
        const char *name = wm_json_name(item);
        wm_scene_attribute *a = &m->attributes[m->attribute_count];
        wmi_gltf_span s;
        bool all = is_custom(g, item) && wmi_gltf_is_number(item);
        for (uint32_t i = 1; all && i < count; i++)
            all = wm_json_find(v[i]->attributes, name) != NULL;
        if (!all || m->attribute_count == WMI_GLTF_ATTRIBUTES_MAX)
            continue;
        uint32_t accessor;
        if (!wmi_gltf_get_u32(g, first, name, WM_NO_INDEX, &accessor) ||
            !wmi_gltf_span_of(g, accessor, &s))
            return false;
        if (s.width > 4)
            continue;
        a->width = s.width;
        a->values =
            wm_scene_alloc(g->scene, (size_t)m->vertex_count * s.width, sizeof *a->values, NULL);
        if (!a->values)
            return wmi_gltf_no_memory(g);
        if (!name_attribute(g, mesh, name, &a->name))
            return false;
        g->custom[m->attribute_count++] = name;
    }
    return true;
}

/* Allocates an array of the mesh if all sets of vertices have it. */
static bool open_array(wmi_gltf_reader *g, const wm_scene_mesh *m, bool all, size_t size, void *to)
{
    void *array = all ? wm_scene_alloc(g->scene, m->vertex_count, size, NULL) : NULL;
    memcpy(to, &array, sizeof array);
    return !all || array || wmi_gltf_no_memory(g);
}

bool wmi_gltf_open_vertices(wmi_gltf_reader *g, const wm_json_value *mesh, wm_scene_mesh *m,
                            const wmi_gltf_vertices *const *v, uint32_t count)
{
    bool normals = true, tangents = true, colours = true, joints = true, uvs[WM_SCENE_UV_SETS];
    memset(uvs, true, sizeof uvs);
    for (uint32_t i = 0; i < count; i++) {
        normals = normals && v[i]->normals != WM_NO_INDEX;
        tangents = tangents && v[i]->tangents != WM_NO_INDEX;
        colours = colours && v[i]->colours != WM_NO_INDEX;
        joints = joints && v[i]->joints[0] != WM_NO_INDEX && v[i]->weights[0] != WM_NO_INDEX;
        for (int k = 0; k < WM_SCENE_UV_SETS; k++)
            uvs[k] = uvs[k] && v[i]->uvs[k] != WM_NO_INDEX;
    }
    if (!open_array(g, m, true, sizeof *m->positions, &m->positions))
        return false;
    if (count == 0)
        return true;
    for (uint32_t k = 0; k < WM_SCENE_UV_SETS; k++)
        if (!m->uvs[v[0]->sets[k]] &&
            !open_array(g, m, uvs[k], sizeof *m->uvs[0], &m->uvs[v[0]->sets[k]]))
            return false;
    return open_array(g, m, normals, sizeof *m->normals, &m->normals) &&
           open_array(g, m, tangents, sizeof *m->tangents, &m->tangents) &&
           open_array(g, m, colours, sizeof *m->colours, &m->colours) &&
           open_array(g, m, joints, sizeof *m->joints, &m->joints) &&
           open_array(g, m, joints, sizeof *m->weights, &m->weights) &&
           open_custom(g, mesh, m, v, count);
}

/* ---- reading ---- */

static bool read_colours(wmi_gltf_reader *g, wm_scene_mesh *m, const wmi_gltf_vertices *v)
{
    wmi_gltf_span s;
    if (!wmi_gltf_span_of(g, v->colours, &s))
        return false;
    if ((s.width != 3 && s.width != 4) || s.count != v->count)
        return wmi_gltf_fail(g, WM_BAD_VALUE, wmi_gltf_accessor(g, v->colours),
                             "expected a colour of 3 or 4 numbers for each vertex");
    for (uint32_t i = 0; i < s.count; i++)
        for (uint32_t k = 0; k < 4; k++)
            m->colours[v->base + i][k] = k < s.width ? wmi_gltf_float_at(&s, i, k) : 1.0f;
    return true;
}

/* One of the eight influences of a vertex; false if the joint is not a valid index. */
static bool influence(const wmi_gltf_span *joints, const wmi_gltf_span *weights, uint32_t i,
                      uint32_t k, uint16_t *joint, float *weight)
{
    float number = wmi_gltf_float_at(joints, i, k);
    *weight = wmi_gltf_float_at(weights, i, k);
    if (!(number >= 0 && number <= 65535))
        return false;
    *joint = (uint16_t)number;
    return true;
}

/* Replaces the weakest influence with a new one if that is stronger. */
static void keep_stronger(uint16_t joints[4], float weights[4], uint16_t joint, float weight)
{
    int weakest = 0;
    for (int k = 1; k < 4; k++)
        weakest = weights[k] < weights[weakest] ? k : weakest;
    if (weight > weights[weakest]) {
        joints[weakest] = joint;
        weights[weakest] = weight;
    }
}

/* Weights from other programs may not add up to 1, especially after some were dropped. */
static void even_out(uint16_t joints[4], float weights[4])
{
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        if (!(weights[k] > 0)) {
            weights[k] = 0;
            joints[k] = 0;
        }
        sum += weights[k];
    }
    for (int k = 0; k < 4 && sum > 0; k++)
        weights[k] /= sum;
}

static bool read_influences(wmi_gltf_reader *g, wm_scene_mesh *m, const wmi_gltf_vertices *v)
{
    wmi_gltf_span joints[2], weights[2];
    int sets = !g->own && v->joints[1] != WM_NO_INDEX && v->weights[1] != WM_NO_INDEX ? 2 : 1;
    for (int set = 0; set < sets; set++) {
        if (!wmi_gltf_span_of(g, v->joints[set], &joints[set]) ||
            !wmi_gltf_span_of(g, v->weights[set], &weights[set]))
            return false;
        if (joints[set].width != 4 || weights[set].width != 4 || joints[set].count != v->count ||
            weights[set].count != v->count)
            return wmi_gltf_fail(g, WM_BAD_VALUE, v->attributes,
                                 "expected four joints and four weights for each vertex");
    }
    g->notes |= sets > 1 ? WMI_GLTF_NOTE_INFLUENCES : 0;
    for (uint32_t i = 0; i < v->count; i++) {
        uint16_t *to = m->joints[v->base + i], joint;
        float *share = m->weights[v->base + i], weight;
        for (uint32_t k = 0; k < 4 * (uint32_t)sets; k++) {
            if (!influence(&joints[k / 4], &weights[k / 4], i, k % 4, &joint, &weight))
                return wmi_gltf_fail(g, WM_BAD_VALUE, wmi_gltf_accessor(g, v->joints[k / 4]),
                                     "a joint is not a number from 0 to 65535");
            if (k < 4) {
                to[k] = joint;
                share[k] = weight;
            } else {
                keep_stronger(to, share, joint, weight);
            }
        }
        if (!g->own)
            even_out(to, share);
    }
    return true;
}

/* The v of the source, if it is stored too. */
static bool read_raw_v(wmi_gltf_reader *g, const wmi_gltf_vertices *v, int k, float (*to)[2])
{
    wmi_gltf_span s;
    if (!wmi_gltf_span_of(g, v->raw_v[k], &s))
        return false;
    if (s.width != 1 || s.count != v->count)
        return wmi_gltf_fail(g, WM_BAD_VALUE, wmi_gltf_accessor(g, v->raw_v[k]),
                             "expected one number for each vertex");
    for (uint32_t i = 0; i < s.count; i++)
        to[i][1] = wmi_gltf_float_at(&s, i, 0);
    return true;
}

static bool read_uvs(wmi_gltf_reader *g, wm_scene_mesh *m, const wmi_gltf_vertices *v)
{
    for (int k = 0; k < WM_SCENE_UV_SETS; k++) {
        float(*to)[2] = m->uvs[v->sets[k]];
        if (!to || v->uvs[k] == WM_NO_INDEX)
            continue;
        to += v->base;
        if (!wmi_gltf_read_floats(g, v->uvs[k], v->count, 2, to[0]))
            return false;
        for (uint32_t i = 0; g->flip_v && i < v->count; i++)
            to[i][1] = 1 - to[i][1];
        if (v->raw_v[k] != WM_NO_INDEX && !read_raw_v(g, v, k, to))
            return false;
    }
    return true;
}

static void mirror(wmi_gltf_reader *g, wm_scene_mesh *m, const wmi_gltf_vertices *v)
{
    for (uint32_t i = v->base; g->mirrored && i < v->base + v->count; i++) {
        m->positions[i].z = -m->positions[i].z;
        if (m->normals)
            m->normals[i].z = -m->normals[i].z;
        if (m->tangents) {
            m->tangents[i][2] = -m->tangents[i][2];
            m->tangents[i][3] = -m->tangents[i][3];
        }
    }
}

static bool read_custom(wmi_gltf_reader *g, wm_scene_mesh *m, const wmi_gltf_vertices *v)
{
    for (uint32_t k = 0; k < m->attribute_count; k++) {
        wm_scene_attribute *a = &m->attributes[k];
        uint32_t accessor;
        if (!wmi_gltf_get_u32(g, v->attributes, g->custom[k], WM_NO_INDEX, &accessor) ||
            !wmi_gltf_read_floats(g, accessor, v->count, a->width,
                                  a->values + (size_t)v->base * a->width))
            return false;
    }
    return true;
}

bool wmi_gltf_read_vertices(wmi_gltf_reader *g, wm_scene_mesh *m, const wmi_gltf_vertices *v)
{
    uint32_t base = v->base;
    if (!wmi_gltf_read_floats(g, v->positions, v->count, 3, &m->positions[base].x) ||
        (m->normals && !wmi_gltf_read_floats(g, v->normals, v->count, 3, &m->normals[base].x)) ||
        (m->tangents && !wmi_gltf_read_floats(g, v->tangents, v->count, 4, m->tangents[base])) ||
        (m->colours && !read_colours(g, m, v)) || (m->joints && !read_influences(g, m, v)) ||
        !read_uvs(g, m, v) || !read_custom(g, m, v))
        return false;
    mirror(g, m, v);
    return true;
}

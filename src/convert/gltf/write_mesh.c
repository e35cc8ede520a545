/* Writes meshes to glTF. Numbers that glTF cannot hold unchanged are stored again next to the
 * adjusted ones: docs/gltf.md. */
#include <math.h>
#include <stdio.h>

#include "convert/gltf/write.h"

/* ---- vertex attributes ------------------------------------------------- */

/* All attributes of a mesh, which its primitives share. */
typedef struct attributes {
    wmi_writer text;
    bool any;
} attributes;

static void name_attribute(attributes *a, const char *name, uint32_t accessor)
{
    wmi_writer_text(&a->text, a->any ? "," : "");
    wmi_gltf_text(&a->text, name);
    wmi_writer_printf(&a->text, ":%lu", (ul)accessor);
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

static void put_normals(wmi_gltf *g, attributes *a, const wm_scene_mesh *m)
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
static void put_tangents(wmi_gltf *g, attributes *a, const wm_scene_mesh *m)
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
static void put_plain(wmi_gltf *g, attributes *a, const char *name, const float *values,
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
static void put_uvs(wmi_gltf *g, attributes *a, const wm_scene_mesh *m, int set, unsigned number)
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

static void put_weights(wmi_gltf *g, attributes *a, const wm_scene_mesh *m)
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

/* Names of custom attributes begin with an underscore. */
static void attribute_name(const wm_scene_attribute *from, char name[64])
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

static void put_carried(wmi_gltf *g, attributes *a, const wmi_gltf_parted *p)
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

static void put_attributes(wmi_gltf *g, attributes *a, const wmi_gltf_parted *p)
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
        attribute_name(&m->attributes[i], name);
        put_plain(g, a, name, m->attributes[i].values, m->vertex_count, m->attributes[i].width);
    }
}

/* ---- meshes ------------------------------------------------------------ */

/* In a mirrored scene the winding flips: b and c are swapped. */
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
    for (size_t i = 0; g->mirror && m->primitive == WM_PRIMITIVE_TRIANGLES && i + 2 < count;
         i += 3) {
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
    bool points = m->index_count == 0;
    if (part->count == 0 && !points)
        return;
    wmi_writer_text(w, *first ? "{\"attributes\":{" : ",{\"attributes\":{");
    *first = false;
    wmi_writer_bytes(w, a->text.data, a->text.size);
    wmi_writer_text(w, "}");
    if (points) /* glTF has no meshes without faces; no node shows this one */
        wmi_writer_text(w, ",\"mode\":0");
    else
        wmi_writer_printf(w, ",\"indices\":%lu", (ul)part_indices(g, m, part));
    if (m->primitive == WM_PRIMITIVE_LINES && !points)
        wmi_writer_text(w, ",\"mode\":1");
    if (part->material != WM_NO_INDEX)
        wmi_writer_printf(w, ",\"material\":%lu", (ul)part->material);
    wmi_writer_text(w, "}");
}

/* ---- extras ------------------------------------------------------------ */

/* Starts one more member of the extras. */
static void begin_member(wmi_writer *w, bool *first, const char *name)
{
    wmi_writer_printf(w, "%s\"%s\":", *first ? "" : ",", name);
    *first = false;
}

/* Which uv sets exist, if some indices are unused. */
static void put_uv_sets(wmi_writer *w, const wm_scene_mesh *m, bool *first)
{
    unsigned sets[WM_SCENE_UV_SETS], count = 0;
    for (unsigned i = 0; i < WM_SCENE_UV_SETS; i++)
        if (m->uvs[i])
            sets[count++] = i;
    if (count == 0 || sets[count - 1] == count - 1)
        return;
    begin_member(w, first, "uv_sets");
    for (unsigned i = 0; i < count; i++)
        wmi_writer_printf(w, "%s%u", i ? "," : "[", sets[i]);
    wmi_writer_text(w, "]");
}

/* The first of the sets that only repeat something. */
static void put_carried_sets(wmi_writer *w, const wmi_gltf_parted *p, bool *first)
{
    unsigned set, kinds[WMI_GLTF_CARRIED];
    if (wmi_gltf_carried_sets(p, &set, kinds) == 0)
        return;
    begin_member(w, first, "carried_uvs");
    wmi_writer_printf(w, "%u", set);
}

/* Attribute names that are not simply converted to upper case. */
static void put_names(wmi_writer *w, const wm_scene_mesh *m, bool *first)
{
    bool any = false;
    for (uint32_t i = 0; i < m->attribute_count; i++) {
        char name[64], plain[64];
        size_t n = 0;
        attribute_name(&m->attributes[i], name);
        for (; name[n + 1]; n++)
            plain[n] = name[n + 1] >= 'A' && name[n + 1] <= 'Z' ? (char)(name[n + 1] - 'A' + 'a')
                                                                : name[n + 1];
        plain[n] = '\0';
        if (strcmp(plain, m->attributes[i].name) == 0)
            continue;
        if (!any)
            begin_member(w, first, "attributes");
        wmi_writer_text(w, any ? "," : "{");
        any = true;
        wmi_gltf_text(w, name);
        wmi_writer_text(w, ":");
        wmi_gltf_text(w, m->attributes[i].name);
    }
    if (any)
        wmi_writer_text(w, "}");
}

/* Parts without faces are not primitives: the length and material of each part. */
static void put_parts(wmi_writer *w, const wm_scene_mesh *m, bool *first)
{
    bool whole = m->part_count > 0;
    for (uint32_t i = 0; i < m->part_count; i++)
        whole = whole && m->parts[i].count > 0;
    if (whole)
        return;
    begin_member(w, first, "parts");
    wmi_writer_text(w, "[");
    for (uint32_t i = 0; i < m->part_count; i++) {
        const wm_scene_part *p = &m->parts[i];
        wmi_writer_printf(w, p->material == WM_NO_INDEX ? "%s%lu,-1" : "%s%lu,%lu", i ? "," : "",
                          (ul)p->count, (ul)p->material);
    }
    wmi_writer_text(w, "]");
}

static void put_list(wmi_writer *w, const uint32_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        wmi_writer_printf(w, "%s%lu", i ? "," : "[", (ul)values[i]);
    wmi_writer_text(w, count ? "]" : "[]");
}

/* name: the one that was written; that of the scene may be another. */
static void put_mesh_extras(wmi_gltf *g, const wmi_gltf_parted *p, const char *name)
{
    const wm_scene_mesh *m = &p->mesh;
    wmi_writer *w = &g->meshes.text;
    bool first = true;
    wmi_writer_text(w, ",\"extras\":{");
    if (strcmp(name, m->name) != 0) {
        begin_member(w, &first, "mesh_name");
        wmi_gltf_text(w, m->name);
    }
    if (m->face_numbers && m->primitive == WM_PRIMITIVE_TRIANGLES && m->index_count) {
        uint32_t numbers = wmi_gltf_u32(g, m->face_numbers, m->index_count / 3);
        begin_member(w, &first, "face_numbers");
        wmi_writer_printf(w, "%lu", (ul)numbers);
    }
    put_uv_sets(w, m, &first);
    uint32_t small = wmi_small_weights(m);
    if (small) {
        begin_member(w, &first, "small_weights");
        wmi_writer_printf(w, "%lu", (ul)small);
    }
    put_carried_sets(w, p, &first);
    if (p->copies) {
        begin_member(w, &first, "doubles");
        wmi_writer_printf(w, "[%lu,%lu]", (ul)(p->copies / 3), (ul)(m->index_count / 3));
        begin_member(w, &first, "copies");
        put_list(w, p->originals, p->copies);
    }
    put_names(w, m, &first);
    put_parts(w, m, &first);
    wmi_gltf_members(w, &m->extras, &first);
    wmi_writer_text(w, "}");
}

/* ---- meshes ------------------------------------------------------------ */

/* If all nodes become bones, programs name the object of a mesh after the mesh: then its node must
 * be known by that name. */
static const char *name_of_mesh(const wmi_gltf *g, uint32_t mesh, const uint32_t *shown_by)
{
    const wm_scene *s = g->scene;
    return g->carried && shown_by[mesh] != WM_NO_INDEX ? s->nodes[shown_by[mesh]].name
                                                       : s->meshes[mesh].name;
}

/* Bones of Blender have no scale at rest, so that a scale of 0 would be lost. */
static bool is_hidden(const wmi_gltf *g, uint32_t mesh, const uint32_t *shown_by)
{
    if (!g->carried || shown_by[mesh] == WM_NO_INDEX)
        return false;
    wm_vec3 scale = g->scene->nodes[shown_by[mesh]].rest.scale;
    return scale.x == 0 && scale.y == 0 && scale.z == 0;
}

static void put_mesh(wmi_gltf *g, const wm_scene_mesh *from, const char *name, bool hidden)
{
    wmi_gltf_parted parted;
    if (!wmi_gltf_part_doubles(g, from, &parted))
        return;
    const wm_scene_mesh *m = &parted.mesh;
    parted.hidden = hidden;
    wmi_writer *w = &g->meshes.text;
    attributes a = {0};
    bool first = true;
    const wm_scene_part whole = {0, m->index_count, WM_NO_INDEX};
    wmi_writer_init(&a.text, &g->allocator);
    put_attributes(g, &a, &parted);
    wmi_gltf_item(&g->meshes);
    wmi_writer_text(w, "{\"name\":");
    wmi_gltf_text(w, name);
    wmi_writer_text(w, ",\"primitives\":[");
    for (uint32_t i = 0; i < m->part_count && m->index_count; i++)
        put_primitive(g, &a, m, &m->parts[i], &first);
    if (first)
        put_primitive(g, &a, m, &whole, &first);
    wmi_writer_text(w, "]");
    put_mesh_extras(g, &parted, name);
    wmi_writer_text(w, "}");
    g->failed = g->failed || a.text.failed;
    wmi_release(&g->allocator, a.text.data, a.text.capacity, 1);
}

/* All meshes, including those that no node shows. glTF has none without vertices. */
void wmi_gltf_meshes(wmi_gltf *g)
{
    const wm_scene *s = g->scene;
    uint32_t *shown_by = wmi_arena_raw(&g->scratch, s->mesh_count, sizeof *shown_by);
    g->failed = g->failed || !shown_by;
    if (!shown_by)
        return;
    g->carried = wmi_gltf_carries(s);
    memset(shown_by, 0xFF, s->mesh_count * sizeof *shown_by); /* WM_NO_INDEX */
    for (uint32_t i = s->node_count; i-- > 0;)
        if (s->nodes[i].mesh != WM_NO_INDEX)
            shown_by[s->nodes[i].mesh] = i;
    for (uint32_t i = 0; i < s->mesh_count && !g->failed; i++) {
        g->mesh_of[i] = WM_NO_INDEX;
        if (s->meshes[i].vertex_count == 0)
            continue;
        g->mesh_of[i] = g->meshes.count;
        put_mesh(g, &s->meshes[i], name_of_mesh(g, i, shown_by), is_hidden(g, i, shown_by));
    }
}

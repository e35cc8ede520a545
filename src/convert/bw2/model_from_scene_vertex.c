/* Converts vertices of a scene to the streams of a Black & White 2 model: positions, normals,
 * uvs, bones and weights, cleaves. docs/gltf.md, "Black & White 2". */
#include <math.h>

#include "base/text.h"
#include "base/vec.h"
#include "convert/bw2/model_from_scene.h"

/* ---- streams ----------------------------------------------------------- */

enum { SLOTS = 4 };

static void add_element(wm_bw2_stream *s, uint32_t id, uint32_t format)
{
    s->elements[s->element_count++] = (wm_bw2_element){id, format};
    s->stride += wm_bw2_format_size(format);
}

static wm_status open_streams(wmi_to_bw2 *t)
{
    wm_bw2_model *m = t->model;
    m->streams = wmi_to_bw2_alloc(t, 1 + 2 * SLOTS, sizeof *m->streams);
    if (!m->streams)
        return wmi_to_bw2_no_memory(t);
    m->stream_count = t->skin ? 1 + 2 * SLOTS : 1;
    add_element(&m->streams[0], WM_BW2_ELEMENT_POSITION, WM_BW2_FORMAT_FLOAT3);
    add_element(&m->streams[0], WM_BW2_ELEMENT_NORMAL, WM_BW2_FORMAT_FLOAT3);
    for (uint32_t i = 0; i < t->uv_sets; i++)
        add_element(&m->streams[0], WM_BW2_ELEMENT_UV, WM_BW2_FORMAT_FLOAT2);
    for (uint32_t i = 1; i < m->stream_count; i++)
        add_element(&m->streams[i],
                    i <= SLOTS ? WM_BW2_ELEMENT_BONE_INDEX : WM_BW2_ELEMENT_BONE_WEIGHT,
                    i <= SLOTS ? WM_BW2_FORMAT_BYTE : WM_BW2_FORMAT_FLOAT);
    for (uint32_t i = 0; i < m->stream_count; i++) {
        m->streams[i].data = wmi_to_bw2_alloc(t, m->vertex_count, m->streams[i].stride);
        if (!m->streams[i].data)
            return wmi_to_bw2_no_memory(t);
    }
    return WM_OK;
}

/* ---- uvs --------------------------------------------------------------- */

static uint32_t sets_of(const wm_scene_mesh *m)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < WM_SCENE_UV_SETS; k++)
        n = m->uvs[k] ? k + 1 : n;
    return n;
}

/* All vertices have the same 1 to 3 sets. Hulls need none. */
static void count_sets(wmi_to_bw2 *t)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < t->mesh_count; i++) {
        const wmi_to_bw2_mesh *m = &t->meshes[i];
        uint32_t n = sets_of(m->from);
        t->result->no_uvs += n == 0 && !m->hull && !t->own;
        most = n > most ? n : most;
    }
    t->uv_sets = most > 3 ? 3 : most < 1 && !t->own ? 1 : most;
    t->result->more_uvs = most > t->uv_sets ? most - t->uv_sets : 0;
}

/* A mesh of the game that was never unwrapped has (0, 1) everywhere, in each set. */
static void put_uvs(const wmi_to_bw2 *t, const wmi_to_bw2_mesh *mesh, uint32_t v, uint8_t *to)
{
    for (uint32_t k = 0; k < t->uv_sets; k++, to += 8) {
        float uv[2] = {0, 1};
        if (mesh->from->uvs[k]) {
            memcpy(uv, mesh->from->uvs[k][v], sizeof uv);
            if (!t->scene->v_down)
                uv[1] = 1 - uv[1];
        }
        wmi_store32(to, uv, 2);
    }
}

/* ---- bones and weights ------------------------------------------------- */

/* The bone that a mesh without weights is attached to, or the first bone. */
static uint32_t carrier_of(const wmi_to_bw2 *t, uint32_t node)
{
    for (uint32_t n = node; n != WM_NO_INDEX; n = t->scene->nodes[n].parent)
        if (t->bone[n] != WM_NO_INDEX)
            return t->bone[n];
    return 0;
}

static void put_slots(const wm_bw2_model *m, uint32_t vertex, const uint32_t *bone,
                      const float *weight)
{
    for (uint32_t k = 0; k < SLOTS; k++) {
        m->streams[1 + k].data[vertex] = (uint8_t)bone[k];
        wmi_store32(m->streams[1 + SLOTS + k].data + 4 * (size_t)vertex, &weight[k], 1);
    }
}

/* Weights that add up to 1 are kept. Slots without a weight use the first slot's bone. */
static void put_weights(wmi_to_bw2 *t, const wmi_to_bw2_mesh *mesh, uint32_t v, uint32_t vertex)
{
    const wm_scene_node *node = &t->scene->nodes[mesh->node];
    uint32_t bone[SLOTS] = {carrier_of(t, mesh->node)};
    float weight[SLOTS] = {1};
    if (mesh->skinned) {
        const wm_scene_skin *skin = &t->scene->skins[node->skin];
        float sum = 0;
        for (uint32_t k = 0; k < SLOTS; k++) {
            uint32_t joint = mesh->from->joints[v][k];
            float w = mesh->from->weights[v][k];
            bone[k] = joint < skin->joint_count ? t->bone[skin->joints[joint]] : 0;
            weight[k] = t->own || (isfinite(w) && w > 0) ? w : 0;
            sum += weight[k];
        }
        bool right = t->own || fabsf(sum - 1) <= 1e-4f;
        t->result->weights += !right;
        for (uint32_t k = 0; k < SLOTS && !right; k++)
            weight[k] = sum > 0 ? weight[k] / sum : k == 0;
    } else {
        t->result->weights++;
    }
    for (uint32_t k = 1; k < SLOTS; k++)
        if (weight[k] == 0)
            bone[k] = bone[0];
    put_slots(t->model, vertex, bone, weight);
}

/* ---- normals ----------------------------------------------------------- */

/* For meshes without normals: averages the triangles that use a vertex, weighted by area. */
static void compute_normals(const wmi_to_bw2_mesh *mesh, const wm_vec3 *positions, wm_vec3 *to)
{
    for (uint32_t p = 0; p < mesh->part_count; p++)
        for (uint32_t i = 0; i + 2 < mesh->parts[p].count; i += 3) {
            const uint32_t *v = mesh->corners + mesh->parts[p].first + i;
            wmi_vec a = wmi_vec_of(positions[v[0]]);
            wmi_vec n = wmi_cross(wmi_sub(wmi_vec_of(positions[v[1]]), a),
                                  wmi_sub(wmi_vec_of(positions[v[2]]), a));
            for (int k = 0; k < 3; k++)
                to[v[k]] = wmi_vec_float(wmi_add(wmi_vec_of(to[v[k]]), n));
        }
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        wm_vec3 n = wmi_unit(to[i]);
        bool finite = isfinite(n.x) && isfinite(n.y) && isfinite(n.z);
        to[i] = finite && (n.x != 0 || n.y != 0 || n.z != 0) ? n : (wm_vec3){0, 1, 0};
    }
}

/* Programs write normals of another length where triangles have no area. Those without any length
 * get that of the triangles. */
static wm_status correct_normals(wmi_to_bw2 *t, const wmi_to_bw2_mesh *mesh,
                                 const wm_vec3 *positions, wm_vec3 *normals)
{
    wm_vec3 *computed = NULL;
    for (uint32_t i = 0; !t->own && i < mesh->vertex_count; i++) {
        double length = wmi_length(wmi_vec_of(normals[i]));
        if (fabs(length - 1) <= 1e-3)
            continue;
        t->result->normals++;
        if (length > 1e-6 && isfinite(length)) {
            normals[i] = wmi_vec_float(wmi_scale(wmi_vec_of(normals[i]), 1 / length));
            continue;
        }
        if (!computed) {
            computed = wmi_to_bw2_scratch(t, mesh->vertex_count, sizeof *computed);
            if (!computed)
                return wmi_to_bw2_no_memory(t);
            compute_normals(mesh, positions, computed);
        }
        normals[i] = computed[i];
    }
    return WM_OK;
}

/* ---- cleaves ----------------------------------------------------------- */

static const float *cleaves_of(const wm_scene_mesh *m)
{
    for (uint32_t i = 0; i < m->attribute_count; i++)
        if (m->attributes[i].width == 3 && strcmp(m->attributes[i].name, "_CLEAVE") == 0)
            return m->attributes[i].values;
    return NULL;
}

/* Cleaves from the scene are copied unchanged: they were never in its space. */
wm_status wmi_to_bw2_fill_cleaves(wmi_to_bw2 *t)
{
    wm_bw2_model *m = t->model;
    bool missing = false;
    for (uint32_t i = 0; i < t->mesh_count; i++)
        missing = missing || !cleaves_of(t->meshes[i].from);
    m->cleave_count = m->vertex_count;
    m->cleaves = missing ? NULL : wmi_to_bw2_alloc(t, m->vertex_count, sizeof *m->cleaves);
    if (!missing && !m->cleaves)
        return wmi_to_bw2_no_memory(t);
    wm_status status = missing ? wmi_bw2_make_cleaves(m, t->error) : WM_OK;
    for (uint32_t i = 0, base = 0; status == WM_OK && i < t->mesh_count; i++) {
        const wmi_to_bw2_mesh *mesh = &t->meshes[i];
        const float *from = cleaves_of(mesh->from);
        for (uint32_t k = 0; from && k < mesh->vertex_count; k++)
            memcpy(&m->cleaves[base + k],
                   from + 3 * (size_t)(mesh->vertices ? mesh->vertices[k] : k), 12);
        if (!from && !t->skin)
            t->result->cleaves += mesh->vertex_count;
        if (!from && t->skin && t->scene->returned)
            t->result->no_cleaves += mesh->vertex_count;
        base += mesh->vertex_count;
    }
    return status;
}

/* ---- the whole model --------------------------------------------------- */

static wm_status fill_mesh(wmi_to_bw2 *t, const wmi_to_bw2_mesh *mesh, uint32_t base)
{
    const wm_bw2_stream *s = &t->model->streams[0];
    wm_vec3 *positions = wmi_to_bw2_scratch(t, mesh->vertex_count, sizeof *positions);
    wm_vec3 *normals = wmi_to_bw2_scratch(t, mesh->vertex_count, sizeof *normals);
    if (!positions || !normals)
        return wmi_to_bw2_no_memory(t);
    wm_status status = wmi_to_bw2_place(t, mesh, positions, normals);
    if (status != WM_OK)
        return status;
    if (!mesh->from->normals) {
        compute_normals(mesh, positions, normals);
        t->result->no_normals++;
    } else if ((status = correct_normals(t, mesh, positions, normals)) != WM_OK) {
        return status;
    }
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t v = mesh->vertices ? mesh->vertices[i] : i;
        uint8_t *to = s->data + (size_t)(base + i) * s->stride;
        if (!wmi_finite(positions[i]))
            return wmi_fail(t->error, WM_BAD_VALUE, "meshes",
                            "vertex %lu of mesh '%.60s' is not finite", (ul)v,
                            t->scene->nodes[mesh->node].name);
        wmi_store32(to, &positions[i].x, 3);
        wmi_store32(to + 12, &normals[i].x, 3);
        put_uvs(t, mesh, v, to + 24);
        if (t->skin)
            put_weights(t, mesh, v, base + i);
    }
    return WM_OK;
}

wm_status wmi_to_bw2_fill_streams(wmi_to_bw2 *t)
{
    count_sets(t);
    for (uint32_t i = 0; i < t->mesh_count; i++)
        t->model->vertex_count += t->meshes[i].vertex_count;
    wm_status status = open_streams(t);
    for (uint32_t i = 0, base = 0; status == WM_OK && i < t->mesh_count; i++) {
        status = fill_mesh(t, &t->meshes[i], base);
        base += t->meshes[i].vertex_count;
    }
    return status;
}

/* Reads vertices and triangles of a Black & White 2 model. docs/gltf.md, "Black & White 2". */
#include "base/words.h"
#include "bw2/build.h"
#include "convert/bw2/scene_from_model.h"

/* Reads as many floats as the format has; the rest stay 0. */
static void take_floats(const wmi_bw2_column *e, uint32_t first, uint32_t count, uint32_t width,
                        float *to)
{
    static const uint8_t widths[] = {1, 2, 3, 1, 0};
    uint32_t have = e->format < sizeof widths ? widths[e->format] : 0;
    have = have < width ? have : width;
    const uint8_t *p = e->data + (size_t)first * e->stride;
    for (uint32_t i = 0; i < count; i++, p += e->stride, to += width)
        for (uint32_t k = 0; k < have; k++)
            to[k] = wmi_lef32(p + 4 * (size_t)k);
}

static void *floats_of(wmi_from_bw2 *f, uint32_t id, uint32_t nth, uint32_t first, uint32_t count,
                       uint32_t width)
{
    wmi_bw2_column e = wmi_bw2_find(f->model, id, nth);
    float *to = e.data ? wm_scene_alloc(f->scene, count, width * sizeof *to, NULL) : NULL;
    if (e.data && !to)
        f->bag.failed = true;
    if (to)
        take_floats(&e, first, count, width, to);
    return to;
}

static void take_skin(wmi_from_bw2 *f, uint32_t first, uint32_t count, wm_scene_mesh *to)
{
    wmi_bw2_column index[4], weight[4];
    for (uint32_t k = 0; k < 4; k++) {
        index[k] = wmi_bw2_find(f->model, WM_BW2_ELEMENT_BONE_INDEX, k);
        weight[k] = wmi_bw2_find(f->model, WM_BW2_ELEMENT_BONE_WEIGHT, k);
    }
    if (!index[0].data || !weight[0].data || f->model->bone_count == 0)
        return;
    to->joints = wm_scene_alloc(f->scene, count, sizeof *to->joints, NULL);
    to->weights = wm_scene_alloc(f->scene, count, sizeof *to->weights, NULL);
    if (!to->joints || !to->weights) {
        f->bag.failed = true;
        return;
    }
    for (uint32_t k = 0; k < 4 && index[k].data; k++)
        for (uint32_t i = 0; i < count; i++) {
            const uint8_t *p = index[k].data + (first + (size_t)i) * index[k].stride;
            uint32_t joint = index[k].format == WM_BW2_FORMAT_BYTE ? *p : wmi_le32(p);
            if (joint >= f->model->bone_count || joint > UINT16_MAX)
                continue; /* no such bone: nothing can be attached to it */
            to->joints[i][k] = (uint16_t)joint;
            if (weight[k].data && weight[k].format != WM_BW2_FORMAT_BYTE)
                to->weights[i][k] =
                    wmi_lef32(weight[k].data + (first + (size_t)i) * weight[k].stride);
        }
}

/* ---- triangles --------------------------------------------------------- */

/* In a strip the winding alternates from the start of the reference. Triangles that use a
 * vertex twice only lead to the next one. */
static uint32_t take_triangles(const wm_bw2_model *m, const wm_bw2_reference *r, uint32_t base,
                               uint32_t *to)
{
    if (r->index_count < 3)
        return 0; /* there may be no indices at all */
    const uint16_t *v = m->indices + r->first_index;
    uint32_t n = 0, step = wm_bw2_model_is_skin(m) ? 1 : 3;
    for (uint32_t i = 0; i <= r->index_count - 3; i += step) {
        uint32_t odd = step == 1 ? i & 1 : 0;
        uint32_t a = v[i], b = v[i + 1 + odd], c = v[i + 2 - odd];
        if (step == 1 && (a == b || b == c || c == a))
            continue;
        to[n++] = a - base;
        to[n++] = b - base;
        to[n++] = c - base;
    }
    return n;
}

static uint32_t most_corners(const wm_bw2_model *m, const wm_bw2_mesh *mesh)
{
    uint64_t n = 0;
    for (uint32_t k = 0; k < mesh->reference_count; k++)
        n += (wm_bw2_model_is_skin(m) ? 3ull : 1ull) *
             m->references[mesh->reference + k].index_count;
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* The vertices that a mesh has or uses. */
static void find_range(const wm_bw2_model *m, const wm_bw2_mesh *mesh, uint32_t *first,
                       uint32_t *end)
{
    *first = mesh->vertex_count ? mesh->first_vertex : m->vertex_count;
    *end = mesh->vertex_count ? mesh->first_vertex + mesh->vertex_count : 0;
    for (uint32_t k = 0; k < mesh->reference_count; k++) {
        const wm_bw2_reference *r = &m->references[mesh->reference + k];
        for (uint32_t i = 0; i < r->index_count; i++) {
            uint32_t v = m->indices[r->first_index + i];
            *first = v < *first ? v : *first;
            *end = v >= *end ? v + 1 : *end;
        }
    }
    if (*first > *end)
        *first = *end = 0;
}

static bool take_parts(wmi_from_bw2 *f, const wm_bw2_mesh *mesh, uint32_t base, wm_scene_mesh *to)
{
    const wm_bw2_model *m = f->model;
    uint32_t *addressing =
        wm_scene_alloc(f->scene, mesh->reference_count, sizeof *addressing, NULL);
    to->indices = wm_scene_alloc(f->scene, most_corners(m, mesh), sizeof *to->indices, NULL);
    to->parts = wm_scene_alloc(f->scene, mesh->reference_count, sizeof *to->parts, NULL);
    if (!addressing || !to->indices || !to->parts)
        return false;
    for (uint32_t k = 0; k < mesh->reference_count; k++) {
        const wm_bw2_reference *r = &m->references[mesh->reference + k];
        uint32_t n = take_triangles(m, r, base, to->indices + to->index_count);
        to->parts[to->part_count++] = (wm_scene_part){to->index_count, n, r->material};
        to->index_count += n;
        addressing[k] = r->addressing;
    }
    wmi_bag_floats(&f->bag, "pivot", &mesh->pivot.axis[0].x, 12);
    wmi_bag_uints(&f->bag, "addressing", addressing, mesh->reference_count);
    wmi_bag_close(&f->bag, &to->extras);
    return true;
}

static bool take_cleaves(wmi_from_bw2 *f, uint32_t first, uint32_t count, wm_scene_mesh *to)
{
    const wm_bw2_model *m = f->model;
    if (m->cleave_count < m->vertex_count || m->vertex_count == 0)
        return true;
    wm_scene_attribute *a = to->attributes = wm_scene_alloc(f->scene, 1, sizeof *a, NULL);
    if (!a)
        return false;
    to->attribute_count = 1;
    *a = (wm_scene_attribute){"_CLEAVE", 3,
                              wm_scene_alloc(f->scene, count, sizeof *m->cleaves, NULL)};
    if (a->values && count)
        memcpy(a->values, m->cleaves + first, count * sizeof *m->cleaves);
    return a->values != NULL;
}

static bool take_mesh(wmi_from_bw2 *f, const wm_bw2_mesh *mesh, wm_scene_mesh *to)
{
    uint32_t first, end, count;
    find_range(f->model, mesh, &first, &end);
    to->vertex_count = count = end - first;
    const char *nul = memchr(mesh->name, 0, sizeof mesh->name);
    to->name = wm_scene_text(f->scene, mesh->name,
                             nul ? (size_t)(nul - mesh->name) : sizeof mesh->name, NULL);
    to->positions = floats_of(f, WM_BW2_ELEMENT_POSITION, 0, first, count, 3);
    to->normals = floats_of(f, WM_BW2_ELEMENT_NORMAL, 0, first, count, 3);
    for (uint32_t k = 0; k < WM_SCENE_UV_SETS; k++)
        to->uvs[k] = floats_of(f, WM_BW2_ELEMENT_UV, k, first, count, 2);
    take_skin(f, first, count, to);
    if (!to->name || !take_cleaves(f, first, count, to) || !take_parts(f, mesh, first, to) ||
        f->bag.failed)
        return wmi_from_bw2_no_memory(f);
    return true;
}

/* Damaged files in which all meshes claim the same large range. Known files share nothing. */
static bool modest(wmi_from_bw2 *f)
{
    enum { TIMES = 4 };
    const wm_bw2_model *m = f->model;
    uint64_t vertices = 0, indices = 0;
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        uint32_t first, end;
        for (uint32_t k = 0; k < m->meshes[i].reference_count; k++)
            indices += m->references[m->meshes[i].reference + k].index_count;
        if (indices <= TIMES * (uint64_t)m->index_count) {
            find_range(m, &m->meshes[i], &first, &end);
            vertices += end - first;
        }
    }
    if (vertices <= TIMES * (uint64_t)m->vertex_count &&
        indices <= TIMES * (uint64_t)m->index_count)
        return true;
    wmi_fail(f->error, WM_LIMIT, "meshes",
             "meshes overlap: they use %s of %s vertices and %s of %s indices",
             wmi_number(vertices).text, wmi_number(m->vertex_count).text, wmi_number(indices).text,
             wmi_number(m->index_count).text);
    return false;
}

bool wmi_from_bw2_meshes(wmi_from_bw2 *f)
{
    const wm_bw2_model *m = f->model;
    wm_scene *s = f->scene;
    if (!modest(f))
        return false;
    /* footprint and circles have one each */
    s->meshes = wm_scene_alloc(s, (size_t)m->mesh_count + 2, sizeof *s->meshes, NULL);
    if (!s->meshes)
        return wmi_from_bw2_no_memory(f);
    for (; s->mesh_count < m->mesh_count; s->mesh_count++)
        if (!take_mesh(f, &m->meshes[s->mesh_count], &s->meshes[s->mesh_count]))
            return false;
    return true;
}

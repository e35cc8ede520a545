/* Rebuilds bounds, counts, ranges and sizes from the geometry. docs/formats/bw2-model.md,
 * "Derived fields". */
#include <math.h>

#include <stdio.h>

#include "base/vec.h"
#include "base/words.h"
#include "bw2/build.h"

void wmi_bw2_measure_footprint(wm_bw2_model *m)
{
    wmi_vec sum = {0, 0, 0};
    double most = 0;
    for (uint32_t i = 0; i < m->footprint_count; i++)
        sum = wmi_add(sum, wmi_vec_of(m->footprint[i]));
    if (m->footprint_count)
        sum = wmi_scale(sum, 1.0 / m->footprint_count);
    for (uint32_t i = 0; i < m->footprint_count; i++)
        most = wmi_max(most, wmi_length(wmi_sub(wmi_vec_of(m->footprint[i]), sum)));
    m->footprint_centre = wmi_vec_float(sum);
    m->footprint_radius = (float)most;
}

/* ---- references -------------------------------------------------------- */

/* In a strip, triangles without area count too. */
static uint32_t faces_of(const wm_bw2_model *m, uint32_t indices)
{
    if (!wm_bw2_model_is_skin(m))
        return indices / 3;
    return indices > 2 ? indices - 2 : 0;
}

/* Finds the vertices that its indices use, from the lowest to the highest. */
static void measure_reference(const wm_bw2_model *m, wm_bw2_reference *r)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t i = 0; i < r->index_count; i++) {
        uint32_t v = m->indices[r->first_index + i];
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    if (r->index_count) {
        r->first_vertex = low;
        r->vertex_count = high - low + 1;
    }
    r->face_count = faces_of(m, r->index_count);
}

/* ---- meshes ------------------------------------------------------------ */

/* A range that starts at the end of the previous mesh and contains all vertices in use is
 * kept. Otherwise the range runs from there to the last vertex in use: the ranges of meshes
 * are contiguous, and a few unused vertices may come first. If that is not possible, the
 * range is the vertices in use. */
static void set_range(const wm_bw2_model *m, wm_bw2_mesh *mesh, uint32_t before, bool last)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t k = 0; k < mesh->reference_count; k++) {
        const wm_bw2_reference *r = &m->references[mesh->reference + k];
        if (r->vertex_count == 0)
            continue;
        low = r->first_vertex < low ? r->first_vertex : low;
        high = r->first_vertex + r->vertex_count > high ? r->first_vertex + r->vertex_count : high;
    }
    bool holds = mesh->first_vertex <= low && mesh->first_vertex + mesh->vertex_count >= high;
    if (low == UINT32_MAX || (mesh->first_vertex == before && holds))
        return;
    mesh->first_vertex = before <= low ? before : low;
    mesh->vertex_count = (last && before <= low ? m->vertex_count : high) - mesh->first_vertex;
}

static void set_bones(const wm_bw2_model *m, wm_bw2_mesh *mesh)
{
    uint32_t low = UINT32_MAX, high = 0;
    mesh->first_bone = mesh->bone_count = 0;
    for (uint32_t k = 0; wm_bw2_model_is_skin(m) && k < WM_BW2_ELEMENTS; k++) {
        wmi_bw2_column bone = wmi_bw2_find(m, WM_BW2_ELEMENT_BONE_INDEX, k),
                       weight = wmi_bw2_find(m, WM_BW2_ELEMENT_BONE_WEIGHT, k);
        if (!bone.data || bone.format != WM_BW2_FORMAT_BYTE)
            break;
        bool weighed = weight.data && weight.format == WM_BW2_FORMAT_FLOAT;
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            size_t v = (size_t)mesh->first_vertex + i;
            uint32_t b = bone.data[v * bone.stride];
            if (weighed && !(wmi_lef32(weight.data + v * weight.stride) != 0))
                continue;
            low = b < low ? b : low;
            high = b > high ? b : high;
        }
    }
    if (low <= high) {
        mesh->first_bone = low;
        mesh->bone_count = high - low + 1;
    }
}

static void measure_mesh(wm_bw2_model *m, uint32_t number, uint32_t before)
{
    wm_bw2_mesh *mesh = &m->meshes[number];
    wm_bw2_reference *r = mesh->reference_count ? &m->references[mesh->reference] : NULL;
    uint32_t faces = 0, indices = 0;
    for (uint32_t k = 0; k < mesh->reference_count; k++) {
        measure_reference(m, &r[k]);
        r[k].first_face = faces;
        faces += r[k].face_count;
        indices += r[k].index_count;
    }
    if (mesh->reference_count) {
        uint32_t joint = number && wm_bw2_model_is_skin(m) && r->first_index >= 2 ? 2 : 0;
        mesh->first_index = r->first_index - joint;
    }
    mesh->index_count = indices;
    mesh->face_count = faces_of(m, indices);
    set_range(m, mesh, before, number + 1 == m->mesh_count);
    set_bones(m, mesh);
}

static void set_bounds(wm_bw2_model *m, const wmi_bw2_column *c, bool tight)
{
    void (*measure)(const wmi_bw2_column *, uint32_t, uint32_t, wm_bw2_bounds *) =
        tight ? wmi_bw2_bounds : wmi_bw2_bounds_again;
    for (uint32_t i = 0; i < m->mesh_count; i++)
        measure(c, m->meshes[i].first_vertex, m->meshes[i].vertex_count, &m->meshes[i].bounds);
    measure(c, 0, m->vertex_count, &m->bounds);
}

/* ---- changes ----------------------------------------------------------- */

typedef struct before {
    wm_bw2_model model;
    wm_bw2_mesh *meshes;
    wm_bw2_reference *references;
} before;

static bool same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static wm_bw2_model_rebuild_result compare(const before *old, const wm_bw2_model *m)
{
    const wm_bw2_model *was = &old->model;
    wm_bw2_model_rebuild_result r = {.bounds = !same(&was->bounds, &m->bounds, sizeof m->bounds),
                                     .size = was->size != m->size,
                                     .metadata_size = was->metadata_size != m->metadata_size};
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        const wm_bw2_mesh *a = &old->meshes[i], *b = &m->meshes[i];
        r.bounds += !same(&a->bounds, &b->bounds, sizeof a->bounds);
        r.meshes += !same(&a->face_count, &b->face_count, 5 * sizeof a->face_count);
        r.bones += a->first_bone != b->first_bone || a->bone_count != b->bone_count;
    }
    for (uint32_t i = 0; i < m->reference_count; i++)
        r.references += !same(&old->references[i], &m->references[i], sizeof *m->references);
    r.footprint = !same(&was->footprint_centre, &m->footprint_centre, 3 * sizeof(float)) ||
                  !same(&was->footprint_radius, &m->footprint_radius, sizeof(float));
    return r;
}

static wm_status keep(const wm_bw2_model *m, wmi_arena *arena, before *old, wm_error *error)
{
    old->model = *m;
    old->meshes = wmi_arena_raw(arena, m->mesh_count, sizeof *old->meshes);
    old->references = wmi_arena_raw(arena, m->reference_count, sizeof *old->references);
    if (!old->meshes || !old->references)
        return wmi_arena_fail(arena, error, "");
    if (m->mesh_count)
        memcpy(old->meshes, m->meshes, m->mesh_count * sizeof *old->meshes);
    if (m->reference_count)
        memcpy(old->references, m->references, m->reference_count * sizeof *old->references);
    return WM_OK;
}

static void restore(const before *old, wm_bw2_model *m)
{
    if (m->mesh_count)
        memcpy(m->meshes, old->meshes, m->mesh_count * sizeof *m->meshes);
    if (m->reference_count)
        memcpy(m->references, old->references, m->reference_count * sizeof *m->references);
}

/* Does nothing for skins, whose footprint is unused garbage, or if there are no points.
 * Keeps old values that differ only by rounding. */
static void set_footprint(wm_bw2_model *m)
{
    wm_bw2_model old = *m;
    if (wm_bw2_model_is_skin(m) || m->footprint_count == 0)
        return;
    wmi_bw2_measure_footprint(m);
    double scale =
        1e-5 * (1 + (double)m->footprint_radius + wmi_length(wmi_vec_of(m->footprint_centre)));
    wmi_vec d = wmi_sub(wmi_vec_of(old.footprint_centre), wmi_vec_of(m->footprint_centre));
    if (wmi_length(d) <= scale &&
        fabs((double)old.footprint_radius - (double)m->footprint_radius) <= scale) {
        m->footprint_centre = old.footprint_centre;
        m->footprint_radius = old.footprint_radius;
    }
}

/* Damaged files whose meshes all claim the same large range would take forever. */
enum { OVERLAP = 4 };

static wm_status overlap(wm_error *error, const char *what, uint64_t claimed, uint32_t all)
{
    return wmi_fail(error, WM_LIMIT, "meshes", "meshes overlap: they use %s of %s %s",
                    wmi_number(claimed).text, wmi_number(all).text, what);
}

static wm_status measure_meshes(wm_bw2_model *m, wm_error *error)
{
    uint64_t indices = 0, vertices = 0;
    uint32_t end = 0;
    for (uint32_t i = 0; i < m->reference_count; i++)
        indices += m->references[i].index_count;
    if (indices > OVERLAP * (uint64_t)m->index_count)
        return overlap(error, "indices", indices, m->index_count);
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        measure_mesh(m, i, end);
        if ((uint64_t)m->meshes[i].first_index + m->meshes[i].index_count > m->index_count)
            return wmi_fail(error, WM_NOT_REPRESENTABLE, "references",
                            "references of mesh %lu overlap: it would have %lu indices from %lu "
                            "on, but there are only %lu",
                            (ul)i, (ul)m->meshes[i].index_count, (ul)m->meshes[i].first_index,
                            (ul)m->index_count);
        end = m->meshes[i].first_vertex + m->meshes[i].vertex_count;
        vertices += m->meshes[i].vertex_count;
        if (vertices > OVERLAP * (uint64_t)m->vertex_count)
            return overlap(error, "vertices", vertices, m->vertex_count);
    }
    return WM_OK;
}

wm_status wm_bw2_model_rebuild(wm_bw2_model *m, const wm_bw2_model_rebuild_opts *opts,
                               wm_bw2_model_rebuild_result *result, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wmi_bw2_column positions;
    wmi_arena arena;
    before old;
    if (wmi_bw2_layout_of(m).end > UINT32_MAX)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "size", "a model cannot be larger than 4 GiB");
    wm_status status = wmi_bw2_positions(m, &positions, error);
    if (status != WM_OK)
        return status;
    wmi_arena_init(&arena, &wmi_bw2_arena(m)->allocator, 0);
    status = keep(m, &arena, &old, error);
    if (status == WM_OK) {
        status = measure_meshes(m, error);
        if (status != WM_OK)
            restore(&old, m);
    }
    if (status == WM_OK) {
        set_bounds(m, &positions, opts && opts->tight);
        set_footprint(m);
        wm_bw2_model_set_sizes(m);
        if (result)
            *result = compare(&old, m);
    }
    wmi_arena_free(&arena);
    return status;
}

/* Rules for counts and ranges of meshes, references and indices. A reader uses the
 * references; everything else must agree with them. docs/formats/bw2-model.md, "What check
 * finds". */
#include "base/sort.h"
#include "base/words.h"
#include "bw2/check.h"

/* ---- levels and counts ---- */

static void check_levels(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    uint32_t last = 0;
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        uint32_t lod = m->meshes[i].lod;
        wmi_where at = wmi_at(wmi_bw2_mesh_at(c, i) + 0x90, "meshes[%lu].lod", (ul)i);
        if (lod < 1 || lod > 4)
            wmi_report(c->report, WM_BW2_LOD_RANGE, at,
                       "level of detail %lu is unknown, expected 1 to 4", (ul)lod);
        else if (lod < last)
            wmi_report(c->report, WM_BW2_LOD_ORDER, at, "level of detail %lu comes after level %lu",
                       (ul)lod, (ul)last);
        else if (lod > last + 1)
            wmi_report(c->report, WM_BW2_LOD_MISSING, at,
                       "level of detail %lu, but level %lu is missing", (ul)lod, (ul)last + 1);
        last = lod;
    }
}

static uint32_t faces_of(const wm_bw2_model *m, uint32_t indices)
{
    return m->topology == WM_BW2_TOPOLOGY_LIST ? indices / 3 : indices < 2 ? 0 : indices - 2;
}

static void check_reference_faces(wmi_bw2_checker *c, uint32_t number, uint32_t first_face)
{
    const wm_bw2_reference *r = &c->m->references[number];
    uint64_t at = wmi_bw2_reference_at(c, number);
    uint32_t faces = faces_of(c->m, r->index_count);
    if (r->face_count != faces)
        wmi_report(c->report, WM_BW2_FACE_COUNT,
                   wmi_at(at + 0x18, "references[%lu].face_count", (ul)number),
                   "the stored count is %lu, but %s %s", (ul)r->face_count,
                   wmi_count(r->index_count, "index makes", "indices make").text,
                   wmi_count(faces, "face", "faces").text);
    if (first_face != WM_NO_INDEX && r->first_face != first_face)
        wmi_report(c->report, WM_BW2_FIRST_FACE,
                   wmi_at(at + 0x14, "references[%lu].first_face", (ul)number),
                   "the stored first face is %lu, but %s before it in the mesh", (ul)r->first_face,
                   wmi_count(first_face, "face comes", "faces come").text);
    if (c->m->topology == WM_BW2_TOPOLOGY_LIST && r->index_count % 3)
        wmi_report(c->report, WM_BW2_INDEX_COUNT,
                   wmi_at(at + 8, "references[%lu].index_count", (ul)number),
                   "%lu is not a multiple of three", (ul)r->index_count);
    if (r->index_count == 0)
        wmi_report(c->report, WM_BW2_REFERENCE_EMPTY,
                   wmi_at(at + 8, "references[%lu].index_count", (ul)number),
                   "the reference has no indices");
}

/* The counts of a mesh must match its references. */
static void check_counts(wmi_bw2_checker *c, uint32_t number)
{
    const wm_bw2_model *m = c->m;
    const wm_bw2_mesh *mesh = &m->meshes[number];
    uint64_t at = wmi_bw2_mesh_at(c, number), sum = 0, faces = 0;
    bool strip = m->topology == WM_BW2_TOPOLOGY_STRIP;
    for (uint32_t i = 0; i < mesh->reference_count; i++) {
        /* No file shows how the faces of a skin's later references are counted. */
        check_reference_faces(c, mesh->reference + i, strip && i ? WM_NO_INDEX : (uint32_t)faces);
        sum += m->references[mesh->reference + i].index_count;
        faces += faces_of(m, m->references[mesh->reference + i].index_count);
    }
    if (mesh->reference_count == 0) {
        wmi_report(c->report, WM_BW2_MESH_EMPTY,
                   wmi_at(at + 0x88, "meshes[%lu].reference_count", (ul)number),
                   "the mesh has no references");
        return;
    }
    if (mesh->index_count != sum)
        wmi_report(c->report, WM_BW2_MESH_INDICES,
                   wmi_at(at + 8, "meshes[%lu].index_count", (ul)number),
                   "the stored count is %lu, but the references have %s", (ul)mesh->index_count,
                   wmi_count(sum, "index", "indices").text);
    if (mesh->face_count != faces && mesh->face_count != faces_of(m, mesh->index_count))
        wmi_report(c->report, WM_BW2_FACE_COUNT, wmi_at(at, "meshes[%lu].face_count", (ul)number),
                   "the stored count is %lu, but %s %s", (ul)mesh->face_count,
                   wmi_count(mesh->index_count, "index makes", "indices make").text,
                   wmi_count(faces, "face", "faces").text);
    uint32_t first = m->references[mesh->reference].first_index;
    uint32_t right = strip && number && first >= 2 ? first - 2 : first;
    if (mesh->first_index != right)
        wmi_report(
            c->report, WM_BW2_MESH_INDICES, wmi_at(at + 4, "meshes[%lu].first_index", (ul)number),
            "the stored first index is %lu, expected %lu because the first reference starts at %lu",
            (ul)mesh->first_index, (ul)right, (ul)first);
}

/* ---- ranges ---- */

static void check_tiles(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    uint64_t next = 0;
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        const wm_bw2_mesh *mesh = &m->meshes[i];
        if (mesh->first_vertex != next)
            wmi_report(c->report, WM_BW2_MESH_VERTICES,
                       wmi_at(wmi_bw2_mesh_at(c, i) + 0x0C, "meshes[%lu].first_vertex", (ul)i),
                       "the stored first vertex is %lu, but the meshes before it end at %llu",
                       (ul)mesh->first_vertex, (unsigned long long)next);
        next = (uint64_t)mesh->first_vertex + mesh->vertex_count;
    }
    if (m->mesh_count && next != m->vertex_count)
        wmi_report(c->report, WM_BW2_MESH_VERTICES,
                   wmi_at(wmi_bw2_mesh_at(c, m->mesh_count - 1) + 0x10, "meshes[%lu].vertex_count",
                          (ul)m->mesh_count - 1),
                   "the meshes end at vertex %llu, but the model has %lu", (unsigned long long)next,
                   (ul)m->vertex_count);
    for (uint32_t i = 0; i < m->mesh_count; i++)
        for (uint32_t k = 0; k < m->meshes[i].reference_count; k++) {
            const wm_bw2_mesh *mesh = &m->meshes[i];
            const wm_bw2_reference *r = &m->references[mesh->reference + k];
            if (r->first_vertex < mesh->first_vertex ||
                (uint64_t)r->first_vertex + r->vertex_count >
                    (uint64_t)mesh->first_vertex + mesh->vertex_count)
                wmi_report(c->report, WM_BW2_REFERENCE_VERTICES,
                           wmi_at(wmi_bw2_reference_at(c, mesh->reference + k) + 0x0C,
                                  "references[%lu].first_vertex", (ul)mesh->reference + k),
                           "%s from %lu on do not all belong to mesh %lu",
                           wmi_count(r->vertex_count, "vertex", "vertices").text,
                           (ul)r->first_vertex, (ul)i);
        }
}

/* Two strips are joined by the last index of one and the first index of the next. */
static void check_join(wmi_bw2_checker *c, uint64_t from, uint32_t to)
{
    const wm_bw2_model *m = c->m;
    uint64_t offset = c->at.indices + 2 * from;
    if (to - from == 2 && from && to < m->index_count && m->indices[from] == m->indices[from - 1] &&
        m->indices[from + 1] == m->indices[to])
        return;
    wmi_report(c->report, WM_BW2_JOIN, wmi_at(offset, "indices[%llu]", (unsigned long long)from),
               "%s between two strips, expected the last index of one and the first of the other",
               wmi_count(to - from, "index", "indices").text);
}

/* Checks the indices between references, in file order. */
static void check_gaps(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    uint32_t n = m->reference_count;
    uint64_t *order = wmi_bw2_check_new(c, n, sizeof *order), end = 0;
    uint64_t *spare = wmi_bw2_check_new(c, n, sizeof *spare);
    if (!order || !spare)
        return;
    for (uint32_t i = 0; i < n; i++)
        order[i] = (uint64_t)m->references[i].first_index << 32 | i;
    wmi_sort_high(order, spare, n);
    for (uint32_t k = 0; k <= n; k++) {
        uint32_t number = k < n ? (uint32_t)order[k] : 0;
        uint32_t first = k < n ? m->references[number].first_index : m->index_count;
        if (first < end)
            wmi_report(c->report, WM_BW2_INDEX_OVERLAP,
                       wmi_at(wmi_bw2_reference_at(c, number) + 4, "references[%lu].first_index",
                              (ul)number),
                       "the stored first index is %lu, but the reference before it ends at %llu",
                       (ul)first, (unsigned long long)end);
        else if (m->topology == WM_BW2_TOPOLOGY_STRIP && k > 0 && k < n)
            check_join(c, end, first);
        else if (first > end)
            wmi_report(c->report, WM_BW2_INDEX_GAP,
                       wmi_at(c->at.indices + 2 * end, "indices[%llu]", (unsigned long long)end),
                       "%s to no reference",
                       wmi_count(first - end, "index belongs", "indices belong").text);
        if (k < n && (uint64_t)first + m->references[number].index_count > end)
            end = (uint64_t)first + m->references[number].index_count;
    }
}

/* ---- indices ---- */

static void check_triangles(wmi_bw2_checker *c, uint32_t number)
{
    const wm_bw2_model *m = c->m;
    const wm_bw2_reference *r = &m->references[number];
    uint32_t without = 0, first = 0;
    for (uint32_t i = 0; m->topology == WM_BW2_TOPOLOGY_LIST && i + 2 < r->index_count; i += 3) {
        const uint16_t *t = &m->indices[r->first_index + i];
        if (t[0] != t[1] && t[1] != t[2] && t[0] != t[2])
            continue;
        first = without++ ? first : r->first_index + i;
    }
    if (without)
        wmi_report(c->report, WM_BW2_TRIANGLE_EMPTY,
                   wmi_at(c->at.indices + 2ull * first, "references[%lu].indices", (ul)number),
                   "%s a vertex twice", wmi_count(without, "triangle uses", "triangles use").text);
}

static void check_indices(wmi_bw2_checker *c, uint8_t *used)
{
    const wm_bw2_model *m = c->m;
    for (uint32_t i = 0; i < m->reference_count; i++) {
        const wm_bw2_reference *r = &m->references[i];
        uint32_t outside = 0, first = 0;
        for (uint32_t k = 0; k < r->index_count; k++) {
            uint32_t v = m->indices[r->first_index + k];
            used[v] = 1;
            if (v >= r->first_vertex && v - r->first_vertex < r->vertex_count)
                continue;
            first = outside++ ? first : r->first_index + k;
        }
        if (outside)
            wmi_report(c->report, WM_BW2_INDEX_STRANGER,
                       wmi_at(c->at.indices + 2ull * first, "indices[%lu]", (ul)first),
                       "%s of reference %lu %s outside its %s from %lu on%s %u",
                       wmi_count(outside, "index", "indices").text, (ul)i,
                       wmi_plural(outside, "is", "are"),
                       wmi_count(r->vertex_count, "vertex", "vertices").text, (ul)r->first_vertex,
                       wmi_first(outside), m->indices[first]);
        check_triangles(c, i);
    }
}

static void check_unused(wmi_bw2_checker *c, const uint8_t *used)
{
    const wm_bw2_model *m = c->m;
    uint32_t count = 0, first = 0;
    for (uint32_t v = 0; v < m->vertex_count; v++)
        if (!used[v])
            first = count++ ? first : v;
    if (count)
        wmi_report(
            c->report, WM_BW2_VERTEX_UNUSED,
            wmi_placed(wmi_at(c->at.data + (uint64_t)first * c->stride, "vertices[%lu]", (ul)first),
                       wmi_bw2_position(c, first)),
            "no triangle uses %s", wmi_part(count, m->vertex_count, "vertex", "vertices").text);
}

void wmi_bw2_check_meshes(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    uint8_t *used = wmi_bw2_check_new(c, m->vertex_count, 1);
    check_levels(c);
    for (uint32_t i = 0; i < m->mesh_count; i++)
        check_counts(c, i);
    check_tiles(c);
    check_gaps(c);
    if (!used || !c->walk_references)
        return;
    check_indices(c, used);
    check_unused(c, used);
}

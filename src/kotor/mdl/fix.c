/* Repairs of a model that have one right answer: data that follows from vertices and faces, and
 * words of the file that follow from its layout. */
#include "kotor/mdl/check.h"
#include "kotor/mdl/edit.h"

/* Which repairs a report asks for. */
typedef struct repairs {
    wm_kotor_mdl_rebuild_opts parts;
    bool indices, words;
} repairs;

static repairs find_repairs(const wm_report *report)
{
    repairs r = {.indices = false};
    for (uint32_t i = 0; i < report->count; i++)
        switch (report->issues[i].code) {
        case WM_KOTOR_MDL_PLANE: r.parts.planes = true; break;
        case WM_KOTOR_MDL_ADJACENCY_RANGE:
        case WM_KOTOR_MDL_ADJACENCY_MISSING:
        case WM_KOTOR_MDL_ADJACENCY_WRONG: r.parts.adjacency = true; break;
        case WM_KOTOR_MDL_AABB_FACE:
        case WM_KOTOR_MDL_AABB_FACE_MISSING:
        case WM_KOTOR_MDL_AABB_BOX:
        case WM_KOTOR_MDL_AABB_INNER: r.parts.tree = true; break;
        case WM_KOTOR_MDL_INDICES:
        case WM_KOTOR_MDL_INDEX_RANGE: r.indices = true; break;
        case WM_KOTOR_MDL_LINK:
        case WM_KOTOR_MDL_COUNT:
        case WM_KOTOR_MDL_SIZE: r.words = true; break;
        default: break;
        }
    return r;
}

/* The triangles to draw are the faces. */
static bool same_indices(const wm_kotor_mesh *mesh)
{
    bool same = mesh->index_count == 3 * mesh->face_count;
    for (uint32_t i = 0; same && i < mesh->index_count; i++)
        same = mesh->indices[i] == mesh->faces[i / 3].vertex[i % 3];
    return same;
}

static wm_status fix_indices(wm_kotor_mdl *mdl, wm_kotor_mesh *mesh, wm_error *error)
{
    wmi_arena *memory = wmi_mdl_arena(mdl);
    wmi_edit edit;
    if (same_indices(mesh))
        return WM_OK;
    uint32_t count = 3 * mesh->face_count;
    uint16_t *indices = wmi_arena_raw(memory, count, sizeof *indices);
    uint32_t *counts = wmi_arena_raw(memory, 1, sizeof *counts);
    if (!indices || !counts)
        return wmi_arena_fail(memory, error, "indices");
    wm_status status = wmi_edit_begin(&edit, mdl, error);
    if (status != WM_OK)
        return status;
    for (uint32_t i = 0; i < count; i++)
        indices[i] = mesh->faces[i / 3].vertex[i % 3];
    *counts = count;
    mesh->indices = indices;
    mesh->index_counts = counts;
    mesh->index_count = count;
    mesh->index_count_count = mesh->index_offset_count = 1;
    wmi_edit_end(&edit);
    return WM_OK;
}

static wm_status apply(wm_kotor_mdl *mdl, const repairs *r, wm_error *error)
{
    wm_status status = WM_OK;
    for (uint32_t i = 0; r->indices && status == WM_OK && i < mdl->tree.count; i++) {
        wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (mesh && !mesh->saber && mesh->face_count)
            status = fix_indices(mdl, mesh, error);
    }
    if (status == WM_OK && (r->parts.planes || r->parts.adjacency || r->parts.tree))
        status = wm_kotor_mdl_rebuild(mdl, &r->parts, error);
    if (status == WM_OK && r->words)
        mdl->odd_count = 0;
    if (mdl->mdx_state == WM_KOTOR_MDX_STATE_SIZE)
        mdl->mdx_state = WM_KOTOR_MDX_STATE_FINE;
    return status;
}

wm_status wm_kotor_mdl_fix(wm_kotor_mdl *mdl, wm_error *error)
{
    wm_report report;
    wm_report_init(&report, &wmi_mdl_arena(mdl)->allocator);
    wm_status status = wm_kotor_mdl_check(mdl, NULL, &report, error);
    const repairs r = find_repairs(&report);
    if (status == WM_OK)
        status = apply(mdl, &r, error);
    wm_report_free(&report);
    return status;
}

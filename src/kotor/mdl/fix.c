/* Repairs of a model that have one right answer: data that follows from vertices, faces and nodes,
 * lengths and order of keys, and words of the file that follow from its layout. What the check
 * accepts keeps its bytes. docs/formats/kotor-mdl.md, "What fix repairs". */
#include "base/sort.h"
#include "kotor/mdl/check.h"
#include "kotor/mdl/edit.h"
#include "kotor/mdl/undo.h"

/* Which repairs a report asks for. */
typedef struct repairs {
    bool planes, adjacency, tree, indices, words, node_count;
    bool slots, copies; /* of children; of vertices */
    bool lost;          /* something could not be read, and does not follow from the rest */
    wmi_node_repairs nodes;
    wmi_skin_repairs skins;
} repairs;

/* Is the array that a pointer of this path should lead to a copy of another? */
static bool is_copy(const char *path)
{
    const char *field = strrchr(path, '.');
    return field && (strcmp(field, ".vertices") == 0 || strcmp(field, ".dangly vertices") == 0);
}

static repairs find_repairs(const wm_report *report)
{
    repairs r = {.indices = false};
    for (uint32_t i = 0; i < report->count; i++)
        switch (report->issues[i].code) {
        case WM_KOTOR_MDL_PLANE: r.planes = true; break;
        case WM_KOTOR_MDL_ADJACENCY_RANGE:
        case WM_KOTOR_MDL_ADJACENCY_MISSING:
        case WM_KOTOR_MDL_ADJACENCY_WRONG: r.adjacency = true; break;
        case WM_KOTOR_MDL_AABB_LINK:
        case WM_KOTOR_MDL_AABB_FACE:
        case WM_KOTOR_MDL_AABB_FACE_MISSING:
        case WM_KOTOR_MDL_AABB_BOX:
        case WM_KOTOR_MDL_AABB_INNER: r.tree = true; break;
        case WM_KOTOR_MDL_INDICES:
        case WM_KOTOR_MDL_INDEX_RANGE: r.indices = true; break;
        case WM_KOTOR_MDL_LINK:
        case WM_KOTOR_MDL_COUNT:
        case WM_KOTOR_MDL_SIZE: r.words = true; break;
        case WM_KOTOR_MDL_NODE_COUNT: r.node_count = true; break;
        case WM_KOTOR_MDL_QUATERNION: r.nodes.turns = true; break;
        case WM_KOTOR_MDL_KEY_ORDER: r.nodes.keys = true; break;
        case WM_KOTOR_MDL_SABER_TABLE: r.nodes.sabers = true; break;
        case WM_KOTOR_MDL_BIND: r.skins.bind = true; break;
        case WM_KOTOR_MDL_BONE_COUNT: r.skins.entries = true; break;
        case WM_KOTOR_MDL_CHILD_EMPTY: r.slots = true; break;
        case WM_KOTOR_MDL_POINTER:
            r.copies = r.copies || is_copy(report->issues[i].path);
            r.lost = r.lost || !is_copy(report->issues[i].path);
            break;
        case WM_KOTOR_MDL_LOOP:
        case WM_KOTOR_MDL_FLAGS:
        case WM_KOTOR_MDL_NAME_INDEX:
        case WM_KOTOR_MDL_VERTEX_INDEX: r.lost = true; break;
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

/* ---- faces --------------------------------------------------------------- */

static void fix_planes(wm_kotor_mesh *mesh, const wm_vec3 *positions)
{
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        wm_kotor_mdl_face *f = &mesh->faces[i];
        const wm_vec3 corner[3] = {positions[f->vertex[0]], positions[f->vertex[1]],
                                   positions[f->vertex[2]]};
        if (wmi_mdl_judge_plane(f, corner) == WMI_PLANE_WRONG)
            wmi_face_plane(corner, &f->normal, &f->distance);
    }
}

/* A neighbour that shares the edge stays, even if it is not the one that the compiler takes. */
static bool fix_adjacency(wm_kotor_mesh *mesh, const wm_vec3 *positions, wmi_arena *scratch)
{
    uint16_t(*expected)[3] = wmi_arena_raw(scratch, mesh->face_count, sizeof *expected);
    uint32_t *place = wmi_arena_raw(scratch, mesh->vertex_count, sizeof *place);
    if (!expected || !place || !wmi_same_positions(positions, mesh->vertex_count, place, scratch) ||
        !wmi_mesh_adjacency(mesh->faces, mesh->face_count, positions, mesh->vertex_count, expected,
                            scratch))
        return false;
    for (uint32_t i = 0; i < mesh->face_count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            uint16_t *stored = &mesh->faces[i].adjacent[k];
            if (*stored >= mesh->face_count || !wmi_mdl_share_edge(mesh, place, i, k, *stored))
                *stored = expected[i][k];
        }
    return true;
}

static wm_status fix_faces(wm_kotor_mdl *mdl, wm_kotor_mesh *mesh, const repairs *r,
                           wm_error *error)
{
    wmi_arena scratch;
    wmi_arena_init(&scratch, &wmi_mdl_arena(mdl)->allocator, 0);
    wm_vec3 *positions = wmi_arena_raw(&scratch, mesh->vertex_count, sizeof *positions);
    bool known = positions != NULL, done = known;
    for (uint32_t v = 0; known && v < mesh->vertex_count; v++)
        known = wm_kotor_mesh_position(mesh, v, &positions[v]);
    if (known && r->planes)
        fix_planes(mesh, positions);
    if (known && r->adjacency)
        done = fix_adjacency(mesh, positions, &scratch);
    wmi_arena_free(&scratch);
    return done ? WM_OK : wmi_no_memory(error);
}

/* ---- the model ----------------------------------------------------------- */

static wm_status fix_mesh(wm_kotor_mdl *mdl, wm_kotor_mesh *mesh, const repairs *r, wm_error *error)
{
    wm_status status = WM_OK;
    if (!mesh || mesh->saber || !mesh->face_count)
        return WM_OK;
    if (r->indices)
        status = fix_indices(mdl, mesh, error);
    if (status == WM_OK && (r->planes || r->adjacency))
        status = fix_faces(mdl, mesh, r, error);
    return status;
}

/* The bytes of what could not be read are kept in their places: nothing may move. */
static repairs without_moves(const repairs *all)
{
    repairs r = *all;
    r.words = r.slots = r.copies = r.indices = r.tree = false;
    r.nodes.sabers = r.skins.entries = false;
    return r;
}

/* Drops the empty slots of lists of children: the layout has none. */
static wm_status drop_slots(wm_kotor_mdl *mdl, wm_error *error)
{
    wmi_edit edit;
    wm_status status = wmi_edit_begin(&edit, mdl, error);
    if (status == WM_OK)
        wmi_edit_end(&edit);
    return status;
}

static wm_status fix_nodes(wm_kotor_mdl *mdl, const repairs *r, wm_error *error)
{
    wm_status status = WM_OK;
    if (r->slots)
        status = drop_slots(mdl, error);
    if (status == WM_OK && r->copies)
        status = wmi_mdl_fix_copies(mdl, error);
    if (status == WM_OK && (r->nodes.turns || r->nodes.keys || r->nodes.sabers))
        status = wmi_mdl_fix_nodes(mdl, &r->nodes, error);
    if (status == WM_OK && (r->skins.bind || r->skins.entries))
        status = wmi_mdl_fix_skins(mdl, &r->skins, error);
    return status;
}

static wm_status apply(wm_kotor_mdl *mdl, const repairs *r, wm_error *error)
{
    static const wm_kotor_mdl_rebuild_opts tree = {.tree = true};
    wm_status status = fix_nodes(mdl, r, error);
    /* With a supermodel, the count includes nodes that are not here. */
    if (r->node_count && wmi_edit_is(mdl->supermodel, sizeof mdl->supermodel, "NULL"))
        mdl->geometry.node_count = mdl->tree.count;
    for (uint32_t i = 0; status == WM_OK && i < mdl->tree.count; i++)
        status = fix_mesh(mdl, mdl->tree.nodes[i].mesh, r, error);
    if (status == WM_OK && r->tree)
        status = wmi_mdl_rebuild(mdl, &tree, error);
    if (status == WM_OK &&
        (r->planes || r->adjacency || r->nodes.turns || r->nodes.keys || r->skins.bind))
        wmi_edit_touch(mdl);
    if (mdl->mdx_state == WM_KOTOR_MDX_STATE_SIZE)
        mdl->mdx_state = WM_KOTOR_MDX_STATE_FINE;
    return status;
}

/* ---- words of the file --------------------------------------------------- */

static bool is_word(const wm_issue *issue)
{
    return issue->code == WM_KOTOR_MDL_LINK || issue->code == WM_KOTOR_MDL_COUNT ||
           issue->code == WM_KOTOR_MDL_SIZE;
}

static int compare_offsets(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Drops the words that the report names; the writer then computes them. */
static wm_status drop_words(wm_kotor_mdl *mdl, const wm_report *report, wm_error *error)
{
    wmi_arena scratch;
    uint32_t count = 0, at = 0, kept = 0;
    wmi_arena_init(&scratch, &wmi_mdl_arena(mdl)->allocator, 0);
    uint64_t *offsets = wmi_arena_raw(&scratch, report->count, sizeof *offsets);
    if (!offsets) {
        wm_status status = wmi_arena_fail(&scratch, error, "");
        wmi_arena_free(&scratch);
        return status;
    }
    for (uint32_t i = 0; i < report->count; i++)
        if (is_word(&report->issues[i]))
            offsets[count++] = report->issues[i].offset;
    wmi_sort(offsets, count, sizeof *offsets, compare_offsets);
    for (uint32_t i = 0; i < mdl->odd_count; i++) { /* in order of their offsets */
        while (at < count && offsets[at] < mdl->odd[i].offset)
            at++;
        if (at == count || offsets[at] != mdl->odd[i].offset)
            mdl->odd[kept++] = mdl->odd[i];
    }
    mdl->odd_count = kept;
    mdl->names_mdx_size = mdl->mdx_size;
    wmi_arena_free(&scratch);
    return WM_OK;
}

/* A report lists only the first findings of a code. If there are more, all words are computed. */
static wm_status fix_words(wm_kotor_mdl *mdl, const wm_report *report, wm_error *error)
{
    wm_report again;
    wm_status status = drop_words(mdl, report, error);
    wm_report_init(&again, &wmi_mdl_arena(mdl)->allocator);
    if (status == WM_OK)
        status = wm_kotor_mdl_check(mdl, NULL, &again, error);
    if (status == WM_OK && find_repairs(&again).words)
        mdl->odd_count = 0;
    wm_report_free(&again);
    return status;
}

/* In a file of neither layout blocks may share bytes, so that nothing can change in place. */
static wm_status fix_as(wm_kotor_mdl *mdl, const wm_report *report, wm_error *error)
{
    const repairs all = find_repairs(report);
    bool lost = all.lost || (all.copies && !wmi_mdl_can_fix_copies(mdl));
    const repairs r = lost ? without_moves(&all) : all;
    wm_status status = WM_OK;
    if (lost && mdl->order == WM_KOTOR_MDL_ORDER_STORED)
        return WM_OK;
    if (r.words) /* first: other repairs move them */
        status = fix_words(mdl, report, error);
    return status == WM_OK ? apply(mdl, &r, error) : status;
}

static wm_status fix(wm_kotor_mdl *mdl, wm_error *error)
{
    wm_report report;
    wm_status status = WM_OK;
    wm_report_init(&report, &wmi_mdl_arena(mdl)->allocator);
    if (mdl->fault_count) {
        report.max_per_code = UINT32_MAX;
        status = wmi_mdl_list_faults(mdl, &report, error);
    }
    if (status == WM_OK)
        status = wm_kotor_mdl_check(mdl, NULL, &report, error);
    if (status == WM_OK)
        status = fix_as(mdl, &report, error);
    wm_report_free(&report);
    return status;
}

wm_status wm_kotor_mdl_fix(wm_kotor_mdl *mdl, wm_kotor_mdl_fix_result *result, wm_error *error)
{
    wmi_mdl_undo undo;
    wm_status status = wmi_mdl_undo_begin(&undo, mdl, error);
    if (status == WM_OK)
        status = fix(mdl, error);
    if (status == WM_OK && result)
        *result = wmi_mdl_fixed(&undo);
    status = wmi_mdl_undo_end(&undo, status);
    if (status == WM_OK)
        wmi_mdl_tidy(mdl);
    return status;
}

/* Computes derived data of a stored model again: planes and neighbours of faces, bounds, AABB
 * trees, normals and tangents. docs/formats/kotor-mdl.md, "Derived data". */
#include "kotor/mdl/compile/compile.h"
#include "kotor/mdl/edit.h"
#include "kotor/mdl/undo.h"

static bool find_positions(const wm_kotor_mesh *mesh, wm_vec3 *positions)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (!wm_kotor_mesh_position(mesh, v, &positions[v]))
            return false;
    return true;
}

/* ---- faces and bounds ---------------------------------------------------- */

static void rebuild_planes(wm_kotor_mesh *mesh, const wm_vec3 *positions)
{
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        wm_kotor_mdl_face *f = &mesh->faces[i];
        const wm_vec3 corner[3] = {positions[f->vertex[0]], positions[f->vertex[1]],
                                   positions[f->vertex[2]]};
        wmi_face_plane(corner, &f->normal, &f->distance);
    }
}

static bool rebuild_adjacency(wm_kotor_mesh *mesh, const wm_vec3 *positions, wmi_arena *scratch)
{
    uint16_t(*adjacent)[3] = wmi_arena_raw(scratch, mesh->face_count, sizeof *adjacent);
    if (!adjacent || !wmi_mesh_adjacency(mesh->faces, mesh->face_count, positions,
                                         mesh->vertex_count, adjacent, scratch))
        return false;
    for (uint32_t i = 0; i < mesh->face_count; i++)
        memcpy(mesh->faces[i].adjacent, adjacent[i], sizeof adjacent[i]);
    return true;
}

static bool rebuild_bounds(wm_kotor_mesh *mesh, uint32_t flags, const wm_vec3 *positions,
                           wmi_arena *scratch)
{
    bool moves = flags & (WM_KOTOR_NODE_SKIN | WM_KOTOR_NODE_DANGLY);
    if (!wmi_mesh_bounds(mesh, positions, mesh->vertex_count, scratch))
        return false;
    mesh->area = moves ? 0 : wmi_mesh_area(mesh->faces, mesh->face_count, positions);
    return true;
}

static wm_status rebuild_tree(wm_kotor_mdl *mdl, wm_kotor_mesh *mesh, const wm_vec3 *positions,
                              wmi_arena *scratch, wm_error *error)
{
    wmi_edit edit;
    uint32_t count = mesh->face_count ? 2 * mesh->face_count - 1 : 0;
    wm_kotor_mdl_aabb *tree = wmi_arena_raw(wmi_mdl_arena(mdl), count, sizeof *tree);
    if (!tree)
        return wmi_arena_fail(wmi_mdl_arena(mdl), error, "aabbs"); /* it may be over its limit */
    if (!wmi_mdl_tree(mesh->faces, mesh->face_count, positions, tree, scratch))
        return wmi_arena_fail(scratch, error, "aabbs");
    wm_status status = wmi_edit_begin(&edit, mdl, error);
    if (status != WM_OK)
        return status;
    mesh->aabbs = tree;
    mesh->aabb_count = count;
    wmi_edit_end(&edit);
    return WM_OK;
}

static wm_status rebuild_mesh(wm_kotor_mdl *mdl, wm_kotor_mdl_node *n,
                              const wm_kotor_mdl_rebuild_opts *o, wmi_arena *scratch,
                              wm_error *error)
{
    wm_kotor_mesh *mesh = n->mesh;
    wm_vec3 *positions = wmi_arena_raw(scratch, mesh->vertex_count, sizeof *positions);
    if (!positions)
        return wmi_arena_fail(scratch, error, "vertices");
    if (!find_positions(mesh, positions))
        return WM_OK; /* they are in an MDX that is missing */
    if (o->planes)
        rebuild_planes(mesh, positions);
    if ((o->adjacency && !rebuild_adjacency(mesh, positions, scratch)) ||
        (o->bounds && !rebuild_bounds(mesh, n->flags, positions, scratch)))
        return wmi_no_memory(error);
    if (o->tree && n->flags & WM_KOTOR_NODE_AABB)
        return rebuild_tree(mdl, mesh, positions, scratch, error);
    return WM_OK;
}

/* ---- rows ---------------------------------------------------------------- */

/* Signed fields of 11, 11 and 10 bits, as on Xbox. */
static uint32_t pack_part(float value, double half, uint32_t most)
{
    double scaled = floor((double)value * half + 0.5);
    scaled = scaled > half ? half : scaled < -half ? -half : scaled;
    return scaled < 0 ? (uint32_t)(scaled + most) : (uint32_t)scaled;
}

static void put_direction(const wm_kotor_mdl *mdl, wm_kotor_mesh *mesh, uint32_t vertex,
                          int64_t offset, wm_vec3 v)
{
    bool packed = mdl->platform == WM_KOTOR_PLATFORM_XBOX, none = v.x == 0 && v.y == 0 && v.z == 0;
    if (offset < 0 || (uint64_t)offset + (packed ? 4 : 12) > mesh->row_size || none)
        return; /* a vertex without faces or area keeps its value */
    uint8_t *p = mesh->rows + (size_t)vertex * mesh->row_size + offset;
    if (packed)
        wmi_put32(p, pack_part(v.x, 1023, 2047) | pack_part(v.y, 1023, 2047) << 11 |
                         pack_part(v.z, 511, 1023) << 22);
    else
        wmi_store32(p, &v, 3);
}

static void put_rows(const wm_kotor_mdl *mdl, const wmi_recomputed *r,
                     const wm_kotor_mdl_rebuild_opts *o)
{
    wm_kotor_mesh *mesh = mdl->tree.nodes[r->node].mesh;
    int64_t size = mdl->platform == WM_KOTOR_PLATFORM_XBOX ? 4 : 12;
    int64_t normal = mesh->row_offset[WM_KOTOR_ROW_NORMAL];
    int64_t frame = mesh->row_offset[WM_KOTOR_ROW_TANGENT0];
    for (uint32_t v = 0; mesh->rows && v < mesh->vertex_count; v++) {
        if (o->normals && mesh->row_flags & WM_KOTOR_MDX_NORMAL)
            put_direction(mdl, mesh, v, normal, r->normals[v]);
        if (!o->tangents || !(mesh->row_flags & WM_KOTOR_MDX_TANGENT) || frame < 0)
            continue;
        for (int i = 0; i < 3; i++)
            put_direction(mdl, mesh, v, frame + i * size, r->frames[v][i]);
    }
}

static wm_status rebuild_rows(wm_kotor_mdl *mdl, const wm_kotor_mdl_rebuild_opts *o,
                              wm_error *error)
{
    wmi_arena scratch;
    wmi_recomputed *meshes;
    uint32_t count;
    wm_status status = WM_OK;
    wmi_arena_init(&scratch, &wmi_mdl_arena(mdl)->allocator, 0);
    if (!wmi_mdl_recompute(mdl, &meshes, &count, &scratch))
        status = wmi_no_memory(error);
    for (uint32_t i = 0; status == WM_OK && i < count; i++)
        put_rows(mdl, &meshes[i], o);
    wmi_arena_free(&scratch);
    return status;
}

/* ---- the model ----------------------------------------------------------- */

wm_status wmi_mdl_rebuild(wm_kotor_mdl *mdl, const wm_kotor_mdl_rebuild_opts *o, wm_error *error)
{
    wm_status status = WM_OK;
    for (uint32_t i = 0; status == WM_OK && i < mdl->tree.count; i++) {
        wm_kotor_mdl_node *n = &mdl->tree.nodes[i];
        wmi_arena scratch;
        if (!n->mesh || n->mesh->saber)
            continue;
        wmi_arena_init(&scratch, &wmi_mdl_arena(mdl)->allocator, 0);
        status = rebuild_mesh(mdl, n, o, &scratch, error);
        wmi_arena_free(&scratch);
    }
    if (status == WM_OK && (o->normals || o->tangents))
        status = rebuild_rows(mdl, o, error);
    wmi_edit_touch(mdl);
    return status;
}

wm_status wm_kotor_mdl_rebuild(wm_kotor_mdl *mdl, const wm_kotor_mdl_rebuild_opts *opts,
                               wm_kotor_mdl_rebuild_result *result, wm_error *error)
{
    static const wm_kotor_mdl_rebuild_opts usual = {
        .planes = true, .adjacency = true, .bounds = true, .tree = true};
    wmi_mdl_undo undo;
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const wm_kotor_mdl_rebuild_opts *o = opts ? opts : &usual;
    if (!o->planes && !o->adjacency && !o->bounds && !o->tree && !o->normals && !o->tangents)
        o = &usual;
    wm_status status = wmi_mdl_undo_begin(&undo, mdl, error);
    if (status == WM_OK)
        status = wmi_mdl_rebuild(mdl, o, error);
    if (status == WM_OK && result)
        *result = wmi_mdl_rebuilt(&undo);
    status = wmi_mdl_undo_end(&undo, status);
    if (status == WM_OK)
        wmi_mdl_tidy(mdl);
    return status;
}

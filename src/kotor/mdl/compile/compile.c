/* Compiles meshes given by a text into meshes of a document: vertices, rows and all
 * derived data. docs/formats/kotor-mdl-ascii.md, "Compiling". */
#include "kotor/mdl/compile/compile.h"
#include "base/words.h"

enum { MOST = 65535 }; /* vertex and face indices have 16 bits */

static const char *node_name(const wm_kotor_mdl *mdl, uint32_t node)
{
    uint16_t name = mdl->tree.nodes[node].name;
    return name < mdl->name_count ? mdl->names[name] : "?";
}

static wm_status too_many(const wm_kotor_mdl *mdl, uint32_t node, const char *what, uint32_t count,
                          wm_error *error)
{
    return wmi_fail(error, WM_NOT_REPRESENTABLE, node_name(mdl, node),
                    "the mesh has %s %s, at most %s are allowed", wmi_number(count).text, what,
                    wmi_number(MOST).text);
}

/* ---- faces --------------------------------------------------------------- */

static void fill_faces(wm_kotor_mesh *mesh, const wmi_source_mesh *source, const wmi_weld *weld)
{
    for (uint32_t f = 0; f < source->face_count; f++) {
        wm_kotor_mdl_face *face = &mesh->faces[f];
        wm_vec3 position[3];
        for (uint32_t k = 0; k < 3; k++) {
            face->vertex[k] = (uint16_t)weld->of_corner[3 * f + k];
            position[k] = mesh->vertices[face->vertex[k]];
            mesh->indices[3 * f + k] = face->vertex[k];
        }
        face->material = source->faces[f].material;
        wmi_face_plane(position, &face->normal, &face->distance);
    }
}

static wm_status compile_faces(wm_kotor_mdl *mdl, wm_kotor_mesh *mesh,
                               const wmi_source_mesh *source, const wmi_weld *weld,
                               wmi_arena *scratch, wm_error *error)
{
    wmi_arena *memory = wmi_mdl_arena(mdl);
    uint32_t count = source->face_count;
    mesh->face_count = count;
    mesh->index_count = 3 * count;
    mesh->index_count_count = mesh->index_offset_count = 1;
    mesh->faces = wmi_arena_new(memory, count, sizeof *mesh->faces);
    mesh->indices = wmi_arena_raw(memory, mesh->index_count, sizeof *mesh->indices);
    mesh->index_counts = wmi_arena_raw(memory, 1, sizeof *mesh->index_counts);
    uint16_t(*adjacent)[3] = wmi_arena_raw(scratch, count, sizeof *adjacent);
    if (!mesh->faces || !mesh->indices || !mesh->index_counts || !adjacent)
        return wmi_arena_fail(memory, error, "faces");
    mesh->index_counts[0] = mesh->index_count;
    fill_faces(mesh, source, weld);
    if (!wmi_mesh_adjacency(mesh->faces, count, mesh->vertices, mesh->vertex_count, adjacent,
                            scratch))
        return wmi_fail(error, WM_NO_MEMORY, "faces", "out of memory");
    for (uint32_t f = 0; f < count; f++)
        memcpy(mesh->faces[f].adjacent, adjacent[f], sizeof mesh->faces[f].adjacent);
    return WM_OK;
}

/* ---- parts --------------------------------------------------------------- */

static wm_status compile_dangly(wm_kotor_mdl *mdl, wm_kotor_mesh *mesh,
                                const wmi_source_mesh *source, const wmi_weld *weld,
                                wm_error *error)
{
    wmi_arena *memory = wmi_mdl_arena(mdl);
    if (!mesh->dangly)
        mesh->dangly = wmi_arena_new(memory, 1, sizeof *mesh->dangly);
    if (!mesh->dangly)
        return wmi_arena_fail(memory, error, "dangly");
    wm_kotor_dangly *d = mesh->dangly;
    d->constraint_count = weld->count;
    d->constraints = wmi_arena_new(memory, weld->count, sizeof *d->constraints);
    d->vertices = wmi_arena_raw(memory, weld->count, sizeof *d->vertices);
    if (!d->constraints || !d->vertices)
        return wmi_arena_fail(memory, error, "dangly");
    for (uint32_t v = 0; v < weld->count; v++) {
        d->vertices[v] = mesh->vertices[v];
        if (source->constraints)
            d->constraints[v] = source->constraints[weld->vertex[v]];
    }
    return WM_OK;
}

static wm_status compile_tree(wm_kotor_mdl *mdl, wm_kotor_mesh *mesh, const wmi_source_mesh *source,
                              wmi_arena *scratch, wm_error *error)
{
    wmi_arena *memory = wmi_mdl_arena(mdl);
    bool given = source->aabb_count > 0;
    uint32_t count = given ? source->aabb_count : mesh->face_count ? 2 * mesh->face_count - 1 : 0;
    mesh->aabb_count = count;
    mesh->aabbs = wmi_arena_raw(memory, count, sizeof *mesh->aabbs);
    if (!mesh->aabbs)
        return wmi_arena_fail(memory, error, "aabbs");
    if (given) {
        memcpy(mesh->aabbs, source->aabbs, count * sizeof *mesh->aabbs);
        if (source->bare_boxes)
            wmi_mdl_tree_boxes(mesh->faces, mesh->vertices, mesh->aabbs, count);
        wmi_mdl_tree_planes(mesh->aabbs, count);
    } else if (!wmi_mdl_tree(mesh->faces, mesh->face_count, mesh->vertices, mesh->aabbs, scratch)) {
        return wmi_fail(error, WM_NO_MEMORY, "aabbs", "out of memory");
    }
    return WM_OK;
}

static wm_status compile_bounds(wm_kotor_mesh *mesh, uint32_t flags, const wmi_source_mesh *source,
                                wmi_arena *scratch, wm_error *error)
{
    if (!source->has_average &&
        !wmi_mesh_bounds(mesh, source->vertices, source->vertex_count, scratch))
        return wmi_fail(error, WM_NO_MEMORY, "average", "out of memory");
    bool moves = flags & (WM_KOTOR_NODE_SKIN | WM_KOTOR_NODE_DANGLY);
    mesh->area = moves ? 0 : wmi_mesh_area(mesh->faces, mesh->face_count, mesh->vertices);
    return WM_OK;
}

/* ---- a mesh -------------------------------------------------------------- */

static void set_constants(wm_kotor_mesh *mesh, bool saber)
{
    mesh->unknown_212[0] = mesh->unknown_212[1] = -1;
    mesh->unknown_212[2] = 0;
    memset(mesh->unknown_224, 0, sizeof mesh->unknown_224);
    mesh->unknown_224[0] = saber ? 0 : 3;
    mesh->unknown_area = 0;
    mesh->tail = NULL;
    mesh->tail_size = 0;
}

/* Sites of the compiled vertices. A vertex without faces is at none. */
static void find_vertex_sites(const wmi_shapes *shapes, const wmi_shape *shape,
                              const wmi_weld *weld, uint32_t *sites)
{
    for (uint32_t v = 0; v < weld->count; v++)
        sites[v] = weld->corner[v] == WM_NO_INDEX
                       ? WM_NO_INDEX
                       : shapes->site[shape->first_vertex + weld->vertex[v]];
}

static wm_status compile_mesh(wm_kotor_mdl *mdl, const wmi_shapes *shapes, uint32_t m,
                              const wmi_source_mesh *source, const wmi_sets *sets, uint32_t *sites,
                              wmi_arena *scratch, wm_error *error)
{
    const wmi_shape *shape = &shapes->list[m];
    const wmi_mdl_pose *poses = shapes->poses;
    wm_kotor_mdl_node *node = &mdl->tree.nodes[shape->node];
    wm_kotor_mesh *mesh = node->mesh;
    wmi_arena *memory = wmi_mdl_arena(mdl);
    wmi_weld weld;
    if (!wmi_weld_mesh(source, sets->of_corner + 3 * (size_t)shape->first_face, &weld, scratch))
        return wmi_fail(error, WM_NO_MEMORY, "vertices", "out of memory");
    if (weld.count > MOST)
        return too_many(mdl, shape->node, "different vertices", weld.count, error);
    if (sites)
        find_vertex_sites(shapes, shape, &weld, sites);
    set_constants(mesh, false);
    mesh->vertex_count = (uint16_t)weld.count;
    mesh->vertices = wmi_arena_raw(memory, weld.count, sizeof *mesh->vertices);
    if (!mesh->vertices)
        return wmi_arena_fail(memory, error, "vertices");
    for (uint32_t v = 0; v < weld.count; v++)
        mesh->vertices[v] = source->vertices[weld.vertex[v]];
    wm_status status = compile_faces(mdl, mesh, source, &weld, scratch, error);
    if (!status && node->flags & WM_KOTOR_NODE_SKIN)
        status = wmi_compile_skin(mdl, shape->node, source, poses, error);
    if (!status && node->flags & WM_KOTOR_NODE_DANGLY)
        status = compile_dangly(mdl, mesh, source, &weld, error);
    if (!status && node->flags & WM_KOTOR_NODE_AABB)
        status = compile_tree(mdl, mesh, source, scratch, error);
    if (!status)
        status = compile_bounds(mesh, node->flags, source, scratch, error);
    if (!status)
        status = wmi_compile_rows(mdl, shape, source, &weld, sets, &poses[shape->node], error);
    return status;
}

/* ---- the model ----------------------------------------------------------- */

static wm_status check_sources(const wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                               wm_error *error)
{
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        if (!sources[i])
            continue;
        if (!mdl->tree.nodes[i].mesh)
            return wmi_fail(error, WM_BAD_ARGUMENT, node_name(mdl, i),
                            "the node has geometry but no mesh");
        if (sources[i]->face_count > MOST)
            return too_many(mdl, i, "faces", sources[i]->face_count, error);
    }
    return WM_OK;
}

static bool all_listed(const wmi_shapes *shapes)
{
    for (uint32_t m = 0; m < shapes->count; m++)
        if (!shapes->list[m].listed)
            return false;
    return true;
}

/* Smooths by the groups of the faces. */
static bool sets_of_sources(wmi_source_mesh *const *sources, const wmi_shapes *shapes,
                            wmi_sets *sets, wmi_arena *scratch)
{
    uint32_t *groups = wmi_arena_raw(scratch, shapes->face_count, sizeof *groups);
    if (!groups)
        return false;
    for (uint32_t m = 0; m < shapes->count; m++) {
        const wmi_shape *shape = &shapes->list[m];
        for (uint32_t f = 0; f < shape->face_count; f++)
            groups[shape->first_face + f] = sources[shape->node]->faces[f].smoothing;
    }
    return wmi_sets_of_groups(shapes, groups, sets, scratch);
}

static wm_status find_sets(const wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                           wm_kotor_smoothing how, wmi_shapes *shapes, wmi_sets *sets,
                           wmi_arena *scratch, wm_error *error)
{
    if (!wmi_shapes_of_sources(mdl, sources, shapes, scratch))
        return wmi_no_memory(error);
    bool found = how == WM_KOTOR_SMOOTHING_ALL ? wmi_sets_of_positions(shapes, sets, scratch)
                 : how == WM_KOTOR_SMOOTHING_ANGLES && all_listed(shapes)
                     ? wmi_sets_of_listing(mdl, shapes, sources, sets, scratch)
                     : sets_of_sources(sources, shapes, sets, scratch);
    return found ? WM_OK : wmi_no_memory(error);
}

/* Can the seams of a mesh be averaged? Only those of skins and of what hangs on them, and
 * only if its normals are not given. */
static bool has_seams(const wm_kotor_mdl *mdl, const wmi_shape *shape,
                      const wmi_source_mesh *source)
{
    return !shape->apart && !source->normals &&
           mdl->tree.nodes[shape->node].flags & (WM_KOTOR_NODE_SKIN | WM_KOTOR_NODE_DANGLY);
}

static wm_status compile_meshes(wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                                const wmi_shapes *shapes, const wmi_sets *sets, wmi_arena *scratch,
                                wm_error *error)
{
    wm_status status = WM_OK;
    uint32_t **sites = wmi_arena_new(scratch, shapes->count, sizeof *sites);
    if (!sites)
        return wmi_no_memory(error);
    for (uint32_t m = 0; !status && m < shapes->count; m++) {
        const wmi_shape *shape = &shapes->list[m];
        const wmi_source_mesh *source = sources[shape->node];
        wmi_arena own; /* scratch memory is freed after each mesh */
        if (has_seams(mdl, shape, source)) {
            sites[m] =
                wmi_arena_raw(scratch, (size_t)shape->vertex_count + 3 * (size_t)shape->face_count,
                              sizeof *sites[m]);
            if (!sites[m])
                return wmi_no_memory(error);
        }
        wmi_arena_init(&own, &scratch->allocator, 0);
        status = compile_mesh(mdl, shapes, m, source, sets, sites[m], &own, error);
        wmi_arena_free(&own);
    }
    if (!status && !wmi_join_seams(mdl, shapes, sites, scratch))
        return wmi_no_memory(error);
    return status;
}

static wm_status compile_all(wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                             const wmi_compile_opts *opts, wmi_arena *scratch, wm_error *error)
{
    wmi_shapes shapes;
    wmi_sets sets;
    wm_kotor_smoothing how = opts ? opts->smoothing : WM_KOTOR_SMOOTHING_GROUPS;
    wm_status status = find_sets(mdl, sources, how, &shapes, &sets, scratch, error);
    if (!status)
        status = compile_meshes(mdl, sources, &shapes, &sets, scratch, error);
    for (uint32_t i = 0; !status && i < mdl->tree.count; i++)
        if (sources[i] && mdl->tree.nodes[i].flags & WM_KOTOR_NODE_SABER) {
            wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
            set_constants(mesh, true);
            if (!sources[i]->has_average &&
                !wmi_mesh_bounds(mesh, sources[i]->vertices, sources[i]->vertex_count, scratch))
                status = wmi_fail(error, WM_NO_MEMORY, "average", "out of memory");
            else
                status = wmi_compile_saber(mdl, i, sources[i], error);
        }
    if (!status)
        status = wmi_compile_numbers(mdl, sources, opts, error);
    return status;
}

wm_status wmi_mdl_compile(wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                          const wmi_compile_opts *opts, wm_error *error)
{
    wmi_arena scratch;
    wm_status status = check_sources(mdl, sources, error);
    if (status)
        return status;
    wmi_arena_init(&scratch, &wmi_mdl_arena(mdl)->allocator, 0);
    status = compile_all(mdl, sources, opts, &scratch, error);
    wmi_arena_free(&scratch);
    if (status)
        return status;
    if (mdl->platform == WM_KOTOR_PLATFORM_XBOX)
        status = wmi_mdl_convert_rows(mdl, sources, true, error);
    wm_kotor_mdl_pack(mdl, mdl->order);
    return status;
}

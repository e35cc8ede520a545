/* Replaces the geometry of a mesh by that of a mesh of another model. The node keeps its pose,
 * controllers, textures and flags; faces, vertices, rows, bounds and what depends on them come
 * from the other mesh. */
#include <stdio.h>

#include "base/text.h"
#include "base/words.h"
#include "kotor/mdl/compile/compile.h"
#include "kotor/mdl/edit.h"

static const char *name_of(const wm_kotor_mdl *m, const wm_kotor_mdl_node *n)
{
    return n->name < m->name_count ? m->names[n->name] : "";
}

/* ---- what fits ----------------------------------------------------------- */

static wm_status check_kinds(const wm_kotor_mdl *to, const wm_kotor_mdl_node *old,
                             const wm_kotor_mdl *from, const wm_kotor_mdl_node *now,
                             wm_error *error)
{
    if (!old->mesh || !now->mesh)
        return wmi_fail(error, WM_BAD_ARGUMENT, "nodes", "'%.32s' has no mesh",
                        old->mesh ? name_of(from, now) : name_of(to, old));
    if (old->mesh->saber || now->mesh->saber || old->mesh->anim || now->mesh->anim)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "nodes",
                        "the mesh of a saber or an animmesh cannot be replaced");
    if (!old->mesh->skin != !now->mesh->skin)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "skin", "'%.32s' is %s, '%.32s' is %s",
                        name_of(to, old), old->mesh->skin ? "a skin" : "no skin",
                        name_of(from, now), now->mesh->skin ? "a skin" : "no skin");
    if (old->mesh->dangly && !now->mesh->dangly)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "dangly",
                        "'%.32s' is a danglymesh and needs a constraint for each vertex, which "
                        "'%.32s' does not have",
                        name_of(to, old), name_of(from, now));
    if (now->mesh->row_size && now->mesh->vertex_count && !now->mesh->rows)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "mdx",
                        "the MDX of the other model is missing or damaged");
    if (to->mdx_state != WM_KOTOR_MDX_STATE_FINE && to->mdx_state != WM_KOTOR_MDX_STATE_SIZE)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "mdx",
                        "the MDX of the model is missing or damaged");
    return WM_OK;
}

/* ---- parts ---------------------------------------------------------------- */

static bool is_used(const wm_kotor_skin *skin, int slot)
{
    uint16_t name = skin->slots[slot];
    return name < skin->bone_count && skin->bone_map[name] == (float)slot;
}

/* The slots name bones of the other model; they must have the same names here. The bind poses are
 * those of this model's bones and stay. */
static wm_status map_bones(const wm_kotor_mdl *to, wm_kotor_skin *skin, const wm_kotor_skin *old,
                           const wm_kotor_mdl *from, const wm_kotor_skin *other, wm_error *error)
{
    for (uint32_t i = 0; i < skin->bone_count; i++)
        skin->bone_map[i] = -1;
    for (int i = 0; i < 18; i++) {
        uint16_t name = other->slots[i];
        if (is_used(old, i))
            skin->slots[i] = 0xFFFF; /* else it has a compiler's garbage, which stays */
        if (!is_used(other, i) || name >= from->name_count)
            continue;
        uint32_t node = wm_kotor_mdl_find_node(to, from->names[name]);
        if (node == WM_NO_INDEX || to->tree.nodes[node].name >= skin->bone_count)
            return wmi_fail(error, WM_NOT_REPRESENTABLE, "skin", "the model has no bone '%.32s'",
                            from->names[name]);
        skin->slots[i] = to->tree.nodes[node].name;
        skin->bone_map[skin->slots[i]] = (float)i;
    }
    skin->weight_offset = other->weight_offset;
    skin->index_offset = other->index_offset;
    return WM_OK;
}

static wm_status replace_skin(const wm_kotor_mdl *to, wm_kotor_mesh *mesh, const wm_kotor_mdl *from,
                              const wm_kotor_mesh *other, wmi_copier *memory, wm_error *error)
{
    const wm_kotor_skin *old = mesh->skin;
    if (!old)
        return WM_OK;
    wm_kotor_skin *skin = wmi_copy(memory, old, 1, sizeof *skin);
    if (skin)
        skin->bone_map = wmi_copy(memory, old->bone_map, old->bone_count, sizeof *skin->bone_map);
    if (memory->failed || !skin || (old->bone_count && !skin->bone_map))
        return WM_OK; /* the caller sees that memory ran out */
    mesh->skin = skin;
    return map_bones(to, skin, old, from, other->skin, error);
}

static void replace_dangly(wm_kotor_mesh *mesh, const wm_kotor_mesh *other, wmi_copier *memory)
{
    if (!mesh->dangly)
        return;
    const wm_kotor_dangly *cloth = other->dangly;
    wm_kotor_dangly *d = wmi_copy(memory, mesh->dangly, 1, sizeof *d);
    if (!d)
        return;
    d->constraint_count = cloth->constraint_count;
    d->constraints = wmi_copy(memory, cloth->constraints, d->constraint_count, sizeof(float));
    d->vertices = wmi_copy(memory, cloth->vertices, other->vertex_count, sizeof *d->vertices);
    mesh->dangly = d;
}

/* A walkmesh needs a tree: that of the other mesh, or a new one. */
static bool replace_tree(const wm_kotor_mdl *to, wm_kotor_mesh *mesh, const wm_kotor_mesh *other,
                         wmi_copier *memory)
{
    wmi_arena scratch;
    mesh->aabb_count = other->aabb_count;
    mesh->aabbs = wmi_copy(memory, other->aabbs, other->aabb_count, sizeof *mesh->aabbs);
    if (other->aabb_count || !other->face_count)
        return !memory->failed;
    wmi_arena_init(&scratch, &wmi_mdl_arena(to)->allocator, 0);
    wm_vec3 *positions = wmi_arena_new(&scratch, other->vertex_count, sizeof *positions);
    mesh->aabb_count = 2 * other->face_count - 1;
    mesh->aabbs = wmi_arena_raw(memory->arena, mesh->aabb_count, sizeof *mesh->aabbs);
    for (uint32_t i = 0; positions && i < other->vertex_count; i++)
        wm_kotor_mesh_position(other, i, &positions[i]);
    bool done = positions && mesh->aabbs &&
                wmi_mdl_tree(other->faces, other->face_count, positions, mesh->aabbs, &scratch);
    wmi_arena_free(&scratch);
    return done;
}

static void replace_arrays(wm_kotor_mesh *mesh, const wm_kotor_mesh *other, wmi_copier *memory)
{
    mesh->min = other->min;
    mesh->max = other->max;
    mesh->radius = other->radius;
    mesh->average = other->average;
    mesh->area = other->area;
    if (mesh->row_size != other->row_size) { /* else the terminator and the padding stay */
        mesh->tail = NULL;
        mesh->tail_size = 0;
    }
    mesh->row_size = other->row_size;
    mesh->row_flags = other->row_flags;
    memcpy(mesh->row_offset, other->row_offset, sizeof mesh->row_offset);
    mesh->vertex_count = other->vertex_count;
    mesh->texture_count = other->texture_count;
    mesh->face_count = other->face_count;
    mesh->faces = wmi_copy(memory, other->faces, other->face_count, sizeof *mesh->faces);
    mesh->vertices = wmi_copy(memory, other->vertices, other->vertex_count, sizeof *mesh->vertices);
    mesh->index_count_count = other->index_count_count;
    mesh->index_counts =
        wmi_copy(memory, other->index_counts, other->index_count_count, sizeof *mesh->index_counts);
    mesh->index_offset_count = other->index_offset_count;
    mesh->index_count = other->index_count;
    mesh->indices = wmi_copy(memory, other->indices, other->index_count, sizeof *mesh->indices);
    mesh->rows = wmi_copy(memory, other->rows, other->vertex_count, other->row_size);
}

/* ---- the mesh ------------------------------------------------------------- */

static wm_status build(const wm_kotor_mdl *to, const wm_kotor_mdl_node *old,
                       const wm_kotor_mdl *from, const wm_kotor_mdl_node *now, wm_kotor_mesh **out,
                       wm_error *error)
{
    wmi_copier memory = {.arena = wmi_mdl_arena(to)};
    const wm_kotor_mesh *other = now->mesh;
    wm_kotor_mesh *mesh = wmi_copy(&memory, old->mesh, 1, sizeof *mesh);
    wm_status status = WM_OK;
    if (mesh) {
        replace_arrays(mesh, other, &memory);
        status = replace_skin(to, mesh, from, other, &memory, error);
        if (status == WM_OK)
            replace_dangly(mesh, other, &memory);
        if (status == WM_OK && old->flags & WM_KOTOR_NODE_AABB)
            memory.failed |= !replace_tree(to, mesh, other, &memory);
    }
    if (status == WM_OK && (!mesh || memory.failed))
        status = wmi_arena_fail(memory.arena, error, "mesh");
    *out = mesh;
    return status;
}

static void drop_light_map(wm_kotor_mesh *mesh, wm_losses *losses)
{
    if (!mesh->lightmapped || mesh->row_flags & WM_KOTOR_MDX_UV1)
        return;
    mesh->lightmapped = 0;
    wmi_losses_add(losses, "lightmapped", 1,
                   "the new mesh has no texture coordinates for a light map, so the light map is "
                   "turned off");
}

static wm_status replace(wm_kotor_mdl *m, uint32_t node, const wm_kotor_mdl *from, uint32_t other,
                         wm_losses *losses, wm_error *error)
{
    wm_kotor_mdl_node *n = &m->tree.nodes[node];
    wm_kotor_mesh *mesh;
    wmi_edit edit;
    wm_status status = check_kinds(m, n, from, &from->tree.nodes[other], error);
    if (status == WM_OK)
        status = build(m, n, from, &from->tree.nodes[other], &mesh, error);
    if (status == WM_OK)
        status = wmi_edit_begin(&edit, m, error);
    if (status != WM_OK)
        return status;
    drop_light_map(mesh, losses);
    n->mesh = mesh;
    m->mdx_stored = false;
    m->mdx_state = WM_KOTOR_MDX_STATE_FINE; /* its size is computed again */
    wmi_edit_end(&edit);
    return WM_OK;
}

wm_status wm_kotor_mdl_replace_mesh(wm_kotor_mdl *m, uint32_t node, const wm_kotor_mdl *from,
                                    uint32_t from_node, wm_losses *losses, wm_error *error)
{
    if (node >= m->tree.count)
        return wmi_edit_missing(error, "nodes", node, m->tree.count, "node", "nodes");
    if (from_node >= from->tree.count)
        return wmi_edit_missing(error, "nodes", from_node, from->tree.count, "node", "nodes");
    wm_kotor_mdl *copy = NULL;
    wm_status status = WM_OK;
    if (m->platform != from->platform) {
        copy = wm_kotor_mdl_copy(from, &wmi_mdl_arena(m)->allocator, error);
        if (!copy)
            return WM_NO_MEMORY;
        status = wmi_mdl_set_variant(copy, m->game, m->platform, error);
    }
    if (status == WM_OK)
        status = replace(m, node, copy ? copy : from, from_node, losses, error);
    wm_kotor_mdl_free(copy);
    if (status == WM_OK)
        wmi_mdl_tidy(m);
    return status;
}

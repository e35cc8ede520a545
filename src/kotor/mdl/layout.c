/* Walks the blocks of a model file in the order of its two layouts.
 * docs/formats/kotor-mdl.md, "Layout". */
#include "kotor/mdl/walk.h"

const char *wmi_mdl_kind_name(wmi_mdl_kind kind)
{
    static const char *const names[WMI_BLOCK_KINDS] = {
        [WMI_BLOCK_HEADER] = "header",
        [WMI_BLOCK_NAME_TABLE] = "name table",
        [WMI_BLOCK_NAME] = "names",
        [WMI_BLOCK_ANIMATION_TABLE] = "animation table",
        [WMI_BLOCK_ANIMATION] = "animations",
        [WMI_BLOCK_EVENTS] = "events",
        [WMI_BLOCK_NODE] = "node",
        [WMI_BLOCK_LIGHT_TABLE] = "texture table",
        [WMI_BLOCK_LIGHT_TEXTURE] = "textures",
        [WMI_BLOCK_LIGHT_SIZES] = "sizes",
        [WMI_BLOCK_LIGHT_POSITIONS] = "positions",
        [WMI_BLOCK_LIGHT_COLOURS] = "colours",
        [WMI_BLOCK_BONE_MAP] = "bone_map",
        [WMI_BLOCK_BONE_Q] = "q",
        [WMI_BLOCK_BONE_T] = "t",
        [WMI_BLOCK_BONE_UNKNOWN] = "unknown_array",
        [WMI_BLOCK_CONSTRAINTS] = "constraints",
        [WMI_BLOCK_DANGLY_VERTICES] = "dangly vertices",
        [WMI_BLOCK_AABBS] = "aabbs",
        [WMI_BLOCK_SABER_POSITIONS] = "saber positions",
        [WMI_BLOCK_SABER_NORMALS] = "saber normals",
        [WMI_BLOCK_SABER_UVS] = "saber uvs",
        [WMI_BLOCK_FACES] = "faces",
        [WMI_BLOCK_INDEX_COUNTS] = "index_counts",
        [WMI_BLOCK_VERTICES] = "vertices",
        [WMI_BLOCK_INDEX_OFFSETS] = "index offsets",
        [WMI_BLOCK_INVERTED] = "inverted",
        [WMI_BLOCK_INDICES] = "indices",
        [WMI_BLOCK_CHILDREN] = "children",
        [WMI_BLOCK_CONTROLLERS] = "controllers",
        [WMI_BLOCK_DATA] = "data",
    };
    return names[kind];
}

uint32_t wmi_mdl_part_sizes(const wm_kotor_mdl *mdl, uint32_t flags)
{
    return (flags & WM_KOTOR_NODE_LIGHT ? WMI_MDL_LIGHT : 0u) +
           (flags & WM_KOTOR_NODE_EMITTER ? WMI_MDL_EMITTER : 0u) +
           (flags & WM_KOTOR_NODE_REFERENCE ? WMI_MDL_REFERENCE : 0u) +
           (flags & WM_KOTOR_NODE_MESH ? wmi_mdl_mesh_size(mdl) : 0u) +
           (flags & WM_KOTOR_NODE_SKIN ? WMI_MDL_SKIN : 0u) +
           (flags & WM_KOTOR_NODE_ANIM ? WM_KOTOR_ANIM_SIZE : 0u) +
           (flags & WM_KOTOR_NODE_DANGLY ? WMI_MDL_DANGLY : 0u) +
           (flags & WM_KOTOR_NODE_AABB ? WMI_MDL_AABB : 0u) +
           (flags & WM_KOTOR_NODE_SABER ? WMI_MDL_SABER : 0u);
}

/* Offset of the node part for a flag: parts are stored in the order of their flags. */
static uint32_t part(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node, uint32_t flag)
{
    return wmi_mdl_node_size(mdl, node->flags & (flag - 1u));
}

uint32_t wmi_mdl_part_pointer(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node,
                              wmi_mdl_kind kind)
{
    switch (kind) {
    case WMI_BLOCK_LIGHT_SIZES: return WMI_MDL_NODE + 16;
    case WMI_BLOCK_LIGHT_POSITIONS: return WMI_MDL_NODE + 28;
    case WMI_BLOCK_LIGHT_COLOURS: return WMI_MDL_NODE + 40;
    case WMI_BLOCK_LIGHT_TABLE: return WMI_MDL_NODE + 52;
    case WMI_BLOCK_FACES: return part(mdl, node, WM_KOTOR_NODE_MESH) + 8;
    case WMI_BLOCK_INDEX_COUNTS: return part(mdl, node, WM_KOTOR_NODE_MESH) + 176;
    case WMI_BLOCK_INDEX_OFFSETS: return part(mdl, node, WM_KOTOR_NODE_MESH) + 188;
    case WMI_BLOCK_INVERTED: return part(mdl, node, WM_KOTOR_NODE_MESH) + 200;
    case WMI_BLOCK_VERTICES: return part(mdl, node, WM_KOTOR_NODE_SKIN) - 4;
    case WMI_BLOCK_BONE_MAP: return part(mdl, node, WM_KOTOR_NODE_SKIN) + 20;
    case WMI_BLOCK_BONE_Q: return part(mdl, node, WM_KOTOR_NODE_SKIN) + 28;
    case WMI_BLOCK_BONE_T: return part(mdl, node, WM_KOTOR_NODE_SKIN) + 40;
    case WMI_BLOCK_BONE_UNKNOWN: return part(mdl, node, WM_KOTOR_NODE_SKIN) + 52;
    case WMI_BLOCK_CONSTRAINTS: return part(mdl, node, WM_KOTOR_NODE_DANGLY);
    case WMI_BLOCK_DANGLY_VERTICES: return part(mdl, node, WM_KOTOR_NODE_DANGLY) + 24;
    case WMI_BLOCK_AABBS: return part(mdl, node, WM_KOTOR_NODE_AABB);
    case WMI_BLOCK_SABER_POSITIONS: return part(mdl, node, WM_KOTOR_NODE_SABER);
    case WMI_BLOCK_SABER_UVS: return part(mdl, node, WM_KOTOR_NODE_SABER) + 4;
    case WMI_BLOCK_SABER_NORMALS: return part(mdl, node, WM_KOTOR_NODE_SABER) + 8;
    default: return WM_NO_INDEX;
    }
}

bool wmi_mdl_empty_points(wm_kotor_mdl_order order, const wmi_mdl_block *block)
{
    if (order == WM_KOTOR_MDL_ORDER_B)
        return block->kind < WMI_BLOCK_LIGHT_TABLE || block->kind > WMI_BLOCK_LIGHT_COLOURS;
    switch (block->kind) {
    case WMI_BLOCK_ANIMATION_TABLE:
    case WMI_BLOCK_CHILDREN:
    case WMI_BLOCK_INDEX_COUNTS:
    case WMI_BLOCK_INDEX_OFFSETS:
    case WMI_BLOCK_INVERTED: return true;
    default: return false;
    }
}

/* ---- the walk ---------------------------------------------------------- */

void wmi_mdl_walk_light(wmi_mdl_walker *w, const wm_kotor_light *l)
{
    if (w->order == WM_KOTOR_MDL_ORDER_B) {
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_LIGHT_SIZES, 0, 4ull * l->size_count);
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_LIGHT_POSITIONS, 0, 4ull * l->position_count);
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_LIGHT_COLOURS, 0, 12ull * l->colour_count);
    }
    wmi_mdl_emit(w, w->visit, WMI_BLOCK_LIGHT_TABLE, 0, 4ull * l->texture_count);
    for (uint32_t i = 0; i < l->texture_count; i++)
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_LIGHT_TEXTURE, i, strlen(l->textures[i]) + 1);
    if (w->order != WM_KOTOR_MDL_ORDER_B) {
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_LIGHT_SIZES, 0, 4ull * l->size_count);
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_LIGHT_POSITIONS, 0, 4ull * l->position_count);
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_LIGHT_COLOURS, 0, 12ull * l->colour_count);
    }
}

/* Arrays of skins, danglymeshes, walkmeshes and sabers. */
static void part_arrays(wmi_mdl_walker *w, const wm_kotor_mesh *m)
{
    if (m->skin) {
        const wm_kotor_skin *s = m->skin;
        uint64_t slot = w->mdl->platform == WM_KOTOR_PLATFORM_XBOX ? 2 : 4;
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_BONE_MAP, 0, slot * s->bone_count);
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_BONE_Q, 0, 16ull * s->q_count);
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_BONE_T, 0, 12ull * s->t_count);
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_BONE_UNKNOWN, 0, 4ull * s->unknown_count);
    }
    if (m->dangly) {
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_CONSTRAINTS, 0, 4ull * m->dangly->constraint_count);
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_DANGLY_VERTICES, 0,
                     m->dangly->vertices ? 12ull * m->vertex_count : 0);
    }
    if (w->block.tree->nodes[w->block.node].flags & WM_KOTOR_NODE_AABB)
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_AABBS, 0, 1ull * WMI_MDL_AABB_NODE * m->aabb_count);
    if (m->saber) {
        const wm_kotor_saber *s = m->saber;
        bool b = w->order == WM_KOTOR_MDL_ORDER_B;
        uint64_t uvs = s->uvs ? 8ull * WM_KOTOR_SABER_VERTICES : 0;
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_SABER_POSITIONS, 0,
                     s->positions ? 12ull * WM_KOTOR_SABER_VERTICES : 0);
        if (b)
            wmi_mdl_emit(w, w->visit, WMI_BLOCK_SABER_UVS, 0, uvs);
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_SABER_NORMALS, 0,
                     s->normals ? 12ull * WM_KOTOR_SABER_VERTICES : 0);
        if (!b)
            wmi_mdl_emit(w, w->visit, WMI_BLOCK_SABER_UVS, 0, uvs);
    }
}

static void mesh_arrays(wmi_mdl_walker *w, const wm_kotor_mesh *m)
{
    bool b = w->order == WM_KOTOR_MDL_ORDER_B;
    uint64_t counts = 4ull * m->index_count_count, offsets = 4ull * m->index_offset_count;
    wmi_mdl_emit(w, w->visit, WMI_BLOCK_FACES, 0, 32ull * m->face_count);
    wmi_mdl_emit(w, w->visit, b ? WMI_BLOCK_INDEX_OFFSETS : WMI_BLOCK_INDEX_COUNTS, 0,
                 b ? offsets : counts);
    if (w->mdl->platform == WM_KOTOR_PLATFORM_PC)
        wmi_mdl_emit(w, w->visit, WMI_BLOCK_VERTICES, 0, m->vertices ? 12ull * m->vertex_count : 0);
    wmi_mdl_emit(w, w->visit, b ? WMI_BLOCK_INDEX_COUNTS : WMI_BLOCK_INDEX_OFFSETS, 0,
                 b ? counts : offsets);
    wmi_mdl_emit(w, w->visit, WMI_BLOCK_INVERTED, 0, 4ull * m->inverted_count);
    wmi_mdl_emit(w, w->visit, WMI_BLOCK_INDICES, 0, 2ull * m->index_count);
}

void wmi_mdl_walk_mesh(wmi_mdl_walker *w, const wm_kotor_mesh *m)
{
    bool b = w->order == WM_KOTOR_MDL_ORDER_B;
    if (b)
        mesh_arrays(w, m);
    part_arrays(w, m);
    if (!b)
        mesh_arrays(w, m);
}

bool wmi_mdl_walk(const wm_kotor_mdl *mdl, wm_kotor_mdl_order order, wmi_mdl_visit visit,
                  void *user)
{
    return wmi_mdl_walk_inline(mdl, order, visit, NULL, user);
}

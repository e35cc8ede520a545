/* Plants faults into the bytes of a model. */
#include "mdl_faults.h"
#include "kotor/mdl/internal.h"
#include "support.h"

enum { FAR_AWAY = 0xFFFFFF };

/* ---- places ------------------------------------------------------------- */

static uint32_t pointer_to(size_t offset)
{
    return (uint32_t)offset - WMI_MDL_BASE;
}

static uint8_t *node_at(test_mdl_files *f, uint32_t node)
{
    return f->mdl + f->valid->tree.nodes[node].offset;
}

/* The pointer to an array of a node. Its two counts come next. */
static uint8_t *array_of(test_mdl_files *f, uint32_t node, wmi_mdl_kind kind)
{
    return node_at(f, node) + wmi_mdl_pointer_field(f->valid, &f->valid->tree.nodes[node], kind);
}

/* The slot of the child with this index. */
static uint8_t *child_slot(test_mdl_files *f, uint32_t node, uint32_t index)
{
    uint32_t table = wmi_le32(array_of(f, node, WMI_BLOCK_CHILDREN));
    return f->mdl + WMI_MDL_BASE + table + 4 * (size_t)index;
}

/* The slot of a node that is the last child of its parent. */
static uint8_t *last_slot(test_mdl_files *f, uint32_t node)
{
    uint32_t parent = f->valid->tree.nodes[node].parent;
    return child_slot(f, parent, f->valid->tree.nodes[parent].child_count - 1);
}

static bool spoil_pointer(test_mdl_files *f, uint32_t node, wmi_mdl_kind kind)
{
    if (node == WM_NO_INDEX)
        return false;
    wmi_put32(array_of(f, node, kind), FAR_AWAY);
    return true;
}

/* ---- the 17 kinds ------------------------------------------------------- */

static bool plant_mdl_size(test_mdl_files *f)
{
    wmi_put32(f->mdl + 4, wmi_le32(f->mdl + 4) + 100);
    return true;
}

static bool plant_mdx_size(test_mdl_files *f)
{
    if (!f->mdx_size)
        return false;
    wmi_put32(f->mdl + 8, wmi_le32(f->mdl + 8) + 64);
    return true;
}

static bool plant_null_child(test_mdl_files *f)
{
    if (f->leaf == WM_NO_INDEX)
        return false;
    wmi_put32(last_slot(f, f->leaf), 0);
    return true;
}

/* As in five models of a mod: no child is missing, but the list has two slots more. The new
 * list lies at the end of the file. */
static bool plant_two_null_children(test_mdl_files *f)
{
    if (!f->valid->tree.nodes[0].child_count)
        return false;
    uint8_t *array = array_of(f, 0, WMI_BLOCK_CHILDREN);
    uint32_t count = wmi_le32(array + 4);
    uint8_t *table = f->mdl + f->mdl_size;
    memset(table, 0, 4 * ((size_t)count + 2));
    memcpy(table + 4, child_slot(f, 0, 0), 4 * (size_t)count);
    wmi_put32(array, pointer_to(f->mdl_size));
    wmi_put32(array + 4, count + 2);
    wmi_put32(array + 8, count + 2);
    f->mdl_size += 4 * ((size_t)count + 2);
    wmi_put32(f->mdl + 4, pointer_to(f->mdl_size));
    return true;
}

/* The leaf is replaced by the first child of the root. */
static bool plant_shared_child(test_mdl_files *f)
{
    if (f->leaf == WM_NO_INDEX || f->leaf == 1)
        return false;
    wmi_put32(last_slot(f, f->leaf), pointer_to(f->valid->tree.nodes[1].offset));
    return true;
}

static bool plant_inverted(test_mdl_files *f)
{
    return spoil_pointer(f, f->mesh, WMI_BLOCK_INVERTED);
}

static bool plant_skin_array(test_mdl_files *f)
{
    return spoil_pointer(f, f->skin, WMI_BLOCK_BONE_UNKNOWN);
}

static bool plant_bone_count(test_mdl_files *f)
{
    if (f->skin == WM_NO_INDEX)
        return false;
    wmi_put32(array_of(f, f->skin, WMI_BLOCK_BONE_MAP) + 4, 0x10000000);
    return true;
}

static bool plant_events(test_mdl_files *f)
{
    if (f->animation == WM_NO_INDEX)
        return false;
    wmi_put32(f->mdl + f->valid->animations[f->animation].offset + 120, FAR_AWAY);
    return true;
}

static bool plant_dangly_copy(test_mdl_files *f)
{
    return spoil_pointer(f, f->cloth, WMI_BLOCK_DANGLY_VERTICES);
}

static bool plant_vertices(test_mdl_files *f)
{
    return spoil_pointer(f, f->mesh, WMI_BLOCK_VERTICES);
}

static bool plant_flares(test_mdl_files *f)
{
    return spoil_pointer(f, f->light, WMI_BLOCK_LIGHT_SIZES) &&
           spoil_pointer(f, f->light, WMI_BLOCK_LIGHT_TABLE);
}

static bool plant_vertex_index(test_mdl_files *f)
{
    if (f->mesh == WM_NO_INDEX)
        return false;
    uint32_t faces = wmi_le32(array_of(f, f->mesh, WMI_BLOCK_FACES));
    wmi_put16(f->mdl + WMI_MDL_BASE + faces + 32 + 28,
              f->valid->tree.nodes[f->mesh].mesh->vertex_count);
    return true;
}

static bool plant_name_index(test_mdl_files *f)
{
    wmi_put16(node_at(f, f->valid->tree.count > 1) + 4, 9999);
    return true;
}

static bool plant_flag(test_mdl_files *f)
{
    uint32_t node = f->mesh == WM_NO_INDEX ? 0 : f->mesh;
    wmi_put16(node_at(f, node), (uint16_t)(0x1000 | f->valid->tree.nodes[node].flags));
    return true;
}

static bool plant_mdl_cut(test_mdl_files *f)
{
    f->mdl_size -= 14;
    return true;
}

static bool plant_mdx_cut(test_mdl_files *f)
{
    f->mdx_size /= 2;
    return f->mdx_size > 0;
}

/* ---- more of their kin -------------------------------------------------- */

static bool plant_cycle(test_mdl_files *f)
{
    if (f->deep == WM_NO_INDEX)
        return false;
    const wm_kotor_mdl_node *nodes = f->valid->tree.nodes;
    wmi_put32(last_slot(f, f->deep), pointer_to(nodes[nodes[f->deep].parent].offset));
    return true;
}

static bool plant_child_in_header(test_mdl_files *f)
{
    if (f->leaf == WM_NO_INDEX)
        return false;
    wmi_put32(last_slot(f, f->leaf), 40);
    return true;
}

static bool plant_array_in_header(test_mdl_files *f)
{
    if (f->mesh == WM_NO_INDEX)
        return false;
    wmi_put32(array_of(f, f->mesh, WMI_BLOCK_FACES), 0);
    return true;
}

static bool plant_second_count(test_mdl_files *f)
{
    if (f->mesh == WM_NO_INDEX)
        return false;
    wmi_put32(array_of(f, f->mesh, WMI_BLOCK_INVERTED) + 8, 0x300);
    return true;
}

static bool plant_names(test_mdl_files *f)
{
    wmi_put32(f->mdl + WMI_MDL_HEADER - 12, FAR_AWAY);
    return true;
}

static bool plant_animation(test_mdl_files *f)
{
    uint32_t table = wmi_le32(f->mdl + WMI_MDL_BASE + WMI_MDL_GEOMETRY + 8);
    if (f->valid->animation_count < 2)
        return false;
    wmi_put32(f->mdl + WMI_MDL_BASE + table + 4, FAR_AWAY);
    return true;
}

static bool plant_animation_name(test_mdl_files *f)
{
    if (!f->valid->animation_count)
        return false;
    wmi_put16(f->mdl + f->valid->animations[0].tree.nodes[0].offset + 4, 9999);
    return true;
}

static bool plant_skin_alone(test_mdl_files *f)
{
    if (f->mesh == WM_NO_INDEX)
        return false;
    wmi_put16(node_at(f, f->mesh), WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_SKIN);
    return true;
}

static bool plant_controllers(test_mdl_files *f)
{
    wmi_put32(node_at(f, f->valid->tree.count > 1) + 60, 0x7FFFFFFF);
    return true;
}

const test_mdl_fault test_mdl_faults[TEST_MDL_FAULTS] = {
    {"wrong MDL size", plant_mdl_size, WM_KOTOR_MDL_SIZE},
    {"wrong MDX size", plant_mdx_size, WM_KOTOR_MDX_SIZE},
    {"null child", plant_null_child, WM_KOTOR_MDL_CHILD_EMPTY},
    {"two null children", plant_two_null_children, WM_KOTOR_MDL_CHILD_EMPTY},
    {"shared child", plant_shared_child, WM_KOTOR_MDL_LOOP},
    {"inverted counter outside", plant_inverted, WM_KOTOR_MDL_POINTER},
    {"fourth skin array outside", plant_skin_array, WM_KOTOR_MDL_POINTER},
    {"bone map count", plant_bone_count, WM_KOTOR_MDL_POINTER},
    {"events outside", plant_events, WM_KOTOR_MDL_POINTER},
    {"dangly copy outside", plant_dangly_copy, WM_KOTOR_MDL_POINTER},
    {"vertex table outside", plant_vertices, WM_KOTOR_MDL_POINTER},
    {"light flares outside", plant_flares, WM_KOTOR_MDL_POINTER},
    {"face vertex out of range", plant_vertex_index, WM_KOTOR_MDL_VERTEX_INDEX},
    {"name index out of range", plant_name_index, WM_KOTOR_MDL_NAME_INDEX},
    {"unknown node flag", plant_flag, WM_KOTOR_MDL_FLAGS},
    {"cut MDL", plant_mdl_cut, WM_KOTOR_MDL_POINTER},
    {"cut MDX", plant_mdx_cut, WM_KOTOR_MDX_SHORT},
    /* further than those */
    {"a node that is its own ancestor", plant_cycle, WM_KOTOR_MDL_LOOP},
    {"child in the header", plant_child_in_header, WM_KOTOR_MDL_POINTER},
    {"faces in the header", plant_array_in_header, WM_KOTOR_MDL_POINTER},
    {"second count", plant_second_count, WM_KOTOR_MDL_COUNT},
    {"names outside", plant_names, WM_KOTOR_MDL_POINTER},
    {"animation outside", plant_animation, WM_KOTOR_MDL_POINTER},
    {"name of an animation's node", plant_animation_name, WM_KOTOR_MDL_NAME_INDEX},
    {"skin that is no mesh", plant_skin_alone, WM_KOTOR_MDL_FLAGS},
    {"controller count", plant_controllers, WM_KOTOR_MDL_POINTER},
};

/* ---- files -------------------------------------------------------------- */

static bool is_plain_mesh(const wm_kotor_mesh *m)
{
    return m && m->face_count > 1 && m->vertices && m->inverted_count && !m->saber;
}

/* A node is the last child of its parent if the next node in the order of the tree is none of its
 * siblings, and a leaf if that is none of its children. */
static bool is_last_leaf(const wm_kotor_tree *tree, uint32_t node)
{
    uint32_t parent = tree->nodes[node].parent;
    for (uint32_t i = node + 1; i < tree->count; i++)
        if (tree->nodes[i].parent == parent || tree->nodes[i].parent == node)
            return false;
    return true;
}

/* The first node of each kind. */
static void choose_nodes(test_mdl_files *f)
{
    const wm_kotor_tree *tree = &f->valid->tree;
    f->mesh = f->skin = f->cloth = f->light = f->deep = f->animation = WM_NO_INDEX;
    f->leaf = tree->count > 1 ? tree->count - 1 : WM_NO_INDEX;
    for (uint32_t i = tree->count; i-- > 0;) {
        const wm_kotor_mdl_node *n = &tree->nodes[i];
        if (is_plain_mesh(n->mesh))
            f->mesh = i;
        if (n->mesh && n->mesh->skin && n->mesh->skin->bone_count && n->mesh->skin->unknown_count)
            f->skin = i;
        if (n->mesh && n->mesh->dangly && n->mesh->dangly->vertices)
            f->cloth = i;
        if (n->light && n->light->size_count && n->light->texture_count)
            f->light = i;
        if (i && n->parent && is_last_leaf(tree, i))
            f->deep = i;
    }
    for (uint32_t i = f->valid->animation_count; i-- > 0;)
        if (f->valid->animations[i].event_count)
            f->animation = i;
}

test_mdl_files test_mdl_files_make(const void *mdl, size_t mdl_size, const void *mdx,
                                   size_t mdx_size)
{
    test_mdl_files f = {.mdl_size = mdl_size, .mdx_size = mdx_size};
    f.valid = wm_kotor_mdl_read(mdl, mdl_size, mdx, mdx_size, NULL, NULL);
    assert_non_null(f.valid);
    size_t room = 4 * ((size_t)f.valid->tree.count + 2);
    f.mdl = calloc(1, mdl_size + room);
    f.mdx = malloc(mdx_size + 1);
    assert_non_null(f.mdl);
    assert_non_null(f.mdx);
    memcpy(f.mdl, mdl, mdl_size);
    if (mdx_size)
        memcpy(f.mdx, mdx, mdx_size);
    choose_nodes(&f);
    return f;
}

static void shrink(uint8_t **bytes, size_t size)
{
    uint8_t *exact = malloc(size ? size : 1);
    assert_non_null(exact);
    memcpy(exact, *bytes, size);
    free(*bytes);
    *bytes = exact;
}

void test_mdl_files_trim(test_mdl_files *f)
{
    shrink(&f->mdl, f->mdl_size);
    shrink(&f->mdx, f->mdx_size);
}

void test_mdl_files_free(test_mdl_files *f)
{
    wm_kotor_mdl_free(f->valid);
    free(f->mdl);
    free(f->mdx);
}

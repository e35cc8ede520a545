/* Numbers that follow from the order and names of nodes: super-node numbers, node
 * counts, inverted counters, engine addresses, and words of controllers.
 * docs/formats/kotor-mdl.md, "Node numbers". */
#include "base/sort.h"
#include "base/text.h"
#include "kotor/mdl/compile/compile.h"

/* ---- super-node numbers -------------------------------------------------- */

typedef struct named {
    const char *name;
    uint32_t number; /* node number in the supermodel */
} named;

static int compare_named(const void *a, const void *b)
{
    const named *x = a, *y = b;
    int order = wmi_compare_names(x->name, y->name);
    if (order)
        return order;
    return x->number < y->number ? -1 : x->number > y->number;
}

static const named *find_named(const named *list, uint32_t count, const char *name)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (wmi_compare_names(list[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && wmi_compare_names(list[low].name, name) == 0 ? &list[low] : NULL;
}

static const char *name_of(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node)
{
    return node->name < mdl->name_count ? mdl->names[node->name] : "";
}

/* A node gets the number of the supermodel's node with the same name, and the root that
 * of the root. Nodes that the supermodel lacks are numbered after its highest number. */
static bool numbers_of_super(wm_kotor_mdl *mdl, const wm_kotor_mdl *super, wmi_arena *scratch)
{
    const wm_kotor_tree *tree = &super->tree;
    named *list = wmi_arena_raw(scratch, tree->count, sizeof *list);
    uint32_t next = 0;
    if (!list)
        return false;
    for (uint32_t i = 0; i < tree->count; i++) {
        list[i] = (named){name_of(super, &tree->nodes[i]), i};
        if (tree->nodes[i].super_node >= next)
            next = tree->nodes[i].super_node + 1u;
    }
    wmi_sort(list, tree->count, sizeof *list, compare_named);
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        wm_kotor_mdl_node *node = &mdl->tree.nodes[i];
        const named *same = find_named(list, tree->count, name_of(mdl, node));
        if (i == 0 && tree->count)
            node->super_node = tree->nodes[0].super_node;
        else if (same)
            node->super_node = tree->nodes[same->number].super_node;
        else
            node->super_node = (uint16_t)next++;
    }
    mdl->geometry.node_count = mdl->tree.count + super->geometry.node_count + 1;
    return true;
}

static bool number_nodes(wm_kotor_mdl *mdl, const wm_kotor_mdl *super, wmi_arena *scratch)
{
    uint16_t *of_name = wmi_arena_raw(scratch, mdl->name_count, sizeof *of_name);
    if (!of_name)
        return false;
    mdl->geometry.node_count = mdl->tree.count;
    for (uint32_t i = 0; i < mdl->tree.count; i++)
        mdl->tree.nodes[i].super_node = mdl->tree.nodes[i].name;
    if (super && !numbers_of_super(mdl, super, scratch))
        return false;
    for (uint32_t i = 0; i < mdl->name_count; i++)
        of_name[i] = (uint16_t)i;
    for (uint32_t i = 0; i < mdl->tree.count; i++)
        if (mdl->tree.nodes[i].name < mdl->name_count)
            of_name[mdl->tree.nodes[i].name] = mdl->tree.nodes[i].super_node;
    for (uint32_t a = 0; a < mdl->animation_count; a++)
        for (uint32_t i = 0; i < mdl->animations[a].tree.count; i++) {
            wm_kotor_mdl_node *node = &mdl->animations[a].tree.nodes[i];
            if (node->name < mdl->name_count)
                node->super_node = of_name[node->name];
        }
    return true;
}

/* ---- counters ------------------------------------------------------------ */

/* 98 down to 0, then 100, 199 down to 101, 200, 399 down to 201, 400, 799 ... */
uint32_t wmi_inverted_counter(uint32_t n)
{
    uint64_t block = 100;
    if (n < 100)
        return 99 - n;
    while (2 * block <= n)
        block *= 2;
    return n == block ? n : (uint32_t)(3 * block - n);
}

static wm_status count_meshes(wm_kotor_mdl *mdl, wmi_source_mesh *const *sources, wm_error *error)
{
    wmi_arena *memory = wmi_mdl_arena(mdl);
    uint32_t next = 1;
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (!mesh)
            continue;
        uint32_t number = wmi_inverted_counter(next++);
        if (mesh->saber) { /* two blades, two counters */
            uint32_t second = wmi_inverted_counter(next++);
            if (sources[i] && !sources[i]->has_inverted) {
                mesh->saber->inverted[0] = number;
                mesh->saber->inverted[1] = second;
            }
            continue;
        }
        if (!sources[i] || (sources[i]->has_inverted && mesh->inverted_count == 1))
            continue;
        mesh->inverted_count = 1;
        mesh->inverted = wmi_arena_new(memory, 1, sizeof *mesh->inverted);
        if (!mesh->inverted)
            return wmi_arena_fail(memory, error, "inverted");
        mesh->inverted[0] = number;
    }
    return WM_OK;
}

/* ---- addresses and controllers ------------------------------------------- */

static void set_controllers(wm_kotor_tree *tree, bool animated)
{
    for (uint32_t i = 0; i < tree->count; i++)
        for (uint32_t k = 0; k < tree->nodes[i].controller_count; k++) {
            wm_kotor_controller *c = &tree->nodes[i].controllers[k];
            c->unknown = 0xFFFF;
            if (animated && c->type == WM_KOTOR_POSITION)
                c->unknown = 16;
            else if (animated && c->type == WM_KOTOR_ORIENTATION)
                c->unknown = 28;
        }
}

void wmi_mdl_set_functions(wm_kotor_mdl *mdl)
{
    wmi_mdl_functions(mdl, WMI_FUNCTION_MODEL, mdl->geometry.function);
    for (uint32_t i = 0; i < mdl->animation_count; i++)
        wmi_mdl_functions(mdl, WMI_FUNCTION_ANIMATION, mdl->animations[i].geometry.function);
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mdl_node *node = &mdl->tree.nodes[i];
        if (!node->mesh)
            continue;
        wmi_mdl_functions(mdl,
                          node->flags & WM_KOTOR_NODE_SKIN     ? WMI_FUNCTION_SKIN
                          : node->flags & WM_KOTOR_NODE_DANGLY ? WMI_FUNCTION_DANGLY
                                                               : WMI_FUNCTION_MESH,
                          node->mesh->function);
    }
}

wm_status wmi_compile_numbers(wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                              const wm_kotor_mdl *supermodel, wm_error *error)
{
    wmi_arena *memory = wmi_mdl_arena(mdl), scratch;
    wmi_arena_init(&scratch, &memory->allocator, 0);
    bool done = number_nodes(mdl, supermodel, &scratch);
    wmi_arena_free(&scratch);
    if (!done)
        return wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
    wmi_mdl_set_functions(mdl);
    mdl->geometry.type = 2;
    set_controllers(&mdl->tree, false);
    for (uint32_t i = 0; i < mdl->animation_count; i++) {
        mdl->animations[i].geometry.type = 5;
        mdl->animations[i].geometry.node_count = mdl->name_count;
        set_controllers(&mdl->animations[i].tree, true);
    }
    return count_meshes(mdl, sources, error);
}

/* Numbers that follow from the order of nodes: inverted counters, engine addresses, and
 * words of controllers. */
#include "kotor/mdl/compile/compile.h"

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
            if (animated && c->type == WM_KOTOR_CONTROLLER_POSITION)
                c->unknown = 16;
            else if (animated && c->type == WM_KOTOR_CONTROLLER_ORIENTATION)
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
                              const wmi_compile_opts *opts, wm_error *error)
{
    wmi_arena *memory = wmi_mdl_arena(mdl), scratch;
    wmi_arena_init(&scratch, &memory->allocator, 0);
    bool done = wmi_number_nodes(mdl, opts, &scratch);
    wmi_arena_free(&scratch);
    if (!done)
        return wmi_no_memory(error);
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

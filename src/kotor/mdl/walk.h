/* The walk over the blocks of a model file, as inline functions: with a visitor that is known
 * when compiling, most tests of a block's kind vanish. Animations have thousands of nodes of three
 * blocks each, and the reader looks at all of them. Others call wmi_mdl_walk. */
#ifndef WAYMARK_KOTOR_MDL_WALK_H
#define WAYMARK_KOTOR_MDL_WALK_H

#include "kotor/mdl/internal.h"

typedef struct wmi_mdl_walker {
    const wm_kotor_mdl *mdl;
    wm_kotor_mdl_order order;
    wmi_mdl_visit visit;
    void *user;
    wmi_mdl_block block;
    bool stopped;
} wmi_mdl_walker;

WMI_INLINE void wmi_mdl_emit(wmi_mdl_walker *w, wmi_mdl_visit visit, wmi_mdl_kind kind,
                             uint32_t index, uint64_t size)
{
    if (w->stopped)
        return;
    w->block.kind = kind;
    w->block.index = index;
    w->block.size = size;
    if (!visit(w->user, &w->block))
        w->stopped = true;
    w->block.ordinal++;
}

/* Takes two blocks at once: the header and children of a node, or its controllers and data. If it
 * returns false, they are visited one by one. */
typedef bool (*wmi_mdl_shortcut)(void *user, const wmi_mdl_walker *w, uint32_t node,
                                 bool controllers);

/* The arrays of a light, and those of a mesh with its parts. */
void wmi_mdl_walk_light(wmi_mdl_walker *w, const wm_kotor_light *light);
void wmi_mdl_walk_mesh(wmi_mdl_walker *w, const wm_kotor_mesh *mesh);

WMI_INLINE void wmi_mdl_walk_controllers(wmi_mdl_walker *w, wmi_mdl_visit visit,
                                         wmi_mdl_shortcut shortcut, uint32_t i)
{
    const wm_kotor_mdl_node *n = &w->block.tree->nodes[i];
    if (shortcut && shortcut(w->user, w, i, true)) {
        w->block.ordinal += 2;
        return;
    }
    w->block.node = i;
    wmi_mdl_emit(w, visit, WMI_BLOCK_CONTROLLERS, 0, 16ull * n->controller_count);
    wmi_mdl_emit(w, visit, WMI_BLOCK_DATA, 0, 4ull * n->data_count);
}

WMI_INLINE void wmi_mdl_walk_node(wmi_mdl_walker *w, wmi_mdl_visit visit, wmi_mdl_shortcut shortcut,
                                  uint32_t i)
{
    const wm_kotor_mdl_node *n = &w->block.tree->nodes[i];
    if (shortcut && n->flags == WM_KOTOR_NODE_HEADER && shortcut(w->user, w, i, false)) {
        w->block.ordinal += 2;
    } else {
        w->block.node = i;
        wmi_mdl_emit(w, visit, WMI_BLOCK_NODE, 0, wmi_mdl_node_size(w->mdl, n->flags));
        if (n->light)
            wmi_mdl_walk_light(w, n->light);
        if (n->mesh)
            wmi_mdl_walk_mesh(w, n->mesh);
        wmi_mdl_emit(w, visit, WMI_BLOCK_CHILDREN, 0, 4ull * n->child_count);
    }
    if (w->order == WM_KOTOR_MDL_ORDER_B)
        wmi_mdl_walk_controllers(w, visit, shortcut, i);
}

/* Layout A writes the controllers of a node after all its descendants. The parent links
 * replace a stack, so deep trees need no memory. */
WMI_INLINE void wmi_mdl_walk_tree(wmi_mdl_walker *w, wmi_mdl_visit visit, wmi_mdl_shortcut shortcut,
                                  const wm_kotor_tree *tree)
{
    w->block.tree = tree;
    bool late = w->order != WM_KOTOR_MDL_ORDER_B;
    uint32_t open = WM_NO_INDEX; /* the node whose children are being written */
    for (uint32_t i = 0; i < tree->count && !w->stopped; i++) {
        uint32_t parent = tree->nodes[i].parent;
        while (open != parent) {
            if (open == WM_NO_INDEX || open >= i) { /* not depth first */
                w->stopped = true;
                return;
            }
            if (late)
                wmi_mdl_walk_controllers(w, visit, shortcut, open);
            open = tree->nodes[open].parent;
        }
        if (i > 0 && parent == WM_NO_INDEX) { /* a second root */
            w->stopped = true;
            return;
        }
        wmi_mdl_walk_node(w, visit, shortcut, i);
        open = i;
    }
    for (; late && open != WM_NO_INDEX && !w->stopped; open = tree->nodes[open].parent)
        wmi_mdl_walk_controllers(w, visit, shortcut, open);
    w->block.node = WM_NO_INDEX;
}

WMI_INLINE bool wmi_mdl_walk_inline(const wm_kotor_mdl *mdl, wm_kotor_mdl_order order,
                                    wmi_mdl_visit visit, wmi_mdl_shortcut shortcut, void *user)
{
    wmi_mdl_walker w = {.mdl = mdl, .order = order, .visit = visit, .user = user};
    w.block.animation = w.block.node = WM_NO_INDEX;
    w.block.tree = &mdl->tree;
    wmi_mdl_emit(&w, visit, WMI_BLOCK_HEADER, 0, WMI_MDL_HEADER);
    wmi_mdl_emit(&w, visit, WMI_BLOCK_NAME_TABLE, 0, 4ull * mdl->name_count);
    for (uint32_t i = 0; i < mdl->name_count; i++)
        wmi_mdl_emit(&w, visit, WMI_BLOCK_NAME, i, strlen(mdl->names[i]) + 1);
    wmi_mdl_emit(&w, visit, WMI_BLOCK_ANIMATION_TABLE, 0, 4ull * mdl->animation_count);
    for (uint32_t i = 0; i < mdl->animation_count && !w.stopped; i++) {
        const wm_kotor_animation *a = &mdl->animations[i];
        w.block.animation = i;
        w.block.tree = &a->tree;
        wmi_mdl_emit(&w, visit, WMI_BLOCK_ANIMATION, i, WMI_MDL_ANIMATION);
        wmi_mdl_emit(&w, visit, WMI_BLOCK_EVENTS, i, 1ull * WMI_MDL_EVENT * a->event_count);
        wmi_mdl_walk_tree(&w, visit, shortcut, &a->tree);
    }
    w.block.animation = WM_NO_INDEX;
    wmi_mdl_walk_tree(&w, visit, shortcut, &mdl->tree);
    return !w.stopped;
}

#endif

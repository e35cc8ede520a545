/* Replaces values that the model compiler computes but the scene knows better: bind poses, and the
 * node numbers of a KotOR model. */
#include "convert/kotor/mdl_from_scene.h"

/* ---- node numbers ------------------------------------------------------ */

/* Node numbers from a supermodel that is not available. */
static bool put_numbers(wmi_to_mdl *t)
{
    wm_kotor_mdl *mdl = t->mdl;
    if (t->opts->supermodel)
        return true;
    uint16_t *of_name = wmi_arena_new(&t->scratch, mdl->name_count, sizeof *of_name);
    if (!of_name)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < t->item_count; i++) {
        wm_kotor_mdl_node *n = &mdl->tree.nodes[i];
        if (t->items[i].node != WM_NO_INDEX)
            n->super_node = (uint16_t)wmi_to_mdl_u32(
                wmi_to_mdl_number(t, t->items[i].node, "supernode", (double)n->name));
        of_name[n->name] = n->super_node;
    }
    for (uint32_t a = 0; a < mdl->animation_count; a++)
        for (uint32_t i = 0; i < mdl->animations[a].tree.count; i++) {
            wm_kotor_mdl_node *n = &mdl->animations[a].tree.nodes[i];
            n->super_node = of_name[n->name];
        }
    mdl->geometry.node_count = wmi_to_mdl_u32(
        wmi_to_mdl_number(t, WM_NO_INDEX, "node_count", (double)mdl->geometry.node_count));
    return true;
}

static void put_planes(const wmi_to_mdl *t, uint32_t number)
{
    const wm_scene_mesh *m = wmi_to_mdl_mesh(t, &t->items[number]);
    wm_kotor_mesh *mesh = t->mdl->tree.nodes[number].mesh;
    const wm_extra *e = t->own ? wm_extras_find(&m->extras, "aabb_planes") : NULL;
    if (!e || !e->numbers || e->count != mesh->aabb_count || !t->sources[number]->aabbs ||
        t->sources[number]->bare_boxes)
        return;
    for (uint32_t i = 0; i < mesh->aabb_count; i++)
        mesh->aabbs[i].plane = wmi_to_mdl_u32(e->numbers[i]);
}

static bool put_table(wmi_to_mdl *t, uint32_t number)
{
    wm_kotor_mesh *m = t->mdl->tree.nodes[number].mesh;
    const wm_extra *e = wmi_to_mdl_extra(t, t->items[number].node, "vertex_table");
    if (!t->own || !m->saber || !m->saber->positions || !e || !e->numbers)
        return true;
    m->vertices = wm_kotor_mdl_alloc(t->mdl, WM_KOTOR_SABER_VERTICES, sizeof *m->vertices, NULL);
    if (!m->vertices)
        return wmi_to_mdl_no_memory(t);
    memcpy(m->vertices, m->saber->positions, WM_KOTOR_SABER_VERTICES * sizeof *m->vertices);
    for (uint32_t i = 0; e->count == 3 * WM_KOTOR_SABER_VERTICES && i < WM_KOTOR_SABER_VERTICES;
         i++)
        m->vertices[i] = (wm_vec3){(float)e->numbers[3 * i], (float)e->numbers[3 * i + 1],
                                   (float)e->numbers[3 * i + 2]};
    return true;
}

bool wmi_to_mdl_rows(wmi_to_mdl *t)
{
    for (uint32_t i = 0; i < t->item_count; i++) {
        if (!t->sources[i] || !wmi_to_mdl_mesh(t, &t->items[i]))
            continue;
        if (t->mdl->tree.nodes[i].flags & WM_KOTOR_NODE_SKIN)
            wmi_to_mdl_binds(t, i);
        put_planes(t, i);
        if (!put_table(t, i))
            return false;
    }
    return wmi_to_mdl_tangents(t) && put_numbers(t);
}

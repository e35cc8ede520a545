/* Invisible meshes of the template, such as the boxes on bones that cast shadows. Other
 * programs do not get them, so nodes with the same names keep them. */
#include "convert/kotor/mdl_from_scene.h"

/* Copies count * size bytes into the model. A missing array stays missing. */
static bool copy(wmi_to_mdl *t, void *field, const void *from, size_t count, size_t size)
{
    void *to = NULL;
    if (from) {
        to = wm_kotor_mdl_alloc(t->mdl, count, size, NULL);
        if (!to)
            return wmi_to_mdl_no_memory(t);
        memcpy(to, from, count * size);
    }
    memcpy(field, &to, sizeof to);
    return true;
}

static bool copy_mesh(wmi_to_mdl *t, const wm_kotor_mesh *from, wm_kotor_mdl_node *n)
{
    wm_kotor_mesh *m = n->mesh = wm_kotor_mdl_alloc(t->mdl, 1, sizeof *m, NULL);
    if (!m)
        return wmi_to_mdl_no_memory(t);
    *m = *from;
    m->tail = NULL;
    m->tail_size = 0;
    return copy(t, &m->faces, from->faces, from->face_count, sizeof *from->faces) &&
           copy(t, &m->vertices, from->vertices, from->vertex_count, sizeof *from->vertices) &&
           copy(t, &m->index_counts, from->index_counts, from->index_count_count, 4) &&
           copy(t, &m->inverted, from->inverted, from->inverted_count, 4) &&
           copy(t, &m->indices, from->indices, from->index_count, sizeof *from->indices) &&
           copy(t, &m->rows, from->rows, from->vertex_count, from->row_size);
}

/* A plain mesh that is never drawn. Packed rows would have to be unpacked first. */
static bool is_kept(const wm_kotor_mdl *template, const wm_kotor_mdl_node *n)
{
    const uint32_t plain = WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH;
    return n->flags == plain && n->mesh && !n->mesh->render && n->mesh->rows && n->mesh->faces &&
           template->platform == WM_KOTOR_PLATFORM_PC;
}

bool wmi_to_mdl_hidden(wmi_to_mdl *t)
{
    const wm_kotor_mdl *template = t->opts->template_mdl;
    for (uint32_t i = 0; template && !t->own && i < t->item_count; i++) {
        wm_kotor_mdl_node *n = &t->mdl->tree.nodes[i];
        uint32_t was =
            t->items[i].node == WM_NO_INDEX ? WM_NO_INDEX : t->template_of[t->items[i].node];
        if (n->flags != WM_KOTOR_NODE_HEADER || was == WM_NO_INDEX ||
            !is_kept(template, &template->tree.nodes[was]))
            continue;
        if (!copy_mesh(t, template->tree.nodes[was].mesh, n))
            return false;
        n->flags |= WM_KOTOR_NODE_MESH;
        t->result->hidden++;
    }
    return true;
}

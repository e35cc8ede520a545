/* The empties that mark border edges of a walkmesh which lead to other rooms. Each is in the middle
 * of its edge and names it (scene_from_walkmesh.c). Nobody moves them together with a wall, so they
 * follow their edges here, if it is known which triangle of the edited mesh is which. */
#include "convert/internal.h"
#include "convert/restore/restore.h"
#include "scene/internal.h"

static bool edge_of(const wm_scene_node *n, uint32_t *edge)
{
    return n->mesh == WM_NO_INDEX && wm_extras_find(&n->extras, "room") &&
           wmi_extra_u32(wmi_extra_number(&n->extras, "edge", -1), edge);
}

/* Looks once: there may be many meshes. */
static bool has_links(wmi_restore *r)
{
    uint32_t edge;
    for (uint32_t i = 0; i < r->old->node_count && !r->links_sought; i++)
        r->has_links = r->has_links || edge_of(&r->old->nodes[i], &edge);
    r->links_sought = true;
    return r->has_links;
}

bool wmi_restore_note_links(wmi_restore *r, uint32_t node, const wm_scene_mesh *old)
{
    const wm_extra *order = wm_extras_find(&old->extras, "order");
    uint32_t faces = old->index_count / 3;
    if (!order || !order->numbers || order->count != faces || !has_links(r))
        return true;
    wmi_followed *f = &r->followed;
    *f = (wmi_followed){.mesh = *old, .node = node};
    f->triangle = wmi_arena_raw(&r->scratch, (size_t)faces + 1, sizeof *f->triangle);
    f->now_of = wmi_arena_raw(&r->scratch, (size_t)faces + 1, sizeof *f->now_of);
    if (!f->triangle || !f->now_of)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < faces; i++) {
        f->triangle[i] = WM_NO_INDEX;
        f->now_of[i] = i;
    }
    for (uint32_t i = 0; i < faces; i++) {
        uint32_t file;
        if (wmi_extra_u32(order->numbers[i], &file) && file < faces)
            f->triangle[file] = i;
    }
    return true;
}

static wm_vec3 middle(wm_vec3 a, wm_vec3 b)
{
    return (wm_vec3){(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
}

static void corners_of(const wm_scene_mesh *m, uint32_t face, wm_vec3 to[3])
{
    for (uint32_t k = 0; k < 3; k++)
        to[k] = m->positions[m->indices[3 * (size_t)face + k]];
}

/* The middle of an edge before and now, in the space above the mesh. */
static bool middles(const wmi_restore *r, uint32_t edge, wm_vec3 *before, wm_vec3 *after)
{
    const wmi_followed *f = &r->followed;
    const wm_scene_node *n = &r->old->nodes[f->node];
    const wm_scene_mesh *now = &r->old->meshes[n->mesh];
    uint32_t k = edge % 3, old_face = WM_NO_INDEX, face = WM_NO_INDEX;
    wm_vec3 old[3], made[3];
    if (edge / 3 < f->mesh.index_count / 3)
        old_face = f->triangle[edge / 3];
    if (old_face != WM_NO_INDEX)
        face = f->now_of[old_face];
    if (face == WM_NO_INDEX || face >= now->index_count / 3)
        return false;
    corners_of(&f->mesh, old_face, old);
    corners_of(now, face, made);
    uint32_t turn = wmi_restore_turn(old, made, 3);
    const wm_matrix was = wmi_matrix_of(&r->rest[f->node]), is = wmi_matrix_of(&n->rest);
    *before = wmi_matrix_point(&was, middle(old[k], old[(k + 1) % 3]));
    *after = wmi_matrix_point(&is, middle(made[(k + turn) % 3], made[(k + 1 + turn) % 3]));
    return true;
}

void wmi_restore_follow(wmi_restore *r)
{
    const wmi_followed *f = &r->followed;
    if (!f->triangle || r->old->nodes[f->node].mesh == WM_NO_INDEX)
        return;
    for (uint32_t i = 0; i < r->old->node_count; i++) {
        wm_scene_node *n = &r->old->nodes[i];
        wm_vec3 before, after;
        uint32_t edge;
        bool stayed = wmi_vec3_distance(n->rest.translation, r->rest[i].translation) == 0;
        /* one that is elsewhere was moved by somebody, and says where */
        if (!edge_of(n, &edge) || !stayed || n->parent != r->old->nodes[f->node].parent ||
            !middles(r, edge, &before, &after) ||
            wmi_vec3_distance(before, n->rest.translation) > 1e-3 ||
            wmi_vec3_distance(before, after) <= 1e-6)
            continue;
        n->rest.translation = after;
        r->changed = true;
    }
}

/* The space of a skin's vertices. Programs make the mesh part of the armature, so that its vertices
 * come back in another space than that of their node. In a KotOR model the node would have to be
 * placed again for that; instead, vertices and bind poses get back the space that they had. */
#include <string.h>

#include "base/linear.h"
#include "convert/restore/mesh.h"
#include "scene/quat.h"

/* From one space to another. */
typedef struct map {
    wmi_linear linear;
    wmi_vec move;
} map;

static map map_of(const wm_matrix *m)
{
    map to;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            to.linear.m[i][k] = (double)m->m[i][k];
    to.move = (wmi_vec){(double)m->m[0][3], (double)m->m[1][3], (double)m->m[2][3]};
    return to;
}

static wm_matrix matrix_of(const map *from)
{
    wm_matrix to;
    const wmi_vec move = from->move;
    const double last[3] = {move.x, move.y, move.z};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            to.m[i][k] = (float)from->linear.m[i][k];
        to.m[i][3] = (float)last[i];
    }
    return to;
}

/* b first, then a. */
static map multiply(const map *a, const map *b)
{
    return (map){wmi_linear_multiply(&a->linear, &b->linear),
                 wmi_add(wmi_linear_apply(&a->linear, b->move), a->move)};
}

static bool invert(const map *a, map *to)
{
    if (!wmi_linear_inverse(&a->linear, &to->linear))
        return false;
    wmi_vec back = wmi_linear_apply(&to->linear, a->move);
    to->move = (wmi_vec){-back.x, -back.y, -back.z};
    return true;
}

static bool is_near(const map *a, const map *b)
{
    wmi_vec off = wmi_sub(a->move, b->move);
    return wmi_linear_distance(&a->linear, &b->linear) < 1e-4 && wmi_length(off) < 1e-4;
}

/* Only rotated and moved? */
static bool is_rigid(const map *a)
{
    wmi_linear rotation, stretch;
    return wmi_linear_determinant(&a->linear) > 0 &&
           wmi_linear_polar(&a->linear, &rotation, &stretch) && wmi_linear_is_unit(&stretch);
}

/* The joints that vertices use, each once. */
typedef struct used {
    const wm_scene_skin *was, *now;
    uint32_t count;
    uint32_t *joint; /* of `now` */
    uint32_t *bind;  /* the joint of `was` that is the same node, or WM_NO_INDEX */
    uint16_t (*joints)[4];
} used;

/* Numbers are valid only if what they lead to leads back, so that nothing has to be cleared. */
static void find_used(wmi_restore *r, const wm_scene_mesh *m, used *u)
{
    for (uint32_t i = 0; i < m->vertex_count; i++)
        for (int k = 0; k < 4; k++) {
            uint32_t joint = m->joints[i][k];
            if (!(m->weights[i][k] > 0) || joint >= u->now->joint_count)
                continue;
            uint32_t *number = &r->joint_number[joint];
            if (*number >= u->count || u->joint[*number] != joint) {
                *number = u->count;
                u->joint[u->count++] = joint;
            }
            u->joints[i][k] = (uint16_t)*number;
        }
    for (uint32_t i = 0; i < u->was->joint_count; i++)
        r->bind_number[u->was->joints[i]] = i;
    for (uint32_t i = 0; i < u->count; i++) {
        uint32_t node = r->old_of[u->now->joints[u->joint[i]]];
        uint32_t bind = node == WM_NO_INDEX ? WM_NO_INDEX : r->bind_number[node];
        u->bind[i] =
            bind < u->was->joint_count && u->was->joints[bind] == node ? bind : WM_NO_INDEX;
    }
}

static bool open_used(wmi_restore *r, const wm_scene_mesh *m, used *u)
{
    size_t most = 4 * (size_t)m->vertex_count;
    most = most < u->now->joint_count ? most : u->now->joint_count;
    if (!r->joint_number)
        r->joint_number = wmi_arena_new(&r->scratch, UINT16_MAX + 1, sizeof *r->joint_number);
    if (!r->bind_number)
        r->bind_number = wmi_arena_new(&r->scratch, r->old->node_count, sizeof *r->bind_number);
    u->joint = wmi_arena_raw(&r->scratch, most, sizeof *u->joint);
    u->bind = wmi_arena_raw(&r->scratch, most, sizeof *u->bind);
    u->joints = wm_scene_alloc(r->old, m->vertex_count, sizeof *u->joints, NULL);
    if (!r->joint_number || !r->bind_number || !u->joint || !u->bind || !u->joints)
        return wmi_restore_no_memory(r);
    find_used(r, m, u);
    return true;
}

/* From the space that the vertices have to the one that they had. False if bones do not agree: they
 * were moved at rest. */
static bool find_back(const used *u, map *back)
{
    bool found = false;
    for (uint32_t i = 0; i < u->count; i++) {
        if (u->bind[i] == WM_NO_INDEX)
            continue;
        map was = map_of(&u->was->inverse_bind[u->bind[i]]), inverse,
            now = map_of(&u->now->inverse_bind[u->joint[i]]);
        if (!found && !invert(&was, &inverse))
            return false;
        if (!found)
            *back = multiply(&inverse, &now);
        found = true;
        map through = multiply(&was, back);
        if (!is_near(&through, &now))
            return false;
    }
    return found && is_rigid(back);
}

static bool add_skin(wmi_restore *r, const used *u, const map *back, uint32_t *number)
{
    map away;
    wm_scene_skin made = {.name = u->now->name, .joint_count = u->count};
    made.joints = wm_scene_alloc(r->old, u->count, sizeof *made.joints, NULL);
    made.inverse_bind = wm_scene_alloc(r->old, u->count, sizeof *made.inverse_bind, NULL);
    if (!made.joints || !made.inverse_bind)
        return wmi_restore_no_memory(r);
    bool good = invert(back, &away);
    for (uint32_t i = 0; good && i < u->count; i++) {
        map now = map_of(&u->now->inverse_bind[u->joint[i]]);
        now = multiply(&now, &away);
        made.joints[i] = u->now->joints[u->joint[i]];
        made.inverse_bind[i] =
            u->bind[i] == WM_NO_INDEX ? matrix_of(&now) : u->was->inverse_bind[u->bind[i]];
    }
    *number = r->old->skin_count + r->now->skin_count + r->own_skins++;
    r->old->skins[*number] = made;
    return true;
}

bool wmi_restore_skin_space(wmi_restore *r, const wmi_side *a, const wmi_side *b,
                            wm_scene_mesh *mesh, uint32_t *skin)
{
    used u = {.was = a->skin, .now = b->skin};
    map back;
    if (!u.was || !u.now || !mesh->joints || strcmp(r->old->source, "kotor-mdl") != 0)
        return true;
    if (!open_used(r, mesh, &u))
        return false;
    if (!find_back(&u, &back))
        return true;
    wm_transform by = {
        wmi_vec_float(back.move), wmi_quat_narrow(wmi_quat_of_linear(&back.linear)), {1, 1, 1}};
    wm_scene_mesh made = *mesh;
    if (!wmi_bake(r->old, &made, &by))
        return wmi_restore_no_memory(r);
    if (!add_skin(r, &u, &back, skin))
        return false;
    made.joints = u.joints;
    *mesh = made;
    return true;
}

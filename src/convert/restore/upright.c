/* Which axis is up. The scene of a model of KotOR or NWN2 is z up, and the frame makes it y up for
 * glTF. Programs undo that in several ways: somebody applies the rotation of the frame to the
 * vertices, deletes the frame, exports only some of the objects, or exports without "+Y Up". */
#include <math.h>

#include "base/real.h"
#include "convert/restore/restore.h"
#include "scene/internal.h"

/* The rotation of y to z. */
static wmi_quat quarter(bool left_handed)
{
    const double h = 0.70710678118654752;
    return (wmi_quat){left_handed ? -h : h, 0, 0, h};
}

static wmi_quat rotation_of(const wm_transform *t)
{
    return wmi_quat_unit(wmi_quat_of(t->rotation));
}

/* The rotations of all nodes in the world, or NULL. */
static wmi_quat *world_rotations(wmi_restore *r, const wm_scene *s)
{
    wmi_quat *list = wmi_arena_new(&r->scratch, (size_t)s->node_count + 1, sizeof *list);
    for (uint32_t i = 0; list && i < s->node_count; i++) { /* parents come first */
        uint32_t up = s->nodes[i].parent;
        list[i] = rotation_of(&s->nodes[i].rest);
        if (up != WM_NO_INDEX)
            list[i] = wmi_quat_multiply(list[up], list[i]);
    }
    return list;
}

/* Do nodes that are below nothing else of the original have the rotation of the frame as well as
 * their own? Then only the roots are y up: they were below the frame, or somebody renamed it. */
static bool frame_was_removed(const wmi_restore *r, const wmi_quat *now, const wmi_quat *was)
{
    for (uint32_t i = 0; i < r->now->node_count; i++) {
        uint32_t old = r->old_of[i], up = r->now->nodes[i].parent;
        if (old == WM_NO_INDEX || (up != WM_NO_INDEX && r->old_of[up] != WM_NO_INDEX))
            continue;
        if (wmi_quat_distance(wmi_quat_multiply(quarter(false), now[i]), was[old]) < 1e-3)
            return true;
    }
    return false;
}

/* The middle of a node's mesh at rest, or the node's place. */
static wm_vec3 middle_of(const wm_scene *s, const wm_pose *pose, uint32_t node, bool of_mesh)
{
    const wm_scene_node *n = &s->nodes[node];
    wm_vec3 p = {0, 0, 0};
    if (of_mesh && s->meshes[n->mesh].vertex_count) {
        const wm_scene_mesh *mesh = &s->meshes[n->mesh];
        wm_vec3 low = mesh->positions[0], high = low;
        for (uint32_t i = 1; i < mesh->vertex_count; i++) {
            wm_vec3 v = mesh->positions[i];
            low = (wm_vec3){wmi_minf(low.x, v.x), wmi_minf(low.y, v.y), wmi_minf(low.z, v.z)};
            high = (wm_vec3){wmi_maxf(high.x, v.x), wmi_maxf(high.y, v.y), wmi_maxf(high.z, v.z)};
        }
        p = (wm_vec3){(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2};
    }
    return wmi_matrix_point(&pose->world[node], p);
}

/* A mesh that is where its node is. */
static bool has_own_mesh(const wm_scene_node *n)
{
    return n->mesh != WM_NO_INDEX && n->skin == WM_NO_INDEX;
}

static bool has_bones(const wm_scene *s)
{
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].kind == WM_NODE_KIND_BONE)
            return true;
    return false;
}

/* Was a root rotated, beyond a turn of its axes? Then somebody rotated the scene on purpose. */
static bool is_rotated(const wmi_restore *r, uint32_t node, uint32_t old)
{
    const wm_scene_node *n = &r->now->nodes[node];
    if (n->parent != WM_NO_INDEX || n->kind == WM_NODE_KIND_BONE)
        return false;
    wmi_quat turn = quarter(r->old->left_handed), was = rotation_of(&r->old->nodes[old].rest);
    was = wmi_quat_multiply(wmi_quat_multiply(turn, was), wmi_quat_back(turn));
    return wmi_quat_distance(rotation_of(&n->rest), was) > 1e-2;
}

/* Are most nodes where turning y to z would put those of the original? Blender's coordinates are
 * z up, and without "+Y Up" it exports them as they are. */
static bool was_exported_z_up(const wmi_restore *r)
{
    uint32_t turned = 0, others = 0;
    for (uint32_t i = 0; i < r->now->node_count; i++) {
        uint32_t old = r->old_of[i];
        if (old == WM_NO_INDEX || r->old->nodes[old].role == WM_NODE_ROLE_OUTLINE)
            continue;
        if (is_rotated(r, i, old))
            return false;
        bool both = has_own_mesh(&r->old->nodes[old]) && has_own_mesh(&r->now->nodes[i]);
        wm_vec3 was = middle_of(r->old, r->old_pose, old, both);
        wm_vec3 is = middle_of(r->now, r->now_pose, i, both);
        wm_vec3 want = wmi_quat_rotate(quarter(r->old->left_handed), was);
        double near = 1e-3 + 1e-4 * wmi_vec3_distance(was, (wm_vec3){0, 0, 0});
        if (wmi_vec3_distance(was, want) < 4 * near)
            continue; /* tells nothing */
        if (wmi_vec3_distance(is, want) < near)
            turned++;
        else
            others++;
    }
    return turned > others;
}

/* Coarser levels of detail have no parent in the file, so they never were below the frame. */
static bool *find_levels(wmi_restore *r, const wmi_quat *now, const wmi_quat *was)
{
    bool *level = wmi_arena_new(&r->scratch, (size_t)r->now->node_count + 1, sizeof *level);
    for (uint32_t i = 0; level && i < r->now->node_count; i++) {
        uint32_t old = r->old_of[i];
        level[i] = old != WM_NO_INDEX && r->old->nodes[old].lod > 1 &&
                   wmi_quat_distance(now[i], was[old]) < 1e-3;
    }
    return level;
}

/* The frame is gone that made the scene upright: the nodes below it are rotated back, or the whole
 * scene, if somebody applied the rotation of the frame. */
static bool put_upright(wmi_restore *r)
{
    const wm_transform turn = {{0, 0, 0}, wmi_quat_narrow(quarter(false)), {1, 1, 1}};
    const wmi_quat *now = world_rotations(r, r->now), *was = world_rotations(r, r->old);
    if (!now || !was)
        return wmi_restore_no_memory(r);
    if (!frame_was_removed(r, now, was)) {
        wmi_whole_turn(r->now, false);
        return true;
    }
    bool *level = find_levels(r, now, was);
    if (!level)
        return wmi_restore_no_memory(r);
    wmi_whole_move(r->now, &turn, level);
    r->now->up = WM_UP_Z;
    return true;
}

bool wmi_restore_upright(wmi_restore *r, bool *again)
{
    *again = r->now->up != r->old->up;
    if (*again && r->now->up == WM_UP_Z)
        return wmi_fail(r->error, WM_BAD_ARGUMENT, "",
                        "the scene is not the one that was exported from the template: its up "
                        "axis differs") == WM_OK;
    if (*again)
        return put_upright(r);
    if (was_exported_z_up(r)) {
        wm_up up = r->now->up;
        bool left = r->old->left_handed;
        const wm_transform turn = {{0, 0, 0}, wmi_quat_narrow(quarter(!left)), {1, 1, 1}};
        if (has_bones(r->now)) /* their axes are their own */
            wmi_whole_move(r->now, &turn, NULL);
        else
            wmi_whole_turn(r->now, !left);
        r->now->up = up;
        r->result->turned = *again = true;
    }
    return true;
}

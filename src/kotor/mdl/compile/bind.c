/* Poses of a model's nodes, and the inverse bind pose of a skin: the transform from the
 * space of the skin's node to that of each bone. docs/formats/kotor-mdl.md, "Skin". */
#include "kotor/mdl/compile/compile.h"

/* Product of quaternions: rotate by b, then by a. */
static wmi_mdl_pose rotation_product(const wmi_mdl_pose *a, const wmi_mdl_pose *b)
{
    return (wmi_mdl_pose){
        .w = a->w * b->w - a->x * b->x - a->y * b->y - a->z * b->z,
        .x = a->w * b->x + a->x * b->w + a->y * b->z - a->z * b->y,
        .y = a->w * b->y - a->x * b->z + a->y * b->w + a->z * b->x,
        .z = a->w * b->z + a->x * b->y - a->y * b->x + a->z * b->w,
    };
}

static wmi_mdl_pose rotated_back(const wmi_mdl_pose *pose)
{
    return (wmi_mdl_pose){.w = pose->w, .x = -pose->x, .y = -pose->y, .z = -pose->z};
}

wmi_vec wmi_mdl_rotate(const wmi_mdl_pose *pose, wmi_vec v)
{
    wmi_vec axis = {pose->x, pose->y, pose->z};
    wmi_vec side = wmi_scale(wmi_cross(axis, v), 2);
    return wmi_add(wmi_add(v, wmi_scale(side, pose->w)), wmi_cross(axis, side));
}

wmi_vec wmi_mdl_rotate_back(const wmi_mdl_pose *pose, wmi_vec v)
{
    wmi_mdl_pose back = rotated_back(pose);
    return wmi_mdl_rotate(&back, v);
}

/* Files may contain any values; an invalid rotation or position counts as none. */
static wmi_mdl_pose local_pose(const wm_kotor_mdl_node *node)
{
    double w = (double)node->orientation.w, x = (double)node->orientation.x;
    double y = (double)node->orientation.y, z = (double)node->orientation.z;
    double length = sqrt(w * w + x * x + y * y + z * z);
    wmi_mdl_pose pose = {.w = 1, .move = wmi_vec_of(node->position)};
    if (!wmi_finite(node->position))
        pose.move = (wmi_vec){0, 0, 0};
    if (length > 0 && isfinite(length)) {
        pose.w = w / length;
        pose.x = x / length;
        pose.y = y / length;
        pose.z = z / length;
    }
    return pose;
}

void wmi_mdl_poses(const wm_kotor_mdl *mdl, wmi_mdl_pose *poses)
{
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mdl_node *node = &mdl->tree.nodes[i];
        wmi_mdl_pose local = local_pose(node);
        poses[i] = local;
        if (node->parent >= i) /* the root; parents come before their children */
            continue;
        const wmi_mdl_pose *parent = &poses[node->parent];
        poses[i] = rotation_product(parent, &local);
        poses[i].move = wmi_add(parent->move, wmi_mdl_rotate(parent, local.move));
    }
}

void wmi_mdl_bind_bone(const wmi_mdl_pose *skin, const wmi_mdl_pose *bone, wm_kotor_quat *q,
                       wm_vec3 *t)
{
    wmi_mdl_pose back = rotated_back(bone);
    wmi_mdl_pose rotation = rotation_product(&back, skin);
    *q = (wm_kotor_quat){wmi_narrow(rotation.w), wmi_narrow(rotation.x), wmi_narrow(rotation.y),
                         wmi_narrow(rotation.z)};
    *t = wmi_vec_float(wmi_mdl_rotate(&back, wmi_sub(skin->move, bone->move)));
}

void wmi_mdl_bind(const wm_kotor_mdl *mdl, const wmi_mdl_pose *poses, uint32_t skin,
                  wm_kotor_quat *q, wm_vec3 *t)
{
    for (uint32_t name = 0; name < mdl->name_count; name++) {
        q[name] = (wm_kotor_quat){1, 0, 0, 0};
        t[name] = (wm_vec3){0, 0, 0};
    }
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        uint16_t name = mdl->tree.nodes[i].name;
        if (name < mdl->name_count)
            wmi_mdl_bind_bone(&poses[skin], &poses[i], &q[name], &t[name]);
    }
}

/* Keys of nodes that somebody moved at rest. They are relative to what is above the node, not to
 * its rest pose, so they move with it. */
#include "convert/restore/restore.h"

/* How an animation moves a node that somebody moved at rest, from its old to its new rest pose. */
typedef enum way {
    STEP,  /* by as much: what an object does that was moved away from its bone */
    WHOLE, /* as part of what is above the node: what a bone does */
    WAYS
} way;

static void move_value(const wm_channel *c, float *v, bool offset, way how, const wm_transform *old,
                       const wm_transform *now)
{
    wmi_quat before = wmi_quat_unit(wmi_quat_of(old->rotation)),
             after = wmi_quat_unit(wmi_quat_of(now->rotation));
    wmi_quat by = how == STEP ? wmi_quat_multiply(wmi_quat_back(before), after)
                              : wmi_quat_multiply(after, wmi_quat_back(before));
    if (c->property == WM_PROPERTY_ROTATION) {
        wmi_quat q = wmi_quat_load(v);
        wmi_quat_store(how == STEP ? wmi_quat_multiply(q, by) : wmi_quat_multiply(by, q), v);
        return;
    }
    const wm_vec3 a = old->translation, b = now->translation;
    wm_vec3 p = {v[0] - (offset ? 0 : a.x), v[1] - (offset ? 0 : a.y), v[2] - (offset ? 0 : a.z)};
    if (how == WHOLE)
        p = wmi_quat_rotate(by, p);
    v[0] = p.x + (offset ? 0 : b.x);
    v[1] = p.y + (offset ? 0 : b.y);
    v[2] = p.z + (offset ? 0 : b.z);
}

static const wm_transform *rest_before(const wmi_restore *r, uint32_t node)
{
    return r->before_of[node] == WM_NO_INDEX ? NULL : &r->rest[r->before_of[node]];
}

/* Does the channel move a node whose rest pose is another one now? */
static bool is_moved(const wmi_restore *r, const wm_channel *c)
{
    const wm_transform *old = rest_before(r, c->node), *now = &r->old->nodes[c->node].rest;
    if (!old || (c->property != WM_PROPERTY_TRANSLATION && c->property != WM_PROPERTY_ROTATION))
        return false;
    return memcmp(&old->translation, &now->translation, sizeof now->translation) != 0 ||
           memcmp(&old->rotation, &now->rotation, sizeof now->rotation) != 0;
}

/* The channel for the new rest pose of its node. */
static bool move_channel(wmi_restore *r, const wm_channel *c, way how, wm_channel *to)
{
    size_t values = wmi_channel_values(c);
    *to = *c;
    to->values = wm_scene_alloc(r->old, values * c->width, sizeof *to->values, NULL);
    if (!to->values)
        return wmi_restore_no_memory(r);
    if (values)
        memcpy(to->values, c->values, values * c->width * sizeof *to->values);
    for (size_t i = 0; i < values; i++)
        move_value(c, to->values + i * c->width, wmi_is_offset(c, i), how, rest_before(r, c->node),
                   &r->old->nodes[c->node].rest);
    return true;
}

bool wmi_find_moved(wmi_restore *r, const wm_channel *c, const wm_channel *now, wm_channel *to,
                    bool *found)
{
    *found = false;
    for (int how = STEP; how < WAYS && is_moved(r, c) && !*found; how++) {
        if (!move_channel(r, c, (way)how, to))
            return false;
        *found = wmi_channel_is_same(to, now);
    }
    return true;
}

bool wmi_move_kept(wmi_restore *r, wm_scene_animation *a)
{
    wm_channel *list = NULL;
    for (uint32_t k = 0; k < a->channel_count; k++) {
        if (!is_moved(r, &a->channels[k]))
            continue;
        if (!list) {
            list = wm_scene_alloc(r->old, a->channel_count, sizeof *list, NULL);
            if (!list)
                return wmi_restore_no_memory(r);
            memcpy(list, a->channels, a->channel_count * sizeof *list);
        }
        way how = a->channels[k].property == WM_PROPERTY_ROTATION ? WHOLE : STEP;
        if (!move_channel(r, &a->channels[k], how, &list[k]))
            return false;
    }
    a->channels = list ? list : a->channels;
    return true;
}

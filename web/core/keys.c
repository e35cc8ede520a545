/* Keys of animations that cannot be drawn: a value that is not a number, or a place that no game
 * has. They are left out of the scene before it becomes a GLB, which would have 0 in their stead.
 */
#include <math.h>

#include "core.h"

static bool is_good_key(const wm_channel *c, const float *values, uint32_t size)
{
    bool place = c->property != WM_PROPERTY_ROTATION;
    for (uint32_t k = 0; k < size; k++)
        if (!isfinite(values[k]) || (place && !(fabsf(values[k]) < CORE_ABSURD)))
            return false;
    return true;
}

/* A channel without any good key holds the rest pose. */
static void put_rest(wm_channel *c, const wm_transform *rest, uint32_t size)
{
    memset(c->values, 0, size * sizeof *c->values);
    if (c->property == WM_PROPERTY_TRANSLATION)
        memcpy(c->values, &rest->translation, sizeof rest->translation);
    else if (c->property == WM_PROPERTY_ROTATION)
        memcpy(c->values, &rest->rotation, sizeof rest->rotation);
    else
        memcpy(c->values, &rest->scale, sizeof rest->scale);
    c->count = 1;
}

/* Returns how many keys were left out. */
static uint32_t drop_keys(wm_channel *c, const wm_transform *rest)
{
    uint32_t size = c->interpolation == WM_INTERPOLATION_BEZIER ? 3 * c->width : c->width, good = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const float *from = c->values + (size_t)size * i;
        if (!is_good_key(c, from, size))
            continue;
        if (good != i) {
            memcpy(c->values + (size_t)size * good, from, size * sizeof *from);
            c->times[good] = c->times[i];
        }
        good++;
    }
    uint32_t dropped = c->count - good;
    c->count = good;
    if (good == 0)
        put_rest(c, rest, size);
    return dropped;
}

void core_put_keys(wm_scene *s, wm_json_writer *j)
{
    wm_json_begin_array(j, "keys");
    for (uint32_t a = 0; a < s->animation_count; a++) {
        wm_scene_animation *anim = &s->animations[a];
        for (uint32_t i = 0; i < anim->channel_count; i++) {
            wm_channel *c = &anim->channels[i];
            bool moves = c->property <= WM_PROPERTY_SCALE && c->node < s->node_count;
            uint32_t dropped = moves ? drop_keys(c, &s->nodes[c->node].rest) : 0;
            if (!dropped)
                continue;
            wm_json_begin_object(j, NULL);
            wm_json_add_text(j, "animation", anim->name);
            wm_json_add_text(j, "node", s->nodes[c->node].name);
            wm_json_add_uint(j, "count", dropped);
            wm_json_end(j);
        }
    }
    wm_json_end(j);
}

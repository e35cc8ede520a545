/* How the values of a channel are stored. */
#ifndef WAYMARK_SCENE_KEYS_H
#define WAYMARK_SCENE_KEYS_H

#include "waymark/scene.h"

/* The value of a key of a bezier curve is followed by the offsets of its two control points. */
static inline uint32_t wmi_values_of_key(const wm_channel *c)
{
    return c->interpolation == WM_INTERPOLATION_BEZIER ? 3 : 1;
}

/* How many values the channel has, each of c->width numbers. */
static inline size_t wmi_channel_values(const wm_channel *c)
{
    return (size_t)wmi_values_of_key(c) * c->count;
}

/* From the value of a key to that of the next, in numbers. */
static inline uint32_t wmi_key_stride(const wm_channel *c)
{
    return wmi_values_of_key(c) * c->width;
}

/* Is value i of the channel an offset? */
static inline bool wmi_is_offset(const wm_channel *c, size_t i)
{
    return i % wmi_values_of_key(c) != 0;
}

#endif

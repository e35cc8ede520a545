/* Drops keys that a straight line between their neighbours explains. Programs that sample
 * animations write a key for each frame and property, moved or not. */
#include <math.h>

#include "convert/restore/restore.h"
#include "waymark/pose.h"

enum { WINDOW = 256 }; /* keys that one line may replace; keeps the running time linear */

static double value_distance(const wm_channel *c, const float *a, const float *b)
{
    if (c->property == WM_PROPERTY_ROTATION)
        return wmi_quat_distance(
            wmi_quat_unit((wmi_quat){(double)a[0], (double)a[1], (double)a[2], (double)a[3]}),
            wmi_quat_unit((wmi_quat){(double)b[0], (double)b[1], (double)b[2], (double)b[3]}));
    double sum = 0;
    for (uint32_t k = 0; k < c->width; k++) {
        double d = (double)a[k] - (double)b[k];
        sum += d * d;
    }
    return sqrt(sum);
}

static double tolerance_of(const wm_channel *c)
{
    return c->property == WM_PROPERTY_ROTATION ? WMI_KEY_ANGLE / 2 : WMI_KEY_DISTANCE;
}

/* Does the line from key a to key b explain key k? */
static bool explains(const wm_channel *c, uint32_t a, uint32_t b, uint32_t k)
{
    const float *from = c->values + (size_t)a * c->width, *to = c->values + (size_t)b * c->width;
    float value[16], span = c->times[b] - c->times[a];
    float share = span > 0 ? (c->times[k] - c->times[a]) / span : 0;
    if (c->property == WM_PROPERTY_ROTATION) {
        wm_quat q = wm_quat_slerp((wm_quat){from[0], from[1], from[2], from[3]},
                                  (wm_quat){to[0], to[1], to[2], to[3]}, share);
        value[0] = q.x;
        value[1] = q.y;
        value[2] = q.z;
        value[3] = q.w;
    } else {
        for (uint32_t i = 0; i < c->width; i++)
            value[i] = from[i] + (to[i] - from[i]) * share;
    }
    return value_distance(c, value, c->values + (size_t)k * c->width) <= tolerance_of(c);
}

static bool explains_all(const wm_channel *c, uint32_t a, uint32_t b)
{
    for (uint32_t k = a + 1; k < b; k++)
        if (!explains(c, a, b, k))
            return false;
    return true;
}

static void keep_key(wm_channel *c, uint32_t to, uint32_t from)
{
    c->times[to] = c->times[from];
    memmove(c->values + (size_t)to * c->width, c->values + (size_t)from * c->width,
            c->width * sizeof *c->values);
}

uint32_t wmi_reduce_channel(wm_channel *c)
{
    uint32_t count = c->count, kept = 0, at = 0;
    if (c->interpolation != WM_INTERPOLATION_LINEAR || c->property > WM_PROPERTY_SCALE || count < 2)
        return 0;
    kept = 1; /* the first */
    while (at + 1 < count) {
        uint32_t end = at + 1;
        while (end + 1 < count && end - at < WINDOW && explains_all(c, at, end + 1))
            end++;
        at = end;
        keep_key(c, kept++, at); /* kept <= at: no key that is still needed is overwritten */
    }
    c->count = kept;
    while (c->count > 1 &&
           value_distance(c, c->values + ((size_t)c->count - 1) * c->width,
                          c->values + ((size_t)c->count - 2) * c->width) <= tolerance_of(c))
        c->count--; /* the last value holds */
    return count - c->count;
}

static bool is_at_rest(const wm_scene *s, const wm_channel *c)
{
    const wm_transform *rest = &s->nodes[c->node].rest;
    const float *v = c->property == WM_PROPERTY_TRANSLATION ? &rest->translation.x
                     : c->property == WM_PROPERTY_ROTATION  ? &rest->rotation.x
                                                            : &rest->scale.x;
    return c->count == 1 && c->property <= WM_PROPERTY_SCALE &&
           c->interpolation != WM_INTERPOLATION_BEZIER &&
           value_distance(c, c->values, v) <= tolerance_of(c);
}

/* Were the keys sampled? Then they have the same distance from each other. */
static bool is_sampled(const wm_scene_animation *a)
{
    bool any = false;
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const wm_channel *c = &a->channels[i];
        if (c->property > WM_PROPERTY_SCALE || c->count < 3)
            continue;
        if (c->interpolation != WM_INTERPOLATION_LINEAR)
            return false;
        any = true;
        float step = c->times[1] - c->times[0];
        for (uint32_t k = 2; k < c->count; k++)
            if (!(fabsf(c->times[k] - c->times[k - 1] - step) < 1e-3f * step + 1e-5f))
                return false;
    }
    return any;
}

wm_status wm_scene_reduce_keys(wm_scene *s, bool always, wm_scene_reduce_result *result,
                               wm_error *error)
{
    wm_scene_reduce_result made = {0};
    if (!s->finished)
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "the scene is not finished");
    for (uint32_t i = 0; i < s->animation_count; i++) {
        wm_scene_animation *a = &s->animations[i];
        uint32_t kept = 0;
        if (!always && !is_sampled(a))
            continue;
        for (uint32_t k = 0; k < a->channel_count; k++) {
            wm_channel c = a->channels[k];
            made.keys += wmi_reduce_channel(&c);
            if (is_at_rest(s, &c)) {
                made.channels++;
                made.keys++;
                continue;
            }
            a->channels[kept++] = c;
        }
        a->channel_count = kept;
    }
    if (result)
        *result = made;
    return WM_OK;
}

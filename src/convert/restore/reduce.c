/* Drops keys that a straight line between their neighbours explains. Programs that sample
 * animations write a key for each frame and property, moved or not. */
#include <math.h>

#include "convert/restore/restore.h"
#include "waymark/pose.h"

enum { WINDOW = 256 }; /* keys that one line may replace; keeps the running time linear */

/* A channel, and by how much its values may change. */
typedef struct work {
    wm_channel *channel;
    double tolerance;
} work;

static work work_on(wm_channel *c, double distance)
{
    double tolerance = c->property == WM_PROPERTY_ROTATION ? WMI_KEY_ANGLE / 2
                       : c->property == WM_PROPERTY_SCALE  ? WMI_KEY_SCALE
                                                           : distance;
    return (work){c, tolerance};
}

/* Rotations between two keys as the games have them, or with their numbers on a straight line, as
 * Blender has them. */
static wm_quat between(const float *a, const float *b, float share, bool straight)
{
    float dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], sum[4];
    if (!straight)
        return wm_quat_slerp((wm_quat){a[0], a[1], a[2], a[3]}, (wm_quat){b[0], b[1], b[2], b[3]},
                             share);
    for (int i = 0; i < 4; i++)
        sum[i] = a[i] + ((dot < 0 ? -b[i] : b[i]) - a[i]) * share;
    return (wm_quat){sum[0], sum[1], sum[2], sum[3]}; /* the caller needs no length of 1 */
}

/* Does the line from key a to key b explain key k? */
static bool explains(const work *w, uint32_t a, uint32_t b, uint32_t k, bool straight)
{
    const wm_channel *c = w->channel;
    const float *from = c->values + (size_t)a * c->width, *to = c->values + (size_t)b * c->width;
    float value[16], span = c->times[b] - c->times[a];
    float share = span > 0 ? (c->times[k] - c->times[a]) / span : 0;
    if (c->property == WM_PROPERTY_ROTATION) {
        wm_quat q = between(from, to, share, straight);
        memcpy(value, &q, sizeof q);
    } else {
        for (uint32_t i = 0; i < c->width; i++)
            value[i] = from[i] + (to[i] - from[i]) * share;
    }
    return wmi_key_distance(c, value, c->values + (size_t)k * c->width) <= w->tolerance;
}

static bool explains_all(const work *w, uint32_t a, uint32_t b, bool straight)
{
    for (uint32_t k = a + 1; k < b; k++)
        if (!explains(w, a, b, k, straight))
            return false;
    return true;
}

/* The farthest key up to which the line from key `at` explains all. */
static uint32_t reach(const work *w, uint32_t at, uint32_t count)
{
    uint32_t end = at + 1;
    while (end + 1 < count && end - at < WINDOW && explains_all(w, at, end + 1, false))
        end++;
    return end;
}

/* The same for numbers on a straight line, beyond `end`. A part of such a line is none, because
 * samples have the length 1: so farther keys are tried even if nearer ones fail. */
static uint32_t reach_straight(const work *w, uint32_t at, uint32_t end, uint32_t count)
{
    uint32_t far = count - at > WINDOW ? at + WINDOW : count - 1;
    while (far > end &&
           !(explains(w, at, far, at + (far - at) / 4, true) && explains_all(w, at, far, true)))
        far--;
    return far > end ? far : end;
}

static void keep_key(wm_channel *c, uint32_t to, uint32_t from)
{
    c->times[to] = c->times[from];
    memmove(c->values + (size_t)to * c->width, c->values + (size_t)from * c->width,
            c->width * sizeof *c->values);
}

/* The last value holds, so keys at the end that are near it are not needed. Each is within half the
 * tolerance of the last one, and so within the tolerance of the one that is kept. */
static uint32_t held_from(const work *w)
{
    const wm_channel *c = w->channel;
    uint32_t first = c->count - 1;
    const float *last = c->values + (size_t)first * c->width;
    while (first > 0 && wmi_key_distance(c, c->values + ((size_t)first - 1) * c->width, last) <=
                            w->tolerance / 2)
        first--;
    return first;
}

uint32_t wmi_reduce_channel(wm_channel *c, double distance, bool straight)
{
    const work w = work_on(c, distance);
    uint32_t before = c->count, kept = 1, at = 0; /* the first stays */
    if (c->interpolation != WM_INTERPOLATION_LINEAR || c->property > WM_PROPERTY_SCALE ||
        before < 2)
        return 0;
    uint32_t count = held_from(&w) + 1;
    while (at + 1 < count) {
        uint32_t end = reach(&w, at, count);
        if (straight && c->property == WM_PROPERTY_ROTATION)
            end = reach_straight(&w, at, end, count);
        at = end;
        keep_key(c, kept++, at); /* kept <= at: no key that is still needed is overwritten */
    }
    c->count = kept;
    return before - c->count;
}

static const float *rest_of(const wm_scene *s, const wm_channel *c)
{
    return wmi_rest_value(&s->nodes[c->node].rest, c->property);
}

static bool holds(const work *w, const float *value)
{
    const wm_channel *c = w->channel;
    for (uint32_t i = 0; i < c->count; i++)
        if (!(wmi_key_distance(c, c->values + (size_t)i * c->width, value) <= w->tolerance))
            return false;
    return true;
}

/* Samples of a place that does not move are on all sides of it if it is far from the origin. Their
 * mean is more exact than any of them, and if it is near the rest pose, that is the place. A line
 * from sample to sample would add up their errors along the bones of a limb. */
static void settle(const wm_scene *s, wm_channel *c, double distance)
{
    const work w = work_on(c, distance);
    const float *rest = rest_of(s, c);
    double sum[3] = {0, 0, 0};
    float mean[3];
    if (c->property != WM_PROPERTY_TRANSLATION || c->count < 2 ||
        c->interpolation != WM_INTERPOLATION_LINEAR)
        return;
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < 3; k++)
            sum[k] += (double)c->values[3 * (size_t)i + k];
    for (uint32_t k = 0; k < 3; k++)
        mean[k] = (float)(sum[k] / c->count);
    bool resting = wmi_key_distance(c, mean, rest) <= w.tolerance / 2 && holds(&w, rest);
    if (!resting && !holds(&w, mean))
        return;
    memcpy(c->values, resting ? rest : mean, sizeof mean);
    c->count = 1;
}

static bool is_at_rest(const wm_scene *s, wm_channel *c, double distance)
{
    const float *v = rest_of(s, c);
    return c->count == 1 && c->property <= WM_PROPERTY_SCALE &&
           c->interpolation != WM_INTERPOLATION_BEZIER &&
           wmi_key_distance(c, c->values, v) <= work_on(c, distance).tolerance;
}

/* Were the keys sampled? Then they have the same distance from each other. */
static bool is_sampled(const wm_scene_animation *a)
{
    bool any = false;
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const wm_channel *c = &a->channels[i];
        if (c->property > WM_PROPERTY_SCALE || c->count < 3 || c->exact)
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

/* What translations of an animation may lose: by how far they go. */
static double distance_of(const wm_scene_animation *a)
{
    double most = 0;
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const wm_channel *c = &a->channels[i];
        uint32_t values = c->interpolation == WM_INTERPOLATION_LINEAR ? c->width * c->count : 0;
        for (uint32_t k = 0; c->property == WM_PROPERTY_TRANSLATION && k < values; k++)
            if (fabs((double)c->values[k]) > most)
                most = fabs((double)c->values[k]);
    }
    double loss = WMI_KEY_DISTANCE * (1 + 0.1 * most);
    return loss < WMI_KEY_DISTANCE_FAR ? loss : WMI_KEY_DISTANCE_FAR;
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
        double distance = distance_of(a);
        for (uint32_t k = 0; k < a->channel_count; k++) {
            wm_channel c = a->channels[k];
            uint32_t before = c.count;
            if (c.exact) {
                a->channels[kept++] = c;
                continue;
            }
            if (s->returned)
                settle(s, &c, distance);
            wmi_reduce_channel(&c, distance, s->returned);
            made.keys += before - c.count;
            if (is_at_rest(s, &c, distance)) {
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

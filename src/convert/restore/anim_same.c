/* Is an animated channel still that of the original? Programs sample animations: a key for each
 * frame, node and property. A channel whose samples are on the curve of the original keeps the keys
 * of the original. */
#include <math.h>

#include "base/search.h"
#include "convert/restore/restore.h"

/* Half the sine of an angle, and metres, by which samples may miss the curve. Those of programs
 * that compute in single precision miss it by up to 6e-7 of the distance from the origin. */
static const double near_angle = 1e-3, near_distance = 2e-4;

double wmi_key_distance(const wm_channel *c, const float *a, const float *b)
{
    if (c->property == WM_PROPERTY_ROTATION)
        return wmi_quat_distance(wmi_quat_unit(wmi_quat_load(a)), wmi_quat_unit(wmi_quat_load(b)));
    return wmi_vec3_distance((wm_vec3){a[0], a[1], a[2]}, (wm_vec3){b[0], b[1], b[2]});
}

const float *wmi_rest_value(const wm_transform *rest, wm_property property)
{
    return property == WM_PROPERTY_TRANSLATION ? &rest->translation.x
           : property == WM_PROPERTY_ROTATION  ? &rest->rotation.x
                                               : &rest->scale.x;
}

static double most_of(const wm_channel *c, const float *a)
{
    double size = fabs((double)a[0]) + fabs((double)a[1]) + fabs((double)a[2]);
    return c->property == WM_PROPERTY_ROTATION ? near_angle : near_distance + 2e-6 * size;
}

static bool is_near(const wm_channel *c, const float *a, const float *b)
{
    return wmi_key_distance(c, a, b) <= most_of(c, a);
}

/* Times in files are rounded: 0.0333333 and 33.6667 are frames of a program. What moves fast is
 * elsewhere after that long.
 *
 * hints: of the two times. */
static bool is_near_in_time(const wm_channel *c, float time, uint32_t hints[2], const float *a,
                            const float *b)
{
    static const float slack = 1e-4f; /* seconds */
    float before[16], after[16];
    wm_channel_sample(c, time - slack, &hints[0], before);
    wm_channel_sample(c, time + slack, &hints[1], after);
    return wmi_key_distance(c, a, b) <= most_of(c, a) + wmi_key_distance(c, before, after);
}

/* Blender interpolates the numbers of a rotation, not the angle.
 *
 * hint: a key at or before the time. */
static void sample_straight(const wm_channel *c, float time, uint32_t *hint, float value[4])
{
    uint32_t k = *hint;
    while (k + 2 < c->count && c->times[k + 1] <= time)
        k++;
    *hint = k;
    const float *a = c->values + 4 * (size_t)k, *b = a + (c->count > 1 ? 4 : 0);
    float span = c->count > 1 ? c->times[k + 1] - c->times[k] : 0;
    float share = span > 0 ? (time - c->times[k]) / span : 0, dot = 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    for (int i = 0; i < 4; i++)
        dot += a[i] * b[i];
    for (int i = 0; i < 4; i++)
        value[i] = a[i] + ((dot < 0 ? -b[i] : b[i]) - a[i]) * share;
}

/* Were keys deleted at the end? A program may leave out what comes after its last frame. */
static bool is_trimmed(const wm_channel *old, const wm_channel *now)
{
    float last = now->times[now->count - 1], a[16], b[16];
    uint32_t hints[2] = {0, 0};
    wm_channel_sample(now, last, &hints[1], b);
    for (uint32_t i = 0; i < old->count; i++) {
        if (!(old->times[i] > last + WMI_FRAME))
            continue;
        wm_channel_sample(old, old->times[i], &hints[0], a);
        if (!is_near(old, a, b))
            return true;
    }
    return false;
}

/* A sample before or after another one, in a straight line to a time. */
static void extend(const wm_channel *c, uint32_t from, uint32_t to, float time, float value[16])
{
    const float *a = c->values + (size_t)from * c->width, *b = c->values + (size_t)to * c->width;
    float span = c->times[to] - c->times[from];
    float share = span != 0 ? (time - c->times[to]) / span : 0;
    for (uint32_t i = 0; i < c->width && i < 16; i++)
        value[i] = b[i] + (b[i] - a[i]) * share;
}

/* A program with other frames, such as Blender's 24 in a second, has no sample at a key of the
 * original, but some on both sides. The curve may be wherever their lines lead to.
 *
 * a, b: the original and the samples at that time. */
static bool is_near_between(const wm_channel *now, float time, const float *a, const float *b)
{
    static const float slack = 1e-3f; /* seconds */
    float before[16], after[16];
    wmi_search search = {.high = now->count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, now->times[search.at] <= time);
    uint32_t k = search.low; /* the first sample after the time */
    if (now->interpolation != WM_INTERPOLATION_LINEAR || k == 0 || k == now->count ||
        time - now->times[k - 1] < slack || now->times[k] - time < slack)
        return false;
    double off = 0, other = 0;
    if (k > 1) {
        extend(now, k - 2, k - 1, time, before);
        off = wmi_key_distance(now, before, b);
    }
    if (k + 1 < now->count) {
        extend(now, k + 1, k, time, after);
        other = wmi_key_distance(now, after, b);
    }
    return wmi_key_distance(now, a, b) <= most_of(now, a) + (off > other ? off : other);
}

/* Keys between which the program may have drawn another curve (bezier) are only compared at the
 * keys of the original. */
bool wmi_channel_is_same(const wm_channel *old, const wm_channel *now)
{
    bool bezier = old->interpolation != WM_INTERPOLATION_LINEAR;
    const wm_channel *at = bezier ? old : now;
    uint32_t hints[5] = {0, 0, 0, 0, 0};
    /* the last frame may be before the last key */
    for (uint32_t i = 0; i < at->count && at->times[i] <= now->times[now->count - 1]; i++) {
        float a[16], b[16];
        wm_channel_sample(old, at->times[i], &hints[0], a);
        wm_channel_sample(now, at->times[i], &hints[1], b);
        if (is_near(old, a, b) || is_near_in_time(old, at->times[i], hints + 3, a, b))
            continue;
        if (bezier && is_near_between(now, at->times[i], a, b))
            continue;
        if (bezier || old->property != WM_PROPERTY_ROTATION)
            return false;
        sample_straight(old, at->times[i], &hints[2], a);
        if (!is_near(old, a, b))
            return false;
    }
    return !is_trimmed(old, now);
}

bool wmi_channel_stays_at(const wm_channel *c, const wm_transform *rest)
{
    const float *v = wmi_rest_value(rest, c->property);
    size_t step = wmi_key_stride(c);
    for (uint32_t i = 0; i < c->count; i++)
        if (!is_near(c, c->values + step * i, v))
            return false;
    return true;
}

/* The value of a channel at a given time: keys, linear, step, bezier, slerp; and the events
 * in a time span. docs/scene.md, "Animations". */
#include "scene/internal.h"
#include "scene/keys.h"

float wm_play_time(float time, float length, wm_play play)
{
    if (!(length > 0) || !isfinite(length) || !(time == time))
        return 0;
    if (play == WM_PLAY_LOOP && isfinite(time)) {
        float rest = fmodf(time, length); /* exact */
        return rest < 0 ? rest + length : rest;
    }
    return time < 0 ? 0 : time > length ? length : time;
}

/* acos for 0 to 1 within 2e-8 (Abramowitz and Stegun 4.4.46), sin for 0 to pi/2 within
 * 1e-9. Those of libm differ between platforms in the last bits. Written in pairs of terms,
 * which a processor can compute in parallel. */
static double arc_cosine(double x)
{
    double x2 = x * x, x4 = x2 * x2;
    double low = (1.5707963050 - 0.2145988016 * x) + (0.0889789874 - 0.0501743046 * x) * x2;
    double high = (0.0308918810 - 0.0170881256 * x) + (0.0066700901 - 0.0012624911 * x) * x2;
    return sqrt(1 - x) * (low + high * x4);
}

static double sine(double x)
{
    double x2 = x * x, x4 = x2 * x2;
    double low = (1 - x2 * (1.0 / 6)) + (1.0 / 120 - x2 * (1.0 / 5040)) * x4;
    double high = (1.0 / 362880 - x2 * (1.0 / 39916800)) + x4 * (1.0 / 6227020800);
    return x * (low + high * (x4 * x4));
}

wm_quat wm_quat_slerp(wm_quat a, wm_quat b, float share)
{
    double ax = (double)a.x, ay = (double)a.y, az = (double)a.z, aw = (double)a.w;
    double bx = (double)b.x, by = (double)b.y, bz = (double)b.z, bw = (double)b.w;
    double dot = ax * bx + ay * by + az * bz + aw * bw;
    double sign = dot < 0 ? -1 : 1, p = 1 - (double)share, q = (double)share;
    dot *= sign;
    if (dot < 1 - 1e-6) { /* for closer ones, linear interpolation is even enough */
        double angle = arc_cosine(dot);
        p = sine(p * angle); /* division by sin(angle) is left to the normalisation below */
        q = sine(q * angle);
    }
    q *= sign;
    double x = p * ax + q * bx, y = p * ay + q * by, z = p * az + q * bz, w = p * aw + q * bw;
    double n = x * x + y * y + z * z + w * w;
    if (!(n > 0))
        return a;
    n = 1 / sqrt(n);
    return (wm_quat){(float)(x * n), (float)(y * n), (float)(z * n), (float)(w * n)};
}

/* The last key at or before the time; the first key if there is none. */
static uint32_t key_at(const wm_channel *c, float time, uint32_t *hint)
{
    const float *t = c->times;
    uint32_t low = 0, high = c->count; /* the key is in low to high - 1 */
    /* Time usually moves forward: try the same key, then the next. */
    if (hint && *hint < c->count - 1 && t[*hint] <= time) {
        low = *hint;
        if (time < t[low + 1])
            return low;
        low++;
        if (low + 1 < c->count && time < t[low + 1])
            high = low + 1;
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (t[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    if (hint)
        *hint = low;
    return low;
}

static void bezier(const float *k0, const float *k1, uint32_t n, float u, float *value)
{
    float v = 1 - u;
    float b0 = v * v * v, b1 = 3 * u * v * v, b2 = 3 * u * u * v, b3 = u * u * u;
    for (uint32_t i = 0; i < n; i++)
        value[i] =
            b0 * k0[i] + b1 * (k0[i] + k0[2 * n + i]) + b2 * (k1[i] + k1[n + i]) + b3 * k1[i];
}

static void between(const wm_channel *c, const float *k0, const float *k1, float u, float *value)
{
    if (c->interpolation == WM_INTERPOLATION_BEZIER) {
        bezier(k0, k1, c->width, u, value);
        return;
    }
    if (c->property == WM_PROPERTY_ROTATION) {
        wm_quat q = wm_quat_slerp((wm_quat){k0[0], k0[1], k0[2], k0[3]},
                                  (wm_quat){k1[0], k1[1], k1[2], k1[3]}, u);
        value[0] = q.x;
        value[1] = q.y;
        value[2] = q.z;
        value[3] = q.w;
        return;
    }
    for (uint32_t i = 0; i < c->width; i++)
        value[i] = k0[i] + (k1[i] - k0[i]) * u;
}

void wm_channel_sample(const wm_channel *c, float time, uint32_t *hint, float *value)
{
    uint32_t stride = wmi_key_stride(c);
    uint32_t key = c->count > 1 ? key_at(c, time == time ? time : 0, hint) : 0;
    const float *k0 = c->values + (size_t)key * stride;
    bool still =
        key + 1 == c->count || !(time > c->times[key]) || c->interpolation == WM_INTERPOLATION_STEP;
    if (still) {
        for (uint32_t i = 0; i < c->width; i++)
            value[i] = k0[i];
        return;
    }
    float t0 = c->times[key], t1 = c->times[key + 1];
    between(c, k0, k0 + stride, (time - t0) / (t1 - t0), value);
}

/* ---- events ---- */

/* The rounds (loops) in which an event occurs: first up to, but not including, last. */
typedef struct rounds {
    double first, last;
} rounds;

static rounds rounds_of(double time, double length, double from, double to, wm_play play)
{
    if (time > length)
        time = length;
    if (time < 0)
        time = 0;
    if (play != WM_PLAY_LOOP || !(length > 0))
        return (rounds){0, time >= from && time < to ? 1 : 0};
    double first = ceil((from - time) / length), last = ceil((to - time) / length);
    first = first > 0 ? first : 0;
    return (rounds){first, last > first ? last : first};
}

void wm_animation_events(const wm_scene_animation *a, float from, float to, wm_play play,
                         uint32_t *events, uint32_t capacity, uint32_t *count)
{
    const double most = 1e15; /* beyond this, rounds are no longer exact integers */
    double total = 0, round = most, start = (double)from, end = (double)to;
    *count = 0;
    if (!(from < to))
        return;
    if (play == WM_PLAY_LOOP && end > most * (double)a->length)
        end = most * (double)a->length;
    for (uint32_t i = 0; i < a->event_count; i++) {
        rounds r = rounds_of((double)a->events[i].time, (double)a->length, start, end, play);
        total += r.last - r.first;
        if (r.last > r.first && r.first < round)
            round = r.first;
    }
    *count = total < (double)UINT32_MAX ? (uint32_t)total : UINT32_MAX;
    uint32_t want = *count < capacity ? *count : capacity, n = 0;
    /* Every round from the first on has at least one event, so this ends. */
    for (; n < want; round++)
        for (uint32_t i = 0; i < a->event_count && n < want; i++) {
            rounds r = rounds_of((double)a->events[i].time, (double)a->length, start, end, play);
            if (round >= r.first && round < r.last)
                events[n++] = i;
        }
}

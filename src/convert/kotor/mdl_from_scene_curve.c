/* Keys of channels. Positions become offsets from the rest pose, and rotations may be packed
 * into one word. Curves and steps that the format lacks become linear keys.
 * docs/formats/kotor-mdl.md, "Controllers". */
#include "convert/kotor/mdl_from_scene_curve.h"

#include "scene/keys.h"

/* Largest error of linear keys against the curve they replace, per component. */
static const double tolerance = 5e-5;

/* ---- offsets ----------------------------------------------------------- */

static void plain_offsets(const wmi_motion *m, const wm_channel *c, float *to)
{
    wm_vec3 rest = m->scene->nodes[c->node].rest.translation;
    const float base[3] = {rest.x, rest.y, rest.z};
    uint32_t stride = wmi_key_stride(c);
    for (uint32_t i = 0; i < c->count * stride; i++)
        to[i] = i % stride < 3 ? (float)((double)c->values[i] - (double)base[i % stride])
                               : c->values[i];
}

/* If rounding hides the source's offset, the extras hold it: node, value index, offset. An
 * offset that no longer leads to the key is out of date. */
static void exact_offsets(const wmi_motion *m, const wm_scene_animation *a)
{
    const wm_extra *e = wm_extras_find(&a->extras, "offsets");
    for (uint32_t i = 0; e && e->numbers && i + 2 < e->count; i += 3) {
        uint32_t node = wmi_to_mdl_u32(e->numbers[i]), index = wmi_to_mdl_u32(e->numbers[i + 1]);
        float offset = (float)e->numbers[i + 2];
        if (node >= m->scene->node_count || m->channel_of[node] == WM_NO_INDEX)
            continue;
        const wm_channel *c = &a->channels[m->channel_of[node]];
        uint32_t stride = wmi_key_stride(c);
        if (index >= c->count * stride || index % stride > 2)
            continue;
        float sum =
            offset + wmi_axis(m->scene->nodes[node].rest.translation, (int)(index % stride));
        if (sum == c->values[index])
            m->offsets[m->channel_of[node]][index] = offset;
    }
}

static void list_unpacked(const wmi_motion *m, const wm_extra *e)
{
    for (uint32_t i = 0; e && e->numbers && i < e->count; i++) {
        uint32_t node = wmi_to_mdl_u32(e->numbers[i]);
        if (node < m->scene->node_count)
            m->unpacked[node] = true;
    }
}

bool wmi_motion_offsets(wmi_motion *m, const wm_scene_animation *a)
{
    wmi_arena *scratch = m->scratch;
    if (!m->own)
        return true;
    m->unpacked = wmi_arena_new(scratch, m->scene->node_count, sizeof *m->unpacked);
    m->channel_of = wmi_arena_raw(scratch, m->scene->node_count, sizeof *m->channel_of);
    m->offsets = wmi_arena_new(scratch, a->channel_count, sizeof *m->offsets);
    if (!m->unpacked || !m->channel_of || !m->offsets)
        return wmi_to_mdl_no_memory(m->t);
    list_unpacked(m, wm_extras_find(&a->extras, "unpacked"));
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        m->channel_of[i] = WM_NO_INDEX;
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const wm_channel *c = &a->channels[i];
        if (c->property != WM_PROPERTY_TRANSLATION)
            continue;
        m->channel_of[c->node] = i;
        m->offsets[i] = wmi_arena_raw(scratch, (size_t)c->count * wmi_key_stride(c), sizeof(float));
        if (!m->offsets[i])
            return wmi_to_mdl_no_memory(m->t);
        plain_offsets(m, c, m->offsets[i]);
    }
    exact_offsets(m, a);
    return true;
}

/* ---- curves of own scenes ---------------------------------------------- */

static bool is_packed(const wmi_motion *m, const wm_channel *c)
{
    const wm_extra *e = wm_extras_find(&m->scene->extras, "compress_quaternions");
    return c->property == WM_PROPERTY_ROTATION && c->interpolation != WM_INTERPOLATION_BEZIER &&
           e && e->numbers && e->numbers[0] != 0 && !m->unpacked[c->node];
}

static void plan_own(const wmi_motion *m, const wm_channel *c, wmi_curve *curve)
{
    uint32_t columns = c->property == WM_PROPERTY_SCALE ? 1 : c->width;
    bool bezier = c->interpolation == WM_INTERPOLATION_BEZIER;
    *curve = (wmi_curve){.columns = columns | (bezier ? WM_KOTOR_CONTROLLER_BEZIER : 0u),
                         .rows = c->count,
                         .width = bezier ? 3 * columns : columns,
                         .packed = is_packed(m, c)};
    if (curve->packed) {
        curve->columns = 2;
        curve->width = 1;
    }
}

static void fill_own(const wmi_motion *m, const wm_scene_animation *a, const wm_channel *c,
                     const wmi_curve *curve, float *times, float *values)
{
    uint32_t stride = wmi_key_stride(c);
    const float *from =
        c->property == WM_PROPERTY_TRANSLATION ? m->offsets[c - a->channels] : c->values;
    memcpy(times, c->times, c->count * sizeof *times);
    for (uint32_t r = 0; r < c->count; r++, from += stride, values += curve->width) {
        if (curve->packed) {
            uint32_t word = wm_kotor_quat_pack(from);
            memcpy(values, &word, sizeof word);
        } else if (c->property == WM_PROPERTY_SCALE) {
            for (uint32_t i = 0; i < curve->width; i++)
                values[i] = from[3 * i];
        } else {
            memcpy(values, from, stride * sizeof *values);
        }
    }
}

/* ---- curves of other programs ------------------------------------------ */

static bool is_same(float a, float b)
{
    return fabsf(a - b) <= 1e-5f * (1 + fabsf(b));
}

/* Other programs write a scale for every node that moves. */
static bool is_still(const wmi_motion *m, const wm_channel *c)
{
    wm_vec3 rest = m->scene->nodes[c->node].rest.scale;
    uint32_t stride = wmi_key_stride(c);
    for (uint32_t r = 0; r < c->count; r++)
        for (int k = 0; k < 3; k++)
            if (!is_same(c->values[(size_t)r * stride + (uint32_t)k], wmi_axis(rest, k)))
                return false;
    return true;
}

/* The value between two keys: u from 0 to 1, starting at key r. */
static void value_at(const wm_channel *c, uint32_t r, double u, float *to)
{
    uint32_t stride = wmi_key_stride(c);
    const float *a = c->values + (size_t)r * stride;
    const float *b = r + 1 < c->count ? a + stride : a;
    for (uint32_t k = 0; k < c->width; k++) {
        double p0 = (double)a[k], p3 = (double)b[k], v = u <= 0 ? p0 : p3;
        if (u > 0 && u < 1 && c->interpolation == WM_INTERPOLATION_BEZIER) {
            double p1 = p0 + (double)a[2 * c->width + k], p2 = p3 + (double)b[c->width + k];
            double w = 1 - u;
            v = w * w * w * p0 + 3 * w * w * u * p1 + 3 * w * u * u * p2 + u * u * u * p3;
        } else if (u > 0 && u < 1) {
            v = p0;
        }
        to[k] = (float)v;
    }
}

/* Converts a value to the model's form. `last` is the previous key, or NULL. */
static void convert_value(const wmi_motion *m, const wm_channel *c, const float *v,
                          const float *last, float *to)
{
    wmi_to_mdl *t = m->t;
    if (c->property == WM_PROPERTY_TRANSLATION) {
        wm_vec3 rest = t->mdl->tree.nodes[m->item_of[c->node]].position;
        wm_vec3 at = wmi_to_mdl_moved(t, c->node, (wm_vec3){v[0], v[1], v[2]});
        to[0] = (float)((double)at.x - (double)rest.x);
        to[1] = (float)((double)at.y - (double)rest.y);
        to[2] = (float)((double)at.z - (double)rest.z);
    } else if (c->property == WM_PROPERTY_ROTATION) {
        double n = sqrt((double)v[0] * (double)v[0] + (double)v[1] * (double)v[1] +
                        (double)v[2] * (double)v[2] + (double)v[3] * (double)v[3]);
        wm_quat q = {0, 0, 0, 1};
        if (fabs(n - 1) < 1e-5)
            q = (wm_quat){v[0], v[1], v[2], v[3]};
        else if (n > 1e-12 && isfinite(n))
            q = (wm_quat){(float)((double)v[0] / n), (float)((double)v[1] / n),
                          (float)((double)v[2] / n), (float)((double)v[3] / n)};
        q = wmi_to_mdl_quat(t, q);
        if (last && last[0] * q.x + last[1] * q.y + last[2] * q.z + last[3] * q.w < 0)
            q = (wm_quat){-q.x, -q.y, -q.z, -q.w}; /* the shorter way */
        memcpy(to, &q, sizeof q);
    } else if (c->property == WM_PROPERTY_SCALE) {
        wm_vec3 rest = m->scene->nodes[c->node].rest.scale;
        if (t->places[c->node].vanished)
            rest = (wm_vec3){1, 1, 1};
        to[0] = (v[0] / rest.x + v[1] / rest.y + v[2] / rest.z) / 3;
    } else {
        memcpy(to, v, c->width * sizeof *to);
    }
}

/* Tangents of a position are offsets from it: applies the map without the rest position. */
static void convert_tangent(const wmi_motion *m, const wm_channel *c, const float *v, float *to)
{
    wm_vec3 at = wmi_to_mdl_moved(m->t, c->node, (wm_vec3){v[0], v[1], v[2]});
    memcpy(to, &at, sizeof at);
}

/* The number of linear pieces between two keys of a curve. A chord over 1/n of a curve is no
 * farther from it than its second derivative over 8 n^2; for a cubic that is largest at an
 * end. */
static uint32_t steps_between(const wm_channel *c, uint32_t r)
{
    const float *a = c->values + (size_t)r * 3 * c->width, *b = a + 3 * (size_t)c->width;
    double bend = 0;
    for (uint32_t k = 0; k < c->width; k++) {
        double p0 = (double)a[k], p1 = p0 + (double)a[2 * c->width + k];
        double p3 = (double)b[k], p2 = p3 + (double)b[c->width + k];
        bend = wmi_max(bend, 6 * wmi_max(fabs(p0 - 2 * p1 + p2), fabs(p1 - 2 * p2 + p3)));
    }
    double steps = ceil(sqrt(bend / (8 * tolerance)));
    return !(steps > 1) ? 1 : steps > 256 ? 256 : (uint32_t)steps;
}

static bool keeps_curve(const wm_channel *c)
{
    return c->interpolation == WM_INTERPOLATION_LINEAR ||
           (c->interpolation == WM_INTERPOLATION_BEZIER && c->property == WM_PROPERTY_TRANSLATION);
}

/* Is the scale removed above the node the same in all directions? */
static bool is_even(const wmi_motion *m, uint32_t node)
{
    uint32_t parent = m->scene->nodes[node].parent;
    if (parent == WM_NO_INDEX || parent == m->t->skipped || m->t->places[parent].plain)
        return true;
    const wmi_linear *a = &m->t->places[parent].excess;
    double s = a->m[0][0];
    const wmi_linear even = {{{s, 0, 0}, {0, s, 0}, {0, 0, s}}};
    return s > 0 && wmi_linear_distance(a, &even) < 1e-4 * s;
}

static bool plan_other(const wmi_motion *m, const wm_channel *c, wmi_curve *curve)
{
    if (c->property == WM_PROPERTY_SCALE && is_still(m, c))
        return false;
    bool bezier = c->interpolation == WM_INTERPOLATION_BEZIER && keeps_curve(c);
    uint32_t columns = c->property == WM_PROPERTY_SCALE ? 1 : c->width;
    *curve = (wmi_curve){.columns = columns | (bezier ? WM_KOTOR_CONTROLLER_BEZIER : 0u),
                         .rows = c->count,
                         .width = bezier ? 3 * columns : columns,
                         .uneven = c->property == WM_PROPERTY_ROTATION && !is_even(m, c->node),
                         .resampled = !keeps_curve(c) && c->count > 1};
    for (uint32_t r = 0; curve->resampled && r + 1 < c->count; r++)
        curve->rows += c->interpolation == WM_INTERPOLATION_STEP ? 1 : steps_between(c, r) - 1;
    return true;
}

static void fill_kept(const wmi_motion *m, const wm_channel *c, const wmi_curve *curve,
                      float *times, float *values)
{
    uint32_t stride = wmi_key_stride(c);
    memcpy(times, c->times, c->count * sizeof *times);
    for (uint32_t r = 0; r < c->count; r++, values += curve->width) {
        const float *v = c->values + (size_t)r * stride;
        convert_value(m, c, v, r ? values - curve->width : NULL, values);
        if (curve->columns & WM_KOTOR_CONTROLLER_BEZIER) {
            convert_tangent(m, c, v + 3, values + 3);
            convert_tangent(m, c, v + 6, values + 6);
        }
    }
}

static void fill_resampled(const wmi_motion *m, const wm_channel *c, const wmi_curve *curve,
                           float *times, float *values)
{
    float value[16], *last = NULL;
    for (uint32_t r = 0; r < c->count; r++) {
        bool end = r + 1 == c->count, step = c->interpolation == WM_INTERPOLATION_STEP;
        uint32_t steps = end ? 1 : step ? 2 : steps_between(c, r);
        for (uint32_t k = 0; k < steps; k++, values += curve->width) {
            double u = (double)k / (double)steps, from = (double)c->times[r];
            *times = (float)(end ? from : from + u * ((double)c->times[r + 1] - from));
            if (step && k) /* just before the next key */
                *times = wmi_maxf(nextafterf(c->times[r + 1], -INFINITY), c->times[r]);
            times++;
            value_at(c, r, step ? 0 : u, value);
            convert_value(m, c, value, last, values);
            last = values;
        }
    }
}

/* ---- both -------------------------------------------------------------- */

bool wmi_curve_plan(const wmi_motion *m, const wm_channel *c, wmi_curve *curve)
{
    if (!m->own)
        return plan_other(m, c, curve);
    plan_own(m, c, curve);
    return true;
}

void wmi_curve_fill(const wmi_motion *m, const wm_scene_animation *a, const wm_channel *c,
                    const wmi_curve *curve, float *times, float *values)
{
    if (m->own)
        fill_own(m, a, c, curve, times, values);
    else if (curve->resampled)
        fill_resampled(m, c, curve, times, values);
    else
        fill_kept(m, c, curve, times, values);
}

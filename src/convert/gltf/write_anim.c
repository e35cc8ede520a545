/* Writes animations to glTF. Translations, rotations and scales become channels. Everything
 * else goes into the extras of its animation, with the times and values of the source. */
#include <math.h>

#include "convert/gltf/write.h"
#include "scene/keys.h"

static bool is_channel(const wm_channel *c)
{
    return c->property == WM_PROPERTY_TRANSLATION || c->property == WM_PROPERTY_ROTATION ||
           c->property == WM_PROPERTY_SCALE;
}

bool wmi_gltf_is_late(const wm_channel *c)
{
    return is_channel(c) && c->count && c->times[0] > 0;
}

/* Key times as glTF requires them: not negative and strictly increasing. */
static void put_times(const wm_channel *c, float *to)
{
    for (uint32_t i = 0; i < c->count; i++) {
        to[i] = c->times[i] > 0 ? c->times[i] : 0;
        if (i > 0 && to[i] <= to[i - 1])
            to[i] = nextafterf(to[i - 1], INFINITY);
    }
}

/* One value (or tangent) of the property in the space of the file. */
static void convert_value(const wmi_gltf *g, const wm_channel *c, const float *from, float *to,
                          bool tangent)
{
    for (uint32_t k = 0; k < c->width; k++)
        to[k] = isfinite(from[k]) ? from[k] : 0;
    if (c->property == WM_PROPERTY_TRANSLATION && g->mirror)
        to[2] = -to[2];
    if (c->property == WM_PROPERTY_ROTATION) {
        wm_quat q = wmi_gltf_quat(g, (wm_quat){to[0], to[1], to[2], to[3]});
        if (!tangent)
            q = wmi_gltf_unit(q);
        memcpy(to, &q, sizeof q);
    }
}

/* A bezier key holds offsets of its control points. A cubic in time has three times that
 * slope over the span to the neighbouring key. */
static void put_cubic(const wmi_gltf *g, const wm_channel *c, const float *times, float *to)
{
    uint32_t w = c->width;
    for (uint32_t i = 0; i < c->count; i++, to += 3 * (size_t)w) {
        const float *key = c->values + 3 * (size_t)w * i;
        float before = i > 0 ? times[i] - times[i - 1] : 0;
        float after = i + 1 < c->count ? times[i + 1] - times[i] : 0;
        convert_value(g, c, key + w, to, true);
        convert_value(g, c, key, to + w, false);
        convert_value(g, c, key + 2 * (size_t)w, to + 2 * (size_t)w, true);
        for (uint32_t k = 0; k < w; k++) {
            to[k] = before > 0 ? -3 * to[k] / before : 0;
            to[2 * w + k] = after > 0 ? 3 * to[2 * w + k] / after : 0;
        }
    }
}

/* Every sampler begins at 0: Blender's exporter fails on others. A key that was added for that
 * holds the value of the first one, as before, and is marked. */
static void put_sampler(wmi_gltf *g, wmi_writer *w, const wm_channel *c)
{
    bool cubic = c->interpolation == WM_INTERPOLATION_BEZIER && c->count > 1;
    size_t step = wmi_key_stride(c);
    size_t key = cubic ? 3 * (size_t)c->width : c->width;
    size_t room = ((size_t)c->count + 1) * (1 + key);
    uint32_t added = c->times[0] > 0, count = c->count + added;
    float *times = wmi_gltf_scratch(g, room);
    if (!times)
        return;
    float *values = times + count;
    put_times(c, times + added);
    if (cubic)
        put_cubic(g, c, times + added, values + key * added);
    for (uint32_t i = 0; !cubic && i < c->count; i++)
        convert_value(g, c, c->values + step * i, values + key * (i + added), false);
    if (added) {
        times[0] = 0;
        memset(values, 0, key * sizeof *values); /* the slopes of a cubic */
        memcpy(values + (cubic ? c->width : 0), values + key + (cubic ? c->width : 0),
               c->width * sizeof *values);
    }
    uint32_t input = wmi_gltf_floats(g, times, count, 1, WMI_GLTF_OTHER, true);
    uint32_t output =
        wmi_gltf_floats(g, values, cubic ? 3 * count : count, c->width, WMI_GLTF_OTHER, false);
    wmi_writer_printf(w, "{\"input\":%lu,\"interpolation\":\"%s\",\"output\":%lu%s}", (ul)input,
                      cubic                                       ? "CUBICSPLINE"
                      : c->interpolation == WM_INTERPOLATION_STEP ? "STEP"
                                                                  : "LINEAR",
                      (ul)output, added ? ",\"extras\":{\"added_key\":true}" : "");
    wmi_gltf_unscratch(g, times, room);
}

/* ---- extras ------------------------------------------------------------ */

/* Does the reader get back exactly this channel from the glTF channel? */
static bool is_exact(const wm_channel *c)
{
    static const char *const names[] = {"position", "orientation", "scale"};
    if (c->interpolation == WM_INTERPOLATION_BEZIER || strcmp(c->name, names[c->property]) != 0)
        return false;
    for (uint32_t i = 0; i < c->count; i++)
        if (signbit(c->times[i]) || (i > 0 && c->times[i] <= c->times[i - 1]))
            return false;
    for (size_t i = 0; i < (size_t)c->count * c->width; i++)
        if (!isfinite(c->values[i]))
            return false;
    for (uint32_t i = 0; c->property == WM_PROPERTY_ROTATION && i < c->count; i++) {
        wm_quat q, unit;
        memcpy(&q, c->values + 4 * (size_t)i, sizeof q);
        unit = wmi_gltf_unit(q);
        if (memcmp(&q, &unit, sizeof q) != 0)
            return false;
    }
    return true;
}

/* `at` is its index among the channels of the animation. Nodes are also named, because other
 * programs renumber them. */
static void put_other(const wmi_gltf *g, wmi_writer *w, const wm_channel *c, uint32_t at,
                      bool *first)
{
    static const char *const how[] = {"linear", "step", "bezier"};
    static const char *const kinds[] = {"translation",  "rotation",          "scale",
                                        "alpha",        "self_illumination", "light_colour",
                                        "light_radius", "light_multiplier",  "other"};
    wmi_writer_printf(w, "%s{\"at\":%lu,\"node\":%lu,\"target\":", *first ? "" : ",", (ul)at,
                      (ul)c->node);
    *first = false;
    wmi_gltf_text(w, g->scene->nodes[c->node].name);
    wmi_writer_text(w, ",\"property\":");
    wmi_gltf_text(w, c->name);
    wmi_writer_printf(w, ",\"kind\":\"%s\",\"interpolation\":\"%s\",\"width\":%lu,\"times\":",
                      kinds[c->property], how[c->interpolation], (ul)c->width);
    wmi_gltf_numbers(w, c->times, c->count);
    wmi_writer_text(w, ",\"values\":");
    wmi_gltf_numbers(w, c->values, c->count * wmi_key_stride(c));
    wmi_writer_text(w, "}");
}

static void put_events(wmi_writer *w, const wm_scene_animation *a)
{
    wmi_writer_text(w, ",\"events\":[");
    for (uint32_t i = 0; i < a->event_count; i++) {
        wmi_writer_text(w, i ? ",{\"time\":" : "{\"time\":");
        wmi_gltf_number(w, a->events[i].time);
        wmi_writer_text(w, ",\"name\":");
        wmi_gltf_text(w, a->events[i].name);
        wmi_writer_text(w, "}");
    }
    wmi_writer_text(w, "]");
}

void wmi_gltf_put_animation_extras(const wmi_gltf *g, wmi_writer *w, const wm_scene_animation *a,
                                   uint32_t at, wmi_gltf_repeat repeat)
{
    bool first = true;
    wmi_writer_text(w, "{\"length\":");
    wmi_gltf_number(w, a->length);
    wmi_writer_text(w, ",\"transition\":");
    wmi_gltf_number(w, a->transition);
    if (at != WM_NO_INDEX)
        wmi_writer_printf(w, ",\"at\":%lu", (ul)at);
    if (a->root != WM_NO_INDEX)
        wmi_writer_printf(w, ",\"root\":%lu", (ul)a->root);
    if (a->inherited) {
        wmi_writer_text(w, ",\"inherited\":");
        wmi_gltf_text(w, a->inherited);
    }
    put_events(w, a);
    wmi_writer_text(w, ",\"channels\":[");
    for (uint32_t i = 0; i < a->channel_count; i++)
        if (!is_channel(&a->channels[i]) || repeat == WMI_GLTF_REPEAT_ALL ||
            (repeat == WMI_GLTF_REPEAT_LATE && wmi_gltf_is_late(&a->channels[i])) ||
            (repeat == WMI_GLTF_REPEAT_INEXACT && !is_exact(&a->channels[i])))
            put_other(g, w, &a->channels[i], i, &first);
    wmi_writer_text(w, "]");
    first = false;
    wmi_gltf_members(w, &a->extras, &first);
    wmi_writer_text(w, "}");
}

/* ---- animations -------------------------------------------------------- */

static const char *target(wm_property property)
{
    return property == WM_PROPERTY_TRANSLATION ? "translation"
           : property == WM_PROPERTY_ROTATION  ? "rotation"
                                               : "scale";
}

static void put_target(wmi_writer *w, uint32_t sampler, uint32_t node, const char *path)
{
    wmi_writer_printf(w, "%s{\"sampler\":%lu,\"target\":{\"node\":%lu,\"path\":\"%s\"}}",
                      sampler ? "," : "", (ul)sampler, (ul)node, path);
}

/* Samplers of the nodes that keep their scale, or their targets. Returns how many there are. */
static uint32_t put_scaled(wmi_gltf *g, wmi_writer *w, uint32_t animation, uint32_t first,
                           bool targets)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->scaled_count; i++) {
        if (g->keyed[g->scaled[i]] == animation)
            continue;
        if (targets) {
            put_target(w, first + count, g->scaled[i], "scale");
        } else {
            wmi_writer_text(w, first + count ? "," : "");
            wmi_gltf_rest_sampler(g, w, g->scaled[i]);
        }
        count++;
    }
    return count;
}

/* number: its index, from 1. */
static void put_animation(wmi_gltf *g, const wm_scene_animation *a, uint32_t number)
{
    wmi_writer *w = &g->animations.text;
    uint32_t count = 0;
    bool late = g->times != WM_NO_INDEX && wmi_gltf_count_late(a);
    wmi_gltf_item(&g->animations);
    wmi_writer_text(w, "{\"name\":");
    wmi_gltf_text(w, a->name);
    wmi_writer_text(w, ",\"samplers\":[");
    for (uint32_t i = 0; i < a->channel_count; i++)
        if (is_channel(&a->channels[i])) {
            wmi_writer_text(w, count++ ? "," : "");
            put_sampler(g, w, &a->channels[i]);
        }
    wmi_gltf_mark_scaled(g, a, number);
    count += put_scaled(g, w, number, count, false);
    if (g->times != WM_NO_INDEX) {
        wmi_writer_text(w, count ? "," : "");
        wmi_gltf_times_sampler(g, w, a);
    }
    if (late) {
        wmi_writer_text(w, ",");
        wmi_gltf_late_sampler(g, w, a);
    }
    wmi_writer_text(w, "],\"channels\":[");
    count = 0;
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const wm_channel *c = &a->channels[i];
        if (is_channel(c))
            put_target(w, count++, c->node, target(c->property));
    }
    count += put_scaled(g, w, number, count, true);
    if (g->times != WM_NO_INDEX)
        put_target(w, count++, g->times, "translation");
    if (late)
        put_target(w, count, g->times, "scale");
    wmi_writer_text(w, "],\"extras\":");
    wmi_gltf_put_animation_extras(g, w, a, WM_NO_INDEX, WMI_GLTF_REPEAT_INEXACT);
    wmi_writer_text(w, "}");
}

/* A glTF animation has at least one channel. If nothing moves in any animation, they go into the
 * extras of the scene. */
static void put_leftover(wmi_gltf *g, const wm_scene_animation *a, uint32_t at)
{
    wmi_writer *w = &g->leftover;
    wmi_writer_text(w, g->leftover_count++ ? ",{\"name\":" : "{\"name\":");
    wmi_gltf_text(w, a->name);
    wmi_writer_text(w, ",\"extras\":");
    wmi_gltf_put_animation_extras(g, w, a, at, WMI_GLTF_REPEAT_INEXACT);
    wmi_writer_text(w, "}");
}

void wmi_gltf_animations(wmi_gltf *g)
{
    if (!wmi_gltf_list_scaled(g))
        g->failed = true;
    for (uint32_t i = 0; i < g->scene->animation_count && !g->failed; i++) {
        const wm_scene_animation *a = &g->scene->animations[i];
        bool any = g->times != WM_NO_INDEX;
        for (uint32_t k = 0; k < a->channel_count; k++)
            any = any || is_channel(&a->channels[k]);
        if (any)
            put_animation(g, a, i + 1);
        else
            put_leftover(g, a, i);
    }
}

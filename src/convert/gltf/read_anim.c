/* Reads animations from glTF. Translation, rotation and scale channels are glTF's own. Other
 * channels, events and lengths are in the extras of animations that this library wrote. The
 * extras also repeat the first three where glTF cannot hold them exactly. docs/gltf.md. */
#include <math.h>

#include "base/words.h"
#include "convert/gltf/read.h"
#include "scene/keys.h"

typedef struct mover {
    wmi_gltf_reader *g;
    wm_scene_animation *to;
    const wm_json_value *extras;
    wmi_gltf_array samplers;
    uint32_t room;          /* of to->channels; channels not filled yet have no keys */
    uint32_t next;          /* no channel before this one is free */
    uint32_t *seen, serial; /* by node and property: the last animation that used it */
} mover;

static const char *const ways[] = {"linear", "step", "bezier"};
static const char *const properties[] = {"translation",  "rotation",          "scale",
                                         "alpha",        "self_illumination", "light_colour",
                                         "light_radius", "light_multiplier",  "other"};

/* ---- channels ---- */

/* The slot for one more channel: `at` if that is free, else the first free one. */
static wm_channel *place(mover *m, uint32_t at)
{
    wm_channel *list = m->to->channels;
    if (at < m->room && list[at].count == 0)
        return &list[at];
    while (m->next < m->room && list[m->next].count)
        m->next++;
    return m->next < m->room ? &list[m->next] : NULL;
}

/* True if the animation has not moved this yet. */
static bool is_first(mover *m, uint32_t node, wm_property property)
{
    if (property > WM_PROPERTY_SCALE)
        return true;
    uint32_t *seen = &m->seen[3 * (size_t)node + (size_t)property];
    bool first = *seen != m->serial;
    *seen = m->serial;
    return first;
}

static bool make_keys(mover *m, wm_channel *c)
{
    c->times = wm_scene_alloc(m->g->scene, c->count, sizeof *c->times, NULL);
    c->values =
        wm_scene_alloc(m->g->scene, wmi_channel_values(c) * c->width, sizeof *c->values, NULL);
    return (c->times && c->values) || wmi_gltf_no_memory(m->g);
}

/* In the space of the scene. */
static void convert_values(const wmi_gltf_reader *g, wm_channel *c)
{
    for (size_t i = 0; g->mirrored && i < wmi_channel_values(c); i++) {
        float *v = c->values + i * c->width;
        if (c->property == WM_PROPERTY_TRANSLATION)
            v[2] = -v[2];
        if (c->property == WM_PROPERTY_ROTATION) {
            v[0] = -v[0];
            v[1] = -v[1];
        }
    }
}

/* Input per key: slope before it, value, slope after it. Output: value, and the offsets of
 * the control points, which lie at a third of the time to the neighbouring key. */
static void order_bezier(wm_channel *c)
{
    uint32_t w = c->width;
    for (uint32_t i = 0; i < c->count; i++) {
        float *key = c->values + 3 * (size_t)w * i;
        float before = i > 0 ? c->times[i] - c->times[i - 1] : 0;
        float after = i + 1 < c->count ? c->times[i + 1] - c->times[i] : 0;
        for (uint32_t k = 0; k < w; k++) {
            float in = key[k];
            key[k] = key[w + k];
            key[w + k] = 0 - in * before / 3;
            key[2 * w + k] = key[2 * w + k] * after / 3;
        }
    }
}

/* The writer adds a key at 0 to channels that begin later. */
static void drop_first(wm_channel *c)
{
    c->count--;
    c->times++;
    c->values += wmi_key_stride(c);
}

/* Channels that share nothing have less than one key for each byte of the file. Samplers are often
 * shared, but a key is copied for each channel. */
static bool count_keys(wmi_gltf_reader *g, uint32_t input, uint32_t more)
{
    uint64_t most = 250000 + g->size;
    g->keys += more;
    if (g->keys <= most)
        return true;
    return wmi_gltf_fail(g, WM_LIMIT, wmi_gltf_accessor(g, input),
                         "channels share samplers so often that they have more than %s keys, the "
                         "limit for %s",
                         wmi_number(most).text, wmi_count(g->size, "byte", "bytes").text);
}

static bool read_sampler(mover *m, const wm_json_value *sampler, wm_channel *c)
{
    wmi_gltf_reader *g = m->g;
    const char *way = wmi_gltf_get_text(sampler, "interpolation");
    uint32_t input, output;
    wmi_gltf_span s;
    if (!wmi_gltf_get_u32(g, sampler, "input", WM_NO_INDEX, &input) ||
        !wmi_gltf_get_u32(g, sampler, "output", WM_NO_INDEX, &output) ||
        !wmi_gltf_span_of(g, input, &s))
        return false;
    if (s.width != 1)
        return wmi_gltf_fail(g, WM_BAD_VALUE, wmi_gltf_accessor(g, input),
                             "expected one number for each time");
    c->interpolation = way && strcmp(way, "STEP") == 0          ? WM_INTERPOLATION_STEP
                       : way && strcmp(way, "CUBICSPLINE") == 0 ? WM_INTERPOLATION_BEZIER
                                                                : WM_INTERPOLATION_LINEAR;
    c->count = s.count;
    if (c->count == 0)
        return true;
    if (c->count > WMI_GLTF_ELEMENTS_MAX / 3)
        return wmi_gltf_fail(g, WM_LIMIT, wmi_gltf_accessor(g, input), "too many keys");
    if (!count_keys(g, input, c->count) || !make_keys(m, c) ||
        !wmi_gltf_read_floats(g, input, c->count, 1, c->times) ||
        !wmi_gltf_read_floats(g, output, (uint32_t)wmi_channel_values(c), c->width, c->values))
        return false;
    if (c->count > 1 && wmi_gltf_is_true(wmi_gltf_extra(sampler, "added_key")))
        drop_first(c);
    if (c->interpolation == WM_INTERPOLATION_BEZIER)
        order_bezier(c);
    convert_values(g, c);
    return true;
}

/* Keys of a root beside the frame. Offsets of control points are rotated like values. */
static void make_upright(const wm_channel *c)
{
    for (size_t i = 0; c->property != WM_PROPERTY_SCALE && i < wmi_channel_values(c); i++) {
        float *v = c->values + i * c->width;
        wm_vec3 p = {v[0], v[1], v[2]};
        wm_quat q = {0, 0, 0, 1};
        if (c->property == WM_PROPERTY_ROTATION)
            memcpy(&q, v, sizeof q);
        wmi_gltf_make_upright(&p, &q);
        memcpy(v, c->property == WM_PROPERTY_ROTATION ? (const void *)&q : (const void *)&p,
               c->width * sizeof *v);
    }
}

/* The writer adds channels of nodes that keep their scale. */
static bool is_added(const mover *m, uint32_t sampler)
{
    return wmi_gltf_is_true(
        wmi_gltf_extra(wm_json_item(m->samplers.list, sampler), "added_channel"));
}

static bool read_channel(mover *m, const wm_json_value *from)
{
    static const char *const names[] = {"position", "orientation", "scale"};
    wmi_gltf_reader *g = m->g;
    const wm_json_value *target = wm_json_find(from, "target");
    const char *path = wmi_gltf_get_text(target, "path");
    uint32_t sampler, node, property = wmi_gltf_word(path, properties, 3, 3);
    if (!wmi_gltf_get_u32(g, from, "sampler", WM_NO_INDEX, &sampler) ||
        !wmi_gltf_get_u32(g, target, "node", WM_NO_INDEX, &node))
        return false;
    if (property == 3 || node == WM_NO_INDEX) {
        g->notes |=
            path && strcmp(path, "weights") == 0 ? WMI_GLTF_NOTE_MORPH : WMI_GLTF_NOTE_CHANNELS;
        return true;
    }
    if (sampler >= m->samplers.count || node >= g->nodes.count)
        return wmi_gltf_fail(g, WM_BAD_OFFSET, from, "there is no sampler %lu or no node %lu",
                             (ul)sampler, (ul)node);
    node = g->node_of[node];
    if (node == WM_NO_INDEX || is_added(m, sampler) || !is_first(m, node, (wm_property)property))
        return true;
    wm_channel c = {.node = node, .property = (wm_property)property, .name = names[property]};
    c.width = wm_property_width(c.property);
    if (!read_sampler(m, wm_json_item(m->samplers.list, sampler), &c))
        return false;
    if (g->beside[node] && g->scene->up == WM_UP_Z)
        make_upright(&c);
    wm_channel *to = c.count ? place(m, WM_NO_INDEX) : NULL;
    if (to)
        *to = c;
    return true;
}

/* ---- channels from the extras ---- */

static bool read_list(const wm_json_value *list, float *to, uint32_t count)
{
    if (wm_json_count(list) != count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!wm_json_as_float(wm_json_item(list, i), &to[i]))
            return false;
    return true;
}

/* By index in a file of ours. Other programs renumber nodes but keep names. */
static bool find_target(mover *m, const wm_json_value *from, uint32_t *node)
{
    wmi_gltf_reader *g = m->g;
    const char *name = wmi_gltf_get_text(from, "target");
    if (!wmi_gltf_get_u32(g, from, "node", WM_NO_INDEX, node))
        return false;
    if (g->own) {
        *node = *node < g->scene->node_count ? *node : WM_NO_INDEX;
        return true;
    }
    g->read += g->scene->node_count;
    if (g->read > WMI_GLTF_ELEMENTS_MAX)
        return wmi_gltf_fail(g, WM_LIMIT, from, "too many channels");
    *node = name ? wm_scene_find_node(g->scene, name) : WM_NO_INDEX;
    return true;
}

static bool read_other(mover *m, const wm_json_value *from)
{
    wmi_gltf_reader *g = m->g;
    const wm_json_value *times = wm_json_find(from, "times"),
                        *values = wm_json_find(from, "values");
    const char *name = wmi_gltf_get_text(from, "property");
    uint32_t at;
    wm_channel c = {.property =
                        (wm_property)wmi_gltf_word(wmi_gltf_get_text(from, "kind"), properties,
                                                   WM_PROPERTY_OTHER, WM_PROPERTY_OTHER)};
    c.interpolation =
        (wm_interpolation)wmi_gltf_word(wmi_gltf_get_text(from, "interpolation"), ways, 3, 0);
    bool sampled = !g->own && c.property <= WM_PROPERTY_SCALE; /* glTF's channel may be newer */
    if (sampled && g->frame == WM_NO_INDEX)
        return true;
    if (!find_target(m, from, &c.node) || !wmi_gltf_get_u32(g, from, "width", 1, &c.width) ||
        !wmi_gltf_get_u32(g, from, "at", WM_NO_INDEX, &at))
        return false;
    if (c.node == WM_NO_INDEX) {
        g->notes |= sampled ? 0 : WMI_GLTF_NOTE_CHANNELS;
        return true;
    }
    c.count = wmi_gltf_is_array(times) ? wm_json_count(times) : 0;
    if (c.width < 1 || c.width > 16 || c.count == 0 ||
        (!sampled && !is_first(m, c.node, c.property)))
        return wmi_gltf_fail(g, WM_BAD_VALUE, from,
                             "the channel has no keys, no width or is a duplicate");
    if (!make_keys(m, &c))
        return false;
    if (!read_list(times, c.times, c.count) ||
        !read_list(values, c.values, wmi_key_stride(&c) * c.count))
        return wmi_gltf_fail(g, WM_BAD_VALUE, from, "the counts of times and values do not match");
    if (!wmi_gltf_copy(g, name ? name : "", &c.name))
        return false;
    if (sampled)
        return wmi_gltf_add_original(g, (uint32_t)(m->to - g->scene->animations), &c);
    wm_channel *to = place(m, at);
    if (to)
        *to = c;
    return true;
}

/* ---- animations ---- */

static bool read_events(wmi_gltf_reader *g, const wm_json_value *list, wm_scene_animation *a)
{
    if (!wmi_gltf_is_array(list))
        return true;
    a->events = wm_scene_alloc(g->scene, wm_json_count(list), sizeof *a->events, NULL);
    if (!a->events)
        return wmi_gltf_no_memory(g);
    for (uint32_t i = 0; i < wm_json_count(list); i++) {
        const wm_json_value *item = wm_json_item(list, i);
        wm_scene_event *e = &a->events[a->event_count++];
        e->time = wmi_gltf_get_number(item, "time", 0);
        if (!wmi_gltf_get_name(g, item, &e->name))
            return false;
    }
    return true;
}

/* The time of the last key, or the length that the file records. */
static void set_length(mover *m)
{
    wm_scene_animation *a = m->to;
    float end = 0, stated = wmi_gltf_get_number(m->extras, "length", -1);
    m->g->stated[a - m->g->scene->animations] = stated;
    for (uint32_t i = 0; i < a->channel_count; i++) {
        float last = a->channels[i].times[a->channels[i].count - 1];
        end = last > end && isfinite(last) ? last : end;
    }
    a->length = stated >= 0 && (m->g->own || stated > end) ? stated : end;
    a->transition = wmi_gltf_get_number(m->extras, "transition", 0);
    a->transition = a->transition > 0 ? a->transition : 0;
}

static bool read_head(mover *m, const wm_json_value *from)
{
    static const char *const known[] = {"length", "transition", "root", "inherited",
                                        "events", "channels",   "at",   NULL};
    wmi_gltf_reader *g = m->g;
    wm_scene_animation *a = m->to;
    const wm_json_value *extras = m->extras;
    const char *inherited = wmi_gltf_get_text(extras, "inherited");
    a->root = WM_NO_INDEX;
    if (g->own && !wmi_gltf_get_u32(g, extras, "root", WM_NO_INDEX, &a->root))
        return false;
    return wmi_gltf_get_name(g, from, &a->name) && wmi_gltf_cut_armature(g, &a->name) &&
           read_events(g, wm_json_find(extras, "events"), a) &&
           (!inherited || wmi_gltf_copy(g, inherited, &a->inherited)) &&
           wmi_gltf_read_members(g, extras, known, &a->extras);
}

static bool read_channels(mover *m, const wm_json_value *from)
{
    const wm_json_value *channels = wm_json_find(from, "channels");
    const wm_json_value *others = wm_json_find(m->extras, "channels");
    wm_scene_animation *a = m->to;
    m->room = wm_json_count(channels) + wm_json_count(others);
    m->next = 0;
    a->channels = wm_scene_alloc(m->g->scene, m->room, sizeof *a->channels, NULL);
    if (!a->channels)
        return wmi_gltf_no_memory(m->g);
    for (uint32_t i = 0; i < wm_json_count(others); i++)
        if (!read_other(m, wm_json_item(others, i)))
            return false;
    for (uint32_t i = 0; i < wm_json_count(channels); i++)
        if (!read_channel(m, wm_json_item(channels, i)))
            return false;
    for (uint32_t i = 0; i < m->room; i++)
        if (a->channels[i].count)
            a->channels[a->channel_count++] = a->channels[i];
    return true;
}

static bool read_animation(mover *m, const wm_json_value *from, wm_scene_animation *to)
{
    m->to = to;
    m->serial++;
    m->samplers.list = wm_json_find(from, "samplers");
    m->samplers.count = wm_json_count(m->samplers.list);
    wm_json *text = NULL;
    if (!wmi_gltf_extras_of_animation(m->g, from, &text, &m->extras))
        return false;
    bool good = read_head(m, from) && read_channels(m, from);
    if (good)
        set_length(m);
    wm_json_free(text);
    return good;
}

/* Animations without a glTF channel are in the extras of the scene. Each records its index
 * among all animations. */
static bool read_all(mover *m, const wm_json_value *leftover, uint32_t room)
{
    wm_scene *s = m->g->scene;
    uint32_t next = 0, last = room ? room - 1 : 0;
    bool *taken = wmi_gltf_scratch_of(m->g, (size_t)room + 1, sizeof *taken), good = true;
    if (!taken)
        return wmi_gltf_no_memory(m->g);
    s->animation_count = room;
    for (uint32_t i = 0; i < wm_json_count(leftover); i++) {
        const wm_json_value *item = wm_json_item(leftover, i);
        uint32_t at;
        if (!(good = wmi_gltf_get_u32(m->g, wm_json_find(item, "extras"), "at", WM_NO_INDEX, &at)))
            break;
        if (at >= room || taken[at]) {
            while (taken[last])
                last--;
            at = last;
        }
        taken[at] = true;
        if (!(good = read_animation(m, item, &s->animations[at])))
            break;
    }
    for (uint32_t i = 0; good && i < m->g->animations.count; i++) {
        while (taken[next])
            next++;
        good = read_animation(m, wm_json_item(m->g->animations.list, i), &s->animations[next++]);
    }
    return good;
}

bool wmi_gltf_read_animations(wmi_gltf_reader *g)
{
    wm_scene *s = g->scene;
    const wm_json_value *leftover = wmi_gltf_extra(wmi_gltf_shown_scene(g), "animations");
    uint32_t others = wmi_gltf_is_array(leftover) ? wm_json_count(leftover) : 0;
    uint32_t room = g->animations.count + others;
    mover m = {.g = g};
    s->animations = wm_scene_alloc(s, room, sizeof *s->animations, NULL);
    m.seen = wmi_gltf_scratch_of(g, 3 * (size_t)s->node_count + 1, sizeof *m.seen);
    g->stated = wmi_gltf_scratch_of(g, (size_t)room + 1, sizeof *g->stated);
    bool good = (s->animations && m.seen && g->stated) || wmi_gltf_no_memory(g);
    return good && read_all(&m, others ? leftover : NULL, room);
}

/* Writes the node that records the times of animations. Programs such as Blender keep neither the
 * extras of an animation nor its length: it ends with its last key. So one more node has a key at
 * the end of every animation, and the value of its translation is the length. That survives even
 * without custom properties. The extras of the node repeat those of the animations, for programs
 * that keep the extras of nodes. They also repeat keys: those of channels to which a key at 0 was
 * added, and all of an animation that goes far away from the origin, where samples of programs that
 * compute in single precision are not exact. docs/gltf.md, "The structure of a glTF". */
#include <math.h>

#include "convert/gltf/write.h"

static bool is_beyond(wm_vec3 v)
{
    return fabsf(v.x) > WMI_GLTF_FAR || fabsf(v.y) > WMI_GLTF_FAR || fabsf(v.z) > WMI_GLTF_FAR;
}

static bool rests_far(const wm_scene *s)
{
    bool far = false;
    for (uint32_t i = 0; i < s->node_count; i++)
        far = far || is_beyond(s->nodes[i].rest.translation);
    return far;
}

static bool goes_far(const wm_scene_animation *a)
{
    bool far = false;
    for (uint32_t k = 0; k < a->channel_count; k++) {
        const wm_channel *c = &a->channels[k];
        size_t step = c->interpolation == WM_INTERPOLATION_BEZIER ? 9 : 3;
        for (uint32_t i = 0; c->property == WM_PROPERTY_TRANSLATION && !far && i < c->count; i++) {
            const float *v = c->values + step * i;
            far = is_beyond((wm_vec3){v[0], v[1], v[2]});
        }
    }
    return far;
}

/* One text for each animation, because programs keep texts better than nested objects. */
static void put_animations(wmi_gltf *g, wmi_writer *w)
{
    const wm_scene *s = g->scene;
    bool far = rests_far(s);
    for (uint32_t i = 0; i < s->animation_count; i++) {
        const wm_scene_animation *a = &s->animations[i];
        wmi_writer extras;
        wmi_writer_init(&extras, &g->allocator);
        wmi_gltf_put_animation_extras(g, &extras, a, WM_NO_INDEX,
                                      far || goes_far(a) ? WMI_GLTF_REPEAT_ALL
                                                         : WMI_GLTF_REPEAT_LATE);
        wmi_writer_bytes(&extras, "", 1);
        wmi_writer_text(w, i ? "," : "");
        wmi_gltf_text(w, a->name);
        wmi_writer_text(w, ":");
        if (!extras.failed)
            wmi_gltf_text(w, (const char *)extras.data);
        w->failed = w->failed || extras.failed;
        wmi_release(&g->allocator, extras.data, extras.capacity, 1);
    }
}

void wmi_gltf_times_node(wmi_gltf *g)
{
    wmi_writer *w = &g->nodes.text;
    wmi_gltf_item(&g->nodes);
    wmi_writer_text(w, "{\"name\":\"" WMI_GLTF_TIMES "\",\"extras\":{\"kind\":\"times\","
                       "\"animations\":{");
    put_animations(g, w);
    wmi_writer_text(w, "}}}");
}

static uint32_t count_curves(const wm_scene_animation *a)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->channel_count; i++)
        count += a->channels[i].property <= WM_PROPERTY_SCALE &&
                 a->channels[i].interpolation == WM_INTERPOLATION_BEZIER;
    return count;
}

/* Length and transition. The third value: 1 if the animation is that of a supermodel, and 2 for
 * each channel that is a curve. */
void wmi_gltf_times_sampler(wmi_gltf *g, wmi_writer *w, const wm_scene_animation *a)
{
    float length = a->length > 0 && isfinite(a->length) ? a->length : 0;
    float transition = a->transition > 0 && isfinite(a->transition) ? a->transition : 0;
    const float times[2] = {0, length + WMI_GLTF_TIMES_MORE};
    float values[6], more = (float)(2 * (double)count_curves(a) + (a->inherited ? 1 : 0));
    for (int i = 0; i < 2; i++) {
        values[3 * i] = length / WMI_GLTF_TIMES_UNIT;
        values[3 * i + 1] = transition / WMI_GLTF_TIMES_UNIT;
        values[3 * i + 2] = more / WMI_GLTF_TIMES_UNIT;
    }
    uint32_t input = wmi_gltf_floats(g, times, 2, 1, WMI_GLTF_OTHER, true);
    uint32_t output = wmi_gltf_floats(g, values, 2, 3, WMI_GLTF_OTHER, false);
    wmi_writer_printf(w, "{\"input\":%lu,\"interpolation\":\"LINEAR\",\"output\":%lu}", (ul)input,
                      (ul)output);
}

uint32_t wmi_gltf_count_late(const wm_scene_animation *a)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->channel_count; i++)
        count += wmi_gltf_is_late(&a->channels[i]);
    return count;
}

/* The same along all axes, because programs may rotate them. */
void wmi_gltf_late_sampler(wmi_gltf *g, wmi_writer *w, const wm_scene_animation *a)
{
    static const float time = 0;
    float scale = 1 + (float)wmi_gltf_count_late(a) / WMI_GLTF_TIMES_UNIT;
    const float values[3] = {scale, scale, scale};
    uint32_t input = wmi_gltf_floats(g, &time, 1, 1, WMI_GLTF_OTHER, true);
    uint32_t output = wmi_gltf_floats(g, values, 1, 3, WMI_GLTF_OTHER, false);
    wmi_writer_printf(w, "{\"input\":%lu,\"interpolation\":\"LINEAR\",\"output\":%lu}", (ul)input,
                      (ul)output);
}

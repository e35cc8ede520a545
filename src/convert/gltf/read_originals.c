/* Keys as they were before another program sampled them. Far from the origin, samples of programs
 * that compute in single precision miss the curve by more than 0.1 mm, and channels that begin
 * after 0 got one more key. So the node that records the times of animations also repeats these
 * keys (write_times.c). A channel whose samples are still on its old curve gets the keys back;
 * another one was edited. docs/gltf.md, "The structure of a glTF". */
#include <math.h>

#include "convert/gltf/read.h"
#include "convert/internal.h"
#include "convert/restore/restore.h"

struct wmi_gltf_original {
    wm_channel channel;
    uint32_t animation;
    wmi_gltf_original *next;
};

/* Somebody may have edited the text. */
static bool is_valid(const wm_channel *c)
{
    if (c->width != wm_property_width(c->property))
        return false;
    for (uint32_t i = 0; i < c->count; i++)
        if (!isfinite(c->times[i]) || (i > 0 && !(c->times[i] >= c->times[i - 1])))
            return false;
    for (size_t i = 0; i < wmi_channel_values(c) * c->width; i++)
        if (!isfinite(c->values[i]))
            return false;
    return true;
}

bool wmi_gltf_add_original(wmi_gltf_reader *g, uint32_t animation, const wm_channel *c)
{
    if (!is_valid(c))
        return true;
    wmi_gltf_original *o = wmi_gltf_scratch_of(g, 1, sizeof *o);
    if (!o)
        return wmi_gltf_no_memory(g);
    *o = (wmi_gltf_original){*c, animation, g->originals};
    g->originals = o;
    return true;
}

/* ---- putting them back ------------------------------------------------- */

/* By node and property: the channel of an animation. An entry counts if its mark is that of the
 * animation. */
typedef struct finder {
    uint32_t *channel, *mark;
} finder;

static void index_channels(const wm_scene *s, uint32_t animation, const finder *f)
{
    const wm_scene_animation *a = &s->animations[animation];
    for (uint32_t k = 0; k < a->channel_count; k++) {
        size_t at = 3 * (size_t)a->channels[k].node + (size_t)a->channels[k].property;
        if (a->channels[k].property > WM_PROPERTY_SCALE)
            continue;
        f->channel[at] = k;
        f->mark[at] = animation + 1;
    }
}

static void put_back(wm_scene *s, const wmi_gltf_original *o, const uint32_t *into, const finder *f)
{
    uint32_t node = o->channel.node;
    if (into[node] != WM_NO_INDEX)
        node = into[node]; /* the bone of an object */
    size_t at = 3 * (size_t)node + (size_t)o->channel.property;
    if (f->mark[at] != o->animation + 1)
        return;
    wm_channel *c = &s->animations[o->animation].channels[f->channel[at]];
    if (c->exact || !wmi_channel_is_same(&o->channel, c))
        return;
    *c = o->channel;
    c->node = node;
    c->exact = true;
}

bool wmi_gltf_restore_originals(wmi_gltf_reader *g, const uint32_t *into)
{
    wm_scene *s = g->scene;
    uint32_t indexed = WM_NO_INDEX;
    if (!g->originals)
        return true;
    size_t room = 3 * (size_t)s->node_count + 1;
    const finder f = {wmi_gltf_scratch_of(g, room, sizeof *f.channel),
                      wmi_gltf_scratch_of(g, room, sizeof *f.mark)};
    if (!f.channel || !f.mark)
        return wmi_gltf_no_memory(g);
    /* those of an animation are in a row */
    for (const wmi_gltf_original *o = g->originals; o; o = o->next) {
        if (o->animation != indexed)
            index_channels(s, o->animation, &f);
        indexed = o->animation;
        put_back(s, o, into, &f);
    }
    return true;
}

/* ---- those that are missing -------------------------------------------- */

static bool goes_far(const wm_scene_animation *a)
{
    bool far = false;
    for (uint32_t k = 0; k < a->channel_count; k++) {
        const wm_channel *c = &a->channels[k];
        if (c->exact)
            return false;
        bool linear = c->property == WM_PROPERTY_TRANSLATION && c->count > 1 &&
                      c->interpolation == WM_INTERPOLATION_LINEAR;
        for (size_t i = 0; linear && !far && i < 3 * (size_t)c->count; i++)
            far = fabsf(c->values[i]) > WMI_GLTF_FAR_LOSS;
    }
    return far;
}

void wmi_gltf_report_far(const wmi_gltf_reader *g)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->scene->animation_count; i++)
        count += goes_far(&g->scene->animations[i]);
    if (count)
        wmi_report(g->opts->base.report, WM_GLTF_FAR_KEYS, wmi_nowhere(),
                   "%lu %s more than %d m away from the origin, where sampled keys are less exact "
                   "than 0.1 mm: --template or custom properties keep the keys",
                   (ul)count, count == 1 ? "animation goes" : "animations go",
                   (int)WMI_GLTF_FAR_LOSS);
}

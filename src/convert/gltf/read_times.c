/* Reads the times of animations from the node that records them (write_times.c), if another program
 * saved the scene. Its key at the end of an animation and the value of that key survive without
 * custom properties. docs/gltf.md, "The structure of a glTF". */
#include <math.h>

#include "convert/gltf/read.h"
#include "convert/internal.h"

/* ---- the node ---------------------------------------------------------- */

/* By its extras, or by its name if another program dropped these. */
static bool is_times(const wm_json_value *node)
{
    const char *kind = wmi_gltf_get_text(wm_json_find(node, "extras"), "kind");
    const char *name = wmi_gltf_get_text(node, "name");
    if (kind)
        return strcmp(kind, "times") == 0;
    size_t n = sizeof WMI_GLTF_TIMES - 1;
    return name && strncmp(name, WMI_GLTF_TIMES, n) == 0 && wmi_stem_length(name, 3) == n;
}

void wmi_gltf_find_times(wmi_gltf_reader *g)
{
    g->times = WM_NO_INDEX;
    for (uint32_t i = 0; g->frame != WM_NO_INDEX && i < g->nodes.count; i++)
        if (is_times(wm_json_item(g->nodes.list, i)))
            g->times = i;
}

/* ---- extras ------------------------------------------------------------ */

/* Blender calls the action of an animation "walk_waymark", after the armature, and writes that if
 * somebody deleted its track. */
static size_t action_length(const wmi_gltf_reader *g, const char *name)
{
    static const char armature[] = "_" WMI_GLTF_CARRIER;
    size_t more = sizeof armature - 1, n = wmi_stem_length(name, 3);
    bool ours = !g->own && g->frame != WM_NO_INDEX;
    return ours && n > more && memcmp(name + n - more, armature, more) == 0 ? n - more
                                                                            : strlen(name);
}

bool wmi_gltf_cut_armature(wmi_gltf_reader *g, const char **name)
{
    size_t n = action_length(g, *name);
    if ((*name)[n] == '\0')
        return true;
    char *made = wm_scene_alloc(g->scene, n + 1, 1, NULL);
    if (!made)
        return wmi_gltf_no_memory(g);
    memcpy(made, *name, n);
    *name = made;
    return true;
}

bool wmi_gltf_extras_of_animation(wmi_gltf_reader *g, const wm_json_value *animation,
                                  wm_json **text, const wm_json_value **extras)
{
    *text = NULL;
    *extras = wm_json_find(animation, "extras");
    const char *name = wmi_gltf_get_text(animation, "name");
    if (g->own || wm_json_find(*extras, "length") || g->times == WM_NO_INDEX || !name)
        return true;
    if (!wmi_gltf_cut_armature(g, &name))
        return false;
    const wm_json_value *all = wmi_gltf_extra(wm_json_item(g->nodes.list, g->times), "animations");
    size_t size = 0;
    const char *found = wm_json_as_text(wm_json_find(all, name), &size);
    if (!found)
        return true;
    g->read += size; /* many animations may have one name */
    if (g->read > WMI_GLTF_ELEMENTS_MAX)
        return wmi_gltf_fail(g, WM_LIMIT, all, "too many animations with the same name");
    *text = wm_json_read(found, size, &g->opts->base, NULL);
    if (*text) /* else somebody edited it */
        *extras = wm_json_root(*text);
    return true;
}

/* ---- lengths ----------------------------------------------------------- */

static const float frame = 0.05f; /* seconds; programs sample animations at 20 frames or more */

/* The number with the fewest decimals that is near: the program rotated the values, which changes
 * them by up to 2e-7 of their size. */
static float rounded(float value)
{
    double x = (double)value * (double)WMI_GLTF_TIMES_UNIT, scale = 1;
    if (!(x > 1e-6))
        return 0;
    for (int k = 0; k < 8; k++, scale *= 10) {
        double near = floor(x * scale + 0.5) / scale;
        if (fabs(near - x) <= 2.2e-7 * x)
            return (float)near;
    }
    return (float)x;
}

static float last_time(const wm_channel *c)
{
    return c->times[c->count - 1];
}

/* The last key before the end, and the end: a sample after it has the value that holds there. */
static void cut(wm_channel *c, float end)
{
    uint32_t k = c->count;
    while (k > 1 && c->times[k - 2] >= end)
        k--;
    if (c->times[k - 1] <= end)
        return;
    if (k > 1 && end - c->times[k - 2] < 1e-4f)
        k--;
    c->times[k - 1] = end;
    c->count = k;
}

/* The length is as recorded if the animation still ends there. */
static void set_length(wmi_gltf_reader *g, uint32_t animation, const wm_channel *record)
{
    wm_scene_animation *a = &g->scene->animations[animation];
    float length = g->stated[animation] >= 0 ? g->stated[animation] : rounded(record->values[0]);
    float end = last_time(record);
    for (uint32_t k = 0; k < a->channel_count; k++)
        if (a->channels[k].property <= WM_PROPERTY_SCALE && last_time(&a->channels[k]) > end)
            end = last_time(&a->channels[k]);
    a->length = isfinite(end) ? end : 0;
    if (!(fabsf(end - length) <= frame))
        return; /* somebody made it longer or shorter */
    a->length = length;
    for (uint32_t k = 0; k < a->channel_count; k++)
        if (a->channels[k].property <= WM_PROPERTY_SCALE && !a->channels[k].exact)
            cut(&a->channels[k], length);
}

/* Whether the animation is that of a supermodel (1), and how many channels were curves (2 each). */
static uint32_t third_value(const float *values)
{
    double value = (double)values[2] * (double)WMI_GLTF_TIMES_UNIT + 0.5;
    return value >= 1 && value < 1e6 ? (uint32_t)value : 0;
}

/* Programs sample curves. */
static uint32_t count_redrawn(const wm_scene_animation *a, const wm_channel *record)
{
    uint32_t before = third_value(record->values) / 2, now = 0;
    for (uint32_t i = 0; i < a->channel_count; i++)
        now += a->channels[i].property <= WM_PROPERTY_SCALE &&
               a->channels[i].interpolation == WM_INTERPOLATION_BEZIER;
    return before > now ? before - now : 0;
}

/* What the extras would have said. A transition of 0 is stated, because it would mean that none is
 * known. */
static bool set_rest(wmi_gltf_reader *g, wm_scene_animation *a, const float *values)
{
    const wm_extra *from = wm_extras_find(&g->scene->extras, "supermodel");
    a->transition = rounded(values[1]);
    wm_extra *stated = wm_scene_alloc(g->scene, 1, sizeof *stated, NULL);
    double *zero = wm_scene_alloc(g->scene, 1, sizeof *zero, NULL);
    if (!stated || !zero)
        return wmi_gltf_no_memory(g);
    *stated = (wm_extra){.name = "transition", .count = 1, .numbers = zero};
    if (a->transition == 0 && a->extras.count == 0)
        a->extras = (wm_extras){1, stated};
    if (third_value(values) % 2 == 0)
        return true;
    return wmi_gltf_copy(g, from && from->texts && from->count ? from->texts[0] : "supermodel",
                         &a->inherited);
}

static const wm_channel *record_of(const wm_scene_animation *a, uint32_t node, wm_property property)
{
    for (uint32_t k = 0; k < a->channel_count; k++)
        if (a->channels[k].node == node && a->channels[k].property == property)
            return &a->channels[k];
    return NULL;
}

/* How many channels of an animation got a key at 0. */
static uint32_t count_late(const wm_scene_animation *a, uint32_t node)
{
    const wm_channel *record = record_of(a, node, WM_PROPERTY_SCALE);
    double value = record ? ((double)record->values[0] - 1) * (double)WMI_GLTF_TIMES_UNIT + 0.5 : 0;
    return value >= 1 && value < 1e6 ? (uint32_t)value : 0;
}

static void report(const wmi_gltf_reader *g, uint32_t guessed, uint32_t redrawn, uint32_t late)
{
    wm_report *to = g->opts->base.report;
    if (guessed)
        wmi_report(to, WM_GLTF_LENGTHS, wmi_nowhere(),
                   "%lu %s with the last key, because %s length is not known: --template gives it",
                   (ul)guessed, guessed == 1 ? "animation ends" : "animations end",
                   guessed == 1 ? "its" : "their");
    if (redrawn)
        wmi_report(to, WM_GLTF_CURVES, wmi_nowhere(),
                   "%lu %s redrawn as sampled keys: --template keeps curves that were not edited",
                   (ul)redrawn, redrawn == 1 ? "animated curve was" : "animated curves were");
    if (late)
        wmi_report(to, WM_GLTF_ADDED_KEYS, wmi_nowhere(),
                   "%lu animation %s with a key at 0 that was added for other programs: --template "
                   "or custom properties remove it",
                   (ul)late, late == 1 ? "channel begins" : "channels begin");
}

bool wmi_gltf_restore_times(wmi_gltf_reader *g, uint32_t *into)
{
    wm_scene *s = g->scene;
    uint32_t node = g->times == WM_NO_INDEX ? WM_NO_INDEX : g->node_of[g->times], guessed = 0;
    uint32_t redrawn = 0, late = 0;
    for (uint32_t i = 0; i < s->animation_count; i++) {
        const wm_channel *record =
            node == WM_NO_INDEX ? NULL
                                : record_of(&s->animations[i], node, WM_PROPERTY_TRANSLATION);
        bool stated = g->stated[i] >= 0;
        guessed += !record && !stated;
        if (record && !stated && !set_rest(g, &s->animations[i], record->values))
            return false;
        if (record)
            set_length(g, i, record);
        redrawn += record ? count_redrawn(&s->animations[i], record) : 0;
        late += record && !stated ? count_late(&s->animations[i], node) : 0;
    }
    for (uint32_t i = 0; node != WM_NO_INDEX && i < s->node_count; i++)
        if (s->nodes[i].parent == node)
            node = WM_NO_INDEX; /* somebody uses it */
    if (node != WM_NO_INDEX && s->node_count > 1)
        into[node] = node == 0; /* any other: nothing refers to it any more */
    report(g, guessed, redrawn, late);
    return true;
}

/* Converts animations of a KotOR model and its supermodels to those of a scene. Positions in
 * the file are offsets from the node's rest position (docs/formats/kotor-mdl.md,
 * "Controllers"); in the scene they are absolute. docs/scene.md, "KotOR". */
#include <math.h>
#include <stdio.h>

#include "convert/kotor/scene_from_mdl.h"
#include "kotor/mdl/controllers.h"
#include "scene/keys.h"

/* A valid node uses each float of its data once. A forged one could produce gigabytes from a
 * few floats by letting thousands of controllers share them. */
enum { REUSE = 4, CHANNELS_OF_NODE = 64 };

/* One of the animations for the scene. */
typedef struct source {
    const wm_kotor_mdl *mdl;
    const wm_kotor_animation *animation;
    uint32_t rank;         /* 0: the model itself, then its supermodels */
    const uint32_t *nodes; /* scene node by name of mdl, or WM_NO_INDEX */
    float scale;           /* of positions */
    bool kept;
} source;

typedef struct job {
    wmi_from_kotor *f;
    const source *from;
    uint32_t *taken; /* by scene node: 1 + index of the animation that has it */
    uint32_t serial;
    uint64_t *order, *order_scratch; /* holds the keys of one controller */
} job;

/* ---- one channel ---- */

/* Number of floats per value in the scene; 0 if the controller is not suitable. */
static uint32_t width_of(const wm_kotor_controller *c, wm_property property)
{
    uint32_t columns = c->columns & 15u, want = wm_property_width(property);
    if (property == WM_PROPERTY_ROTATION && columns == 2 &&
        !(c->columns & WM_KOTOR_CONTROLLER_BEZIER))
        return 4; /* packed */
    if (property == WM_PROPERTY_SCALE)
        return columns == 1 ? 3 : 0;
    return want == 0 || want == columns ? columns : 0;
}

/* Sorts the keys by time and drops those without a finite time. */
static uint32_t order_keys(job *j, const float *times, uint32_t rows)
{
    uint32_t count = 0;
    bool sorted = true;
    for (uint32_t r = 0; r < rows; r++) {
        if (!isfinite(times[r]))
            continue;
        j->order[count] = (uint64_t)wmi_float_key(times[r]) << 32 | r;
        sorted = sorted && (count == 0 || j->order[count] >> 32 >= j->order[count - 1] >> 32);
        count++;
    }
    if (!sorted)
        wmi_sort_high(j->order, j->order_scratch, count);
    return count;
}

static void unpack_key(const job *j, const wm_channel *c, const float *from, float *to, bool packed)
{
    uint32_t values = wmi_key_stride(c);
    if (packed) {
        uint32_t bits;
        memcpy(&bits, from, sizeof bits);
        wm_kotor_quat_unpack(bits, to);
        return;
    }
    if (c->property == WM_PROPERTY_SCALE) { /* one number for all three axes */
        for (uint32_t i = 0; i < values; i++)
            to[i] = from[i / 3];
        return;
    }
    memcpy(to, from, values * sizeof *to);
    if (c->property != WM_PROPERTY_TRANSLATION)
        return;
    wm_vec3 rest = j->f->scene->nodes[c->node].rest.translation;
    for (uint32_t i = 0; i < values; i++)
        to[i] *= j->from->scale;
    to[0] += rest.x; /* bezier tangents are offsets and stay unchanged */
    to[1] += rest.y;
    to[2] += rest.z;
}

static bool fill_channel(job *j, const wm_kotor_mdl_node *n, const wm_kotor_controller *k,
                         wm_channel *c)
{
    wm_scene *scene = j->f->scene;
    uint32_t stride = wm_kotor_controller_width(k);
    uint32_t values = k->columns & WM_KOTOR_CONTROLLER_BEZIER ? 3 * c->width : c->width;
    bool packed = c->property == WM_PROPERTY_ROTATION && (k->columns & 15u) == 2;
    c->interpolation =
        k->columns & WM_KOTOR_CONTROLLER_BEZIER ? WM_INTERPOLATION_BEZIER : WM_INTERPOLATION_LINEAR;
    c->count = order_keys(j, wmi_mdl_floats_at(n, k->time_index), k->rows);
    c->times = wm_scene_alloc(scene, c->count, sizeof *c->times, NULL);
    c->values = wm_scene_alloc(scene, (size_t)c->count * values, sizeof *c->values, NULL);
    if (!c->times || !c->values)
        return wmi_from_kotor_no_memory(j->f);
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t r = (uint32_t)j->order[i];
        c->times[i] = n->data[k->time_index + r];
        unpack_key(j, c, n->data + k->data_index + (size_t)r * stride,
                   c->values + (size_t)i * values, packed);
    }
    return true;
}

/* ---- the channels of a node ---- */

/* Selects the controllers of an animation node that become channels. */
static uint32_t choose(const job *j, const wm_kotor_mdl_node *n, uint16_t flags,
                       uint32_t chosen[CHANNELS_OF_NODE])
{
    uint64_t budget = (uint64_t)REUSE * n->data_count;
    uint32_t count = 0;
    (void)j;
    for (uint32_t i = 0; i < n->controller_count && count < CHANNELS_OF_NODE; i++) {
        const wm_kotor_controller *c = &n->controllers[i];
        wm_property property;
        wmi_from_kotor_property(c->type, flags, &property);
        uint64_t need = (uint64_t)c->rows * (1 + wm_kotor_controller_width(c));
        bool fresh = true;
        for (uint32_t k = 0; k < count; k++)
            fresh = fresh && n->controllers[chosen[k]].type != c->type;
        if (!fresh || c->rows == 0 || width_of(c, property) == 0 || need > budget ||
            !wm_kotor_controller_fits(c, n))
            continue;
        budget -= need;
        chosen[count++] = i;
    }
    return count;
}

static const char *channel_name(wmi_from_kotor *f, uint32_t type, const char *known)
{
    char name[24];
    if (known)
        return known;
    int n = wmi_format(name, sizeof name, "controller%u", (unsigned)type);
    return wm_scene_text(f->scene, name, (size_t)n, NULL);
}

/* Adds the channels of one animation node at *count; only counts if `to` is NULL. */
static bool add_channels(job *j, const wm_kotor_mdl_node *n, wm_channel *to, uint32_t *count)
{
    uint32_t chosen[CHANNELS_OF_NODE];
    uint32_t node = n->name < j->from->mdl->name_count ? j->from->nodes[n->name] : WM_NO_INDEX;
    if (node == WM_NO_INDEX || j->taken[node] == j->serial)
        return true;
    uint16_t flags = j->f->mdl->tree.nodes[node].flags;
    uint32_t chosen_count = choose(j, n, flags, chosen);
    j->taken[node] = j->serial;
    if (!to) {
        *count += chosen_count;
        return true;
    }
    for (uint32_t i = 0; i < chosen_count; i++) {
        const wm_kotor_controller *k = &n->controllers[chosen[i]];
        wm_channel *c = &to[*count];
        const char *known = wmi_from_kotor_property(k->type, flags, &c->property);
        c->node = node;
        c->name = channel_name(j->f, k->type, known);
        c->width = width_of(k, c->property);
        if (!c->name)
            return wmi_from_kotor_no_memory(j->f);
        if (!fill_channel(j, n, k, c))
            return false;
        *count += c->count > 0; /* all of its times may have been invalid */
    }
    return true;
}

/* ---- one animation ---- */

static float valid_seconds(float value)
{
    return isfinite(value) && value > 0 ? value : 0;
}

static bool fill_events(job *j, const wm_kotor_animation *from, wm_scene_animation *to)
{
    wmi_arena *scratch = &j->f->scratch;
    uint64_t *order = wmi_arena_raw(scratch, 2 * (size_t)from->event_count, sizeof *order);
    uint32_t count = 0;
    to->events = wm_scene_alloc(j->f->scene, from->event_count, sizeof *to->events, NULL);
    if (!to->events || !order)
        return wmi_from_kotor_no_memory(j->f);
    for (uint32_t i = 0; i < from->event_count; i++)
        if (isfinite(from->events[i].time))
            order[count++] = (uint64_t)wmi_float_key(from->events[i].time) << 32 | i;
    wmi_sort_high(order, order + from->event_count, count);
    for (uint32_t i = 0; i < count; i++) {
        const wm_kotor_event *e = &from->events[(uint32_t)order[i]];
        to->events[i].time = e->time;
        to->events[i].name = wmi_from_kotor_text(j->f, e->name, sizeof e->name);
        if (!to->events[i].name)
            return wmi_from_kotor_no_memory(j->f);
    }
    to->event_count = count;
    return true;
}

static bool fill_animation(job *j, wm_scene_animation *to)
{
    const wm_kotor_animation *from = j->from->animation;
    wmi_from_kotor *f = j->f;
    char root[WM_KOTOR_NAME_SIZE + 1] = {0};
    uint32_t count = 0;
    memcpy(root, from->root, WM_KOTOR_NAME_SIZE);
    *to = (wm_scene_animation){.length = valid_seconds(from->length),
                               .transition = valid_seconds(from->transition),
                               .root = wmi_from_kotor_find(f, root)};
    to->name = wmi_from_kotor_text(f, from->geometry.name, sizeof from->geometry.name);
    if (j->from->rank)
        to->inherited = wmi_from_kotor_text(f, j->from->mdl->geometry.name, WM_KOTOR_NAME_SIZE);
    if (!to->name || (j->from->rank && !to->inherited))
        return wmi_from_kotor_no_memory(f);
    j->serial++;
    for (uint32_t i = 0; i < from->tree.count; i++)
        add_channels(j, &from->tree.nodes[i], NULL, &count);
    to->channels = wm_scene_alloc(f->scene, count, sizeof *to->channels, NULL);
    if (!to->channels)
        return wmi_from_kotor_no_memory(f);
    j->serial++;
    for (uint32_t i = 0; i < from->tree.count; i++)
        if (!add_channels(j, &from->tree.nodes[i], to->channels, &to->channel_count))
            return false;
    wmi_bag_open(&f->bag, f->scene);
    wmi_bag_text(&f->bag, "animroot", from->root, sizeof from->root);
    if (!j->from->rank && !wmi_from_kotor_animation_back(f, from, to))
        return false;
    wmi_bag_close(&f->bag, &to->extras);
    return f->bag.failed ? wmi_from_kotor_no_memory(f) : fill_events(j, from, to);
}

/* ---- selecting animations ---- */

static int by_name_and_rank(const void *context, uint32_t a, uint32_t b)
{
    const source *list = context;
    const char *x = list[a].animation->geometry.name, *y = list[b].animation->geometry.name;
    char left[WM_KOTOR_NAME_SIZE + 1] = {0}, right[WM_KOTOR_NAME_SIZE + 1] = {0};
    memcpy(left, x, WM_KOTOR_NAME_SIZE);
    memcpy(right, y, WM_KOTOR_NAME_SIZE);
    int order = wmi_compare_names(left, right);
    return order ? order : a < b ? -1 : 1; /* a lower index is never farther up the chain */
}

/* Of the animations with the same name, only those of the nearest model count. */
static bool choose_animations(wmi_from_kotor *f, source *list, uint32_t count)
{
    uint32_t *order = wmi_arena_raw(&f->scratch, count, sizeof *order);
    uint32_t leader = 0;
    if (!order)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    wmi_sort_by(order, count, by_name_and_rank, list);
    for (uint32_t i = 0; i < count; i++) {
        char name[WM_KOTOR_NAME_SIZE + 1] = {0}, first[WM_KOTOR_NAME_SIZE + 1] = {0};
        memcpy(name, list[order[i]].animation->geometry.name, WM_KOTOR_NAME_SIZE);
        memcpy(first, list[leader].animation->geometry.name, WM_KOTOR_NAME_SIZE);
        if (i == 0 || wmi_compare_names(name, first) != 0)
            leader = order[i];
        list[order[i]].kept = list[order[i]].rank == list[leader].rank;
    }
    return true;
}

/* The scene node for each name of a model of the chain. */
static const uint32_t *map_names(wmi_from_kotor *f, const wm_kotor_mdl *mdl)
{
    if (mdl == f->mdl)
        return f->node_of_name;
    uint32_t *map = wmi_arena_raw(&f->scratch, mdl->name_count, sizeof *map);
    for (uint32_t i = 0; map && i < mdl->name_count; i++)
        map[i] = wmi_from_kotor_find(f, mdl->names[i]);
    return map;
}

static bool gather(wmi_from_kotor *f, source *list)
{
    const wm_kotor_mdl *below = f->mdl;
    float scale = 1;
    uint32_t count = 0;
    for (uint32_t rank = 0; rank <= f->super_count; rank++) {
        const wm_kotor_mdl *mdl = rank ? f->supers[rank - 1] : f->mdl;
        if (!mdl)
            continue;
        const uint32_t *nodes = map_names(f, mdl);
        if (!nodes)
            return wmi_from_kotor_no_memory(f);
        scale = rank ? scale * below->scale : 1;
        below = mdl;
        for (uint32_t i = 0; i < mdl->animation_count; i++)
            list[count++] = (source){mdl, &mdl->animations[i], rank, nodes, scale, false};
    }
    return choose_animations(f, list, count);
}

static bool make_job(wmi_from_kotor *f, job *j, const source *list, uint32_t count)
{
    uint32_t rows = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t n = 0; n < list[i].animation->tree.count; n++) {
            const wm_kotor_mdl_node *node = &list[i].animation->tree.nodes[n];
            for (uint32_t k = 0; k < node->controller_count; k++)
                if (node->controllers[k].rows > rows)
                    rows = node->controllers[k].rows;
        }
    *j = (job){.f = f};
    j->taken = wmi_arena_new(&f->scratch, f->scene->node_count, sizeof *j->taken);
    j->order = wmi_arena_raw(&f->scratch, rows, sizeof *j->order);
    j->order_scratch = wmi_arena_raw(&f->scratch, rows, sizeof *j->order_scratch);
    return (j->taken && j->order && j->order_scratch) || wmi_from_kotor_no_memory(f);
}

bool wmi_from_kotor_animations(wmi_from_kotor *f)
{
    size_t count = f->mdl->animation_count;
    uint32_t kept = 0;
    job j;
    for (uint32_t i = 0; i < f->super_count; i++)
        count += f->supers[i] ? f->supers[i]->animation_count : 0;
    source *list = count < UINT32_MAX ? wmi_arena_raw(&f->scratch, count, sizeof *list) : NULL;
    if (!list)
        return wmi_from_kotor_no_memory(f);
    if (!gather(f, list) || !make_job(f, &j, list, (uint32_t)count))
        return false;
    for (size_t i = 0; i < count; i++)
        kept += list[i].kept;
    f->scene->animations = wm_scene_alloc(f->scene, kept, sizeof *f->scene->animations, NULL);
    if (!f->scene->animations)
        return wmi_from_kotor_no_memory(f);
    for (size_t i = 0; i < count; i++) {
        if (!list[i].kept)
            continue;
        j.from = &list[i];
        if (!fill_animation(&j, &f->scene->animations[f->scene->animation_count]))
            return false;
        f->scene->animation_count++;
    }
    return true;
}

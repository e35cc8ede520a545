/* Animations of an edited scene: those of the original with the channels that were edited, then
 * those that are new. */
#include <math.h>

#include "convert/restore/restore.h"
#include "scene/animation_index.h"

/* The animations of the original, and room that all of them use. */
typedef struct merger {
    wmi_restore *r;
    wmi_animation_index names;
    uint32_t *used; /* by place in `names`: how many of that name were found */
    /* By node of the result and property: the channel of the edited animation, from 1. */
    uint32_t *channel;
} merger;

static uint32_t *channel_of(const merger *m, uint32_t node, wm_property property)
{
    return &m->channel[3 * (size_t)node + (size_t)property];
}

/* Enters the channels of an edited animation, or forgets them. */
static void index_channels(const merger *m, const wm_scene_animation *now, bool enter)
{
    for (uint32_t k = 0; k < now->channel_count; k++) {
        const wm_channel *c = &now->channels[k];
        uint32_t node = m->r->place_of[c->node];
        if (c->property <= WM_PROPERTY_SCALE && node != WM_NO_INDEX)
            *channel_of(m, node, c->property) = enter ? k + 1 : 0;
    }
}

static void take(wmi_restore *r, wm_channel *to, const wm_channel *from, uint32_t node)
{
    *to = *from;
    to->node = node;
    if (!to->exact)
        wmi_reduce_channel(to, WMI_KEY_DISTANCE_FAR, true);
    r->result->channels++;
    r->changed = true;
}

/* ---- one animation ----------------------------------------------------- */

/* The channels of the original that were not edited, then those that are new. */
static bool merge(const merger *m, wm_scene_animation *old, const wm_scene_animation *now)
{
    wmi_restore *r = m->r;
    size_t room = (size_t)old->channel_count + now->channel_count;
    wm_channel *list = wm_scene_alloc(r->old, room, sizeof *list, NULL);
    uint32_t count = 0;
    if (!list)
        return wmi_restore_no_memory(r);
    index_channels(m, now, true);
    for (uint32_t k = 0; k < old->channel_count; k++) {
        const wm_channel *c = &old->channels[k];
        uint32_t *at =
            c->property <= WM_PROPERTY_SCALE ? channel_of(m, c->node, c->property) : NULL;
        list[count] = *c;
        if (at && *at && !wmi_channel_is_same(c, &now->channels[*at - 1])) {
            bool moved;
            if (!wmi_find_moved(r, c, &now->channels[*at - 1], &list[count], &moved))
                return false;
            if (!moved)
                take(r, &list[count], &now->channels[*at - 1], c->node);
        } else if (at && !*at && !wmi_channel_stays_at(c, &r->old->nodes[c->node].rest)) {
            r->result->channels++; /* somebody deleted it */
            r->changed = true;
            continue;
        }
        count++;
        if (at)
            *at = 0;
    }
    for (uint32_t k = 0; k < now->channel_count; k++) {
        const wm_channel *c = &now->channels[k];
        uint32_t node = r->place_of[c->node];
        if (c->property > WM_PROPERTY_SCALE || node == WM_NO_INDEX ||
            *channel_of(m, node, c->property) != k + 1 ||
            wmi_channel_stays_at(c, &r->old->nodes[node].rest))
            continue;
        take(r, &list[count++], c, node);
    }
    index_channels(m, now, false);
    old->channels = list;
    old->channel_count = count;
    return true;
}

static float last_key(const wm_scene_animation *a)
{
    float last = 0;
    for (uint32_t k = 0; k < a->channel_count; k++) {
        float time = a->channels[k].times[a->channels[k].count - 1];
        if (time > last && isfinite(time))
            last = time;
    }
    return last;
}

/* What says how long an animation is also says how it is blended in; otherwise its length is that
 * of its last key, and says nothing. */
static bool is_length_known(const wm_scene_animation *a)
{
    return a->transition != 0 || a->extras.count != 0;
}

/* If keys were added after its end, the animation is longer now; it may also end elsewhere without
 * any other key.
 *
 * end: the last key of the original, or its end. */
static void restore_length(wmi_restore *r, wm_scene_animation *a, const wm_scene_animation *now,
                           float end, bool changed)
{
    float length = a->length, last = last_key(a);
    if (is_length_known(now) && !a->inherited && fabsf(now->length - length) > WMI_FRAME &&
        fabsf(now->length - end) > WMI_FRAME)
        length = now->length;
    if (changed && last > length + WMI_FRAME)
        length = last;
    if (length == a->length)
        return;
    a->length = length;
    r->result->lengths++;
    r->changed = true;
}

static bool add(wmi_restore *r, const wm_scene_animation *now, wm_scene_animation *to)
{
    wm_scene_animation made = *now;
    made.channels = wm_scene_alloc(r->old, now->channel_count, sizeof *made.channels, NULL);
    made.channel_count = 0;
    made.root = WM_NO_INDEX;
    if (!made.channels)
        return wmi_restore_no_memory(r);
    for (uint32_t k = 0; k < now->channel_count; k++) {
        const wm_channel *c = &now->channels[k];
        uint32_t node = r->place_of[c->node];
        if (node == WM_NO_INDEX || (c->property <= WM_PROPERTY_SCALE &&
                                    wmi_channel_stays_at(c, &r->old->nodes[node].rest)))
            continue;
        take(r, &made.channels[made.channel_count++], c, node);
    }
    r->changed = true;
    *to = made;
    return true;
}

/* The animation of the original that has this name. If several have it, they are taken in order. */
static uint32_t find(const merger *m, const char *name)
{
    uint32_t place = wmi_animation_index_place(&m->names, name);
    if (place >= m->names.scene->animation_count)
        return WM_NO_INDEX;
    uint32_t k = wmi_animation_index_at(&m->names, place + m->used[place], name);
    m->used[place] += k != WM_NO_INDEX;
    return k;
}

static bool open_merger(merger *m, wmi_restore *r)
{
    const wm_scene *old = r->old;
    m->r = r;
    m->used = wmi_arena_new(&r->scratch, old->animation_count, sizeof *m->used);
    m->channel = wmi_arena_new(&r->scratch, 3 * (size_t)old->node_count + 1, sizeof *m->channel);
    return m->used && m->channel && wmi_animation_index_init(&m->names, old, &r->scratch);
}

/* ---- renamed animations ------------------------------------------------ */

/* Does the edited animation, whose channels are entered, move each node as the original does, and
 * any at all?
 *
 * used: by channel of the edited one: marks those that the original has. */
static bool is_same_motion(const merger *m, const wm_scene_animation *old,
                           const wm_scene_animation *now, uint32_t *used, uint32_t mark)
{
    const wmi_restore *r = m->r;
    bool moves = false;
    for (uint32_t k = 0; k < old->channel_count; k++) {
        const wm_channel *c = &old->channels[k];
        if (c->property > WM_PROPERTY_SCALE)
            continue;
        uint32_t at = *channel_of(m, c->node, c->property);
        bool stays = wmi_channel_stays_at(c, &r->old->nodes[c->node].rest);
        if (at ? !wmi_channel_is_same(c, &now->channels[at - 1]) : !stays)
            return false;
        moves = moves || !stays;
        if (at)
            used[at - 1] = mark;
    }
    for (uint32_t k = 0; k < now->channel_count; k++) {
        const wm_channel *c = &now->channels[k];
        uint32_t node = r->place_of[c->node];
        if (used[k] != mark && c->property <= WM_PROPERTY_SCALE && node != WM_NO_INDEX &&
            !wmi_channel_stays_at(c, &r->old->nodes[node].rest))
            return false;
    }
    return moves;
}

/* The animation of the original that this one is with another name, or WM_NO_INDEX: the only one
 * that moves the same nodes in the same way. */
static uint32_t find_renamed(const merger *m, const wm_scene_animation *now, const bool *found,
                             uint32_t *used)
{
    enum { MOST = 64 }; /* animations that are compared */
    uint32_t count = 0, renamed = WM_NO_INDEX;
    for (uint32_t k = 0; k < now->channel_count; k++)
        used[k] = 0;
    index_channels(m, now, true);
    for (uint32_t i = 0, n = 0; i < m->r->old->animation_count && n < MOST; i++) {
        const wm_scene_animation *old = &m->r->old->animations[i];
        if (found[i] || old->inherited || fabsf(old->length - now->length) > WMI_FRAME)
            continue;
        n++;
        if (!is_same_motion(m, old, now, used, i + 1))
            continue;
        renamed = i;
        count++;
    }
    index_channels(m, now, false);
    return count == 1 ? renamed : WM_NO_INDEX;
}

static void rename_to(wmi_restore *r, wm_scene_animation *old, const char *name)
{
    wmi_report(r->report, WM_SCENE_ANIMATION_RENAMED, wmi_nowhere(),
               "the animation '%.64s' of the template was renamed to '%.64s'", old->name, name);
    old->name = name;
    r->result->renamed++;
    r->changed = true;
}

/* Animations whose names the original does not have. */
static bool restore_unknown(const merger *m, const bool *unknown, wm_scene_animation *list,
                            uint32_t *count, bool *found)
{
    enum { MOST = 64 };
    wmi_restore *r = m->r;
    uint32_t looked = 0, most = 0;
    for (uint32_t i = 0; i < r->now->animation_count; i++)
        if (r->now->animations[i].channel_count > most)
            most = r->now->animations[i].channel_count;
    uint32_t *used = wmi_arena_raw(&r->scratch, (size_t)most + 1, sizeof *used);
    if (!used)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < r->now->animation_count; i++) {
        const wm_scene_animation *a = &r->now->animations[i];
        if (!unknown[i])
            continue;
        uint32_t k = looked++ < MOST ? find_renamed(m, a, found, used) : WM_NO_INDEX;
        if (k == WM_NO_INDEX) {
            if (!add(r, a, &list[(*count)++]))
                return false;
            r->result->new_animations++;
            continue;
        }
        found[k] = true;
        if (!merge(m, &list[k], a) || !wmi_restore_extras(r, &list[k].extras, &a->extras))
            return false;
        rename_to(r, &list[k], a->name);
    }
    return true;
}

/* A kept animation may be one that somebody renamed and edited. */
static bool restore_kept(wmi_restore *r, wm_scene_animation *a)
{
    if (!a->inherited)
        r->result->animations++;
    if (!a->inherited && r->result->new_animations)
        wmi_report(r->report, WM_SCENE_ANIMATION_KEPT, wmi_nowhere(),
                   "the scene does not have the animation '%.64s' of the template, which is kept, "
                   "but has new ones",
                   a->name);
    return wmi_move_kept(r, a);
}

bool wmi_restore_animations(wmi_restore *r)
{
    wm_scene *old = r->old, *now = r->now;
    uint32_t count = old->animation_count;
    merger m;
    wm_scene_animation *list =
        wm_scene_alloc(old, (size_t)count + now->animation_count, sizeof *list, NULL);
    bool *found = wm_scene_alloc(old, (size_t)count + 1, sizeof *found, NULL);
    bool *unknown = wmi_arena_new(&r->scratch, (size_t)now->animation_count + 1, sizeof *unknown);
    r->kept = wm_scene_alloc(old, (size_t)count + now->animation_count, sizeof *r->kept, NULL);
    if (!list || !found || !unknown || !r->kept || !open_merger(&m, r))
        return wmi_restore_no_memory(r);
    if (count)
        memcpy(list, old->animations, count * sizeof *list);
    for (uint32_t i = 0; i < now->animation_count; i++) {
        const wm_scene_animation *a = &now->animations[i];
        uint32_t k = find(&m, a->name);
        unknown[i] = k == WM_NO_INDEX && !a->inherited;
        if (k == WM_NO_INDEX)
            continue;
        uint32_t before = r->result->channels;
        float last = last_key(&list[k]);
        found[k] = true;
        if (!merge(&m, &list[k], a) || !wmi_restore_extras(r, &list[k].extras, &a->extras))
            return false;
        restore_length(r, &list[k], a, last > list[k].length ? last : list[k].length,
                       r->result->channels != before);
    }
    if (!restore_unknown(&m, unknown, list, &count, found))
        return false;
    for (uint32_t i = 0; i < old->animation_count; i++)
        if (!found[i] && !restore_kept(r, &list[i]))
            return false;
    for (uint32_t i = 0; i < old->animation_count; i++)
        r->kept[i] = wmi_shares_keys(&old->animations[i], &list[i]);
    old->animations = list;
    old->animation_count = count;
    return true;
}

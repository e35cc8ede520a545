/* Converts animations of a scene to those of a KotOR model: which nodes each animation has,
 * its events and its length. Keys are in kotor/mdl_from_scene_curve.c. */
#include <stdio.h>

#include "base/text.h"
#include "base/words.h"
#include "convert/internal.h"
#include "convert/kotor/mdl_from_scene_curve.h"
#include "kotor/mdl/controllers.h"

/* ---- controllers of channels ------------------------------------------- */

static uint32_t by_number(const char *name)
{
    static const char prefix[] = "controller";
    size_t n = sizeof prefix - 1;
    int64_t value;
    if (strncmp(name, prefix, n) != 0)
        return WM_NO_INDEX;
    wmi_word word = {name + n, strlen(name + n), 0};
    return word.size && wmi_word_int(word, &value) && value >= 0 && value < WM_NO_INDEX
               ? (uint32_t)value
               : WM_NO_INDEX;
}

/* The controller for a channel on a node with these flags, or WM_NO_INDEX. */
static uint32_t type_of(const wm_channel *c, uint32_t flags)
{
    static const struct {
        wm_property property;
        uint32_t type, part;
    } known[] = {{WM_PROPERTY_TRANSLATION, WM_KOTOR_CONTROLLER_POSITION, WM_KOTOR_NODE_HEADER},
                 {WM_PROPERTY_ROTATION, WM_KOTOR_CONTROLLER_ORIENTATION, WM_KOTOR_NODE_HEADER},
                 {WM_PROPERTY_SCALE, WM_KOTOR_CONTROLLER_SCALE, WM_KOTOR_NODE_HEADER},
                 {WM_PROPERTY_ALPHA, WM_KOTOR_CONTROLLER_ALPHA, WM_KOTOR_NODE_MESH},
                 {WM_PROPERTY_SELF_ILLUMINATION, WM_KOTOR_CONTROLLER_SELFILLUM, WM_KOTOR_NODE_MESH},
                 {WM_PROPERTY_LIGHT_COLOUR, 76, WM_KOTOR_NODE_LIGHT},
                 {WM_PROPERTY_LIGHT_RADIUS, 88, WM_KOTOR_NODE_LIGHT},
                 {WM_PROPERTY_LIGHT_MULTIPLIER, 140, WM_KOTOR_NODE_LIGHT}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].property == c->property)
            return flags & known[i].part ? known[i].type : WM_NO_INDEX;
    const wmi_mdl_controller_info *info = wmi_mdl_controller_named(c->name, strlen(c->name), flags);
    return info ? info->type : by_number(c->name);
}

/* Does a part of a split mesh need the channel too? */
static bool is_look(const wm_channel *c)
{
    return c->property == WM_PROPERTY_ALPHA || c->property == WM_PROPERTY_SELF_ILLUMINATION;
}

/* ---- nodes of an animation --------------------------------------------- */

/* An animation has all ancestors of a node that moves, so that a chain of a thousand nodes would
 * make a million of them from a thousand channels. The most that is known is 6,426, for more
 * channels. */
enum { MOVED_BASE = 1 << 16, MOVED_FACTOR = 8 };

typedef struct cast {
    wmi_motion *m;
    const wm_scene_animation *a;
    uint32_t *first, *next; /* linked lists of channels per item, in order; by item, by channel */
    bool *wanted;           /* by item */
    uint32_t *order, count; /* items of the animation, depth first */
    uint32_t *place;        /* by item: index in `order`, or WM_NO_INDEX */
} cast;

static bool room(cast *c)
{
    wmi_arena *scratch = c->m->scratch;
    uint32_t items = c->m->t->item_count;
    c->first = wmi_arena_raw(scratch, items, sizeof *c->first);
    c->next = wmi_arena_raw(scratch, c->a->channel_count, sizeof *c->next);
    c->wanted = wmi_arena_new(scratch, items, sizeof *c->wanted);
    c->order = wmi_arena_raw(scratch, items, sizeof *c->order);
    c->place = wmi_arena_raw(scratch, items, sizeof *c->place);
    if (!c->first || !c->next || !c->wanted || !c->order || !c->place)
        return wmi_to_mdl_no_memory(c->m->t);
    for (uint32_t i = 0; i < items; i++)
        c->first[i] = c->place[i] = WM_NO_INDEX;
    return true;
}

/* All nodes that move, and their ancestors. */
static void want(cast *c)
{
    const wmi_to_mdl *t = c->m->t;
    for (uint32_t i = c->a->channel_count; i-- > 0;) {
        uint32_t item = c->m->item_of[c->a->channels[i].node];
        if (item == WM_NO_INDEX)
            continue;
        c->next[i] = c->first[item];
        c->first[item] = i;
        for (uint32_t at = item; at != WM_NO_INDEX && !c->wanted[at]; at = t->items[at].parent)
            c->wanted[at] = true;
        for (uint32_t k = item + 1; is_look(&c->a->channels[i]) && k < t->item_count &&
                                    t->items[k].part && t->items[k].parent == item;
             k++)
            c->wanted[k] = true;
    }
    if (t->item_count)
        c->wanted[0] = true;
}

/* Uses the source's nodes if they form a depth-first tree that contains all nodes that move. */
static bool take_list(cast *c, const wm_extra *e)
{
    const wmi_to_mdl *t = c->m->t;
    uint32_t missing = 0, path = WM_NO_INDEX;
    for (uint32_t i = 0; i < t->item_count; i++)
        missing += c->first[i] != WM_NO_INDEX;
    c->count = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t node = wmi_to_mdl_u32(e->numbers[i]);
        uint32_t item = node < c->m->scene->node_count ? c->m->item_of[node] : WM_NO_INDEX;
        if (item == WM_NO_INDEX || c->place[item] != WM_NO_INDEX)
            return false;
        uint32_t parent = t->items[item].parent;
        if (i > 0) /* go back along the path to the parent */
            while (path != WM_NO_INDEX && path != parent)
                path = c->place[path] == 0 ? WM_NO_INDEX : t->items[path].parent;
        if (i > 0 && path == WM_NO_INDEX)
            return false;
        path = item;
        c->place[item] = c->count;
        c->order[c->count++] = item;
        missing -= c->first[item] != WM_NO_INDEX;
    }
    return missing == 0 && c->count > 0;
}

static bool limit_nodes(const cast *c)
{
    wmi_to_mdl *t = c->m->t;
    t->moved += c->count;
    t->most_moved += MOVED_FACTOR * (uint64_t)c->a->channel_count;
    if (t->moved <= MOVED_BASE + t->most_moved)
        return true;
    return wmi_fail(t->error, WM_LIMIT, "animations",
                    "the nodes that move are too deep in the scene: with those above them, the "
                    "animations have more than %s nodes",
                    wmi_number(MOVED_BASE + t->most_moved).text) == WM_OK;
}

static bool choose_nodes(cast *c)
{
    const wm_extra *e = c->m->own ? wm_extras_find(&c->a->extras, "nodes") : NULL;
    uint32_t items = c->m->t->item_count;
    want(c);
    if (e && e->numbers && take_list(c, e))
        return true;
    c->count = 0;
    for (uint32_t i = 0; i < items; i++) {
        c->place[i] = WM_NO_INDEX;
        if (!c->wanted[i])
            continue;
        c->place[i] = c->count;
        c->order[c->count++] = i;
    }
    return limit_nodes(c);
}

/* ---- filling nodes ----------------------------------------------------- */

static bool add_channel(cast *c, const wm_channel *from, uint32_t item, wmi_keys *keys, bool count,
                        uint32_t *controllers, size_t *floats)
{
    wmi_to_mdl *t = c->m->t;
    uint32_t type = type_of(from, t->mdl->tree.nodes[item].flags);
    wmi_curve curve;
    if (type == WM_NO_INDEX) {
        t->result->left_out += !count;
        return true;
    }
    if (!wmi_curve_plan(c->m, from, &curve))
        return true; /* moves nothing */
    if (count) {
        ++*controllers;
        *floats += (size_t)curve.rows * (1 + curve.width);
        return true;
    }
    float *to = wmi_keys_add(keys, type, curve.columns, curve.rows, curve.width);
    char path[WMI_PATH];
    if (!to)
        return wmi_fail(
                   t->error, WM_NOT_REPRESENTABLE, wmi_to_mdl_path(t, t->items[item].node, path),
                   "the node has more than 65,535 key values in animation '%.32s': use fewer keys",
                   c->a->name) == WM_OK;
    wmi_curve_fill(c->m, c->a, from, &curve, to, to + curve.rows);
    t->result->resampled += curve.resampled;
    t->result->uneven += curve.uneven;
    return true;
}

/* The channels of a node. A part of a split mesh gets only those that change its appearance. */
static bool each_channel(cast *c, uint32_t item, wmi_keys *keys, bool count, uint32_t *controllers,
                         size_t *floats)
{
    const wmi_to_mdl *t = c->m->t;
    bool part = t->items[item].part > 0;
    for (uint32_t i = c->first[part ? t->items[item].parent : item]; i != WM_NO_INDEX;
         i = c->next[i])
        if ((!part || is_look(&c->a->channels[i])) &&
            !add_channel(c, &c->a->channels[i], item, keys, count, controllers, floats))
            return false;
    return true;
}

static bool fill_node(cast *c, uint32_t number, wm_kotor_tree *tree)
{
    wmi_to_mdl *t = c->m->t;
    uint32_t item = c->order[number], parent = t->items[item].parent, controllers = 0;
    wm_kotor_mdl_node *n = &tree->nodes[number];
    size_t floats = 0;
    wmi_keys keys;
    *n = (wm_kotor_mdl_node){.flags = WM_KOTOR_NODE_HEADER,
                             .name = (uint16_t)t->items[item].name_index,
                             .parent = number == 0 || parent == WM_NO_INDEX ? WM_NO_INDEX
                                                                            : c->place[parent],
                             .orientation = {1, 0, 0, 0}};
    each_channel(c, item, NULL, true, &controllers, &floats);
    if (!wmi_keys_room(&keys, t->mdl, controllers, floats))
        return wmi_to_mdl_no_memory(t);
    if (!each_channel(c, item, &keys, false, &controllers, &floats))
        return false;
    wmi_keys_give(&keys, n);
    return true;
}

static bool fill_events(wmi_to_mdl *t, const wm_scene_animation *a, wm_kotor_animation *to)
{
    to->events = wm_kotor_mdl_alloc(t->mdl, a->event_count, sizeof *to->events, NULL);
    if (!to->events)
        return wmi_to_mdl_no_memory(t);
    to->event_count = a->event_count;
    for (uint32_t i = 0; i < a->event_count; i++) {
        to->events[i].time = a->events[i].time;
        wmi_to_mdl_field(to->events[i].name, sizeof to->events[i].name, a->events[i].name);
    }
    return true;
}

/* The animation of that name in the template, for data that other programs do not keep. */
static const wm_scene_animation *older(const wmi_to_mdl *t, const char *name)
{
    uint32_t i = t->template_scene ? wmi_animation_index_find(&t->older, name) : WM_NO_INDEX;
    return i == WM_NO_INDEX ? NULL : &t->template_scene->animations[i];
}

/* The root of a model has the name of the model, which may be a new one. */
static const char *root_of(const wmi_to_mdl *t, const wm_extra *stated)
{
    const char *first = t->item_count ? t->items[0].name : "";
    const char *name = stated && stated->texts && stated->count ? stated->texts[0] : first;
    if (t->own || t->item_count == 0)
        return name;
    uint32_t top = t->items[0].node;
    if (top == WM_NO_INDEX) /* a root was added */
        return name;
    return wmi_compare_names(name, t->scene->nodes[top].name) == 0 ? first : name;
}

static void fill_header(const wmi_motion *m, const wm_scene_animation *a, wm_kotor_animation *to)
{
    const wmi_to_mdl *t = m->t;
    const wm_scene_animation *was = m->own ? NULL : older(t, a->name);
    const wm_extra *root = wm_extras_find(&a->extras, "animroot");
    if (!root && was)
        root = wm_extras_find(&was->extras, "animroot");
    wmi_to_mdl_field(to->geometry.name, sizeof to->geometry.name, a->name);
    to->geometry.type = 5;
    to->length = a->length;
    bool given = m->own || a->transition > 0 || (root && !was) || /* 0 may be intended */
                 wm_extras_find(&a->extras, "transition");
    to->transition = given ? a->transition : was ? was->transition : 0.25f;
    wmi_to_mdl_field(to->root, sizeof to->root, root_of(t, root));
}

static bool fill_animation(wmi_motion *m, const wm_scene_animation *a)
{
    wmi_to_mdl *t = m->t;
    wm_kotor_animation *to = &t->mdl->animations[t->mdl->animation_count];
    const wm_scene_animation *was = m->own ? NULL : older(t, a->name);
    cast c = {.m = m, .a = a};
    *to = (wm_kotor_animation){.length = 0};
    if (!room(&c) || !wmi_motion_offsets(m, a))
        return false;
    if (!choose_nodes(&c))
        return false;
    fill_header(m, a, to);
    to->tree.nodes = wm_kotor_mdl_alloc(t->mdl, c.count, sizeof *to->tree.nodes, NULL);
    if (!to->tree.nodes)
        return wmi_to_mdl_no_memory(t);
    to->tree.count = c.count;
    for (uint32_t i = 0; i < c.count; i++)
        if (!fill_node(&c, i, &to->tree))
            return false;
    if (!fill_events(t, a->event_count || !was ? a : was, to))
        return false;
    t->mdl->animation_count++;
    return true;
}

/* Frees the scratch memory of each animation before the next one starts. */
static bool add_animation(wmi_motion *m, const wm_scene_animation *a)
{
    wmi_arena own;
    wmi_arena_init(&own, m->t->opts->allocator, 0);
    m->scratch = &own;
    bool good = fill_animation(m, a);
    m->scratch = NULL;
    wmi_arena_free(&own);
    return good;
}

/* ---- all animations ---------------------------------------------------- */

/* Nodes of the template by the names they have in the new model. */
static bool open_template(wmi_to_mdl *t, wmi_motion *m)
{
    uint32_t *item_of = wmi_arena_raw(&t->scratch, t->template_scene->node_count, sizeof *item_of);
    if (!item_of)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < t->template_scene->node_count; i++)
        item_of[i] = WM_NO_INDEX;
    for (uint32_t i = t->scene->node_count; i-- > 0;)
        if (t->template_of[i] != WM_NO_INDEX)
            item_of[t->template_of[i]] = t->item_of[i];
    if (t->template_scene->node_count && t->item_count)
        item_of[0] = 0; /* roots are named after the model */
    *m = (wmi_motion){.t = t, .scene = t->template_scene, .own = true, .item_of = item_of};
    return true;
}

/* Does it move a node that still exists? An animation without channels may hold events. */
static bool moves_any(const wmi_motion *m, const wm_scene_animation *a)
{
    for (uint32_t i = 0; i < a->channel_count; i++)
        if (m->item_of[a->channels[i].node] != WM_NO_INDEX)
            return true;
    return a->channel_count == 0;
}

/* Positions in keys are relative to the place of the node, and scales are removed from the model:
 * is the node where the scene has it, in one piece, and without scales on it or above it? */
static bool is_in_place(const wmi_to_mdl *t, uint32_t node)
{
    uint32_t item = t->item_of[node];
    if (item == WM_NO_INDEX)
        return true; /* nothing is made of it */
    const wm_vec3 *made = &t->mdl->tree.nodes[item].position;
    bool whole = item + 1 == t->item_count || !t->items[item + 1].part;
    return whole && t->places[node].plain && !t->places[node].vanished &&
           memcmp(made, &t->scene->nodes[node].rest.translation, sizeof *made) == 0;
}

/* Did nobody edit the animation, so that the form of its keys is known? */
static bool is_kept(const wmi_to_mdl *t, const wm_scene_animation *a)
{
    if (t->own || !t->upright || t->skipped != WM_NO_INDEX || wmi_to_mdl_mirrors(t) ||
        !wm_extras_find(&a->extras, WMI_KEPT))
        return false;
    for (uint32_t i = 0; i < a->channel_count; i++)
        if (!is_in_place(t, a->channels[i].node))
            return false;
    return true;
}

bool wmi_to_mdl_animations(wmi_to_mdl *t)
{
    const wm_scene *s = t->scene, *template = t->template_scene;
    wmi_motion m = {.t = t, .scene = s, .own = t->own, .item_of = t->item_of};
    size_t most = (size_t)s->animation_count + (template ? template->animation_count : 0);
    t->mdl->animations = wm_kotor_mdl_alloc(t->mdl, most, sizeof *t->mdl->animations, NULL);
    wmi_animation_index names;
    if (!t->mdl->animations || !wmi_animation_index_init(&names, s, &t->scratch) ||
        (template && !wmi_animation_index_init(&t->older, template, &t->scratch)))
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < s->animation_count; i++) {
        m.own = t->own || is_kept(t, &s->animations[i]);
        if (!s->animations[i].inherited && !add_animation(&m, &s->animations[i]))
            return false;
    }
    if (!template)
        return true;
    if (!open_template(t, &m))
        return false;
    for (uint32_t i = 0; i < template->animation_count; i++) {
        const wm_scene_animation *a = &template->animations[i];
        if (a->inherited || !moves_any(&m, a) ||
            wmi_animation_index_find(&names, a->name) != WM_NO_INDEX)
            continue;
        if (!add_animation(&m, a))
            return false;
        t->result->from_template++;
    }
    return true;
}

/* Copies an animation from one model to another. Nodes are matched by name; what the other
 * model has no node for is left out and reported. */
#include <stdio.h>

#include "base/search.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/words.h"
#include "kotor/mdl/controllers.h"
#include "kotor/mdl/edit.h"

typedef struct copying {
    wm_kotor_mdl *to;
    const wm_kotor_mdl *from;
    const wm_kotor_animation *source;
    wmi_arena scratch;
    uint32_t *order;     /* names of `to`, sorted */
    uint32_t *rank;      /* by name of `from`: how many equal names come before it */
    uint32_t *to_node;   /* by name of `to`: its first geometry node, or WM_NO_INDEX */
    uint32_t *from_node; /* the same for `from` */
    uint16_t *to_number; /* by name of `to`: super_node of animation nodes */
    uint32_t *new_index; /* by node of the source: the node of the copy at or above it */
    uint32_t lost_nodes, lost_keys;
    const char *first_node, *first_keys;
} copying;

static const char *name_of(const wm_kotor_mdl *m, const wm_kotor_mdl_node *n)
{
    return n->name < m->name_count ? m->names[n->name] : "";
}

/* One side of the names while they are sorted. */
typedef struct side {
    const wm_kotor_mdl *mdl;
    const uint32_t *node; /* by name: its first geometry node, or WM_NO_INDEX */
} side;

static int compare_entries(const void *context, uint32_t a, uint32_t b)
{
    const side *s = context;
    int order = wmi_compare_names(s->mdl->names[a], s->mdl->names[b]);
    if (order)
        return order;
    bool x = s->node[a] == WM_NO_INDEX, y = s->node[b] == WM_NO_INDEX;
    if (x != y)
        return x ? 1 : -1; /* names of geometry nodes first */
    return a < b ? -1 : a > b;
}

static uint32_t *sort_names(const wm_kotor_mdl *m, const uint32_t *node, wmi_arena *scratch)
{
    const side s = {m, node};
    uint32_t *order = node ? wmi_arena_raw(scratch, m->name_count, sizeof *order) : NULL;
    for (uint32_t i = 0; order && i < m->name_count; i++)
        order[i] = i;
    if (order)
        wmi_sort_by(order, m->name_count, compare_entries, &s);
    return order;
}

/* Some models have several nodes of one name: these are matched in order. */
static uint32_t *rank_names(const wm_kotor_mdl *m, const uint32_t *node, wmi_arena *scratch)
{
    const uint32_t *order = sort_names(m, node, scratch);
    uint32_t *rank = order ? wmi_arena_new(scratch, m->name_count, sizeof *rank) : NULL;
    for (uint32_t i = 1; rank && i < m->name_count; i++)
        if (wmi_compare_names(m->names[order[i - 1]], m->names[order[i]]) == 0)
            rank[order[i]] = rank[order[i - 1]] + 1;
    return rank;
}

/* The name of `to` that equals this one: the one with this rank if there is one, else the first.
 * WM_NO_INDEX if there is none. */
static uint32_t find_name(const copying *c, const char *name, uint32_t rank)
{
    wmi_search search = {.high = c->to->name_count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, wmi_compare_names(c->to->names[c->order[search.at]], name) < 0);
    uint32_t low = search.low;
    if (low == c->to->name_count || wmi_compare_names(c->to->names[c->order[low]], name) != 0)
        return WM_NO_INDEX;
    if (rank < c->to->name_count - low &&
        wmi_compare_names(c->to->names[c->order[low + rank]], name) == 0)
        low += rank;
    return c->order[low];
}

/* By name: the first geometry node that has it. */
static uint32_t *nodes_by_name(const wm_kotor_mdl *m, wmi_arena *scratch)
{
    uint32_t *nodes = wmi_arena_raw(scratch, m->name_count, sizeof *nodes);
    for (uint32_t i = 0; nodes && i < m->name_count; i++)
        nodes[i] = WM_NO_INDEX;
    for (uint32_t i = m->tree.count; nodes && i-- > 0;)
        if (m->tree.nodes[i].name < m->name_count)
            nodes[m->tree.nodes[i].name] = i;
    return nodes;
}

/* Numbers of nodes as in the geometry, as in other animations, or else the name. */
static void number_names(copying *c)
{
    const wm_kotor_mdl *m = c->to;
    for (uint32_t i = 0; i < m->name_count; i++)
        c->to_number[i] = (uint16_t)i;
    for (uint32_t a = 0; a < m->animation_count; a++)
        for (uint32_t i = 0; i < m->animations[a].tree.count; i++) {
            const wm_kotor_mdl_node *n = &m->animations[a].tree.nodes[i];
            if (n->name < m->name_count)
                c->to_number[n->name] = n->super_node;
        }
    for (uint32_t i = 0; i < m->name_count; i++)
        if (c->to_node[i] != WM_NO_INDEX)
            c->to_number[i] = m->tree.nodes[c->to_node[i]].super_node;
}

static bool prepare(copying *c)
{
    const wm_kotor_mdl *m = c->to;
    c->to_number = wmi_arena_raw(&c->scratch, m->name_count, sizeof *c->to_number);
    c->new_index = wmi_arena_raw(&c->scratch, c->source->tree.count, sizeof *c->new_index);
    c->to_node = nodes_by_name(m, &c->scratch);
    c->from_node = nodes_by_name(c->from, &c->scratch);
    c->order = sort_names(m, c->to_node, &c->scratch);
    c->rank = rank_names(c->from, c->from_node, &c->scratch);
    if (!c->to_number || !c->new_index || !c->to_node || !c->from_node || !c->order || !c->rank)
        return false;
    number_names(c);
    return true;
}

/* ---- nodes --------------------------------------------------------------- */

/* The name of `to` for a node of the animation. Roots often have the names of their models, so
 * they match each other. */
static uint32_t match(const copying *c, const wm_kotor_mdl_node *n)
{
    bool named = n->name < c->from->name_count;
    uint32_t name = find_name(c, name_of(c->from, n), named ? c->rank[n->name] : 0);
    bool root = named && c->from_node[n->name] == 0;
    if (root && (name == WM_NO_INDEX || c->to_node[name] == WM_NO_INDEX))
        name = c->to->tree.nodes[0].name;
    return name;
}

static uint32_t flags_of(const wm_kotor_mdl *m, const uint32_t *nodes, uint32_t name)
{
    if (name >= m->name_count || nodes[name] == WM_NO_INDEX)
        return 0;
    return m->tree.nodes[nodes[name]].flags;
}

/* A controller means something else, or nothing, on a node of another kind. */
static bool suits(uint32_t type, uint32_t from_flags, uint32_t to_flags)
{
    const wmi_mdl_controller_info *was = wmi_mdl_controller(type, from_flags);
    return !was || was == wmi_mdl_controller(type, to_flags);
}

static void copy_node(copying *c, wmi_copier *memory, const wm_kotor_mdl_node *n, uint32_t name,
                      wm_kotor_mdl_node *to)
{
    uint32_t from_flags = flags_of(c->from, c->from_node, n->name);
    uint32_t to_flags = flags_of(c->to, c->to_node, name), kept = 0, lost = 0;
    *to = *n;
    to->light = NULL;
    to->emitter = NULL;
    to->reference = NULL;
    to->mesh = NULL;
    to->flags = WM_KOTOR_NODE_HEADER;
    to->offset = 0;
    to->child_count = 0;
    to->name = (uint16_t)name;
    to->super_node = c->to_number[name];
    to->controllers = wmi_copy(memory, n->controllers, n->controller_count, sizeof *n->controllers);
    to->data = wmi_copy(memory, n->data, n->data_count, sizeof *n->data);
    for (uint32_t i = 0; to->controllers && i < n->controller_count; i++) {
        if (suits(n->controllers[i].type, from_flags, to_flags))
            to->controllers[kept++] = n->controllers[i];
        else
            lost++;
    }
    to->controller_count = kept;
    if (lost && c->lost_keys == 0)
        c->first_keys = name_of(c->from, n);
    c->lost_keys += lost;
}

/* Keeps the order and the parents of the source. The children of a node that is left out go to
 * its parent, so the result is depth first too. */
static void copy_tree(copying *c, wmi_copier *memory, wm_kotor_tree *tree)
{
    const wm_kotor_tree *from = &c->source->tree;
    tree->count = 0;
    for (uint32_t i = 0; i < from->count && !memory->failed; i++) {
        const wm_kotor_mdl_node *n = &from->nodes[i];
        uint32_t above = n->parent == WM_NO_INDEX ? WM_NO_INDEX : c->new_index[n->parent];
        uint32_t name = match(c, n);
        c->new_index[i] = above;
        if (name == WM_NO_INDEX || (above == WM_NO_INDEX && tree->count)) {
            if (c->lost_nodes++ == 0)
                c->first_node = name_of(c->from, n);
            continue;
        }
        wm_kotor_mdl_node *to = &tree->nodes[tree->count];
        copy_node(c, memory, n, name, to);
        to->parent = above;
        if (above != WM_NO_INDEX)
            tree->nodes[above].child_count++;
        c->new_index[i] = tree->count++;
    }
}

/* ---- the animation ------------------------------------------------------- */

static void fix_header(const copying *c, wm_kotor_animation *a, const char *name)
{
    const wm_kotor_mdl *m = c->to;
    char root[WM_KOTOR_NAME_SIZE + 1] = {0};
    bool same = m->game == c->from->game && m->platform == c->from->platform;
    a->offset = 0;
    if (!same)
        wmi_mdl_functions(m, WMI_FUNCTION_ANIMATION, a->geometry.function);
    /* kotorblender counts the nodes of the animation, other compilers all names. */
    a->geometry.node_count = m->order == WM_KOTOR_MDL_ORDER_B ? a->tree.count : m->name_count;
    if (name)
        wmi_edit_text(a->geometry.name, sizeof a->geometry.name, name, "", NULL);
    memcpy(root, a->root, sizeof a->root);
    bool known = wm_kotor_mdl_find_node(c->from, root) != WM_NO_INDEX ||
                 wmi_edit_is(c->from->geometry.name, WM_KOTOR_NAME_SIZE, root);
    if (known && find_name(c, root, 0) == WM_NO_INDEX)
        wmi_edit_text(a->root, sizeof a->root, name_of(m, &m->tree.nodes[0]), "", NULL);
}

static void add_losses(const copying *c, wm_losses *losses)
{
    wmi_losses_add(losses, "nodes", c->lost_nodes, "%s no counterpart and %s left out%s '%.32s'",
                   wmi_count(c->lost_nodes, "node has", "nodes have").text,
                   wmi_plural(c->lost_nodes, "is", "are"), wmi_first(c->lost_nodes), c->first_node);
    wmi_losses_add(losses, "controllers", c->lost_keys,
                   "%s another kind of node and %s left out%s '%.32s'",
                   wmi_count(c->lost_keys, "controller needs", "controllers need").text,
                   wmi_plural(c->lost_keys, "is", "are"), wmi_first(c->lost_keys), c->first_keys);
}

static wm_status check(const wm_kotor_mdl *m, const wm_kotor_mdl *from, uint32_t animation,
                       const char *name, wm_error *error)
{
    char text[WM_KOTOR_NAME_SIZE + 1] = {0};
    if (animation >= from->animation_count)
        return wmi_edit_missing(error, "animations", animation, from->animation_count, "animation",
                                "animations");
    if (!m->tree.count || m->tree.nodes[0].name >= m->name_count)
        return wmi_fail(error, WM_BAD_ARGUMENT, "nodes", "the model has no nodes");
    memcpy(text, from->animations[animation].geometry.name, WM_KOTOR_NAME_SIZE);
    if (name && strlen(name) >= WM_KOTOR_NAME_SIZE)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "name",
                        "the name of an animation has at most %d bytes", WM_KOTOR_NAME_SIZE - 1);
    if (wm_kotor_mdl_find_animation(m, name ? name : text) != WM_NO_INDEX)
        return wmi_fail(error, WM_BAD_ARGUMENT, "name",
                        "the model has an animation '%s' already; remove or rename one of them",
                        name ? name : text);
    return WM_OK;
}

/* Builds the animation in the memory of the model; nothing else changes. */
static bool build(copying *c, const char *name, wm_kotor_animation *a)
{
    wmi_copier memory = {.arena = wmi_mdl_arena(c->to)};
    *a = *c->source;
    a->events = wmi_copy(&memory, a->events, a->event_count, sizeof *a->events);
    a->tree.nodes = wmi_arena_new(memory.arena, a->tree.count, sizeof *a->tree.nodes);
    if (memory.failed || !a->tree.nodes)
        return false;
    copy_tree(c, &memory, &a->tree);
    fix_header(c, a, name);
    return !memory.failed;
}

wm_status wm_kotor_mdl_copy_animation(wm_kotor_mdl *m, const wm_kotor_mdl *from, uint32_t animation,
                                      const char *name, wm_losses *losses, wm_error *error)
{
    wmi_edit edit;
    wm_kotor_animation copy = {0};
    wmi_arena *arena = wmi_mdl_arena(m);
    wm_status status = check(m, from, animation, name, error);
    if (status != WM_OK)
        return status;
    copying c = {.to = m, .from = from, .source = &from->animations[animation]};
    wmi_arena_init(&c.scratch, &arena->allocator, 0);
    wm_kotor_animation *all = wmi_arena_raw(arena, (size_t)m->animation_count + 1, sizeof *all);
    if (!all || !prepare(&c) || !build(&c, name, &copy))
        status = wmi_arena_fail(arena, error, "animations");
    wmi_arena_free(&c.scratch);
    if (status == WM_OK && c.source->tree.count && !copy.tree.count)
        status = wmi_fail(error, WM_BAD_ARGUMENT, "nodes",
                          "no node of the animation has a counterpart in the model");
    if (status == WM_OK)
        status = wmi_edit_begin(&edit, m, error);
    if (status != WM_OK)
        return status;
    if (m->animation_count)
        memcpy(all, m->animations, m->animation_count * sizeof *all);
    all[m->animation_count++] = copy;
    m->animations = all;
    wmi_edit_end(&edit);
    add_losses(&c, losses);
    wmi_mdl_tidy(m);
    return WM_OK;
}

/* The nodes of the result: those of the original that are left, in their order, then those that
 * somebody added. */
#include "convert/restore/restore.h"

/* The node of the original for a node of the edited scene, or WM_NO_INDEX for none. */
static uint32_t parent_in_old(const wmi_restore *r, uint32_t now)
{
    uint32_t parent = r->now->nodes[now].parent;
    return parent == WM_NO_INDEX ? WM_NO_INDEX : r->old_of[parent];
}

typedef struct listing {
    wm_scene_node *nodes; /* kept ones of the original in their order, then added ones */
    uint32_t count;
    uint32_t *of_old; /* by node of the original: its index here, or WM_NO_INDEX */
} listing;

static bool add_node(wmi_restore *r, listing *l, uint32_t now)
{
    wm_scene_node n = r->now->nodes[now];
    n.parent = WM_NO_INDEX; /* set later */
    n.mesh = n.skin = WM_NO_INDEX;
    if (n.light != WM_NO_INDEX) {
        r->old->lights[r->old->light_count] = r->now->lights[n.light];
        n.light = r->old->light_count++;
    }
    if (r->now->nodes[now].mesh != WM_NO_INDEX && !wmi_restore_add_mesh(r, &n, &r->now->nodes[now]))
        return false;
    r->place_of[now] = l->count;
    l->nodes[l->count++] = n;
    r->result->added++;
    r->changed = true;
    return true;
}

/* A node without the parent that it had hangs on the nearest ancestor that is left. */
static void set_parents(wmi_restore *r, listing *l)
{
    for (uint32_t i = 0; i < r->now->node_count; i++) {
        uint32_t parent = r->now->nodes[i].parent, old = r->old_of[i];
        uint32_t to = parent == WM_NO_INDEX ? WM_NO_INDEX : r->place_of[parent];
        if (old == WM_NO_INDEX) {
            l->nodes[r->place_of[i]].parent = to;
            continue;
        }
        uint32_t before = r->old->nodes[old].parent;
        bool skinned = r->now->nodes[i].skin != WM_NO_INDEX;
        bool moved = parent_in_old(r, i) != before && !skinned;
        if (before != WM_NO_INDEX)
            before = l->of_old[before];
        l->nodes[r->place_of[i]].parent = moved || before == WM_NO_INDEX ? to : before;
        if (moved) {
            r->result->moved++;
            r->changed = true;
        }
    }
}

/* Parents first: needed only if somebody hung an old node on another one. order: new indices in
 * the list. */
static bool sort_nodes(wmi_restore *r, listing *l, uint32_t **place)
{
    uint32_t n = l->count, count = 0;
    uint32_t *first = wmi_arena_raw(&r->scratch, (size_t)n + 1, sizeof *first);
    uint32_t *next = wmi_arena_raw(&r->scratch, (size_t)n + 1, sizeof *next);
    uint32_t *to = wmi_arena_raw(&r->scratch, (size_t)n + 1, sizeof *to);
    wm_scene_node *nodes = wm_scene_alloc(r->old, n, sizeof *nodes, NULL);
    bool sorted = true;
    if (!first || !next || !to || !nodes)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < n; i++) {
        to[i] = i;
        sorted = sorted && (l->nodes[i].parent == WM_NO_INDEX || l->nodes[i].parent < i);
    }
    *place = to;
    if (sorted)
        return true;
    for (uint32_t i = 0; i <= n; i++)
        first[i] = next[i] = WM_NO_INDEX;
    for (uint32_t i = n; i-- > 0;) {
        uint32_t up = l->nodes[i].parent == WM_NO_INDEX ? n : l->nodes[i].parent;
        next[i] = first[up];
        first[up] = i;
    }
    for (uint32_t at = first[n]; at != WM_NO_INDEX;) {
        to[at] = count;
        nodes[count] = l->nodes[at];
        if (nodes[count].parent != WM_NO_INDEX)
            nodes[count].parent = to[nodes[count].parent];
        count++;
        uint32_t down = first[at];
        while (down == WM_NO_INDEX && at != WM_NO_INDEX) {
            down = next[at];
            at = l->nodes[at].parent;
        }
        at = down;
    }
    l->nodes = nodes;
    if (count < n) /* a skinned mesh keeps its old parent, which hangs on it now */
        return wmi_fail(r->error, WM_BAD_VALUE, "nodes",
                        "in scene and template together, nodes hang on each other in a circle (%u "
                        "of them)",
                        (unsigned)(n - count)) == WM_OK;
    return true;
}

/* Everything that names nodes of the original by index. */
static void renumber(wmi_restore *r, const uint32_t *of_old)
{
    wm_scene *s = r->old;
    for (uint32_t i = 0; i < s->animation_count; i++) {
        wm_scene_animation *a = &s->animations[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < a->channel_count; k++) {
            wm_channel c = a->channels[k];
            c.node = of_old[c.node];
            if (c.node != WM_NO_INDEX)
                a->channels[kept++] = c;
        }
        a->channel_count = kept;
        a->root = a->root == WM_NO_INDEX ? WM_NO_INDEX : of_old[a->root];
    }
    for (uint32_t i = 0; i < s->skin_count; i++)
        for (uint32_t k = 0; k < s->skins[i].joint_count; k++) {
            uint32_t node = of_old[s->skins[i].joints[k]];
            s->skins[i].joints[k] = node == WM_NO_INDEX ? 0 : node; /* its mesh changed as well */
        }
}

bool wmi_restore_list(wmi_restore *r)
{
    wm_scene *o = r->old;
    size_t room = (size_t)o->node_count + r->now->node_count;
    listing l = {.nodes = wm_scene_alloc(o, room, sizeof *l.nodes, NULL),
                 .of_old = wmi_arena_raw(&r->scratch, o->node_count, sizeof *l.of_old)};
    uint32_t *place = NULL;
    r->before_of = wmi_arena_raw(&r->scratch, room, sizeof *r->before_of);
    if (!l.nodes || !l.of_old || !r->before_of)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < o->node_count; i++) {
        l.of_old[i] = WM_NO_INDEX;
        if (r->now_of[i] == WM_NO_INDEX && !wmi_restore_is_left_out(r, i))
            continue;
        l.of_old[i] = l.count;
        l.nodes[l.count] = o->nodes[i];
        if (r->now_of[i] != WM_NO_INDEX)
            r->place_of[r->now_of[i]] = l.count;
        else if (o->nodes[i].parent != WM_NO_INDEX)
            l.nodes[l.count].parent = l.of_old[o->nodes[i].parent];
        l.count++;
    }
    for (uint32_t i = 0; i < r->now->node_count; i++)
        if (r->old_of[i] == WM_NO_INDEX && !add_node(r, &l, i))
            return false;
    set_parents(r, &l);
    if (!sort_nodes(r, &l, &place))
        return false;
    for (uint32_t i = 0; i < l.count; i++)
        r->before_of[i] = WM_NO_INDEX;
    for (uint32_t i = 0; i < o->node_count; i++)
        if (l.of_old[i] != WM_NO_INDEX) {
            l.of_old[i] = place[l.of_old[i]];
            r->before_of[l.of_old[i]] = i;
        }
    for (uint32_t i = 0; i < r->now->node_count; i++)
        r->place_of[i] = place[r->place_of[i]];
    if (!wmi_renumber_extras(r, l.of_old))
        return false;
    renumber(r, l.of_old);
    o->nodes = l.nodes;
    o->node_count = l.count;
    return true;
}

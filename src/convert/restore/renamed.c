/* Nodes that somebody renamed. What is left after matching by name is paired if only one pairing is
 * possible: below the same parent, and with the same mesh or at the same place. The node gets its
 * old name in the edited scene, so that everything after this goes by names, and the new name at
 * the end. docs/blender.md. */
#include "convert/internal.h"
#include "convert/kotor/bwm_names.h"
#include "convert/restore/mesh.h"
#include "scene/internal.h"

/* Nodes without a partner, and corners of triangles that are compared: a crafted file could ask for
 * far more. Then nodes are missing and new, which is reported. */
enum { NODES_MOST = 1024, CORNERS_MOST = 1 << 26 };

typedef struct search {
    wmi_restore *r;
    uint32_t *old_free, old_count; /* nodes of old that may have been renamed */
    uint32_t *now_free, now_count; /* nodes of now without a partner */
    /* By node of old: has it nodes below that were matched, and on which node of now do they hang?
     * If they differ, on one without a partner. */
    bool *has_below;
    uint32_t *hang_on;
    uint64_t corners;
    bool no_memory;
} search;

/* ---- names with a meaning ---------------------------------------------- */

static bool ends(const char *name, const char *ending)
{
    size_t n = wmi_stem_length(name, 3), size = strlen(ending);
    return n > size && wmi_word_is((wmi_word){.text = name + n - size, .size = size}, ending);
}

static bool begins(const char *name, const char *start)
{
    size_t size = strlen(start);
    return strlen(name) >= size && wmi_word_is((wmi_word){.text = name, .size = size}, start);
}

/* What the converters understand by a name, 0 for nothing. Somebody who gives a node a name with
 * another meaning wants another kind of node, so that nothing of the old one may be kept. */
static uint32_t meaning(const wm_scene *s, const char *name)
{
    static const char *const mdb[] = {"_W", "_C2", "_C3", "_L01", "_L02"};
    static const char *const bw2[] = {"footprint", "circles", "lh_phys"};
    enum {
        WALKMESH = 1,
        HOOK,
        HOOKS_END = HOOK + 8,
        BONE,
        NWN2_HOOK,
        NWN2,
        BW2 = NWN2 + 8,
        LEVEL = BW2 + 8
    };
    uint32_t index = 0;
    wmi_bwm_hook hook = wmi_bwm_name_hook(name, &index);
    if (begins(name, "bone_")) /* its number counts */
        return BONE;
    if (strcmp(s->source, "kotor-mdl") == 0)
        return hook                             ? HOOK + 2 * (uint32_t)hook + index
               : wmi_bwm_is_walkmesh_name(name) ? WALKMESH
                                                : 0;
    bool nwn2 = strcmp(s->source, "nwn2-mdb") == 0;
    for (uint32_t i = 0; nwn2 && i < sizeof mdb / sizeof *mdb; i++)
        if (ends(name, mdb[i]))
            return NWN2 + i;
    for (uint32_t i = 0; !nwn2 && i < sizeof bw2 / sizeof *bw2; i++)
        if (begins(name, bw2[i]))
            return BW2 + i;
    for (uint32_t i = 1; !nwn2 && i < 10; i++) {
        const char ending[] = {'_', 'l', 'o', 'd', (char)('0' + i), '\0'};
        if (ends(name, ending))
            return LEVEL + i;
    }
    return nwn2 && begins(name, "hp_") ? NWN2_HOOK : 0;
}

static bool may_rename(const wm_scene *s, const char *from, const char *to)
{
    return *from && *to && !wmi_is_stem(from, to) && !begins(from, "bone_") &&
           meaning(s, from) == meaning(s, to);
}

/* Other formats only have names with a meaning: walkmeshes, hooks, tiles. */
static bool has_names(const wm_scene *s)
{
    static const char *const sources[] = {"kotor-mdl", "nwn2-mdb", "bw2-model"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (strcmp(s->source, sources[i]) == 0)
            return true;
    return false;
}

/* ---- may two nodes be one? --------------------------------------------- */

static bool same_place(const wmi_restore *r, uint32_t old, uint32_t now)
{
    wm_vec3 p = wmi_matrix_place(&r->old_pose->world[old]);
    wm_vec3 q = wmi_matrix_place(&r->now_pose->world[now]);
    return wmi_vec3_distance(p, q) <= 1e-4 + 1e-5 * wmi_vec3_distance(p, (wm_vec3){0, 0, 0});
}

static bool same_parent(const wmi_restore *r, uint32_t old, uint32_t now)
{
    uint32_t parent = r->now->nodes[now].parent;
    return r->old->nodes[old].parent == (parent == WM_NO_INDEX ? WM_NO_INDEX : r->old_of[parent]);
}

/* Are all triangles where they were? */
static bool same_shape(search *s, uint32_t old, uint32_t now)
{
    wmi_restore *r = s->r;
    const wm_scene_node *a = &r->old->nodes[old], *b = &r->now->nodes[now];
    const wm_scene_mesh *m = &r->old->meshes[a->mesh], *k = &r->now->meshes[b->mesh];
    wmi_side was, is;
    if (m->primitive != k->primitive || m->index_count < k->index_count || k->index_count == 0 ||
        (a->skin == WM_NO_INDEX) != (b->skin == WM_NO_INDEX))
        return false;
    s->corners += m->index_count + m->vertex_count + k->vertex_count;
    if (s->corners > CORNERS_MOST)
        return false;
    if (!wmi_side_open(r, &was, r->old, r->old_pose, old, true) ||
        !wmi_side_open(r, &is, r->now, r->now_pose, now, false) ||
        !(was.droppable = wmi_restore_droppable(m, &r->scratch))) {
        s->no_memory = true;
        return false;
    }
    return wmi_same_shape(r, &was, &is);
}

static void index_below(search *s)
{
    const wmi_restore *r = s->r;
    for (uint32_t i = 0; i < r->old->node_count; i++)
        s->has_below[i] = false;
    for (uint32_t i = 0; i < r->old->node_count; i++) {
        uint32_t parent = r->old->nodes[i].parent, on;
        if (parent == WM_NO_INDEX || r->now_of[i] == WM_NO_INDEX)
            continue;
        on = r->now->nodes[r->now_of[i]].parent;
        if (!s->has_below[parent] || (on != WM_NO_INDEX && r->old_of[on] == WM_NO_INDEX))
            s->hang_on[parent] = on;
        s->has_below[parent] = true;
    }
}

/* A node that has no partner at all. */
static bool fits_whole(search *s, uint32_t old, uint32_t now)
{
    wmi_restore *r = s->r;
    const wm_scene_node *a = &r->old->nodes[old], *b = &r->now->nodes[now];
    bool loose = b->skin != WM_NO_INDEX && b->kind != WM_NODE_KIND_BONE; /* below the armature */
    if (!(loose || same_parent(r, old, now)) ||
        (a->mesh == WM_NO_INDEX) != (b->mesh == WM_NO_INDEX) ||
        (a->light == WM_NO_INDEX) != (b->light == WM_NO_INDEX))
        return false;
    if (s->has_below[old] && s->hang_on[old] != now)
        return false;
    if (a->mesh != WM_NO_INDEX)
        return same_shape(s, old, now);
    return s->has_below[old] || same_place(r, old, now);
}

/* A bone, or what extras say had a mesh or light. An empty is none: somebody may have put it
 * between two nodes. */
static bool is_bone(const wm_scene_node *n)
{
    return (n->kind == WM_NODE_KIND_BONE || n->kind == WM_NODE_KIND_MESH ||
            n->kind == WM_NODE_KIND_LIGHT) &&
           n->mesh == WM_NO_INDEX && n->light == WM_NO_INDEX;
}

/* Programs make a bone and an object of one node: only one of the two may have been renamed. */
static bool fits_half(search *s, uint32_t old, uint32_t now)
{
    wmi_restore *r = s->r;
    uint32_t half = r->now_of[old];
    const wm_scene_node *a = &r->old->nodes[old], *b = &r->now->nodes[now],
                        *other = &r->now->nodes[half];
    if (is_bone(b)) /* the object has its name, the bone has another one */
        return !is_bone(other) && same_parent(r, old, now) &&
               (other->skin != WM_NO_INDEX ? same_place(r, old, now) && !same_parent(r, old, half)
                                           : other->parent == now);
    bool below = b->parent == half;
    if (a->mesh != WM_NO_INDEX && other->mesh == WM_NO_INDEX && b->mesh != WM_NO_INDEX)
        return (below || b->skin != WM_NO_INDEX) && same_shape(s, old, now);
    return below && a->light != WM_NO_INDEX && other->light == WM_NO_INDEX &&
           b->light != WM_NO_INDEX && same_place(r, old, now);
}

static bool fits(search *s, uint32_t old, uint32_t now)
{
    wmi_restore *r = s->r;
    if (r->old_of[now] != WM_NO_INDEX || s->no_memory ||
        !may_rename(r->old, r->old->nodes[old].name, r->now->nodes[now].name))
        return false;
    return r->now_of[old] == WM_NO_INDEX ? fits_whole(s, old, now) : fits_half(s, old, now);
}

/* ---- the only possible pairs ------------------------------------------- */

typedef struct choice {
    uint32_t node, count; /* that fit; the last of them */
    uint32_t near, near_count;
} choice;

static void choose(choice *c, uint32_t node, bool near)
{
    c->node = node;
    c->count++;
    if (near) {
        c->near = node;
        c->near_count++;
    }
}

/* Of several that fit, as copies of one mesh do, the one that is where it was. */
static uint32_t chosen(const choice *c)
{
    return c->count == 1 ? c->node : c->near_count == 1 ? c->near : WM_NO_INDEX;
}

/* Is it the only node of the original with this name? Others are told apart by their places. */
static bool is_single(const wm_scene *s, uint32_t node)
{
    for (uint32_t i = 0; i < s->node_count; i++)
        if (i != node && strcmp(s->nodes[i].name, s->nodes[node].name) == 0)
            return false;
    return true;
}

static bool take(search *s, uint32_t old, uint32_t now)
{
    wmi_restore *r = s->r;
    if (r->new_names[old])
        return false;
    r->new_names[old] = r->now->nodes[now].name;
    r->now->nodes[now].name = r->old->nodes[old].name;
    if (r->now_of[old] != WM_NO_INDEX && !is_bone(&r->now->nodes[now])) {
        r->now->nodes[r->now_of[old]].kind = WM_NODE_KIND_BONE;
        return true; /* the bone keeps its partner; its object is found by name later */
    }
    if (r->now_of[old] != WM_NO_INDEX)
        r->old_of[r->now_of[old]] = WM_NO_INDEX;
    r->old_of[now] = old;
    r->now_of[old] = now;
    return true;
}

/* Returns how many were found. */
static uint32_t find_pairs(search *s)
{
    wmi_restore *r = s->r;
    choice *of_old = wmi_arena_new(&r->scratch, (size_t)s->old_count + 1, sizeof *of_old);
    choice *of_now = wmi_arena_new(&r->scratch, (size_t)s->now_count + 1, sizeof *of_now);
    uint32_t found = 0;
    if (!of_old || !of_now) {
        s->no_memory = true;
        return 0;
    }
    index_below(s);
    for (uint32_t i = 0; i < s->old_count; i++)
        for (uint32_t k = 0; k < s->now_count; k++) {
            if (r->new_names[s->old_free[i]] || !fits(s, s->old_free[i], s->now_free[k]))
                continue;
            bool near = same_place(r, s->old_free[i], s->now_free[k]);
            choose(&of_old[i], k, near);
            choose(&of_now[k], i, near);
        }
    if (s->corners > CORNERS_MOST)
        return 0; /* not all were looked at */
    for (uint32_t i = 0; i < s->old_count && !s->no_memory; i++) {
        uint32_t k = chosen(&of_old[i]);
        if (k != WM_NO_INDEX && chosen(&of_now[k]) == i && is_single(r->old, s->old_free[i]))
            found += take(s, s->old_free[i], s->now_free[k]);
    }
    return found;
}

/* ---- all of it --------------------------------------------------------- */

/* A node that has a partner may still be one of two halves.
 *
 * bones: there are bones without a partner. */
static bool is_half(const wmi_restore *r, uint32_t old, bool bones)
{
    const wm_scene_node *a = &r->old->nodes[old], *b = &r->now->nodes[r->now_of[old]];
    if (a->mesh == WM_NO_INDEX && a->light == WM_NO_INDEX)
        return false;
    return (bones && !is_bone(b)) || (a->mesh == WM_NO_INDEX) != (b->mesh == WM_NO_INDEX) ||
           (a->light == WM_NO_INDEX) != (b->light == WM_NO_INDEX);
}

bool wmi_restore_renamed(wmi_restore *r)
{
    uint32_t olds = r->old->node_count, nows = r->now->node_count;
    bool bones = false;
    search s = {.r = r,
                .old_free = wmi_arena_raw(&r->scratch, olds, sizeof *s.old_free),
                .now_free = wmi_arena_raw(&r->scratch, nows, sizeof *s.now_free),
                .has_below = wmi_arena_raw(&r->scratch, olds, sizeof *s.has_below),
                .hang_on = wmi_arena_raw(&r->scratch, olds, sizeof *s.hang_on)};
    r->new_names = wmi_arena_new(&r->scratch, (size_t)olds + 1, sizeof *r->new_names);
    if (!s.old_free || !s.now_free || !s.has_below || !s.hang_on || !r->new_names)
        return wmi_restore_no_memory(r);
    if (!has_names(r->old))
        return true;
    for (uint32_t i = 0; i < nows; i++)
        if (r->old_of[i] == WM_NO_INDEX) {
            s.now_free[s.now_count++] = i;
            bones = bones || is_bone(&r->now->nodes[i]);
        }
    for (uint32_t i = 0; s.now_count && s.now_count <= NODES_MOST && i < olds; i++)
        if ((r->now_of[i] == WM_NO_INDEX || is_half(r, i, bones)))
            s.old_free[s.old_count++] = i;
    if (s.old_count > NODES_MOST || s.now_count == nows)
        return true; /* too many; or another scene: not one name is the same */
    while (s.old_count && find_pairs(&s)) {
    } /* once more: the parent of another one may have been renamed */
    return s.no_memory ? wmi_restore_no_memory(r) : true;
}

/* Meshes of Black & White 2 have the name in the file; the node has the level after it. */
static bool rename_mesh(wmi_restore *r, const wm_scene_node *n, const char *name)
{
    if (strcmp(r->old->source, "bw2-model") != 0 || n->mesh == WM_NO_INDEX)
        return true;
    wm_scene_mesh *m = &r->old->meshes[n->mesh];
    size_t before = strlen(m->name), size = strlen(name);
    if (strncmp(n->name, m->name, before) != 0)
        return true;
    size_t level = strlen(n->name) - before;
    if (level < size && strcmp(name + size - level, n->name + before) == 0)
        size -= level;
    m->name = wm_scene_text(r->old, name, size, NULL);
    return m->name || wmi_restore_no_memory(r);
}

bool wmi_restore_new_names(wmi_restore *r)
{
    for (uint32_t i = 0; i < r->old->node_count; i++) {
        if (!r->new_names[i] || r->now_of[i] == WM_NO_INDEX)
            continue;
        wmi_report(r->report, WM_SCENE_NODE_RENAMED, wmi_nowhere(),
                   "the node '%.64s' of the template was renamed to '%.64s'", r->old->nodes[i].name,
                   r->new_names[i]);
        if (!rename_mesh(r, &r->old->nodes[i], r->new_names[i]))
            return false;
        r->old->nodes[i].name = r->new_names[i];
        r->result->renamed_nodes++;
        r->changed = true;
    }
    return true;
}

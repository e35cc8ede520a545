/* Makes one node again of a bone and the object that holds its mesh or light. Blender makes two,
 * because a bone has neither: the object is a child of the bone, or of the armature if it has a
 * skin. Both have the name of the node, the object maybe with a number after it.
 * If somebody moved the object away from its bone, the node moves with it: shift.c. */
#include "base/search.h"
#include "base/sort.h"
#include "convert/internal.h"
#include "convert/restore/restore.h"

/* ---- which belong together --------------------------------------------- */

typedef struct names {
    const wm_scene *scene;
    uint32_t *order, count; /* joints by name */
} names;

static int compare(const char *a, size_t a_size, const char *b, size_t b_size)
{
    int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order ? order : a_size < b_size ? -1 : a_size > b_size;
}

static int by_name(const void *context, uint32_t a, uint32_t b)
{
    const wm_scene *s = context;
    int order = strcmp(s->nodes[a].name, s->nodes[b].name);
    return order ? order : a < b ? -1 : a > b;
}

/* The first joint whose name is the first `size` bytes, or WM_NO_INDEX. */
static uint32_t find(const names *n, const char *name, size_t size)
{
    wmi_search search = {.high = n->count};
    while (wmi_search_next(&search)) {
        const char *other = n->scene->nodes[n->order[search.at]].name;
        wmi_search_narrow(&search, compare(other, strlen(other), name, size) < 0);
    }
    uint32_t low = search.low;
    if (low == n->count)
        return WM_NO_INDEX;
    const char *found = n->scene->nodes[n->order[low]].name;
    return compare(found, strlen(found), name, size) == 0 ? n->order[low] : WM_NO_INDEX;
}

bool wmi_is_stem(const char *name, const char *of)
{
    size_t n = strlen(name);
    return strncmp(of, name, n) == 0 && (of[n] == '\0' || wmi_stem_length(of, 3) == n);
}

/* May what is below an object hang on what is above it? A program moves it with the object, which
 * the bones of a skin do not move. */
static bool can_free(const wm_scene_node *o)
{
    wm_vec3 s = o->rest.scale;
    return o->skin != WM_NO_INDEX && s.x == s.y && s.y == s.z && s.x != 0;
}

/* The bone that an object belongs to, or WM_NO_INDEX. An object without a mesh is what is left of
 * lines that were not exported. */
static uint32_t bone_of(const names *n, const bool *joint, const bool *has_below, uint32_t node)
{
    const wm_scene *s = n->scene;
    const wm_scene_node *o = &s->nodes[node];
    if (joint[node] || !*o->name || (has_below[node] && !can_free(o)))
        return WM_NO_INDEX;
    uint32_t bone = o->parent;
    if (o->skin != WM_NO_INDEX) {
        bone = find(n, o->name, strlen(o->name));
        if (bone == WM_NO_INDEX)
            bone = find(n, o->name, wmi_stem_length(o->name, 3));
    }
    if (bone == WM_NO_INDEX || !joint[bone] || !wmi_is_stem(s->nodes[bone].name, o->name))
        return WM_NO_INDEX;
    bool taken = o->mesh != WM_NO_INDEX    ? s->nodes[bone].mesh != WM_NO_INDEX
                 : o->light != WM_NO_INDEX ? s->nodes[bone].light != WM_NO_INDEX
                                           : false;
    return taken ? WM_NO_INDEX : bone;
}

void wmi_restore_hints(const wm_scene *s, const bool *joint, wmi_quat *hint)
{
    for (uint32_t i = 0; i < s->node_count; i++)
        hint[i] = wmi_no_hint();
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *o = &s->nodes[i];
        wmi_quat q = wmi_quat_back(wmi_quat_unit(wmi_quat_of(o->rest.rotation))), near = q;
        if (joint[i] || o->mesh == WM_NO_INDEX || o->skin != WM_NO_INDEX ||
            o->parent == WM_NO_INDEX || !joint[o->parent] ||
            !wmi_is_stem(s->nodes[o->parent].name, o->name) || !wmi_quat_snap(&near))
            continue; /* it may have been moved: what counts is that it was not rotated */
        hint[o->parent] = q;
    }
}

/* ---- one node again ---------------------------------------------------- */

/* It stays a bone, so that its axes can still be restored when the original is known. */
static void join(wm_scene *s, uint32_t bone, const wm_scene_node *object)
{
    wm_scene_node *n = &s->nodes[bone];
    if (object->mesh != WM_NO_INDEX) {
        n->mesh = object->mesh;
        n->skin = object->skin;
    }
    if (object->light != WM_NO_INDEX) {
        n->light = object->light;
    }
    n->role = object->role != WM_NODE_ROLE_SHOWN ? object->role : n->role;
}

/* May the two be one node? Sets what somebody did to the object.
 *
 * bone: not yet joined. */
static bool may_join(const wm_scene *s, uint32_t object, uint32_t bone, wmi_pairs *p,
                     const bool *rotates)
{
    const wm_scene_node *o = &s->nodes[object];
    if (o->skin != WM_NO_INDEX) /* its vertices say where it is */
        return true;
    wm_transform t = wmi_shift_of(&o->rest, o->light != WM_NO_INDEX);
    if (!wmi_is_shift(&t))
        return true;
    bool rotated = wmi_is_rotated(&t);
    if (rotated && !p->sure[bone])
        return false;
    if (!wmi_is_scaled(&t) && !rotates[bone] && wmi_is_shift(&p->shift[bone]))
        return false; /* another object of the bone was moved already */
    if (!wmi_is_scaled(&t) && !rotates[bone])
        p->shift[bone] = t;
    else if (p->bake && o->mesh != WM_NO_INDEX)
        p->bake[bone] = t;
    else
        return false;
    return true;
}

/* Hangs what is below objects that become part of a bone on what is above them. Rigid objects have
 * nothing below. Parents come first. */
static bool free_below(wm_scene *s, const uint32_t *into, wmi_arena *scratch)
{
    uint32_t *below = wmi_arena_raw(scratch, s->node_count, sizeof *below);
    if (!below)
        return false;
    for (uint32_t i = 0; i < s->node_count; i++) {
        uint32_t up = s->nodes[i].parent;
        bool joined = up != WM_NO_INDEX && into[up] != WM_NO_INDEX;
        below[i] = joined ? up : WM_NO_INDEX;
        if (joined)
            s->nodes[i].parent = s->nodes[up].parent;
    }
    wmi_whole_move_below(s, below);
    return true;
}

bool wmi_restore_pairs(wm_scene *s, const bool *joint, wmi_pairs *p, wmi_arena *scratch)
{
    names n = {.scene = s, .order = wmi_arena_raw(scratch, s->node_count, sizeof *n.order)};
    bool *has_below = wmi_arena_new(scratch, s->node_count, sizeof *has_below);
    bool *rotates = wmi_arena_new(scratch, s->node_count, sizeof *rotates);
    p->shift = wmi_arena_raw(scratch, s->node_count, sizeof *p->shift);
    p->apart = 0;
    if (!n.order || !has_below || !rotates || !p->shift)
        return false;
    wmi_find_rotating(s, rotates);
    for (uint32_t i = 0; i < s->node_count; i++) {
        p->into[i] = WM_NO_INDEX;
        p->shift[i] = wmi_no_shift();
        if (p->bake)
            p->bake[i] = wmi_no_shift();
        if (joint[i])
            n.order[n.count++] = i;
        if (s->nodes[i].parent != WM_NO_INDEX)
            has_below[s->nodes[i].parent] = true;
    }
    wmi_sort_by(n.order, n.count, by_name, s);
    for (uint32_t i = 0; i < s->node_count; i++) {
        uint32_t bone = bone_of(&n, joint, has_below, i);
        if (bone == WM_NO_INDEX)
            continue;
        if (!may_join(s, i, bone, p, rotates)) {
            p->apart += s->nodes[i].light != WM_NO_INDEX;
            continue;
        }
        p->into[i] = bone;
        join(s, bone, &s->nodes[i]);
    }
    return free_below(s, p->into, scratch);
}

/* A bone may come after its object, so places are set before they are used. */
void wmi_restore_remove(wm_scene *s, const uint32_t *into, uint32_t *place)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (into[i] == WM_NO_INDEX)
            place[i] = count++;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (into[i] != WM_NO_INDEX)
            place[i] = place[into[i]];
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (into[i] != WM_NO_INDEX)
            continue;
        wm_scene_node n = s->nodes[i];
        n.parent = n.parent == WM_NO_INDEX ? WM_NO_INDEX : place[n.parent];
        s->nodes[place[i]] = n;
    }
    for (uint32_t k = 0; k < s->skin_count; k++)
        for (uint32_t j = 0; j < s->skins[k].joint_count; j++)
            s->skins[k].joints[j] = place[s->skins[k].joints[j]];
    for (uint32_t a = 0; a < s->animation_count; a++) {
        wm_scene_animation *to = &s->animations[a];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < to->channel_count; k++) {
            wm_channel c = to->channels[k];
            if (into[c.node] != WM_NO_INDEX)
                continue; /* the object itself does not move */
            c.node = place[c.node];
            to->channels[kept++] = c;
        }
        to->channel_count = kept;
        to->root = to->root == WM_NO_INDEX ? WM_NO_INDEX : place[to->root];
    }
    s->node_count = count;
}

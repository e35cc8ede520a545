/* Applies the edits of a scene that another program saved to the scene that it was exported from:
 * the order of the steps. docs/blender.md. */
#include <math.h>

#include "convert/internal.h"
#include "convert/restore/restore.h"
#include "scene/internal.h"

bool wmi_restore_no_memory(wmi_restore *r)
{
    wmi_no_memory(r->error);
    return false;
}

static bool open_pose(wmi_restore *r, const wm_scene *s, wm_pose **pose)
{
    wm_pose_free(*pose);
    *pose = wm_pose_new(s, &r->scratch.allocator, r->error);
    return *pose != NULL;
}

/* ---- bones ------------------------------------------------------------- */

/* Bones that a program left without their mesh or light, which is on an object below: they are
 * joints, too, though nothing else may show it. */
static void find_parted(const wmi_restore *r, bool *joint)
{
    const wm_scene *s = r->now;
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *o = &s->nodes[i];
        uint32_t bone = o->parent, old = bone == WM_NO_INDEX ? WM_NO_INDEX : r->old_of[bone];
        if (old == WM_NO_INDEX || !*s->nodes[bone].name ||
            !wmi_is_stem(s->nodes[bone].name, o->name))
            continue;
        const wm_scene_node *was = &r->old->nodes[old], *now = &s->nodes[bone];
        joint[bone] =
            joint[bone] ||
            (o->mesh != WM_NO_INDEX && was->mesh != WM_NO_INDEX && now->mesh == WM_NO_INDEX) ||
            (o->light != WM_NO_INDEX && was->light != WM_NO_INDEX && now->light == WM_NO_INDEX);
    }
}

/* Nodes have the names of the original, so its rest pose says what their axes were. */
static bool restore_bones(wmi_restore *r)
{
    wm_scene *s = r->now;
    uint32_t n = s->node_count;
    bool *joint = wmi_arena_new(&r->scratch, n, sizeof *joint);
    bool *known = wmi_arena_new(&r->scratch, n, sizeof *known);
    bool *right = wmi_arena_new(&r->scratch, n, sizeof *right);
    wm_transform *rest = wmi_arena_new(&r->scratch, n, sizeof *rest);
    uint32_t *place = wmi_arena_raw(&r->scratch, n, sizeof *place);
    wmi_axes axes = {.top = {0, 0, 0, 1}, .right = right};
    wmi_pairs pairs = {.into = wmi_arena_raw(&r->scratch, n, sizeof *pairs.into), .sure = known};
    r->bake = pairs.bake = wmi_arena_raw(&r->scratch, n, sizeof *r->bake);
    if (!joint || !known || !right || !rest || !pairs.into || !pairs.bake || !place)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < n; i++)
        joint[i] = s->nodes[i].kind == WM_NODE_KIND_BONE;
    for (uint32_t i = 0; i < n; i++) /* of the object that became part of it: read_return.c */
        right[i] = s->nodes[i].mesh != WM_NO_INDEX && s->nodes[i].skin == WM_NO_INDEX;
    find_parted(r, joint);
    for (uint32_t i = 0; i < n; i++)
        if (r->old_of[i] != WM_NO_INDEX) {
            known[i] = true;
            rest[i] = r->old->nodes[r->old_of[i]].rest;
        }
    if (!wmi_restore_axes(s, joint, rest, known, &r->scratch, &axes) ||
        !wmi_restore_pairs(s, joint, &pairs, &r->scratch))
        return wmi_restore_no_memory(r);
    r->result->axes = axes.restored;
    r->result->unknown_axes = axes.other;
    r->result->apart = pairs.apart;
    wmi_restore_shift(s, pairs.shift);
    wmi_restore_remove(s, pairs.into, place);
    for (uint32_t i = 0; i < n; i++) /* nodes only move down */
        if (pairs.into[i] == WM_NO_INDEX)
            r->bake[place[i]] = r->bake[i];
    return true;
}

/* ---- room for edits ---------------------------------------------------- */

/* A copy with room for more items; NULL without memory. */
static void *with_room(wm_scene *s, const void *items, uint32_t count, size_t more, size_t size)
{
    void *copy = wm_scene_alloc(s, count + more, size, NULL);
    if (copy && count)
        memcpy(copy, items, count * size);
    return copy;
}

/* Room for what the original does not have, and for what is to be found. */
static bool make_room(wmi_restore *r)
{
    if (!wmi_restore_copy_materials(r))
        return false;
    wm_scene *o = r->old;
    const wm_scene *n = r->now;
    size_t more = (size_t)n->material_count + n->node_count; /* a light map for each node */
    r->first_material = o->material_count;
    r->most_materials = o->material_count + n->node_count; /* the rest is for the first of each */
    wm_scene_material *materials =
        with_room(o, o->materials, o->material_count, more, sizeof *materials);
    wm_scene_skin *skins =
        with_room(o, o->skins, o->skin_count, (size_t)n->skin_count + o->node_count, sizeof *skins);
    wm_scene_mesh *meshes =
        with_room(o, o->meshes, o->mesh_count, 2 * (size_t)n->node_count, sizeof *meshes);
    wm_scene_light *lights = /* nodes may share one */
        with_room(o, o->lights, o->light_count, n->node_count, sizeof *lights);
    r->material_of = wmi_arena_raw(&r->scratch, n->material_count, sizeof *r->material_of);
    r->skin_of = wmi_arena_raw(&r->scratch, n->skin_count, sizeof *r->skin_of);
    r->place_of = wmi_arena_raw(&r->scratch, n->node_count, sizeof *r->place_of);
    if (!materials || !skins || !meshes || !lights || !r->material_of || !r->skin_of ||
        !r->place_of)
        return wmi_restore_no_memory(r);
    o->materials = materials;
    o->skins = skins;
    o->meshes = meshes;
    o->lights = lights;
    if (!wmi_restore_name_materials(r, n->material_count + n->node_count))
        return false;
    for (uint32_t i = 0; i < n->material_count; i++)
        r->material_of[i] = i < r->first_copy ? WM_NO_INDEX : i - r->first_copy;
    for (uint32_t i = 0; i < n->skin_count; i++)
        r->skin_of[i] = o->skin_count + i; /* added at the end, if one is used */
    return true;
}

static bool keep_rest(wmi_restore *r)
{
    wm_transform *rest = wmi_arena_raw(&r->scratch, r->old->node_count, sizeof *rest);
    if (!rest)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < r->old->node_count; i++)
        rest[i] = r->old->nodes[i].rest;
    r->rest = rest;
    return true;
}

/* ---- skins ------------------------------------------------------------- */

static void renumber_joints(const wmi_restore *r, wm_scene_skin *k)
{
    for (uint32_t j = 0; j < k->joint_count; j++)
        k->joints[j] = r->place_of[k->joints[j]];
}

/* Skins of the edited scene, if a node uses one. */
static void add_skins(wmi_restore *r)
{
    wm_scene *o = r->old;
    bool any = false;
    for (uint32_t i = 0; i < o->node_count; i++)
        any = any || (o->nodes[i].skin != WM_NO_INDEX && o->nodes[i].skin >= o->skin_count);
    for (uint32_t i = 0; any && i < r->now->skin_count; i++) {
        renumber_joints(r, &r->now->skins[i]);
        o->skins[o->skin_count++] = r->now->skins[i];
    }
    for (uint32_t i = 0; i < r->own_skins; i++)
        renumber_joints(r, &o->skins[o->skin_count++]);
}

/* Marks the first skins, if they are as they were. */
static bool mark_slots(wmi_restore *r, uint32_t skins)
{
    for (uint32_t i = 0; i < r->old->node_count; i++) {
        const wm_scene_node *n = &r->old->nodes[i];
        if (n->mesh != WM_NO_INDEX && n->skin != WM_NO_INDEX && n->skin < skins &&
            !wmi_mark(r, &r->old->meshes[n->mesh].extras, WMI_SLOTS))
            return false;
    }
    return true;
}

/* Bind poses of the original follow bones that were moved at rest. */
static bool restore_binds(wmi_restore *r, uint32_t skins)
{
    wm_pose *now;
    if (r->result->moved == 0 || skins == 0)
        return true;
    if (wm_scene_finish(r->old, r->error) != WM_OK ||
        !(now = wm_pose_new(r->old, &r->scratch.allocator, r->error)))
        return false;
    wmi_restore_binds(r, skins, now);
    wm_pose_free(now);
    return true;
}

/* ---- all of it --------------------------------------------------------- */

/* What somebody did to the frame is undone, so that nodes are compared as if it had not moved, and
 * done to the result at the end. */
static void undo_move(wmi_restore *r)
{
    if (r->now->move.scale.x == 0)
        return;
    wm_transform back = wmi_transform_back(&r->now->move);
    wmi_whole_move(r->now, &back, NULL);
}

static void redo_move(wmi_restore *r)
{
    wm_transform by = r->now->move;
    if (by.scale.x == 0)
        return;
    if (r->now->left_handed) {
        by.translation.z = -by.translation.z;
        by.rotation.x = -by.rotation.x;
        by.rotation.y = -by.rotation.y;
    }
    wmi_whole_move(r->old, &by, NULL);
    for (uint32_t i = 0; i < r->old->node_count; i++)
        r->result->moved += r->old->nodes[i].parent == WM_NO_INDEX;
    r->changed = true;
}

static bool pose_and_match(wmi_restore *r)
{
    return open_pose(r, r->now, &r->now_pose) && wmi_restore_match(r);
}

/* Finds which node is which. The edited scene gets the axes, the names and the bones of the
 * original one after the other; after each step more nodes match. */
static bool pair_nodes(wmi_restore *r)
{
    bool again;
    if (!open_pose(r, r->old, &r->old_pose) || !pose_and_match(r) ||
        !wmi_restore_upright(r, &again) || (again && !pose_and_match(r)))
        return false;
    return wmi_restore_renamed(r) && wmi_restore_match(r) && restore_bones(r) && pose_and_match(r);
}

/* Did somebody import another file of ours into the scene? It has replaced the extras of the scene.
 */
static bool has_other_frame(const wm_scene *s)
{
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].mesh == WM_NO_INDEX &&
            strncmp(s->nodes[i].name, WMI_GLTF_FRAME, sizeof WMI_GLTF_FRAME - 1) == 0)
            return true;
    return false;
}

static bool restore_all(wmi_restore *r)
{
    uint32_t skins = r->old->skin_count;
    undo_move(r);
    wmi_restore_space(r);
    if (!pair_nodes(r) || !make_room(r) || !keep_rest(r) || !wmi_restore_number_sheets(r) ||
        !wmi_restore_nodes(r) || r->failed || !wmi_restore_new_names(r) ||
        (!has_other_frame(r->now) && !wmi_restore_extras(r, &r->old->extras, &r->now->extras)) ||
        !wmi_restore_list(r))
        return false;
    add_skins(r);
    if (!wmi_restore_animations(r) || !restore_binds(r, skins))
        return false;
    redo_move(r);
    return !r->changed || (mark_slots(r, skins) && wmi_mark_kept(r));
}

wm_status wm_scene_restore(wm_scene *original, wm_scene *edited, const wm_scene_restore_opts *opts,
                           wm_scene_restore_result *result, wm_error *error)
{
    static const wm_scene_restore_opts defaults;
    wm_scene_restore_result made = {0};
    wm_error local = {0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    if (!original->finished || !edited->finished)
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "the scene is not finished");
    opts = opts ? opts : &defaults;
    wmi_restore r = {.old = original,
                     .now = edited,
                     .result = &made,
                     .report = opts->report,
                     .error = error ? error : &local};
    wmi_arena_init(&r.scratch, opts->allocator, 0);
    bool good = restore_all(&r);
    wm_pose_free(r.old_pose);
    wm_pose_free(r.now_pose);
    wmi_arena_free(&r.scratch);
    if (!good)
        return r.error->code;
    made.same = !r.changed;
    if (r.changed) {
        original->source = "gltf";
        for (uint32_t i = 0; i < original->node_count; i++)
            original->nodes[i].source = WM_NO_INDEX;
    }
    if (result)
        *result = made;
    return wm_scene_finish(original, error);
}

/* Applies the edits of a scene that another program saved to the scene that it was exported from:
 * nodes and the order of the steps. docs/blender.md. */
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

/* ---- axes and pairs ---------------------------------------------------- */

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

/* ---- what hangs on nodes ----------------------------------------------- */

/* Room for materials and skins that the original does not have. */
static bool make_room(wmi_restore *r)
{
    if (!wmi_restore_copy_materials(r))
        return false;
    wm_scene *o = r->old;
    const wm_scene *n = r->now;
    wm_scene_material *materials =
        wm_scene_alloc(o, (size_t)o->material_count + n->material_count, sizeof *materials, NULL);
    wm_scene_skin *skins =
        wm_scene_alloc(o, (size_t)o->skin_count + n->skin_count, sizeof *skins, NULL);
    wm_scene_mesh *meshes =
        wm_scene_alloc(o, (size_t)o->mesh_count + 2 * (size_t)n->node_count, sizeof *meshes, NULL);
    wm_scene_light *lights = /* nodes may share one */
        wm_scene_alloc(o, (size_t)o->light_count + n->node_count, sizeof *lights, NULL);
    r->material_of = wmi_arena_raw(&r->scratch, n->material_count, sizeof *r->material_of);
    r->skin_of = wmi_arena_raw(&r->scratch, n->skin_count, sizeof *r->skin_of);
    r->place_of = wmi_arena_raw(&r->scratch, n->node_count, sizeof *r->place_of);
    if (!materials || !skins || !meshes || !lights || !r->material_of || !r->skin_of ||
        !r->place_of)
        return wmi_restore_no_memory(r);
    if (o->material_count)
        memcpy(materials, o->materials, o->material_count * sizeof *materials);
    if (o->skin_count)
        memcpy(skins, o->skins, o->skin_count * sizeof *skins);
    if (o->mesh_count)
        memcpy(meshes, o->meshes, o->mesh_count * sizeof *meshes);
    if (o->light_count)
        memcpy(lights, o->lights, o->light_count * sizeof *lights);
    o->materials = materials;
    o->skins = skins;
    o->meshes = meshes;
    o->lights = lights;
    for (uint32_t i = 0; i < n->material_count; i++)
        r->material_of[i] = i < r->first_copy ? WM_NO_INDEX : i - r->first_copy;
    for (uint32_t i = 0; i < n->skin_count; i++)
        r->skin_of[i] = o->skin_count + i; /* added at the end, if one is used */
    return true;
}

bool wmi_restore_add_mesh(wmi_restore *r, wm_scene_node *to, const wm_scene_node *from)
{
    wm_scene_mesh made = r->now->meshes[from->mesh];
    wm_scene_part *parts = wm_scene_alloc(r->old, made.part_count, sizeof *parts, NULL);
    if (!parts)
        return wmi_restore_no_memory(r);
    for (uint32_t p = 0; p < made.part_count; p++) {
        parts[p] = made.parts[p];
        parts[p].material = wmi_restore_material(r, parts[p].material, WM_NO_INDEX);
    }
    made.parts = parts;
    to->mesh = r->old->mesh_count;
    to->skin = from->skin == WM_NO_INDEX ? WM_NO_INDEX : r->skin_of[from->skin];
    r->old->meshes[r->old->mesh_count++] = made;
    r->changed = true;
    return true;
}

/* Programs drop meshes that are never drawn and, if not asked to keep them, lines. */
static bool is_dropped(const wm_scene *s, const wm_scene_node *n)
{
    const wm_scene_mesh *m = &s->meshes[n->mesh];
    return n->role == WM_NODE_ROLE_HIDDEN || m->primitive == WM_PRIMITIVE_LINES ||
           m->index_count == 0 || m->vertex_count == 0;
}

static bool restore_node_mesh(wmi_restore *r, uint32_t old, uint32_t now)
{
    wm_scene_node *to = &r->old->nodes[old];
    const wm_scene_node *from = &r->now->nodes[now];
    if (to->mesh == WM_NO_INDEX && from->mesh != WM_NO_INDEX) {
        to->kind = to->kind == WM_NODE_KIND_EMPTY ? WM_NODE_KIND_MESH : to->kind;
        r->result->meshes++;
        return wmi_restore_add_mesh(r, to, from);
    }
    if (to->mesh == WM_NO_INDEX)
        return true;
    if (from->mesh != WM_NO_INDEX)
        return wmi_restore_mesh(r, old, now);
    if (is_dropped(r->old, to)) {
        r->result->hidden++;
        return true;
    }
    to->mesh = to->skin = WM_NO_INDEX; /* somebody deleted it */
    wmi_report(r->report, WM_SCENE_MESH_MISSING, wmi_nowhere(),
               "the template has a mesh on the node '%.64s' that the scene does not have",
               to->name);
    to->kind = to->kind == WM_NODE_KIND_MESH ? WM_NODE_KIND_EMPTY : to->kind;
    r->result->meshes++;
    r->changed = true;
    return true;
}

/* ---- nodes ------------------------------------------------------------- */

static bool same_rest(const wm_transform *a, const wm_transform *b)
{
    double size = wmi_vec3_distance(a->translation, (wm_vec3){0, 0, 0});
    return wmi_vec3_distance(a->translation, b->translation) <= 1e-4 + 1e-5 * size &&
           wmi_quat_distance(wmi_quat_unit(wmi_quat_of(a->rotation)),
                             wmi_quat_unit(wmi_quat_of(b->rotation))) < 1e-4 &&
           wmi_vec3_distance(a->scale, b->scale) < 1e-4;
}

/* The new rest pose, but numbers that a program only rounded stay. */
static void move_rest(wm_transform *to, const wm_transform *from)
{
    float *old[3] = {&to->translation.x, &to->translation.y, &to->translation.z};
    const float now[3] = {from->translation.x, from->translation.y, from->translation.z};
    for (int k = 0; k < 3; k++)
        if (!(fabsf(*old[k] - now[k]) <= 1e-6f + 1e-6f * fabsf(*old[k])))
            *old[k] = now[k];
    if (wmi_quat_distance(wmi_quat_unit(wmi_quat_of(to->rotation)),
                          wmi_quat_unit(wmi_quat_of(from->rotation))) >= 1e-4)
        to->rotation = from->rotation;
    if (wmi_vec3_distance(to->scale, from->scale) >= 1e-4)
        to->scale = from->scale;
}

/* The object of a bone that rotates was moved: then its vertices move. */
static bool restore_bake(wmi_restore *r, wm_scene_node *to, const wm_transform *by)
{
    if (!wmi_is_shift(by) || to->mesh == WM_NO_INDEX)
        return true;
    r->result->moved++;
    r->changed = true;
    return wmi_restore_baked(r, to, by);
}

static bool restore_node(wmi_restore *r, uint32_t old, double light_factor)
{
    uint32_t now = r->now_of[old];
    wm_scene_node *to = &r->old->nodes[old], *from = &r->now->nodes[now];
    /* the transform of a skin's mesh means nothing; programs drop it */
    bool placed = from->skin == WM_NO_INDEX || from->kind == WM_NODE_KIND_BONE;
    if (to->light != WM_NO_INDEX) /* programs rotate lights, which shine in all directions here */
        from->rest.rotation = to->rest.rotation;
    if (!same_rest(&to->rest, &from->rest) && placed) {
        move_rest(&to->rest, &from->rest);
        r->result->moved++;
        r->changed = true;
    }
    r->result->nodes++;
    wmi_restore_light(r, to, from, light_factor);
    return restore_node_mesh(r, old, now) && restore_bake(r, to, &r->bake[now]) &&
           wmi_restore_extras(r, &to->extras, &from->extras);
}

/* A program that exports no light at all was not asked to. Outlines are only for viewing. */
bool wmi_restore_is_left_out(const wmi_restore *r, uint32_t old)
{
    const wm_scene_node *n = &r->old->nodes[old];
    return r->now_of[old] == WM_NO_INDEX &&
           (n->role == WM_NODE_ROLE_OUTLINE ||
            (n->light != WM_NO_INDEX && n->mesh == WM_NO_INDEX && r->now->light_count == 0));
}

static void report_missing(wmi_restore *r)
{
    for (uint32_t i = 0; i < r->old->node_count; i++) {
        if (wmi_restore_is_left_out(r, i)) {
            r->result->hidden++;
            continue;
        }
        if (r->now_of[i] != WM_NO_INDEX)
            continue;
        r->result->missing++;
        r->changed = true;
        wmi_report(r->report, WM_SCENE_NODE_MISSING, wmi_nowhere(),
                   "the template has a node '%.64s' that the scene does not have",
                   r->old->nodes[i].name);
    }
}

/* ---- all of it -------------------------------------------------------- */

/* Skins of the edited scene, if a node uses one. */
static void add_skins(wmi_restore *r)
{
    wm_scene *o = r->old;
    bool any = false;
    for (uint32_t i = 0; i < o->node_count; i++)
        any = any || (o->nodes[i].skin != WM_NO_INDEX && o->nodes[i].skin >= o->skin_count);
    for (uint32_t i = 0; any && i < r->now->skin_count; i++) {
        wm_scene_skin *k = &r->now->skins[i];
        for (uint32_t j = 0; j < k->joint_count; j++)
            k->joints[j] = r->place_of[k->joints[j]];
        o->skins[o->skin_count++] = *k;
    }
}

/* Marks the first skins, if they are as they were. */
static bool mark_slots(wmi_restore *r, uint32_t skins)
{
    double *one = wm_scene_alloc(r->old, 1, sizeof *one, NULL);
    if (!one)
        return wmi_restore_no_memory(r);
    *one = 1;
    for (uint32_t i = 0; i < r->old->node_count; i++) {
        const wm_scene_node *n = &r->old->nodes[i];
        if (n->mesh == WM_NO_INDEX || n->skin == WM_NO_INDEX || n->skin >= skins)
            continue;
        wm_extras *e = &r->old->meshes[n->mesh].extras;
        if (wm_extras_find(e, WMI_SLOTS))
            continue;
        wm_extra *items = wm_scene_alloc(r->old, (size_t)e->count + 1, sizeof *items, NULL);
        if (!items)
            return wmi_restore_no_memory(r);
        if (e->count)
            memcpy(items, e->items, e->count * sizeof *items);
        items[e->count] = (wm_extra){.name = WMI_SLOTS, .count = 1, .numbers = one};
        *e = (wm_extras){e->count + 1, items};
    }
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

/* What somebody did to the frame. */
static void move_whole(wmi_restore *r)
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

static bool restore_all(wmi_restore *r)
{
    uint32_t skins = r->old->skin_count;
    bool again;
    if (r->now->move.scale.x != 0) { /* nodes are compared as if nobody had moved all of them */
        wm_transform back = wmi_transform_back(&r->now->move);
        wmi_whole_move(r->now, &back, NULL);
    }
    wmi_restore_space(r);
    if (!open_pose(r, r->old, &r->old_pose) || !open_pose(r, r->now, &r->now_pose) ||
        !wmi_restore_match(r) || !wmi_restore_upright(r, &again) ||
        (again && (!open_pose(r, r->now, &r->now_pose) || !wmi_restore_match(r))) ||
        !wmi_restore_renamed(r) || !wmi_restore_match(r) || !restore_bones(r) ||
        !open_pose(r, r->now, &r->now_pose) || !wmi_restore_match(r) || !make_room(r) ||
        !keep_rest(r) || !wmi_restore_number_sheets(r))
        return false;
    double light_factor = wmi_restore_light_factor(r);
    for (uint32_t i = 0; i < r->old->node_count; i++)
        if (r->now_of[i] != WM_NO_INDEX && !restore_node(r, i, light_factor))
            return false;
    if (r->result->nodes == 0 && r->old->node_count)
        return wmi_fail(r->error, WM_BAD_ARGUMENT, "",
                        "no node of the scene has the name of a node of the original") == WM_OK;
    wmi_restore_follow(r);
    report_missing(r);
    if (!wmi_restore_new_names(r) || !wmi_restore_extras(r, &r->old->extras, &r->now->extras) ||
        !wmi_restore_list(r))
        return false;
    add_skins(r);
    if (!wmi_restore_animations(r) || !restore_binds(r, skins))
        return false;
    move_whole(r);
    return !r->changed || mark_slots(r, skins);
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

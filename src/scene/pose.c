/* Poses: sampling animations, blending, and transforms to model space. docs/scene.md,
 * "Poses". */
#include "scene/internal.h"

static wmi_pose *inside(wm_pose *pose)
{
    return (wmi_pose *)pose; /* pub is its first member */
}

static bool new_arrays(wmi_arena *arena, wm_pose *pose, size_t nodes)
{
    pose->local = wmi_arena_raw(arena, nodes, sizeof *pose->local);
    pose->alpha = wmi_arena_raw(arena, nodes, sizeof *pose->alpha);
    pose->self_illumination = wmi_arena_raw(arena, nodes, sizeof *pose->self_illumination);
    return pose->local && pose->alpha && pose->self_illumination;
}

static bool allocate(wmi_pose *p, const wm_scene *scene)
{
    wmi_arena *arena = &p->arena;
    size_t nodes = scene->node_count, channels = 0, joints = 0;
    for (uint32_t i = 0; i < scene->animation_count; i++)
        if (scene->animations[i].channel_count > channels)
            channels = scene->animations[i].channel_count;
    for (uint32_t i = 0; i < scene->skin_count; i++)
        if (scene->skins[i].joint_count > joints)
            joints = scene->skins[i].joint_count;
    p->pub.scene = p->from.scene = scene;
    p->pub.memory = arena;
    p->rest = wmi_arena_raw(arena, nodes, sizeof *p->rest);
    p->rest_alpha = wmi_arena_raw(arena, nodes, sizeof *p->rest_alpha);
    p->rest_illumination = wmi_arena_raw(arena, nodes, sizeof *p->rest_illumination);
    p->pub.world = wmi_arena_raw(arena, nodes, sizeof *p->pub.world);
    p->joints = wmi_arena_raw(arena, joints, sizeof *p->joints);
    p->hints[0] = wmi_arena_new(arena, channels, sizeof *p->hints[0]);
    p->hints[1] = wmi_arena_new(arena, channels, sizeof *p->hints[1]);
    return p->rest && p->rest_alpha && p->rest_illumination && p->pub.world && p->joints &&
           p->hints[0] && p->hints[1] && new_arrays(arena, &p->pub, nodes) &&
           new_arrays(arena, &p->from, nodes);
}

/* A mesh with several materials uses the material of its first part. */
static void gather_rest(wmi_pose *p, const wm_scene *scene)
{
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const wm_scene_node *n = &scene->nodes[i];
        uint32_t material = WM_NO_INDEX;
        if (n->mesh != WM_NO_INDEX && scene->meshes[n->mesh].part_count)
            material = scene->meshes[n->mesh].parts[0].material;
        p->rest[i] = n->rest;
        p->rest_alpha[i] = material == WM_NO_INDEX ? 1 : scene->materials[material].alpha;
        p->rest_illumination[i] = material == WM_NO_INDEX
                                      ? (wm_vec3){0, 0, 0}
                                      : scene->materials[material].self_illumination;
    }
}

wm_pose *wm_pose_new(const wm_scene *scene, const wm_allocator *allocator, wm_error *error)
{
    wmi_arena arena;
    if (!scene->finished) {
        wmi_fail(error, WM_BAD_ARGUMENT, "scene", "the scene is not finished (wm_scene_finish)");
        return NULL;
    }
    wmi_arena_init(&arena, allocator, 0);
    wmi_pose *p = wmi_arena_new(&arena, 1, sizeof *p);
    if (p)
        p->arena = arena;
    if (!p || !allocate(p, scene)) {
        wmi_arena *used = p ? &p->arena : &arena;
        wmi_arena_fail(used, error, "");
        wmi_arena_free(used);
        return NULL;
    }
    gather_rest(p, scene);
    wm_pose_rest(&p->pub);
    wm_pose_update(&p->pub);
    return &p->pub;
}

void wm_pose_free(wm_pose *pose)
{
    if (pose)
        wmi_arena_free(pose->memory);
}

static void put_rest(const wmi_pose *p, wm_pose *to)
{
    size_t nodes = to->scene->node_count;
    if (nodes == 0)
        return;
    memcpy(to->local, p->rest, nodes * sizeof *to->local);
    memcpy(to->alpha, p->rest_alpha, nodes * sizeof *to->alpha);
    memcpy(to->self_illumination, p->rest_illumination, nodes * sizeof *to->self_illumination);
}

void wm_pose_rest(wm_pose *pose)
{
    put_rest(inside(pose), pose);
}

/* Where the value of a channel is stored; NULL for properties that a pose does not hold. */
static void *target(wm_pose *pose, const wm_channel *c)
{
    switch (c->property) {
    case WM_PROPERTY_TRANSLATION: return &pose->local[c->node].translation;
    case WM_PROPERTY_ROTATION: return &pose->local[c->node].rotation;
    case WM_PROPERTY_SCALE: return &pose->local[c->node].scale;
    case WM_PROPERTY_ALPHA: return &pose->alpha[c->node];
    case WM_PROPERTY_SELF_ILLUMINATION: return &pose->self_illumination[c->node];
    case WM_PROPERTY_LIGHT_COLOUR:
    case WM_PROPERTY_LIGHT_RADIUS:
    case WM_PROPERTY_LIGHT_MULTIPLIER:
    case WM_PROPERTY_OTHER: break;
    }
    return NULL;
}

static void sample(const wmi_pose *p, wm_pose *to, uint32_t *hints, uint32_t animation, float time,
                   wm_play play)
{
    put_rest(p, to);
    if (animation >= to->scene->animation_count)
        return;
    const wm_scene_animation *a = &to->scene->animations[animation];
    float at = wm_play_time(time, a->length, play), value[4];
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const wm_channel *c = &a->channels[i];
        void *place = target(to, c);
        if (!place)
            continue;
        wm_channel_sample(c, at, &hints[i], value);
        memcpy(place, value, c->width * sizeof *value);
    }
}

void wm_pose_sample(wm_pose *pose, uint32_t animation, float time, wm_play play)
{
    wmi_pose *p = inside(pose);
    sample(p, pose, p->hints[0], animation, time, play);
}

void wm_pose_mix(wm_pose *pose, const wm_pose *from, float share)
{
    float u = share > 0 ? share < 1 ? share : 1 : 0;
    for (uint32_t i = 0; i < pose->scene->node_count; i++) {
        wm_transform *b = &pose->local[i];
        const wm_transform *a = &from->local[i];
        b->translation = wmi_lerp(a->translation, b->translation, u);
        b->rotation = wm_quat_slerp(a->rotation, b->rotation, u);
        b->scale = wmi_lerp(a->scale, b->scale, u);
        pose->alpha[i] = from->alpha[i] + (pose->alpha[i] - from->alpha[i]) * u;
        pose->self_illumination[i] =
            wmi_lerp(from->self_illumination[i], pose->self_illumination[i], u);
    }
}

void wm_pose_transition(wm_pose *pose, uint32_t from, float from_time, uint32_t to, float since,
                        wm_play play)
{
    wmi_pose *p = inside(pose);
    const wm_scene *scene = pose->scene;
    float time = to < scene->animation_count ? scene->animations[to].transition : 0;
    sample(p, pose, p->hints[0], to, since, play);
    if (since >= time)
        return;
    sample(p, &p->from, p->hints[1], from, from_time, play);
    wm_pose_mix(pose, &p->from, since > 0 ? since / time : 0);
}

void wm_pose_update(wm_pose *pose)
{
    const wm_scene *scene = pose->scene;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t parent = scene->nodes[i].parent;
        wm_matrix local = wmi_matrix_of(&pose->local[i]);
        if (parent == WM_NO_INDEX)
            pose->world[i] = local;
        else
            wmi_matrix_multiply(&pose->world[i], &pose->world[parent], &local);
    }
}

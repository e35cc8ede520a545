/* Scenes built by hand. */
#include "scenes.h"

#include <string.h>

#define NONE WM_NO_INDEX
#define COUNT(array) (sizeof(array) / sizeof *(array))
/* A copy of a constant array in the scene's memory. */
#define COPY(scene, array) copy(scene, array, sizeof(array))

static void *copy(wm_scene *scene, const void *data, size_t size)
{
    void *to = wm_scene_alloc(scene, size, 1, NULL);
    if (to)
        memcpy(to, data, size);
    return to;
}

#define REST(x, y, z)                                                                              \
    {                                                                                              \
        {x, y, z}, {0, 0, 0, 1},                                                                   \
        {                                                                                          \
            1, 1, 1                                                                                \
        }                                                                                          \
    }

static const wm_scene_node nodes[] = {
    {.name = "root",
     .parent = NONE,
     .rest = REST(0, 0, 0),
     .mesh = NONE,
     .skin = NONE,
     .light = NONE},
    {.name = "arm", .parent = 0, .rest = REST(1, 0, 0), .mesh = NONE, .skin = NONE, .light = NONE},
    {.name = "hand", .parent = 1, .rest = REST(1, 0, 0), .mesh = NONE, .skin = NONE, .light = NONE},
    {.name = "flag",
     .parent = 0,
     .rest = REST(0, 0, 1),
     .kind = WM_NODE_KIND_MESH,
     .skin = NONE,
     .light = NONE},
    {.name = "sleeve",
     .parent = 2,
     .rest = REST(0, 1, 0),
     .kind = WM_NODE_KIND_MESH,
     .mesh = 1,
     .light = NONE},
};

static const wm_vec3 flag[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
static const wm_vec3 up[] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
static const uint32_t corners[] = {0, 1, 2};
/* In the space of the sleeve, which is at (2, 1, 0) in the model. */
static const wm_vec3 sleeve[] = {{0, -1, 0}, {1, -1, 0}, {0.5f, -1, 0}};
static const uint16_t joints[][4] = {{0}, {1}, {0, 1}};
static const float weights[][4] = {{1}, {1}, {0.5f, 0.5f}};
static const uint32_t bones[] = {1, 2};
static const wm_matrix inverse[] = {{{{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 0}}},
                                    {{{1, 0, 0, 0}, {0, 1, 0, 1}, {0, 0, 1, 0}}}};

static const float rotation_times[] = {0, 1, 2};
static const float rotations[][4] = {
    {0, 0, 0, 1}, {0, 0, 0.70710678f, 0.70710678f}, {0, 0, 0.70710678f, 0.70710678f}};
static const float curve_times[] = {0.5f, 1.5f};
/* value, offset of the control point before, offset of the one after */
static const float curve[][9] = {{1, 0, 0, 0, 0, 0, 0, 3, 0}, {2, 0, 0, 0, 3, 0, 0, 0, 0}};
static const float fade_times[] = {0, 2};
static const float fade[] = {1, 0};

static const wm_scene_event events[] = {{0, "start"}, {0.5f, "swish"}, {2, "end"}};

static bool add_animations(wm_scene *s)
{
    wm_scene_animation *a = s->animations = wm_scene_alloc(s, 2, sizeof *a, NULL);
    if (!a)
        return false;
    s->animation_count = 2;
    a[0] =
        (wm_scene_animation){.name = "wave", .length = 2, .root = 0, .event_count = COUNT(events)};
    a[0].events = COPY(s, events);
    wm_channel *c = a[0].channels = wm_scene_alloc(s, 3, sizeof *c, NULL);
    a[1] = (wm_scene_animation){.name = "still", .length = 1, .transition = 0.5f, .root = NONE};
    if (!c)
        return false;
    a[0].channel_count = 3;
    c[0] = (wm_channel){
        .node = 1, .property = WM_PROPERTY_ROTATION, .name = "orientation", .width = 4, .count = 3};
    c[1] = (wm_channel){.node = 2,
                        .property = WM_PROPERTY_TRANSLATION,
                        .name = "position",
                        .interpolation = WM_INTERPOLATION_BEZIER,
                        .width = 3,
                        .count = 2};
    c[2] = (wm_channel){
        .node = 3, .property = WM_PROPERTY_ALPHA, .name = "alpha", .width = 1, .count = 2};
    c[0].times = COPY(s, rotation_times);
    c[0].values = COPY(s, rotations);
    c[1].times = COPY(s, curve_times);
    c[1].values = COPY(s, curve);
    c[2].times = COPY(s, fade_times);
    c[2].values = COPY(s, fade);
    return a[0].events && c[0].times && c[0].values && c[1].times && c[1].values && c[2].times &&
           c[2].values;
}

static bool add_meshes(wm_scene *s)
{
    wm_scene_mesh *m = s->meshes = wm_scene_alloc(s, 2, sizeof *m, NULL);
    wm_scene_part part = {0, 3, 0};
    if (!m)
        return false;
    s->mesh_count = 2;
    m[0] = (wm_scene_mesh){.name = "flag", .vertex_count = 3, .index_count = 3, .part_count = 1};
    m[1] = (wm_scene_mesh){.name = "sleeve", .vertex_count = 3, .index_count = 3, .part_count = 1};
    m[0].positions = COPY(s, flag);
    m[1].positions = COPY(s, sleeve);
    m[1].joints = COPY(s, joints);
    m[1].weights = COPY(s, weights);
    for (int i = 0; i < 2; i++) {
        m[i].normals = COPY(s, up);
        m[i].indices = COPY(s, corners);
        m[i].parts = copy(s, &part, sizeof part);
        if (!m[i].positions || !m[i].normals || !m[i].indices || !m[i].parts)
            return false;
    }
    return m[1].joints && m[1].weights;
}

static bool fill(wm_scene *s)
{
    static const wm_scene_material cloth = {
        .name = "cloth",
        .alpha = 0.75f,
        .diffuse = {1, 1, 1},
        .textures[WM_TEXTURE_SLOT_COLOUR] = {.name = "cloth01"}};
    s->name = "puppet";
    s->source = "test";
    s->up = WM_UP_Z;
    s->nodes = COPY(s, nodes);
    s->materials = copy(s, &cloth, sizeof cloth);
    s->skins = wm_scene_alloc(s, 1, sizeof *s->skins, NULL);
    if (!s->nodes || !s->materials || !s->skins)
        return false;
    s->node_count = COUNT(nodes);
    s->material_count = 1;
    s->skin_count = 1;
    s->skins[0] = (wm_scene_skin){.joint_count = 2};
    s->skins[0].joints = COPY(s, bones);
    s->skins[0].inverse_bind = COPY(s, inverse);
    return s->skins[0].joints && s->skins[0].inverse_bind && add_meshes(s) && add_animations(s);
}

wm_scene *test_scene_puppet(const wm_allocator *allocator, wm_error *error)
{
    wm_scene *scene = wm_scene_new(0, allocator, error);
    if (scene && !fill(scene)) {
        wm_scene_no_memory(scene, error);
        wm_scene_free(scene);
        scene = NULL;
    }
    return scene;
}

/* The neutral scene: its memory, finishing, and lookup. docs/scene.md. */
#include "base/text.h"
#include "scene/internal.h"

static wmi_arena *arena_of(const wm_scene *scene)
{
    return scene->memory;
}

wm_scene *wm_scene_new(uint64_t memory_limit, const wm_allocator *allocator, wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, memory_limit);
    wmi_scene *scene = wmi_arena_new(&arena, 1, sizeof *scene);
    if (!scene) {
        wmi_arena_fail(&arena, error, "");
        wmi_arena_free(&arena);
        return NULL;
    }
    scene->arena = arena;
    scene->pub.memory = &scene->arena;
    scene->pub.name = scene->pub.source = "";
    return &scene->pub;
}

void wm_scene_free(wm_scene *scene)
{
    if (scene)
        wmi_arena_free(arena_of(scene));
}

void *wm_scene_alloc(wm_scene *scene, size_t count, size_t size, wm_error *error)
{
    return wmi_arena_give(arena_of(scene), count, size, error);
}

char *wm_scene_text(wm_scene *scene, const char *text, size_t size, wm_error *error)
{
    char *copy = wmi_arena_text(arena_of(scene), text, size);
    if (!copy)
        wmi_arena_fail(arena_of(scene), error, "");
    return copy;
}

wm_status wm_scene_no_memory(const wm_scene *scene, wm_error *error)
{
    return wmi_arena_fail(arena_of(scene), error, "");
}

static void name_all(wm_scene *s)
{
    static const char nameless[] = "";
#define NAME(list, count)                                                                          \
    for (uint32_t i = 0; i < (count); i++)                                                         \
        if (!(list)[i].name)                                                                       \
            (list)[i].name = nameless;
    NAME(s->nodes, s->node_count)
    NAME(s->meshes, s->mesh_count)
    NAME(s->materials, s->material_count)
    NAME(s->skins, s->skin_count)
    NAME(s->animations, s->animation_count)
    NAME(s->images, s->image_count)
    NAME(s->missing, s->missing_count)
    for (uint32_t a = 0; a < s->animation_count; a++) {
        NAME(s->animations[a].events, s->animations[a].event_count)
        NAME(s->animations[a].channels, s->animations[a].channel_count)
    }
#undef NAME
    if (!s->name)
        s->name = nameless;
    if (!s->source)
        s->source = nameless;
}

wm_status wm_scene_finish(wm_scene *scene, wm_error *error)
{
    wm_status status = wmi_scene_prove(scene, error);
    if (status != WM_OK)
        return status;
    name_all(scene);
    scene->finished = true;
    return WM_OK;
}

static bool same_name(const char *a, const char *b)
{
    return wmi_compare_names(a, b) == 0;
}

uint32_t wm_scene_find_node(const wm_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (same_name(scene->nodes[i].name, name))
            return i;
    return WM_NO_INDEX;
}

uint32_t wm_scene_find_animation(const wm_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->animation_count; i++)
        if (same_name(scene->animations[i].name, name))
            return i;
    return WM_NO_INDEX;
}

const wm_scene_image *wm_scene_texture_image(const wm_scene *scene, uint32_t material,
                                             wm_texture_slot slot)
{
    uint32_t image = scene->materials[material].textures[slot].image;
    return image ? &scene->images[image - 1] : NULL;
}

wm_scene_alpha wm_scene_material_alpha(const wm_scene *scene, uint32_t material, float *cutoff)
{
    const wm_scene_material *m = &scene->materials[material];
    const wm_scene_image *image = wm_scene_texture_image(scene, material, WM_TEXTURE_SLOT_COLOUR);
    bool own = m->alpha_mode != WM_SCENE_ALPHA_UNKNOWN || !image;
    wm_scene_alpha mode = own ? m->alpha_mode : image->alpha;
    if (mode == WM_SCENE_ALPHA_UNKNOWN)
        mode = m->blended ? WM_SCENE_ALPHA_BLEND : WM_SCENE_ALPHA_OPAQUE;
    bool thin = !(m->alpha >= 1) || (image && !(image->opacity >= 1));
    if (thin && mode != WM_SCENE_ALPHA_ADDITIVE)
        mode = WM_SCENE_ALPHA_BLEND;
    if (cutoff)
        *cutoff = mode != WM_SCENE_ALPHA_TEST ? 0 : own ? m->cutoff : image->cutoff;
    return mode;
}

const wm_extra *wm_extras_find(const wm_extras *extras, const char *name)
{
    for (uint32_t i = 0; i < extras->count; i++)
        if (same_name(extras->items[i].name, name))
            return &extras->items[i];
    return NULL;
}

uint32_t wm_property_width(wm_property property)
{
    switch (property) {
    case WM_PROPERTY_TRANSLATION:
    case WM_PROPERTY_SCALE:
    case WM_PROPERTY_SELF_ILLUMINATION:
    case WM_PROPERTY_LIGHT_COLOUR: return 3;
    case WM_PROPERTY_ROTATION: return 4;
    case WM_PROPERTY_ALPHA:
    case WM_PROPERTY_LIGHT_RADIUS:
    case WM_PROPERTY_LIGHT_MULTIPLIER: return 1;
    case WM_PROPERTY_OTHER: break;
    }
    return 0;
}

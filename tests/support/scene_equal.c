/* Compares two scenes bit for bit. */
#include "scene_equal.h"

#include <stdio.h>
#include <string.h>

static char place[128];

static bool differ(const char *list, uint32_t i, const char *field)
{
    snprintf(place, sizeof place, "%s[%u].%s", list, (unsigned)i, field);
    return false;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_bytes(const void *a, const void *b, size_t size)
{
    return !a == !b && (!a || size == 0 || memcmp(a, b, size) == 0);
}

static bool same_extras(const wm_extras *a, const wm_extras *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const wm_extra *x = &a->items[i], *y = &b->items[i];
        if (!same_text(x->name, y->name) || x->list != y->list || x->count != y->count)
            return false;
        if (x->count && !same_bytes(x->numbers, y->numbers, x->count * sizeof *x->numbers))
            return false;
        for (uint32_t k = 0; x->texts && k < x->count; k++)
            if (!same_text(x->texts[k], y->texts[k]))
                return false;
    }
    return true;
}

#define SAME(truth, list, i, field)                                                                \
    do {                                                                                           \
        if (!(truth))                                                                              \
            return differ(list, i, field);                                                         \
    } while (0)
#define BYTES(list, i, field, count)                                                               \
    SAME(same_bytes(a->field, b->field, (count) * sizeof *a->field), list, i, #field)

static bool same_node(const wm_scene_node *a, const wm_scene_node *b, uint32_t i)
{
    SAME(same_text(a->name, b->name), "nodes", i, "name");
    SAME(a->parent == b->parent, "nodes", i, "parent");
    SAME(a->kind == b->kind && a->role == b->role, "nodes", i, "kind");
    SAME(memcmp(&a->rest, &b->rest, sizeof a->rest) == 0, "nodes", i, "rest");
    SAME(a->mesh == b->mesh, "nodes", i, "mesh");
    SAME(a->skin == b->skin && a->light == b->light, "nodes", i, "skin");
    SAME(a->lod == b->lod && a->lod_group == b->lod_group, "nodes", i, "lod");
    SAME(a->source == b->source, "nodes", i, "source");
    SAME(same_extras(&a->extras, &b->extras), "nodes", i, "extras");
    return true;
}

static bool same_mesh(const wm_scene_mesh *a, const wm_scene_mesh *b, uint32_t i)
{
    size_t n = a->vertex_count;
    SAME(same_text(a->name, b->name), "meshes", i, "name");
    SAME(a->primitive == b->primitive && a->vertex_count == b->vertex_count, "meshes", i, "count");
    BYTES("meshes", i, positions, n);
    BYTES("meshes", i, normals, n);
    BYTES("meshes", i, tangents, n);
    BYTES("meshes", i, colours, n);
    for (int k = 0; k < WM_SCENE_UV_SETS; k++)
        BYTES("meshes", i, uvs[k], n);
    BYTES("meshes", i, joints, n);
    BYTES("meshes", i, weights, n);
    SAME(a->index_count == b->index_count, "meshes", i, "index_count");
    SAME(same_bytes(a->indices, b->indices, a->index_count * sizeof *a->indices) ||
             a->index_count == 0,
         "meshes", i, "indices");
    SAME(a->part_count == b->part_count, "meshes", i, "part_count");
    for (uint32_t k = 0; k < a->part_count; k++)
        SAME(memcmp(&a->parts[k], &b->parts[k], sizeof *a->parts) == 0, "meshes", i, "parts");
    if (a->index_count)
        BYTES("meshes", i, face_numbers, a->index_count / 3);
    SAME(a->attribute_count == b->attribute_count, "meshes", i, "attribute_count");
    for (uint32_t k = 0; k < a->attribute_count; k++) {
        const wm_scene_attribute *x = &a->attributes[k], *y = &b->attributes[k];
        SAME(same_text(x->name, y->name) && x->width == y->width &&
                 same_bytes(x->values, y->values, n * x->width * sizeof *x->values),
             "meshes", i, "attributes");
    }
    SAME(same_extras(&a->extras, &b->extras), "meshes", i, "extras");
    return true;
}

static bool same_material(const wm_scene_material *a, const wm_scene_material *b, uint32_t i)
{
    SAME(same_text(a->name, b->name), "materials", i, "name");
    SAME(memcmp(&a->diffuse, &b->diffuse, 3 * sizeof a->diffuse) == 0, "materials", i, "colours");
    SAME(memcmp(&a->alpha, &b->alpha, sizeof a->alpha) == 0, "materials", i, "alpha");
    SAME(a->blended == b->blended && a->two_sided == b->two_sided, "materials", i, "blended");
    for (int k = 0; k < WM_TEXTURE_SLOT_COUNT; k++) {
        const wm_scene_texture *x = &a->textures[k], *y = &b->textures[k];
        SAME(same_text(x->name, y->name), "materials", i, "texture name");
        SAME(!x->name ||
                 (x->uv_set == y->uv_set && x->clamp_u == y->clamp_u && x->clamp_v == y->clamp_v),
             "materials", i, "texture");
    }
    SAME(same_extras(&a->extras, &b->extras), "materials", i, "extras");
    return true;
}

static bool same_animation(const wm_scene_animation *a, const wm_scene_animation *b, uint32_t i)
{
    SAME(same_text(a->name, b->name), "animations", i, "name");
    SAME(memcmp(&a->length, &b->length, 2 * sizeof a->length) == 0, "animations", i, "length");
    SAME(a->root == b->root && same_text(a->inherited, b->inherited), "animations", i, "root");
    SAME(a->event_count == b->event_count, "animations", i, "event_count");
    for (uint32_t k = 0; k < a->event_count; k++)
        SAME(same_text(a->events[k].name, b->events[k].name) &&
                 memcmp(&a->events[k].time, &b->events[k].time, sizeof(float)) == 0,
             "animations", i, "events");
    SAME(a->channel_count == b->channel_count, "animations", i, "channel_count");
    for (uint32_t k = 0; k < a->channel_count; k++) {
        const wm_channel *x = &a->channels[k], *y = &b->channels[k];
        size_t step = x->interpolation == WM_INTERPOLATION_BEZIER ? 3 * (size_t)x->width : x->width;
        SAME(x->node == y->node && x->property == y->property, "animations", i, "channel order");
        SAME(same_text(x->name, y->name) && x->interpolation == y->interpolation &&
                 x->width == y->width && x->count == y->count,
             "animations", i, "channels");
        SAME(same_bytes(x->times, y->times, x->count * sizeof *x->times), "animations", i, "times");
        SAME(same_bytes(x->values, y->values, x->count * step * sizeof *x->values), "animations", i,
             "values");
    }
    SAME(same_extras(&a->extras, &b->extras), "animations", i, "extras");
    return true;
}

static bool same_rest(const wm_scene *a, const wm_scene *b)
{
    for (uint32_t i = 0; i < a->skin_count; i++) {
        const wm_scene_skin *x = &a->skins[i], *y = &b->skins[i];
        SAME(same_text(x->name, y->name) && x->joint_count == y->joint_count, "skins", i, "name");
        SAME(same_bytes(x->joints, y->joints, x->joint_count * sizeof *x->joints) ||
                 x->joint_count == 0,
             "skins", i, "joints");
        SAME(same_bytes(x->inverse_bind, y->inverse_bind,
                        x->joint_count * sizeof *x->inverse_bind) ||
                 x->joint_count == 0,
             "skins", i, "inverse_bind");
    }
    for (uint32_t i = 0; i < a->light_count; i++) {
        const wm_scene_light *x = &a->lights[i], *y = &b->lights[i];
        SAME(memcmp(&x->colour, &y->colour, sizeof x->colour + 2 * sizeof x->radius) == 0 &&
                 x->ambient_only == y->ambient_only && x->shadow == y->shadow,
             "lights", i, "");
    }
    return true;
}

static bool same_scene(const wm_scene *a, const wm_scene *b)
{
    SAME(same_text(a->name, b->name) && same_text(a->source, b->source), "scene", 0, "name");
    SAME(a->up == b->up && a->left_handed == b->left_handed && a->v_down == b->v_down, "scene", 0,
         "space");
    SAME(a->node_count == b->node_count, "scene", 0, "node_count");
    SAME(a->mesh_count == b->mesh_count, "scene", 0, "mesh_count");
    SAME(a->material_count == b->material_count, "scene", 0, "material_count");
    SAME(a->skin_count == b->skin_count, "scene", 0, "skin_count");
    SAME(a->light_count == b->light_count, "scene", 0, "light_count");
    SAME(a->animation_count == b->animation_count, "scene", 0, "animation_count");
    SAME(same_extras(&a->extras, &b->extras), "scene", 0, "extras");
    for (uint32_t i = 0; i < a->node_count; i++)
        if (!same_node(&a->nodes[i], &b->nodes[i], i))
            return false;
    for (uint32_t i = 0; i < a->mesh_count; i++)
        if (!same_mesh(&a->meshes[i], &b->meshes[i], i))
            return false;
    for (uint32_t i = 0; i < a->material_count; i++)
        if (!same_material(&a->materials[i], &b->materials[i], i))
            return false;
    for (uint32_t i = 0; i < a->animation_count; i++)
        if (!same_animation(&a->animations[i], &b->animations[i], i))
            return false;
    return same_rest(a, b);
}

const char *test_scene_difference(const wm_scene *a, const wm_scene *b)
{
    return same_scene(a, b) ? NULL : place;
}

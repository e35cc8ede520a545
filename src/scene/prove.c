/* Validates a filled scene. After this every index is valid, so walking, posing and
 * exporting the scene need no further checks. The requirements are listed in
 * waymark/scene.h. */
#include <stdio.h>

#include "scene/internal.h"

enum { WIDTH_MAX = 16 };

typedef struct proof {
    const wm_scene *scene;
    wm_error *error;
    char path[96]; /* of the object being checked: "meshes[3]" */
    wm_status status;
} proof;

/* Sticky: returns false after the first failure. `field` is relative to p->path. */
static bool demand(proof *p, bool truth, const char *field, const char *wanted)
{
    if (truth && p->status == WM_OK)
        return true;
    if (p->status == WM_OK) {
        char path[96];
        wmi_format(path, sizeof path, "%.60s%s%.30s", p->path, *p->path && *field ? "." : "",
                   field);
        p->status = wmi_fail(p->error, WM_BAD_VALUE, path, "%s", wanted);
    }
    return false;
}

static void look_at(proof *p, const char *list, uint32_t i)
{
    wmi_format(p->path, sizeof p->path, "%s[%u]", list, (unsigned)i);
}

static bool number_of(uint32_t number, uint32_t count)
{
    return number == WM_NO_INDEX || number < count;
}

static void prove_extras(proof *p, const wm_extras *extras)
{
    demand(p, extras->count == 0 || extras->items, "extras", "items are missing");
    for (uint32_t i = 0; i < extras->count && p->status == WM_OK; i++) {
        const wm_extra *e = &extras->items[i];
        demand(p, e->name, "extras", "an item has no name");
        demand(p, !e->numbers != !e->texts, "extras", "an item must be either numbers or texts");
        demand(p, e->list || e->count == 1, "extras",
               "an item that is not a list must have one value");
        for (uint32_t k = 0; p->status == WM_OK && e->texts && k < e->count; k++)
            demand(p, e->texts[k], "extras", "a text is missing");
    }
}

static void prove_node(proof *p, uint32_t i)
{
    const wm_scene *s = p->scene;
    const wm_scene_node *n = &s->nodes[i];
    look_at(p, "nodes", i);
    demand(p, n->parent == WM_NO_INDEX || n->parent < i, "parent",
           "a parent must come before its node");
    demand(p, number_of(n->mesh, s->mesh_count), "mesh", "the mesh does not exist");
    demand(p, number_of(n->skin, s->skin_count), "skin", "the skin does not exist");
    demand(p, number_of(n->light, s->light_count), "light", "the light does not exist");
    prove_extras(p, &n->extras);
    if (n->skin == WM_NO_INDEX || p->status != WM_OK ||
        !demand(p, n->mesh != WM_NO_INDEX, "skin", "a node with a skin must have a mesh"))
        return;
    const wm_scene_mesh *m = &s->meshes[n->mesh];
    const wm_scene_skin *skin = &s->skins[n->skin];
    if (!demand(p, m->vertex_count == 0 || m->joints, "skin", "the mesh of a skin has no joints"))
        return;
    uint32_t highest = 0;
    for (uint32_t v = 0; v < m->vertex_count; v++)
        for (int k = 0; k < 4; k++)
            highest = m->joints[v][k] > highest ? m->joints[v][k] : highest;
    demand(p, m->vertex_count == 0 || highest < skin->joint_count, "skin",
           "the mesh of a skin has joints out of range");
}

static void prove_parts(proof *p, const wm_scene_mesh *m)
{
    uint32_t corners = m->primitive == WM_PRIMITIVE_LINES ? 2 : 3, at = 0;
    demand(p, m->part_count == 0 || m->parts, "parts", "the array is missing");
    for (uint32_t i = 0; i < m->part_count && p->status == WM_OK; i++) {
        const wm_scene_part *part = &m->parts[i];
        demand(p, part->first % corners == 0 && part->count % corners == 0, "parts",
               "a part must hold whole triangles or lines");
        demand(p,
               part->first >= at && part->first <= m->index_count &&
                   part->count <= m->index_count - part->first,
               "parts", "parts must lie within the indices, one after the other");
        demand(p, number_of(part->material, p->scene->material_count), "parts",
               "the material does not exist");
        at = p->status == WM_OK ? part->first + part->count : at;
    }
}

static void prove_mesh(proof *p, uint32_t i)
{
    const wm_scene_mesh *m = &p->scene->meshes[i];
    look_at(p, "meshes", i);
    demand(p, m->primitive == WM_PRIMITIVE_TRIANGLES || m->primitive == WM_PRIMITIVE_LINES,
           "primitive", "unknown primitive");
    demand(p, m->vertex_count == 0 || m->positions, "positions", "the array is missing");
    demand(p, !m->joints == !m->weights, "joints",
           "joints and weights must both be present or both be missing");
    demand(p, m->index_count == 0 || m->indices, "indices", "the array is missing");
    demand(p, m->index_count % (m->primitive == WM_PRIMITIVE_LINES ? 2 : 3) == 0, "indices",
           "the indices must be whole triangles or lines");
    if (p->status != WM_OK)
        return;
    uint32_t highest = 0;
    for (uint32_t k = 0; k < m->index_count; k++)
        highest = m->indices[k] > highest ? m->indices[k] : highest;
    demand(p, m->index_count == 0 || highest < m->vertex_count, "indices",
           "an index is out of range");
    prove_parts(p, m);
    demand(p, m->attribute_count == 0 || m->attributes, "attributes", "the array is missing");
    for (uint32_t k = 0; k < m->attribute_count && p->status == WM_OK; k++) {
        const wm_scene_attribute *a = &m->attributes[k];
        demand(p, a->name && a->width >= 1 && a->width <= 4, "attributes",
               "an attribute must have a name and 1 to 4 floats");
        demand(p, m->vertex_count == 0 || a->values, "attributes", "values are missing");
    }
    prove_extras(p, &m->extras);
}

static void prove_skin(proof *p, uint32_t i)
{
    const wm_scene_skin *skin = &p->scene->skins[i];
    look_at(p, "skins", i);
    demand(p, skin->joint_count <= 65536, "joints", "at most 65,536 joints are allowed");
    demand(p, skin->joint_count == 0 || (skin->joints && skin->inverse_bind), "joints",
           "the array is missing");
    for (uint32_t k = 0; k < skin->joint_count && p->status == WM_OK; k++)
        demand(p, skin->joints[k] < p->scene->node_count, "joints", "the node does not exist");
}

static void prove_material(proof *p, uint32_t i)
{
    const wm_scene_material *m = &p->scene->materials[i];
    look_at(p, "materials", i);
    for (int k = 0; k < WM_TEXTURE_SLOT_COUNT; k++)
        demand(p, m->textures[k].uv_set < WM_SCENE_UV_SETS, "textures", "uv_set must be 0 to 3");
    for (int k = 0; k < WM_TEXTURE_SLOT_COUNT; k++)
        demand(p, m->textures[k].image <= p->scene->image_count, "textures",
               "the image does not exist");
    demand(p, m->alpha_mode <= WM_SCENE_ALPHA_ADDITIVE, "alpha_mode", "unknown mode");
    prove_extras(p, &m->extras);
}

static void prove_image(proof *p, uint32_t i)
{
    const wm_scene_image *image = &p->scene->images[i];
    look_at(p, "images", i);
    demand(p, image->rgba || image->data, "", "there are neither pixels nor data");
    demand(p, !image->rgba || (image->width && image->height), "width", "a side is 0");
    demand(p, !image->rgba || !image->cube || image->width == image->height / 6, "cube",
           "six squares must be one above the other");
    demand(p, !image->data || image->mime, "mime", "the type of the data is missing");
    demand(p, image->alpha <= WM_SCENE_ALPHA_ADDITIVE, "alpha", "unknown mode");
    demand(p, image->environment <= p->scene->image_count, "environment",
           "the image does not exist");
    demand(p, image->bump <= p->scene->image_count, "bump", "the image does not exist");
}

static void prove_missing(proof *p, uint32_t i)
{
    look_at(p, "missing", i);
    demand(p, p->scene->missing[i].slot <= WM_TEXTURE_SLOT_COUNT, "slot", "unknown slot");
    demand(p, p->scene->missing[i].material < p->scene->material_count, "material",
           "the material does not exist");
}

static void prove_channel(proof *p, const wm_channel *c)
{
    uint32_t width = wm_property_width(c->property);
    demand(p, c->node < p->scene->node_count, "channels", "the node does not exist");
    demand(p, c->property <= WM_PROPERTY_OTHER, "channels", "unknown property");
    demand(p, c->interpolation <= WM_INTERPOLATION_BEZIER, "channels", "unknown interpolation");
    demand(p, c->width >= 1 && c->width <= WIDTH_MAX, "channels",
           "a value must have 1 to 16 floats");
    demand(p, width == 0 || width == c->width, "channels", "the property has another width");
    demand(p, c->count > 0 && c->times && c->values, "channels", "keys are missing");
    if (p->status != WM_OK)
        return;
    bool good = isfinite(c->times[0]) && isfinite(c->times[c->count - 1]);
    for (uint32_t k = 1; k < c->count; k++)
        good = good && c->times[k] >= c->times[k - 1];
    demand(p, good, "channels", "times must be finite and ascending");
}

static void prove_animation(proof *p, uint32_t i)
{
    const wm_scene_animation *a = &p->scene->animations[i];
    look_at(p, "animations", i);
    demand(p, isfinite(a->length) && a->length >= 0, "length",
           "the value must be finite and not negative");
    demand(p, isfinite(a->transition) && a->transition >= 0, "transition",
           "the value must be finite and not negative");
    demand(p, number_of(a->root, p->scene->node_count), "root", "the node does not exist");
    demand(p, a->event_count == 0 || a->events, "events", "the array is missing");
    demand(p, a->channel_count == 0 || a->channels, "channels", "the array is missing");
    for (uint32_t k = 0; k < a->event_count && p->status == WM_OK; k++)
        demand(p,
               isfinite(a->events[k].time) &&
                   (k == 0 || a->events[k].time >= a->events[k - 1].time),
               "events", "times must be finite and ascending");
    for (uint32_t k = 0; k < a->channel_count && p->status == WM_OK; k++)
        prove_channel(p, &a->channels[k]);
    prove_extras(p, &a->extras);
}

wm_status wmi_scene_prove(const wm_scene *s, wm_error *error)
{
    proof p = {.scene = s, .error = error};
    demand(&p, s->node_count == 0 || s->nodes, "nodes", "the array is missing");
    demand(&p, s->mesh_count == 0 || s->meshes, "meshes", "the array is missing");
    demand(&p, s->material_count == 0 || s->materials, "materials", "the array is missing");
    demand(&p, s->skin_count == 0 || s->skins, "skins", "the array is missing");
    demand(&p, s->light_count == 0 || s->lights, "lights", "the array is missing");
    demand(&p, s->animation_count == 0 || s->animations, "animations", "the array is missing");
    demand(&p, s->image_count == 0 || s->images, "images", "the array is missing");
    demand(&p, s->missing_count == 0 || s->missing, "missing", "the array is missing");
    prove_extras(&p, &s->extras);
    for (uint32_t i = 0; i < s->image_count && p.status == WM_OK; i++)
        prove_image(&p, i);
    for (uint32_t i = 0; i < s->missing_count && p.status == WM_OK; i++)
        prove_missing(&p, i);
    for (uint32_t i = 0; i < s->mesh_count && p.status == WM_OK; i++)
        prove_mesh(&p, i);
    for (uint32_t i = 0; i < s->skin_count && p.status == WM_OK; i++)
        prove_skin(&p, i);
    for (uint32_t i = 0; i < s->material_count && p.status == WM_OK; i++)
        prove_material(&p, i);
    for (uint32_t i = 0; i < s->node_count && p.status == WM_OK; i++)
        prove_node(&p, i);
    for (uint32_t i = 0; i < s->animation_count && p.status == WM_OK; i++)
        prove_animation(&p, i);
    return p.status;
}

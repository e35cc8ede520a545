/* Names in the games are bytes, but glTF uses UTF-8. Text that is not UTF-8 is taken as
 * Latin-1, and the file records that, so that the bytes can be restored. */
#include "convert/gltf/write.h"

static bool extras_are_utf8(const wm_extras *extras)
{
    for (uint32_t i = 0; i < extras->count; i++) {
        const wm_extra *e = &extras->items[i];
        if (!wmi_is_utf8(e->name))
            return false;
        for (uint32_t k = 0; e->texts && k < e->count; k++)
            if (!wmi_is_utf8(e->texts[k]))
                return false;
    }
    return true;
}

static bool animation_is_utf8(const wm_scene_animation *a)
{
    bool good = wmi_is_utf8(a->name) && extras_are_utf8(&a->extras) &&
                (!a->inherited || wmi_is_utf8(a->inherited));
    for (uint32_t i = 0; good && i < a->event_count; i++)
        good = wmi_is_utf8(a->events[i].name);
    for (uint32_t i = 0; good && i < a->channel_count; i++)
        good = wmi_is_utf8(a->channels[i].name);
    return good;
}

static bool material_is_utf8(const wm_scene_material *m)
{
    bool good = wmi_is_utf8(m->name) && extras_are_utf8(&m->extras);
    for (int i = 0; good && i < WM_TEXTURE_SLOT_COUNT; i++)
        good = !m->textures[i].name || wmi_is_utf8(m->textures[i].name);
    return good;
}

static bool mesh_is_utf8(const wm_scene_mesh *m)
{
    bool good = wmi_is_utf8(m->name) && extras_are_utf8(&m->extras);
    for (uint32_t i = 0; good && i < m->attribute_count; i++)
        good = wmi_is_utf8(m->attributes[i].name);
    return good;
}

bool wmi_scene_is_utf8(const wm_scene *s)
{
    bool good = wmi_is_utf8(s->name) && wmi_is_utf8(s->source) && extras_are_utf8(&s->extras);
    for (uint32_t i = 0; good && i < s->node_count; i++)
        good = wmi_is_utf8(s->nodes[i].name) && extras_are_utf8(&s->nodes[i].extras);
    for (uint32_t i = 0; good && i < s->mesh_count; i++)
        good = mesh_is_utf8(&s->meshes[i]);
    for (uint32_t i = 0; good && i < s->material_count; i++)
        good = material_is_utf8(&s->materials[i]);
    for (uint32_t i = 0; good && i < s->skin_count; i++)
        good = wmi_is_utf8(s->skins[i].name);
    for (uint32_t i = 0; good && i < s->animation_count; i++)
        good = animation_is_utf8(&s->animations[i]);
    return good;
}

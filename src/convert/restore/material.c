/* Which material of the original a material of an edited scene is. Programs append numbers to names
 * that are not unique, and somebody may have chosen another image. */
#include "convert/file_names.h"
#include "convert/internal.h"
#include "convert/restore/restore.h"

static bool is_named(const wm_scene_material *m, const wm_scene_material *now)
{
    size_t n = strlen(m->name);
    return strncmp(now->name, m->name, n) == 0 &&
           (now->name[n] == '\0' || wmi_stem_length(now->name, 3) == n);
}

/* In a scene with two models Blender counts on from "name.2", the second material of a texture:
 * "name.003". */
static bool is_numbered(const wm_scene_material *m, const wm_scene_material *now)
{
    size_t n = wmi_stem_length(m->name, 1);
    return m->name[n] != '\0' && wmi_stem_length(now->name, 3) == n && now->name[n] != '\0' &&
           strncmp(now->name, m->name, n) == 0;
}

/* Somebody may have chosen another image for the colour of a material. A texture that was not found
 * when the scene was exported has no image. */
static uint32_t with_texture(wmi_restore *r, uint32_t material, const wm_scene_material *now)
{
    wm_scene_texture *was = &r->old->materials[material].textures[WM_TEXTURE_SLOT_COLOUR];
    const wm_scene_texture *t = &now->textures[WM_TEXTURE_SLOT_COLOUR];
    if (!t->image || !t->name || !*t->name || (was->name && wmi_same_image(was->name, t->name)))
        return material;
    was->name = t->name;
    was->image = 0;
    r->result->textures++;
    r->changed = true;
    return material;
}

uint32_t wmi_restore_material(wmi_restore *r, uint32_t material, uint32_t like)
{
    if (material == WM_NO_INDEX)
        return WM_NO_INDEX;
    const wm_scene_material *now = &r->now->materials[material];
    const wm_scene_material *was = like == WM_NO_INDEX ? NULL : &r->old->materials[like];
    if (was && (!*was->name || is_named(was, now) || is_numbered(was, now)))
        return with_texture(r, like, now);
    if (r->material_of[material] != WM_NO_INDEX)
        return r->material_of[material];
    uint32_t found = WM_NO_INDEX;
    for (uint32_t i = 0; i < r->old->material_count && found == WM_NO_INDEX; i++)
        if (is_named(&r->old->materials[i], now))
            found = i;
    if (found != WM_NO_INDEX) {
        with_texture(r, found, now);
    } else { /* there is room for all */
        found = r->old->material_count++;
        r->old->materials[found] = *now;
        for (int k = 0; k < WM_TEXTURE_SLOT_COUNT; k++)
            r->old->materials[found].textures[k].image = 0;
    }
    r->material_of[material] = found;
    return found;
}

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

/* Does its colour have the name of the material? Then a new name is another texture: one that was
 * not found has no image. */
static bool is_texture(const wm_scene_material *m)
{
    const char *texture = m->textures[WM_TEXTURE_SLOT_COLOUR].name;
    size_t n = wmi_stem_length(m->name, 1), all = strlen(m->name);
    if (!texture || !*texture || !*m->name)
        return false;
    return wmi_same_image(m->name, texture) ||
           (n < all && strlen(texture) == n && strncmp(m->name, texture, n) == 0);
}

/* Did somebody rename a material? The original has none of the new name, and the scene lacks the
 * one that was there. Programs do not keep what else that has, unless asked to. */
static bool is_renamed(wmi_restore *r, const wm_scene_material *was, const wm_scene_material *now)
{
    const wm_scene_texture *before = &was->textures[WM_TEXTURE_SLOT_COLOUR],
                           *after = &now->textures[WM_TEXTURE_SLOT_COLOUR];
    bool other = after->image &&
                 (!after->name || !before->name || !wmi_same_image(before->name, after->name));
    return *was->name && !other && !wmi_restore_has_material(r, was->name);
}

static bool rename_to(wmi_restore *r, const wm_scene_material *was, const wm_scene_material *now,
                      wm_scene_material *made)
{
    *made = *was;
    made->name = now->name;
    if (now->textures[WM_TEXTURE_SLOT_COLOUR].image || !is_texture(was))
        return true;
    size_t n = wmi_stem_length(now->name, 3);
    char *texture = wm_scene_alloc(r->old, n + 1, 1, NULL);
    if (!texture) {
        r->failed = true;
        return wmi_restore_no_memory(r);
    }
    memcpy(texture, now->name, n);
    made->textures[WM_TEXTURE_SLOT_COLOUR].name = texture;
    r->result->textures++;
    return true;
}

/* A material that the original does not have. The light map belongs to the mesh, so it stays; so
 * does what programs do not have.
 *
 * was: the one that was there before, or NULL. */
static wm_scene_material new_material(const wm_scene_material *was, const wm_scene_material *now)
{
    wm_scene_material made = *now;
    for (int k = 0; k < WM_TEXTURE_SLOT_COUNT; k++)
        made.textures[k].image = 0;
    if (!was)
        return made;
    wm_scene_texture *light = &made.textures[WM_TEXTURE_SLOT_LIGHTMAP];
    if (!light->name || !*light->name)
        *light = was->textures[WM_TEXTURE_SLOT_LIGHTMAP];
    if (made.extras.count == 0) {
        made.ambient = was->ambient;
        made.extras = was->extras;
    }
    return made;
}

/* One material may become several, for meshes with different light maps. */
static uint32_t add_material(wmi_restore *r, uint32_t material, uint32_t like)
{
    const wm_scene_material *now = &r->now->materials[material];
    const wm_scene_material *was = like == WM_NO_INDEX ? NULL : &r->old->materials[like];
    const char *light = now->textures[WM_TEXTURE_SLOT_LIGHTMAP].name;
    if (was && (!light || !*light))
        light = was->textures[WM_TEXTURE_SLOT_LIGHTMAP].name;
    uint32_t found = r->material_of[material];
    if (found != WM_NO_INDEX && r->old->material_count >= r->most_materials)
        return found;
    uint32_t *result = wmi_restore_made_material(r, material, light ? light : "");
    if (*result != WM_NO_INDEX)
        return *result;
    wm_scene_material *made = &r->old->materials[r->old->material_count];
    if (!was || !is_renamed(r, was, now))
        *made = new_material(was, now);
    else if (!rename_to(r, was, now, made))
        return WM_NO_INDEX;
    return *result = r->old->material_count++;
}

uint32_t wmi_restore_material(wmi_restore *r, uint32_t material, uint32_t like)
{
    if (material == WM_NO_INDEX)
        return WM_NO_INDEX;
    const wm_scene_material *now = &r->now->materials[material];
    const wm_scene_material *was = like == WM_NO_INDEX ? NULL : &r->old->materials[like];
    if (was && (!*was->name || is_named(was, now) || is_numbered(was, now)))
        return with_texture(r, like, now);
    uint32_t found = r->material_of[material];
    if (found != WM_NO_INDEX && found < r->first_material)
        return found;
    if (found == WM_NO_INDEX)
        found = wmi_restore_named_material(r, now->name);
    if (found != WM_NO_INDEX && found < r->first_material)
        with_texture(r, found, now);
    else
        found = add_material(r, material, like);
    r->material_of[material] = found;
    return found;
}

/* Writes materials to glTF. */
#include "convert/gltf/write.h"

static float clamp(float v)
{
    return v > 0 ? (v < 1 ? v : 1) : 0;
}

static const char *const slot_names[WM_TEXTURE_SLOT_COUNT] = {
    "colour", "lightmap", "normal", "specular", "growth", "additional",
};

/* The values that glTF clamps, or that an image replaces. */
static void put_raw(wmi_writer *w, const wm_scene_material *m, const float base[4],
                    const float glow[3], wm_scene_alpha mode)
{
    const float diffuse[3] = {m->diffuse.x, m->diffuse.y, m->diffuse.z};
    const float light[3] = {m->self_illumination.x, m->self_illumination.y, m->self_illumination.z};
    if (memcmp(diffuse, base, sizeof diffuse) != 0) {
        wmi_writer_text(w, ",\"diffuse\":");
        wmi_gltf_numbers(w, diffuse, 3);
    }
    if (memcmp(light, glow, sizeof light) != 0) {
        wmi_writer_text(w, ",\"self_illumination\":");
        wmi_gltf_numbers(w, light, 3);
    }
    if (memcmp(&m->alpha, &base[3], sizeof m->alpha) != 0) {
        wmi_writer_text(w, ",\"alpha\":");
        wmi_gltf_number(w, m->alpha);
    }
    if (m->blended != (mode != WM_SCENE_ALPHA_OPAQUE))
        wmi_writer_printf(w, ",\"blended\":%s", m->blended ? "true" : "false");
}

static const char *const alpha_names[] = {"", "opaque", "test", "blend", "additive"};

/* What the image of the colour says about the surface. */
static void put_facts(const wm_scene_image *image, wmi_writer *w)
{
    if (image->alpha != WM_SCENE_ALPHA_UNKNOWN)
        wmi_writer_printf(w, ",\"blending\":\"%s\"", alpha_names[image->alpha]);
    if (image->opacity < 1) {
        wmi_writer_text(w, ",\"opacity\":");
        wmi_gltf_number(w, image->opacity);
    }
    if (image->decal)
        wmi_writer_text(w, ",\"decal\":true");
}

/* An environment map belongs to the image of the colour. */
static void put_environment(const wmi_gltf *g, wmi_writer *w, uint32_t number, bool first)
{
    const wm_scene_image *colour = wm_scene_texture_image(g->scene, number, WM_TEXTURE_SLOT_COLOUR);
    uint32_t texture = wmi_gltf_shown_at(g, number, WMI_GLTF_ENVIRONMENT);
    if (!colour || !colour->environment_name || (g->opts && g->opts->no_images))
        return;
    wmi_writer_printf(w, "%s\"environment\":{\"name\":", first ? "" : ",");
    wmi_gltf_text(w, colour->environment_name);
    if (texture)
        wmi_writer_printf(w, ",\"index\":%lu%s", (ul)texture - 1,
                          g->scene->images[colour->environment - 1].cube ? ",\"cube\":true" : "");
    wmi_writer_text(w, "}");
}

/* Names go into the extras: they come back from there. A light map has its image there too. */
static void put_textures(const wmi_gltf *g, wmi_writer *w, uint32_t number, const float base[4],
                         const float glow[3], wm_scene_alpha mode)
{
    const wm_scene_material *m = &g->scene->materials[number];
    uint32_t light = wmi_gltf_shown_at(g, number, WM_TEXTURE_SLOT_LIGHTMAP);
    bool first = true;
    wmi_writer_text(w, ",\"extras\":{\"textures\":{");
    for (int i = 0; i < WM_TEXTURE_SLOT_COUNT; i++) {
        const wm_scene_texture *t = &m->textures[i];
        if (!t->name)
            continue;
        wmi_writer_printf(w, "%s\"%s\":{\"name\":", first ? "" : ",", slot_names[i]);
        wmi_gltf_text(w, t->name);
        wmi_writer_printf(w, ",\"texCoord\":%u", t->uv_set);
        if (t->clamp_u || t->clamp_v)
            wmi_writer_printf(w, ",\"clamp\":\"%s%s\"", t->clamp_u ? "u" : "",
                              t->clamp_v ? "v" : "");
        if (i == WM_TEXTURE_SLOT_LIGHTMAP && light)
            wmi_writer_printf(w, ",\"index\":%lu", (ul)light - 1);
        if (i == WM_TEXTURE_SLOT_COLOUR && wmi_gltf_shown_at(g, number, WM_TEXTURE_SLOT_COLOUR))
            put_facts(&g->scene->images[t->image - 1], w);
        wmi_writer_text(w, "}");
        first = false;
    }
    put_environment(g, w, number, first);
    wmi_writer_text(w, "}");
    if (m->alpha_mode != WM_SCENE_ALPHA_UNKNOWN)
        wmi_writer_printf(w, ",\"blending\":\"%s\"", alpha_names[m->alpha_mode]);
    const float ambient[3] = {m->ambient.x, m->ambient.y, m->ambient.z};
    wmi_writer_text(w, ",\"ambient\":");
    wmi_gltf_numbers(w, ambient, 3);
    put_raw(w, m, base, glow, mode);
    first = false;
    wmi_gltf_members(w, &m->extras, &first);
    wmi_writer_text(w, "}");
}

static void put_image(const wmi_gltf *g, wmi_writer *w, uint32_t number, wm_texture_slot slot,
                      const char *name)
{
    uint32_t texture = wmi_gltf_shown_at(g, number, slot);
    const wm_scene_texture *t = g->scene->materials[number].textures;
    if (texture) /* a normal map that a TXI names goes with the colour */
        wmi_writer_printf(w, ",\"%s\":{\"index\":%lu,\"texCoord\":%u}", name, (ul)texture - 1,
                          t[t[slot].image ? slot : WM_TEXTURE_SLOT_COLOUR].uv_set);
}

/* Without images, nothing in them is used. */
static wm_scene_alpha mode_of(const wmi_gltf *g, uint32_t number, float *cutoff)
{
    const wm_scene_material *m = &g->scene->materials[number];
    if (wmi_gltf_shown_at(g, number, WM_TEXTURE_SLOT_COLOUR) ||
        m->alpha_mode != WM_SCENE_ALPHA_UNKNOWN)
        return wm_scene_material_alpha(g->scene, number, cutoff);
    *cutoff = 0;
    return m->blended || !(m->alpha >= 1) ? WM_SCENE_ALPHA_BLEND : WM_SCENE_ALPHA_OPAQUE;
}

/* glTF has no additive blending. */
static void put_mode(wmi_writer *w, wm_scene_alpha mode, float cutoff)
{
    if (mode == WM_SCENE_ALPHA_BLEND || mode == WM_SCENE_ALPHA_ADDITIVE)
        wmi_writer_text(w, ",\"alphaMode\":\"BLEND\"");
    if (mode != WM_SCENE_ALPHA_TEST)
        return;
    wmi_writer_text(w, ",\"alphaMode\":\"MASK\",\"alphaCutoff\":");
    wmi_gltf_number(w, clamp(cutoff));
}

void wmi_gltf_materials(wmi_gltf *g)
{
    wmi_writer *w = &g->materials.text;
    for (uint32_t i = 0; i < g->scene->material_count; i++) {
        const wm_scene_material *m = &g->scene->materials[i];
        /* The games do not colour an image by the diffuse colour. */
        bool plain = !wmi_gltf_shown_at(g, i, WM_TEXTURE_SLOT_COLOUR);
        float cutoff,
            opacity = plain ? 1 : clamp(g->scene->images[m->textures[0].image - 1].opacity);
        const float base[4] = {plain ? clamp(m->diffuse.x) : 1, plain ? clamp(m->diffuse.y) : 1,
                               plain ? clamp(m->diffuse.z) : 1, clamp(m->alpha) * opacity};
        wm_scene_alpha mode = mode_of(g, i, &cutoff);
        const float glow[3] = {clamp(m->self_illumination.x), clamp(m->self_illumination.y),
                               clamp(m->self_illumination.z)};
        wmi_gltf_item(&g->materials);
        wmi_writer_text(w, "{\"name\":");
        wmi_gltf_text(w, m->name);
        wmi_writer_text(w, ",\"pbrMetallicRoughness\":{\"baseColorFactor\":");
        wmi_gltf_numbers(w, base, 4);
        put_image(g, w, i, WM_TEXTURE_SLOT_COLOUR, "baseColorTexture");
        wmi_writer_text(w, ",\"metallicFactor\":0,\"roughnessFactor\":1}");
        put_image(g, w, i, WM_TEXTURE_SLOT_NORMAL, "normalTexture");
        if (glow[0] + glow[1] + glow[2] > 0) {
            wmi_writer_text(w, ",\"emissiveFactor\":");
            wmi_gltf_numbers(w, glow, 3);
            put_image(g, w, i, WM_TEXTURE_SLOT_COLOUR, "emissiveTexture");
        }
        put_mode(w, mode, cutoff);
        if (m->two_sided)
            wmi_writer_text(w, ",\"doubleSided\":true");
        put_textures(g, w, i, base, glow, mode);
        wmi_writer_text(w, "}");
    }
}

/* Writes materials to glTF. */
#include "convert/gltf/write.h"

static float clamp(float v)
{
    return v > 0 ? (v < 1 ? v : 1) : 0;
}

static const char *const slot_names[WM_TEXTURE_SLOT_COUNT] = {
    "colour", "lightmap", "normal", "specular", "growth", "additional",
};

/* The values that glTF clamps, or that a picture replaces. */
static void put_raw(wmi_writer *w, const wm_scene_material *m, const float base[4],
                    const float glow[3], wm_gltf_alpha mode)
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
    if (m->blended != (mode != WM_GLTF_ALPHA_OPAQUE))
        wmi_writer_printf(w, ",\"blended\":%s", m->blended ? "true" : "false");
}

/* Names go into the extras: they come back from there. A light map has its picture there too. */
static void put_textures(const wmi_gltf *g, wmi_writer *w, uint32_t number, const float base[4],
                         const float glow[3], wm_gltf_alpha mode)
{
    const wm_scene_material *m = &g->scene->materials[number];
    uint32_t light = wmi_gltf_shown_at(g, number, WM_TEXTURE_SLOT_LIGHTMAP).texture;
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
        wmi_writer_text(w, "}");
        first = false;
    }
    wmi_writer_text(w, "}");
    const float ambient[3] = {m->ambient.x, m->ambient.y, m->ambient.z};
    wmi_writer_text(w, ",\"ambient\":");
    wmi_gltf_numbers(w, ambient, 3);
    put_raw(w, m, base, glow, mode);
    first = false;
    wmi_gltf_members(w, &m->extras, &first);
    wmi_writer_text(w, "}");
}

static void put_picture(const wmi_gltf *g, wmi_writer *w, uint32_t number, wm_texture_slot slot,
                        const char *name)
{
    uint32_t texture = wmi_gltf_shown_at(g, number, slot).texture;
    if (texture)
        wmi_writer_printf(w, ",\"%s\":{\"index\":%lu,\"texCoord\":%u}", name, (ul)texture - 1,
                          g->scene->materials[number].textures[slot].uv_set);
}

/* How a material is drawn: never WM_GLTF_ALPHA_MATERIAL. */
static wm_gltf_alpha mode_of(const wmi_gltf *g, uint32_t number, float alpha)
{
    wm_gltf_alpha colour = wmi_gltf_shown_at(g, number, WM_TEXTURE_SLOT_COLOUR).alpha;
    if (colour == WM_GLTF_ALPHA_BLEND || alpha < 1)
        return WM_GLTF_ALPHA_BLEND;
    if (colour != WM_GLTF_ALPHA_MATERIAL)
        return colour;
    return g->scene->materials[number].blended ? WM_GLTF_ALPHA_BLEND : WM_GLTF_ALPHA_OPAQUE;
}

static void put_mode(const wmi_gltf *g, wmi_writer *w, uint32_t number, wm_gltf_alpha mode)
{
    if (mode == WM_GLTF_ALPHA_BLEND)
        wmi_writer_text(w, ",\"alphaMode\":\"BLEND\"");
    if (mode != WM_GLTF_ALPHA_MASK)
        return;
    wmi_writer_text(w, ",\"alphaMode\":\"MASK\",\"alphaCutoff\":");
    wmi_gltf_number(w, wmi_gltf_shown_at(g, number, WM_TEXTURE_SLOT_COLOUR).cutoff);
}

void wmi_gltf_materials(wmi_gltf *g)
{
    wmi_writer *w = &g->materials.text;
    for (uint32_t i = 0; i < g->scene->material_count; i++) {
        const wm_scene_material *m = &g->scene->materials[i];
        /* The games do not colour a picture by the diffuse colour. */
        bool plain = !wmi_gltf_shown_at(g, i, WM_TEXTURE_SLOT_COLOUR).texture;
        const float base[4] = {plain ? clamp(m->diffuse.x) : 1, plain ? clamp(m->diffuse.y) : 1,
                               plain ? clamp(m->diffuse.z) : 1, clamp(m->alpha)};
        wm_gltf_alpha mode = mode_of(g, i, base[3]);
        const float glow[3] = {clamp(m->self_illumination.x), clamp(m->self_illumination.y),
                               clamp(m->self_illumination.z)};
        wmi_gltf_item(&g->materials);
        wmi_writer_text(w, "{\"name\":");
        wmi_gltf_text(w, m->name);
        wmi_writer_text(w, ",\"pbrMetallicRoughness\":{\"baseColorFactor\":");
        wmi_gltf_numbers(w, base, 4);
        put_picture(g, w, i, WM_TEXTURE_SLOT_COLOUR, "baseColorTexture");
        wmi_writer_text(w, ",\"metallicFactor\":0,\"roughnessFactor\":1}");
        put_picture(g, w, i, WM_TEXTURE_SLOT_NORMAL, "normalTexture");
        if (glow[0] + glow[1] + glow[2] > 0) {
            wmi_writer_text(w, ",\"emissiveFactor\":");
            wmi_gltf_numbers(w, glow, 3);
            put_picture(g, w, i, WM_TEXTURE_SLOT_COLOUR, "emissiveTexture");
        }
        put_mode(g, w, i, mode);
        if (m->two_sided)
            wmi_writer_text(w, ",\"doubleSided\":true");
        put_textures(g, w, i, base, glow, mode);
        wmi_writer_text(w, "}");
    }
}

/* Writes materials to glTF. */
#include "convert/gltf/write.h"

static float clamp(float v)
{
    return v > 0 ? (v < 1 ? v : 1) : 0;
}

static const char *const slot_names[WM_TEXTURE_SLOT_COUNT] = {
    "colour", "lightmap", "normal", "specular", "growth", "additional",
};

/* The values that glTF clamps. */
static void put_raw(wmi_writer *w, const wm_scene_material *m, const float base[4],
                    const float glow[3])
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
    if (!m->blended && base[3] < 1)
        wmi_writer_text(w, ",\"blended\":false");
}

/* Images are game files stored elsewhere, so only their names go into the extras and no image
 * is linked. */
static void put_textures(wmi_writer *w, const wm_scene_material *m, const float base[4],
                         const float glow[3])
{
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
        wmi_writer_text(w, "}");
        first = false;
    }
    wmi_writer_text(w, "}");
    const float ambient[3] = {m->ambient.x, m->ambient.y, m->ambient.z};
    wmi_writer_text(w, ",\"ambient\":");
    wmi_gltf_numbers(w, ambient, 3);
    put_raw(w, m, base, glow);
    first = false;
    wmi_gltf_members(w, &m->extras, &first);
    wmi_writer_text(w, "}");
}

void wmi_gltf_materials(wmi_gltf *g)
{
    wmi_writer *w = &g->materials.text;
    for (uint32_t i = 0; i < g->scene->material_count; i++) {
        const wm_scene_material *m = &g->scene->materials[i];
        const float base[4] = {clamp(m->diffuse.x), clamp(m->diffuse.y), clamp(m->diffuse.z),
                               clamp(m->alpha)};
        const float glow[3] = {clamp(m->self_illumination.x), clamp(m->self_illumination.y),
                               clamp(m->self_illumination.z)};
        wmi_gltf_item(&g->materials);
        wmi_writer_text(w, "{\"name\":");
        wmi_gltf_text(w, m->name);
        wmi_writer_text(w, ",\"pbrMetallicRoughness\":{\"baseColorFactor\":");
        wmi_gltf_numbers(w, base, 4);
        wmi_writer_text(w, ",\"metallicFactor\":0,\"roughnessFactor\":1}");
        if (glow[0] + glow[1] + glow[2] > 0) {
            wmi_writer_text(w, ",\"emissiveFactor\":");
            wmi_gltf_numbers(w, glow, 3);
        }
        if (m->blended || base[3] < 1)
            wmi_writer_text(w, ",\"alphaMode\":\"BLEND\"");
        if (m->two_sided)
            wmi_writer_text(w, ",\"doubleSided\":true");
        put_textures(w, m, base, glow);
        wmi_writer_text(w, "}");
    }
}

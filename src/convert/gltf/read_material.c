/* Reads materials from glTF. Texture names come from the extras in files of ours, else from
 * the images that another program linked, without folder and extension. */
#include "convert/file_names.h"
#include "convert/gltf/read.h"

static const char *const slots[WM_TEXTURE_SLOT_COUNT] = {
    "colour", "lightmap", "normal", "specular", "growth", "additional",
};

/* ---- image names ---- */

/* "textures/My%20Wall.png" becomes "My Wall". */
static bool picture_name(wmi_gltf_reader *g, const char *uri, const char **name)
{
    const char *path = wmi_gltf_decode_uri(g, uri);
    size_t size = path ? strlen(path) : 0;
    if (!path)
        return wmi_gltf_no_memory(g);
    const char *start = wmi_image_name(path, &size);
    *name = wm_scene_text(g->scene, start, size, NULL);
    return *name || wmi_gltf_no_memory(g);
}

/* The image of a texture of the file. Returns false only if the file is wrong. */
static bool find_image(wmi_gltf_reader *g, const wm_json_value *texture, uint32_t *image)
{
    const wm_json_value *other =
        wm_json_find(wm_json_find(texture, "extensions"), "EXT_texture_webp");
    return wmi_gltf_get_u32(g, wm_json_find(texture, "source") || !other ? texture : other,
                            "source", WM_NO_INDEX, image);
}

static bool read_sampler(wmi_gltf_reader *g, const wm_json_value *texture, bool clamp[2],
                         bool *nearest)
{
    uint32_t number, wrap[2], filter;
    clamp[0] = clamp[1] = *nearest = false;
    if (!wmi_gltf_get_u32(g, texture, "sampler", WM_NO_INDEX, &number))
        return false;
    if (number >= g->samplers.count)
        return true;
    const wm_json_value *sampler = wm_json_item(g->samplers.list, number);
    if (!wmi_gltf_get_u32(g, sampler, "wrapS", 10497, &wrap[0]) ||
        !wmi_gltf_get_u32(g, sampler, "wrapT", 10497, &wrap[1]) ||
        !wmi_gltf_get_u32(g, sampler, "magFilter", 9729, &filter))
        return false;
    clamp[0] = wrap[0] == 33071;
    clamp[1] = wrap[1] == 33071;
    *nearest = filter == 9728;
    return true;
}

/* An image that a program linked or embedded. Having none is not an error. In a file of ours the
 * extras have named the texture already; an image without such a name belongs to a TXI. */
static bool read_linked(wmi_gltf_reader *g, const wm_json_value *from, wm_scene_texture *t)
{
    uint32_t number, image, set;
    if (wm_json_kind_of(from) != WM_JSON_KIND_OBJECT || (g->own && !t->name))
        return true;
    if (!wmi_gltf_get_u32(g, from, "index", WM_NO_INDEX, &number) ||
        !wmi_gltf_get_u32(g, from, "texCoord", 0, &set))
        return false;
    if (number >= g->textures.count)
        return wmi_gltf_fail(g, WM_BAD_OFFSET, from, "there is no texture %lu; there are %lu",
                             (ul)number, (ul)g->textures.count);
    const wm_json_value *texture = wm_json_item(g->textures.list, number);
    if (!find_image(g, texture, &image))
        return false;
    if (image >= g->images.count)
        return true;
    const char *uri = wmi_gltf_get_text(wm_json_item(g->images.list, image), "uri");
    const char *name = wmi_gltf_get_text(wm_json_item(g->images.list, image), "name");
    bool file = uri && strncmp(uri, "data:", 5) != 0, clamp[2], nearest;
    if (!read_sampler(g, texture, clamp, &nearest))
        return false;
    if (!g->own) {
        if (!file && (!name || !*name))
            return true;
        if (wm_json_find(wm_json_find(from, "extensions"), "KHR_texture_transform"))
            g->notes |= WMI_GLTF_NOTE_UV_TRANSFORM;
        t->uv_set = (uint8_t)(set < WM_SCENE_UV_SETS ? set : 0);
        t->clamp_u = clamp[0];
        t->clamp_v = clamp[1];
        if (!picture_name(g, file ? uri : name, &t->name))
            return false;
    }
    if (!wmi_gltf_read_image(g, image, t->name, &t->image))
        return false;
    if (t->image) {
        wm_scene_image *i = &g->scene->images[t->image - 1];
        i->nearest = nearest;
        i->clamp_u = clamp[0] && !t->clamp_u;
        i->clamp_v = clamp[1] && !t->clamp_v;
    }
    return true;
}

/* ---- extras ---- */

static bool read_named(wmi_gltf_reader *g, const wm_json_value *material, wm_scene_material *m)
{
    const wm_json_value *textures = wmi_gltf_extra(material, "textures");
    m->textures[WM_TEXTURE_SLOT_LIGHTMAP].uv_set = 1;
    for (int i = 0; i < WM_TEXTURE_SLOT_COUNT; i++) {
        const wm_json_value *from = wm_json_find(textures, slots[i]);
        const char *name = wmi_gltf_get_text(from, "name"),
                   *clamp = wmi_gltf_get_text(from, "clamp");
        wm_scene_texture *t = &m->textures[i];
        uint32_t set;
        if (!name)
            continue;
        if (!wmi_gltf_get_u32(g, from, "texCoord", 0, &set) || !wmi_gltf_copy(g, name, &t->name))
            return false;
        t->uv_set = (uint8_t)(set < WM_SCENE_UV_SETS ? set : 0);
        t->clamp_u = clamp && strchr(clamp, 'u');
        t->clamp_v = clamp && strchr(clamp, 'v');
        if (i == WM_TEXTURE_SLOT_LIGHTMAP && wm_json_find(from, "index") && g->own &&
            !read_linked(g, from, t))
            return false;
    }
    return true;
}

static wm_scene_alpha alpha_named(const char *name)
{
    static const char *const names[] = {"opaque", "test", "blend", "additive"};
    return (wm_scene_alpha)(1 + wmi_gltf_word(name, names, 4, UINT32_MAX));
}

/* In files of ours, the extras say what the image of the colour means for the surface. */
static bool read_facts(wmi_gltf_reader *g, const wm_json_value *material,
                       const wm_scene_material *m)
{
    const wm_json_value *textures = wmi_gltf_extra(material, "textures");
    const wm_json_value *from = wm_json_find(textures, "colour");
    const wm_json_value *around = wm_json_find(textures, "environment");
    const char *name = wmi_gltf_get_text(around, "name");
    uint32_t number = m->textures[WM_TEXTURE_SLOT_COLOUR].image;
    wm_scene_texture t = {0};
    if (!g->own || !number)
        return true;
    wm_scene_image *colour = &g->scene->images[number - 1];
    float opacity = wmi_gltf_get_number(from, "opacity", 1);
    colour->alpha = alpha_named(wmi_gltf_get_text(from, "blending"));
    colour->cutoff = colour->alpha == WM_SCENE_ALPHA_TEST
                         ? wmi_gltf_get_number(material, "alphaCutoff", 0.5f)
                         : 0;
    colour->opacity = opacity > 0 && opacity < 1 ? opacity : 1;
    colour->decal = wmi_gltf_is_true(wm_json_find(from, "decal"));
    if (!name)
        return true;
    if (!wmi_gltf_copy(g, name, &t.name) ||
        (wm_json_find(around, "index") && !read_linked(g, around, &t)))
        return false;
    colour->environment_name = t.name;
    colour->environment = t.image;
    if (t.image && wmi_gltf_is_true(wm_json_find(around, "cube")))
        g->scene->images[t.image - 1].cube = true;
    return true;
}

/* Of other programs, and of materials of ours that have one. */
static void read_mode(const wmi_gltf_reader *g, const wm_json_value *from, wm_scene_material *m)
{
    const char *mode = wmi_gltf_get_text(from, "alphaMode");
    const char *blending = wmi_gltf_get_text(wm_json_find(from, "extras"), "blending");
    m->blended = mode && strcmp(mode, "OPAQUE") != 0;
    m->alpha_mode = alpha_named(blending);
    if (!g->own && m->alpha_mode != WM_SCENE_ALPHA_ADDITIVE)
        m->alpha_mode = mode && strcmp(mode, "MASK") == 0 ? WM_SCENE_ALPHA_TEST
                        : m->blended                      ? WM_SCENE_ALPHA_BLEND
                                                          : WM_SCENE_ALPHA_OPAQUE;
    if (m->alpha_mode == WM_SCENE_ALPHA_TEST)
        m->cutoff = wmi_gltf_get_number(from, "alphaCutoff", 0.5f);
}

static bool read_colour(wmi_gltf_reader *g, const wm_json_value *object, const char *name,
                        float *to, uint32_t count)
{
    bool found;
    return wmi_gltf_get_numbers(object, name, to, count, &found) ||
           wmi_gltf_fail(g, WM_BAD_VALUE, wm_json_find(object, name), "expected %lu finite numbers",
                         (ul)count);
}

/* In files of ours, the extras hold the numbers that glTF clamps. */
static bool read_raw(wmi_gltf_reader *g, const wm_json_value *material, wm_scene_material *m)
{
    const wm_json_value *extras = wm_json_find(material, "extras");
    float diffuse[3] = {m->diffuse.x, m->diffuse.y, m->diffuse.z};
    float ambient[3] = {m->diffuse.x, m->diffuse.y, m->diffuse.z};
    float glow[3] = {m->self_illumination.x, m->self_illumination.y, m->self_illumination.z};
    if (!read_colour(g, extras, "ambient", ambient, 3))
        return false;
    m->ambient = (wm_vec3){ambient[0], ambient[1], ambient[2]};
    if (!g->own)
        return true;
    if (!read_colour(g, extras, "diffuse", diffuse, 3) ||
        !read_colour(g, extras, "self_illumination", glow, 3))
        return false;
    m->diffuse = (wm_vec3){diffuse[0], diffuse[1], diffuse[2]};
    m->self_illumination = (wm_vec3){glow[0], glow[1], glow[2]};
    m->alpha = wmi_gltf_get_number(extras, "alpha", m->alpha);
    wm_json_as_bool(wm_json_find(extras, "blended"), &m->blended);
    return true;
}

/* ---- materials ---- */

static bool read_factors(wmi_gltf_reader *g, const wm_json_value *from, wm_scene_material *m)
{
    const wm_json_value *extensions = wm_json_find(from, "extensions");
    const wm_json_value *gloss = wm_json_find(extensions, "KHR_materials_pbrSpecularGlossiness");
    const wm_json_value *strength = wm_json_find(extensions, "KHR_materials_emissive_strength");
    float base[4] = {1, 1, 1, 1}, glow[3] = {0, 0, 0};
    if (!read_colour(g, gloss, "diffuseFactor", base, 4) ||
        !read_colour(g, wm_json_find(from, "pbrMetallicRoughness"), "baseColorFactor", base, 4) ||
        !read_colour(g, from, "emissiveFactor", glow, 3))
        return false;
    float times = wmi_gltf_get_number(strength, "emissiveStrength", 1);
    m->diffuse = (wm_vec3){base[0], base[1], base[2]};
    m->alpha = base[3];
    m->self_illumination = (wm_vec3){glow[0] * times, glow[1] * times, glow[2] * times};
    read_mode(g, from, m);
    m->two_sided = wmi_gltf_is_true(wm_json_find(from, "doubleSided"));
    return true;
}

static bool read_material(wmi_gltf_reader *g, const wm_json_value *from, wm_scene_material *m)
{
    static const char *const known[] = {"textures", "ambient", "diffuse",  "self_illumination",
                                        "alpha",    "blended", "blending", NULL};
    const wm_json_value *pbr = wm_json_find(from, "pbrMetallicRoughness");
    const wm_json_value *extensions = wm_json_find(from, "extensions");
    const wm_json_value *gloss = wm_json_find(extensions, "KHR_materials_pbrSpecularGlossiness");
    const wm_json_value *shine = wm_json_find(extensions, "KHR_materials_specular");
    const wm_json_value *tint = wm_json_find(shine, "specularColorTexture");
    wm_scene_texture *t = m->textures;
    return wmi_gltf_get_name(g, from, &m->name) &&
           wmi_gltf_read_extras(g, from, known, &m->extras) && read_factors(g, from, m) &&
           read_raw(g, from, m) && read_named(g, from, m) &&
           read_linked(g, wm_json_find(gloss, "diffuseTexture"), &t[WM_TEXTURE_SLOT_COLOUR]) &&
           read_linked(g, wm_json_find(pbr, "baseColorTexture"), &t[WM_TEXTURE_SLOT_COLOUR]) &&
           read_linked(g, wm_json_find(from, "occlusionTexture"), &t[WM_TEXTURE_SLOT_LIGHTMAP]) &&
           read_linked(g, wm_json_find(from, "normalTexture"), &t[WM_TEXTURE_SLOT_NORMAL]) &&
           read_linked(g, tint ? tint : wm_json_find(shine, "specularTexture"),
                       &t[WM_TEXTURE_SLOT_SPECULAR]) &&
           read_facts(g, from, m);
}

bool wmi_gltf_read_materials(wmi_gltf_reader *g)
{
    wm_scene *s = g->scene;
    s->materials = wm_scene_alloc(s, g->materials.count, sizeof *s->materials, NULL);
    if (!s->materials)
        return wmi_gltf_no_memory(g);
    for (uint32_t i = 0; i < g->materials.count; i++) {
        if (!read_material(g, wm_json_item(g->materials.list, i), &s->materials[i]))
            return false;
        s->material_count = i + 1;
    }
    return true;
}

/* Writes the pictures of textures to glTF: each name once, as a PNG in the buffer. Materials use
 * them as colour and normal map; a light map is named in the extras, because core glTF has none. */
#include "base/sort.h"
#include "convert/gltf/write.h"

/* A slot of a material that names a texture. */
typedef struct use {
    const wm_scene_texture *texture;
    uint32_t place; /* material * WM_TEXTURE_SLOT_COUNT + slot */
} use;

static bool is_shown(uint32_t slot)
{
    return slot == WM_TEXTURE_SLOT_COLOUR || slot == WM_TEXTURE_SLOT_LIGHTMAP ||
           slot == WM_TEXTURE_SLOT_NORMAL;
}

static uint32_t sampler_of(const wm_scene_texture *t)
{
    return (t->clamp_u ? 1u : 0u) | (t->clamp_v ? 2u : 0u);
}

/* By name, then by sampler, then by place: a total order. */
static int compare(const void *a, const void *b)
{
    const use *x = a, *y = b;
    int order = strcmp(x->texture->name, y->texture->name);
    if (!order)
        order = (int)sampler_of(x->texture) - (int)sampler_of(y->texture);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

static uint32_t list_uses(const wm_scene *scene, use *uses)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->material_count; i++)
        for (uint32_t slot = 0; slot < WM_TEXTURE_SLOT_COUNT; slot++) {
            const wm_scene_texture *t = &scene->materials[i].textures[slot];
            if (t->name && is_shown(slot))
                uses[count++] = (use){t, i * WM_TEXTURE_SLOT_COUNT + slot};
        }
    return count;
}

/* Asks for the picture. Returns whether there is one. */
static bool put_image(wmi_gltf *g, const char *name, wm_gltf_image *image)
{
    wmi_writer *w = &g->images.text;
    *image = (wm_gltf_image){.alpha = WM_GLTF_ALPHA_MATERIAL};
    g->status = g->opts->image(g->opts->user, name, image, g->error);
    if (g->status != WM_OK || !image->png.size)
        return false;
    wmi_gltf_bytes(g, image->png.data, image->png.size);
    wmi_gltf_item(&g->images);
    wmi_writer_text(w, "{\"name\":");
    wmi_gltf_text(w, name);
    wmi_writer_printf(w, ",\"mimeType\":\"image/png\",\"bufferView\":%lu}", (ul)g->views.count - 1);
    return true;
}

static void put_samplers(wmi_gltf *g)
{
    for (uint32_t i = 0; i < 4; i++) {
        wmi_gltf_item(&g->samplers);
        wmi_writer_printf(&g->samplers.text, "{\"wrapS\":%d,\"wrapT\":%d}", i & 1 ? 33071 : 10497,
                          i & 2 ? 33071 : 10497);
    }
}

static void put_uses(wmi_gltf *g, const use *uses, uint32_t count)
{
    wm_gltf_image image = {.alpha = WM_GLTF_ALPHA_MATERIAL};
    bool found = false;
    for (uint32_t i = 0; i < count && g->status == WM_OK; i++) {
        const wm_scene_texture *t = uses[i].texture;
        bool other = !i || strcmp(t->name, uses[i - 1].texture->name) != 0;
        if (other) {
            found = put_image(g, t->name, &image);
            wm_buffer_free(&image.png);
        }
        if (!found)
            continue;
        if (other || sampler_of(t) != sampler_of(uses[i - 1].texture)) {
            wmi_gltf_item(&g->textures);
            wmi_writer_printf(&g->textures.text, "{\"source\":%lu,\"sampler\":%lu}",
                              (ul)g->images.count - 1, (ul)sampler_of(t));
        }
        g->shown[uses[i].place] = (wmi_gltf_shown){g->textures.count, image.alpha, image.cutoff};
    }
    if (g->images.count)
        put_samplers(g);
}

void wmi_gltf_images(wmi_gltf *g)
{
    size_t places = (size_t)g->scene->material_count * WM_TEXTURE_SLOT_COUNT;
    if (!g->opts || !g->opts->image || !places)
        return;
    use *uses = wmi_arena_raw(&g->scratch, places, sizeof *uses);
    g->shown = wmi_arena_new(&g->scratch, places, sizeof *g->shown);
    if (!uses || !g->shown) {
        g->shown = NULL;
        g->failed = true;
        return;
    }
    uint32_t count = list_uses(g->scene, uses);
    wmi_sort(uses, count, sizeof *uses, compare);
    put_uses(g, uses, count);
}

wmi_gltf_shown wmi_gltf_shown_at(const wmi_gltf *g, uint32_t material, wm_texture_slot slot)
{
    return g->shown ? g->shown[(size_t)material * WM_TEXTURE_SLOT_COUNT + slot]
                    : (wmi_gltf_shown){0, WM_GLTF_ALPHA_MATERIAL, 0};
}

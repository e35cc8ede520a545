/* Writes the images of a scene to glTF: each once, as a PNG in the buffer or as the name of a file.
 * Materials use them as colour and normal map; light maps and environment maps are named in the
 * extras, because core glTF has none. */
#include "base/sort.h"
#include "convert/gltf/write.h"
#include "waymark/texture.h"

/* A slot of a material that shows an image. */
typedef struct use {
    uint32_t image, sampler;
    uint32_t place; /* material * WMI_GLTF_SLOTS + slot */
} use;

enum { CLAMP_U = 1, CLAMP_V = 2, NEAREST = 4, SAMPLERS = 8 };

static uint32_t sampler_of(const wm_scene_texture *t, const wm_scene_image *image)
{
    return (t->clamp_u || image->clamp_u ? CLAMP_U : 0u) |
           (t->clamp_v || image->clamp_v ? CLAMP_V : 0u) | (image->nearest ? NEAREST : 0u);
}

static int compare(const void *a, const void *b)
{
    const use *x = a, *y = b;
    if (x->image != y->image)
        return x->image < y->image ? -1 : 1;
    if (x->sampler != y->sampler)
        return x->sampler < y->sampler ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* Core glTF has no other types. */
static bool can_be_written(const wm_scene_image *image)
{
    return image->rgba || strcmp(image->mime, "image/png") == 0 ||
           strcmp(image->mime, "image/jpeg") == 0;
}

static void add_use(const wmi_gltf *g, const wm_scene_texture *t, uint32_t image, uint32_t place,
                    use *uses, uint32_t *count)
{
    if (image && can_be_written(&g->scene->images[image - 1]))
        uses[(*count)++] = (use){image - 1, sampler_of(t, &g->scene->images[image - 1]), place};
}

static uint32_t list_uses(const wmi_gltf *g, use *uses)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->scene->material_count; i++) {
        const wm_scene_texture *t = g->scene->materials[i].textures;
        const wm_scene_texture *colour = &t[WM_TEXTURE_SLOT_COLOUR];
        const wm_scene_texture *normal = &t[WM_TEXTURE_SLOT_NORMAL];
        const wm_scene_image *image = colour->image ? &g->scene->images[colour->image - 1] : NULL;
        uint32_t first = i * WMI_GLTF_SLOTS;
        add_use(g, colour, colour->image, first + WM_TEXTURE_SLOT_COLOUR, uses, &count);
        add_use(g, &t[WM_TEXTURE_SLOT_LIGHTMAP], t[WM_TEXTURE_SLOT_LIGHTMAP].image,
                first + WM_TEXTURE_SLOT_LIGHTMAP, uses, &count);
        bool own = normal->image || !image;
        add_use(g, own ? normal : colour, own ? normal->image : image->bump,
                first + WM_TEXTURE_SLOT_NORMAL, uses, &count);
        if (image)
            add_use(g, colour, image->environment, first + WMI_GLTF_ENVIRONMENT, uses, &count);
    }
    return count;
}

/* ---- images --------------------------------------------------------------- */

/* A file name as a URI: what is not plain is written as %20. */
static void put_uri(wmi_writer *w, const char *file)
{
    for (const char *p = file; *p; p++) {
        unsigned char c = (unsigned char)*p;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     strchr("-._~/()+,", c);
        const char text[4] = {'%', "0123456789ABCDEF"[c >> 4], "0123456789ABCDEF"[c & 15], '\0'};
        if (plain)
            wmi_writer_bytes(w, p, 1);
        else
            wmi_writer_text(w, text);
    }
}

static void put_data(wmi_gltf *g, const wm_scene_image *image)
{
    wmi_writer *w = &g->images.text;
    wm_buffer png = {0};
    if (image->data && image->data == g->image) {
        /* the view of the image before: files may have one picture under many names */
    } else if (image->data) {
        wmi_gltf_bytes(g, image->data, image->size);
    } else {
        const wm_write_opts opts = {.allocator = &g->allocator};
        const wm_image pixels = {
            .width = image->width, .height = image->height, .rgba = (uint8_t *)image->rgba};
        g->failed = wm_png_write(&pixels, &opts, &png, g->error) != WM_OK || g->failed;
        wmi_gltf_bytes(g, png.data, png.size);
        wm_buffer_free(&png);
    }
    g->image = image->data;
    wmi_writer_printf(w, ",\"mimeType\":\"%s\",\"bufferView\":%lu}",
                      image->data ? image->mime : "image/png", (ul)g->views.count - 1);
}

static void put_image(wmi_gltf *g, uint32_t number)
{
    const wm_scene_image *image = &g->scene->images[number];
    const char *const *files = g->opts ? g->opts->image_files : NULL;
    wmi_writer *w = &g->images.text;
    wmi_gltf_item(&g->images);
    wmi_writer_text(w, "{\"name\":");
    wmi_gltf_text(w, image->name);
    if (!files || !files[number]) {
        put_data(g, image);
        return;
    }
    wmi_writer_text(w, ",\"uri\":\"");
    put_uri(w, files[number]);
    wmi_writer_text(w, "\"}");
}

static void put_samplers(wmi_gltf *g)
{
    for (uint32_t i = 0; i < SAMPLERS; i++) {
        wmi_gltf_item(&g->samplers);
        wmi_writer_printf(&g->samplers.text, "{\"wrapS\":%d,\"wrapT\":%d%s}",
                          i & CLAMP_U ? 33071 : 10497, i & CLAMP_V ? 33071 : 10497,
                          i & NEAREST ? ",\"magFilter\":9728,\"minFilter\":9728" : "");
    }
}

static void put_uses(wmi_gltf *g, const use *uses, uint32_t count)
{
    for (uint32_t i = 0; i < count && !g->failed; i++) {
        const use *u = &uses[i];
        bool other = !i || u->image != u[-1].image;
        if (other)
            put_image(g, u->image);
        if (other || u->sampler != u[-1].sampler) {
            wmi_gltf_item(&g->textures);
            wmi_writer_printf(&g->textures.text, "{\"source\":%lu,\"sampler\":%lu}",
                              (ul)g->images.count - 1, (ul)u->sampler);
        }
        g->shown[u->place] = g->textures.count;
    }
    if (g->images.count)
        put_samplers(g);
}

void wmi_gltf_images(wmi_gltf *g)
{
    size_t places = (size_t)g->scene->material_count * WMI_GLTF_SLOTS;
    if (!g->scene->image_count || !places || (g->opts && g->opts->no_images))
        return;
    use *uses = wmi_arena_raw(&g->scratch, places, sizeof *uses);
    g->shown = wmi_arena_new(&g->scratch, places, sizeof *g->shown);
    if (!uses || !g->shown) {
        g->shown = NULL;
        g->failed = true;
        return;
    }
    uint32_t count = list_uses(g, uses);
    wmi_sort(uses, count, sizeof *uses, compare);
    put_uses(g, uses, count);
}

uint32_t wmi_gltf_shown_at(const wmi_gltf *g, uint32_t material, uint32_t slot)
{
    return g->shown ? g->shown[(size_t)material * WMI_GLTF_SLOTS + slot] : 0;
}

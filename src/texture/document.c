/* Textures and images as objects: making, finding and freeing them, and the sizes of levels. */
#include "texture/internal.h"

wm_texture *wmi_texture_create(const wm_allocator *allocator, uint64_t limit, wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, limit);
    wmi_texture *doc = wmi_arena_new(&arena, 1, sizeof *doc);
    if (!doc) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    doc->arena = arena;
    doc->pub.memory = &doc->arena;
    doc->pub.layer_count = doc->pub.level_count = 1;
    doc->pub.columns = doc->pub.rows = 1;
    return &doc->pub;
}

void wm_texture_free(wm_texture *texture)
{
    if (texture)
        wmi_arena_free(texture->memory);
}

const char *wm_texture_kind_name(wm_texture_kind kind)
{
    switch (kind) {
    case WM_TEXTURE_KIND_TPC: return "tpc";
    case WM_TEXTURE_KIND_TGA: return "tga";
    case WM_TEXTURE_KIND_DDS: return "dds";
    case WM_TEXTURE_KIND_KOTOR_DDS: return "kotor-dds";
    }
    return "unknown";
}

const char *wm_texture_form_name(wm_texture_form form)
{
    switch (form) {
    case WM_TEXTURE_FORM_PICTURE: return "picture";
    case WM_TEXTURE_FORM_CUBE: return "cube";
    case WM_TEXTURE_FORM_FLIP_BOOK: return "flip-book";
    case WM_TEXTURE_FORM_VOLUME: return "volume";
    }
    return "unknown";
}

const char *wm_texture_pixels_name(wm_texture_pixels pixels)
{
    static const char *const names[] = {"grey", "rgb",  "rgba",  "dxt1",
                                        "dxt3", "dxt5", "masks", "indexed"};
    return (size_t)pixels < sizeof names / sizeof *names ? names[pixels] : "unknown";
}

/* ---- sizes --------------------------------------------------------------- */

uint64_t wmi_picture_size(const wm_texture *texture, uint32_t width, uint32_t height)
{
    if (wmi_is_dxt(texture->pixels)) {
        uint64_t across = ((uint64_t)width + 3) / 4, down = ((uint64_t)height + 3) / 4;
        return across * down * (texture->pixels == WM_TEXTURE_PIXELS_DXT1 ? 8 : 16);
    }
    return (uint64_t)width * height * ((texture->bits + 7) / 8);
}

uint32_t wmi_full_levels(uint32_t width, uint32_t height)
{
    uint32_t levels = 1;
    for (uint32_t side = width > height ? width : height; side > 1; side >>= 1)
        levels++;
    return levels;
}

/* A volume has half as many slices in each level. */
static uint32_t layers_of(const wm_texture *texture, uint32_t level)
{
    return texture->form == WM_TEXTURE_FORM_VOLUME ? wmi_level_side(texture->layer_count, level)
                                                   : texture->layer_count;
}

uint64_t wmi_texture_bytes(const wm_texture *texture, uint32_t levels)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < levels; i++)
        bytes +=
            layers_of(texture, i) * wmi_picture_size(texture, wmi_level_side(texture->width, i),
                                                     wmi_level_side(texture->height, i));
    return bytes;
}

/* ---- the list of images -------------------------------------------------- */

static uint64_t add_image(wm_texture *t, uint32_t layer, uint32_t level, uint64_t at)
{
    uint32_t width = wmi_level_side(t->width, level), height = wmi_level_side(t->height, level);
    uint64_t size = t->rle ? t->data_size : wmi_picture_size(t, width, height);
    t->images[t->image_count++] = (wm_texture_image){
        .layer = layer,
        .level = level,
        .width = width,
        .height = height,
        .data = t->data + at,
        .size = (size_t)size,
    };
    return at + size;
}

wm_status wmi_texture_list(wm_texture *t, wm_error *error)
{
    uint64_t count = 0, at = 0;
    for (uint32_t level = 0; level < t->level_count; level++)
        count += layers_of(t, level);
    /* Each image has at least one byte, and all of them are in memory. */
    t->images = wmi_arena_new(wmi_texture_arena(t), (size_t)count, sizeof *t->images);
    t->image_count = 0;
    if (!t->images)
        return wmi_arena_fail(wmi_texture_arena(t), error, "images");
    if (t->form == WM_TEXTURE_FORM_VOLUME) {
        for (uint32_t level = 0; level < t->level_count; level++)
            for (uint32_t layer = 0; layer < layers_of(t, level); layer++)
                at = add_image(t, layer, level, at);
        return WM_OK;
    }
    for (uint32_t layer = 0; layer < t->layer_count; layer++)
        for (uint32_t level = 0; level < t->level_count; level++)
            at = add_image(t, layer, level, at);
    return WM_OK;
}

uint32_t wm_texture_find(const wm_texture *texture, uint32_t layer, uint32_t level)
{
    uint64_t index = (uint64_t)layer * texture->level_count + level;
    if (level >= texture->level_count || layer >= layers_of(texture, level))
        return WM_NO_INDEX;
    if (texture->form == WM_TEXTURE_FORM_VOLUME) {
        index = layer;
        for (uint32_t i = 0; i < level; i++)
            index += layers_of(texture, i);
    }
    return index < texture->image_count ? (uint32_t)index : WM_NO_INDEX;
}

/* ---- images -------------------------------------------------------------- */

typedef struct image_memory {
    wm_image pub;
    wmi_arena arena;
} image_memory;

static wm_image *create_image(uint32_t width, uint32_t height, const wm_allocator *allocator,
                              bool zeroed, wm_error *error)
{
    wmi_arena arena;
    uint64_t pixels = (uint64_t)width * height;
    if (pixels > SIZE_MAX / 8) {
        wmi_fail(error, WM_LIMIT, "", "an image of %lu x %lu pixels is too large", (ul)width,
                 (ul)height);
        return NULL;
    }
    wmi_arena_init(&arena, allocator, 0);
    image_memory *image = wmi_arena_new(&arena, 1, sizeof *image);
    uint8_t *rgba = !image   ? NULL
                    : zeroed ? wmi_arena_new(&arena, (size_t)pixels, 4)
                             : wmi_arena_raw(&arena, (size_t)pixels, 4);
    if (!rgba) {
        wmi_arena_fail(&arena, error, "");
        wmi_arena_free(&arena);
        return NULL;
    }
    image->arena = arena;
    image->pub = (wm_image){width, height, rgba, &image->arena};
    return &image->pub;
}

wm_image *wmi_image_create(uint32_t width, uint32_t height, const wm_allocator *allocator,
                           wm_error *error)
{
    return create_image(width, height, allocator, false, error);
}

wm_image *wm_image_new(uint32_t width, uint32_t height, const wm_allocator *allocator,
                       wm_error *error)
{
    return create_image(width, height, allocator, true, error);
}

void wm_image_free(wm_image *image)
{
    if (image)
        wmi_arena_free(image->memory);
}

void wm_image_alpha(const wm_image *image, uint8_t *lowest, uint8_t *highest)
{
    size_t count = (size_t)image->width * image->height;
    uint8_t least = 255, most = count ? 0 : 255;
    for (size_t i = 0; i < count; i++) {
        uint8_t alpha = image->rgba[4 * i + 3];
        least = alpha < least ? alpha : least;
        most = alpha > most ? alpha : most;
    }
    *lowest = least;
    *highest = most;
}

/* From a texture to images. */
#include "base/words.h"
#include "texture/internal.h"

/* ---- one image ----------------------------------------------------------- */

/* Rows go down in an image; those of the texture may go up. */
static wmi_target target_of(const wm_texture *t, uint8_t *rgba, size_t pitch, uint32_t width,
                            uint32_t height)
{
    wmi_target to = {rgba, (ptrdiff_t)pitch, width, height};
    if (t->bottom_up) {
        to.first += (size_t)(height - 1) * pitch;
        to.stride = -to.stride;
    }
    return to;
}

static void mirror_columns(wmi_target to)
{
    for (uint32_t y = 0; y < to.height; y++, to.first += to.stride)
        for (uint32_t a = 0, b = to.width - 1; a < b; a++, b--) {
            uint8_t pixel[4], *left = to.first + 4 * (size_t)a, *right = to.first + 4 * (size_t)b;
            memcpy(pixel, left, 4);
            memcpy(left, right, 4);
            memcpy(right, pixel, 4);
        }
}

/* Writes the pixels of an image to `rgba`, whose rows are `pitch` bytes apart. */
static wm_status decode_to(const wm_texture *t, const wm_texture_image *image, uint8_t *rgba,
                           size_t pitch, const wm_allocator *allocator, wm_error *error)
{
    wmi_target to = target_of(t, rgba, pitch, image->width, image->height);
    uint64_t need = wmi_picture_size(t, image->width, image->height);
    const uint8_t *data = image->data;
    wmi_arena scratch;
    wmi_arena_init(&scratch, allocator, 0);
    if (t->rle) {
        uint8_t *raw = wmi_arena_raw(&scratch, (size_t)need, 1);
        if (!raw)
            return wmi_arena_fail(&scratch, error, "");
        if (!wmi_unpack_runs(image->data, image->size, (uint64_t)image->width * image->height,
                             (t->bits + 7) / 8, raw))
            need = UINT64_MAX;
        data = raw;
    }
    bool enough = t->rle ? need != UINT64_MAX : need <= image->size;
    if (enough && wmi_is_dxt(t->pixels))
        wmi_decode_blocks(data, t->pixels, !t->alpha, to);
    else if (enough)
        wmi_decode_rows(t, data, to);
    if (enough && t->right_to_left)
        mirror_columns(to);
    wmi_arena_free(&scratch);
    return enough ? WM_OK : wmi_fail(error, WM_BAD_VALUE, "images", "an image has too few bytes");
}

/* Many programs leave the alpha of a TGA unset. */
static void repair_alpha(const wm_texture *t, wm_image *image)
{
    uint8_t lowest, highest = 255;
    size_t count = (size_t)image->width * image->height;
    if (t->kind == WM_TEXTURE_KIND_TGA && t->alpha)
        wm_image_alpha(image, &lowest, &highest);
    for (size_t i = 0; highest == 0 && i < count; i++)
        image->rgba[4 * i + 3] = 255;
}

wm_image *wm_texture_decode(const wm_texture *t, uint32_t layer, uint32_t level,
                            const wm_allocator *allocator, wm_error *error)
{
    uint32_t index = wm_texture_find(t, layer, level);
    if (index == WM_NO_INDEX) {
        wmi_fail(error, WM_BAD_ARGUMENT, "images", "layer %lu, level %lu: %s and %s are stored",
                 (ul)layer, (ul)level, wmi_count(t->layer_count, "layer", "layers").text,
                 wmi_count(t->level_count, "level", "levels").text);
        return NULL;
    }
    const wm_texture_image *from = &t->images[index];
    wm_image *image = wmi_image_create(from->width, from->height, allocator, error);
    if (!image)
        return NULL;
    if (decode_to(t, from, image->rgba, 4 * (size_t)image->width, allocator, error) == WM_OK) {
        repair_alpha(t, image);
        return image;
    }
    wm_image_free(image);
    return NULL;
}

/* ---- all layers ---------------------------------------------------------- */

wm_image *wmi_texture_sheet(const wm_texture *t, const wm_allocator *allocator, wm_error *error)
{
    bool book = t->form == WM_TEXTURE_FORM_FLIP_BOOK;
    uint64_t columns = book ? t->columns : 1, rows = book ? t->rows : t->layer_count;
    if (columns * rows != t->layer_count || rows * t->height > UINT32_MAX ||
        columns * t->width > UINT32_MAX) {
        wmi_fail(error, WM_LIMIT, "images", "%s do not form a sheet",
                 wmi_count(t->layer_count, "layer", "layers").text);
        return NULL;
    }
    wm_image *sheet = wmi_image_create((uint32_t)columns * t->width, (uint32_t)rows * t->height,
                                       allocator, error);
    size_t pitch = sheet ? 4 * (size_t)sheet->width : 0;
    for (uint32_t layer = 0; sheet && layer < t->layer_count; layer++) {
        uint32_t column = layer % (uint32_t)columns, row = layer / (uint32_t)columns;
        uint32_t index = wm_texture_find(t, layer, 0);
        row = book ? (uint32_t)rows - 1 - row : row;
        uint8_t *to = sheet->rgba + (size_t)row * t->height * pitch + 4 * (size_t)column * t->width;
        if (index == WM_NO_INDEX || t->images[index].width != t->width ||
            t->images[index].height != t->height) {
            wmi_fail(error, WM_BAD_VALUE, "images", "the list of images does not fit the texture");
        } else if (decode_to(t, &t->images[index], to, pitch, allocator, error) == WM_OK) {
            continue;
        }
        wm_image_free(sheet);
        return NULL;
    }
    return sheet;
}

wm_image *wm_texture_decode_sheet(const wm_texture *t, const wm_allocator *allocator,
                                  wm_error *error)
{
    wm_image *sheet = wmi_texture_sheet(t, allocator, error);
    if (sheet)
        repair_alpha(t, sheet);
    return sheet;
}

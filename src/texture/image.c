/* From images to textures: mipmaps, and the pixels of TPC and TGA. */
#include "base/text.h"
#include "texture/internal.h"

/* ---- mipmaps ------------------------------------------------------------- */

/* The mean of four pixels. Transparent ones have no colour to add. */
static void mean(const uint8_t *const from[4], uint8_t *to)
{
    uint32_t weight = 0, sum[3] = {0, 0, 0}, plain[3] = {2, 2, 2};
    for (int i = 0; i < 4; i++) {
        weight += from[i][3];
        for (int k = 0; k < 3; k++) {
            sum[k] += (uint32_t)from[i][k] * from[i][3];
            plain[k] += from[i][k];
        }
    }
    for (int k = 0; k < 3; k++)
        to[k] = (uint8_t)(weight ? (sum[k] + weight / 2) / weight : plain[k] / 4);
    to[3] = (uint8_t)((weight + 2) / 4);
}

wm_image *wm_image_halve(const wm_image *image, const wm_allocator *allocator, wm_error *error)
{
    uint32_t width = wmi_level_side(image->width, 1), height = wmi_level_side(image->height, 1);
    if (!image->width || !image->height) {
        wmi_fail(error, WM_BAD_ARGUMENT, "width", "the image has no pixels");
        return NULL;
    }
    wm_image *half = wmi_image_create(width, height, allocator, error);
    for (uint32_t y = 0; half && y < height; y++) {
        const uint8_t *upper = image->rgba + 8 * (size_t)y * image->width;
        const uint8_t *lower = upper + (image->height > 1 ? 4 * (size_t)image->width : 0);
        for (uint32_t x = 0; x < width; x++) {
            size_t left = 8 * (size_t)x, right = left + (image->width > 1 ? 4 : 0);
            const uint8_t *from[4] = {upper + left, upper + right, lower + left, lower + right};
            mean(from, half->rgba + 4 * ((size_t)y * width + x));
        }
    }
    return half;
}

/* ---- layers -------------------------------------------------------------- */

typedef struct making {
    const wm_image *image;
    const wm_texture_from_image_opts *opts;
    wm_texture *t;
    const wm_allocator *allocator;
    wm_error *error;
    wmi_compressor compressor;
} making;

/* A layer of the sheet, with its rows in the order of the file: the last one first. */
static wm_image *cut_layer(const making *m, uint32_t layer)
{
    const wm_texture *t = m->t;
    bool book = t->form == WM_TEXTURE_FORM_FLIP_BOOK;
    uint32_t column = layer % t->columns, row = book ? t->rows - 1 - layer / t->columns : layer;
    wm_image *out = wmi_image_create(t->width, t->height, m->allocator, m->error);
    size_t pitch = 4 * (size_t)m->image->width, wide = 4 * (size_t)t->width;
    for (uint32_t y = 0; out && y < t->height; y++) {
        size_t from = (size_t)row * t->height + (t->height - 1 - y);
        memcpy(out->rgba + y * wide, m->image->rgba + from * pitch + column * wide, wide);
    }
    return out;
}

static void put_bytes(const wm_texture *t, const wm_image *image, uint8_t *to)
{
    size_t count = (size_t)image->width * image->height;
    const uint8_t *p = image->rgba;
    bool swap = t->pixels == WM_TEXTURE_PIXELS_MASKS; /* TGA: blue first */
    for (size_t i = 0; i < count; i++, p += 4) {
        if (t->bits == 8) /* the eye's weights for red, green and blue */
            *to++ = (uint8_t)((p[0] * 77u + p[1] * 151u + p[2] * 28u + 128) >> 8);
        else {
            *to++ = p[swap ? 2 : 0];
            *to++ = p[1];
            *to++ = p[swap ? 0 : 2];
        }
        if (t->bits == 32)
            *to++ = p[3];
    }
}

static void put_level(const making *m, const wm_image *image, uint8_t *to)
{
    if (wmi_is_dxt(m->t->pixels))
        wmi_compress(&m->compressor, image, m->t->pixels, to);
    else
        put_bytes(m->t, image, to);
}

static wm_status put_layer(const making *m, uint32_t layer)
{
    wm_image *image = cut_layer(m, layer);
    wm_status status = image ? WM_OK : WM_NO_MEMORY;
    for (uint32_t level = 0; status == WM_OK && level < m->t->level_count; level++) {
        const wm_texture_image *place = &m->t->images[wm_texture_find(m->t, layer, level)];
        put_level(m, image, place->data);
        if (level + 1 == m->t->level_count)
            break;
        wm_image *half = wm_image_halve(image, m->allocator, m->error);
        wm_image_free(image);
        image = half;
        status = image ? WM_OK : WM_NO_MEMORY;
    }
    wm_image_free(image);
    return status;
}

/* ---- headers ------------------------------------------------------------- */

static float mean_alpha(const wm_image *image)
{
    size_t count = (size_t)image->width * image->height;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += image->rgba[4 * i + 3];
    return (float)((double)sum / (255.0 * (double)count));
}

static void fill_tpc(making *m)
{
    wm_texture *t = m->t;
    bool dxt = wmi_is_dxt(t->pixels), book = t->form == WM_TEXTURE_FORM_FLIP_BOOK;
    wm_texture_tpc *h = &t->tpc;
    h->width = (uint16_t)m->image->width;
    h->height = (uint16_t)m->image->height;
    h->levels = (uint8_t)(book ? 1 : t->level_count);
    h->encoding = t->pixels == WM_TEXTURE_PIXELS_GREY ? 1 : t->alpha ? 4 : 2;
    h->alpha_mean = t->alpha ? mean_alpha(m->image) : 1;
    if (dxt)
        h->size = (uint32_t)(book ? t->data_size : wmi_picture_size(t, t->width, t->height));
}

static void fill_tga(making *m)
{
    wm_texture *t = m->t;
    wm_texture_tga *h = &t->tga;
    t->grey = t->pixels == WM_TEXTURE_PIXELS_GREY;
    t->pixels = WM_TEXTURE_PIXELS_MASKS;
    for (int i = 0; i < 4; i++)
        t->masks[i] = t->grey ? (i < 3 ? 0xFF : 0) : 0xFF0000u >> 8 * i;
    t->masks[3] = t->alpha ? 0xFF000000 : 0;
    h->type = t->grey ? 3 : 2;
    h->width = (uint16_t)m->image->width;
    h->height = (uint16_t)m->image->height;
    h->bits = (uint8_t)t->bits;
    h->descriptor = t->alpha ? 8 : 0;
}

/* ---- all ----------------------------------------------------------------- */

/* Six squares, one above the other, are a cube for every reader. */
static bool choose_cube(wm_texture *t)
{
    if (t->kind != WM_TEXTURE_KIND_TPC || t->height != 6 * t->width)
        return false;
    t->form = WM_TEXTURE_FORM_CUBE;
    t->layer_count = 6;
    t->height = t->width;
    return true;
}

/* Only files with blocks can say that they hold frames. */
static void choose_frames(wm_texture *t, const wm_txi *txi)
{
    if (!txi->procedure || wmi_compare_names(txi->procedure, "cycle") != 0 ||
        !wmi_is_dxt(t->pixels) || !txi->columns || !txi->rows || t->width % txi->columns ||
        t->height % txi->rows)
        return;
    t->form = WM_TEXTURE_FORM_FLIP_BOOK;
    t->columns = txi->columns;
    t->rows = txi->rows;
    t->layer_count = t->columns * t->rows;
    t->width /= t->columns;
    t->height /= t->rows;
}

static wm_status choose_form(making *m)
{
    wm_texture *t = m->t;
    const char *text = m->opts->txi ? m->opts->txi : "";
    const wm_read_opts opts = {.allocator = m->allocator};
    t->width = m->image->width;
    t->height = m->image->height;
    if (t->kind != WM_TEXTURE_KIND_TPC)
        return WM_OK;
    wm_txi *txi = wm_txi_read(text, strlen(text), &opts, m->error);
    if (!txi)
        return WM_NO_MEMORY;
    if (!choose_cube(t))
        choose_frames(t, txi);
    wm_txi_free(txi);
    t->txi_size = strlen(text);
    t->txi = wmi_arena_text(wmi_texture_arena(t), text, t->txi_size);
    return t->txi ? WM_OK : wmi_arena_fail(wmi_texture_arena(t), m->error, "txi");
}

static wm_status make(making *m)
{
    static const uint8_t bits[] = {8, 24, 32, 4, 8, 8};
    wm_texture *t = m->t;
    t->kind = m->opts->kind;
    t->pixels = m->opts->pixels;
    t->bits = bits[t->pixels];
    t->alpha = t->pixels == WM_TEXTURE_PIXELS_RGBA || t->pixels == WM_TEXTURE_PIXELS_DXT5;
    t->bottom_up = true;
    wm_status status = choose_form(m);
    if (status != WM_OK)
        return status;
    uint32_t full = wmi_full_levels(t->width, t->height), wanted = m->opts->levels;
    if (t->kind == WM_TEXTURE_KIND_TGA)
        t->level_count = 1;
    else
        t->level_count =
            !wanted || wanted > full || t->form == WM_TEXTURE_FORM_FLIP_BOOK ? full : wanted;
    t->data_size = (size_t)wmi_texture_bytes(t, t->level_count);
    t->data = wmi_arena_raw(wmi_texture_arena(t), t->data_size, 1);
    if (!t->data)
        return wmi_arena_fail(wmi_texture_arena(t), m->error, "data");
    if (t->kind == WM_TEXTURE_KIND_TPC)
        fill_tpc(m);
    else
        fill_tga(m);
    status = wmi_texture_list(t, m->error);
    for (uint32_t layer = 0; status == WM_OK && layer < t->layer_count; layer++)
        status = put_layer(m, layer);
    return status;
}

static bool refuse(const wm_image *image, const wm_texture_from_image_opts *opts, wm_error *error)
{
    if (!image->width || !image->height || image->width > UINT16_MAX || image->height > UINT16_MAX)
        wmi_fail(error, WM_NOT_REPRESENTABLE, "width", "%lu x %lu pixels; sides can be 1 to 65535",
                 (ul)image->width, (ul)image->height);
    else if (opts->kind != WM_TEXTURE_KIND_TPC && opts->kind != WM_TEXTURE_KIND_TGA)
        wmi_fail(error, WM_BAD_ARGUMENT, "kind", "only TPC and TGA can be made");
    else if (opts->pixels > WM_TEXTURE_PIXELS_DXT5 || opts->pixels == WM_TEXTURE_PIXELS_DXT3 ||
             (wmi_is_dxt(opts->pixels) && opts->kind == WM_TEXTURE_KIND_TGA))
        wmi_fail(error, WM_BAD_ARGUMENT, "pixels", "a %s cannot have pixels of the form %s",
                 wm_texture_kind_name(opts->kind), wm_texture_pixels_name(opts->pixels));
    else
        return false;
    return true;
}

wm_texture *wm_texture_from_image(const wm_image *image, const wm_texture_from_image_opts *opts,
                                  wm_error *error)
{
    static const wm_texture_from_image_opts defaults;
    wm_error local;
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    opts = opts ? opts : &defaults;
    if (refuse(image, opts, error))
        return NULL;
    making m = {.image = image,
                .opts = opts,
                .t = wmi_texture_create(opts->allocator, 0, error),
                .allocator = opts->allocator,
                .error = error ? error : &local};
    if (!m.t)
        return NULL;
    if (wmi_is_dxt(opts->pixels))
        wmi_compressor_init(&m.compressor);
    if (make(&m) == WM_OK)
        return m.t;
    wm_texture_free(m.t);
    return NULL;
}

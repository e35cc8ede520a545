/* TPC, KotOR's textures. docs/formats/textures.md, "TPC". */
#include "texture/internal.h"

enum { GREY = 1, RGB = 2, RGBA = 4, SWIZZLED = 12 };

static wm_texture_tpc header_of(const uint8_t *p)
{
    wm_texture_tpc h = {.size = wmi_le32(p),
                        .alpha_mean = wmi_lef32(p + 4),
                        .width = wmi_le16(p + 8),
                        .height = wmi_le16(p + 10),
                        .encoding = p[12],
                        .levels = p[13]};
    memcpy(h.reserved, p + 14, sizeof h.reserved);
    return h;
}

/* The encoding and not the size says which pixels there are. */
static bool choose_pixels(wm_texture *t, const wm_texture_tpc *h)
{
    bool packed = h->size != 0;
    switch (h->encoding) {
    case GREY: t->pixels = WM_TEXTURE_PIXELS_GREY; break;
    case RGB: t->pixels = packed ? WM_TEXTURE_PIXELS_DXT1 : WM_TEXTURE_PIXELS_RGB; break;
    case RGBA: t->pixels = packed ? WM_TEXTURE_PIXELS_DXT5 : WM_TEXTURE_PIXELS_RGBA; break;
    default: return false;
    }
    static const uint8_t bits[] = {8, 24, 32, 4, 8, 8};
    t->bits = bits[t->pixels];
    t->alpha = h->encoding == RGBA;
    return !(packed && h->encoding == GREY);
}

bool wmi_tpc_detect(const uint8_t *data, size_t size)
{
    if (size < WMI_TPC_HEADER)
        return false;
    wm_texture_tpc h = header_of(data);
    for (size_t i = 0; i < sizeof h.reserved; i++)
        if (h.reserved[i])
            return false;
    return h.width && h.height && h.levels <= 16 &&
           (h.encoding == GREY || h.encoding == RGB || h.encoding == RGBA ||
            h.encoding == SWIZZLED);
}

/* Six squares, one above the other. */
static bool lay_cube(wm_texture *t)
{
    if (t->height != 6 * t->width)
        return false;
    t->form = WM_TEXTURE_FORM_CUBE;
    t->layer_count = 6;
    t->height = t->width;
    return true;
}

/* Frames that each have all levels. Their bytes are exactly the size in the header. */
static wm_status lay_flip_book(wm_texture *t, wmi_texture_source *source)
{
    const wm_texture_tpc *h = &t->tpc;
    uint64_t rest = (uint64_t)WMI_TPC_HEADER + h->size;
    if (h->levels > 1 || h->size <= wmi_picture_size(t, t->width, t->height) || rest > source->size)
        return WM_OK;
    const uint8_t *text = source->data + rest;
    const wm_read_opts opts = {.allocator = &wmi_texture_arena(t)->allocator};
    wm_txi *txi =
        wm_txi_read(text, wmi_txi_length(text, source->size - (size_t)rest), &opts, source->error);
    if (!txi)
        return WM_NO_MEMORY;
    wm_texture book = *t;
    book.columns = txi->columns;
    book.rows = txi->rows;
    wm_txi_free(txi);
    if (!book.columns || !book.rows || book.columns > t->width || book.rows > t->height)
        return WM_OK;
    book.form = WM_TEXTURE_FORM_FLIP_BOOK;
    book.layer_count = book.columns * book.rows; /* sides have 16 bits */
    book.width /= book.columns;
    book.height /= book.rows;
    if (wmi_texture_bytes(&book, wmi_full_levels(book.width, book.height)) == h->size)
        *t = book;
    return WM_OK;
}

/* Tools stop when the smaller side is 1, but count levels by the larger one: the text begins where
 * the next level should be. If the file is long enough for that level, only a keyword is proof: a
 * few pixels can look like letters. */
static uint32_t trust_text(const wm_texture *t, const wmi_texture_source *source, uint32_t levels)
{
    uint32_t smaller = t->width < t->height ? t->width : t->height;
    uint32_t fewer = wmi_full_levels(smaller, 1);
    uint64_t end = WMI_TPC_HEADER + wmi_texture_bytes(t, fewer);
    uint64_t full = WMI_TPC_HEADER + wmi_texture_bytes(t, levels);
    if (fewer >= levels || end > source->size)
        return levels;
    const uint8_t *text = source->data + end;
    size_t left = source->size - (size_t)end;
    bool words = wmi_txi_length(text, left) == left;
    return words && (full > source->size || wm_txi_detect(text, left)) ? fewer : levels;
}

static wm_status take_text(wm_texture *t, wmi_texture_source *source)
{
    const uint8_t *text = source->data + source->at;
    uint8_t *copy;
    t->txi_size = wmi_txi_length(text, source->size - (size_t)source->at);
    wm_status status = wmi_texture_keep(t, source, source->at, t->txi_size, &copy);
    t->txi = (char *)copy;
    source->at += t->txi_size;
    return status;
}

/* Frames that the text does not describe: the size still says where the text is. */
static wm_status take_frames(wm_texture *t, wmi_texture_source *source)
{
    uint64_t end = (uint64_t)WMI_TPC_HEADER + t->tpc.size;
    if (t->form != WM_TEXTURE_FORM_PICTURE || t->tpc.levels > 1 || t->tpc.size <= t->data_size ||
        end > source->size || !wm_txi_detect(source->data + end, source->size - (size_t)end))
        return WM_OK;
    t->data_size = t->tpc.size;
    source->at = end;
    return wmi_texture_keep(t, source, WMI_TPC_HEADER, t->data_size, &t->data);
}

wm_status wmi_tpc_read(wm_texture *t, wmi_texture_source *source)
{
    wm_texture_tpc *h = &t->tpc;
    *h = header_of(source->data);
    t->bottom_up = true;
    t->width = h->width;
    t->height = h->height;
    if (!choose_pixels(t, h))
        return wmi_fail_at(source->error, WM_UNSUPPORTED, 12, "encoding",
                           "encoding %u%s; 1 (grey), 2 (RGB, DXT1) and 4 (RGBA, DXT5) can be read",
                           h->encoding, h->encoding == SWIZZLED ? " of the Xbox" : "");
    wm_status status = lay_cube(t) ? WM_OK : lay_flip_book(t, source);
    if (status != WM_OK)
        return status;
    uint32_t levels = wmi_full_levels(t->width, t->height);
    if (t->form != WM_TEXTURE_FORM_FLIP_BOOK && h->levels < levels)
        levels = h->levels ? h->levels : 1;
    if (t->form == WM_TEXTURE_FORM_PICTURE)
        levels = trust_text(t, source, levels);
    source->at = WMI_TPC_HEADER;
    status = wmi_texture_take(t, source, levels);
    if (status == WM_OK)
        status = take_frames(t, source);
    return status == WM_OK ? take_text(t, source) : status;
}

/* TGA. docs/formats/textures.md, "TGA". */
#include "base/words.h"
#include "texture/internal.h"

enum { INDEXED = 1, COLOURS = 2, GREY = 3, RUNS = 8 };
enum { RIGHT_TO_LEFT = 0x10, TOP_DOWN = 0x20, INTERLEAVED = 0xC0 };

static wm_texture_tga header_of(const uint8_t *p)
{
    return (wm_texture_tga){.id_size = p[0],
                            .map_type = p[1],
                            .type = p[2],
                            .map_first = wmi_le16(p + 3),
                            .map_length = wmi_le16(p + 5),
                            .map_bits = p[7],
                            .x = wmi_le16(p + 8),
                            .y = wmi_le16(p + 10),
                            .width = wmi_le16(p + 12),
                            .height = wmi_le16(p + 14),
                            .bits = p[16],
                            .descriptor = p[17]};
}

/* The bits of pixels that go with the type. */
static bool bits_fit(const wm_texture_tga *h)
{
    switch (h->type & ~RUNS) {
    case INDEXED: return h->bits == 8;
    case COLOURS: return h->bits == 15 || h->bits == 16 || h->bits == 24 || h->bits == 32;
    case GREY: return h->bits == 8 || h->bits == 16;
    default: return false;
    }
}

static bool map_fits(const wm_texture_tga *h)
{
    bool bits = h->map_bits == 15 || h->map_bits == 16 || h->map_bits == 24 || h->map_bits == 32;
    if ((h->type & ~RUNS) == INDEXED)
        return h->map_type == 1 && h->map_length && bits;
    /* Colours need no map. Programs leave bits in its description, but no entries. */
    return h->map_type == 0 ? !h->map_length : h->map_type == 1 && bits;
}

/* There is no signature: each field must make sense. The place on the screen is always (0, 0) but
 * for a height that some programs store. */
bool wmi_tga_detect(const uint8_t *data, size_t size)
{
    if (size < WMI_TGA_HEADER)
        return false;
    wm_texture_tga h = header_of(data);
    return bits_fit(&h) && map_fits(&h) && h.width && h.height && !h.x &&
           (!h.y || h.y == h.height) && !(h.descriptor & INTERLEAVED) && (h.descriptor & 15) <= 8;
}

static void choose_pixels(wm_texture *t, const wm_texture_tga *h)
{
    static const uint32_t colours[2][4] = {{0x7C00, 0x3E0, 0x1F, 0x8000},
                                           {0xFF0000, 0xFF00, 0xFF, 0xFF000000}};
    bool deep = h->bits > 16, grey = (h->type & ~RUNS) == GREY;
    t->rle = (h->type & RUNS) != 0;
    t->bits = h->bits;
    t->bottom_up = !(h->descriptor & TOP_DOWN);
    t->right_to_left = (h->descriptor & RIGHT_TO_LEFT) != 0;
    if ((h->type & ~RUNS) == INDEXED) {
        t->pixels = WM_TEXTURE_PIXELS_INDEXED;
        t->alpha = h->map_bits == 16 || h->map_bits == 32;
        return;
    }
    t->pixels = WM_TEXTURE_PIXELS_MASKS;
    t->grey = grey;
    /* The fourth byte is alpha, whatever the descriptor says about it. */
    t->alpha = h->bits == 16 || h->bits == 32;
    memcpy(t->masks, colours[deep], sizeof t->masks);
    if (grey)
        for (int i = 0; i < 4; i++)
            t->masks[i] = i < 3 ? 0xFF : 0xFF00;
    if (!t->alpha)
        t->masks[3] = 0;
}

/* The bytes of the pixels, or 0 if they are not all there. */
static uint64_t measure(const wm_texture *t, const wmi_texture_source *source)
{
    uint64_t left = source->size - source->at, count = (uint64_t)t->width * t->height;
    uint64_t need = wmi_picture_size(t, t->width, t->height);
    if (t->rle)
        return wmi_unpack_runs(source->data + source->at, (size_t)left, count, (t->bits + 7) / 8,
                               NULL);
    return need <= left ? need : 0;
}

/* Takes the next bytes of the file. */
static wm_status take(wm_texture *t, wmi_texture_source *source, uint64_t size, uint8_t **to)
{
    wm_status status = wmi_texture_keep(t, source, source->at, size, to);
    source->at += size;
    return status;
}

wm_status wmi_tga_read(wm_texture *t, wmi_texture_source *source)
{
    wm_texture_tga *h = &t->tga;
    *h = header_of(source->data);
    h->map_size = h->map_type ? (uint32_t)h->map_length * ((h->map_bits + 7u) / 8) : 0;
    t->width = h->width;
    t->height = h->height;
    choose_pixels(t, h);
    source->at = WMI_TGA_HEADER;
    uint32_t before = (uint32_t)h->id_size + h->map_size;
    if (!wmi_fits(source->size, source->at, before, 1))
        return wmi_texture_short(source, WMI_TGA_HEADER + before);
    wm_status status = take(t, source, h->id_size, &h->id);
    if (status == WM_OK)
        status = take(t, source, h->map_size, &h->map);
    if (status != WM_OK)
        return status;
    uint64_t size = measure(t, source);
    if (!size)
        return wmi_fail_at(source->error, WM_TRUNCATED, source->at, "pixels",
                           "the file ends before the last of %lu x %lu pixels", (ul)t->width,
                           (ul)t->height);
    t->data_size = (size_t)size;
    return take(t, source, size, &t->data);
}

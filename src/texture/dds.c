/* DDS: that of DirectX, and KotOR's own without a signature. docs/formats/textures.md, "DDS". */
#include "base/words.h"
#include "texture/internal.h"

/* Bits of the header. */
enum {
    ALPHA_PIXELS = 0x1,
    ALPHA_ONLY = 0x2,
    FOURCC = 0x4,
    RGB = 0x40,
    LUMINANCE = 0x20000,
    CUBE = 0x200,
    FACES = 0xFC00,
    VOLUME = 0x200000
};

/* ---- DirectX ------------------------------------------------------------- */

bool wmi_dds_detect(const uint8_t *data, size_t size)
{
    return size >= 4 && memcmp(data, "DDS ", 4) == 0;
}

/* The header is 31 numbers. */
static wm_texture_dds header_of(const uint8_t *p)
{
    wm_texture_dds h;
    _Static_assert(sizeof h == 124, "the header has the form of the file");
    wmi_load32(&h, p + 4, 31);
    return h;
}

static wm_status choose_fourcc(wm_texture *t, const wmi_texture_source *source)
{
    static const struct {
        const char *name;
        wm_texture_pixels pixels;
        uint32_t bits;
    } known[] = {{"DXT1", WM_TEXTURE_PIXELS_DXT1, 4},
                 {"DXT3", WM_TEXTURE_PIXELS_DXT3, 8},
                 {"DXT5", WM_TEXTURE_PIXELS_DXT5, 8}};
    const uint8_t *name = source->data + 84;
    t->alpha = true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (memcmp(name, known[i].name, 4) == 0) {
            t->pixels = known[i].pixels;
            t->bits = known[i].bits;
            return WM_OK;
        }
    return wmi_fail_at(source->error, WM_UNSUPPORTED, 84, "fourcc",
                       "pixels \"%.4s\" (0x%lx); DXT1, DXT3, DXT5 and bit masks can be read",
                       (const char *)name, (ul)t->dds.fourcc);
}

/* Masks count, not names. */
static wm_status choose_masks(wm_texture *t, const wmi_texture_source *source)
{
    const wm_texture_dds *h = &t->dds;
    bool colours = (h->format_flags & (RGB | LUMINANCE)) != 0;
    t->pixels = WM_TEXTURE_PIXELS_MASKS;
    t->bits = h->bits;
    t->grey = (h->format_flags & LUMINANCE) != 0;
    if ((!colours && !(h->format_flags & ALPHA_ONLY)) || h->bits < 8 || h->bits > 32 || h->bits % 8)
        return wmi_fail_at(source->error, WM_UNSUPPORTED, 80, "format_flags",
                           "pixels of %lu bits with the flags 0x%lx; 8, 16, 24 and 32 bits with "
                           "colours, grey or alpha can be read",
                           (ul)h->bits, (ul)h->format_flags);
    for (int i = 0; i < 3 && colours; i++)
        t->masks[i] = h->masks[t->grey ? 0 : i];
    if (h->format_flags & (ALPHA_PIXELS | ALPHA_ONLY))
        t->masks[3] = h->masks[3];
    t->alpha = t->masks[3] != 0;
    return WM_OK;
}

static wm_status lay_layers(wm_texture *t, const wmi_texture_source *source)
{
    const wm_texture_dds *h = &t->dds;
    if (h->caps[1] & VOLUME && h->depth) {
        t->form = WM_TEXTURE_FORM_VOLUME;
        t->layer_count = h->depth;
    } else if (h->caps[1] & CUBE && h->caps[1] & FACES) {
        t->form = WM_TEXTURE_FORM_CUBE;
        t->layer_count = 0;
        for (uint32_t faces = h->caps[1] & FACES; faces; faces &= faces - 1)
            t->layer_count++;
    }
    if (t->layer_count <= WMI_TEXTURE_SIDE)
        return WM_OK;
    return wmi_fail_at(source->error, WM_BAD_VALUE, 24, "depth",
                       "%lu slices; there can be at most %d", (ul)h->depth, WMI_TEXTURE_SIDE);
}

wm_status wmi_dds_read(wm_texture *t, wmi_texture_source *source)
{
    wm_texture_dds *h = &t->dds;
    if (source->size < WMI_DDS_HEADER)
        return wmi_texture_short(source, WMI_DDS_HEADER);
    *h = header_of(source->data);
    t->width = h->width;
    t->height = h->height;
    wm_status status = wmi_texture_sides(t, source, 12);
    if (status == WM_OK)
        status = h->format_flags & FOURCC ? choose_fourcc(t, source) : choose_masks(t, source);
    if (status == WM_OK)
        status = lay_layers(t, source);
    if (status != WM_OK)
        return status;
    uint32_t most = wmi_full_levels(t->width, t->height);
    source->at = WMI_DDS_HEADER;
    return wmi_texture_take(t, source, !h->levels ? 1 : h->levels < most ? h->levels : most);
}

/* ---- KotOR --------------------------------------------------------------- */

static wm_texture_kotor_dds kotor_header(const uint8_t *p)
{
    return (wm_texture_kotor_dds){.width = wmi_le32(p),
                                  .height = wmi_le32(p + 4),
                                  .channels = wmi_le32(p + 8),
                                  .size = wmi_le32(p + 12),
                                  .alpha_mean = wmi_lef32(p + 16)};
}

/* The size must be that of the sides and the channels. */
bool wmi_kotor_dds_detect(const uint8_t *data, size_t size)
{
    if (size < WMI_KOTOR_DDS_HEADER)
        return false;
    wm_texture_kotor_dds h = kotor_header(data);
    const wm_texture shape = {.pixels = h.channels == 3 ? WM_TEXTURE_PIXELS_DXT1
                                                        : WM_TEXTURE_PIXELS_DXT5};
    return (h.channels == 3 || h.channels == 4) && h.width && h.height &&
           h.width <= WMI_TEXTURE_SIDE && h.height <= WMI_TEXTURE_SIDE &&
           h.size == wmi_picture_size(&shape, h.width, h.height);
}

wm_status wmi_kotor_dds_read(wm_texture *t, wmi_texture_source *source)
{
    const wm_texture_kotor_dds h = kotor_header(source->data);
    t->kotor_dds = h;
    t->width = h.width;
    t->height = h.height;
    t->pixels = h.channels == 3 ? WM_TEXTURE_PIXELS_DXT1 : WM_TEXTURE_PIXELS_DXT5;
    t->bits = h.channels == 3 ? 4 : 8;
    t->alpha = h.channels == 4;
    t->bottom_up = true;
    source->at = WMI_KOTOR_DDS_HEADER;
    return wmi_texture_take(t, source, wmi_full_levels(t->width, t->height));
}

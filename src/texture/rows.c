/* Pixels that are stored one after the other: grey, RGB, RGBA, bit masks, numbers of a colour map,
 * and the runs of a TGA. docs/formats/textures.md. */
#include "texture/internal.h"

/* ---- masks --------------------------------------------------------------- */

/* A channel: its lowest bit, its bits, and what to do if there are none. */
typedef struct channel {
    uint32_t mask, shift, bits;
} channel;

static channel channel_of(uint32_t mask)
{
    channel c = {mask, 0, 0};
    if (!mask)
        return c;
    while (!(mask >> c.shift & 1))
        c.shift++;
    while (c.shift + c.bits < 32 && mask >> (c.shift + c.bits))
        c.bits++;
    return c;
}

/* Widens to 8 bits by repeating the bits from the top; more than 8 are cut off. */
static uint32_t value_of(channel c, uint32_t pixel)
{
    uint32_t v = (pixel & c.mask) >> c.shift, out;
    if (c.bits >= 8)
        return v >> (c.bits - 8);
    out = v << (8 - c.bits);
    for (uint32_t known = c.bits; known < 8; known += c.bits)
        out |= v << (8 - c.bits) >> known;
    return out & 255;
}

/* The values of a channel of up to 8 bits. */
typedef struct widths {
    channel channel;
    uint8_t value[256];
} widths;

static void fill(widths *w, uint32_t mask, uint32_t otherwise)
{
    w->channel = channel_of(mask);
    uint32_t count = w->channel.bits < 8 ? 1u << w->channel.bits : 256;
    for (uint32_t i = 0; i < count; i++) {
        channel c = {UINT32_MAX, 0, w->channel.bits < 8 ? w->channel.bits : 8};
        w->value[i] = (uint8_t)(mask ? value_of(c, i) : otherwise);
    }
    if (w->channel.bits > 8) { /* take the upper 8 */
        w->channel.shift += w->channel.bits - 8;
        w->channel.mask = w->channel.mask >> w->channel.shift << w->channel.shift;
    }
}

static inline uint32_t look(const widths *w, uint32_t pixel)
{
    return w->value[(pixel & w->channel.mask) >> w->channel.shift & 255];
}

static uint32_t load(const uint8_t *p, uint32_t bytes)
{
    switch (bytes) {
    case 1: return *p;
    case 2: return wmi_le16(p);
    case 3: return wmi_le16(p) | (uint32_t)p[2] << 16;
    default: return wmi_le32(p);
    }
}

/* The order of nearly all files, without tables. */
static bool is_bgr(const wm_texture *t)
{
    return (t->bits == 24 || t->bits == 32) && t->masks[0] == 0xFF0000 && t->masks[1] == 0xFF00 &&
           t->masks[2] == 0xFF && (!t->masks[3] || (t->masks[3] == 0xFF000000 && t->bits == 32));
}

static void put_bgr(const wm_texture *t, const uint8_t *p, wmi_target to)
{
    for (uint32_t y = 0; y < to.height; y++, to.first += to.stride) {
        uint8_t *out = to.first;
        if (t->bits == 24)
            for (uint32_t x = 0; x < to.width; x++, p += 3, out += 4) {
                uint32_t v = wmi_pixel(p[2], p[1], p[0], 255);
                memcpy(out, &v, 4);
            }
        else
            for (uint32_t x = 0; x < to.width; x++, p += 4, out += 4) {
                uint32_t v = wmi_pixel(p[2], p[1], p[0], t->masks[3] ? p[3] : 255);
                memcpy(out, &v, 4);
            }
    }
}

static void put_masks(const wm_texture *t, const uint8_t *p, wmi_target to)
{
    widths w[4];
    uint32_t bytes = (t->bits + 7) / 8;
    for (int i = 0; i < 4; i++)
        fill(&w[i], t->masks[t->grey && i < 3 ? 0 : i], i == 3 ? 255 : 0);
    for (uint32_t y = 0; y < to.height; y++, to.first += to.stride) {
        uint8_t *out = to.first;
        for (uint32_t x = 0; x < to.width; x++, p += bytes, out += 4) {
            uint32_t v = load(p, bytes);
            v = wmi_pixel(look(&w[0], v), look(&w[1], v), look(&w[2], v), look(&w[3], v));
            memcpy(out, &v, 4);
        }
    }
}

/* ---- bytes --------------------------------------------------------------- */

static void put_bytes(const wm_texture *t, const uint8_t *p, wmi_target to)
{
    for (uint32_t y = 0; y < to.height; y++, to.first += to.stride) {
        uint8_t *out = to.first;
        if (t->pixels == WM_TEXTURE_PIXELS_RGBA) {
            memcpy(out, p, 4 * (size_t)to.width);
            p += 4 * (size_t)to.width;
        } else if (t->pixels == WM_TEXTURE_PIXELS_RGB) {
            for (uint32_t x = 0; x < to.width; x++, p += 3, out += 4) {
                uint32_t v = wmi_pixel(p[0], p[1], p[2], 255);
                memcpy(out, &v, 4);
            }
        } else {
            for (uint32_t x = 0; x < to.width; x++, p++, out += 4) {
                uint32_t v = wmi_pixel(*p, *p, *p, 255);
                memcpy(out, &v, 4);
            }
        }
    }
}

/* ---- colour maps --------------------------------------------------------- */

/* The colours of the map; numbers that it does not have are opaque black. */
static void fill_palette(const wm_texture_tga *h, uint32_t palette[256])
{
    uint32_t entry = (h->map_bits + 7u) / 8, count = entry ? h->map_size / entry : 0;
    bool deep = h->map_bits > 16;
    wm_texture colour = {.bits = 8 * entry, .masks = {0x7C00, 0x3E0, 0x1F, 0}};
    if (deep) {
        colour.masks[0] = 0xFF0000;
        colour.masks[1] = 0xFF00;
        colour.masks[2] = 0xFF;
    }
    colour.masks[3] = h->map_bits == 32 ? 0xFF000000 : h->map_bits == 16 ? 0x8000 : 0;
    for (uint32_t i = 0; i < 256; i++)
        palette[i] = wmi_pixel(0, 0, 0, 255);
    if (h->map_first >= 256)
        return;
    if (count > 256u - h->map_first)
        count = 256u - h->map_first;
    put_masks(&colour, h->map,
              (wmi_target){(uint8_t *)(palette + h->map_first), 4 * (ptrdiff_t)count, count,
                           count ? 1 : 0});
}

static void put_indexed(const wm_texture *t, const uint8_t *p, wmi_target to)
{
    uint32_t palette[256];
    fill_palette(&t->tga, palette);
    for (uint32_t y = 0; y < to.height; y++, to.first += to.stride)
        for (uint32_t x = 0; x < to.width; x++, p++)
            memcpy(to.first + 4 * (size_t)x, &palette[*p], 4);
}

void wmi_decode_rows(const wm_texture *t, const uint8_t *data, wmi_target to)
{
    switch (t->pixels) {
    case WM_TEXTURE_PIXELS_MASKS:
        if (is_bgr(t) && !t->grey)
            put_bgr(t, data, to);
        else
            put_masks(t, data, to);
        break;
    case WM_TEXTURE_PIXELS_INDEXED: put_indexed(t, data, to); break;
    default: put_bytes(t, data, to); break;
    }
}

/* ---- runs ---------------------------------------------------------------- */

size_t wmi_unpack_runs(const uint8_t *data, size_t size, uint64_t count, uint32_t bytes,
                       uint8_t *to)
{
    size_t at = 0;
    while (count) {
        if (at >= size)
            return 0;
        uint32_t head = data[at++], length = (head & 127) + 1;
        size_t stored = head & 128 ? bytes : (size_t)length * bytes;
        if (stored > size - at)
            return 0;
        if (length > count) /* the last packet may have more than there is room for */
            length = (uint32_t)count;
        for (uint32_t i = 0; to && i < length; i++, to += bytes)
            memcpy(to, data + at + (head & 128 ? 0 : (size_t)i * bytes), bytes);
        at += stored;
        count -= length;
    }
    return at;
}

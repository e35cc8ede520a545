/* DXT1, DXT3 and DXT5: blocks of 4 x 4 pixels. Colours of 5 and 6 bits are widened by repeating
 * their upper bits, and quotients are rounded down: what the games' pictures were measured with.
 * docs/formats/textures.md, "DXT". */
#include "texture/internal.h"

/* A block as pixels in memory order. Alpha of DXT3 and DXT5 is added to colours that have none. */
typedef struct block {
    uint32_t colour[4];
    uint32_t index; /* two bits for each pixel */
} block;

typedef struct channels {
    uint32_t r, g, b;
} channels;

static inline channels widen(uint32_t c)
{
    uint32_t r = c >> 11, g = c >> 5 & 63, b = c & 31;
    return (channels){r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2};
}

/* alpha: of all colours. thirds: four colours even if the first is not the larger. clear: alpha of
 * the fourth colour otherwise. */
WMI_INLINE block colours(const uint8_t *p, uint32_t alpha, bool thirds, uint32_t clear)
{
    uint32_t first = wmi_le16(p), second = wmi_le16(p + 2);
    channels a = widen(first), b = widen(second);
    block out = {{wmi_pixel(a.r, a.g, a.b, alpha), wmi_pixel(b.r, b.g, b.b, alpha)},
                 wmi_le32(p + 4)};
    if (thirds || first > second) {
        out.colour[2] =
            wmi_pixel((2 * a.r + b.r) / 3, (2 * a.g + b.g) / 3, (2 * a.b + b.b) / 3, alpha);
        out.colour[3] =
            wmi_pixel((a.r + 2 * b.r) / 3, (a.g + 2 * b.g) / 3, (a.b + 2 * b.b) / 3, alpha);
    } else {
        out.colour[2] = wmi_pixel((a.r + b.r) / 2, (a.g + b.g) / 2, (a.b + b.b) / 2, alpha);
        out.colour[3] = wmi_pixel(0, 0, 0, clear);
    }
    return out;
}

WMI_INLINE void put_row(uint8_t *to, const block *b, uint32_t index, const uint32_t alpha[4])
{
    uint32_t row[4];
    for (int i = 0; i < 4; i++)
        row[i] = b->colour[index >> 2 * i & 3] | alpha[i];
    memcpy(to, row, 16);
}

WMI_INLINE void decode_dxt1(const uint8_t *p, uint32_t clear, uint8_t *to, ptrdiff_t stride)
{
    static const uint32_t none[4];
    block b = colours(p, 255, false, clear);
    for (int y = 0; y < 4; y++)
        put_row(to + y * stride, &b, b.index >> 8 * y, none);
}

/* Four bits of alpha for each pixel. */
WMI_INLINE void decode_dxt3(const uint8_t *p, uint8_t *to, ptrdiff_t stride)
{
    block b = colours(p + 8, 0, true, 0);
    for (int y = 0; y < 4; y++) {
        uint32_t bits = wmi_le16(p + 2 * y), alpha[4];
        for (int i = 0; i < 4; i++)
            alpha[i] = wmi_pixel(0, 0, 0, (bits >> 4 * i & 15) * 17);
        put_row(to + y * stride, &b, b.index >> 8 * y, alpha);
    }
}

/* Two alphas, six between them (or four, with 0 and 255), and three bits for each pixel. */
WMI_INLINE void decode_dxt5(const uint8_t *p, uint8_t *to, ptrdiff_t stride)
{
    uint32_t first = p[0], second = p[1], steps = first > second ? 7 : 5, table[8];
    block b = colours(p + 8, 0, true, 0);
    table[0] = wmi_pixel(0, 0, 0, first);
    table[1] = wmi_pixel(0, 0, 0, second);
    if (steps == 7) {
        for (uint32_t i = 1; i < 7; i++)
            table[i + 1] = wmi_pixel(0, 0, 0, ((7 - i) * first + i * second) / 7);
    } else {
        for (uint32_t i = 1; i < 5; i++)
            table[i + 1] = wmi_pixel(0, 0, 0, ((5 - i) * first + i * second) / 5);
        table[6] = 0;
        table[7] = wmi_pixel(0, 0, 0, 255);
    }
    uint64_t bits = wmi_le16(p + 2) | (uint64_t)wmi_le32(p + 4) << 16;
    for (int y = 0; y < 4; y++, bits >>= 12) {
        uint32_t alpha[4];
        for (int i = 0; i < 4; i++)
            alpha[i] = table[bits >> 3 * i & 7];
        put_row(to + y * stride, &b, b.index >> 8 * y, alpha);
    }
}

WMI_INLINE void decode(const uint8_t *p, wm_texture_pixels pixels, uint32_t clear, uint8_t *to,
                       ptrdiff_t stride)
{
    if (pixels == WM_TEXTURE_PIXELS_DXT1)
        decode_dxt1(p, clear, to, stride);
    else if (pixels == WM_TEXTURE_PIXELS_DXT3)
        decode_dxt3(p, to, stride);
    else
        decode_dxt5(p, to, stride);
}

/* A block that is cut off at the right or at the end. */
WMI_INLINE void decode_part(const uint8_t *p, wm_texture_pixels pixels, uint32_t clear,
                            const wmi_target *t, uint32_t x, uint32_t y)
{
    uint8_t whole[64];
    size_t across = t->width - x < 4 ? t->width - x : 4;
    decode(p, pixels, clear, whole, 16);
    for (uint32_t i = 0; i < 4 && y + i < t->height; i++)
        memcpy(t->first + (ptrdiff_t)(y + i) * t->stride + 4 * (ptrdiff_t)x, whole + 16 * i,
               4 * across);
}

/* One copy for each kind of block. */
WMI_INLINE void decode_all(const uint8_t *p, wm_texture_pixels pixels, uint32_t clear, wmi_target t)
{
    const size_t size = pixels == WM_TEXTURE_PIXELS_DXT1 ? 8 : 16;
    for (uint32_t y = 0; y < t.height; y += 4) {
        uint8_t *row = t.first + (ptrdiff_t)y * t.stride;
        uint32_t x = 0;
        if (y + 4 <= t.height)
            for (; x + 4 <= t.width; x += 4, p += size)
                decode(p, pixels, clear, row + 4 * (size_t)x, t.stride);
        for (; x < t.width; x += 4, p += size)
            decode_part(p, pixels, clear, &t, x, y);
    }
}

void wmi_decode_blocks(const uint8_t *data, wm_texture_pixels pixels, bool opaque, wmi_target to)
{
    if (pixels == WM_TEXTURE_PIXELS_DXT1)
        decode_all(data, WM_TEXTURE_PIXELS_DXT1, opaque ? 255 : 0, to);
    else if (pixels == WM_TEXTURE_PIXELS_DXT3)
        decode_all(data, WM_TEXTURE_PIXELS_DXT3, 0, to);
    else
        decode_all(data, WM_TEXTURE_PIXELS_DXT5, 0, to);
}

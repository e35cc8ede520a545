/* Compresses images to blocks of DXT1 and DXT5. The two colours of a block are the ends of the line
 * that fits its pixels best; then colours and indices are fitted to each other in turn.
 * docs/formats/textures.md, "DXT". */
#include "texture/internal.h"

/* ---- blocks of one colour ------------------------------------------------ */

static uint32_t widen(uint32_t value, uint32_t bits)
{
    return value << (8 - bits) | value >> (2 * bits - 8);
}

/* The two values whose (2a + b) / 3 is nearest to each value. */
static void fill_pairs(uint8_t pairs[256][2], uint32_t bits)
{
    uint32_t error[256];
    memset(error, 0xFF, sizeof error);
    for (uint32_t a = 0; a < 1u << bits; a++)
        for (uint32_t b = 0; b < 1u << bits; b++) {
            uint32_t v = (2 * widen(a, bits) + widen(b, bits)) / 3;
            for (uint32_t i = v < 8 ? 0 : v - 8; i <= v + 8 && i < 256; i++) {
                uint32_t off = i < v ? v - i : i - v;
                if (off >= error[i])
                    continue;
                error[i] = off;
                pairs[i][0] = (uint8_t)a;
                pairs[i][1] = (uint8_t)b;
            }
        }
}

void wmi_compressor_init(wmi_compressor *c)
{
    fill_pairs(c->five, 5);
    fill_pairs(c->six, 6);
}

/* ---- colours ------------------------------------------------------------- */

typedef struct block {
    int32_t rgb[16][3];
    uint8_t alpha[16];
} block;

/* Two colours, the indices of the pixels and how far all of them are off. */
typedef struct fit {
    uint32_t first, second;
    uint32_t index; /* two bits for each pixel */
    uint32_t error;
} fit;

static void unpack(uint32_t colour, int32_t to[3])
{
    to[0] = (int32_t)widen(colour >> 11, 5);
    to[1] = (int32_t)widen(colour >> 5 & 63, 6);
    to[2] = (int32_t)widen(colour & 31, 5);
}

/* The nearest of the four colours for each pixel. The first number must be larger than the second:
 * otherwise DXT1 has three. */
static fit choose(const block *b, uint32_t first, uint32_t second)
{
    fit f = {first > second ? first : second, first > second ? second : first, 0, 0};
    int32_t colour[4][3];
    unpack(f.first, colour[0]);
    unpack(f.second, colour[1]);
    for (int k = 0; k < 3; k++) {
        colour[2][k] = (2 * colour[0][k] + colour[1][k]) / 3;
        colour[3][k] = (colour[0][k] + 2 * colour[1][k]) / 3;
    }
    uint32_t count = f.first == f.second ? 1 : 4;
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t best = UINT32_MAX, index = 0;
        for (uint32_t c = 0; c < count; c++) {
            int32_t r = b->rgb[i][0] - colour[c][0], g = b->rgb[i][1] - colour[c][1],
                    l = b->rgb[i][2] - colour[c][2];
            uint32_t error = (uint32_t)(r * r + g * g + l * l);
            if (error < best) {
                best = error;
                index = c;
            }
        }
        f.index |= index << 2 * i;
        f.error += best;
    }
    return f;
}

static uint32_t quantise(float value, float most)
{
    float v = value * most / 255 + 0.5f;
    return v < 0 ? 0 : v > most ? (uint32_t)most : (uint32_t)v;
}

static uint32_t pack(const float colour[3])
{
    return quantise(colour[0], 31) << 11 | quantise(colour[1], 63) << 5 | quantise(colour[2], 31);
}

/* The ends of the line through the pixels. */
static void find_ends(const block *b, float from[3], float to[3])
{
    float mean[3] = {0, 0, 0}, spread[6] = {0}, axis[3] = {1, 1, 1}, least = 0, most = 0;
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 3; k++)
            mean[k] += (float)b->rgb[i][k] / 16;
    for (int i = 0; i < 16; i++) {
        float r = (float)b->rgb[i][0] - mean[0], g = (float)b->rgb[i][1] - mean[1],
              l = (float)b->rgb[i][2] - mean[2];
        const float add[6] = {r * r, r * g, r * l, g * g, g * l, l * l};
        for (int k = 0; k < 6; k++)
            spread[k] += add[k];
    }
    for (int round = 0; round < 6; round++) { /* the largest eigenvector */
        float x = axis[0] * spread[0] + axis[1] * spread[1] + axis[2] * spread[2];
        float y = axis[0] * spread[1] + axis[1] * spread[3] + axis[2] * spread[4];
        float z = axis[0] * spread[2] + axis[1] * spread[4] + axis[2] * spread[5];
        float size = x < 0 ? -x : x;
        size = y > size ? y : -y > size ? -y : size;
        size = z > size ? z : -z > size ? -z : size;
        if (size < 1e-6f)
            break;
        axis[0] = x / size;
        axis[1] = y / size;
        axis[2] = z / size;
    }
    float length = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    for (int i = 0; i < 16; i++) {
        float at = 0;
        for (int k = 0; k < 3; k++)
            at += ((float)b->rgb[i][k] - mean[k]) * axis[k] / length;
        least = at < least ? at : least;
        most = at > most ? at : most;
    }
    for (int k = 0; k < 3; k++) {
        from[k] = mean[k] + axis[k] * most;
        to[k] = mean[k] + axis[k] * least;
    }
}

/* The two colours that suit the indices best. Returns false if they do not decide. */
static bool solve(const block *b, uint32_t index, float from[3], float to[3])
{
    static const float shares[4] = {1, 0, 2.0f / 3, 1.0f / 3};
    float aa = 0, ab = 0, bb = 0, a[3] = {0, 0, 0}, c[3] = {0, 0, 0};
    for (int i = 0; i < 16; i++) {
        float share = shares[index >> 2 * i & 3], rest = 1 - share;
        aa += share * share;
        ab += share * rest;
        bb += rest * rest;
        for (int k = 0; k < 3; k++) {
            a[k] += share * (float)b->rgb[i][k];
            c[k] += rest * (float)b->rgb[i][k];
        }
    }
    float det = aa * bb - ab * ab;
    if (det < 1e-3f)
        return false;
    for (int k = 0; k < 3; k++) {
        from[k] = (a[k] * bb - c[k] * ab) / det;
        to[k] = (c[k] * aa - a[k] * ab) / det;
    }
    return true;
}

/* Steps of one in each channel of both colours, as long as one is better. */
static fit climb(const block *b, fit best)
{
    static const uint32_t steps[3] = {1 << 11, 1 << 5, 1}, most[3] = {31, 63, 31};
    static const uint32_t shifts[3] = {11, 5, 0};
    for (int turn = 0; turn < 12; turn++) {
        int end = turn / 3 % 2, k = turn % 3;
        uint32_t value = (end ? best.second : best.first) >> shifts[k] & most[k];
        for (int up = 0; up < 2; up++) {
            if (up ? value == most[k] : value == 0)
                continue;
            uint32_t step = up ? steps[k] : 0u - steps[k];
            fit next = choose(b, best.first + (end ? 0 : step), best.second + (end ? step : 0));
            if (next.error < best.error) {
                best = next;
                break;
            }
        }
    }
    return best;
}

static fit fit_line(const block *b)
{
    float from[3], to[3];
    find_ends(b, from, to);
    fit best = choose(b, pack(from), pack(to));
    for (int round = 0; round < 4 && solve(b, best.index, from, to); round++) {
        fit next = choose(b, pack(from), pack(to));
        if (next.error >= best.error)
            break;
        best = next;
    }
    return best.error ? climb(b, best) : best;
}

static fit fit_one_colour(const wmi_compressor *c, const block *b)
{
    const uint8_t *r = c->five[b->rgb[0][0]], *g = c->six[b->rgb[0][1]], *l = c->five[b->rgb[0][2]];
    return choose(b, (uint32_t)r[0] << 11 | (uint32_t)g[0] << 5 | l[0],
                  (uint32_t)r[1] << 11 | (uint32_t)g[1] << 5 | l[1]);
}

static void put_colours(const wmi_compressor *c, const block *b, uint8_t *to)
{
    bool one = true;
    for (int i = 1; i < 16; i++)
        one &= memcmp(b->rgb[0], b->rgb[i], sizeof b->rgb[0]) == 0;
    fit f = one ? fit_one_colour(c, b) : fit_line(b);
    wmi_put16(to, (uint16_t)f.first);
    wmi_put16(to + 2, (uint16_t)f.second);
    wmi_put32(to + 4, f.index);
}

/* ---- alpha --------------------------------------------------------------- */

/* Writes the block with these two alphas. Returns how far the pixels are off. */
static uint32_t put_alphas(const block *b, uint32_t first, uint32_t second, uint8_t *to)
{
    uint32_t table[8] = {first, second, 0, 0, 0, 0, 0, 255}, steps = first > second ? 7 : 5;
    uint32_t total = 0;
    uint64_t bits = 0;
    for (uint32_t i = 1; i < steps; i++)
        table[i + 1] = ((steps - i) * first + i * second) / steps;
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t best = UINT32_MAX, index = 0;
        for (uint32_t k = 0; k < 8; k++) {
            uint32_t off = b->alpha[i] > table[k] ? b->alpha[i] - table[k] : table[k] - b->alpha[i];
            if (off * off < best) {
                best = off * off;
                index = k;
            }
        }
        total += best;
        bits |= (uint64_t)index << 3 * i;
    }
    to[0] = (uint8_t)first;
    to[1] = (uint8_t)second;
    wmi_put16(to + 2, (uint16_t)bits);
    wmi_put32(to + 4, (uint32_t)(bits >> 16));
    return total;
}

static void put_alpha(const block *b, uint8_t *to)
{
    uint32_t least = 255, most = 0, low = 255, high = 0;
    uint8_t other[8];
    for (int i = 0; i < 16; i++) {
        uint32_t a = b->alpha[i];
        least = a < least ? a : least;
        most = a > most ? a : most;
        low = a && a != 255 && a < low ? a : low;
        high = a && a != 255 && a > high ? a : high;
    }
    if (low > high) /* 0 and 255 only */
        low = high = 0;
    uint32_t error = put_alphas(b, most, least, to);
    if (error && put_alphas(b, low, high, other) < error)
        memcpy(to, other, 8);
}

/* ---- images -------------------------------------------------------------- */

/* Pixels beyond the image are those at its edge. */
static void take_block(const wm_image *image, uint32_t x, uint32_t y, block *b)
{
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t column = x + i % 4, row = y + i / 4;
        column = column < image->width ? column : image->width - 1;
        row = row < image->height ? row : image->height - 1;
        const uint8_t *p = image->rgba + 4 * ((size_t)row * image->width + column);
        for (int k = 0; k < 3; k++)
            b->rgb[i][k] = p[k];
        b->alpha[i] = p[3];
    }
}

void wmi_compress(const wmi_compressor *c, const wm_image *image, wm_texture_pixels pixels,
                  uint8_t *to)
{
    for (uint32_t y = 0; y < image->height; y += 4)
        for (uint32_t x = 0; x < image->width; x += 4) {
            block b;
            take_block(image, x, y, &b);
            if (pixels == WM_TEXTURE_PIXELS_DXT5) {
                put_alpha(&b, to);
                to += 8;
            }
            put_colours(c, &b, to);
            to += 8;
        }
}

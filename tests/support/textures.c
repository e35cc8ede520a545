/* Sample textures, written byte by byte: their writer in the library is not used. */
#include "textures.h"

#include <stdlib.h>
#include <string.h>

#include "base/internal.h"

const test_texture test_textures[] = {
    {"grey.tpc", WM_TEXTURE_KIND_TPC, WM_TEXTURE_FORM_PICTURE, 4, 8, 1, 4},
    {"rgb.tpc", WM_TEXTURE_KIND_TPC, WM_TEXTURE_FORM_PICTURE, 8, 8, 1, 1},
    {"rgba.tpc", WM_TEXTURE_KIND_TPC, WM_TEXTURE_FORM_PICTURE, 4, 4, 1, 3},
    {"dxt1.tpc", WM_TEXTURE_KIND_TPC, WM_TEXTURE_FORM_PICTURE, 16, 16, 1, 5},
    {"dxt5.tpc", WM_TEXTURE_KIND_TPC, WM_TEXTURE_FORM_PICTURE, 8, 8, 1, 4},
    {"cube.tpc", WM_TEXTURE_KIND_TPC, WM_TEXTURE_FORM_CUBE, 4, 4, 6, 3},
    {"book.tpc", WM_TEXTURE_KIND_TPC, WM_TEXTURE_FORM_FLIP_BOOK, 8, 4, 6, 4},
    {"short.tpc", WM_TEXTURE_KIND_TPC, WM_TEXTURE_FORM_PICTURE, 16, 4, 1, 3},
    {"indexed.tga", WM_TEXTURE_KIND_TGA, WM_TEXTURE_FORM_PICTURE, 5, 3, 1, 1},
    {"rgb.tga", WM_TEXTURE_KIND_TGA, WM_TEXTURE_FORM_PICTURE, 5, 3, 1, 1},
    {"rgba.tga", WM_TEXTURE_KIND_TGA, WM_TEXTURE_FORM_PICTURE, 5, 3, 1, 1},
    {"down.tga", WM_TEXTURE_KIND_TGA, WM_TEXTURE_FORM_PICTURE, 5, 3, 1, 1},
    {"mirror.tga", WM_TEXTURE_KIND_TGA, WM_TEXTURE_FORM_PICTURE, 5, 3, 1, 1},
    {"high.tga", WM_TEXTURE_KIND_TGA, WM_TEXTURE_FORM_PICTURE, 5, 3, 1, 1},
    {"grey.tga", WM_TEXTURE_KIND_TGA, WM_TEXTURE_FORM_PICTURE, 5, 3, 1, 1},
    {"runs.tga", WM_TEXTURE_KIND_TGA, WM_TEXTURE_FORM_PICTURE, 5, 3, 1, 1},
    {"greyruns.tga", WM_TEXTURE_KIND_TGA, WM_TEXTURE_FORM_PICTURE, 5, 3, 1, 1},
    {"dxt1.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_PICTURE, 6, 5, 1, 3},
    {"dxt3.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_PICTURE, 8, 4, 1, 4},
    {"dxt5.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_PICTURE, 8, 4, 1, 4},
    {"565.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_PICTURE, 4, 4, 1, 1},
    {"4444.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_PICTURE, 4, 4, 1, 3},
    {"888.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_PICTURE, 4, 4, 1, 1},
    {"8888.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_PICTURE, 4, 4, 1, 1},
    {"l8.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_PICTURE, 4, 4, 1, 1},
    {"a8l8.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_PICTURE, 4, 4, 1, 1},
    {"wide.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_PICTURE, 4, 4, 1, 1},
    {"cube.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_CUBE, 4, 4, 6, 3},
    {"volume.dds", WM_TEXTURE_KIND_DDS, WM_TEXTURE_FORM_VOLUME, 4, 4, 4, 3},
    {"kotor.dds", WM_TEXTURE_KIND_KOTOR_DDS, WM_TEXTURE_FORM_PICTURE, 8, 8, 1, 4},
    {0},
};

typedef struct maker {
    uint8_t bytes[8192];
    size_t size;
} maker;

static void put(maker *m, const void *data, size_t size)
{
    memcpy(m->bytes + m->size, data, size);
    m->size += size;
}

/* Bytes that repeat late: each pixel differs from its neighbours. */
static void put_pattern(maker *m, size_t size)
{
    for (size_t i = 0; i < size; i++)
        m->bytes[m->size++] = (uint8_t)(i * 37 + i / 7 + 11);
}

/* ---- TPC ----------------------------------------------------------------- */

typedef struct tpc {
    const char *name;
    uint32_t size, width, height, encoding, levels;
    size_t pixels;
    const char *txi;
} tpc;

static const tpc tpcs[] = {
    {"grey.tpc", 0, 4, 8, 1, 4, 32 + 8 + 2 + 1, ""},
    {"rgb.tpc", 0, 8, 8, 2, 1, 192, "mipmap 0\r\nfilter 0"},
    {"rgba.tpc", 0, 4, 4, 4, 3, 64 + 16 + 4, "envmaptexture CM_Bright\r\n"},
    {"dxt1.tpc", 128, 16, 16, 2, 5, 128 + 32 + 8 + 8 + 8, ""},
    {"dxt5.tpc", 64, 8, 8, 4, 4, 64 + 16 + 16 + 16, "blending additive\r\ndecal 1\r\n"},
    {"cube.tpc", 8, 4, 24, 2, 3, 6 * (8 + 8 + 8), "cube 1\n"},
    {"book.tpc", 6 * (16 + 8 + 8 + 8), 24, 8, 2, 1, 6 * (16 + 8 + 8 + 8),
     "proceduretype cycle\r\nnumx 3\r\nnumy 2\r\nfps 7.5\r\n"},
    /* The header counts the levels of the longer side. */
    {"short.tpc", 32, 16, 4, 2, 5, 32 + 8 + 8, "clamp 3\r\n"},
};

static bool make_tpc(maker *m, const char *name)
{
    for (size_t i = 0; i < sizeof tpcs / sizeof *tpcs; i++) {
        const tpc *t = &tpcs[i];
        static const uint8_t one[4] = {0, 0, 0x80, 0x3F};
        if (strcmp(t->name, name) != 0)
            continue;
        m->size = 128;
        wmi_put32(m->bytes, t->size);
        memcpy(m->bytes + 4, one, 4);
        wmi_put16(m->bytes + 8, (uint16_t)t->width);
        wmi_put16(m->bytes + 10, (uint16_t)t->height);
        m->bytes[12] = (uint8_t)t->encoding;
        m->bytes[13] = (uint8_t)t->levels;
        put_pattern(m, t->pixels);
        put(m, t->txi, strlen(t->txi));
        return true;
    }
    return false;
}

/* ---- TGA ----------------------------------------------------------------- */

typedef struct tga {
    const char *name;
    uint8_t type, bits, descriptor;
} tga;

static const tga tgas[] = {
    {"indexed.tga", 1, 8, 0},  {"rgb.tga", 2, 24, 0},     {"rgba.tga", 2, 32, 8},
    {"down.tga", 2, 32, 0x28}, {"mirror.tga", 2, 24, 16}, {"high.tga", 2, 16, 1},
    {"grey.tga", 3, 8, 0},     {"runs.tga", 10, 32, 8},   {"greyruns.tga", 11, 8, 0},
};

/* 15 pixels: a run that crosses a row, then as they are. */
static void put_runs(maker *m, size_t bytes)
{
    m->bytes[m->size++] = 0x80 | 6;
    put_pattern(m, bytes);
    m->bytes[m->size++] = 7;
    put_pattern(m, 8 * bytes);
}

static bool make_tga(maker *m, const char *name)
{
    static const char footer[] = "\0\0\0\0\0\0\0\0TRUEVISION-XFILE.";
    for (size_t i = 0; i < sizeof tgas / sizeof *tgas; i++) {
        const tga *t = &tgas[i];
        if (strcmp(t->name, name) != 0)
            continue;
        m->size = 18;
        m->bytes[0] = 3; /* an image id */
        m->bytes[2] = t->type;
        wmi_put16(m->bytes + 12, 5);
        wmi_put16(m->bytes + 14, 3);
        m->bytes[16] = t->bits;
        m->bytes[17] = t->descriptor;
        put(m, "abc", 3);
        if (t->type == 1) {
            m->bytes[1] = 1;
            wmi_put16(m->bytes + 3, 10); /* the first colour has the number 10 */
            wmi_put16(m->bytes + 5, 200);
            m->bytes[7] = 24;
            put_pattern(m, 600);
        }
        if (t->type > 8)
            put_runs(m, t->bits / 8);
        else
            put_pattern(m, 15u * t->bits / 8);
        put(m, footer, sizeof footer);
        return true;
    }
    return false;
}

/* ---- DDS ----------------------------------------------------------------- */

typedef struct dds {
    const char *name, *fourcc;
    uint32_t width, height, depth, levels, flags, bits, masks[4], caps2;
    size_t pixels;
} dds;

static const dds ddss[] = {
    {"dxt1.dds", "DXT1", 6, 5, 0, 3, 4, 0, {0}, 0, 32 + 8 + 8},
    {"dxt3.dds", "DXT3", 8, 4, 0, 4, 4, 0, {0}, 0, 32 + 16 + 16 + 16},
    {"dxt5.dds", "DXT5", 8, 4, 0, 4, 4, 0, {0}, 0, 32 + 16 + 16 + 16},
    {"565.dds", NULL, 4, 4, 0, 0, 0x40, 16, {0xF800, 0x7E0, 0x1F, 0}, 0, 32},
    {"4444.dds", NULL, 4, 4, 0, 3, 0x41, 16, {0xF00, 0xF0, 0xF, 0xF000}, 0, 32 + 8 + 2},
    {"888.dds", NULL, 4, 4, 0, 1, 0x40, 24, {0xFF0000, 0xFF00, 0xFF, 0}, 0, 48},
    {"8888.dds", NULL, 4, 4, 0, 1, 0x41, 32, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}, 0, 64},
    {"l8.dds", NULL, 4, 4, 0, 1, 0x20000, 8, {0xFF, 0, 0, 0}, 0, 16},
    {"a8l8.dds", NULL, 4, 4, 0, 1, 0x20001, 16, {0xFF, 0, 0, 0xFF00}, 0, 32},
    /* Channels of 10 bits. */
    {"wide.dds", NULL, 4, 4, 0, 1, 0x41, 32, {0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000}, 0, 64},
    {"cube.dds", "DXT1", 4, 4, 0, 3, 4, 0, {0}, 0xFE00, 6 * 24},
    {"volume.dds", NULL, 4, 4, 4, 3, 0x20000, 8, {0xFF, 0, 0, 0}, 0x200000, 64 + 8 + 1},
};

static bool make_dds(maker *m, const char *name)
{
    for (size_t i = 0; i < sizeof ddss / sizeof *ddss; i++) {
        const dds *d = &ddss[i];
        if (strcmp(d->name, name) != 0)
            continue;
        m->size = 128;
        memcpy(m->bytes, "DDS ", 4);
        wmi_put32(m->bytes + 4, 124);
        wmi_put32(m->bytes + 12, d->height);
        wmi_put32(m->bytes + 16, d->width);
        wmi_put32(m->bytes + 24, d->depth);
        wmi_put32(m->bytes + 28, d->levels);
        wmi_put32(m->bytes + 76, 32);
        wmi_put32(m->bytes + 80, d->flags);
        if (d->fourcc)
            memcpy(m->bytes + 84, d->fourcc, 4);
        wmi_put32(m->bytes + 88, d->bits);
        for (size_t k = 0; k < 4; k++)
            wmi_put32(m->bytes + 92 + 4 * k, d->masks[k]);
        wmi_put32(m->bytes + 112, d->caps2);
        put_pattern(m, d->pixels);
        return true;
    }
    if (strcmp(name, "kotor.dds") != 0)
        return false;
    m->size = 20;
    wmi_put32(m->bytes, 8);
    wmi_put32(m->bytes + 4, 8);
    wmi_put32(m->bytes + 8, 3);
    wmi_put32(m->bytes + 12, 32);
    put_pattern(m, 32 + 8 + 8 + 8);
    return true;
}

/* ---- all ----------------------------------------------------------------- */

uint8_t *test_texture_bytes(const char *name, size_t *size)
{
    maker m = {.size = 0};
    if (!make_tpc(&m, name) && !make_tga(&m, name) && !make_dds(&m, name))
        return NULL;
    uint8_t *bytes = malloc(m.size);
    *size = m.size;
    return bytes ? memcpy(bytes, m.bytes, m.size) : NULL;
}

wm_texture *test_texture_make(const char *name)
{
    size_t size;
    uint8_t *bytes = test_texture_bytes(name, &size);
    wm_texture *texture = bytes ? wm_texture_read(bytes, size, NULL, NULL) : NULL;
    free(bytes);
    return texture;
}

wm_image *test_image_make(uint32_t width, uint32_t height, bool opaque)
{
    wm_image *image = wm_image_new(width, height, NULL, NULL);
    for (uint32_t i = 0; image && i < width * height; i++) {
        uint8_t *p = image->rgba + 4 * (size_t)i;
        p[0] = (uint8_t)(i % width * 255 / width);
        p[1] = (uint8_t)(i / width * 255 / height);
        p[2] = (uint8_t)(i * 3);
        p[3] = opaque ? 255 : (uint8_t)(255 - p[0]);
    }
    return image;
}

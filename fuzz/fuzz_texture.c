/* Fuzzes textures: reader, writer, checker, decoders, PNG, and the way back from a picture. Texts
 * go through the reader of TXI. */
#include <string.h>

#include "fuzz.h"
#include "walk.h"
#include "waymark/waymark.h"

static void text(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_txi *txi = wm_txi_read(data, size, NULL, NULL);
    if (!txi)
        return;
    wm_report_init(&report, NULL);
    FUZZ_CHECK(!wm_txi_detect(data, size) || txi->lines[0].known);
    for (uint32_t i = 0; i < txi->line_count; i++)
        FUZZ_CHECK(strlen(txi->lines[i].key) + strlen(txi->lines[i].value) <= size);
    wm_txi_check(txi, NULL, &report, NULL);
    wm_report_free(&report);
    wm_txi_free(txi);
}

/* What is made from the picture must show the same picture. */
static void make(const wm_image *image, wm_texture_kind kind)
{
    const wm_texture_from_image_opts opts = {
        .kind = kind, .pixels = WM_TEXTURE_PIXELS_RGBA, .levels = 2};
    wm_buffer out;
    wm_texture *made = wm_texture_from_image(image, &opts, NULL);
    if (!made)
        return;
    test_walk_texture(made);
    if (wm_texture_write(made, NULL, &out, NULL) == WM_OK) {
        wm_texture *again = wm_texture_read(out.data, out.size, NULL, NULL);
        wm_image *same = again ? wm_texture_decode_sheet(again, NULL, NULL) : NULL;
        uint8_t lowest, highest;
        wm_image_alpha(image, &lowest, &highest);
        if (same && highest) /* an alpha of zeros is not believed */
            FUZZ_CHECK(memcmp(same->rgba, image->rgba, 4 * (size_t)image->width * image->height) ==
                       0);
        wm_image_free(same);
        wm_texture_free(again);
        wm_buffer_free(&out);
    }
    wm_texture_free(made);
}

static void decode(const wm_texture *t)
{
    wm_buffer png;
    for (uint32_t i = 0; i < t->image_count && i < 64; i++) {
        const wm_texture_image *from = &t->images[i];
        wm_image *image = wm_texture_decode(t, from->layer, from->level, NULL, NULL);
        FUZZ_CHECK(!image || (image->width == from->width && image->height == from->height));
        wm_image_free(image);
    }
    wm_image *sheet = wm_texture_decode_sheet(t, NULL, NULL);
    if (sheet && (uint64_t)sheet->width * sheet->height < 1 << 16) {
        if (wm_png_write(sheet, NULL, &png, NULL) == WM_OK)
            wm_buffer_free(&png);
        make(sheet, WM_TEXTURE_KIND_TPC);
        make(sheet, WM_TEXTURE_KIND_TGA);
    }
    wm_image_free(sheet);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_buffer out;
    wm_report report;
    wm_error error = {0};
    text(data, size);
    wm_texture *t = wm_texture_read(data, size, NULL, &error);
    FUZZ_CHECK(t || error.code != WM_OK);
    FUZZ_CHECK(!t || wm_texture_detect(data, size));
    if (!t)
        return;
    test_walk_texture(t);
    if (wm_texture_write(t, NULL, &out, NULL) == WM_OK) {
        FUZZ_CHECK(out.size == size && memcmp(out.data, data, size) == 0);
        wm_buffer_free(&out);
    }
    wm_report_init(&report, NULL);
    if ((uint64_t)t->width * t->height * t->layer_count < 1 << 22) {
        wm_texture_check(t, NULL, &report, NULL);
        decode(t);
    }
    wm_report_free(&report);
    wm_texture_free(t);
}

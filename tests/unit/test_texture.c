/* Textures: what is read from each kind of file, what pixels become, and the way back. The
 * checksums of real files are in tests/corpus. */
#include "base/deflate.h"
#include "base/internal.h"
#include "support.h"
#include "textures.h"

/* ---- reading and writing --------------------------------------------------- */

static void samples_are_what_they_are(void **state)
{
    (void)state;
    for (const test_texture *s = test_textures; s->name; s++) {
        size_t size;
        wm_buffer out;
        wm_error error;
        uint8_t *bytes = test_texture_bytes(s->name, &size);
        assert_int_equal(wm_detect(bytes, size), WM_FORMAT_TEXTURE);
        wm_texture *t = wm_texture_read(bytes, size, NULL, &error);
        if (!t)
            fail_msg("%s: %s", s->name, error.message);
        if (t->kind != s->kind || t->form != s->form || t->width != s->width ||
            t->height != s->height || t->layer_count != s->layers || t->level_count != s->levels)
            fail_msg("%s: %s of %u x %u, %u layers, %u levels", s->name,
                     wm_texture_form_name(t->form), (unsigned)t->width, (unsigned)t->height,
                     (unsigned)t->layer_count, (unsigned)t->level_count);
        assert_int_equal(wm_texture_write(t, NULL, &out, NULL), WM_OK);
        assert_int_equal(out.size, size);
        assert_memory_equal(out.data, bytes, size);
        wm_buffer_free(&out);
        wm_texture_free(t);
        free(bytes);
    }
}

static void other_bytes_are_refused(void **state)
{
    (void)state;
    static const uint8_t apple[26] = {0x00, 0x05, 0x16, 0x07};
    wm_error error;
    assert_false(wm_texture_detect("", 0));
    assert_false(wm_texture_detect(apple, sizeof apple));
    assert_null(wm_texture_read(apple, sizeof apple, NULL, &error));
    assert_int_equal(error.code, WM_BAD_MAGIC);
    assert_null(wm_texture_read("DDS |", 5, NULL, &error));
    assert_int_equal(error.code, WM_TRUNCATED);
}

static void refuse(const char *name, size_t at, uint8_t value, size_t cut, wm_status code)
{
    size_t size;
    wm_error error = {0};
    uint8_t *bytes = test_texture_bytes(name, &size);
    bytes[at] = value;
    assert_null(wm_texture_read(bytes, size - cut, NULL, &error));
    if (error.code != code)
        fail_msg("%s: %s", name, error.message);
    free(bytes);
}

static void unknown_pixels_are_refused(void **state)
{
    (void)state;
    refuse("rgba.tpc", 12, 12, 0, WM_UNSUPPORTED); /* of the Xbox */
    refuse("dxt1.dds", 87, '2', 0, WM_UNSUPPORTED);
    refuse("565.dds", 88, 12, 0, WM_UNSUPPORTED);
    refuse("565.dds", 80, 0, 0, WM_UNSUPPORTED);
    refuse("volume.dds", 26, 0xFF, 0, WM_BAD_VALUE);
    refuse("8888.dds", 18, 0xFF, 0, WM_BAD_VALUE);
}

static void files_that_end_early(void **state)
{
    (void)state;
    refuse("rgb.tga", 0, 3, 40, WM_TRUNCATED);
    refuse("runs.tga", 0, 3, 40, WM_TRUNCATED);
    refuse("indexed.tga", 0, 3, 500, WM_TRUNCATED);
    refuse("cube.tpc", 13, 3, 20, WM_TRUNCATED);
    /* A picture without its smallest levels is kept as it is. */
    size_t size;
    uint8_t *bytes = test_texture_bytes("dxt1.dds", &size);
    wm_texture *t = wm_texture_read(bytes, size - 3, NULL, NULL);
    assert_non_null(t);
    assert_int_equal(t->level_count, 2);
    assert_int_equal(t->extra_size, 5);
    wm_texture_free(t);
    free(bytes);
}

/* Runs of a TGA can be a hundredth of their pixels. */
static void a_small_file_has_no_huge_image(void **state)
{
    (void)state;
    enum { SIDE = 4096, RUNS = SIDE * SIDE / 128 };
    size_t size = 18 + 2 * (size_t)RUNS;
    uint8_t *bytes = calloc(size, 1);
    wm_error error;
    assert_non_null(bytes);
    bytes[2] = 11; /* grey, in runs */
    bytes[13] = bytes[15] = SIDE >> 8;
    bytes[16] = 8;
    for (size_t i = 0; i < RUNS; i++)
        bytes[18 + 2 * i] = 0xFF;
    assert_null(wm_texture_read(bytes, size, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_string_equal(error.message, "4096 x 4096 pixels take 67,108,864 bytes; the limit for "
                                       "this file is 22,020,456");
    const wm_read_opts opts = {.memory_limit = 100000000};
    wm_texture *t = wm_texture_read(bytes, size, &opts, &error);
    assert_non_null(t);
    wm_texture_free(t);
    bytes[15] = SIDE >> 9; /* the rest is after the pixels */
    bytes[13] = SIDE >> 9;
    t = wm_texture_read(bytes, size, NULL, &error);
    assert_non_null(t);
    wm_texture_free(t);
    free(bytes);
}

/* ---- pixels ---------------------------------------------------------------- */

static wm_image *decode(const char *name, uint32_t layer, uint32_t level)
{
    wm_texture *t = test_texture_make(name);
    wm_image *image = wm_texture_decode(t, layer, level, NULL, NULL);
    assert_non_null(image);
    wm_texture_free(t);
    return image;
}

static void expect(const wm_image *image, uint32_t x, uint32_t y, uint32_t rgba)
{
    const uint8_t *p = image->rgba + 4 * ((size_t)y * image->width + x);
    uint32_t found = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    if (found != rgba)
        fail_msg("pixel (%u, %u) is %08x, expected %08x", (unsigned)x, (unsigned)y, (unsigned)found,
                 (unsigned)rgba);
}

/* Byte i of the samples. */
static uint32_t byte(uint32_t i)
{
    return (i * 37 + i / 7 + 11) & 255;
}

static void rows_and_columns_have_their_order(void **state)
{
    (void)state;
    wm_image *image = decode("rgb.tga", 0, 0); /* the last row is stored first */
    expect(image, 0, 2, byte(2) << 24 | byte(1) << 16 | byte(0) << 8 | 255);
    expect(image, 4, 0, byte(44) << 24 | byte(43) << 16 | byte(42) << 8 | 255);
    wm_image_free(image);
    image = decode("mirror.tga", 0, 0);
    expect(image, 4, 2, byte(2) << 24 | byte(1) << 16 | byte(0) << 8 | 255);
    wm_image_free(image);
    image = decode("down.tga", 0, 0);
    expect(image, 0, 0, byte(2) << 24 | byte(1) << 16 | byte(0) << 8 | byte(3));
    wm_image_free(image);
    image = decode("rgba.tpc", 0, 2);
    expect(image, 0, 0, byte(80) << 24 | byte(81) << 16 | byte(82) << 8 | byte(83));
    wm_image_free(image);
    image = decode("888.dds", 0, 0);
    expect(image, 0, 0, byte(2) << 24 | byte(1) << 16 | byte(0) << 8 | 255);
    wm_image_free(image);
}

static void runs_cross_rows(void **state)
{
    (void)state;
    wm_image *image = decode("runs.tga", 0, 0);
    uint32_t run = byte(2) << 24 | byte(1) << 16 | byte(0) << 8 | byte(3);
    expect(image, 0, 2, run);
    expect(image, 1, 1, run); /* the seventh pixel */
    expect(image, 2, 1, run);
    expect(image, 3, 1, byte(6) << 24 | byte(5) << 16 | byte(4) << 8 | byte(7));
    wm_image_free(image);
}

static void masks_are_widened(void **state)
{
    (void)state;
    uint32_t v = byte(0) | byte(1) << 8; /* 0x300B */
    assert_int_equal(v, 0x300B);
    wm_image *image = decode("565.dds", 0, 0);
    expect(image, 0, 0, 0x31005AFF); /* 6, 0, 11 of 5, 6 and 5 bits: 0x31, 0, 0x5A */
    wm_image_free(image);
    image = decode("4444.dds", 0, 0);
    expect(image, 0, 0, 0x0000BB33);
    wm_image_free(image);
    image = decode("l8.dds", 0, 0);
    expect(image, 0, 0, 0x0B0B0BFF);
    wm_image_free(image);
    image = decode("a8l8.dds", 0, 0);
    expect(image, 0, 0, 0x0B0B0B30);
    wm_image_free(image);
    image = decode("8888.dds", 0, 0);
    expect(image, 0, 0, byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3));
    wm_image_free(image);
    uint32_t w = byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
    image = decode("wide.dds", 0, 0); /* the upper eight of ten bits; two bits of alpha */
    expect(image, 0, 0,
           (w >> 2 & 255) << 24 | (w >> 12 & 255) << 16 | (w >> 22 & 255) << 8 | (w >> 30) * 85);
    wm_image_free(image);
}

static void colour_maps_are_looked_up(void **state)
{
    (void)state;
    wm_image *image = decode("indexed.tga", 0, 0);
    /* The number 11 is the second colour; numbers below 10 and above 209 are black. */
    expect(image, 0, 2, byte(5) << 24 | byte(4) << 16 | byte(3) << 8 | 255);
    uint32_t last = byte(7) - 10; /* pixel 7 is (2, 1) */
    expect(image, 2, 1,
           last < 200
               ? byte(3 * last + 2) << 24 | byte(3 * last + 1) << 16 | byte(3 * last) << 8 | 255
               : 255);
    wm_image_free(image);
}

/* One block with known colours, indices and alphas. */
static void block_of(const char *fourcc, const uint8_t *block, size_t size, wm_image **out)
{
    size_t all;
    uint8_t *bytes = test_texture_bytes("dxt5.dds", &all);
    memcpy(bytes + 84, fourcc, 4);
    wmi_put32(bytes + 16, 4); /* 4 x 4 */
    wmi_put32(bytes + 28, 1);
    memcpy(bytes + 128, block, size);
    wm_texture *t = wm_texture_read(bytes, all, NULL, NULL);
    *out = wm_texture_decode(t, 0, 0, NULL, NULL);
    assert_non_null(*out);
    wm_texture_free(t);
    free(bytes);
}

static void blocks_are_decoded(void **state)
{
    (void)state;
    wm_image *image;
    /* Red and blue; indices 0 1 2 3 in each row. */
    static const uint8_t four[8] = {0x00, 0xF8, 0x1F, 0x00, 0xE4, 0xE4, 0xE4, 0xE4};
    block_of("DXT1", four, 8, &image);
    expect(image, 0, 0, 0xFF0000FF);
    expect(image, 1, 1, 0x0000FFFF);
    expect(image, 2, 2, 0xAA0055FF);
    expect(image, 3, 3, 0x5500AAFF);
    wm_image_free(image);
    /* The first is not the larger: the mean, and transparent black. */
    static const uint8_t three[8] = {0x1F, 0x00, 0x00, 0xF8, 0xE4, 0xE4, 0xE4, 0xE4};
    block_of("DXT1", three, 8, &image);
    expect(image, 2, 0, 0x7F007FFF);
    expect(image, 3, 0, 0x00000000);
    wm_image_free(image);
    static const uint8_t dxt3[16] = {0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE,
                                     0x1F, 0x00, 0x00, 0xF8, 0xE4, 0xE4, 0xE4, 0xE4};
    block_of("DXT3", dxt3, 16, &image);
    expect(image, 0, 0, 0x0000FF00);
    expect(image, 3, 3, 0xAA0055FF); /* four colours, though the first is not the larger */
    expect(image, 1, 2, 0xFF000099);
    wm_image_free(image);
    /* Alpha 200 and 60; the first row has indices 0 1 2 7, the last 5 5 5 5. */
    static const uint8_t dxt5[16] = {200,  60,   0x88, 0x0E, 0x00, 0x00, 0xD0, 0xB6,
                                     0x00, 0xF8, 0x1F, 0x00, 0x00, 0x00, 0x00, 0x00};
    block_of("DXT5", dxt5, 16, &image);
    expect(image, 0, 0, 0xFF0000C8);
    expect(image, 1, 0, 0xFF00003C);
    expect(image, 2, 0, 0xFF000000u | (6 * 200 + 60) / 7);
    expect(image, 3, 0, 0xFF000000u | (200 + 6 * 60) / 7);
    expect(image, 3, 3, 0xFF000000u | (3 * 200 + 4 * 60) / 7);
    wm_image_free(image);
}

static void dxt1_of_kotor_is_opaque(void **state)
{
    (void)state;
    static const char *const names[] = {"dxt1.tpc", "kotor.dds"};
    for (size_t i = 0; i < 2; i++) {
        wm_image *image = decode(names[i], 0, 0);
        uint8_t lowest, highest;
        wm_image_alpha(image, &lowest, &highest);
        assert_int_equal(lowest, 255);
        wm_image_free(image);
    }
}

static void unset_alpha_is_opaque(void **state)
{
    (void)state;
    wm_image *empty = wm_image_new(4, 2, NULL, NULL);
    const wm_texture_from_image_opts opts = {.kind = WM_TEXTURE_KIND_TGA,
                                             .pixels = WM_TEXTURE_PIXELS_RGBA};
    wm_texture *t = wm_texture_from_image(empty, &opts, NULL);
    wm_image *image = wm_texture_decode(t, 0, 0, NULL, NULL);
    expect(image, 3, 1, 0x000000FF);
    wm_image_free(image);
    wm_image_free(empty);
    wm_texture_free(t);
}

static void levels_that_are_not_there(void **state)
{
    (void)state;
    wm_texture *t = test_texture_make("volume.dds");
    wm_error error;
    assert_int_equal(t->image_count, 4 + 2 + 1);
    assert_int_equal(wm_texture_find(t, 1, 1), 5);
    assert_int_equal(wm_texture_find(t, 2, 1), WM_NO_INDEX);
    assert_null(wm_texture_decode(t, 0, 3, NULL, &error));
    assert_int_equal(error.code, WM_BAD_ARGUMENT);
    wm_texture_free(t);
}

static void sheets_have_all_layers(void **state)
{
    (void)state;
    wm_texture *t = test_texture_make("book.tpc");
    wm_image *sheet = wm_texture_decode_sheet(t, NULL, NULL);
    wm_image *frame = wm_texture_decode(t, 4, 0, NULL, NULL); /* the middle of the upper row */
    assert_int_equal(sheet->width, 24);
    assert_int_equal(sheet->height, 8);
    for (size_t y = 0; y < 4; y++)
        assert_memory_equal(sheet->rgba + 4 * (24 * y + 8), frame->rgba + 32 * y, 32);
    wm_image_free(frame);
    wm_image_free(sheet);
    wm_texture_free(t);
    t = test_texture_make("cube.tpc");
    sheet = wm_texture_decode_sheet(t, NULL, NULL);
    frame = wm_texture_decode(t, 5, 0, NULL, NULL);
    assert_int_equal(sheet->height, 24);
    assert_memory_equal(sheet->rgba + 4 * 4 * 20, frame->rgba, 64);
    wm_image_free(frame);
    wm_image_free(sheet);
    wm_texture_free(t);
}

/* ---- from images ------------------------------------------------------------- */

static void halves_are_means(void **state)
{
    (void)state;
    wm_image *image = wm_image_new(3, 2, NULL, NULL);
    static const uint8_t pixels[24] = {100, 0, 0, 255, 200, 0, 0, 255, 9, 9, 9, 9,
                                       0,   0, 0, 0,   0,   0, 0, 0,   9, 9, 9, 9};
    memcpy(image->rgba, pixels, sizeof pixels);
    wm_image *half = wm_image_halve(image, NULL, NULL);
    assert_int_equal(half->width, 1);
    expect(half, 0, 0, 0x96000080); /* transparent pixels do not darken it */
    wm_image_free(half);
    wm_image_free(image);
}

static void images_come_back(void **state)
{
    (void)state;
    static const struct {
        wm_texture_kind kind;
        wm_texture_pixels pixels;
        uint32_t width, height, levels;
    } cases[] = {
        {WM_TEXTURE_KIND_TPC, WM_TEXTURE_PIXELS_RGBA, 16, 8, 5},
        {WM_TEXTURE_KIND_TPC, WM_TEXTURE_PIXELS_RGB, 5, 7, 3},
        {WM_TEXTURE_KIND_TPC, WM_TEXTURE_PIXELS_RGBA, 4, 24, 3},
        {WM_TEXTURE_KIND_TGA, WM_TEXTURE_PIXELS_RGBA, 5, 7, 1},
        {WM_TEXTURE_KIND_TGA, WM_TEXTURE_PIXELS_RGB, 16, 8, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool opaque = cases[i].pixels == WM_TEXTURE_PIXELS_RGB;
        wm_image *image = test_image_make(cases[i].width, cases[i].height, opaque);
        const wm_texture_from_image_opts opts = {
            .kind = cases[i].kind, .pixels = cases[i].pixels, .txi = "clamp 3\r\n"};
        wm_texture *t = wm_texture_from_image(image, &opts, NULL);
        wm_buffer out;
        assert_non_null(t);
        assert_int_equal(wm_texture_write(t, NULL, &out, NULL), WM_OK);
        wm_texture *again = wm_texture_read(out.data, out.size, NULL, NULL);
        assert_non_null(again);
        assert_int_equal(again->kind, cases[i].kind);
        assert_int_equal(again->level_count, cases[i].levels);
        assert_int_equal(again->txi_size, cases[i].kind == WM_TEXTURE_KIND_TPC ? 9 : 0);
        assert_int_equal(again->extra_size, 0);
        wm_image *same = wm_texture_decode_sheet(again, NULL, NULL);
        assert_memory_equal(same->rgba, image->rgba, (size_t)4 * image->width * image->height);
        wm_image_free(same);
        wm_texture_free(again);
        wm_buffer_free(&out);
        wm_texture_free(t);
        wm_image_free(image);
    }
}

/* How far the pixels are off: the mean of the squares. */
static double distance(const wm_image *a, const wm_image *b, int channels)
{
    size_t count = (size_t)a->width * a->height;
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < channels; k++) {
            double off = (double)a->rgba[4 * i + (size_t)k] - b->rgba[4 * i + (size_t)k];
            sum += off * off;
        }
    return sum / (double)(count * (size_t)channels);
}

static wm_image *through_blocks(const wm_image *image, wm_texture_pixels pixels)
{
    const wm_texture_from_image_opts opts = {.pixels = pixels, .levels = 1};
    wm_texture *t = wm_texture_from_image(image, &opts, NULL);
    wm_image *same = wm_texture_decode_sheet(t, NULL, NULL);
    assert_non_null(same);
    wm_texture_free(t);
    return same;
}

static void blocks_come_close(void **state)
{
    (void)state;
    wm_image *image = wm_image_new(64, 50, NULL, NULL);
    for (uint32_t i = 0; i < 64 * 50; i++) {
        uint8_t *p = image->rgba + 4 * (size_t)i;
        p[0] = (uint8_t)(i % 64 * 4);
        p[1] = (uint8_t)(255 - p[0] / 2);
        p[2] = (uint8_t)(i / 64 * 5);
        p[3] = (uint8_t)(i % 7 == 0 ? 0 : i / 64 * 4);
    }
    wm_image *same = through_blocks(image, WM_TEXTURE_PIXELS_DXT1);
    assert_true(distance(image, same, 3) < 12);
    wm_image_free(same);
    same = through_blocks(image, WM_TEXTURE_PIXELS_DXT5);
    assert_true(distance(image, same, 4) < 12);
    wm_image_free(same);
    wm_image_free(image);
}

/* Blocks of one colour are off by two at most, and alphas of 0 and 255 not at all. */
static void plain_blocks_are_nearly_exact(void **state)
{
    (void)state;
    wm_image *image = wm_image_new(16, 16, NULL, NULL);
    for (uint32_t v = 0; v < 256; v += 3) {
        for (uint32_t i = 0; i < 256; i++) {
            const uint8_t pixel[4] = {(uint8_t)v, (uint8_t)(255 - v), (uint8_t)(v * 7),
                                      (uint8_t)(i % 3 ? 255 : 0)};
            memcpy(image->rgba + 4 * (size_t)i, pixel, 4);
        }
        wm_image *same = through_blocks(image, WM_TEXTURE_PIXELS_DXT5);
        for (uint32_t i = 0; i < 1024; i++)
            assert_in_range(same->rgba[i] - image->rgba[i] + 2, i % 4 == 3 ? 2 : 0,
                            i % 4 == 3 ? 2 : 4);
        wm_image_free(same);
    }
    wm_image_free(image);
}

static void sheets_become_flip_books(void **state)
{
    (void)state;
    wm_error error;
    wm_image *image = test_image_make(16, 8, true);
    wm_texture_from_image_opts opts = {
        .pixels = WM_TEXTURE_PIXELS_DXT1,
        .txi = "proceduretype cycle\r\nnumx 2\r\nnumy 2\r\nfps 4\r\n",
    };
    wm_texture *t = wm_texture_from_image(image, &opts, NULL);
    wm_buffer out;
    assert_non_null(t);
    assert_int_equal(t->image_count, 4 * 4); /* frames of 8 x 4, down to 1 x 1 */
    assert_int_equal(wm_texture_write(t, NULL, &out, NULL), WM_OK);
    wm_texture_free(t);
    t = wm_texture_read(out.data, out.size, NULL, NULL);
    assert_int_equal(t->form, WM_TEXTURE_FORM_FLIP_BOOK);
    assert_int_equal(t->layer_count, 4);
    wm_texture_free(t);
    wm_buffer_free(&out);
    opts = (wm_texture_from_image_opts){.kind = WM_TEXTURE_KIND_DDS};
    assert_null(wm_texture_from_image(image, &opts, &error));
    assert_int_equal(error.code, WM_BAD_ARGUMENT);
    opts =
        (wm_texture_from_image_opts){.kind = WM_TEXTURE_KIND_TGA, .pixels = WM_TEXTURE_PIXELS_DXT5};
    assert_null(wm_texture_from_image(image, &opts, &error));
    assert_int_equal(error.code, WM_BAD_ARGUMENT);
    wm_image_free(image);
}

/* ---- PNG ------------------------------------------------------------------- */

static uint32_t big(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Removes the filter of a row. `above` is NULL for the first. */
static void unfilter(uint8_t *row, const uint8_t *above, size_t size, size_t pixel, int filter)
{
    for (size_t i = 0; i < size; i++) {
        int a = i < pixel ? 0 : row[i - pixel], b = above ? above[i] : 0;
        int c = i < pixel || !above ? 0 : above[i - pixel], p = a + b - c;
        int near_a = abs(p - a), near_b = abs(p - b), near_c = abs(p - c);
        int best = near_a <= near_b && near_a <= near_c ? a : near_b <= near_c ? b : c;
        int add[5] = {0, a, b, (a + b) / 2, best};
        row[i] = (uint8_t)(row[i] + add[filter]);
    }
}

static void png_shows_the_image(void **state)
{
    (void)state;
    for (int opaque = 0; opaque < 2; opaque++) {
        wm_image *image = test_image_make(37, 21, opaque != 0);
        size_t pixel = opaque ? 3 : 4, row = 37 * pixel, used, made;
        wm_buffer out;
        assert_int_equal(wm_png_write(image, NULL, &out, NULL), WM_OK);
        assert_memory_equal(out.data, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x25\0\0\0\x15\x08", 25);
        assert_int_equal(out.data[25], opaque ? 2 : 6);
        assert_int_equal(big(out.data + 29), wmi_crc32(out.data + 12, 17));
        size_t size = big(out.data + 33);
        assert_memory_equal(out.data + 37, "IDAT", 4);
        assert_int_equal(big(out.data + 41 + size), wmi_crc32(out.data + 37, size + 4));
        uint8_t *rows = malloc(21 * (row + 1));
        assert_int_equal(wmi_inflate(out.data + 41, size, rows, 21 * (row + 1), &used, &made),
                         WMI_INFLATED);
        assert_int_equal(made, 21 * (row + 1));
        for (size_t y = 0; y < 21; y++) {
            uint8_t *now = rows + y * (row + 1);
            assert_true(now[0] < 5);
            unfilter(now + 1, y ? now - row : NULL, row, pixel, now[0]);
            for (size_t x = 0; x < 37; x++)
                assert_memory_equal(now + 1 + x * pixel, image->rgba + 4 * (y * 37 + x), pixel);
        }
        free(rows);
        wm_buffer_free(&out);
        wm_image_free(image);
    }
}

/* ---- TXI ------------------------------------------------------------------- */

static void texts_say_how_a_surface_looks(void **state)
{
    (void)state;
    static const char text[] =
        "# a comment\r\n\r\nEnvMapTexture  CM_Bright \r\nblending PunchThrough\n"
        "decal 1\nclamp 3\nmipmap 0\nfilter 0\nwateralpha 0.25\nfps .5\n"
        "upperleftcoords 1\n0.5 1 0\n-0.5 1 0\n.5 1 0\nshiny yes\ncube 1";
    wm_txi *t = wm_txi_read(text, sizeof text - 1, NULL, NULL);
    assert_true(wm_txi_detect(text, sizeof text - 1));
    assert_int_equal(wm_detect(text, sizeof text - 1), WM_FORMAT_TXI);
    assert_int_equal(t->line_count, 11);
    assert_string_equal(t->environment, "CM_Bright");
    assert_int_equal(t->blending, WM_TXI_BLENDING_PUNCHTHROUGH);
    assert_true(t->decal && t->no_mipmaps && t->nearest && t->cube && !t->bump_map);
    assert_int_equal(t->clamp, 3);
    assert_true(t->water_alpha == 0.25f && t->fps == 0.5f && t->bump_scaling == 1);
    assert_string_equal(t->lines[9].key, "shiny");
    assert_string_equal(t->lines[9].value, "yes");
    assert_int_equal(t->lines[9].line, 15);
    assert_false(t->lines[9].known);
    wm_txi_free(t);
    assert_false(wm_txi_detect("shiny 1", 7));
    assert_false(wm_txi_detect("", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_what_they_are),
        cmocka_unit_test(other_bytes_are_refused),
        cmocka_unit_test(unknown_pixels_are_refused),
        cmocka_unit_test(files_that_end_early),
        cmocka_unit_test(a_small_file_has_no_huge_image),
        cmocka_unit_test(rows_and_columns_have_their_order),
        cmocka_unit_test(runs_cross_rows),
        cmocka_unit_test(masks_are_widened),
        cmocka_unit_test(colour_maps_are_looked_up),
        cmocka_unit_test(blocks_are_decoded),
        cmocka_unit_test(dxt1_of_kotor_is_opaque),
        cmocka_unit_test(unset_alpha_is_opaque),
        cmocka_unit_test(levels_that_are_not_there),
        cmocka_unit_test(sheets_have_all_layers),
        cmocka_unit_test(halves_are_means),
        cmocka_unit_test(images_come_back),
        cmocka_unit_test(blocks_come_close),
        cmocka_unit_test(plain_blocks_are_nearly_exact),
        cmocka_unit_test(sheets_become_flip_books),
        cmocka_unit_test(png_shows_the_image),
        cmocka_unit_test(texts_say_how_a_surface_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

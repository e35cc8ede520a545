/* Decoding textures in pixels per second, and compressing them, against libsquish where it is
 * installed. */
#include "bench.h"
#ifdef WM_BENCH_SQUISH
#include "squish_peer.h"
#endif

typedef struct side {
    const wm_texture *texture;
    uint8_t *rgba; /* of the peer */
    int dxt;
} side;

static void decode(void *context, unsigned times)
{
    const side *s = context;
    for (unsigned i = 0; i < times; i++) {
        wm_image *image = wm_texture_decode(s->texture, 0, 0, NULL, NULL);
        BENCH_CHECK(image && image->width == s->texture->width);
        bench_use(image->rgba);
        wm_image_free(image);
    }
}

/* ---- decoding -------------------------------------------------------------- */

static double megapixels(const wm_texture *t, double seconds)
{
    return (double)t->width * t->height / seconds / 1e6;
}

#ifdef WM_BENCH_SQUISH
/* With a block of its own for the pixels, as ours has. */
static void peer_decode(void *context, unsigned times)
{
    const side *s = context;
    const wm_texture *t = s->texture;
    for (unsigned i = 0; i < times; i++) {
        uint8_t *rgba = malloc(4 * (size_t)t->width * t->height);
        BENCH_CHECK(rgba);
        squish_peer_decode(t->images[0].data, (int)t->width, (int)t->height, s->dxt, rgba);
        bench_use(rgba);
        free(rgba);
    }
}

static void compare(const char *name, side *s)
{
    bench_pair pair = bench_compare(decode, s, peer_decode, s);
    bench_row(name, megapixels(s->texture, pair.first), "Mpixel/s",
              "libsquish %.0f; %.2f times as fast (target 1)", megapixels(s->texture, pair.second),
              pair.ratio);
}
#else
static void compare(const char *name, side *s)
{
    bench_row(name, megapixels(s->texture, bench_median(decode, s, 101)), "Mpixel/s", "%s",
              "no libsquish to compare with");
}
#endif

/* ---- compressing ------------------------------------------------------------- */

static wm_texture *encode(const wm_image *image, wm_texture_pixels pixels)
{
    const wm_texture_from_image_opts opts = {.pixels = pixels, .levels = 1};
    wm_texture *t = wm_texture_from_image(image, &opts, NULL);
    BENCH_CHECK(t);
    return t;
}

#ifdef WM_BENCH_SQUISH
/* The mean of the squares of what the colours are off. */
static double error_of(const uint8_t *a, const uint8_t *b, size_t pixels)
{
    double sum = 0;
    for (size_t i = 0; i < pixels; i++)
        for (size_t k = 0; k < 3; k++) {
            double off = (double)a[4 * i + k] - b[4 * i + k];
            sum += off * off;
        }
    return sum / (3 * (double)pixels);
}

static void compare_encoders(const char *name, const wm_image *image)
{
    size_t pixels = (size_t)image->width * image->height;
    double start = bench_seconds();
    wm_texture *ours = encode(image, WM_TEXTURE_PIXELS_DXT1);
    double our_time = bench_seconds() - start;
    wm_image *back = wm_texture_decode(ours, 0, 0, NULL, NULL);
    uint8_t *blocks = malloc(pixels), *rgba = malloc(4 * pixels);
    BENCH_CHECK(back && blocks && rgba);
    start = bench_seconds();
    squish_peer_encode(image->rgba, (int)image->width, (int)image->height, 1, blocks);
    double peer_time = bench_seconds() - start;
    squish_peer_decode(blocks, (int)image->width, (int)image->height, 1, rgba);
    double our_error = error_of(image->rgba, back->rgba, pixels);
    double peer_error = error_of(image->rgba, rgba, pixels);
    bench_row(name, (double)pixels / our_time / 1e6, "Mpixel/s",
              "libsquish %.2f; mean square error %.2f, libsquish %.2f",
              (double)pixels / peer_time / 1e6, our_error, peer_error);
    free(rgba);
    free(blocks);
    wm_image_free(back);
    wm_texture_free(ours);
}
#else
static void compare_encoders(const char *name, const wm_image *image)
{
    double start = bench_seconds();
    wm_texture_free(encode(image, WM_TEXTURE_PIXELS_DXT1));
    bench_row(name, (double)image->width * image->height / (bench_seconds() - start) / 1e6,
              "Mpixel/s", "%s", "no libsquish to compare with");
}
#endif

/* ---- all ------------------------------------------------------------------- */

/* Hills of colours, if there is no corpus. */
static wm_image *make_image(uint32_t size)
{
    wm_image *image = wm_image_new(size, size, NULL, NULL);
    BENCH_CHECK(image);
    for (uint32_t i = 0; i < size * size; i++) {
        uint32_t x = i % size, y = i / size;
        uint8_t *p = image->rgba + 4 * (size_t)i;
        p[0] = (uint8_t)(x * y / 64);
        p[1] = (uint8_t)(x + y / 2);
        p[2] = (uint8_t)(x * x / 256 + y);
        p[3] = (uint8_t)(y / 4);
    }
    return image;
}

static void measure(const char *name, const char *file, wm_texture_pixels pixels, int dxt)
{
    char title[64];
    wm_buffer bytes = {0};
    wm_image *image = NULL;
    wm_texture *t;
    bool real = bench_corpus(file, &bytes);
    if (real) {
        t = wm_texture_read(bytes.data, bytes.size, NULL, NULL);
    } else {
        image = make_image(1024);
        t = encode(image, pixels);
    }
    BENCH_CHECK(t);
    snprintf(title, sizeof title, "%s, %s", name, real ? strrchr(file, '/') + 1 : "made");
    compare(title, &(side){.texture = t, .dxt = dxt});
    wm_texture_free(t);
    wm_image_free(image);
    wm_buffer_free(&bytes);
}

static void measure_encoders(void)
{
    static const char *const files[] = {"textures/tpc/n_commm08.tga",
                                        "textures/tga/bom_stone01.tga", "textures/tga/load_k1.tga"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char title[64];
        wm_buffer bytes;
        if (!bench_corpus(files[i], &bytes)) {
            wm_image *made = make_image(512);
            compare_encoders("to DXT1, made", made);
            wm_image_free(made);
            return;
        }
        wm_texture *t = wm_texture_read(bytes.data, bytes.size, NULL, NULL);
        wm_image *image = t ? wm_texture_decode(t, 0, 0, NULL, NULL) : NULL;
        BENCH_CHECK(image);
        snprintf(title, sizeof title, "to DXT1, %s", strrchr(files[i], '/') + 1);
        compare_encoders(title, image);
        wm_image_free(image);
        wm_texture_free(t);
        wm_buffer_free(&bytes);
    }
}

void bench_texture(void)
{
    bench_heading("Textures against libsquish");
    measure("DXT1", "textures/dds/w_scimt13.dds", WM_TEXTURE_PIXELS_DXT1, 1);
    measure("DXT3", "textures/dds/buildmenu_icons002.dds", WM_TEXTURE_PIXELS_DXT5, 3);
    measure("DXT5", "textures/tpc/logo_sw_02.tpc", WM_TEXTURE_PIXELS_DXT5, 5);
    measure("DXT5", "textures/dds/buildmenu_icons000.dds", WM_TEXTURE_PIXELS_DXT5, 5);
    measure_encoders();
}

/* Writes PNG: one IDAT of filtered rows. There is no reader: only programs that write glTF or
 * pictures need this, and they have one compressor already. */
#include "base/deflate.h"
#include "texture/internal.h"

static void put_big(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)(v >> 24);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 8);
    p[3] = (uint8_t)v;
}

static void put_chunk(wmi_writer *w, const char *name, const void *data, size_t size)
{
    uint8_t *p = wmi_writer_room(w, size + 12);
    if (!p)
        return;
    put_big(p, (uint32_t)size);
    memcpy(p + 4, name, 4);
    if (size)
        memcpy(p + 8, data, size);
    put_big(p + 8 + size, wmi_crc32(p + 4, size + 4));
}

/* ---- filters ------------------------------------------------------------- */

enum { NO_FILTER, LEFT, ABOVE, MEAN, PAETH, FILTERS };

static int paeth(int left, int above, int corner)
{
    int a = above - corner, b = left - corner, c = a + b;
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    c = c < 0 ? -c : c;
    return a <= b && a <= c ? left : b <= c ? above : corner;
}

/* A row minus what the filter expects. `above` is a row of zeros for the first. */
WMI_INLINE void subtract(int filter, const uint8_t *row, const uint8_t *above, size_t size,
                         size_t pixel, uint8_t *to)
{
    for (size_t i = 0; i < size; i++) {
        int left = i < pixel ? 0 : row[i - pixel], corner = i < pixel ? 0 : above[i - pixel];
        int expected = filter == LEFT    ? left
                       : filter == ABOVE ? above[i]
                       : filter == MEAN  ? (left + above[i]) / 2
                       : filter == PAETH ? paeth(left, above[i], corner)
                                         : 0;
        to[i] = (uint8_t)(row[i] - expected);
    }
}

/* One loop for each filter. */
static void filter_row(int filter, const uint8_t *row, const uint8_t *above, size_t size,
                       size_t pixel, uint8_t *to)
{
    switch (filter) {
    case LEFT: subtract(LEFT, row, above, size, pixel, to); break;
    case ABOVE: subtract(ABOVE, row, above, size, pixel, to); break;
    case MEAN: subtract(MEAN, row, above, size, pixel, to); break;
    case PAETH: subtract(PAETH, row, above, size, pixel, to); break;
    default: subtract(NO_FILTER, row, above, size, pixel, to); break;
    }
}

/* Small differences compress well. */
static uint64_t cost_of(const uint8_t *row, size_t size)
{
    uint64_t cost = 0;
    for (size_t i = 0; i < size; i++)
        cost += row[i] < 128 ? row[i] : 256u - row[i];
    return cost;
}

/* Writes the number of the cheapest filter and its row. `trial` has room for a row. */
static void put_row(const uint8_t *row, const uint8_t *above, size_t size, size_t pixel,
                    uint8_t *trial, uint8_t *to)
{
    uint64_t best = UINT64_MAX;
    for (int filter = NO_FILTER; filter < FILTERS; filter++) {
        filter_row(filter, row, above, size, pixel, trial);
        uint64_t cost = cost_of(trial, size);
        if (cost >= best)
            continue;
        best = cost;
        to[0] = (uint8_t)filter;
        memcpy(to + 1, trial, size);
    }
}

/* ---- the file ------------------------------------------------------------ */

/* A row of the file: with three bytes for each pixel if there is no alpha. */
static void take_row(const uint8_t *rgba, uint32_t width, size_t pixel, uint8_t *to)
{
    for (uint32_t x = 0; x < width; x++)
        memcpy(to + x * pixel, rgba + 4 * (size_t)x, pixel);
}

/* Returns NULL if out of memory. */
static uint8_t *filter_all(wmi_arena *scratch, const wm_image *image, size_t pixel)
{
    size_t row = image->width * pixel;
    uint8_t *all = wmi_arena_raw(scratch, image->height, row + 1);
    uint8_t *rows = wmi_arena_new(scratch, 3, row);
    if (!all || !rows)
        return NULL;
    uint8_t *now = rows, *above = rows + row, *trial = rows + 2 * row;
    for (uint32_t y = 0; y < image->height; y++) {
        take_row(image->rgba + 4 * (size_t)y * image->width, image->width, pixel, now);
        put_row(now, above, row, pixel, trial, all + y * (row + 1));
        uint8_t *swap = above;
        above = now;
        now = swap;
    }
    return all;
}

static void put_file(wmi_writer *w, const wm_image *image, const uint8_t *data, size_t size,
                     bool alpha)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    uint8_t header[13] = {[8] = 8, [9] = alpha ? 6 : 2};
    put_big(header, image->width);
    put_big(header + 4, image->height);
    wmi_writer_reserve(w, size + 64);
    wmi_writer_bytes(w, signature, sizeof signature);
    put_chunk(w, "IHDR", header, sizeof header);
    put_chunk(w, "IDAT", data, size);
    put_chunk(w, "IEND", NULL, 0);
}

wm_status wm_png_write(const wm_image *image, const wm_write_opts *opts, wm_buffer *out,
                       wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    if (!image->width || !image->height || image->width > INT32_MAX / 8 ||
        (uint64_t)image->width * image->height > INT32_MAX / 5)
        return wmi_fail(error, WM_LIMIT, "", "%lu x %lu pixels cannot be written as a PNG",
                        (ul)image->width, (ul)image->height);
    uint8_t lowest, highest, *packed = NULL;
    wmi_arena scratch;
    wmi_writer w;
    wm_image_alpha(image, &lowest, &highest);
    size_t pixel = lowest == 255 ? 3 : 4, size = 0;
    wmi_arena_init(&scratch, wmi_write_allocator(opts), 0);
    const uint8_t *rows = filter_all(&scratch, image, pixel);
    if (rows)
        size = wmi_deflate(&scratch, rows, image->height * (image->width * pixel + 1),
                           WMI_EFFORT_FAST, &packed);
    wmi_writer_init(&w, wmi_write_allocator(opts));
    if (size)
        put_file(&w, image, packed, size, pixel == 4);
    else
        w.failed = true;
    wmi_arena_free(&scratch);
    return wmi_writer_finish(&w, out, error);
}

/* Reading JPEG, with libjpeg where it is installed. glTF files of other programs have them. */
#include <stdio.h>

#include "texture/texture.h"

#ifdef WM_JPEG
#include <jpeglib.h>
#include <setjmp.h>

/* Pictures of other programs have about ten. Each scan goes over the whole image, whatever it
 * holds, so their number bounds the time. */
enum { SCANS_MOST = 64 };

typedef struct reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    struct jpeg_memory_mgr standard; /* what libjpeg allocates with */
    uint64_t taken;                  /* how much of that is counted */
    jmp_buf failed;
    wm_image *image;
    wm_error *error;
} reader;

/* libjpeg expects that this does not return. */
static void fail(j_common_ptr jpeg)
{
    char text[JMSG_LENGTH_MAX];
    reader *r = jpeg->client_data;
    jpeg->err->format_message(jpeg, text);
    wm_error_set(r->error, WM_BAD_VALUE, "", "not a valid JPEG: %.150s", text);
    longjmp(r->failed, 1);
}

static void ignore(j_common_ptr jpeg)
{
    (void)jpeg;
}

static void count_scans(j_common_ptr jpeg)
{
    reader *r = jpeg->client_data;
    if (r->jpeg.input_scan_number <= SCANS_MOST)
        return;
    wm_error_set(r->error, WM_LIMIT, "", "this JPEG has more than %d scans", SCANS_MOST);
    longjmp(r->failed, 1);
}

/* ---- memory ------------------------------------------------------------- */

/* libjpeg keeps the coefficients of images with several scans: up to six bytes for each pixel. They
 * come from malloc, but are counted like the rest. */
static reader *take(j_common_ptr jpeg, uint64_t bytes)
{
    reader *r = jpeg->client_data;
    if (!cli_take_memory(bytes)) {
        wm_error_set(r->error, WM_NO_MEMORY, "", "out of memory");
        longjmp(r->failed, 1);
    }
    r->taken += bytes;
    return r;
}

static void *take_small(j_common_ptr jpeg, int pool, size_t size)
{
    return take(jpeg, size)->standard.alloc_small(jpeg, pool, size);
}

static void *take_large(j_common_ptr jpeg, int pool, size_t size)
{
    return take(jpeg, size)->standard.alloc_large(jpeg, pool, size);
}

static JSAMPARRAY take_samples(j_common_ptr jpeg, int pool, JDIMENSION width, JDIMENSION height)
{
    uint64_t size = (uint64_t)width * height * sizeof(JSAMPLE);
    return take(jpeg, size)->standard.alloc_sarray(jpeg, pool, width, height);
}

static JBLOCKARRAY take_blocks(j_common_ptr jpeg, int pool, JDIMENSION width, JDIMENSION height)
{
    uint64_t size = (uint64_t)width * height * sizeof(JBLOCK);
    return take(jpeg, size)->standard.alloc_barray(jpeg, pool, width, height);
}

static jvirt_sarray_ptr take_all_samples(j_common_ptr jpeg, int pool, boolean zero,
                                         JDIMENSION width, JDIMENSION height, JDIMENSION rows)
{
    uint64_t size = (uint64_t)width * height * sizeof(JSAMPLE);
    return take(jpeg, size)->standard.request_virt_sarray(jpeg, pool, zero, width, height, rows);
}

static jvirt_barray_ptr take_all_blocks(j_common_ptr jpeg, int pool, boolean zero, JDIMENSION width,
                                        JDIMENSION height, JDIMENSION rows)
{
    uint64_t size = (uint64_t)width * height * sizeof(JBLOCK);
    return take(jpeg, size)->standard.request_virt_barray(jpeg, pool, zero, width, height, rows);
}

static void count_memory(reader *r)
{
    struct jpeg_memory_mgr *m = r->jpeg.mem;
    r->standard = *m;
    m->alloc_small = take_small;
    m->alloc_large = take_large;
    m->alloc_sarray = take_samples;
    m->alloc_barray = take_blocks;
    m->request_virt_sarray = take_all_samples;
    m->request_virt_barray = take_all_blocks;
}

/* ---- pixels ------------------------------------------------------------- */

/* One row, from three bytes a pixel to four. */
static void widen(uint8_t *row, uint32_t width)
{
    for (uint32_t x = width; x-- > 0;) {
        uint8_t pixel[3] = {row[3 * x], row[3 * x + 1], row[3 * x + 2]};
        for (int k = 0; k < 3; k++)
            row[4 * x + (uint32_t)k] = pixel[k];
        row[4 * x + 3] = 255;
    }
}

/* The size is proved before libjpeg allocates anything for the image. */
static void decode(reader *r, const wm_buffer *bytes, uint64_t *most)
{
    jpeg_create_decompress(&r->jpeg);
    count_memory(r);
    r->progress.progress_monitor = count_scans;
    r->jpeg.progress = &r->progress;
    jpeg_mem_src(&r->jpeg, bytes->data, (unsigned long)bytes->size);
    jpeg_read_header(&r->jpeg, TRUE);
    uint32_t width = r->jpeg.image_width, height = r->jpeg.image_height;
    r->image = cli_new_image(width, height, most, r->error);
    if (!r->image)
        return;
    r->jpeg.out_color_space = JCS_RGB;
    jpeg_start_decompress(&r->jpeg);
    while (r->jpeg.output_scanline < height) {
        uint8_t *row = r->image->rgba + 4 * (size_t)r->jpeg.output_scanline * width;
        jpeg_read_scanlines(&r->jpeg, &row, 1);
        widen(row, width);
    }
}

/* The reader is the caller's, so that it is what it was when libjpeg jumps back here. */
static bool try_to_decode(reader *r, const wm_buffer *bytes, uint64_t *most)
{
    if (setjmp(r->failed)) /* NOLINT(cert-err52-cpp): the library's way */
        return false;
    decode(r, bytes, most);
    return r->image != NULL;
}

wm_image *cli_read_jpeg(const wm_buffer *bytes, uint64_t *most, wm_error *error)
{
    reader r = {.error = error};
    r.jpeg.client_data = &r;
    r.jpeg.err = jpeg_std_error(&r.errors);
    r.errors.error_exit = fail;
    r.errors.output_message = ignore;
    if (!try_to_decode(&r, bytes, most)) {
        wm_image_free(r.image);
        r.image = NULL;
    }
    jpeg_destroy_decompress(&r.jpeg);
    cli_give_memory(r.taken);
    return r.image;
}

#else

wm_image *cli_read_jpeg(const wm_buffer *bytes, uint64_t *most, wm_error *error)
{
    (void)bytes;
    (void)most;
    wm_error_set(error, WM_UNSUPPORTED, "", "this build of waymark cannot read JPEG");
    return NULL;
}

#endif

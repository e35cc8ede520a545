/* Reading JPEG, with libjpeg where it is installed. glTF files of other programs have them. */
#include <stdio.h>

#include "texture/texture.h"

#ifdef WM_JPEG
#include <jpeglib.h>
#include <setjmp.h>

typedef struct reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
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

wm_image *cli_read_jpeg(const wm_buffer *bytes, uint64_t most, wm_error *error)
{
    reader r = {.error = error};
    r.jpeg.client_data = &r;
    r.jpeg.err = jpeg_std_error(&r.errors);
    r.errors.error_exit = fail;
    r.errors.output_message = ignore;
    if (setjmp(r.failed)) { /* NOLINT(cert-err52-cpp): the library's way */
        jpeg_destroy_decompress(&r.jpeg);
        wm_image_free(r.image);
        return NULL;
    }
    jpeg_create_decompress(&r.jpeg);
    jpeg_mem_src(&r.jpeg, bytes->data, (unsigned long)bytes->size);
    jpeg_read_header(&r.jpeg, TRUE);
    r.jpeg.out_color_space = JCS_RGB;
    jpeg_start_decompress(&r.jpeg);
    r.image = cli_new_image(r.jpeg.output_width, r.jpeg.output_height, most, error);
    while (r.image && r.jpeg.output_scanline < r.jpeg.output_height) {
        uint8_t *row = r.image->rgba + 4 * (size_t)r.jpeg.output_scanline * r.jpeg.output_width;
        jpeg_read_scanlines(&r.jpeg, &row, 1);
        widen(row, r.jpeg.output_width);
    }
    jpeg_destroy_decompress(&r.jpeg);
    return r.image;
}

#else

wm_image *cli_read_jpeg(const wm_buffer *bytes, uint64_t most, wm_error *error)
{
    (void)bytes;
    (void)most;
    wm_error_set(error, WM_UNSUPPORTED, "", "this build of waymark cannot read JPEG");
    return NULL;
}

#endif

/* Reading PNG, with libpng. The library writes them itself (wm_png_write). */
#include <png.h>

#include <string.h>

#include "texture/texture.h"

bool cli_is_png(const wm_buffer *bytes)
{
    return bytes->size >= 8 && png_sig_cmp(bytes->data, 0, 8) == 0;
}

uint64_t cli_pixel_limit(uint64_t file_size)
{
    return cli_memory_limit() ? UINT64_MAX : (UINT64_C(16) << 20) + 20 * file_size;
}

wm_image *cli_new_image(uint32_t width, uint32_t height, uint64_t *most, wm_error *error)
{
    uint64_t pixels = (uint64_t)width * height;
    if (pixels <= *most / 4) {
        *most -= *most == UINT64_MAX ? 0 : 4 * pixels;
        return wm_image_new(width, height, cli_allocator(), error);
    }
    wm_error_set(error, WM_LIMIT, "",
                 "%u x %u pixels are too many for so small a file; --max-memory SIZE allows what "
                 "fits into that size",
                 (unsigned)width, (unsigned)height);
    return NULL;
}

wm_image *cli_read_png(const wm_buffer *bytes, uint64_t *most, wm_error *error)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&png, bytes->data, bytes->size)) {
        wm_error_set(error, WM_BAD_VALUE, "", "not a valid PNG: %s", png.message);
        return NULL;
    }
    png.format = PNG_FORMAT_RGBA;
    wm_image *image = cli_new_image(png.width, png.height, most, error);
    if (image && png_image_finish_read(&png, NULL, image->rgba, 0, NULL) &&
        !(png.warning_or_error & PNG_IMAGE_ERROR))
        return image;
    if (image)
        wm_error_set(error, WM_BAD_VALUE, "", "not a valid PNG: %s", png.message);
    png_image_free(&png);
    wm_image_free(image);
    return NULL;
}

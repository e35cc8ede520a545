/* Reading PNG, with libpng. The library writes them itself (wm_png_write). */
#include <png.h>

#include <string.h>

#include "texture/texture.h"

bool cli_is_png(const wm_buffer *bytes)
{
    return bytes->size >= 8 && png_sig_cmp(bytes->data, 0, 8) == 0;
}

wm_image *cli_read_png(const wm_buffer *bytes, wm_error *error)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&png, bytes->data, bytes->size)) {
        wm_error_set(error, WM_BAD_VALUE, "", "not a valid PNG: %s", png.message);
        return NULL;
    }
    png.format = PNG_FORMAT_RGBA;
    wm_image *image = wm_image_new(png.width, png.height, cli_allocator(), error);
    if (image && png_image_finish_read(&png, NULL, image->rgba, 0, NULL) &&
        !(png.warning_or_error & PNG_IMAGE_ERROR))
        return image;
    if (image)
        wm_error_set(error, WM_BAD_VALUE, "", "not a valid PNG: %s", png.message);
    png_image_free(&png);
    wm_image_free(image);
    return NULL;
}

/* PNG and JPEG, which come embedded in glTF files: libpng and libjpeg with the limits that the
 * command sets. A limit for all images counts those that are broken too. */
#include "fuzz.h"
#include "texture/texture.h"

static void read_image(const wm_buffer *bytes, uint64_t most)
{
    wm_error error = {.code = WM_OK};
    uint64_t left = most;
    wm_image *image = cli_is_png(bytes) ? cli_read_png(bytes, &left, &error)
                                        : cli_read_jpeg(bytes, &left, &error);
    FUZZ_CHECK(left <= most && (image || error.code != WM_OK));
    FUZZ_CHECK(!image || most - left == 4 * (uint64_t)image->width * image->height);
    wm_image_free(image);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    const wm_buffer bytes = {.data = (uint8_t *)data, .size = size};
    read_image(&bytes, cli_pixel_limit(size));
    read_image(&bytes, 64);
}

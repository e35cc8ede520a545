/* Sample textures of every kind, form and pixel format. */
#ifndef WAYMARK_TEST_TEXTURES_H
#define WAYMARK_TEST_TEXTURES_H

#include "waymark/waymark.h"

typedef struct test_texture {
    const char *name; /* of a file: "cube.tpc" */
    wm_texture_kind kind;
    wm_texture_form form;
    uint32_t width, height, layers, levels; /* as wm_texture has them */
} test_texture;

extern const test_texture test_textures[]; /* ended by a row without a name */

/* The bytes of a sample, allocated with malloc. */
uint8_t *test_texture_bytes(const char *name, size_t *size);
/* The sample, read. */
wm_texture *test_texture_make(const char *name);
/* An image with a gradient in each channel. Free with wm_image_free. */
wm_image *test_image_make(uint32_t width, uint32_t height, bool opaque);

#endif

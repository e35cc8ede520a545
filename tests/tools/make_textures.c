/* make_textures DIR: writes the sample textures, and a picture as PNG, TGA and TPC. */
#include <stdio.h>
#include <stdlib.h>

#include "system.h"
#include "textures.h"
#include "waymark/file.h"

static const char *directory;

static void save(const char *name, const void *data, size_t size)
{
    char path[4096];
    wm_error error;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (wm_file_write(path, data, size, true, &error) != WM_OK) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        exit(1);
    }
}

static void save_picture(void)
{
    wm_image *image = test_image_make(64, 32, false);
    const wm_texture_from_image_opts opts = {.kind = WM_TEXTURE_KIND_TGA,
                                             .pixels = WM_TEXTURE_PIXELS_RGBA};
    wm_texture *tga = image ? wm_texture_from_image(image, &opts, NULL) : NULL;
    wm_buffer out;
    if (!tga || wm_texture_write(tga, NULL, &out, NULL) != WM_OK)
        exit(1);
    save("picture.tga", out.data, out.size);
    wm_buffer_free(&out);
    if (wm_png_write(image, NULL, &out, NULL) != WM_OK)
        exit(1);
    save("picture.png", out.data, out.size);
    wm_buffer_free(&out);
    wm_texture_free(tga);
    wm_image_free(image);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: make_textures DIR\n", stderr);
        return 2;
    }
    directory = argv[1];
    test_make_directory(directory);
    for (const test_texture *t = test_textures; t->name; t++) {
        size_t size;
        uint8_t *bytes = test_texture_bytes(t->name, &size);
        if (!bytes)
            return 1;
        save(t->name, bytes, size);
        free(bytes);
    }
    save_picture();
    return 0;
}

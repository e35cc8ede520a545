/* convert --write-textures: the images of a glTF as TGA files next to the model. */
#include <stdlib.h>
#include <string.h>

#include "convert/import.h"
#include "platform.h"
#include "texture/texture.h"

static wm_status encode(const wm_scene_image *image, wm_buffer *bytes, wm_error *error)
{
    const wm_image pixels = {
        .width = image->width, .height = image->height, .rgba = (uint8_t *)image->rgba};
    uint8_t lowest, highest;
    wm_image_alpha(&pixels, &lowest, &highest);
    const wm_texture_from_image_opts opts = {.allocator = cli_allocator(),
                                             .kind = WM_TEXTURE_KIND_TGA,
                                             .pixels = lowest < 255 ? WM_TEXTURE_PIXELS_RGBA
                                                                    : WM_TEXTURE_PIXELS_RGB};
    wm_texture *texture = wm_texture_from_image(&pixels, &opts, error);
    wm_status status =
        texture ? wm_texture_write(texture, CLI_WRITE_OPTS, bytes, error) : WM_NO_MEMORY;
    wm_texture_free(texture);
    return status;
}

/* Is there a texture of this name next to the model? */
static bool is_there(const char *out, const char *name)
{
    static const char *const endings[] = {".tpc", ".tga", ".dds"};
    bool there = false;
    for (int i = 0; i < 3 && !there; i++) {
        char *path = cli_path_beside(out, name, endings[i]);
        there = path && platform_find(path) == PLATFORM_FILE;
        free(path);
    }
    return there;
}

/* Materials of Black & White 2 name files: "t_wall.dds". */
static char *stem_of(const char *name)
{
    size_t n = strlen(name);
    return cli_copy_text(name, n > 4 && cli_ends(name, ".dds") ? n - 4 : n);
}

static int write_one(const cli *c, const char *out, const wm_scene_image *image, const char *name)
{
    wm_buffer bytes = {0};
    wm_error error;
    char *path = cli_path_beside(out, name, ".tga");
    if (!path)
        return cli_no_memory(CLI_WRITING);
    int code = encode(image, &bytes, &error) == WM_OK ? cli_save(c, path, bytes.data, bytes.size)
                                                      : cli_fail_on(CLI_WRITING, path, &error);
    wm_buffer_free(&bytes);
    free(path);
    return code;
}

int cli_write_textures(const cli *c, const char *out, wm_scene *scene)
{
    uint32_t written = 0, there = 0, unreadable = 0;
    int code = EXIT_FINE;
    cli_decode_images(c, out, scene);
    for (uint32_t i = 0; i < scene->image_count && code == EXIT_FINE; i++) {
        const wm_scene_image *image = &scene->images[i];
        char *name = stem_of(image->name);
        if (!name) {
            code = cli_no_memory(CLI_WRITING);
        } else if (!image->rgba) {
            unreadable++;
        } else if (!c->force && is_there(out, name)) {
            there++;
        } else {
            code = write_one(c, out, image, name);
            written += code == EXIT_FINE;
        }
        free(name);
    }
    if (code != EXIT_FINE || c->quiet)
        return code;
    cli_print(cli_messages(), "waymark: %u %s written next to %s\n", (unsigned)written,
              cli_word(written, "texture", "textures"), out);
    if (there)
        cli_print(cli_messages(), "waymark: note: %u %s there already; --force writes %s as TGA\n",
                  (unsigned)there, cli_word(there, "texture is", "textures are"),
                  cli_word(there, "it", "them"));
    if (unreadable)
        cli_print(cli_messages(), "waymark: warning: %u %s cannot be decoded\n",
                  (unsigned)unreadable, cli_word(unreadable, "image", "images"));
    return code;
}

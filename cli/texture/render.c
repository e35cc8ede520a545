/* waymark render of a texture: all its layers over a chequered ground, so that alpha shows. */
#include <string.h>

#include "draw/draw.h"
#include "texture/texture.h"

enum { SQUARE = 8 }; /* pixels */

static void put_ground(wm_image *image)
{
    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++) {
            uint8_t *p = image->rgba + 4 * ((size_t)y * image->width + x);
            uint32_t ground = (x / SQUARE + y / SQUARE) % 2 ? 153 : 204, alpha = p[3];
            for (int k = 0; k < 3; k++)
                p[k] = (uint8_t)((p[k] * alpha + ground * (255 - alpha) + 127) / 255);
            p[3] = 255;
        }
}

/* Options that all verbs have, and where to write. */
static bool is_general(const char *option)
{
    for (const cli_option *o = cli_common_options; o->name; o++)
        if (strcmp(o->name, option) == 0)
            return true;
    return strcmp(option, "to") == 0 || strcmp(option, "output") == 0;
}

int cli_render_texture(cli *c, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer png;
    const char *out = c->files[1];
    if (!draw_is_png(out))
        return cli_fail(EXIT_USAGE, "%s: a texture can be drawn as a PNG only", out);
    for (size_t i = 0; i < c->value_count; i++) {
        const char *name = c->values[i].option->name;
        if (!is_general(name))
            return cli_fail(EXIT_USAGE, "--%s has no effect on a texture", name);
    }
    wm_texture *t = wm_texture_read(bytes->data, bytes->size, CLI_READ_OPTS, &error);
    wm_image *image = t ? wm_texture_decode_sheet(t, cli_allocator(), &error) : NULL;
    wm_texture_free(t);
    if (!image)
        return cli_fail_on(CLI_READING, c->files[0], &error);
    put_ground(image);
    wm_status status = wm_png_write(image, CLI_WRITE_OPTS, &png, &error);
    wm_image_free(image);
    if (status != WM_OK)
        return cli_fail_on(CLI_WRITING, out, &error);
    int code = cli_save(c, out, png.data, png.size);
    if (code == EXIT_FINE && c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", c->files[0]);
        wm_json_add_text(&j, "output", out);
        wm_json_add_uint(&j, "bytes", png.size);
        wm_json_add_text(&j, "kind", "texture");
        json_finish(&j);
    } else if (code == EXIT_FINE && !c->quiet) {
        cli_print(cli_messages(), "waymark: wrote %s\n", out);
    }
    wm_buffer_free(&png);
    return code;
}

/* The images of a scene, for the verbs that show or export it. */
#include <stdlib.h>
#include <string.h>

#include "texture/texture.h"

bool cli_clean_name(char *name)
{
    bool plain = true;
    for (char *p = name; *p; p++)
        if ((unsigned char)*p < 32 || strchr("/\\:*?\"<>|%", *p) || (p == name && *p == '.')) {
            *p = '_';
            plain = false;
        }
    return plain;
}

char *cli_path_beside(const char *out, const char *name, const char *ending)
{
    size_t folder = (size_t)(cli_basename(out) - out);
    size_t size = folder + strlen(name) + strlen(ending) + 1;
    char *path = malloc(size);
    if (!path)
        return NULL;
    snprintf(path, size, "%.*s%s%s", (int)folder, out, name, ending);
    cli_clean_name(path + folder);
    return path;
}

wm_status cli_load_images(const cli *c, const char *file, wm_scene *scene, wm_error *error)
{
    cli_place place;
    wm_status status = WM_NO_MEMORY;
    if (cli_place_open(c, file, WM_FORMAT_KOTOR_LYT, NULL, &place, error)) {
        const wm_scene_images_opts opts = {.finder = place.opts.finder};
        status = wm_scene_load_images(scene, &opts, error);
    }
    cli_place_close(&place);
    return status;
}

static void decode(wm_scene *scene, wm_scene_image *image)
{
    const wm_buffer bytes = {.data = (uint8_t *)image->data, .size = image->size};
    wm_image *pixels =
        cli_is_png(&bytes) ? cli_read_png(&bytes, NULL) : cli_read_jpeg(&bytes, NULL);
    size_t size = pixels ? 4 * (size_t)pixels->width * pixels->height : 0;
    uint8_t *rgba = size ? wm_scene_alloc(scene, size, 1, NULL) : NULL;
    if (rgba) {
        memcpy(rgba, pixels->rgba, size);
        image->rgba = rgba;
        image->width = pixels->width;
        image->height = pixels->height;
        image->cube = image->cube && pixels->width == pixels->height / 6;
    }
    wm_image_free(pixels);
}

void cli_decode_images(wm_scene *scene)
{
    for (uint32_t i = 0; i < scene->image_count; i++)
        if (!scene->images[i].rgba)
            decode(scene, &scene->images[i]);
}

void cli_say_images(const cli *c, const char *file, const wm_scene *scene, const char *done)
{
    uint32_t missing = scene->missing_count;
    if (c->quiet)
        return;
    for (uint32_t i = 0; i < scene->missing_count; i++) {
        const wm_scene_missing *m = &scene->missing[i];
        if (m->reason)
            cli_print(cli_messages(), "waymark: warning: %s: the texture %s cannot be read: %s\n",
                      file, m->where ? m->where : m->name, m->reason);
        missing -= m->reason != NULL;
    }
    for (uint32_t i = 0; missing && i < scene->missing_count; i++)
        if (!scene->missing[i].reason) {
            cli_print(cli_messages(), "waymark: note: %s: %u %s %s, %u not found%s %s\n", file,
                      (unsigned)scene->image_count,
                      cli_word(scene->image_count, "texture", "textures"), done, (unsigned)missing,
                      missing == 1 ? ":" : "; the first is", scene->missing[i].name);
            return;
        }
}

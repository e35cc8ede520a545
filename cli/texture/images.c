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

/* An image, in an order in which equal ones follow each other. */
typedef struct twin {
    uint64_t hash;
    const wm_scene_image *image;
    uint32_t index;
} twin;

static uint64_t hash_bytes(const wm_scene_image *image)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < image->size; i++)
        h = (h ^ image->data[i]) * UINT64_C(0x100000001B3);
    return h;
}

static int by_bytes(const void *x, const void *y)
{
    const twin *a = x, *b = y;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->image->size != b->image->size)
        return a->image->size < b->image->size ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static bool are_equal(const wm_scene_image *a, const wm_scene_image *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static bool fits(const wm_scene_image *image, uint64_t *most)
{
    uint64_t size = 4 * (uint64_t)image->width * image->height;
    if (size > *most)
        return false;
    *most -= *most == UINT64_MAX ? 0 : size;
    return true;
}

/* `most` is for this and all images after it. */
static bool decode(wm_scene *scene, wm_scene_image *image, uint64_t *most, wm_error *error)
{
    const wm_buffer bytes = {.data = (uint8_t *)image->data, .size = image->size};
    wm_image *pixels =
        cli_is_png(&bytes) ? cli_read_png(&bytes, most, error) : cli_read_jpeg(&bytes, most, error);
    size_t size = pixels ? 4 * (size_t)pixels->width * pixels->height : 0;
    uint8_t *rgba = size ? wm_scene_alloc(scene, size, 1, error) : NULL;
    if (rgba) {
        memcpy(rgba, pixels->rgba, size);
        image->rgba = rgba;
        image->width = pixels->width;
        image->height = pixels->height;
    }
    wm_image_free(pixels);
    return rgba;
}

/* Takes the pixels of an equal image. They count again: what is made of them is not shared. */
static bool share(const wm_scene_image *from, wm_scene_image *to, uint64_t *most, wm_error *error)
{
    if (!from->rgba || !fits(from, most)) {
        wm_error_set(error, WM_LIMIT, "", "too many images have the same pixels");
        return false;
    }
    to->rgba = from->rgba;
    to->width = from->width;
    to->height = from->height;
    return true;
}

void cli_decode_images(const cli *c, const char *file, wm_scene *scene)
{
    twin *order = malloc(((size_t)scene->image_count + 1) * sizeof *order);
    uint64_t most = cli_pixel_limit(0);
    uint32_t count = 0, first = 0;
    for (uint32_t i = 0; order && i < scene->image_count; i++)
        if (!scene->images[i].rgba && scene->images[i].data)
            order[count++] = (twin){hash_bytes(&scene->images[i]), &scene->images[i], i};
    if (order)
        qsort(order, count, sizeof *order, by_bytes);
    for (uint32_t i = 0; i < count; i++) {
        wm_scene_image *image = &scene->images[order[i].index];
        wm_error error = {.code = WM_OK};
        bool twins = i && are_equal(order[first].image, image), good;
        first = twins ? first : i;
        if (!twins && most != UINT64_MAX)
            most += cli_pixel_limit(image->size) - cli_pixel_limit(0);
        good = twins ? share(order[first].image, image, &most, &error)
                     : decode(scene, image, &most, &error);
        image->cube = image->cube && image->rgba && image->width == image->height / 6;
        cli_explain_memory(&error);
        if (!good && !c->quiet)
            cli_print(cli_messages(), "waymark: warning: %s: the image %s cannot be read: %s\n",
                      file, image->name ? image->name : "", error.message);
    }
    free(order);
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

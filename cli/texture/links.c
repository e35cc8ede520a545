/* The images of a scene as files next to a glTF or OBJ. */
#include <stdlib.h>
#include <string.h>

#include "platform.h"
#include "texture/texture.h"

/* wall.png; the names of images differ, but what is left of odd ones may not: they get a number. */
static char *name_of(const wm_scene_image *image, uint32_t at)
{
    enum { ROOM = 128, LONGEST = 100 };
    const char *ending = image->data && strcmp(image->mime, "image/jpeg") == 0 ? "jpg" : "png";
    char stem[LONGEST + 1], *name = malloc(ROOM);
    snprintf(stem, sizeof stem, "%s", image->name);
    bool plain = cli_clean_name(stem) && *stem && strlen(image->name) <= LONGEST;
    if (name && plain)
        snprintf(name, ROOM, "%s.%s", stem, ending);
    else if (name)
        snprintf(name, ROOM, "%s-%u.%s", stem, (unsigned)at + 1, ending);
    return name;
}

static wm_status encode(const wm_scene_image *image, wm_buffer *bytes, wm_error *error)
{
    const wm_image pixels = {
        .width = image->width, .height = image->height, .rgba = (uint8_t *)image->rgba};
    return wm_png_write(&pixels, CLI_WRITE_OPTS, bytes, error);
}

wm_status cli_links_make(cli_links *l, const char *out, const wm_scene *scene, wm_error *error)
{
    size_t n = scene->image_count;
    *l = (cli_links){.names = calloc(n + 1, sizeof *l->names),
                     .bytes = calloc(n + 1, sizeof *l->bytes),
                     .files = calloc(n + 1, sizeof *l->files)};
    wm_status status = l->names && l->bytes && l->files
                           ? WM_OK
                           : wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
    for (uint32_t i = 0; status == WM_OK && i < n; i++) {
        const wm_scene_image *image = &scene->images[i];
        wm_file_output *file = &l->files[i];
        l->names[i] = name_of(image, i);
        file->path = l->names[i] ? cli_path_beside(out, l->names[i], "") : NULL;
        if (!file->path)
            status = wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
        else if (!image->data)
            status = encode(image, &l->bytes[i], error);
        file->data = image->data ? image->data : l->bytes[i].data;
        file->size = image->data ? image->size : l->bytes[i].size;
        l->count = i + 1;
    }
    return status;
}

void cli_links_free(cli_links *l)
{
    for (uint32_t i = 0; i < l->count; i++) {
        free((char *)l->names[i]);
        free((char *)l->files[i].path);
        wm_buffer_free(&l->bytes[i]);
    }
    free(l->names);
    free(l->bytes);
    free(l->files);
}

/* Is the file there with these bytes already? */
static bool is_written(const wm_file_output *file)
{
    wm_buffer old = {0};
    if (cli_read_file(file->path, &old, NULL) != WM_OK)
        return false;
    bool same = old.size == file->size && memcmp(old.data, file->data, old.size) == 0;
    wm_buffer_free(&old);
    return same;
}

/* Is another file of that name in the way? */
static bool is_in_the_way(const cli *c, const wm_file_output *file)
{
    return !c->force && platform_find(file->path) == PLATFORM_FILE && !is_written(file);
}

static int save_image(const cli *c, const wm_file_output *file)
{
    wm_error error;
    size_t at;
    if (is_written(file) || cli_try_save(c, file, 1, &at, &error) == WM_OK ||
        is_written(file)) /* by another thread, in the meantime */
        return EXIT_FINE;
    return cli_fail_save(c, file->path, &error);
}

int cli_links_save(const cli *c, const cli_links *l, const wm_file_output *first, size_t count)
{
    int code = EXIT_FINE;
    for (size_t i = 0; i < count && code == EXIT_FINE; i++)
        if (!c->force && platform_find(first[i].path) == PLATFORM_FILE)
            code = cli_exists(first[i].path);
    for (uint32_t i = 0; i < l->count && code == EXIT_FINE; i++)
        if (is_in_the_way(c, &l->files[i]))
            code = cli_exists(l->files[i].path);
    for (uint32_t i = 0; i < l->count && code == EXIT_FINE; i++)
        code = save_image(c, &l->files[i]);
    return code == EXIT_FINE ? cli_save_all(c, first, count) : code;
}

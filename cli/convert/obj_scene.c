/* OBJ files with the materials that lie beside them. */
#include <stdlib.h>
#include <string.h>

#include "convert/import.h"

typedef struct beside {
    const char *file;
    wm_buffer bytes; /* of the last file of materials */
} beside;

/* Names that lead to other folders, or that are not there, give no colours; the mesh is the
 * same without them. */
static bool load_beside(void *user, const char *name, const void **data, size_t *size)
{
    beside *b = user;
    const char *base = cli_basename(b->file);
    size_t folder = (size_t)(base - b->file), n = folder + strlen(name) + 1;
    if (!*name || *name == '/' || strchr(name, ':') || strstr(name, ".."))
        return false;
    char *path = malloc(n);
    if (!path)
        return false;
    snprintf(path, n, "%.*s%s", (int)folder, b->file, name);
    wm_buffer_free(&b->bytes);
    bool good = wm_file_read(path, 0, NULL, &b->bytes, NULL) == WM_OK;
    free(path);
    *data = b->bytes.data;
    *size = good ? b->bytes.size : 0;
    return good;
}

wm_scene *cli_read_obj(const wm_buffer *bytes, const char *file, const wm_obj_read_opts *opts,
                       wm_error *error)
{
    beside b = {.file = file};
    wm_obj_read_opts full = *opts;
    full.load = load_beside;
    full.user = &b;
    wm_scene *scene = wm_obj_read(bytes->data, bytes->size, &full, error);
    wm_buffer_free(&b.bytes);
    return scene;
}

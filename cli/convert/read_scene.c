/* OBJ and glTF files with the files that lie next to them. */
#include <stdlib.h>
#include <string.h>

#include "convert/import.h"

typedef struct beside {
    const char *file;
    wm_buffer bytes; /* of the file that was loaded last */
} beside;

/* Names that lead to other folders count as missing. */
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

wm_scene *cli_read_gltf(const wm_buffer *bytes, const char *file, wm_report *report,
                        wm_error *error)
{
    beside b = {.file = file};
    const wm_gltf_read_opts opts = {.base = {.report = report}, .load = load_beside, .user = &b};
    wm_scene *scene = wm_gltf_read(bytes->data, bytes->size, &opts, error);
    wm_buffer_free(&b.bytes);
    return scene;
}

wm_scene *cli_import_gltf(const cli *c, const wm_buffer *bytes, const char *file, wm_error *error)
{
    wm_report report;
    wm_report_init(&report, NULL);
    wm_scene *scene = cli_read_gltf(bytes, file, &report, error);
    for (uint32_t i = 0; scene && !c->quiet && i < report.count; i++)
        fprintf(cli_messages(), "waymark: %s: %s\n", file, report.issues[i].message);
    wm_report_free(&report);
    return scene;
}

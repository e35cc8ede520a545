/* The arrays of numbers that accompany the JSON of an answer. */
#include "core.h"

static void add(core *c, wm_json_writer *j, const char *name, const char *type, core_blob blob)
{
    if (!core_grow((void **)&c->blobs, &c->blob_capacity, c->blob_count + 1, sizeof *c->blobs)) {
        wm_buffer_free(&blob.owned);
        wm_json_writer_fail(j, WM_NO_MEMORY);
        return;
    }
    wm_json_begin_object(j, name);
    wm_json_add_uint(j, "$blob", c->blob_count);
    wm_json_add_text(j, "type", type);
    wm_json_end(j);
    c->blobs[c->blob_count++] = blob;
}

void core_add_array(core *c, wm_json_writer *j, const char *name, const char *type,
                    const void *data, size_t size)
{
    add(c, j, name, type, (core_blob){.data = data, .size = size});
}

void core_add_owned(core *c, wm_json_writer *j, const char *name, const char *type,
                    wm_buffer *owned)
{
    add(c, j, name, type, (core_blob){owned->data, owned->size, *owned});
    *owned = (wm_buffer){0};
}

void core_keep_scene(core *c, wm_scene *scene)
{
    wm_scene_free(c->scene);
    c->scene = scene;
}

void core_forget(core *c)
{
    core_keep_scene(c, NULL);
    wm_buffer_free(&c->text);
    c->text = (wm_buffer){0};
    for (size_t i = 0; i < c->blob_count; i++)
        wm_buffer_free(&c->blobs[i].owned);
    c->blob_count = 0;
}

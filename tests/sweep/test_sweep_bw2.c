/* The sweeps over Black & White 2 models. */
#include <stdlib.h>

#include "bw2_models.h"
#include "support.h"
#include "sweep.h"
#include "walk.h"

static void *read_model(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    return wm_bw2_model_read(data, size, opts, error);
}

static uint64_t walk(const void *document)
{
    return test_walk_bw2(document);
}

static wm_status write_model(const void *document, const wm_allocator *allocator, wm_buffer *out,
                             wm_error *error)
{
    return wm_bw2_model_write(document, &(wm_write_opts){.allocator = allocator}, out, error);
}

static void free_model(void *document)
{
    wm_bw2_model_free(document);
}

static wm_status check(const void *document, wm_report *report, wm_error *error)
{
    return wm_bw2_model_check(document, NULL, report, error);
}

static wm_status compare(const void *a, const void *b, wm_diff *diff, wm_error *error)
{
    return wm_bw2_model_diff(a, b, diff, error);
}

/* Each step leaves a model that is safe, whether it is refused or not. */
static wm_status edit(void *document, const wm_allocator *allocator, wm_error *error)
{
    static const wm_vec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}};
    const wm_bw2_frame frame = {{{1, 0, 0}, {0, 0, 1}, {0, 1, 0}}, {1, 2, 3}};
    wm_bw2_model *m = document;
    (void)allocator;
    wm_status status = wm_bw2_model_add_entity(m, "bws_ep_new", &frame, error);
    if (status == WM_OK)
        status = wm_bw2_model_set_footprint(m, points, 3, error);
    if (status == WM_OK)
        status = wm_bw2_model_remove_entity(m, 0, error);
    if (status == WM_OK && m->material_count)
        status = wm_bw2_model_set_texture(m, m->material_count - 1, 5, "n.dds", error);
    return status;
}

static wm_status scene(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_scene_opts opts = {.allocator = allocator};
    wm_scene *made = wm_scene_from_bw2_model(document, &opts, error);
    wm_scene_free(made);
    return made ? WM_OK : error->code;
}

/* What was rebuilt must still be a model that can be read. */
static wm_status rebuild(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_status status = wm_bw2_model_rebuild(document, NULL, NULL, error);
    wm_buffer out;
    (void)allocator;
    if (status == WM_OK && wm_bw2_model_write(document, NULL, &out, NULL) == WM_OK) {
        wm_bw2_model *again = wm_bw2_model_read(out.data, out.size, NULL, NULL);
        assert_non_null(again);
        wm_bw2_model_free(again);
        wm_buffer_free(&out);
    }
    return status;
}

static const sweep_operation operations[] = {
    {"scene", scene},
    {"edit", edit},
    {"rebuild", rebuild},
    {0},
};

static uint8_t *sample(size_t i, size_t *size)
{
    for (const test_bw2_sample *s = test_bw2_samples; s->name; s++)
        if (i-- == 0)
            return test_bw2_bytes(s->kind, size);
    return NULL;
}

int main(void)
{
    static const char *const endings[] = {".bwm", NULL};
    static const sweep_format format = {
        .name = "bw2-model",
        .read = read_model,
        .walk = walk,
        .write = write_model,
        .free = free_model,
        .check = check,
        .diff = compare,
        .operations = operations,
        .sample = sample,
        .endings = endings,
        .header = 0xB8 + 2 * 0x1C0 + 2 * 0xDC + 3 * 0x20, /* up to the references */
        .exact = true,
        .memory_base = 8192,
        .memory_factor = 10, /* 16 bytes for each index of 2 that is replaced */
    };
    return sweep_main(&format);
}

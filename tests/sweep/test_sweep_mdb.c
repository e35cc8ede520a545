/* The sweeps over NWN2 models. */
#include <stdlib.h>

#include "mdb_models.h"
#include "support.h"
#include "sweep.h"
#include "walk.h"

static void *read_model(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    return wm_nwn2_mdb_read(data, size, opts, error);
}

static uint64_t walk(const void *document)
{
    return test_walk_mdb(document);
}

static wm_status write_model(const void *document, const wm_allocator *allocator, wm_buffer *out,
                             wm_error *error)
{
    return wm_nwn2_mdb_write(document, &(wm_write_opts){.allocator = allocator}, out, error);
}

static void free_model(void *document)
{
    wm_nwn2_mdb_free(document);
}

static wm_status check(const void *document, wm_report *report, wm_error *error)
{
    return wm_nwn2_mdb_check(document, NULL, report, error);
}

static wm_status compare(const void *a, const void *b, wm_diff *diff, wm_error *error)
{
    return wm_nwn2_mdb_diff(a, b, diff, error);
}

static wm_status describe(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_buffer json;
    const wm_info_opts opts = {.allocator = allocator};
    wm_status status = wm_nwn2_mdb_info(document, &opts, &json, error);
    wm_buffer_free(&json);
    return status;
}

static wm_status copy(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_nwn2_mdb *made = wm_nwn2_mdb_copy(document, allocator, error);
    wm_nwn2_mdb_free(made);
    return made ? WM_OK : error->code;
}

static wm_status scene(void *document, const wm_allocator *allocator, wm_error *error)
{
    const wm_scene_opts opts = {.allocator = allocator};
    const wm_nwn2_mdb_import_opts back = {.allocator = allocator};
    wm_scene *made = wm_scene_from_nwn2_mdb(document, &opts, error);
    if (!made)
        return error->code;
    wm_nwn2_mdb *again = wm_nwn2_mdb_from_scene(made, &back, NULL, error);
    /* A patched model may have no packet left, or a name that has no end. */
    wm_status status = again || error->code != WM_NO_MEMORY ? WM_OK : WM_NO_MEMORY;
    wm_nwn2_mdb_free(again);
    wm_scene_free(made);
    return status;
}

static wm_status rebuild(void *document, const wm_allocator *allocator, wm_error *error)
{
    const wm_nwn2_mdb_rebuild_opts all = {.normals = true, .tangents = true};
    (void)allocator;
    return wm_nwn2_mdb_rebuild(document, &all, NULL, error);
}

static const sweep_operation operations[] = {
    {"describe", describe}, {"copy", copy}, {"rebuild", rebuild}, {"scene", scene}, {0},
};

static uint8_t *sample(size_t i, size_t *size)
{
    for (const test_mdb_sample *s = test_mdb_samples; s->name; s++)
        if (i-- == 0)
            return test_mdb_bytes(s->name, size);
    return NULL;
}

int main(void)
{
    static const char *const endings[] = {".mdb", NULL};
    static const sweep_format format = {
        .name = "nwn2-mdb",
        .read = read_model,
        .walk = walk,
        .write = write_model,
        .free = free_model,
        .check = check,
        .diff = compare,
        .operations = operations,
        .sample = sample,
        .endings = endings,
        .header = 12 + 6 * 8 + 8 + 204, /* up to the first vertex */
        .memory_base = 16384,
        .memory_factor = 8,
    };
    return sweep_main(&format);
}

/* Sweeps over binary models, the MDX after the MDL. */
#include "models.h"
#include "support.h"
#include "sweep.h"
#include "walk.h"

static void *read_both(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    size_t mdl;
    return test_read_both(data, size, opts, error, &mdl);
}

static uint64_t walk(const void *document)
{
    return test_walk_mdl(document);
}

static wm_status write_both(const void *document, const wm_allocator *allocator, wm_buffer *out,
                            wm_error *error)
{
    wm_buffer mdl, mdx;
    *out = (wm_buffer){0};
    wm_status status =
        wm_kotor_mdl_write(document, &(wm_write_opts){.allocator = allocator}, &mdl, &mdx, error);
    if (status != WM_OK)
        return status;
    wm_allocator a = mdl.allocator;
    uint8_t *both = a.resize(a.user, NULL, 0, mdl.size + mdx.size);
    if (both) {
        memcpy(both, mdl.data, mdl.size);
        if (mdx.size)
            memcpy(both + mdl.size, mdx.data, mdx.size);
        *out = (wm_buffer){both, mdl.size + mdx.size, a};
    } else {
        status = WM_NO_MEMORY;
    }
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return status;
}

static void free_mdl(void *document)
{
    wm_kotor_mdl_free(document);
}

static wm_status check(const void *document, wm_report *report, wm_error *error)
{
    return wm_kotor_mdl_check(document, NULL, report, error);
}

static wm_status cover(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_kotor_coverage *v = wm_kotor_mdl_cover(document, allocator, error);
    wm_kotor_coverage_free(v);
    return v ? WM_OK : error->code;
}

static wm_status list_textures(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_kotor_textures *t = wm_kotor_mdl_textures(document, allocator, error);
    wm_kotor_textures_free(t);
    return t ? WM_OK : error->code;
}

static wm_status compare(const void *a, const void *b, wm_diff *diff, wm_error *error)
{
    return wm_kotor_mdl_diff(a, b, diff, error);
}

/* Laid out afresh it must be written and read. */
static wm_status pack(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_buffer mdl, mdx;
    wm_kotor_mdl_pack(document, WM_KOTOR_MDL_ORDER_A);
    wm_status status =
        wm_kotor_mdl_write(document, &(wm_write_opts){.allocator = allocator}, &mdl, &mdx, error);
    if (status != WM_OK)
        return status;
    wm_kotor_mdl *again = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(again);
    wm_kotor_mdl_free(again);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return WM_OK;
}

static const sweep_operation operations[] = {
    {"cover", cover},
    {"textures", list_textures},
    {"pack", pack},
    {0},
};

static uint8_t *sample(size_t i, size_t *size)
{
    wm_buffer both;
    if (i >= 4)
        return NULL;
    wm_kotor_mdl *m = test_model_make(i < 2 ? WM_KOTOR_GAME_1 : WM_KOTOR_GAME_2,
                                      i & 1 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC, NULL);
    if (!m || write_both(m, NULL, &both, NULL) != WM_OK)
        abort();
    wm_kotor_mdl_free(m);
    *size = both.size;
    return both.data; /* the default allocator is malloc */
}

int main(void)
{
    const sweep_format mdl = {
        .name = "kotor-mdl",
        .read = read_both,
        .walk = walk,
        .write = write_both,
        .free = free_mdl,
        .check = check,
        .diff = compare,
        .operations = operations,
        .sample = sample,
        .header = 208,
        .exact = true,
    };
    return sweep_main(&mdl);
}

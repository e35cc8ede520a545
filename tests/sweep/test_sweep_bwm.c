/* Sweeps over binary KotOR walkmeshes. */
#include "samples.h"
#include "support.h"
#include "sweep.h"
#include "walk.h"

static void *read_bwm(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    return wm_kotor_bwm_read(data, size, opts, error);
}

static uint64_t walk_bwm(const void *document)
{
    return test_walk_bwm(document);
}

static wm_status write_bwm(const void *document, const wm_allocator *allocator, wm_buffer *out,
                           wm_error *error)
{
    return wm_kotor_bwm_write(document, &(wm_write_opts){.allocator = allocator}, out, error);
}

static void free_bwm(void *document)
{
    wm_kotor_bwm_free(document);
}

static wm_status measure(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_kotor_bwm_stats stats;
    (void)allocator;
    return wm_kotor_bwm_measure(document, NULL, &stats, error);
}

static wm_status check(const void *document, wm_report *report, wm_error *error)
{
    return wm_kotor_bwm_check(document, NULL, report, error);
}

static wm_status copy(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_kotor_bwm *twin = wm_kotor_bwm_copy(document, allocator, error);
    if (!twin)
        return WM_NO_MEMORY;
    if (test_walk_bwm(twin) != test_walk_bwm(document))
        fail_msg("a copy differs from its original");
    wm_kotor_bwm_free(twin);
    return WM_OK;
}

/* What rebuild made must be written and read. */
static wm_status rebuild(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_buffer bytes;
    wm_status status = wm_kotor_bwm_rebuild(document, NULL, NULL, error);
    if (status != WM_OK)
        return status;
    status = wm_kotor_bwm_write(document, &(wm_write_opts){.allocator = allocator}, &bytes, error);
    if (status != WM_OK)
        return status;
    wm_kotor_bwm *again = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL);
    assert_non_null(again);
    wm_kotor_bwm_free(again);
    wm_buffer_free(&bytes);
    return WM_OK;
}

static wm_status transform(void *document, const wm_allocator *allocator, wm_error *error)
{
    const wm_kotor_transform transform = {.move = {1, -2, 0.5f}, .degrees = 30, .flip_x = true};
    (void)allocator;
    uint64_t before = test_walk_bwm(document);
    wm_status status = wm_kotor_bwm_transform(document, &transform, NULL, error);
    if (status != WM_OK && test_walk_bwm(document) != before)
        fail_msg("a transform that failed has changed the walkmesh");
    return status;
}

static const sweep_operation operations[] = {
    {"measure", measure}, {"copy", copy}, {"rebuild", rebuild}, {"transform", transform}, {0},
};

static uint8_t *sample(size_t i, size_t *size)
{
    wm_buffer bytes;
    for (size_t k = 0; k <= i; k++)
        if (!test_samples[k].name)
            return NULL;
    wm_kotor_bwm *b = test_sample_make(test_samples[i].name);
    if (wm_kotor_bwm_write(b, NULL, &bytes, NULL) != WM_OK)
        abort();
    wm_kotor_bwm_free(b);
    *size = bytes.size;
    return bytes.data; /* the default allocator is malloc */
}

int main(void)
{
    static const char *const endings[] = {".wok", ".pwk", ".dwk", NULL};
    const sweep_format bwm = {
        .name = "kotor-bwm",
        .read = read_bwm,
        .walk = walk_bwm,
        .write = write_bwm,
        .free = free_bwm,
        .check = check,
        .operations = operations,
        .sample = sample,
        .endings = endings,
        .header = 0x88,
        .exact = true,
    };
    return sweep_main(&bwm);
}

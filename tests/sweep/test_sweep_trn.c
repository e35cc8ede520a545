/* The sweeps over TRN and TRX files. */
#include <stdlib.h>

#include "support.h"
#include "sweep.h"
#include "terrain.h"
#include "walk.h"

static void *read_trn(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    wm_nwn2_trn_read_opts all = {.base = opts ? *opts : (wm_read_opts){0}};
    return wm_nwn2_trn_read(data, size, &all, error);
}

static uint64_t walk(const void *document)
{
    return test_walk_trn(document);
}

static wm_status write_trn(const void *document, const wm_allocator *allocator, wm_buffer *out,
                           wm_error *error)
{
    return wm_nwn2_trn_write(document, &(wm_nwn2_trn_write_opts){.base = {.allocator = allocator}},
                             out, error);
}

static void free_trn(void *document)
{
    wm_nwn2_trn_free(document);
}

static wm_status check(const void *document, wm_report *report, wm_error *error)
{
    return wm_nwn2_trn_check(document, NULL, report, error);
}

static wm_status copy_and_compare(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_diff diff;
    wm_nwn2_trn *copy = wm_nwn2_trn_copy(document, allocator, error);
    if (!copy)
        return WM_NO_MEMORY;
    wm_diff_init(&diff, allocator);
    wm_status status = wm_nwn2_trn_diff(document, copy, &diff, error);
    if (status == WM_OK && diff.count)
        fail_msg("a copy differs: %s", diff.items[0].message);
    wm_diff_free(&diff);
    wm_nwn2_trn_free(copy);
    return status;
}

static wm_status neutral(void *document, const wm_allocator *allocator, wm_error *error)
{
    const wm_nwn2_trn *trn = document;
    if (!trn->aswm)
        return WM_OK;
    wm_walkmesh *mesh = wm_walkmesh_from_nwn2_aswm(trn->aswm, allocator, error);
    wm_walkmesh_free(mesh);
    return mesh ? WM_OK : WM_NO_MEMORY;
}

static const sweep_operation operations[] = {{"copy", copy_and_compare}, {"neutral", neutral}, {0}};

/* Every truncation of the large ones would take long and show nothing new. */
static uint8_t *sample(size_t i, size_t *size)
{
    static const char *const names[] = {"closet.trx", "hall.trx",   "hall.trn",
                                        "field.trx",  "old-69.trx", "old-6a.trx",
                                        "old-6b.trx", "bare.trx",   "other.trn"};
    if (i >= sizeof names / sizeof *names)
        return NULL;
    return test_terrain_bytes(names[i], size);
}

int main(void)
{
    static const sweep_format format = {
        .name = "nwn2-trn",
        .read = read_trn,
        .walk = walk,
        .write = write_trn,
        .free = free_trn,
        .check = check,
        .operations = operations,
        .sample = sample,
        .header = 60,
        /* What deflate can make of a byte, and the document that comes of it. */
        .memory_base = 256 << 10,
        .memory_factor = 1032 + 68,
    };
    return sweep_main(&format);
}

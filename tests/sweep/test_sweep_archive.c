/* Sweeps over archives of every kind: tables, names and the bytes of entries. */
#include "archives.h"
#include "support.h"
#include "sweep.h"

/* Every BIF of a KEY is the sample. */
static wm_status open_bif(void *user, const char *name, wm_source *out, wm_error *error)
{
    static const uint8_t bif[] = {'B', 'I', 'F', 'F', 'V', '1', ' ', ' ', 1, 0, 0,   0,  0,
                                  0,   0,   0,   20,  0,   0,   0,   0,   0, 0, 0,   36, 0,
                                  0,   0,   2,   0,   0,   0,   10,  0,   0, 0, 'o', 'k'};
    (void)user;
    (void)name;
    (void)error;
    *out = test_source(bif, sizeof bif);
    return WM_OK;
}

static void *read_archive(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    wm_source source = test_source(data, size);
    wm_archive_opts o = {.open = open_bif};
    if (opts)
        o.base = *opts;
    return wm_archive_new(&source, &o, error);
}

static uint64_t add(uint64_t sum, const char *text)
{
    for (; text && *text; text++)
        sum = sum * 31 + (unsigned char)*text;
    return sum * 31 + (text != NULL);
}

/* Each entry is found by its name; the first of that name is not after it. */
static uint64_t walk_archive(const void *document)
{
    const wm_archive *a = document;
    uint64_t sum = a->entry_count;
    for (uint32_t i = 0; i < a->entry_count; i++) {
        const wm_archive_entry *e = &a->entries[i];
        sum = add(add(add(sum, e->name), e->type), e->path) + e->offset + e->size;
        uint32_t found = wm_archive_find(a, e->name, e->type);
        if (!strchr(e->name, '/') && found > i)
            fail_msg("entry %u is not found", (unsigned)i);
    }
    return sum;
}

static wm_status extract(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_archive *a = document;
    wm_status worst = WM_OK;
    for (uint32_t i = 0; i < a->entry_count && worst != WM_NO_MEMORY; i++) {
        wm_buffer bytes;
        wm_error local;
        if (wm_archive_extract(a, i, &(wm_write_opts){.allocator = allocator}, &bytes, &local) ==
            WM_NO_MEMORY) {
            worst = WM_NO_MEMORY;
            *error = local;
        }
        wm_buffer_free(&bytes);
    }
    return worst;
}

static void free_archive(void *document)
{
    wm_archive_free(document);
}

static const sweep_operation operations[] = {{"extract", extract}, {0}};

static uint8_t *sample(size_t i, size_t *size)
{
    wm_archive_kind kind;
    return test_archive_sample(i, &kind, size);
}

int main(void)
{
    static const char *const endings[] = {".rim", ".erf", ".hak", ".mod", ".zip", NULL};
    static const sweep_format format = {
        .name = "archive",
        .read = read_archive,
        .walk = walk_archive,
        .free = free_archive,
        .operations = operations,
        .sample = sample,
        .endings = endings,
        .header = 400,
    };
    return sweep_main(&format);
}

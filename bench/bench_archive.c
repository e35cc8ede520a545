/* Opening archives with many entries, and extracting against plain reads of the same bytes. */
#include <fcntl.h>
#include <unistd.h>

#include "archives.h"
#include "bench.h"
#include "waymark/folder.h"

enum { KEY_ENTRIES = 25000, ERF_ENTRIES = 5000, LARGEST = 8192 };

typedef struct name {
    char text[16];
} name;

typedef struct case_of {
    const char *path;
    uint32_t entries;
    wm_archive *archive;
    int file;
    uint64_t *offsets, *sizes; /* of the entries */
} case_of;

/* Entries of 0 to 8 KB, as most of a module are. */
static uint8_t *make(wm_archive_kind kind, uint32_t count, bool empty, size_t *size)
{
    static uint8_t bytes[LARGEST];
    test_entry *entries = calloc(count, sizeof *entries);
    name *names = calloc(count, sizeof *names);
    BENCH_CHECK(entries && names);
    for (uint32_t i = 0; i < LARGEST; i++)
        bytes[i] = (uint8_t)(i * 2654435761u >> 24);
    for (uint32_t i = 0; i < count; i++) {
        snprintf(names[i].text, sizeof names[i].text, "entry_%05u", (unsigned)i);
        entries[i] = (test_entry){.name = names[i].text,
                                  .type = 2002,
                                  .data = bytes,
                                  .size = empty ? 1 : i * 7919 % LARGEST};
    }
    uint8_t *made = test_archive(kind, "V1.0", entries, count, size);
    BENCH_CHECK(made);
    free(names);
    free(entries);
    return made;
}

static void save(const char *path, uint8_t *bytes, size_t size)
{
    BENCH_CHECK(wm_file_write(path, bytes, size, true, NULL) == WM_OK);
    free(bytes);
}

static void open_it(void *context, unsigned times)
{
    const case_of *c = context;
    for (unsigned i = 0; i < times; i++) {
        wm_archive *a = wm_archive_open_file(c->path, NULL, NULL);
        BENCH_CHECK(a && a->entry_count == c->entries);
        BENCH_CHECK(wm_archive_find(a, "ENTRY_00042", "mdl") == 42);
        wm_archive_free(a);
    }
}

static void extract(void *context, unsigned times)
{
    const case_of *c = context;
    for (unsigned n = 0; n < times; n++)
        for (uint32_t i = 0; i < c->entries; i++) {
            wm_buffer bytes;
            BENCH_CHECK(wm_archive_extract(c->archive, i, NULL, &bytes, NULL) == WM_OK);
            BENCH_CHECK(bytes.size == c->sizes[i]);
            bench_use(bytes.data);
            wm_buffer_free(&bytes);
        }
}

static void read_plainly(void *context, unsigned times)
{
    const case_of *c = context;
    for (unsigned n = 0; n < times; n++)
        for (uint32_t i = 0; i < c->entries; i++) {
            size_t size = (size_t)c->sizes[i];
            uint8_t *bytes = malloc(size + 1);
            BENCH_CHECK(bytes);
            BENCH_CHECK(pread(c->file, bytes, size, (off_t)c->offsets[i]) == (ssize_t)size);
            bench_use(bytes);
            free(bytes);
        }
}

static void compare_extracting(case_of *c)
{
    c->archive = wm_archive_open_file(c->path, NULL, NULL);
    c->file = open(c->path, O_RDONLY);
    c->offsets = calloc(c->entries, sizeof *c->offsets);
    c->sizes = calloc(c->entries, sizeof *c->sizes);
    BENCH_CHECK(c->archive && c->file >= 0 && c->offsets && c->sizes);
    double total = 0;
    for (uint32_t i = 0; i < c->entries; i++) {
        c->offsets[i] = c->archive->entries[i].offset;
        c->sizes[i] = c->archive->entries[i].size;
        total += (double)c->sizes[i];
    }
    bench_pair pair = bench_compare(read_plainly, c, extract, c);
    bench_row("extract every entry", total / pair.second / 1e6, "MB/s",
              "pread %.0f; takes %.2f times as long (target 1.3)", total / pair.first / 1e6,
              pair.ratio);
    free(c->sizes);
    free(c->offsets);
    close(c->file);
    wm_archive_free(c->archive);
}

void bench_archive(void)
{
    char folder[] = "/tmp/waymark-bench-XXXXXX", key[64], erf[64];
    size_t size;
    BENCH_CHECK(mkdtemp(folder));
    snprintf(key, sizeof key, "%s/chitin.key", folder);
    snprintf(erf, sizeof erf, "%s/module.mod", folder);
    uint8_t *bytes = make(WM_ARCHIVE_KIND_KEY, KEY_ENTRIES, true, &size);
    save(key, bytes, size);
    bytes = make(WM_ARCHIVE_KIND_ERF, ERF_ENTRIES, false, &size);
    save(erf, bytes, size);
    bench_heading("archives");
    case_of c = {.path = key, .entries = KEY_ENTRIES};
    bench_row("open a key of 25,000 entries", 1e3 * bench_median(open_it, &c, 101), "ms",
              "with one look-up");
    c = (case_of){.path = erf, .entries = ERF_ENTRIES};
    bench_row("open an ERF of 5,000 entries", 1e3 * bench_median(open_it, &c, 101), "ms",
              "with one look-up");
    compare_extracting(&c);
    remove(key);
    remove(erf);
    rmdir(folder);
}

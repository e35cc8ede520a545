/* Sweeps over path points. */
#include "modules.h"
#include "support.h"
#include "sweep.h"
#include "walk.h"

static void *read_pth(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    return wm_kotor_pth_read(data, size, opts, error);
}

static wm_status write_pth(const void *document, const wm_allocator *allocator, wm_buffer *out,
                           wm_error *error)
{
    return wm_kotor_pth_write(document, &(wm_write_opts){.allocator = allocator}, out, error);
}

static void free_pth(void *document)
{
    wm_kotor_pth_free(document);
}

static wm_status check(const void *document, wm_report *report, wm_error *error)
{
    return wm_kotor_pth_check(document, NULL, report, error);
}

static uint64_t walk_pth(const void *document)
{
    const wm_kotor_pth *pth = document;
    wm_kotor_pth_stats stats;
    uint64_t sum = test_walk_bytes(0, pth->points, pth->point_count * sizeof *pth->points);
    sum = test_walk_bytes(sum, pth->links, pth->link_count * sizeof *pth->links);
    for (uint32_t i = 0; i < pth->point_count; i++) {
        uint32_t count;
        const uint32_t *links = wm_kotor_pth_links(pth, i, &count);
        if (links < pth->links || links + count > pth->links + pth->link_count)
            abort();
    }
    if (wm_kotor_pth_measure(pth, &stats, NULL) == WM_OK && stats.parts > stats.points)
        abort();
    return sum;
}

/* Another number of links needs another file. */
static wm_status add_link(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_kotor_pth *pth = document;
    (void)allocator; /* the document has its own */
    uint32_t *links = wm_kotor_pth_alloc(pth, (size_t)pth->link_count + 1, sizeof *links, error);
    if (!links)
        return WM_NO_MEMORY;
    if (pth->link_count)
        memcpy(links, pth->links, pth->link_count * sizeof *links);
    pth->links = links;
    pth->link_count++;
    return WM_OK;
}

static uint8_t *sample(size_t i, size_t *size)
{
    static const float lone[][2] = {{1, 2}};
    wm_kotor_pth *pth = i == 0   ? test_pth_square()
                        : i == 1 ? test_pth(lone, 1, NULL, 0)
                        : i == 2 ? test_pth(NULL, 0, NULL, 0)
                                 : NULL;
    if (!pth)
        return NULL;
    uint8_t *bytes = test_pth_bytes(pth, size);
    wm_kotor_pth_free(pth);
    return bytes;
}

int main(void)
{
    static const char *const endings[] = {".pth", NULL};
    static const sweep_operation operations[] = {{"add a link", add_link}, {0}};
    const sweep_format format = {
        .name = "kotor-pth",
        .read = read_pth,
        .walk = walk_pth,
        .write = write_pth,
        .free = free_pth,
        .check = check,
        .operations = operations,
        .sample = sample,
        .endings = endings,
        .header = 56,
        .exact = true,
    };
    return sweep_main(&format);
}

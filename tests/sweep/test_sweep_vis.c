/* Sweeps over visibility lists. */
#include "support.h"
#include "sweep.h"
#include "walk.h"

static void *read_vis(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    return wm_kotor_vis_read(data, size, opts, error);
}

static wm_status write_vis(const void *document, const wm_allocator *allocator, wm_buffer *out,
                           wm_error *error)
{
    return wm_kotor_vis_write(document, &(wm_write_opts){.allocator = allocator}, out, error);
}

static void free_vis(void *document)
{
    wm_kotor_vis_free(document);
}

static wm_status check(const void *document, wm_report *report, wm_error *error)
{
    return wm_kotor_vis_check(document, NULL, report, error);
}

static uint64_t walk_vis(const void *document)
{
    const wm_kotor_vis *vis = document;
    uint64_t sum = test_walk_bytes(0, vis->text, vis->size);
    uint32_t names = 0;
    for (uint32_t i = 0; i < vis->room_count; i++) {
        const wm_kotor_vis_room *room = &vis->rooms[i];
        sum = test_walk_bytes(sum, room->name, strlen(room->name));
        if (room->first != names)
            abort();
        for (uint32_t k = 0; k < room->count; k++, names++)
            sum = test_walk_bytes(sum, vis->names[names].name, strlen(vis->names[names].name));
    }
    if (names != vis->name_count)
        abort();
    return sum;
}

static uint8_t *sample(size_t i, size_t *size)
{
    static const char *const texts[] = {
        "M10aa_06a 2\n  M10aa_03a\n  M10aa_04a\nM10aa_08a 1\n\tM10aa_06a\n",
        "a\r\n  b\r\n  c 3\r\nb 1\r\n  a\r\n  c",
        "# nothing\n\n",
    };
    if (i >= sizeof texts / sizeof *texts)
        return NULL;
    *size = strlen(texts[i]);
    uint8_t *copy = malloc(*size);
    if (!copy)
        abort();
    return memcpy(copy, texts[i], *size);
}

int main(void)
{
    static const char *const endings[] = {".vis", NULL};
    const sweep_format format = {
        .name = "kotor-vis",
        .read = read_vis,
        .walk = walk_vis,
        .write = write_vis,
        .free = free_vis,
        .check = check,
        .sample = sample,
        .endings = endings,
        .header = 32,
        .exact = true,
    };
    return sweep_main(&format);
}

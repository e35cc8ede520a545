/* The .stuff files of Black & White 2. They have no header: the last four bytes say where the
 * directory starts, which fills the rest of the file. docs/formats/archives.md. */
#include "aurora/archive/internal.h"

enum { ROW = 268, PATH = 256, TAIL = 4 };

typedef struct directory {
    uint64_t at;
    uint32_t count;
} directory;

static bool find_directory(const wm_source *source, directory *d)
{
    uint8_t tail[TAIL];
    if (source->size < TAIL + ROW)
        return false;
    if (source->data)
        memcpy(tail, (const uint8_t *)source->data + source->size - TAIL, TAIL);
    else if (source->read(source->user, source->size - TAIL, tail, TAIL, NULL) != WM_OK)
        return false;
    uint64_t end = source->size - TAIL;
    d->at = wmi_le32(tail); /* 0 would be an archive without any bytes: many files end with 0 */
    d->count = d->at && d->at < end ? (uint32_t)((end - d->at) / ROW) : 0;
    return d->count && (end - d->at) % ROW == 0;
}

/* A path that is text and ends, and bytes before the directory. */
static bool is_row(const uint8_t *row, uint64_t directory_at)
{
    const uint8_t *end = memchr(row, 0, PATH);
    for (const uint8_t *p = row; end && p < end; p++)
        if (*p < 32)
            return false;
    return end && end > row &&
           (uint64_t)wmi_le32(row + PATH) + wmi_le32(row + PATH + 4) <= directory_at;
}

bool wmi_stuff_detect(const wm_source *source)
{
    directory d;
    uint8_t row[ROW];
    if (!find_directory(source, &d))
        return false;
    if (source->data)
        memcpy(row, (const uint8_t *)source->data + d.at, ROW);
    else if (source->read(source->user, d.at, row, ROW, NULL) != WM_OK)
        return false;
    return is_row(row, d.at);
}

bool wmi_stuff_read(wmi_archive *a, wm_error *error)
{
    directory d;
    if (!find_directory(&a->source, &d))
        return wmi_fail(error, WM_BAD_MAGIC, "", "the last 4 bytes do not lead to a directory") ==
               WM_OK;
    const uint8_t *rows =
        wmi_source_take(&a->source, &a->arena, d.at, d.count, ROW, "entries", error);
    if (!rows || !wmi_archive_entries(a, d.count, false, error))
        return false;
    for (uint32_t i = 0; i < d.count; i++) {
        const uint8_t *row = rows + (size_t)ROW * i, *end = memchr(row, 0, PATH);
        wm_archive_entry *e = &a->entries[i];
        e->type_id = WM_NO_INDEX;
        e->offset = wmi_le32(row + PATH);
        e->size = wmi_le32(row + PATH + 4);
        if (!wmi_archive_path(a, e, (const char *)row, end ? (size_t)(end - row) : PATH))
            return wmi_arena_fail(&a->arena, error, "entries") == WM_OK;
    }
    return true;
}

/* ZIP, stored or deflated entries. The central directory at the end is believed, the local headers
 * only say where the data starts. docs/formats/archives.md. */
#include "aurora/archive/internal.h"
#include "base/deflate.h"

enum {
    LOCAL = 30,
    CENTRAL = 46,
    END = 22,
    COMMENT_MOST = 65535,
    ENCRYPTED = 1,
    /* Deflate makes at most 1,032 bytes from one. */
    RATIO_MOST = 1032
};

bool wmi_zip_detect(const uint8_t *h, size_t size)
{
    return size >= END && (memcmp(h, "PK\3\4", 4) == 0 || memcmp(h, "PK\5\6", 4) == 0);
}

/* The last record "end of central directory" whose comment ends with the file. NULL and *error if
 * there is none; *at is its offset. */
static const uint8_t *find_end(wmi_archive *a, uint64_t *at, wm_error *error)
{
    uint64_t size = a->source.size;
    uint32_t look = size < END + COMMENT_MOST ? (uint32_t)size : END + COMMENT_MOST;
    const uint8_t *tail =
        wmi_source_take(&a->source, &a->arena, size - look, look, 1, "end record", error);
    if (!tail)
        return NULL;
    for (uint32_t i = look >= END ? look - END + 1 : 0; i-- > 0;)
        if (memcmp(tail + i, "PK\5\6", 4) == 0 && i + END + wmi_le16(tail + i + 20) <= look) {
            *at = size - look + i;
            return tail + i;
        }
    wmi_fail(error, WM_TRUNCATED, "end record",
             "the ZIP has no directory at its end: it is cut off");
    return NULL;
}

/* One row of the central directory, or NULL and *error. */
static const uint8_t *next_row(const uint8_t *directory, uint32_t size, uint32_t *at, uint32_t i,
                               uint32_t start, wm_error *error)
{
    char field[32];
    wmi_format(field, sizeof field, "entries[%lu]", (ul)i);
    const uint8_t *row = directory + *at;
    if (size - *at < CENTRAL || memcmp(row, "PK\1\2", 4) != 0) {
        wmi_fail_at(error, WM_BAD_VALUE, (uint64_t)start + *at, field,
                    "expected an entry of the directory");
        return NULL;
    }
    uint32_t whole =
        CENTRAL + (uint32_t)wmi_le16(row + 28) + wmi_le16(row + 30) + wmi_le16(row + 32);
    if (whole > size - *at) {
        wmi_fail_at(error, WM_TRUNCATED, (uint64_t)start + *at, field,
                    "the entry needs %lu bytes; the directory has %lu left", (ul)whole,
                    (ul)(size - *at));
        return NULL;
    }
    *at += whole;
    return row;
}

static bool read_row(wmi_archive *a, const uint8_t *row)
{
    uint32_t n = a->pub.entry_count;
    const char *path = (const char *)row + CENTRAL;
    size_t size = wmi_le16(row + 28);
    if (size == 0 || path[size - 1] == '/' || path[size - 1] == '\\')
        return true;
    wm_archive_entry *e = &a->entries[n];
    *e = (wm_archive_entry){
        .type_id = WM_NO_INDEX, .offset = wmi_le32(row + 42), .size = wmi_le32(row + 24)};
    a->stored[n] = (wmi_stored){.packed = wmi_le32(row + 20),
                                .crc = wmi_le32(row + 16),
                                .method = wmi_le16(row + 10),
                                .flags = wmi_le16(row + 8)};
    a->pub.entry_count++;
    return wmi_archive_path(a, e, path, size);
}

bool wmi_zip_read(wmi_archive *a, wm_error *error)
{
    uint64_t at = 0;
    const uint8_t *end = find_end(a, &at, error);
    if (!end)
        return false;
    uint32_t count = wmi_le16(end + 10), size = wmi_le32(end + 12), start = wmi_le32(end + 16);
    if (wmi_le16(end + 4) || wmi_le16(end + 6) || wmi_le16(end + 8) != count)
        return wmi_fail_at(error, WM_UNSUPPORTED, at + 4, "end record",
                           "a ZIP in several parts is not supported") == WM_OK;
    if (count == 0xFFFF || start == UINT32_MAX)
        return wmi_fail_at(error, WM_UNSUPPORTED, at + 10, "end record",
                           "ZIP64 is not supported") == WM_OK;
    const uint8_t *directory =
        wmi_source_take(&a->source, &a->arena, start, size, 1, "entries", error);
    if (!directory ||
        !wmi_archive_entries(a, size / CENTRAL < count ? size / CENTRAL : count, true, error))
        return false;
    a->pub.entry_count = 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = next_row(directory, size, &next, i, start, error);
        if (!row)
            return false;
        if (!read_row(a, row))
            return wmi_arena_fail(&a->arena, error, "entries") == WM_OK;
    }
    return true;
}

/* ---- entries ------------------------------------------------------------ */

/* Where the data of an entry starts: after its local header. */
static wm_status find_data(wmi_archive *a, wmi_arena *scratch, uint32_t entry, const char *field,
                           uint64_t *at, wm_error *error)
{
    uint64_t offset = a->entries[entry].offset;
    wm_error why;
    const uint8_t *local = wmi_source_take(&a->source, scratch, offset, 1, LOCAL, field, &why);
    if (!local) {
        if (error)
            *error = why;
        return why.code;
    }
    if (memcmp(local, "PK\3\4", 4) != 0)
        return wmi_fail_at(error, WM_BAD_VALUE, offset, field, "expected a local header");
    *at = offset + LOCAL + wmi_le16(local + 26) + wmi_le16(local + 28);
    return WM_OK;
}

static wm_status check_entry(const wmi_archive *a, uint32_t entry, const char *field,
                             wm_error *error)
{
    const wm_archive_entry *e = &a->entries[entry];
    const wmi_stored *s = &a->stored[entry];
    if (s->flags & ENCRYPTED)
        return wmi_fail_at(error, WM_UNSUPPORTED, e->offset, field, "the entry is encrypted");
    if (s->method != WMI_ZIP_STORED && s->method != WMI_ZIP_DEFLATED)
        return wmi_fail_at(error, WM_UNSUPPORTED, e->offset, field,
                           "compression method %u is not supported, only 0 and 8",
                           (unsigned)s->method);
    uint64_t most = s->method == WMI_ZIP_STORED ? s->packed : s->packed * RATIO_MOST;
    if (e->size > most || (s->method == WMI_ZIP_STORED && e->size != s->packed))
        return wmi_fail_at(
            error, WM_BAD_VALUE, e->offset, field, "%s cannot come from %s that are stored",
            wmi_count(e->size, "byte", "bytes").text, wmi_count(s->packed, "byte", "bytes").text);
    return WM_OK;
}

static wm_status unpack(const wmi_stored *s, const uint8_t *from, wm_buffer *out, const char *field,
                        wm_error *error)
{
    size_t made = 0;
    wmi_inflated result = WMI_INFLATED;
    if (s->method == WMI_ZIP_DEFLATED)
        result = wmi_inflate_raw(from, (size_t)s->packed, out->data, out->size, &made);
    else if (out->size)
        memcpy(out->data, from, made = out->size);
    if (result == WMI_INFLATE_MEMORY)
        return wmi_fail(error, WM_NO_MEMORY, field, "out of memory");
    if (result != WMI_INFLATED || made != out->size)
        return wmi_fail(error, WM_BAD_VALUE, field, "the compressed data is damaged");
    uint32_t crc = wmi_crc32(out->data, out->size);
    if (crc != s->crc)
        return wmi_fail(error, WM_BAD_VALUE, field, "the checksum is %08lx; the ZIP says %08lx",
                        (ul)crc, (ul)s->crc);
    return WM_OK;
}

wm_status wmi_zip_extract(wmi_archive *a, uint32_t entry, const wm_allocator *allocator,
                          wm_buffer *out, wm_error *error)
{
    const wmi_stored *s = &a->stored[entry];
    char field[32];
    wmi_format(field, sizeof field, "entries[%lu]", (ul)entry);
    wmi_arena scratch;
    wmi_arena_init(&scratch, allocator, 0);
    uint64_t at = 0;
    wm_status status = check_entry(a, entry, field, error);
    if (status == WM_OK)
        status = find_data(a, &scratch, entry, field, &at, error);
    wm_error why = {0};
    const uint8_t *from = NULL;
    if (status == WM_OK &&
        !(from = wmi_source_take(&a->source, &scratch, at, (uint32_t)s->packed, 1, field, &why))) {
        status = why.code;
        if (error)
            *error = why;
    }
    if (status == WM_OK)
        status = wmi_buffer_new(out, (size_t)a->entries[entry].size, allocator, error);
    if (status == WM_OK)
        status = unpack(s, from, out, field, error);
    if (status != WM_OK)
        wm_buffer_free(out);
    wmi_arena_free(&scratch);
    return status;
}

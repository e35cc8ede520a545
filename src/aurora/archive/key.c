/* KEY V1 and BIF V1. A KEY holds the names of the resources in many BIFs; a BIF has no names. The
 * table of a BIF is read when an entry in it is first needed. docs/formats/archives.md. */
#include "aurora/archive/internal.h"

enum { KEY_HEADER = 64, FILE_ROW = 12, KEY_ROW = 22, KEY_NAME = 16, BIF_HEADER = 20 };

/* ---- BIF ---------------------------------------------------------------- */

static const uint8_t *read_bif_table(const wm_source *source, wmi_arena *arena, uint32_t *count,
                                     wm_error *error)
{
    const uint8_t *h = wmi_source_take(source, arena, 0, 1, BIF_HEADER, "header", error);
    if (!h)
        return NULL;
    if (memcmp(h, "BZF ", 4) == 0 || memcmp(h, "BIFFV1  ", 8) != 0) {
        wmi_fail_at(error, WM_UNSUPPORTED, 0, "header",
                    memcmp(h, "BZF ", 4) == 0
                        ? "a BIF of the games for phones, compressed with LZMA"
                        : "expected \"BIFFV1  \"");
        return NULL;
    }
    uint32_t fixed = wmi_le32(h + 12);
    if (fixed) {
        wmi_fail_at(error, WM_UNSUPPORTED, 12, "fixed_count", "the BIF has %s; only 0 is supported",
                    wmi_count(fixed, "fixed resource", "fixed resources").text);
        return NULL;
    }
    *count = wmi_le32(h + 8);
    return wmi_source_take(source, arena, wmi_le32(h + 16), *count, WMI_BIF_ROW, "entries", error);
}

bool wmi_bif_read(wmi_archive *a, wm_error *error)
{
    uint32_t count = 0;
    const uint8_t *rows = read_bif_table(&a->source, &a->arena, &count, error);
    if (!rows || !wmi_archive_entries(a, count, false, error))
        return false;
    memcpy(a->pub.tag, "BIFF", 4);
    memcpy(a->pub.version, "V1  ", 4);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = rows + (size_t)WMI_BIF_ROW * i;
        wm_archive_entry *e = &a->entries[i];
        char name[12];
        int size = wmi_format(name, sizeof name, "%lu", (ul)i);
        e->name = wmi_arena_text(&a->arena, name, (size_t)size);
        e->offset = wmi_le32(row + 4);
        e->size = wmi_le32(row + 8);
        e->type_id = wmi_le32(row + 12);
        e->type = wmi_type_name(&a->arena, e->type_id, false);
        if (!e->name || !e->type)
            return wmi_arena_fail(&a->arena, error, "entries") == WM_OK;
    }
    return true;
}

/* ---- KEY ---------------------------------------------------------------- */

/* The path of a BIF, with '/' between folders. NULL and *error if it has none that can be used. */
static const char *read_file_name(wmi_archive *a, const uint8_t *row, uint32_t i, wm_error *error)
{
    char field[32];
    wmi_format(field, sizeof field, "files[%lu].name", (ul)i);
    uint32_t size = wmi_le16(row + 8);
    const uint8_t *from =
        wmi_source_take(&a->source, &a->arena, wmi_le32(row + 4), size, 1, field, error);
    if (!from)
        return NULL;
    const uint8_t *end = memchr(from, 0, size);
    char *name = wmi_arena_text(&a->arena, (const char *)from, end ? (size_t)(end - from) : size);
    if (!name) {
        wmi_arena_fail(&a->arena, error, field);
        return NULL;
    }
    for (char *p = name; *p; p++)
        *p = *p == '\\' ? '/' : *p;
    if (wmi_path_inside(name))
        return name;
    wmi_fail_at(error, WM_BAD_VALUE, wmi_le32(row + 4), field,
                "\"%s\" is not a path below the folder of the KEY", name);
    return NULL;
}

static bool read_files(wmi_archive *a, uint32_t count, uint32_t table, wm_error *error)
{
    const uint8_t *rows =
        wmi_source_take(&a->source, &a->arena, table, count, FILE_ROW, "files", error);
    const char **names = rows ? wmi_arena_new(&a->arena, count, sizeof *names) : NULL;
    a->bifs = names ? wmi_arena_new(&a->arena, count, sizeof *a->bifs) : NULL;
    if (!a->bifs)
        return rows && wmi_arena_fail(&a->arena, error, "files") == WM_OK;
    a->pub.bifs = names;
    for (uint32_t i = 0; i < count; i++)
        if (!(names[i] = read_file_name(a, rows + (size_t)FILE_ROW * i, i, error)))
            return false;
    a->pub.bif_count = count;
    return true;
}

bool wmi_key_read(wmi_archive *a, wm_error *error)
{
    const uint8_t *h = wmi_source_take(&a->source, &a->arena, 0, 1, KEY_HEADER, "header", error);
    if (!h)
        return false;
    memcpy(a->pub.tag, h, 4);
    memcpy(a->pub.version, h + 4, 4);
    if (memcmp(h + 4, "V1  ", 4) != 0)
        return wmi_fail_at(error, WM_UNSUPPORTED, 4, "version",
                           "\"%s\" is not supported, only \"V1  \"", a->pub.version) == WM_OK;
    uint32_t count = wmi_le32(h + 12);
    if (!read_files(a, wmi_le32(h + 8), wmi_le32(h + 16), error))
        return false;
    const uint8_t *rows =
        wmi_source_take(&a->source, &a->arena, wmi_le32(h + 20), count, KEY_ROW, "keys", error);
    if (!rows || !wmi_archive_entries(a, count, true, error))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = rows + (size_t)KEY_ROW * i;
        uint32_t id = wmi_le32(row + 18);
        wm_archive_entry *e = &a->entries[i];
        e->name = wmi_archive_name(a, row, KEY_NAME);
        e->type_id = wmi_le16(row + 16);
        e->type = wmi_type_name(&a->arena, e->type_id, false);
        e->offset = WM_NO_OFFSET;
        a->stored[i] = (wmi_stored){.bif = id >> 20, .row = id & 0xFFFFF};
        if (!e->name || !e->type)
            return wmi_arena_fail(&a->arena, error, "keys") == WM_OK;
    }
    return true;
}

/* ---- entries ------------------------------------------------------------ */

static void forget_bif(wmi_bif *b)
{
    wmi_source_close(&b->source);
    wmi_arena_free(&b->arena);
    b->opened = false;
}

/* In real games each row of a BIF has one key. A KEY that names a large BIF thousands of times, by
 * one name or by many, would keep its table as often. */
static bool has_room(const wmi_archive *a, wm_error *error)
{
    uint64_t most = 65536 + 4 * (uint64_t)a->pub.entry_count;
    if (a->bif_rows <= most)
        return true;
    wmi_fail(error, WM_LIMIT, "", "the BIFs have more than %s together, the limit for %s",
             wmi_count(most, "row", "rows").text,
             wmi_count(a->pub.entry_count, "key", "keys").text);
    return false;
}

/* Opens a BIF once. What failed stays failed, except for bytes that could not be read: they may be
 * readable later. */
static wmi_bif *open_bif(wmi_archive *a, uint32_t i, wm_error *error)
{
    wmi_bif *b = &a->bifs[i];
    if (!b->opened) {
        bool found = false;
        b->opened = true;
        if (!a->opts.open)
            wmi_fail(&b->error, WM_IO, "", "there is nothing to open %s with", a->pub.bifs[i]);
        else if (has_room(a, &b->error) &&
                 a->opts.open(a->opts.user, a->pub.bifs[i], &b->source, &b->error) == WM_OK) {
            size_t size = b->source.size < SIZE_MAX ? (size_t)b->source.size : SIZE_MAX;
            wmi_arena_init(&b->arena, &a->arena.allocator, wmi_memory_limit(NULL, size));
            b->table = read_bif_table(&b->source, &b->arena, &b->count, &b->error);
            if (b->table && !wmi_archive_check_bif(&b->source, b->table, b->count, &b->error))
                b->table = NULL;
            a->bif_rows += b->count;
            found = true;
        }
        if (!b->table && found && b->error.code == WM_IO)
            forget_bif(b);
    }
    if (!b->table && error)
        *error = b->error;
    return b->table ? b : NULL;
}

wm_status wmi_key_locate(wmi_archive *a, uint32_t entry, wm_archive_place *out,
                         const wm_source **source, wm_error *error)
{
    wmi_stored s = a->stored[entry];
    char field[32];
    wmi_format(field, sizeof field, "keys[%lu].id", (ul)entry);
    if (s.bif >= a->pub.bif_count)
        return wmi_fail(error, WM_BAD_OFFSET, field, "BIF %lu is named; %s", (ul)s.bif,
                        wmi_only(a->pub.bif_count, "BIF", "BIFs").text);
    wm_error why;
    wmi_bif *b = open_bif(a, s.bif, &why);
    if (!b) {
        if (error)
            *error = why;
        return why.code;
    }
    if (s.row >= b->count)
        return wmi_fail(error, WM_BAD_OFFSET, field, "row %lu of %s is named; %s", (ul)s.row,
                        a->pub.bifs[s.bif], wmi_only(b->count, "row", "rows").text);
    const uint8_t *row = b->table + (size_t)WMI_BIF_ROW * s.row;
    uint32_t size = wmi_le32(row + 8);
    *out = (wm_archive_place){a->pub.bifs[s.bif], wmi_le32(row + 4), size, size};
    *source = &b->source;
    return WM_OK;
}

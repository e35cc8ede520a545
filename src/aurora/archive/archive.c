/* Archives of every kind: opening, and the bytes of entries. */
#include "aurora/archive/internal.h"
#include "base/text.h"

enum { HEAD = 160 }; /* the longest header */
#define ENTRY_LIMIT (UINT64_C(1) << 30)
/* Of a ZIP: so many bytes, and so many times the archive. What is made of an entry takes many times
 * its bytes, and deflate makes 1,032 bytes from one. */
#define PACKED_BASE (UINT64_C(4) << 20)
#define PACKED_TIMES 32

const char *wm_archive_kind_name(wm_archive_kind kind)
{
    static const char *const names[] = {"erf", "rim", "key", "bif", "zip", "stuff"};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

/* ---- sources ------------------------------------------------------------ */

const uint8_t *wmi_source_take(const wm_source *source, wmi_arena *arena, uint64_t offset,
                               uint32_t count, uint32_t stride, const char *field, wm_error *error)
{
    uint64_t need = (uint64_t)count * stride;
    if (!wmi_fits(source->size, offset, count, stride)) {
        wmi_fail_at(error, WM_TRUNCATED, offset, field, "%s",
                    wmi_cut_off(field, offset, need, source->size).text);
        return NULL;
    }
    if (source->data)
        return (const uint8_t *)source->data + offset;
    uint8_t *bytes = wmi_arena_raw(arena, need <= SIZE_MAX ? (size_t)need : SIZE_MAX, 1);
    if (!bytes)
        wmi_arena_fail(arena, error, field);
    else if (need && source->read(source->user, offset, bytes, (size_t)need, error) != WM_OK)
        return NULL;
    return bytes;
}

void wmi_source_close(wm_source *source)
{
    if (source->close)
        source->close(source->user);
    *source = (wm_source){0};
}

/* ---- opening ------------------------------------------------------------ */

typedef bool (*reader)(wmi_archive *a, wm_error *error);

static bool detect(const wm_source *source, const uint8_t *h, size_t size, wm_archive_kind *kind)
{
    if (size >= 8 && memcmp(h, "RIM V1.0", 8) == 0)
        *kind = WM_ARCHIVE_KIND_RIM;
    else if (size >= 8 && memcmp(h, "KEY V1", 6) == 0)
        *kind = WM_ARCHIVE_KIND_KEY;
    else if (size >= 8 && (memcmp(h, "BIFFV1", 6) == 0 || memcmp(h, "BZF V1", 6) == 0))
        *kind = WM_ARCHIVE_KIND_BIF;
    else if (wmi_zip_detect(h, size))
        *kind = WM_ARCHIVE_KIND_ZIP;
    else if (wmi_erf_detect(source, h, size))
        *kind = WM_ARCHIVE_KIND_ERF;
    else if (wmi_stuff_detect(source))
        *kind = WM_ARCHIVE_KIND_STUFF;
    else
        return false;
    return true;
}

/* The first bytes of a source. */
static size_t read_head(const wm_source *source, uint8_t head[HEAD])
{
    size_t size = source->size < HEAD ? (size_t)source->size : HEAD;
    if (size && source->data)
        memcpy(head, source->data, size);
    else if (size && source->read(source->user, 0, head, size, NULL) != WM_OK)
        return 0;
    return size;
}

bool wm_archive_detect(const wm_source *source, wm_archive_kind *kind)
{
    uint8_t head[HEAD];
    wm_archive_kind found;
    size_t size = read_head(source, head);
    return detect(source, head, size, kind ? kind : &found);
}

/* Archives of other games, which are named in the error. */
static void explain_unknown(const uint8_t *h, size_t size, wm_error *error)
{
    static const char wide[] = "E\0R\0F\0 \0V";
    if (size >= 8 && (memcmp(h, "ERF V2", 6) == 0 || memcmp(h, "ERF V3", 6) == 0))
        wmi_fail_at(error, WM_UNSUPPORTED, 4, "version", "an archive of Dragon Age");
    else if (size >= sizeof wide && memcmp(h, wide, sizeof wide - 1) == 0)
        wmi_fail_at(error, WM_UNSUPPORTED, 0, "version", "an archive of Dragon Age");
    else
        wmi_fail_at(error, WM_BAD_MAGIC, 0, "header", "not an archive");
}

static bool read_archive(wmi_archive *a, wm_error *error)
{
    static const reader readers[] = {wmi_erf_read, wmi_rim_read, wmi_key_read,
                                     wmi_bif_read, wmi_zip_read, wmi_stuff_read};
    uint8_t head[HEAD];
    size_t size = read_head(&a->source, head);
    if (!detect(&a->source, head, size, &a->pub.kind)) {
        explain_unknown(head, size, error);
        return false;
    }
    if (!readers[a->pub.kind](a, error) || !wmi_archive_check_shared(a, error))
        return false;
    a->pub.entries = a->entries;
    return wmi_archive_sort(a) || wmi_arena_fail(&a->arena, error, "entries") == WM_OK;
}

wm_archive *wm_archive_new(const wm_source *source, const wm_archive_opts *opts, wm_error *error)
{
    wm_source own = *source;
    const wm_read_opts *base = opts ? &opts->base : NULL;
    if (WMI_BAD_OPTS(opts, error) || WMI_BAD_OPTS(base, error)) {
        wmi_source_close(&own);
        return NULL;
    }
    size_t size = own.size < SIZE_MAX ? (size_t)own.size : SIZE_MAX;
    wmi_arena arena;
    wmi_arena_init(&arena, base ? base->allocator : NULL, wmi_memory_limit(base, size));
    wmi_archive *a = wmi_arena_new(&arena, 1, sizeof *a);
    if (!a) {
        wmi_arena_fail(&arena, error, "");
        wmi_source_close(&own);
        return NULL;
    }
    a->arena = arena;
    a->source = own;
    a->opts = opts ? *opts : (wm_archive_opts){0};
    a->pub.memory = a;
    const char *name = a->opts.name ? a->opts.name : "";
    a->pub.name = wmi_arena_text(&a->arena, name, strlen(name));
    if (!a->pub.name)
        wmi_arena_fail(&a->arena, error, "");
    else if (read_archive(a, error))
        return &a->pub;
    wm_archive_free(&a->pub);
    return NULL;
}

void wm_archive_free(wm_archive *archive)
{
    if (!archive)
        return;
    wmi_archive *a = wmi_archive_of(archive);
    for (uint32_t i = 0; i < archive->bif_count; i++) {
        wmi_source_close(&a->bifs[i].source);
        wmi_arena_free(&a->bifs[i].arena);
    }
    wmi_source_close(&a->source);
    wmi_arena arena = a->arena; /* the archive is in it */
    wmi_arena_free(&arena);
}

const wm_allocator *wm_archive_allocator(const wm_archive *archive)
{
    return &wmi_archive_of(archive)->arena.allocator;
}

/* ---- parts that the readers share --------------------------------------- */

bool wmi_archive_entries(wmi_archive *a, uint32_t count, bool extra, wm_error *error)
{
    a->entries = wmi_arena_new(&a->arena, count, sizeof *a->entries);
    if (a->entries && extra)
        a->stored = wmi_arena_new(&a->arena, count, sizeof *a->stored);
    a->pub.entry_count = count;
    return (a->entries && (!extra || a->stored)) ||
           wmi_arena_fail(&a->arena, error, "entries") == WM_OK;
}

const char *wmi_archive_name(wmi_archive *a, const uint8_t *field, size_t width)
{
    const uint8_t *end = memchr(field, 0, width);
    return wmi_arena_text(&a->arena, (const char *)field, end ? (size_t)(end - field) : width);
}

bool wmi_archive_path(wmi_archive *a, wm_archive_entry *e, const char *path, size_t size)
{
    char *whole = wmi_arena_text(&a->arena, path, size);
    char *name = NULL;
    if (whole) {
        for (char *p = whole; *p; p++)
            *p = *p == '\\' ? '/' : *p;
        const char *slash = strrchr(whole, '/');
        const char *base = slash ? slash + 1 : whole;
        name = wmi_arena_text(&a->arena, base, strlen(base));
    }
    if (!name)
        return false;
    char *dot = strrchr(name, '.');
    e->path = whole;
    e->name = name;
    e->type = dot ? dot + 1 : "";
    if (dot) {
        *dot = '\0';
        wmi_lower_text(dot + 1);
    }
    return true;
}

bool wmi_path_inside(const char *path)
{
    if (!*path || *path == '/' || strchr(path, ':'))
        return false;
    while (*path) {
        size_t size = strcspn(path, "/");
        if (size == 0 || (size == 2 && memcmp(path, "..", 2) == 0) || (size == 1 && *path == '.'))
            return false;
        path += size;
        if (*path && !*++path)
            return false; /* ends with a slash */
    }
    return true;
}

/* ---- entries ------------------------------------------------------------ */

/* Where an entry is, and in what. */
static wm_status locate(wmi_archive *a, uint32_t entry, wm_archive_place *out,
                        const wm_source **source, wm_error *error)
{
    if (entry >= a->pub.entry_count)
        return wmi_fail(error, WM_BAD_ARGUMENT, "entry", "there is no entry %lu; %s", (ul)entry,
                        wmi_only(a->pub.entry_count, "entry", "entries").text);
    if (a->pub.kind == WM_ARCHIVE_KIND_KEY)
        return wmi_key_locate(a, entry, out, source, error);
    const wm_archive_entry *e = &a->entries[entry];
    *source = &a->source;
    *out = (wm_archive_place){.offset = e->offset,
                              .stored = a->stored ? a->stored[entry].packed : e->size,
                              .size = e->size};
    return WM_OK;
}

static uint64_t entry_limit(const wmi_archive *a)
{
    uint64_t packed = PACKED_BASE + PACKED_TIMES * a->source.size;
    if (a->opts.entry_limit)
        return a->opts.entry_limit;
    return a->pub.kind == WM_ARCHIVE_KIND_ZIP && packed < ENTRY_LIMIT ? packed : ENTRY_LIMIT;
}

static wm_status check_place(const wmi_archive *a, uint32_t entry, const wm_archive_place *place,
                             const wm_source *source, wm_error *error)
{
    uint64_t limit = entry_limit(a);
    char field[32];
    wmi_format(field, sizeof field, "entries[%lu]", (ul)entry);
    if (place->offset > source->size || place->stored > source->size - place->offset)
        return wmi_fail_at(error, WM_TRUNCATED, place->offset, field, "%s",
                           wmi_cut_off(field, place->offset, place->stored, source->size).text);
    if (place->size > limit)
        return wmi_fail_at(error, WM_LIMIT, place->offset, field,
                           "the entry has %s bytes, more than the limit of %s",
                           wmi_number(place->size).text, wmi_number(limit).text);
    return WM_OK;
}

wm_status wm_archive_locate(wm_archive *archive, uint32_t entry, wm_archive_place *out,
                            wm_error *error)
{
    wmi_archive *a = wmi_archive_of(archive);
    const wm_source *source;
    wm_status status = locate(a, entry, out, &source, error);
    return status == WM_OK ? check_place(a, entry, out, source, error) : status;
}

wm_status wmi_buffer_new(wm_buffer *out, size_t size, const wm_allocator *allocator,
                         wm_error *error)
{
    wmi_writer w;
    wmi_writer_init(&w, allocator);
    (void)wmi_writer_room(&w, size);
    return wmi_writer_finish(&w, out, error);
}

wm_status wm_archive_extract(wm_archive *archive, uint32_t entry, const wm_write_opts *opts,
                             wm_buffer *out, wm_error *error)
{
    wmi_archive *a = wmi_archive_of(archive);
    const wm_allocator *allocator = wmi_write_allocator(opts);
    const wm_source *source;
    wm_archive_place place;
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_status status = locate(a, entry, &place, &source, error);
    if (status == WM_OK)
        status = check_place(a, entry, &place, source, error);
    if (status == WM_OK && archive->kind == WM_ARCHIVE_KIND_ZIP)
        return wmi_zip_extract(a, entry, allocator, out, error);
    if (status == WM_OK)
        status = wmi_buffer_new(out, (size_t)place.size, allocator, error);
    if (status != WM_OK || !place.size)
        return status;
    if (source->data)
        memcpy(out->data, (const uint8_t *)source->data + place.offset, (size_t)place.size);
    else
        status = source->read(source->user, place.offset, out->data, (size_t)place.size, error);
    if (status != WM_OK)
        wm_buffer_free(out);
    return status;
}

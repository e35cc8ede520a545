/* ERF V1.0 and V1.1, whatever its tag: MOD, HAK, SAV and others. Its keys hold the names, its
 * resources the places; both have the same order. docs/formats/archives.md. */
#include "aurora/archive/internal.h"

enum { HEADER = 160, RESOURCE = 8, KEY_REST = 8, NAME_V10 = 16, NAME_V11 = 32 };

typedef struct tables {
    uint32_t count, keys, resources, width;
} tables;

static bool is_erf(const uint8_t *h)
{
    static const char other[][5] = {"RIM ", "SSF ", "KEY ", "BIFF"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (memcmp(h, other[i], 4) == 0)
            return false;
    return memcmp(h + 4, "V1.0", 4) == 0 || memcmp(h + 4, "V1.1", 4) == 0;
}

static tables read_header(const uint8_t *h)
{
    return (tables){.count = wmi_le32(h + 16),
                    .keys = wmi_le32(h + 24),
                    .resources = wmi_le32(h + 28),
                    .width = h[7] == '1' ? NAME_V11 : NAME_V10};
}

/* The width of names that the distance between the two tables gives, or 0. */
static uint64_t width_of(tables t)
{
    if (!t.count || t.resources < t.keys || (t.resources - t.keys) % t.count)
        return 0;
    uint64_t row = (t.resources - t.keys) / t.count;
    return row > KEY_REST ? row - KEY_REST : 0;
}

bool wmi_erf_detect(const wm_source *source, const uint8_t *h, size_t size)
{
    static const char known[][5] = {"ERF ", "MOD ", "HAK ", "SAV ", "NWM ", "    "};
    if (size < HEADER || !is_erf(h))
        return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (memcmp(h, known[i], 4) == 0)
            return true;
    tables t = read_header(h); /* another tag: the tables must be those of an ERF */
    return width_of(t) == t.width && t.resources <= source->size;
}

static bool read_entry(wmi_archive *a, uint32_t i, const uint8_t *key, const uint8_t *resource,
                       uint32_t width)
{
    wm_archive_entry *e = &a->entries[i];
    e->name = wmi_archive_name(a, key, width);
    e->type_id = wmi_le16(key + width + 4);
    e->type = wmi_type_name(&a->arena, e->type_id, width == NAME_V11);
    e->offset = wmi_le32(resource);
    e->size = wmi_le32(resource + 4);
    return e->name && e->type;
}

static bool check_width(tables t, wm_error *error)
{
    uint64_t width = width_of(t);
    if (!t.count || width == t.width)
        return true;
    if (width == NAME_V10)
        wmi_fail_at(error, WM_UNSUPPORTED, 28, "resources",
                    "this V1.1 archive has names of 16 bytes: an encrypted module of Neverwinter "
                    "Nights 1");
    else
        wmi_fail_at(error, WM_BAD_VALUE, 28, "resources",
                    "the tables at %lu and %lu do not hold %s with names of %lu bytes", (ul)t.keys,
                    (ul)t.resources, wmi_count(t.count, "entry", "entries").text, (ul)t.width);
    return false;
}

bool wmi_erf_read(wmi_archive *a, wm_error *error)
{
    const uint8_t *h = wmi_source_take(&a->source, &a->arena, 0, 1, HEADER, "header", error);
    if (!h)
        return false;
    tables t = read_header(h);
    uint32_t row = t.width + KEY_REST;
    memcpy(a->pub.tag, h, 4);
    memcpy(a->pub.version, h + 4, 4);
    const uint8_t *keys =
        wmi_source_take(&a->source, &a->arena, t.keys, t.count, row, "keys", error);
    const uint8_t *resources = keys ? wmi_source_take(&a->source, &a->arena, t.resources, t.count,
                                                      RESOURCE, "resources", error)
                                    : NULL;
    if (!resources || !check_width(t, error) || !wmi_archive_entries(a, t.count, false, error))
        return false;
    for (uint32_t i = 0; i < t.count; i++)
        if (!read_entry(a, i, keys + (size_t)row * i, resources + (size_t)RESOURCE * i, t.width))
            return wmi_arena_fail(&a->arena, error, "keys") == WM_OK;
    return true;
}

/* Entries that share their bytes. Each may name all bytes of the archive, so that a small file
 * would become a hundred gigabytes. Archives of the games store each entry once. */
#include "aurora/archive/internal.h"
#include "base/sort.h"

enum {
    TIMES = 2,         /* all entries may take so many times the archive as they are stored, */
    PACKED = 64,       /* and a ZIP so many times when it is not compressed any more */
    SAME_MOST = 16,    /* entries of a KEY that may name the same bytes */
    AGAIN_BASE = 1000, /* entries of a KEY that may name bytes which another names: so many, */
    AGAIN_SHARE = 8    /* and one of so many */
};
#define ALWAYS (UINT64_C(256) << 10)
#define ALWAYS_PACKED (UINT64_C(64) << 20)

static bool refuse(uint64_t total, uint64_t limit, const wm_source *source, wm_error *error)
{
    wmi_fail(error, WM_LIMIT, "entries",
             "the entries have %s bytes, but share them; the limit for %s is %s",
             wmi_number(total).text, wmi_count(source->size, "byte", "bytes").text,
             wmi_number(limit).text);
    return false;
}

bool wmi_archive_check_bif(const wm_source *source, const uint8_t *table, uint32_t count,
                           wm_error *error)
{
    uint64_t total = 0, limit = ALWAYS + TIMES * source->size;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = table + (size_t)WMI_BIF_ROW * i;
        if (wmi_fits(source->size, wmi_le32(row + 4), wmi_le32(row + 8), 1))
            total += wmi_le32(row + 8);
    }
    return total <= limit || refuse(total, limit, source, error);
}

/* In a KEY, sizes are not known until its BIFs are opened. A name takes 22 bytes of it, what is
 * read under that name may be a document of kilobytes. */
static bool check_key(wmi_archive *a, wm_error *error)
{
    uint32_t n = a->pub.entry_count, same = 0, again = 0, most = AGAIN_BASE + n / AGAIN_SHARE;
    wmi_arena scratch;
    wmi_arena_init(&scratch, &a->arena.allocator, 0);
    uint64_t *ids = wmi_arena_raw(&scratch, 2 * (size_t)n, sizeof *ids);
    if (!ids)
        return wmi_arena_fail(&scratch, error, "keys") == WM_OK;
    for (uint32_t i = 0; i < n; i++)
        ids[i] = (uint64_t)(a->stored[i].bif << 20 | a->stored[i].row) << 32;
    wmi_sort_high(ids, ids + n, n);
    for (uint32_t i = 1, run = 1; i < n; i++) {
        run = ids[i] == ids[i - 1] ? run + 1 : 1;
        same = run > same ? run : same;
        again += run > 1;
    }
    wmi_arena_free(&scratch);
    if (same > SAME_MOST)
        wmi_fail(error, WM_LIMIT, "keys", "%lu entries are the same row of a BIF; the limit is %d",
                 (ul)same, SAME_MOST);
    else if (again > most)
        wmi_fail(error, WM_LIMIT, "keys",
                 "%s of %s name a row of a BIF that another names, too; the limit is %s",
                 wmi_number(again).text, wmi_count(n, "entry", "entries").text,
                 wmi_number(most).text);
    return same <= SAME_MOST && again <= most;
}

bool wmi_archive_check_shared(wmi_archive *a, wm_error *error)
{
    const wm_source *source = &a->source;
    uint64_t stored = 0, size = 0, most = ALWAYS + TIMES * source->size;
    uint64_t most_size = ALWAYS_PACKED + PACKED * source->size;
    if (a->pub.kind == WM_ARCHIVE_KIND_KEY)
        return check_key(a, error);
    for (uint32_t i = 0; i < a->pub.entry_count; i++) {
        const wm_archive_entry *e = &a->entries[i];
        uint64_t bytes = a->stored ? a->stored[i].packed : e->size;
        if (e->offset > source->size || bytes > source->size - e->offset)
            continue; /* cannot be extracted */
        stored += bytes;
        size += e->size;
    }
    if (stored > most)
        return refuse(stored, most, source, error);
    if (size <= most_size || a->pub.kind != WM_ARCHIVE_KIND_ZIP)
        return true;
    wmi_fail(error, WM_LIMIT, "entries",
             "the entries have %s bytes when they are not compressed; the limit for %s is %s",
             wmi_number(size).text, wmi_count(source->size, "byte", "bytes").text,
             wmi_number(most_size).text);
    return false;
}

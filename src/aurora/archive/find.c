/* Finding entries by name. They are sorted by name and type when the archive is opened, so a
 * hostile archive cannot make a search slow. */
#include "aurora/archive/internal.h"
#include "base/sort.h"
#include "base/text.h"

/* The order of two entries: by name and type, by case where that is the only difference, then by
 * position in the file. */
static int compare(const void *context, uint32_t a, uint32_t b)
{
    const wm_archive_entry *x = (const wm_archive_entry *)context + a;
    const wm_archive_entry *y = (const wm_archive_entry *)context + b;
    int order = wmi_compare_names(x->name, y->name);
    if (!order)
        order = wmi_compare_names(x->type, y->type);
    if (!order)
        order = strcmp(x->name, y->name);
    return order ? order : (a > b) - (a < b);
}

bool wmi_archive_sort(wmi_archive *a)
{
    uint32_t n = a->pub.entry_count;
    a->order = wmi_arena_raw(&a->arena, n, sizeof *a->order);
    for (uint32_t i = 0; a->order && i < n; i++)
        a->order[i] = i;
    if (a->order)
        wmi_sort_by(a->order, n, compare, a->entries);
    return a->order != NULL;
}

static bool same(const wm_archive_entry *e, const char *name, const char *type)
{
    return wmi_compare_names(e->name, name) == 0 && wmi_compare_names(e->type, type) == 0;
}

/* The first position in `order` whose entry is not before the name and type: in any case, or in
 * the given one. */
static uint32_t lower_bound(const wmi_archive *a, const char *name, const char *type, bool exact)
{
    uint32_t low = 0, high = a->pub.entry_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const wm_archive_entry *e = &a->entries[a->order[middle]];
        int order = wmi_compare_names(e->name, name);
        if (!order)
            order = wmi_compare_names(e->type, type);
        if (!order && exact)
            order = strcmp(e->name, name);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Does the path of the entry, without its extension, equal the one that is searched for? */
static bool has_path(const wm_archive_entry *e, const char *path)
{
    size_t n = strlen(path);
    if (!e->path || strlen(e->path) < n || (e->path[n] != '.' && e->path[n] != '\0'))
        return false;
    for (size_t i = 0; i < n; i++) {
        char a[2] = {e->path[i], 0}, b[2] = {path[i], 0};
        if (wmi_compare_names(a, b) != 0)
            return false;
    }
    return true;
}

/* By the whole path, of which `base` is the last part. */
static uint32_t find_path(const wmi_archive *a, const char *path, const char *base,
                          const char *type)
{
    uint32_t first = WM_NO_INDEX;
    for (uint32_t i = lower_bound(a, base, type, false); i < a->pub.entry_count; i++) {
        const wm_archive_entry *e = &a->entries[a->order[i]];
        if (!same(e, base, type))
            break;
        if (!has_path(e, path))
            continue;
        if (strncmp(e->path, path, strlen(path)) == 0)
            return a->order[i];
        if (first == WM_NO_INDEX)
            first = a->order[i];
    }
    return first;
}

uint32_t wm_archive_find(const wm_archive *archive, const char *name, const char *type)
{
    const wmi_archive *a = wmi_archive_of(archive);
    uint32_t i = lower_bound(a, name, type, true);
    bool exact = i < archive->entry_count && same(&a->entries[a->order[i]], name, type) &&
                 strcmp(a->entries[a->order[i]].name, name) == 0;
    if (!exact)
        i = lower_bound(a, name, type, false);
    if (i < archive->entry_count && same(&a->entries[a->order[i]], name, type))
        return a->order[i];
    const char *slash = strrchr(name, '/'); /* in an ERF it may be part of a name */
    return slash ? find_path(a, name, slash + 1, type) : WM_NO_INDEX;
}

uint32_t wm_archive_ordered(const wm_archive *archive, uint32_t position)
{
    return wmi_archive_of(archive)->order[position];
}

uint32_t wm_archive_next(const wm_archive *archive, uint32_t entry)
{
    const wmi_archive *a = wmi_archive_of(archive);
    uint32_t low = 0, high = archive->entry_count;
    while (low < high) { /* the first after `entry` */
        uint32_t middle = low + (high - low) / 2;
        if (compare(a->entries, a->order[middle], entry) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    const wm_archive_entry *e = &a->entries[entry];
    bool found = low < archive->entry_count && same(&a->entries[a->order[low]], e->name, e->type);
    return found ? a->order[low] : WM_NO_INDEX;
}

/* Finding entries by name. They are sorted by name and type when the archive is opened, and those
 * with paths by their path, too, so a hostile archive cannot make a search slow. */
#include "aurora/archive/internal.h"
#include "base/search.h"
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

/* By path, by case where that is the only difference, then by position in the file. */
static int compare_paths(const void *context, uint32_t a, uint32_t b)
{
    const wm_archive_entry *x = (const wm_archive_entry *)context + a;
    const wm_archive_entry *y = (const wm_archive_entry *)context + b;
    int order = wmi_compare_names(x->path, y->path);
    if (!order)
        order = strcmp(x->path, y->path);
    return order ? order : (a > b) - (a < b);
}

static uint32_t *sort_entries(wmi_archive *a, int (*order)(const void *, uint32_t, uint32_t))
{
    uint32_t n = a->pub.entry_count;
    uint32_t *list = wmi_arena_raw(&a->arena, n, sizeof *list);
    for (uint32_t i = 0; list && i < n; i++)
        list[i] = i;
    if (list)
        wmi_sort_by(list, n, order, a->entries);
    return list;
}

bool wmi_archive_sort(wmi_archive *a)
{
    bool paths = a->pub.kind == WM_ARCHIVE_KIND_ZIP || a->pub.kind == WM_ARCHIVE_KIND_STUFF;
    a->order = sort_entries(a, compare);
    a->by_path = a->order && paths ? sort_entries(a, compare_paths) : NULL;
    return a->order && (a->by_path || !paths);
}

static bool same(const wm_archive_entry *e, const char *name, const char *type)
{
    return wmi_compare_names(e->name, name) == 0 && wmi_compare_names(e->type, type) == 0;
}

/* The first position in `order` whose entry is not before the name and type: in any case, or in
 * the given one. */
static uint32_t lower_bound(const wmi_archive *a, const char *name, const char *type, bool exact)
{
    wmi_search search = {.high = a->pub.entry_count};
    while (wmi_search_next(&search)) {
        const wm_archive_entry *e = &a->entries[a->order[search.at]];
        int order = wmi_compare_names(e->name, name);
        if (!order)
            order = wmi_compare_names(e->type, type);
        if (!order && exact)
            order = strcmp(e->name, name);
        wmi_search_narrow(&search, order < 0);
    }
    return search.low;
}

/* Compares the path of an entry, in any case, with a path without extension, a dot and a type. */
static int compare_with(const char *have, const char *path, const char *dot, const char *type)
{
    const char *const parts[] = {path, dot, type};
    for (int i = 0; i < 3; i++)
        for (const char *p = parts[i]; *p; p++, have++)
            if (wmi_lower(*have) != wmi_lower(*p))
                return (unsigned char)wmi_lower(*have) - (unsigned char)wmi_lower(*p);
    return *have ? 1 : 0;
}

/* The first entry of a path, in its own case if there is one. */
static uint32_t find_with(const wmi_archive *a, const char *path, const char *dot, const char *type)
{
    uint32_t found = WM_NO_INDEX;
    for (int exact = 1; exact >= 0 && found == WM_NO_INDEX; exact--) {
        wmi_search search = {.high = a->pub.entry_count};
        while (wmi_search_next(&search)) {
            const char *have = a->entries[a->by_path[search.at]].path;
            int order = compare_with(have, path, dot, type);
            if (!order && exact)
                order = strncmp(have, path, strlen(path));
            wmi_search_narrow(&search, order < 0);
        }
        uint32_t low = search.low;
        if (low == a->pub.entry_count)
            continue;
        const char *have = a->entries[a->by_path[low]].path;
        if (compare_with(have, path, dot, type) == 0 &&
            (!exact || strncmp(have, path, strlen(path)) == 0))
            found = a->by_path[low];
    }
    return found;
}

/* By the whole path. Without a type, the path may still end with a dot. */
static uint32_t find_path(const wmi_archive *a, const char *path, const char *type)
{
    uint32_t found = *type ? WM_NO_INDEX : find_with(a, path, "", "");
    return found == WM_NO_INDEX ? find_with(a, path, ".", type) : found;
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
    bool path = a->by_path && strchr(name, '/'); /* in an ERF it may be part of a name */
    return path ? find_path(a, name, type) : WM_NO_INDEX;
}

uint32_t wm_archive_ordered(const wm_archive *archive, uint32_t position)
{
    return wmi_archive_of(archive)->order[position];
}

uint32_t wm_archive_next(const wm_archive *archive, uint32_t entry)
{
    const wmi_archive *a = wmi_archive_of(archive);
    wmi_search search = {.high = archive->entry_count};
    while (wmi_search_next(&search)) /* the first after `entry` */
        wmi_search_narrow(&search, compare(a->entries, a->order[search.at], entry) <= 0);
    uint32_t low = search.low;
    const wm_archive_entry *e = &a->entries[entry];
    bool found = low < archive->entry_count && same(&a->entries[a->order[low]], e->name, e->type);
    return found ? a->order[low] : WM_NO_INDEX;
}

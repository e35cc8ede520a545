/* Finding entries by name. They are sorted by name and type when the archive is opened, so a
 * hostile archive cannot make a search slow. */
#include "aurora/archive/internal.h"
#include "base/sort.h"
#include "base/text.h"

/* The order of two entries: by name, type, then position in the file. */
static int compare(const void *context, uint32_t a, uint32_t b)
{
    const wm_archive_entry *x = (const wm_archive_entry *)context + a;
    const wm_archive_entry *y = (const wm_archive_entry *)context + b;
    int order = wmi_compare_names(x->name, y->name);
    if (!order)
        order = wmi_compare_names(x->type, y->type);
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

/* The first position in `order` whose entry is not before the name and type. */
static uint32_t lower_bound(const wmi_archive *a, const char *name, const char *type)
{
    uint32_t low = 0, high = a->pub.entry_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const wm_archive_entry *e = &a->entries[a->order[middle]];
        int order = wmi_compare_names(e->name, name);
        if (!order)
            order = wmi_compare_names(e->type, type);
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

uint32_t wm_archive_find(const wm_archive *archive, const char *name, const char *type)
{
    const wmi_archive *a = wmi_archive_of(archive);
    uint32_t first = lower_bound(a, name, type);
    const char *slash = strrchr(name, '/');
    if (first < archive->entry_count && same(&a->entries[a->order[first]], name, type))
        return a->order[first];
    if (!slash) /* an ERF may have names with a slash, which are no paths */
        return WM_NO_INDEX;
    for (uint32_t i = lower_bound(a, slash + 1, type);
         i < archive->entry_count && same(&a->entries[a->order[i]], slash + 1, type); i++)
        if (has_path(&a->entries[a->order[i]], name))
            return a->order[i];
    return WM_NO_INDEX;
}

uint32_t wm_archive_ordered(const wm_archive *archive, uint32_t position)
{
    return wmi_archive_of(archive)->order[position];
}

uint32_t wm_archive_next(const wm_archive *archive, uint32_t entry)
{
    const wmi_archive *a = wmi_archive_of(archive);
    const wm_archive_entry *e = &a->entries[entry];
    uint32_t low = lower_bound(a, e->name, e->type), high = archive->entry_count;
    while (low < high) { /* among those of the same name, the first after `entry` */
        uint32_t middle = low + (high - low) / 2;
        const wm_archive_entry *m = &a->entries[a->order[middle]];
        if (same(m, e->name, e->type) && a->order[middle] <= entry)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < archive->entry_count && same(&a->entries[a->order[low]], e->name, e->type))
        return a->order[low];
    return WM_NO_INDEX;
}

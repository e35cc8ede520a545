/* Companions from an archive. */
#include <stdio.h>

#include "base/search.h"
#include "base/text.h"
#include "open/internal.h"
#include "waymark/archive.h"

/* Independent of the archive once it is loaded. */
typedef struct entry {
    wm_allocator allocator;
    wm_archive *archive;
    uint32_t index;
    wm_buffer bytes;
    size_t size; /* of this block */
    char where[];
} entry;

static wm_status load_entry(wm_found *found, wm_error *error)
{
    entry *e = found->owner;
    const wm_write_opts opts = {.allocator = &e->allocator};
    wm_status status = wm_archive_extract(e->archive, e->index, &opts, &e->bytes, error);
    if (status == WM_OK) {
        found->data = e->bytes.data;
        found->size = e->bytes.size;
    }
    return status;
}

static void release_entry(wm_found *found)
{
    entry *e = found->owner;
    wm_allocator allocator = e->allocator;
    wm_buffer_free(&e->bytes);
    allocator.resize(allocator.user, e, e->size, 0);
}

/* "models.erf:hall.mdl" */
static entry *new_entry(wm_archive *archive, uint32_t index, wm_error *error)
{
    const wm_allocator *a = wm_archive_allocator(archive);
    const wm_archive_entry *from = &archive->entries[index];
    size_t room = strlen(archive->name) + strlen(from->name) + strlen(from->type) + 3;
    size_t size = sizeof(entry) + room;
    entry *e = a->resize(a->user, NULL, 0, size);
    if (!e) {
        wmi_no_memory(error);
        return NULL;
    }
    *e = (entry){.allocator = *a, .archive = archive, .index = index, .size = size};
    wmi_format(e->where, room, "%s:%s%s%s", archive->name, from->name, *from->type ? "." : "",
               from->type);
    return e;
}

static uint32_t rank_of(wm_archive_kind kind)
{
    return kind == WM_ARCHIVE_KIND_RIM ? 1 : kind == WM_ARCHIVE_KIND_KEY ? 3 : 2;
}

static wm_status find(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    wm_archive *archive = user;
    uint32_t index = wm_archive_find(archive, name, type);
    if (index == WM_NO_INDEX)
        return WM_OK;
    entry *e = new_entry(archive, index, error);
    if (!e)
        return WM_NO_MEMORY;
    *out = (wm_found){.where = e->where,
                      .load = load_entry,
                      .release = release_entry,
                      .owner = e,
                      .rank = rank_of(archive->kind)};
    return WM_OK;
}

static wm_status visit_entry(wm_archive *archive, uint32_t index, wm_list_visitor visit, void *user,
                             bool *more, wm_error *error)
{
    entry *e = new_entry(archive, index, error);
    if (!e)
        return WM_NO_MEMORY;
    const wm_archive_entry *from = &archive->entries[index];
    *more = visit(user, from->name, from->type, e->where);
    release_entry(&(wm_found){.owner = e});
    return WM_OK;
}

static bool matches(const wm_archive_entry *e, const char *name, const char *type)
{
    return (!name || wmi_compare_names(e->name, name) == 0) &&
           (!type || wmi_compare_names(e->type, type) == 0);
}

/* The first position of the sorted list whose entry is not before the name. */
static uint32_t lower_bound(const wm_archive *archive, const char *name)
{
    wmi_search search = {.high = archive->entry_count};
    while (wmi_search_next(&search)) {
        const wm_archive_entry *e = &archive->entries[wm_archive_ordered(archive, search.at)];
        wmi_search_narrow(&search, wmi_compare_names(e->name, name) < 0);
    }
    return search.low;
}

/* What `find` would return comes first. */
static wm_status list(void *user, const char *name, const char *type, wm_list_visitor visit,
                      void *visit_user, wm_error *error)
{
    wm_archive *archive = user;
    wm_status status = WM_OK;
    bool more = true;
    uint32_t first = name && type ? wm_archive_find(archive, name, type) : WM_NO_INDEX;
    if (first != WM_NO_INDEX)
        status = visit_entry(archive, first, visit, visit_user, &more, error);
    for (uint32_t i = name ? lower_bound(archive, name) : 0;
         i < archive->entry_count && more && status == WM_OK; i++) {
        uint32_t index = wm_archive_ordered(archive, i);
        const wm_archive_entry *e = &archive->entries[index];
        if (!matches(e, name, NULL))
            break;
        if (index != first && matches(e, NULL, type))
            status = visit_entry(archive, index, visit, visit_user, &more, error);
    }
    return status;
}

wm_finder wm_archive_finder(wm_archive *archive)
{
    return (wm_finder){.find = find, .list = list, .user = archive};
}

/* Companions from a folder: names are compared without regard to case, the folder is listed once,
 * when a name in the given case is not there. A name with slashes leads into subfolders,
 * which are kept: however many names lead there, each is listed once. */
#include <stdio.h>

#include "base/journal.h"
#include "base/search.h"
#include "base/sort.h"
#include "base/text.h"
#include "open/internal.h"
#include "waymark/file.h"
#include "waymark/folder.h"

/* Names may come from a hostile file, and each level costs system calls. */
enum { DEEPEST = 32 };

struct wm_folder {
    wmi_arena arena;
    char *path; /* with a slash at its end, or "" */
    const char **names;
    size_t count, capacity;
    wm_folder **subs; /* subfolders that names led into, in the order of their paths */
    size_t sub_count, sub_capacity;
    bool listed;
};

/* ---- the folder --------------------------------------------------------- */

static bool is_directory(const char *path)
{
    wmi_os_info info;
    return wmi_os_info_of(path, &info) == WMI_OS_OK && info.kind == WMI_OS_DIRECTORY;
}

wm_folder *wm_folder_new(const char *path, const wm_allocator *allocator, wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, 0);
    wm_folder *f = wmi_arena_new(&arena, 1, sizeof *f);
    bool whole = *path && is_directory(path);
    size_t size = whole ? strlen(path) : wmi_os_directory(path);
    bool closed = size && wmi_os_directory(path) == size;
    char *copy = f ? wmi_arena_new(&arena, size + 2, 1) : NULL;
    if (!copy) {
        wmi_arena_fail(&arena, error, "");
        wmi_arena_free(&arena);
        return NULL;
    }
    memcpy(copy, path, size);
    if (size && !closed)
        copy[size] = '/';
    f->arena = arena;
    f->path = copy;
    return f;
}

/* One folder, without its subfolders. */
static void free_one(wm_folder *f)
{
    wm_allocator allocator = f->arena.allocator;
    wmi_release(&allocator, f->names, f->capacity, sizeof *f->names);
    wmi_release(&allocator, f->subs, f->sub_capacity, sizeof(wm_folder *));
    wmi_arena_free(&f->arena);
}

void wm_folder_free(wm_folder *f)
{
    wm_folder *way[DEEPEST + 1];
    for (size_t depth = 0; f;) {
        if (f->sub_count) {
            way[depth++] = f;
            f = f->subs[--f->sub_count];
        } else {
            free_one(f);
            f = depth ? way[--depth] : NULL;
        }
    }
}

/* Whatever the case, and by case where that is the only difference. */
static int by_name(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    int order = wmi_compare_names(x, y);
    return order ? order : strcmp(x, y);
}

typedef struct listing {
    wm_folder *folder;
    bool failed;
} listing;

/* Names that belong to a write that has not ended are no files of the folder, nor are "." and
 * "..". */
static bool add_name(void *user, const char *text)
{
    listing *l = user;
    wm_folder *f = l->folder;
    if (strncmp(text, WMI_JOURNAL_PREFIX, sizeof WMI_JOURNAL_PREFIX - 1) == 0 ||
        strcmp(text, ".") == 0 || strcmp(text, "..") == 0)
        return true;
    const char *name = wmi_arena_text(&f->arena, text, strlen(text));
    l->failed = !name || !wmi_grow(&f->arena.allocator, (void **)&f->names, &f->capacity,
                                   f->count + 1, sizeof *f->names);
    if (!l->failed)
        f->names[f->count++] = name;
    return !l->failed;
}

static wm_status list_names(wm_folder *f, wm_error *error)
{
    if (f->listed)
        return WM_OK;
    listing l = {.folder = f};
    (void)wmi_os_list(f->path, add_name, &l);
    if (l.failed) {
        f->count = 0;
        return wmi_no_memory(error);
    }
    if (f->count)
        wmi_sort(f->names, f->count, sizeof *f->names, by_name);
    f->listed = true;
    return WM_OK;
}

/* The first name that is not less, whatever the case. */
static size_t lower_bound(const wm_folder *f, const char *name)
{
    wmi_search search = {.high = (uint32_t)f->count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, wmi_compare_names(f->names[search.at], name) < 0);
    return search.low;
}

/* ---- what is found ------------------------------------------------------ */

/* Independent of the folder, so that it may outlive it. */
typedef struct file {
    wm_allocator allocator;
    wm_buffer bytes;
    size_t size; /* of this block */
    char path[];
} file;

static wm_status load_file(wm_found *found, wm_error *error)
{
    file *f = found->owner;
    const wm_file_read_opts opts = {.allocator = &f->allocator};
    wm_status status = wm_file_read(f->path, &opts, &f->bytes, error);
    if (status == WM_OK) {
        found->data = f->bytes.data;
        found->size = f->bytes.size;
    }
    return status;
}

static void release_file(wm_found *found)
{
    file *f = found->owner;
    wm_allocator allocator = f->allocator;
    wm_buffer_free(&f->bytes);
    allocator.resize(allocator.user, f, f->size, 0);
}

static file *new_file(const wm_folder *folder, const char *name, const char *ending,
                      wm_error *error)
{
    const wm_allocator *a = &folder->arena.allocator;
    size_t path = strlen(folder->path) + strlen(name) + strlen(ending) + 2;
    size_t size = sizeof(file) + path;
    file *f = a->resize(a->user, NULL, 0, size);
    if (!f) {
        wmi_no_memory(error);
        return NULL;
    }
    *f = (file){.allocator = *a, .size = size};
    wmi_format(f->path, path, "%s%s%s%s", folder->path, name, *ending ? "." : "", ending);
    return f;
}

/* A file of a write that has not ended may have only its temporary name so far. */
static bool exists(const wm_folder *folder, const char *path)
{
    wmi_os_info info;
    wmi_arena arena;
    if (wmi_os_info_of(path, &info) == WMI_OS_OK)
        return true;
    wmi_arena_init(&arena, &folder->arena.allocator, 0);
    const char *source = wmi_journal_source(&arena, path);
    bool found = source && source != path && *source;
    wmi_arena_free(&arena);
    return found;
}

/* Neither name nor type leads into another folder, or to another drive. */
static wm_status find_name(wm_folder *folder, const char *name, const char *type, wm_found *out,
                           wm_error *error)
{
    if (wmi_os_directory(name) || wmi_os_directory(type))
        return WM_OK;
    file *f = new_file(folder, name, type, error);
    if (!f)
        return WM_NO_MEMORY;
    wm_found found = {.where = f->path, .load = load_file, .release = release_file, .owner = f};
    if (!exists(folder, f->path)) {
        wm_status status = list_names(folder, error);
        char *wanted = f->path + strlen(folder->path);
        size_t at = lower_bound(folder, wanted);
        if (status != WM_OK || at == folder->count ||
            wmi_compare_names(folder->names[at], wanted) != 0) {
            release_file(&found);
            return status;
        }
        memcpy(wanted, folder->names[at], strlen(wanted)); /* of the same length */
    } else {
        wmi_os_spell(f->path);
    }
    *out = found;
    return WM_OK;
}

/* Does the path stay below the folder? It may come from a hostile file. */
static bool stays_inside(const char *path)
{
    for (;; path++) {
        size_t size = strcspn(path, "/");
        if (size == 0 || (size == 2 && memcmp(path, "..", 2) == 0))
            return false;
        path += size;
        if (!*path)
            return true;
    }
}

/* Where the subfolder with that path is, or would be, in the list. */
static size_t place_of(const wm_folder *f, const char *path)
{
    wmi_search search = {.high = (uint32_t)f->sub_count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, strcmp(f->subs[search.at]->path, path) < 0);
    return search.low;
}

/* The subfolder at a path, which ends in a slash: one that was opened before, or a new one. NULL
 * without an error if it is not a folder. */
static wm_status open_subfolder(wm_folder *f, const char *path, wm_folder **sub, wm_error *error)
{
    const wm_allocator *a = &f->arena.allocator;
    size_t at = place_of(f, path);
    if (at < f->sub_count && strcmp(f->subs[at]->path, path) == 0) {
        *sub = f->subs[at];
        return WM_OK;
    }
    if (!is_directory(path))
        return WM_OK;
    if (!wmi_grow(a, (void **)&f->subs, &f->sub_capacity, f->sub_count + 1, sizeof(wm_folder *)))
        return wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
    wm_folder *made = wm_folder_new(path, a, error);
    if (!made)
        return WM_NO_MEMORY;
    memmove(f->subs + at + 1, f->subs + at, (f->sub_count - at) * sizeof *f->subs);
    f->subs[at] = made;
    f->sub_count++;
    *sub = made;
    return WM_OK;
}

/* The subfolder that the first `size` bytes of name are, in *sub; NULL if there is none. */
static wm_status find_subfolder(wm_folder *folder, const char *name, size_t size, wm_folder **sub,
                                wm_error *error)
{
    const wm_allocator *a = &folder->arena.allocator;
    wm_found found = {0};
    char *part = a->resize(a->user, NULL, 0, size + 1); /* the folder may live for long */
    *sub = NULL;
    if (!part)
        return wmi_no_memory(error);
    memcpy(part, name, size);
    part[size] = '\0';
    wm_status status = find_name(folder, part, "", &found, error);
    a->resize(a->user, part, size + 1, 0);
    if (found.where) {
        file *f = found.owner;
        size_t end = strlen(f->path); /* new_file leaves room for a full stop, not needed here */
        memcpy(f->path + end, "/", 2);
        status = open_subfolder(folder, f->path, sub, error);
    }
    if (found.release)
        found.release(&found);
    return status;
}

static wm_status find(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    wm_folder *folder = user;
    wm_status status = WM_OK;
    unsigned depth = 0;
    if (!stays_inside(name))
        return WM_OK;
    for (const char *slash; folder && (slash = strchr(name, '/')); name = slash + 1) {
        size_t size = (size_t)(slash - name);
        if (size == 1 && *name == '.')
            continue;
        if (depth++ == DEEPEST)
            return WM_OK;
        status = find_subfolder(folder, name, size, &folder, error);
    }
    return folder ? find_name(folder, name, type, out, error) : status;
}

/* ---- listing ------------------------------------------------------------ */

static bool matches(const char *text, size_t size, const char *wanted)
{
    return !wanted || wmi_word_is((wmi_word){.text = text, .size = size}, wanted);
}

/* The size of a name without its extension, and the extension: "" if `find` would need the whole
 * name, as for "README", ".hidden" and "end.". */
static size_t split(const char *whole, const char **type)
{
    const char *dot = strrchr(whole, '.');
    bool none = !dot || dot == whole || !dot[1];
    size_t size = none ? strlen(whole) : (size_t)(dot - whole);
    *type = none ? whole + size : dot + 1;
    return size;
}

/* Passes over what is a folder. */
static wm_status visit_name(wm_folder *folder, const char *whole, wm_list_visitor visit, void *user,
                            bool *more, wm_error *error)
{
    const char *type;
    size_t size = split(whole, &type);
    file *f = new_file(folder, whole, "", error);
    file *stem = f ? new_file(folder, whole, "", error) : NULL;
    if (stem) {
        char *name = stem->path + strlen(folder->path);
        name[size] = '\0';
        if (!is_directory(f->path))
            *more = visit(user, name, type, f->path);
        release_file(&(wm_found){.owner = stem});
    }
    if (f)
        release_file(&(wm_found){.owner = f});
    return stem ? WM_OK : WM_NO_MEMORY;
}

/* Copies of one name differ in case; the one in the given case comes first, as in `find`. */
static wm_status list(void *user, const char *name, const char *type, wm_list_visitor visit,
                      void *visit_user, wm_error *error)
{
    wm_folder *folder = user;
    wm_status status = list_names(folder, error);
    bool more = true;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; status == WM_OK && more && i < folder->count; i++) {
            const char *whole = folder->names[i], *ending;
            size_t size = split(whole, &ending);
            if (!matches(whole, size, name) || !matches(ending, strlen(ending), type))
                continue;
            bool exact = name && type && strncmp(whole, name, size) == 0 && !strcmp(ending, type);
            if (exact == (pass == 0))
                status = visit_name(folder, whole, visit, visit_user, &more, error);
        }
    return status;
}

wm_finder wm_folder_finder(wm_folder *folder)
{
    return (wm_finder){.find = find, .list = list, .user = folder};
}

/* ---- a file with its folder --------------------------------------------- */

static void close_folder(void *user)
{
    wm_folder_free(user);
}

wm_document *wm_open_file(const char *path, const wm_open_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wm_open_opts o = opts ? *opts : (wm_open_opts){0};
    wm_buffer bytes;
    wm_folder *folder = NULL;
    if (!o.name)
        o.name = path;
    const wm_file_read_opts read = {.allocator = o.base.allocator};
    if (wm_file_read(path, &read, &bytes, error) != WM_OK)
        return NULL;
    if (!o.finder.find) {
        folder = wm_folder_new(path, o.base.allocator, error);
        if (folder)
            o.finder = wm_folder_finder(folder);
    }
    wm_document *document = o.finder.find ? wm_open(bytes.data, bytes.size, &o, error) : NULL;
    wm_buffer_free(&bytes);
    if (!document) {
        wm_folder_free(folder);
        return NULL;
    }
    wmi_opened *out = document->memory;
    out->close = close_folder;
    out->close_user = folder;
    return document;
}

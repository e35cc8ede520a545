/* Archives in files. A KEY finds its BIFs below its folder, whatever the case of their names. */
#include "base/internal.h"
#include "waymark/file.h"
#include "waymark/folder.h"

/* The file of a KEY, with the folder in which its BIFs are. */
typedef struct key_file {
    wm_allocator allocator;
    wm_source file;
    wm_folder *folder;
} key_file;

static wm_status read_key(void *user, uint64_t offset, void *out, size_t size, wm_error *error)
{
    const key_file *k = user;
    return k->file.read(k->file.user, offset, out, size, error);
}

static void close_key(void *user)
{
    key_file *k = user;
    wm_allocator allocator = k->allocator;
    k->file.close(k->file.user);
    wm_folder_free(k->folder);
    allocator.resize(allocator.user, k, sizeof *k, 0);
}

static wm_status open_bif(void *user, const char *name, wm_source *out, wm_error *error)
{
    const key_file *k = user;
    wm_finder finder = wm_folder_finder(k->folder);
    wm_found found = {0};
    wm_status status = finder.find(finder.user, name, "", &found, error);
    if (status == WM_OK && !found.where)
        status = wmi_fail(error, WM_IO, "", "%s is not in the folder of the KEY", name);
    if (status == WM_OK)
        status = wm_file_source(found.where, &k->allocator, out, error);
    if (found.release)
        found.release(&found);
    return status;
}

wm_archive *wm_archive_open_file(const char *path, const wm_archive_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wm_archive_opts o = opts ? *opts : (wm_archive_opts){0};
    const wm_allocator *a = o.base.allocator ? o.base.allocator : wmi_default_allocator();
    wm_source file;
    if (!o.name)
        o.name = path;
    if (wm_file_source(path, a, &file, error) != WM_OK)
        return NULL;
    if (o.open)
        return wm_archive_new(&file, &o, error);
    key_file *k = a->resize(a->user, NULL, 0, sizeof *k);
    wm_folder *folder = k ? wm_folder_new(path, a, error) : NULL;
    if (!folder) {
        if (!k)
            wmi_no_memory(error);
        else
            a->resize(a->user, k, sizeof *k, 0);
        file.close(file.user);
        return NULL;
    }
    *k = (key_file){*a, file, folder};
    o.open = open_bif;
    o.user = k;
    wm_source source = {.size = file.size, .read = read_key, .close = close_key, .user = k};
    return wm_archive_new(&source, &o, error);
}

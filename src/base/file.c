/* Reading and writing whole files. A write never leaves a partial file. */
#include <stdio.h>
#include <stdlib.h>

#include "base/platform.h"
#include "base/words.h"
#include "waymark/file.h"

static wm_status io_error(wm_error *error, const char *what)
{
    char text[WMI_OS_ERROR_TEXT];
    return wmi_fail(error, WM_IO, "", "cannot %s: %s", what, wmi_os_error(text));
}

static wm_status read_all(int fd, uint64_t limit, size_t hint, wmi_writer *w, wm_error *error)
{
    size_t step = hint + 1; /* one byte more than expected, so that one read also finds the end */
    for (;;) {
        size_t before = w->size;
        uint8_t *space = wmi_writer_space(w, step);
        if (!space)
            return wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
        ptrdiff_t got = wmi_os_read(fd, space, step);
        if (got < 0)
            return io_error(error, "read");
        if (got == 0) {
            w->size = before;
            return WM_OK;
        }
        w->size = before + (size_t)got;
        if (w->size > limit)
            return wmi_fail(error, WM_LIMIT, "", "the file is larger than the limit of %s bytes",
                            wmi_number(limit).text);
        step = step - (size_t)got;
        if (step < 65536)
            step = 65536;
    }
}

wm_status wm_file_read_open(int fd, uint64_t limit, const wm_allocator *allocator, wm_buffer *out,
                            wm_error *error)
{
    *out = (wm_buffer){0};
    if (limit == 0)
        limit = UINT64_C(2) << 30;
    wmi_os_info info;
    wm_status status = WM_OK;
    size_t hint = 65535;
    if (wmi_os_info_open(fd, &info) != WMI_OS_OK)
        status = io_error(error, "read");
    else if (info.kind == WMI_OS_DIRECTORY)
        status = wmi_fail(error, WM_IO, "", "is a directory");
    else if (info.kind == WMI_OS_FILE) {
        if (info.size > limit)
            status =
                wmi_fail(error, WM_LIMIT, "", "the file has %s bytes, more than the limit of %s",
                         wmi_number(info.size).text, wmi_number(limit).text);
        else
            hint = (size_t)info.size;
    }
    wmi_writer w;
    wmi_writer_init(&w, allocator);
    if (status == WM_OK)
        status = read_all(fd, limit, hint, &w, error);
    if (status != WM_OK) {
        wmi_release(&w.allocator, w.data, w.capacity, 1);
        return status;
    }
    return wmi_writer_finish(&w, out, error);
}

wm_status wm_file_read(const char *path, uint64_t limit, const wm_allocator *allocator,
                       wm_buffer *out, wm_error *error)
{
    *out = (wm_buffer){0};
    int fd;
    if (wmi_os_open(path, &fd) != WMI_OS_OK)
        return io_error(error, "open");
    wm_status status = wm_file_read_open(fd, limit, allocator, out, error);
    (void)wmi_os_close(fd);
    return status;
}

/* A file that is written but not yet moved into place. */
typedef struct staged {
    char *target; /* final path; NULL if no file is staged */
    char *name;   /* path of the temporary file, in the same directory */
    char *kept;   /* a second name for the old file */
    int file;     /* the temporary file; -1 if there is none */
    bool has_kept, placed;
} staged;

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* A path in the directory of the target; NULL if memory runs out. */
static char *sibling(const char *target, unsigned long long key, unsigned attempt,
                     const char *ending)
{
    size_t head = wmi_os_directory(target), size = head + 48;
    char *path = malloc(size);
    if (path) {
        memcpy(path, target, head);
        wmi_format(path + head, size - head, ".waymark-%016llx-%u.%s", key, attempt, ending);
    }
    return path;
}

/* The same target always gets the same names, so whoever writes it next removes what a killed
 * process left. */
static unsigned long long key_of(const char *target)
{
    unsigned long long key = 0xcbf29ce484222325;
    for (const char *p = target + wmi_os_directory(target); *p; p++)
        key = (key ^ (unsigned char)*p) * 0x100000001b3;
    return key;
}

/* Removes a file that nobody holds. */
static bool remove_leftover(const char *path)
{
    int file;
    wmi_os result = wmi_os_hold(path, 0, &file);
    if (result == WMI_OS_OK) {
        result = wmi_os_remove(path);
        (void)wmi_os_close(file);
    }
    return result == WMI_OS_OK || result == WMI_OS_ABSENT;
}

static wm_status create_temporary(staged *s, wm_error *error)
{
    enum { ATTEMPTS = 100, TRIES = 3 };
    unsigned long long key = key_of(s->target);
    wmi_os result = WMI_OS_EXISTS;
    for (unsigned i = 0; i < ATTEMPTS && result == WMI_OS_EXISTS; i++) {
        free(s->name);
        free(s->kept);
        s->name = sibling(s->target, key, i, "tmp");
        s->kept = sibling(s->target, key, i, "old");
        if (!s->name || !s->kept)
            return wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
        for (int k = 0; k < TRIES && result == WMI_OS_EXISTS; k++) {
            result = wmi_os_create(s->name, &s->file);
            if (result == WMI_OS_EXISTS && !remove_leftover(s->name))
                break;
        }
    }
    return result == WMI_OS_OK ? WM_OK : io_error(error, "create a file here");
}

static wm_status stage(staged *s, const wm_file_output *file, bool replace, wm_error *error)
{
    wmi_os_info info;
    bool exists = wmi_os_info_of(file->path, &info) == WMI_OS_OK;
    *s = (staged){.file = -1};
    if (exists && info.kind != WMI_OS_FILE)
        return wmi_fail(error, WM_IO, "", "cannot be replaced: it is %s",
                        info.kind == WMI_OS_DIRECTORY ? "a directory" : "not a regular file");
    if (exists && !replace)
        return wmi_fail(error, WM_IO, "", "already exists");
    if (exists && !wmi_os_writable(file->path))
        return io_error(error, "replace");
    s->target = exists ? wmi_os_resolve(file->path) : NULL;
    if (!s->target)
        s->target = copy_of(file->path);
    if (!s->target)
        return wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
    wm_status status = create_temporary(s, error);
    if (status != WM_OK)
        return status;
    if (exists)
        wmi_os_copy_owner(s->target, s->file);
    if (!wmi_os_write(s->file, file->data, file->size) || !wmi_os_flush(s->file))
        status = io_error(error, "write");
    return status;
}

/* Moves a staged file into place. With `keep` the old file can be restored. */
static wm_status commit(staged *s, bool replace, bool keep, wm_error *error)
{
    if (keep) {
        (void)wmi_os_remove(s->kept);
        s->has_kept = wmi_os_link(s->target, s->kept) == WMI_OS_OK;
    }
    wmi_os result = wmi_os_rename(s->name, s->target, replace);
    s->placed = result == WMI_OS_OK;
    if (result == WMI_OS_EXISTS)
        return wmi_fail(error, WM_IO, "", "already exists");
    return s->placed ? WM_OK : io_error(error, "rename");
}

static void end_stage(staged *s, bool good)
{
    if (s->file >= 0 && !s->placed)
        (void)wmi_os_remove(s->name);
    if (s->file >= 0)
        (void)wmi_os_close(s->file);
    if (s->placed && !good && s->has_kept)
        (void)wmi_os_rename(s->kept, s->target, true);
    else if (s->placed && !good)
        (void)wmi_os_remove(s->target);
    if (s->has_kept)
        (void)wmi_os_remove(s->kept);
    if (s->placed && good)
        wmi_os_flush_directory(s->target);
    free(s->target);
    free(s->name);
    free(s->kept);
}

wm_status wm_file_write_all(const wm_file_output *files, size_t count, bool replace, size_t *at,
                            wm_error *error)
{
    enum { MOST = 4 };
    staged list[MOST];
    size_t done = 0, ignored = 0, *i = at ? at : &ignored;
    wm_status status = WM_OK;
    *i = 0;
    if (count > MOST)
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "%zu files at once, at most %d are allowed",
                        count, MOST);
    for (; done < count && status == WM_OK; done++) {
        status = stage(&list[done], &files[done], replace, error);
        *i = done;
    }
    for (size_t k = 0; k < count && status == WM_OK; k++) {
        status = commit(&list[k], replace, k + 1 < count, error);
        *i = k;
    }
    for (size_t k = 0; k < done; k++)
        end_stage(&list[k], status == WM_OK);
    return status;
}

wm_status wm_file_write(const char *path, const void *data, size_t size, bool replace,
                        wm_error *error)
{
    return wm_file_write_all(&(wm_file_output){path, data, size}, 1, replace, NULL, error);
}

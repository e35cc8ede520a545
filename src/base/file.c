/* Reading and writing whole files. A write never leaves a partial file. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/words.h"
#include "waymark/file.h"

static wm_status io_error(wm_error *error, const char *what)
{
    return wmi_fail(error, WM_IO, "", "cannot %s: %s", what, strerror(errno));
}

static wm_status read_all(int fd, uint64_t limit, size_t hint, wmi_writer *w, wm_error *error)
{
    size_t step = hint + 1; /* one byte more than expected, so that one read also finds the end */
    for (;;) {
        size_t before = w->size;
        uint8_t *space = wmi_writer_space(w, step);
        if (!space)
            return wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
        ssize_t got = read(fd, space, step);
        if (got < 0 && errno == EINTR)
            got = 0;
        else if (got < 0)
            return io_error(error, "read");
        else if (got == 0) {
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
    struct stat st;
    wm_status status = WM_OK;
    size_t hint = 65535;
    if (fstat(fd, &st) < 0)
        status = io_error(error, "read");
    else if (S_ISDIR(st.st_mode))
        status = wmi_fail(error, WM_IO, "", "is a directory");
    else if (S_ISREG(st.st_mode) && st.st_size >= 0) {
        if ((uint64_t)st.st_size > limit)
            status =
                wmi_fail(error, WM_LIMIT, "", "the file has %s bytes, more than the limit of %s",
                         wmi_number((uint64_t)st.st_size).text, wmi_number(limit).text);
        else
            hint = (size_t)st.st_size;
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
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return io_error(error, "open");
    wm_status status = wm_file_read_open(fd, limit, allocator, out, error);
    close(fd);
    return status;
}

static bool write_all(int fd, const uint8_t *data, size_t size)
{
    while (size) {
        ssize_t done = write(fd, data, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        data += done;
        size -= (size_t)done;
    }
    return true;
}

/* Creates a new file named after `target`, in the same directory. */
static int open_temporary(const char *target, char *name, size_t size)
{
    const char *slash = strrchr(target, '/');
    int head = slash ? (int)(slash - target) + 1 : 0;
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        int n =
            snprintf(name, size, "%.*s.waymark-%ld-%u.tmp", head, target, (long)getpid(), attempt);
        if (n < 0 || (size_t)n >= size) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static void sync_directory(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash)
        slash[slash == path ? 1 : 0] = '\0';
    int fd = open(slash ? path : ".", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd); /* some file systems refuse this; the data itself is on disk */
    close(fd);
}

/* Moves the finished file into place. Without `replace` it uses a hard link, which cannot
 * overwrite a file that appeared in the meantime. File systems without hard links fall back
 * to rename. */
static bool move_into_place(const char *temporary, const char *target, bool replace)
{
    if (!replace) {
        if (link(temporary, target) == 0) {
            unlink(temporary);
            return true;
        }
        if (errno == EEXIST)
            return false;
    }
    return rename(temporary, target) == 0;
}

/* A file that is written but not yet moved into place. */
typedef struct staged {
    char name[PATH_MAX + 64]; /* path of the temporary file */
    char kept[PATH_MAX + 64]; /* a second name for the old file; "" if there is none */
    char *target;             /* final path; NULL if no file is staged */
    bool placed;
} staged;

static wm_status stage(staged *s, const wm_file_output *file, bool replace, wm_error *error)
{
    struct stat st;
    bool exists = stat(file->path, &st) == 0;
    *s = (staged){.target = NULL};
    if (exists && !S_ISREG(st.st_mode))
        return wmi_fail(error, WM_IO, "", "cannot be replaced: it is %s",
                        S_ISDIR(st.st_mode) ? "a directory" : "not a regular file");
    if (exists && !replace)
        return wmi_fail(error, WM_IO, "", "already exists");
    char *target = exists ? realpath(file->path, NULL) : NULL; /* with symbolic links resolved */
    if (!target)
        target = strdup(file->path);
    if (!target)
        return wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
    int fd = open_temporary(target, s->name, sizeof s->name);
    if (fd < 0) {
        wm_status status = io_error(error, "create a file here");
        free(target);
        return status;
    }
    s->target = target;
    if (exists)
        (void)fchmod(fd, st.st_mode & 07777);
    wm_status status = WM_OK;
    if (!write_all(fd, file->data, file->size) || fsync(fd) < 0)
        status = io_error(error, "write");
    if (close(fd) < 0 && status == WM_OK)
        status = io_error(error, "write");
    return status;
}

/* Moves a staged file into place. With `keep` the old file can be restored. */
static wm_status commit(staged *s, bool replace, bool keep, wm_error *error)
{
    int n = snprintf(s->kept, sizeof s->kept, "%s.old", s->name);
    if (!keep || n < 0 || (size_t)n >= sizeof s->kept || link(s->target, s->kept) != 0)
        s->kept[0] = '\0';
    if (move_into_place(s->name, s->target, replace)) {
        s->placed = true;
        return WM_OK;
    }
    return errno == EEXIST ? wmi_fail(error, WM_IO, "", "already exists")
                           : io_error(error, "rename");
}

static void end_stage(staged *s, bool good)
{
    if (!s->target)
        return;
    if (!s->placed)
        unlink(s->name);
    else if (!good && s->kept[0])
        (void)rename(s->kept, s->target);
    else if (!good)
        unlink(s->target);
    if (s->kept[0])
        unlink(s->kept);
    if (s->placed && good)
        sync_directory(s->name);
    free(s->target);
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

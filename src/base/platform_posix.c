/* The system calls of the library on POSIX systems. */
/* The name is POSIX's own. */
#define _XOPEN_SOURCE 700 /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#include "base/platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static wmi_os result_of(int code)
{
    if (code >= 0)
        return WMI_OS_OK;
    switch (errno) {
    case ENOENT: return WMI_OS_ABSENT;
    case EEXIST: return WMI_OS_EXISTS;
    default: return WMI_OS_FAILED;
    }
}

const char *wmi_os_error(char text[WMI_OS_ERROR_TEXT])
{
    int code = errno;
    if (strerror_r(code, text, WMI_OS_ERROR_TEXT) != 0)
        snprintf(text, WMI_OS_ERROR_TEXT, "error %d", code);
    return text;
}

/* ---- files ------------------------------------------------------------- */

static int open_again(const char *path, int flags, mode_t mode)
{
    int fd;
    do
        fd = open(path, flags | O_CLOEXEC, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

/* An advisory lock of the open file, which ends with it. Some file systems have none; then only
 * the names keep writers apart. */
static bool lock(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR);
}

/* Opening a pipe that has a name waits until somebody writes to it, which may be never. Without
 * waiting, a pipe that nobody has opened for writing is empty, and others are read as usual. */
wmi_os wmi_os_open(const char *path, int *file)
{
    *file = open_again(path, O_RDONLY | O_NONBLOCK, 0);
    int flags = *file >= 0 ? fcntl(*file, F_GETFL) : -1;
    if (flags >= 0)
        (void)fcntl(*file, F_SETFL, flags & ~O_NONBLOCK);
    return result_of(*file);
}

/* Is this still the file of that name? Whoever held it may have removed it. */
static bool is_named(int fd, const char *path)
{
    struct stat a, b;
    return fstat(fd, &a) == 0 && lstat(path, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* Locks within `wait` milliseconds. */
static bool lock_within(int fd, unsigned wait)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    bool held;
    while (!(held = lock(fd)) && wait--)
        (void)nanosleep(&pause, NULL);
    return held;
}

/* Before the umask. The owner may write, so that the file can be replaced. */
static mode_t mode_like(const char *like)
{
    struct stat st;
    bool found = like && stat(like, &st) == 0 && S_ISREG(st.st_mode);
    return found ? (st.st_mode & 0777) | S_IRUSR | S_IWUSR : 0666;
}

/* Between creating and locking, somebody may take the file for one that was left, and remove it. */
wmi_os wmi_os_create(const char *path, const char *like, int *file)
{
    enum { TRIES = 8, WAIT = 1000 };
    mode_t mode = mode_like(like);
    for (int i = 0; i < TRIES; i++) {
        *file = open_again(path, O_WRONLY | O_CREAT | O_EXCL, mode);
        if (*file < 0 || (lock_within(*file, WAIT) && is_named(*file, path)))
            return result_of(*file);
        close(*file);
        *file = -1;
    }
    errno = EWOULDBLOCK;
    return WMI_OS_FAILED;
}

wmi_os wmi_os_hold(const char *path, unsigned wait, int *file)
{
    *file = open_again(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    if (*file < 0)
        return result_of(*file);
    bool held = lock_within(*file, wait);
    if (held && is_named(*file, path))
        return WMI_OS_OK;
    close(*file);
    *file = -1;
    errno = held ? ENOENT : EWOULDBLOCK;
    return held ? WMI_OS_ABSENT : WMI_OS_HELD;
}

ptrdiff_t wmi_os_read(int file, void *data, size_t size)
{
    ssize_t got;
    do
        got = read(file, data, size);
    while (got < 0 && errno == EINTR);
    return got;
}

ptrdiff_t wmi_os_read_at(int file, uint64_t offset, void *data, size_t size)
{
    ssize_t got;
    do
        got = pread(file, data, size, (off_t)offset);
    while (got < 0 && errno == EINTR);
    return got;
}

bool wmi_os_write(int file, const void *data, size_t size)
{
    const char *at = data;
    while (size) {
        ssize_t done = write(file, at, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        size -= (size_t)done;
    }
    return true;
}

bool wmi_os_flush(int file)
{
    int code;
    do
        code = fsync(file);
    while (code < 0 && errno == EINTR);
    return code == 0;
}

bool wmi_os_close(int file)
{
    return close(file) == 0 || errno == EINTR; /* it is closed then, too */
}

static void fill_info(const struct stat *st, wmi_os_info *out)
{
    out->kind = S_ISREG(st->st_mode)                           ? WMI_OS_FILE
                : S_ISDIR(st->st_mode)                         ? WMI_OS_DIRECTORY
                : S_ISCHR(st->st_mode) || S_ISBLK(st->st_mode) ? WMI_OS_DEVICE
                                                               : WMI_OS_OTHER;
    out->size = S_ISREG(st->st_mode) && st->st_size > 0 ? (uint64_t)st->st_size : 0;
}

wmi_os wmi_os_info_of(const char *path, wmi_os_info *out)
{
    struct stat st;
    wmi_os result = result_of(stat(path, &st));
    if (result == WMI_OS_OK)
        fill_info(&st, out);
    return result;
}

wmi_os wmi_os_info_open(int file, wmi_os_info *out)
{
    struct stat st;
    wmi_os result = result_of(fstat(file, &st));
    if (result == WMI_OS_OK)
        fill_info(&st, out);
    return result;
}

/* ---- paths ------------------------------------------------------------- */

size_t wmi_os_directory(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

void wmi_os_spell(char *path)
{
    (void)path; /* a name in another case is another file */
}

char *wmi_os_resolve(const char *path)
{
    return realpath(path, NULL);
}

bool wmi_os_is_link(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

bool wmi_os_writable(const char *path)
{
    return access(path, W_OK) == 0;
}

/* The group alone if the owner may not be given away. Permissions come last, because a change of
 * owner takes the set-user-ID bit away; where the owner is another one, it stays away. */
void wmi_os_copy_owner(const char *path, int file)
{
    struct stat st, own;
    if (stat(path, &st) != 0 || fstat(file, &own) != 0)
        return;
    bool same = own.st_uid == st.st_uid && own.st_gid == st.st_gid;
    if (!same)
        same = fchown(file, st.st_uid, st.st_gid) == 0;
    if (!same)
        (void)!fchown(file, (uid_t)-1, st.st_gid);
    (void)fchmod(file, st.st_mode & (same ? 07777 : 0777));
}

/* Without `replace` it uses a hard link, which cannot overwrite a file that appeared in the
 * meantime. File systems without hard links fall back to rename. */
wmi_os wmi_os_rename(const char *from, const char *to, bool replace)
{
    if (!replace) {
        if (link(from, to) == 0) {
            unlink(from);
            return WMI_OS_OK;
        }
        if (errno == EEXIST)
            return WMI_OS_EXISTS;
    }
    return result_of(rename(from, to));
}

wmi_os wmi_os_link(const char *from, const char *to)
{
    return result_of(link(from, to));
}

wmi_os wmi_os_remove(const char *path)
{
    return result_of(unlink(path));
}

void wmi_os_flush_directory(const char *path)
{
    size_t size = wmi_os_directory(path);
    char *directory = strndup(size ? path : ".", size ? size : 1);
    int fd = directory ? open_again(directory, O_RDONLY, 0) : -1;
    if (fd >= 0) {
        (void)fsync(fd); /* some file systems refuse this; the data itself is on disk */
        close(fd);
    }
    free(directory);
}

wmi_os wmi_os_list(const char *path, bool (*visit)(void *user, const char *name), void *user)
{
    DIR *directory = opendir(*path ? path : ".");
    if (!directory)
        return result_of(-1);
    const struct dirent *entry;
    while ((entry = readdir(directory)) && visit(user, entry->d_name))
        ;
    closedir(directory);
    return WMI_OS_OK;
}

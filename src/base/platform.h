/* What the library needs from an operating system: files, folders, the text of an error.
 * platform_posix.c and platform_windows.c implement it; the build compiles one of them. Nothing
 * else in the library calls the system. A build without a file system leaves both out, together
 * with file.c and open/folder.c.
 *
 * Paths are UTF-8 where the system has an encoding for names, and plain bytes where it has not.
 * Folders are separated by '/'; the implementation may accept more. A file is a descriptor
 * of the C library, in binary mode, not inherited by child processes. An interrupted call is
 * repeated. */
#ifndef WAYMARK_BASE_PLATFORM_H
#define WAYMARK_BASE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a call ended. wmi_os_error describes everything but OK. */
typedef enum wmi_os {
    WMI_OS_OK,
    WMI_OS_ABSENT, /* there is no such file */
    WMI_OS_EXISTS, /* there is such a file already */
    WMI_OS_HELD,   /* another process or thread holds it */
    WMI_OS_FAILED  /* anything else */
} wmi_os;

enum { WMI_OS_ERROR_TEXT = 128 };
/* The last failure in this thread, in words: "No space left on device". Returns text. */
const char *wmi_os_error(char text[WMI_OS_ERROR_TEXT]);

/* ---- files ------------------------------------------------------------- */

/* Opens an existing file for reading. */
wmi_os wmi_os_open(const char *path, int *file);
/* Creates a file for writing; WMI_OS_EXISTS if there is one. Until it is closed this process holds
 * it: it can be renamed and removed under its name, and wmi_os_hold sees that it is held. Its
 * permissions are as for wm_file_write_like; `like` may be NULL. */
wmi_os wmi_os_create(const char *path, const char *like, int *file);
/* Opens an existing file for reading and holds it in the same way. If somebody else holds it, waits
 * up to `wait` milliseconds, then WMI_OS_HELD. WMI_OS_ABSENT also if it went away in the meantime.
 * Whoever holds a file that another process created knows that this process is gone. */
wmi_os wmi_os_hold(const char *path, unsigned wait, int *file);
/* The number of bytes read, 0 at the end, -1 on failure. */
ptrdiff_t wmi_os_read(int file, void *data, size_t size);
/* The same at an offset, without moving the position of the file. */
ptrdiff_t wmi_os_read_at(int file, uint64_t offset, void *data, size_t size);
/* Writes all bytes. */
bool wmi_os_write(int file, const void *data, size_t size);
/* Returns when the bytes are on the disk. */
bool wmi_os_flush(int file);
/* False if this shows that earlier writes failed. */
bool wmi_os_close(int file);

typedef enum wmi_os_kind {
    WMI_OS_FILE,
    WMI_OS_DIRECTORY,
    WMI_OS_DEVICE, /* such as a terminal or /dev/zero */
    WMI_OS_OTHER
} wmi_os_kind;

typedef struct wmi_os_info {
    wmi_os_kind kind;
    uint64_t size; /* of a regular file */
} wmi_os_info;

/* What a path leads to, symbolic links followed. */
wmi_os wmi_os_info_of(const char *path, wmi_os_info *out);
wmi_os wmi_os_info_open(int file, wmi_os_info *out);

/* ---- paths ------------------------------------------------------------- */

/* The length of the part that names the folder, with its separator; 0 if there is none. */
size_t wmi_os_directory(const char *path);
/* Spells the last part of the path of an existing file as the folder does, where the system
 * finds files whatever the case. */
void wmi_os_spell(char *path);
/* The path of an existing file with all links resolved, absolute. Free it with free. NULL on
 * failure. */
char *wmi_os_resolve(const char *path);
/* Is the path itself a symbolic link? */
bool wmi_os_is_link(const char *path);
/* May this process write into the file as it is? */
bool wmi_os_writable(const char *path);
/* Gives an open file the permissions and the owner that the file at `path` has, as far as this
 * process may. */
void wmi_os_copy_owner(const char *path, int file);
/* Gives a file another name in one step. Both are in one folder. Without `replace`:
 * WMI_OS_EXISTS if there is a file of that name; a process that is killed may leave both names. */
wmi_os wmi_os_rename(const char *from, const char *to, bool replace);
/* Gives a file a second name. Many file systems cannot. */
wmi_os wmi_os_link(const char *from, const char *to);
wmi_os wmi_os_remove(const char *path);
/* Makes renames in the folder of `path` permanent, where the system has a way to do so. */
void wmi_os_flush_directory(const char *path);

/* Calls `visit` for each name in a folder ("": the current one), in any order, until it returns
 * false. */
wmi_os wmi_os_list(const char *path, bool (*visit)(void *user, const char *name), void *user);

#endif

/* Whole files in and out. The rest of the library works on memory only, so a
 * build without a file system leaves this out. */
#ifndef WAYMARK_FILE_H
#define WAYMARK_FILE_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a regular file, pipe or device whole. `limit` bytes at the most, 0: 2 GiB. */
WM_API wm_status wm_file_read(const char *path, uint64_t limit, const wm_allocator *allocator,
                              wm_buffer *out, wm_error *error);

/* The same from where an open descriptor stands; it stays open. */
WM_API wm_status wm_file_read_open(int descriptor, uint64_t limit, const wm_allocator *allocator,
                                   wm_buffer *out, wm_error *error);

/* Writes to a temporary file beside the target, flushes it to the disk and
 * renames it, so that at any moment `path` is either the old file or the whole
 * new one. Without `replace` an existing file is an error. A symbolic link stays
 * and what it points to is replaced; the mode of a replaced file is kept. */
WM_API wm_status wm_file_write(const char *path, const void *data, size_t size, bool replace,
                               wm_error *error);

typedef struct wm_file_output {
    const char *path;
    const void *data;
    size_t size;
} wm_file_output;

/* The same for up to 4 files that belong together: all are on the disk under temporary
 * names before the first is moved to its place, and when one cannot be moved, those in
 * front of it become again what they were. *at (may be NULL) is the file that an error
 * is of. */
WM_API wm_status wm_file_write_all(const wm_file_output *files, size_t count, bool replace,
                                   size_t *at, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

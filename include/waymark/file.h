/* Reading and writing whole files. The other headers, except folder.h, work on memory only, so
 * a build without a file system leaves this one out.
 */
#ifndef WAYMARK_FILE_H
#define WAYMARK_FILE_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a regular file, a pipe or a device to its end.
 *
 * limit: fail with WM_LIMIT beyond this many bytes; 0: 2 GiB. */
WM_API wm_status wm_file_read(const char *path, uint64_t limit, const wm_allocator *allocator,
                              wm_buffer *out, wm_error *error);

/* The same from an open descriptor, from its present position. It stays open. */
WM_API wm_status wm_file_read_open(int descriptor, uint64_t limit, const wm_allocator *allocator,
                                   wm_buffer *out, wm_error *error);

/* Writes a file: to a temporary file next to it, which is flushed to the disk and then renamed.
 * At any moment `path` is either the old file or the whole new one. A symbolic link is kept,
 * and its target is replaced. A replaced file keeps its mode.
 *
 * replace: false: fail if the file exists. */
WM_API wm_status wm_file_write(const char *path, const void *data, size_t size, bool replace,
                               wm_error *error);

typedef struct wm_file_output {
    const char *path;
    const void *data;
    size_t size;
} wm_file_output;

/* Writes up to 4 files that belong together. All are on the disk under temporary names before
 * the first is renamed; if one cannot be renamed, those before it are restored.
 *
 * at: may be NULL. On failure, receives the index of the file at fault. */
WM_API wm_status wm_file_write_all(const wm_file_output *files, size_t count, bool replace,
                                   size_t *at, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

/* Reading and writing whole files. All other headers except folder.h and game.h work on memory
 * only; a build without a file system leaves these three out.
 *
 * Paths in these three headers are UTF-8 on Windows, where a path with other bytes cannot be opened
 * (WM_IO). Other systems get the bytes as they are.
 */
#ifndef WAYMARK_FILE_H
#define WAYMARK_FILE_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wm_file_read_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the buffer */
    uint64_t limit; /* if there are more bytes than this, fail with WM_LIMIT; 0: 2 GiB */
    uint32_t end_zero;
} wm_file_read_opts;

/* Reads a regular file, a pipe or a device to its end. If a wm_file_write_all that includes
 * this file was interrupted, it reads the version that wm_file_recover would leave. */
WM_API wm_status wm_file_read(const char *path, const wm_file_read_opts *opts, wm_buffer *out,
                              wm_error *error);

/* The same for an open file descriptor, from its current position. The descriptor stays open.
 * Interrupted writes are not considered. */
WM_API wm_status wm_file_read_open(int descriptor, const wm_file_read_opts *opts, wm_buffer *out,
                                   wm_error *error);

/* Opens a file whose bytes are read when they are needed, such as an archive. The caller owns the
 * source and closes it with out->close(out->user), unless it passes it on: wm_archive_new takes it
 * over. Files other than regular ones are refused. On failure *out is zeroed. */
WM_API wm_status wm_file_source(const char *path, const wm_allocator *allocator, wm_source *out,
                                wm_error *error);

/* Writes a file. The data goes to a temporary file next to it, which is flushed to disk and then
 * renamed, so `path` is always either the old file or the complete new one. If `path` is a
 * symbolic link, its target is replaced. If the file has further names (hard links), they keep the
 * old data. A replaced file keeps its permissions, and its owner and group as far as the process
 * may set them. A file that the process may not write is not replaced.
 *
 * The temporary file has a name that starts with ".waymark-". If the process is killed, it stays
 * until the same path is written again.
 *
 * replace: if false, fail with WM_IO if the file exists. */
WM_API wm_status wm_file_write(const char *path, const void *data, size_t size, bool replace,
                               wm_error *error);

typedef struct wm_file_output {
    const char *path;
    const void *data;
    size_t size;
} wm_file_output;

/* Writes up to 4 files that belong together, each as wm_file_write does; more fail with
 * WM_BAD_ARGUMENT. All are on disk under temporary names before the first is renamed; if one cannot
 * be renamed, those before it are restored. If the process is killed, a small journal stays next to
 * each of them, also if they are in several folders: with it, wm_file_read gives all new files or
 * all old files, and the next write of one of them, or wm_file_recover, finishes or undoes the
 * interrupted one.
 *
 * at: may be NULL. Receives the index of the file that failed; 0 on success, and if the failure is
 *   not that of one file. */
WM_API wm_status wm_file_write_all(const wm_file_output *files, size_t count, bool replace,
                                   size_t *at, wm_error *error);

/* The same, for files made from another one: those that do not exist yet get its permissions, less
 * the umask, as copies do; but their owner may always read and write. On Windows they get those of
 * their folder.
 *
 * like: that file. NULL, and what is not a regular file: the default permissions. */
WM_API wm_status wm_file_write_like(const wm_file_output *files, size_t count, bool replace,
                                    const char *like, size_t *at, wm_error *error);

/* Writes any number of files that do not belong together, each as wm_file_write does. Many of
 * them are flushed to the disk together, which is far faster than one after the other. A file that
 * fails does not stop the others.
 *
 * results, errors: one for each file; errors may be NULL. Returns WM_OK if all were written,
 * otherwise the first result that is not WM_OK. */
WM_API wm_status wm_file_write_each(const wm_file_output *files, size_t count, bool replace,
                                    wm_status *results, wm_error *errors);

/* Finishes or undoes an interrupted wm_file_write_all of files that include this one; if such a
 * write is under way, waits for it. Files that somebody else has changed since stay as they are.
 *
 * recovered: may be NULL. Receives whether there was such a write. */
WM_API wm_status wm_file_recover(const char *path, bool *recovered, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

/* Opening files together with their companions (waymark/open.h) from a folder. A build without
 * a file system leaves this header out. */
#ifndef WAYMARK_FOLDER_H
#define WAYMARK_FOLDER_H

#include "waymark/open.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A folder whose files a finder can find. It and its subfolders are listed once, when that is first
 * needed. One thread at a time may use it. */
typedef struct wm_folder wm_folder;

/* Makes a folder object. Free with wm_folder_free.
 *
 * path: an existing folder. Anything else is taken for the path of a file, which need not exist,
 *   and the folder of that file is used. A folder that cannot be listed counts as empty.
 *
 * Fails with WM_NO_MEMORY only. */
WM_API wm_folder *wm_folder_new(const char *path, const wm_allocator *allocator, wm_error *error);
/* A finder for the files in the folder. It ignores case. It looks into a subfolder only if the name
 * says so ("buffers/hall"), at most 32 levels deep, and never outside the folder. It is valid until
 * wm_folder_free; documents that were opened with it may outlive it. */
WM_API wm_finder wm_folder_finder(wm_folder *folder);
/* Frees the folder object. NULL is allowed. */
WM_API void wm_folder_free(wm_folder *folder);

/* Reads a file of at most 2 GiB with wm_open. If opts has no finder, companions come from the
 * folder that the file is in, and can be loaded as long as the document exists. If opts has no
 * name, `path` is the name. Free with wm_document_free. */
WM_API wm_document *wm_open_file(const char *path, const wm_open_opts *opts, wm_error *error);

/* Opens an archive in a file. A KEY finds its BIFs below its folder, ignoring case; opts->open can
 * open them in another way. If opts has no name, `path` is the name. Free with wm_archive_free. */
WM_API wm_archive *wm_archive_open_file(const char *path, const wm_archive_opts *opts,
                                        wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

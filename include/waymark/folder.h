/* Companions from a folder. A build without a file system leaves this out. */
#ifndef WAYMARK_FOLDER_H
#define WAYMARK_FOLDER_H

#include "waymark/open.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The names in one directory. One thread at a time may use it: it is listed when that is first
 * needed, and once. */
typedef struct wm_folder wm_folder;

/* `path` is a directory, or a file in it (which need not exist). A directory that cannot be
 * listed is empty. allocator may be NULL (malloc) and must outlive the folder. NULL and *error
 * when memory runs out. */
WM_API wm_folder *wm_folder_open(const char *path, const wm_allocator *allocator, wm_error *error);
/* Finds files by name, whatever its case; does not look into folders inside. It is valid until
 * wm_folder_free; what it found remains valid. */
WM_API wm_finder wm_folder_finder(wm_folder *folder);
WM_API void wm_folder_free(wm_folder *folder);

/* Reads a file with wm_open. Unless opts has a finder, companions come from the folder that the
 * file is in; unless it has a name, the path is the name. opts may be NULL. */
WM_API wm_document *wm_open_file(const char *path, const wm_open_opts *opts, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

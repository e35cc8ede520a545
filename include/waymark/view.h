/* The viewer as one HTML file that contains the files to show. */
#ifndef WAYMARK_VIEW_H
#define WAYMARK_VIEW_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wm_view_file {
    const char *name; /* may contain folders; the page shows it */
    const void *data;
    size_t size;
} wm_view_file;

/* Makes a copy of the viewer that opens these files when it is loaded.
 *
 * viewer: the `size` bytes of viewer.html, which `make web` builds, and which is installed in
 *   share/waymark. Anything else, or a page that already contains files, fails with WM_BAD_VALUE.
 * files: an array of `count` files; not needed afterwards. */
WM_API wm_status wm_view_page(const void *viewer, size_t size, const wm_view_file *files,
                              size_t count, const wm_write_opts *opts, wm_buffer *out,
                              wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

/* The viewer as one HTML file with data inside. */
#ifndef WAYMARK_VIEW_H
#define WAYMARK_VIEW_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wm_view_file {
    const char *name; /* may hold folders; shown to who opens the page */
    const void *data;
    size_t size;
} wm_view_file;

/* A copy of the viewer (viewer.html, which `make web` builds) that opens these files when
 * it is opened itself. WM_BAD_VALUE when the page is not the viewer, or holds files
 * already. allocator may be NULL. Free with wm_buffer_free. */
WM_API wm_status wm_view_page(const void *viewer, size_t size, const wm_view_file *files,
                              size_t count, const wm_allocator *allocator, wm_buffer *out,
                              wm_error *error);

#ifdef __cplusplus
}
#endif
#endif

/* Loading the images of a scene. */
#ifndef WAYMARK_OPEN_IMAGES_H
#define WAYMARK_OPEN_IMAGES_H

#include "open/internal.h"
#include "scene/internal.h"

/* The work of one wm_scene_load_images. */
typedef struct wmi_images {
    wm_scene *scene;
    const wm_scene_images_opts *opts;
    wmi_arena *arena;     /* of the scene */
    wmi_arena scratch;    /* names that are looked for */
    uint64_t limit, left; /* bytes that pixels may take, and those that are left */
    bool kotor;           /* TPC, TGA and DDS, with texts; else DDS and TGA */
    bool bw2;             /* alpha cuts out */
    wm_scene_image *images;
    uint32_t image_count;
    wm_scene_missing *missing;
    uint32_t missing_count;
    wm_error *error;
} wmi_images;

/* Finds, reads and decodes a texture: *out, or *lost if there is none. Returns WM_NO_MEMORY, or
 * WM_OK. */
wm_status wmi_load_image(wmi_images *w, const char *name, wm_scene_image *out,
                         wm_scene_missing *lost);

#endif

/* Reading glTF. */
#ifndef WAYMARK_CLI_GLTF_SCENE_H
#define WAYMARK_CLI_GLTF_SCENE_H

#include <stdio.h>

#include "waymark/waymark.h"

/* A .glb or .gltf as a finished scene; NULL and *error when it cannot be read. `file` tells
 * where other files lie beside it. What had to be passed over is said on `notes`, which may
 * be NULL. Only files of other programs are y up as they are; ours come back in the space
 * that they were written from (docs/gltf.md). */
wm_scene *cli_read_gltf(const wm_buffer *bytes, const char *file, FILE *notes, wm_error *error);

#endif

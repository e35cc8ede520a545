/* Textures and pictures for the verbs that take them. */
#ifndef WAYMARK_CLI_TEXTURE_H
#define WAYMARK_CLI_TEXTURE_H

#include "cli.h"

/* Do the bytes start like a PNG? */
bool cli_is_png(const wm_buffer *bytes);
/* Reads a PNG of any kind. NULL and *error if it cannot be read. */
wm_image *cli_read_png(const wm_buffer *bytes, wm_error *error);

/* Draws all layers of the texture files[0] over a chequered ground into files[1], a PNG. */
int cli_render_texture(cli *c, const wm_buffer *bytes);

#endif

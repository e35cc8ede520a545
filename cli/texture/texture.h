/* Textures and pictures for the verbs that take them. */
#ifndef WAYMARK_CLI_TEXTURE_H
#define WAYMARK_CLI_TEXTURE_H

#include "open.h"

/* Do the bytes start like a PNG? */
bool cli_is_png(const wm_buffer *bytes);
/* Reads a PNG of any kind. NULL and *error if it cannot be read. */
wm_image *cli_read_png(const wm_buffer *bytes, wm_error *error);

/* Where the pictures of a scene come from, for wm_gltf_write. */
typedef struct cli_pictures {
    cli_place place;
    bool kotor; /* TPC, TGA, DDS in this order, and alpha as KotOR uses it. Else DDS and TGA */
    uint32_t found, missing;
    char first_missing[64];
} cli_pictures;

/* Pictures are looked for next to the file, in its archive and in the game. False and *error if
 * memory runs out. Close it in any case. */
bool cli_pictures_open(const cli *c, const char *file, const wm_scene *scene, cli_pictures *p,
                       wm_error *error);
void cli_pictures_close(cli_pictures *p);
/* wm_gltf_write_opts.image; `user` is a cli_pictures. */
wm_status cli_picture(void *user, const char *name, wm_gltf_image *out, wm_error *error);
/* Notes what was not found. */
void cli_say_pictures(const cli *c, const char *file, const cli_pictures *p);

/* Draws all layers of the texture files[0] over a chequered ground into files[1], a PNG. */
int cli_render_texture(cli *c, const wm_buffer *bytes);

#endif

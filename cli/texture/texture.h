/* Textures and pictures for the verbs that take them. */
#ifndef WAYMARK_CLI_TEXTURE_H
#define WAYMARK_CLI_TEXTURE_H

#include "open.h"

/* Do the bytes start like a PNG? */
bool cli_is_png(const wm_buffer *bytes);
/* How many bytes the pixels of a PNG or JPEG may take: 16 MiB + 20 times the file, as those of
 * other textures. With --max-memory, that limit alone counts. */
uint64_t cli_pixel_limit(uint64_t file_size);
/* NULL and *error if the pixels would take more than *most bytes. Otherwise *most is less by their
 * bytes: it also bounds the work for images that turn out to be broken. */
wm_image *cli_new_image(uint32_t width, uint32_t height, uint64_t *most, wm_error *error);

/* Reads a PNG of any kind. NULL and *error if it cannot be read. */
wm_image *cli_read_png(const wm_buffer *bytes, uint64_t *most, wm_error *error);

/* Reads a JPEG. NULL and *error if it cannot be read, or if this build has no libjpeg. */
wm_image *cli_read_jpeg(const wm_buffer *bytes, uint64_t *most, wm_error *error);

/* Makes a name that is a file name on any system. Returns whether it was one already. */
bool cli_clean_name(char *name);
/* The path of a file in the folder of `out`, with a clean name; free it. NULL when memory runs
 * out. */
char *cli_path_beside(const char *out, const char *name, const char *ending);

/* Loads the images of a scene from next to the file, from its archive and from the game. Fails if
 * memory runs out. */
wm_status cli_load_images(const cli *c, const char *file, wm_scene *scene, wm_error *error);
/* Decodes the images that came with a glTF, equal ones once. Those that cannot be decoded have no
 * pixels, and are warned about. */
void cli_decode_images(const cli *c, const char *file, wm_scene *scene);
/* Notes what was not found; `done` is what happened to the others: "embedded". */
void cli_say_images(const cli *c, const char *file, const wm_scene *scene, const char *done);

/* The images of a scene as files next to a glTF or OBJ. */
typedef struct cli_links {
    const char **names;    /* of each image, for the writers */
    wm_buffer *bytes;      /* those that were encoded */
    wm_file_output *files; /* paths and bytes */
    uint32_t count;
} cli_links;

/* Encodes the images. Free in any case. */
wm_status cli_links_make(cli_links *links, const char *out, const wm_scene *scene, wm_error *error);
/* Writes the images, and then these files: what is complete has all its images. Nothing is written
 * if another file is in the way. Images that are there already with the same bytes are left
 * alone. */
int cli_links_save(const cli *c, const cli_links *links, const wm_file_output *first, size_t count);
void cli_links_free(cli_links *links);

/* Draws all layers of the texture files[0] over a chequered ground into files[1], a PNG. */
int cli_render_texture(cli *c, const wm_buffer *bytes);

#endif

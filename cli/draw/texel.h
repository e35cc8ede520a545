/* Images on surfaces: mipmaps, and the colour at a place of an image. */
#ifndef WAYMARK_CLI_TEXEL_H
#define WAYMARK_CLI_TEXEL_H

#include "cli.h"

enum { TEXEL_LEVELS = 17 };

/* An image with its mipmaps; of a cube map only the faces. */
typedef struct texel_map {
    const wm_scene_image *image;
    uint32_t level_count;
    wm_image *levels[TEXEL_LEVELS]; /* from the second on; level 0 is the image itself */
    float mean[4];                  /* colour and alpha of all of it, 0 to 1 */
} texel_map;

/* Makes the mipmaps. False when memory runs out. Free in any case. */
bool texel_map_make(const wm_scene_image *image, texel_map *map);
void texel_map_free(texel_map *map);

/* Where an image is looked at. */
typedef struct texel_place {
    float u, v;            /* v from the top */
    float size;            /* of a sample, in pixels of the image */
    bool clamp_u, clamp_v; /* else it repeats */
} texel_place;

/* Red, green, blue and alpha, 0 to 1, smoothed between four pixels. */
void texel_at(const texel_map *map, const texel_place *place, float rgba[4]);
/* The colour in a direction: of a cube map, or of a picture of a mirroring ball that is seen from
 * `eye`. z is up. */
void texel_around(const texel_map *map, const float direction[3], const float eye[3],
                  float rgba[4]);

#endif

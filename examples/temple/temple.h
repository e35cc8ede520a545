/* The parts of make_temple. */
#ifndef WAYMARK_EXAMPLE_TEMPLE_H
#define WAYMARK_EXAMPLE_TEMPLE_H

#include "waymark/waymark.h"

enum {
    TEMPLE_ROOMS = 5,
    TEMPLE_BLOCKS = 16,
    TEMPLE_QUADS = 400,
    TEMPLE_LIGHT = 256, /* pixels of a side of a light map */
    TEMPLE_SIDE = 128,  /* of a texture */
    TEMPLE_TEXTURES = 7,
};

/* ---- plan.c ---- */

typedef struct rectangle {
    int x0, y0, x1, y1;
} rectangle;

typedef struct room {
    const char *name, *floor; /* and the texture of the floor */
    rectangle at;
    uint32_t surface; /* of the walkmesh */
} room;

/* What nobody walks through. */
typedef struct block {
    rectangle at;
    float top;
    const char *texture;
    bool column;
} block;

typedef struct quad {
    wm_vec3 at, u, v; /* a corner and two sides; u x v points to the visible side */
    const char *texture;
    int x, y, w, h; /* in the light map */
} quad;

typedef struct model {
    quad quads[TEMPLE_QUADS];
    int count;
} model;

/* The hall is the first room. A passage of one metre leads from it to each of the others. */
extern const room temple_rooms[TEMPLE_ROOMS];
extern const block temple_blocks[TEMPLE_BLOCKS];
extern const float temple_height; /* of walls, in metres */

/* The room whose floor the square metre at (x, y) is, or -1. */
int temple_room_at(int x, int y);
bool temple_is_blocked(int x, int y);
/* The rectangles that a room consists of. */
void temple_build(model *m, int room);
wm_vec3 temple_along(wm_vec3 from, wm_vec3 side, float t);
float temple_length(wm_vec3 v);

/* ---- light.c ---- */

/* Gives every rectangle a place in the light map of its room. Returns false if there is no room. */
bool temple_arrange(model *m);
/* Computes the light map: TEMPLE_LIGHT pixels each way. */
void temple_bake(const model *m, wm_image *image);

/* ---- textures.c ---- */

extern const char *const temple_textures[TEMPLE_TEXTURES];
/* Paints one of them: TEMPLE_SIDE pixels each way. */
void temple_paint(int texture, wm_image *image);

#endif

/* A lit picture of a figure: draw/still.c draws the triangles, draw/still_light.c lights the
 * samples. */
#ifndef WAYMARK_CLI_STILL_H
#define WAYMARK_CLI_STILL_H

#include "draw/figure.h"
#include "draw/raster.h"

typedef struct still {
    const figure *figure;
    camera camera;   /* in pixels of the picture */
    uint32_t layers; /* bits of draw_layer */
    uint32_t width, height;
    double grid;   /* metres between the lines on the ground */
    double ground; /* height of the ground */
    unsigned jobs; /* threads */
    /* Inside. */
    uint32_t fine;  /* samples of a pixel, each way */
    camera samples; /* the camera in samples */
    raster front;   /* what is seen */
    raster shade;   /* what the light sees */
    camera sun;
    double radius; /* of what is shown */
    bool room;     /* seen from outside: backs are left out, to look in */
} still;

/* 0xFFRRGGBB of width * height pixels, to be freed; NULL when memory runs out. */
uint32_t *still_draw(still *s);

/* draw/still_light.c: the picture of all samples, drawn already. */
void still_light(const still *s, uint32_t *pixels);

#endif

/* A lit picture of a figure: draw/still.c draws the triangles, draw/still_order.c says which,
 * draw/still_light.c lights the samples. */
#ifndef WAYMARK_CLI_STILL_H
#define WAYMARK_CLI_STILL_H

#include "draw/figure.h"
#include "draw/raster.h"

/* What is drawn: surfaces as the eye and as the light sees them, and what lets shine through. */
typedef enum still_pass { STILL_FRONT, STILL_VEILS, STILL_SHADE } still_pass;

typedef struct still {
    const figure *figure;
    camera camera;   /* in pixels of the picture */
    uint32_t layers; /* bits of draw_layer */
    uint32_t width, height;
    double grid;   /* metres between the lines on the ground */
    double ground; /* height of the ground */
    unsigned jobs; /* threads */
    /* Triangles that were not drawn, or not what lets shine through of them: too many others are in
     * front. */
    uint32_t left_out;
    /* Inside. */
    bool *skipped;  /* of each triangle: it is one of these */
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

typedef struct still_triangle {
    uint32_t index;
    float depth; /* the sum of its corners */
} still_triangle;

/* The triangles of a pass, in the order in which they are drawn. */
typedef struct still_order {
    still_triangle *list; /* to be freed */
    uint32_t count, next;
    uint32_t skipped; /* at the start of the list, because of the limit */
    uint64_t limit;   /* samples that may be tried */
    double cost;      /* about how many would be */
} still_order;

/* draw/still_order.c. False when memory runs out; free the list in any case. */
bool still_order_make(const still *s, const camera *c, const raster *r, still_pass pass,
                      still_order *o);
/* False after the last one, or at the limit: then those from `next` on are not drawn. */
bool still_order_next(still_order *o, const raster *r, uint32_t *triangle);
/* A vertex as a camera sees it. False if it is behind the eye. */
bool still_project(const camera *c, const figure *f, uint32_t vertex, raster_vertex *out);

/* draw/still_light.c: the picture of all samples, drawn already. */
void still_light(const still *s, uint32_t *pixels);

#endif

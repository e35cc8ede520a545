/* A lit picture of a figure, made some rows at a time so that small models need little memory:
 * draw/still.c goes through the rows, draw/still_order.c says which triangles are drawn,
 * draw/still_triangle.c draws them, draw/still_light.c lights the samples. */
#ifndef WAYMARK_CLI_STILL_H
#define WAYMARK_CLI_STILL_H

#include "draw/figure.h"
#include "draw/raster.h"

/* What is drawn: surfaces as the eye and as the light sees them, and what lets shine through. */
typedef enum still_pass { STILL_FRONT, STILL_VEILS, STILL_SHADE } still_pass;

/* How many samples away the light looks for what darkens a corner. So many rows above and below
 * those that are lit must be drawn. */
enum { STILL_REACH = 90 };

typedef struct still_triangle {
    uint32_t index;
    float depth;          /* the sum of its corners */
    uint32_t first, last; /* the rows that it may touch; none if first > last */
} still_triangle;

/* Is it in the rows that were begun? */
static inline bool still_in_rows(const still_triangle *t, const raster *r)
{
    return t->first < r->end && t->last >= r->first && t->first <= t->last;
}

/* The triangles of a pass, in the order in which they are drawn. */
typedef struct still_order {
    still_triangle *list; /* to be freed */
    uint32_t count;
    uint32_t skipped; /* at the start of the list, because of the limit */
    uint64_t limit;   /* samples that may be tried in the whole picture */
    double cost;      /* about how many would be */
} still_order;

typedef struct still {
    const figure *figure;
    camera camera;   /* in pixels of the picture */
    uint32_t layers; /* bits of draw_layer */
    uint32_t width, height;
    uint32_t *pixels; /* 0xFFRRGGBB, of the caller */
    size_t stride;    /* pixels from row to row */
    double grid;      /* metres between the lines on the ground */
    double ground;    /* height of the ground */
    unsigned jobs;    /* threads */
    /* Triangles that were not drawn, or not what lets shine through of them: too many others are in
     * front. */
    uint32_t left_out;
    /* Inside. */
    bool *skipped;  /* of each triangle: it is one of these */
    uint32_t fine;  /* samples of a pixel, each way */
    camera samples; /* the camera in samples */
    raster front;   /* what is seen, some rows of it */
    raster shade;   /* what the light sees */
    still_order surfaces, veils;
    camera sun;
    double radius; /* of what is shown */
    bool room;     /* seen from outside: backs are left out, to look in */
} still;

/* Draws the pixels. False when memory runs out. */
bool still_draw(still *s);

/* draw/still_order.c. False when memory runs out; free the list in any case. */
bool still_order_make(const still *s, const camera *c, const raster *r, still_pass pass,
                      still_order *o);
/* A vertex as a camera sees it. False if it is behind the eye. */
bool still_project(const camera *c, const figure *f, uint32_t vertex, raster_vertex *out);

/* draw/still_triangle.c: draws what is in the rows that were begun. Returns where in the list the
 * limit was reached, or the length of the list. */
uint32_t still_draw_rows(const still *s, const camera *c, raster *r, still_pass pass,
                         const still_order *o);
/* The sides of all triangles there, where they are not hidden. */
void still_draw_wires(const still *s, raster *r);

/* draw/still_light.c: the pixels of some rows of samples, which are drawn already. */
void still_light(const still *s, uint32_t first, uint32_t end);

#endif

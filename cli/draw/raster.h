/* A software rasteriser: triangles and lines into samples with depth, normal and colour.
 * draw/raster.c fills the samples, raster_shade.c lights them and makes a picture of them. */
#ifndef WAYMARK_CLI_RASTER_H
#define WAYMARK_CLI_RASTER_H

#include <stdbool.h>
#include <stdint.h>

/* In samples, y down. Depth: larger is nearer, and linear on the screen. */
typedef struct raster_vertex {
    double x, y;
    float depth;
    float normal[3];
} raster_vertex;

typedef struct raster {
    uint32_t width, height;
    uint32_t fine;    /* samples of a pixel each way, 1 to 3: see-through things leave some out */
    float *depth;     /* RASTER_FAR where nothing is */
    uint32_t *normal; /* packed, see raster_unpack */
    uint32_t *colour; /* 0xRRGGBB */
    uint32_t *part;   /* 0 where nothing is; the highest bit: a back */
} raster;

#define RASTER_FAR (-3.4e38f)
#define RASTER_BACK 0x80000000u

/* How a triangle is drawn. */
typedef struct raster_paint {
    uint32_t colour;
    uint32_t part;   /* from 1 on */
    uint32_t opaque; /* of 16 samples, how many are drawn: 16 all of them */
    bool cull;       /* leave it out if it shows its back */
} raster_paint;

/* False when memory runs out. `depth_only`: no normals, colours or parts. Free in any case. */
bool raster_new(raster *r, uint32_t width, uint32_t height, uint32_t fine, bool depth_only);
void raster_free(raster *r);

/* Corners run counter-clockwise when they are seen from the front. */
void raster_triangle(raster *r, const raster_vertex v[3], const raster_paint *paint);

/* A line one sample wide, in front of what is at its depth or behind it (`slack` nearer). */
void raster_line(raster *r, const raster_vertex *a, const raster_vertex *b, float slack,
                 uint32_t colour);

uint32_t raster_pack(const float normal[3]);
void raster_unpack(uint32_t packed, float normal[3]);

#endif

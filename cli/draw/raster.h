/* A software rasteriser: triangles and lines into samples with depth, normal and colour.
 * draw/raster.c fills the samples, draw/raster_surface.c finds their colours, draw/still_light.c
 * lights them and makes a picture of them. */
#ifndef WAYMARK_CLI_RASTER_H
#define WAYMARK_CLI_RASTER_H

#include "draw/texel.h"

/* In samples, y down. Depth: larger is nearer, and linear on the screen. */
typedef struct raster_vertex {
    double x, y;
    float depth;
    float normal[3];
    float uv[2][2]; /* of the colour and of the light map; v from the top */
} raster_vertex;

/* What a material shows; NULL: nothing of the kind. */
typedef struct raster_surface {
    const texel_map *colour, *lightmap, *normal, *environment;
    bool clamp[2][2];     /* u and v, of the colour and of the light map */
    float tint[3];        /* of the colour */
    wm_scene_alpha alpha; /* of the colour's pixels */
    float cutoff;         /* of WM_SCENE_ALPHA_TEST */
    float opacity;
    bool lit; /* the light map replaces other light */
    bool glows;
} raster_surface;

/* What is kept of each sample. */
typedef enum raster_kind {
    RASTER_DEPTHS, /* how near it is: all that the light must know */
    RASTER_PARTS,  /* and of which part */
    RASTER_COLOURS /* and how it looks */
} raster_kind;

/* The samples of a picture, or of some of its rows at a time: row y is kept where row y & mask
 * would be. */
typedef struct raster {
    uint32_t width, height; /* of the whole picture */
    uint32_t mask;          /* rows that are kept, less 1: a power of 2 less 1, or all */
    uint32_t first, end;    /* the rows that are drawn now */
    uint32_t fine;    /* samples of a pixel each way, 1 to 3: see-through things leave some out */
    float *depth;     /* RASTER_FAR where nothing is */
    uint32_t *normal; /* packed, see raster_unpack */
    uint32_t *colour; /* 0xRRGGBB */
    uint32_t *part;   /* 0 where nothing is; the highest bits: RASTER_BACK, RASTER_LIT */
    uint32_t *veil;   /* what is in front of it and lets it shine through: 0xAARRGGBB, colours
                         multiplied by alpha. NULL: nothing is */
    bool perspective; /* depth is 1 / distance */
    float eye[3];     /* from the surfaces to the viewer */
    float key[3];     /* to the light, for what is in front */
    uint64_t work;    /* samples that were tried; one with a texture counts RASTER_TEXTURED */
} raster;

#define RASTER_FAR (-3.4e38f)
#define RASTER_BACK 0x80000000u
#define RASTER_LIT 0x40000000u /* its colour is lit already */

enum { RASTER_TEXTURED = 4 };

/* How a triangle is drawn. */
typedef struct raster_paint {
    uint32_t colour;
    uint32_t part;                 /* from 1 on */
    uint32_t opaque;               /* of 16 samples, how many are drawn: 16 all of them */
    bool cull;                     /* leave it out if it shows its back */
    const raster_surface *surface; /* NULL: the colour above */
    bool veil;                     /* draw what lets shine through, instead of what does not */
    float along_u[3], along_v[3];  /* in space, where u and v grow, for normal maps */
} raster_paint;

/* What is seen at one sample of a triangle. */
typedef struct raster_fragment {
    float uv[2][2];  /* as those of vertices */
    float size[2];   /* of a sample, in the whole of each image */
    float normal[3]; /* to the front; changed by a normal map */
    float colour[3]; /* 0 to 1 */
    float alpha;     /* 0 to 1 */
    bool lit;
} raster_fragment;

/* raster_surface.c: the colour of a fragment. False if nothing is seen there. */
bool raster_colour(const raster *r, const raster_paint *paint, raster_fragment *f);

/* All rows, empty, to be drawn at once. False when memory runs out. Free in any case. */
bool raster_new(raster *r, uint32_t width, uint32_t height, uint32_t fine, raster_kind kind);
/* The same for `rows` at a time, a power of 2. Width, height and how it is seen are set already. */
bool raster_new_rows(raster *r, uint32_t rows, raster_kind kind);
bool raster_add_veil(raster *r);
/* Empties the rows from `first` to before `end`, to draw them. Those just before them stay, as many
 * as there is room for. */
void raster_begin(raster *r, uint32_t first, uint32_t end);
void raster_free(raster *r);

static inline size_t raster_at(const raster *r, uint32_t x, uint32_t y)
{
    return (size_t)(y & r->mask) * r->width + x;
}

/* Corners run counter-clockwise when they are seen from the front. */
void raster_triangle(raster *r, const raster_vertex v[3], const raster_paint *paint);

/* About how many samples it would try, at most, in the whole picture. */
double raster_cost(const raster *r, const raster_vertex v[3]);
/* The rows of the whole picture that it or its sides may touch; none if first > last. */
void raster_rows(const raster *r, const raster_vertex v[3], uint32_t *first, uint32_t *last);

/* A line one sample wide, in front of what is at its depth or behind it (`slack` nearer). */
void raster_line(raster *r, const raster_vertex *a, const raster_vertex *b, float slack,
                 uint32_t colour);

uint32_t raster_pack(const float normal[3]);
void raster_unpack(uint32_t packed, float normal[3]);

#endif

/* Generated NWN2 terrain: small areas with everything that a TRN or TRX can hold, baked by a
 * slow baker that shares no code with the library's. Does not use cmocka. */
#ifndef WAYMARK_TEST_TERRAIN_H
#define WAYMARK_TEST_TERRAIN_H

#include "waymark/waymark.h"

typedef struct test_terrain {
    const char *name; /* as a file name: "hall.trx" */
    const char *what;
    /* Bytes allocated with malloc. Aborts if out of memory. */
    uint8_t *(*make)(size_t *size);
} test_terrain;

extern const test_terrain test_terrains[]; /* ends with a row without a name */

/* A sample by name; aborts if there is none. */
uint8_t *test_terrain_bytes(const char *name, size_t *size);
wm_nwn2_trn *test_terrain_make(const char *name);

/* A plan of squares: each character is a square of tile width / squares metres; the row with
 * the lowest y comes first. '.' stone, ',' grass, 'w' not walkable, ' ' nothing. */
typedef struct test_plan {
    uint32_t width, height; /* in tiles */
    uint32_t squares;       /* per side of a tile */
    float tile_width;
    uint32_t border;
    const char *map; /* (height * squares) rows of width * squares; NULL: all stone */
} test_plan;

/* A document with a TRWH and the walkmesh of a plan, baked (TRX) or not (TRN). */
wm_nwn2_trn *test_terrain_plan(const test_plan *plan, bool baked);

/* Computes everything that follows from the vertices, the triangles' vertices and flags, and
 * the tiles' triangle ranges; sets no sight bits. terrain_bake.c */
void test_terrain_bake(wm_nwn2_trn *trn, bool baked);

/* The walkmesh as the uncompressed bytes of an old version, allocated with malloc. terrain_old.c */
uint8_t *test_terrain_old(const wm_nwn2_aswm *a, uint32_t version, size_t *size);

#endif

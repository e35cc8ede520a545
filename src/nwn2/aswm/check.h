/* Shared by the walkmesh rules. */
#ifndef WAYMARK_NWN2_ASWM_CHECK_H
#define WAYMARK_NWN2_ASWM_CHECK_H

#include "base/vec.h"
#include "nwn2/internal.h"
#include "nwn2/numbers.h"

typedef struct wmi_aswm_checker {
    const wm_nwn2_aswm *a;
    wm_report *report;
    wmi_arena *scratch;
    bool out_of_memory;
    bool trx; /* baked: must have tables and islands */
    size_t tile_count;
    uint32_t *tile; /* per triangle; WM_NO_INDEX if in no tile */
    uint32_t *part; /* per walkable triangle: its connected part of the tile, numbered by first
                       triangle; else WM_NO_INDEX */
    uint32_t part_count;
    uint32_t rounded; /* derived numbers that are right except for the last bits */
} wmi_aswm_checker;

/* Zeroed scratch memory. If allocation fails, returns NULL and sets out_of_memory. */
void *wmi_aswm_check_new(wmi_aswm_checker *c, size_t count, size_t size);
/* The neighbour across slot i if it is a valid triangle and both are walkable; else WM_NO_INDEX. */
uint32_t wmi_aswm_neighbour(const wm_nwn2_aswm *a, uint32_t triangle, uint32_t i);
/* The centre of a triangle, for findings. */
wm_vec3 wmi_aswm_place(const wm_nwn2_aswm *a, uint32_t triangle);
wmi_where wmi_aswm_at(const wm_nwn2_aswm *a, uint32_t triangle, const char *field);
wmi_where wmi_aswm_at_tile(const wmi_aswm_checker *c, size_t tile, const char *field);
/* Counts a number that differs only in its last bits. Returns true if it is really wrong. */
bool wmi_aswm_differs(wmi_aswm_checker *c, const float *found, const float *right, int count,
                      double tolerance);

/* Edges, links and vertices. */
void wmi_aswm_check_edges(wmi_aswm_checker *c);
void wmi_aswm_check_links(wmi_aswm_checker *c);
/* Vertices, flags, winding and derived numbers. */
void wmi_aswm_check_triangles(wmi_aswm_checker *c);
/* Fills c->tile and c->part. */
void wmi_aswm_check_ranges(wmi_aswm_checker *c);
/* Floors that are severed at the borders of tiles. */
void wmi_aswm_check_seams(wmi_aswm_checker *c);
void wmi_aswm_check_tiles(wmi_aswm_checker *c);
void wmi_aswm_check_islands(wmi_aswm_checker *c);
void wmi_aswm_check_steps(wmi_aswm_checker *c);

#endif

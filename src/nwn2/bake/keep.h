/* Comparing an earlier bake with a new ground: keep.c finds the parts in which they differ,
 * keep_owners.c the placeables to which these belong. */
#ifndef WAYMARK_NWN2_BAKE_KEEP_H
#define WAYMARK_NWN2_BAKE_KEEP_H

#include <math.h>

#include "nwn2/bake/bake.h"

/* A triangle of a hole or of a floor. */
typedef struct wmi_keep_part {
    wm_vec3 corner[3];
    uint32_t spot[3]; /* the groups of its corners; they differ for seams only */
    uint16_t flags;
    bool floor;
    bool seam;
} wmi_keep_part;

typedef struct wmi_keeper {
    wm_nwn2_kept pub;
    wmi_arena arena, scratch;
    const wm_nwn2_aswm *now, *old;
    const wm_vec3 *places;
    uint32_t place_count;
    bool *now_same, *old_same; /* per triangle: the other walkmesh has it too */
    wmi_keep_part *parts;
    uint32_t part_count;
    uint32_t *group; /* per part */
    bool *kept;      /* per group */
    bool *empty;     /* per tile: the earlier bake has nothing there */
    bool *lost;      /* per group: a hole that ends where empty tiles end */
    uint64_t work;
    wm_error *error;
} wmi_keeper;

wm_status wmi_keep_no_memory(const wmi_keeper *k);
/* Counts steps; WM_LIMIT if comparing takes too many. */
wm_status wmi_keep_work(wmi_keeper *k, uint64_t steps);
/* The tile of the middle of a triangle. */
uint32_t wmi_keep_tile(const wmi_keeper *k, const wm_vec3 c[3]);

static inline void wmi_keep_corners(const wm_nwn2_aswm *a, uint32_t triangle, wm_vec3 c[3])
{
    for (int k = 0; k < 3; k++)
        c[k] = a->vertices[a->triangles[triangle].vertex[k]];
}

/* Twice the area in plan view. */
static inline double wmi_keep_area(const wm_vec3 c[3])
{
    return fabs(((double)c[1].x - (double)c[0].x) * ((double)c[2].y - (double)c[0].y) -
                ((double)c[1].y - (double)c[0].y) * ((double)c[2].x - (double)c[0].x));
}

/* Finds the groups of parts that are to be kept, and the tiles that the game lost. */
wm_status wmi_keep_find_owners(wmi_keeper *k);
/* Is a part kept? A seam is, with any group that it touches. */
bool wmi_keep_is_kept(const wmi_keeper *k, uint32_t part);

#endif

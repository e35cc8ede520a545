/* Helpers for building the grid of internal.h: computing the shadows of faces on its cells,
 * and filling the cells from the shadows. */
#ifndef WAYMARK_NAV_GRID_H
#define WAYMARK_NAV_GRID_H

#include "nav/internal.h"

/* The cells that a face may overlap, within columns i0 to i1 and rows j0 to j1, give or
 * take rounding. If there are at most eight of each, `bits` holds the cells: bit 8 * row +
 * column, relative to (i0, j0). */
typedef struct wmi_shadow {
    uint32_t i0, i1, j0, j1;
    uint64_t bits;
} wmi_shadow;

/* Values of the per-cell counts. */
enum {
    WMI_COUNT_MOST = 127, /* this many or more */
    WMI_COUNT_DONE = 128  /* the cell leads to a face */
};

typedef struct wmi_shadows {
    wmi_walkmesh *mesh;
    wmi_shadow *of;        /* of each face */
    uint8_t *count;        /* number of shadows in each cell */
    double cell_x, cell_y; /* size of a cell */
    bool tame;             /* float is precise enough for the grid */
} wmi_shadows;

/* The number of counts to allocate: a block of eight by eight may start at any cell. */
static inline size_t wmi_counts(const wmi_grid *g)
{
    return (size_t)g->stride * (g->rows + 8) + 16;
}

static inline bool wmi_shadow_large(const wmi_shadow *s)
{
    return (s->i1 - s->i0 > 7) | (s->j1 - s->j0 > 7);
}

/* Computes the shadow of a face that has a patch, and counts it. */
void wmi_shadow_cast(const wmi_shadows *s, uint32_t face, const wmi_shadow *range);
/* The part of a large shadow in the eight by eight cells that start at (i, j). */
uint64_t wmi_shadow_part(const wmi_shadows *s, uint32_t face, uint32_t i, uint32_t j);

/* Fills the cells from shadows and links (as from wmi_link_faces). Returns false when out
 * of memory. */
bool wmi_cells_fill(const wmi_shadows *s, const wm_walk_edges *links);

#endif

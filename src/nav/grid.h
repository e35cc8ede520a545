/* What building the grid of internal.h is made of: the shadows of faces on its cells, and
 * from them the cells. */
#ifndef WAYMARK_NAV_GRID_H
#define WAYMARK_NAV_GRID_H

#include "nav/internal.h"

/* The cells that a face may reach into, within columns i0 to i1 and rows j0 to j1 but for
 * a hair. Unless these are more than eight, `bits` has them: bit 8 * row + column,
 * counted from (i0, j0). */
typedef struct wmi_shadow {
    uint32_t i0, i1, j0, j1;
    uint64_t bits;
} wmi_shadow;

/* Of what is counted for each cell. */
enum {
    WMI_COUNT_MOST = 127, /* there may be more */
    WMI_COUNT_DONE = 128  /* the cell leads to a face */
};

typedef struct wmi_shadows {
    wmi_walkmesh *mesh;
    wmi_shadow *of;        /* each face */
    uint8_t *count;        /* of shadows in each cell */
    double cell_x, cell_y; /* size of a cell */
    bool tame;             /* float can work with the grid */
} wmi_shadows;

/* How many counts there must be room for: eight rows of eight may start at any cell. */
static inline size_t wmi_counts(const wmi_grid *g)
{
    return (size_t)g->stride * (g->rows + 8) + 16;
}

static inline bool wmi_shadow_large(const wmi_shadow *s)
{
    return (s->i1 - s->i0 > 7) | (s->j1 - s->j0 > 7);
}

/* Casts the shadow of a face that has a patch, and counts it. */
void wmi_shadow_cast(const wmi_shadows *s, uint32_t face, const wmi_shadow *range);
/* The part of a large shadow in eight by eight cells from (i, j) on. */
uint64_t wmi_shadow_part(const wmi_shadows *s, uint32_t face, uint32_t i, uint32_t j);

/* Fills the cells from shadows and links (as of wmi_link_faces); false when memory is
 * refused. */
bool wmi_cells_fill(const wmi_shadows *s, const wm_walk_edges *links);

#endif

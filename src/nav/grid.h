/* Helpers for building the grid of internal.h: computing the shadows of faces on its cells,
 * and filling the cells from the shadows. */
#ifndef WAYMARK_NAV_GRID_H
#define WAYMARK_NAV_GRID_H

#include "nav/internal.h"

/* The cells that a face may overlap, within columns i0 to i1 and rows j0 to j1, give or take
 * rounding. They are stored in blocks of eight by eight cells, the first of which starts at
 * (i0, j0): bit 8 * row + column. */
typedef struct wmi_shadow {
    uint32_t i0, i1, j0, j1;
    union {
        uint64_t bits; /* the only block */
        size_t first;  /* of several, row by row: its index in wmi_shadows.blocks */
    };
} wmi_shadow;

/* Values of the per-cell counts. */
enum {
    WMI_COUNT_MOST = 127, /* this many or more */
    WMI_COUNT_DONE = 128  /* the cell leads to a face */
};

typedef struct wmi_shadows {
    wmi_walkmesh *mesh;
    wmi_shadow *of;        /* of each face */
    uint64_t *blocks;      /* of faces that have several */
    uint8_t *count;        /* number of shadows in each cell */
    double cell_x, cell_y; /* size of a cell */
    bool tame;             /* float is precise enough for the grid */
} wmi_shadows;

/* The number of counts to allocate: a block of eight by eight may start at any cell. */
static inline size_t wmi_counts(const wmi_grid *g)
{
    return (size_t)g->stride * (g->rows + 8) + 16;
}

/* Whether the shadow has several blocks. */
static inline bool wmi_shadow_large(const wmi_shadow *s)
{
    return (s->i1 - s->i0 > 7) | (s->j1 - s->j0 > 7);
}

/* The number of blocks in a row of a shadow, and in all rows. */
static inline uint32_t wmi_shadow_across(const wmi_shadow *s)
{
    return (s->i1 - s->i0) / 8 + 1;
}
static inline size_t wmi_shadow_blocks(const wmi_shadow *s)
{
    return (size_t)wmi_shadow_across(s) * ((s->j1 - s->j0) / 8 + 1);
}

/* The block that starts 8 * x columns and 8 * y rows after (i0, j0). */
static inline uint64_t wmi_shadow_block(const wmi_shadows *s, const wmi_shadow *of, uint32_t x,
                                        uint32_t y)
{
    return wmi_shadow_large(of) ? s->blocks[of->first + (size_t)y * wmi_shadow_across(of) + x]
                                : of->bits;
}

/* Computes and counts the shadow of a face that has a patch. Its range and, if it is large,
 * the index of its first block must be set. */
void wmi_shadow_cast(const wmi_shadows *s, uint32_t face);

/* Fills the cells from shadows and links (as from wmi_link_faces). Returns false when out
 * of memory. */
bool wmi_cells_fill(const wmi_shadows *s, const wm_walk_edges *links);

#endif

/* The plan view of a piece of ground that is being cut: lines between spots on a grid of whole
 * numbers, and a triangulation in which every line is a chain of sides. Whether a spot lies left
 * of a line is computed exactly. */
#ifndef WAYMARK_NWN2_BAKE_PLAN_H
#define WAYMARK_NWN2_BAKE_PLAN_H

#include "base/internal.h"

/* Spots have coordinates from 0 to this, so differences of products fit into 64 bits. */
#define WMI_PLAN_SIZE (1 << 23)

typedef struct wmi_plan_spot {
    int32_t x, y;
    double at[2];      /* the place that it stands for, in metres */
    uint32_t vertex;   /* the vertex that it is, or WM_NO_INDEX */
    uint32_t triangle; /* one that has it as a corner */
} wmi_plan_spot;

typedef struct wmi_plan_line {
    uint32_t from, to; /* spots */
    bool outline;      /* the edge of the ground, not of a hole */
} wmi_plan_line;

enum { WMI_PLAN_LINE = 1, WMI_PLAN_OUTLINE = 2 };

/* Counter-clockwise. Side k runs from corner k to corner k + 1. */
typedef struct wmi_plan_triangle {
    uint32_t spot[3];
    uint32_t next[3]; /* the triangle across each side, or WM_NO_INDEX */
    uint8_t side[3];  /* WMI_PLAN_LINE, WMI_PLAN_OUTLINE */
    uint32_t region;  /* connected without crossing a line; WM_NO_INDEX: outside the outline */
} wmi_plan_triangle;

typedef struct wmi_plan_split {
    uint32_t line, spot;
} wmi_plan_split;

/* Arrays are kept from one piece to the next. */
typedef struct wmi_plan {
    wm_allocator allocator;
    wmi_plan_spot *spots;
    size_t spot_count, spot_capacity;
    wmi_plan_line *lines, *spare;
    size_t line_count, line_capacity, spare_capacity;
    wmi_plan_split *splits;
    size_t split_count, split_capacity;
    uint32_t *order; /* scratch */
    size_t order_capacity;
    wmi_plan_triangle *triangles;
    size_t triangle_count, triangle_capacity;
    uint32_t region_count;
    uint64_t work;  /* steps taken so far, for all pieces */
    uint64_t limit; /* of work */
} wmi_plan;

void wmi_plan_init(wmi_plan *p, const wm_allocator *allocator, uint64_t limit);
void wmi_plan_free(wmi_plan *p);
void wmi_plan_clear(wmi_plan *p);

/* All of these return WM_OK, WM_NO_MEMORY, or WM_LIMIT if the work exceeds its limit. */
wm_status wmi_plan_add_spot(wmi_plan *p, wmi_plan_spot spot, uint32_t *index);
wm_status wmi_plan_add_line(wmi_plan *p, uint32_t from, uint32_t to, bool outline);
/* Joins equal spots, and splits lines where they meet. A crossing is rounded to the grid, which
 * bends both lines; the outline stays closed. */
wm_status wmi_plan_arrange(wmi_plan *p);
/* Makes the triangles, and numbers the regions inside the outline. WM_BAD_VALUE if a line could
 * not become a side, because lines still cross. */
wm_status wmi_plan_triangulate(wmi_plan *p);
wm_status wmi_plan_find_regions(wmi_plan *p);

/* Positive if c lies left of the line from a to b: twice the area of the triangle. */
static inline int64_t wmi_plan_turn(const wmi_plan *p, uint32_t a, uint32_t b, uint32_t c)
{
    const wmi_plan_spot *s = p->spots;
    return ((int64_t)s[b].x - s[a].x) * ((int64_t)s[c].y - s[a].y) -
           ((int64_t)s[b].y - s[a].y) * ((int64_t)s[c].x - s[a].x);
}

#endif

/* What the steps of making path points share. docs/areas.md, "Path points" */
#ifndef WAYMARK_AREA_PTH_MAKE_H
#define WAYMARK_AREA_PTH_MAKE_H

#include "area/pth.h"
#include "base/internal.h"

/* A place on the floor. */
typedef struct wmi_spot {
    wm_vec3 at;
    uint32_t face, region;
    float clear; /* metres to the nearest wall, as far as it was looked for */
} wmi_spot;

typedef struct wmi_link {
    uint32_t a, b; /* a < b: indices of points */
    double length;
} wmi_link;

typedef struct wmi_pth_maker {
    const wm_walkmesh *mesh;
    wm_query *query;
    const wm_allocator *allocator;
    float clearance, spacing;
    size_t spot_count, spot_room;
    wmi_spot *spots; /* that may become points, those with the most room first */
    size_t point_count, point_room;
    wmi_spot *points;
    size_t link_count, link_room;
    wmi_link *links;
    uint64_t steps; /* places and pairs of points looked at */
    wm_error *error;
    wm_status status; /* the first failure; nothing is done after it */
} wmi_pth_maker;

static inline double wmi_spot_distance(const wmi_spot *a, const wmi_spot *b)
{
    double x = (double)a->at.x - (double)b->at.x, y = (double)a->at.y - (double)b->at.y;
    return sqrt(x * x + y * y);
}

/* Counts steps. Sets the status if these and the moves on the floor are more than allowed. */
void wmi_pth_count(wmi_pth_maker *m, uint64_t steps);
/* Fills the list of spots. */
void wmi_pth_find_spots(wmi_pth_maker *m);
/* Adds a point or a link. */
void wmi_pth_add_point(wmi_pth_maker *m, const wmi_spot *spot);
void wmi_pth_add_link(wmi_pth_maker *m, uint32_t a, uint32_t b);
/* Whether a character with that radius can walk straight between two spots. */
bool wmi_pth_connects(wmi_pth_maker *m, const wmi_spot *a, const wmi_spot *b, float radius);
/* Links points that are in sight of each other, until each region is connected, and removes links
 * that two shorter ones replace. */
void wmi_pth_link_points(wmi_pth_maker *m);

#endif

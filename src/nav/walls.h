/* The walls near a leg of a move. */
#ifndef WAYMARK_NAV_WALLS_H
#define WAYMARK_NAV_WALLS_H

#include "nav/line.h"
#include "nav/slide.h"

double wmi_wall_distance(const wmi_wall *wall, wmi_point p, wmi_point *nearest);

/* The distance between the segments a - b and p - q. */
double wmi_leg_distance(wmi_point a, wmi_point b, wmi_point p, wmi_point q);

/* The wall at a walk edge. */
wmi_wall wmi_wall_of(const wmi_floor *floor, uint32_t edge);

/* Finds the walls within `reach` of the leg from p, in `face` (a walk index), to q that are
 * connected with the face within that distance. *work is reduced by the number of faces
 * visited. Returns false when out of memory. */
bool wmi_walls_find(wmi_slide_scratch *s, const wm_allocator *allocator, const wmi_floor *floor,
                    uint32_t face, wmi_point p, wmi_point q, double reach, uint64_t *work);

/* How far one can go from p in direction d (length 1) before being closer to the wall than
 * `keep`, which must not exceed the distance of p; INFINITY: no limit. */
double wmi_wall_hit(const wmi_wall *wall, double keep, wmi_point p, wmi_point d);

#endif

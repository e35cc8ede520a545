/* Maps that keep z apart: rotations about z, scales and mirrors of points. */
#ifndef WAYMARK_BASE_PLAN_MAP_H
#define WAYMARK_BASE_PLAN_MAP_H

#include "waymark/base.h"

/* A 2 x 2 matrix for x and y, and a factor for z. */
typedef struct wmi_plan_map {
    double xx, xy, yx, yy, zz;
} wmi_plan_map;

/* Mirrors first, then scales, then rotates counter-clockwise about z. Multiples of 90 degrees are
 * exact.
 *
 * scale: all zero means 1. */
wmi_plan_map wmi_plan_map_of(double degrees, wm_vec3 scale, bool flip_x, bool flip_y);

#endif

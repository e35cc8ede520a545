/* Rotations about z, scales and mirrors of points. */
#ifndef WAYMARK_BASE_LINEAR_H
#define WAYMARK_BASE_LINEAR_H

#include "waymark/base.h"

/* A 2 x 2 matrix for x and y, and a factor for z. */
typedef struct wmi_linear {
    double xx, xy, yx, yy, zz;
} wmi_linear;

/* Mirrors first, then scales, then rotates counter-clockwise about z. Multiples of 90 degrees are
 * exact.
 *
 * scale: all zero means 1. */
wmi_linear wmi_linear_of(double degrees, wm_vec3 scale, bool flip_x, bool flip_y);

#endif

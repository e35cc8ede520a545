/* The exact side test of the plan. */
#ifndef WAYMARK_BASE_SIDE_H
#define WAYMARK_BASE_SIDE_H

#include "waymark/base.h"

/* On which side of the line from a to b is p, in the plan: 1 left, -1 right, 0 on it.
 * Exact for all finite floats. */
int wmi_side(wm_vec3 a, wm_vec3 b, wm_vec3 p);

#endif

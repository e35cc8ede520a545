/* The exact side test in plan view. */
#ifndef WAYMARK_BASE_SIDE_H
#define WAYMARK_BASE_SIDE_H

#include "base/real.h"

#include "waymark/base.h"

/* On which side of the line from a to b p lies in plan view: 1 left, -1 right, 0 on the line.
 * Exact for all finite floats. */
int wmi_side_exactly(wm_vec3 a, wm_vec3 b, wm_vec3 p);

static inline int wmi_side(wm_vec3 a, wm_vec3 b, wm_vec3 p)
{
    double px = (double)p.x, py = (double)p.y;
    double left = ((double)a.x - px) * ((double)b.y - py);
    double right = ((double)a.y - py) * ((double)b.x - px), area = left - right;
    /* Three roundings per product and one in the difference, 2^-53 each. */
    double bound = (fabs(left) + fabs(right)) * 4.5e-16;
    if (area > bound || -area > bound)
        return area > 0 ? 1 : -1;
    /* Both products have a factor of 0 then, since those of floats do not underflow: many points
     * lie on a line along an axis. */
    if (bound == 0)
        return 0;
    return wmi_side_exactly(a, b, p);
}

#endif

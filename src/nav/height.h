/* The quick test whether a face holds a point in the plan. */
#ifndef WAYMARK_NAV_HEIGHT_H
#define WAYMARK_NAV_HEIGHT_H

#include "nav/internal.h"
#include "nav/simd.h"

/* Of a point and a face: the shares of the second, third and first corner less the
 * doubt, and the height, rounded as in wmi_patch_height. */
static inline wmi_f4 wmi_patch_test(const wmi_patch *patch, wmi_f4 point)
{
    const float one[4] = {0, 0, 1, 0};
    wmi_f4 base = f4_load(&patch->x), d = f4_sub(point, base);
    wmi_f4 x = f4_mul(f4_pick(d, 0, 0, 0, 0), f4_load(patch->along_x));
    wmi_f4 y = f4_mul(f4_pick(d, 1, 1, 1, 1), f4_load(patch->along_y));
    return f4_add(f4_add(x, y), f4_add(f4_pick(base, 2, 2, 2, 3), f4_load(one)));
}

#endif

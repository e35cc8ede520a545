/* Derived numbers of a walkmesh, bit for bit as the game computes them: in float, in this
 * order, without fused multiply-add. docs/formats/nwn2.md, "Derived numbers". */
#ifndef WAYMARK_NWN2_NUMBERS_H
#define WAYMARK_NWN2_NUMBERS_H

#include <math.h>

#include "waymark/nwn2.h"

typedef struct wmi_centre {
    float x, y;
} wmi_centre;

static inline wmi_centre wmi_aswm_centre(wm_vec3 a, wm_vec3 b, wm_vec3 c)
{
    const float third = 1.0f / 3.0f;
    return (wmi_centre){((a.x + b.x) + c.x) * third, ((a.y + b.y) + c.y) * third};
}

/* The normal of triangle a b c before it gets unit length; `clockwise` gives its winding. The order
 * of the factors decides the signs of zeros, and all of them match the files. */
static inline wm_vec3 wmi_aswm_cross(wm_vec3 a, wm_vec3 b, wm_vec3 c, bool clockwise)
{
    wm_vec3 p = {b.x - a.x, b.y - a.y, b.z - a.z}, q = {c.x - b.x, c.y - b.y, c.z - b.z};
    if (clockwise) {
        wm_vec3 swap = p;
        p = q;
        q = swap;
    }
    return (wm_vec3){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

static inline float wmi_aswm_length(wm_vec3 n)
{
    return sqrtf(n.x * n.x + n.y * n.y + n.z * n.z);
}

/* The normal of a triangle with such a cross product, if it is longer than the limit. */
static inline wm_vec3 wmi_aswm_unit(wm_vec3 n, float limit)
{
    float length = wmi_aswm_length(n);
    if (!(length > limit))
        return (wm_vec3){1, 0, 0};
    float scale = 1.0f / length;
    return (wm_vec3){n.x * scale, n.y * scale, n.z * scale};
}

/* The game's own limit is not known exactly: 1.0862e-7 gave (1, 0, 0), and 1.118e-7 did not. */
#define WMI_ASWM_LIMIT 1.1e-7f
#define WMI_ASWM_LIMIT_LOW 1.086e-7f
#define WMI_ASWM_LIMIT_HIGH 1.12e-7f

static inline wm_vec3 wmi_aswm_normal(wm_vec3 a, wm_vec3 b, wm_vec3 c, bool clockwise)
{
    return wmi_aswm_unit(wmi_aswm_cross(a, b, c, clockwise), WMI_ASWM_LIMIT);
}

static inline float wmi_aswm_dot(wm_vec3 normal, wm_vec3 a)
{
    return -((normal.z * a.z + normal.y * a.y) + normal.x * a.x);
}

/* The distance between the centres of two islands. */
static inline float wmi_aswm_distance(wm_vec3 a, wm_vec3 b)
{
    float x = a.x - b.x, y = a.y - b.y;
    return sqrtf(x * x + y * y);
}

#endif

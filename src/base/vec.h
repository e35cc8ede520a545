/* Small vector arithmetic in double. Walkmesh coordinates are floats, so products are exact
 * or nearly so. */
#ifndef WAYMARK_BASE_VEC_H
#define WAYMARK_BASE_VEC_H

#include <string.h>

#include "base/real.h"
#include "waymark/base.h"

typedef struct wmi_vec {
    double x, y, z;
} wmi_vec;

static inline wmi_vec wmi_vec_of(wm_vec3 v)
{
    return (wmi_vec){(double)v.x, (double)v.y, (double)v.z};
}

static inline wm_vec3 wmi_vec_float(wmi_vec v)
{
    return (wm_vec3){wmi_narrow(v.x), wmi_narrow(v.y), wmi_narrow(v.z)};
}

static inline wmi_vec wmi_sub(wmi_vec a, wmi_vec b)
{
    return (wmi_vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline wmi_vec wmi_add(wmi_vec a, wmi_vec b)
{
    return (wmi_vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline wmi_vec wmi_scale(wmi_vec a, double s)
{
    return (wmi_vec){a.x * s, a.y * s, a.z * s};
}

static inline double wmi_dot(wmi_vec a, wmi_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline wmi_vec wmi_cross(wmi_vec a, wmi_vec b)
{
    return (wmi_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double wmi_length(wmi_vec a)
{
    return sqrt(wmi_dot(a, a));
}

static inline double wmi_vec3_distance(wm_vec3 a, wm_vec3 b)
{
    return wmi_length(wmi_sub(wmi_vec_of(a), wmi_vec_of(b)));
}

/* Equal numbers: 0 and -0 are the same place, a NaN is none. */
static inline bool wmi_same_place(wm_vec3 a, wm_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static inline bool wmi_same_bits(wm_vec3 a, wm_vec3 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static inline bool wmi_finite(wm_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

/* By coordinate the smaller and the larger; that of a if they are equal or not comparable. */
static inline wm_vec3 wmi_vec3_min(wm_vec3 a, wm_vec3 b)
{
    return (wm_vec3){b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z};
}

static inline wm_vec3 wmi_vec3_max(wm_vec3 a, wm_vec3 b)
{
    return (wm_vec3){b.x > a.x ? b.x : a.x, b.y > a.y ? b.y : a.y, b.z > a.z ? b.z : a.z};
}

/* Component 0, 1 or 2. */
static inline float wmi_axis(wm_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

#endif

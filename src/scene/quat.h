/* Rotations as quaternions in double. */
#ifndef WAYMARK_SCENE_QUAT_H
#define WAYMARK_SCENE_QUAT_H

#include "base/linear.h"
#include "waymark/scene.h"

typedef struct wmi_quat {
    double x, y, z, w;
} wmi_quat;

static inline wmi_quat wmi_quat_of(wm_quat q)
{
    return (wmi_quat){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

static inline wm_quat wmi_quat_narrow(wmi_quat q)
{
    return (wm_quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w};
}

/* From and to the numbers of a key: x, y, z, w. */
static inline wmi_quat wmi_quat_load(const float v[4])
{
    return (wmi_quat){(double)v[0], (double)v[1], (double)v[2], (double)v[3]};
}

static inline void wmi_quat_store(wmi_quat q, float v[4])
{
    v[0] = (float)q.x;
    v[1] = (float)q.y;
    v[2] = (float)q.z;
    v[3] = (float)q.w;
}

static inline wmi_quat wmi_quat_back(wmi_quat q)
{
    return (wmi_quat){-q.x, -q.y, -q.z, q.w};
}

/* b first, then a. */
static inline wmi_quat wmi_quat_multiply(wmi_quat a, wmi_quat b)
{
    return (wmi_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

wm_vec3 wmi_quat_rotate(wmi_quat q, wm_vec3 v);
/* Of length 1; the identity if the length is 0. */
wmi_quat wmi_quat_unit(wmi_quat q);
/* The sine of half the angle between two rotations of length 1, from 0 to 1. */
double wmi_quat_distance(wmi_quat a, wmi_quat b);
/* If the rotation maps axes to axes, within about a tenth of a degree, makes it do so exactly. */
bool wmi_quat_snap(wmi_quat *q);
wmi_linear wmi_linear_of_quat(wmi_quat q);
/* The map must be a rotation. */
wmi_quat wmi_quat_of_linear(const wmi_linear *a);

#endif

/* Frames as transforms: see frame.h. */
#include "convert/frame.h"

#include <math.h>

#include "base/vec.h"
#include "scene/internal.h"

bool wmi_frame_is_mirrored(const wm_bw2_frame *f)
{
    wmi_vec x = wmi_vec_of(f->axis[0]), y = wmi_vec_of(f->axis[1]), z = wmi_vec_of(f->axis[2]);
    return wmi_dot(wmi_cross(x, y), z) < 0;
}

/* The quaternion of three orthonormal axes, starting from its largest component. */
static wm_quat rotation_of(wmi_vec x, wmi_vec y, wmi_vec z)
{
    double q[4] = {1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z,
                   1 + x.x + y.y + z.z};
    int most = 3;
    for (int i = 0; i < 3; i++)
        most = q[i] > q[most] ? i : most;
    double r = sqrt(q[most]), s = 0.5 / r;
    double a = (y.z - z.y) * s, b = (z.x - x.z) * s, c = (x.y - y.x) * s;
    double d = (x.y + y.x) * s, e = (z.x + x.z) * s, f = (y.z + z.y) * s;
    const double all[4][4] = {
        {r / 2, d, e, a}, {d, r / 2, f, b}, {e, f, r / 2, c}, {a, b, c, r / 2}};
    return (wm_quat){(float)all[most][0], (float)all[most][1], (float)all[most][2],
                     (float)all[most][3]};
}

static wmi_vec unit_or(wmi_vec v, double length, wmi_vec other)
{
    return length > 0 ? wmi_scale(v, 1 / length) : other;
}

/* Any direction perpendicular to v. */
static wmi_vec beside(wmi_vec v)
{
    wmi_vec w = fabs(v.x) < 0.5 ? (wmi_vec){1, 0, 0} : (wmi_vec){0, 1, 0};
    wmi_vec c = wmi_cross(v, w);
    return wmi_scale(c, 1 / wmi_length(c));
}

wm_transform wmi_frame_transform(const wm_bw2_frame *f)
{
    wm_transform t = {f->position, {0, 0, 0, 1}, {1, 1, 1}};
    wmi_vec axis[3];
    double length[3];
    for (int i = 0; i < 3; i++) {
        axis[i] = wmi_vec_of(f->axis[i]);
        length[i] = wmi_length(axis[i]);
        if (!isfinite(length[i]))
            return t;
    }
    wmi_vec x = unit_or(axis[0], length[0], (wmi_vec){1, 0, 0});
    wmi_vec y = wmi_sub(axis[1], wmi_scale(x, wmi_dot(axis[1], x)));
    double across = wmi_length(y);
    y = across > 1e-6 * length[1] ? unit_or(y, across, beside(x)) : beside(x);
    t.rotation = rotation_of(x, y, wmi_cross(x, y));
    t.scale = (wm_vec3){(float)length[0], (float)length[1], (float)length[2]};
    /* Treat lengths that are 1 except for rounding as 1, so that programs do not show noisy
     * scales. */
    if (fabs(length[0] - 1) < 1e-3 && fabs(length[1] - 1) < 1e-3 && fabs(length[2] - 1) < 1e-3)
        t.scale = (wm_vec3){1, 1, 1};
    return t;
}

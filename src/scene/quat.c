#include "scene/quat.h"

#include <math.h>

wm_vec3 wmi_quat_rotate(wmi_quat q, wm_vec3 v)
{
    wmi_quat p = {(double)v.x, (double)v.y, (double)v.z, 0};
    p = wmi_quat_multiply(wmi_quat_multiply(q, p), wmi_quat_back(q));
    return (wm_vec3){(float)p.x, (float)p.y, (float)p.z};
}

wmi_quat wmi_quat_unit(wmi_quat q)
{
    double n = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(n > 1e-12) || !isfinite(n))
        return (wmi_quat){0, 0, 0, 1};
    return (wmi_quat){q.x / n, q.y / n, q.z / n, q.w / n};
}

double wmi_quat_distance(wmi_quat a, wmi_quat b)
{
    wmi_quat d = wmi_quat_multiply(wmi_quat_back(a), b);
    return sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

/* The components of such a rotation are multiples of 1/2 or of the root of 1/2. */
bool wmi_quat_snap(wmi_quat *q)
{
    static const double steps[] = {0, 0.5, 0.70710678118654752, 1};
    double c[4] = {q->x, q->y, q->z, q->w}, sum = 0;
    for (int i = 0; i < 4; i++) {
        double best = 0;
        for (int k = 1; k < 4; k++)
            if (fabs(fabs(c[i]) - steps[k]) < fabs(fabs(c[i]) - best))
                best = steps[k];
        if (!(fabs(fabs(c[i]) - best) < 1e-3))
            return false;
        c[i] = c[i] < 0 ? -best : best;
        sum += c[i] * c[i];
    }
    if (!(fabs(sum - 1) < 1e-9))
        return false;
    *q = (wmi_quat){c[0], c[1], c[2], c[3]};
    return true;
}

wmi_linear wmi_linear_of_quat(wmi_quat q)
{
    double x = q.x, y = q.y, z = q.z, w = q.w;
    return (wmi_linear){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                         {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                         {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

wmi_quat wmi_quat_of_linear(const wmi_linear *a)
{
    const double(*m)[3] = a->m;
    double trace = m[0][0] + m[1][1] + m[2][2], q[4];
    if (trace > 0) {
        double s = 2 * sqrt(trace + 1);
        return (wmi_quat){(m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s, (m[1][0] - m[0][1]) / s,
                          s / 4};
    }
    int i = m[0][0] > m[1][1] ? (m[0][0] > m[2][2] ? 0 : 2) : (m[1][1] > m[2][2] ? 1 : 2);
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double s = 2 * sqrt(1 + m[i][i] - m[j][j] - m[k][k]);
    q[i] = s / 4;
    q[j] = (m[i][j] + m[j][i]) / s;
    q[k] = (m[i][k] + m[k][i]) / s;
    q[3] = (m[k][j] - m[j][k]) / s;
    return (wmi_quat){q[0], q[1], q[2], q[3]};
}

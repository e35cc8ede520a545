#include "base/plan_map.h"

#include "base/real.h"

wmi_plan_map wmi_plan_map_of(double degrees, wm_vec3 scale, bool flip_x, bool flip_y)
{
    const double pi = 3.14159265358979323846;
    double angle = fmod(degrees, 360.0), c = wmi_cos(angle * pi / 180),
           s = wmi_sin(angle * pi / 180);
    if (angle < 0)
        angle += 360;
    if (fmod(angle, 90.0) == 0) {
        static const int cosine[4] = {1, 0, -1, 0};
        int quarter = (int)(angle / 90) % 4;
        c = cosine[quarter];
        s = cosine[(quarter + 3) % 4];
    }
    bool unit = scale.x == 0 && scale.y == 0 && scale.z == 0;
    double sx = unit ? 1 : (double)scale.x, sy = unit ? 1 : (double)scale.y;
    double sz = unit ? 1 : (double)scale.z;
    sx = flip_x ? -sx : sx;
    sy = flip_y ? -sy : sy;
    return (wmi_plan_map){c * sx, -s * sy, s * sx, c * sy, sz};
}

/* How far two directions are apart, for tests of normals and tangents. */
#ifndef WAYMARK_TEST_ANGLE_H
#define WAYMARK_TEST_ANGLE_H

#include <math.h>

#include "base/vec.h"

/* In radians; 4 if either has no length. */
static inline double test_angle(wm_vec3 a, wm_vec3 b)
{
    wmi_vec x = wmi_vec_of(a), y = wmi_vec_of(b);
    double sine = wmi_length(wmi_cross(x, y)), cosine = wmi_dot(x, y);
    return sine > 0 || cosine != 0 ? atan2(sine, cosine) : 4;
}

#endif

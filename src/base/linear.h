/* Linear maps in space: 3 x 3 matrices in double. */
#ifndef WAYMARK_BASE_LINEAR_H
#define WAYMARK_BASE_LINEAR_H

#include "base/vec.h"

typedef struct wmi_linear {
    double m[3][3]; /* rows */
} wmi_linear;

wmi_vec wmi_linear_apply(const wmi_linear *a, wmi_vec v);
wmi_linear wmi_linear_multiply(const wmi_linear *a, const wmi_linear *b);
wmi_linear wmi_linear_transpose(const wmi_linear *a);
double wmi_linear_determinant(const wmi_linear *a);
/* Returns false if the map is singular. */
bool wmi_linear_inverse(const wmi_linear *a, wmi_linear *to);
/* The largest difference between two elements. */
double wmi_linear_distance(const wmi_linear *a, const wmi_linear *b);
/* a = rotation * stretch, where rotation does not mirror. Returns false if the map is singular. */
bool wmi_linear_polar(const wmi_linear *a, wmi_linear *rotation, wmi_linear *stretch);
/* Is it the identity, up to rounding? */
bool wmi_linear_is_unit(const wmi_linear *a);

#endif

/* Numbers in model texts. docs/formats/kotor-mdl-ascii.md, "Numbers". */
#ifndef WAYMARK_KOTOR_MDL_TEXT_NUMBER_H
#define WAYMARK_KOTOR_MDL_TEXT_NUMBER_H

#include "base/decimal.h"

enum {
    WMI_MDL_NUMBER = 32, /* buffer size for one number */
    WMI_MDL_NUMBERS = 4 * WMI_MDL_NUMBER
};

/* The shortest text of a float; nan(7f812345) for a NaN with unusual bits. */
size_t wmi_mdl_put_float(char *to, float value);
size_t wmi_mdl_put_u32(char *to, uint32_t value);

/* Writes x, y, z, w as axis and angle, "0 0 1 1.5". `back` receives what a reader gets
 * from it: the same bits, unless |w| is above 1 or tiny. */
size_t wmi_mdl_put_axis_angle(char *to, const float xyzw[4], float back[4]);
/* Writes base + delta such that a reader, which subtracts base, gets delta again
 * (*back). */
size_t wmi_mdl_put_absolute(char *to, float base, float delta, float *back);

/* The reverse. */
void wmi_mdl_quat_of(const double axis_angle[4], float xyzw[4]);
float wmi_mdl_delta_of(double absolute, float base);

/* Each reads a number at p and returns a pointer to the byte after it, or NULL. */
const char *wmi_mdl_scan_float(const char *p, const char *end, float *value);
const char *wmi_mdl_scan_double(const char *p, const char *end, double *value);
/* For absolute positions: up to nine digits are read as a float, more as a double. */
const char *wmi_mdl_scan_absolute(const char *p, const char *end, double *value);

#endif

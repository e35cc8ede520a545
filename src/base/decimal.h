/* The quick way through numbers in text: sign, digits, point and exponent in one
 * pass, for the readers whose files are mostly numbers. What it does not take (nan,
 * infinities, very long or very large numbers) goes through wm_float_parse. */
#ifndef WAYMARK_BASE_DECIMAL_H
#define WAYMARK_BASE_DECIMAL_H

#include "base/internal.h"

typedef struct wmi_decimal {
    uint64_t head;  /* the first 19 significant digits */
    int32_t digits; /* significant ones, leading zeros not counted; those left out counted */
    int32_t scale;  /* value = head * 10^scale */
    bool negative;
} wmi_decimal;

/* Reads a number at p; the byte behind it, or NULL if there is none that it takes. */
const char *wmi_decimal_scan(const char *p, const char *end, wmi_decimal *d);
/* Correctly rounded, or false: then wm_float_parse must do it. */
bool wmi_decimal_float(const wmi_decimal *d, float *value);
/* Right to a unit or two in the last place, and the same on every machine. False when
 * the exponent is beyond what it handles. */
bool wmi_decimal_double(const wmi_decimal *d, double *value);

#endif

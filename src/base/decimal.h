/* Numbers in text, the quick way and the slow way.
 *
 * wmi_decimal takes sign, digits, point and exponent in one pass, for readers whose files
 * are mostly numbers. What it does not take (nan, infinities, very long or very large
 * numbers) goes through wmi_digits, which rounds with big integers. */
#ifndef WAYMARK_BASE_DECIMAL_H
#define WAYMARK_BASE_DECIMAL_H

#include "base/internal.h"

/* ---- the quick way ----------------------------------------------------- */

typedef struct wmi_decimal {
    uint64_t head;  /* the first 19 significant digits */
    int32_t digits; /* significant ones, leading zeros not counted; those left out counted */
    int32_t scale;  /* value = head * 10^scale */
    bool negative;
} wmi_decimal;

/* Reads a number at p; returns the byte after it, or NULL if there is none that it takes. */
const char *wmi_decimal_scan(const char *p, const char *end, wmi_decimal *d);
/* Correctly rounded, or false: then wm_float_parse must do it. */
bool wmi_decimal_float(const wmi_decimal *d, float *value);
/* Correctly rounded, or false: then wmi_double_parse must do it. */
bool wmi_decimal_exact(const wmi_decimal *d, double *value);
/* A double that is correctly rounded from a text as the float nearest to that text, or
 * false: then wm_float_parse must do it. */
bool wmi_float_of_double(double rounded, float *value);
/* Right to a unit or two in the last place, and the same on every machine. False when
 * the exponent is beyond what it handles. */
bool wmi_decimal_double(const wmi_decimal *d, double *value);

/* ---- the slow way ------------------------------------------------------ */

enum { WMI_DIGITS_MAX = 800 }; /* a double's rounding boundary has at most 767 digits */

typedef struct wmi_digits {
    char digits[WMI_DIGITS_MAX]; /* significant ones, '0'..'9' */
    int count;
    bool more;     /* non-zero digits were left out */
    int64_t scale; /* value = digits * 10^scale */
} wmi_digits;

/* Reads digits, point and exponent, without a sign. Returns the bytes used, 0 if there is
 * no number. */
size_t wmi_digits_scan(const char *text, size_t size, wmi_digits *n);

/* A binary floating-point format. */
typedef struct wmi_float_shape {
    int mantissa; /* bits, the hidden one included: 24 or 53 */
    int smallest; /* exponent of the last bit of a subnormal: -149 or -1074 */
    int under;    /* below 10^under all is 0 */
    int over;     /* from 10^over on all is infinite */
} wmi_float_shape;

/* The bits of the nearest value, ties to even, without a sign. */
uint64_t wmi_digits_round(const wmi_digits *n, const wmi_float_shape *shape);

/* As wm_float_parse, for a double, and without nan and infinities. */
size_t wmi_double_parse(const char *text, size_t size, double *value);

#endif

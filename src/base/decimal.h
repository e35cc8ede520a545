/* Parsing numbers in text: a fast path and a slow path.
 *
 * wmi_decimal parses sign, digits, decimal point and exponent in one pass, for readers of
 * files that are mostly numbers. Anything it does not handle (NaN, infinities, very long or
 * very large numbers) goes through wmi_digits, which rounds with big integers. */
#ifndef WAYMARK_BASE_DECIMAL_H
#define WAYMARK_BASE_DECIMAL_H

#include "base/internal.h"

/* ---- fast path --------------------------------------------------------- */

typedef struct wmi_decimal {
    uint64_t head;  /* the first 19 significant digits */
    int32_t digits; /* count of significant digits, including those not kept */
    int32_t scale;  /* value = head * 10^scale */
    bool negative;
} wmi_decimal;

/* Parses a number at p. Returns the byte after it, or NULL if there is no number it handles. */
const char *wmi_decimal_scan(const char *p, const char *end, wmi_decimal *d);
/* Correctly rounded. On false, use wm_float_parse instead. */
bool wmi_decimal_float(const wmi_decimal *d, float *value);
/* Correctly rounded. On false, use wmi_double_parse instead. */
bool wmi_decimal_exact(const wmi_decimal *d, double *value);
/* Converts a double, correctly rounded from some text, to the float nearest to that text. On
 * false, use wm_float_parse instead. */
bool wmi_float_of_double(double rounded, float *value);
/* Accurate to one or two units in the last place, and identical on every machine. Returns
 * false if the exponent is out of range. */
bool wmi_decimal_double(const wmi_decimal *d, double *value);

/* ---- slow path --------------------------------------------------------- */

enum { WMI_DIGITS_MAX = 800 }; /* a double's rounding boundary has at most 767 digits */

typedef struct wmi_digits {
    char digits[WMI_DIGITS_MAX]; /* significant digits, '0'..'9' */
    int count;
    bool more;     /* non-zero digits were dropped */
    int64_t scale; /* value = digits * 10^scale */
} wmi_digits;

/* Parses digits, decimal point and exponent, without a sign. Returns the number of bytes
 * used, or 0 if there is no number. */
size_t wmi_digits_scan(const char *text, size_t size, wmi_digits *n);

/* A binary floating-point format. */
typedef struct wmi_float_shape {
    int mantissa; /* mantissa bits including the hidden one: 24 or 53 */
    int smallest; /* exponent of the lowest bit of a subnormal: -149 or -1074 */
    int under;    /* values below 10^under round to 0 */
    int over;     /* values from 10^over up are infinite */
} wmi_float_shape;

/* The bits of the nearest value, ties to even, without the sign. */
uint64_t wmi_digits_round(const wmi_digits *n, const wmi_float_shape *shape);

/* Like wm_float_parse, but for double, and without NaN and infinities. */
size_t wmi_double_parse(const char *text, size_t size, double *value);

#endif

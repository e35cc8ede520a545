/* Numbers in model texts: floats in their shortest form, orientations as axis and angle,
 * positions of animations as absolute values. Reading each one gives the bits of the
 * file again. docs/formats/kotor-mdl-ascii.md, "Numbers". */
#include "kotor/mdl/text/number.h"

#include <math.h>

#define NAN_USUAL 0x7FC00000u
#define FULL_CIRCLE 6.283185307179586
#define SMALL 2e-4 /* below this angle, the cosine of its half is 1 as a float */

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

static bool same(float a, float b)
{
    return bits_of(a) == bits_of(b);
}

size_t wmi_mdl_put_u32(char *to, uint32_t value)
{
    char reversed[10];
    size_t n = 0;
    do {
        reversed[n++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    for (size_t i = 0; i < n; i++)
        to[i] = reversed[n - 1 - i];
    return n;
}

size_t wmi_mdl_put_float(char *to, float value)
{
    uint32_t bits = bits_of(value);
    if ((bits & 0x7FFFFFFF) <= 0x7F800000 || (bits & 0x7FFFFFFF) == NAN_USUAL)
        return wm_float_format(value, to);
    static const char hex[] = "0123456789abcdef";
    memcpy(to, "nan(", 4);
    for (int i = 0; i < 8; i++)
        to[4 + i] = hex[bits >> (28 - 4 * i) & 15];
    to[12] = ')';
    return 13;
}

/* ---- doubles ----------------------------------------------------------- */

static const double pow10_table[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* The first digit has the place value 10^exponent. */
static size_t put_decimal(char *to, const wmi_decimal *d, int exponent)
{
    char digit[20];
    char *out = to;
    int count = 0;
    for (uint64_t rest = d->head; rest; rest /= 10)
        digit[count++] = (char)('0' + rest % 10); /* reversed */
    if (d->negative)
        *out++ = '-';
    bool scientific = exponent < -5;
    int point = scientific ? 1 : exponent + 1; /* digits before the point */
    if (point <= 0) {
        *out++ = '0';
        *out++ = '.';
        for (int i = point; i < 0; i++)
            *out++ = '0';
    }
    for (int i = 0; i < count; i++) {
        if (i == point && point > 0)
            *out++ = '.';
        *out++ = digit[count - 1 - i];
    }
    for (int i = count; i < point; i++)
        *out++ = '0';
    if (scientific) {
        *out++ = 'e';
        *out++ = '-';
        out += wmi_mdl_put_u32(out, (uint32_t)-exponent);
    }
    return (size_t)(out - to);
}

/* Writes `value` with that many significant digits (at most 17), without trailing zeros.
 * Returns false outside 1e-25 to 1e9, which is never needed. */
static bool decimal_of(double value, int digits, wmi_decimal *d, int *exponent)
{
    double v = fabs(value), scaled = v;
    if (!(v >= 1e-25 && v < 1e9))
        return false;
    int e = 0;
    for (; v >= 10; v /= 10)
        e++;
    for (; v < 1; v *= 10)
        e--;
    int k = digits - 1 - e;
    int rest = k;
    if (rest > 22) {
        scaled *= 1e22;
        rest -= 22;
    }
    scaled = rest < 0 ? scaled / pow10_table[-rest] : scaled * pow10_table[rest];
    *d = (wmi_decimal){(uint64_t)(scaled + 0.5), digits, -k, value < 0};
    while (d->head % 10 == 0) {
        d->head /= 10;
        d->scale++;
    }
    d->digits = 0;
    for (uint64_t left = d->head; left; left /= 10)
        d->digits++;
    *exponent = d->digits - 1 + d->scale;
    return true;
}

static size_t put_digits(char *to, double value, int digits, double *back)
{
    wmi_decimal d;
    int exponent;
    if (decimal_of(value, digits, &d, &exponent)) {
        wmi_decimal_double(&d, back);
        return put_decimal(to, &d, exponent);
    }
    size_t size = wmi_mdl_put_float(to, (float)value);
    if (!wmi_mdl_scan_double(to, to + size, back))
        *back = 0;
    return size;
}

/* ---- orientations ------------------------------------------------------ */

/* For 180 degrees, the cosine of the half angle is not exactly 0 in doubles. */
static void half_angle(double angle, double *s, double *c)
{
    *s = wmi_sin(angle / 2);
    *c = wmi_cos(angle / 2);
    if (fabs(*c) < 1e-12)
        *c = 0;
}

void wmi_mdl_quat_of(const double axis_angle[4], float xyzw[4])
{
    double s, c;
    half_angle(axis_angle[3], &s, &c);
    for (int k = 0; k < 3; k++)
        xyzw[k] = (float)(axis_angle[k] * s);
    xyzw[3] = (float)c;
}

/* Digits needed to preserve w, which changes fastest with the angle where w is small. */
static int angle_digits(float w)
{
    float a = fabsf(w);
    return a >= 0.01f ? 10 : a >= 1e-5f ? 13 : 17;
}

size_t wmi_mdl_put_axis_angle(char *to, const float xyzw[4], float back[4])
{
    double v[3] = {(double)xyzw[0], (double)xyzw[1], (double)xyzw[2]}, w = (double)xyzw[3];
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), s, c, angle;
    char text[WMI_MDL_NUMBER];
    size_t text_size = put_digits(text, 2 * wmi_atan2(length, w), angle_digits(xyzw[3]), &angle);
    half_angle(angle, &s, &c);
    if (!same((float)c, xyzw[3]) && w >= -1 && w <= 1) { /* not unit length: use w */
        angle = 2 * wmi_acos(w);
        if (angle < SMALL) /* an axis needs a non-zero angle */
            angle = SMALL;
        else if (angle > FULL_CIRCLE - SMALL)
            angle = FULL_CIRCLE - SMALL;
        text_size = put_digits(text, angle, 17, &angle);
        half_angle(angle, &s, &c);
    }
    char *out = to;
    for (int k = 0; k < 3; k++) {
        double axis;
        out += put_digits(out, s > 0 ? v[k] / s : v[k], 9, &axis);
        *out++ = ' ';
        back[k] = (float)(axis * s);
    }
    back[3] = (float)c;
    memcpy(out, text, text_size);
    return (size_t)(out - to) + text_size;
}

/* ---- positions of animations ------------------------------------------- */

float wmi_mdl_delta_of(double absolute, float base)
{
    return (float)(absolute - (double)base);
}

size_t wmi_mdl_put_absolute(char *to, float base, float delta, float *back)
{
    static const int digits[] = {11, 13, 15, 17};
    double sum = (double)base + (double)delta;
    float near = (float)sum;
    if (near == 0 && delta == 0)
        near = delta; /* keeps -0, and 0 - 0 */
    *back = wmi_mdl_delta_of((double)near, base);
    if (same(*back, delta))
        return wmi_mdl_put_float(to, near);
    for (int i = 0; i < 4; i++) {
        wmi_decimal d;
        int exponent;
        double value;
        if (!decimal_of(sum, digits[i], &d, &exponent) || d.digits <= 9)
            continue;
        wmi_decimal_double(&d, &value);
        if (same(wmi_mdl_delta_of(value, base), delta)) {
            *back = delta;
            return put_decimal(to, &d, exponent);
        }
    }
    return wmi_mdl_put_float(to, near);
}

/* ---- reading ----------------------------------------------------------- */

/* nan(7f812345), which C's strtod also reads. */
static const char *scan_nan(const char *p, const char *end, float *value)
{
    uint32_t bits = 0;
    if (end - p < 13 || memcmp(p, "nan(", 4) != 0 || p[12] != ')')
        return NULL;
    for (int i = 4; i < 12; i++) {
        char c = (char)(p[i] | 0x20);
        if (!(p[i] >= '0' && p[i] <= '9') && !(c >= 'a' && c <= 'f'))
            return NULL;
        bits = bits << 4 | (uint32_t)(p[i] <= '9' ? p[i] - '0' : c - 'a' + 10);
    }
    if ((bits & 0x7FFFFFFF) <= 0x7F800000)
        return NULL;
    memcpy(value, &bits, 4);
    return p + 13;
}

const char *wmi_mdl_scan_float(const char *p, const char *end, float *value)
{
    wmi_decimal d;
    const char *after = wmi_decimal_scan(p, end, &d);
    if (after && wmi_decimal_float(&d, value))
        return after;
    after = scan_nan(p, end, value);
    if (after)
        return after;
    size_t used = p < end ? wm_float_parse(p, (size_t)(end - p), value) : 0;
    return used ? p + used : NULL;
}

const char *wmi_mdl_scan_double(const char *p, const char *end, double *value)
{
    wmi_decimal d;
    float f;
    const char *after = wmi_decimal_scan(p, end, &d);
    if (after && wmi_decimal_double(&d, value))
        return after;
    after = wmi_mdl_scan_float(p, end, &f);
    if (after)
        *value = (double)f;
    return after;
}

const char *wmi_mdl_scan_absolute(const char *p, const char *end, double *value)
{
    wmi_decimal d;
    float f;
    const char *after = wmi_decimal_scan(p, end, &d);
    if (after && d.digits > 9 && wmi_decimal_double(&d, value))
        return after;
    if (after && wmi_decimal_float(&d, &f)) {
        *value = (double)f;
        return after;
    }
    after = wmi_mdl_scan_float(p, end, &f);
    if (after)
        *value = (double)f;
    return after;
}

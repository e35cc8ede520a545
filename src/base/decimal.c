/* The fast path for parsing numbers in text. */
#include "base/decimal.h"

static const double pow10_table[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { POW10_LAST = 22 };

static const char *digits(const char *p, const char *end, wmi_decimal *d)
{
    uint64_t head = d->head;
    int32_t count = d->digits;
    for (; p < end; p++) {
        unsigned digit = (unsigned)(unsigned char)*p - '0';
        if (digit > 9)
            break;
        if (count < 19) {
            head = head * 10 + digit;
            count += head != 0;
        } else {
            d->scale++;
            count += count < INT32_MAX;
        }
    }
    d->head = head;
    d->digits = count;
    return p;
}

const char *wmi_decimal_scan(const char *p, const char *end, wmi_decimal *d)
{
    *d = (wmi_decimal){0};
    if (p < end && (*p == '-' || *p == '+'))
        d->negative = *p++ == '-';
    const char *start = p;
    p = digits(p, end, d);
    ptrdiff_t any = p - start;
    if (p < end && *p == '.') {
        const char *fraction = p + 1;
        const char *after = digits(fraction, end, d);
        if (after - fraction > 100000)
            return NULL;
        any += after - fraction;
        d->scale -= (int32_t)(after - fraction);
        if (any)
            p = after;
    }
    if (!any || d->scale > 100000)
        return NULL;
    if (p < end && (*p | 0x20) == 'e') {
        const char *e = p + 1;
        bool negative = false;
        int32_t exponent = 0;
        if (e < end && (*e == '-' || *e == '+'))
            negative = *e++ == '-';
        if (e == end || *e < '0' || *e > '9')
            return p;
        for (; e < end && *e >= '0' && *e <= '9'; e++)
            if (exponent < 100000)
                exponent = exponent * 10 + (*e - '0');
        d->scale += negative ? -exponent : exponent;
        p = e;
    }
    return p;
}

bool wmi_float_of_double(double rounded, float *value)
{
    uint64_t bits;
    memcpy(&bits, &rounded, 8);
    bits &= ~(UINT64_C(1) << 63);
    double size = rounded < 0 ? -rounded : rounded;
    /* Double rounding gives the right result unless the double lies exactly between two floats. */
    bool halfway = (bits & 0x1FFFFFFF) == 0x10000000;
    if (halfway || (bits && (size < 1.2e-38 || size > 3.4e38)))
        return false;
    *value = (float)rounded;
    return true;
}

bool wmi_decimal_float(const wmi_decimal *d, float *value)
{
    double v;
    return wmi_decimal_exact(d, &v) && wmi_float_of_double(v, value);
}

bool wmi_decimal_exact(const wmi_decimal *d, double *value)
{
    /* Both operands are exact, so there is only one rounding. */
    if (d->digits > 19 || d->head > UINT64_C(1) << 53 || d->scale < -POW10_LAST ||
        d->scale > POW10_LAST)
        return false;
    return wmi_decimal_double(d, value);
}

bool wmi_decimal_double(const wmi_decimal *d, double *value)
{
    double v = (double)d->head;
    int32_t scale = d->scale;
    if (scale < -2 * POW10_LAST || scale > POW10_LAST)
        return false;
    if (scale < -POW10_LAST) {
        v /= pow10_table[POW10_LAST];
        scale += POW10_LAST;
    }
    v = scale < 0 ? v / pow10_table[-scale] : v * pow10_table[scale];
    *value = d->negative ? -v : v;
    return true;
}

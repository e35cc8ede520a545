/* Trigonometry and logarithm from + - * / and sqrt alone, so that they give the same bits on
 * every machine. Polynomials are Taylor series: on the small intervals used here they are
 * exact to double with few terms. real.h states the errors, test_real.c measures them. */
#include "base/real.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* pi and pi / 2, each with the rest that does not fit into a double. */
static const double pi = 0x1.921fb54442d18p+1, pi_rest = 0x1.1a62633145c07p-53;
static const double half_pi = 0x1.921fb54442d18p+0, half_pi_rest = 0x1.1a62633145c07p-54;

/* a + b = result + *rest exactly. */
static double two_sum(double a, double b, double *rest)
{
    double sum = a + b, part = sum - a;
    *rest = (a - (sum - part)) + (b - part);
    return sum;
}

/* ---- sine and cosine ---------------------------------------------------- */

/* The angle minus the nearest multiple of pi / 2, as high + *low, and the multiple modulo 4. */
static double reduce(double angle, double *low, int *quarter)
{
    /* pi / 2 in three parts. The first two have 33 bits each, so that their products with n
     * are exact. */
    static const double part[3] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
    if (fabs(angle) >= 0x1p20)
        angle = fmod(angle, 2 * pi);
    double n = floor(angle * 0x1.45f306dc9c883p-1 + 0.5), rest;
    double high = two_sum(angle - n * part[0], -(n * part[1]), &rest);
    rest -= n * part[2];
    *quarter = (int)n & 3;
    return two_sum(high, rest, low);
}

/* For -pi/4 to pi/4; the angle is x + low. */
static double sine_near(double x, double low)
{
    double z = x * x;
    double p = -1.0 / 39916800 +
               z * (1.0 / 6227020800 + z * (-1.0 / 1307674368000 + z * (1.0 / 355687428096000)));
    p = 1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880 + z * p));
    /* x - x^3/6 + x^5 p, and low * cos x */
    return x + (z * x * (-1.0 / 6 + z * p) + low * (1 - z / 2));
}

static double cosine_near(double x, double low)
{
    double z = x * x, half = z / 2, first = 1 - half;
    double p = -1.0 / 3628800 +
               z * (1.0 / 479001600 + z * (-1.0 / 87178291200 + z * (1.0 / 20922789888000)));
    p = 1.0 / 24 + z * (-1.0 / 720 + z * (1.0 / 40320 + z * p));
    return first + (((1 - first) - half) + (z * z * p - x * low));
}

void wmi_sin_cos(double angle, double *sine, double *cosine)
{
    *sine = *cosine = (double)NAN;
    if (!isfinite(angle))
        return;
    if (angle == 0) { /* keep its sign */
        *sine = angle;
        *cosine = 1;
        return;
    }
    double low;
    int quarter;
    double x = reduce(angle, &low, &quarter);
    double s = sine_near(x, low), c = cosine_near(x, low);
    *sine = quarter == 0 ? s : quarter == 1 ? c : quarter == 2 ? -s : -c;
    *cosine = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
}

double wmi_sin(double angle)
{
    double s, c;
    wmi_sin_cos(angle, &s, &c);
    return s;
}

double wmi_cos(double angle)
{
    double s, c;
    wmi_sin_cos(angle, &s, &c);
    return c;
}

/* ---- arc tangent and arc cosine ----------------------------------------- */

/* atan(k / 16) with the rest that does not fit into a double. */
static const double arcs[17][2] = {
    {0, 0},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/* atan(a / b) for 0 <= a <= b and 0 < b, as high + *low. With c = k / 16 near a / b, it is
 * atan(c) + atan((a - c b) / (b + c a)), and the second part is at most 1/31. */
static double arc_of(double a, double b, double *low)
{
    double k = floor(a / b * 16 + 0.5), c = k / 16;
    double upper = b * 0x1.0000002p+27; /* the upper half of the digits of b: */
    upper = upper - (upper - b);        /* c * upper is exact */
    double r = ((a - c * upper) - c * (b - upper)) / (b + c * a), z = r * r;
    double p = -1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11))));
    const double *arc = arcs[(int)k];
    double high = two_sum(arc[0], r, low);
    *low += arc[1] + r * z * p;
    return high;
}

double wmi_atan2(double y, double x)
{
    if (x != x || y != y)
        return (double)NAN;
    double a = fabs(y), b = fabs(x), low, rest;
    if (a == INFINITY || b == INFINITY) {
        a = a == INFINITY ? 1 : 0;
        b = b == INFINITY ? 1 : 0;
    }
    bool steep = a > b;
    if (steep) {
        double t = a;
        a = b;
        b = t;
    }
    if (b > 0x1p500 || b < 0x1p-400) { /* keep the products in range */
        double scale = b > 1 ? 0x1p-600 : 0x1p600;
        a *= scale;
        b *= scale;
    }
    double high = b > 0 ? arc_of(a, b, &low) : (low = 0);
    if (steep) {
        high = two_sum(half_pi, -high, &rest);
        low = rest + (half_pi_rest - low);
    }
    if (signbit(x)) {
        high = two_sum(pi, -high, &rest);
        low = rest + (pi_rest - low);
    }
    return signbit(y) ? -(high + low) : high + low;
}

double wmi_acos(double x)
{
    return x >= -1 && x <= 1 ? wmi_atan2(sqrt((1 - x) * (1 + x)), x) : (double)NAN;
}

/* ---- logarithm ----------------------------------------------------------- */

double wmi_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    /* x = m * 2^e with m from about sqrt(1/2) to sqrt(2) */
    uint64_t shifted = bits - UINT64_C(0x3fe6a09e667f3bcd);
    int e = (int)(shifted >> 52) - (shifted >> 63 ? 4096 : 0);
    bits -= (uint64_t)(int64_t)e << 52;
    double m;
    memcpy(&m, &bits, sizeof m);
    /* log m = 2 artanh(s), s = (m - 1) / (m + 1), |s| <= 0.172 */
    double f = m - 1, s = f / (m + 1), z = s * s;
    double p = 2.0 / 15 + z * (2.0 / 17 + z * (2.0 / 19 + z * (2.0 / 21)));
    p = 2.0 / 7 + z * (2.0 / 9 + z * (2.0 / 11 + z * (2.0 / 13 + z * p)));
    p = z * (2.0 / 3 + z * (2.0 / 5 + z * p));
    /* 2 s = f - s f, which keeps the bits that the division lost small */
    double n = e, half = f * f / 2;
    double tail = s * (half + p) + n * 0x1.a39ef35793c76p-33;
    return n * 0x1.62e42feep-1 + (f - (half - tail));
}

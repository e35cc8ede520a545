/* Arithmetic that gives the same bits everywhere.
 *
 * IEEE 754 fixes the result of + - * / and sqrt, and C fixes floor, ceil, fmod, nextafter and
 * fabs. The other functions of libm may differ in the last bit between C libraries, their
 * versions and processors, and fmin and fmax may return either zero of 0 and -0. What is
 * computed with them would differ between platforms, so the library uses these instead.
 * tests/consumer/test_symbols.sh proves that it calls nothing else. */
#ifndef WAYMARK_BASE_REAL_H
#define WAYMARK_BASE_REAL_H

#include <float.h>
#include <math.h>

/* Each operation must be rounded to its type. The x87 unit of old 32-bit x86 processors keeps
 * more bits, and GCC for s390x computes floats as doubles in ISO C. CMakeLists.txt has the flags
 * that change this. */
#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD != 0
#error "use -msse2 -mfpmath=sse on 32-bit x86, -fexcess-precision=fast on s390x"
#endif
#if defined(__FAST_MATH__)
#error "-ffast-math changes results: compile without it"
#endif
#if FLT_RADIX != 2 || FLT_MANT_DIG != 24 || DBL_MANT_DIG != 53
#error "float and double must be those of IEEE 754"
#endif

/* a * b + c is rounded twice. Compilers must not fuse it into one operation, which some do
 * unless they are told (GCC only in its GNU modes; CMakeLists.txt builds with -std=c11
 * -ffp-contract=off). */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && !defined(__STRICT_ANSI__)
#pragma GCC optimize("fp-contract=off")
#endif
/* GCC 12.0 to 12.2 fuse in vectorised code all the same (GCC bug 107647). */
#if defined(__FMA__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ == 12 &&              \
    __GNUC_MINOR__ < 3
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

/* A result as it is stored in files. Processors differ in the sign and the digits of a result
 * that is not a number; this gives one. What is only copied keeps its bits. */
static inline float wmi_narrow(double value)
{
    return value == value ? (float)value : NAN;
}

/* The smaller and the larger one, b if they are equal (0 and -0 are). If one of them is not a
 * number, the other. */
static inline double wmi_min(double a, double b)
{
    return a < b || b != b ? a : b;
}

static inline double wmi_max(double a, double b)
{
    return a > b || b != b ? a : b;
}

static inline float wmi_minf(float a, float b)
{
    return a < b || b != b ? a : b;
}

static inline float wmi_maxf(float a, float b)
{
    return a > b || b != b ? a : b;
}

/* The length of (x, y), within 1.1 ulp for lengths from 1e-145 to 1e153: differences of floats
 * are far from both ends. */
static inline double wmi_hypot(double x, double y)
{
    return sqrt(x * x + y * y);
}

/* Sine and cosine of an angle in radians, each within 0.8 ulp for angles up to a million. Larger
 * ones are first reduced by the double nearest to 2 pi, so the error grows with the angle. Not
 * a number for infinite angles. */
void wmi_sin_cos(double angle, double *sine, double *cosine);
double wmi_sin(double angle);
double wmi_cos(double angle);

/* As atan2 of C, signs of zeros and infinite arguments included, within 1.2 ulp. */
double wmi_atan2(double y, double x);
/* Within 1.6 ulp for -1 to 1, otherwise not a number. */
double wmi_acos(double x);
/* The natural logarithm, within 0.9 ulp, of a positive, finite and normal number. */
double wmi_log(double x);

#endif

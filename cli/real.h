/* Arithmetic that gives the same bits everywhere, for pictures and lengths. sqrt does; sin, cos,
 * hypot, pow and log10 of libm need not, and fmin and fmax may return either zero of 0 and -0.
 *
 * src/base/real.h has the same for the library, and more. This is a copy because the command uses
 * only what the library makes public, and arithmetic is not what the library is for. */
#ifndef WAYMARK_CLI_REAL_H
#define WAYMARK_CLI_REAL_H

#include <math.h>

/* b if they are equal. If one of them is not a number, the other. */
static inline double cli_min(double a, double b)
{
    return a < b || b != b ? a : b;
}

static inline double cli_max(double a, double b)
{
    return a > b || b != b ? a : b;
}

static inline float cli_minf(float a, float b)
{
    return a < b || b != b ? a : b;
}

static inline float cli_maxf(float a, float b)
{
    return a > b || b != b ? a : b;
}

static inline double cli_hypot(double x, double y)
{
    return sqrt(x * x + y * y);
}

/* Sine and cosine of an angle of up to some turns, to about 1e-14. */
static inline void cli_sin_cos(double angle, double *sine, double *cosine)
{
    double x = angle / 1024, z = x * x;
    double s = x * (1 - z / 6 * (1 - z / 20));
    double v = z / 2 * (1 - z / 12 * (1 - z / 30)); /* 1 - cos x, which keeps its digits */
    for (int i = 0; i < 10; i++) {                  /* double the angle */
        double t = s;
        s = 2 * t * (1 - v);
        v = 2 * t * t;
    }
    *sine = s;
    *cosine = 1 - v;
}

#endif

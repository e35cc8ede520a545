/* The exact side test, used when the fast estimate in wmi_side is not conclusive. Watertight
 * queries depend on it. */
#include "base/side.h"

/* a + b = *sum + *rest exactly. */
static void two_sum(double a, double b, double *sum, double *rest)
{
    double s = a + b, bb = s - a;
    *sum = s;
    *rest = (a - (s - bb)) + (b - bb);
}

/* The sign of the exact sum of six terms. The terms are reduced to parts that do not overlap,
 * largest last, so the last non-zero part has the sign. */
static int sign_of_sum(const double term[6])
{
    double part[6];
    int n = 0;
    for (int i = 0; i < 6; i++) {
        double carry = term[i];
        int kept = 0;
        for (int k = 0; k < n; k++) {
            double rest;
            two_sum(carry, part[k], &carry, &rest);
            if (rest != 0)
                part[kept++] = rest;
        }
        part[kept++] = carry;
        n = kept;
    }
    for (int i = n - 1; i >= 0; i--)
        if (part[i] != 0)
            return part[i] > 0 ? 1 : -1;
    return 0;
}

/* a - b, if that is exact and has no more digits than a float, so that products of two are exact
 * as well. */
static bool short_difference(double a, double b, double *d)
{
    double rest;
    two_sum(a, -b, d, &rest);
    return rest == 0 && (double)(float)*d == *d;
}

int wmi_side_exactly(wm_vec3 a, wm_vec3 b, wm_vec3 p)
{
    double ax = (double)a.x, ay = (double)a.y, bx = (double)b.x, by = (double)b.y;
    double px = (double)p.x, py = (double)p.y, dx, dy, ex, ey;
    /* Points near each other, as those of slivers are: one rounding does not change the sign. */
    if (short_difference(ax, px, &dx) && short_difference(ay, py, &dy) &&
        short_difference(bx, px, &ex) && short_difference(by, py, &ey))
        return (dx * ey > dy * ex) - (dx * ey < dy * ex);
    /* Products of floats are exact in double; px * py cancels out. */
    double term[6] = {ax * by, -(ax * py), -(px * by), -(ay * bx), ay * px, py * bx};
    return sign_of_sum(term);
}

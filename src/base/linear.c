#include "base/linear.h"

wmi_vec wmi_linear_apply(const wmi_linear *a, wmi_vec v)
{
    return (wmi_vec){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                     a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                     a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}

wmi_linear wmi_linear_multiply(const wmi_linear *a, const wmi_linear *b)
{
    wmi_linear to;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to.m[r][c] =
                a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c] + a->m[r][2] * b->m[2][c];
    return to;
}

wmi_linear wmi_linear_transpose(const wmi_linear *a)
{
    wmi_linear to;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to.m[r][c] = a->m[c][r];
    return to;
}

/* The cofactor of row r, column c: the minor with its sign. */
static double cofactor(const wmi_linear *a, int r, int c)
{
    int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    return a->m[r1][c1] * a->m[r2][c2] - a->m[r1][c2] * a->m[r2][c1];
}

double wmi_linear_determinant(const wmi_linear *a)
{
    return a->m[0][0] * cofactor(a, 0, 0) + a->m[0][1] * cofactor(a, 0, 1) +
           a->m[0][2] * cofactor(a, 0, 2);
}

bool wmi_linear_inverse(const wmi_linear *a, wmi_linear *to)
{
    double d = wmi_linear_determinant(a);
    if (!(fabs(d) > 1e-30) || !isfinite(d))
        return false;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to->m[r][c] = cofactor(a, c, r) / d;
    return true;
}

double wmi_linear_distance(const wmi_linear *a, const wmi_linear *b)
{
    double most = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            most = wmi_max(most, fabs(a->m[r][c] - b->m[r][c]));
    return most;
}

/* Newton's iteration for the polar decomposition; it converges quadratically. */
bool wmi_linear_polar(const wmi_linear *a, wmi_linear *rotation, wmi_linear *stretch)
{
    wmi_linear r = *a, inverse;
    bool mirrors = wmi_linear_determinant(a) < 0;
    for (int i = 0; i < 60; i++) {
        wmi_linear next;
        if (!wmi_linear_inverse(&r, &inverse))
            return false;
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 3; x++)
                next.m[y][x] = (r.m[y][x] + inverse.m[x][y]) / 2;
        bool done = wmi_linear_distance(&next, &r) < 1e-15;
        r = next;
        if (done)
            break;
    }
    for (int y = 0; y < 3 && mirrors; y++) /* a rotation, and a stretch that mirrors */
        for (int x = 0; x < 3; x++)
            r.m[y][x] = -r.m[y][x];
    wmi_linear back = wmi_linear_transpose(&r);
    *rotation = r;
    *stretch = wmi_linear_multiply(&back, a);
    return true;
}

bool wmi_linear_is_unit(const wmi_linear *a)
{
    static const wmi_linear unit = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    return wmi_linear_distance(a, &unit) < 1e-6;
}

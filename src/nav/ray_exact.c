/* The exact signs that make rays watertight: determinants of floats, with every product
 * kept in full and summed without error. Only lines that pass extremely close to an edge or
 * end extremely close to a face get here. */
#include <math.h>

#include "nav/bvh.h"

/* A sum stored as non-overlapping parts, smallest first. */
typedef struct sum {
    double part[80];
    int count;
} sum;

static void add(sum *s, double value)
{
    int kept = 0;
    for (int k = 0; k < s->count; k++) {
        double a = value, b = s->part[k], total = a + b, bb = total - a;
        double rest = (a - (total - bb)) + (b - bb);
        if (rest != 0)
            s->part[kept++] = rest;
        value = total;
    }
    if (value != 0)
        s->part[kept++] = value;
    s->count = kept;
}

/* Adds sign * a * b * c. a * b is exact in double; Dekker's product splits the rest. */
static void add_product(sum *s, double sign, float a, float b, float c)
{
    double p = sign * (double)a * (double)b, q = (double)c, product = p * q;
    if (product == 0)
        return;
    double split = 134217729.0 * p, high = split - (split - p), low = p - high;
    /* c has only 24 bits, so it is its own upper half. */
    double rest = low * q + (high * q - product);
    add(s, product);
    add(s, rest);
}

/* Adds sign * det(a, b, c). */
static void add_det(sum *s, double sign, wm_vec3 a, wm_vec3 b, wm_vec3 c)
{
    add_product(s, sign, a.x, b.y, c.z);
    add_product(s, -sign, a.x, b.z, c.y);
    add_product(s, sign, a.y, b.z, c.x);
    add_product(s, -sign, a.y, b.x, c.z);
    add_product(s, sign, a.z, b.x, c.y);
    add_product(s, -sign, a.z, b.y, c.x);
}

static int sign_of(const sum *s)
{
    if (s->count == 0)
        return 0;
    return s->part[s->count - 1] > 0 ? 1 : -1;
}

int wmi_line_side(const wmi_ray *ray, wm_vec3 a, wm_vec3 b)
{
    sum s = {.count = 0};
    wm_vec3 o = ray->from;
    add_det(&s, 1, ray->to, a, b);
    add_det(&s, -1, ray->to, a, o);
    add_det(&s, -1, ray->to, o, b);
    if (ray->segment) /* to - from is the direction; det(o, a, o) and det(o, o, b) vanish */
        add_det(&s, -1, o, a, b);
    return sign_of(&s);
}

int wmi_plane_side(wm_vec3 a, wm_vec3 b, wm_vec3 c, wm_vec3 p)
{
    sum s = {.count = 0};
    add_det(&s, 1, a, b, c);
    add_det(&s, -1, p, b, c);
    add_det(&s, -1, a, p, c);
    add_det(&s, -1, a, b, p);
    return sign_of(&s);
}

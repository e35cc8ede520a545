/* Bounds blocks: box, smallest sphere and smallest upright cylinder.
 * docs/formats/bw2-model.md, "Bounds". */
#include <float.h>

#include "base/vec.h"
#include "bw2/build.h"

wmi_bw2_column wmi_bw2_find(const wm_bw2_model *m, uint32_t id, uint32_t nth)
{
    wmi_bw2_column c = {NULL, 0, 0};
    c.data = wm_bw2_model_vertex(m, 0, id, nth, &c.format);
    for (uint32_t s = 0; c.data && s < m->stream_count; s++)
        if (m->streams[s].data && c.data >= m->streams[s].data &&
            c.data < m->streams[s].data + m->streams[s].stride)
            c.stride = m->streams[s].stride;
    return c;
}

wm_status wmi_bw2_positions(const wm_bw2_model *m, wmi_bw2_column *c, wm_error *error)
{
    *c = wmi_bw2_find(m, WM_BW2_ELEMENT_POSITION, 0);
    if (m->vertex_count && (!c->data || c->format != WM_BW2_FORMAT_FLOAT3))
        return wmi_fail(error, WM_UNSUPPORTED, "streams", "expected positions of three floats");
    for (uint32_t v = 0; v < m->vertex_count; v++)
        if (!wmi_finite(wmi_bw2_vec3(c, v)))
            return wmi_fail(error, WM_BAD_VALUE, "streams.data",
                            "the position of vertex %lu is not finite", (ul)v);
    return WM_OK;
}

/* ---- the smallest ball ------------------------------------------------- */

/* Circles are balls of points with y = 0. */
typedef struct points {
    const wmi_bw2_column *column;
    uint32_t first, count;
    bool flat;
} points;

typedef struct ball {
    wmi_vec centre;
    double square; /* squared radius */
} ball;

enum { SUPPORT = 4, ROUNDS = 1000 };

static wmi_vec point(const points *p, uint32_t i)
{
    wmi_vec v = wmi_vec_of(wmi_bw2_vec3(p->column, p->first + i));
    if (p->flat)
        v.y = 0;
    return v;
}

static double square_distance(wmi_vec a, wmi_vec b)
{
    wmi_vec d = wmi_sub(a, b);
    return wmi_dot(d, d);
}

/* Gaussian elimination with pivoting. Returns false if the system is singular. */
static bool solve(double a[3][4], int n)
{
    for (int i = 0; i < n; i++) {
        int best = i;
        for (int r = i + 1; r < n; r++)
            best = fabs(a[r][i]) > fabs(a[best][i]) ? r : best;
        double size = 0;
        for (int k = i; k < n; k++)
            size = wmi_max(size, fabs(a[best][k]));
        if (!(fabs(a[best][i]) > 1e-12 * size))
            return false;
        for (int k = 0; k <= n; k++) {
            double swap = a[i][k];
            a[i][k] = a[best][k];
            a[best][k] = swap;
        }
        for (int r = 0; r < n; r++) {
            double share = a[r][i] / a[i][i];
            for (int k = 0; r != i && k <= n; k++)
                a[r][k] -= share * a[i][k];
        }
    }
    for (int i = 0; i < n; i++)
        a[i][n] /= a[i][i];
    return true;
}

/* Computes the ball with these 1 to 4 points on its surface and its centre in their hull. */
static bool through(const wmi_vec *p, int count, ball *b)
{
    double a[3][4];
    wmi_vec side[3], centre = p[0];
    int n = count - 1;
    for (int i = 0; i < n; i++)
        side[i] = wmi_sub(p[i + 1], p[0]);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            a[i][k] = 2 * wmi_dot(side[i], side[k]);
        a[i][n] = wmi_dot(side[i], side[i]);
    }
    if (!solve(a, n))
        return false;
    for (int i = 0; i < n; i++)
        centre = wmi_add(centre, wmi_scale(side[i], a[i][n]));
    *b = (ball){centre, square_distance(centre, p[0])};
    return true;
}

static bool holds(const ball *b, const wmi_vec *p, int count)
{
    for (int i = 0; i < count; i++)
        if (square_distance(b->centre, p[i]) > b->square * (1 + 1e-10))
            return false;
    return true;
}

/* Computes the smallest ball around the support and a point outside it; that point is then
 * on the surface. The support becomes the points on the surface. */
static bool take_in(ball *b, wmi_vec support[SUPPORT], int *count, wmi_vec outside)
{
    wmi_vec best[SUPPORT];
    int used = 0;
    for (unsigned set = 0; set < 1u << *count; set++) {
        wmi_vec on[SUPPORT + 1] = {outside};
        ball t;
        int n = 1;
        for (int i = 0; i < *count; i++)
            if (set >> i & 1)
                on[n++] = support[i];
        if (n > SUPPORT || !through(on, n, &t) || (used && t.square >= b->square) ||
            !holds(&t, support, *count))
            continue;
        *b = t;
        used = n;
        memcpy(best, on, (size_t)n * sizeof *best);
    }
    if (used)
        memcpy(support, best, (size_t)used * sizeof *best);
    *count = used ? used : *count;
    return used > 0;
}

/* Each round adds the farthest point, which makes the ball grow. So no support occurs twice,
 * and a few rounds are enough. */
static ball smallest(const points *p)
{
    wmi_vec support[SUPPORT] = {point(p, 0)};
    ball b = {support[0], 0};
    int count = 1;
    for (int round = 0;; round++) {
        wmi_vec far = b.centre;
        double most = 0;
        for (uint32_t i = 0; i < p->count; i++) {
            wmi_vec v = point(p, i);
            double d = square_distance(v, b.centre);
            if (d > most) {
                most = d;
                far = v;
            }
        }
        ball next = b;
        if (most <= b.square * (1 + 1e-12))
            return b;
        if (round == ROUNDS || !take_in(&next, support, &count, far) || next.square <= b.square) {
            b.square = most; /* stopped by rounding: make sure that all points are inside */
            return b;
        }
        b = next;
    }
}

/* ---- the block --------------------------------------------------------- */

/* Clamps to the largest finite float. */
static float narrow(double v)
{
    return (float)(v < (double)FLT_MAX ? v : (double)FLT_MAX);
}

static void set_box(const wmi_bw2_column *c, uint32_t first, uint32_t count, wm_bw2_bounds *b)
{
    b->min = b->max = wmi_bw2_vec3(c, first);
    for (uint32_t v = first; v < first + count; v++) {
        wm_vec3 p = wmi_bw2_vec3(c, v);
        b->min =
            (wm_vec3){wmi_minf(b->min.x, p.x), wmi_minf(b->min.y, p.y), wmi_minf(b->min.z, p.z)};
        b->max =
            (wm_vec3){wmi_maxf(b->max.x, p.x), wmi_maxf(b->max.y, p.y), wmi_maxf(b->max.z, p.z)};
    }
}

/* Sets which of the three shapes is the smallest, and its volume. */
static void set_tightest(wm_bw2_bounds *b)
{
    static const double pi = 3.14159265358979323846;
    double r = (double)b->radius, c = (double)b->cylinder_radius;
    const double volume[3] = {4.0 / 3.0 * pi * r * r * r,
                              ((double)b->max.x - (double)b->min.x) *
                                  ((double)b->max.y - (double)b->min.y) *
                                  ((double)b->max.z - (double)b->min.z),
                              pi * c * c * (double)b->height};
    b->tightest = WM_BW2_SHAPE_SPHERE;
    for (uint32_t i = 1; i < 3; i++)
        if (volume[i] < volume[b->tightest])
            b->tightest = i;
    b->volume = narrow(volume[b->tightest]);
}

void wmi_bw2_bounds(const wmi_bw2_column *c, uint32_t first, uint32_t count, wm_bw2_bounds *b)
{
    *b = (wm_bw2_bounds){.radius = 0};
    if (count == 0)
        return;
    set_box(c, first, count, b);
    ball sphere = smallest(&(points){c, first, count, false});
    ball circle = smallest(&(points){c, first, count, true});
    b->centre = wmi_vec_float(sphere.centre);
    b->radius = narrow(sqrt(sphere.square));
    b->base = (wm_vec3){(float)circle.centre.x, b->min.y, (float)circle.centre.z};
    b->cylinder_radius = narrow(sqrt(circle.square));
    b->height = narrow((double)b->max.y - (double)b->min.y);
    set_tightest(b);
}

/* ---- what the game's tools could have made ----------------------------- */

/* The tools' search treats points as inside if their squared distance exceeds the squared
 * radius by no more than this. */
static const double slack = 0.01;

/* Returns true if it contains all points within the slack and is not larger than necessary. */
static bool could_be(const points *p, wm_vec3 centre, float radius, double smallest_radius)
{
    ball b = {wmi_vec_of(centre), (double)radius * (double)radius};
    if (p->flat)
        b.centre.y = 0;
    if (!wmi_finite(centre) || !(radius >= 0) || (double)radius > smallest_radius * (1 + 1e-3))
        return false;
    for (uint32_t i = 0; i < p->count; i++)
        if (square_distance(point(p, i), b.centre) > b.square * (1 + 1e-5) + slack)
            return false;
    return true;
}

/* If the search fails, the tools use the sphere around the box. */
static bool is_round_box(const wm_bw2_bounds *old, const wm_bw2_bounds *b)
{
    wmi_vec min = wmi_vec_of(b->min), max = wmi_vec_of(b->max);
    wmi_vec middle = wmi_scale(wmi_add(min, max), 0.5);
    double half = wmi_length(wmi_sub(max, min)) / 2;
    return fabs((double)old->radius - half) <= 1e-5 * half &&
           wmi_length(wmi_sub(wmi_vec_of(old->centre), middle)) <= 1e-5 * half;
}

static bool same_number(float a, float b)
{
    return fabs((double)a - (double)b) <= 1e-5 * fabs((double)b);
}

/* Zeros have signs, and the last digit of a product depends on how it was computed. */
static void keep_rounding(const wm_bw2_bounds *old, wm_bw2_bounds *b)
{
    float *to[6] = {&b->min.x, &b->min.y, &b->min.z, &b->max.x, &b->max.y, &b->max.z};
    const float from[6] = {old->min.x, old->min.y, old->min.z, old->max.x, old->max.y, old->max.z};
    for (int i = 0; i < 6; i++)
        if (from[i] == *to[i])
            *to[i] = from[i];
    if (same_number(old->height, b->height))
        b->height = old->height;
    if (old->tightest == b->tightest && same_number(old->volume, b->volume))
        b->volume = old->volume;
}

void wmi_bw2_bounds_again(const wmi_bw2_column *c, uint32_t first, uint32_t count,
                          wm_bw2_bounds *bounds)
{
    const wm_bw2_bounds old = *bounds;
    wmi_bw2_bounds(c, first, count, bounds);
    if (count == 0)
        return;
    if (could_be(&(points){c, first, count, false}, old.centre, old.radius,
                 (double)bounds->radius) ||
        is_round_box(&old, bounds)) {
        bounds->centre = old.centre;
        bounds->radius = old.radius;
    }
    if (old.base.y == bounds->min.y &&
        could_be(&(points){c, first, count, true}, old.base, old.cylinder_radius,
                 (double)bounds->cylinder_radius)) {
        bounds->base = old.base;
        bounds->cylinder_radius = old.cylinder_radius;
    }
    set_tightest(bounds);
    keep_rounding(&old, bounds);
}

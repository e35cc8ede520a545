/* A ray in a leaf: the faces that it may hit, the nearest one, and the answer. Compiled for
 * the width that simd8.h provides. */
#ifndef WAYMARK_NAV_RAY_LEAF_H
#define WAYMARK_NAV_RAY_LEAF_H

#include <math.h>

#include "nav/bvh.h"
#include "nav/simd_d3.h"
#include "nav/simd_keys.h"

typedef struct sheared {
    wmi_f8 x, y, z;
} sheared;

/* One corner of each face, in the frame where the ray starts at 0 and runs along z. */
WMI_WIDE_INLINE sheared shear(const wmi_ray *ray, const float corner[24])
{
    wmi_f8 z = f8_sub(f8_load(corner + ray->kz), f8_all(ray->oz));
    wmi_f8 x = f8_sub(f8_load(corner + ray->kx), f8_all(ray->ox));
    wmi_f8 y = f8_sub(f8_load(corner + ray->ky), f8_all(ray->oy));
    return (sheared){f8_less_mul(x, f8_all(ray->sx), z), f8_less_mul(y, f8_all(ray->sy), z), z};
}

WMI_WIDE_INLINE wmi_f8 size_of(sheared a)
{
    return f8_add(f8_abs(a.x), f8_abs(a.y));
}

WMI_WIDE_INLINE wmi_f8 cross(sheared a, sheared b)
{
    return f8_mul_sub(a.x, b.y, f8_mul(a.y, b.x));
}

/* The result of a line in a leaf: the faces that it may hit before `reach`, and those of
 * them that it certainly hits. at / all is the distance along kz, with an error of up to
 * error / all. */
typedef struct found {
    unsigned maybe, sure;
    wmi_f8 at, all, error;
} found;

/* Tests a leaf.
 *
 * In the sheared frame the line is the point (0, 0). The sign of the cross product of two
 * corners gives the side of their edge on which it lies. Each sheared coordinate has an
 * error of at most `doubt`, which bounds the error of the cross products by doubt * (sum of
 * the coordinates + doubt). If all three have the same sign, they are the weights of the
 * corners at the hit. The distance along kz then has an error of at most the errors of the
 * weights times the depth of the face, plus `blur` for the coordinates. */
WMI_WIDE_INLINE found through(const wmi_ray *ray, const wmi_bvh_leaf *leaf, float reach)
{
    found f;
    sheared a = shear(ray, leaf->corner[0]), b = shear(ray, leaf->corner[1]);
    sheared c = shear(ray, leaf->corner[2]);
    wmi_f8 u = cross(b, c), v = cross(c, a), w = cross(a, b), doubt = f8_all(ray->doubt);
    wmi_f8 sum = f8_add(f8_add(size_of(a), size_of(b)), f8_add(size_of(c), doubt));
    wmi_f8 bound = f8_mul(doubt, sum), minus = f8_sub(f8_all(0), bound);
    wmi_f8 low = f8_min(f8_min(u, v), w), high = f8_max(f8_max(u, v), w);
    f.maybe = ~(f8_above(minus, low) & f8_above(high, bound)) & ~b8_signs(leaf->face) & 0xFFu;
    f.sure = 0;
    f.at = f.all = f.error = bound;
    if (!f.maybe)
        return f;
    unsigned inside = f8_above(low, bound) | f8_above(minus, high);
    u = f8_abs(u);
    v = f8_abs(v);
    w = f8_abs(w);
    f.all = f8_add(f8_add(u, v), w);
    f.at = f8_add(f8_add(f8_mul(u, a.z), f8_mul(v, b.z)), f8_mul(w, c.z));
    wmi_f8 deep = f8_sub(f8_max(f8_max(a.z, b.z), c.z), f8_min(f8_min(a.z, b.z), c.z));
    f.error = f8_add(f8_mul(f8_mul(bound, f8_all(3)), deep), f8_mul(f.all, f8_all(ray->blur)));
    /* `reach` is slightly too far; certain hits lie slightly closer. */
    float end = ray->along * reach, low_end = end < 0 ? end : 0, high_end = end < 0 ? 0 : end;
    wmi_f8 from = f8_add(f.at, f.error), to = f8_sub(f.at, f.error);
    unsigned outside = f8_above(f8_mul(f.all, f8_all(low_end)), from) |
                       f8_above(to, f8_mul(f.all, f8_all(high_end)));
    f.sure = inside & f8_above(to, f8_mul(f.all, f8_all(low_end * 0.999998f))) &
             f8_above(f8_mul(f.all, f8_all(high_end * 0.999998f)), from);
    f.maybe &= ~(inside & outside);
    f.sure &= f.maybe;
    return f;
}

/* Whether the line hits a face of a leaf; if so, *face is set to one. */
WMI_WIDE_INLINE bool any_of_leaf(const wmi_ray *ray, const wmi_bvh_leaf *leaf, uint32_t *face)
{
    found f = through(ray, leaf, ray->reach);
    for (unsigned maybe = f.maybe; maybe; maybe &= maybe - 1) {
        unsigned lane = wmi_lowest(maybe);
        wmi_ray_best hit;
        bool sure = f.sure >> lane & 1;
        if ((sure && !ray->filter) || wmi_ray_hits(ray, leaf, lane, sure, &hit)) {
            *face = leaf->face[lane];
            return true;
        }
    }
    return false;
}

WMI_WIDE_INLINE float float_of(uint32_t bits)
{
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

/* The search for the nearest hit. A hit that is certainly the nearest so far is not
 * measured until another one comes close to it or the walk ends. */
typedef struct search {
    wmi_ray_best *best;
    const wmi_bvh_leaf *leaf; /* NULL: *best has been measured */
    unsigned lane;
    float near;  /* lower bound of the distance of the hit not yet measured */
    float limit; /* t of the quick tests; anything farther is ignored */
} search;

WMI_WIDE_INLINE void take(search *s, const wmi_ray *ray, const wmi_bvh_leaf *leaf, unsigned lane,
                          bool sure)
{
    wmi_ray_best hit, *best = s->best;
    if (!wmi_ray_hits(ray, leaf, lane, sure, &hit))
        return;
    if (best->face != WM_NO_INDEX && (hit.distance > best->distance ||
                                      (hit.distance == best->distance && hit.face > best->face)))
        return;
    *best = hit;
    /* Beyond this, even the distance rounded to float is larger. */
    float near = (float)(hit.t * ray->unit) * 1.000001f;
    s->limit = near < s->limit ? near : s->limit;
}

WMI_WIDE_INLINE void measure(search *s, const wmi_ray *ray)
{
    if (!s->leaf)
        return;
    s->best->face = WM_NO_INDEX; /* it was farther away */
    take(s, ray, s->leaf, s->lane, true);
    s->leaf = NULL;
}

WMI_WIDE_INLINE void nearest_of_leaf(search *s, const wmi_ray *ray, const wmi_bvh_leaf *leaf)
{
    found f = through(ray, leaf, s->limit);
    if (!f.maybe)
        return;
    if (f.maybe == f.sure && !ray->filter) {
        wmi_f8 size = f8_abs(f.at), unit = f8_mul(f.all, f8_all(fabsf(ray->along)));
        wmi_f8 per = f8_div(f8_all(1), unit);
        wmi_f8 far = f8_mul(f8_mul(f8_add(size, f.error), per), f8_all(1.000001f));
        wmi_f8 near = f8_mul(f8_mul(f8_sub(size, f.error), per), f8_all(0.999999f));
        uint32_t key = k8_least(k8_of_mask(far, f.sure)), lane = key & 7;
        float end = float_of(key | 63), start[8];
        f8_store(start, near);
        /* Unless another of them may be nearer. */
        if ((!s->leaf || end < s->near) &&
            !(f.sure & ~f8_above(near, f8_all(end)) & ~(1u << lane))) {
            s->leaf = leaf;
            s->lane = lane;
            s->near = start[lane];
            s->limit = end;
            return;
        }
    }
    measure(s, ray);
    for (; f.maybe; f.maybe &= f.maybe - 1) {
        unsigned lane = wmi_lowest(f.maybe);
        take(s, ray, leaf, lane, f.sure >> lane & 1);
    }
}

/* Fills the answer except for the material: the face, the distance along the direction, and
 * the normal, which may be given in any length. */
WMI_WIDE_INLINE void answer(const wmi_ray *ray, uint32_t face, double t, wmi_d3 normal,
                            wm_ray_hit *hit)
{
    wmi_d3 from = d3_of(ray->from.x, ray->from.y, ray->from.z);
    wmi_d3 way = d3_of(ray->to.x, ray->to.y, ray->to.z);
    double size = sqrt(d3_dot(normal, normal));
    d3_store(&hit->point, d3_add_scaled(from, way, t));
    d3_store(&hit->normal, size > 0 ? d3_scale(normal, 1 / size) : normal);
    hit->face = face;
    hit->distance = (float)(t * wmi_ray_length(ray));
}

/* The same as wmi_ray_hits for certain hits, which nearly all answers are. */
WMI_WIDE_INLINE void answer_sure(const wmi_ray *ray, const wmi_bvh_leaf *leaf, unsigned lane,
                                 wm_ray_hit *hit)
{
    const float *c = leaf->corner[0] + lane, *d = leaf->corner[1] + lane;
    const float *e = leaf->corner[2] + lane;
    wmi_d3 first = d3_of(c[0], c[8], c[16]), from = d3_of(ray->from.x, ray->from.y, ray->from.z);
    wmi_d3 normal =
        d3_cross(d3_sub(d3_of(d[0], d[8], d[16]), first), d3_sub(d3_of(e[0], e[8], e[16]), first));
    double over = d3_dot(normal, d3_sub(first, from));
    double t = over / d3_dot(normal, d3_of(ray->to.x, ray->to.y, ray->to.z));
    if (!(t > 0 && t < INFINITY))
        t = 0;
    if (t * wmi_ray_length(ray) <= ray->limit)
        answer(ray, leaf->face[lane], t, normal, hit);
}

#endif

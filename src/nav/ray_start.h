/* Prepares a ray, and computes where it enters boxes. Compiled for the width that simd8.h
 * provides. */
#ifndef WAYMARK_NAV_RAY_START_H
#define WAYMARK_NAV_RAY_START_H

#include <math.h>

#include "nav/bvh.h"
#include "nav/simd_keys.h"

/* The largest distance of the mesh from a point along any axis. */
WMI_WIDE_INLINE float farthest(const wmi_bvh *bvh, wmi_f4 from)
{
    wmi_f4 far =
        f4_max(f4_abs(f4_sub(f4_load(bvh->low), from)), f4_abs(f4_sub(f4_load(bvh->high), from)));
    float way[4];
    far = f4_max(f4_max(far, f4_all(1e-9f)), f4_pick(far, 2, 3, 0, 1));
    f4_store(way, f4_max(far, f4_pick(far, 1, 0, 3, 2)));
    return way[0];
}

/* The longest axis. There is no branch, because the axis is unpredictable: a table with two
 * bits per entry is indexed by the bits x > y, y > z and z > x. */
WMI_WIDE_INLINE uint32_t longest(wmi_f4 size)
{
    return 0x1A10u >> 2 * (f4_above(size, f4_pick(size, 1, 2, 0, 3)) & 7) & 3;
}

/* How well float can handle a ray. Tame: it starts not too far from the mesh, nothing
 * overflows and no NaN occurs. Wild: anything else, except rays that cannot hit
 * anything. */
typedef enum kind { TAME, WILD, VOID } kind;

/* Whether wild rays are left to the baseline variant. The AVX2 variant compares times as
 * integers, and only the boxes have the slack that rounding needs. */
#if defined(WMI_USE_AVX2)
#define ONLY_TAME true
#else
#define ONLY_TAME false
#endif

/* Sets the values that the quick tests need. With u = 2^-24:
 *
 * A side of a box has an error of less than 5 u (|origin| + |mesh|). Boxes are enlarged by
 * 128 u |mesh|, which is enough up to seven times the mesh size away. Beyond that, `near`
 * and `far` add slack. A direction component close to 0 is enlarged a little, so that its
 * inverse is finite.
 *
 * In the sheared frame a corner at X and Z from the origin is at X - s Z. Both have a
 * relative error of 1 u; the shear s, which is at most 1, has an error of 5 u; and there
 * are two more roundings. Together this is 2 u |X| + 8 u |Z|. The products in a cross
 * product, of factors up to twice as large, add less than 4 u. 16 u of the largest distance
 * is enough for all this, and for the distance along kz, which takes eight roundings. */
WMI_WIDE_INLINE kind prepare(wmi_ray *ray, wm_vec3 from, float dx, float dy, float dz)
{
    float sum = fabsf(dx) + fabsf(dy) + fabsf(dz);
    float size = ray->mesh->bvh.size + fabsf(from.x) + fabsf(from.y) + fabsf(from.z);
    wmi_f4 start = f4_of(from.x, from.y, from.z), way = f4_of(dx, dy, dz);
    ray->unit = 1;
    ray->doubt = 0;
    if (!(sum > 1e-6f && sum < 1e6f && size < 8 * ray->mesh->bvh.size &&
          size < 1e12f)) { /* also true for NaN */
        if (ONLY_TAME)
            return WILD;
        float d[4] = {0, 0, 0, 0};
        if (!wmi_ray_scale(ray, d))
            return VOID;
        way = f4_load(d);
        ray->doubt = INFINITY;
    }
    f4_store(ray->start, start);
    f4_store(ray->way, way);
    wmi_f4 per = f4_div(f4_all(1), f4_signed(f4_max(f4_abs(way), f4_all(1e-18f)), way));
    f4_store(ray->per, per);
    wmi_f4 at = f4_mul(start, per);
    if (ONLY_TAME) {
        f4_store(ray->near, at);
    } else {
        wmi_f4 slack = f4_mul(f4_all(16 * (size / 16777216)), f4_abs(per));
        f4_store(ray->near, f4_add(at, slack));
        f4_store(ray->far, f4_sub(at, slack));
        for (int k = 0; k < 3; k++)
            if (!isfinite(ray->near[k]) || !isfinite(ray->far[k])) { /* unknown: never rejects */
                ray->near[k] = INFINITY;
                ray->far[k] = -INFINITY;
            }
    }
    unsigned signs = f4_signs(way); /* of -0 too, as for the inverse */
    ray->enter[0] = 8 * (signs & 1);
    ray->enter[1] = 16 + 4 * (signs & 2);
    ray->enter[2] = 32 + 2 * (signs & 4);
    return ray->mesh->bvh.leaf_count > 0 ? TAME : VOID;
}

/* Sets the values for the faces in leaves. Many rays enter no box and do without. */
WMI_WIDE_INLINE void prepare_for_faces(wmi_ray *ray)
{
    wmi_f4 start = f4_load(ray->start), length = f4_abs(f4_load(ray->way));
    uint32_t z = longest(length), x = 9u >> 2 * z & 3, y = 18u >> 2 * z & 3;
    ray->blur = 16.0f / 16777216 * farthest(&ray->mesh->bvh, start);
    ray->doubt += ray->blur;
    ray->kx = 8 * x;
    ray->ky = 8 * y;
    ray->kz = 8 * z;
    ray->ox = ray->start[x];
    ray->oy = ray->start[y];
    ray->oz = ray->start[z];
    ray->sx = ray->way[x] * ray->per[z];
    ray->sy = ray->way[y] * ray->per[z];
    ray->along = ray->way[z];
}

/* A ray, repeated eight times. */
typedef struct lanes {
    wmi_f8 per_x, per_y, per_z;
    wmi_f8 near_x, near_y, near_z, far_x, far_y, far_z;
} lanes;

WMI_WIDE_INLINE lanes spread(const wmi_ray *ray)
{
    const float *near = ray->near, *far = ONLY_TAME ? ray->near : ray->far;
    return (lanes){f8_all(ray->per[0]), f8_all(ray->per[1]), f8_all(ray->per[2]),
                   f8_all(near[0]),     f8_all(near[1]),     f8_all(near[2]),
                   f8_all(far[0]),      f8_all(far[1]),      f8_all(far[2])};
}

/* Where a ray enters and leaves the children of a node. */
typedef struct stretch {
    wmi_f8 enter, leave;
} stretch;

/* Up to `reach`. A child is certainly missed if its exit comes before its entry. There are
 * no NaNs, so this is always decided. */
WMI_WIDE_INLINE stretch within_boxes(const wmi_ray *ray, const lanes *l, const float box[48],
                                     wmi_f8 reach)
{
    wmi_f8 x0 = f8_mul_sub(f8_load(box + ray->enter[0]), l->per_x, l->near_x);
    wmi_f8 y0 = f8_mul_sub(f8_load(box + ray->enter[1]), l->per_y, l->near_y);
    wmi_f8 z0 = f8_mul_sub(f8_load(box + ray->enter[2]), l->per_z, l->near_z);
    wmi_f8 x1 = f8_mul_sub(f8_load(box + (ray->enter[0] ^ 8)), l->per_x, l->far_x);
    wmi_f8 y1 = f8_mul_sub(f8_load(box + (ray->enter[1] ^ 8)), l->per_y, l->far_y);
    wmi_f8 z1 = f8_mul_sub(f8_load(box + (ray->enter[2] ^ 8)), l->per_z, l->far_z);
    return (stretch){f8_last(x0, y0, z0), f8_first(x1, y1, z1, reach)};
}

#endif

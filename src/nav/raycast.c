/* Rays: preparing them, deciding in double what the quick tests leave open, and the
 * two questions. */
#include <math.h>

#include "base/vec.h"
#include "nav/bvh.h"
#include "nav/query.h"
#include "nav/simd.h"

static double sum_abs(wmi_vec a)
{
    return fabs(a.x) + fabs(a.y) + fabs(a.z);
}

/* ---- one face ---- */

static wmi_vec direction_of(const wmi_ray *ray)
{
    wmi_vec to = wmi_vec_of(ray->to);
    return ray->segment ? wmi_sub(to, wmi_vec_of(ray->from)) : to;
}

/* The sign of det(d, a, b), with a and b seen from the origin; c and e are the same
 * corners as they are in the mesh. */
static int side(const wmi_ray *ray, wmi_vec a, wmi_vec b, wm_vec3 c, wm_vec3 e)
{
    wmi_vec d = direction_of(ray);
    double det = wmi_dot(d, wmi_cross(a, b));
    /* Each term takes fewer than eight roundings of 2^-53. */
    double bound = sum_abs(d) * sum_abs(a) * sum_abs(b) * 1e-15;
    if (det > bound || -det > bound)
        return det > 0 ? 1 : -1;
    return wmi_line_side(ray, c, e);
}

/* Whether the line passes through the face, and the sign of det(d, front). */
static bool passes_through(const wmi_ray *ray, const wm_vec3 v[3], const wmi_vec a[3], int *sign)
{
    int u = side(ray, a[1], a[2], v[1], v[2]);
    int w = side(ray, a[2], a[0], v[2], v[0]);
    if (u * w < 0)
        return false;
    int x = side(ray, a[0], a[1], v[0], v[1]);
    if (u * x < 0 || w * x < 0)
        return false;
    *sign = u ? u : w ? w : x;
    return *sign != 0; /* the line lies in the plane, or the face has no area */
}

static bool counts(const wmi_ray *ray, uint32_t face, int sign)
{
    const wm_query_filter *filter = ray->filter;
    const wmi_walkmesh *mesh = ray->mesh;
    if (!filter)
        return true;
    /* The determinant is positive when direction and normal agree. */
    return wmi_passes(mesh, face, filter) && !(filter->front_only && sign > 0);
}

/* Whether t = over / under lies within the line; its sign must be right at the ends. */
static bool within(const wmi_ray *ray, const wm_vec3 v[3], double ahead, double under, double size,
                   int sign)
{
    double bound = size * 1e-15;
    if (ahead < -bound)
        return false;
    if (!(ahead > bound) && wmi_plane_side(v[0], v[1], v[2], ray->from) * sign < 0)
        return false;
    if (!ray->segment)
        return true;
    double beyond = ahead - fabs(under);
    if (beyond > bound)
        return false;
    return beyond < -bound || wmi_plane_side(v[0], v[1], v[2], ray->to) * sign <= 0;
}

bool wmi_ray_hits(const wmi_ray *ray, const wmi_bvh_leaf *leaf, unsigned lane, bool sure,
                  wmi_ray_best *hit)
{
    wm_vec3 v[3];
    if (leaf->face[lane] == WM_NO_INDEX)
        return false;
    for (int k = 0; k < 3; k++)
        v[k] =
            (wm_vec3){leaf->corner[k][lane], leaf->corner[k][8 + lane], leaf->corner[k][16 + lane]};
    wmi_vec d = direction_of(ray), from = wmi_vec_of(ray->from), first = wmi_vec_of(v[0]);
    wmi_vec e = wmi_sub(wmi_vec_of(v[1]), first), f = wmi_sub(wmi_vec_of(v[2]), first);
    wmi_vec normal = wmi_cross(e, f), a = wmi_sub(first, from);
    double over = wmi_dot(normal, a), under = wmi_dot(normal, d);
    int sign = under > 0 ? 1 : -1;
    if (!sure) {
        const wmi_vec seen[3] = {a, wmi_sub(wmi_vec_of(v[1]), from),
                                 wmi_sub(wmi_vec_of(v[2]), from)};
        if (!passes_through(ray, v, seen, &sign))
            return false;
        double size = sum_abs(e) * sum_abs(f) * (sum_abs(a) + sum_abs(d));
        if (!within(ray, v, sign > 0 ? over : -over, under, size, sign))
            return false;
    }
    double t = over / under;
    /* Rounding at the very start of the line, or a face seen almost along its plane. */
    if (!(t >= 0 && t < INFINITY))
        t = 0;
    hit->face = leaf->face[lane];
    hit->t = t;
    hit->distance = (float)(t * ray->length);
    hit->normal[0] = normal.x;
    hit->normal[1] = normal.y;
    hit->normal[2] = normal.z;
    return t * ray->length <= ray->limit && (!ray->filter || counts(ray, hit->face, sign));
}

/* ---- the ray ---- */

/* Rays that float can hardly work with: checks them, and brings the direction to a
 * length of about 1. */
static bool scale(wmi_ray *ray, float d[3])
{
    wmi_vec v = direction_of(ray);
    double longest = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    if (!wmi_finite(ray->from) || !wmi_finite(ray->to) || !(longest > 0))
        return false;
    d[0] = (float)(v.x / longest);
    d[1] = (float)(v.y / longest);
    d[2] = (float)(v.z / longest);
    ray->unit = longest;
    return true;
}

/* Fills what the quick tests need. False when the ray can hit nothing. With u = 2^-24:
 * a side of a box is off by less than 16 u (|origin| + |mesh|), a sheared coordinate
 * by less than 24, the way along kz by less than 16. */
static inline bool prepare(wmi_ray *ray, float dx, float dy, float dz)
{
    float d[4] = {dx, dy, dz, 0}, from[4] = {ray->from.x, ray->from.y, ray->from.z, 0};
    float ax = fabsf(dx), ay = fabsf(dy), az = fabsf(dz), sum = ax + ay + az;
    float size = ray->mesh->bvh.size + fabsf(from[0]) + fabsf(from[1]) + fabsf(from[2]);
    float unit = size / 16777216;
    ray->unit = 1;
    ray->doubt = 24 * unit;
    ray->blur = 16 * unit;
    /* Not so for a NaN. */
    if (!(sum > 1e-6f && sum < 1e6f && size < 1e15f)) {
        if (!scale(ray, d))
            return false;
        ax = fabsf(d[0]), ay = fabsf(d[1]), az = fabsf(d[2]);
        sum = ax + ay + az;
        ray->doubt = INFINITY;
    }
    /* A little more keeps the inverse finite. */
    wmi_f4 way = f4_of(d[0], d[1], d[2]), start = f4_of(from[0], from[1], from[2]);
    wmi_f4 per = f4_div(f4_all(1), f4_add(way, f4_signed(f4_all(sum * 1e-12f), way)));
    wmi_f4 at = f4_mul(start, per), slack = f4_mul(f4_all(16 * unit), f4_abs(per));
    f4_store(ray->per, per);
    f4_store(ray->near, f4_add(at, slack));
    f4_store(ray->far, f4_sub(at, slack));
    /* By the inverse, which is below 0 for a direction of -0 too. */
    ray->enter[0] = ray->per[0] < 0 ? 8 : 0;
    ray->enter[1] = ray->per[1] < 0 ? 24 : 16;
    ray->enter[2] = ray->per[2] < 0 ? 40 : 32;
    uint32_t z = ay > ax, x, y;
    z = az > (ay > ax ? ay : ax) ? 2 : z;
    x = z == 2 ? 0 : z + 1;
    y = z == 0 ? 2 : z - 1;
    ray->kx = 8 * x;
    ray->ky = 8 * y;
    ray->kz = 8 * z;
    ray->ox = from[x];
    ray->oy = from[y];
    ray->oz = from[z];
    ray->sx = d[x] * ray->per[z];
    ray->sy = d[y] * ray->per[z];
    ray->along = d[z];
    return ray->mesh->bvh.node_count > 0;
}

/* ---- the questions ---- */

static void nearest(const wm_query *query, const wmi_ray *ray, wm_ray_hit *hit)
{
#if WMI_HAS_AVX2
    if (query->wide) {
        wmi_ray_nearest_avx2(ray, hit);
        return;
    }
#endif
    (void)query;
    wmi_ray_nearest(ray, hit);
}

static void any(const wm_query *query, const wmi_ray *ray, uint32_t *face)
{
#if WMI_HAS_AVX2
    if (query->wide) {
        wmi_ray_any_avx2(ray, face);
        return;
    }
#endif
    (void)query;
    wmi_ray_any(ray, face);
}

bool wm_query_raycast(wm_query *query, wm_vec3 origin, wm_vec3 direction, float max_length,
                      const wm_query_filter *filter, wm_ray_hit *hit)
{
    const wmi_walkmesh *mesh = query->mesh;
    wmi_ray ray;
    ray.mesh = mesh;
    ray.filter = filter;
    ray.segment = false;
    ray.from = origin;
    ray.to = direction;
    hit->face = WM_NO_INDEX;
    if (!(max_length >= 0) || !prepare(&ray, direction.x, direction.y, direction.z))
        return false;
    ray.length = wmi_length(wmi_vec_of(direction));
    ray.limit = (double)max_length;
    ray.reach = INFINITY;
    if (max_length < INFINITY) /* the walk need not wait for the length else */
        ray.reach = (float)(ray.limit / ray.length * ray.unit * 1.000001);
    nearest(query, &ray, hit);
    if (hit->face == WM_NO_INDEX)
        return false;
    hit->material = mesh->pub.materials[hit->face];
    return true;
}

bool wm_query_sight(wm_query *query, wm_vec3 from, wm_vec3 to, const wm_query_filter *filter,
                    uint32_t *blocker)
{
    wmi_ray ray;
    uint32_t face = WM_NO_INDEX;
    ray.mesh = query->mesh;
    ray.filter = filter;
    ray.segment = true;
    ray.from = from;
    ray.to = to;
    ray.length = 1;
    ray.limit = 2;
    if (prepare(&ray, to.x - from.x, to.y - from.y, to.z - from.z)) {
        ray.reach = (float)(ray.unit * 1.000001);
        any(query, &ray, &face);
    }
    if (blocker)
        *blocker = face;
    return face == WM_NO_INDEX;
}

/* Rays: decides in double what the quick tests of ray_kernel.h leave undecided, and
 * implements the two queries. */
#include <math.h>

#include "base/vec.h"
#include "nav/bvh.h"
#include "nav/query.h"

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

/* The sign of det(d, a, b), with a and b relative to the origin; c and e are the same
 * corners in mesh coordinates. */
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
    return *sign != 0; /* 0: the line lies in the plane, or the face has no area */
}

static bool counts(const wmi_ray *ray, uint32_t face, int sign)
{
    const wm_query_filter *filter = ray->filter;
    const wmi_walkmesh *mesh = ray->mesh;
    if (!filter)
        return true;
    /* The determinant is positive if direction and normal agree. */
    return wmi_passes(mesh, face, filter) && !(filter->front_only && sign > 0);
}

/* Whether t = over / under lies within the line. The sign must be exact at the ends. */
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
    /* Rounding at the very start of the line, or a face seen almost edge-on. */
    if (!(t > 0 && t < INFINITY))
        t = 0;
    hit->face = leaf->face[lane];
    hit->t = t;
    double distance = t * wmi_ray_length(ray);
    hit->distance = (float)distance;
    hit->normal[0] = normal.x;
    hit->normal[1] = normal.y;
    hit->normal[2] = normal.z;
    return distance <= ray->limit && (!ray->filter || counts(ray, hit->face, sign));
}

/* ---- the ray ---- */

bool wmi_ray_scale(wmi_ray *ray, float d[3])
{
    wmi_vec v = direction_of(ray);
    double longest = wmi_max(fabs(v.x), wmi_max(fabs(v.y), fabs(v.z)));
    if (!wmi_finite(ray->from) || !wmi_finite(ray->to) || !(longest > 0))
        return false;
    d[0] = (float)(v.x / longest);
    d[1] = (float)(v.y / longest);
    d[2] = (float)(v.z / longest);
    ray->unit = longest;
    return true;
}

/* ---- the queries ---- */

bool wm_query_raycast(wm_query *query, wm_vec3 origin, wm_vec3 direction, float max_length,
                      const wm_query_filter *filter, wm_ray_hit *hit)
{
#if WMI_HAS_AVX2
    if (query->wide)
        return wmi_ray_nearest_avx2(query->mesh, origin, direction, max_length, filter, hit);
#endif
    return wmi_ray_nearest(query->mesh, origin, direction, max_length, filter, hit);
}

size_t wm_query_raycasts(wm_query *query, const wm_vec3 *origins, const wm_vec3 *directions,
                         size_t count, float max_length, const wm_query_filter *filter,
                         wm_ray_hit *hits)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        if (wm_query_raycast(query, origins[i], directions[i], max_length, filter, &hits[i]))
            found++;
        else
            hits[i] = (wm_ray_hit){.face = WM_NO_INDEX};
    }
    return found;
}

bool wm_query_sight(wm_query *query, wm_vec3 from, wm_vec3 to, const wm_query_filter *filter,
                    uint32_t *blocker)
{
    uint32_t face;
#if WMI_HAS_AVX2
    if (query->wide)
        face = wmi_ray_any_avx2(query->mesh, from, to, filter);
    else
#endif
        face = wmi_ray_any(query->mesh, from, to, filter);
    if (blocker)
        *blocker = face;
    return face == WM_NO_INDEX;
}

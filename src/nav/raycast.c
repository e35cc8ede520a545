/* Rays: preparing them, deciding in double what the quick tests leave open, and the
 * two questions. */
#include <math.h>

#include "base/vec.h"
#include "nav/bvh.h"

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

bool wmi_ray_hits(const wmi_ray *ray, const wmi_bvh_leaf *leaf, unsigned lane, bool sure, double *t)
{
    wm_vec3 v[3];
    if (leaf->face[lane] == WM_NO_INDEX)
        return false;
    for (int k = 0; k < 3; k++)
        v[k] = (wm_vec3){leaf->corner[k][0][lane], leaf->corner[k][1][lane],
                         leaf->corner[k][2][lane]};
    wmi_vec d = direction_of(ray), from = wmi_vec_of(ray->from), first = wmi_vec_of(v[0]);
    wmi_vec e = wmi_sub(wmi_vec_of(v[1]), first), f = wmi_sub(wmi_vec_of(v[2]), first);
    wmi_vec normal = wmi_cross(e, f), a = wmi_sub(first, from);
    double over = wmi_dot(normal, a), under = wmi_dot(normal, d);
    int sign = under > 0 ? 1 : -1;
    if (!sure) {
        const wmi_vec seen[3] = {a, wmi_sub(wmi_vec_of(v[1]), from), wmi_sub(wmi_vec_of(v[2]), from)};
        if (!passes_through(ray, v, seen, &sign))
            return false;
        double size = sum_abs(e) * sum_abs(f) * (sum_abs(a) + sum_abs(d));
        if (!within(ray, v, sign > 0 ? over : -over, under, size, sign))
            return false;
    }
    *t = over / under;
    /* Rounding at the very start of the line, or a face seen almost along its plane. */
    if (!(*t >= 0 && *t < INFINITY))
        *t = 0;
    return *t * ray->length <= ray->limit &&
           (!ray->filter || counts(ray, leaf->face[lane], sign));
}

/* ---- the ray ---- */

/* Directions that float can hardly work with are brought to a length of about 1. */
static bool scale(wmi_ray *ray, float d[3])
{
    wmi_vec v = direction_of(ray);
    double longest = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    if (!(longest > 0))
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
static bool prepare(wmi_ray *ray)
{
    float start = ray->segment ? 1.0f : 0.0f;
    float d[3] = {ray->to.x - start * ray->from.x, ray->to.y - start * ray->from.y,
                  ray->to.z - start * ray->from.z};
    float ax = fabsf(d[0]), ay = fabsf(d[1]), az = fabsf(d[2]), most = ax > ay ? ax : ay;
    float longest = az > most ? az : most;
    ray->unit = 1;
    if (!(longest > 1e-6f && longest < 1e6f)) {
        if (!scale(ray, d))
            return false;
        ax = fabsf(d[0]), ay = fabsf(d[1]), az = fabsf(d[2]), most = ax > ay ? ax : ay;
        longest = az > most ? az : most;
    }
    int k = az > most ? 2 : ay > ax;
    const float from[3] = {ray->from.x, ray->from.y, ray->from.z};
    float fx = fabsf(from[0]), fy = fabsf(from[1]), fz = fabsf(from[2]);
    float size = ray->mesh->bvh.size + (fx > fy ? fx : fy) + fz, unit = size / 16777216;
    for (int i = 0; i < 3; i++) {
        float least = d[i] < 0 ? -1e-12f : 1e-12f;
        float per = 1 / (fabsf(d[i]) > longest * 1e-12f ? d[i] : least * longest);
        float at = from[i] * per, slack = 16 * unit * fabsf(per);
        ray->origin[i] = from[i];
        ray->per[i] = per;
        ray->near[i] = at + slack;
        ray->far[i] = at - slack;
        ray->side[i] = (uint8_t)(2 * i + (per < 0));
    }
    ray->kz = (uint8_t)k;
    ray->kx = (uint8_t)(k == 2 ? 0 : k + 1);
    ray->ky = (uint8_t)(k == 0 ? 2 : k - 1);
    ray->sx = d[ray->kx] * ray->per[k];
    ray->sy = d[ray->ky] * ray->per[k];
    ray->along = d[k];
    ray->doubt = size < 1e15f ? 24 * unit : INFINITY;
    ray->blur = 16 * unit;
    return true;
}

/* ---- the questions ---- */

static void walk(const wm_query *query, const wmi_ray *ray, bool any, wmi_ray_best *best)
{
#if WMI_HAS_AVX2
    if (query->wide) {
        (any ? wmi_ray_any_avx2 : wmi_ray_nearest_avx2)(ray, best);
        return;
    }
#endif
    (void)query;
    (any ? wmi_ray_any : wmi_ray_nearest)(ray, best);
}

/* A mesh without faces is hit by nothing either. */
static bool usable(const wmi_ray *ray)
{
    wm_vec3 a = ray->from, b = ray->to;
    return (a.x - a.x) + (a.y - a.y) + (a.z - a.z) + (b.x - b.x) + (b.y - b.y) + (b.z - b.z) == 0 &&
           ray->mesh->bvh.node_count > 0;
}

bool wm_query_raycast(wm_query *query, wm_vec3 origin, wm_vec3 direction, float max_length,
                      const wm_query_filter *filter, wm_ray_hit *hit)
{
    const wmi_walkmesh *mesh = query->mesh;
    wmi_ray ray = {.mesh = mesh, .filter = filter, .from = origin, .to = direction};
    wmi_vec d = wmi_vec_of(direction);
    wmi_ray_best best = {WM_NO_INDEX, 0, 0};
    *hit = (wm_ray_hit){.face = WM_NO_INDEX};
    if (!usable(&ray) || !(max_length >= 0) || !prepare(&ray))
        return false;
    ray.length = wmi_length(d);
    ray.limit = (double)max_length;
    ray.reach = (float)(ray.limit / ray.length * ray.unit * 1.000001);
    walk(query, &ray, false, &best);
    if (best.face == WM_NO_INDEX)
        return false;
    const uint32_t *corner = mesh->pub.faces[best.face].vertex;
    wmi_vec a = wmi_vec_of(mesh->pub.vertices[corner[0]]);
    wmi_vec normal = wmi_cross(wmi_sub(wmi_vec_of(mesh->pub.vertices[corner[1]]), a),
                               wmi_sub(wmi_vec_of(mesh->pub.vertices[corner[2]]), a));
    double size = wmi_length(normal);
    hit->face = best.face;
    hit->material = mesh->pub.materials[best.face];
    hit->distance = best.distance;
    hit->point = wmi_vec_float(wmi_add(wmi_vec_of(origin), wmi_scale(d, best.t)));
    if (size > 0)
        hit->normal = wmi_vec_float(wmi_scale(normal, 1 / size));
    return true;
}

bool wm_query_sight(wm_query *query, wm_vec3 from, wm_vec3 to, const wm_query_filter *filter,
                    uint32_t *blocker)
{
    wmi_ray ray = {.mesh = query->mesh, .filter = filter, .segment = true, .from = from, .to = to,
                   .length = 1, .limit = 2};
    wmi_ray_best best = {WM_NO_INDEX, 0, 0};
    if (usable(&ray) && prepare(&ray)) {
        ray.reach = (float)(ray.unit * 1.000001);
        walk(query, &ray, true, &best);
    }
    if (blocker)
        *blocker = best.face;
    return best.face == WM_NO_INDEX;
}

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

/* The sign of det(d, a, b), with a and b seen from the origin; c and e are the same
 * corners as they are in the mesh. */
static int side(const wmi_ray *ray, wmi_vec a, wmi_vec b, wm_vec3 c, wm_vec3 e)
{
    wmi_vec d = {ray->d[0], ray->d[1], ray->d[2]};
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

bool wmi_ray_hits(const wmi_ray *ray, const wmi_bvh_leaf *leaf, unsigned lane, bool inside,
                  double *t)
{
    wm_vec3 v[3];
    wmi_vec a[3], d = {ray->d[0], ray->d[1], ray->d[2]}, from = wmi_vec_of(ray->from);
    if (leaf->face[lane] == WM_NO_INDEX)
        return false;
    for (int k = 0; k < 3; k++) {
        v[k] = (wm_vec3){leaf->corner[k][0][lane], leaf->corner[k][1][lane],
                         leaf->corner[k][2][lane]};
        a[k] = wmi_sub(wmi_vec_of(v[k]), from);
    }
    wmi_vec e = wmi_sub(wmi_vec_of(v[1]), wmi_vec_of(v[0]));
    wmi_vec f = wmi_sub(wmi_vec_of(v[2]), wmi_vec_of(v[0]));
    wmi_vec normal = wmi_cross(e, f);
    double over = wmi_dot(normal, a[0]), under = wmi_dot(normal, d);
    int sign = under > 0 ? 1 : -1;
    if (!inside && !passes_through(ray, v, a, &sign))
        return false;
    /* over / under is t. At the ends of the line its sign must be right. */
    double bound = sum_abs(e) * sum_abs(f) * sum_abs(a[0]) * 1e-15;
    double ahead = sign > 0 ? over : -over;
    if (!(ahead > bound) && (ahead < -bound || wmi_plane_side(v[0], v[1], v[2], ray->from) * sign < 0))
        return false;
    if (ray->segment) {
        double beyond = ahead - fabs(under);
        bound += sum_abs(e) * sum_abs(f) * sum_abs(d) * 1e-15;
        if (!(beyond < -bound) &&
            (beyond > bound || wmi_plane_side(v[0], v[1], v[2], ray->to) * sign > 0))
            return false;
    }
    *t = ahead > 0 && under != 0 ? fabs(over / under) : 0;
    if (!ray->segment && !(*t * ray->length <= ray->limit))
        return false;
    return counts(ray, leaf->face[lane], sign);
}

/* ---- the ray ---- */

/* Fills what the quick tests need. False when the ray can hit nothing. */
static bool prepare(wmi_ray *ray)
{
    const wm_walkmesh *m = &ray->mesh->pub;
    const float low[3] = {m->min.x, m->min.y, m->min.z}, high[3] = {m->max.x, m->max.y, m->max.z};
    const float from[3] = {ray->from.x, ray->from.y, ray->from.z};
    double ax = fabs(ray->d[0]), ay = fabs(ray->d[1]), az = fabs(ray->d[2]);
    double longest = ax > ay ? ax : ay;
    double scale = 1, wide = 1e-12, far = 1e-12;
    if (ray->mesh->bvh.node_count == 0 || !(az > longest ? az > 0 : longest > 0))
        return false;
    ray->kz = az > longest ? 2 : ay > ax ? 1 : 0;
    ray->kx = (uint8_t)((ray->kz + 1) % 3);
    ray->ky = (uint8_t)((ray->kz + 2) % 3);
    longest = az > longest ? az : longest;
    if (longest < 1e-6 || longest > 1e6)
        scale = 1 / longest;
    for (int i = 0; i < 3; i++) {
        double l = fabs((double)low[i] - (double)from[i]), h = fabs((double)high[i] - (double)from[i]);
        double o = fabs((double)from[i]);
        double b = fabs((double)low[i]) > fabs((double)high[i]) ? fabs((double)low[i]) : fabs((double)high[i]);
        wide = l > wide ? l : wide;
        wide = h > wide ? h : wide;
        far = o > far ? o : far;
        far = b > far ? b : far;
        ray->origin[i] = from[i];
    }
    const double ulp = 1.0 / 16777216;
    for (int i = 0; i < 3; i++) {
        double d = ray->d[i] * scale, least = longest * scale * 1e-12;
        double per = 1 / (fabs(d) > least ? d : d < 0 ? -least : least);
        double at = (double)from[i] * per, slack = 8 * ulp * far * fabs(per);
        ray->per[i] = (float)per;
        ray->near[i] = (float)(at + slack);
        ray->far[i] = (float)(at - slack);
        ray->side[i] = (uint8_t)(2 * i + (per < 0));
    }
    ray->sx = (float)(ray->d[ray->kx] / ray->d[ray->kz]);
    ray->sy = (float)(ray->d[ray->ky] / ray->d[ray->kz]);
    ray->doubt = wide < 1e15 ? (float)(16 * ulp * wide) : INFINITY;
    ray->unit = 1 / scale;
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

static bool finite_ray(const wmi_ray *ray)
{
    return wmi_finite(ray->from) && wmi_finite(ray->to);
}

bool wm_query_raycast(wm_query *query, wm_vec3 origin, wm_vec3 direction, float max_length,
                      const wm_query_filter *filter, wm_ray_hit *hit)
{
    const wmi_walkmesh *mesh = query->mesh;
    wmi_ray ray = {.mesh = mesh, .filter = filter, .from = origin, .to = direction,
                   .d = {(double)direction.x, (double)direction.y, (double)direction.z}};
    wmi_ray_best best = {WM_NO_INDEX, 0, 0};
    *hit = (wm_ray_hit){.face = WM_NO_INDEX};
    if (!finite_ray(&ray) || !(max_length >= 0) || !prepare(&ray))
        return false;
    ray.length = sqrt(ray.d[0] * ray.d[0] + ray.d[1] * ray.d[1] + ray.d[2] * ray.d[2]);
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
    hit->point = (wm_vec3){(float)((double)origin.x + ray.d[0] * best.t),
                           (float)((double)origin.y + ray.d[1] * best.t),
                           (float)((double)origin.z + ray.d[2] * best.t)};
    if (size > 0)
        hit->normal = wmi_vec_float(wmi_scale(normal, 1 / size));
    return true;
}

bool wm_query_sight(wm_query *query, wm_vec3 from, wm_vec3 to, const wm_query_filter *filter,
                    uint32_t *blocker)
{
    wmi_ray ray = {.mesh = query->mesh, .filter = filter, .segment = true, .from = from, .to = to,
                   .d = {(double)to.x - (double)from.x, (double)to.y - (double)from.y,
                         (double)to.z - (double)from.z}, .length = 1};
    wmi_ray_best best = {WM_NO_INDEX, 0, 0};
    if (finite_ray(&ray) && prepare(&ray)) {
        ray.reach = (float)(ray.unit * 1.000001);
        walk(query, &ray, true, &best);
    }
    if (blocker)
        *blocker = best.face;
    return best.face == WM_NO_INDEX;
}

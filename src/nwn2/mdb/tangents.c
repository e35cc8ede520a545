/* Normals and tangents of meshes. As in most models of the game, the binormal points along v, which
 * runs downwards, and the tangent is the cross product of normal and binormal.
 * docs/formats/nwn2-mdb.md, "Geometry". */
#include "base/vec.h"
#include "nwn2/mdb/internal.h"

static wmi_vec unit_or(wmi_vec v, wmi_vec other)
{
    double length = wmi_length(v);
    return length > 1e-12 && isfinite(length) ? wmi_scale(v, 1 / length) : other;
}

/* Any direction across a unit vector. */
static wmi_vec across(wmi_vec v)
{
    wmi_vec other = fabs(v.x) < 0.5 ? (wmi_vec){1, 0, 0} : (wmi_vec){0, 1, 0};
    return unit_or(wmi_cross(v, other), (wmi_vec){0, 0, 1});
}

wm_vec3 *wmi_mdb_normal(const wm_nwn2_mdb_mesh *m, uint32_t v)
{
    return m->vertices        ? &m->vertices[v].normal
           : m->skin_vertices ? &m->skin_vertices[v].normal
                              : &m->hull_vertices[v].normal;
}

static wm_vec3 uvw_of(const wm_nwn2_mdb_mesh *m, uint32_t v)
{
    return m->vertices ? m->vertices[v].uvw : m->skin_vertices[v].uvw;
}

/* Is it a direction? */
static bool is_good(wm_vec3 n)
{
    return wmi_finite(n) && wmi_length(wmi_vec_of(n)) > 1e-6;
}

/* The edges of a triangle from its first corner; false if they are not finite. */
static bool edges_of(const wm_nwn2_mdb_mesh *m, const uint16_t v[3], wmi_vec *a, wmi_vec *b)
{
    wm_vec3 p[3];
    for (int k = 0; k < 3; k++)
        p[k] = wm_nwn2_mdb_position(m, v[k]);
    *a = wmi_sub(wmi_vec_of(p[1]), wmi_vec_of(p[0]));
    *b = wmi_sub(wmi_vec_of(p[2]), wmi_vec_of(p[0]));
    return wmi_finite(p[0]) && wmi_finite(p[1]) && wmi_finite(p[2]);
}

bool wmi_mdb_make_normals(const wm_nwn2_mdb_mesh *m, bool all, wmi_arena *scratch, uint32_t *made)
{
    wmi_vec *sum = wmi_arena_new(scratch, m->vertex_count, sizeof *sum);
    wmi_vec a, b;
    *made = 0;
    if (!sum)
        return false;
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        const uint16_t *v = m->triangles[t].vertex;
        if (!edges_of(m, v, &a, &b))
            continue;
        for (int k = 0; k < 3; k++)
            sum[v[k]] = wmi_add(sum[v[k]], wmi_cross(a, b));
    }
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        wm_vec3 *n = wmi_mdb_normal(m, i);
        if (!all && is_good(*n))
            continue;
        *n = wmi_vec_float(unit_or(sum[i], (wmi_vec){0, 0, 1}));
        ++*made;
    }
    return true;
}

/* Adds the direction in which v grows on a triangle to its corners. */
static void add_slope(const wm_nwn2_mdb_mesh *m, const uint16_t v[3], wmi_vec *sum)
{
    wmi_vec a, b, uv[3];
    if (!edges_of(m, v, &a, &b))
        return;
    for (int k = 0; k < 3; k++)
        uv[k] = wmi_vec_of(uvw_of(m, v[k]));
    double u1 = uv[1].x - uv[0].x, u2 = uv[2].x - uv[0].x;
    double v1 = uv[1].y - uv[0].y, v2 = uv[2].y - uv[0].y;
    double area = u1 * v2 - u2 * v1;
    double sign = area > 0 ? 1 : area < 0 ? -1 : 0; /* 0 also for NaN */
    wmi_vec slope = wmi_scale(wmi_sub(wmi_scale(b, u1), wmi_scale(a, u2)), sign);
    slope = unit_or(slope, (wmi_vec){0, 0, 0});
    for (int k = 0; k < 3; k++)
        sum[v[k]] = wmi_add(sum[v[k]], slope);
}

bool wmi_mdb_make_tangents(const wm_nwn2_mdb_mesh *m, wmi_arena *scratch)
{
    wmi_vec *sum = wmi_arena_new(scratch, m->vertex_count, sizeof *sum);
    if (!sum)
        return false;
    for (uint32_t t = 0; t < m->triangle_count; t++)
        add_slope(m, m->triangles[t].vertex, sum);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        wm_vec3 stored = *wmi_mdb_normal(m, i);
        wmi_vec n = wmi_finite(stored) ? unit_or(wmi_vec_of(stored), (wmi_vec){0, 0, 1})
                                       : (wmi_vec){0, 0, 1};
        wmi_vec flat = wmi_sub(sum[i], wmi_scale(n, wmi_dot(sum[i], n)));
        wmi_vec binormal = unit_or(flat, across(n));
        wm_vec3 b = wmi_vec_float(binormal), t = wmi_vec_float(wmi_cross(n, binormal));
        if (m->vertices) {
            m->vertices[i].tangent = t;
            m->vertices[i].binormal = b;
        } else {
            m->skin_vertices[i].tangent = t;
            m->skin_vertices[i].binormal = b;
        }
    }
    return true;
}

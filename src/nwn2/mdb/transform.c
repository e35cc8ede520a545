/* Moves, rotates, mirrors and scales a model. All packets are in one space, so each point and each
 * direction is mapped on its own. Stored values are mapped, not computed again: the inverse
 * transform gives the original values as far as floats allow. */
#include "base/plan_map.h"
#include "base/vec.h"
#include "nwn2/mdb/internal.h"

static const float least = 0.0001f, most = 10000;

typedef struct map {
    wmi_plan_map points, directions, normals; /* directions: without the scale */
    wm_vec3 move;
    bool flip_x, flip_y;
    bool rotates;
    bool even;     /* the scale is the same for all axes */
    double radius; /* factor */
} map;

static wm_status make_map(const wm_nwn2_transform *t, map *m, wm_error *error)
{
    float s[3] = {t->scale.x, t->scale.y, t->scale.z};
    bool unit = s[0] == 0 && s[1] == 0 && s[2] == 0;
    for (int i = 0; i < 3; i++) {
        s[i] = unit ? 1 : s[i];
        if (!(s[i] >= least && s[i] <= most))
            return wmi_fail(error, WM_BAD_ARGUMENT, "scale",
                            "%g is not allowed: a scale is from 0.0001 to 10000 (flip mirrors)",
                            (double)s[i]);
    }
    if (!isfinite(t->degrees) || !wmi_finite(t->move))
        return wmi_fail(error, WM_BAD_ARGUMENT, "move", "the rotation or the move is not finite");
    const wm_vec3 one = {1, 1, 1}, inverse = {1 / s[0], 1 / s[1], 1 / s[2]};
    *m = (map){.points = wmi_plan_map_of(t->degrees, t->scale, t->flip_x, t->flip_y),
               .directions = wmi_plan_map_of(t->degrees, one, t->flip_x, t->flip_y),
               .normals = wmi_plan_map_of(t->degrees, inverse, t->flip_x, t->flip_y),
               .move = t->move,
               .flip_x = t->flip_x,
               .flip_y = t->flip_y,
               .rotates = fmod(t->degrees, 360.0) != 0,
               .even = s[0] == s[1] && s[1] == s[2],
               .radius = wmi_max((double)s[0], wmi_max((double)s[1], (double)s[2]))};
    return WM_OK;
}

/* Without a rotation the axes do not mix, so that even the sign of a zero stays right. */
static wm_vec3 apply(const map *m, const wmi_plan_map *l, wm_vec3 v)
{
    double x = (double)v.x, y = (double)v.y;
    return (wm_vec3){wmi_narrow(m->rotates ? l->xx * x + l->xy * y : l->xx * x),
                     wmi_narrow(m->rotates ? l->yx * x + l->yy * y : l->yy * y),
                     wmi_narrow(l->zz * (double)v.z)};
}

static wm_vec3 map_point(const map *m, wm_vec3 v)
{
    wm_vec3 p = apply(m, &m->points, v);
    return (wm_vec3){m->move.x != 0 ? p.x + m->move.x : p.x, m->move.y != 0 ? p.y + m->move.y : p.y,
                     m->move.z != 0 ? p.z + m->move.z : p.z};
}

/* A direction keeps its length. `uneven`: what applies to it if the axes have different scales. */
static wm_vec3 map_direction(const map *m, const wmi_plan_map *uneven, wm_vec3 v)
{
    if (!wmi_finite(v))
        return v;
    if (m->even)
        return apply(m, &m->directions, v);
    wmi_vec old = wmi_vec_of(v), now = wmi_vec_of(apply(m, uneven, v));
    double was = wmi_length(old), is = wmi_length(now);
    return is > 0 && isfinite(is) ? wmi_vec_float(wmi_scale(now, was / is)) : v;
}

/* ---- packets ---- */

static wm_vec3 map_position(const map *m, const wm_nwn2_mdb_mesh *mesh, wm_vec3 v)
{
    wm_vec3 to = map_point(m, v);
    if (mesh->walk_vertices && v.z == WM_NWN2_MDB_DROPPED)
        to.z = v.z;
    return to;
}

static void map_mesh(const map *m, const wm_nwn2_mdb_mesh *mesh)
{
    size_t stride;
    uint8_t *first = wmi_mdb_vertices(mesh, &stride);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        wm_vec3 *position = (wm_vec3 *)(void *)(first + i * stride);
        *position = map_position(m, mesh, *position);
        if (mesh->walk_vertices)
            continue;
        wm_vec3 *normal = wmi_mdb_normal(mesh, i);
        *normal = map_direction(m, &m->normals, *normal);
        if (mesh->hull_vertices)
            continue;
        wm_vec3 *tangent =
            mesh->vertices ? &mesh->vertices[i].tangent : &mesh->skin_vertices[i].tangent;
        wm_vec3 *binormal =
            mesh->vertices ? &mesh->vertices[i].binormal : &mesh->skin_vertices[i].binormal;
        *tangent = map_direction(m, &m->points, *tangent);
        *binormal = map_direction(m, &m->points, *binormal);
    }
    for (uint32_t i = 0; m->flip_x != m->flip_y && i < mesh->triangle_count; i++) {
        uint16_t *v = mesh->triangles[i].vertex, swap = v[1];
        v[1] = v[2];
        v[2] = swap;
    }
}

/* A frame that is mirrored on both sides stays what it was, a rotation or not: its rows are the
 * axes y, x and z. */
static void map_frame(const map *m, wm_nwn2_mdb_point *p)
{
    const bool negative[3] = {m->flip_y, m->flip_x, false};
    p->position = map_point(m, p->position);
    for (int i = 0; i < 3; i++) {
        wm_vec3 v = apply(m, &m->directions, p->axis[i]);
        p->axis[i] = negative[i] ? (wm_vec3){-v.x, -v.y, -v.z} : v;
    }
}

/* Does every position stay finite? */
static bool fits(const map *m, const wm_nwn2_mdb_packet *p)
{
    for (uint32_t i = 0; p->mesh && i < p->mesh->vertex_count; i++) {
        wm_vec3 v = wm_nwn2_mdb_position(p->mesh, i);
        if (wmi_finite(v) && !wmi_finite(map_position(m, p->mesh, v)))
            return false;
    }
    return !p->point || !wmi_finite(p->point->position) ||
           wmi_finite(map_point(m, p->point->position));
}

wm_status wm_nwn2_mdb_transform(wm_nwn2_mdb *mdb, const wm_nwn2_transform *transform,
                                wm_error *error)
{
    map m;
    wm_status status = make_map(transform, &m, error);
    for (uint32_t i = 0; status == WM_OK && i < mdb->packet_count; i++)
        if (!fits(&m, &mdb->packets[i]))
            status = wmi_fail(error, WM_NOT_REPRESENTABLE, "packets",
                              "packet %lu would be too far away for its numbers", (unsigned long)i);
    for (uint32_t i = 0; status == WM_OK && i < mdb->packet_count; i++) {
        wm_nwn2_mdb_packet *p = &mdb->packets[i];
        if (p->mesh)
            map_mesh(&m, p->mesh);
        if (p->point)
            map_frame(&m, p->point);
        for (uint32_t k = 0; p->spheres && k < p->spheres->count; k++) {
            float *radius = &p->spheres->spheres[k].radius;
            *radius = wmi_narrow(m.radius * (double)*radius);
        }
    }
    return status;
}

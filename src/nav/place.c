/* Points on faces. Computed in double, returned as float. Near an edge the nearest float
 * may lie outside the face, so a neighbouring one is used instead. */
#include "nav/place.h"

bool wmi_face_passes(const wmi_walkmesh *mesh, uint32_t face, const wm_query_filter *filter)
{
    return filter ? wmi_passes(mesh, face, filter) : mesh->pub.walkable[face];
}

bool wmi_face_holds(const wmi_walkmesh *mesh, uint32_t face, wm_vec3 p)
{
    int8_t facing = mesh->facing[face];
    const uint32_t *v = mesh->pub.faces[face].vertex;
    if (!facing)
        return false;
    for (int k = 0; k < 3; k++)
        if (wmi_side(mesh->pub.vertices[v[k]], mesh->pub.vertices[v[(k + 1) % 3]], p) == -facing)
            return false;
    return true;
}

double wmi_face_height(const wmi_walkmesh *mesh, uint32_t face, double x, double y)
{
    const uint32_t *v = mesh->pub.faces[face].vertex;
    wmi_vec a = wmi_vec_of(mesh->pub.vertices[v[0]]);
    wmi_vec u = wmi_sub(wmi_vec_of(mesh->pub.vertices[v[1]]), a);
    wmi_vec w = wmi_sub(wmi_vec_of(mesh->pub.vertices[v[2]]), a);
    double px = x - a.x, py = y - a.y, area = u.x * w.y - u.y * w.x;
    double rise = ((px * w.y - py * w.x) * u.z + (u.x * py - u.y * px) * w.z) / area;
    double low = wmi_min(0, wmi_min(u.z, w.z)), high = wmi_max(0, wmi_max(u.z, w.z));
    /* Slivers magnify rounding; their area may even round to zero. */
    return a.z + (rise >= low ? (rise <= high ? rise : high) : low);
}

wm_vec3 wmi_face_settle(const wmi_walkmesh *mesh, uint32_t face, double x, double y)
{
    const uint32_t *v = mesh->pub.faces[face].vertex;
    wm_vec3 best = {(float)x, (float)y, 0}, p = best;
    if (wmi_face_holds(mesh, face, best))
        return best;
    double nearest = INFINITY;
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++) {
            p.x = i ? nextafterf((float)x, i < 0 ? -INFINITY : INFINITY) : (float)x;
            p.y = j ? nextafterf((float)y, j < 0 ? -INFINITY : INFINITY) : (float)y;
            double dx = (double)p.x - x, dy = (double)p.y - y, d = dx * dx + dy * dy;
            if (d < nearest && wmi_face_holds(mesh, face, p)) {
                nearest = d;
                best = p;
            }
        }
    if (nearest < INFINITY)
        return best;
    /* At an acute corner: takes a few steps of growing size towards the centre. */
    double mx = 0, my = 0;
    for (int k = 0; k < 3; k++) {
        mx += (double)mesh->pub.vertices[v[k]].x / 3;
        my += (double)mesh->pub.vertices[v[k]].y / 3;
    }
    double dx = mx - x, dy = my - y, length = sqrt(dx * dx + dy * dy);
    double step = (fabs(x) + fabs(y)) * 0x1p-24;
    for (int i = 0; i < 6 && step < length; i++, step *= 2) {
        p.x = (float)(x + dx * step / length);
        p.y = (float)(y + dy * step / length);
        if (wmi_face_holds(mesh, face, p))
            return p;
    }
    return best;
}

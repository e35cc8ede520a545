/* Floor for a body with a radius: everything too close to a wall is cut away, so that a point
 * may go wherever the centre of the body may. docs/queries.md, "Paths". */
#include "area/carve.h"

/* A disc is cut out as a polygon around it, with this many corners. The corners reach 2 % of
 * the radius beyond the disc, which is on the safe side. */
enum { CORNERS = 16 };

/* How far above and below itself a wall counts, in addition to the radius: less than a floor. */
static const float reach = 1.0f;

/* The outline of all points within the radius of a wall, counter-clockwise. The sides along
 * the wall are exactly one radius away from it. */
static void outline_of(wm_vec3 a, wm_vec3 b, double radius, wm_vec3 corners[CORNERS])
{
    const double pi = 3.14159265358979323846, step = 2 * pi / CORNERS;
    double along = wmi_atan2((double)b.y - (double)a.y, (double)b.x - (double)a.x);
    double out = radius / wmi_cos(step / 2);
    for (int i = 0; i < CORNERS; i++) {
        bool round_b = i < CORNERS / 2;
        wm_vec3 c = round_b ? b : a;
        double angle = along - pi / 2 + step / 2 + step * i;
        corners[i] = (wm_vec3){(float)((double)c.x + out * wmi_cos(angle)),
                               (float)((double)c.y + out * wmi_sin(angle)), 0};
    }
}

static bool cut_wall(wmi_carver *c, wm_vec3 a, wm_vec3 b, float radius)
{
    wm_vec3 corners[CORNERS];
    float low = a.z < b.z ? a.z : b.z, high = a.z < b.z ? b.z : a.z;
    if (!wmi_finite(a) || !wmi_finite(b))
        return true;
    outline_of(a, b, (double)radius, corners);
    wmi_outline o = {corners, CORNERS, low - radius - reach, high + radius + reach};
    return wmi_carve(c, &o);
}

wm_walkmesh *wm_walkmesh_shrink(const wm_walkmesh *mesh, float radius,
                                const wm_allocator *allocator, wm_error *error)
{
    wmi_carver c;
    wm_walkmesh *shrunk = NULL;
    if (!(radius > 0) || !isfinite(radius)) {
        wmi_fail(error, WM_BAD_ARGUMENT, "radius",
                 "%g is not allowed: the radius must be greater than 0", (double)radius);
        return NULL;
    }
    bool good = wmi_carver_init(&c, mesh, allocator);
    c.drops = true;
    for (uint32_t f = 0; good && f < mesh->face_count; f++)
        for (uint32_t k = 0; good && mesh->walkable[f] && k < 3; k++)
            if (mesh->neighbours[f].edge[k] == WM_NO_INDEX)
                good = cut_wall(&c, mesh->vertices[mesh->faces[f].vertex[k]],
                                mesh->vertices[mesh->faces[f].vertex[(k + 1) % 3]], radius);
    if (good)
        shrunk = wmi_carver_finish(&c, allocator, error);
    else
        wmi_carver_fail(&c, "radius", error);
    wmi_carver_release(&c);
    return shrunk;
}

/* Points on faces: containment, height, and the float that represents a position. */
#ifndef WAYMARK_NAV_PLACE_H
#define WAYMARK_NAV_PLACE_H

#include "base/vec.h"
#include "nav/internal.h"
#include "nav/path.h"
#include "waymark/move.h"

/* Does the face contain p in plan view, edges included? Exact; false for faces without
 * area. */
bool wmi_face_holds(const wmi_walkmesh *mesh, uint32_t face, wm_vec3 p);
/* Height of the face at (x, y), clamped to the heights of its corners. */
double wmi_face_height(const wmi_walkmesh *mesh, uint32_t face, double x, double y);
/* The float point nearest to (x, y) that the face contains, if a few steps find one;
 * otherwise the nearest float point. z is left at 0. */
wm_vec3 wmi_face_settle(const wmi_walkmesh *mesh, uint32_t face, double x, double y);
/* Does a face pass the filter? If filter is NULL, walkable faces pass. */
bool wmi_face_passes(const wmi_walkmesh *mesh, uint32_t face, const wm_query_filter *filter);

/* The point of a region of `walk` that is nearest to a given point, and its distance;
 * negative if there is none. Tests all faces. */
double wmi_nearest_in_region(const wmi_walkmesh *mesh, const wmi_walk *walk, uint32_t region,
                             wm_vec3 point, wm_place *place);

/* Is there a path of at most `longest` metres between two places? Looks no further than that, so
 * asking for a straight way takes no longer than the way has faces. */
wm_status wmi_query_path_within(wm_query *query, const wm_place ends[2], double longest,
                                bool *exists, wm_error *error);

static inline wmi_point wmi_plan_of(wm_vec3 v)
{
    return (wmi_point){(double)v.x, (double)v.y};
}

/* The point of a - b nearest to p, as a fraction of the way. */
static inline double wmi_nearest_share(wmi_point a, wmi_point b, wmi_point p)
{
    double dx = b.x - a.x, dy = b.y - a.y, d = dx * dx + dy * dy;
    double t = d > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / d : 0;
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static inline wmi_point wmi_between(wmi_point a, wmi_point b, double t)
{
    return (wmi_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

#endif

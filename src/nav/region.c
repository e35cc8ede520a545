/* The region of a point, and whether two points can reach each other. */
#include "nav/place.h"
#include "nav/query.h"

bool wm_query_region(wm_query *query, wm_vec3 point, const wm_query_filter *filter,
                     uint32_t *region, wm_place *place)
{
    wm_query_filter walk = filter ? *filter : (wm_query_filter){0};
    wm_hit hit;
    uint32_t count = 0;
    walk.walkable_only = true;
    *region = WM_NO_INDEX;
    if (place)
        *place = (wm_place){.face = WM_NO_INDEX};
    /* A single result needs no memory, so this cannot fail. */
    if (wm_query_locate(query, point, WM_LOCATE_NEAREST, &walk, &hit, 1, &count, NULL) != WM_OK ||
        count == 0)
        return false;
    *region = wm_walkmesh_region(&query->mesh->pub, hit.face);
    if (place)
        *place = (wm_place){hit.face, {point.x, point.y, hit.z}};
    return true;
}

bool wm_query_reachable(wm_query *query, wm_vec3 from, wm_vec3 to, const wm_query_filter *filter)
{
    uint32_t a, b;
    return wm_query_region(query, from, filter, &a, NULL) &&
           wm_query_region(query, to, filter, &b, NULL) && a == b;
}

/* Quick floor height at a point, using the baseline instructions of the machine. */
#define WMI_HEIGHT wmi_height
#define WMI_HEIGHTS wmi_heights
#include "nav/height_kernel.h"

bool wm_query_height(wm_query *query, wm_vec3 point, wm_locate what, const wm_query_filter *filter,
                     wm_hit *hit)
{
    return query->height(query, point, what, filter, hit);
}

size_t wm_query_heights(wm_query *query, const wm_vec3 *points, size_t count, wm_locate what,
                        const wm_query_filter *filter, wm_hit *hits)
{
    size_t found = 0;
    if (!filter && what == WM_LOCATE_ALL)
        return query->heights(query, points, count, hits);
    for (size_t i = 0; i < count; i++) {
        if (query->height(query, points[i], what, filter, &hits[i]))
            found++;
        else
            hits[i] = (wm_hit){.face = WM_NO_INDEX};
    }
    return found;
}

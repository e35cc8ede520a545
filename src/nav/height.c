/* Quick floor height at a point, using the baseline instructions of the machine. */
#define WMI_HEIGHT wmi_height
#include "nav/height_kernel.h"

bool wm_query_height(wm_query *query, wm_vec3 point, wm_locate what, const wm_query_filter *filter,
                     wm_hit *hit)
{
    return query->height(query, point, what, filter, hit);
}

/* The quick test whether a face contains a point in plan view, and the face's height
 * there. */
#ifndef WAYMARK_NAV_HEIGHT_H
#define WAYMARK_NAV_HEIGHT_H

#include "nav/internal.h"
#include "nav/simd.h"

/* A point in plan view, relative to the corner of the grid. */
typedef struct wmi_spot {
    wmi_f4 x, y; /* each repeated four times */
} wmi_spot;

static inline wmi_spot wmi_spot_of(const wmi_grid *grid, wm_vec3 point)
{
    return (wmi_spot){f4_all(point.x - grid->min_x), f4_all(point.y - grid->min_y)};
}

/* How far a point is inside the three edges of a face, minus the doubt. The fourth lane is
 * unused. */
static inline wmi_f4 wmi_patch_test(const wmi_patch *patch, wmi_spot at)
{
    wmi_f4 x = f4_mul(at.x, f4_load(patch->is + WMI_ALONG_X));
    wmi_f4 y = f4_mul(at.y, f4_load(patch->is + WMI_ALONG_Y));
    return f4_add(f4_add(x, y), f4_load(patch->is + WMI_OFF));
}

/* Height of a face at a point inside it in plan view; 0 for no face. Computing it from one
 * corner keeps it precise, and exact for level faces. Not for slivers. */
static inline float wmi_patch_height(const wmi_patch *patch, wm_vec3 point)
{
    float dx = point.x - patch->is[WMI_CORNER], dy = point.y - patch->is[WMI_CORNER + 1];
    return (dx * patch->is[WMI_RISE] + dy * patch->is[WMI_RISE + 1]) + patch->is[WMI_Z];
}

/* As wm_query_height: one variant for the baseline instructions and one for AVX2. */
bool wmi_height(wm_query *query, wm_vec3 point, wm_locate what, const wm_query_filter *filter,
                wm_hit *hit);
/* As wm_query_heights, for faces of all kinds and without a filter. */
size_t wmi_heights(wm_query *query, const wm_vec3 *points, size_t count, wm_hit *hits);
#if WMI_HAS_AVX2
bool wmi_height_avx2(wm_query *query, wm_vec3 point, wm_locate what, const wm_query_filter *filter,
                     wm_hit *hit);
size_t wmi_heights_avx2(wm_query *query, const wm_vec3 *points, size_t count, wm_hit *hits);
#endif

#endif

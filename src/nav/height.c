/* The height of the floor at a point, quickly. */
#include <math.h>

#include "nav/height.h"
#include "nav/query.h"

/* As one word, for so the caller is likely to read it. */
static inline void put(wm_hit *hit, uint32_t face, wmi_f4 test)
{
#if defined(__SSE2__) && !defined(WMI_NO_SIMD)
    __m128 first = _mm_castsi128_ps(_mm_cvtsi32_si128((int)face));
    _mm_storel_pi((void *)hit, _mm_unpacklo_ps(first, f4_pick(test, 3, 3, 3, 3)));
#else
    *hit = (wm_hit){face, test.v[3]};
#endif
}

/* Nearly all points lie clearly inside the face that their cell leads to, or clearly
 * beyond one edge of it and then inside the next face. Which of these it is is hard to
 * guess, so there is no branch for it; that it is one of them is easy to guess. */
bool wm_query_height(wm_query *query, wm_vec3 point, wm_locate what, const wm_query_filter *filter,
                     wm_hit *hit)
{
    const wmi_walkmesh *mesh = query->mesh;
    const wmi_grid *g = &mesh->grid;
    uint32_t cell, none = mesh->pub.face_count;
    if (!wmi_grid_cell(g, point.x, point.y, &cell)) {
        *hit = (wm_hit){WM_NO_INDEX, 0};
        return false;
    }
    if (cell & WMI_CELL_LIST || filter || what != WM_LOCATE_ALL)
        return wmi_height_in_list(mesh, cell, point, what, filter, hit);
    wmi_f4 at = f4_of(point.x, point.y, 0);
    const wmi_patch *patch = &g->patches[cell];
    wmi_f4 first = wmi_patch_test(patch, at);
    unsigned beyond = f4_signs(first) & 7;
    unsigned clear = f4_above(f4_all(2 * patch->minus_doubt), first);
    uint32_t face = patch->next[(beyond - (beyond >> 2)) & 3];
    wmi_f4 test = wmi_patch_test(&g->patches[face], at);
    if ((beyond & (beyond - 1)) | (beyond & ~clear) | (f4_signs(test) & 7))
        return wmi_height_in_list(mesh, cell, point, what, filter, hit);
    put(hit, face | (0u - (uint32_t)(face == none)), test);
    return face != none;
}

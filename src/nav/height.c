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

#if defined(__SSE2__) && defined(__x86_64__) && !defined(WMI_NO_SIMD)
static inline wmi_f4 two_floats(const float *from)
{
    return _mm_castsi128_ps(_mm_loadl_epi64((const void *)from));
}

/* As wmi_grid_cell, but both coordinates at once. */
static inline bool find_cell(const wmi_grid *g, wmi_f4 at, uint32_t *cell)
{
    __m128 slot = _mm_mul_ps(_mm_sub_ps(at, two_floats(&g->min_x)), two_floats(&g->per_x));
    uint64_t both = (uint64_t)_mm_cvtsi128_si64(_mm_cvttps_epi32(slot));
    uint64_t i = both & 0xFFFFFFFFu, j = both >> 32;
    if ((i >= g->columns) | (j >= g->rows))
        return false;
    *cell = g->cells[j * g->stride + i];
    return true;
}
#else
static inline wmi_f4 two_floats(const float *from)
{
    return f4_of(from[0], from[1], 0);
}

static inline bool find_cell(const wmi_grid *g, wmi_f4 at, uint32_t *cell)
{
    float xy[4];
    f4_store(xy, at);
    return wmi_grid_cell(g, xy[0], xy[1], cell);
}
#endif

/* By the edges that a point is beyond, as bits, which of `next` has it: four bits each.
 * Where it is beyond several, the face itself, which then does not hold it. */
#define NEXT_BEYOND 0x00030210u

/* Nearly all points lie clearly inside the face that their cell leads to, or clearly
 * beyond one edge of it and then inside the next face. Which of these it is is hard to
 * guess, so there is no branch for it; that it is one of them is easy to guess. */
bool wm_query_height(wm_query *query, wm_vec3 point, wm_locate what, const wm_query_filter *filter,
                     wm_hit *hit)
{
    const wmi_walkmesh *mesh = query->mesh;
    const wmi_grid *g = &mesh->grid;
    uint32_t cell, none = mesh->pub.face_count;
    wmi_f4 at = two_floats(&point.x);
    if (!find_cell(g, at, &cell)) {
        *hit = (wm_hit){WM_NO_INDEX, 0};
        return false;
    }
    if (cell & WMI_CELL_LIST || filter || what != WM_LOCATE_ALL)
        return wmi_height_in_list(mesh, cell, point, what, filter, hit);
    const wmi_patch *patch = &g->patches[cell];
    wmi_f4 first = wmi_patch_test(patch, at), doubt = f4_all(patch->minus_doubt);
    unsigned beyond = f4_signs(first) & 7, clear = f4_above(f4_add(doubt, doubt), first);
    uint32_t face = patch->next[NEXT_BEYOND >> 4 * beyond & 3];
    wmi_f4 test = wmi_patch_test(&g->patches[face], at);
    if ((beyond & ~clear) | (f4_signs(test) & 7))
        return wmi_height_in_list(mesh, cell, point, what, filter, hit);
    put(hit, face | (0u - (uint32_t)(face == none)), test);
    return face != none;
}

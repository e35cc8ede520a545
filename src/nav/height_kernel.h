/* The quick height query, compiled for the instruction set of the including file. That file
 * defines WMI_HEIGHT and WMI_HEIGHTS as the names of the functions. The few cases that the quick
 * tests leave undecided are decided in locate.c. */
#include "nav/height.h"
#include "nav/query.h"

#if defined(WMI_USE_AVX2)
#include <immintrin.h>
#define TARGET __attribute__((target("avx2,fma,bmi,bmi2")))
#define TARGET_INLINE static inline __attribute__((target("avx2,fma,bmi,bmi2"), always_inline))
#else
#define TARGET
#define TARGET_INLINE static inline
#endif

/* Written as one word, because the caller is likely to read it that way. */
TARGET_INLINE void put(wm_hit *hit, uint32_t face, float z)
{
#if defined(WMI_USE_AVX2)
    __m128 first = _mm_castsi128_ps(_mm_cvtsi32_si128((int)face));
    _mm_storel_pi((void *)hit, _mm_unpacklo_ps(first, _mm_set_ss(z)));
#else
    *hit = (wm_hit){face, z};
#endif
}

#if defined(WMI_USE_AVX2)
/* The content of the cell at a point, as in small_cells, and the point relative to the
 * corner of the grid. */
TARGET_INLINE ptrdiff_t find_cell(const wmi_grid *g, wm_vec3 point, wmi_spot *at)
{
    double xy;
    memcpy(&xy, &point, sizeof xy);
    __m128 rel = _mm_sub_ps(_mm_castpd_ps(_mm_set_sd(xy)), f4_two(&g->min_x));
    __m128i slot = _mm_cvttps_epi32(_mm_mul_ps(rel, f4_two(&g->per_x)));
    uint64_t both = (uint64_t)_mm_cvtsi128_si64(slot);
    if (((both & 0xFFFFFFFFu) >= g->columns) | ((both >> 32) >= g->rows))
        return 0;
    uint64_t cell = (both >> 32) * g->stride + (both & 0xFFFFFFFFu);
    at->x = f4_pick(rel, 0, 0, 0, 0);
    at->y = f4_pick(rel, 1, 1, 1, 1);
    return g->small_cells ? g->small_cells[cell] : (int32_t)g->cells[cell];
}

/* For a cell with a list: the value that wmi_grid_cell would return. */
TARGET_INLINE uint32_t list_of(const wmi_grid *g, ptrdiff_t cell)
{
    return g->small_cells ? ((uint32_t)cell & 0x7FFF) | WMI_CELL_LIST : (uint32_t)cell;
}

TARGET_INLINE wmi_f4 test_patch(const wmi_patch *patch, wmi_spot at)
{
    wmi_f4 y = _mm_fmadd_ps(at.y, f4_load(patch->is + WMI_ALONG_Y), f4_load(patch->is + WMI_OFF));
    return _mm_fmadd_ps(at.x, f4_load(patch->is + WMI_ALONG_X), y);
}

TARGET_INLINE __m256 two_of(const float *a, const float *b)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(a)), _mm_loadu_ps(b), 1);
}

/* For two faces, four bits each: the edges that a point is beyond (`some`), and those that
 * it is certainly beyond (`clear`). */
typedef struct outside {
    uint32_t some, clear;
} outside;

TARGET_INLINE outside outside_two(const wmi_patch *a, const wmi_patch *b, __m256 x, __m256 y,
                                  __m256 clear)
{
    __m256 t = _mm256_fmadd_ps(y, two_of(a->is + WMI_ALONG_Y, b->is + WMI_ALONG_Y),
                               two_of(a->is + WMI_OFF, b->is + WMI_OFF));
    t = _mm256_fmadd_ps(x, two_of(a->is + WMI_ALONG_X, b->is + WMI_ALONG_X), t);
    __m256 out = _mm256_cmp_ps(t, clear, _CMP_LT_OQ);
    return (outside){(uint32_t)_mm256_movemask_ps(t), (uint32_t)_mm256_movemask_ps(out)};
}

/* Tests eight faces at once, because their number is hard to predict. Whatever follows them
 * in the row is tested too, and discarded. */
TARGET __attribute__((noinline)) static bool height_in_list(const wmi_walkmesh *mesh, uint32_t cell,
                                                            wm_vec3 point, wm_hit *hit)
{
    const wmi_grid *g = &mesh->grid;
    const wmi_patch *patches = g->patches + 1;
    const uint32_t *list = g->lists + (size_t)(cell & ~WMI_CELL_LIST) * WMI_LIST_ROW;
    uint32_t left = *list++, number = 0, hits = 0, doubts = 0, sevens = 0x77777777u;
    const __m256 x = _mm256_set1_ps(point.x - g->min_x), y = _mm256_set1_ps(point.y - g->min_y);
    const __m256 clear = _mm256_set1_ps(g->clear);
    for (;; left -= 8, list += 8) {
        outside b[4];
        for (int k = 0; k < 4; k++)
            b[k] = outside_two(&patches[list[2 * k]], &patches[list[2 * k + 1]], x, y, clear);
        uint32_t some = b[0].some | b[1].some << 8 | b[2].some << 16 | b[3].some << 24;
        uint32_t out = b[0].clear | b[1].clear << 8 | b[2].clear << 16 | b[3].clear << 24;
        /* The highest of each four bits says whether a lower one is set. */
        uint32_t all = (uint32_t)_bzhi_u64(0x88888888u, left < 8 ? 4 * left : 32);
        uint32_t in = ~((some & sevens) + sevens) & all;
        doubts |= ~(in | ((out & sevens) + sevens)) & all;
        doubts |= (in & (in - 1)) | (in ? hits : 0);
        hits |= in;
        number = in ? list[_tzcnt_u32(in) >> 2] + 1 : number;
        if (left <= 8)
            break;
    }
    if (doubts)
        return wmi_height_in_list(mesh, cell, point, WM_LOCATE_ALL, NULL, hit);
    put(hit, number - 1, wmi_patch_height(&g->patches[number], point));
    return number != 0;
}
#else
TARGET_INLINE ptrdiff_t find_cell(const wmi_grid *g, wm_vec3 point, wmi_spot *at)
{
    uint32_t cell;
    *at = wmi_spot_of(g, point);
    return wmi_grid_cell(g, point.x, point.y, &cell) ? (int32_t)cell : 0;
}

TARGET_INLINE uint32_t list_of(const wmi_grid *g, ptrdiff_t cell)
{
    (void)g;
    return (uint32_t)cell;
}

TARGET_INLINE wmi_f4 test_patch(const wmi_patch *patch, wmi_spot at)
{
    return wmi_patch_test(patch, at);
}

TARGET_INLINE bool height_in_list(const wmi_walkmesh *mesh, uint32_t cell, wm_vec3 point,
                                  wm_hit *hit)
{
    return wmi_height_in_list(mesh, cell, point, WM_LOCATE_ALL, NULL, hit);
}
#endif

/* Indexed by the edges that a point is beyond, as bits: the position in `next` of the patch
 * that may contain it, eight bits each. If it is beyond several edges, this is the face
 * itself, which then does not contain it. */
#define NEXT_BEYOND UINT64_C(0x3F3F3F2A3F15003F)

/* Nearly every point lies clearly inside the face that its cell leads to, or clearly beyond
 * one edge of that face and inside the neighbour. Which of the two is hard to predict, so
 * it takes no branch. That it is one of them is easy to predict. */
TARGET_INLINE bool height_in_cell(const wmi_walkmesh *mesh, ptrdiff_t cell, wmi_spot at,
                                  wm_vec3 point, wm_hit *hit)
{
    const wmi_grid *g = &mesh->grid;
    if (cell < 0)
        return height_in_list(mesh, list_of(g, cell), point, hit);
    const wmi_patch *patch = &g->patches[cell];
    wmi_f4 first = test_patch(patch, at);
    unsigned beyond = f4_signs(first) & 7, clear = f4_above(f4_all(g->clear), first);
    uint64_t other = patch->next >> (NEXT_BEYOND >> 8 * beyond & 63) & WMI_PATCH_MOST;
    patch = &g->patches[other ^ (uint64_t)cell];
    wmi_f4 test = test_patch(patch, at);
    if ((beyond & ~clear) | (f4_signs(test) & 7))
        return wmi_height_in_list(mesh, (uint32_t)cell, point, WM_LOCATE_ALL, NULL, hit);
    uint32_t number = (uint32_t)(other ^ (uint64_t)cell);
    put(hit, number - 1, wmi_patch_height(patch, point));
    return number != 0;
}

TARGET bool WMI_HEIGHT(wm_query *query, wm_vec3 point, wm_locate what,
                       const wm_query_filter *filter, wm_hit *hit)
{
    const wmi_walkmesh *mesh = query->mesh;
    wmi_spot at = {f4_all(0), f4_all(0)};
    if ((filter != NULL) | (what != WM_LOCATE_ALL))
        return wmi_height_of_some(mesh, point, what, filter, hit);
    ptrdiff_t cell = find_cell(&mesh->grid, point, &at);
    return height_in_cell(mesh, cell, at, point, hit);
}

/* Many points wait for memory at the same time instead of one after the other: first the
 * cells of a group of points are found and their patches are asked for, then they are used.
 * Lists are not asked for: whether a cell has one is hard to predict, too. */
TARGET size_t WMI_HEIGHTS(wm_query *query, const wm_vec3 *points, size_t count, wm_hit *hits)
{
    enum { GROUP = 32 };
    const wmi_walkmesh *mesh = query->mesh;
    ptrdiff_t cells[GROUP];
    size_t found = 0;
    for (size_t start = 0; start < count; start += GROUP) {
        size_t n = count - start < GROUP ? count - start : GROUP;
        for (size_t i = 0; i < n; i++) {
            wmi_spot unused;
            cells[i] = find_cell(&mesh->grid, points[start + i], &unused);
            __builtin_prefetch(&mesh->grid.patches[cells[i] > 0 ? cells[i] : 0]);
        }
        for (size_t i = 0; i < n; i++) {
            wm_hit *hit = &hits[start + i];
            wmi_spot at = wmi_spot_of(&mesh->grid, points[start + i]);
            if (height_in_cell(mesh, cells[i], at, points[start + i], hit))
                found++;
            else
                *hit = (wm_hit){.face = WM_NO_INDEX};
        }
    }
    return found;
}

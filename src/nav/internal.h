/* What the files of the neutral walkmesh share. */
#ifndef WAYMARK_NAV_INTERNAL_H
#define WAYMARK_NAV_INTERNAL_H

#if defined(__SSE2__) && !defined(WMI_NO_SIMD)
#include <emmintrin.h>
#endif

#include "base/internal.h"
#include "base/side.h"
#include "nav/walk.h"
#include "waymark/walkmesh.h"

/* Whether the compiler can build single functions for a CPU newer than its target. */
#if defined(__GNUC__) && defined(__x86_64__) && defined(__SSE2__) && !defined(WMI_NO_SIMD)
#define WMI_HAS_AVX2 1
#else
#define WMI_HAS_AVX2 0
#endif

/* A face as heights see it. With dx and dy from its first corner, p * dx + q * dy and
 * r * dx + s * dy are the shares of the second and third corner; a point is inside
 * when no share, the first one's included, is below 0. In float the shares are off by
 * less than `doubt` for all points in the cells of the face. */
typedef struct wmi_patch {
    float x, y, z; /* the first corner */
    float doubt;
    float p, q, r, s;
    double rise_x, rise_y; /* of the height, per metre */
    uint32_t face;
    uint32_t sliver; /* then x to s only serve to keep points away: see grid.c */
    uint32_t unused[2];
} wmi_patch;

/* A uniform grid over the plan. Cell c = j * columns + i lists, in rising order, every
 * face that may reach into it, in blocks of four: blocks[first[c]] up to
 * blocks[first[c + 1]]. The places left over hold the number of faces, which is the
 * patch of no face; so does all of block 0, which no cell lists. */
typedef struct wmi_grid {
    float min_x, min_y, per_x, per_y; /* per: cells per metre */
    uint32_t columns, rows;
    uint32_t *first;
    uint32_t (*blocks)[4];
    wmi_patch *patches; /* by face number, and one of no face behind the last */
} wmi_grid;

struct wmi_bvh_node;
struct wmi_bvh_leaf;

/* The tree behind rays, described in bvh.h; node 0 is the root. */
typedef struct wmi_bvh {
    uint32_t node_count, leaf_count; /* 0: nothing can be hit */
    struct wmi_bvh_node *nodes;
    struct wmi_bvh_leaf *leaves;
    float size; /* farthest coordinate from 0 */
} wmi_bvh;

/* The mesh, its index and its arena live in one block. */
typedef struct wmi_walkmesh {
    wm_walkmesh pub;
    int8_t *facing; /* of each face: 1 up, -1 down, 0 no area in the plan */
    wmi_grid grid;
    wmi_bvh bvh;
    wmi_walk walk; /* the walkable faces, for paths */
    wmi_arena arena;
} wmi_walkmesh;

static inline const wmi_walkmesh *wmi_walkmesh_of(const wm_walkmesh *mesh)
{
    return mesh->memory;
}

/* Whether a face counts; filter is not NULL. */
static inline bool wmi_passes(const wmi_walkmesh *mesh, uint32_t face,
                              const wm_query_filter *filter)
{
    uint32_t material = mesh->pub.materials[face];
    if (filter->walkable_only && !mesh->pub.walkable[face])
        return false;
    if (filter->upward_only && mesh->facing[face] < 0)
        return false;
    return filter->materials == 0 || (material < 64 && (filter->materials >> material & 1));
}

/* As wmi_arena_raw, from the start of a cache line. */
static inline void *wmi_arena_lines(wmi_arena *arena, size_t count, size_t size)
{
    uint8_t *p = wmi_arena_raw(arena, count + (63 + size) / size, size);
    return p ? p + (64 - (uintptr_t)p % 64) % 64 : NULL;
}

/* False when memory is refused. */
bool wmi_grid_build(wmi_walkmesh *mesh);
/* The column or row of a coordinate; `count` or more: outside, but for the upper bound
 * itself, which may give `count`. Numbers rise with the coordinate, rounding
 * included, so a point inside the box of a face always falls into a cell of it. */
static inline uint32_t wmi_grid_slot(float value, float min, float per_metre)
{
    float at = (value - min) * per_metre;
#if defined(__SSE2__) && !defined(WMI_NO_SIMD)
    return (uint32_t)_mm_cvttss_si32(_mm_set_ss(at));
#else
    return at > -1 && at < 2147483648.0f ? (uint32_t)(int32_t)at : 0x80000000u;
#endif
}

/* False when (x, y) lies outside the grid. */
static inline bool wmi_grid_cell(const wmi_grid *grid, float x, float y, uint32_t *cell)
{
    uint32_t i = wmi_grid_slot(x, grid->min_x, grid->per_x);
    uint32_t j = wmi_grid_slot(y, grid->min_y, grid->per_y);
    *cell = (j - (j == grid->rows)) * grid->columns + (i - (i == grid->columns));
    return (i <= grid->columns) & (j <= grid->rows);
}

/* Height of a face at p, which lies within it in the plan. Starting from one corner
 * keeps level faces exact. Not for slivers. */
static inline float wmi_patch_height(const wmi_patch *patch, wm_vec3 p)
{
    double px = (double)p.x - (double)patch->x, py = (double)p.y - (double)patch->y;
    return (float)((double)patch->z + (patch->rise_x * px + patch->rise_y * py));
}

/* The best of the faces of a cell, each tested exactly; or of the faces of a list,
 * given as bits, that are known to hold the point. False when there is none. */
bool wmi_height_exactly(const wmi_walkmesh *mesh, uint32_t cell, wm_vec3 point, wm_locate what,
                        const wm_query_filter *filter, wm_hit *hit);
bool wmi_height_among(const wmi_walkmesh *mesh, const uint32_t *list, uint64_t held, wm_vec3 point,
                      wm_locate what, const wm_query_filter *filter, wm_hit *hit);

#endif

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

/* A face as heights see it. With dx and dy from its first corner, dx * along_x +
 * dy * along_y are the shares of the second and third corner, that of the first less 1,
 * and how far the face is above its first corner; a point is inside when no share is
 * below 0. In float the shares are off by less than `doubt` for all points in the cells
 * that lead to the face. */
typedef struct wmi_patch {
    float x, y, minus_doubt, z; /* z is a NaN in slivers: see grid.c */
    float along_x[4], along_y[4];
    uint32_t next[4]; /* the face, and what is beyond its third, first and second edge */
} wmi_patch;

static inline bool wmi_patch_sliver(const wmi_patch *patch)
{
    return !(patch->z == patch->z);
}

#define WMI_CELL_LIST 0x80000000u

/* A uniform grid over the plan, stored row by row. Most cells
 * hold the number of a patch: any face that may reach into the cell is that one or one
 * of its `next`. Others hold WMI_CELL_LIST and a place in `lists`: there stands how
 * many faces may reach into the cell, then these in rising order. */
typedef struct wmi_grid {
    float min_x, min_y, per_x, per_y; /* per: cells per metre */
    uint32_t columns, rows;
    uint32_t stride; /* from row to row: columns, rounded up to eight */
    uint32_t *cells;
    uint32_t *lists;
    wmi_patch *patches; /* by face number, and one of no face behind the last */
} wmi_grid;

struct wmi_bvh_top;
struct wmi_bvh_node;
struct wmi_bvh_leaf;

/* The tree behind rays, described in bvh.h; every ray looks into its first nodes. */
typedef struct wmi_bvh {
    uint32_t node_count, leaf_count; /* no leaf: nothing can be hit */
    struct wmi_bvh_top *top;
    struct wmi_bvh_node *nodes;
    struct wmi_bvh_leaf *leaves;
    float size;            /* farthest coordinate from 0 */
    float low[4], high[4]; /* bounds, and a 0 each */
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

/* `links` joins faces, walkable or not, that share an edge. False when memory is refused. */
bool wmi_grid_build(wmi_walkmesh *mesh, const wm_walk_edges *links);
/* The column or row of a coordinate; outside, too high a number. Numbers rise with the
 * coordinate, rounding included, so a point inside the box of a face always falls into
 * a cell of it. */
static inline uint32_t wmi_grid_slot(float value, float min, float per_metre)
{
    float at = (value - min) * per_metre;
#if defined(__SSE2__) && !defined(WMI_NO_SIMD)
    return (uint32_t)_mm_cvttss_si32(_mm_set_ss(at));
#else
    return at > -1 && at < 2147483648.0f ? (uint32_t)(int32_t)at : 0x80000000u;
#endif
}

/* What the cell at (x, y) holds; false when that lies outside the grid. */
static inline bool wmi_grid_cell(const wmi_grid *grid, float x, float y, uint32_t *cell)
{
    uint32_t i = wmi_grid_slot(x, grid->min_x, grid->per_x);
    uint32_t j = wmi_grid_slot(y, grid->min_y, grid->per_y);
    if ((i >= grid->columns) | (j >= grid->rows))
        return false;
    *cell = grid->cells[(size_t)j * grid->stride + i];
    return true;
}

/* The faces that may reach into a cell; numbers that are no faces may be among them. */
static inline const uint32_t *wmi_grid_faces(const wmi_grid *grid, uint32_t cell, uint32_t *count)
{
    if (cell & WMI_CELL_LIST) {
        const uint32_t *list = grid->lists + (cell & ~WMI_CELL_LIST);
        *count = list[0];
        return list + 1;
    }
    *count = 4;
    return grid->patches[cell].next;
}

/* Height of a face at p, which lies within it in the plan. Starting from one corner
 * keeps level faces exact. Not for slivers. */
static inline float wmi_patch_height(const wmi_patch *patch, wm_vec3 p)
{
    float dx = p.x - patch->x, dy = p.y - patch->y;
    return (dx * patch->along_x[3] + dy * patch->along_y[3]) + patch->z;
}

/* The best of the faces of a cell, given by what the grid holds there; each is tested
 * exactly, or quickly where that does. False when there is none. */
bool wmi_height_exactly(const wmi_walkmesh *mesh, uint32_t cell, wm_vec3 point, wm_locate what,
                        const wm_query_filter *filter, wm_hit *hit);
bool wmi_height_in_list(const wmi_walkmesh *mesh, uint32_t cell, wm_vec3 point, wm_locate what,
                        const wm_query_filter *filter, wm_hit *hit);

#endif

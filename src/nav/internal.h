/* Declarations shared by the files of the neutral walkmesh. */
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

/* A face as height queries use it, in one cache line. With x and y relative to the corner
 * of the grid, x * along_x + y * along_y + off is how far a point is inside each of the
 * three edges, in plan view and minus the doubt of the grid. */
typedef struct wmi_patch {
    float is[14];  /* the layout is below */
    uint64_t next; /* patches beyond its edges, WMI_NEXT_BITS each: see wmi_patch_next */
} wmi_patch;

enum {
    WMI_ALONG_X = 0, /* groups of three are read as four; the last is unused */
    WMI_ALONG_Y = 3,
    WMI_OFF = 6,
    WMI_Z = 9, /* the height at a corner; NaN for slivers: see grid.c */
    WMI_RISE = 10,
    WMI_CORNER = 12,
    WMI_NEXT_BITS = 21
};

/* The index of a patch is the index of its face plus 1; 0 means no face. */
#define WMI_PATCH_MOST ((1u << WMI_NEXT_BITS) - 1)

static inline bool wmi_patch_sliver(const wmi_patch *patch)
{
    return !(patch->is[WMI_Z] == patch->is[WMI_Z]);
}

/* The patch beyond an edge of a patch; for edge 3, the patch itself. */
static inline uint32_t wmi_patch_next(const wmi_patch *patch, uint32_t number, unsigned edge)
{
    return number ^ (uint32_t)(patch->next >> WMI_NEXT_BITS * edge & WMI_PATCH_MOST);
}

#define WMI_CELL_LIST 0x80000000u
enum { WMI_LIST_ROW = 8 };

/* A uniform grid in plan view, stored row by row. Most cells hold a patch index: only that
 * face and its neighbours may overlap the cell. Other cells hold WMI_CELL_LIST and the
 * index of a row of eight in `lists`. The list stores the number of faces that may overlap
 * the cell, then their indices in ascending order, then zeros to the end of a row. */
typedef struct wmi_grid {
    float min_x, min_y, per_x, per_y; /* per: cells per metre */
    uint32_t columns, rows;
    uint32_t stride; /* distance between rows: columns, rounded up to eight */
    float clear;     /* values below this are certainly outside: minus two doubts */
    uint32_t *cells;
    int16_t *small_cells; /* the same in less memory, or NULL; negative: a list */
    uint32_t *lists;
    wmi_patch *patches;
} wmi_grid;

/* Error bound of distances in plan view, computed in float, anywhere in the grid. */
static inline float wmi_grid_doubt(const wmi_grid *grid)
{
    return -0.5f * grid->clear;
}

struct wmi_bvh_top;
struct wmi_bvh_node;
struct wmi_bvh_leaf;

/* The tree for ray queries, described in bvh.h. Every ray tests its first nodes. */
typedef struct wmi_bvh {
    uint32_t node_count, leaf_count; /* no leaves: nothing can be hit */
    struct wmi_bvh_top *top;
    struct wmi_bvh_node *nodes;
    struct wmi_bvh_leaf *leaves;
    float size;            /* largest absolute coordinate */
    float low[4], high[4]; /* bounds, each followed by a 0 */
} wmi_bvh;

/* The mesh, its index and its arena share one block. */
typedef struct wmi_walkmesh {
    wm_walkmesh pub;
    int8_t *facing; /* per face: 1 up, -1 down, 0 no area in plan view */
    wmi_grid grid;
    wmi_bvh bvh;
    wmi_walk walk; /* the walkable faces, for paths */
    wmi_arena arena;
} wmi_walkmesh;

static inline const wmi_walkmesh *wmi_walkmesh_of(const wm_walkmesh *mesh)
{
    return mesh->memory;
}

/* Whether a face passes the filter, which must not be NULL. */
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

/* As wmi_arena_raw, but aligned to a cache line. */
static inline void *wmi_arena_lines(wmi_arena *arena, size_t count, size_t size)
{
    uint8_t *p = wmi_arena_raw(arena, count + (63 + size) / size, size);
    return p ? p + (64 - (uintptr_t)p % 64) % 64 : NULL;
}

/* `links` joins faces that share an edge, walkable or not. Returns false when out of
 * memory. */
bool wmi_grid_build(wmi_walkmesh *mesh, const wm_walk_edges *links);
/* The column or row of a coordinate; too high a number if it is outside. The result is
 * monotonic in the coordinate, rounding included, so a point inside the box of a face
 * always falls into one of the face's cells. */
static inline uint32_t wmi_grid_slot(float value, float min, float per_metre)
{
    float at = (value - min) * per_metre;
#if defined(__SSE2__) && !defined(WMI_NO_SIMD)
    return (uint32_t)_mm_cvttss_si32(_mm_set_ss(at));
#else
    return at > -1 && at < 2147483648.0f ? (uint32_t)(int32_t)at : 0x80000000u;
#endif
}

/* The content of the cell at (x, y). Returns false if the point is outside the grid. */
static inline bool wmi_grid_cell(const wmi_grid *grid, float x, float y, uint32_t *cell)
{
    uint32_t i = wmi_grid_slot(x, grid->min_x, grid->per_x);
    uint32_t j = wmi_grid_slot(y, grid->min_y, grid->per_y);
    if ((i >= grid->columns) | (j >= grid->rows))
        return false;
    *cell = grid->cells[(size_t)j * grid->stride + i];
    return true;
}

/* The faces that may overlap a cell; WM_NO_INDEX may be among them. `own` is storage for
 * those of a cell without a list. */
static inline const uint32_t *wmi_grid_faces(const wmi_grid *grid, uint32_t cell, uint32_t own[4],
                                             uint32_t *count)
{
    if (cell & WMI_CELL_LIST) {
        const uint32_t *list = grid->lists + (size_t)(cell & ~WMI_CELL_LIST) * WMI_LIST_ROW;
        *count = list[0];
        return list + 1;
    }
    for (unsigned k = 0; k < 4; k++)
        own[k] = wmi_patch_next(&grid->patches[cell], cell, k) - 1;
    *count = cell ? 4 : 0;
    return own;
}

/* The best face at a point, or of a cell, which is given by its content in the grid. Only unclear
 * cases are tested exactly. Both return false if there is none. */
bool wmi_height_of_some(const wmi_walkmesh *mesh, wm_vec3 point, wm_locate what,
                        const wm_query_filter *filter, wm_hit *hit);
bool wmi_height_in_list(const wmi_walkmesh *mesh, uint32_t cell, wm_vec3 point, wm_locate what,
                        const wm_query_filter *filter, wm_hit *hit);

/* How many faces the moves (wm_query_slide) and points (wm_query_locate) of a query have visited,
 * plus one for each move: for callers that limit the time of many. */
uint64_t wmi_query_visited(const wm_query *query);

#endif

/* What the files of the neutral walkmesh share. */
#ifndef WAYMARK_NAV_INTERNAL_H
#define WAYMARK_NAV_INTERNAL_H

#include "base/internal.h"
#include "waymark/walkmesh.h"

/* A face as heights see it. With dx and dy from its first corner, p * dx + q * dy and
 * r * dx + s * dy are the shares of the second and third corner; a point is inside
 * when no share, the first one's included, is below 0. In float the shares are off by
 * less than `doubt` for all points in the cells of the face. */
typedef struct wmi_patch {
    float x, y, z; /* the first corner */
    float doubt;   /* INFINITY: a sliver, to be treated with care */
    float p, q, r, s;
    double rise_x, rise_y; /* of the height, per metre */
    uint32_t face;
    uint32_t unused[3];
} wmi_patch;

/* A uniform grid over the plan. Cell (i, j) lists faces[first[c]] up to
 * faces[first[c + 1]] with c = j * columns + i, in rising order: every face that may
 * reach into the cell. */
typedef struct wmi_grid {
    uint32_t columns, rows; /* 0: nothing can be found */
    double min_x, min_y, max_x, max_y;
    double per_x, per_y; /* cells per metre */
    uint32_t *first;
    uint32_t *faces;
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
    wmi_arena arena;
} wmi_walkmesh;

struct wm_query {
    const wmi_walkmesh *mesh;
    wm_allocator allocator;
    wm_hit *hits; /* scratch for sorting */
    size_t capacity;
    bool wide; /* the CPU has AVX2 */
};

static inline const wmi_walkmesh *wmi_walkmesh_of(const wm_walkmesh *mesh)
{
    return mesh->memory;
}

/* Whether a face counts; filter is not NULL. */
static inline bool wmi_passes(const wmi_walkmesh *mesh, uint32_t face, const wm_query_filter *filter)
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

/* On which side of the line from a to b is p, in the plan: 1 left, -1 right, 0 on it.
 * Exact for all finite floats. */
int wmi_side(wm_vec3 a, wm_vec3 b, wm_vec3 p);

/* False when memory is refused. */
bool wmi_grid_build(wmi_walkmesh *mesh);
/* The cell that holds (x, y), which lies within the grid's bounds. Cell numbers rise
 * with the coordinate, rounding included, so a point inside the box of a face always
 * falls into a cell that lists the face. */
static inline uint32_t wmi_grid_slot(double value, double min, double per_metre, uint32_t count)
{
    uint32_t at = (uint32_t)(int64_t)((value - min) * per_metre);
    return at < count ? at : count - 1;
}

static inline uint32_t wmi_grid_cell(const wmi_grid *grid, float x, float y)
{
    uint32_t i = wmi_grid_slot((double)x, grid->min_x, grid->per_x, grid->columns);
    uint32_t j = wmi_grid_slot((double)y, grid->min_y, grid->per_y, grid->rows);
    return j * grid->columns + i;
}

/* Fills neighbours by vertex number. False when memory is refused. */
bool wmi_find_neighbours(const wm_walkmesh *mesh, const wm_allocator *allocator,
                         wm_walk_edges *neighbours);

#endif

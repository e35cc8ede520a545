/* The ground of an area, triangle by triangle: at home in one tile, without the holes. */
#ifndef WAYMARK_NWN2_BAKE_GROUND_H
#define WAYMARK_NWN2_BAKE_GROUND_H

#include "base/vec.h"
#include "nwn2/bake/plan.h"
#include "nwn2/bake/weld.h"

/* A hole in plan view. One of layer 0 is on all floors. Others are triangles of that floor, which
 * lies over the ground and over what is lower of other floors. */
typedef struct wmi_hole {
    uint32_t layer;
    wm_vec3 *points; /* no two neighbours are equal */
    uint32_t count;
    float x0, y0, x1, y1; /* its box */
    bool cut;             /* it removed something, or replaced a part of another floor */
} wmi_hole;

/* A side of a hole in the current tile. */
typedef struct wmi_hole_side {
    uint32_t layer;
    wmi_plan_spot from, to;
} wmi_hole_side;

typedef struct wmi_ground_piece {
    uint32_t vertex[3];
    uint32_t origin; /* the triangle it comes from */
    uint32_t tile;
} wmi_ground_piece;

/* A corner of a triangle or of a part of it. */
typedef struct wmi_ground_corner {
    double x, y;
    uint32_t vertex; /* of the old walkmesh, or WM_NO_INDEX */
} wmi_ground_corner;

enum { WMI_GROUND_CORNERS = 8 }; /* a triangle in a box has at most 7 */

typedef struct wmi_ground {
    const wm_nwn2_aswm *a;
    wm_allocator allocator;
    bool fresh; /* the whole area is new: vertices are joined, and all triangles are clipped to
                   their tiles. Otherwise only what holes touch changes */
    const uint32_t *layers; /* per triangle: 0 for the ground, or its floor; NULL: all ground */
    wmi_hole *holes;
    uint32_t hole_count;
    wmi_weld weld;
    uint32_t *vertex; /* per old vertex: its number in weld, or WM_NO_INDEX */
    wmi_ground_piece *pieces;
    size_t piece_count, piece_capacity, most_pieces;
    uint32_t triangle, layer; /* the current triangle, and its layer */
    uint32_t removed;         /* parts of walkable triangles in holes */
    uint32_t added;           /* pieces beyond the first of a triangle */
    /* The current tile. */
    uint32_t tile;
    double left, bottom, width; /* its lower left corner, and its size */
    uint32_t *near;             /* holes that reach into it */
    size_t near_count;
    wmi_hole_side *sides;
    size_t side_count, side_capacity;
    wmi_plan plan;
} wmi_ground;

/* Makes room for one more piece. Returns WM_LIMIT if there are too many. */
wm_status wmi_ground_room(wmi_ground *g);
/* Makes a tile the current one. */
wm_status wmi_ground_enter(wmi_ground *g, uint32_t tile);
/* Adds the pieces of a triangle that lie in the current tile. `foreign`: the triangle belongs to
 * another tile, so that slivers are dropped. */
wm_status wmi_ground_take(wmi_ground *g, uint32_t triangle, bool foreign);

/* What is left of the current triangle at a point. */
typedef enum wmi_ground_state {
    WMI_GROUND_OPEN,
    WMI_GROUND_COVERED, /* a floor replaces it */
    WMI_GROUND_REMOVED, /* it is in a hole; marks the hole */
} wmi_ground_state;

/* ground_holes.c. */
wmi_ground_state wmi_ground_at(wmi_ground *g, double x, double y);

/* How far the sides of holes reach beyond a tile, so that they cross its border. */
static const double wmi_ground_margin = 0.0625; /* of its width */
/* Looks at a square: finds the holes that reach into it, and their sides. */
wm_status wmi_ground_look(wmi_ground *g, double left, double bottom, double width);
/* A point on the grid of the square. */
wmi_plan_spot wmi_ground_spot(const wmi_ground *g, double x, double y, uint32_t vertex);
/* The height of a triangle at a point. */
double wmi_ground_height(wmi_vec u, wmi_vec v, wmi_vec w, double x, double y);
/* Does a hole of this layer matter to the current triangle? */
static inline bool wmi_ground_applies(const wmi_ground *g, uint32_t layer)
{
    return layer == 0 || layer != g->layer;
}

/* Splits pieces of floors where vertices of others lie on their sides (ground_join.c). */
wm_status wmi_ground_join(wmi_ground *g);

#endif

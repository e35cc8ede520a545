/* A walkmesh in pieces that can be cut along lines, without gaps between neighbours. */
#ifndef WAYMARK_AREA_CARVE_H
#define WAYMARK_AREA_CARVE_H

#include "area/boxes.h"
#include "area/internal.h"
#include "waymark/walkmesh.h"

typedef struct wmi_piece {
    uint32_t vertex[3];
    uint32_t to[3]; /* neighbours and transitions, as a wm_walkmesh has them */
    uint32_t leads[3];
    uint32_t material, room;
    bool walkable;
    bool inside;           /* of every line cut so far: it is in the list of those */
    uint32_t origin, next; /* face of the mesh it was cut from, and another piece of it */
} wmi_piece;

typedef struct wmi_carver {
    wm_allocator allocator;
    wm_vec3 *vertices;
    size_t vertex_count, vertex_capacity;
    int8_t *side; /* of each vertex, of the line being cut; NOT_KNOWN until asked */
    size_t side_capacity;
    wmi_piece *pieces;
    size_t piece_count, piece_capacity;
    uint32_t origin_count; /* faces of the mesh: piece f of those is the first of its chain */
    wmi_arena arena;       /* of the tree */
    wmi_boxes boxes;       /* of the faces of the mesh, for outlines to find them */
    bool has_boxes;
    uint32_t *inside; /* pieces that are still cut */
    size_t inside_count, inside_capacity;
} wmi_carver;

/* False when memory is refused; release in any case. */
bool wmi_carver_init(wmi_carver *c, const wm_walkmesh *mesh, const wm_allocator *allocator);
void wmi_carver_release(wmi_carver *c);

/* A convex outline, counter-clockwise, and the heights between which it counts. */
typedef struct wmi_outline {
    const wm_vec3 *corners;
    uint32_t count; /* at least 3 */
    float low, high;
} wmi_outline;

/* Cuts the walkable pieces along the outline and makes those inside not walkable. */
bool wmi_carve(wmi_carver *c, const wmi_outline *outline);

/* Puts a new vertex into edge k of piece f and of its neighbour. f keeps the first half;
 * the second is edge k of the first new piece. */
bool wmi_carver_split(wmi_carver *c, uint32_t f, uint32_t k, wm_vec3 at);

/* Makes edges a and b neighbours. */
void wmi_carver_link(wmi_carver *c, uint32_t a, uint32_t b);

/* Appends a triangle that nobody can walk on. */
bool wmi_carver_add(wmi_carver *c, const wm_vec3 corners[3], uint32_t material);

wm_walkmesh *wmi_carver_finish(const wmi_carver *c, const wm_allocator *allocator, wm_error *error);

#endif

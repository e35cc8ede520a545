/* A walkmesh in pieces that can be cut along lines without gaps between neighbours. */
#ifndef WAYMARK_AREA_CARVE_H
#define WAYMARK_AREA_CARVE_H

#include "area/boxes.h"
#include "area/internal.h"
#include "waymark/walkmesh.h"

typedef struct wmi_piece {
    uint32_t vertex[3];
    uint32_t to[3]; /* neighbours and transitions, as in wm_walkmesh */
    uint32_t leads[3];
    uint32_t material, room;
    bool walkable;
    bool inside;           /* of every line cut so far; listed in wmi_carver.inside */
    uint32_t origin, next; /* mesh face it was cut from, and the next piece of that face */
} wmi_piece;

typedef struct wmi_carver {
    wm_allocator allocator;
    wm_vec3 *vertices;
    size_t vertex_count, vertex_capacity;
    int8_t *side; /* by vertex: side of the current line; NOT_KNOWN until computed */
    size_t side_capacity;
    wmi_piece *pieces;
    size_t piece_count, piece_capacity;
    uint32_t origin_count; /* faces of the mesh: piece f below this starts the chain of face f */
    uint32_t counted;      /* faces that limits are computed from: at most four per vertex, because
                            * equal faces take hardly any room in a compressed file */
    wmi_arena arena;       /* memory of the tree */
    wmi_boxes boxes;       /* of the mesh faces, to find those an outline touches */
    bool has_boxes;
    bool drops; /* closed pieces are not needed: they are left out, and their room is used again */
    uint32_t spare;               /* such pieces, linked by next, or WM_NO_INDEX */
    uint32_t made[2], made_count; /* by the last split */
    uint32_t *inside;             /* pieces still to be cut */
    size_t inside_count, inside_capacity;
    uint64_t steps; /* pieces looked at so far */
    bool too_much;  /* more pieces or steps than allowed: see wmi_carver_fail */
} wmi_carver;

/* Returns false if out of memory. Call wmi_carver_release in any case. */
bool wmi_carver_init(wmi_carver *c, const wm_walkmesh *mesh, const wm_allocator *allocator);
void wmi_carver_release(wmi_carver *c);

/* A convex outline, counter-clockwise, and the height range in which it applies. */
typedef struct wmi_outline {
    const wm_vec3 *corners;
    uint32_t count; /* at least 3 */
    float low, high;
} wmi_outline;

/* Cuts the walkable pieces along the outline and makes the pieces inside not walkable. Returns
 * false if out of memory, or if the outlines cut the mesh into too many pieces. */
bool wmi_carve(wmi_carver *c, const wmi_outline *outline);

/* Reports why wmi_carve returned false. */
void wmi_carver_fail(const wmi_carver *c, const char *path, wm_error *error);

/* Inserts a new vertex into edge k of piece f and of its neighbour. f keeps the first half;
 * the second half is edge k of the first new piece. */
bool wmi_carver_split(wmi_carver *c, uint32_t f, uint32_t k, wm_vec3 at);

/* Makes edges a and b neighbours. */
void wmi_carver_link(wmi_carver *c, uint32_t a, uint32_t b);

/* Appends a triangle that is not walkable. */
bool wmi_carver_add(wmi_carver *c, const wm_vec3 corners[3], uint32_t material);

/* Releases the pieces. */
wm_walkmesh *wmi_carver_finish(wmi_carver *c, const wm_allocator *allocator, wm_error *error);

#endif

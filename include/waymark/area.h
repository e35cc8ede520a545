/* KotOR areas: the rooms of a layout joined at their transitions.
 *
 * Works on memory only: the caller reads the layout and the rooms' walkmeshes and
 * hands them over. Vertices of a WOK are in world space already, so the layout's
 * positions are never added. docs/areas.md explains the rules for users.
 */
#ifndef WAYMARK_AREA_H
#define WAYMARK_AREA_H

#include "waymark/kotor_bwm.h"
#include "waymark/kotor_layout.h"
#include "waymark/walkmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wm_kotor_area_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator;     /* NULL: malloc. Must outlive the area */
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    float tolerance;                   /* metres within which edges count as meeting; 0: 0.01 */
    float reach; /* metres within which an edge with a transition looks for the
                    edge it misses; 0: 0.25 */
    uint32_t end_zero;
} wm_kotor_area_opts;

typedef struct wm_kotor_area_room {
    const char *name;             /* of the layout, which must outlive the area */
    const wm_kotor_bwm *walkmesh; /* NULL: none */
    bool placeholder;             /* "****": an empty place that only keeps its number */
    bool doubled;                 /* an earlier room has this name; this one has no walkmesh */
    wm_vec3 position;
    uint32_t faces, walkable, edges, transitions, regions;
    double walkable_area; /* square metres */
    uint32_t component;   /* of its largest region; WM_NO_INDEX: nothing walkable */
} wm_kotor_area_room;

/* Two perimeter edges of two rooms that meet. Edges are numbers 3 * face + k. */
typedef struct wm_kotor_area_seam {
    uint32_t room[2];
    uint32_t edge[2];
    uint32_t leads_to[2]; /* stored transition of each, or WM_NO_INDEX */
    double gap;           /* metres between the end points, the larger of both */
    bool exact;           /* the end points are the same bit for bit */
    bool crossable;       /* within the tolerance and each leads to the other's room */
} wm_kotor_area_seam;

/* Rooms between which one can walk. */
typedef struct wm_kotor_area_component {
    uint32_t rooms; /* whose largest region is in it */
    double walkable_area;
} wm_kotor_area_component;

typedef struct wm_kotor_area {
    const wm_kotor_lyt *lyt; /* that it was made from */
    uint32_t room_count;     /* in the order of the layout */
    wm_kotor_area_room *rooms;
    uint32_t seam_count;
    wm_kotor_area_seam *seams;
    uint32_t component_count; /* largest walkable area first */
    wm_kotor_area_component *components;
    uint32_t transitions; /* edges with one, in all rooms */
    uint32_t matched;     /* of these, how many meet an edge of the room they lead to */
    void *memory;         /* the library's */
} wm_kotor_area;

/* Joins the rooms. `walkmeshes` has lyt->room_count elements, NULL where a room
 * has none; layout and walkmeshes must outlive the area and not change. NULL and
 * *error when memory runs out. Costs n log n in edges. */
WM_API wm_kotor_area *wm_kotor_area_new(const wm_kotor_lyt *lyt,
                                        const wm_kotor_bwm *const *walkmeshes,
                                        const wm_kotor_area_opts *opts, wm_error *error);
WM_API void wm_kotor_area_free(wm_kotor_area *area);

/* Appends everything that keeps rooms from being crossed, and which rooms are cut
 * off. The layout's own oddities come from wm_kotor_lyt_check. */
WM_API wm_status wm_kotor_area_check(const wm_kotor_area *area, const wm_check_opts *opts,
                                     wm_report *report, wm_error *error);

/* ---- one walkmesh of all rooms ------------------------------------------ */

/* All rooms as one neutral walkmesh: the faces of each room in the order of the
 * layout, every face with its room. Crossable seams are joined: the two edges become
 * neighbours and share their vertices, which for seams that are not exact moves those
 * of the later room onto the earlier one's. Where two rooms divide a seam differently
 * (AREA_SEAM_SPLIT) the faces at it are split so that the parts can be joined; the new
 * faces follow behind all others. The area is not needed afterwards. */
WM_API wm_walkmesh *wm_walkmesh_from_kotor_area(const wm_kotor_area *area,
                                                const wm_allocator *allocator, wm_error *error);

/* A closed door (its DWK) or a placeable (its PWK) somewhere in the world. */
typedef struct wm_kotor_obstacle {
    const wm_kotor_bwm *mesh; /* as it is in the file, relative to the object */
    wm_vec3 position;
    float degrees; /* turned counter-clockwise, seen from above */
} wm_kotor_obstacle;

/* A copy of a mesh with obstacles in it. For sight, their faces are added, not
 * walkable, behind all others, with WM_NO_INDEX as room. For paths, the floor is cut along
 * the convex hull of each obstacle's faces, seen from above, and floor inside of it is no
 * longer walkable where the obstacle stands on it: from 0.5 m above its highest point
 * to 2 m below its lowest. Pieces of a face keep its material and room; the first one
 * keeps its number, the others follow behind the mesh's own faces. `surfaces`
 * (NULL: built-in) tells the faces of an obstacle that one can walk on, which do not
 * count. */
WM_API wm_walkmesh *
wm_walkmesh_with_kotor_obstacles(const wm_walkmesh *mesh, const wm_kotor_obstacle *obstacles,
                                 uint32_t count, const wm_kotor_surfaces *surfaces,
                                 const wm_allocator *allocator, wm_error *error);

/* A copy of a mesh for a body with a radius: floor nearer than `radius` to a wall (an edge
 * without a neighbour, counting for floor up to radius + 1 m above or below it) is not
 * walkable any more, so a path of points on the copy keeps the body clear of the walls.
 * Conservative: straight walls are kept off by the radius, corners by up to 2 % more,
 * because discs are cut out as polygons of 16 corners. Pieces of a face keep its
 * material and room; the first one keeps its number. Takes seconds for tens of thousands of
 * faces with as many walls: make it once for a radius. */
WM_API wm_walkmesh *wm_walkmesh_shrink(const wm_walkmesh *mesh, float radius,
                                       const wm_allocator *allocator, wm_error *error);

/* ---- fix --------------------------------------------------------------- */

typedef enum wm_kotor_area_change_kind {
    WM_KOTOR_AREA_TRANSITION_SET,     /* edge of room: from -> to */
    WM_KOTOR_AREA_TRANSITION_REMOVED, /* edge of room: from -> WM_NO_INDEX */
    WM_KOTOR_AREA_SEAM_WELDED,        /* end points of edge of room moved onto edge of other */
    WM_KOTOR_AREA_SEAM_KEPT           /* a seam within the tolerance that could not be welded */
} wm_kotor_area_change_kind;

typedef struct wm_kotor_area_change {
    wm_kotor_area_change_kind kind;
    uint32_t room, edge; /* what changed; the edge as numbered before */
    uint32_t other, other_edge;
    uint32_t from, to; /* of a transition */
    double distance;   /* of a weld: the larger of the two moves, metres */
    wm_vec3 a, b;      /* end points of the edge, after the change */
} wm_kotor_area_change;

typedef struct wm_kotor_area_fix_opts {
    wm_kotor_area_opts base; /* its tolerance bounds what is welded */
    bool remove_dangling;    /* take away transitions that lead to no room */
    uint32_t end_zero;
} wm_kotor_area_fix_opts;

typedef struct wm_kotor_area_fixes {
    uint32_t count;
    wm_kotor_area_change *changes;
    bool *room_changed; /* of each room */
    void *memory;       /* the library's */
} wm_kotor_area_fixes;

/* Applies the safe remedies to the walkmeshes: gives edges that meet unambiguously
 * the transitions they need, and welds seams within the tolerance, bit for bit, by
 * moving vertices of one side; rooms whose vertices moved are rebuilt. Rooms that
 * are not named in room_changed are untouched. NULL and *error when memory runs
 * out; some walkmeshes may be changed then. Free with wm_kotor_area_fixes_free. */
WM_API wm_kotor_area_fixes *wm_kotor_area_fix(const wm_kotor_lyt *lyt,
                                              wm_kotor_bwm *const *walkmeshes,
                                              const wm_kotor_area_fix_opts *opts, wm_error *error);
WM_API void wm_kotor_area_fixes_free(wm_kotor_area_fixes *fixes);

#ifdef __cplusplus
}
#endif
#endif

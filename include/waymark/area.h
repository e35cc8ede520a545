/* KotOR areas: the rooms of a layout, joined at their transitions.
 *
 * These functions work on memory: the caller reads the layout and the walkmeshes of the rooms
 * (wm_open does both). Vertices of a WOK are in world space already, so the positions of the
 * layout are never added. docs/areas.md explains the rules.
 */
#ifndef WAYMARK_AREA_H
#define WAYMARK_AREA_H

#include "waymark/kotor_bwm.h"
#include "waymark/kotor_layout.h"
#include "waymark/walkmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- areas ------------------------------------------------------------- */

typedef struct wm_kotor_area_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator;     /* NULL: malloc. Must outlive the area */
    const wm_kotor_surfaces *surfaces; /* NULL: built-in. Must outlive the area */
    float tolerance;                   /* metres within which edges meet; 0: 0.01 */
    float reach; /* metres within which an edge with a transition looks for the edge
                    that it misses; 0: 0.25 */
    uint32_t end_zero;
} wm_kotor_area_opts;

typedef struct wm_kotor_area_room {
    const char *name;             /* of the layout */
    const wm_kotor_bwm *walkmesh; /* NULL: none */
    bool placeholder;             /* "****": no room, only keeps its index */
    bool duplicate;               /* duplicate of an earlier name: it has no walkmesh here */
    wm_vec3 position;             /* of the layout */
    uint32_t faces, walkable, edges, transitions, regions;
    double walkable_area; /* square metres, measured on the slope */
    uint32_t component;   /* of its largest region; WM_NO_INDEX: nothing is walkable */
} wm_kotor_area_room;

/* Two border edges of two rooms that meet. */
typedef struct wm_kotor_area_seam {
    uint32_t room[2];
    uint32_t edge[2];     /* edge indices: 3 * face + k */
    uint32_t leads_to[2]; /* the stored transition of each, or WM_NO_INDEX */
    double gap;           /* metres between the end points: the larger of both distances */
    bool exact;           /* the end points are the same, bit for bit */
    bool crossable;       /* within the tolerance, and each leads to the other's room */
} wm_kotor_area_seam;

/* Rooms that are connected by crossable seams. */
typedef struct wm_kotor_area_component {
    uint32_t rooms; /* rooms whose largest region is in it */
    double walkable_area;
} wm_kotor_area_component;

/* Read-only. */
typedef struct wm_kotor_area {
    const wm_kotor_lyt *lyt; /* the layout that it was made from */
    uint32_t room_count;     /* in the order of the layout */
    wm_kotor_area_room *rooms;
    uint32_t seam_count;
    wm_kotor_area_seam *seams;
    uint32_t component_count; /* the largest walkable area first */
    wm_kotor_area_component *components;
    uint32_t transitions; /* border edges with a transition, in all rooms */
    uint32_t matched;     /* of these, how many meet an edge of the room they lead to */
    void *memory;         /* private */
} wm_kotor_area;

/* Joins the rooms of a layout. Takes n log n time in border edges. Free with
 * wm_kotor_area_free.
 *
 * lyt: must outlive the area.
 * walkmeshes: lyt->room_count elements, NULL where a room has none. The walkmeshes must
 *   outlive the area and not change; the array is not needed afterwards.
 *
 * Fails with WM_NO_MEMORY only. */
WM_API wm_kotor_area *wm_kotor_area_new(const wm_kotor_lyt *lyt,
                                        const wm_kotor_bwm *const *walkmeshes,
                                        const wm_kotor_area_opts *opts, wm_error *error);
/* Frees the area, but neither its layout nor its walkmeshes. NULL is allowed. */
WM_API void wm_kotor_area_free(wm_kotor_area *area);

/* Adds to the report what keeps characters from crossing between rooms, and which rooms cannot
 * be reached. wm_kotor_lyt_check is about the layout itself. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_kotor_area_check(const wm_kotor_area *area, const wm_check_opts *opts,
                                     wm_report *report, wm_error *error);

/* ---- one walkmesh of all rooms ------------------------------------------ */

/* Makes one neutral walkmesh of all rooms. Faces are in the order of the layout, each with the
 * index of its room. At a crossable seam the two edges become neighbours and share their
 * vertices; if the seam is not exact, the vertices of the later room move onto those of the
 * earlier one. Where two rooms divide a seam differently (AREA_SEAM_SPLIT), the faces at it
 * are split; the new faces come after all others. The area is not needed afterwards. */
WM_API wm_walkmesh *wm_walkmesh_from_kotor_area(const wm_kotor_area *area,
                                                const wm_allocator *allocator, wm_error *error);

/* A closed door (its DWK) or a placeable (its PWK) in the world. */
typedef struct wm_kotor_obstacle {
    const wm_kotor_bwm *mesh; /* as in its file, relative to the object */
    wm_vec3 position;         /* metres */
    float degrees;            /* rotation about z, counter-clockwise seen from above */
} wm_kotor_obstacle;

/* Copies a walkmesh and adds obstacles.
 *
 * For sight: the faces of the obstacles are added after all others, not walkable, with
 * WM_NO_INDEX as their room. For paths: the floor is cut along the convex hull of each
 * obstacle, seen from above, and is no longer walkable inside it, from 0.5 m above the
 * obstacle's highest point to 2 m below its lowest. Pieces of a face keep its material and
 * room; the first piece keeps its index, the others come after the mesh's own faces.
 *
 * mesh: not needed afterwards.
 * obstacles: may be NULL if count is 0. Their walkable faces are ignored.
 * surfaces: NULL: built-in. */
WM_API wm_walkmesh *
wm_walkmesh_with_kotor_obstacles(const wm_walkmesh *mesh, const wm_kotor_obstacle *obstacles,
                                 uint32_t count, const wm_kotor_surfaces *surfaces,
                                 const wm_allocator *allocator, wm_error *error);

/* Copies a walkmesh for a body with a radius: floor that is nearer than the radius to a wall is
 * no longer walkable, so a path on the copy keeps the body clear of the walls. A wall is an
 * edge without a neighbour; it counts for floor up to radius + 1 m above or below it.
 *
 * The result is conservative: at straight walls the distance is the radius, at corners up to
 * 2 % more, because discs are cut out as polygons with 16 corners. Pieces of a face keep its
 * material and room; the first piece keeps its index. Takes seconds for tens of thousands of
 * faces with as many walls.
 *
 * mesh: not needed afterwards.
 * radius: metres. */
WM_API wm_walkmesh *wm_walkmesh_shrink(const wm_walkmesh *mesh, float radius,
                                       const wm_allocator *allocator, wm_error *error);

/* ---- fix --------------------------------------------------------------- */

typedef enum wm_kotor_area_change_kind {
    WM_KOTOR_AREA_TRANSITION_SET,     /* edge of room: from -> to */
    WM_KOTOR_AREA_TRANSITION_REMOVED, /* edge of room: from -> WM_NO_INDEX */
    WM_KOTOR_AREA_SEAM_WELDED,        /* the end points of the edge moved onto other_edge */
    WM_KOTOR_AREA_SEAM_KEPT           /* a seam within the tolerance that could not be welded */
} wm_kotor_area_change_kind;

typedef struct wm_kotor_area_change {
    wm_kotor_area_change_kind kind;
    uint32_t room, edge; /* what changed; the edge index is that before the change */
    uint32_t other, other_edge;
    uint32_t from, to; /* of a transition */
    double distance;   /* of a weld: the larger of the two moves, metres */
    wm_vec3 a, b;      /* the end points of the edge after the change */
} wm_kotor_area_change;

typedef struct wm_kotor_area_fix_opts {
    wm_kotor_area_opts base; /* seams within its tolerance are welded */
    bool remove_dangling;    /* remove transitions that lead to no room */
    uint32_t end_zero;
} wm_kotor_area_fix_opts;

typedef struct wm_kotor_area_fixes {
    uint32_t count;
    wm_kotor_area_change *changes;
    bool *room_changed; /* for each room of the layout */
    void *memory;       /* private */
} wm_kotor_area_fixes;

/* Repairs the walkmeshes of an area where it is safe: edges that meet unambiguously get the
 * transitions they need, and seams within the tolerance are welded bit for bit by moving the
 * vertices of one side. Rooms with moved vertices are rebuilt. Rooms that are not marked in
 * room_changed are untouched. Free the result with wm_kotor_area_fixes_free.
 *
 * walkmeshes: lyt->room_count elements, NULL where a room has none. They are changed.
 *
 * Fails with WM_NO_MEMORY only; some walkmeshes may have changed then. */
WM_API wm_kotor_area_fixes *wm_kotor_area_fix(const wm_kotor_lyt *lyt,
                                              wm_kotor_bwm *const *walkmeshes,
                                              const wm_kotor_area_fix_opts *opts, wm_error *error);
/* Frees the list of changes. NULL is allowed. */
WM_API void wm_kotor_area_fixes_free(wm_kotor_area_fixes *fixes);

#ifdef __cplusplus
}
#endif
#endif

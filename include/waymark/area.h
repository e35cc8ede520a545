/* KotOR areas: the rooms of a layout, joined at their transitions.
 *
 * These functions work on memory: the caller reads the layout and the walkmeshes of its rooms
 * (wm_open does both). The vertices of a WOK are already in world space, so the positions in the
 * layout are never added. docs/areas.md explains the rules.
 */
#ifndef WAYMARK_AREA_H
#define WAYMARK_AREA_H

#include "waymark/kotor_bwm.h"
#include "waymark/kotor_layout.h"
#include "waymark/kotor_module.h"
#include "waymark/walkmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- areas ------------------------------------------------------------- */

typedef struct wm_kotor_area_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator;     /* NULL: malloc. Must outlive the area */
    const wm_kotor_surfaces *surfaces; /* NULL: built-in. Must outlive the area */
    /* Metres within which edges meet. 0, and any value that is negative or NaN: 0.01. */
    float tolerance;
    /* Metres within which an edge with a transition looks for an edge of the room it leads to: such
     * pairs are listed as seams, and the check reports their gaps. A value below the tolerance
     * counts as the tolerance. 0, and any value that is negative or NaN: 0.25. */
    float reach;
    uint32_t end_zero;
} wm_kotor_area_opts;

typedef struct wm_kotor_area_room {
    const char *name;             /* as in the layout */
    const wm_kotor_bwm *walkmesh; /* NULL: none, or an earlier room has the same name */
    bool placeholder;             /* "****": not a room, but it takes an index */
    bool duplicate;               /* an earlier room has the same name */
    wm_vec3 position;             /* as in the layout */
    uint32_t faces, walkable, edges, transitions, regions; /* how many; edges are border edges */
    double walkable_m2; /* square metres, measured on the slope */
    uint32_t component; /* index of the component that its largest region is in; WM_NO_INDEX:
                           nothing is walkable */
} wm_kotor_area_room;

/* Two border edges of different rooms that belong together: they are within the tolerance, or
 * within the reach if one of them leads to the room of the other. */
typedef struct wm_kotor_area_seam {
    uint32_t room[2];
    uint32_t edge[2];     /* edge indices: 3 * face + k */
    uint32_t leads_to[2]; /* the stored transition of each, or WM_NO_INDEX */
    double distance;      /* metres between the end points, the larger of the two distances */
    bool exact;           /* the end points are the same, bit for bit */
    bool crossable;       /* within the tolerance, and each leads to the other's room */
} wm_kotor_area_seam;

/* Regions that are connected by crossable seams, or by edges that overlap and lead to each other
 * (finding AREA_SEAM_SPLIT). */
typedef struct wm_kotor_area_component {
    uint32_t rooms; /* rooms whose largest region is in it */
    double walkable_m2;
} wm_kotor_area_component;

/* Read-only. */
typedef struct wm_kotor_area {
    const wm_kotor_lyt *lyt; /* the layout it was made from */
    uint32_t room_count;     /* in the order of the layout */
    wm_kotor_area_room *rooms;
    uint32_t seam_count;
    wm_kotor_area_seam *seams;
    uint32_t component_count; /* sorted: the largest walkable area comes first */
    wm_kotor_area_component *components;
    uint32_t transitions; /* border edges with a transition, in all rooms */
    uint32_t matched;     /* of these, how many meet an edge of the room they lead to */
    void *memory;         /* private */
} wm_kotor_area;

/* Joins the rooms of a layout. Takes O(n log n) time, where n is the number of border edges.
 * Free with wm_kotor_area_free.
 *
 * lyt: must outlive the area.
 * walkmeshes: lyt->room_count elements, NULL where a room has none. The walkmeshes must
 *   outlive the area and must not change; the array itself is not needed afterwards.
 *
 * Fails with WM_NO_MEMORY, or with WM_LIMIT if there are 2^31 or more edges or faces. */
WM_API wm_kotor_area *wm_kotor_area_new(const wm_kotor_lyt *lyt,
                                        const wm_kotor_bwm *const *walkmeshes,
                                        const wm_kotor_area_opts *opts, wm_error *error);
/* Frees the area, but neither its layout nor its walkmeshes. NULL is allowed. */
WM_API void wm_kotor_area_free(wm_kotor_area *area);

/* Reports what keeps characters from crossing between rooms, and which rooms cannot be reached.
 * wm_kotor_lyt_check checks the layout itself. Fails with WM_NO_MEMORY, or with WM_LIMIT if there
 * are 2^31 or more edges or faces. */
WM_API wm_status wm_kotor_area_check(const wm_kotor_area *area, const wm_check_opts *opts,
                                     wm_report *report, wm_error *error);

/* ---- all rooms as one walkmesh ------------------------------------------ */

/* Makes one neutral walkmesh from all rooms. Faces are in the order of the layout, each with the
 * index of its room. At a crossable seam the two edges become neighbours and share their
 * vertices; if the seam is not exact, the vertices of the later room move onto those of the
 * earlier one. Where two rooms divide a seam differently (finding AREA_SEAM_SPLIT), the faces at
 * the seam are split; the new faces come after all others. The area is not needed afterwards. Free
 * with wm_walkmesh_free. */
WM_API wm_walkmesh *wm_walkmesh_from_kotor_area(const wm_kotor_area *area,
                                                const wm_allocator *allocator, wm_error *error);

/* A closed door (its DWK) or a placeable (its PWK) in the world. It has nothing to do with the
 * obstacles that a layout lists. */
typedef struct wm_kotor_obstacle {
    const wm_kotor_bwm *mesh; /* as in its file: relative to the object */
    wm_vec3 position;         /* metres */
    float degrees;            /* rotation about z, counter-clockwise seen from above */
} wm_kotor_obstacle;

/* Copies a walkmesh and adds obstacles to the copy. Free with wm_walkmesh_free.
 *
 * For sight: the faces of the obstacles are added after all others, not walkable, with
 * WM_NO_INDEX as their room. For paths: the floor is cut along the convex hull of each
 * obstacle, seen from above, and is no longer walkable inside it, from 0.5 m above the
 * obstacle's highest point to 2 m below its lowest. Pieces of a face keep its material and
 * room; the first piece keeps its index, the others come after the mesh's own faces.
 *
 * mesh: not needed afterwards.
 * obstacles: not needed afterwards. May be NULL if count is 0. Their walkable faces are ignored.
 * surfaces: NULL: built-in.
 *
 * Fails with WM_NO_MEMORY, or with WM_LIMIT if the outline of an obstacle has more than 1024
 * corners, or if obstacles share walkmeshes and together have more than 65,536 faces and 4 for
 * each face of a walkmesh. */
WM_API wm_walkmesh *
wm_walkmesh_with_kotor_obstacles(const wm_walkmesh *mesh, const wm_kotor_obstacle *obstacles,
                                 uint32_t count, const wm_kotor_surfaces *surfaces,
                                 const wm_allocator *allocator, wm_error *error);

/* Copies a walkmesh for a body with a radius: in the copy, floor that is nearer to a wall than
 * the radius is not walkable, so a path on it keeps the body clear of the walls. A wall is an
 * edge without a neighbour; it affects floor up to radius + 1 m above or below it.
 *
 * The result is conservative: at straight walls the distance is the radius, at corners up to
 * 2 % more, because discs are cut out as polygons with 16 corners. Pieces of a face keep its
 * material and room; the first piece keeps its index, and other pieces that are not walkable are
 * left out. With tens of thousands of faces and as
 * many walls, this takes seconds. It fails with WM_LIMIT if the walls are so close together that
 * more than 150,000 pieces + 64 per face would be made. Free with wm_walkmesh_free.
 *
 * mesh: not needed afterwards.
 * radius: metres, above 0 and finite, else it fails with WM_BAD_ARGUMENT. */
WM_API wm_walkmesh *wm_walkmesh_shrink(const wm_walkmesh *mesh, float radius,
                                       const wm_allocator *allocator, wm_error *error);

/* ---- path points ------------------------------------------------------- */

typedef struct wm_kotor_pth_make_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the path points */
    float clearance; /* metres that points and links keep from walls where there is room; 0: 0.5 */
    float spacing;   /* a place gets no point of its own if a point within this many metres can be
                        reached from it in a straight line; 0: 12 */
    uint32_t end_zero;
} wm_kotor_pth_make_opts;

/* Makes path points from a floor: few, each in sight of the others that it has links to, and
 * connected within each region. Regions below 1 square metre get none. docs/areas.md describes the
 * method. The same mesh gives the same points everywhere. Free with wm_kotor_pth_free.
 *
 * mesh: such as from wm_walkmesh_from_kotor_area; not needed afterwards.
 *
 * Fails with WM_NO_MEMORY, or with WM_BAD_ARGUMENT if clearance or spacing is negative or not
 * finite. */
WM_API wm_kotor_pth *wm_kotor_pth_from_walkmesh(const wm_walkmesh *mesh,
                                                const wm_kotor_pth_make_opts *opts,
                                                wm_error *error);

/* ---- minimap ----------------------------------------------------------- */

/* The Map struct of an ARE: two places of the world and where they are on the picture
 * (lbl_map + name of the area). The picture has 512 x 256 pixels, of which KotOR 1 uses 440 x 256.
 */
typedef struct wm_kotor_minimap {
    float world[2][2];      /* WorldPt1X, WorldPt1Y; WorldPt2X, WorldPt2Y */
    float map[2][2];        /* MapPt1X, MapPt1Y; MapPt2X, MapPt2Y: fractions of the used part, from
                               its upper left corner */
    uint32_t north_axis;    /* NorthAxis, what is up: 0 +y, 1 -y, 2 +x, 3 -x */
    uint32_t width, height; /* the used part, in pixels */
} wm_kotor_minimap;

/* A map that all walkable faces fit on, as large as possible with 8 pixels free on each side.
 * Up is +y, or -x if that makes the map more than a quarter larger. If nothing is walkable,
 * all points are 0.
 *
 * k2: for KotOR 2. */
WM_API wm_kotor_minimap wm_kotor_minimap_fit(const wm_walkmesh *mesh, bool k2);
/* Where a place of the world is on the map, as the games compute it.
 *
 * world: x and y.
 * place: receives fractions of the used part, from its upper left corner. */
WM_API void wm_kotor_minimap_place(const wm_kotor_minimap *map, const double world[2],
                                   double place[2]);

/* ---- fix --------------------------------------------------------------- */

typedef enum wm_kotor_room_change_kind {
    WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_SET,     /* edge of room: from -> to */
    WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_REMOVED, /* edge of room: from -> WM_NO_INDEX */
    WM_KOTOR_ROOM_CHANGE_KIND_SEAM_WELDED, /* the end points of the edge moved onto other_edge */
    WM_KOTOR_ROOM_CHANGE_KIND_SEAM_KEPT /* a seam within the tolerance that could not be welded */
} wm_kotor_room_change_kind;

typedef struct wm_kotor_room_change {
    wm_kotor_room_change_kind kind;
    uint32_t room, edge;        /* what changed; the edge index before the change */
    uint32_t other, other_edge; /* the room and edge on the other side, or WM_NO_INDEX */
    uint32_t from, to;          /* of a transition: the room it led to, and now leads to */
    double distance; /* of a weld: metres that the end points moved, the larger of the two; of a
                        seam that was kept: the gap */
    wm_vec3 a, b;    /* the end points of the edge after the change */
} wm_kotor_room_change;

typedef struct wm_kotor_lyt_fix_rooms_opts {
    wm_kotor_area_opts base; /* seams within its tolerance are welded */
    bool remove_dangling;    /* remove transitions that lead to no room, or to their own room */
    uint32_t end_zero;
} wm_kotor_lyt_fix_rooms_opts;

typedef struct wm_kotor_room_fixes {
    uint32_t count;
    wm_kotor_room_change *changes;
    bool *room_changed; /* for each room of the layout */
    void *memory;       /* private */
} wm_kotor_room_fixes;

/* Repairs the walkmeshes of an area where it is safe: edges that meet unambiguously get the
 * transitions they need, and seams within the tolerance are welded by moving the vertices of one
 * side onto those of the other, bit for bit. Rooms with moved vertices are rebuilt. Rooms that
 * are not marked in room_changed are unchanged. Free the result with wm_kotor_room_fixes_free.
 *
 * walkmeshes: lyt->room_count elements, NULL where a room has none. They are changed, so a
 *   wm_kotor_area that was made from them before is no longer valid: free it, and make another one
 *   after the call.
 *
 * Fails with WM_NO_MEMORY, or with WM_LIMIT if a walkmesh reaches its memory limit or if there are
 * 2^31 or more edges or faces; then no walkmesh has changed. */
WM_API wm_kotor_room_fixes *wm_kotor_lyt_fix_rooms(const wm_kotor_lyt *lyt,
                                                   wm_kotor_bwm *const *walkmeshes,
                                                   const wm_kotor_lyt_fix_rooms_opts *opts,
                                                   wm_error *error);
/* Frees the list of changes, not the walkmeshes. NULL is allowed. */
WM_API void wm_kotor_room_fixes_free(wm_kotor_room_fixes *fixes);

#ifdef __cplusplus
}
#endif
#endif

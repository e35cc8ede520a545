/* Shared by the files of an area: its perimeter edges and which edge each one meets. */
#ifndef WAYMARK_AREA_INTERNAL_H
#define WAYMARK_AREA_INTERNAL_H

#include "area/boxes.h"
#include "base/vec.h"
#include "waymark/area.h"

/* A perimeter edge of a room's walkable floor. The "number" of an edge is its index in
 * wmi_area.edges; partner and similar fields hold such indices or WM_NO_INDEX. */
typedef struct wmi_area_edge {
    wm_vec3 a, b;
    uint32_t room;
    uint32_t slot;       /* index in the edge table of its walkmesh */
    uint32_t edge;       /* 3 * face + k */
    uint32_t transition; /* as stored */
    uint32_t region;     /* number within the whole area */
    uint32_t partner;    /* the edge it meets, in the opposite direction */
    uint32_t rival;      /* an edge of a third room that it meets equally well */
    uint32_t same_way;   /* an edge that it meets but that runs in the same direction */
    uint32_t along;      /* without a partner: the edge of the target room it lies along */
    double covered;      /* fraction covered by such edges, 0 to 1 */
    double gap;          /* distance to the partner, metres */
} wmi_area_edge;

typedef struct wmi_area {
    wm_kotor_area pub;
    wmi_arena arena;
    const wm_kotor_surfaces *surfaces;
    double tolerance, reach;
    bool cut_short; /* the search for divided edges gave up; no real area is that dense */
    uint32_t edge_count;
    wmi_area_edge *edges; /* by room, then slot */
    wmi_box *room_box;    /* of the finite walkable faces; min > max if there are none */
    uint32_t region_count;
    uint32_t *first_region; /* by room, room_count + 1 */
    double *region_area;
    uint32_t *region_component; /* WM_NO_INDEX: an island that does not count */
} wmi_area;

static inline const wmi_area *wmi_area_of(const wm_kotor_area *area)
{
    return area->memory;
}

/* Number of faces that tables may refer to; walkable faces come first. */
static inline uint32_t wmi_area_faces(const wm_kotor_bwm *b)
{
    return b->adjacency_count < b->face_count ? b->adjacency_count : b->face_count;
}

/* True if the transition names another room that has a walkmesh. */
static inline bool wmi_leads_somewhere(const wmi_area *area, const wmi_area_edge *e)
{
    return e->transition < area->pub.room_count && e->transition != e->room &&
           area->pub.rooms[e->transition].walkmesh;
}

/* Fills partner, rival, same_way, along, covered and gap of every edge. */
wm_status wmi_area_match(wmi_area *area, wm_error *error);

/* The overlap of the walkable floors of two rooms. */
typedef struct wmi_overlap {
    uint32_t room, other;
    double area;   /* square metres, in plan view */
    wm_vec3 place; /* in the largest piece */
} wmi_overlap;

typedef void (*wmi_overlap_sink)(void *user, const wmi_overlap *overlap);
/* *complete is false if the floors are so dense that the search gave up. */
wm_status wmi_area_overlaps(const wmi_area *area, wmi_overlap_sink sink, void *user, bool *complete,
                            wm_error *error);

#endif

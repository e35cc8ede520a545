/* Straight lines across the walkable faces. */
#ifndef WAYMARK_NAV_LINE_H
#define WAYMARK_NAV_LINE_H

#include "nav/place.h"

/* The floor that a query considers. */
typedef struct wmi_floor {
    const wmi_walkmesh *mesh;
    const wm_query_filter *filter; /* NULL: every walkable face */
} wmi_floor;

/* Faces folded over their neighbour are stepped over if they are not thicker than this. */
#define WMI_FOLD_MOST 0.1

/* Whether edge k of a face (a walk index) leads to a face that passes the filter. A face
 * whose height is not a number does not. */
static inline bool wmi_floor_open(const wmi_floor *floor, uint32_t face, uint32_t k)
{
    const wmi_walk *w = &floor->mesh->walk;
    uint32_t to = w->faces[face].to[k];
    if (to == WM_NO_INDEX)
        return false;
    const wmi_walk_face *g = &w->faces[to / 3];
    if (!floor->mesh->facing[g->face] && !(g->flags & WMI_WALK_FLAT))
        return false;
    return !floor->filter || wmi_face_passes(floor->mesh, g->face, floor->filter);
}

/* The distance of the third corner of a face from the line of edge k. */
double wmi_thickness(const wmi_walk_face *f, uint32_t k);

/* Walks from *at, which lies in *face (a walk index), straight to `to` in plan view, face
 * by face. Returns WM_NO_INDEX if it arrives, otherwise the walk edge that stops it. *face
 * and *at are set to where it ended. */
uint32_t wmi_line_walk(const wmi_floor *floor, uint32_t *face, wmi_point *at, wmi_point to);

#endif

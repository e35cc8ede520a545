/* Straight lines over the walkable faces. */
#ifndef WAYMARK_NAV_LINE_H
#define WAYMARK_NAV_LINE_H

#include "nav/place.h"

/* The floor that counts. */
typedef struct wmi_floor {
    const wmi_walkmesh *mesh;
    const wm_query_filter *filter; /* NULL: every walkable face */
} wmi_floor;

/* Faces folded over their neighbour are stepped over where they are not thicker. */
#define WMI_FOLD_MOST 0.1

/* Whether edge k of a face (a walk number) leads to a face that counts. One whose height is
 * not a number does not. */
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

/* How far the third corner of a face lies from the line of edge k. */
double wmi_thickness(const wmi_walk_face *f, uint32_t k);

/* Walks from *at, which lies in *face (a walk number), straight to `to` in the plan, face
 * by face. WM_NO_INDEX when it gets there, else the walk edge that stops it; *face and
 * *at tell where it ended. */
uint32_t wmi_line_walk(const wmi_floor *floor, uint32_t *face, wmi_point *at, wmi_point to);

#endif

/* Walking straight over the mesh. */
#ifndef WAYMARK_NAV_STRAIGHT_H
#define WAYMARK_NAV_STRAIGHT_H

#include "nav/path_view.h"

/* Does the straight way from a point of `face` reach `to`? It has when it enters
 * goal_face (WM_NO_INDEX: none), or, with `corners` (three numbers for each walkable
 * face), a face that has goal_corner. `to` is given in the frame of `face`, mirrored at
 * the folds between. May say no for a way that touches a corner of the border; never
 * says yes for one that leaves the mesh. */
bool wmi_walk_straight(const wmi_walk *walk, uint32_t face, wmi_point from, wmi_point to,
                       uint32_t goal_face, const uint32_t *corners, uint32_t goal_corner);

/* In the face and on none of its edges. */
bool wmi_strictly_inside(const wmi_walk_face *f, wmi_point p);

#endif

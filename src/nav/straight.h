/* Walking straight over the mesh. */
#ifndef WAYMARK_NAV_STRAIGHT_H
#define WAYMARK_NAV_STRAIGHT_H

#include "nav/path_view.h"

/* Does the straight way from a point of `face`, without crossing a fold, reach `to` in
 * goal_face? May say no for a way that touches a corner of the border; never says yes
 * for one that leaves the mesh. */
bool wmi_walk_straight(const wmi_walk *walk, uint32_t face, wmi_point from, wmi_point to,
                       uint32_t goal_face);

/* Where a straight way crosses a fold. */
typedef struct wmi_fold_crossing {
    uint32_t edge; /* walk edge of the face that it leaves */
    double share;  /* of the way along that edge */
} wmi_fold_crossing;

/* Follows the straight way from a point of `face` over folds. `to` is given in the frame
 * of `face`, mirrored at the folds between. *count is how many it crosses, of which `list`
 * gets as many as fit, until it enters goal_face; or if goal_face is WM_NO_INDEX, a face
 * with a corner of the fan goal_fan. False if it does not get there. */
bool wmi_walk_folds(const wmi_walk *walk, uint32_t face, wmi_point from, wmi_point to,
                    uint32_t goal_face, uint32_t goal_fan, wmi_fold_crossing *list,
                    uint32_t capacity, uint32_t *count);

/* In the face and on none of its edges. */
bool wmi_strictly_inside(const wmi_walk_face *f, wmi_point p);

#endif

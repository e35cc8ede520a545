/* Walking straight across the mesh. */
#ifndef WAYMARK_NAV_STRAIGHT_H
#define WAYMARK_NAV_STRAIGHT_H

#include "nav/path_view.h"

/* Does the straight line from a point of `face` reach `to` in goal_face without crossing a
 * fold? May return false for a line that touches a corner of the border. Never returns true
 * for one that leaves the mesh. */
bool wmi_walk_straight(const wmi_walk *walk, uint32_t face, wmi_point from, wmi_point to,
                       uint32_t goal_face);

/* The point where a straight line crosses a fold. */
typedef struct wmi_fold_crossing {
    uint32_t edge; /* walk edge of the face that it leaves */
    double share;  /* fraction of the way along that edge */
} wmi_fold_crossing;

/* Follows the straight line from a point of `face` across folds. `to` is given in the frame
 * of `face`, mirrored at the folds in between. The line ends when it enters goal_face or,
 * if goal_face is WM_NO_INDEX, a face with a corner of the fan goal_fan. *count is the
 * number of folds crossed; `list` receives as many as fit. Returns false if the line does
 * not get there. */
bool wmi_walk_folds(const wmi_walk *walk, uint32_t face, wmi_point from, wmi_point to,
                    uint32_t goal_face, uint32_t goal_fan, wmi_fold_crossing *list,
                    uint32_t capacity, uint32_t *count);

/* Is p in the face and on none of its edges? */
bool wmi_strictly_inside(const wmi_walk_face *f, wmi_point p);

#endif

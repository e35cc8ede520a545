/* Walks straight across the mesh, face by face. */
#include "nav/straight.h"

/* Is p left of the line from a to b? A point on the line always counts as left, so a line
 * through a vertex passes it on one side, as if shifted slightly. */
static bool left_of(wmi_point a, wmi_point b, wmi_point p)
{
    return wmi_turn(a, b, p) >= 0;
}

bool wmi_strictly_inside(const wmi_walk_face *f, wmi_point p)
{
    bool flipped = f->flags & WMI_WALK_FLIPPED;
    for (uint32_t k = 0; k < 3; k++) {
        double t = wmi_turn(wmi_corner(f, k), wmi_corner(f, (k + 1) % 3), p);
        if (!(flipped ? t < 0 : t > 0))
            return false;
    }
    return true;
}

/* The edge by which the line leaves the first face: its left end is on the left, its right
 * end on the right. A line through a triangle has exactly one such edge. */
static uint32_t way_out(const wmi_walk_face *f, wmi_point from, wmi_point to)
{
    bool left[3];
    for (uint32_t k = 0; k < 3; k++)
        left[k] = left_of(from, to, wmi_corner(f, k));
    for (uint32_t k = 0; k < 3; k++)
        if (left[wmi_walk_left(f, k)] && !left[wmi_walk_right(f, k)])
            return k;
    return 3;
}

/* The line has crossed edge k of f into the face that contains its end. Is the end beyond
 * the edge? If not, the line has passed it on another level. */
static bool arrives(const wmi_walk_face *f, uint32_t k, wmi_point to)
{
    return wmi_turn(wmi_corner(f, wmi_walk_right(f, k)), wmi_corner(f, wmi_walk_left(f, k)), to) <=
           0;
}

static const uint8_t after[4] = {1, 2, 0, 1};

bool wmi_walk_straight(const wmi_walk *walk, uint32_t face, wmi_point from, wmi_point to,
                       uint32_t goal_face)
{
    if (face == goal_face)
        return true;
    const wmi_walk_face *f = &walk->faces[face];
    uint32_t k = way_out(f, from, to);
    /* A line enters a face only once: more steps than faces would be a loop. */
    for (uint32_t steps = 0; k != 3 && steps <= walk->count; steps++) {
        uint32_t across = f->to[k];
        if (across == WM_NO_INDEX || f->flags >> k & WMI_WALK_FOLD)
            return false;
        face = across / 3;
        if (face == goal_face)
            return arrives(f, k, to);
        uint32_t entered = across % 3;
        f = &walk->faces[face];
        uint32_t flipped = f->flags & WMI_WALK_FLIPPED;
        /* Only the corner ahead is new. */
        uint32_t left = left_of(from, to, wmi_corner(f, after[entered + 1]));
        k = after[entered + (left == flipped)]; /* if left of the line, it ends the next edge */
    }
    return false;
}

/* How far along the edge from a to b the line crosses it. */
static double share_of(wmi_point from, wmi_point to, wmi_point a, wmi_point b)
{
    double side_a = wmi_turn(from, to, a), side_b = wmi_turn(from, to, b);
    double t = side_a != side_b ? side_a / (side_a - side_b) : 0;
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static bool has_fan(const wmi_walk_face *f, uint32_t fan)
{
    return f->fan[0] == fan || f->fan[1] == fan || f->fan[2] == fan;
}

bool wmi_walk_folds(const wmi_walk *walk, uint32_t face, wmi_point from, wmi_point to,
                    uint32_t goal_face, uint32_t goal_fan, wmi_fold_crossing *list,
                    uint32_t capacity, uint32_t *count)
{
    const wmi_walk_face *f = &walk->faces[face];
    uint32_t k = way_out(f, from, to);
    bool there = goal_face == WM_NO_INDEX ? has_fan(f, goal_fan) : face == goal_face;
    *count = 0;
    for (uint32_t steps = 0; !there && k != 3 && steps <= walk->count; steps++) {
        uint32_t across = f->to[k];
        if (across == WM_NO_INDEX)
            return false;
        if (f->flags >> k & WMI_WALK_FOLD) {
            wmi_point a = wmi_corner(f, k), b = wmi_corner(f, after[k]);
            if (*count < capacity)
                list[*count] = (wmi_fold_crossing){3 * face + k, share_of(from, to, a, b)};
            ++*count;
            from = wmi_mirror(from, a, b);
            to = wmi_mirror(to, a, b);
        }
        face = across / 3;
        uint32_t entered = across % 3;
        f = &walk->faces[face];
        there = goal_face == WM_NO_INDEX ? has_fan(f, goal_fan) : face == goal_face;
        uint32_t flipped = f->flags & WMI_WALK_FLIPPED;
        uint32_t left = left_of(from, to, wmi_corner(f, after[entered + 1]));
        k = after[entered + (left == flipped)];
    }
    return there;
}

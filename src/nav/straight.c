/* Walking straight over the mesh, face by face. */
#include "nav/straight.h"

/* Which side of the line from a to b is p on? On the line counts as left, always, so a
 * line through a vertex goes past it on one side, as if moved by a hair. */
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

/* The edge by which the line leaves the first face: its left end is on the left, its
 * right end on the right. A line through a triangle has exactly one such edge. */
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

static bool has_corner(const uint32_t *corners, uint32_t face, uint32_t corner)
{
    return corners && (corners[3 * face] == corner || corners[3 * face + 1] == corner ||
                       corners[3 * face + 2] == corner);
}

/* The line has come over edge k of f into the face of its end. Is the end behind the edge?
 * If not, the line has gone past it on another storey. */
static bool arrives(const wmi_walk_face *f, uint32_t k, wmi_point to)
{
    return wmi_turn(wmi_corner(f, wmi_walk_right(f, k)), wmi_corner(f, wmi_walk_left(f, k)), to) <= 0;
}

bool wmi_walk_straight(const wmi_walk *walk, uint32_t face, wmi_point from, wmi_point to,
                       uint32_t goal_face, const uint32_t *corners, uint32_t goal_corner)
{
    static const uint8_t after[4] = {1, 2, 0, 1};
    if (face == goal_face || has_corner(corners, face, goal_corner))
        return true;
    uint32_t k = way_out(&walk->faces[face], from, to);
    /* A line enters a face once: more steps than faces would be a circle. */
    for (uint32_t steps = 0; k != 3 && steps <= walk->count; steps++) {
        const wmi_walk_face *f = &walk->faces[face];
        uint32_t across = f->to[k];
        wmi_point here = to; /* in the frame of f */
        if (across == WM_NO_INDEX)
            return false;
        if (f->flags >> k & WMI_WALK_FOLD) {
            wmi_point l = wmi_corner(f, k), r = wmi_corner(f, after[k]);
            from = wmi_mirror(from, l, r);
            to = wmi_mirror(to, l, r);
        }
        face = across / 3;
        uint32_t entered = across % 3, apex = after[entered + 1];
        /* Of the corners only the one ahead is new. */
        if (face == goal_face || (corners && corners[3 * face + apex] == goal_corner))
            return arrives(f, k, here);
        f = &walk->faces[face];
        uint32_t flipped = f->flags & WMI_WALK_FLIPPED;
        uint32_t left = left_of(from, to, wmi_corner(f, apex));
        k = after[entered + (left == flipped)]; /* left of the line, it ends the next edge */
    }
    return false;
}

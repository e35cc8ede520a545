/* Faults in floors and walls that only rays and heights show: those of patches.c. */
#include "fixtures.h"
#include "patches.h"
#include "support.h"

static void patch(wm_issue_code code, wm_report *report)
{
    for (const test_patch *p = test_patches; p->name; p++)
        if (p->code == code) {
            test_patch_check(p, false, report);
            return;
        }
    fail_msg("no patch for the code");
}

static void leak(wm_report *r)
{
    patch(WM_KOTOR_SIGHT_LEAK, r);
}
static void unjoined(wm_report *r)
{
    patch(WM_KOTOR_FLOOR_UNJOINED, r);
}
static void hole(wm_report *r)
{
    patch(WM_KOTOR_HOLE_SMALL, r);
}
static void fence(wm_report *r)
{
    patch(WM_KOTOR_WALL_LOOSE, r);
}
static void roof(wm_report *r)
{
    patch(WM_KOTOR_ROOF_LOW, r);
}
static void inner(wm_report *r)
{
    patch(WM_KOTOR_MDL_AABB_INNER, r);
}

const test_fixture fixtures_kotor_floor[] = {
    {WM_KOTOR_SIGHT_LEAK, "a vertex 2 mm beside the edge of a wall", leak},
    {WM_KOTOR_FLOOR_UNJOINED, "a floor divided on one side of an edge", unjoined},
    {WM_KOTOR_HOLE_SMALL, "a hole of 0.3 x 0.3 m", hole},
    {WM_KOTOR_WALL_LOOSE, "a fence across an undivided floor", fence},
    {WM_KOTOR_ROOF_LOW, "a roof 1.2 m above the floor", roof},
    {WM_KOTOR_MDL_AABB_INNER, "a root that encloses half of the floor", inner},
    {0},
};

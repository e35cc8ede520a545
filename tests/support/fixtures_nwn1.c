/* Planted faults in the texts of Neverwinter Nights 1 tiles. */
#include "fixtures.h"
#include "support.h"

/* A tile whose floor is one square; the east side is at x, and its north-east corner is doubled. */
static void tile(const char *x, const char *height, wm_report *report)
{
    char text[512];
    snprintf(text, sizeof text,
             "node aabb tile\n  verts 6\n -5 -5 0\n %s -5 0\n %s 5 0\n -5 5 0\n -5 5 0.5\n"
             " %s 5 %s\n  faces 2\n 0 1 2 1 0 0 0 4\n 0 5 3 1 0 0 0 19\nendnode\n",
             x, x, x, height);
    const wm_open_opts opts = {.nwn1 = true};
    assert_int_equal(wm_check(text, strlen(text), &opts, report, NULL), WM_OK);
}

static void edge(wm_report *r)
{
    tile("4.98", "0", r);
}
static void outside(wm_report *r)
{
    tile("5.5", "0", r);
}
static void height(wm_report *r)
{
    tile("5", "0.2", r);
}

const test_fixture fixtures_nwn1[] = {
    {WM_NWN1_TILE_EDGE, "a floor that ends at 4.98 m", edge},
    {WM_NWN1_TILE_OUTSIDE, "a floor that ends at 5.5 m", outside},
    {WM_NWN1_TILE_HEIGHT, "a corner at 0 and at 0.2 m", height},
    {0},
};

/* One planted fault for each finding of layouts, visibility lists and areas. */
#include "areas.h"
#include "fixtures.h"
#include "support.h"

static void check_layout(const char *text, wm_report *report)
{
    wm_read_opts opts = {.report = report};
    wm_kotor_lyt *lyt = wm_kotor_lyt_read(text, strlen(text), &opts, NULL);
    assert_non_null(lyt);
    assert_int_equal(wm_kotor_lyt_check(lyt, NULL, report, NULL), WM_OK);
    wm_kotor_lyt_free(lyt);
}

static void check_vis(const char *text, wm_report *report)
{
    static const char layout[] = "beginlayout\nroomcount 2\n aa 0 0 0\n bb 0 0 0\ndonelayout\n";
    wm_read_opts opts = {.report = report};
    wm_kotor_lyt *lyt = wm_kotor_lyt_read(layout, sizeof layout - 1, NULL, NULL);
    wm_kotor_vis *vis = wm_kotor_vis_read(text, strlen(text), &opts, NULL);
    assert_non_null(lyt);
    assert_non_null(vis);
    wm_kotor_vis_check_opts check = {.lyt = lyt};
    assert_int_equal(wm_kotor_vis_check(vis, &check, report, NULL), WM_OK);
    wm_kotor_vis_free(vis);
    wm_kotor_lyt_free(lyt);
}

static void lyt_line(wm_report *r)
{
    check_layout("beginlayout\nroomcount 1\n  a 1 2\ndonelayout\n", r);
}

static void lyt_stray(wm_report *r)
{
    check_layout("beginlayout\nhello\nroomcount 1\n  a 1 2 3\ndonelayout\n", r);
}

static void lyt_count(wm_report *r)
{
    check_layout("beginlayout\nroomcount 2\n  a 1 2 3\ndonelayout\n", r);
}

static void lyt_empty(wm_report *r)
{
    check_layout("beginlayout\nroomcount 0\ndonelayout\n", r);
}

static void lyt_unfinished(wm_report *r)
{
    check_layout("beginlayout\nroomcount 1\n  a 1 2 3\n", r);
}

static void lyt_doubled(wm_report *r)
{
    check_layout("beginlayout\nroomcount 2\n  a 1 2 3\n  A 4 5 6\ndonelayout\n", r);
}

static void lyt_hook(wm_report *r)
{
    check_layout("beginlayout\nroomcount 1\n  a 1 2 3\ndoorhookcount 1\n"
                 "  b door_1 0 1 2 3 1 0 0 0\ndonelayout\n",
                 r);
}

static void vis_count(wm_report *r)
{
    check_vis("aa 2\n  bb\n", r);
}

static void vis_unknown(wm_report *r)
{
    check_vis("aa 1\n  cc\n", r);
}

static void vis_self(wm_report *r)
{
    check_vis("aa 1\n  AA\n", r);
}

static void vis_no_owner(wm_report *r)
{
    check_vis("  bb\naa 0\n", r);
}

static void vis_extra_word(wm_report *r)
{
    check_vis("aa 1\n  bb 4\n", r);
}

/* Three rooms in a row; the fault is planted in the doors of the middle one. */
static void with_row(void (*plant)(test_area *), wm_report *report)
{
    test_area *area = test_area_make(3, 1, 4, 4);
    plant(area);
    test_area_check(area, report);
    test_area_free(area);
}

static void plant_no_walkmesh(test_area *a)
{
    wm_kotor_bwm_free(a->rooms[2]);
    a->rooms[2] = NULL;
}

static void plant_far_room(test_area *a)
{
    test_area_layout(a, "beginlayout\nroomcount 3\n a 0 0 0\n b 900 0 0\n c 12 0 0\ndonelayout\n");
}

static void plant_placeholder(test_area *a)
{
    plant_no_walkmesh(a);
    test_area_layout(a, "beginlayout\nroomcount 3\n a 0 0 0\n b 6 0 0\n **** 12 0 0\ndonelayout\n");
}

static void plant_range(test_area *a)
{
    test_area_door(a, 1, 2)->transition = 3;
}

static void plant_self(test_area *a)
{
    test_area_door(a, 1, 2)->transition = 1;
}

static void plant_far(test_area *a)
{
    wm_kotor_bwm *b = a->rooms[0]; /* a wall of the first room leads to the last */
    for (uint32_t i = 0; i < b->edge_count; i++)
        if (test_area_corner(a, 0, b->edges[i].edge, 0)->x == 0)
            b->edges[i].transition = 2;
}

static void plant_wrong_room(test_area *a)
{
    test_area_door(a, 1, 2)->transition = 0;
}

static void plant_one_sided(test_area *a)
{
    test_area_door(a, 1, 2)->transition = WM_NO_INDEX;
}

static void plant_missing(test_area *a)
{
    test_area_door(a, 1, 2)->transition = WM_NO_INDEX;
    test_area_door(a, 2, 1)->transition = WM_NO_INDEX;
}

static void plant_loose(test_area *a)
{
    test_area_corner(a, 2, test_area_door(a, 2, 1)->edge, 0)->x += 0.0005f;
}

static void plant_gap(test_area *a)
{
    test_area_corner(a, 2, test_area_door(a, 2, 1)->edge, 0)->x += 0.05f;
}

static void plant_direction(test_area *a)
{
    wm_kotor_bwm *b = a->rooms[2];
    for (uint32_t i = 0; i < b->face_count; i++) {
        uint32_t swap = b->faces[i].vertex[1];
        b->faces[i].vertex[1] = b->faces[i].vertex[2];
        b->faces[i].vertex[2] = swap;
    }
    for (uint32_t i = 0; i < b->edge_count; i++)
        b->edges[i].edge += 2 - 2 * (b->edges[i].edge % 3);
}

static void plant_ambiguous(test_area *a)
{
    wm_kotor_bwm_free(a->rooms[0]);
    a->rooms[0] = wm_kotor_bwm_copy(a->rooms[2], NULL, NULL);
}

static void plant_overlap(test_area *a)
{
    for (uint32_t i = 0; i < a->rooms[2]->vertex_count; i++)
        a->rooms[2]->vertices[i].x -= 0.5f;
}

#define ROW(name)                                                                                  \
    static void name(wm_report *r)                                                                 \
    {                                                                                              \
        with_row(plant_##name, r);                                                                 \
    }
ROW(no_walkmesh)
ROW(far_room)
ROW(placeholder)
ROW(range)
ROW(self)
ROW(far)
ROW(wrong_room)
ROW(one_sided)
ROW(missing)
ROW(loose)
ROW(gap)
ROW(direction)
ROW(ambiguous)
ROW(overlap)

static void split(wm_report *report)
{
    test_area *area = test_area_make_split(3, 1, 4, 1);
    test_area_check(area, report);
    test_area_free(area);
}

/* Long crossing slivers, so that each box overlaps a large part of all others. */
static void tangle(wm_report *report)
{
    test_area *area = test_area_make(1, 2, 2000, 1);
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t v = 0; v < area->rooms[i]->vertex_count; v++)
            area->rooms[i]->vertices[v] =
                (wm_vec3){(float)(v * 7919 % 1000), (float)(v * 104729 % 1009), 0};
    test_area_check(area, report);
    test_area_free(area);
}

const test_fixture fixtures_area[] = {
    {WM_AREA_CHECK_CUT_SHORT, "faces that all cross each other", tangle},
    {WM_KOTOR_LYT_LINE, "a room with two numbers", lyt_line},
    {WM_KOTOR_LYT_STRAY_LINE, "a word before any list", lyt_stray},
    {WM_KOTOR_LYT_COUNT, "two rooms announced, one listed", lyt_count},
    {WM_KOTOR_LYT_NO_ROOMS, "no rooms", lyt_empty},
    {WM_KOTOR_LYT_UNFINISHED, "no donelayout", lyt_unfinished},
    {WM_KOTOR_LYT_ROOM_DOUBLED, "a room twice, in two cases", lyt_doubled},
    {WM_KOTOR_LYT_HOOK_ROOM, "a door hook of an unknown room", lyt_hook},
    {WM_KOTOR_VIS_COUNT, "two names announced, one listed", vis_count},
    {WM_KOTOR_VIS_ROOM_UNKNOWN, "a visible room that is not there", vis_unknown},
    {WM_KOTOR_VIS_SELF, "a room that sees itself", vis_self},
    {WM_KOTOR_VIS_NO_OWNER, "an indented line first", vis_no_owner},
    {WM_KOTOR_VIS_EXTRA_WORD, "a number after a visible name", vis_extra_word},
    {WM_AREA_ROOM_NO_WALKMESH, "the last room has no walkmesh", no_walkmesh},
    {WM_AREA_TRANSITION_NO_WALKMESH, "the last room has no walkmesh", no_walkmesh},
    {WM_AREA_ROOM_FAR, "a room placed 900 m off", far_room},
    {WM_AREA_TRANSITION_PLACEHOLDER, "the last room is ****", placeholder},
    {WM_AREA_TRANSITION_RANGE, "a transition to room 3 of 3", range},
    {WM_AREA_TRANSITION_SELF, "a transition to its own room", self},
    {WM_AREA_TRANSITION_FAR, "a wall that leads to a distant room", far},
    {WM_AREA_TRANSITION_WRONG_ROOM, "a transition to another neighbour", wrong_room},
    {WM_AREA_TRANSITION_ONE_SIDED, "a door with a transition on one side", one_sided},
    {WM_AREA_TRANSITION_MISSING, "a door without transitions", missing},
    {WM_AREA_SEAM_LOOSE, "a corner off by half a millimetre", loose},
    {WM_AREA_SEAM_GAP, "a corner off by five centimetres", gap},
    {WM_AREA_SEAM_SPLIT, "a door edge divided on one side only", split},
    {WM_AREA_SEAM_DIRECTION, "a room that is upside down", direction},
    {WM_AREA_SEAM_AMBIGUOUS, "two rooms in the same place", ambiguous},
    {WM_AREA_FLOORS_OVERLAP, "a room pushed into the next by half a metre", overlap},
    {WM_AREA_CUT_OFF, "a door without transitions", missing},
    {0},
};

/* Generated areas: a grid of rooms with a door between each two neighbours. Does not use cmocka. */
#ifndef WAYMARK_TEST_AREAS_H
#define WAYMARK_TEST_AREAS_H

#include "waymark/waymark.h"

typedef struct test_area {
    uint32_t columns, rows, count; /* room = row * columns + column */
    char *text;                    /* of the layout */
    wm_kotor_lyt *lyt;
    wm_kotor_bwm **rooms;
} test_area;

/* Each room is a floor of cells_x by cells_y squares of one metre, with a door step in the
 * middle of each side that has a neighbour. The steps of neighbours meet in one edge, bit
 * for bit, with transitions both ways. Aborts if out of memory. */
test_area *test_area_make(uint32_t columns, uint32_t rows, uint32_t cells_x, uint32_t cells_y);
/* The same, but the door steps of room `split` end in two edges. */
test_area *test_area_make_split(uint32_t columns, uint32_t rows, uint32_t cells, uint32_t split);
void test_area_free(test_area *area);

/* The edge of `room` that leads to `other`; aborts if there is none. */
wm_kotor_edge *test_area_door(const test_area *area, uint32_t room, uint32_t other);
/* The vertex of `room` where an edge starts (end 0) or ends (end 1). */
wm_vec3 *test_area_corner(const test_area *area, uint32_t room, uint32_t edge, int end);

/* Replaces the text of the layout; aborts if it cannot be read. */
void test_area_layout(test_area *area, const char *text);
/* Checks layout and area as `waymark check` does. */
void test_area_check(const test_area *area, wm_report *report);

#endif

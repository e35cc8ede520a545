/* Asks the engine for a path and walks the result face by face. */
#ifndef WAYMARK_TEST_PATH_CHECK_H
#define WAYMARK_TEST_PATH_CHECK_H

#include "waymark/walkmesh.h"

typedef struct test_end {
    uint32_t face;
    wm_vec3 at;
} test_end;

/* Grows as needed; initialise with zeros. */
typedef struct test_trip {
    wm_path_point *points;
    uint32_t *faces;
    uint32_t point_room, face_room;
    wm_path path;  /* the last result */
    char why[200]; /* what is wrong with it */
} test_trip;

void test_trip_free(test_trip *trip);

/* Finds the path from a to b with points where it crosses edges. Returns false and sets
 * `why` if it is wrong: its points must add up to its length, start and end at a and b, lie
 * on the floor, and go from face to neighbouring face across their common edge. */
bool test_trip_ask(test_trip *trip, wm_query *query, const wm_walkmesh *mesh, test_end a,
                   test_end b, const wm_query_filter *filter);

/* A point that lies exactly in a face, from four random numbers in 0..1; a corner if the
 * face is too thin to contain another point. */
test_end test_end_in(const wm_walkmesh *mesh, uint32_t face, const double random[4]);

#endif

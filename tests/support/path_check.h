/* Asks the engine for a path and walks what it answers, face by face. */
#ifndef WAYMARK_TEST_PATH_CHECK_H
#define WAYMARK_TEST_PATH_CHECK_H

#include "waymark/walkmesh.h"

typedef struct test_end {
    uint32_t face;
    wm_vec3 at;
} test_end;

/* Grows as needed; zero to begin with. */
typedef struct test_trip {
    wm_path_point *points;
    uint32_t *faces;
    uint32_t point_room, face_room;
    wm_path path;  /* the last answer */
    char why[200]; /* what is wrong with it */
} test_trip;

void test_trip_free(test_trip *trip);

/* The path from a to b with points where it crosses edges; false, and `why`, when it
 * does not hold: its points must add up to its length, start and end where asked, lie
 * on the floor, and go from face to neighbouring face over their common edge. */
bool test_trip_ask(test_trip *trip, wm_query *query, const wm_walkmesh *mesh, test_end a,
                   test_end b, const wm_query_filter *filter);

/* A point of a face that is in it to the last bit, by four random numbers in 0..1; a
 * corner when the face is too thin to hold another. */
test_end test_end_in(const wm_walkmesh *mesh, uint32_t face, const double random[4]);

#endif

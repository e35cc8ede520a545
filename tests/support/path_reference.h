/* Shortest paths the slow and plain way, to judge the engine by.
 *
 * Nothing of src/nav is used but the public fields of wm_walkmesh. The floor is taken
 * for what it is: triangles with the measure of the plan, glued at the links. A
 * shortest way over it is straight but at corners, so it is found by Dijkstra in the
 * graph of all corners that see each other. Seeing is decided by spreading a cone of
 * sight from each corner face by face, in long double, each face laid flat beside the
 * one before it: where the floor folds over an edge the face is mirrored, so that the
 * cone goes straight on as it does on the floor. */
#ifndef WAYMARK_TEST_PATH_REFERENCE_H
#define WAYMARK_TEST_PATH_REFERENCE_H

#include "waymark/walkmesh.h"

typedef struct test_reference test_reference;

/* `allowed`, if not NULL, says of each face whether a path may use it. Aborts when
 * memory runs out. */
test_reference *test_reference_create(const wm_walkmesh *mesh, const bool *allowed);
void test_reference_free(test_reference *reference);

/* The length of the shortest path, or INFINITY if there is none. Only x and y count. */
double test_reference_length(test_reference *reference, uint32_t from_face, wm_vec3 from,
                             uint32_t to_face, wm_vec3 to);

/* Does the floor hold together from one face to the other? A flood over the links. */
bool test_reference_joined(test_reference *reference, uint32_t from_face, uint32_t to_face);

#endif

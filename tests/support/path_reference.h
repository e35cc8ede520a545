/* Shortest paths found in a slow and simple way, to judge the engine.
 *
 * Uses nothing of src/nav except the public fields of wm_walkmesh. The floor is a set of
 * triangles, measured in plan view and glued together at the links. A shortest path on it is
 * straight except at corners, so Dijkstra finds it in the graph of all corners that see each
 * other. Visibility is decided by spreading a cone of sight from each corner face by face,
 * in long double. Each face is laid flat next to the previous one. Where the floor folds
 * over an edge, the face is mirrored, so that the cone continues straight as it does on the
 * floor. */
#ifndef WAYMARK_TEST_PATH_REFERENCE_H
#define WAYMARK_TEST_PATH_REFERENCE_H

#include "waymark/walkmesh.h"

typedef struct test_reference test_reference;

/* `allowed`, if not NULL, gives for each face whether a path may use it. Aborts if out of
 * memory. */
test_reference *test_reference_create(const wm_walkmesh *mesh, const bool *allowed);
void test_reference_free(test_reference *reference);

/* The length of the shortest path, or INFINITY if there is none. Only x and y count. */
double test_reference_length(test_reference *reference, uint32_t from_face, wm_vec3 from,
                             uint32_t to_face, wm_vec3 to);

/* Returns true if the two faces are connected: a flood fill over the links. */
bool test_reference_joined(test_reference *reference, uint32_t from_face, uint32_t to_face);

#endif

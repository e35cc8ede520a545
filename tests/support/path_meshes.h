/* Walkmeshes that are hard for path finding: each has one kind of fault found in real files,
 * or one shape that can mislead a search. */
#ifndef WAYMARK_TEST_PATH_MESHES_H
#define WAYMARK_TEST_PATH_MESHES_H

#include "waymark/walkmesh.h"

typedef struct test_mesh {
    wm_vec3 *vertices;
    wm_walk_face *faces;
    uint32_t *materials;
    bool *walkable;
    wm_walk_edges *links; /* NULL: found by vertex index */
    uint32_t vertex_count, vertex_room, face_count, face_room;
    uint64_t random;
} test_mesh;

/* Aborts if out of memory, as do the functions below. */
test_mesh test_mesh_new(uint64_t seed);
void test_mesh_free(test_mesh *mesh);
uint32_t test_mesh_vertex(test_mesh *mesh, double x, double y, double z);
uint32_t test_mesh_face(test_mesh *mesh, uint32_t a, uint32_t b, uint32_t c);
/* 0 to 1, excluding 1; the same seed gives the same numbers. */
double test_mesh_random(test_mesh *mesh);
/* Returns NULL and sets the error like wm_walkmesh_new. */
wm_walkmesh *test_mesh_build(const test_mesh *mesh, wm_error *error);
/* Links edges by position, ignoring winding: the first two edges at a position are joined. */
void test_mesh_link(test_mesh *mesh);

typedef struct test_path_mesh {
    const char *name;
    void (*make)(test_mesh *mesh); /* its random numbers are seeded */
} test_path_mesh;

extern const test_path_mesh test_path_meshes[]; /* ends with a row without a name */

#endif

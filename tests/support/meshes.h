/* Neutral walkmeshes for testing queries: the samples, an area of many rooms, and every
 * walkmesh of the corpus if it is available. */
#ifndef WAYMARK_TEST_MESHES_H
#define WAYMARK_TEST_MESHES_H

#include "support.h"

typedef void (*test_mesh_case)(const char *name, const wm_walkmesh *mesh, void *user);

/* Calls `run` for each mesh; fails the test if there are none. Returns how many came from
 * the corpus. */
unsigned test_each_mesh(test_mesh_case run, void *user);

/* A rectangle of nx by ny squares of `size` metres, starting at `from`. */
wm_walkmesh *test_field(uint32_t nx, uint32_t ny, float size, wm_vec3 from);

/* A walkmesh of three arrays from malloc, which are freed. */
wm_walkmesh *test_walkmesh_of(wm_vec3 *vertices, uint32_t vertex_count, wm_walk_face *faces,
                              uint32_t face_count, bool *walkable);
/* A disc of `count` triangles around one vertex, with a radius of 10 m. */
wm_walkmesh *test_disc(uint32_t count);

/* Random numbers, the same on every machine. */
typedef struct test_random {
    uint64_t state;
} test_random;

/* From 0 to 1, excluding 1. */
double test_unit(test_random *r);
double test_range(test_random *r, double low, double high);
/* A random point of a random walkable face with area in plan view, rounded to floats.
 * Returns false if there is none. */
bool test_place(test_random *r, const wm_walkmesh *mesh, wm_place *place);

/* The horizontal distance from p to the face; 0 inside. */
double test_outside(const wm_walkmesh *mesh, uint32_t face, wm_vec3 p);
/* Height of the face at p. */
double test_height(const wm_walkmesh *mesh, uint32_t face, wm_vec3 p);

#endif

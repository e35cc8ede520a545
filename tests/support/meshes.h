/* Neutral walkmeshes to try queries on: the project's samples, an area of many rooms,
 * and every walkmesh of the corpus where there is one. */
#ifndef WAYMARK_TEST_MESHES_H
#define WAYMARK_TEST_MESHES_H

#include "support.h"

typedef void (*test_mesh_case)(const char *name, const wm_walkmesh *mesh, void *user);

/* Calls it for each; fails the test when there are none. Returns how many came from the
 * corpus. */
unsigned test_each_mesh(test_mesh_case run, void *user);

/* A rectangle of nx by ny squares of `size` metres from (x, y) on, at height z. */
wm_walkmesh *test_field(uint32_t nx, uint32_t ny, float size, wm_vec3 from);

/* Random numbers, the same on every machine. */
typedef struct test_random {
    uint64_t state;
} test_random;

/* From 0 to 1, without 1. */
double test_unit(test_random *r);
double test_range(test_random *r, double low, double high);
/* A random point of a random walkable face that has area in the plan, rounded to
 * floats; false when there is none. */
bool test_place(test_random *r, const wm_walkmesh *mesh, wm_place *place);

/* How far p lies outside of the face in the plan, 0 inside. */
double test_outside(const wm_walkmesh *mesh, uint32_t face, wm_vec3 p);
/* Height of the face at p. */
double test_height(const wm_walkmesh *mesh, uint32_t face, wm_vec3 p);

#endif

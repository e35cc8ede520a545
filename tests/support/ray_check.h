/* Compares rays, sight and heights with brute force that shares no code with the library. */
#ifndef WAYMARK_TEST_RAY_CHECK_H
#define WAYMARK_TEST_RAY_CHECK_H

#include "waymark/walkmesh.h"

/* Directions to test: along the axes and diagonal to them. */
enum { TEST_WAYS = 9 };
extern const wm_vec3 test_ways[TEST_WAYS];

typedef struct test_vec {
    long double x, y, z;
} test_vec;

test_vec test_from_to(wm_vec3 a, wm_vec3 b);
test_vec test_cross(test_vec a, test_vec b);
long double test_dot(test_vec a, test_vec b);
/* The sum of the absolute values of its components. */
long double test_size(test_vec a);

/* Builds a mesh from a description; fails the test on error. */
wm_walkmesh *test_build_mesh(const wm_walkmesh_desc *desc);
/* A number between low and high, excluding high. */
float test_between(uint32_t *seed, float low, float high);

/* Compares the nearest hit from a point along a direction. On meshes of small integers
 * everything is exact and `slack` is 0; otherwise results within the computation error are
 * not judged. */
void test_compare_ray(wm_query *q, const wm_walkmesh *m, wm_vec3 from, wm_vec3 d, long double slack,
                      const wm_query_filter *filter, unsigned *hits);
/* Compares whether anything lies between two points. */
void test_compare_sight(wm_query *q, const wm_walkmesh *m, wm_vec3 from, wm_vec3 to,
                        long double slack, unsigned *blocked);
/* Checks that heights match wm_query_locate. */
void test_same_height(wm_query *q, wm_vec3 p, const wm_query_filter *filter, unsigned *found);

#endif

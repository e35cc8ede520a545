/* Rays, sight and heights against brute force, written apart from the library. */
#ifndef WAYMARK_TEST_RAY_CHECK_H
#define WAYMARK_TEST_RAY_CHECK_H

#include "waymark/walkmesh.h"

/* Directions to try: along the axes and across them. */
enum { TEST_WAYS = 9 };
extern const wm_vec3 test_ways[TEST_WAYS];

typedef struct test_vec {
    long double x, y, z;
} test_vec;

test_vec test_from_to(wm_vec3 a, wm_vec3 b);
test_vec test_cross(test_vec a, test_vec b);
long double test_dot(test_vec a, test_vec b);
/* The sum of the sizes of its parts. */
long double test_size(test_vec a);

/* A mesh of a description; the test fails where there is none. */
wm_walkmesh *test_build_mesh(const wm_walkmesh_desc *desc);
/* A number between two, other than the last. */
float test_between(uint32_t *seed, float low, float high);

/* The nearest hit from a point along a direction. On meshes of small integers all is exact
 * and `slack` is 0; else what is within the error of its computation is left open. */
void test_compare_ray(wm_query *q, const wm_walkmesh *m, wm_vec3 from, wm_vec3 d, long double slack,
                      const wm_query_filter *filter, unsigned *hits);
/* Whether anything stands between two points. */
void test_compare_sight(wm_query *q, const wm_walkmesh *m, wm_vec3 from, wm_vec3 to,
                        long double slack, unsigned *blocked);
/* Whether heights are what locate says. */
void test_same_height(wm_query *q, wm_vec3 p, const wm_query_filter *filter, unsigned *found);

#endif

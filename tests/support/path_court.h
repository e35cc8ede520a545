/* Compares the paths of one mesh with the slow reference, in both directions, with and
 * without an index. */
#ifndef WAYMARK_TEST_PATH_COURT_H
#define WAYMARK_TEST_PATH_COURT_H

#include "path_check.h"
#include "path_meshes.h"
#include "path_reference.h"

/* One mesh, the engine's query and the judge of its results. */
typedef struct test_court {
    const char *name;
    const wm_walkmesh *mesh;
    wm_query *query;
    test_reference *reference;
    wm_path_index *index; /* NULL: not tested */
    test_trip trip;
    test_mesh dice; /* for its random numbers */
    const wm_query_filter *filter;
    unsigned found, apart, wrong;
    double worst; /* relative difference in length */
} test_court;

/* `allowed` as for test_reference_create. */
test_court test_court_open(const char *name, const wm_walkmesh *mesh, const bool *allowed);
void test_court_close(test_court *c);
/* Tests random pairs of points on walkable faces, a fifth of them on corners and edges; in
 * one region, or anywhere. Stops at the first wrong one. */
void test_court_judge_in(test_court *c, uint32_t region, uint32_t pairs);
void test_court_judge(test_court *c, uint32_t pairs);
void test_court_report(const test_court *c);

#endif

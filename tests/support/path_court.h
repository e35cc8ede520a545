/* Holds the paths of one mesh to the slow reference, both ways, with and without index. */
#ifndef WAYMARK_TEST_PATH_COURT_H
#define WAYMARK_TEST_PATH_COURT_H

#include "path_check.h"
#include "path_meshes.h"
#include "path_reference.h"

/* One mesh, the engine's query and the judge of its answers. */
typedef struct test_court {
    const char *name;
    const wm_walkmesh *mesh;
    wm_query *query;
    test_reference *reference;
    wm_path_index *index; /* NULL: not asked */
    test_trip trip;
    test_mesh dice; /* for its random numbers */
    const wm_query_filter *filter;
    unsigned found, apart, wrong;
    double worst; /* relative difference in length */
} test_court;

/* `allowed` as test_reference_create takes it. */
test_court test_court_open(const char *name, const wm_walkmesh *mesh, const bool *allowed);
void test_court_close(test_court *c);
/* Random pairs of points of walkable faces, a fifth of them on corners and edges; in one
 * region, or anywhere. Ends at the first that is wrong. */
void test_court_judge_in(test_court *c, uint32_t region, uint32_t pairs);
void test_court_judge(test_court *c, uint32_t pairs);
void test_court_report(const test_court *c);

#endif

/* Measures of an NWN2 floor that an edit must keep, and its bake. */
#ifndef WAYMARK_TEST_FLOOR_SUMS_H
#define WAYMARK_TEST_FLOOR_SUMS_H

#include "waymark/nwn2.h"

typedef struct test_sums {
    double area, walkable; /* in the plan */
    double rim;            /* length of sides with one triangle, or an odd number of them */
    uint32_t flipped;      /* triangles that run the other way */
} test_sums;

test_sums test_sum_up(const wm_nwn2_aswm *a);
/* In plan view; negative for a clockwise triangle. */
double test_plan_area(const wm_nwn2_aswm *a, const wm_nwn2_triangle *t);
/* Fails the test if `check` finds an error. */
void test_no_errors(const wm_nwn2_trn *trn);
void test_bake_again(wm_nwn2_trn *trn);

#endif

#include "floor_sums.h"

#include <math.h>

#include "support.h"

double test_plan_area(const wm_nwn2_aswm *a, const wm_nwn2_triangle *t)
{
    wm_vec3 u = a->vertices[t->vertex[0]], v = a->vertices[t->vertex[1]],
            w = a->vertices[t->vertex[2]];
    return (((double)v.x - (double)u.x) * ((double)w.y - (double)u.y) -
            ((double)v.y - (double)u.y) * ((double)w.x - (double)u.x)) /
           2;
}

typedef struct side {
    uint32_t low, high;
} side;

static int by_vertices(const void *x, const void *y)
{
    const side *a = x, *b = y;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    return a->high < b->high ? -1 : a->high > b->high;
}

test_sums test_sum_up(const wm_nwn2_aswm *a)
{
    test_sums s = {0};
    uint32_t n = 3 * a->triangle_count;
    side *sides = malloc((n + 1) * sizeof *sides);
    assert_non_null(sides);
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        double area = test_plan_area(a, t);
        s.area += fabs(area);
        s.flipped += area > 0;
        if (t->flags & WM_NWN2_WALKABLE)
            s.walkable += fabs(area);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t p = t->vertex[k], q = t->vertex[(k + 1) % 3];
            sides[3 * i + k] = (side){p < q ? p : q, p < q ? q : p};
        }
    }
    qsort(sides, n, sizeof *sides, by_vertices);
    for (uint32_t i = 0, k; i < n; i = k) {
        for (k = i + 1; k < n && by_vertices(&sides[i], &sides[k]) == 0;)
            k++;
        wm_vec3 u = a->vertices[sides[i].low], v = a->vertices[sides[i].high];
        if ((k - i) % 2)
            s.rim += sqrt(pow((double)u.x - (double)v.x, 2) + pow((double)u.y - (double)v.y, 2) +
                          pow((double)u.z - (double)v.z, 2));
    }
    free(sides);
    return s;
}

void test_no_errors(const wm_nwn2_trn *trn)
{
    wm_report report;
    wm_report_init(&report, NULL);
    assert_int_equal(wm_nwn2_trn_check(trn, NULL, &report, NULL), WM_OK);
    for (uint32_t i = 0; i < report.count; i++)
        if (report.issues[i].severity == WM_SEVERITY_ERROR)
            fail_msg("%s: %s", wm_issue_describe(report.issues[i].code)->name,
                     report.issues[i].message);
    wm_report_free(&report);
}

void test_bake_again(wm_nwn2_trn *trn)
{
    wm_error error;
    if (wm_nwn2_trn_rebuild(trn, NULL, NULL, &error) != WM_OK)
        fail_msg("%s: %s", error.path, error.message);
    test_no_errors(trn);
}

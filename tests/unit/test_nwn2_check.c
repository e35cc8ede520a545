/* What check must not call a fault in real terrain, and where that ends. */
#include "fixtures.h"
#include "support.h"
#include "terrain.h"

/* A slope over the first square of a plan, with the normals that the toolset would store. */
static wm_nwn2_trn *slope(float height, bool baked)
{
    const test_plan plan = {.width = 1, .height = 1, .squares = 3, .tile_width = 9};
    wm_nwn2_trn *trn = test_terrain_plan(&plan, baked);
    wm_nwn2_aswm *a = trn->aswm;
    for (uint32_t i = 0; i < a->vertex_count; i++)
        if (a->vertices[i].x > 2)
            a->vertices[i].z = height;
    test_terrain_bake(trn, baked);
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        wm_nwn2_triangle *t = &a->triangles[i];
        if (t->normal.z == 1)
            continue;
        t->normal = (wm_vec3){0, 0, 1};
        t->dot = -a->vertices[t->vertex[0]].z;
    }
    return trn;
}

static uint32_t count(wm_nwn2_trn *trn, wm_issue_code code, wm_severity *severity)
{
    wm_report report;
    uint32_t found = 0;
    wm_report_init(&report, NULL);
    test_check_trn(trn, &report);
    for (uint32_t i = 0; i < report.count; i++)
        if (report.issues[i].code == code) {
            found++;
            if (severity)
                *severity = report.issues[i].severity;
        }
    wm_report_free(&report);
    return found;
}

/* The toolset stores (0, 0, 1) for triangles that are nearly upright. */
static void flat_normals_of_upright_triangles_are_fine_in_a_trn(void **state)
{
    (void)state;
    assert_int_equal(count(slope(300, false), WM_NWN2_NORMAL_WRONG, NULL), 0);
    assert_int_equal(count(slope(300, true), WM_NWN2_NORMAL_WRONG, NULL), 6);
    assert_int_equal(count(slope(3, false), WM_NWN2_NORMAL_WRONG, NULL), 6);
}

/* nwn-trn leaves the flags of a TRN in the tiles that it bakes. The game does not mind. */
static void tile_flags_of_a_trn_in_a_trx_are_a_warning(void **state)
{
    (void)state;
    wm_severity severity = WM_SEVERITY_INFO;
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    assert_int_equal(trn->aswm->tiles_flags, WM_NWN2_TRX_TILES);
    for (uint32_t i = 0; i < 4; i++)
        trn->aswm->tiles[i].flags = WM_NWN2_TRN_TILES;
    assert_int_equal(count(trn, WM_NWN2_TILES_FLAGS, &severity), 4);
    assert_int_equal(severity, WM_SEVERITY_WARNING);
    assert_int_equal(count(test_terrain_make("hall.trx"), WM_NWN2_TILES_FLAGS, NULL), 0);
    assert_int_equal(count(test_terrain_make("hall.trn"), WM_NWN2_TILES_FLAGS, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_normals_of_upright_triangles_are_fine_in_a_trn),
        cmocka_unit_test(tile_flags_of_a_trn_in_a_trx_are_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

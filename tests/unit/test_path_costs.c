/* Paths that prefer some materials, and paths that end short of the goal. */
#include <math.h>

#include "support.h"

enum { SIDE = 20, ROAD = 4, SWAMP = 12 };

/* A square of unit squares; a road runs along the border, swamp fills the middle. */
static wm_walkmesh *park(void)
{
    static wm_vec3 v[(SIDE + 1) * (SIDE + 1)];
    static wm_walk_face f[SIDE * SIDE * 2];
    static uint32_t m[SIDE * SIDE * 2];
    uint32_t at = 0;
    for (uint32_t i = 0; i < (SIDE + 1) * (SIDE + 1); i++)
        v[i] = (wm_vec3){(float)(i % (SIDE + 1)), (float)(i / (SIDE + 1)), 1};
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t x = i % SIDE, y = i / SIDE, a = y * (SIDE + 1) + x, d = a + SIDE + 1;
        bool road = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
        m[at] = m[at + 1] = road ? ROAD : SWAMP;
        f[at++] = (wm_walk_face){{a, a + 1, d + 1}};
        f[at++] = (wm_walk_face){{a, d + 1, d}};
    }
    wm_walkmesh_desc desc = {.vertex_count = (SIDE + 1) * (SIDE + 1),
                             .vertices = v,
                             .face_count = at,
                             .faces = f,
                             .materials = m};
    wm_walkmesh *mesh = wm_walkmesh_new(&desc, NULL, NULL);
    assert_non_null(mesh);
    return mesh;
}

static float costs[64];

static void cost_all(float road, float swamp)
{
    for (int i = 0; i < 64; i++)
        costs[i] = 1;
    costs[ROAD] = road;
    costs[SWAMP] = swamp;
}

static wm_path walk(const wm_walkmesh *m, wm_path_point *points, uint32_t *faces)
{
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_path path = {.points = points, .point_capacity = 512, .faces = faces, .face_capacity = 512};
    wm_path_opts opts = {.costs = costs};
    wm_vec3 from = {0.4f, 0.7f, 0}, to = {19.6f, 19.3f, 0};
    assert_int_equal(
        wm_query_path_between_faces(q, 1, from, SIDE * SIDE * 2 - 2, to, &opts, &path, NULL),
        WM_OK);
    wm_query_free(q);
    assert_true(path.found);
    assert_true(path.point_count < 512 && path.face_count < 512);
    double sum = 0;
    for (uint32_t i = 1; i < path.point_count; i++)
        sum += hypot((double)points[i].position.x - (double)points[i - 1].position.x,
                     (double)points[i].position.y - (double)points[i - 1].position.y);
    assert_true(fabs(sum - path.length) < 1e-4);
    return path;
}

static void equal_costs_give_nearly_the_shortest(void **state)
{
    wm_path_point points[512];
    uint32_t faces[512];
    (void)state;
    wm_walkmesh *m = park();
    cost_all(2, 2);
    wm_path p = walk(m, points, faces);
    double straight = hypot(19.2, 18.6);
    assert_true(p.length >= straight - 1e-5 && p.length < straight * 1.02);
    assert_true(fabs(p.cost - 2 * p.length) < 1e-6);
    wm_walkmesh_free(m);
}

static void dear_ground_is_gone_round(void **state)
{
    wm_path_point points[512];
    uint32_t faces[512], swamp = 0;
    (void)state;
    wm_walkmesh *m = park();
    cost_all(1, 10);
    wm_path p = walk(m, points, faces);
    for (uint32_t i = 0; i < p.face_count; i++)
        swamp += m->materials[faces[i]] == SWAMP;
    assert_int_equal(swamp, 0);
    assert_true(p.length < 38 && p.cost < 38); /* along two sides */
    cost_all(1, 1.2f);                         /* not so dear: it is worth crossing */
    p = walk(m, points, faces);
    assert_true(p.length < 30 && p.cost < 38);
    wm_walkmesh_free(m);
}

static void costs_must_be_above_zero(void **state)
{
    wm_error error;
    (void)state;
    wm_walkmesh *m = park();
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_path path = {0};
    wm_path_opts opts = {.costs = costs};
    wm_vec3 p = {0.4f, 0.7f, 0};
    cost_all(1, 0);
    assert_int_equal(wm_query_path_between_faces(q, 1, p, 9, p, &opts, &path, &error),
                     WM_BAD_ARGUMENT);
    assert_string_equal(error.path, "costs");
    wm_query_free(q);
    wm_walkmesh_free(m);
}

/* A path to the far side of a chasm ends at its rim. */
static void partial_paths_end_nearest_to_the_goal(void **state)
{
    const wm_vec3 v[8] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                          {6, 0, 0}, {9, 0, 0}, {9, 4, 0}, {6, 4, 0}};
    const wm_walk_face f[4] = {{{0, 1, 2}}, {{0, 2, 3}}, {{4, 5, 6}}, {{4, 6, 7}}};
    wm_walkmesh_desc desc = {.vertex_count = 8, .vertices = v, .face_count = 4, .faces = f};
    wm_path_point points[8];
    wm_path path = {.points = points, .point_capacity = 8};
    wm_path_opts opts = {.partial = true};
    (void)state;
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_vec3 from = {1, 3, 0}, to = {8, 3, 0}, up = {2, 1, 5};
    assert_int_equal(wm_query_path_between_faces(q, 1, from, 3, to, NULL, &path, NULL), WM_OK);
    assert_false(path.found);
    assert_int_equal(wm_query_path_between_faces(q, 1, from, 3, to, &opts, &path, NULL), WM_OK);
    assert_true(path.found && path.partial);
    assert_true(fabs(path.remaining - 4) < 1e-6 && fabs(path.length - 3) < 1e-6);
    assert_true(points[path.point_count - 1].position.x == 4);
    /* A goal on no face at all. */
    assert_int_equal(wm_query_path_between_faces(q, 1, from, WM_NO_INDEX, up, &opts, &path, NULL),
                     WM_OK);
    assert_true(path.found && path.partial && fabs(path.remaining - 5) < 1e-6);
    /* A goal that can be reached is. */
    assert_int_equal(wm_query_path_between_faces(q, 1, from, 0, up, &opts, &path, NULL), WM_OK);
    assert_true(path.found && !path.partial);
    wm_query_free(q);
    wm_walkmesh_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_costs_give_nearly_the_shortest),
        cmocka_unit_test(dear_ground_is_gone_round),
        cmocka_unit_test(costs_must_be_above_zero),
        cmocka_unit_test(partial_paths_end_nearest_to_the_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

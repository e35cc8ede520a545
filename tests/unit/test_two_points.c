/* wm_query_path: paths between two points, which it locates itself. */
#include <math.h>

#include "support.h"

/* Two floors of two triangles each, 4 m by 4 m, one 3 m above the other, and not joined. */
static wm_walkmesh *two_floors(void)
{
    static const wm_vec3 vertices[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                                       {0, 0, 3}, {4, 0, 3}, {4, 4, 3}, {0, 4, 3}};
    static const wm_walk_face faces[] = {{{0, 1, 2}}, {{0, 2, 3}}, {{4, 5, 6}}, {{4, 6, 7}}};
    static const uint32_t materials[] = {1, 1, 2, 1};
    const wm_walkmesh_desc desc = {.vertex_count = 8,
                                   .vertices = vertices,
                                   .face_count = 4,
                                   .faces = faces,
                                   .materials = materials};
    return wm_walkmesh_new(&desc, NULL, NULL);
}

typedef struct ground {
    wm_walkmesh *mesh;
    wm_query *query;
    wm_path_point points[8];
    wm_path path;
} ground;

static int set_up(void **state)
{
    ground *g = calloc(1, sizeof *g);
    g->mesh = two_floors();
    g->query = wm_query_new(g->mesh, NULL, NULL);
    g->path = (wm_path){.points = g->points, .point_capacity = 8};
    *state = g;
    return g->query ? 0 : -1;
}

static int tear_down(void **state)
{
    ground *g = *state;
    wm_query_free(g->query);
    wm_walkmesh_free(g->mesh);
    free(g);
    return 0;
}

static void ask(ground *g, wm_vec3 from, wm_vec3 to, const wm_path_opts *opts)
{
    assert_int_equal(wm_query_path(g->query, from, to, opts, &g->path, NULL), WM_OK);
}

static void the_nearest_floor_is_taken(void **state)
{
    ground *g = *state;
    ask(g, (wm_vec3){3, 1, 0.2f}, (wm_vec3){1, 3, -1}, NULL);
    assert_true(g->path.found);
    assert_int_equal(g->path.point_count, 2);
    assert_int_equal(g->points[0].face, 0);
    assert_int_equal(g->points[1].face, 1);
    assert_true(g->points[1].position.z == 0);
    ask(g, (wm_vec3){3, 1, 2}, (wm_vec3){1, 3, 9}, NULL);
    assert_true(g->path.found && fabs(g->path.length - sqrt(8)) < 1e-9);
    assert_int_equal(g->points[0].face, 2);
    assert_true(g->points[0].position.z == 3);
}

static void floors_are_not_joined(void **state)
{
    ground *g = *state;
    ask(g, (wm_vec3){3, 1, 0}, (wm_vec3){1, 3, 3}, NULL);
    assert_false(g->path.found);
}

static void a_point_beside_the_floor_has_no_path(void **state)
{
    ground *g = *state;
    ask(g, (wm_vec3){9, 1, 0}, (wm_vec3){1, 3, 0}, NULL);
    assert_false(g->path.found);
    ask(g, (wm_vec3){3, 1, 0}, (wm_vec3){1, 9, 0}, NULL);
    assert_false(g->path.found);
    ask(g, (wm_vec3){NAN, 1, 0}, (wm_vec3){1, 3, 0}, NULL);
    assert_false(g->path.found);
}

static void a_partial_path_needs_only_a_start(void **state)
{
    ground *g = *state;
    const wm_path_opts opts = {.partial = true};
    ask(g, (wm_vec3){3, 1, 0}, (wm_vec3){1, 9, 0}, &opts);
    assert_true(g->path.found && g->path.partial);
    assert_true(fabs(g->path.remaining - 5) < 1e-6);
    ask(g, (wm_vec3){9, 1, 0}, (wm_vec3){1, 3, 0}, &opts);
    assert_false(g->path.found);
}

/* The ends are located on faces that pass the filter. */
static void a_filter_holds_for_the_ends(void **state)
{
    ground *g = *state;
    const wm_query_filter filter = {.materials = 1 << 1};
    const wm_path_opts opts = {.filter = &filter};
    ask(g, (wm_vec3){3, 1, 3}, (wm_vec3){1, 3, 0}, &opts);
    assert_true(g->path.found);
    assert_int_equal(g->points[0].face, 0);
}

/* The same path as between the faces that are located. */
static void both_calls_agree(void **state)
{
    ground *g = *state;
    wm_path_point points[8];
    wm_path path = {.points = points, .point_capacity = 8};
    wm_vec3 from = {3.5f, 0.25f, 0}, to = {0.25f, 3.75f, 0};
    ask(g, from, to, NULL);
    assert_int_equal(wm_query_path_between_faces(g->query, 0, from, 1, to, NULL, &path, NULL),
                     WM_OK);
    assert_true(g->path.length == path.length);
    assert_int_equal(g->path.point_count, path.point_count);
    assert_memory_equal(&g->points[1].position, &points[1].position, sizeof(wm_vec3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_nearest_floor_is_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(floors_are_not_joined, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_point_beside_the_floor_has_no_path, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_partial_path_needs_only_a_start, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_filter_holds_for_the_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(both_calls_agree, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

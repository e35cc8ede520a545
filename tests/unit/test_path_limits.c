/* Paths at the limits: no mesh, one face, NaNs, buffers that are too short,
 * memory that runs out. */
#include <math.h>

#include "memory.h"
#include "path_meshes.h"
#include "support.h"

static const wm_vec3 corner[] = {{0, 0, 0}, {4, 0, 0},   {4, 4, 1},
                                 {0, 4, 1}, {NAN, 1, 0}, {9, 9, 9}};
static const wm_walk_face faces[] = {
    {{0, 1, 2}}, {{0, 2, 3}}, {{3, 2, 4}}, {{0, 0, 0}}, {{2, 1, 5}}};
static const bool walkable[] = {true, true, true, true, false};

static wm_walkmesh *build(uint32_t face_count)
{
    const wm_walkmesh_desc desc = {.vertex_count = face_count ? 6 : 0,
                                   .vertices = face_count ? corner : NULL,
                                   .face_count = face_count,
                                   .faces = face_count ? faces : NULL,
                                   .walkable = face_count ? walkable : NULL};
    wm_walkmesh *mesh = wm_walkmesh_new(&desc, NULL, NULL);
    assert_non_null(mesh);
    return mesh;
}

static bool found(wm_query *q, uint32_t a, wm_vec3 from, uint32_t b, wm_vec3 to, wm_path *path)
{
    *path = (wm_path){.found = true, .length = -1, .point_count = 77, .face_count = 77};
    assert_int_equal(wm_query_path_between_faces(q, a, from, b, to, NULL, path, NULL), WM_OK);
    if (!path->found)
        assert_true(path->length == 0 && path->point_count == 0 && path->face_count == 0);
    return path->found;
}

static void faces_that_have_no_path(void **state)
{
    const wm_vec3 a = {3, 1, 0}, b = {1, 3, 0};
    wm_path path;
    (void)state;
    for (uint32_t count = 0; count <= 5; count++) {
        wm_walkmesh *mesh = build(count);
        wm_query *q = wm_query_new(mesh, NULL, NULL);
        assert_non_null(q);
        assert_true(found(q, 0, a, 0, a, &path) == (count > 0)); /* standing still */
        assert_true(found(q, 0, a, 1, b, &path) == (count > 1));
        if (count > 1)
            assert_true(fabs(path.length - sqrt(8)) < 1e-12);
        assert_false(found(q, 0, a, 2, b, &path)); /* a corner is not a number */
        assert_false(found(q, 2, a, 2, a, &path));
        assert_false(found(q, 0, a, 3, a, &path)); /* joined to nothing */
        assert_false(found(q, 0, a, 4, b, &path)); /* not walkable */
        assert_false(found(q, 0, a, 5, b, &path)); /* not there */
        assert_false(found(q, WM_NO_INDEX, a, 0, a, &path));
        assert_int_equal(wm_walkmesh_region(mesh, count), WM_NO_INDEX);
        wm_query_free(q);
        wm_walkmesh_free(mesh);
    }
}

static void points_that_are_no_numbers(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    const wm_vec3 good = {3, 1, 0};
    wm_walkmesh *mesh = build(2);
    wm_query *q = wm_query_new(mesh, NULL, NULL);
    wm_path path;
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            wm_vec3 p = {k ? 1 : bad[i], k ? bad[i] : 3, 0};
            assert_false(found(q, 0, good, 1, p, &path));
            assert_false(found(q, 1, p, 0, good, &path));
            assert_false(found(q, 1, p, 1, p, &path));
        }
    assert_true(found(q, 0, (wm_vec3){3, 1, NAN}, 1, (wm_vec3){1, 3, INFINITY}, &path));
    wm_query_free(q);
    wm_walkmesh_free(mesh);
}

/* The first points and faces fill the buffers; the counts are those of the whole path. */
static void short_buffers(void **state)
{
    test_mesh made = test_mesh_new(3);
    wm_path_point all[200], some[200];
    uint32_t corridor[200], part[200];
    const wm_path_opts opts = {.crossings = true};
    const wm_path_point untouched = {{-5, -5, -5}, 12345, false};
    (void)state;
    test_path_meshes[0].make(&made);
    wm_walkmesh *mesh = test_mesh_build(&made, NULL);
    wm_query *q = wm_query_new(mesh, NULL, NULL);
    wm_vec3 from = mesh->vertices[mesh->faces[0].vertex[0]];
    uint32_t far = mesh->face_count - 1;
    wm_vec3 to = mesh->vertices[mesh->faces[far].vertex[1]];
    wm_path whole = {.points = all, .point_capacity = 200, .faces = corridor, .face_capacity = 200};
    assert_int_equal(wm_query_path_between_faces(q, 0, from, far, to, &opts, &whole, NULL), WM_OK);
    assert_true(whole.found && whole.point_count > 10 && whole.point_count < 200);
    for (uint32_t room = 0; room < whole.point_count; room += 3) {
        wm_path path = {
            .points = some, .point_capacity = room, .faces = part, .face_capacity = room};
        for (uint32_t i = 0; i < 200; i++) {
            some[i] = untouched;
            part[i] = 12345;
        }
        assert_int_equal(wm_query_path_between_faces(q, 0, from, far, to, &opts, &path, NULL),
                         WM_OK);
        assert_int_equal(path.point_count, whole.point_count);
        assert_int_equal(path.face_count, whole.face_count);
        for (uint32_t i = 0; i < 200; i++) {
            assert_int_equal(some[i].face, i < room ? all[i].face : 12345);
            assert_int_equal(part[i], i < room && i < whole.face_count ? corridor[i] : 12345);
        }
    }
    wm_query_free(q);
    wm_walkmesh_free(mesh);
    test_mesh_free(&made);
}

/* Builds, asks with and without a filter, frees. */
static wm_status whole_life(const test_mesh *made, const wm_allocator *allocator)
{
    const wm_walkmesh_desc desc = {.vertex_count = made->vertex_count,
                                   .vertices = made->vertices,
                                   .face_count = made->face_count,
                                   .faces = made->faces,
                                   .materials = made->materials,
                                   .walkable = made->walkable};
    const wm_query_filter filter = {.materials = UINT64_C(1) << 4};
    const wm_path_opts opts = {.filter = &filter};
    wm_status status = WM_NO_MEMORY;
    wm_error error = {0};
    wm_walkmesh *mesh = wm_walkmesh_new(&desc, allocator, &error);
    wm_query *q = mesh ? wm_query_new(mesh, allocator, &error) : NULL;
    if (q) {
        wm_vec3 a = mesh->vertices[mesh->faces[0].vertex[0]];
        uint32_t last = mesh->face_count - 1;
        wm_vec3 b = mesh->vertices[mesh->faces[last].vertex[1]];
        for (int i = 0; i < 4; i++) { /* a refused search must not spoil the next */
            wm_path path = {0};
            wm_status s =
                wm_query_path_between_faces(q, 0, a, last, b, i % 2 ? &opts : NULL, &path, &error);
            status = i == 0 || s != WM_OK ? s : status;
            assert_true(s != WM_OK || path.found);
        }
    } else {
        assert_int_equal(error.code, WM_NO_MEMORY);
    }
    wm_query_free(q);
    wm_walkmesh_free(mesh);
    return status;
}

static void refused_memory(void **state)
{
    static const char *const names[] = {"open field", "stairs"};
    (void)state;
    for (const test_path_mesh *kind = test_path_meshes; kind->name; kind++) {
        if (strcmp(kind->name, names[0]) != 0 && strcmp(kind->name, names[1]) != 0)
            continue;
        test_mesh made = test_mesh_new(1);
        kind->make(&made);
        for (uint32_t f = 0; f < made.face_count; f++)
            made.walkable[f] = true;
        for (uint64_t n = 1, refused = 1; refused; n++) {
            test_memory memory;
            test_memory_init(&memory);
            memory.fail_at = n;
            whole_life(&made, &memory.allocator);
            refused = memory.refused;
            test_memory_done(&memory, kind->name);
            assert_true(n < 1000);
            if (!refused)
                assert_true(n > 10);
        }
        test_mesh_free(&made);
    }
}

static wm_vec3 centre(const wm_walkmesh *mesh, uint32_t face)
{
    const uint32_t *v = mesh->faces[face].vertex;
    wm_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
    return (wm_vec3){(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, 0};
}

/* `side` x `side` squares `width` wide. The middle one of every nine is a pillar. */
static void add_pillars(test_mesh *made, uint32_t side, double width)
{
    for (uint32_t y = 0; y <= side; y++)
        for (uint32_t x = 0; x <= side; x++)
            test_mesh_vertex(made, x * width, y * width, 0);
    for (uint32_t x = 0; x < side; x++)
        for (uint32_t y = 0; y < side; y++) {
            uint32_t a = y * (side + 1) + x;
            if (x % 3 == 1 && y % 3 == 1)
                continue;
            test_mesh_face(made, a, a + 1, a + side + 2);
            test_mesh_face(made, a, a + side + 2, a + side + 1);
        }
}

static wm_status ask(const wm_walkmesh *mesh, wm_vec3 from, wm_vec3 to, const wm_path_opts *opts,
                     wm_path *path, wm_error *error)
{
    wm_query *q = wm_query_new(mesh, NULL, NULL);
    assert_non_null(q);
    *path = (wm_path){.found = true};
    wm_status status = wm_query_path(q, from, to, opts, path, error);
    wm_query_free(q);
    return status;
}

/* The same steps in any order make a way of the same length. */
static void many_ways_of_one_length(void **state)
{
    test_mesh made = test_mesh_new(1);
    wm_path path;
    (void)state;
    add_pillars(&made, 88, 1);
    wm_walkmesh *mesh = test_mesh_build(&made, NULL);
    assert_int_equal(
        ask(mesh, (wm_vec3){57.5f, 0.5f, 0}, (wm_vec3){12.5f, 84.5f, 0}, NULL, &path, NULL), WM_OK);
    assert_true(path.found && path.length > 95 && path.length < 98);
    wm_walkmesh_free(mesh);
    test_mesh_free(&made);
}

/* All that is small lies near the start, and the goal is far away. */
static void a_far_goal(void **state)
{
    float costs[64];
    const wm_path_opts opts = {.costs = costs};
    test_mesh made = test_mesh_new(1);
    wm_path path;
    (void)state;
    for (int i = 0; i < 64; i++)
        costs[i] = 1;
    add_pillars(&made, 62, 1.0 / 62);
    uint32_t low = test_mesh_vertex(&made, 3000, 0, 0), high = test_mesh_vertex(&made, 3000, 1, 0);
    test_mesh_face(&made, 62, low, high);
    test_mesh_face(&made, 62, high, 62 + 63);
    wm_walkmesh *mesh = test_mesh_build(&made, NULL);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(mesh, (wm_vec3){0.001f, 0.9f, 0}, (wm_vec3){2990, 0.5f, 0},
                             i ? &opts : NULL, &path, NULL),
                         WM_OK);
        assert_true(path.found && path.length > 2989 && path.length < 2991);
    }
    wm_walkmesh_free(mesh);
    test_mesh_free(&made);
}

/* Each corner of a round pillar sees a sixth of all faces. */
static void too_many_corners(void **state)
{
    enum { CORNERS = 4000 };
    float costs[64];
    const wm_path_opts opts = {.costs = costs};
    const wm_vec3 near = {15, 0, 0}, across = {-15, 0, 0};
    test_mesh made = test_mesh_new(1);
    wm_error error = {0};
    wm_path path;
    (void)state;
    for (int i = 0; i < 64; i++)
        costs[i] = 1;
    for (uint32_t i = 0; i < CORNERS; i++) {
        double angle = 6.283185307179586 * i / CORNERS;
        test_mesh_vertex(&made, 10 * cos(angle), 10 * sin(angle), 0);
        test_mesh_vertex(&made, 20 * cos(angle), 20 * sin(angle), 0);
    }
    for (uint32_t i = 0; i < CORNERS; i++) {
        uint32_t a = 2 * i, b = 2 * ((i + 1) % CORNERS);
        test_mesh_face(&made, a, a + 1, b + 1);
        test_mesh_face(&made, a, b + 1, b);
    }
    wm_walkmesh *mesh = test_mesh_build(&made, NULL);
    assert_int_equal(ask(mesh, near, across, NULL, &path, &error), WM_LIMIT);
    assert_false(path.found);
    assert_non_null(strstr(error.message, "8,000 faces"));
    assert_int_equal(ask(mesh, near, centre(mesh, 40), NULL, &path, &error), WM_OK);
    assert_true(path.found);
    assert_int_equal(ask(mesh, near, across, &opts, &path, &error), WM_OK);
    assert_true(path.found && path.length < 50);
    wm_walkmesh_free(mesh);
    test_mesh_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_that_have_no_path), cmocka_unit_test(points_that_are_no_numbers),
        cmocka_unit_test(short_buffers),           cmocka_unit_test(refused_memory),
        cmocka_unit_test(many_ways_of_one_length), cmocka_unit_test(a_far_goal),
        cmocka_unit_test(too_many_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

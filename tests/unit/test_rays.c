/* Rays, sight and heights against brute force on meshes of integers, where it is exact; and
 * what means nothing. */
#include <math.h>

#include "nav/query.h"
#include "ray_check.h"
#include "support.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NONE WM_NO_INDEX

/* ---- meshes of integers: everything exact ---- */

enum { SIDE = 9 };

/* Steps and slopes of even coordinates, so that the middles of edges are integers;
 * some walls, a face without area, one folded onto itself. */
static wm_walkmesh *steps_of(uint32_t seed, float size)
{
    wm_vec3 v[SIDE * SIDE + 2];
    wm_walk_face f[2 * (SIDE - 1) * (SIDE - 1) + 3];
    uint32_t materials[COUNT(f)], n = 0;
    bool walkable[COUNT(f)];
    for (int i = 0; i < SIDE * SIDE; i++) {
        float up = 2 * floorf(test_between(&seed, -4, 4));
        v[i] = (wm_vec3){(float)(2 * (i % SIDE)), (float)(2 * (i / SIDE)), up};
    }
    v[SIDE * SIDE] = (wm_vec3){6, 6, 30};
    v[SIDE * SIDE + 1] = (wm_vec3){6, 6, -30};
    for (uint32_t j = 0; j + 1 < SIDE; j++)
        for (uint32_t i = 0; i + 1 < SIDE; i++) {
            uint32_t a = j * SIDE + i;
            f[n++] = (wm_walk_face){{a, a + 1, a + SIDE + 1}};
            f[n++] = (wm_walk_face){{a, a + SIDE + 1, a + SIDE}};
        }
    f[n++] = (wm_walk_face){{SIDE * SIDE, SIDE * SIDE + 1, 0}};
    f[n++] = (wm_walk_face){{SIDE * SIDE, SIDE * SIDE + 1, SIDE * SIDE}};
    f[n++] = (wm_walk_face){{0, 2, 1}};
    for (uint32_t i = 0; i < n; i++) {
        materials[i] = i % 5;
        walkable[i] = i % 3 != 0;
    }
    for (size_t i = 0; i < COUNT(v); i++)
        v[i] = (wm_vec3){v[i].x * size, v[i].y * size, v[i].z * size};
    wm_walkmesh_desc d = {.vertex_count = COUNT(v),
                          .vertices = v,
                          .face_count = n,
                          .faces = f,
                          .materials = materials,
                          .walkable = walkable};
    return test_build_mesh(&d);
}

static wm_walkmesh *steps(uint32_t seed)
{
    return steps_of(seed, 1);
}

static void exact_on_integers(void **state)
{
    const wm_query_filter filters[] = {{.walkable_only = true}, {.materials = 0x6}};
    unsigned hits = 0, blocked = 0, rays = 0;
    (void)state;
    for (uint32_t seed = 1; seed < 4; seed++) {
        wm_walkmesh *m = steps(seed);
        for (int wide = 0; wide < 2; wide++) {
            wm_query *q = wm_query_new(m, NULL, NULL);
            q->wide = q->wide && wide;
            for (uint32_t e = 0; e < 3 * m->face_count; e++) {
                wm_vec3 a = m->vertices[m->faces[e / 3].vertex[e % 3]];
                wm_vec3 b = m->vertices[m->faces[e / 3].vertex[(e + 1) % 3]];
                wm_vec3 aim[2] = {a, {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2}};
                for (size_t k = 0; k < 2 * TEST_WAYS; k++) {
                    wm_vec3 p = aim[k % 2], d = test_ways[k / 2];
                    /* from the side, from the point itself, and as a segment that ends there */
                    wm_vec3 at = {p.x - 3 * d.x, p.y - 3 * d.y, p.z - 3 * d.z};
                    test_compare_ray(q, m, at, d, 0, NULL, &hits);
                    test_compare_ray(q, m, p, d, 0, &filters[e % 2], &hits);
                    test_compare_sight(q, m, at, p, 0, &blocked);
                    test_compare_sight(q, m, at, (wm_vec3){p.x - d.x, p.y - d.y, p.z - d.z}, 0,
                                       &blocked);
                    rays += 4;
                }
            }
            wm_query_free(q);
        }
        wm_walkmesh_free(m);
    }
    print_message("%u rays, %u hit, %u segments blocked\n", rays, hits, blocked);
    assert_true(hits > rays / 4 && blocked > rays / 16);
}

/* Near by, boxes have all the slack that rounding needs; farther away, where it is not enough, rays
 * use another variant. */
static void exact_from_afar(void **state)
{
    const float away[] = {1, 5, 20, 40, 60, 80, 150, 1000, 20000, 300000};
    unsigned hits = 0, blocked = 0, rays = 0;
    wm_walkmesh *m = steps(5);
    (void)state;
    for (int wide = 0; wide < 2; wide++) {
        wm_query *q = wm_query_new(m, NULL, NULL);
        q->wide = q->wide && wide;
        for (uint32_t e = 0; e < 3 * m->face_count; e += 5)
            for (size_t k = 0; k < COUNT(away) * TEST_WAYS; k++, rays++) {
                wm_vec3 p = m->vertices[m->faces[e / 3].vertex[e % 3]];
                wm_vec3 d = test_ways[k % TEST_WAYS];
                float by = away[k / TEST_WAYS];
                wm_vec3 at = {p.x - by * d.x, p.y - by * d.y, p.z - by * d.z};
                test_compare_ray(q, m, at, d, 0, NULL, &hits);
                test_compare_sight(q, m, at, p, 0, &blocked);
            }
        wm_query_free(q);
    }
    assert_true(hits > rays / 2 && blocked > rays / 2);
    wm_walkmesh_free(m);
}

/* Powers of two change nothing but exponents. */
/* Segments in the planes of the mesh's bounds meet it; those a hair beyond them do not. */
static void exact_at_the_bounds(void **state)
{
    (void)state;
    wm_walkmesh *m = steps(3);
    wm_query *q = wm_query_new(m, NULL, NULL);
    assert_non_null(q);
    for (int up = -1; up <= 1; up += 2)
        for (int k = 0; k < 2; k++) {
            float z = 30.0f * (float)up, away = nextafterf(z, 99.0f * (float)up);
            wm_vec3 a = {-4, 6, k ? away : z}, b = {16, 6, k ? away : z};
            unsigned blocked = 0;
            test_compare_sight(q, m, a, b, 0, &blocked);
            assert_int_equal(blocked, k ? 0 : 1);
        }
    wm_query_free(q);
    wm_walkmesh_free(m);
}

static void exact_at_any_size(void **state)
{
    const int powers[] = {-90, -40, 20, 33, 35, 37, 40, 44, 60, 90, 105, 110, 115};
    unsigned hits = 0, blocked = 0, rays = 0;
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(powers); i++) {
        float size = ldexpf(1, powers[i / 2]);
        wm_walkmesh *m = steps_of(7, size);
        wm_query *q = wm_query_new(m, NULL, NULL);
        q->wide = q->wide && i % 2;
        for (uint32_t f = 0; f < m->face_count; f += 3)
            for (size_t k = 0; k < TEST_WAYS; k++, rays++) {
                const wm_vec3 *v = m->vertices, d = test_ways[k];
                wm_vec3 a = v[m->faces[f].vertex[0]], b = v[m->faces[f].vertex[1]];
                wm_vec3 c = v[m->faces[f].vertex[2]]; /* through the inside, where float does */
                wm_vec3 p = {a.x / 2 + (b.x + c.x) / 4, a.y / 2 + (b.y + c.y) / 4,
                             a.z / 2 + (b.z + c.z) / 4};
                float by = 3 * size;
                wm_vec3 at = {p.x - by * d.x, p.y - by * d.y, p.z - by * d.z};
                test_compare_ray(q, m, at, d, 0, NULL, &hits);
                test_compare_sight(q, m, at,
                                   (wm_vec3){p.x + by * d.x, p.y + by * d.y, p.z + by * d.z}, 0,
                                   &blocked);
            }
        wm_query_free(q);
        wm_walkmesh_free(m);
    }
    assert_true(hits > rays / 2 && blocked > rays / 2);
}

/* A query that does not know its CPU answers as well, only slower. */
static void knows_the_cpu(void **state)
{
    wm_walkmesh *m = steps(1);
    wm_query *q = wm_query_new(m, NULL, NULL);
    (void)state;
#if WMI_HAS_AVX2
    assert_int_equal(q->wide, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"));
#else
    assert_false(q->wide);
#endif
    wm_query_free(q);
    wm_walkmesh_free(m);
}

/* Of faces that meet in a vertex, all at the same distance, the lowest is named. */
static void ties_go_to_the_lowest(void **state)
{
    const wm_vec3 v[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    const wm_walk_face f[] = {{{0, 4, 1}}, {{0, 3, 4}}, {{0, 2, 3}}, {{0, 1, 2}}};
    const wm_walkmesh_desc d = {.vertex_count = 5, .vertices = v, .face_count = 4, .faces = f};
    wm_walkmesh *m = test_build_mesh(&d);
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_ray_hit hit;
    (void)state;
    assert_true(wm_query_raycast(q, (wm_vec3){0, 0, 2}, (wm_vec3){0, 0, -4}, 2, NULL, &hit));
    assert_int_equal(hit.face, 0);
    assert_true(hit.distance == 2 && hit.point.z == 0 && hit.normal.z == 1);
    assert_false(wm_query_raycast(q, (wm_vec3){0, 0, 2}, (wm_vec3){0, 0, -4}, 1.999f, NULL, &hit));
    assert_true(wm_query_raycast(q, (wm_vec3){-0.5f, 0.5f, 2}, (wm_vec3){0, 0, -1}, 9, NULL, &hit));
    assert_int_equal(hit.face, 2);
    /* from below: seen from behind */
    const wm_query_filter front = {.front_only = true};
    assert_true(wm_query_raycast(q, (wm_vec3){0, 0, -2}, (wm_vec3){0, 0, 1}, 9, NULL, &hit));
    assert_false(wm_query_raycast(q, (wm_vec3){0, 0, -2}, (wm_vec3){0, 0, 1}, 9, &front, &hit));
    assert_int_equal(hit.face, NONE);
    assert_true(wm_query_raycast(q, (wm_vec3){0, 0, 2}, (wm_vec3){0, 0, -1}, 9, &front, &hit));
    assert_true(wm_query_sight(q, (wm_vec3){0, 0, -2}, (wm_vec3){0, 0, 2}, &front, NULL));
    wm_query_free(q);
    wm_walkmesh_free(m);
}

/* Many rays at once: the same bits as one by one, and zeroes where nothing is hit. */
static void many_rays(void **state)
{
    enum { RAYS = 64 };
    wm_walkmesh *m = steps(1);
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_vec3 from[RAYS], way[RAYS];
    wm_ray_hit hits[RAYS], one;
    size_t found = 0;
    (void)state;
    for (int i = 0; i < RAYS; i++) {
        from[i] = (wm_vec3){(float)(i % 8) - 1, (float)i / 8, 50};
        way[i] = (wm_vec3){(float)(i % 5 - 2) / 30, 0, i % 7 ? -1.0f : 1.0f};
    }
    memset(hits, 0xA5, sizeof hits);
    size_t count = wm_query_raycasts(q, from, way, RAYS, 60, NULL, hits);
    for (int i = 0; i < RAYS; i++) {
        memset(&one, 0, sizeof one);
        bool is = wm_query_raycast(q, from[i], way[i], 60, NULL, &one);
        if (!is)
            one = (wm_ray_hit){.face = WM_NO_INDEX};
        assert_memory_equal(&one, &hits[i], sizeof one);
        found += is;
    }
    assert_int_equal(count, found);
    assert_in_range(count, 10, RAYS - 5);
    assert_int_equal(wm_query_raycasts(q, NULL, NULL, 0, 1, NULL, NULL), 0);
    wm_query_free(q);
    wm_walkmesh_free(m);
}

/* ---- input that means nothing ---- */

static void odd_rays(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    static const float scales[] = {1e-44f, 1e-30f, 1e-7f, 1, 1e7f, 1e30f};
    wm_walkmesh *m = steps(1), *none = test_build_mesh(&(wm_walkmesh_desc){.face_count = 0});
    wm_query *q = wm_query_new(m, NULL, NULL), *empty = wm_query_new(none, NULL, NULL);
    const wm_vec3 up = {5, 5, 99}, down = {0, 0, -1};
    wm_ray_hit hit;
    wm_hit floor;
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++)
        for (int k = 0; k < 3; k++) {
            wm_vec3 at = up, way = down;
            float *a = k == 0 ? &at.x : k == 1 ? &at.y : &at.z;
            float *w = k == 0 ? &way.x : k == 1 ? &way.y : &way.z;
            *a = *w = bad[i];
            assert_false(wm_query_raycast(q, at, down, INFINITY, NULL, &hit));
            assert_false(wm_query_raycast(q, up, way, INFINITY, NULL, &hit));
            assert_true(wm_query_sight(q, at, down, NULL, NULL));
            assert_true(wm_query_sight(q, up, way, NULL, NULL));
            if (k < 2)
                assert_false(wm_query_height(q, at, WM_LOCATE_ALL, NULL, &floor));
        }
    assert_false(wm_query_raycast(q, up, (wm_vec3){0, 0, 0}, INFINITY, NULL, &hit));
    assert_false(wm_query_raycast(q, up, (wm_vec3){-0.0f, 0, 0}, INFINITY, NULL, &hit));
    assert_false(wm_query_raycast(q, up, down, NAN, NULL, &hit));
    assert_false(wm_query_raycast(q, up, down, -1, NULL, &hit));
    for (size_t i = 0; i < COUNT(scales); i++) {
        wm_vec3 d = {0, 0, -scales[i]};
        assert_true(wm_query_raycast(q, up, d, INFINITY, NULL, &hit));
        assert_true(hit.point.x == 5 && fabsf(hit.point.z + hit.distance - 99) < 1e-4f);
    }
    /* a segment without length, on a face and off it */
    assert_true(wm_query_raycast(q, up, down, INFINITY, NULL, &hit));
    assert_true(wm_query_sight(q, up, up, NULL, NULL));
    assert_false(wm_query_raycast(empty, up, down, INFINITY, NULL, &hit));
    assert_true(wm_query_sight(empty, up, down, NULL, NULL));
    assert_false(wm_query_height(empty, (wm_vec3){0, 0, 0}, WM_LOCATE_ALL, NULL, &floor));
    assert_int_equal(floor.face, NONE);
    wm_query_free(q);
    wm_query_free(empty);
    wm_walkmesh_free(m);
    wm_walkmesh_free(none);
}

/* Sizes that float can hardly hold; one vertex far from all others. */
static void odd_sizes(void **state)
{
    static const float sizes[] = {1e-40f, 1e-20f, 1e-6f, 1e6f, 1e18f, 3e37f};
    unsigned hits = 0, blocked = 0;
    uint32_t seed = 5;
    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        enum { N = 40 };
        wm_vec3 v[3 * N];
        wm_walk_face f[N];
        for (uint32_t k = 0; k < 3 * N; k++) {
            float s = k == 7 ? 3e38f : sizes[i];
            v[k] = (wm_vec3){test_between(&seed, -s, s), test_between(&seed, -s, s),
                             test_between(&seed, -s, s)};
            f[k / 3].vertex[k % 3] = k;
        }
        wm_walkmesh_desc d = {.vertex_count = 3 * N, .vertices = v, .face_count = N, .faces = f};
        wm_walkmesh *m = test_build_mesh(&d);
        wm_query *q = wm_query_new(m, NULL, NULL);
        for (int k = 0; k < 300; k++) {
            float s = sizes[i];
            wm_vec3 a = {test_between(&seed, -s, s), test_between(&seed, -s, s),
                         test_between(&seed, -s, s)};
            wm_vec3 b = {test_between(&seed, -s, s), test_between(&seed, -s, s),
                         test_between(&seed, -s, s)};
            test_compare_ray(q, m, a, b, 1e-17L, NULL, &hits);
            test_compare_sight(q, m, a, b, 1e-17L, &blocked);
        }
        wm_query_free(q);
        wm_walkmesh_free(m);
    }
    assert_true(hits > 500 && blocked > 200);
}

/* One face far away makes the cells so large that all others share one. */
static void uneven_meshes(void **state)
{
    enum { N = 60 };
    static wm_vec3 v[(N + 1) * (N + 1) + 1];
    static wm_walk_face f[2 * N * N + 1];
    uint32_t n = 0;
    unsigned found = 0;
    (void)state;
    for (int i = 0; i < (N + 1) * (N + 1); i++)
        v[i] = (wm_vec3){(float)(i % (N + 1)), (float)(i / (N + 1)), (float)(i % 3)};
    v[(N + 1) * (N + 1)] = (wm_vec3){1e7f, 1e7f, 0};
    for (uint32_t j = 0; j < N; j++)
        for (uint32_t i = 0; i < N; i++) {
            uint32_t a = j * (N + 1) + i;
            f[n++] = (wm_walk_face){{a, a + 1, a + N + 2}};
            f[n++] = (wm_walk_face){{a, a + N + 2, a + N + 1}};
        }
    f[n++] = (wm_walk_face){{(N + 1) * (N + 1) - 1, (N + 1) * (N + 1) - 2, (N + 1) * (N + 1)}};
    wm_walkmesh_desc d = {.vertex_count = COUNT(v), .vertices = v, .face_count = n, .faces = f};
    wm_walkmesh *m = test_build_mesh(&d);
    wm_query *q = wm_query_new(m, NULL, NULL);
    for (uint32_t i = 0; i + 1 < n; i++) {
        wm_vec3 a = v[f[i].vertex[0]], b = v[f[i].vertex[1]], c = v[f[i].vertex[2]];
        wm_vec3 p = {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
        wm_hit hit;
        assert_true(wm_query_height(q, p, WM_LOCATE_ALL, NULL, &hit));
        assert_int_equal(hit.face, i);
        assert_true(fabsf(hit.z - p.z) < 1e-5f);
        test_same_height(q, p, NULL, &found);
        test_same_height(q, a, NULL, &found);
    }
    assert_true(found >= 4 * (n - 1)); /* rounding may leave the centre below its face */
    wm_query_free(q);
    wm_walkmesh_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_the_cpu),     cmocka_unit_test(exact_on_integers),
        cmocka_unit_test(exact_from_afar),   cmocka_unit_test(exact_at_the_bounds),
        cmocka_unit_test(exact_at_any_size), cmocka_unit_test(ties_go_to_the_lowest),
        cmocka_unit_test(odd_rays),          cmocka_unit_test(odd_sizes),
        cmocka_unit_test(uneven_meshes),     cmocka_unit_test(many_rays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

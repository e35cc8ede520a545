/* Rays, sight and heights against brute force on every walkmesh of the corpus and on noise;
 * no ray leaks through an inner edge or vertex. */
#include <math.h>

#include "ray_check.h"
#include "support.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NONE WM_NO_INDEX

/* Rays at the middle of inner edges whose faces lie on both sides of them. */
static unsigned aim_at_edges(wm_query *q, const wm_walkmesh *m)
{
    unsigned aimed = 0;
    for (uint32_t e = 0; e < 3 * m->face_count; e++) {
        uint32_t other = m->neighbours[e / 3].edge[e % 3];
        if (other == NONE || other < e)
            continue;
        wm_vec3 a = m->vertices[m->faces[e / 3].vertex[e % 3]];
        wm_vec3 b = m->vertices[m->faces[e / 3].vertex[(e + 1) % 3]];
        wm_vec3 c = m->vertices[m->faces[e / 3].vertex[(e + 2) % 3]];
        wm_vec3 d = m->vertices[m->faces[other / 3].vertex[(other + 2) % 3]];
        wm_vec3 middle = {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
        for (size_t k = 0; k < TEST_WAYS; k++) {
            wm_vec3 w = test_ways[k],
                    at = {middle.x - 2 * w.x, middle.y - 2 * w.y, middle.z - 2 * w.z};
            test_vec way = {w.x, w.y, w.z}, along = test_from_to(a, b);
            long double left = test_dot(way, test_cross(along, test_from_to(a, c)));
            long double right = test_dot(way, test_cross(along, test_from_to(a, d)));
            long double thin = 1e-4L * test_size(way) * test_size(along);
            wm_ray_hit hit;
            if (!(fabsl(left) > thin && fabsl(right) > thin && (left > 0) != (right > 0)) ||
                test_size(along) < 1e-3L)
                continue;
            aimed++;
            long double far = 2 * sqrtl(test_dot(way, way)) + 1e-2L;
            if (!wm_query_raycast(q, at, w, (float)far, NULL, &hit))
                fail_msg("a ray leaks through edge %u at (%.9g, %.9g, %.9g)", e, (double)middle.x,
                         (double)middle.y, (double)middle.z);
        }
    }
    return aimed;
}

/* `corners`: at how many corners and middles of edges brute force aims. */
static void compare_mesh(const wm_walkmesh *m, uint32_t corners, unsigned *hits, unsigned *aimed)
{
    wm_query *q = wm_query_new(m, NULL, NULL);
    const wm_query_filter walk = {.walkable_only = true};
    uint32_t seed = 11, step = 1 + m->face_count * 3 / corners;
    unsigned found = 0;
    wm_vec3 low = m->min, high = m->max;
    for (int i = 0; i < 300; i++) {
        wm_vec3 a = {test_between(&seed, low.x, high.x), test_between(&seed, low.y, high.y),
                     test_between(&seed, low.z - 1, high.z + 1)};
        wm_vec3 b = {test_between(&seed, low.x, high.x), test_between(&seed, low.y, high.y),
                     test_between(&seed, low.z - 1, high.z + 1)};
        test_compare_ray(q, m, a, (wm_vec3){b.x - a.x, b.y - a.y, b.z - a.z}, 1e-17L,
                         i % 4 ? NULL : &walk, hits);
        test_compare_sight(q, m, a, b, 1e-17L, &found);
    }
    for (uint32_t e = 0; e < 3 * m->face_count; e += step) { /* corners and edge middles */
        wm_vec3 a = m->vertices[m->faces[e / 3].vertex[e % 3]];
        wm_vec3 b = m->vertices[m->faces[e / 3].vertex[(e + 1) % 3]];
        wm_vec3 aim[2] = {a, {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2}};
        for (int k = 0; k < 2; k++) {
            wm_vec3 w = test_ways[(e + (uint32_t)k) % TEST_WAYS], p = aim[k];
            test_compare_ray(q, m, (wm_vec3){p.x - 3 * w.x, p.y - 3 * w.y, p.z - 3 * w.z}, w,
                             1e-17L, NULL, hits);
            test_compare_ray(q, m, p, w, 1e-17L, NULL, hits);
        }
    }
    for (uint32_t e = 0; e < 3 * m->face_count; e++) {
        wm_vec3 a = m->vertices[m->faces[e / 3].vertex[e % 3]];
        wm_vec3 b = m->vertices[m->faces[e / 3].vertex[(e + 1) % 3]];
        test_same_height(q, a, NULL, &found);
        test_same_height(q, (wm_vec3){(a.x + b.x) / 2, (a.y + b.y) / 2, a.z}, &walk, &found);
        test_same_height(
            q,
            (wm_vec3){test_between(&seed, low.x, high.x), test_between(&seed, low.y, high.y), a.z},
            e % 2 ? NULL : &walk, &found);
    }
    *aimed += aim_at_edges(q, m);
    wm_query_free(q);
}

static void equals_brute_force(void **state)
{
    static const char *const places[] = {"kotor/walkmeshes", "kotor/walkmeshes/k2"};
    static const char *const endings[] = {".wok", ".pwk", ".dwk"};
    unsigned files = 0, hits = 0, aimed = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < COUNT(places) * COUNT(endings); i++)
        for (test_listing l = {0}; test_corpus_next(&l, places[i % 2], endings[i / 2]);) {
            wm_buffer bytes = test_corpus_file(l.path);
            if (wm_kotor_bwm_detect(bytes.data, bytes.size)) {
                wm_kotor_bwm *bwm = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL);
                wm_walkmesh *m = bwm ? wm_walkmesh_from_kotor_bwm(bwm, NULL, NULL, NULL) : NULL;
                assert_non_null(m);
                compare_mesh(m, 2000, &hits, &aimed);
                wm_walkmesh_free(m);
                wm_kotor_bwm_free(bwm);
                files++;
            }
            wm_buffer_free(&bytes);
        }
    print_message("%u walkmeshes, %u hits, %u rays at inner edges\n", files, hits, aimed);
    assert_true(files > 30 && hits > 10000 && aimed > 10000);
}

/* Walkmeshes with folds, stacked floors, slivers and faces without area. */
static void equals_brute_force_on_terrain(void **state)
{
    unsigned hits = 0, aimed = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < TEST_HARD_TERRAINS; i++) {
        wm_walkmesh *m = test_corpus_terrain(test_hard_terrains[i]);
        compare_mesh(m, 200, &hits, &aimed);
        wm_walkmesh_free(m);
    }
    print_message("%u hits, %u rays at inner edges\n", hits, aimed);
    assert_true(hits > 4000 && aimed > 100000);
}

/* Random faces of all sizes, many stacked, slivers among them. */
static void equals_brute_force_on_noise(void **state)
{
    enum { N = 500 };
    static wm_vec3 v[3 * N];
    static wm_walk_face f[N];
    unsigned hits = 0, aimed = 0;
    uint32_t seed = 3;
    (void)state;
    for (uint32_t i = 0; i < 3 * N; i++) {
        float size = i / 3 % 4 == 0 ? 100.0f : 2.0f, thin = i / 3 % 7 == 0 ? 1e-5f : 1;
        wm_vec3 at = i % 3 ? v[i - i % 3]
                           : (wm_vec3){test_between(&seed, 0, 100), test_between(&seed, 0, 100), 0};
        v[i] =
            (wm_vec3){at.x + test_between(&seed, -size, size),
                      at.y + thin * test_between(&seed, -size, size), test_between(&seed, -5, 5)};
        f[i / 3].vertex[i % 3] = i;
    }
    wm_walkmesh_desc d = {.vertex_count = 3 * N, .vertices = v, .face_count = N, .faces = f};
    wm_walkmesh *m = test_build_mesh(&d);
    compare_mesh(m, 2000, &hits, &aimed);
    assert_true(hits > 500);
    wm_walkmesh_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_brute_force),
        cmocka_unit_test(equals_brute_force_on_terrain),
        cmocka_unit_test(equals_brute_force_on_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

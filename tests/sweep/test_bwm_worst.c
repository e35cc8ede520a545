/* Meshes made to be slow: 100,000 faces in the worst order that we could think of.
 * An algorithm that compares all pairs would need hours; ctest allows two minutes. */
#include <math.h>

#include "samples.h"
#include "support.h"
#include "walk.h"

enum { FACES = 100000 };

static wm_kotor_bwm *mesh(uint32_t vertices)
{
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, NULL);
    assert_non_null(b);
    assert_int_equal(wm_kotor_bwm_reserve(b, vertices, FACES, NULL), WM_OK);
    for (uint32_t i = 0; i < FACES; i++)
        b->materials[i] = SAMPLE_STONE;
    return b;
}

/* Everything that works on a whole mesh; frees it. */
static void work(wm_kotor_bwm *b)
{
    wm_error error;
    wm_report report;
    wm_kotor_bwm_stats stats;
    wm_diff diff;
    wm_kotor_bwm *before = wm_kotor_bwm_copy(b, NULL, &error);
    assert_non_null(before);
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, NULL, &error), WM_OK);
    test_walk_bwm(b);
    wm_report_init(&report, NULL);
    wm_diff_init(&diff, NULL);
    assert_int_equal(wm_kotor_bwm_check(b, NULL, &report, &error), WM_OK);
    assert_int_equal(wm_kotor_bwm_measure(b, NULL, &stats, &error), WM_OK);
    assert_int_equal(wm_kotor_bwm_diff(before, b, &diff, &error), WM_OK);
    assert_true(stats.tree_depth > 0 && stats.tree_depth < 64);
    wm_diff_free(&diff);
    wm_report_free(&report);
    wm_kotor_bwm_free(before);
    wm_kotor_bwm_free(b);
}

static void one_face_given_over_and_over(void **state)
{
    (void)state;
    wm_kotor_bwm *b = mesh(3);
    b->vertices[1].x = b->vertices[2].y = 1;
    for (uint32_t i = 0; i < FACES; i++)
        b->faces[i] = (wm_kotor_face){{0, 1, 2}};
    work(b);
}

static void all_faces_on_one_edge(void **state)
{
    (void)state;
    wm_kotor_bwm *b = mesh(FACES + 2);
    b->vertices[1].x = 1;
    for (uint32_t i = 0; i < FACES; i++) {
        b->vertices[i + 2] = (wm_vec3){0.5f, 1, (float)i};
        b->faces[i] = i & 1 ? (wm_kotor_face){{0, 1, i + 2}} : (wm_kotor_face){{1, 0, i + 2}};
    }
    work(b);
}

static void all_faces_at_one_vertex(void **state)
{
    (void)state;
    for (int joined = 0; joined < 2; joined++) { /* a fan, and a crowd of bow ties */
        wm_kotor_bwm *b = mesh(2 * FACES + 1);
        for (uint32_t i = 0; i < 2 * FACES; i++) {
            double angle = i * 3.14159265358979 / FACES;
            b->vertices[i + 1] = (wm_vec3){(float)cos(angle), (float)sin(angle), 0};
        }
        for (uint32_t i = 0; i < FACES; i++)
            b->faces[i] = joined ? (wm_kotor_face){{0, i + 1, i + 2}}
                                 : (wm_kotor_face){{0, 2 * i + 1, 2 * i + 2}};
        work(b);
    }
}

static void all_faces_in_one_point(void **state)
{
    (void)state;
    work(mesh(1));
}

static void one_long_strip(void **state)
{
    (void)state;
    wm_kotor_bwm *b = mesh(FACES + 2);
    for (uint32_t i = 0; i < FACES + 2; i++)
        b->vertices[i] = (wm_vec3){(float)(i / 2), (float)(i % 2), 0};
    for (uint32_t i = 0; i < FACES; i++)
        b->faces[i] =
            i & 1 ? (wm_kotor_face){{i, i + 1, i + 2}} : (wm_kotor_face){{i, i + 2, i + 1}};
    work(b);
}

/* Halving boxes again and again separates one face at a time. */
static void ever_smaller_faces(void **state)
{
    (void)state;
    wm_kotor_bwm *b = mesh(3 * FACES);
    for (uint32_t i = 0; i < FACES; i++) {
        float at = ldexpf(1, -(int)(i % 120));
        b->vertices[3 * i] = (wm_vec3){at, 0, 0};
        b->vertices[3 * i + 1] = (wm_vec3){at * 1.5f, 0, 0};
        b->vertices[3 * i + 2] = (wm_vec3){at, 1, 0};
        b->faces[i] = (wm_kotor_face){{3 * i, 3 * i + 1, 3 * i + 2}};
    }
    work(b);
}

static void nothing_but_no_numbers(void **state)
{
    (void)state;
    wm_kotor_bwm *b = mesh(3 * FACES);
    for (uint32_t i = 0; i < 3 * FACES; i++)
        b->vertices[i] = (wm_vec3){i % 3 == 1 ? NAN : 1, INFINITY, (float)(i % 7)};
    for (uint32_t i = 0; i < FACES; i++)
        b->faces[i] = (wm_kotor_face){{3 * i, 3 * i + 1, 3 * i + 2}};
    work(b);
}

static void a_tangle_of_few_vertices(void **state)
{
    enum { FEW = 40 };
    uint64_t seed = 7;
    (void)state;
    wm_kotor_bwm *b = mesh(FEW);
    for (uint32_t i = 0; i < FEW; i++)
        b->vertices[i] = (wm_vec3){(float)(i * 37 % 41), (float)(i * 11 % 43), (float)(i % 3)};
    for (uint32_t i = 0; i < FACES; i++)
        for (int k = 0; k < 3; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            b->faces[i].vertex[k] = (uint32_t)(seed >> 40) % FEW;
        }
    work(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_face_given_over_and_over),
        cmocka_unit_test(all_faces_on_one_edge),
        cmocka_unit_test(all_faces_at_one_vertex),
        cmocka_unit_test(all_faces_in_one_point),
        cmocka_unit_test(one_long_strip),
        cmocka_unit_test(ever_smaller_faces),
        cmocka_unit_test(nothing_but_no_numbers),
        cmocka_unit_test(a_tangle_of_few_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Floor for a body with a radius: no path on it comes nearer to a wall. */
#include <math.h>

#include "meshes.h"
#include "path_reference.h"
#include "support.h"
#include "waymark/area.h"

static uint32_t random_state;

static uint32_t next_random(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

/* Squares of a picture, '#' walkable, with `jitter` of their corners; 1 m each. */
static wm_walkmesh *picture(uint32_t w, uint32_t h, const char *squares, float jitter)
{
    wm_vec3 *v = malloc((size_t)(w + 1) * (h + 1) * sizeof *v);
    wm_walk_face *f = malloc((size_t)w * h * 2 * sizeof *f);
    bool *walkable = malloc((size_t)w * h * 2);
    assert_true(v && f && walkable);
    for (uint32_t i = 0; i < (w + 1) * (h + 1); i++)
        v[i] = (wm_vec3){(float)(i % (w + 1)) + jitter * (float)(next_random() % 100) / 100,
                         (float)(i / (w + 1)) + jitter * (float)(next_random() % 100) / 100, 0};
    for (uint32_t i = 0; i < w * h; i++) {
        uint32_t a = i / w * (w + 1) + i % w, d = a + w + 1;
        walkable[2 * i] = walkable[2 * i + 1] =
            squares ? squares[i] == '#' : next_random() % 6 != 0;
        f[2 * i] = (wm_walk_face){{a, a + 1, d + 1}};
        f[2 * i + 1] = (wm_walk_face){{a, d + 1, d}};
    }
    return test_walkmesh_of(v, (w + 1) * (h + 1), f, w * h * 2, walkable);
}

static double to_segment(double px, double py, wm_vec3 a, wm_vec3 b)
{
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y, n = dx * dx + dy * dy;
    double t = n > 0 ? ((px - (double)a.x) * dx + (py - (double)a.y) * dy) / n : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(px - (double)a.x - t * dx, py - (double)a.y - t * dy);
}

/* Of a point from the walls of the original mesh. */
static double clearance(const wm_walkmesh *m, double x, double y)
{
    double least = INFINITY;
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; m->walkable[f] && k < 3; k++)
            if (m->neighbours[f].edge[k] == WM_NO_INDEX)
                least = fmin(least, to_segment(x, y, m->vertices[m->faces[f].vertex[k]],
                                               m->vertices[m->faces[f].vertex[(k + 1) % 3]]));
    return least;
}

static bool find(wm_query *q, float x, float y, wm_hit *hit)
{
    uint32_t count;
    wm_query_filter filter = {.walkable_only = true};
    wm_vec3 p = {x, y, 0};
    assert_int_equal(wm_query_locate(q, p, WM_LOCATE_NEAREST, &filter, hit, 1, &count, NULL),
                     WM_OK);
    return count > 0;
}

/* The length between two points with a radius, or negative. Every point of the path, and
 * many between, are measured, and the slow reference finds no shorter path at that distance. */
static double path(const wm_walkmesh *m, float radius, wm_vec3 from, wm_vec3 to)
{
    wm_walkmesh *s = wm_walkmesh_shrink(m, radius, NULL, NULL);
    assert_non_null(s);
    wm_query *q = wm_query_new(s, NULL, NULL);
    wm_path_point points[256];
    wm_path p = {.points = points, .point_capacity = 256};
    wm_hit a, b;
    if (find(q, from.x, from.y, &a) && find(q, to.x, to.y, &b))
        assert_int_equal(wm_query_path_between_faces(q, a.face, from, b.face, to, NULL, &p, NULL),
                         WM_OK);
    for (uint32_t i = 1; p.found && i < p.point_count; i++)
        for (int k = 0; k <= 20; k++) {
            wm_vec3 u = points[i - 1].position, v = points[i].position;
            double t = k / 20.0, x = (double)u.x + t * ((double)v.x - (double)u.x),
                   y = (double)u.y + t * ((double)v.y - (double)u.y);
            assert_true(clearance(m, x, y) >= (double)radius - 1e-5);
        }
    if (p.found && m->face_count < 100) { /* it is too slow for more */
        test_reference *r = test_reference_create(s, NULL);
        double least = test_reference_length(r, a.face, from, b.face, to);
        assert_true(fabs(p.length - least) <= 1e-6 * (1 + least));
        test_reference_free(r);
    }
    wm_query_free(q);
    wm_walkmesh_free(s);
    return p.found ? p.length : -1;
}

static void narrow_doors_stop_wide_bodies(void **state)
{
    (void)state;
    wm_walkmesh *m = picture(7, 3,
                             "###.###"
                             "#######"
                             "###.###",
                             0);
    wm_vec3 from = {1.5f, 1.5f, 0}, to = {5.5f, 1.5f, 0};
    assert_true(fabs(path(m, 0.3f, from, to) - 4) < 1e-5);
    assert_true(fabs(path(m, 0.49f, from, to) - 4) < 1e-5);
    assert_true(path(m, 0.51f, from, to) < 0); /* the door is a metre wide */
    wm_walkmesh_free(m);
}

/* Around a corner the exact path is tangent, arc, tangent; ours is at most 2 % of the
 * radius farther out. */
static void corners_are_rounded_closely(void **state)
{
    const double r = 0.4;
    (void)state;
    wm_walkmesh *m = picture(6, 6,
                             "######"
                             "######"
                             "##...."
                             "##...."
                             "##...."
                             "##....",
                             0);
    /* The inner corner is at (2, 2). */
    wm_vec3 from = {1.2f, 5.5f, 0}, to = {5.5f, 1.2f, 0};
    double d = hypot(0.8, 3.5), tangent = sqrt(d * d - r * r);
    /* The path goes around the far side of the corner. */
    double arc = 2 * acos(-1.0) - acos((-0.8 * 3.5 + 3.5 * -0.8) / (d * d)) - 2 * acos(r / d);
    double exact = 2 * tangent + r * arc, got = path(m, (float)r, from, to);
    assert_true(got >= exact - 1e-5);
    assert_true(got <= exact + 0.02 * r * 4);
    wm_walkmesh_free(m);
}

static void random_floors_keep_their_distance(void **state)
{
    uint32_t found = 0;
    (void)state;
    random_state = 99;
    for (int i = 0; i < 12; i++) {
        wm_walkmesh *m = picture(10, 10, NULL, 0.3f);
        for (int k = 0; k < 12; k++) {
            wm_vec3 from = {(float)(next_random() % 1000) / 100,
                            (float)(next_random() % 1000) / 100, 0};
            wm_vec3 to = {(float)(next_random() % 1000) / 100, (float)(next_random() % 1000) / 100,
                          0};
            found += path(m, 0.1f + 0.05f * (float)(i % 5), from, to) >= 0;
        }
        wm_walkmesh_free(m);
    }
    print_message("%u paths\n", (unsigned)found);
    assert_true(found > 20);
}

/* What is cut away takes no memory: its pieces are left out of the copy, but for the first of each
 * face, which keeps its index. */
static void what_is_cut_away_is_left_out(void **state)
{
    uint64_t peak;
    (void)state;
    wm_walkmesh *m = picture(100, 100, NULL, 0.3f);
    wm_budget *budget = wm_budget_new(UINT64_MAX, NULL, NULL);
    assert_non_null(budget);
    wm_walkmesh *s = wm_walkmesh_shrink(m, 0.3f, wm_budget_allocator(budget), NULL);
    assert_non_null(s);
    assert_true(s->face_count > 2 * m->face_count);
    for (uint32_t f = 0; f < s->face_count; f++) {
        assert_true(s->walkable[f] || f < m->face_count);
        for (int k = 0; k < 3 && f < m->face_count; k++)
            assert_true(s->neighbours[f].edge[k] == WM_NO_INDEX || s->walkable[f]);
    }
    wm_budget_used(budget, &peak);
    print_message("%u of %u faces, %.1f MB\n", (unsigned)s->face_count, (unsigned)m->face_count,
                  (double)peak / 1e6);
    assert_true(peak < 450 * (uint64_t)s->face_count);
    wm_walkmesh_free(s);
    wm_budget_free(budget);
    wm_walkmesh_free(m);
}

static void real_rooms_too(void **state)
{
    (void)state;
    NEED_CORPUS();
    wm_buffer bytes = test_corpus_file("kotor/walkmeshes/test.wok");
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL);
    wm_walkmesh *m = wm_walkmesh_from_kotor_bwm(b, NULL, NULL, NULL);
    wm_vec3 from = {12, 18, -1.275f}, to = {13, 27, -1.275f};
    double thin = path(m, 0.05f, from, to), thick = path(m, 0.3f, from, to);
    assert_true(thin > 0 && thick >= thin);
    wm_walkmesh_free(m);
    wm_kotor_bwm_free(b);
    wm_buffer_free(&bytes);
}

static void nonsense_is_refused(void **state)
{
    wm_error error;
    (void)state;
    wm_walkmesh *m = picture(2, 1, "##", 0);
    assert_null(wm_walkmesh_shrink(m, 0, NULL, &error));
    assert_int_equal(error.code, WM_BAD_ARGUMENT);
    assert_null(wm_walkmesh_shrink(m, NAN, NULL, &error));
    wm_walkmesh *s = wm_walkmesh_shrink(m, 100, NULL, &error); /* nothing is left */
    assert_non_null(s);
    assert_int_equal(s->walkable_count, 0);
    wm_walkmesh_free(s);
    wm_walkmesh_free(m);
}

/* The walls round a disc of n triangles are all within a radius of many others: cutting it would
 * make n * n pieces. 4,000 triangles took 23 s and 3.6 GB. */
static void too_many_pieces_are_refused(void **state)
{
    (void)state;
    enum { N = 4000 };
    wm_walkmesh *m = test_disc(N);
    wm_error error;
    assert_null(wm_walkmesh_shrink(m, 0.3f, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_string_equal(error.message,
                        "walls and obstacles are too close together: cutting out what is near them "
                        "makes more than 406,000 pieces, the limit for 4,000 faces");
    wm_walkmesh_free(m);
    wm_vec3 *v = calloc(3 * N, sizeof *v);
    wm_walk_face *f = calloc(N, sizeof *f);
    bool *walkable = calloc(N, 1);
    assert_true(v && f && walkable);
    for (uint32_t i = 0; i < N; i++) { /* all at one place */
        f[i] = (wm_walk_face){{3 * i, 3 * i + 1, 3 * i + 2}};
        v[3 * i] = (wm_vec3){0, 0, 0};
        v[3 * i + 1] = (wm_vec3){1, 0, 0};
        v[3 * i + 2] = (wm_vec3){0, 1, 0};
        walkable[i] = true;
    }
    wm_walkmesh_desc desc = {
        .vertex_count = 3 * N, .vertices = v, .face_count = N, .faces = f, .walkable = walkable};
    wm_walkmesh *stack = wm_walkmesh_new(&desc, NULL, NULL);
    assert_non_null(stack);
    assert_null(wm_walkmesh_shrink(stack, 0.3f, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_non_null(strstr(error.message, "takes more than 28,000,000 steps"));
    wm_walkmesh_free(stack);
    for (uint32_t i = 0; i < N; i++) /* the same vertices: a compressed file of 1 kB holds them */
        f[i] = (wm_walk_face){{0, 1, 2}};
    desc.vertex_count = 3;
    stack = wm_walkmesh_new(&desc, NULL, NULL);
    assert_non_null(stack);
    assert_null(wm_walkmesh_shrink(stack, 0.3f, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_non_null(strstr(error.message, "the limit for 3 vertices"));
    wm_walkmesh_free(stack);
    free(v);
    free(f);
    free(walkable);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narrow_doors_stop_wide_bodies),
        cmocka_unit_test(corners_are_rounded_closely),
        cmocka_unit_test(random_floors_keep_their_distance),
        cmocka_unit_test(what_is_cut_away_is_left_out),
        cmocka_unit_test(real_rooms_too),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(too_many_pieces_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What partial paths and paths with costs promise, on made meshes: a partial path ends at
 * the reachable place nearest to the goal, and is the shortest one there; costs lie between
 * what they must be at least and what the shortest path would cost. */
#include <math.h>

#include "path_check.h"
#include "path_meshes.h"
#include "path_reference.h"
#include "support.h"

typedef struct vec {
    double x, y, z;
} vec;

static vec of(wm_vec3 v)
{
    return (vec){(double)v.x, (double)v.y, (double)v.z};
}

static vec minus(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double to_edge(vec a, vec b, vec p)
{
    vec u = minus(b, a), w = minus(p, a);
    double d = dot(u, u), t = d > 0 ? dot(u, w) / d : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    vec off = {w.x - t * u.x, w.y - t * u.y, w.z - t * u.z};
    return sqrt(dot(off, off));
}

/* The distance from p to a face: to its plane where p is above or below it, else to an edge. */
static double to_face(const wm_walkmesh *m, uint32_t face, vec p)
{
    vec v[3];
    double least = INFINITY;
    for (int k = 0; k < 3; k++)
        v[k] = of(m->vertices[m->faces[face].vertex[k]]);
    for (int k = 0; k < 3; k++)
        least = fmin(least, to_edge(v[k], v[(k + 1) % 3], p));
    vec a = minus(v[1], v[0]), b = minus(v[2], v[0]), w = minus(p, v[0]);
    double aa = dot(a, a), ab = dot(a, b), bb = dot(b, b), det = aa * bb - ab * ab;
    double s = (bb * dot(w, a) - ab * dot(w, b)) / det, t = (aa * dot(w, b) - ab * dot(w, a)) / det;
    if (!(det > 0) || s < 0 || t < 0 || s + t > 1)
        return least;
    vec off = {w.x - s * a.x - t * b.x, w.y - s * a.y - t * b.y, w.z - s * a.z - t * b.z};
    return fmin(least, sqrt(dot(off, off)));
}

static test_end some_end(test_mesh *dice, const wm_walkmesh *m)
{
    double random[4];
    uint32_t face;
    do
        face = (uint32_t)(test_mesh_random(dice) * m->face_count);
    while (!m->walkable[face]);
    for (int i = 0; i < 4; i++)
        random[i] = test_mesh_random(dice);
    return test_end_in(m, face, random);
}

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* A goal that cannot be reached, now and then lifted off its floor. */
static unsigned judge_partial(const wm_walkmesh *m, test_mesh *dice)
{
    wm_query *q = wm_query_new(m, NULL, NULL);
    test_reference *r = test_reference_create(m, NULL);
    const wm_path_opts opts = {.partial = true};
    unsigned judged = 0;
    for (int i = 0; i < 60; i++) {
        test_end a = some_end(dice, m), b = some_end(dice, m);
        wm_path_point points[256];
        wm_path path = {.points = points, .point_capacity = 256};
        double least = INFINITY;
        b.at.z += i % 3 ? 0 : 2 * (float)test_mesh_random(dice);
        if (test_reference_joined(r, a.face, b.face))
            continue;
        for (uint32_t f = 0; f < m->face_count; f++)
            if (test_reference_joined(r, a.face, f))
                least = fmin(least, to_face(m, f, of(b.at)));
        assert_int_equal(
            wm_query_path_between_faces(q, a.face, a.at, b.face, b.at, &opts, &path, NULL), WM_OK);
        assert_true(path.found && path.partial && path.point_count <= 256);
        wm_path_point end = points[path.point_count - 1];
        vec off = minus(of(end.position), of(b.at));
        assert_true(fabs(path.remaining - least) <= 1e-6 * (1 + least));
        assert_true(fabs(sqrt(dot(off, off)) - least) <= 1e-4 * (1 + least));
        assert_true(test_reference_joined(r, a.face, end.face));
        double length = test_reference_length(r, a.face, a.at, end.face, end.position);
        assert_true(fabs(path.length - length) <= 1e-6 * (1 + length));
        judged++;
    }
    test_reference_free(r);
    wm_query_free(q);
    return judged;
}

static void partial_paths_end_nearest(void **state)
{
    static const char *const names[] = {"rubble", "chessboard",       "corridors",     "folds",
                                        "flaps",  "touching corners", "loose vertices"};
    unsigned judged = 0;
    (void)state;
    for (const test_path_mesh *kind = test_path_meshes; kind->name; kind++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            if (!is_one_of(kind->name, names, sizeof names / sizeof *names))
                continue;
            test_mesh made = test_mesh_new(seed);
            kind->make(&made);
            wm_walkmesh *m = test_mesh_build(&made, NULL);
            assert_non_null(m);
            judged += judge_partial(m, &made);
            wm_walkmesh_free(m);
            test_mesh_free(&made);
        }
    print_message("  %u goals out of reach\n", judged);
    assert_true(judged > 150);
}

/* ---- costs ---- */

static float costs[64];

/* The cost of the path that is shortest in length. Legs along an edge count for the dearer
 * side; the meshes have one floor. */
static double cost_of_shortest(wm_query *q, const wm_walkmesh *m, test_end a, test_end b)
{
    wm_path_point points[1024];
    const wm_path_opts opts = {.crossings = true};
    const wm_query_filter walkable = {.walkable_only = true};
    wm_path path = {.points = points, .point_capacity = 1024};
    double cost = 0;
    assert_int_equal(wm_query_path_between_faces(q, a.face, a.at, b.face, b.at, &opts, &path, NULL),
                     WM_OK);
    assert_true(path.found && path.point_count <= 1024);
    for (uint32_t i = 1; i < path.point_count; i++) {
        wm_vec3 from = points[i - 1].position, to = points[i].position;
        float dearest = costs[m->materials[points[i - 1].face]];
        for (int n = 0; n < 5; n++) { /* a hair to each side as well */
            wm_vec3 middle = {(from.x + to.x) / 2 + 2e-5f * (float)(n % 3 - 1) * (float)(n < 3),
                              (from.y + to.y) / 2 + 2e-5f * (float)(n * 2 - 7) * (float)(n >= 3),
                              0};
            wm_hit hits[16];
            uint32_t count;
            assert_int_equal(
                wm_query_locate(q, middle, WM_LOCATE_ALL, &walkable, hits, 16, &count, NULL),
                WM_OK);
            for (uint32_t k = 0; k < count && k < 16; k++)
                dearest = fmaxf(dearest, costs[m->materials[hits[k].face]]);
        }
        cost +=
            hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y) * (double)dearest;
    }
    return cost;
}

/* `worst` is the dearest path as a share of what the shortest one costs. */
static unsigned judge_costs(const wm_walkmesh *m, test_mesh *dice, double least, double *worst)
{
    wm_query *q = wm_query_new(m, NULL, NULL);
    test_reference *r = test_reference_create(m, NULL);
    const wm_path_opts opts = {.costs = costs};
    unsigned judged = 0;
    for (int i = 0; i < 20; i++) {
        test_end a = some_end(dice, m), b = some_end(dice, m);
        wm_path path = {0};
        assert_int_equal(
            wm_query_path_between_faces(q, a.face, a.at, b.face, b.at, &opts, &path, NULL), WM_OK);
        assert_true(path.found == test_reference_joined(r, a.face, b.face));
        if (!path.found)
            continue;
        double length = test_reference_length(r, a.face, a.at, b.face, b.at);
        double shortest = cost_of_shortest(q, m, a, b);
        assert_true(path.length >= length * (1 - 1e-6) - 1e-6);
        assert_true(path.cost >= least * length * (1 - 1e-6) - 1e-6);
        if (shortest > 1e-3)
            *worst = fmax(*worst, path.cost / shortest);
        judged++;
    }
    test_reference_free(r);
    wm_query_free(q);
    return judged;
}

static void costs_keep_their_bounds(void **state)
{
    static const char *const names[] = {"open field", "rubble",           "chessboard",
                                        "corridors",  "touching corners", "mixed winding"};
    unsigned judged = 0;
    double worst = 0;
    (void)state;
    for (const test_path_mesh *kind = test_path_meshes; kind->name; kind++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            if (!is_one_of(kind->name, names, sizeof names / sizeof *names))
                continue;
            test_mesh made = test_mesh_new(seed);
            kind->make(&made);
            for (int i = 0; i < 64; i++)
                costs[i] = (float)(0.5 + 4 * test_mesh_random(&made));
            double least = INFINITY;
            for (uint32_t f = 0; f < made.face_count; f++) {
                made.materials[f] = (uint32_t)(6 * test_mesh_random(&made));
                least = fmin(least, (double)costs[made.materials[f]]);
            }
            wm_walkmesh *m = test_mesh_build(&made, NULL);
            assert_non_null(m);
            judged += judge_costs(m, &made, least, &worst);
            wm_walkmesh_free(m);
            test_mesh_free(&made);
        }
    print_message("  %u paths, the dearest %.3f of what the shortest costs\n", judged, worst);
    assert_true(judged > 150);
    assert_true(worst <= 1 + 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partial_paths_end_nearest),
        cmocka_unit_test(costs_keep_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

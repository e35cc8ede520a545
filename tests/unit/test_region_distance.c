/* Regions, reachability, and the gap between two regions against all pairs of border
 * edges. */
#include <math.h>

#include "memory.h"
#include "meshes.h"

typedef struct edge {
    double a[3], b[3];
} edge;

static uint32_t borders(const wm_walkmesh *m, uint32_t region, edge *list, uint32_t capacity)
{
    uint32_t n = 0;
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++) {
            if (wm_walkmesh_region(m, f) != region || m->neighbours[f].edge[k] != WM_NO_INDEX)
                continue;
            wm_vec3 a = m->vertices[m->faces[f].vertex[k]];
            wm_vec3 b = m->vertices[m->faces[f].vertex[(k + 1) % 3]];
            if (n < capacity)
                list[n] = (edge){{(double)a.x, (double)a.y, (double)a.z},
                                 {(double)b.x, (double)b.y, (double)b.z}};
            n++;
        }
    return n;
}

static double to_point(const edge *e, double t, const edge *f, int axes)
{
    double p[3], d[3], num = 0, den = 0, sum = 0;
    for (int i = 0; i < axes; i++) {
        p[i] = e->a[i] + t * (e->b[i] - e->a[i]);
        d[i] = f->b[i] - f->a[i];
        num += (p[i] - f->a[i]) * d[i];
        den += d[i] * d[i];
    }
    double u = den > 0 ? num / den : 0;
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    for (int i = 0; i < axes; i++)
        sum += (p[i] - f->a[i] - u * d[i]) * (p[i] - f->a[i] - u * d[i]);
    return sqrt(sum);
}

/* Distance to an edge is convex along another one: narrow it down. */
static double brute_pair(const edge *e, const edge *f, int axes)
{
    double low = 0, high = 1;
    for (int i = 0; i < 100; i++) {
        double s = low + (high - low) / 3, t = high - (high - low) / 3;
        if (to_point(e, s, f, axes) < to_point(e, t, f, axes))
            high = t;
        else
            low = s;
    }
    return fmin(to_point(e, (low + high) / 2, f, axes),
                fmin(to_point(e, 0, f, axes), to_point(e, 1, f, axes)));
}

static double brute(const wm_walkmesh *m, uint32_t a, uint32_t b, int axes)
{
    enum { MOST = 2000 };
    static edge first[MOST], second[MOST];
    uint32_t n = borders(m, a, first, MOST), k = borders(m, b, second, MOST);
    double best = INFINITY;
    assert_true(n <= MOST && k <= MOST);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < k; j++)
            best = fmin(best, brute_pair(&first[i], &second[j], axes));
    return best;
}

static void compare(const char *name, wm_query *q, const wm_walkmesh *m, uint32_t a, uint32_t b)
{
    wm_region_distance gap;
    for (int in_plan = 0; in_plan < 2; in_plan++) {
        double want = brute(m, a, b, in_plan ? 2 : 3);
        assert_int_equal(wm_query_region_distance(q, a, b, in_plan, &gap, NULL), WM_OK);
        if (want == INFINITY) {
            assert_false(gap.found);
            continue;
        }
        assert_true(gap.found && gap.exact);
        double got = in_plan ? gap.plan : gap.distance;
        if (fabs(got - want) > 1e-6 * (1 + want))
            fail_msg("%s: regions %u and %u: %.12g, brute force %.12g", name, (unsigned)a,
                     (unsigned)b, got, want);
        assert_int_equal(wm_walkmesh_region(m, gap.edge[0] / 3), a);
        assert_int_equal(wm_walkmesh_region(m, gap.edge[1] / 3), b);
        double x = (double)gap.at[1].x - (double)gap.at[0].x,
               y = (double)gap.at[1].y - (double)gap.at[0].y;
        double z = (double)gap.at[1].z - (double)gap.at[0].z;
        assert_true(fabs(sqrt(x * x + y * y + z * z) - gap.distance) < 1e-4);
        assert_true(fabs(sqrt(x * x + y * y) - gap.plan) < 1e-4 && fabs(z - gap.rise) < 1e-4);
    }
}

static void one_mesh(const char *name, const wm_walkmesh *m, void *user)
{
    uint32_t *pairs = user, n = wm_walkmesh_region_count(m);
    wm_query *q = wm_query_new(m, NULL, NULL);
    for (uint32_t a = 0; a < n && a < 5; a++)
        for (uint32_t b = 0; b < n && b < 5; b++)
            if (a != b) {
                compare(name, q, m, a, b);
                ++*pairs;
            }
    wm_query_free(q);
}

static void equals_all_pairs(void **state)
{
    uint32_t pairs = 0;
    (void)state;
    test_each_mesh(one_mesh, &pairs);
    print_message("%u pairs of regions\n", (unsigned)pairs);
    assert_true(pairs > 0);
}

/* Random triangles, each a region of its own or of two. */
static void equals_all_pairs_on_noise(void **state)
{
    enum { N = 60 };
    wm_vec3 v[6 * N];
    wm_walk_face f[2 * N];
    wm_walk_edges links[2 * N];
    test_random r = {3};
    (void)state;
    memset(links, 0xFF, sizeof links);
    for (uint32_t i = 0; i < 6 * N; i++) {
        v[i] = (wm_vec3){(float)floor(test_range(&r, 0, 40)), (float)floor(test_range(&r, 0, 40)),
                         (float)test_range(&r, 0, 10) + (i >= 3 * N ? 12.5f : 0)};
        f[i / 3].vertex[i % 3] = i;
    }
    /* chain the first half and the second half into two regions by their edges 0 and 1 */
    for (uint32_t i = 0; i + 1 < 2 * N; i++)
        if (i + 1 != N) {
            links[i].edge[1] = 3 * (i + 1);
            links[i + 1].edge[0] = 3 * i + 1;
        }
    wm_walkmesh_desc desc = {
        .vertex_count = 6 * N, .vertices = v, .face_count = 2 * N, .faces = f, .neighbours = links};
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
    assert_non_null(m);
    assert_int_equal(wm_walkmesh_region_count(m), 2);
    wm_query *q = wm_query_new(m, NULL, NULL);
    compare("noise", q, m, 0, 1);
    compare("noise", q, m, 1, 0);
    wm_query_free(q);
    wm_walkmesh_free(m);
}

static void regions_and_reach(void **state)
{
    const wm_vec3 v[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {0, 0, 3},
                         {4, 0, 3}, {0, 4, 3}, {5, 0, 1}, {9, 0, 1}, {5, 4, 1}};
    const wm_walk_face f[] = {{{0, 1, 2}}, {{0, 2, 3}}, {{4, 5, 6}}, {{7, 8, 9}}};
    wm_walkmesh_desc desc = {.vertex_count = 10, .vertices = v, .face_count = 4, .faces = f};
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
    wm_query *q = wm_query_new(m, NULL, NULL);
    uint32_t region;
    wm_place place;
    wm_region_distance gap;
    (void)state;
    assert_int_equal(wm_walkmesh_region_count(m), 3);
    assert_true(wm_query_region(q, (wm_vec3){1, 1, 1}, NULL, &region, &place));
    assert_int_equal(region, 0);
    assert_true(place.position.z == 0.0f && place.face == 0);
    assert_true(wm_query_region(q, (wm_vec3){1, 1, 2}, NULL, &region, NULL));
    assert_int_equal(region, 1);
    assert_false(wm_query_region(q, (wm_vec3){-1, 1, 2}, NULL, &region, &place));
    assert_true(region == WM_NO_INDEX && place.face == WM_NO_INDEX);
    assert_false(wm_query_region(q, (wm_vec3){NAN, 1, 2}, NULL, &region, NULL));
    assert_true(wm_query_reachable(q, (wm_vec3){1, 0.5f, 0}, (wm_vec3){1, 3, 0}, NULL));
    assert_false(wm_query_reachable(q, (wm_vec3){1, 0.5f, 0}, (wm_vec3){1, 0.5f, 3}, NULL));
    assert_false(wm_query_reachable(q, (wm_vec3){1, 0.5f, 0}, (wm_vec3){-1, 0, 0}, NULL));
    assert_int_equal(wm_query_region_distance(q, 0, 2, false, &gap, NULL), WM_OK);
    assert_true(gap.found && gap.exact && gap.plan == 1 && gap.rise == 1);
    assert_true(fabs(gap.distance - sqrt(2)) < 1e-12 && gap.at[0].x == 4.0f && gap.at[1].x == 5.0f);
    assert_int_equal(wm_query_region_distance(q, 0, 0, false, &gap, NULL), WM_OK);
    assert_false(gap.found);
    assert_int_equal(wm_query_region_distance(q, 0, 99, false, &gap, NULL), WM_OK);
    assert_false(gap.found);
    wm_query_free(q);
    wm_walkmesh_free(m);
}

/* Two combs of long diagonal teeth next to each other, whose boxes all overlap: the search
 * ends, and reports whether the result is exact. */
static void tangled_borders_end(void **state)
{
    enum { N = 20000 };
    wm_vec3 *v = malloc(6 * (N + 1) * sizeof *v);
    wm_walk_face *f = malloc(6 * N * sizeof *f);
    uint32_t faces = 0, vertices = 0;
    (void)state;
    assert_true(v && f);
    for (int comb = 0; comb < 2; comb++) {
        float x = comb ? 30 : 0;
        for (uint32_t i = 0; i <= N; i++, vertices += 3) {
            float y = (float)i * 0.001f;
            v[vertices] = (wm_vec3){x - 1, y, 0};
            v[vertices + 1] = (wm_vec3){x, y, 0};
            v[vertices + 2] = (wm_vec3){x + 100, y + 100, 0};
            if (i == N)
                continue;
            f[faces++] = (wm_walk_face){{vertices, vertices + 1, vertices + 4}};
            f[faces++] = (wm_walk_face){{vertices, vertices + 4, vertices + 3}};
            f[faces++] = (wm_walk_face){{vertices + 1, vertices + 2, vertices + 4}};
        }
    }
    wm_walkmesh_desc desc = {
        .vertex_count = vertices, .vertices = v, .face_count = faces, .faces = f};
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
    assert_non_null(m);
    assert_int_equal(wm_walkmesh_region_count(m), 2);
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_region_distance gap;
    for (int in_plan = 0; in_plan < 2; in_plan++) {
        assert_int_equal(wm_query_region_distance(q, 0, 1, in_plan, &gap, NULL), WM_OK);
        print_message("%.6f m, %s\n", gap.distance, gap.exact ? "sure" : "given up");
        assert_true(gap.found && gap.distance < 30);
    }
    wm_query_free(q);
    wm_walkmesh_free(m);
    free(v);
    free(f);
}

static void memory_may_be_refused(void **state)
{
    const wm_vec3 v[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {3, 0, 0}, {4, 0, 0}, {3, 1, 0}};
    const wm_walk_face f[] = {{{0, 1, 2}}, {{3, 4, 5}}};
    wm_walkmesh_desc desc = {.vertex_count = 6, .vertices = v, .face_count = 2, .faces = f};
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
    (void)state;
    for (uint64_t n = 1;; n++) {
        test_memory memory;
        wm_region_distance gap;
        test_memory_init(&memory);
        wm_query *q = wm_query_new(m, &memory.allocator, NULL);
        memory.fail_at = memory.calls + n;
        wm_status status = wm_query_region_distance(q, 0, 1, false, &gap, NULL);
        assert_true(status == WM_OK || (status == WM_NO_MEMORY && memory.refused));
        assert_true(status == WM_NO_MEMORY || gap.found);
        wm_query_free(q);
        test_memory_done(&memory, "gap");
        if (!memory.refused)
            break;
        assert_true(n < 20);
    }
    wm_walkmesh_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_and_reach),         cmocka_unit_test(equals_all_pairs),
        cmocka_unit_test(equals_all_pairs_on_noise), cmocka_unit_test(tangled_borders_end),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Cutting polygons out of walkmeshes: the inside is removed, close vertices are joined, floors
 * that meet at the border of a tile stay joined, and no more triangles than needed are made. */
#include <math.h>

#include "floor_sums.h"
#include "memory.h"
#include "support.h"
#include "terrain.h"

static uint32_t seed = 1;

static double dice(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / 16777216.0;
}

/* ---- how much of the floor lies inside, found in another way ----------- */

/* The part of a convex figure on the left of a line. */
static int clip(double (*p)[2], int n, const double a[2], const double b[2])
{
    double out[16][2];
    int m = 0;
    for (int i = 0; i < n; i++) {
        const double *u = p[i], *v = p[(i + 1) % n];
        double su = (b[0] - a[0]) * (u[1] - a[1]) - (b[1] - a[1]) * (u[0] - a[0]);
        double sv = (b[0] - a[0]) * (v[1] - a[1]) - (b[1] - a[1]) * (v[0] - a[0]);
        if (su >= 0) {
            out[m][0] = u[0];
            out[m++][1] = u[1];
        }
        if ((su > 0 && sv < 0) || (su < 0 && sv > 0)) {
            out[m][0] = u[0] + (v[0] - u[0]) * su / (su - sv);
            out[m++][1] = u[1] + (v[1] - u[1]) * su / (su - sv);
        }
    }
    memcpy(p, out, (size_t)m * sizeof *out);
    return m;
}

static double common_area(double (*t)[2], double (*f)[2])
{
    double p[16][2], area = 0;
    int n = 3;
    memcpy(p, t, 3 * sizeof *p);
    for (int k = 0; k < 3 && n; k++)
        n = clip(p, n, f[k], f[(k + 1) % 3]);
    for (int i = 1; i + 1 < n; i++)
        area += ((p[i][0] - p[0][0]) * (p[i + 1][1] - p[0][1]) -
                 (p[i][1] - p[0][1]) * (p[i + 1][0] - p[0][0])) /
                2;
    return fabs(area);
}

/* A simple polygon is the sum of the triangles of a fan, some of them negative. */
static double inside_area(const wm_nwn2_aswm *a, const wm_nwn2_polygon *polygon)
{
    double sum = 0;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        double own[3][2], sign = test_plan_area(a, t) < 0 ? -1 : 1, part = 0;
        if (!(t->flags & WM_NWN2_WALKABLE))
            continue;
        for (int k = 0; k < 3; k++) {
            wm_vec3 v = a->vertices[t->vertex[sign > 0 ? k : 2 - k]];
            own[k][0] = (double)v.x;
            own[k][1] = (double)v.y;
        }
        for (uint32_t n = 1; n + 1 < polygon->count; n++) {
            double f[3][2];
            const uint32_t order[3] = {0, n, n + 1};
            for (int k = 0; k < 3; k++) {
                f[k][0] = (double)polygon->points[order[k]].x;
                f[k][1] = (double)polygon->points[order[k]].y;
            }
            double turn = (f[1][0] - f[0][0]) * (f[2][1] - f[0][1]) -
                          (f[1][1] - f[0][1]) * (f[2][0] - f[0][0]);
            if (turn < 0) {
                double swap[2] = {f[1][0], f[1][1]};
                memcpy(f[1], f[2], sizeof swap);
                memcpy(f[2], swap, sizeof swap);
            }
            part += (turn < 0 ? -1 : 1) * common_area(own, f);
        }
        sum += fabs(part);
    }
    return sum;
}

static double length_of(const wm_nwn2_polygon *p)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        wm_vec3 a = p->points[i], b = p->points[(i + 1) % p->count];
        sum += hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
    }
    return sum;
}

/* ---- one cut, judged --------------------------------------------------- */

static double cutting(double length)
{
    return 0.1 * (0.2 + length); /* vertices move by up to 0.1 m, but few do */
}

static wm_nwn2_trn_cut_result cut(const char *name, wm_nwn2_trn *trn,
                                  const wm_nwn2_polygon *polygon)
{
    wm_nwn2_trn_cut_result result;
    wm_error error;
    test_sums before = test_sum_up(trn->aswm);
    double inside = inside_area(trn->aswm, polygon);
    if (wm_nwn2_trn_cut(trn, polygon, 1, &result, &error) != WM_OK)
        fail_msg("%s: %s", name, error.message);
    test_sums after = test_sum_up(trn->aswm);
    double lost = before.walkable - after.walkable, length = length_of(polygon);
    if (fabs(lost - inside) > cutting(length))
        fail_msg("%s: %.9g square metres were removed, %.9g lie inside", name, lost, inside);
    if (after.rim > before.rim + 3 * (1 + length)) /* real floors lie above each other */
        fail_msg("%s: a rim of %.9g metres became one of %.9g; the outline has %.9g", name,
                 before.rim, after.rim, length);
    return result;
}

/* No two vertices are closer than a tenth of a metre on all three axes. */
static void no_close_vertices(const wm_nwn2_aswm *a)
{
    for (uint32_t i = 0; i < a->vertex_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            wm_vec3 p = a->vertices[i], q = a->vertices[k];
            assert_false(fabsf(p.x - q.x) < 0.0999f && fabsf(p.y - q.y) < 0.0999f &&
                         fabsf(p.z - q.z) < 0.0999f);
        }
}

/* The number of sets of walkable triangles that are linked with each other. */
static uint32_t count_regions(const wm_nwn2_aswm *a)
{
    uint32_t count = 0, *stack = malloc((a->triangle_count + 1) * sizeof *stack), left = 0;
    bool *seen = calloc(a->triangle_count + 1, sizeof *seen);
    assert_non_null(stack);
    assert_non_null(seen);
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        if (seen[i] || !(a->triangles[i].flags & WM_NWN2_WALKABLE))
            continue;
        count++;
        seen[i] = true;
        stack[left++] = i;
        while (left) {
            const wm_nwn2_triangle *t = &a->triangles[stack[--left]];
            for (int k = 0; k < 3; k++) {
                uint32_t to = t->linked_triangles[k];
                if (to == WM_NO_INDEX || seen[to] || !(a->triangles[to].flags & WM_NWN2_WALKABLE))
                    continue;
                seen[to] = true;
                stack[left++] = to;
            }
        }
    }
    free(stack);
    free(seen);
    return count;
}

/* ---- made here --------------------------------------------------------- */

static wm_nwn2_trn *hall(void)
{
    const test_plan plan = {.width = 3, .height = 2, .squares = 3, .tile_width = 9};
    return test_terrain_plan(&plan, true);
}

static void simple_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t count;
        wm_vec3 p[8];
    } shapes[] = {
        {"in one triangle", 3, {{1, 0.5f, 0}, {1.5f, 0.5f, 0}, {1.25f, 0.75f, 0}}},
        {"over tiles", 4, {{7, 7, 0}, {20, 7, 0}, {20, 11, 0}, {7, 11, 0}}},
        {"clockwise", 4, {{7, 11, 0}, {20, 11, 0}, {20, 7, 0}, {7, 7, 0}}},
        {"along edges", 4, {{3, 3, 0}, {9, 3, 0}, {9, 9, 0}, {3, 9, 0}}},
        {"through vertices", 4, {{3, 0, 0}, {6, 3, 0}, {3, 6, 0}, {0, 3, 0}}},
        {"concave", 6, {{2, 2, 0}, {16, 2, 0}, {16, 5, 0}, {5, 5, 0}, {5, 14, 0}, {2, 14, 0}}},
        {"arrow", 4, {{2, 2, 0}, {14, 8, 0}, {2, 14, 0}, {6, 8, 0}}},
        {"half outside", 4, {{-5, 4, 0}, {4, 4, 0}, {4, 30, 0}, {-5, 30, 0}}},
        {"all", 4, {{-1, -1, 0}, {28, -1, 0}, {28, 19, 0}, {-1, 19, 0}}},
        {"outside", 3, {{50, 50, 0}, {60, 50, 0}, {55, 60, 0}}},
        {"a needle", 3, {{1, 1, 0}, {26, 1.002f, 0}, {26, 1.05f, 0}}},
        {"a corner on an edge", 3, {{9, 4.5f, 0}, {13, 3.3f, 0}, {13, 5.9f, 0}}},
        {"almost on a vertex", 3, {{9.0005f, 9.0003f, 0}, {14, 10, 0}, {13, 14, 0}}},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        wm_nwn2_trn *trn = hall();
        wm_nwn2_polygon p = {shapes[i].p, shapes[i].count};
        wm_nwn2_trn_cut_result result = cut(shapes[i].name, trn, &p);
        assert_int_equal(result.polygons, strcmp(shapes[i].name, "outside") != 0);
        if (strcmp(shapes[i].name, "a needle") != 0) /* joined, and folded over itself */
            assert_int_equal(test_sum_up(trn->aswm).flipped, 0);
        if (strcmp(shapes[i].name, "along edges") == 0)
            assert_int_equal(result.added, 0);
        test_bake_again(trn);
        wm_nwn2_trn_free(trn);
    }
}

/* A bow tie closes both of its halves; points that repeat count once. */
static void odd_shapes(void **state)
{
    (void)state;
    const wm_vec3 tie[] = {{2, 2, 0}, {8, 8, 0}, {8, 2, 0}, {2, 8, 0}};
    const wm_vec3 twice[] = {{2, 2, 0}, {2, 2, 0}, {8, 2, 0}, {8, 8, 0}, {2, 2, 0}};
    const wm_vec3 line[] = {{2, 2, 0}, {8, 8, 0}, {2, 2, 0}};
    const wm_vec3 bad[] = {{2, 2, 0}, {8, 2, 0}, {8, (float)NAN, 0}};
    wm_nwn2_polygon all[] = {{tie, 4}, {twice, 5}, {line, 3}, {line, 1}, {NULL, 0}};
    wm_nwn2_trn_cut_result result;
    wm_error error;
    wm_nwn2_trn *trn = hall();
    double before = test_sum_up(trn->aswm).walkable;
    assert_int_equal(wm_nwn2_trn_cut(trn, &all[0], 1, &result, NULL), WM_OK);
    assert_true(fabs(before - test_sum_up(trn->aswm).walkable - 18) < 0.01);
    wm_nwn2_trn_free(trn);
    trn = hall();
    assert_int_equal(wm_nwn2_trn_cut(trn, all, 5, &result, NULL), WM_OK);
    assert_int_equal(result.skipped, 3);
    assert_true(fabs(before - test_sum_up(trn->aswm).walkable - 27) < 0.01);
    test_bake_again(trn);
    all[0] = (wm_nwn2_polygon){bad, 3};
    assert_int_equal(wm_nwn2_trn_cut(trn, all, 1, NULL, &error), WM_BAD_ARGUMENT);
    wm_nwn2_trn_free(trn);
}

/* Tiles that no cutter touches keep their sight bits. */
static void other_tiles_stay(void **state)
{
    (void)state;
    const wm_vec3 p[] = {{10, 1, 0}, {12, 1, 0}, {11, 4, 0}};
    const wm_nwn2_polygon polygon = {p, 3};
    wm_nwn2_trn *trn = hall();
    wm_nwn2_trn_rebuild_result result;
    assert_int_equal(wm_nwn2_trn_cut(trn, &polygon, 1, NULL, NULL), WM_OK);
    assert_int_equal(wm_nwn2_trn_rebuild(trn, NULL, &result, NULL), WM_OK);
    assert_int_equal(result.sight_kept, 5);
    wm_nwn2_trn_free(trn);
}

static void star(wm_vec3 *p, uint32_t count, double x, double y, double radius)
{
    for (uint32_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * (i + 0.3 * dice()) / count;
        double r = radius * (0.3 + 0.7 * dice());
        p[i] = (wm_vec3){(float)(x + r * cos(angle)), (float)(y + r * sin(angle)), 0};
    }
}

static void random_cutters_on_plans(void **state)
{
    (void)state;
    for (int n = 0; n < 60; n++) {
        wm_vec3 p[12];
        wm_nwn2_trn *trn = hall();
        for (int k = 0; k < 4; k++) { /* one over the other */
            uint32_t count = 3 + (uint32_t)(dice() * 9);
            star(p, count, dice() * 27, dice() * 18, 0.3 + 6 * dice());
            if (n % 3 == 0) /* corners on a grid hit vertices and edges */
                for (uint32_t i = 0; i < count; i++)
                    p[i] = (wm_vec3){roundf(p[i].x * 2) / 2, roundf(p[i].y * 2) / 2, 0};
            if (n % 3 == 0 && k)
                continue; /* rounded stars may cross themselves: no area to compare */
            if (n % 3)
                cut("random", trn, &(wm_nwn2_polygon){p, count});
            else
                assert_int_equal(wm_nwn2_trn_cut(trn, &(wm_nwn2_polygon){p, count}, 1, NULL, NULL),
                                 WM_OK);
        }
        no_close_vertices(trn->aswm);
        wm_nwn2_trn_free(trn);
    }
}

/* ---- a TRN ------------------------------------------------------------- */

static wm_nwn2_trn *plain_hall(void)
{
    const test_plan plan = {.width = 2, .height = 1, .squares = 3, .tile_width = 9};
    return test_terrain_plan(&plan, false);
}

/* Gives the second tile its own vertices on the border, `by` to the right and `up` the border. */
static void tear(wm_nwn2_trn *trn, float by, float up)
{
    wm_nwn2_aswm *a = trn->aswm;
    wm_vec3 *more = wm_nwn2_trn_alloc(trn, 2 * (size_t)a->vertex_count, sizeof *more, NULL);
    assert_non_null(more);
    memcpy(more, a->vertices, a->vertex_count * sizeof *more);
    for (uint32_t i = 0; i < a->vertex_count; i++) {
        more[a->vertex_count + i] = a->vertices[i];
        if (a->vertices[i].x == 9) {
            more[a->vertex_count + i].x += by;
            more[a->vertex_count + i].y += up;
        }
    }
    for (uint32_t i = 0; i < a->tiles[1].triangles_count; i++)
        for (int k = 0; k < 3; k++)
            a->triangles[a->tiles[1].triangles_offset + i].vertex[k] += a->vertex_count;
    a->vertices = more;
    a->vertex_count *= 2;
    a->edge_count = 0;
}

/* Floors that meet at the border of two tiles stay one, whatever a few centimetres tell. */
static void torn_borders_are_closed(void **state)
{
    (void)state;
    static const float gaps[][2] = {{0, 0},      {-0.001f, 0}, {0.001f, 0},     {0.05f, 0},
                                    {-0.06f, 0}, {0, 0.04f},   {-0.02f, -0.07f}};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        wm_nwn2_trn *trn = plain_hall();
        tear(trn, gaps[i][0], gaps[i][1]);
        assert_int_equal(wm_nwn2_trn_cut(trn, NULL, 0, NULL, NULL), WM_OK);
        test_bake_again(trn);
        assert_int_equal(count_regions(trn->aswm), 1);
        assert_int_equal(trn->aswm->vertex_count, 28);
        assert_int_equal(trn->aswm->triangle_count, 36);
        for (uint32_t k = 0; k < trn->aswm->vertex_count; k++)
            assert_true(trn->aswm->vertices[k].x <= 9 || trn->aswm->vertices[k].x > 9.09f ||
                        trn->aswm->vertices[k].x == 9);
        wm_nwn2_trn_free(trn);
    }
    /* Without it the floor is severed. */
    wm_nwn2_trn *trn = plain_hall();
    tear(trn, 0.001f, 0);
    test_bake_again(trn);
    assert_int_equal(count_regions(trn->aswm), 2);
    wm_nwn2_trn_free(trn);
}

/* A triangle that reaches into the next tile leaves its part there; one without area goes. */
static void triangles_stay_in_their_tiles(void **state)
{
    (void)state;
    wm_nwn2_trn *trn = plain_hall();
    wm_nwn2_aswm *a = trn->aswm;
    for (uint32_t i = 0; i < a->vertex_count; i++)
        if (a->vertices[i].x == 9)
            a->vertices[i].x = 10; /* one metre of the first tile lies in the second */
    double before = test_sum_up(a).area;
    assert_int_equal(wm_nwn2_trn_cut(trn, NULL, 0, NULL, NULL), WM_OK);
    assert_true(fabs(test_sum_up(trn->aswm).area - before) < 0.01);
    test_bake_again(trn);
    a = trn->aswm;
    assert_int_equal(count_regions(a), 1);
    for (uint32_t i = 0; i < a->tiles[0].triangles_count; i++)
        for (int k = 0; k < 3; k++)
            assert_true(a->vertices[a->triangles[i].vertex[k]].x <= 9);
    wm_nwn2_trn_free(trn);
    trn = plain_hall();
    a = trn->aswm;
    uint32_t count = a->triangle_count;
    uint32_t *v = a->triangles[0].vertex;
    v[2] = v[0] + (v[1] - v[0]) * 2; /* three vertices in a row */
    assert_int_equal(wm_nwn2_trn_cut(trn, NULL, 0, NULL, NULL), WM_OK);
    assert_int_equal(trn->aswm->triangle_count, count - 1);
    wm_nwn2_trn_free(trn);
}

/* The ground round a hole has as many triangles as its corners need. */
static void no_more_triangles_than_needed(void **state)
{
    (void)state;
    const test_plan plan = {.width = 1, .height = 1, .squares = 1, .tile_width = 9};
    const wm_vec3 p[] = {{5, 1, 0}, {7, 1, 0}, {7, 3, 0}, {5, 3, 0}};
    const wm_vec3 q[] = {{2, 5, 0}, {4, 5, 0}, {4, 8, 0}, {2, 8, 0}};
    const wm_nwn2_polygon two[] = {{p, 4}, {q, 4}, {p, 4}};
    wm_nwn2_trn *trn = test_terrain_plan(&plan, false);
    wm_nwn2_trn_cut_result result;
    assert_int_equal(trn->aswm->triangle_count, 2);
    assert_int_equal(wm_nwn2_trn_cut(trn, two, 3, &result, NULL), WM_OK);
    /* A triangle with a square hole has 7 corners: 7 + 2 - 2 triangles. */
    assert_int_equal(trn->aswm->triangle_count, 14);
    assert_int_equal(trn->aswm->vertex_count, 12);
    assert_int_equal(result.polygons, 3);
    assert_true(fabs(test_sum_up(trn->aswm).area - (81 - 4 - 6)) < 1e-4);
    test_bake_again(trn);
    assert_int_equal(count_regions(trn->aswm), 1);
    wm_nwn2_trn_free(trn);
}

/* A corner far away makes the sides inexact, but does no harm. */
static void cutters_from_far_away(void **state)
{
    (void)state;
    const wm_vec3 far[] = {{1e30f, 3, 0}, {2, 1e30f, 0}, {-1e30f, -1e30f, 0}, {4, 4, 0}};
    const wm_vec3 near[] = {{2, 2, 0}, {1e6f, 2, 0}, {1e6f, 4, 0}, {2, 4, 0}};
    const wm_nwn2_polygon polygon[] = {{far, 4}, {near, 4}};
    for (int i = 0; i < 4; i++) {
        wm_nwn2_trn *trn = i % 2 ? hall() : plain_hall();
        assert_int_equal(wm_nwn2_trn_cut(trn, &polygon[i / 2], 1, NULL, NULL), WM_OK);
        test_bake_again(trn);
        if (i / 2) /* a strip of two metres, from x = 2 to the end of the hall */
            assert_true(fabs(test_sum_up(trn->aswm).area - (i % 2 ? 27 * 18 - 50 : 18 * 9 - 32)) <
                        0.1);
        wm_nwn2_trn_free(trn);
    }
}

/* Cutters that nobody would draw end with a result or with an error, and soon. */
static void hostile_cutters(void **state)
{
    (void)state;
    enum { MANY = 3000 };
    wm_vec3 *p = malloc(MANY * sizeof *p);
    wm_nwn2_polygon *all = malloc(MANY * sizeof *all);
    wm_error error;
    assert_non_null(p);
    assert_non_null(all);
    for (int n = 0; n < 3; n++) {
        wm_nwn2_trn *trn = plain_hall();
        for (uint32_t i = 0; i < MANY; i++) {
            p[i] = (wm_vec3){(float)(dice() * 18), (float)(dice() * 9), 0};
            if (n == 1) /* spokes of a wheel */
                p[i] = i % 2 ? (wm_vec3){9, 4.5f, 0}
                             : (wm_vec3){9 + 4 * (float)cos(i), 4.5f + 4 * (float)sin(i), 0};
            all[i] = (wm_nwn2_polygon){p + i - i % 3, 3};
        }
        wm_nwn2_polygon one = {p, MANY};
        wm_status status =
            wm_nwn2_trn_cut(trn, n == 2 ? all : &one, n == 2 ? MANY : 1, NULL, &error);
        if (status != WM_OK)
            assert_int_equal(status, WM_LIMIT);
        wm_nwn2_trn_free(trn);
    }
    free(p);
    free(all);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    size_t size;
    const wm_vec3 p[] = {{2, 2, 0}, {15, 3, 0}, {15, 15, 0}, {3, 14, 0}};
    const wm_nwn2_polygon polygon = {p, 4};
    for (int kind = 0; kind < 2; kind++) {
        uint8_t *bytes = test_terrain_bytes(kind ? "hall.trn" : "hall.trx", &size);
        uint64_t n = 1;
        for (bool done = false; !done; n++) {
            test_memory memory;
            wm_error error = {.code = WM_OK};
            test_memory_init(&memory);
            wm_nwn2_trn_read_opts opts = {.base.allocator = &memory.allocator};
            wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes, size, &opts, &error);
            assert_non_null(trn);
            memory.fail_at = memory.calls + n;
            if (wm_nwn2_trn_simplify(trn, NULL, NULL, &error) != WM_OK ||
                wm_nwn2_trn_cut(trn, &polygon, 1, NULL, &error) != WM_OK)
                assert_int_equal(error.code, WM_NO_MEMORY);
            done = memory.refused == 0; /* arenas try again with less */
            wm_nwn2_trn_free(trn);
            test_memory_done(&memory, "cut");
        }
        assert_true(n > 3);
        free(bytes);
    }
}

/* ---- the corpus -------------------------------------------------------- */

static void random_cutters_on_real_meshes(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const char *const files[] = {"dm001_cargohold.trx",    "enter_world.trx",
                                        "cslmordmansion.trx",     "midwood_caverns_level_2.trx",
                                        "castle_krag_temple.trx", "enter_world.trn"};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        char path[128];
        wm_error error;
        uint32_t baked = 0, rounds = f < 4 ? 25 : 6;
        snprintf(path, sizeof path, "nwn2/%s", files[f]);
        wm_buffer bytes = test_corpus_file(path);
        for (uint32_t n = 0; n < rounds; n++) {
            wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, &error);
            assert_non_null(trn);
            for (int k = 0; k < 3; k++) {
                wm_vec3 p[9];
                const wm_nwn2_aswm *a = trn->aswm;
                uint32_t count = 3 + (uint32_t)(dice() * 6);
                uint32_t at = (uint32_t)(dice() * a->triangle_count);
                const float *centre = a->triangles[at].centre;
                star(p, count, (double)centre[0], (double)centre[1], 0.2 + 4 * dice());
                if (k == 1) /* a corner on a vertex */
                    p[0] = a->vertices[a->triangles[at].vertex[0]];
                wm_nwn2_polygon polygon = {p, count};
                if (k == 1)
                    assert_int_equal(wm_nwn2_trn_cut(trn, &polygon, 1, NULL, NULL), WM_OK);
                else
                    cut(files[f], trn, &polygon);
            }
            if (wm_nwn2_trn_rebuild(trn, NULL, NULL, &error) == WM_OK) {
                test_no_errors(trn);
                baked++;
            } else {
                assert_int_equal(error.code, WM_LIMIT);
            }
            wm_nwn2_trn_free(trn);
        }
        print_message("%s: %u of %u baked\n", files[f], (unsigned)baked, (unsigned)rounds);
        assert_true(baked > 0);
        wm_buffer_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple_shapes),
        cmocka_unit_test(odd_shapes),
        cmocka_unit_test(other_tiles_stay),
        cmocka_unit_test(random_cutters_on_plans),
        cmocka_unit_test(torn_borders_are_closed),
        cmocka_unit_test(triangles_stay_in_their_tiles),
        cmocka_unit_test(no_more_triangles_than_needed),
        cmocka_unit_test(cutters_from_far_away),
        cmocka_unit_test(hostile_cutters),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(random_cutters_on_real_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

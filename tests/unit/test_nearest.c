/* The nearest floor, against a search through all faces written independently of the library. */
#include <math.h>

#include "meshes.h"

typedef struct vec {
    long double x, y, z;
} vec;

static vec of(wm_vec3 v)
{
    return (vec){(long double)v.x, (long double)v.y, (long double)v.z};
}

static long double size(vec a, vec b)
{
    vec d = {a.x - b.x, a.y - b.y, a.z - b.z};
    return sqrtl(d.x * d.x + d.y * d.y + d.z * d.z);
}

/* By narrowing the parameter down: distance to a point is convex along a line. */
static long double along(vec a, vec b, vec p)
{
    long double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        long double s = low + (high - low) / 3, t = high - (high - low) / 3;
        vec u = {a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), a.z + s * (b.z - a.z)};
        vec v = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
        if (size(u, p) < size(v, p))
            high = t;
        else
            low = s;
    }
    vec w = {a.x + low * (b.x - a.x), a.y + low * (b.y - a.y), a.z + low * (b.z - a.z)};
    return size(w, p);
}

/* The three sides, and the foot of the perpendicular where it falls inside, by the
 * normal equations of p - a = s u + t w. */
static long double brute_face(const wm_walkmesh *m, uint32_t f, wm_vec3 point, bool plan)
{
    const uint32_t *k = m->faces[f].vertex;
    vec v[3], p = of(point);
    long double best = INFINITY;
    for (int i = 0; i < 3; i++) {
        v[i] = of(m->vertices[k[i]]);
        if (plan)
            v[i].z = p.z;
    }
    for (int i = 0; i < 3; i++)
        best = fminl(best, along(v[i], v[(i + 1) % 3], p));
    vec u = {v[1].x - v[0].x, v[1].y - v[0].y, v[1].z - v[0].z};
    vec w = {v[2].x - v[0].x, v[2].y - v[0].y, v[2].z - v[0].z};
    vec r = {p.x - v[0].x, p.y - v[0].y, p.z - v[0].z};
    long double uu = u.x * u.x + u.y * u.y + u.z * u.z, ww = w.x * w.x + w.y * w.y + w.z * w.z;
    long double uw = u.x * w.x + u.y * w.y + u.z * w.z, d = uu * ww - uw * uw;
    long double ru = r.x * u.x + r.y * u.y + r.z * u.z, rw = r.x * w.x + r.y * w.y + r.z * w.z;
    if (!(d > 0))
        return best;
    long double s = (ru * ww - rw * uw) / d, t = (rw * uu - ru * uw) / d;
    if (s < 0 || t < 0 || s + t > 1)
        return best;
    vec at = {v[0].x + s * u.x + t * w.x, v[0].y + s * u.y + t * w.y, v[0].z + s * u.z + t * w.z};
    return fminl(best, size(at, p));
}

/* A lower bound that spares the slow search for most faces. */
static long double box_distance(const wm_walkmesh *m, uint32_t f, wm_vec3 p, bool plan)
{
    long double d[3];
    for (int axis = 0; axis < 3; axis++) {
        long double low = INFINITY, high = -INFINITY;
        long double at = (long double)(axis == 0 ? p.x : axis == 1 ? p.y : p.z);
        for (int k = 0; k < 3; k++) {
            wm_vec3 v = m->vertices[m->faces[f].vertex[k]];
            long double x = (long double)(axis == 0 ? v.x : axis == 1 ? v.y : v.z);
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        d[axis] = at < low ? low - at : at > high ? at - high : 0;
    }
    return sqrtl(d[0] * d[0] + d[1] * d[1] + (plan ? 0 : d[2] * d[2]));
}

static bool has_area(const wm_walkmesh *m, uint32_t f)
{
    const uint32_t *k = m->faces[f].vertex;
    vec a = of(m->vertices[k[0]]), b = of(m->vertices[k[1]]), c = of(m->vertices[k[2]]);
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) != 0;
}

static void compare(wm_query *q, const wm_walkmesh *m, wm_vec3 p, bool plan, uint32_t *found)
{
    wm_nearest n;
    wm_nearest_opts opts = {.plan = plan};
    long double best = 8;
    bool any = false;
    for (uint32_t f = 0; f < m->face_count; f++) {
        if (!m->walkable[f] || !has_area(m, f) || box_distance(m, f, p, plan) > best)
            continue;
        long double d = brute_face(m, f, p, plan);
        any |= d <= best;
        best = d < best ? d : best;
    }
    bool got = wm_query_nearest(q, p, 8, &opts, &n);
    if (!any) {
        assert_false(got);
        assert_int_equal(n.place.face, WM_NO_INDEX);
        return;
    }
    assert_true(got);
    if (fabs(n.distance - (double)best) > 1e-7 * (1 + (double)best))
        fail_msg("(%.9g %.9g %.9g): %.12g, brute force %.12g", (double)p.x, (double)p.y,
                 (double)p.z, n.distance, (double)best);
    assert_true(m->walkable[n.place.face]);
    /* the place itself is that far away, and in its face */
    vec at = of(n.place.position), from = of(p);
    if (plan)
        at.z = from.z;
    assert_true(fabsl(size(at, from) - best) < 1e-4L);
    assert_true(test_outside(m, n.place.face, n.place.position) < 1e-5);
    ++*found;
}

static void one_mesh(const char *name, const wm_walkmesh *m, void *user)
{
    test_random r = {11};
    wm_query *q = wm_query_new(m, NULL, NULL);
    uint32_t found = 0, *total = user;
    for (int i = 0; i < 60; i++) {
        wm_vec3 p = {(float)test_range(&r, (double)m->min.x - 4, (double)m->max.x + 4),
                     (float)test_range(&r, (double)m->min.y - 4, (double)m->max.y + 4),
                     (float)test_range(&r, (double)m->min.z - 2, (double)m->max.z + 2)};
        compare(q, m, p, i % 2, &found);
    }
    for (uint32_t f = 0; f < m->face_count; f += 1 + m->face_count / 20) {
        compare(q, m, m->vertices[m->faces[f].vertex[f % 3]], false, &found);
        compare(q, m, m->vertices[m->faces[f].vertex[f % 3]], true, &found);
    }
    if (!found && m->walkable_count > 4)
        fail_msg("%s: nothing was found at all", name);
    *total += found;
    wm_query_free(q);
}

static void equals_brute_force(void **state)
{
    uint32_t total = 0;
    (void)state;
    unsigned real = test_each_mesh(one_mesh, &total);
    print_message("%u points on meshes, %u of them real\n", (unsigned)total, real);
    assert_true(total > 100);
}

static void edges_of_the_radius(void **state)
{
    wm_walkmesh *m = test_field(2, 2, 1, (wm_vec3){0, 0, 1});
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_nearest n;
    (void)state;
    assert_true(wm_query_nearest(q, (wm_vec3){0.5f, 0.5f, 3}, 2, NULL, &n));
    assert_true(n.distance == 2 && n.place.position.z == 1.0f);
    assert_false(wm_query_nearest(q, (wm_vec3){0.5f, 0.5f, 3}, 1.99f, NULL, &n));
    assert_true(wm_query_nearest(q, (wm_vec3){-3, -4, 1}, 5, NULL, &n));
    assert_true(n.distance == 5 && n.place.position.x == 0 && n.place.position.y == 0);
    assert_true(wm_query_nearest(q, (wm_vec3){1e6f, 0, 0}, INFINITY, NULL, &n));
    assert_true(n.place.position.x == 2.0f);
    assert_true(
        wm_query_nearest(q, (wm_vec3){0.5f, 0.5f, 90}, 0, &(wm_nearest_opts){.plan = true}, &n));
    assert_true(n.distance == 0 && n.place.position.z == 1.0f);
    assert_false(wm_query_nearest(q, (wm_vec3){NAN, 0, 0}, 5, NULL, &n));
    assert_false(wm_query_nearest(q, (wm_vec3){0, 0, INFINITY}, 5, NULL, &n));
    assert_false(wm_query_nearest(q, (wm_vec3){0, 0, 0}, NAN, NULL, &n));
    assert_false(wm_query_nearest(q, (wm_vec3){0, 0, 0}, -1, NULL, &n));
    for (int i = 0; i < 400; i++) { /* from far off, all round */
        double far = pow(10, i % 8), angle = i * 0.0157;
        float x = (float)(far * cos(angle)), y = (float)(far * sin(angle));
        assert_true(wm_query_nearest(q, (wm_vec3){x, y, 1}, INFINITY, NULL, &n));
        assert_true(n.place.position.x == fmaxf(fminf(x, 2), 0));
        assert_true(n.place.position.y == fmaxf(fminf(y, 2), 0));
    }
    wm_query_filter none = {.materials = UINT64_C(1) << 9};
    assert_false(
        wm_query_nearest(q, (wm_vec3){0, 0, 0}, 9, &(wm_nearest_opts){.filter = &none}, &n));
    wm_query_free(q);
    wm_walkmesh_free(m);
    m = wm_walkmesh_new(&(wm_walkmesh_desc){0}, NULL, NULL);
    q = wm_query_new(m, NULL, NULL);
    assert_false(wm_query_nearest(q, (wm_vec3){0, 0, 0}, INFINITY, NULL, &n));
    wm_query_free(q);
    wm_walkmesh_free(m);
}

/* In plan mode, of several floors the one nearest in height. */
static void storeys(void **state)
{
    const wm_vec3 v[] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 3}, {4, 0, 3}, {0, 4, 3}};
    const wm_walk_face f[] = {{{0, 1, 2}}, {{3, 4, 5}}};
    wm_walkmesh_desc desc = {.vertex_count = 6, .vertices = v, .face_count = 2, .faces = f};
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_nearest_opts plan = {.plan = true};
    wm_nearest n;
    (void)state;
    assert_true(wm_query_nearest(q, (wm_vec3){1, 1, 1.4f}, 1, &plan, &n));
    assert_int_equal(n.place.face, 0);
    assert_true(wm_query_nearest(q, (wm_vec3){1, 1, 1.6f}, 1, &plan, &n));
    assert_int_equal(n.place.face, 1);
    assert_true(wm_query_nearest(q, (wm_vec3){-1, 1, 7}, 1, &plan, &n));
    assert_int_equal(n.place.face, 1);
    wm_query_free(q);
    wm_walkmesh_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_of_the_radius),
        cmocka_unit_test(storeys),
        cmocka_unit_test(equals_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

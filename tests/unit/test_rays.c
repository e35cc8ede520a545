/* Rays, sight and heights against brute force, on meshes of integers where it is exact
 * and on every walkmesh of the corpus; no ray leaks through an inner edge or vertex. */
#include <dirent.h>
#include <math.h>

#include "nav/query.h"
#include "support.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NONE WM_NO_INDEX

static wm_walkmesh *build(const wm_walkmesh_desc *desc)
{
    wm_error error;
    wm_walkmesh *mesh = wm_walkmesh_create(desc, NULL, &error);
    if (!mesh)
        fail_msg("%s: %s", error.path, error.message);
    return mesh;
}

static float between(uint32_t *seed, float low, float high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (float)(*seed >> 8) / 16777216.0f;
}

/* ---- brute force, written apart from the library ---- */

typedef struct vec {
    long double x, y, z;
} vec;

static vec from_to(wm_vec3 a, wm_vec3 b)
{
    return (vec){(long double)b.x - a.x, (long double)b.y - a.y, (long double)b.z - a.z};
}

static vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static long double size_of(vec a)
{
    return fabsl(a.x) + fabsl(a.y) + fabsl(a.z);
}

/* 1 or -1, or 0 when the value is within the error of its computation; on meshes of
 * small integers all is exact and `slack` is 0. */
static int sign(long double value, long double scale, long double slack)
{
    return value > scale * slack ? 1 : value < -scale * slack ? -1 : 0;
}

enum { MISS, HIT, UNSURE };

typedef struct brute {
    long double slack;
    wm_vec3 from;
    vec d;
    bool segment;
} brute;

/* Whether a face is hit, and at what t. */
static int brute_face(const wm_walkmesh *m, uint32_t face, const brute *b, long double *t)
{
    wm_vec3 v[3];
    vec a[3];
    int s[3];
    for (int k = 0; k < 3; k++) {
        v[k] = m->vertices[m->faces[face].vertex[k]];
        if (!isfinite(v[k].x) || !isfinite(v[k].y) || !isfinite(v[k].z))
            return MISS;
        a[k] = from_to(b->from, v[k]);
    }
    vec n = cross(from_to(v[0], v[1]), from_to(v[0], v[2]));
    long double spread = size_of(from_to(v[0], v[1])) * size_of(from_to(v[0], v[2]));
    for (int k = 0; k < 3; k++) {
        vec p = a[(k + 1) % 3], q = a[(k + 2) % 3];
        s[k] = sign(dot(b->d, cross(p, q)), size_of(b->d) * size_of(p) * size_of(q), b->slack);
    }
    bool positive = s[0] > 0 || s[1] > 0 || s[2] > 0, negative = s[0] < 0 || s[1] < 0 || s[2] < 0;
    if (positive && negative)
        return MISS;
    bool unsure = b->slack > 0 && (!s[0] || !s[1] || !s[2]);
    if (!positive && !negative)
        return unsure ? UNSURE : MISS;
    long double over = dot(n, a[0]), under = dot(n, b->d);
    if (under == 0)
        return unsure ? UNSURE : MISS;
    *t = over / under;
    int start = sign(over, spread * size_of(a[0]), b->slack) * (under > 0 ? 1 : -1);
    int end = sign(over - under, spread * (size_of(a[0]) + size_of(b->d)), b->slack) *
              (under > 0 ? 1 : -1);
    if (start < 0 || (b->segment && end > 0))
        return MISS;
    unsure = unsure || (b->slack > 0 && (!start || (b->segment && !end)));
    return unsure ? UNSURE : HIT;
}

static bool fits(const wm_walkmesh *m, uint32_t face, const wm_query_filter *f)
{
    return !f || ((!f->walkable_only || m->walkable[face]) &&
                  (!f->materials || (f->materials >> m->materials[face] & 1)));
}

/* The nearest hit along to - from, and whether anything stands between. */
static void compare(wm_query *q, const wm_walkmesh *m, wm_vec3 from, wm_vec3 d, long double slack,
                    const wm_query_filter *filter, unsigned *hits)
{
    wm_ray_hit hit;
    brute b = {slack, from, {d.x, d.y, d.z}, false};
    bool found = wm_query_raycast(q, from, d, INFINITY, filter, &hit);
    long double length = sqrtl(dot(b.d, b.d)), nearest = INFINITY, own = -1;
    int kind = MISS;
    assert_int_equal(found, hit.face != NONE);
    for (uint32_t f = 0; f < m->face_count; f++) {
        long double t = 0;
        int is = fits(m, f, filter) ? brute_face(m, f, &b, &t) : MISS;
        if (is == HIT && t < nearest)
            nearest = t;
        if (found && f == hit.face) {
            kind = is;
            own = t;
        }
    }
    if (found && kind == MISS)
        fail_msg("face %u is not hit from (%.9g, %.9g, %.9g) along (%.9g, %.9g, %.9g)", hit.face,
                 (double)from.x, (double)from.y, (double)from.z, (double)d.x, (double)d.y,
                 (double)d.z);
    /* Distances are exact up to double, seen from the size of the coordinates. */
    long double reported = found ? (long double)hit.distance : INFINITY;
    long double hair = 1e-30L + (slack > 0 ? 1e-10L * size_of((vec){from.x, from.y, from.z}) : 0);
    if (reported > nearest * length * 1.000001L + hair)
        fail_msg("a hit at %.9Lg is missed from (%.9g, %.9g, %.9g) along (%.9g, %.9g, %.9g)",
                 nearest * length, (double)from.x, (double)from.y, (double)from.z, (double)d.x,
                 (double)d.y, (double)d.z);
    if (kind == HIT)
        assert_true(fabsl(own * length - reported) <= reported * 1e-6L + hair);
    *hits += found;
}

static void compare_sight(wm_query *q, const wm_walkmesh *m, wm_vec3 from, wm_vec3 to,
                          long double slack, unsigned *blocked)
{
    brute b = {slack, from, from_to(from, to), true};
    uint32_t blocker;
    bool clear = wm_query_sight(q, from, to, NULL, &blocker), any = false;
    long double t;
    assert_int_equal(clear, blocker == NONE);
    for (uint32_t f = 0; f < m->face_count && !any; f++)
        any = brute_face(m, f, &b, &t) == HIT;
    if (any && clear)
        fail_msg("(%.9g, %.9g, %.9g) sees (%.9g, %.9g, %.9g) through a face", (double)from.x,
                 (double)from.y, (double)from.z, (double)to.x, (double)to.y, (double)to.z);
    if (!clear && brute_face(m, blocker, &b, &t) == MISS)
        fail_msg("face %u does not stand between", blocker);
    *blocked += !clear;
}

/* ---- meshes of integers: everything exact ---- */

enum { SIDE = 9 };

/* Steps and slopes of even coordinates, so that the middles of edges are integers;
 * some walls, a face without area, one folded onto itself. */
static wm_walkmesh *steps(uint32_t seed)
{
    wm_vec3 v[SIDE * SIDE + 2];
    wm_walk_face f[2 * (SIDE - 1) * (SIDE - 1) + 3];
    uint32_t materials[COUNT(f)], n = 0;
    bool walkable[COUNT(f)];
    for (int i = 0; i < SIDE * SIDE; i++) {
        float up = 2 * floorf(between(&seed, -4, 4));
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
    wm_walkmesh_desc d = {.vertex_count = COUNT(v),
                          .vertices = v,
                          .face_count = n,
                          .faces = f,
                          .materials = materials,
                          .walkable = walkable};
    return build(&d);
}

static const wm_vec3 ways[] = {{0, 0, -1}, {0, 0, 1},      {1, 0, 0},
                               {0, -1, 0}, {1, 1, -1},     {-1, 2, -3},
                               {3, -1, 2}, {-0.0f, 2, -1}, {1, -0.0f, -0.0f}};

static void exact_on_integers(void **state)
{
    const wm_query_filter filters[] = {{.walkable_only = true}, {.materials = 0x6}};
    unsigned hits = 0, blocked = 0, rays = 0;
    (void)state;
    for (uint32_t seed = 1; seed < 4; seed++) {
        wm_walkmesh *m = steps(seed);
        for (int wide = 0; wide < 2; wide++) {
            wm_query *q = wm_query_create(m, NULL, NULL);
            q->wide = q->wide && wide;
            for (uint32_t e = 0; e < 3 * m->face_count; e++) {
                wm_vec3 a = m->vertices[m->faces[e / 3].vertex[e % 3]];
                wm_vec3 b = m->vertices[m->faces[e / 3].vertex[(e + 1) % 3]];
                wm_vec3 aim[2] = {a, {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2}};
                for (size_t k = 0; k < 2 * COUNT(ways); k++) {
                    wm_vec3 p = aim[k % 2], d = ways[k / 2];
                    /* from beside, from the very point, and as a segment that ends there */
                    wm_vec3 at = {p.x - 3 * d.x, p.y - 3 * d.y, p.z - 3 * d.z};
                    compare(q, m, at, d, 0, NULL, &hits);
                    compare(q, m, p, d, 0, &filters[e % 2], &hits);
                    compare_sight(q, m, at, p, 0, &blocked);
                    compare_sight(q, m, at, (wm_vec3){p.x - d.x, p.y - d.y, p.z - d.z}, 0,
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

/* A query that does not know its CPU answers as well, only slower. */
static void knows_the_cpu(void **state)
{
    wm_walkmesh *m = steps(1);
    wm_query *q = wm_query_create(m, NULL, NULL);
    (void)state;
#if WMI_HAS_AVX2
    assert_int_equal(q->wide, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                                  __builtin_cpu_supports("bmi"));
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
    wm_walkmesh *m = build(&d);
    wm_query *q = wm_query_create(m, NULL, NULL);
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

/* ---- input that means nothing ---- */

static void odd_rays(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    static const float scales[] = {1e-44f, 1e-30f, 1e-7f, 1, 1e7f, 1e30f};
    wm_walkmesh *m = steps(1), *none = build(&(wm_walkmesh_desc){.face_count = 0});
    wm_query *q = wm_query_create(m, NULL, NULL), *empty = wm_query_create(none, NULL, NULL);
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
            v[k] = (wm_vec3){between(&seed, -s, s), between(&seed, -s, s), between(&seed, -s, s)};
            f[k / 3].vertex[k % 3] = k;
        }
        wm_walkmesh_desc d = {.vertex_count = 3 * N, .vertices = v, .face_count = N, .faces = f};
        wm_walkmesh *m = build(&d);
        wm_query *q = wm_query_create(m, NULL, NULL);
        for (int k = 0; k < 300; k++) {
            float s = sizes[i];
            wm_vec3 a = {between(&seed, -s, s), between(&seed, -s, s), between(&seed, -s, s)};
            wm_vec3 b = {between(&seed, -s, s), between(&seed, -s, s), between(&seed, -s, s)};
            compare(q, m, a, b, 1e-17L, NULL, &hits);
            compare_sight(q, m, a, b, 1e-17L, &blocked);
        }
        wm_query_free(q);
        wm_walkmesh_free(m);
    }
    assert_true(hits > 500 && blocked > 200);
}

/* ---- heights are what locate says ---- */

static void same_height(wm_query *q, wm_vec3 p, const wm_query_filter *filter, unsigned *found)
{
    for (int what = WM_LOCATE_ALL; what <= WM_LOCATE_BELOW; what++) {
        wm_hit a = {NONE, 0}, b;
        uint32_t count;
        assert_int_equal(wm_query_locate(q, p, (wm_locate)what, filter, &a, 1, &count, NULL),
                         WM_OK);
        bool is = wm_query_height(q, p, (wm_locate)what, filter, &b);
        if (is != (count > 0) || (is && (a.face != b.face || a.z != b.z)))
            fail_msg("at (%.9g, %.9g, %.9g) height says face %u, %.9g, locate %u, %.9g",
                     (double)p.x, (double)p.y, (double)p.z, b.face, (double)b.z, a.face,
                     (double)a.z);
        *found += is;
    }
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
    wm_walkmesh *m = build(&d);
    wm_query *q = wm_query_create(m, NULL, NULL);
    for (uint32_t i = 0; i + 1 < n; i++) {
        wm_vec3 a = v[f[i].vertex[0]], b = v[f[i].vertex[1]], c = v[f[i].vertex[2]];
        wm_vec3 p = {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
        wm_hit hit;
        assert_true(wm_query_height(q, p, WM_LOCATE_ALL, NULL, &hit));
        assert_int_equal(hit.face, i);
        assert_true(fabsf(hit.z - p.z) < 1e-5f);
        same_height(q, p, NULL, &found);
        same_height(q, a, NULL, &found);
    }
    assert_true(found >= 4 * (n - 1)); /* rounding may leave the centre below its face */
    wm_query_free(q);
    wm_walkmesh_free(m);
}

/* ---- the corpus ---- */

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
        for (size_t k = 0; k < COUNT(ways); k++) {
            wm_vec3 w = ways[k], at = {middle.x - 2 * w.x, middle.y - 2 * w.y, middle.z - 2 * w.z};
            vec way = {w.x, w.y, w.z}, along = from_to(a, b);
            long double left = dot(way, cross(along, from_to(a, c)));
            long double right = dot(way, cross(along, from_to(a, d)));
            long double thin = 1e-4L * size_of(way) * size_of(along);
            wm_ray_hit hit;
            if (!(fabsl(left) > thin && fabsl(right) > thin && (left > 0) != (right > 0)) ||
                size_of(along) < 1e-3L)
                continue;
            aimed++;
            long double far = 2 * sqrtl(dot(way, way)) + 1e-2L;
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
    wm_query *q = wm_query_create(m, NULL, NULL);
    const wm_query_filter walk = {.walkable_only = true};
    uint32_t seed = 11, step = 1 + m->face_count * 3 / corners;
    unsigned found = 0;
    wm_vec3 low = m->min, high = m->max;
    for (int i = 0; i < 300; i++) {
        wm_vec3 a = {between(&seed, low.x, high.x), between(&seed, low.y, high.y),
                     between(&seed, low.z - 1, high.z + 1)};
        wm_vec3 b = {between(&seed, low.x, high.x), between(&seed, low.y, high.y),
                     between(&seed, low.z - 1, high.z + 1)};
        compare(q, m, a, (wm_vec3){b.x - a.x, b.y - a.y, b.z - a.z}, 1e-17L, i % 4 ? NULL : &walk,
                hits);
        compare_sight(q, m, a, b, 1e-17L, &found);
    }
    for (uint32_t e = 0; e < 3 * m->face_count; e += step) { /* corners and edge middles */
        wm_vec3 a = m->vertices[m->faces[e / 3].vertex[e % 3]];
        wm_vec3 b = m->vertices[m->faces[e / 3].vertex[(e + 1) % 3]];
        wm_vec3 aim[2] = {a, {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2}};
        for (int k = 0; k < 2; k++) {
            wm_vec3 w = ways[(e + (uint32_t)k) % COUNT(ways)], p = aim[k];
            compare(q, m, (wm_vec3){p.x - 3 * w.x, p.y - 3 * w.y, p.z - 3 * w.z}, w, 1e-17L, NULL,
                    hits);
            compare(q, m, p, w, 1e-17L, NULL, hits);
        }
    }
    for (uint32_t e = 0; e < 3 * m->face_count; e++) {
        wm_vec3 a = m->vertices[m->faces[e / 3].vertex[e % 3]];
        wm_vec3 b = m->vertices[m->faces[e / 3].vertex[(e + 1) % 3]];
        same_height(q, a, NULL, &found);
        same_height(q, (wm_vec3){(a.x + b.x) / 2, (a.y + b.y) / 2, a.z}, &walk, &found);
        same_height(q, (wm_vec3){between(&seed, low.x, high.x), between(&seed, low.y, high.y), a.z},
                    e % 2 ? NULL : &walk, &found);
    }
    *aimed += aim_at_edges(q, m);
    wm_query_free(q);
}

static void equals_brute_force(void **state)
{
    static const char *const places[] = {"kotor/walkmeshes", "kotor/walkmeshes/k2"};
    unsigned files = 0, hits = 0, aimed = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < COUNT(places); i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", test_corpus(), places[i]);
        DIR *d = opendir(path);
        assert_non_null(d);
        for (struct dirent *e; (e = readdir(d));) {
            const char *dot_at = strrchr(e->d_name, '.');
            if (!dot_at ||
                (strcmp(dot_at, ".wok") && strcmp(dot_at, ".pwk") && strcmp(dot_at, ".dwk")))
                continue;
            snprintf(path, sizeof path, "%s/%.255s", places[i], e->d_name);
            wm_buffer bytes = test_corpus_file(path);
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
        closedir(d);
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
        wm_vec3 at =
            i % 3 ? v[i - i % 3] : (wm_vec3){between(&seed, 0, 100), between(&seed, 0, 100), 0};
        v[i] = (wm_vec3){at.x + between(&seed, -size, size),
                         at.y + thin * between(&seed, -size, size), between(&seed, -5, 5)};
        f[i / 3].vertex[i % 3] = i;
    }
    wm_walkmesh_desc d = {.vertex_count = 3 * N, .vertices = v, .face_count = N, .faces = f};
    wm_walkmesh *m = build(&d);
    compare_mesh(m, 2000, &hits, &aimed);
    assert_true(hits > 500);
    wm_walkmesh_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_the_cpu),
        cmocka_unit_test(exact_on_integers),
        cmocka_unit_test(ties_go_to_the_lowest),
        cmocka_unit_test(odd_rays),
        cmocka_unit_test(odd_sizes),
        cmocka_unit_test(uneven_meshes),
        cmocka_unit_test(equals_brute_force),
        cmocka_unit_test(equals_brute_force_on_terrain),
        cmocka_unit_test(equals_brute_force_on_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "ray_check.h"

#include <math.h>

#include "support.h"

#define NONE WM_NO_INDEX

const wm_vec3 test_ways[TEST_WAYS] = {{0, 0, -1}, {0, 0, 1},      {1, 0, 0},
                                      {0, -1, 0}, {1, 1, -1},     {-1, 2, -3},
                                      {3, -1, 2}, {-0.0f, 2, -1}, {1, -0.0f, -0.0f}};

wm_walkmesh *test_build_mesh(const wm_walkmesh_desc *desc)
{
    wm_error error;
    wm_walkmesh *mesh = wm_walkmesh_new(desc, NULL, &error);
    if (!mesh)
        fail_msg("%s: %s", error.path, error.message);
    return mesh;
}

float test_between(uint32_t *seed, float low, float high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (float)(*seed >> 8) / 16777216.0f;
}

test_vec test_from_to(wm_vec3 a, wm_vec3 b)
{
    return (test_vec){(long double)b.x - a.x, (long double)b.y - a.y, (long double)b.z - a.z};
}

test_vec test_cross(test_vec a, test_vec b)
{
    return (test_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

long double test_dot(test_vec a, test_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

long double test_size(test_vec a)
{
    return fabsl(a.x) + fabsl(a.y) + fabsl(a.z);
}

/* 1 or -1, or 0 if the value is within its computation error. On meshes of small integers
 * everything is exact and `slack` is 0. */
static int sign(long double value, long double scale, long double slack)
{
    return value > scale * slack ? 1 : value < -scale * slack ? -1 : 0;
}

enum { MISS, HIT, UNSURE };

typedef struct brute {
    long double slack;
    wm_vec3 from;
    test_vec d;
    bool segment;
} brute;

/* Returns whether a face is hit, and at which t. */
static int brute_face(const wm_walkmesh *m, uint32_t face, const brute *b, long double *t)
{
    wm_vec3 v[3];
    test_vec a[3];
    int s[3];
    for (int k = 0; k < 3; k++) {
        v[k] = m->vertices[m->faces[face].vertex[k]];
        if (!isfinite(v[k].x) || !isfinite(v[k].y) || !isfinite(v[k].z))
            return MISS;
        a[k] = test_from_to(b->from, v[k]);
    }
    test_vec n = test_cross(test_from_to(v[0], v[1]), test_from_to(v[0], v[2]));
    long double spread = test_size(test_from_to(v[0], v[1])) * test_size(test_from_to(v[0], v[2]));
    for (int k = 0; k < 3; k++) {
        test_vec p = a[(k + 1) % 3], q = a[(k + 2) % 3];
        s[k] = sign(test_dot(b->d, test_cross(p, q)), test_size(b->d) * test_size(p) * test_size(q),
                    b->slack);
    }
    bool positive = s[0] > 0 || s[1] > 0 || s[2] > 0, negative = s[0] < 0 || s[1] < 0 || s[2] < 0;
    if (positive && negative)
        return MISS;
    bool unsure = b->slack > 0 && (!s[0] || !s[1] || !s[2]);
    if (!positive && !negative)
        return unsure ? UNSURE : MISS;
    long double over = test_dot(n, a[0]), under = test_dot(n, b->d);
    if (under == 0)
        return unsure ? UNSURE : MISS;
    *t = over / under;
    int start = sign(over, spread * test_size(a[0]), b->slack) * (under > 0 ? 1 : -1);
    int end = sign(over - under, spread * (test_size(a[0]) + test_size(b->d)), b->slack) *
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

void test_compare_ray(wm_query *q, const wm_walkmesh *m, wm_vec3 from, wm_vec3 d, long double slack,
                      const wm_query_filter *filter, unsigned *hits)
{
    wm_ray_hit hit;
    brute b = {slack, from, {d.x, d.y, d.z}, false};
    bool found = wm_query_raycast(q, from, d, INFINITY, filter, &hit);
    long double length = sqrtl(test_dot(b.d, b.d)), nearest = INFINITY, own = -1;
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
    /* Distances are exact to double precision, relative to the size of the coordinates. */
    long double reported = found ? (long double)hit.distance : INFINITY;
    long double hair =
        1e-30L + (slack > 0 ? 1e-10L * test_size((test_vec){from.x, from.y, from.z}) : 0);
    if (reported > nearest * length * 1.000001L + hair)
        fail_msg("a hit at %.9Lg is missed from (%.9g, %.9g, %.9g) along (%.9g, %.9g, %.9g)",
                 nearest * length, (double)from.x, (double)from.y, (double)from.z, (double)d.x,
                 (double)d.y, (double)d.z);
    if (kind == HIT)
        assert_true(fabsl(own * length - reported) <= reported * 1e-6L + hair);
    *hits += found;
}

void test_compare_sight(wm_query *q, const wm_walkmesh *m, wm_vec3 from, wm_vec3 to,
                        long double slack, unsigned *blocked)
{
    brute b = {slack, from, test_from_to(from, to), true};
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

void test_same_height(wm_query *q, wm_vec3 p, const wm_query_filter *filter, unsigned *found)
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

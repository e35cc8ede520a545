/* Moving as a character does: rules on rooms small enough to reason about, and
 * properties on every mesh, checked against all border edges by brute force. */
#include <math.h>

#include "memory.h"
#include "meshes.h"

static wm_slide slide(wm_query *q, wm_place from, float x, float y, float radius, bool stop)
{
    wm_slide s;
    wm_slide_opts opts = {.radius = radius, .stop = stop};
    wm_error error;
    if (wm_query_slide(q, from.face, from.position, (wm_vec3){x, y, 0}, &opts, &s, &error) != WM_OK)
        fail_msg("%s", error.message);
    return s;
}

static wm_place at(wm_query *q, float x, float y)
{
    wm_place p;
    uint32_t region;
    assert_true(wm_query_region(q, (wm_vec3){x, y, 0}, NULL, &region, &p));
    return p;
}

static void near_to(wm_slide s, double x, double y, double most)
{
    double far = hypot((double)s.place.position.x - x, (double)s.place.position.y - y);
    if (!(far <= most))
        fail_msg("(%.9g, %.9g) is %.3g off (%.9g, %.9g)", (double)s.place.position.x,
                 (double)s.place.position.y, far, x, y);
}

static void in_a_room(void **state)
{
    wm_walkmesh *m = test_field(5, 5, 2, (wm_vec3){0, 0, 1});
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_slide s;
    (void)state;
    s = slide(q, at(q, 3, 3), 6.5f, 7.25f, 0, false);
    assert_true(s.arrived && s.touched == WM_NO_INDEX);
    assert_true(s.place.position.x == 6.5f && s.place.position.y == 7.25f);
    assert_true(s.place.position.z == 1.0f);
    assert_true(fabs(s.length - hypot(3.5, 4.25)) < 1e-12);
    /* the tangential part of a move into a wall is kept */
    near_to(slide(q, at(q, 3, 3), 6, -4, 0, false), 6, 0, 2e-5);
    near_to(slide(q, at(q, 3, 3), 6, -4, 0.5f, false), 6, 0.5, 2e-5);
    near_to(slide(q, at(q, 3, 3), -7, 7.5f, 0.25f, false), 0.25, 7.5, 2e-5);
    /* wherever two pieces of the wall meet */
    for (int i = -40; i <= 40; i++)
        for (int k = 0; k < 3; k++) {
            float x = 4 + (float)i * (k == 0 ? 1e-6f : k == 1 ? 3e-5f : 1e-3f);
            near_to(slide(q, at(q, x - 2, 3), x + 1, -1.5f, 0, false), (double)x + 1, 0, 3e-5);
            near_to(slide(q, at(q, x - 2, 3), x + 1, -1.5f, 0.5f, false), (double)x + 1, 0.5, 3e-5);
        }
    /* or the move ends there */
    s = slide(q, at(q, 3, 3), 6, -3, 0, true);
    near_to(s, 4.5, 0, 2e-5);
    assert_false(s.arrived);
    assert_int_not_equal(s.touched, WM_NO_INDEX);
    near_to(slide(q, at(q, 3, 3), 6, -3, 1, true), 4, 1, 2e-5);
    /* into a corner */
    near_to(slide(q, at(q, 3, 3), 40, 30, 0, false), 10, 10, 4e-5);
    near_to(slide(q, at(q, 3, 3), 40, 30, 0.75f, false), 9.25, 9.25, 4e-5);
    /* from the wall and from the corner itself, along it and away */
    near_to(slide(q, at(q, 0, 0), 4, 0, 0, false), 4, 0, 3e-5);
    near_to(slide(q, at(q, 0, 5), 0, 9, 0, false), 0, 9, 3e-5);
    near_to(slide(q, at(q, 10, 10), 1, 1, 0, false), 1, 1, 3e-5);
    near_to(slide(q, at(q, 0, 5), -3, 8, 0, false), 0, 8, 3e-5);
    /* too near to begin with: not nearer, but away */
    near_to(slide(q, at(q, 5, 0.25f), 7, -1, 1, false), 7, 0.25, 3e-5);
    near_to(slide(q, at(q, 5, 0.25f), 7, 4, 1, false), 7, 4, 3e-5);
    /* nowhere to go */
    s = slide(q, at(q, 5, 5), 5, 5, 0, false);
    assert_true(s.arrived && s.length == 0);
    wm_query_free(q);
    wm_walkmesh_free(m);
}

/* Small steps along a wall add up to the distance along it and do not creep into it. */
static void does_not_creep(void **state)
{
    wm_walkmesh *m = test_field(40, 4, 1, (wm_vec3){100, 200, 0});
    wm_query *q = wm_query_new(m, NULL, NULL);
    (void)state;
    for (int i = 0; i < 2; i++) {
        float radius = i ? 0.4f : 0;
        wm_place p = at(q, 101, 202);
        for (int step = 0; step < 3000; step++) {
            double x = (double)p.position.x + 0.01, y = (double)p.position.y - 0.01;
            wm_slide s = slide(q, p, (float)x, (float)y, radius, false);
            assert_true(s.place.face != WM_NO_INDEX);
            p = s.place;
            assert_true((double)p.position.y >= 200 + (double)radius - 1e-9);
        }
        assert_true(fabs((double)p.position.y - 200 - (double)radius) < 3e-4);
        assert_true(fabs((double)p.position.x - 131) < 0.05);
    }
    wm_query_free(q);
    wm_walkmesh_free(m);
}

/* A step up into a second floor that lies over the first: walls of one floor do not
 * count on the other. */
static void storeys(void **state)
{
    const wm_vec3 v[] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0},
                         {4, 4, 3}, {6, 4, 3},  {6, 6, 3},   {4, 6, 3}};
    const wm_walk_face f[] = {{{0, 1, 2}}, {{0, 2, 3}}, {{4, 5, 6}}, {{4, 6, 7}}};
    wm_walkmesh_desc desc = {.vertex_count = 8, .vertices = v, .face_count = 4, .faces = f};
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_slide s;
    (void)state;
    s = slide(q, at(q, 2, 5), 8, 5.5f, 0.5f, false);
    assert_true(s.arrived && s.place.position.z == 0.0f);
    s = slide(q, (wm_place){2, {5, 4.5f, 3}}, 9, 4.5f, 0.25f, false);
    near_to(s, 5.75, 4.5, 2e-5);
    assert_true(s.place.position.z == 3.0f);
    wm_query_free(q);
    wm_walkmesh_free(m);
}

static void odd_questions(void **state)
{
    const wm_vec3 v[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {NAN, 0, 0}};
    const wm_walk_face f[] = {{{0, 1, 2}}, {{0, 1, 3}}, {{0, 1, 4}}};
    wm_walkmesh_desc desc = {.vertex_count = 5, .vertices = v, .face_count = 3, .faces = f};
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
    wm_query *q = wm_query_new(m, NULL, NULL);
    const wm_vec3 in = {0.25f, 0.25f, 0}, bad[] = {{NAN, 0, 0}, {0, INFINITY, 0}};
    const float radii[] = {NAN, INFINITY, -1};
    wm_slide s;
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wm_query_slide(q, 0, in, bad[i], NULL, &s, NULL), WM_OK);
        assert_int_equal(s.place.face, WM_NO_INDEX);
        assert_int_equal(wm_query_slide(q, 0, bad[i], in, NULL, &s, NULL), WM_OK);
        assert_int_equal(s.place.face, WM_NO_INDEX);
    }
    for (int i = 0; i < 3; i++) {
        wm_slide_opts opts = {.radius = radii[i]};
        assert_int_equal(wm_query_slide(q, 0, in, in, &opts, &s, NULL), WM_OK);
        assert_int_equal(s.place.face, WM_NO_INDEX);
    }
    for (uint32_t face = 1; face < 5; face++) { /* no area, not finite, no such face */
        assert_int_equal(wm_query_slide(q, face, in, in, NULL, &s, NULL), WM_OK);
        assert_int_equal(s.place.face, WM_NO_INDEX);
    }
    /* a start outside its face is moved into it; a huge radius and a huge move terminate */
    near_to(slide(q, (wm_place){0, {-5, 0.5f, 0}}, 0.25f, 0.5f, 0, false), 0.25, 0.5, 1e-5);
    near_to(slide(q, (wm_place){0, in}, 0.2f, 0.2f, 1e30f, false), 0.25, 0.25, 1e-5);
    s = slide(q, (wm_place){0, in}, 3e38f, -3e38f, 0, false);
    near_to(s, 1, 0, 1e-5);
    wm_query_free(q);
    wm_walkmesh_free(m);
}

/* ---- properties on every mesh ---- */

typedef struct segment {
    wm_vec3 a, b;
    uint32_t region;
} segment;

typedef struct walls {
    segment *list;
    uint32_t count;
} walls;

static walls borders(const wm_walkmesh *m)
{
    walls w = {.list = malloc((3 * (size_t)m->face_count + 1) * sizeof *w.list)};
    assert_non_null(w.list);
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++)
            if (m->walkable[f] && m->neighbours[f].edge[k] == WM_NO_INDEX)
                w.list[w.count++] = (segment){m->vertices[m->faces[f].vertex[k]],
                                              m->vertices[m->faces[f].vertex[(k + 1) % 3]],
                                              wm_walkmesh_region(m, f)};
    return w;
}

static wm_vec3 nearest(const segment *s, wm_vec3 p)
{
    double dx = (double)s->b.x - (double)s->a.x, dy = (double)s->b.y - (double)s->a.y;
    double d = dx * dx + dy * dy;
    double t =
        d > 0 ? (((double)p.x - (double)s->a.x) * dx + ((double)p.y - (double)s->a.y) * dy) / d : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return (wm_vec3){(float)((double)s->a.x + t * dx), (float)((double)s->a.y + t * dy),
                     (float)((double)s->a.z + t * ((double)s->b.z - (double)s->a.z))};
}

static double plan(wm_vec3 a, wm_vec3 b)
{
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

static double turn(wm_vec3 a, wm_vec3 b, wm_vec3 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

/* Does a border of the region cross the segment from p to q, well inside both? */
static bool crossed(const walls *w, uint32_t region, wm_vec3 p, wm_vec3 q)
{
    double size = plan(p, q), most = 1e-4;
    for (uint32_t i = 0; i < w->count && size > most; i++) {
        const segment *s = &w->list[i];
        double length = plan(s->a, s->b);
        if (s->region != region || length < most)
            continue;
        double a = turn(p, q, s->a) / size, b = turn(p, q, s->b) / size;
        double c = turn(s->a, s->b, p) / length, d = turn(s->a, s->b, q) / length;
        if (!((a > most && b < -most) || (a < -most && b > most)) ||
            !((c > most && d < -most) || (c < -most && d > most)))
            continue;
        double t = c / (c - d), u = a / (a - b);
        double z = (double)p.z + t * ((double)q.z - (double)p.z);
        double wall = (double)s->a.z + u * ((double)s->b.z - (double)s->a.z);
        if (fabs(z - wall) < 0.5)
            return true;
    }
    return false;
}

typedef struct tally {
    uint32_t moves, touched, meshes;
} tally;

/* Is a wall of this floor that near, with no other wall in between? */
static bool is_near(const walls *w, const segment *s, uint32_t region, wm_vec3 p, double most)
{
    wm_vec3 n = nearest(s, p);
    return s->region == region && plan(n, p) < most &&
           fabs((double)n.z - (double)p.z) <= 0.5 + most && !crossed(w, region, p, n);
}

/* The centre is not nearer to a wall than the radius, unless it was. */
static void check_radius(const char *name, const walls *w, uint32_t region, wm_vec3 before,
                         wm_vec3 after, double radius)
{
    double rounding = 1e-6 * (1 + fabs((double)after.x) + fabs((double)after.y));
    for (uint32_t i = 0; i < w->count; i++) {
        double most = radius - rounding;
        if (!is_near(w, &w->list[i], region, after, most))
            continue;
        for (uint32_t k = 0; k < w->count; k++)
            if (w->list[k].region == region) /* also those on top of upright faces */
                most = fmin(most, plan(nearest(&w->list[k], before), before) - rounding);
        if (is_near(w, &w->list[i], region, after, most))
            fail_msg("%s: from (%.9g %.9g %.9g) to (%.9g %.9g %.9g), radius %g: %.9g from a wall",
                     name, (double)before.x, (double)before.y, (double)before.z, (double)after.x,
                     (double)after.y, (double)after.z, radius,
                     plan(nearest(&w->list[i], after), after));
    }
}

static void check_move(const char *name, const wm_walkmesh *m, const walls *w, wm_place from,
                       wm_vec3 to, wm_slide s, float radius, bool straight)
{
    wm_vec3 p = s.place.position;
    double rounding = 4e-6 * (1 + fabs((double)p.x) + fabs((double)p.y));
    assert_true(s.place.face != WM_NO_INDEX);
    assert_int_equal(wm_walkmesh_region(m, s.place.face), wm_walkmesh_region(m, from.face));
    double out = test_outside(m, s.place.face, p);
    if (out > 1e-6 * (1 + fabs((double)p.x) + fabs((double)p.y)) / 8)
        fail_msg("%s: (%.9g %.9g) is %.3g outside of face %u", name, (double)p.x, (double)p.y, out,
                 (unsigned)s.place.face);
    double asked = plan(from.position, to), gone = plan(from.position, p);
    if (gone > asked + rounding || s.length > asked + rounding || gone > s.length + 4 * rounding)
        fail_msg("%s: asked for %.9g, went %.9g, says %.9g", name, asked, gone, s.length);
    if (plan(p, to) > asked + rounding)
        fail_msg("%s: farther from the target than before", name);
    if (straight && crossed(w, wm_walkmesh_region(m, from.face), from.position, p))
        fail_msg("%s: a wall was crossed from (%.9g %.9g %.9g) to (%.9g %.9g %.9g)", name,
                 (double)from.position.x, (double)from.position.y, (double)from.position.z,
                 (double)p.x, (double)p.y, (double)p.z);
    check_radius(name, w, wm_walkmesh_region(m, from.face), from.position, p, (double)radius);
}

static void one_mesh(const char *name, const wm_walkmesh *m, void *user)
{
    static const float radii[] = {0, 0.1f, 0.35f, 1};
    test_random r = {5};
    tally *t = user;
    wm_query *q = wm_query_new(m, NULL, NULL);
    walls w = borders(m);
    wm_place from;
    t->meshes++;
    for (int walk = 0; walk < 60 && test_place(&r, m, &from); walk++)
        for (int step = 0; step < 24; step++) {
            float radius = radii[walk % 4];
            double far = step % 3 == 0 ? 8 : 0.5, angle = test_range(&r, 0, 6.283185307179586);
            bool stop = step % 4 == 3;
            wm_vec3 to = {from.position.x + (float)(far * cos(angle)),
                          from.position.y + (float)(far * sin(angle)), 0};
            if (step % 5 == 4) { /* straight at a corner */
                const uint32_t *k = m->faces[from.face].vertex;
                to = m->vertices[k[step % 3]];
            }
            wm_slide s = slide(q, from, to.x, to.y, radius, stop);
            check_move(name, m, &w, from, to, s, radius, stop);
            t->moves++;
            t->touched += s.touched != WM_NO_INDEX;
            from = s.place;
        }
    free(w.list);
    wm_query_free(q);
}

static void moves_stay_on_every_mesh(void **state)
{
    tally t = {0};
    (void)state;
    unsigned real = test_each_mesh(one_mesh, &t);
    print_message("%u moves on %u meshes, %u real; %u met a wall\n", t.moves, t.meshes, real,
                  t.touched);
    assert_true(t.moves > 1000 && t.touched > 100);
}

/* Floor crumpled until it folds over itself, with slivers and faces without area: moves
 * end, in a face of the region that holds the point. */
static void crumpled_floor(void **state)
{
    enum { N = 24 };
    test_random r = {17};
    uint32_t moved = 0;
    (void)state;
    for (int degree = 0; degree < 6; degree++) {
        wm_vec3 v[(N + 1) * (N + 1)];
        wm_walkmesh *flat = test_field(N, N, 1, (wm_vec3){-5, 30, 0});
        double size = 0.3 * degree;
        for (uint32_t i = 0; i < flat->vertex_count; i++) {
            v[i] = flat->vertices[i];
            v[i].x += (float)test_range(&r, -size, size);
            v[i].y += (float)(degree % 2 ? round(test_range(&r, -size, size))
                                         : test_range(&r, -size, size));
            v[i].z += (float)test_range(&r, -size, size);
        }
        wm_walkmesh_desc desc = {.vertex_count = flat->vertex_count,
                                 .vertices = v,
                                 .face_count = flat->face_count,
                                 .faces = flat->faces,
                                 .neighbours = flat->neighbours};
        wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
        wm_query *q = wm_query_new(m, NULL, NULL);
        wm_place from;
        for (int walk = 0; walk < 200 && test_place(&r, m, &from); walk++)
            for (int step = 0; step < 10; step++) {
                double far = step % 3 ? 0.5 : 10, angle = test_range(&r, 0, 6.283185307179586);
                wm_slide s =
                    slide(q, from, from.position.x + (float)(far * cos(angle)),
                          from.position.y + (float)(far * sin(angle)), walk % 2 ? 0.2f : 0, false);
                assert_true(s.place.face != WM_NO_INDEX);
                double out = test_outside(m, s.place.face, s.place.position);
                if (out >= 1e-5)
                    fail_msg("degree %d: from (%.9g %.9g) in %u: (%.9g %.9g) is %.3g outside of %u",
                             degree, (double)from.position.x, (double)from.position.y,
                             (unsigned)from.face, (double)s.place.position.x,
                             (double)s.place.position.y, out, (unsigned)s.place.face);
                assert_true(plan(s.place.position, from.position) <= far + 1e-4);
                moved += plan(s.place.position, from.position) > 0.4;
                from = s.place;
            }
        wm_query_free(q);
        wm_walkmesh_free(m);
        wm_walkmesh_free(flat);
    }
    print_message("%u moves got somewhere\n", (unsigned)moved);
    assert_true(moved > 3000);
}

static void memory_may_be_refused(void **state)
{
    wm_walkmesh *m = test_field(5, 5, 2, (wm_vec3){0, 0, 1});
    (void)state;
    for (uint64_t n = 1; n < 20; n++) {
        test_memory memory;
        wm_slide s;
        test_memory_init(&memory);
        wm_query *q = wm_query_new(m, &memory.allocator, NULL);
        assert_non_null(q);
        memory.fail_at = memory.calls + n;
        wm_slide_opts opts = {.radius = 0.5f};
        wm_status status =
            wm_query_slide(q, 0, (wm_vec3){1, 0.5f, 0}, (wm_vec3){9, -1, 0}, &opts, &s, NULL);
        assert_int_equal(status, memory.refused ? WM_NO_MEMORY : WM_OK);
        wm_query_free(q);
        test_memory_done(&memory, "slide");
        if (!memory.refused)
            break;
        assert_true(n < 19);
    }
    wm_walkmesh_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_a_room),
        cmocka_unit_test(does_not_creep),
        cmocka_unit_test(storeys),
        cmocka_unit_test(odd_questions),
        cmocka_unit_test(crumpled_floor),
        cmocka_unit_test(memory_may_be_refused),
        cmocka_unit_test(moves_stay_on_every_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

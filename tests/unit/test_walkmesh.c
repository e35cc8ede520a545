/* The neutral walkmesh: building it, joining faces, and `locate` against brute force
 * and against the figures measured on real files by other means. */
#include <math.h>

#include "support.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NONE WM_NO_INDEX

/* ---- sample meshes ---- */

/* Two triangles of a unit square at z 0 and a third one above them at z 2 facing down, plus a
 * sliver, a vertical wall and a face at a corner that is not a number. */
static const wm_vec3 corner[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0},    {0, 1, 0}, {0, 0, 2},
                                 {0, 1, 2}, {1, 0, 2}, {0.5f, 0, 0}, {1, 0, 5}, {NAN, 0, 0}};
static const wm_walk_face square[] = {{{0, 1, 2}}, {{0, 2, 3}}, {{4, 5, 6}},
                                      {{0, 7, 1}}, {{0, 1, 8}}, {{0, 1, 9}}};
static const uint32_t square_material[] = {4, 10, 7, 4, 4, 4};
static const bool square_walkable[] = {true, true, false, true, true, true};
static const wm_walkmesh_desc square_desc = {.vertex_count = COUNT(corner),
                                             .vertices = corner,
                                             .face_count = COUNT(square),
                                             .faces = square,
                                             .materials = square_material,
                                             .walkable = square_walkable};

static wm_walkmesh *build(const wm_walkmesh_desc *desc)
{
    wm_error error;
    wm_walkmesh *mesh = wm_walkmesh_new(desc, NULL, &error);
    if (!mesh)
        fail_msg("%s: %s", error.path, error.message);
    return mesh;
}

static uint32_t locate(wm_query *q, float x, float y, float z, wm_locate what,
                       const wm_query_filter *filter, wm_hit *hits, uint32_t capacity)
{
    uint32_t count = 12345;
    assert_int_equal(
        wm_query_locate(q, (wm_vec3){x, y, z}, what, filter, hits, capacity, &count, NULL), WM_OK);
    return count;
}

static void faces_under_a_point(void **state)
{
    wm_walkmesh *mesh = build(&square_desc);
    wm_query *q = wm_query_new(mesh, NULL, NULL);
    wm_hit hit[8];
    (void)state;
    assert_int_equal(mesh->walkable_count, 5);
    assert_int_equal(mesh->rooms[0], NONE);
    assert_int_equal(locate(q, 0.5f, 0.25f, 0, WM_LOCATE_ALL, NULL, hit, 8), 2);
    assert_int_equal(hit[0].face, 2); /* highest first */
    assert_true(hit[0].z == 2.0f);
    assert_int_equal(hit[1].face, 0);
    assert_true(hit[1].z == 0.0f);
    /* on the shared diagonal both faces are found, and at a corner too */
    assert_int_equal(locate(q, 0.75f, 0.75f, 0, WM_LOCATE_ALL, NULL, hit, 8), 2);
    assert_int_equal(hit[0].face, 0);
    assert_int_equal(hit[1].face, 1);
    assert_int_equal(locate(q, 1, 1, 0, WM_LOCATE_ALL, NULL, hit, 8), 2);
    assert_int_equal(locate(q, 0, 0, 0, WM_LOCATE_ALL, NULL, hit, 8), 3);
    /* a short buffer gets the first ones, the count is that of all */
    assert_int_equal(locate(q, 0, 0, 0, WM_LOCATE_ALL, NULL, hit, 1), 3);
    assert_int_equal(hit[0].face, 2);
    assert_int_equal(locate(q, 0, 0, 0, WM_LOCATE_ALL, NULL, NULL, 0), 3);
    assert_int_equal(locate(q, nextafterf(1, 2), 0.5f, 0, WM_LOCATE_ALL, NULL, hit, 8), 0);
    wm_query_free(q);
    wm_walkmesh_free(mesh);
}

static void nearest_and_below(void **state)
{
    wm_walkmesh *mesh = build(&square_desc);
    wm_query *q = wm_query_new(mesh, NULL, NULL);
    wm_hit hit = {0};
    (void)state;
    assert_int_equal(locate(q, 0.25f, 0.5f, 0.9f, WM_LOCATE_NEAREST, NULL, &hit, 1), 1);
    assert_int_equal(hit.face, 1);
    assert_int_equal(locate(q, 0.25f, 0.5f, 1.1f, WM_LOCATE_NEAREST, NULL, &hit, 1), 1);
    assert_int_equal(hit.face, 2);
    assert_int_equal(locate(q, 0.25f, 0.5f, 1.99f, WM_LOCATE_BELOW, NULL, &hit, 1), 1);
    assert_int_equal(hit.face, 1);
    assert_int_equal(locate(q, 0.25f, 0.5f, 2.0f, WM_LOCATE_BELOW, NULL, &hit, 1), 1);
    assert_int_equal(hit.face, 2); /* "at or below" */
    assert_int_equal(locate(q, 0.25f, 0.5f, -0.1f, WM_LOCATE_BELOW, NULL, &hit, 1), 0);
    wm_query_free(q);
    wm_walkmesh_free(mesh);
}

static void filters(void **state)
{
    wm_walkmesh *mesh = build(&square_desc);
    wm_query *q = wm_query_new(mesh, NULL, NULL);
    wm_hit hit = {0};
    (void)state;
    const wm_query_filter walk = {.walkable_only = true}, up = {.upward_only = true};
    const wm_query_filter metal = {.materials = UINT64_C(1) << 10};
    assert_int_equal(locate(q, 0.25f, 0.5f, 9, WM_LOCATE_BELOW, &walk, &hit, 1), 1);
    assert_int_equal(hit.face, 1);
    assert_int_equal(locate(q, 0.25f, 0.5f, 9, WM_LOCATE_BELOW, &up, &hit, 1), 1);
    assert_int_equal(hit.face, 1);
    assert_int_equal(locate(q, 0.75f, 0.75f, 9, WM_LOCATE_ALL, &metal, &hit, 1), 1);
    assert_int_equal(hit.face, 1);
    wm_query_free(q);
    wm_walkmesh_free(mesh);
}

static void not_finite_finds_nothing(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    wm_walkmesh *mesh = build(&square_desc);
    wm_query *q = wm_query_new(mesh, NULL, NULL);
    wm_hit hit;
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_int_equal(locate(q, bad[i], 0, 0, WM_LOCATE_ALL, NULL, &hit, 1), 0);
        assert_int_equal(locate(q, 0, bad[i], 0, WM_LOCATE_NEAREST, NULL, &hit, 1), 0);
        assert_int_equal(locate(q, 0, 0, bad[i], WM_LOCATE_NEAREST, NULL, &hit, 1), 0);
        assert_int_equal(locate(q, 0, 0, bad[i], WM_LOCATE_BELOW, NULL, &hit, 1), 0);
        assert_int_equal(locate(q, 0, 0, bad[i], WM_LOCATE_ALL, NULL, &hit, 1), 3);
    }
    wm_query_free(q);
    wm_walkmesh_free(mesh);
}

static void empty_and_tiny_meshes(void **state)
{
    const wm_walk_face same = {{0, 0, 0}}, nowhere = {{9, 9, 9}};
    const wm_walkmesh_desc desc[] = {
        {0},
        {.vertex_count = COUNT(corner), .vertices = corner},
        {.vertex_count = COUNT(corner), .vertices = corner, .face_count = 1, .faces = &same},
        {.vertex_count = COUNT(corner), .vertices = corner, .face_count = 1, .faces = &nowhere}};
    wm_hit hit;
    (void)state;
    for (size_t i = 0; i < COUNT(desc); i++) {
        wm_walkmesh *mesh = build(&desc[i]);
        wm_query *q = wm_query_new(mesh, NULL, NULL);
        assert_int_equal(locate(q, 0, 0, 0, WM_LOCATE_ALL, NULL, &hit, 1), 0);
        wm_query_free(q);
        wm_walkmesh_free(mesh);
    }
    wm_walkmesh_free(NULL);
    wm_query_free(NULL);
}

/* Coordinates at the ends of what floats can hold. */
static void extreme_coordinates(void **state)
{
    const float big = 3.4e38f, tiny = 1e-45f;
    const wm_vec3 v[] = {{-big, -big, -big}, {big, -big, big}, {0, big, 0},
                         {0, 0, 0},          {tiny, 0, 0},     {0, tiny, 0}};
    const wm_walk_face f[] = {{{0, 1, 2}}, {{3, 4, 5}}};
    const wm_walkmesh_desc desc = {.vertex_count = 6, .vertices = v, .face_count = 2, .faces = f};
    wm_walkmesh *mesh = build(&desc);
    wm_query *q = wm_query_new(mesh, NULL, NULL);
    wm_hit hit[2];
    (void)state;
    assert_int_equal(locate(q, 0, 0, 0, WM_LOCATE_ALL, NULL, hit, 2), 2);
    assert_int_equal(locate(q, tiny, tiny, 0, WM_LOCATE_ALL, NULL, hit, 2), 1);
    assert_int_equal(locate(q, tiny, 0, 0, WM_LOCATE_ALL, NULL, hit, 2), 2);
    assert_int_equal(locate(q, big, -big, 0, WM_LOCATE_ALL, NULL, hit, 2), 1);
    assert_true(hit[0].z == big);
    wm_query_free(q);
    wm_walkmesh_free(mesh);
}

static void joins_by_vertex_number(void **state)
{
    /* three faces meet in the edge 0-2, vertices 4 and 5 only have the positions of 0 and 2 */
    const wm_vec3 v[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}, {1, 1, 0}};
    const wm_walk_face f[] = {{{0, 1, 2}}, {{0, 2, 3}}, {{2, 3, 0}}, {{5, 3, 4}}};
    const wm_walkmesh_desc desc = {.vertex_count = 6, .vertices = v, .face_count = 4, .faces = f};
    wm_walkmesh *mesh = build(&desc);
    (void)state;
    assert_true(mesh->neighbours_found);
    assert_int_equal(mesh->neighbours[0].edge[2], 3); /* the lower number gets it */
    assert_int_equal(mesh->neighbours[1].edge[0], 2);
    assert_int_equal(mesh->neighbours[2].edge[2], NONE);
    for (int k = 0; k < 3; k++)
        assert_int_equal(mesh->neighbours[3].edge[k], NONE);
    wm_walkmesh_free(mesh);
}

static void refuses_bad_descriptions(void **state)
{
    const wm_walk_face wild[] = {{{0, 1, 10}}};
    const wm_walk_edges one_sided[] = {{{NONE, NONE, 3}},    {{NONE, NONE, NONE}},
                                       {{NONE, NONE, NONE}}, {{NONE, NONE, NONE}},
                                       {{NONE, NONE, NONE}}, {{NONE, NONE, NONE}}};
    const wm_walk_edges outside[] = {{{18, NONE, NONE}},   {{NONE, NONE, NONE}},
                                     {{NONE, NONE, NONE}}, {{NONE, NONE, NONE}},
                                     {{NONE, NONE, NONE}}, {{NONE, NONE, NONE}}};
    wm_walkmesh_desc desc = square_desc;
    wm_error error;
    (void)state;
    desc.faces = wild;
    desc.face_count = 1;
    assert_null(wm_walkmesh_new(&desc, NULL, &error));
    assert_int_equal(error.code, WM_BAD_VALUE);
    assert_string_equal(error.path, "faces[0].vertex[2]");
    desc = square_desc;
    desc.neighbours = one_sided;
    assert_null(wm_walkmesh_new(&desc, NULL, &error));
    assert_string_equal(error.path, "neighbours[0].edge[2]");
    assert_string_equal(error.message, "edge 3 does not lead back");
    desc.neighbours = outside;
    assert_null(wm_walkmesh_new(&desc, NULL, NULL));
    desc = (wm_walkmesh_desc){.face_count = 0xFFFFFFFF};
    assert_null(wm_walkmesh_new(&desc, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
}

/* ---- each allocation fails once ---- */

typedef struct failing {
    size_t left, live;
} failing;

static void *failing_resize(void *user, void *old, size_t old_size, size_t new_size)
{
    failing *f = user;
    if (new_size == 0) {
        f->live -= old != NULL;
        free(old);
        return NULL;
    }
    if (f->left == 0)
        return NULL;
    f->left--;
    f->live += old == NULL;
    (void)old_size;
    return realloc(old, new_size);
}

static void every_allocation_may_fail(void **state)
{
    size_t n = 0;
    (void)state;
    for (bool done = false; !done; n++) {
        failing f = {n, 0};
        wm_allocator a = {failing_resize, &f};
        wm_error error;
        wm_hit hit;
        uint32_t count;
        wm_query *q = NULL;
        wm_walkmesh *mesh = wm_walkmesh_new(&square_desc, &a, &error);
        if (mesh)
            q = wm_query_new(mesh, &a, &error);
        if (q)
            done = wm_query_locate(q, corner[0], WM_LOCATE_ALL, NULL, &hit, 1, &count, &error) ==
                   WM_OK;
        if (!done)
            assert_int_equal(error.code, WM_NO_MEMORY);
        wm_query_free(q);
        wm_walkmesh_free(mesh);
        assert_int_equal(f.live, 0);
        assert_true(n < 100);
    }
    assert_true(n > 2);
}

/* ---- from a KotOR walkmesh ---- */

/* A square of two walkable faces and a third face that is not, with a door. */
static wm_kotor_bwm *small_bwm(void)
{
    static const wm_vec3 v[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}};
    static const wm_kotor_face f[] = {{{1, 4, 2}}, {{0, 1, 2}}, {{0, 2, 3}}};
    static const uint32_t m[] = {7, 4, 4};
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, NULL);
    assert_non_null(b);
    assert_int_equal(wm_kotor_bwm_reserve(b, 5, 3, NULL), WM_OK);
    memcpy(b->vertices, v, sizeof v);
    memcpy(b->faces, f, sizeof f);
    memcpy(b->materials, m, sizeof m);
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, NULL, NULL), WM_OK);
    assert_int_equal(wm_kotor_bwm_set_transition(b, 0, 9, NULL), WM_OK);
    return b;
}

static void uses_stored_adjacency_if_valid(void **state)
{
    wm_kotor_bwm *b = small_bwm();
    (void)state;
    wm_walkmesh *m = wm_walkmesh_from_kotor_bwm(b, NULL, NULL, NULL);
    assert_non_null(m);
    assert_int_equal(m->walkable_count, 2);
    assert_false(m->neighbours_found);
    assert_int_equal(m->neighbours[0].edge[2], 3);
    assert_int_equal(m->transitions[0].edge[0], 9);
    assert_int_equal(m->transitions[0].edge[1], NONE);
    wm_walkmesh_free(m);
    /* a link that is cut on both sides is what the game sees */
    b->adjacency[0].edge[2] = b->adjacency[1].edge[0] = NONE;
    m = wm_walkmesh_from_kotor_bwm(b, NULL, NULL, NULL);
    assert_false(m->neighbours_found);
    assert_int_equal(m->neighbours[0].edge[2], NONE);
    wm_walkmesh_free(m);
    /* a one-way link makes the table unusable, and so do invalid numbers */
    b->adjacency[0].edge[2] = 3;
    m = wm_walkmesh_from_kotor_bwm(b, NULL, NULL, NULL);
    assert_true(m->neighbours_found);
    assert_int_equal(m->neighbours[1].edge[0], 2);
    wm_walkmesh_free(m);
    b->adjacency[0].edge[2] = 3000000000u;
    b->edges[0].edge = 0xFFFFFFF0u;
    m = wm_walkmesh_from_kotor_bwm(b, NULL, NULL, NULL);
    assert_true(m->neighbours_found);
    wm_walkmesh_free(m);
    wm_kotor_bwm_free(b);
}

static void conversion_survives_refused_memory(void **state)
{
    wm_kotor_bwm *b = small_bwm();
    wm_walkmesh *m = NULL;
    size_t n = 0;
    (void)state;
    for (; !m; n++) {
        failing f = {n, 0};
        wm_allocator a = {failing_resize, &f};
        wm_error error;
        m = wm_walkmesh_from_kotor_bwm(b, NULL, &a, &error);
        if (!m)
            assert_int_equal(error.code, WM_NO_MEMORY);
        else
            wm_walkmesh_free(m);
        assert_int_equal(f.live, 0);
        assert_true(n < 100);
    }
    assert_true(n > 1);
    wm_kotor_bwm_free(b);
}

/* ---- real files ---- */

static wm_walkmesh *from_corpus(const char *name)
{
    wm_buffer bytes = test_corpus_file(name);
    wm_error error;
    wm_kotor_bwm *bwm = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, &error);
    if (!bwm)
        fail_msg("%s: %s", name, error.message);
    wm_walkmesh *mesh = wm_walkmesh_from_kotor_bwm(bwm, NULL, NULL, &error);
    if (!mesh)
        fail_msg("%s: %s: %s", name, error.path, error.message);
    wm_kotor_bwm_free(bwm);
    wm_buffer_free(&bytes);
    return mesh;
}

static void face_at_figures(void **state)
{
    static const struct {
        float x, y;
        uint32_t face;
    } cases[] = {{12, 18, 31},   {15.5f, 22.8f, 52}, {18, 20, 4},      {13, 27, 29},
                 {10, 10, NONE}, {20, 25, NONE},     {16, 15.5f, NONE}};
    const wm_query_filter walk = {.walkable_only = true};
    wm_hit hit;
    (void)state;
    NEED_CORPUS();
    wm_walkmesh *mesh = from_corpus("kotor/walkmeshes/test.wok");
    wm_query *q = wm_query_new(mesh, NULL, NULL);
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint32_t n = locate(q, cases[i].x, cases[i].y, 0, WM_LOCATE_ALL, &walk, &hit, 1);
        assert_int_equal(n, cases[i].face == NONE ? 0 : 1);
        if (n) {
            assert_int_equal(hit.face, cases[i].face);
            assert_true(hit.z == -1.275f);
        }
    }
    assert_int_equal(locate(q, 16, 15.5f, 0, WM_LOCATE_ALL, NULL, &hit, 1), 1);
    assert_int_equal(hit.face, 114);
    assert_true(fabs((double)hit.z - 0.6059) < 5e-5);
    assert_false(mesh->neighbours_found);
    assert_int_equal(mesh->neighbours[0].edge[0], 48);
    assert_int_equal(mesh->transitions[13].edge[0], 7);
    wm_query_free(q);
    wm_walkmesh_free(mesh);
}

static void grid_figures(void **state)
{
    static const struct {
        const char *name;
        double x, y;
        unsigned points, walkable;
        double sum;
    } cases[] = {{"test", 10.137, 15.211, 682, 484, -606.9364},
                 {"m10aa_05a", 155.137, 115.211, 5400, 1904, 4283.9665},
                 {"203tell", -19.863, -29.789, 15756, 6553, NAN}};
    const wm_query_filter walk = {.walkable_only = true};
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < COUNT(cases); i++) {
        char name[64];
        snprintf(name, sizeof name, "kotor/walkmeshes/%s.wok", cases[i].name);
        wm_walkmesh *mesh = from_corpus(name);
        wm_query *q = wm_query_new(mesh, NULL, NULL);
        unsigned points = 0, found = 0, doubled = 0;
        double sum = 0;
        for (double x = cases[i].x; x <= (double)mesh->max.x; x += 0.5)
            for (double y = cases[i].y; y <= (double)mesh->max.y; y += 0.5) {
                wm_hit hit;
                uint32_t n = locate(q, (float)x, (float)y, 0, WM_LOCATE_ALL, &walk, &hit, 1);
                points++;
                found += n > 0;
                doubled += n > 1;
                sum += n ? (double)hit.z : 0;
            }
        print_message("%s: %u points, %u walkable, %u doubled, sum %.4f\n", cases[i].name, points,
                      found, doubled, sum);
        assert_int_equal(points, cases[i].points);
        assert_int_equal(found, cases[i].walkable);
        if (isfinite(cases[i].sum)) {
            assert_int_equal(doubled, 0);
            assert_true(fabs(sum - cases[i].sum) < 1e-3);
        }
        wm_query_free(q);
        wm_walkmesh_free(mesh);
    }
}

/* Written independently of the library: long double holds the products of floats whole. */
static bool brute_holds(const wm_walkmesh *m, uint32_t face, wm_vec3 p, double *z)
{
    long double s[3], area = 0;
    wm_vec3 v[3];
    for (int k = 0; k < 3; k++)
        v[k] = m->vertices[m->faces[face].vertex[k]];
    for (int k = 0; k < 3; k++) {
        wm_vec3 a = v[(k + 1) % 3], b = v[(k + 2) % 3];
        s[k] = ((long double)a.x - p.x) * ((long double)b.y - p.y) -
               ((long double)a.y - p.y) * ((long double)b.x - p.x);
    }
    area = ((long double)v[1].x - v[0].x) * ((long double)v[2].y - v[0].y) -
           ((long double)v[1].y - v[0].y) * ((long double)v[2].x - v[0].x);
    if (!(area != 0))
        return false;
    for (int k = 0; k < 3; k++)
        if (area > 0 ? s[k] < 0 : s[k] > 0)
            return false;
    *z = (double)((s[0] * v[0].z + s[1] * v[1].z + s[2] * v[2].z) / area);
    return true;
}

static void compare(wm_query *q, const wm_walkmesh *m, wm_vec3 p, uint32_t *found)
{
    wm_hit hit[256];
    uint32_t n = locate(q, p.x, p.y, 0, WM_LOCATE_ALL, NULL, hit, COUNT(hit)), brute = 0;
    assert_true(n <= COUNT(hit));
    for (uint32_t f = 0; f < m->face_count; f++) {
        double z;
        if (!brute_holds(m, f, p, &z))
            continue;
        uint32_t i = 0;
        while (i < n && hit[i].face != f)
            i++;
        if (i == n)
            fail_msg("face %u at (%.9g, %.9g) not found", f, (double)p.x, (double)p.y);
        assert_true(fabs((double)hit[i].z - z) <= 1e-4);
        brute++;
    }
    assert_int_equal(n, brute);
    *found += n;
}

static float between(uint32_t *seed, float low, float high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (float)(*seed >> 8) / 16777216.0f;
}

static void compare_mesh(const char *name)
{
    wm_walkmesh *m = from_corpus(name);
    wm_query *q = wm_query_new(m, NULL, NULL);
    uint32_t found = 0, seed = 7, flat = 0;
    for (int i = 0; i < 400; i++)
        compare(
            q, m,
            (wm_vec3){between(&seed, m->min.x, m->max.x), between(&seed, m->min.y, m->max.y), 0},
            &found);
    for (uint32_t f = 0; f < m->face_count; f += 3)
        for (int k = 0; k < 3; k++) { /* corners and edge middles */
            wm_vec3 a = m->vertices[m->faces[f].vertex[k]];
            wm_vec3 b = m->vertices[m->faces[f].vertex[(k + 1) % 3]];
            compare(q, m, a, &found);
            compare(q, m, (wm_vec3){(a.x + b.x) / 2, (a.y + b.y) / 2, 0}, &found);
        }
    for (uint32_t f = 0; f < m->face_count; f++) {
        double z;
        flat += brute_holds(m, f, m->vertices[m->faces[f].vertex[0]], &z);
    }
    if (flat && !found)
        fail_msg("%s: nothing was found at all", name);
    wm_query_free(q);
    wm_walkmesh_free(m);
}

static void equals_brute_force(void **state)
{
    static const char *const places[] = {"kotor/walkmeshes", "kotor/walkmeshes/k2"};
    unsigned files = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < 2 * COUNT(places); i++)
        for (test_listing l = {0}; test_corpus_next(&l, places[i % 2], i < 2 ? ".wok" : ".pwk");) {
            wm_buffer bytes = test_corpus_file(l.path);
            bool binary = wm_kotor_bwm_detect(bytes.data, bytes.size);
            wm_buffer_free(&bytes);
            if (binary)
                compare_mesh(l.path);
            files += binary;
        }
    print_message("%u walkmeshes equal brute force\n", files);
    assert_true(files > 30);
}

/* Random faces of all sizes, many stacked: the grid must coarsen and still be right. */
static void equals_brute_force_on_noise(void **state)
{
    enum { N = 300 };
    wm_vec3 v[3 * N];
    wm_walk_face f[N];
    uint32_t seed = 3, found = 0;
    (void)state;
    for (uint32_t i = 0; i < 3 * N; i++) {
        float size = i / 3 % 4 == 0 ? 100.0f : 2.0f;
        float x = between(&seed, 0, 100), y = between(&seed, 0, 100);
        wm_vec3 at = i % 3 ? v[i - i % 3] : (wm_vec3){x, y, 0};
        v[i] = (wm_vec3){floorf(at.x + between(&seed, -size, size)),
                         floorf(at.y + between(&seed, -size, size)), between(&seed, -5, 5)};
        f[i / 3].vertex[i % 3] = i;
    }
    wm_walkmesh_desc desc = {.vertex_count = 3 * N, .vertices = v, .face_count = N, .faces = f};
    wm_walkmesh *m = build(&desc);
    wm_query *q = wm_query_new(m, NULL, NULL);
    for (int x = -10; x < 110; x += 3)
        for (int y = -10; y < 110; y += 3)
            compare(q, m, (wm_vec3){(float)x, (float)y, 0}, &found);
    assert_true(found > 1000);
    wm_query_free(q);
    wm_walkmesh_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_under_a_point),
        cmocka_unit_test(nearest_and_below),
        cmocka_unit_test(filters),
        cmocka_unit_test(not_finite_finds_nothing),
        cmocka_unit_test(empty_and_tiny_meshes),
        cmocka_unit_test(extreme_coordinates),
        cmocka_unit_test(joins_by_vertex_number),
        cmocka_unit_test(refuses_bad_descriptions),
        cmocka_unit_test(uses_stored_adjacency_if_valid),
        cmocka_unit_test(conversion_survives_refused_memory),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(face_at_figures),
        cmocka_unit_test(grid_figures),
        cmocka_unit_test(equals_brute_force),
        cmocka_unit_test(equals_brute_force_on_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

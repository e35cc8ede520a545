/* What models are built with: strips, cleaves, footprint and circles. Strips are proven
 * triangle by triangle; the inferred rules are held against real files. */
#include <math.h>

#include "base/vec.h"
#include "bw2/build.h"
#include "bw2_models.h"
#include "memory.h"
#include "support.h"

static uint32_t dice(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* ---- strips ---- */

/* A triangle with its lowest corner first: the same for all three ways to begin. */
static uint64_t name_of(uint32_t a, uint32_t b, uint32_t c)
{
    while (a > b || a > c) {
        uint32_t first = a;
        a = b;
        b = c;
        c = first;
    }
    return (uint64_t)a << 32 | b << 16 | c;
}

static int compare_names(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint32_t unroll(const uint16_t *v, uint32_t count, uint64_t *names)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i + 2 < count; i++) {
        uint32_t odd = i & 1, a = v[i], b = v[i + 1 + odd], c = v[i + 2 - odd];
        if (a != b && b != c && c != a)
            names[n++] = name_of(a, b, c);
    }
    qsort(names, n, sizeof *names, compare_names);
    return n;
}

/* Every triangle once, with its winding, and nothing else. Returns the strip's length. */
static uint32_t prove_strip(const uint16_t *triangles, uint32_t count)
{
    wmi_arena arena;
    uint16_t *strip = NULL;
    uint32_t size = 0;
    wmi_arena_init(&arena, NULL, 0);
    assert_int_equal(wmi_bw2_strip(triangles, count, &arena, &strip, &size, NULL), WM_OK);
    assert_true(size <= 6 * count);
    uint64_t *found = calloc(size + 1, sizeof *found), *right = calloc(count + 1, sizeof *right);
    for (uint32_t i = 0; i < count; i++)
        right[i] = name_of(triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]);
    qsort(right, count, sizeof *right, compare_names);
    assert_int_equal(unroll(strip, size, found), count);
    assert_memory_equal(found, right, count * sizeof *right);
    free(found);
    free(right);
    wmi_arena_free(&arena);
    return size;
}

/* Few vertices give folds, triangles that come twice and edges that many share. */
static void random_triangles(void **state)
{
    uint32_t seed = 11;
    (void)state;
    for (uint32_t round = 0; round < 600; round++) {
        uint32_t vertices = 3 + dice(&seed) % (round % 2 ? 12 : 500), count = dice(&seed) % 200;
        uint16_t v[600];
        for (uint32_t i = 0; i < count; i++) {
            uint32_t a = dice(&seed) % vertices, b = dice(&seed) % vertices,
                     c = dice(&seed) % vertices;
            b = b == a ? (b + 1) % vertices : b;
            while (c == a || c == b)
                c = (c + 1) % vertices;
            v[3 * i] = (uint16_t)a;
            v[3 * i + 1] = (uint16_t)b;
            v[3 * i + 2] = (uint16_t)c;
        }
        prove_strip(v, count);
    }
}

static void grids_make_short_strips(void **state)
{
    enum { SIDE = 40 };
    static uint16_t v[6 * SIDE * SIDE];
    uint32_t n = 0, seed = 5;
    (void)state;
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            uint32_t a = y * (SIDE + 1) + x, b = a + 1, c = a + SIDE + 1, d = c + 1;
            const uint32_t corner[6] = {a, c, b, b, c, d};
            for (int k = 0; k < 6; k++)
                v[n++] = (uint16_t)corner[k];
        }
    for (uint32_t i = n / 3; i > 1; i--) { /* in any order */
        uint32_t k = dice(&seed) % i;
        for (uint32_t t = 0; t < 3; t++) {
            uint16_t swap = v[3 * (i - 1) + t];
            v[3 * (i - 1) + t] = v[3 * k + t];
            v[3 * k + t] = swap;
        }
    }
    uint32_t size = prove_strip(v, n / 3);
    print_message("%u triangles of a grid: %u indices\n", (unsigned)n / 3, (unsigned)size);
    assert_true(size < n / 3 * 2);
}

/* ---- real files ---- */

typedef struct tally {
    uint32_t files, strips, game, ours, triangles;
    uint32_t statics, circles, corners, found, whole;
    uint32_t vectors, straight, near, length;
} tally;

static void compare_strips(const wm_bw2_model *m, tally *t)
{
    for (uint32_t i = 0; i < m->reference_count; i++) {
        const wm_bw2_reference *r = &m->references[i];
        uint16_t *list = calloc(3 * (size_t)r->index_count + 1, sizeof *list);
        const uint16_t *v = m->indices + r->first_index;
        uint32_t n = 0;
        for (uint32_t k = 0; k + 2 < r->index_count; k++) {
            uint32_t odd = k & 1;
            uint16_t a = v[k], b = v[k + 1 + odd], c = v[k + 2 - odd];
            if (a == b || b == c || c == a)
                continue;
            list[n++] = a;
            list[n++] = b;
            list[n++] = c;
        }
        t->ours += prove_strip(list, n / 3);
        t->game += r->index_count;
        t->triangles += n / 3;
        t->strips++;
        free(list);
    }
}

static bool same_circles(const wm_bw2_model *a, const wm_bw2_model *b)
{
    bool same = a->circle_count == b->circle_count;
    for (uint32_t i = 0; same && i < a->circle_count; i++)
        same = fabsf(a->circles[i].x - b->circles[i].x) < 1e-3f &&
               fabsf(a->circles[i].z - b->circles[i].z) < 1e-3f &&
               fabsf(a->circles[i].radius - b->circles[i].radius) < 1e-3f;
    return same;
}

static void compare_footprints(const wm_bw2_model *made, const wm_bw2_model *stored, tally *t)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < made->footprint_count; i++) {
        bool hit = false;
        for (uint32_t k = 0; k < stored->footprint_count; k++)
            hit = hit || (fabsf(made->footprint[i].x - stored->footprint[k].x) < 1e-3f &&
                          fabsf(made->footprint[i].z - stored->footprint[k].z) < 1e-3f);
        found += hit;
    }
    t->corners += made->footprint_count;
    t->found += found;
    t->whole += found == made->footprint_count;
}

static void compare_cleaves(const wm_bw2_model *made, const wm_bw2_model *stored, tally *t)
{
    for (uint32_t v = 0; v < made->vertex_count; v++) {
        wmi_vec a = wmi_vec_of(made->cleaves[v]), b = wmi_vec_of(stored->cleaves[v]);
        double x = wmi_length(a), y = wmi_length(b);
        if (!(y > 0))
            continue;
        double cosine = x > 0 ? wmi_dot(a, b) / x / y : 0;
        t->vectors++;
        t->straight += cosine > 0.9999;
        t->near += cosine > 0.9;
        t->length += x > y / 2 && x < 2 * y;
    }
}

static void real_models(void **state)
{
    tally t = {0};
    (void)state;
    NEED_CORPUS();
    for (test_listing l = {0}; test_corpus_next(&l, "bw2", ".bwm");) {
        wm_buffer bytes = test_corpus_file(l.path);
        wm_bw2_model *m = wm_bw2_model_read(bytes.data, bytes.size, NULL, NULL);
        wm_bw2_model *made = wm_bw2_model_read(bytes.data, bytes.size, NULL, NULL);
        t.files++;
        if (wm_bw2_model_is_skin(m)) {
            compare_strips(m, &t);
        } else if (m->version == 6) {
            t.statics++;
            assert_int_equal(wmi_bw2_make_circles(made, NULL), WM_OK);
            assert_int_equal(wmi_bw2_make_footprint(made, NULL), WM_OK);
            assert_int_equal(wmi_bw2_make_cleaves(made, NULL), WM_OK);
            t.circles += same_circles(made, m);
            compare_footprints(made, m, &t);
            compare_cleaves(made, m, &t);
        }
        wm_bw2_model_free(made);
        wm_bw2_model_free(m);
        wm_buffer_free(&bytes);
    }
    print_message("%u strips of %u triangles: %u indices, the game's have %u\n", (unsigned)t.strips,
                  (unsigned)t.triangles, (unsigned)t.ours, (unsigned)t.game);
    print_message("%u static models: the same circles in %u; %u of %u corners are in the stored "
                  "footprint, all of them in %u\n",
                  (unsigned)t.statics, (unsigned)t.circles, (unsigned)t.found, (unsigned)t.corners,
                  (unsigned)t.whole);
    print_message("%u cleaves: %.1f %% within a degree, %.1f %% within 26, length within half and "
                  "double in %.1f %%\n",
                  (unsigned)t.vectors, 100.0 * t.straight / t.vectors, 100.0 * t.near / t.vectors,
                  100.0 * t.length / t.vectors);
    assert_true(t.files > 0 && t.ours < t.game + t.game / 10);
    assert_true(3 * t.circles > t.statics && 10 * t.found > 9 * t.corners);
    assert_true(100 * t.near > 95 * t.vectors && 2 * t.straight > t.vectors);
}

/* ---- small cases ---- */

static void move(wm_bw2_model *m, uint32_t vertex, float x, float y, float z)
{
    const float p[3] = {x, y, z};
    wmi_store32(m->streams[0].data + (size_t)vertex * m->streams[0].stride, p, 3);
}

static void outlines_of_little(void **state)
{
    (void)state;
    for (int round = 0; round < 4; round++) {
        wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, false, 1, false}, NULL);
        for (uint32_t v = 0; v < m->vertex_count; v++) {
            float i = (float)v;
            if (round == 0)
                move(m, v, 1, i, 2); /* one above the other */
            else if (round == 1)
                move(m, v, i, 0, 2 * i); /* a line */
            else if (round == 2)
                move(m, v, 1e9f * i, 0, 1e9f * i * i); /* larger than anything */
            else
                move(m, v, 3e38f * (v & 1 ? 1.0f : -1.0f), i, 3e38f * (v & 2 ? 1.0f : -1.0f));
        }
        assert_int_equal(wm_bw2_model_rebuild(m, NULL, NULL, NULL), WM_OK);
        assert_int_equal(wmi_bw2_make_footprint(m, NULL), WM_OK);
        assert_int_equal(wmi_bw2_make_circles(m, NULL), WM_OK);
        assert_int_equal(wmi_bw2_make_cleaves(m, NULL), WM_OK);
        static const uint32_t corners[] = {1, 2, 12, 4};
        assert_int_equal(m->footprint_count, corners[round]);
        assert_true(m->circle_count <= 64 * 64);
        if (round == 0)
            assert_true(m->circle_count == 0 && m->footprint_radius == 0 && m->footprint[0].y == 0);
        for (uint32_t v = 0; v < m->vertex_count; v++)
            assert_true(isfinite(m->cleaves[v].x) && isfinite(m->cleaves[v].y));
        wm_bw2_model_free(m);
    }
}

static void squares_of_a_plate(void **state)
{
    wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, false, 1, false}, NULL);
    static const float corner[4][2] = {{0, 0}, {20, 0}, {20, 8}, {0, 8}};
    (void)state;
    for (uint32_t v = 0; v < m->vertex_count; v++)
        move(m, v, corner[v % 4][0], v < 4 ? 0.0f : 1.0f, corner[v % 4][1]);
    assert_int_equal(wm_bw2_model_rebuild(m, NULL, NULL, NULL), WM_OK);
    assert_int_equal(wmi_bw2_make_circles(m, NULL), WM_OK);
    /* 8 x 4 cells, of the last row less than a quarter covered: squares of 3, 3, 2, 1, 1 */
    assert_int_equal(m->circle_count, 5);
    float radius = INFINITY;
    for (uint32_t i = 0; i < m->circle_count; i++) {
        assert_true(m->circles[i].radius <= radius);
        radius = m->circles[i].radius;
    }
    assert_true(fabsf(m->circles[0].radius - 3 * 1.25f * 1.41421356f) < 1e-4f);
    assert_int_equal(wmi_bw2_make_footprint(m, NULL), WM_OK);
    assert_int_equal(m->footprint_count, 4);
    assert_true(m->footprint[3].x == 0 && m->footprint[3].z == 0 && m->footprint[0].x == 20 &&
                m->footprint[0].y == 0);
    wm_bw2_model_free(m);
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    for (uint64_t at = 1, refused = 1; refused; at++) {
        test_memory memory;
        wmi_arena arena;
        uint16_t *strip;
        uint32_t size;
        test_memory_init(&memory);
        wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, false, 1, false}, &memory.allocator);
        memory.calls = 0;
        memory.fail_at = at;
        wm_status a = wmi_bw2_make_footprint(m, NULL), b = wmi_bw2_make_circles(m, NULL),
                  c = wmi_bw2_make_cleaves(m, NULL);
        wmi_arena_init(&arena, &memory.allocator, 0);
        wm_status d = wmi_bw2_strip(m->indices, 6, &arena, &strip, &size, NULL);
        refused = memory.refused;
        assert_true((a == WM_OK || a == WM_NO_MEMORY) && (b == WM_OK || b == WM_NO_MEMORY) &&
                    (c == WM_OK || c == WM_NO_MEMORY) && (d == WM_OK || d == WM_NO_MEMORY));
        assert_true(refused || (a == WM_OK && b == WM_OK && c == WM_OK && d == WM_OK));
        wmi_arena_free(&arena);
        wm_bw2_model_free(m);
        test_memory_done(&memory, "build");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_triangles),   cmocka_unit_test(grids_make_short_strips),
        cmocka_unit_test(real_models),        cmocka_unit_test(outlines_of_little),
        cmocka_unit_test(squares_of_a_plate), cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

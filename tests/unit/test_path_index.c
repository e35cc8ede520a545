/* The prepared index gives the same paths as the search, and survives any bytes. */
#include <math.h>

#include "meshes.h"
#include "support.h"

static uint32_t random_state;

static uint32_t next_random(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

/* About `faces` faces on an uneven grid, one square in five missing. */
static wm_walkmesh *ground(uint32_t faces)
{
    uint32_t n = (uint32_t)sqrt(faces / 2.0), at = 0;
    wm_vec3 *v = malloc((size_t)(n + 1) * (n + 1) * sizeof *v);
    wm_walk_face *f = malloc((size_t)n * n * 2 * sizeof *f);
    bool *walkable = malloc((size_t)n * n * 2);
    assert_true(v && f && walkable);
    random_state = faces;
    for (uint32_t i = 0; i < (n + 1) * (n + 1); i++)
        v[i] = (wm_vec3){(float)(i % (n + 1)) + (float)(next_random() % 400) / 1000,
                         (float)(i / (n + 1)) + (float)(next_random() % 400) / 1000, 0};
    for (uint32_t i = 0; i < n * n; i++) {
        uint32_t a = i / n * (n + 1) + i % n, d = a + n + 1;
        bool open = next_random() % 5 != 0;
        walkable[at] = open;
        f[at++] = (wm_walk_face){{a, a + 1, d + 1}};
        walkable[at] = open;
        f[at++] = (wm_walk_face){{a, d + 1, d}};
    }
    return test_walkmesh_of(v, (n + 1) * (n + 1), f, at, walkable);
}

/* A random point well inside a random walkable face. */
static uint32_t random_place(const wm_walkmesh *m, wm_vec3 *p)
{
    uint32_t f;
    do
        f = next_random() % m->face_count;
    while (!m->walkable[f]);
    float u = 0.05f + 0.4f * (float)(next_random() % 1000) / 1000,
          v = 0.05f + 0.4f * (float)(next_random() % 1000) / 1000;
    const uint32_t *c = m->faces[f].vertex;
    wm_vec3 a = m->vertices[c[0]], b = m->vertices[c[1]], d = m->vertices[c[2]];
    *p = (wm_vec3){a.x + u * (b.x - a.x) + v * (d.x - a.x), a.y + u * (b.y - a.y) + v * (d.y - a.y),
                   0};
    return f;
}

static void compare(const wm_walkmesh *m, const wm_path_index *index, uint32_t pairs)
{
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_path_opts with = {.index = index};
    uint32_t found = 0;
    for (uint32_t i = 0; i < pairs; i++) {
        wm_vec3 from, to;
        wm_path_point points[256];
        uint32_t f = random_place(m, &from), g = random_place(m, &to);
        wm_path plain = {0}, quick = {.points = points, .point_capacity = 256};
        double sum = 0;
        assert_int_equal(wm_query_path_between_faces(q, f, from, g, to, NULL, &plain, NULL), WM_OK);
        assert_int_equal(wm_query_path_between_faces(q, f, from, g, to, &with, &quick, NULL),
                         WM_OK);
        assert_int_equal(plain.found, quick.found);
        if (!plain.found)
            continue;
        found++;
        assert_true(fabs(plain.length - quick.length) <= 1e-9 * (1 + plain.length));
        for (uint32_t k = 1; k < quick.point_count; k++)
            sum += hypot((double)points[k].position.x - (double)points[k - 1].position.x,
                         (double)points[k].position.y - (double)points[k - 1].position.y);
        assert_true(fabs(sum - quick.length) <= 1e-5 * (1 + sum));
    }
    assert_true(found > pairs / 4);
    wm_query_free(q);
}

static void index_equals_search(void **state)
{
    static const uint32_t sizes[] = {60, 500, 2000, 6000}; /* the last ones with labels */
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        wm_walkmesh *m = ground(sizes[i]);
        wm_path_index *x = wm_path_index_new(m, 0, NULL, NULL);
        assert_non_null(x);
        wm_path_index_stats s;
        assert_int_equal(wm_path_index_measure(x, &s, NULL), WM_OK);
        print_message("%u faces: %u corners, %u sightings, %u labels\n", (unsigned)m->face_count,
                      (unsigned)s.corners, (unsigned)s.sightings, (unsigned)s.labels);
        random_state = 7;
        compare(m, x, 500);
        wm_path_index_free(x);
        wm_walkmesh_free(m);
    }
}

static void real_meshes_too(void **state)
{
    static const char *const names[] = {"203tell",   "test",       "zio006j",   "m13aa_04a",
                                        "m26ae_01e", "k2/745kord", "k2/745koru"};
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "kotor/walkmeshes/%s.wok", names[i]);
        wm_buffer bytes = test_corpus_file(path);
        wm_kotor_bwm *b = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL);
        wm_walkmesh *m = wm_walkmesh_from_kotor_bwm(b, NULL, NULL, NULL);
        wm_path_index *x = wm_path_index_new(m, 0, NULL, NULL);
        assert_non_null(x);
        random_state = 11;
        compare(m, x, 1000);
        wm_path_index_free(x);
        wm_walkmesh_free(m);
        wm_kotor_bwm_free(b);
        wm_buffer_free(&bytes);
    }
}

static void written_indexes_read_back(void **state)
{
    static const uint32_t sizes[] = {500, 4000};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        wm_walkmesh *m = ground(sizes[i]), *other = ground(sizes[i] / 2);
        wm_error error;
        wm_buffer bytes, again;
        wm_path_index *x = wm_path_index_new(m, 0, NULL, NULL);
        assert_int_equal(wm_path_index_write(x, NULL, &bytes, NULL), WM_OK);
        wm_path_index *y = wm_path_index_read(bytes.data, bytes.size, m, NULL, &error);
        assert_non_null(y);
        assert_int_equal(wm_path_index_write(y, NULL, &again, NULL), WM_OK);
        assert_int_equal(again.size, bytes.size);
        assert_memory_equal(again.data, bytes.data, bytes.size);
        random_state = 3;
        compare(m, y, 200);
        assert_null(wm_path_index_read(bytes.data, bytes.size, other, NULL, &error));
        assert_int_equal(error.code, WM_BAD_VALUE);
        wm_path_index_free(x);
        wm_path_index_free(y);
        wm_buffer_free(&bytes);
        wm_buffer_free(&again);
        wm_walkmesh_free(m);
        wm_walkmesh_free(other);
    }
}

/* An index can be used on another processor than the one that made it. */
static void fingerprints_are_the_same_everywhere(void **state)
{
    wm_buffer bytes;
    (void)state;
    wm_walkmesh *m = ground(60);
    wm_path_index *x = wm_path_index_new(m, 0, NULL, NULL);
    assert_int_equal(wm_path_index_write(x, NULL, &bytes, NULL), WM_OK);
    static const uint8_t expected[8] = {0x17, 0x24, 0x6b, 0x92, 0x62, 0x31, 0x5a, 0x3c};
    assert_memory_equal(bytes.data + 16, expected, 8);
    wm_buffer_free(&bytes);
    wm_path_index_free(x);
    wm_walkmesh_free(m);
}

/* Every truncation fails; patched bytes either fail or answer without harm. */
static void any_bytes_are_safe(void **state)
{
    wm_buffer bytes;
    (void)state;
    wm_walkmesh *m = ground(120);
    wm_path_index *x = wm_path_index_new(m, 0, NULL, NULL);
    wm_query *q = wm_query_new(m, NULL, NULL);
    assert_int_equal(wm_path_index_write(x, NULL, &bytes, NULL), WM_OK);
    for (size_t n = 0; n < bytes.size; n += 1 + n / 512)
        assert_null(wm_path_index_read(bytes.data, n, m, NULL, NULL));
    random_state = 5;
    for (int i = 0; i < 3000; i++) {
        size_t at = i < 48 ? (size_t)i : next_random() % bytes.size;
        uint8_t old = bytes.data[at];
        bytes.data[at] = (uint8_t)next_random();
        wm_path_index *y = wm_path_index_read(bytes.data, bytes.size, m, NULL, NULL);
        for (int k = 0; y && k < 20; k++) {
            wm_vec3 from, to;
            wm_path p = {0};
            wm_path_opts with = {.index = y};
            uint32_t f = random_place(m, &from), g = random_place(m, &to);
            assert_int_equal(wm_query_path_between_faces(q, f, from, g, to, &with, &p, NULL),
                             WM_OK);
        }
        wm_path_index_free(y);
        bytes.data[at] = old;
    }
    wm_query_free(q);
    wm_path_index_free(x);
    wm_walkmesh_free(m);
    wm_buffer_free(&bytes);
}

static void limits_are_named(void **state)
{
    wm_error error;
    (void)state;
    wm_walkmesh *m = ground(3000);
    assert_null(wm_path_index_new(m, 4096, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    wm_walkmesh_free(m);
}

/* A corridor with dead ends on one side, whose corners all see each other, beside a square. */
static wm_walkmesh *comb(uint32_t teeth)
{
    uint32_t row = 2 * teeth + 1, vertices = 2 * row + 2 * teeth + 4, faces = 6 * teeth + 2, n = 0;
    wm_vec3 *v = calloc(vertices, sizeof *v);
    wm_walk_face *f = calloc(faces, sizeof *f);
    bool *walkable = calloc(faces, 1);
    assert_true(v && f && walkable);
    for (uint32_t i = 0; i < row; i++) {
        v[i] = (wm_vec3){(float)i, 0, 0};
        v[row + i] = (wm_vec3){(float)i, 1, 0};
    }
    for (uint32_t i = 0; i + 1 < row; i++) {
        f[n++] = (wm_walk_face){{i, i + 1, row + i}};
        f[n++] = (wm_walk_face){{i + 1, row + i + 1, row + i}};
    }
    for (uint32_t i = 0; i < teeth; i++) {
        uint32_t a = 2 * row + 2 * i, foot = row + 2 * i;
        v[a] = (wm_vec3){(float)(2 * i), 9, 0};
        v[a + 1] = (wm_vec3){(float)(2 * i + 1), 9, 0};
        f[n++] = (wm_walk_face){{foot, foot + 1, a}};
        f[n++] = (wm_walk_face){{foot + 1, a + 1, a}};
    }
    for (uint32_t i = 0; i < 4; i++)
        v[vertices - 4 + i] = (wm_vec3){(float)(i % 2), -9 + (float)(i / 2), 0};
    f[n++] = (wm_walk_face){{vertices - 4, vertices - 3, vertices - 2}};
    f[n++] = (wm_walk_face){{vertices - 3, vertices - 1, vertices - 2}};
    assert_int_equal(n, faces);
    memset(walkable, true, faces);
    return test_walkmesh_of(v, vertices, f, faces, walkable);
}

/* 1,000 teeth took 28 s, and eight times that for twice as many. 250 see each other before the
 * limit for lines of sight, but not all of their distances are found before the other limit. */
static void regions_that_take_too_long_are_searched(void **state)
{
    static const struct {
        uint32_t teeth, left_out;
    } cases[] = {{20, 0}, {250, 1}, {600, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wm_walkmesh *m = comb(cases[i].teeth);
        wm_path_index *x = wm_path_index_new(m, 0, NULL, NULL);
        wm_path_index_stats s, t;
        wm_buffer bytes;
        assert_non_null(x);
        wm_path_index_measure(x, &s, NULL);
        print_message("%u teeth: %u sightings, %u labels, %u left out\n", cases[i].teeth,
                      (unsigned)s.sightings, (unsigned)s.labels, (unsigned)s.left_out);
        assert_int_equal(s.left_out, cases[i].left_out);
        random_state = 3;
        compare(m, x, 60);
        assert_int_equal(wm_path_index_write(x, NULL, &bytes, NULL), WM_OK);
        wm_path_index_free(x);
        x = wm_path_index_read(bytes.data, bytes.size, m, NULL, NULL);
        assert_non_null(x);
        wm_path_index_measure(x, &t, NULL);
        assert_int_equal(t.left_out, s.left_out);
        assert_int_equal(t.sightings, s.sightings);
        random_state = 4;
        compare(m, x, 60);
        wm_buffer_free(&bytes);
        wm_path_index_free(x);
        wm_walkmesh_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(index_equals_search),
        cmocka_unit_test(real_meshes_too),
        cmocka_unit_test(written_indexes_read_back),
        cmocka_unit_test(any_bytes_are_safe),
        cmocka_unit_test(limits_are_named),
        cmocka_unit_test(regions_that_take_too_long_are_searched),
        cmocka_unit_test(fingerprints_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

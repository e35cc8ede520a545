/* Transforms of NWN2 models: every position is where the transform takes it, normals stay across
 * their triangles, and mirroring twice gives the original bytes. */
#include <math.h>

#include "mdb_models.h"
#include "support.h"

static wm_vec3 expected(const wm_nwn2_transform *t, wm_vec3 v)
{
    double a = t->degrees * 3.14159265358979323846 / 180;
    bool unit = t->scale.x == 0;
    double x = (double)v.x * (unit ? 1 : (double)t->scale.x) * (t->flip_x ? -1 : 1);
    double y = (double)v.y * (unit ? 1 : (double)t->scale.y) * (t->flip_y ? -1 : 1);
    double z = (double)v.z * (unit ? 1 : (double)t->scale.z);
    return (wm_vec3){(float)(cos(a) * x - sin(a) * y + (double)t->move.x),
                     (float)(sin(a) * x + cos(a) * y + (double)t->move.y),
                     (float)(z + (double)t->move.z)};
}

static bool near(wm_vec3 a, wm_vec3 b)
{
    return fabsf(a.x - b.x) < 1e-4f && fabsf(a.y - b.y) < 1e-4f && fabsf(a.z - b.z) < 1e-4f;
}

static wm_vec3 across(const wm_nwn2_mdb_mesh *m, uint32_t triangle)
{
    wm_vec3 p[3];
    for (int k = 0; k < 3; k++)
        p[k] = wm_nwn2_mdb_position(m, m->triangles[triangle].vertex[k]);
    wm_vec3 a = {p[1].x - p[0].x, p[1].y - p[0].y, p[1].z - p[0].z};
    wm_vec3 b = {p[2].x - p[0].x, p[2].y - p[0].y, p[2].z - p[0].z};
    wm_vec3 n = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    float length = sqrtf(n.x * n.x + n.y * n.y + n.z * n.z);
    return length > 0 ? (wm_vec3){n.x / length, n.y / length, n.z / length} : n;
}

/* The boxes of the stage have flat sides, so their normals are those of their triangles. */
static uint32_t compare_normals(const wm_nwn2_mdb_mesh *was, const wm_nwn2_mdb_mesh *is)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < was->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = was->triangles[i].vertex[k];
            if (!near(was->vertices[v].normal, across(was, i)))
                continue;
            assert_true(near(is->vertices[v].normal, across(is, i)));
            count++;
        }
    return count;
}

static uint32_t compare(const wm_nwn2_mdb *was, const wm_nwn2_mdb *is, const wm_nwn2_transform *t)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < was->packet_count; i++) {
        const wm_nwn2_mdb_packet *a = &was->packets[i], *b = &is->packets[i];
        for (uint32_t v = 0; a->mesh && v < a->mesh->vertex_count; v++, count++) {
            wm_vec3 from = wm_nwn2_mdb_position(a->mesh, v), to = expected(t, from);
            if (a->kind == WM_NWN2_MDB_KIND_WALK && from.z == WM_NWN2_MDB_DROPPED)
                to.z = from.z;
            assert_true(near(wm_nwn2_mdb_position(b->mesh, v), to));
        }
        if (a->point)
            assert_true(near(b->point->position, expected(t, a->point->position)));
    }
    return count;
}

static const wm_nwn2_transform several[] = {
    {.move = {1, -2, 3}},
    {.degrees = 90},
    {.degrees = 33, .scale = {2, 2, 2}},
    {.flip_x = true},
    {.flip_y = true, .degrees = -45},
    {.flip_x = true, .flip_y = true, .move = {0, 0, 1}},
    {.scale = {1, 3, 0.5f}, .degrees = 20, .flip_x = true, .move = {5, 5, 5}}};

static void all_packets_follow(void **state)
{
    (void)state;
    uint32_t vertices = 0, normals = 0;
    for (const test_mdb_sample *s = test_mdb_samples; s->name; s++)
        for (size_t i = 0; i < sizeof several / sizeof *several; i++) {
            wm_error error;
            wm_nwn2_mdb *was = s->make(NULL), *is = s->make(NULL);
            assert_int_equal(wm_nwn2_mdb_transform(is, &several[i], &error), WM_OK);
            if (strcmp(s->name, "odd.mdb") != 0) /* which has numbers that are none */
                vertices += compare(was, is, &several[i]);
            if (strcmp(s->name, "plc_stage.mdb") == 0)
                normals += compare_normals(was->packets[0].mesh, is->packets[0].mesh);
            wm_nwn2_mdb_free(was);
            wm_nwn2_mdb_free(is);
        }
    assert_true(vertices > 100);
    assert_true(normals > 100);
}

/* Axes of points keep their handedness. */
static void points_turn_and_mirror(void **state)
{
    (void)state;
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    assert_non_null(m);
    wm_nwn2_mdb_point *p = NULL;
    for (uint32_t i = 0; i < m->packet_count && !p; i++)
        p = m->packets[i].point;
    assert_non_null(p);
    p->axis[0] = (wm_vec3){0, 1, 0};
    p->axis[1] = (wm_vec3){1, 0, 0};
    p->axis[2] = (wm_vec3){0, 0, 1};
    const wm_nwn2_transform flip = {.flip_x = true}, rotate = {.degrees = 90};
    assert_int_equal(wm_nwn2_mdb_transform(m, &flip, NULL), WM_OK);
    assert_true(near(p->axis[0], (wm_vec3){0, 1, 0}) && near(p->axis[1], (wm_vec3){1, 0, 0}));
    assert_int_equal(wm_nwn2_mdb_transform(m, &rotate, NULL), WM_OK);
    assert_true(near(p->axis[0], (wm_vec3){-1, 0, 0}) && near(p->axis[1], (wm_vec3){0, 1, 0}) &&
                near(p->axis[2], (wm_vec3){0, 0, 1}));
    wm_nwn2_mdb_free(m);
}

static void the_inverse_gives_the_original(void **state)
{
    (void)state;
    const wm_nwn2_transform pairs[][2] = {
        {{.flip_x = true}, {.flip_x = true}},
        {{.flip_x = true, .flip_y = true}, {.flip_x = true, .flip_y = true}},
        {{.scale = {2, 4, 8}}, {.scale = {0.5f, 0.25f, 0.125f}}}};
    for (const test_mdb_sample *s = test_mdb_samples; s->name; s++)
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
            wm_buffer one, two;
            wm_nwn2_mdb *m = s->make(NULL);
            assert_int_equal(wm_nwn2_mdb_write(m, NULL, &one, NULL), WM_OK);
            if (i == 2 && wm_nwn2_mdb_find(m, WM_NWN2_MDB_KIND_COLS)) {
                wm_nwn2_mdb_free(m); /* radii follow the largest scale */
                wm_buffer_free(&one);
                continue;
            }
            for (int k = 0; k < 2; k++)
                assert_int_equal(wm_nwn2_mdb_transform(m, &pairs[i][k], NULL), WM_OK);
            assert_int_equal(wm_nwn2_mdb_write(m, NULL, &two, NULL), WM_OK);
            assert_int_equal(one.size, two.size);
            if (i < 2 && strcmp(s->name, "odd.mdb") != 0)
                assert_memory_equal(one.data, two.data, one.size);
            wm_buffer_free(&one);
            wm_buffer_free(&two);
            wm_nwn2_mdb_free(m);
        }
}

static void refuses(wm_nwn2_transform t, wm_status code, const char *message)
{
    wm_error error = {0};
    wm_buffer one, two;
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    assert_non_null(m);
    assert_int_equal(wm_nwn2_mdb_write(m, NULL, &one, NULL), WM_OK);
    assert_int_equal(wm_nwn2_mdb_transform(m, &t, &error), code);
    assert_string_equal(error.message, message);
    assert_int_equal(wm_nwn2_mdb_write(m, NULL, &two, NULL), WM_OK);
    assert_memory_equal(one.data, two.data, one.size);
    wm_buffer_free(&one);
    wm_buffer_free(&two);
    wm_nwn2_mdb_free(m);
}

static void bad_numbers_are_refused(void **state)
{
    (void)state;
    refuses((wm_nwn2_transform){.scale = {1, 1, 0}}, WM_BAD_ARGUMENT,
            "0 is not allowed: a scale is from 0.0001 to 10000 (flip mirrors)");
    refuses((wm_nwn2_transform){.scale = {1, -2, 1}}, WM_BAD_ARGUMENT,
            "-2 is not allowed: a scale is from 0.0001 to 10000 (flip mirrors)");
    refuses((wm_nwn2_transform){.degrees = (double)NAN}, WM_BAD_ARGUMENT,
            "the rotation or the move is not finite");
    wm_error error;
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    const wm_nwn2_transform far = {.move = {3e38f, 0, 0}};
    assert_non_null(m);
    assert_int_equal(wm_nwn2_mdb_transform(m, &far, &error), WM_OK);
    assert_int_equal(wm_nwn2_mdb_transform(m, &far, &error), WM_NOT_REPRESENTABLE);
    assert_string_equal(error.message, "packet 0 would be too far away for its numbers");
    wm_nwn2_mdb_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_packets_follow),
        cmocka_unit_test(points_turn_and_mirror),
        cmocka_unit_test(the_inverse_gives_the_original),
        cmocka_unit_test(bad_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Transforms of models: every vertex and normal is where the transform takes it, at rest and in
 * every animation; mirroring twice gives the original bytes. */
#include <math.h>

#include "models.h"
#include "support.h"
#include "walk.h"

typedef struct figure {
    wm_scene *scene;
    wm_pose *pose;
} figure;

static figure figure_of(const wm_kotor_mdl *m)
{
    wm_error error;
    figure f = {.scene = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, &error)};
    if (!f.scene)
        fail_msg("%s", error.message);
    f.pose = wm_pose_new(f.scene, NULL, NULL);
    assert_non_null(f.pose);
    return f;
}

static void free_figure(figure *f)
{
    wm_pose_free(f->pose);
    wm_scene_free(f->scene);
}

static wm_vec3 expected(const wm_kotor_transform *t, wm_vec3 v, bool direction)
{
    double s = direction || t->scale.x == 0 ? 1 : (double)t->scale.x;
    double a = t->degrees * 3.14159265358979323846 / 180;
    double x = (double)v.x * (t->flip_x ? -s : s), y = (double)v.y * (t->flip_y ? -s : s);
    wm_vec3 move = direction ? (wm_vec3){0, 0, 0} : t->move;
    return (wm_vec3){(float)(cos(a) * x - sin(a) * y) + move.x,
                     (float)(sin(a) * x + cos(a) * y) + move.y, (float)(s * (double)v.z) + move.z};
}

static float apart(wm_vec3 a, wm_vec3 b)
{
    return fmaxf(fabsf(a.x - b.x), fmaxf(fabsf(a.y - b.y), fabsf(a.z - b.z)));
}

static float size_of(wm_vec3 v)
{
    return fabsf(v.x) + fabsf(v.y) + fabsf(v.z);
}

/* Compares all meshes in the current poses. Returns the number of vertices. */
static uint32_t compare_meshes(const char *what, figure *was, figure *is,
                               const wm_kotor_transform *t, float room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < was->scene->node_count; i++) {
        uint32_t mesh = was->scene->nodes[i].mesh;
        if (mesh == WM_NO_INDEX)
            continue;
        uint32_t n = was->scene->meshes[mesh].vertex_count;
        assert_int_equal(n, is->scene->meshes[is->scene->nodes[i].mesh].vertex_count);
        wm_vec3 *p = malloc(4 * ((size_t)n + 1) * sizeof *p), *q = p + n, *a = q + n, *b = a + n;
        wm_pose_mesh(was->pose, i, p, a);
        wm_pose_mesh(is->pose, i, q, b);
        for (uint32_t v = 0; v < n; v++) {
            wm_vec3 point = expected(t, p[v], false), normal = expected(t, a[v], true);
            if (!(apart(point, q[v]) <= room * (1 + size_of(point))))
                fail_msg("%s: vertex %u of node %u is %g m off", what, (unsigned)v, (unsigned)i,
                         (double)apart(point, q[v]));
            if (!(apart(normal, b[v]) <= 10 * room))
                fail_msg("%s: normal %u of node %u is off by %g", what, (unsigned)v, (unsigned)i,
                         (double)apart(normal, b[v]));
        }
        count += n;
        free(p);
    }
    return count;
}

static void compare(const char *what, const wm_kotor_mdl *before, const wm_kotor_mdl *after,
                    const wm_kotor_transform *t, float room)
{
    figure was = figure_of(before), is = figure_of(after);
    compare_meshes(what, &was, &is, t, room);
    for (uint32_t a = 0; a < was.scene->animation_count; a++)
        for (int step = 0; step < 4; step++) {
            float time = was.scene->animations[a].length * (float)step / 3.7f;
            wm_pose_sample(was.pose, a, time, WM_PLAY_ONCE);
            wm_pose_sample(is.pose, a, time, WM_PLAY_ONCE);
            wm_pose_update(was.pose);
            wm_pose_update(is.pose);
            compare_meshes(what, &was, &is, t, room);
        }
    free_figure(&was);
    free_figure(&is);
}

/* No finding that was not there before, apart from counts. */
static void no_new_findings(const char *what, const wm_kotor_mdl *before, const wm_kotor_mdl *after)
{
    uint32_t count[2][WM_ISSUE_CODE_COUNT] = {{0}};
    for (int side = 0; side < 2; side++) {
        wm_report report;
        wm_report_init(&report, NULL);
        assert_int_equal(wm_kotor_mdl_check(side ? after : before, NULL, &report, NULL), WM_OK);
        for (uint32_t i = 0; i < report.count; i++)
            count[side][report.issues[i].code]++;
        wm_report_free(&report);
    }
    for (int code = 0; code < WM_ISSUE_CODE_COUNT; code++)
        if (count[1][code] && !count[0][code])
            fail_msg("%s: new finding %s", what, wm_issue_describe((wm_issue_code)code)->name);
}

static const wm_kotor_transform cases[] = {
    {.move = {3, -2, 1}},
    {.degrees = 90},
    {.degrees = -37.5, .move = {1, 1, 0}},
    {.flip_x = true},
    {.flip_y = true},
    {.flip_x = true, .flip_y = true},
    {.scale = {2, 2, 2}},
    {.scale = {0.3f, 0.3f, 0.3f}, .flip_y = true, .degrees = 200, .move = {-1, 2, 3}},
};
enum { CASES = sizeof cases / sizeof *cases };

static void samples_go_where_they_should(void **state)
{
    (void)state;
    for (int v = 0; v < 4; v++)
        for (size_t i = 0; i < CASES; i++) {
            wm_kotor_game game = v & 1 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1;
            wm_kotor_platform platform = v & 2 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC;
            wm_kotor_mdl *before = test_model_make(game, platform, NULL);
            wm_kotor_mdl *after = test_model_make(game, platform, NULL);
            assert_int_equal(wm_kotor_mdl_transform(after, &cases[i], NULL), WM_OK);
            test_walk_mdl(after);
            compare("sample", before, after, &cases[i], v & 2 ? 1e-3f : 1e-5f);
            no_new_findings("sample", before, after);
            wm_kotor_mdl_free(before);
            wm_kotor_mdl_free(after);
        }
}

/* At most `room` bytes differ. */
static void same_files(const wm_kotor_mdl *a, const wm_kotor_mdl *b, uint32_t room)
{
    wm_buffer x[2], y[2];
    uint32_t differ = 0;
    assert_int_equal(wm_kotor_mdl_write(a, NULL, &x[0], &x[1], NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_write(b, NULL, &y[0], &y[1], NULL), WM_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(x[i].size, y[i].size);
        for (size_t k = 0; k < x[i].size; k++)
            differ += x[i].data[k] != y[i].data[k];
        wm_buffer_free(&x[i]);
        wm_buffer_free(&y[i]);
    }
    assert_in_range(differ, 0, room);
}

/* Mirrors and powers of two are exact. */
static void back(wm_kotor_mdl *m, const wm_kotor_mdl *original, uint32_t room)
{
    const wm_kotor_transform there = {.flip_x = true, .scale = {4, 4, 4}};
    const wm_kotor_transform here = {.flip_x = true, .scale = {0.25f, 0.25f, 0.25f}};
    assert_int_equal(wm_kotor_mdl_transform(m, &there, NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_transform(m, &here, NULL), WM_OK);
    same_files(m, original, room);
}

static void the_inverse_gives_the_bytes_back(void **state)
{
    (void)state;
    for (int v = 0; v < 4; v++) {
        wm_kotor_game game = v & 1 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1;
        wm_kotor_platform platform = v & 2 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC;
        wm_kotor_mdl *original = test_model_make(game, platform, NULL);
        wm_kotor_mdl *m = test_model_make(game, platform, NULL);
        back(m, original, 0);
        wm_kotor_mdl_free(original);
        wm_kotor_mdl_free(m);
    }
}

/* Radii, sizes and bounds follow the scale; the tree of the walkmesh holds its faces. */
static void lengths_follow(void **state)
{
    (void)state;
    enum { RADIUS = 88 };
    const wm_kotor_transform twice = {.scale = {2, 2, 2}, .flip_x = true};
    wm_kotor_mdl *before = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    assert_int_equal(wm_kotor_mdl_transform(m, &twice, NULL), WM_OK);
    assert_true(m->scale == 2 * before->scale && m->radius == 2 * before->radius);
    assert_true(m->min.x == -2 * before->max.x && m->max.z == 2 * before->max.z);
    const wm_kotor_mdl_node *a = &before->tree.nodes[MODEL_LIGHT], *b = &m->tree.nodes[MODEL_LIGHT];
    bool found = false;
    for (uint32_t i = 0; i < a->controller_count; i++)
        if (a->controllers[i].type == RADIUS) {
            uint32_t at = a->controllers[i].data_index;
            found = true;
            assert_true(b->data[at] == 2 * a->data[at]);
        }
    assert_true(found);
    const wm_kotor_mesh *floor = m->tree.nodes[MODEL_FLOOR].mesh;
    for (uint32_t i = 0; i < floor->aabb_count; i++) {
        const wm_kotor_mdl_aabb *box = &floor->aabbs[i];
        for (int k = 0; k < 3 && box->face >= 0; k++) {
            wm_vec3 p = floor->vertices[floor->faces[box->face].vertex[k]];
            assert_true(p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y &&
                        p.y <= box->max.y);
        }
    }
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(before);
}

static void mistakes_change_nothing(void **state)
{
    (void)state;
    static const wm_kotor_transform bad[] = {{.scale = {1, 2, 1}},
                                             {.scale = {-1, -1, -1}},
                                             {.scale = {1e9f, 1e9f, 1e9f}},
                                             {.degrees = NAN},
                                             {.move = {INFINITY, 0, 0}}};
    wm_error error;
    wm_kotor_mdl *original = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    assert_int_equal(wm_kotor_mdl_transform(m, &bad[0], &error), WM_NOT_REPRESENTABLE);
    for (size_t i = 1; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(wm_kotor_mdl_transform(m, &bad[i], &error), WM_BAD_ARGUMENT);
    same_files(m, original, 0);
    /* Without the MDX, only the root can change. */
    wm_buffer mdl, mdx;
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl *alone = wm_kotor_mdl_read(mdl.data, mdl.size, NULL, 0, NULL, &error);
    if (alone) {
        const wm_kotor_transform flip = {.flip_x = true}, move = {.move = {1, 0, 0}};
        assert_int_equal(wm_kotor_mdl_transform(alone, &flip, &error), WM_NOT_REPRESENTABLE);
        assert_int_equal(wm_kotor_mdl_transform(alone, &move, &error), WM_OK);
        assert_true(alone->tree.nodes[0].position.x == m->tree.nodes[0].position.x + 1);
    }
    wm_kotor_mdl_free(alone);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(original);
}

static void real_models_go_where_they_should(void **state)
{
    (void)state;
    static const char *const folders[] = {"kotor/models/k2", "kotor/models/kotornet",
                                          "kotor/models/vanilla"};
    uint32_t count = 0;
    NEED_CORPUS();
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++)
        for (test_listing l = {0}; test_corpus_next(&l, folders[f], ".mdl");) {
            char path[1024];
            wm_buffer mdl = test_corpus_file(l.path);
            snprintf(path, sizeof path, "%s", l.path);
            path[strlen(path) - 1] = 'x';
            wm_buffer mdx = test_corpus_file(path);
            wm_kotor_mdl *before =
                wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
            wm_kotor_mdl *after =
                wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
            assert_non_null(before);
            assert_non_null(after);
            assert_int_equal(wm_kotor_mdl_transform(after, &cases[CASES - 1], NULL), WM_OK);
            compare(l.path, before, after, &cases[CASES - 1], 2e-4f);
            no_new_findings(l.path, before, after);
            wm_kotor_mdl_free(after);
            after = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
            back(after, before, 64); /* the largest packed value has no negative */
            wm_kotor_mdl_free(before);
            wm_kotor_mdl_free(after);
            wm_buffer_free(&mdl);
            wm_buffer_free(&mdx);
            count++;
        }
    assert_true(count >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_go_where_they_should),
        cmocka_unit_test(the_inverse_gives_the_bytes_back),
        cmocka_unit_test(lengths_follow),
        cmocka_unit_test(mistakes_change_nothing),
        cmocka_unit_test(real_models_go_where_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

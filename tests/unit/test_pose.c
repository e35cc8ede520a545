/* Poses against figures computed by hand: keys, slerp, bezier, wrapping, transitions,
 * events, world transforms and skins. */
#include <math.h>

#include "scenes.h"
#include "support.h"

#define NONE WM_NO_INDEX
#define NEAR(a, b) assert_near((double)(a), (double)(b), 1e-6)

static void assert_near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.9g is not %.9g", a, b);
}

static void assert_point(wm_vec3 p, float x, float y, float z)
{
    NEAR(p.x, x);
    NEAR(p.y, y);
    NEAR(p.z, z);
}

static wm_scene *puppet(void)
{
    wm_error error;
    wm_scene *scene = test_scene_puppet(NULL, &error);
    assert_non_null(scene);
    if (wm_scene_finish(scene, &error) != WM_OK)
        fail_msg("%s: %s", error.path, error.message);
    return scene;
}

static wm_vec3 origin(const wm_pose *pose, uint32_t node)
{
    const wm_matrix *w = &pose->world[node];
    return (wm_vec3){w->m[0][3], w->m[1][3], w->m[2][3]};
}

static void at(wm_pose *pose, uint32_t animation, float time, wm_play play)
{
    wm_pose_sample(pose, animation, time, play);
    wm_pose_update(pose);
}

static wm_quat about_z(double degrees)
{
    double half = degrees * 3.14159265358979323846 / 360;
    return (wm_quat){0, 0, (float)sin(half), (float)cos(half)};
}

static void slerp_turns_evenly(void **state)
{
    (void)state;
    for (int whole = 0; whole <= 180; whole += 5)
        for (int k = 0; k <= 8; k++) {
            float u = (float)k / 8;
            wm_quat q = wm_quat_slerp(about_z(10), about_z(10 + whole), u);
            wm_quat want = about_z(10 + whole * (double)u);
            assert_near((double)q.z, (double)want.z, 2e-7);
            assert_near((double)q.w, (double)want.w, 2e-7);
        }
    /* the short way, whatever the sign */
    wm_quat far = about_z(350), minus = {0, 0, -far.z, -far.w};
    wm_quat a = wm_quat_slerp(about_z(10), far, 0.5f), b = wm_quat_slerp(about_z(10), minus, 0.5f);
    NEAR(fabsf(a.w), 1);
    NEAR(fabsf(b.w), 1);
    NEAR(a.z, 0);
    /* about different axes: half of 90 degrees about x towards 90 about y */
    wm_quat x = {0.70710678f, 0, 0, 0.70710678f}, y = {0, 0.70710678f, 0, 0.70710678f};
    wm_quat m = wm_quat_slerp(x, y, 0.5f);
    NEAR(m.x, 0.40824829);
    NEAR(m.y, 0.40824829);
    NEAR(m.w, 0.81649658);
    /* not rotations at all: no crash, and zeros stay zeros */
    wm_quat zero = {0, 0, 0, 0}, none = {NAN, 0, 0, 1};
    assert_true(wm_quat_slerp(zero, zero, 0.5f).w == 0);
    wm_quat_slerp(none, x, 0.5f);
}

static void keys_are_found(void **state)
{
    float times[] = {0, 1, 1, 2, 5}, values[] = {0, 10, 20, 30, 60}, v;
    wm_channel c = {
        .property = WM_PROPERTY_ALPHA, .width = 1, .count = 5, .times = times, .values = values};
    const float ask[][2] = {{-1, 0},    {0, 0},   {0.5f, 5},      {1, 20},
                            {1.5f, 25}, {2, 30},  {3.5f, 45},     {5, 60},
                            {9, 60},    {NAN, 0}, {INFINITY, 60}, {-INFINITY, 0}};
    (void)state;
    for (uint32_t hint = 0; hint < 9; hint++) /* any hint, also nonsense */
        for (size_t i = 0; i < sizeof ask / sizeof *ask; i++) {
            uint32_t h = hint;
            wm_channel_sample(&c, ask[i][0], &h, &v);
            NEAR(v, ask[i][1]);
            wm_channel_sample(&c, ask[i][0], NULL, &v);
            NEAR(v, ask[i][1]);
        }
    uint32_t h = 0;
    for (float t = -1; t < 6; t += 0.01f) { /* running on with a hint is the same as without */
        float w;
        wm_channel_sample(&c, t, &h, &v);
        wm_channel_sample(&c, t, NULL, &w);
        assert_true(v == w);
    }
    c.interpolation = WM_INTERPOLATION_STEP;
    wm_channel_sample(&c, 1.99f, NULL, &v);
    NEAR(v, 20);
    c.count = 1;
    wm_channel_sample(&c, 3, NULL, &v);
    NEAR(v, 0);
}

static void beziers_follow_their_control_points(void **state)
{
    /* 0, 1, 1, 4 with u = 1/4: 27 * 0 + 27 * 1 + 9 * 1 + 1 * 4 = 40, of 64 */
    float times[] = {2, 4}, values[] = {0, -9, 1, 4, -3, 9}, v;
    wm_channel c = {.property = WM_PROPERTY_ALPHA,
                    .interpolation = WM_INTERPOLATION_BEZIER,
                    .width = 1,
                    .count = 2,
                    .times = times,
                    .values = values};
    (void)state;
    wm_channel_sample(&c, 2.5f, NULL, &v);
    NEAR(v, 40.0 / 64);
    wm_channel_sample(&c, 3, NULL, &v);
    NEAR(v, (3.0 + 3 + 4) / 8);
    wm_channel_sample(&c, 2, NULL, &v);
    NEAR(v, 0);
    wm_channel_sample(&c, 7, NULL, &v);
    NEAR(v, 4);
    /* offsets of a third of the way are a straight line */
    values[2] = 4.0f / 3;
    values[4] = -4.0f / 3;
    for (float t = 2; t <= 4; t += 0.125f) {
        wm_channel_sample(&c, t, NULL, &v);
        NEAR(v, 2 * (t - 2));
    }
}

static void times_wrap_or_stop(void **state)
{
    (void)state;
    NEAR(wm_play_time(2.5f, 2, WM_PLAY_LOOP), 0.5);
    NEAR(wm_play_time(-0.5f, 2, WM_PLAY_LOOP), 1.5);
    NEAR(wm_play_time(2, 2, WM_PLAY_LOOP), 0);
    NEAR(wm_play_time(2.5f, 2, WM_PLAY_ONCE), 2);
    NEAR(wm_play_time(-1, 2, WM_PLAY_ONCE), 0);
    NEAR(wm_play_time(NAN, 2, WM_PLAY_LOOP), 0);
    NEAR(wm_play_time(INFINITY, 2, WM_PLAY_LOOP), 2);
    NEAR(wm_play_time(1, 0, WM_PLAY_LOOP), 0);
    NEAR(wm_play_time(1, NAN, WM_PLAY_ONCE), 0);
}

static void the_puppet_waves(void **state)
{
    wm_scene *s = puppet();
    wm_pose *pose = wm_pose_new(s, NULL, NULL);
    (void)state;
    assert_non_null(pose);
    assert_point(origin(pose, 2), 2, 0, 0); /* at rest */
    NEAR(pose->alpha[3], 0.75);
    at(pose, 0, 0.5f, WM_PLAY_ONCE); /* the arm at 45 degrees */
    assert_point(origin(pose, 2), 1 + 0.70710678f, 0.70710678f, 0);
    at(pose, 0, 1, WM_PLAY_ONCE); /* at 90, the hand in the middle of its curve:
                                     x 1.5, y (3 * 3 + 3 * 3) / 8 */
    assert_point(origin(pose, 2), 1 - 2.25f, 1.5f, 0);
    NEAR(pose->alpha[3], 0.5);
    at(pose, 0, 5, WM_PLAY_LOOP); /* the same as 1 */
    assert_point(origin(pose, 2), 1 - 2.25f, 1.5f, 0);
    at(pose, 0, NAN, WM_PLAY_LOOP);
    assert_point(origin(pose, 2), 2, 0, 0);
    at(pose, 1, 0.5f, WM_PLAY_LOOP); /* no channels */
    assert_point(origin(pose, 2), 2, 0, 0);
    at(pose, NONE, 0.5f, WM_PLAY_LOOP);
    assert_point(origin(pose, 2), 2, 0, 0);
    at(pose, 77, 0.5f, WM_PLAY_LOOP);
    assert_point(origin(pose, 2), 2, 0, 0);
    wm_pose_free(pose);
    wm_scene_free(s);
}

static void one_animation_goes_over_into_another(void **state)
{
    wm_scene *s = puppet();
    wm_pose *pose = wm_pose_new(s, NULL, NULL);
    (void)state;
    /* From 90 degrees to rest in half a second: at 0.25 s it is 45 degrees, and the
     * hand is halfway from (1.5, 2.25) to (1, 0) within the arm. */
    wm_pose_transition(pose, 0, 1, 1, 0.25f, WM_PLAY_LOOP);
    wm_pose_update(pose);
    float x = 1.25f, y = 1.125f, h = 0.70710678f;
    assert_point(origin(pose, 2), 1 + h * x - h * y, h * x + h * y, 0);
    NEAR(pose->alpha[3], (0.5 + 0.75) / 2);
    wm_pose_transition(pose, 0, 1, 1, 0, WM_PLAY_LOOP);
    wm_pose_update(pose);
    assert_point(origin(pose, 2), 1 - 2.25f, 1.5f, 0);
    wm_pose_transition(pose, 0, 1, 1, 0.5f, WM_PLAY_LOOP);
    wm_pose_update(pose);
    assert_point(origin(pose, 2), 2, 0, 0);
    wm_pose_transition(pose, 1, 0, 0, 1, WM_PLAY_ONCE); /* "wave" has no transition */
    wm_pose_update(pose);
    assert_point(origin(pose, 2), 1 - 2.25f, 1.5f, 0);
    wm_pose_transition(pose, NONE, NAN, 1, NAN, WM_PLAY_ONCE);
    wm_pose_update(pose);
    assert_point(origin(pose, 2), 2, 0, 0);
    wm_pose_free(pose);
    wm_scene_free(s);
}

static void vertices_follow(void **state)
{
    wm_scene *s = puppet();
    wm_pose *pose = wm_pose_new(s, NULL, NULL);
    wm_vec3 p[3], n[3];
    (void)state;
    wm_pose_mesh(pose, 3, p, n);
    assert_point(p[1], 1, 0, 1);
    assert_point(n[1], 0, 0, 1);
    /* At rest a skin lies where its node puts the mesh: nothing is moved twice, though
     * the node hangs below one of its bones. */
    wm_pose_mesh(pose, 4, p, n);
    assert_point(p[0], 2, 0, 0);
    assert_point(p[1], 3, 0, 0);
    assert_point(p[2], 2.5f, 0, 0);
    at(pose, 0, 1, WM_PLAY_ONCE); /* the arm at (1, 0) rotated by 90 degrees, the hand
                                     at (-1.25, 1.5) */
    wm_pose_mesh(pose, 4, p, n);
    assert_point(p[0], 1, 1, 0);                            /* 1 away from the arm's joint */
    assert_point(p[1], -1.25f, 2.5f, 0);                    /* 1 away from the hand's */
    assert_point(p[2], (1 - 1.25f) / 2, (1.5f + 2) / 2, 0); /* half and half */
    assert_point(n[2], 0, 0, 1);
    wm_pose_mesh(pose, 4, NULL, n);
    wm_pose_mesh(pose, 4, p, NULL);
    wm_pose_mesh(pose, 0, p, n); /* no mesh: nothing happens */
    wm_pose_mesh(pose, 99, p, n);
    assert_point(p[0], 1, 1, 0);
    /* uneven scale and mirror: the normal stays perpendicular to the slope */
    pose->local[3].scale = (wm_vec3){2, 1, -1};
    pose->local[3].rotation = (wm_quat){0, 0.70710678f, 0, 0.70710678f};
    wm_pose_update(pose);
    wm_pose_mesh(pose, 3, p, n);
    assert_point(p[1], 0, 0, -1);
    assert_point(n[0], 1, 0, 0);
    wm_pose_free(pose);
    wm_scene_free(s);
}

static void a_mesh_without_normals_gets_none(void **state)
{
    wm_error error;
    wm_scene *s = test_scene_puppet(NULL, &error);
    wm_vec3 n[3] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    (void)state;
    s->meshes[0].normals = NULL;
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    wm_pose *pose = wm_pose_new(s, NULL, NULL);
    wm_pose_mesh(pose, 3, NULL, n);
    assert_point(n[2], 0, 0, 0);
    wm_pose_free(pose);
    wm_scene_free(s);
}

/* ---- events ---- */

static void assert_events(const wm_scene_animation *a, float from, float to, wm_play play,
                          const char *want)
{
    uint32_t list[32], count;
    char got[128] = "";
    wm_animation_events(a, from, to, play, list, 32, &count);
    for (uint32_t i = 0; i < count; i++) {
        strcat(got, i ? " " : "");
        strcat(got, a->events[list[i]].name);
    }
    assert_string_equal(got, want);
}

static void events_of_a_span(void **state)
{
    wm_scene *s = puppet();
    wm_scene_animation *a = &s->animations[0];
    uint32_t list[2], count;
    (void)state;
    assert_events(a, 0, 2, WM_PLAY_ONCE, "start swish");
    assert_events(a, 0, 2.01f, WM_PLAY_ONCE, "start swish end");
    assert_events(a, 0.5f, 0.5f, WM_PLAY_ONCE, "");
    assert_events(a, 0.5f, 0.51f, WM_PLAY_ONCE, "swish");
    assert_events(a, 0.1f, 0.5f, WM_PLAY_ONCE, "");
    assert_events(a, 2, 9, WM_PLAY_ONCE, "end");
    assert_events(a, 1, 0, WM_PLAY_ONCE, "");
    assert_events(a, NAN, 1, WM_PLAY_LOOP, "");
    assert_events(a, 0, NAN, WM_PLAY_LOOP, "");
    /* wrapping: the end of one cycle and the start of the next are one moment */
    assert_events(a, 1.9f, 2.1f, WM_PLAY_LOOP, "end start");
    assert_events(a, 1.9f, 2.6f, WM_PLAY_LOOP, "end start swish");
    assert_events(a, 2.1f, 2.6f, WM_PLAY_LOOP, "swish");
    assert_events(a, 0, 4.1f, WM_PLAY_LOOP, "start swish end start swish end start");
    assert_events(a, -5, 0.1f, WM_PLAY_LOOP, "start");
    a->events[2].time = 3; /* after the end: counts as the end */
    assert_events(a, 1.9f, 2.1f, WM_PLAY_LOOP, "end start");
    assert_events(a, 1.9f, 2.1f, WM_PLAY_ONCE, "end");
    /* more than there is room for */
    wm_animation_events(a, 0, 2e6f, WM_PLAY_LOOP, list, 2, &count);
    assert_int_equal(count, 2999999);
    assert_int_equal(list[1], 1);
    wm_animation_events(a, 0, INFINITY, WM_PLAY_LOOP, NULL, 0, &count);
    assert_true(count == UINT32_MAX);
    wm_animation_events(a, -INFINITY, INFINITY, WM_PLAY_ONCE, list, 2, &count);
    assert_int_equal(count, 3);
    a->length = 0;
    wm_animation_events(a, 0, 1, WM_PLAY_LOOP, list, 2, &count);
    assert_true(count <= 3);
    wm_scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slerp_turns_evenly),
        cmocka_unit_test(keys_are_found),
        cmocka_unit_test(beziers_follow_their_control_points),
        cmocka_unit_test(times_wrap_or_stop),
        cmocka_unit_test(the_puppet_waves),
        cmocka_unit_test(one_animation_goes_over_into_another),
        cmocka_unit_test(vertices_follow),
        cmocka_unit_test(a_mesh_without_normals_gets_none),
        cmocka_unit_test(events_of_a_span),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

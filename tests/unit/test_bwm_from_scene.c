/* KotOR walkmeshes from scenes that hold more than one: the states of a door; what memory that
 * runs out does to them; and regions that a scene does not show. Names and transitions are tested
 * with the command (tests/cli/walkmesh-scenes.sh). */
#include "memory.h"
#include "samples.h"
#include "support.h"

enum { STATES = WM_KOTOR_DOOR_STATES };

typedef struct door {
    wm_kotor_bwm *bwm[STATES];
    wm_scene *scene[STATES], *joined;
} door;

/* Three placeables that differ by a metre each. */
static door make_door(void)
{
    door d;
    wm_error error;
    wm_scene_piece pieces[STATES];
    for (uint32_t s = 0; s < STATES; s++) {
        d.bwm[s] = test_sample_make("crate.pwk");
        for (uint32_t i = 0; i < d.bwm[s]->vertex_count; i++)
            d.bwm[s]->vertices[i].x += (float)s;
        d.bwm[s]->relative_hook[1] = (wm_vec3){(float)s, 1, 2};
        assert_int_equal(wm_kotor_bwm_rebuild(d.bwm[s], NULL, NULL, &error), WM_OK);
        const wm_scene_opts opts = {.name = wm_kotor_door_state_name(s), .details = true};
        d.scene[s] = wm_scene_from_kotor_bwm(d.bwm[s], NULL, &opts, &error);
        assert_non_null(d.scene[s]);
        pieces[s] =
            (wm_scene_piece){d.scene[s]->name, d.scene[s], {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
    }
    d.joined = wm_scene_join("door", pieces, STATES, NULL, &error);
    assert_non_null(d.joined);
    return d;
}

static void free_door(door *d)
{
    wm_scene_free(d->joined);
    for (uint32_t s = 0; s < STATES; s++) {
        wm_scene_free(d->scene[s]);
        wm_kotor_bwm_free(d->bwm[s]);
    }
}

static void each_state_comes_back(void **state)
{
    door d = make_door();
    wm_error error;
    uint32_t states = 0;
    (void)state;
    assert_int_equal(wm_kotor_door_states(d.joined, NULL, &states, &error), WM_OK);
    assert_int_equal(states, 7);
    for (uint32_t s = 0; s < STATES; s++) {
        const wm_walkmesh_import_opts opts = {.door_state = s + 1};
        wm_walkmesh_import_result result;
        wm_diff diff;
        wm_diff_init(&diff, NULL);
        wm_kotor_bwm *made = wm_kotor_bwm_from_scene(d.joined, &opts, &result, &error);
        assert_non_null(made);
        assert_true(result.straight);
        assert_int_equal(result.left_out, 0);
        assert_int_equal(wm_kotor_bwm_diff(d.bwm[s], made, &diff, &error), WM_OK);
        assert_int_equal(diff.count, 0);
        wm_diff_free(&diff);
        wm_kotor_bwm_free(made);
    }
    free_door(&d);
}

/* A scene that is not finished, and a state that the scene does not have. */
static void mistakes(void **state)
{
    door d = make_door();
    wm_error error;
    uint32_t states = 99;
    (void)state;
    wm_scene *raw = wm_scene_new(0, NULL, &error);
    assert_int_equal(wm_kotor_door_states(raw, NULL, &states, &error), WM_BAD_ARGUMENT);
    assert_int_equal(states, 99);
    wm_scene_free(raw);
    assert_int_equal(wm_kotor_door_states(d.scene[0], NULL, &states, &error), WM_OK);
    assert_int_equal(states, 1);
    const wm_walkmesh_import_opts opts = {.door_state = 3};
    assert_null(wm_kotor_bwm_from_scene(d.scene[0], &opts, NULL, &error));
    assert_int_equal(error.code, WM_BAD_VALUE);
    free_door(&d);
}

static void memory_runs_out(void **state)
{
    door d = make_door();
    bool done = false;
    (void)state;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        test_memory memory;
        wm_error error = {.code = WM_OK};
        test_memory_init(&memory);
        memory.fail_at = fail_at;
        const wm_walkmesh_import_opts opts = {.allocator = &memory.allocator, .door_state = 2};
        wm_kotor_bwm *made = wm_kotor_bwm_from_scene(d.joined, &opts, NULL, &error);
        done = made != NULL;
        if (!done)
            assert_int_equal(error.code, WM_NO_MEMORY);
        wm_kotor_bwm_free(made);
        test_memory_done(&memory, "a state of a door");
        assert_true(fail_at < 1000);
    }
    free_door(&d);
}

/* Each region is a node of the scene. A file can have too many of them: the rest are counted. */
static void regions_left_out(void **state)
{
    enum { TRIANGLES = 4100, SHOWN = 4096, LINE = 64 };
    size_t size = (size_t)TRIANGLES * 4 * LINE + 256, at;
    char *text = malloc(size);
    wm_error error;
    const wm_scene_opts opts = {.details = true};
    (void)state;
    assert_non_null(text);
    at = (size_t)snprintf(text, size, "node aabb floor\n  verts %d\n", 3 * TRIANGLES);
    for (int i = 0; i < TRIANGLES; i++)
        at += (size_t)snprintf(text + at, size - at, "%d 0 0\n%d 0 0\n%d 1 0\n", 2 * i, 2 * i + 1,
                               2 * i);
    at += (size_t)snprintf(text + at, size - at, "  faces %d\n", TRIANGLES);
    for (int i = 0; i < TRIANGLES; i++)
        at += (size_t)snprintf(text + at, size - at, "%d %d %d 1 0 0 0 1\n", 3 * i, 3 * i + 1,
                               3 * i + 2);
    at += (size_t)snprintf(text + at, size - at, "endnode\n");
    wm_kotor_bwm_text *read = wm_kotor_bwm_text_read(text, at, NULL, &error);
    assert_true(read && read->mesh_count == 1);
    wm_scene *scene = wm_scene_from_kotor_bwm(read->meshes[0].bwm, NULL, &opts, &error);
    assert_non_null(scene);
    uint32_t shown = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const wm_scene_node *n = &scene->nodes[i];
        shown += strncmp(n->name, "region_", 7) == 0;
        if (strcmp(n->name, "regions") == 0) {
            assert_int_equal(n->extras.count, 1);
            assert_string_equal(n->extras.items[0].name, "left_out");
            assert_int_equal(n->extras.items[0].numbers[0], TRIANGLES - SHOWN);
        }
    }
    assert_int_equal(shown, SHOWN);
    wm_scene_free(scene);
    wm_kotor_bwm_text_free(read);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_state_comes_back),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(regions_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

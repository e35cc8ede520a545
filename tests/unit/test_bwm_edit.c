/* Moving, mirroring, renumbering and comparing walkmeshes. */
#include <math.h>

#include "samples.h"
#include "support.h"

static uint32_t differences(const wm_kotor_bwm *a, const wm_kotor_bwm *b, const char *field)
{
    wm_diff diff;
    uint32_t n = 0;
    wm_diff_init(&diff, NULL);
    assert_int_equal(wm_kotor_bwm_diff(a, b, &diff, NULL), WM_OK);
    for (uint32_t i = 0; i < diff.count; i++)
        n += !field || strcmp(diff.items[i].field, field) == 0 ? diff.items[i].count : 0;
    wm_diff_free(&diff);
    return n;
}

static void transform(wm_kotor_bwm *b, wm_kotor_transform t)
{
    wm_error error;
    if (wm_kotor_bwm_transform(b, &t, NULL, &error) != WM_OK)
        fail_msg("%s: %s", error.path, error.message);
}

static void expect_valid(const wm_kotor_bwm *b)
{
    wm_report report;
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_bwm_check(b, NULL, &report, NULL), WM_OK);
    for (uint32_t i = 0; i < report.count; i++)
        print_message("%s\n", report.issues[i].message);
    assert_int_equal(report.count, 0);
    wm_report_free(&report);
}

static void samples_are_free_of_findings(void **state)
{
    static const char *const valid[] = {"room.wok", "corridor.wok", "courtyard.wok", "islands.wok",
                                        "crate.pwk"};
    (void)state;
    for (size_t i = 0; i < sizeof valid / sizeof *valid; i++) {
        wm_kotor_bwm *b = test_sample_make(valid[i]);
        expect_valid(b);
        wm_kotor_bwm_free(b);
    }
}

static void four_quarters_are_the_whole(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok"), *old = test_sample_make("room.wok");
    for (int i = 0; i < 4; i++) {
        transform(b, (wm_kotor_transform){.degrees = i == 2 ? -270 : 90});
        expect_valid(b);
    }
    assert_int_equal(differences(old, b, NULL), 0);
    wm_kotor_bwm_free(b);
    wm_kotor_bwm_free(old);
}

/* The room of the transition edge whose middle is nearest to a place. */
static uint32_t room_at(const wm_kotor_bwm *b, float x, float y, float z)
{
    uint32_t room = WM_NO_INDEX;
    float best = INFINITY;
    for (uint32_t i = 0; i < b->edge_count; i++) {
        uint32_t e = b->edges[i].edge;
        wm_vec3 p = b->vertices[b->faces[e / 3].vertex[e % 3]],
                q = b->vertices[b->faces[e / 3].vertex[(e % 3 + 1) % 3]];
        float d =
            fabsf((p.x + q.x) / 2 - x) + fabsf((p.y + q.y) / 2 - y) + fabsf((p.z + q.z) / 2 - z);
        if (d < best) {
            best = d;
            room = b->edges[i].transition;
        }
    }
    assert_true(best < 1e-3f);
    return room;
}

static void mirroring_keeps_winding_and_transitions(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok"), *old = test_sample_make("room.wok");
    assert_int_equal(room_at(b, 0, 1.5f, 0), 1);
    transform(b, (wm_kotor_transform){.flip_x = true});
    expect_valid(b);
    assert_int_equal(room_at(b, 0, 1.5f, 0), 1);
    assert_int_equal(room_at(b, -13, 1.5f, 3), 2);
    for (uint32_t i = 0; i < b->adjacency_count; i++)
        assert_true(b->normals[i].z > 0);
    transform(b, (wm_kotor_transform){.flip_x = true});
    assert_int_equal(differences(old, b, NULL) - differences(old, b, "aabb_nodes"), 0);
    transform(b, (wm_kotor_transform){.flip_x = true, .flip_y = true});
    transform(b, (wm_kotor_transform){.degrees = 180});
    assert_int_equal(differences(old, b, "faces"), 0);
    wm_kotor_bwm_free(b);
    wm_kotor_bwm_free(old);
}

/* 0xFFFFFFFF as an edge number wrapped around to edge 1 of face 0. */
static void mirroring_makes_no_edge_of_nonsense(void **state)
{
    (void)state;
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, NULL);
    assert_non_null(b);
    assert_int_equal(wm_kotor_bwm_reserve(b, 3, 1, NULL), WM_OK);
    b->vertices[1].x = b->vertices[2].y = 1;
    b->faces[0] = (wm_kotor_face){{0, 1, 2}};
    b->materials[0] = SAMPLE_STONE;
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, NULL, NULL), WM_OK);
    b->edges[0] = (wm_kotor_edge){WM_NO_INDEX, 9};
    transform(b, (wm_kotor_transform){.flip_x = true});
    assert_int_equal(b->edge_count, 3);
    for (uint32_t i = 0; i < b->edge_count; i++)
        assert_int_equal(b->edges[i].transition, WM_NO_INDEX);
    wm_kotor_bwm_free(b);
}

static void materials_always_survive(void **state)
{
    uint32_t before[32] = {0}, after[32] = {0};
    (void)state;
    wm_kotor_bwm *b = test_sample_make("hills.wok");
    for (uint32_t i = 0; i < b->face_count; i++)
        before[b->materials[i]]++;
    transform(b, (wm_kotor_transform){
                     .move = {3, -2, 1}, .degrees = 33, .scale = {2, 1, 0.5f}, .flip_y = true});
    for (uint32_t i = 0; i < b->face_count; i++)
        after[b->materials[i]]++;
    assert_memory_equal(before, after, sizeof before);
    wm_kotor_bwm_free(b);
}

static void position_moves_only_with_objects(void **state)
{
    (void)state;
    wm_kotor_bwm *area = test_sample_make("corridor.wok"), *object = test_sample_make("crate.pwk");
    wm_vec3 was = area->position, hook = object->relative_hook[0];
    transform(area, (wm_kotor_transform){.move = {5, 0, 0}});
    transform(object, (wm_kotor_transform){.move = {5, 0, 0}});
    assert_memory_equal(&area->position, &was, sizeof was);
    assert_true(object->position.x == 5);
    assert_true(object->relative_hook[0].x == hook.x + 5);
    wm_kotor_bwm_free(area);
    wm_kotor_bwm_free(object);
}

static void impossible_transforms_are_refused(void **state)
{
    wm_error error;
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    wm_kotor_transform negative = {.scale = {1, -1, 1}}, wild = {.degrees = NAN};
    assert_int_equal(wm_kotor_bwm_transform(b, &negative, NULL, &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_bwm_transform(b, &wild, NULL, &error), WM_BAD_ARGUMENT);
    wm_kotor_bwm_free(b);
}

static void rooms_are_remapped_at_once(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    const wm_kotor_remap swap[] = {{1, 2}, {2, 1}}, drop[] = {{2, WM_NO_INDEX}};
    assert_int_equal(wm_kotor_bwm_remap_rooms(b, swap, 2), 2);
    assert_int_equal(room_at(b, 0, 1.5f, 0), 2);
    assert_int_equal(room_at(b, 13, 1.5f, 3), 1);
    assert_int_equal(wm_kotor_bwm_remap_rooms(b, drop, 1), 1);
    assert_int_equal(room_at(b, 0, 1.5f, 0), WM_NO_INDEX);
    wm_kotor_bwm_free(b);
}

static void transitions_go_on_borders_only(void **state)
{
    wm_error error;
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    uint32_t inner = 0;
    while (b->adjacency[inner / 3].edge[inner % 3] == WM_NO_INDEX)
        inner++;
    assert_int_equal(wm_kotor_bwm_set_transition(b, b->edges[0].edge, 9, &error), WM_OK);
    assert_int_equal(b->edges[0].transition, 9);
    assert_int_equal(wm_kotor_bwm_set_transition(b, inner, 9, &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_bwm_set_transition(b, 999999, 9, &error), WM_BAD_ARGUMENT);
    wm_kotor_bwm_free(b);
}

/* Shuffled faces with transitions: rebuilding puts walkable faces first and leaves
 * each transition on its edge. */
static void sorting_carries_transitions(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok"), *old = test_sample_make("room.wok");
    uint32_t n = b->face_count;
    for (uint32_t i = 0; i < n; i++) { /* last face first */
        b->faces[i] = old->faces[n - 1 - i];
        b->materials[i] = old->materials[n - 1 - i];
    }
    for (uint32_t i = 0; i < b->edge_count; i++)
        b->edges[i].edge = (n - 1 - old->edges[i].edge / 3) * 3 + old->edges[i].edge % 3;
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, NULL, NULL), WM_OK);
    expect_valid(b);
    assert_int_equal(room_at(b, 0, 1.5f, 0), 1);
    assert_int_equal(room_at(b, 13, 1.5f, 3), 2);
    assert_int_equal(differences(old, b, "transitions"), 0);
    assert_int_equal(differences(old, b, "adjacency"), 0);
    assert_true(differences(old, b, "face_order") > 0);
    wm_kotor_bwm_free(b);
    wm_kotor_bwm_free(old);
}

static void differences_are_found(void **state)
{
    (void)state;
    wm_kotor_bwm *a = test_sample_make("room.wok"), *b = test_sample_make("room.wok");
    assert_int_equal(differences(a, b, NULL), 0);
    b->materials[2] = 10;
    assert_int_equal(differences(a, b, "materials"), 1);
    b->edges[0].transition = 4;
    assert_int_equal(differences(a, b, "transitions"), 1);
    b->position.x += 1;
    assert_int_equal(differences(a, b, "position"), 1);
    b->adjacency[0].edge[0] = b->adjacency[0].edge[0] == WM_NO_INDEX ? 5 : WM_NO_INDEX;
    assert_int_equal(differences(a, b, "adjacency"), 1);
    b->vertices[0].z += 1;
    assert_true(differences(a, b, "faces") > 0);
    wm_kotor_bwm_free(a);
    wm_kotor_bwm_free(b);
}

static void a_valid_tree_can_be_kept(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    wm_kotor_bwm_rebuild_opts keep = {.keep_tree = true};
    wm_kotor_bwm_rebuild_result r;
    b->aabbs[0].unknown = 99; /* a mark that a new tree would not have */
    assert_int_equal(wm_kotor_bwm_rebuild(b, &keep, &r, NULL), WM_OK);
    assert_int_equal(b->aabbs[0].unknown, 99);
    assert_int_equal(r.aabbs, 0);
    b->aabbs[0].right = 1; /* no longer valid */
    assert_int_equal(wm_kotor_bwm_rebuild(b, &keep, &r, NULL), WM_OK);
    assert_int_equal(b->aabbs[0].unknown, 4);
    assert_int_equal(r.aabbs, 1);
    wm_kotor_bwm_free(b);
}

static void a_rebuild_tells_what_changed(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    wm_kotor_bwm_rebuild_result r;
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, &r, NULL), WM_OK);
    assert_true(!r.reordered && !r.normals && !r.distances && !r.aabbs && !r.adjacency &&
                !r.edges && !r.perimeters);
    b->normals[1].x += 1;
    b->distances[0] += 1;
    b->distances[2] += 1;
    b->adjacency[0].edge[0] ^= 1;
    b->perimeter_count--;
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, &r, NULL), WM_OK);
    assert_int_equal(r.normals, 1);
    assert_int_equal(r.distances, 2);
    assert_int_equal(r.adjacency, 1);
    assert_int_equal(r.perimeters, 1);
    assert_true(!r.reordered && !r.aabbs && !r.edges);
    b->materials[0] = 7; /* not walkable: the face moves to the end */
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, &r, NULL), WM_OK);
    assert_true(r.reordered && !r.normals && !r.distances && r.adjacency);
    wm_kotor_bwm_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_free_of_findings),
        cmocka_unit_test(four_quarters_are_the_whole),
        cmocka_unit_test(mirroring_keeps_winding_and_transitions),
        cmocka_unit_test(mirroring_makes_no_edge_of_nonsense),
        cmocka_unit_test(materials_always_survive),
        cmocka_unit_test(position_moves_only_with_objects),
        cmocka_unit_test(impossible_transforms_are_refused),
        cmocka_unit_test(rooms_are_remapped_at_once),
        cmocka_unit_test(transitions_go_on_borders_only),
        cmocka_unit_test(sorting_carries_transitions),
        cmocka_unit_test(differences_are_found),
        cmocka_unit_test(a_valid_tree_can_be_kept),
        cmocka_unit_test(a_rebuild_tells_what_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A scene that another program saved: what it was exported from stays the same where nothing was
 * edited, and takes the edits where something was. Here: nodes, lights, materials, custom
 * properties, another space. Blender itself is in tests/blender. */
#include <math.h>

#include "bw2_models.h"
#include "saved_scene.h"
#include "support.h"
#include "waymark/import.h"

static wm_buffer bytes_of(const wm_scene *scene)
{
    wm_buffer bytes;
    assert_int_equal(wm_gltf_write(scene, NULL, &bytes, NULL), WM_OK);
    return bytes;
}

static void nothing_edited(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_buffer before = bytes_of(original);
    wm_scene_restore_result result;
    (void)state;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    assert_int_equal(result.nodes, original->node_count);
    wm_buffer after = bytes_of(original);
    assert_int_equal(after.size, before.size);
    assert_memory_equal(after.data, before.data, before.size);
    wm_buffer_free(&before);
    wm_buffer_free(&after);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* A node without a mesh and children. */
static uint32_t some_end(const wm_scene *s)
{
    for (uint32_t i = 0; i < s->node_count; i++) {
        bool parent = false;
        for (uint32_t k = 0; k < s->node_count; k++)
            parent |= s->nodes[k].parent == i;
        if (!parent && s->nodes[i].mesh == WM_NO_INDEX && s->nodes[i].parent != WM_NO_INDEX)
            return i;
    }
    fail_msg("every node has a mesh or children");
    return 0;
}

/* Bones of Blender have no scale at rest. */
static void a_scale_that_bones_cannot_have_is_kept(void **state)
{
    wm_scene *original = test_sample_scene();
    wm_scene_restore_result result;
    uint32_t end = some_end(original);
    (void)state;
    original->nodes[end].rest.scale = (wm_vec3){1.9f, 1.9f, 1.9f};
    wm_scene *edited = test_saved_scene(original);
    for (uint32_t i = 0; i < edited->node_count; i++)
        if (strcmp(edited->nodes[i].name, original->nodes[end].name) == 0) {
            edited->nodes[i].kind = WM_NODE_KIND_BONE;
            edited->nodes[i].rest.scale = (wm_vec3){1, 1, 1};
        }
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    assert_true(original->nodes[end].rest.scale.x == 1.9f);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* ---- lights ------------------------------------------------------------ */

static wm_scene_light *light_of(wm_scene *s)
{
    uint32_t node = wm_scene_find_node(s, "light");
    assert_int_not_equal(node, WM_NO_INDEX);
    assert_int_not_equal(s->nodes[node].light, WM_NO_INDEX);
    return &s->lights[s->nodes[node].light];
}

/* Restores a scene whose light was edited. */
static wm_scene_light edited_light(float strength, wm_vec3 colour, float range,
                                   wm_scene_restore_result *result)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_light *l = light_of(edited);
    l->multiplier *= strength;
    l->colour = (wm_vec3){l->colour.x * colour.x, l->colour.y * colour.y, l->colour.z * colour.z};
    l->radius = range; /* 0: programs drop it */
    assert_int_equal(wm_scene_restore(original, edited, NULL, result, NULL), WM_OK);
    wm_scene_light made = *light_of(original);
    wm_scene_free(original);
    wm_scene_free(edited);
    return made;
}

static void an_edited_light_wins(void **state)
{
    const wm_vec3 white = {1, 1, 1};
    wm_scene_restore_result result;
    wm_scene *original = test_sample_scene();
    const wm_scene_light was = *light_of(original);
    (void)state;
    wm_scene_light now = edited_light(1, white, 0, &result);
    assert_true(result.same);
    assert_memory_equal(&now.colour, &was.colour, sizeof was.colour);
    assert_true(now.radius == was.radius && now.multiplier == was.multiplier);
    now = edited_light(10, white, 0, &result);
    assert_int_equal(result.lights, 1);
    assert_true(fabsf(now.multiplier - 10 * was.multiplier) < 1e-3f);
    assert_true(now.colour.x == was.colour.x && now.radius == was.radius);
    now = edited_light(1, (wm_vec3){1, 0.5f, 1}, 0, &result);
    assert_true(fabsf(now.colour.y - 0.5f * was.colour.y) < 1e-5f);
    assert_true(now.multiplier == was.multiplier && result.lights == 1);
    now = edited_light(1, white, was.radius + 1, &result);
    assert_true(now.radius == was.radius + 1 && now.multiplier == was.multiplier);
    wm_scene_free(original);
}

/* Options of a program that make every light weaker, by a known factor, are no edit. */
static void another_unit_of_strength_is_no_edit(void **state)
{
    wm_scene_restore_result result;
    (void)state;
    edited_light(683, (wm_vec3){1, 1, 1}, 0, &result);
    assert_true(result.same);
    edited_light(682, (wm_vec3){1, 1, 1}, 0, &result);
    assert_false(result.same);
}

/* ---- materials --------------------------------------------------------- */

/* What Blender calls the second material of a texture when its scene has two such models. */
static void a_material_counted_on_is_the_same(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    (void)state;
    for (uint32_t i = 0; i < edited->material_count; i++)
        if (strcmp(edited->materials[i].name, "sample01.2") == 0)
            edited->materials[i].name = "sample01.003";
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    wm_scene_free(original);
    wm_scene_free(edited);
    original = test_sample_scene();
    edited = test_saved_scene(original);
    for (uint32_t i = 0; i < edited->material_count; i++)
        if (strcmp(edited->materials[i].name, "sample01.2") == 0)
            edited->materials[i].name = "another.003";
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_int_equal(result.meshes, 1);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* ---- custom properties ------------------------------------------------- */

/* Gives the first node of the original and of the edited scene one property each. */
static wm_scene_restore_result with_properties(const wm_extra *before, const wm_extra *after,
                                               wm_extra *made)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_extra old = *before, now = *after;
    wm_scene_restore_result result;
    original->nodes[0].extras = (wm_extras){1, &old};
    edited->nodes[0].extras = (wm_extras){1, &now};
    assert_string_equal(original->nodes[0].name, edited->nodes[0].name);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    const wm_extra *found = wm_extras_find(&original->nodes[0].extras, after->name);
    *made = found ? *found : (wm_extra){0};
    original->nodes[0].extras = edited->nodes[0].extras = (wm_extras){0, NULL};
    wm_scene_free(original);
    wm_scene_free(edited);
    return result;
}

static void edited_properties_win(void **state)
{
    double one[] = {4000000000.0}, as_signed[] = {4000000000.0 - 4294967296.0}, two[] = {2};
    double list[] = {1, 2, 3}, other[] = {1, 2, 4};
    const char *texts[] = {"[1, 2, 3]"}, *words[] = {"grass"}, *changed[] = {"stone"};
    const wm_extra number = {.name = "mark", .count = 1, .numbers = one},
                   wrapped = {.name = "mark", .count = 1, .numbers = as_signed},
                   edited = {.name = "mark", .count = 1, .numbers = two},
                   numbers = {.name = "mark", .count = 3, .numbers = list, .list = true},
                   as_text = {.name = "mark", .count = 1, .texts = texts},
                   longer = {.name = "mark", .count = 3, .numbers = other, .list = true},
                   word = {.name = "mark", .count = 1, .texts = words},
                   new_word = {.name = "mark", .count = 1, .texts = changed},
                   another = {.name = "further", .count = 1, .numbers = two};
    wm_extra made;
    (void)state;
    /* what Blender makes of numbers that it cannot store is no edit */
    assert_true(with_properties(&number, &wrapped, &made).same);
    assert_true(made.numbers[0] == one[0]);
    assert_true(with_properties(&numbers, &as_text, &made).same);
    assert_true(made.numbers && made.count == 3);
    assert_true(with_properties(&word, &word, &made).same);
    /* these are */
    assert_false(with_properties(&number, &edited, &made).same);
    assert_true(made.numbers[0] == 2);
    assert_false(with_properties(&numbers, &longer, &made).same);
    assert_true(made.numbers[2] == 4);
    assert_false(with_properties(&word, &new_word, &made).same);
    assert_string_equal(made.texts[0], "stone");
    assert_false(with_properties(&word, &edited, &made).same);
    assert_true(made.numbers != NULL);
    assert_false(with_properties(&number, &another, &made).same);
    assert_true(made.numbers[0] == 2);
}

/* ---- another space ----------------------------------------------------- */

/* Black & White 2 is left-handed, and glTF is not. */
static void a_left_handed_scene_comes_back(void **state)
{
    wm_bw2_model *m =
        test_bw2_make((test_bw2_kind){.version = 6, .skin = true, .uv_sets = 1}, NULL);
    wm_scene *original = m ? wm_scene_from_bw2_model(m, NULL, NULL) : NULL;
    wm_scene_restore_result result;
    (void)state;
    assert_non_null(original);
    wm_scene *edited = test_saved_scene(original);
    assert_true(original->left_handed && !edited->left_handed);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    assert_true(edited->left_handed);
    wm_scene_free(original);
    wm_scene_free(edited);
    wm_bw2_model_free(m);
}

/* A scene that is y up cannot have become z up: it came from another file. */
static void another_up_axis_is_refused(void **state)
{
    wm_bw2_model *m = test_bw2_make((test_bw2_kind){.version = 6, .uv_sets = 1}, NULL);
    wm_scene *original = m ? wm_scene_from_bw2_model(m, NULL, NULL) : NULL;
    wm_error error = {0};
    (void)state;
    assert_non_null(original);
    wm_scene *edited = test_saved_scene(original);
    edited->up = WM_UP_Z;
    assert_int_equal(wm_scene_restore(original, edited, NULL, NULL, &error), WM_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "its up axis differs"));
    wm_scene_free(original);
    wm_scene_free(edited);
    wm_bw2_model_free(m);
}

/* Somebody deleted the frame: its rotation is in the roots now. */
static void a_scene_without_its_frame(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    const float h = 0.70710677f;
    (void)state;
    assert_int_equal(edited->up, WM_UP_Z);
    edited->up = WM_UP_Y;
    for (uint32_t i = 0; i < edited->node_count; i++)
        if (edited->nodes[i].parent == WM_NO_INDEX) {
            assert_true(edited->nodes[i].rest.rotation.w == 1);
            edited->nodes[i].rest.rotation = (wm_quat){-h, 0, 0, h};
        }
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_int_equal(result.moved, 0);
    assert_int_equal(result.meshes, 0);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* What somebody did to the frame moves the roots, and is no edit of anything else. */
static void a_frame_that_was_moved(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    (void)state;
    for (uint32_t i = 0; i < edited->node_count; i++)
        if (edited->nodes[i].parent == WM_NO_INDEX) {
            edited->nodes[i].rest.translation = (wm_vec3){1, 2, 3};
            edited->nodes[i].rest.scale = (wm_vec3){2, 2, 2};
        }
    edited->move = (wm_transform){{1, 2, 3}, {0, 0, 0, 1}, {2, 2, 2}};
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_false(result.same);
    assert_int_equal(result.meshes, 0);
    assert_true(original->nodes[0].rest.translation.z == 3);
    assert_true(original->nodes[0].rest.scale.x == 2);
    wm_scene_free(original);
    wm_scene_free(edited);
}

static void another_scene(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_sample_scene();
    wm_error error;
    (void)state;
    for (uint32_t i = 0; i < edited->node_count; i++)
        edited->nodes[i].name = "other";
    assert_int_equal(wm_scene_restore(original, edited, NULL, NULL, &error), WM_BAD_ARGUMENT);
    wm_scene_free(original);
    wm_scene_free(edited);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_edited),
        cmocka_unit_test(a_scale_that_bones_cannot_have_is_kept),
        cmocka_unit_test(a_material_counted_on_is_the_same),
        cmocka_unit_test(an_edited_light_wins),
        cmocka_unit_test(another_unit_of_strength_is_no_edit),
        cmocka_unit_test(edited_properties_win),
        cmocka_unit_test(a_left_handed_scene_comes_back),
        cmocka_unit_test(another_up_axis_is_refused),
        cmocka_unit_test(a_scene_without_its_frame),
        cmocka_unit_test(a_frame_that_was_moved),
        cmocka_unit_test(another_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

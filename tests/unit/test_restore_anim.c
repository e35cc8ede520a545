/* Animations of a scene that another program saved: which edits count, and what is kept. */
#include <math.h>

#include "models.h"
#include "saved_scene.h"
#include "support.h"
#include "waymark/import.h"

static void deleted_keys_are_an_edit(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    uint32_t cut = 0;
    (void)state;
    for (uint32_t a = 0; a < edited->animation_count; a++)
        for (uint32_t i = 0; i < edited->animations[a].channel_count; i++) {
            wm_channel *c = &edited->animations[a].channels[i];
            if (c->property == WM_PROPERTY_ROTATION && c->count > 2) {
                c->count = 1;
                cut++;
            }
        }
    assert_true(cut > 0);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_int_equal(result.channels, cut);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* If two animations have one name, each takes its own edits: those of the second went to the first.
 */
static void animations_of_one_name_keep_their_order(void **state)
{
    wm_scene *original = test_sample_scene(), *edited;
    wm_scene_restore_result result;
    (void)state;
    assert_true(original->animation_count > 1);
    const wm_scene_animation first = original->animations[0];
    original->animations[1].name = first.name;
    edited = test_saved_scene(original);
    assert_string_equal(edited->animations[1].name, first.name);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    wm_scene_free(edited);
    edited = test_saved_scene(original);
    wm_scene_animation *second = &edited->animations[1];
    assert_true(second->channel_count > 0);
    for (uint32_t k = 0; k < second->channel_count; k++)
        for (uint32_t i = 0; i < second->channels[k].count; i++)
            second->channels[k].times[i] += 2;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_false(result.same);
    assert_true(original->animations[0].length == first.length);
    assert_true(original->animations[1].length > first.length);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* An animation may end earlier or later than it did, even if all its keys are as they were: edited
 * lengths were lost in silence. What is not known (a guess has no transition) is no edit. */
static void edited_lengths_count(void **state)
{
    static const float factors[] = {0.5f, 2};
    (void)state;
    for (int i = 0; i < 4; i++) {
        wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
        wm_scene_restore_result result;
        bool known = i >= 2;
        float before = original->animations[0].length, now = before * factors[i % 2];
        assert_true(before > 0.2f);
        edited->animations[0].length = now;
        edited->animations[0].transition = known ? 0.25f : 0;
        edited->animations[0].extras.count = 0;
        assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
        assert_int_equal(result.lengths, known);
        assert_true(result.same == !known);
        assert_true(original->animations[0].length == (known ? now : before));
        wm_scene_free(original);
        wm_scene_free(edited);
    }
}

/* Programs may leave out animations that are as they were. */
static void missing_animations_are_kept_and_counted(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    uint32_t count = original->animation_count;
    (void)state;
    assert_true(count > 0);
    edited->animation_count--;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    assert_int_equal(result.animations, 1);
    assert_int_equal(original->animation_count, count);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* The reader of glTF states a transition of 0 in the extras of an animation. */
static void a_stated_transition_is_no_edit(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    double zero = 0;
    wm_extra stated = {.name = "transition", .count = 1, .numbers = &zero};
    (void)state;
    edited->animations[0].extras = (wm_extras){1, &stated};
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* ---- names of animations ----------------------------------------------- */

static void a_renamed_animation_is_known(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    uint32_t count = original->animation_count;
    (void)state;
    assert_true(count == 2 &&
                original->animations[1].event_count == edited->animations[1].event_count);
    edited->animations[1].name = "other";
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_int_equal(result.renamed, 1);
    assert_int_equal(result.animations + result.new_animations + result.channels, 0);
    assert_int_equal(original->animation_count, count);
    assert_string_equal(original->animations[1].name, "other");
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* With another motion it is a new one: the old one is kept, and both are reported. */
static void a_renamed_and_edited_animation_is_reported(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    wm_report report;
    const wm_scene_restore_opts opts = {.report = &report};
    (void)state;
    wm_report_init(&report, NULL);
    edited->animations[1].name = "other";
    for (uint32_t k = 0; k < edited->animations[1].channel_count; k++)
        for (uint32_t i = 0; i < edited->animations[1].channels[k].count; i++)
            edited->animations[1].channels[k].values[i * edited->animations[1].channels[k].width] +=
                0.5f;
    assert_int_equal(wm_scene_restore(original, edited, &opts, &result, NULL), WM_OK);
    assert_int_equal(result.renamed, 0);
    assert_int_equal(result.new_animations, 1);
    assert_int_equal(result.animations, 1);
    assert_int_equal(original->animation_count, 3);
    assert_int_equal(report.count, 1);
    assert_int_equal(report.issues[0].code, WM_SCENE_ANIMATION_KEPT);
    wm_report_free(&report);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* An animation that the program left out moves a node from where it is now. */
static void kept_animations_move_with_their_nodes(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    const wm_channel *moving = NULL;
    (void)state;
    for (uint32_t a = 0; a < original->animation_count; a++)
        for (uint32_t k = 0; k < original->animations[a].channel_count; k++)
            if (original->animations[a].channels[k].property == WM_PROPERTY_TRANSLATION)
                moving = &original->animations[a].channels[k];
    assert_non_null(moving);
    uint32_t node = moving->node;
    float before = moving->values[0];
    edited->animation_count = 0;
    edited->nodes[wm_scene_find_node(edited, original->nodes[node].name)].rest.translation.x += 2;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    moving = NULL;
    for (uint32_t a = 0; a < original->animation_count; a++)
        for (uint32_t k = 0; k < original->animations[a].channel_count; k++)
            if (original->animations[a].channels[k].property == WM_PROPERTY_TRANSLATION)
                moving = &original->animations[a].channels[k];
    assert_non_null(moving);
    assert_true(moving->node == node && fabsf(moving->values[0] - before - 2) < 1e-5f);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* How many fields of nodes of animations differ. */
static uint32_t differences(const wm_kotor_mdl *a, const wm_kotor_mdl *b)
{
    wm_diff diff;
    uint32_t count = 0;
    wm_diff_init(&diff, NULL);
    assert_int_equal(wm_kotor_mdl_diff(a, b, &diff, NULL), WM_OK);
    for (uint32_t i = 0; i < diff.count; i++)
        count += strstr(diff.items[i].message, "of animation '") != NULL &&
                 strcmp(diff.items[i].field, "super_node") != 0; /* the sample has none */
    wm_diff_free(&diff);
    return count;
}

/* The sample with a moved vertex; if `gone` is the name of a node, without that node. */
static wm_kotor_mdl *edited_model(const char *gone)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    const wm_kotor_mdl_import_opts opts = {.name = original->name};
    edited->meshes[0].positions[0].x += 1;
    if (gone) {
        wm_scene_node *n = &edited->nodes[wm_scene_find_node(edited, gone)];
        n->name = "another";
        n->mesh = WM_NO_INDEX;
        n->rest.translation.y += 50;
    }
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_false(result.same);
    assert_int_equal(result.missing, gone != NULL);
    wm_kotor_mdl *m = wm_kotor_mdl_from_scene(original, &opts, NULL, NULL);
    assert_non_null(m);
    wm_scene_free(original);
    wm_scene_free(edited);
    return m;
}

/* Rotations stay packed and offsets exact, if only a mesh was edited, also if nodes have other
 * indices now: all animations were written in the form of other programs. */
static void animations_keep_their_form(void **state)
{
    static const char *const gone[] = {NULL, "box"};
    wm_kotor_mdl *old = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    (void)state;
    for (int i = 0; i < 2; i++) {
        wm_kotor_mdl *now = edited_model(gone[i]);
        uint32_t packed = 0;
        assert_int_equal(now->animation_count, old->animation_count);
        for (uint32_t k = 0; k < now->animations[0].tree.count; k++) {
            const wm_kotor_mdl_node *n = &now->animations[0].tree.nodes[k];
            for (uint32_t c = 0; c < n->controller_count; c++)
                packed += n->controllers[c].type == WM_KOTOR_CONTROLLER_ORIENTATION &&
                          n->controllers[c].columns == 2;
        }
        assert_true(packed > 0);
        if (!gone[i])
            assert_int_equal(differences(old, now), 0);
        wm_kotor_mdl_free(now);
    }
    wm_kotor_mdl_free(old);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deleted_keys_are_an_edit),
        cmocka_unit_test(edited_lengths_count),
        cmocka_unit_test(missing_animations_are_kept_and_counted),
        cmocka_unit_test(animations_of_one_name_keep_their_order),
        cmocka_unit_test(a_stated_transition_is_no_edit),
        cmocka_unit_test(a_renamed_animation_is_known),
        cmocka_unit_test(a_renamed_and_edited_animation_is_reported),
        cmocka_unit_test(kept_animations_move_with_their_nodes),
        cmocka_unit_test(animations_keep_their_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

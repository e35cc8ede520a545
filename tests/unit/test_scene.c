/* The neutral scene: building one, and every demand that finishing makes. */
#include <math.h>

#include "memory.h"
#include "scenes.h"
#include "support.h"

#define NONE WM_NO_INDEX

static wm_scene *puppet(void)
{
    wm_error error;
    wm_scene *scene = test_scene_puppet(NULL, &error);
    if (!scene)
        fail_msg("%s", error.message);
    return scene;
}

static void a_valid_scene_is_finished(void **state)
{
    wm_error error;
    wm_scene *s = puppet();
    (void)state;
    s->nodes[0].name = NULL;
    assert_false(s->finished);
    assert_int_equal(wm_scene_finish(s, &error), WM_OK);
    assert_true(s->finished);
    assert_string_equal(s->nodes[0].name, "");
    assert_int_equal(wm_scene_find_node(s, "HAND"), 2);
    assert_int_equal(wm_scene_find_node(s, "hands"), NONE);
    assert_int_equal(wm_scene_find_node(s, "han"), NONE);
    assert_int_equal(wm_scene_find_animation(s, "Still"), 1);
    assert_int_equal(wm_scene_find_animation(s, "stil"), NONE);
    wm_scene_free(s);
    wm_scene_free(NULL);
}

static void an_empty_scene_is_one(void **state)
{
    wm_scene *s = wm_scene_new(0, NULL, NULL);
    (void)state;
    assert_non_null(s);
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    wm_pose *pose = wm_pose_new(s, NULL, NULL);
    assert_non_null(pose);
    wm_pose_sample(pose, 0, 1, WM_PLAY_LOOP);
    wm_pose_transition(pose, 0, 1, 2, 0, WM_PLAY_ONCE);
    wm_pose_update(pose);
    wm_pose_mesh(pose, 0, NULL, NULL);
    wm_pose_free(pose);
    wm_pose_free(NULL);
    wm_scene_free(s);
}

/* One fault each. */
static void parent_after(wm_scene *s)
{
    s->nodes[1].parent = 1;
}
static void no_such_mesh(wm_scene *s)
{
    s->nodes[3].mesh = 2;
}
static void no_such_skin(wm_scene *s)
{
    s->nodes[4].skin = 1;
}
static void no_such_light(wm_scene *s)
{
    s->nodes[0].light = 0;
}
static void skin_without_mesh(wm_scene *s)
{
    s->nodes[4].mesh = NONE;
}
static void skin_of_plain_mesh(wm_scene *s)
{
    s->nodes[4].mesh = 0;
}
static void joint_out_of_range(wm_scene *s)
{
    s->meshes[1].joints[2][3] = 2;
}
static void joint_is_no_node(wm_scene *s)
{
    s->skins[0].joints[1] = 5;
}
static void weights_missing(wm_scene *s)
{
    s->meshes[1].weights = NULL;
}
static void index_out_of_range(wm_scene *s)
{
    s->meshes[0].indices[1] = 3;
}
static void half_a_triangle(wm_scene *s)
{
    s->meshes[0].index_count = 2;
}
static void part_too_long(wm_scene *s)
{
    s->meshes[0].parts[0].count = 6;
}
static void part_of_two(wm_scene *s)
{
    s->meshes[0].parts[0].count = 2;
}
static void no_such_material(wm_scene *s)
{
    s->meshes[0].parts[0].material = 1;
}
static void positions_missing(wm_scene *s)
{
    s->meshes[0].positions = NULL;
}
static void unknown_primitive(wm_scene *s)
{
    s->meshes[0].primitive = (wm_primitive)7;
}
static void uv_set_four(wm_scene *s)
{
    s->materials[0].textures[0].uv_set = 4;
}
static void no_such_image(wm_scene *s)
{
    s->materials[0].textures[1].image = 1;
}
static void alpha_mode_five(wm_scene *s)
{
    s->materials[0].alpha_mode = (wm_scene_alpha)5;
}
static wm_scene_image *one_image(wm_scene *s)
{
    static const uint8_t pixel[4];
    s->images = wm_scene_alloc(s, 1, sizeof *s->images, NULL);
    assert_non_null(s->images);
    s->image_count = 1;
    s->images[0] = (wm_scene_image){.width = 1, .height = 1, .rgba = pixel};
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    s->finished = false;
    return s->images;
}
static void image_array_missing(wm_scene *s)
{
    s->image_count = 1;
}
static void image_without_pixels(wm_scene *s)
{
    one_image(s)->rgba = NULL;
}
static void image_without_width(wm_scene *s)
{
    one_image(s)->width = 0;
}
static void image_of_half_a_cube(wm_scene *s)
{
    one_image(s)->cube = true;
}
static void image_without_type(wm_scene *s)
{
    wm_scene_image *image = one_image(s);
    image->data = image->rgba;
}
static void image_alpha_five(wm_scene *s)
{
    one_image(s)->alpha = (wm_scene_alpha)5;
}
static void no_such_environment(wm_scene *s)
{
    one_image(s)->environment = 2;
}
static void no_such_bump(wm_scene *s)
{
    one_image(s)->bump = 2;
}
static void missing_array_missing(wm_scene *s)
{
    s->missing_count = 1;
}
static wm_scene_missing *one_missing(wm_scene *s)
{
    s->missing = wm_scene_alloc(s, 1, sizeof *s->missing, NULL);
    assert_non_null(s->missing);
    s->missing_count = 1;
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    s->finished = false;
    return s->missing;
}
static void missing_slot_seven(wm_scene *s)
{
    one_missing(s)->slot = (wm_texture_slot)7;
}
static void missing_material(wm_scene *s)
{
    one_missing(s)->material = 1;
}
static void length_nan(wm_scene *s)
{
    s->animations[0].length = NAN;
}
static void length_negative(wm_scene *s)
{
    s->animations[0].length = -1;
}
static void transition_infinite(wm_scene *s)
{
    s->animations[0].transition = INFINITY;
}
static void no_such_root(wm_scene *s)
{
    s->animations[0].root = 5;
}
static void events_unsorted(wm_scene *s)
{
    s->animations[0].events[0].time = 1;
}
static void event_nan(wm_scene *s)
{
    s->animations[0].events[1].time = NAN;
}
static void channel_no_node(wm_scene *s)
{
    s->animations[0].channels[0].node = 5;
}
static void channel_width(wm_scene *s)
{
    s->animations[0].channels[0].width = 3;
}
static void channel_other_width(wm_scene *s)
{
    s->animations[0].channels[2].property = WM_PROPERTY_OTHER;
    s->animations[0].channels[2].width = 17;
}
static void channel_no_keys(wm_scene *s)
{
    s->animations[0].channels[0].count = 0;
}
static void channel_no_values(wm_scene *s)
{
    s->animations[0].channels[0].values = NULL;
}
static void times_fall(wm_scene *s)
{
    s->animations[0].channels[0].times[0] = 1.5f;
}
static void time_nan(wm_scene *s)
{
    s->animations[0].channels[0].times[1] = NAN;
}
static void time_infinite(wm_scene *s)
{
    s->animations[0].channels[0].times[2] = INFINITY;
}
static void nodes_missing(wm_scene *s)
{
    s->nodes = NULL;
}
static void extra_of_nothing(wm_scene *s)
{
    s->extras.items = wm_scene_alloc(s, 1, sizeof *s->extras.items, NULL);
    s->extras.count = 1;
    s->extras.items[0].name = "empty";
}

static const struct {
    const char *path;
    void (*plant)(wm_scene *scene);
} faults[] = {
    {"nodes[1].parent", parent_after},
    {"nodes[3].mesh", no_such_mesh},
    {"nodes[4].skin", no_such_skin},
    {"nodes[0].light", no_such_light},
    {"nodes[4].skin", skin_without_mesh},
    {"nodes[4].skin", skin_of_plain_mesh},
    {"nodes[4].skin", joint_out_of_range},
    {"skins[0].joints", joint_is_no_node},
    {"meshes[1].joints", weights_missing},
    {"meshes[0].indices", index_out_of_range},
    {"meshes[0].indices", half_a_triangle},
    {"meshes[0].parts", part_too_long},
    {"meshes[0].parts", part_of_two},
    {"meshes[0].parts", no_such_material},
    {"meshes[0].positions", positions_missing},
    {"meshes[0].primitive", unknown_primitive},
    {"materials[0].textures", uv_set_four},
    {"materials[0].textures", no_such_image},
    {"materials[0].alpha_mode", alpha_mode_five},
    {"images", image_array_missing},
    {"images[0]", image_without_pixels},
    {"images[0].width", image_without_width},
    {"images[0].cube", image_of_half_a_cube},
    {"images[0].mime", image_without_type},
    {"images[0].alpha", image_alpha_five},
    {"images[0].environment", no_such_environment},
    {"images[0].bump", no_such_bump},
    {"missing", missing_array_missing},
    {"missing[0].slot", missing_slot_seven},
    {"missing[0].material", missing_material},
    {"animations[0].length", length_nan},
    {"animations[0].length", length_negative},
    {"animations[0].transition", transition_infinite},
    {"animations[0].root", no_such_root},
    {"animations[0].events", events_unsorted},
    {"animations[0].events", event_nan},
    {"animations[0].channels", channel_no_node},
    {"animations[0].channels", channel_width},
    {"animations[0].channels", channel_other_width},
    {"animations[0].channels", channel_no_keys},
    {"animations[0].channels", channel_no_values},
    {"animations[0].channels", times_fall},
    {"animations[0].channels", time_nan},
    {"animations[0].channels", time_infinite},
    {"nodes", nodes_missing},
    {"extras", extra_of_nothing},
};

static void faults_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        wm_error error = {0};
        wm_scene *s = puppet();
        faults[i].plant(s);
        assert_int_equal(wm_scene_finish(s, &error), WM_BAD_VALUE);
        assert_string_equal(error.path, faults[i].path);
        assert_false(s->finished);
        assert_null(wm_pose_new(s, NULL, &error));
        assert_int_equal(error.code, WM_BAD_ARGUMENT);
        wm_scene_free(s);
    }
}

static void extras_are_found(void **state)
{
    static const double number[] = {4294967295.0};
    static const char *const text[] = {"a", "b"};
    wm_extra items[] = {{"flags", false, 1, number, NULL}, {"textures", true, 2, NULL, text}};
    wm_extras extras = {2, items};
    (void)state;
    assert_ptr_equal(wm_extras_find(&extras, "Textures"), &items[1]);
    assert_null(wm_extras_find(&extras, "texture"));
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (uint64_t n = 1; n < 200; n++) {
        test_memory m;
        wm_error error = {0};
        test_memory_init(&m);
        m.fail_at = n;
        wm_scene *s = test_scene_puppet(&m.allocator, &error);
        wm_pose *pose = NULL;
        if (s) {
            assert_int_equal(wm_scene_finish(s, &error), WM_OK);
            pose = wm_pose_new(s, &m.allocator, &error);
        }
        bool failed = !s || !pose;
        if (failed)
            assert_int_equal(error.code, WM_NO_MEMORY);
        assert_true(m.refused || !failed); /* an arena that is refused much asks for less */
        wm_pose_free(pose);
        wm_scene_free(s);
        test_memory_done(&m, "scene");
        if (!m.refused)
            return;
    }
    fail_msg("it never succeeded");
}

static void the_limit_holds(void **state)
{
    wm_error error = {0};
    wm_scene *s = wm_scene_new(10000, NULL, &error);
    (void)state;
    assert_non_null(s);
    assert_null(wm_scene_alloc(s, 1 << 20, 16, NULL));
    assert_int_equal(wm_scene_no_memory(s, &error), WM_LIMIT);
    wm_scene_free(s);
}

/* ---- joined scenes ---- */

static wm_extra shine(const double *value)
{
    return (wm_extra){.name = "shine", .count = 1, .numbers = value};
}

/* A scene without meshes. */
static wm_scene *with_materials(const wm_scene_material *materials, uint32_t count)
{
    wm_scene *s = wm_scene_new(0, NULL, NULL);
    assert_non_null(s);
    s->materials = wm_scene_alloc(s, count, sizeof *s->materials, NULL);
    s->material_count = count;
    memcpy(s->materials, materials, count * sizeof *s->materials);
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    return s;
}

/* Materials are merged only if they are equal in everything. */
static void joined_scenes_keep_different_materials(void **state)
{
    static const double numbers[] = {1, 2};
    wm_extra items[2] = {shine(&numbers[0]), shine(&numbers[1])};
    const wm_scene_texture wall = {.name = "wall"};
    const wm_scene_material plain = {.name = "a", .alpha = 1, .textures = {wall}};
    wm_scene_material all[8];
    (void)state;
    for (int i = 0; i < 8; i++)
        all[i] = plain;
    all[1].textures[0].uv_set = 1;
    all[2].textures[0].clamp_u = true;
    all[3].textures[0].clamp_v = true;
    all[4].extras = (wm_extras){1, &items[0]};
    all[5].extras = (wm_extras){1, &items[1]};
    all[6].textures[1] = wall;
    all[7].cutoff = 0.5f;
    wm_scene *one = with_materials(all, 8), *two = with_materials(all, 8);
    const wm_scene_piece pieces[] = {{"one", one, {.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}}},
                                     {"two", two, {.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}}}};
    wm_scene *s = wm_scene_join("both", pieces, 2, NULL, NULL);
    assert_non_null(s);
    assert_int_equal(s->material_count, 8);
    for (int i = 0; i < 8; i++) {
        assert_memory_equal(s->materials[i].textures, all[i].textures, sizeof all[i].textures);
        assert_int_equal(s->materials[i].extras.count, all[i].extras.count);
    }
    wm_scene_free(s);
    wm_scene_free(one);
    wm_scene_free(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_valid_scene_is_finished),
        cmocka_unit_test(an_empty_scene_is_one),
        cmocka_unit_test(faults_are_found),
        cmocka_unit_test(extras_are_found),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(joined_scenes_keep_different_materials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

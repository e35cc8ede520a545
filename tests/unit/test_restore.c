/* A scene that another program saved: what it was exported from stays the same where nothing was
 * edited, and takes the edits where something was. Blender itself is in tests/blender. */
#include <math.h>
#include <stdlib.h>

#include "bw2_models.h"
#include "models.h"
#include "saved_scene.h"
#include "support.h"
#include "waymark/convert.h"

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

/* A mesh with at least two triangles, and its node. */
static uint32_t some_mesh(const wm_scene *s)
{
    for (uint32_t i = 0; i < s->mesh_count; i++)
        if (s->meshes[i].primitive == WM_PRIMITIVE_TRIANGLES && s->meshes[i].index_count >= 6)
            return i;
    fail_msg("no mesh with two triangles");
    return 0;
}

static void drop_last_triangle(wm_scene_mesh *m)
{
    m->index_count -= 3;
    m->parts[m->part_count - 1].count -= 3;
}

static void a_deleted_triangle_is_an_edit(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original), before = original->meshes[k].index_count;
    (void)state;
    assert_true(some_mesh(edited) == k && edited->meshes[k].part_count > 0);
    drop_last_triangle(&edited->meshes[k]);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_false(result.same);
    assert_int_equal(result.meshes, 1);
    assert_int_equal(original->meshes[k].index_count, before - 3);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* Programs drop one of two triangles at the same places. */
static void a_double_that_is_missing_is_no_edit(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original);
    (void)state;
    for (int side = 0; side < 2; side++) {
        wm_scene_mesh *m = &(side ? edited : original)->meshes[k];
        uint32_t *last = m->indices + m->index_count - 3;
        memcpy(last, last - 3, 3 * sizeof *last);
    }
    drop_last_triangle(&edited->meshes[k]);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    wm_scene_free(original);
    wm_scene_free(edited);
}

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

static void a_vertex_moved(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    uint32_t node = wm_scene_find_node(edited, "box");
    (void)state;
    assert_int_not_equal(node, WM_NO_INDEX);
    edited->meshes[edited->nodes[node].mesh].positions[0].z += 1;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_false(result.same);
    assert_int_equal(result.meshes, 1);
    assert_int_equal(result.moved + result.missing + result.added + result.channels, 0);
    assert_string_equal(original->source, "gltf");
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* Gives the original a flat mesh of 98 triangles, so that one corner is less than a fiftieth. */
static void make_grid(wm_scene *s, wm_scene_mesh *m)
{
    enum { SIDE = 8 };
    uint32_t count = 0;
    wm_vec3 *positions = wm_scene_alloc(s, SIDE * SIDE, sizeof *positions, NULL);
    wm_vec3 *normals = wm_scene_alloc(s, SIDE * SIDE, sizeof *normals, NULL);
    uint32_t *indices =
        wm_scene_alloc(s, (size_t)6 * (SIDE - 1) * (SIDE - 1), sizeof *indices, NULL);
    wm_scene_part *part = wm_scene_alloc(s, 1, sizeof *part, NULL);
    assert_true(positions && normals && indices && part);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        positions[i] = (wm_vec3){(float)(i % SIDE), (float)(i / SIDE), 0};
        normals[i] = (wm_vec3){0, 0, 1};
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t corners[6] = {i, i + 1, i + SIDE + 1, i, i + SIDE + 1, i + SIDE};
        for (int k = 0; i % SIDE < SIDE - 1 && i / SIDE < SIDE - 1 && k < 6; k++)
            indices[count++] = corners[k];
    }
    *part = (wm_scene_part){.count = count, .material = m->parts[0].material};
    *m = (wm_scene_mesh){.name = m->name,
                         .primitive = WM_PRIMITIVE_TRIANGLES,
                         .vertex_count = SIDE * SIDE,
                         .positions = positions,
                         .normals = normals,
                         .index_count = count,
                         .indices = indices,
                         .part_count = 1,
                         .parts = part};
}

/* Tilts the normals at a corner of the grid.
 *
 * against: it points against the triangles there in the original, which programs cannot keep. */
static wm_scene_restore_result with_tilted_normal(bool against)
{
    wm_scene *original = test_sample_scene();
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original), found = 0;
    make_grid(original, &original->meshes[k]);
    if (against)
        original->meshes[k].normals[0] = (wm_vec3){0, 0, -1};
    wm_scene *edited = test_saved_scene(original);
    for (uint32_t i = 0; i < edited->meshes[k].vertex_count; i++) {
        wm_vec3 at = edited->meshes[k].positions[i];
        if (at.x != 0 || at.y != 0)
            continue;
        edited->meshes[k].normals[i] = (wm_vec3){0.6f, 0, 0.8f};
        found++;
    }
    assert_true(found > 0);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    wm_scene_free(original);
    wm_scene_free(edited);
    return result;
}

static void one_edited_normal_is_an_edit(void **state)
{
    (void)state;
    assert_int_equal(with_tilted_normal(false).meshes, 1);
    assert_true(with_tilted_normal(true).same);
}

/* All normals of a mesh point against its triangles, as on the one side of a leaf: whatever a
 * program makes of them is no edit. They were one if they were more than a quarter of the mesh. */
static void normals_against_their_triangles_are_no_edit(void **state)
{
    wm_scene *original = test_sample_scene();
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original);
    (void)state;
    make_grid(original, &original->meshes[k]);
    for (uint32_t i = 0; i < original->meshes[k].vertex_count; i++)
        original->meshes[k].normals[i].z = -1;
    wm_scene *edited = test_saved_scene(original);
    for (uint32_t i = 0; i < edited->meshes[k].vertex_count; i++)
        edited->meshes[k].normals[i].z = 1;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* Blender itself changes normals by up to 0.01414. */
static void small_edits_of_normals_count(void **state)
{
    static const float tilts[] = {0.0142f, 0.02f};
    (void)state;
    for (int i = 0; i < 2; i++) {
        wm_scene *original = test_sample_scene();
        wm_scene_restore_result result;
        uint32_t k = some_mesh(original);
        make_grid(original, &original->meshes[k]);
        wm_scene *edited = test_saved_scene(original);
        edited->meshes[k].normals[0].x += tilts[i];
        assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
        assert_int_equal(result.meshes, i);
        wm_scene_free(original);
        wm_scene_free(edited);
    }
}

/* Real files have normals that are not 1 long. Programs store their direction. */
static void normals_of_another_length_are_no_edit(void **state)
{
    wm_scene *original = test_sample_scene();
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original);
    (void)state;
    make_grid(original, &original->meshes[k]);
    wm_scene *edited = test_saved_scene(original);
    for (uint32_t i = 0; i < original->meshes[k].vertex_count; i++)
        original->meshes[k].normals[i].z = 1.3f;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
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

/* The numbers of faces of meshes that are drawn, of the moved one and of all others. */
static void faces_keep_their_numbers(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_kotor_mdl_import_opts opts = {.game = WM_KOTOR_GAME_1};
    (void)state;
    edited->meshes[edited->nodes[wm_scene_find_node(edited, "box")].mesh].positions[0].z += 1;
    assert_int_equal(wm_scene_restore(original, edited, NULL, NULL, NULL), WM_OK);
    wm_kotor_mdl *made = wm_kotor_mdl_from_scene(original, &opts, NULL, NULL);
    assert_non_null(made);
    uint32_t meshes = 0;
    for (uint32_t i = 0; i < made->tree.count; i++) {
        const wm_kotor_mdl_node *n = &made->tree.nodes[i];
        if (!n->mesh || strcmp(made->names[n->name], "saber") == 0)
            continue;
        for (uint32_t k = 0; k < n->mesh->face_count; k++)
            assert_int_equal(n->mesh->faces[k].material, 4);
        meshes++;
    }
    assert_int_equal(meshes, 4);
    wm_kotor_mdl_free(made);
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

/* ---- custom properties ---- */

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

/* ---- another space ---- */

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

/* A mesh without materials keeps those that it had, triangle by triangle. */
static void a_mesh_without_materials_keeps_them(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original);
    (void)state;
    for (uint32_t p = 0; p < edited->meshes[k].part_count; p++)
        edited->meshes[k].parts[p].material = WM_NO_INDEX;
    drop_last_triangle(&edited->meshes[k]);
    uint32_t material = original->meshes[k].parts[0].material;
    assert_int_not_equal(material, WM_NO_INDEX);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_int_equal(result.bare_meshes, 1);
    assert_int_equal(result.meshes, 1);
    assert_int_equal(original->meshes[k].parts[0].material, material);
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

/* ---- skins ------------------------------------------------------------- */

/* A model whose first vertex depends more on the second slot of its skin. */
static wm_kotor_mdl *two_bones(const char **skin, const char *bones[2])
{
    wm_scene *s = test_sample_scene();
    uint32_t node = 0, joints[2];
    wm_matrix binds[2];
    while (node < s->node_count && s->nodes[node].skin == WM_NO_INDEX)
        node++;
    assert_true(node < s->node_count);
    wm_scene_skin *k = &s->skins[s->nodes[node].skin];
    wm_scene_mesh *m = &s->meshes[s->nodes[node].mesh];
    joints[1] = k->joints[0];
    joints[0] = s->nodes[joints[1]].parent;
    assert_true(joints[0] != WM_NO_INDEX && joints[1] != node);
    binds[0] = binds[1] = k->inverse_bind[0];
    k->joints = joints;
    k->inverse_bind = binds;
    k->joint_count = 2;
    for (uint32_t v = 0; v < m->vertex_count; v++)
        for (int c = 0; c < 4; c++) {
            m->joints[v][c] = c == 1;
            m->weights[v][c] = c == 0 ? 0.25f : c == 1 ? 0.75f : 0;
        }
    wm_kotor_mdl *mdl = wm_kotor_mdl_from_scene(s, NULL, NULL, NULL);
    assert_non_null(mdl);
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const char *name = mdl->names[mdl->tree.nodes[i].name];
        *skin = strcmp(name, s->nodes[node].name) == 0 ? name : *skin;
        for (int b = 0; b < 2; b++)
            bones[b] = strcmp(name, s->nodes[joints[b]].name) == 0 ? name : bones[b];
    }
    wm_scene_free(s);
    return mdl;
}

static const wm_kotor_skin *skin_named(const wm_kotor_mdl *m, const char *name)
{
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (strcmp(m->names[m->tree.nodes[i].name], name) == 0)
            return m->tree.nodes[i].mesh->skin;
    fail_msg("no node %s", name);
    return NULL;
}

/* Skins that nobody edited got their bones in the order of their first use if anything else was
 * edited. */
static void other_skins_keep_their_slots(void **state)
{
    const char *name = NULL, *bones[2] = {NULL, NULL};
    wm_kotor_mdl *template = two_bones(&name, bones);
    wm_scene *original = wm_scene_from_kotor_mdl(template, NULL, 0, NULL, NULL);
    wm_scene_restore_result result;
    (void)state;
    assert_non_null(original);
    assert_true(original->node_count > 1);
    wm_scene *edited = test_saved_scene(original);
    edited->nodes[1].rest.translation.x += 1;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_false(result.same);
    assert_int_equal(result.meshes, 0);
    wm_kotor_mdl *m = wm_kotor_mdl_from_scene(original, NULL, NULL, NULL);
    assert_non_null(m);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(template->names[skin_named(template, name)->slots[i]], bones[i]);
        assert_string_equal(m->names[skin_named(m, name)->slots[i]], bones[i]);
    }
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(template);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* ---- walkmeshes -------------------------------------------------------- */

/* Two squares that touch in a corner, where each has a vertex of its own. */
static wm_scene *two_sheets(void)
{
    static const wm_vec3 vertices[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                       {1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}};
    static const wm_kotor_face faces[] = {{{0, 1, 2}}, {{0, 2, 3}}, {{4, 5, 6}}, {{4, 6, 7}}};
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, NULL);
    assert_non_null(b);
    assert_int_equal(wm_kotor_bwm_reserve(b, 8, 4, NULL), WM_OK);
    memcpy(b->vertices, vertices, sizeof vertices);
    memcpy(b->faces, faces, sizeof faces);
    for (int i = 0; i < 4; i++)
        b->materials[i] = 4; /* stone */
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, NULL, NULL), WM_OK);
    wm_scene *s = wm_scene_from_kotor_bwm(b, NULL, NULL, NULL);
    assert_non_null(s);
    wm_kotor_bwm_free(b);
    return s;
}

/* As programs save flat triangles: each has three vertices of its own. */
static void split_vertices(wm_scene_mesh *m, wm_vec3 *places, uint32_t *indices)
{
    for (uint32_t i = 0; i < m->index_count; i++) {
        places[i] = m->positions[m->indices[i]];
        indices[i] = i;
    }
    m->positions = places;
    m->indices = indices;
    m->vertex_count = m->index_count;
    m->normals = NULL;
}

/* Sheets of a walkmesh that only touch were joined by every edit, so that the floor had new edges
 * with more than two faces. New vertices are joined with those of one sheet only. */
static void touching_sheets_stay_apart(void **state)
{
    enum { NODE_MOVED, VERTEX_MOVED, TRIANGLE_DELETED, UVS_ADDED, EDITS };
    static const uint32_t counts[EDITS] = {8, 8, 7, 8};
    (void)state;
    for (int edit = 0; edit < EDITS; edit++) {
        wm_scene *original = two_sheets(), *edited = test_saved_scene(original);
        wm_scene_restore_result result;
        wm_vec3 places[12];
        uint32_t indices[12];
        float uvs[12][2] = {{0, 0}};
        wm_scene_mesh *m = edited->meshes;
        assert_int_equal(m->index_count, 12);
        split_vertices(m, places, indices);
        if (edit == NODE_MOVED)
            edited->nodes[0].rest.translation.x += 1;
        for (uint32_t i = 0; edit == VERTEX_MOVED && i < 12; i++)
            if (places[i].x == 0 && places[i].y == 0)
                places[i].x = -1;
        if (edit == TRIANGLE_DELETED) {
            drop_last_triangle(m);
            m->vertex_count = m->index_count;
        }
        if (edit == UVS_ADDED) {
            m->uvs[0] = uvs;
            places[0].z = places[3].z = 0.5f;
        }
        assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
        assert_false(result.same);
        wm_kotor_bwm *b = wm_kotor_bwm_from_scene(original, NULL, NULL, NULL);
        assert_non_null(b);
        assert_int_equal(b->vertex_count, counts[edit]);
        wm_kotor_bwm_free(b);
        wm_scene_free(original);
        wm_scene_free(edited);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_edited),
        cmocka_unit_test(deleted_keys_are_an_edit),
        cmocka_unit_test(a_deleted_triangle_is_an_edit),
        cmocka_unit_test(a_double_that_is_missing_is_no_edit),
        cmocka_unit_test(edited_lengths_count),
        cmocka_unit_test(other_skins_keep_their_slots),
        cmocka_unit_test(touching_sheets_stay_apart),
        cmocka_unit_test(missing_animations_are_kept_and_counted),
        cmocka_unit_test(animations_of_one_name_keep_their_order),
        cmocka_unit_test(a_stated_transition_is_no_edit),
        cmocka_unit_test(a_vertex_moved),
        cmocka_unit_test(one_edited_normal_is_an_edit),
        cmocka_unit_test(normals_against_their_triangles_are_no_edit),
        cmocka_unit_test(small_edits_of_normals_count),
        cmocka_unit_test(normals_of_another_length_are_no_edit),
        cmocka_unit_test(a_scale_that_bones_cannot_have_is_kept),
        cmocka_unit_test(faces_keep_their_numbers),
        cmocka_unit_test(a_material_counted_on_is_the_same),
        cmocka_unit_test(an_edited_light_wins),
        cmocka_unit_test(another_unit_of_strength_is_no_edit),
        cmocka_unit_test(a_renamed_animation_is_known),
        cmocka_unit_test(a_renamed_and_edited_animation_is_reported),
        cmocka_unit_test(kept_animations_move_with_their_nodes),
        cmocka_unit_test(edited_properties_win),
        cmocka_unit_test(a_left_handed_scene_comes_back),
        cmocka_unit_test(another_up_axis_is_refused),
        cmocka_unit_test(a_scene_without_its_frame),
        cmocka_unit_test(a_frame_that_was_moved),
        cmocka_unit_test(a_mesh_without_materials_keeps_them),
        cmocka_unit_test(another_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

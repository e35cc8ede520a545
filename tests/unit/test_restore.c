/* A scene that another program saved: what it was exported from stays the same where nothing was
 * edited, and takes the edits where something was. Blender itself is in tests/blender. */
#include <math.h>
#include <stdlib.h>

#include "bw2_models.h"
#include "models.h"
#include "support.h"
#include "waymark/convert.h"

static wm_scene *sample(void)
{
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_scene *s = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, NULL);
    assert_non_null(s);
    wm_kotor_mdl_free(m);
    return s;
}

/* The scene as a program saves it that keeps everything: only the name of the program differs. */
static wm_scene *saved(const wm_scene *scene)
{
    static const char ours[] = "\"generator\":\"waymark ", other[] = "\"generator\":\"another ";
    const wm_gltf_write_opts opts = {.text = true, .all = true};
    wm_buffer text;
    assert_int_equal(wm_gltf_write(scene, &opts, &text, NULL), WM_OK);
    size_t at = 0;
    while (at + sizeof ours < text.size && memcmp(text.data + at, ours, sizeof ours - 1) != 0)
        at++;
    assert_memory_equal(text.data + at, ours, sizeof ours - 1);
    memcpy(text.data + at, other, sizeof other - 1);
    wm_scene *back = wm_gltf_read(text.data, text.size, NULL, NULL);
    wm_buffer_free(&text);
    assert_non_null(back);
    assert_true(back->returned);
    return back;
}

static wm_buffer bytes_of(const wm_scene *scene)
{
    wm_buffer bytes;
    assert_int_equal(wm_gltf_write(scene, NULL, &bytes, NULL), WM_OK);
    return bytes;
}

static void nothing_edited(void **state)
{
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited;
    wm_scene_restore_result result;
    (void)state;
    assert_true(original->animation_count > 1);
    const wm_scene_animation first = original->animations[0];
    original->animations[1].name = first.name;
    edited = saved(original);
    assert_string_equal(edited->animations[1].name, first.name);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    wm_scene_free(edited);
    edited = saved(original);
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
        wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample();
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original), found = 0;
    make_grid(original, &original->meshes[k]);
    if (against)
        original->meshes[k].normals[0] = (wm_vec3){0, 0, -1};
    wm_scene *edited = saved(original);
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
    wm_scene *original = sample();
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original);
    (void)state;
    make_grid(original, &original->meshes[k]);
    for (uint32_t i = 0; i < original->meshes[k].vertex_count; i++)
        original->meshes[k].normals[i].z = -1;
    wm_scene *edited = saved(original);
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
        wm_scene *original = sample();
        wm_scene_restore_result result;
        uint32_t k = some_mesh(original);
        make_grid(original, &original->meshes[k]);
        wm_scene *edited = saved(original);
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
    wm_scene *original = sample();
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original);
    (void)state;
    make_grid(original, &original->meshes[k]);
    wm_scene *edited = saved(original);
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
    wm_scene *original = sample();
    wm_scene_restore_result result;
    uint32_t end = some_end(original);
    (void)state;
    original->nodes[end].rest.scale = (wm_vec3){1.9f, 1.9f, 1.9f};
    wm_scene *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample();
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
    wm_scene_restore_result result;
    (void)state;
    for (uint32_t i = 0; i < edited->material_count; i++)
        if (strcmp(edited->materials[i].name, "sample01.2") == 0)
            edited->materials[i].name = "sample01.003";
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    wm_scene_free(original);
    wm_scene_free(edited);
    original = sample();
    edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *edited = saved(original);
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
    wm_scene *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = saved(original);
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
    wm_scene *original = sample(), *edited = sample();
    wm_error error;
    (void)state;
    for (uint32_t i = 0; i < edited->node_count; i++)
        edited->nodes[i].name = "other";
    assert_int_equal(wm_scene_restore(original, edited, NULL, NULL, &error), WM_BAD_ARGUMENT);
    wm_scene_free(original);
    wm_scene_free(edited);
}

static void keys_on_a_line_are_dropped(void **state)
{
    wm_scene *s = sample();
    wm_scene_reduce_result result;
    float times[5] = {0, 0.1f, 0.2f, 0.3f, 0.4f};
    float values[15] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 3, 5, 0};
    (void)state;
    wm_channel *c = &s->animations[0].channels[0];
    *c = (wm_channel){.node = c->node,
                      .property = WM_PROPERTY_TRANSLATION,
                      .name = "position",
                      .width = 3,
                      .count = 5,
                      .times = times,
                      .values = values};
    s->animations[0].channel_count = s->animation_count = 1;
    assert_int_equal(wm_scene_reduce_keys(s, false, &result, NULL), WM_OK);
    assert_int_equal(result.keys, 2);
    assert_int_equal(c->count, 3);
    assert_true(c->times[1] == 0.3f && c->values[3] == 3);
    wm_scene_free(s);
}

/* ---- what dropped keys lose -------------------------------------------- */

enum { KEYS = 400 };

/* A value that wanders, with long slow parts, where errors could add up. far: from the origin. */
static void wander(wm_channel *c, float step, float far)
{
    uint32_t seed = 7;
    for (uint32_t i = 0; i < KEYS; i++) {
        float *v = c->values + (size_t)i * c->width, length = 0;
        c->times[i] = (float)i / 30;
        for (uint32_t k = 0; k < c->width; k++) {
            seed = seed * 1664525u + 1013904223u;
            float more = (float)(seed >> 16 & 255) / 255 * (i > 200 ? step / 5 : step);
            v[k] = (i ? v[(int)k - (int)c->width] : far) + more;
            length += v[k] * v[k];
        }
        for (uint32_t k = 0; k < c->width && c->property == WM_PROPERTY_ROTATION; k++)
            v[k] /= sqrtf(length);
    }
}

/* Metres or a factor; the angle for rotations. */
static double apart(const wm_channel *c, const float *a, const float *b)
{
    double sum = 0, dot = 0;
    for (uint32_t k = 0; k < c->width; k++)
        dot += (double)a[k] * (double)b[k];
    for (uint32_t k = 0; k < c->width; k++) {
        double other = dot < 0 ? -(double)b[k] : (double)b[k];
        sum += ((double)a[k] - other) * ((double)a[k] - other);
    }
    return c->property == WM_PROPERTY_ROTATION ? 2 * sqrt(sum) : sqrt(sum);
}

/* The largest loss, at the keys and between them. */
static double loss_of(wm_property property, float step, float far)
{
    static float times[KEYS], values[4 * KEYS], before_times[KEYS], before[4 * KEYS];
    wm_scene *s = sample();
    wm_channel *c = &s->animations[0].channels[0];
    double worst = 0;
    *c = (wm_channel){.node = c->node,
                      .property = property,
                      .name = "value",
                      .width = property == WM_PROPERTY_ROTATION ? 4 : 3,
                      .count = KEYS,
                      .times = times,
                      .values = values};
    wander(c, step, far);
    memcpy(before, values, sizeof before);
    memcpy(before_times, times, sizeof times);
    wm_channel was = *c;
    was.times = before_times;
    was.values = before;
    s->animations[0].channel_count = s->animation_count = 1;
    assert_int_equal(wm_scene_reduce_keys(s, true, NULL, NULL), WM_OK);
    assert_int_equal(s->animations[0].channel_count, 1);
    assert_true(c->count < 3 * KEYS / 4);
    for (int i = 0; i <= 4 * (KEYS - 1); i++) {
        float time = (float)i / 120, now[16], then[16];
        wm_channel_sample(c, time, NULL, now);
        wm_channel_sample(&was, time, NULL, then);
        double d = apart(c, now, then);
        worst = d > worst ? d : worst;
    }
    wm_scene_free(s);
    return worst;
}

/* The bounds that docs/blender.md states. */
static void dropped_keys_are_within_the_stated_error(void **state)
{
    const double rounding = 1e-6;
    (void)state;
    assert_true(loss_of(WM_PROPERTY_TRANSLATION, 3e-5f, 0) <= 1.1e-5 + rounding);
    assert_true(loss_of(WM_PROPERTY_TRANSLATION, 1e-4f, 50) <= 6.1e-5 + 8 * rounding);
    assert_true(loss_of(WM_PROPERTY_TRANSLATION, 3e-4f, 200) <= 1e-4 + 32 * rounding);
    assert_true(loss_of(WM_PROPERTY_ROTATION, 3e-5f, 0.5f) <= 2e-5 + rounding);
    assert_true(loss_of(WM_PROPERTY_SCALE, 3e-4f, 1) <= 1e-4 + rounding);
}

/* ---- far from the origin ----------------------------------------------- */

/* Where the record of the times of animations is in the text of a glTF. */
static const char *record_of(const wm_buffer *text, size_t *size)
{
    static const char first[] = "\"kind\":\"times\"", last[] = "\"}}}";
    const char *data = (const char *)text->data;
    size_t at = 0, end;
    while (at + sizeof first < text->size && memcmp(data + at, first, sizeof first - 1) != 0)
        at++;
    for (end = at; end + sizeof last < text->size; end++)
        if (memcmp(data + end, last, sizeof last - 1) == 0 && data[end - 1] != '\\')
            break;
    assert_true(end + sizeof last < text->size);
    *size = end - at;
    return data + at;
}

/* The scene with other keys, as a program saves it that keeps the custom properties of `before`. */
static wm_scene *sampled(const wm_scene *before, const wm_scene *now)
{
    const wm_gltf_write_opts opts = {.text = true, .all = true};
    wm_buffer texts[2];
    size_t sizes[2];
    assert_int_equal(wm_gltf_write(before, &opts, &texts[0], NULL), WM_OK);
    assert_int_equal(wm_gltf_write(now, &opts, &texts[1], NULL), WM_OK);
    const char *old = record_of(&texts[0], &sizes[0]), *other = record_of(&texts[1], &sizes[1]);
    size_t head = (size_t)(other - (const char *)texts[1].data);
    size_t size = texts[1].size - sizes[1] + sizes[0];
    char *text = malloc(size);
    assert_non_null(text);
    memcpy(text, texts[1].data, head);
    memcpy(text + head, old, sizes[0]);
    memcpy(text + head + sizes[0], other + sizes[1], texts[1].size - head - sizes[1]);
    for (size_t i = 0; i + 10 < size; i++) {
        if (memcmp(text + i, "waymark ", 8) == 0)
            memcpy(text + i, "another ", 8);
        if (memcmp(text + i, "{\"length\":", 10) == 0) /* extras of animations are dropped */
            memcpy(text + i, "{\"gone\"  :", 10);
    }
    wm_scene *back = wm_gltf_read(text, size, NULL, NULL);
    free(text);
    wm_buffer_free(&texts[0]);
    wm_buffer_free(&texts[1]);
    assert_non_null(back);
    assert_true(back->returned);
    return back;
}

enum { SAMPLES = 31 };

/* One channel of a node: from 280 m away to `more` farther, in a second. noise: of each value. */
static wm_scene *far_scene(uint32_t count, float noise, float more, float *times, float *values)
{
    wm_scene *s = sample();
    wm_channel *c = &s->animations[0].channels[0];
    *c = (wm_channel){.node = c->node,
                      .property = WM_PROPERTY_TRANSLATION,
                      .name = "position",
                      .width = 3,
                      .count = count,
                      .times = times,
                      .values = values};
    for (uint32_t i = 0; i < count; i++) {
        float share = (float)i / (float)(count - 1);
        times[i] = share;
        for (uint32_t k = 0; k < 3; k++)
            values[3 * i + k] = (k == 0 ? 280.0f + more * share : 1.0f) +
                                noise * (float)((int)((7 * i + 5 * k) % 5) - 2);
    }
    s->animations[0].channel_count = s->animation_count = 1;
    s->animations[0].length = 1;
    return s;
}

static const wm_channel *only_channel(const wm_scene *s)
{
    const wm_channel *found = NULL;
    for (uint32_t k = 0; k < s->animations[0].channel_count; k++)
        if (s->animations[0].channels[k].property == WM_PROPERTY_TRANSLATION)
            found = &s->animations[0].channels[k];
    return found;
}

/* Samples that are on the old curve give way to the old keys, which stay. An edit does not. */
static void far_keys_come_back(void **state)
{
    float times[2], values[6], all_times[SAMPLES], all[3 * SAMPLES];
    wm_scene *before = far_scene(2, 0, 5, times, values);
    wm_scene *noisy = far_scene(SAMPLES, 5e-5f, 5, all_times, all);
    (void)state;
    wm_scene *back = sampled(before, noisy);
    for (int i = 0; i < 2; i++) {
        const wm_channel *c = only_channel(back);
        assert_non_null(c);
        assert_true(c->exact);
        assert_int_equal(c->count, 2);
        assert_memory_equal(c->times, times, sizeof times);
        assert_memory_equal(c->values, values, sizeof values);
        assert_int_equal(wm_scene_reduce_keys(back, true, NULL, NULL), WM_OK);
    }
    wm_scene_free(back);
    for (int i = 0; i < SAMPLES; i++)
        all[3 * i + 1] += 0.01f;
    back = sampled(before, noisy);
    assert_false(only_channel(back)->exact);
    assert_int_equal(only_channel(back)->count, SAMPLES);
    wm_scene_free(back);
    wm_scene_free(before);
    wm_scene_free(noisy);
}

/* Files round times to six digits: a ship of 300 m/s is centimetres away from its curve in a frame
 * that a program calls 33.666668. */
static void fast_nodes_may_be_rounded_in_time(void **state)
{
    float old_times[3] = {0, 33.6333f, 33.6667f}, now_times[3] = {0, 33.633335f, 33.666668f};
    float old[9] = {0, 0, 0, 0, 0, 0, 10, 0, 0}, now[9] = {0, 0, 0, 0, 0, 0, 10, 0, 0};
    (void)state;
    for (int edited = 0; edited < 2; edited++) {
        wm_scene *original = sample(), *saved_one = saved(original);
        wm_scene_restore_result result;
        wm_channel *a = &original->animations[0].channels[0],
                   *b = &saved_one->animations[0].channels[0];
        assert_true(a->node == b->node && a->property == b->property);
        now[6] = edited ? 9.9f : 10;
        *a = (wm_channel){.node = a->node,
                          .property = WM_PROPERTY_TRANSLATION,
                          .width = 3,
                          .count = 3,
                          .times = old_times,
                          .values = old,
                          .name = a->name};
        *b = *a;
        b->times = now_times;
        b->values = now;
        original->animations[0].channel_count = saved_one->animations[0].channel_count = 1;
        assert_int_equal(wm_scene_restore(original, saved_one, NULL, &result, NULL), WM_OK);
        assert_int_equal(result.channels, edited);
        wm_scene_free(original);
        wm_scene_free(saved_one);
    }
}

/* Without the old keys, samples of a place that does not move become one key: their mean. */
static void samples_of_one_place_settle(void **state)
{
    float all_times[SAMPLES], all[3 * SAMPLES];
    wm_scene *noisy = far_scene(SAMPLES, 2e-5f, 0, all_times, all);
    (void)state;
    noisy->returned = true;
    assert_int_equal(wm_scene_reduce_keys(noisy, true, NULL, NULL), WM_OK);
    const wm_channel *c = only_channel(noisy);
    assert_non_null(c);
    assert_int_equal(c->count, 1);
    assert_true(fabsf(c->values[0] - 280) < 4e-5f && fabsf(c->values[1] - 1) < 5e-6f);
    wm_scene_free(noisy);
    noisy = far_scene(SAMPLES, 2e-5f, 0, all_times, all);
    noisy->returned = true;
    noisy->nodes[only_channel(noisy)->node].rest.translation = (wm_vec3){280, 1, 1};
    assert_int_equal(wm_scene_reduce_keys(noisy, true, NULL, NULL), WM_OK);
    assert_null(only_channel(noisy)); /* it is the rest pose */
    wm_scene_free(noisy);
}

/* ---- skins ------------------------------------------------------------- */

/* A model whose first vertex depends more on the second slot of its skin. */
static wm_kotor_mdl *two_bones(const char **skin, const char *bones[2])
{
    wm_scene *s = sample();
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
    wm_scene *edited = saved(original);
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
        wm_scene *original = two_sheets(), *edited = saved(original);
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
        cmocka_unit_test(keys_on_a_line_are_dropped),
        cmocka_unit_test(dropped_keys_are_within_the_stated_error),
        cmocka_unit_test(far_keys_come_back),
        cmocka_unit_test(fast_nodes_may_be_rounded_in_time),
        cmocka_unit_test(samples_of_one_place_settle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

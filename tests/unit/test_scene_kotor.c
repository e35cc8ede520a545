/* KotOR models as scenes: every kind of node of the sample model, supermodels, and
 * documents that make no sense. Real models are in test_corpus_scene. */
#include <math.h>

#include "base/internal.h"
#include "memory.h"
#include "models.h"
#include "support.h"

#define NONE WM_NO_INDEX

static void near(float a, double b)
{
    if (!(fabs((double)a - b) <= 1e-6))
        fail_msg("%.9g is not %.9g", (double)a, b);
}

static wm_kotor_mdl *sample(void)
{
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    assert_non_null(m);
    return m;
}

static wm_scene *scene_of(const wm_kotor_mdl *mdl, const wm_kotor_mdl *super)
{
    wm_error error;
    wm_scene *s = wm_scene_from_kotor_mdl(mdl, &super, super != NULL, NULL, &error);
    if (!s)
        fail_msg("%s: %s", error.path, error.message);
    return s;
}

static double number(const wm_extras *extras, const char *name)
{
    const wm_extra *e = wm_extras_find(extras, name);
    if (!e || !e->numbers || e->list)
        fail_msg("no number %s", name);
    return e->numbers[0];
}

static const char *text(const wm_extras *extras, const char *name)
{
    const wm_extra *e = wm_extras_find(extras, name);
    if (!e || !e->texts || e->count < 1)
        fail_msg("no text %s", name);
    return e->texts[0];
}

static const wm_channel *channel(const wm_scene *s, uint32_t animation, uint32_t node,
                                 wm_property property)
{
    for (uint32_t i = 0; i < s->animations[animation].channel_count; i++) {
        const wm_channel *c = &s->animations[animation].channels[i];
        if (c->node == node && c->property == property)
            return c;
    }
    return NULL;
}

/* ---- the sample ---- */

static void nodes_of_every_kind(void **state)
{
    static const wm_node_kind kinds[MODEL_NODES] = {
        [MODEL_BOX] = WM_NODE_KIND_MESH,        [MODEL_SKIN] = WM_NODE_KIND_MESH,
        [MODEL_CLOTH] = WM_NODE_KIND_MESH,      [MODEL_FLOOR] = WM_NODE_KIND_MESH,
        [MODEL_SABER] = WM_NODE_KIND_MESH,      [MODEL_LIGHT] = WM_NODE_KIND_LIGHT,
        [MODEL_EMITTER] = WM_NODE_KIND_EMITTER, [MODEL_REFERENCE] = WM_NODE_KIND_REFERENCE};
    (void)state;
    for (int i = 0; i < 4; i++) {
        wm_kotor_game game = i & 1 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1;
        wm_kotor_mdl *m =
            test_model_make(game, i & 2 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC, NULL);
        assert_non_null(m);
        wm_scene *s = scene_of(m, NULL);
        assert_int_equal(s->node_count, MODEL_NODES);
        for (uint32_t n = 0; n < MODEL_NODES; n++) {
            assert_int_equal(s->nodes[n].kind, kinds[n]);
            assert_string_equal(s->nodes[n].name, m->names[n]);
        }
        assert_int_equal(s->up, WM_UP_Z);
        assert_false(s->left_handed || s->v_down);
        assert_string_equal(s->source, "kotor-mdl");
        assert_string_equal(text(&s->extras, "variant"), wm_kotor_mdl_variant(m));
        assert_string_equal(text(&s->extras, "names"), "no_node");
        assert_string_equal(text(&s->extras, "classification"), "character");
        assert_null(wm_extras_find(&s->extras, "supermodel"));
        const wm_extras *mesh = &s->meshes[s->nodes[MODEL_BOX].mesh].extras;
        assert_int_equal(wm_extras_find(mesh, "dirt_enabled") != NULL, game == WM_KOTOR_GAME_2);
        assert_int_equal(s->nodes[MODEL_FLOOR].role, WM_NODE_ROLE_COLLISION);
        assert_int_equal(s->nodes[MODEL_BOX].role, WM_NODE_ROLE_SHOWN);
        assert_int_equal(s->mesh_count, 5);
        /* the saber's has two sides, the floor's is a surface */
        assert_int_equal(s->material_count, 3);
        assert_int_equal(s->skin_count, 1);
        assert_int_equal(s->skins[0].joint_count, 2);
        assert_int_equal(s->skins[0].joints[0], MODEL_BONE);
        assert_int_equal(s->skins[0].joints[1], MODEL_TIP);
        near(s->skins[0].inverse_bind[1].m[0][3], -2);
        wm_scene_free(s);
        wm_kotor_mdl_free(m);
    }
}

static void parts_of_nodes_are_kept(void **state)
{
    wm_kotor_mdl *m = sample();
    wm_scene *s = scene_of(m, NULL);
    (void)state;
    const wm_scene_light *light = &s->lights[s->nodes[MODEL_LIGHT].light];
    near(light->colour.y, 0.5);
    near(light->radius, 6);
    near(light->multiplier, 1);
    const wm_extras *e = &s->nodes[MODEL_LIGHT].extras;
    assert_true(number(e, "lightpriority") == 5);
    assert_true(number(e, "flareradius") == 3);
    assert_int_equal(wm_extras_find(e, "flarecolorshifts")->count, 6);
    assert_string_equal(wm_extras_find(e, "texturenames")->texts[1], "flare_bb");
    e = &s->nodes[MODEL_EMITTER].extras;
    assert_string_equal(text(e, "update"), "Fountain");
    assert_true(number(e, "birthrate") == 12);
    assert_true(number(e, "bounce") == 1);
    assert_null(wm_extras_find(e, "p2p"));
    assert_int_equal(wm_extras_find(e, "colorStart")->count, 3);
    assert_string_equal(text(&s->nodes[MODEL_REFERENCE].extras, "refModel"), "fx_ref");
    const wm_scene_mesh *cloth = &s->meshes[s->nodes[MODEL_CLOTH].mesh];
    assert_string_equal(text(&cloth->extras, "type"), "danglymesh");
    assert_true(number(&cloth->extras, "tightness") == 3);
    assert_int_equal(cloth->attribute_count, 1);
    assert_string_equal(cloth->attributes[0].name, "constraint");
    near(cloth->attributes[0].values[2], 255);
    const wm_scene_mesh *floor = &s->meshes[s->nodes[MODEL_FLOOR].mesh];
    assert_int_equal(floor->face_numbers[1], 4);
    const wm_scene_mesh *saber = &s->meshes[s->nodes[MODEL_SABER].mesh];
    assert_int_equal(saber->vertex_count, WM_KOTOR_SABER_VERTICES);
    assert_int_equal(saber->index_count, 36);
    const wm_scene_material *material = &s->materials[saber->parts[0].material];
    assert_true(material->two_sided);
    assert_string_equal(material->name, "sample01.2");
    assert_string_equal(material->textures[WM_TEXTURE_SLOT_COLOUR].name, "sample01");
    assert_null(material->textures[WM_TEXTURE_SLOT_LIGHTMAP].name); /* the file says NULL */
    wm_scene_free(s);
    wm_kotor_mdl_free(m);
}

static void tangents_follow_the_uvs(void **state)
{
    wm_kotor_mdl *m = sample();
    wm_kotor_mesh *box = m->tree.nodes[MODEL_BOX].mesh;
    /* A square on z = 0 with u along x: bitangent y, tangent against x, normal z. */
    static const float frame[9] = {0, 1, 0, -1, 0, 0, 0, 0, 1};
    uint32_t size = box->row_size + 36;
    uint8_t *rows = wm_kotor_mdl_alloc(m, 4, size, NULL);
    (void)state;
    assert_non_null(rows);
    for (uint32_t v = 0; v < 4; v++) {
        memcpy(rows + v * size, box->rows + v * box->row_size, box->row_size);
        wmi_store32(rows + v * size + box->row_size, frame, 9);
    }
    box->row_offset[WM_KOTOR_ROW_TANGENT0] = (int32_t)box->row_size;
    box->row_flags |= WM_KOTOR_MDX_TANGENT;
    box->row_size = size;
    box->rows = rows;
    wm_scene *s = scene_of(m, NULL);
    const wm_scene_mesh *mesh = &s->meshes[s->nodes[MODEL_BOX].mesh];
    assert_non_null(mesh->tangents);
    near(mesh->tangents[3][0], 1);
    near(mesh->tangents[3][1], 0);
    near(mesh->tangents[3][3], 1); /* cross(z, x) = y, the way of rising v */
    wm_scene_free(s);
    wm_kotor_mdl_free(m);
}

/* Other programs put new objects beside the root of the model. They become its last children. */
static void added_roots_go_below_the_root(void **state)
{
    wm_kotor_mdl *m = sample();
    wm_scene *s = scene_of(m, NULL);
    wm_error error;
    wm_scene_node *nodes = wm_scene_alloc(s, s->node_count + 1, sizeof *nodes, &error);
    (void)state;
    assert_non_null(nodes);
    memcpy(nodes, s->nodes, s->node_count * sizeof *nodes);
    for (uint32_t i = 0; i < s->node_count; i++)
        nodes[i].source = NONE;
    nodes[s->node_count] = nodes[MODEL_BONE];
    nodes[s->node_count].name = "cube";
    nodes[s->node_count].parent = NONE;
    s->nodes = nodes;
    s->node_count++;
    s->source = "gltf"; /* as after an edit that was applied to the original */
    s->finished = false;
    assert_int_equal(wm_scene_finish(s, &error), WM_OK);
    wm_kotor_mdl *made = wm_kotor_mdl_from_scene(s, NULL, NULL, &error);
    if (!made)
        fail_msg("%s: %s", error.path, error.message);
    assert_int_equal(made->tree.count, m->tree.count + 1);
    assert_string_equal(made->names[made->tree.nodes[0].name], m->names[m->tree.nodes[0].name]);
    const wm_kotor_mdl_node *last = &made->tree.nodes[m->tree.count];
    assert_string_equal(made->names[last->name], "cube");
    assert_int_equal(last->parent, 0);
    wm_kotor_mdl_free(made);
    wm_scene_free(s);
    wm_kotor_mdl_free(m);
}

/* ---- animations ---- */

static void offsets_become_places(void **state)
{
    wm_kotor_mdl *m = sample();
    wm_scene *s = scene_of(m, NULL);
    float v[4];
    (void)state;
    assert_int_equal(s->animation_count, 2);
    assert_string_equal(s->animations[0].name, "walk");
    assert_null(s->animations[0].inherited);
    assert_int_equal(s->animations[0].root, MODEL_ROOT);
    near(s->animations[0].transition, 0.25);
    assert_int_equal(s->animations[0].event_count, 2);
    assert_string_equal(s->animations[0].events[1].name, "snd_footstep");
    const wm_channel *c = channel(s, 0, MODEL_ROOT, WM_PROPERTY_TRANSLATION);
    wm_channel_sample(c, 0.75f, NULL, v);
    near(v[0], 1);
    near(v[1], 1);
    /* The tip lies at (1, 0, 0) of the bone: values get that, tangents stay. */
    c = channel(s, 0, MODEL_TIP, WM_PROPERTY_TRANSLATION);
    assert_int_equal(c->interpolation, WM_INTERPOLATION_BEZIER);
    assert_string_equal(c->name, "position");
    near(c->values[0], 1);
    near(c->values[3], 0);
    near(c->values[8], 1); /* out of the first key */
    near(c->values[9], 1);
    near(c->values[11], 1);
    near(c->values[14], 1); /* into the second */
    wm_channel_sample(c, 0.25f, NULL, v);
    /* z: control points 0, 0 + 1, 1 + 1, 1 */
    near(v[2], (3 * 1.0 + 3 * 2 + 1) / 8);
    near(v[0], 1);
    wm_scene_free(s);
    wm_kotor_mdl_free(m);
}

static void packed_rotations_are_unpacked(void **state)
{
    wm_kotor_mdl *m = sample();
    wm_scene *s = scene_of(m, NULL);
    float v[4];
    double z = 707.0 / 511 - 1, w = sqrt(1 - z * z);
    (void)state;
    const wm_channel *c = channel(s, 0, MODEL_BONE, WM_PROPERTY_ROTATION);
    assert_non_null(c);
    assert_int_equal(c->width, 4);
    wm_channel_sample(c, 0.5f, NULL, v);
    near(v[0], 0);
    near(v[1], 0);
    near(v[2], z);
    near(v[3], w);
    wm_channel_sample(c, 0.25f, NULL, v); /* half of that angle */
    near(v[2], sin(asin(z) / 2));
    wm_scene_free(s);
    wm_kotor_mdl_free(m);
}

static void supermodels_are_inherited(void **state)
{
    wm_kotor_mdl *super = sample(), *child = test_model_child(NULL), *top = sample();
    float v[4];
    (void)state;
    assert_non_null(child);
    wm_scene *s = scene_of(child, super);
    assert_int_equal(s->animation_count, 2);
    assert_string_equal(s->animations[0].name, "turn");
    near(s->animations[0].length, 2); /* its own */
    assert_null(s->animations[0].inherited);
    assert_string_equal(s->animations[1].name, "walk");
    assert_string_equal(s->animations[1].inherited, "sample");
    wm_channel_sample(channel(s, 1, MODEL_ROOT, WM_PROPERTY_TRANSLATION), 1, NULL, v);
    near(v[1], 4); /* twice 2 */
    wm_channel_sample(channel(s, 1, MODEL_TIP, WM_PROPERTY_TRANSLATION), 0.25f, NULL, v);
    near(v[0], 1); /* where it lies is not scaled */
    near(v[2], 2 * 10.0 / 8);
    wm_scene_free(s);

    /* names in another case; a node that the child has not; a gap in the chain */
    super->names[MODEL_BONE] = "BONE";
    super->names[MODEL_TIP] = "tail";
    memcpy(top->animations[1].geometry.name, "WAVE", 5);
    super->scale = 3;
    const wm_kotor_mdl *chain[] = {super, NULL, top};
    s = wm_scene_from_kotor_mdl(child, chain, 3, NULL, NULL);
    assert_non_null(s);
    assert_int_equal(s->animation_count, 3);
    assert_int_equal(s->animations[1].channel_count, 2);
    assert_non_null(channel(s, 1, MODEL_BONE, WM_PROPERTY_ROTATION));
    assert_string_equal(s->animations[2].name, "WAVE");
    wm_scene_free(s);
    /* a position from two steps up gets both scales */
    memcpy(top->animations[0].geometry.name, "hop", 4);
    s = wm_scene_from_kotor_mdl(child, chain, 3, NULL, NULL);
    uint32_t hop = wm_scene_find_animation(s, "HOP");
    wm_channel_sample(channel(s, hop, MODEL_ROOT, WM_PROPERTY_TRANSLATION), 1, NULL, v);
    near(v[1], 2 * 3 * 2);
    wm_scene_free(s);
    wm_scene_opts opts = {.no_animations = true};
    s = wm_scene_from_kotor_mdl(child, chain, 3, &opts, NULL);
    assert_int_equal(s->animation_count, 0);
    wm_scene_free(s);
    wm_kotor_mdl_free(super);
    wm_kotor_mdl_free(child);
    wm_kotor_mdl_free(top);
}

/* ---- nonsense ---- */

static void odd_keys_are_put_in_order(void **state)
{
    wm_kotor_mdl *m = sample();
    wm_kotor_mdl_node *root = &m->animations[0].tree.nodes[0];
    float *times = root->data + root->controllers[0].time_index, v[4];
    (void)state;
    times[0] = 1; /* keys 1, 0.5, NaN */
    times[2] = NAN;
    m->animations[0].length = -INFINITY;
    m->animations[0].transition = NAN;
    m->animations[0].events[0].time = 5;
    m->animations[1].tree.nodes[1].controllers[0].rows = 0;
    m->animations[1].events = NULL;
    wm_scene *s = scene_of(m, NULL);
    const wm_channel *c = channel(s, 0, MODEL_ROOT, WM_PROPERTY_TRANSLATION);
    assert_int_equal(c->count, 2);
    near(c->times[0], 0.5);
    wm_channel_sample(c, 0.5f, NULL, v);
    near(v[0], 1);
    assert_true(s->animations[0].length == 0 && s->animations[0].transition == 0);
    near(s->animations[0].events[0].time, 0.75);
    assert_int_equal(s->animations[1].channel_count, 0);
    wm_pose *pose = wm_pose_new(s, NULL, NULL);
    wm_pose_sample(pose, 0, 1, WM_PLAY_LOOP);
    wm_pose_sample(pose, 1, 1, WM_PLAY_LOOP);
    wm_pose_update(pose);
    wm_pose_free(pose);
    wm_scene_free(s);
    for (int i = 0; i < 3; i++)
        times[i] = INFINITY; /* no key is left */
    s = scene_of(m, NULL);
    assert_null(channel(s, 0, MODEL_ROOT, WM_PROPERTY_TRANSLATION));
    wm_scene_free(s);
    wm_kotor_mdl_free(m);
}

/* Thousands of controllers that share the same few floats must not make gigabytes. */
static void shared_data_is_not_multiplied(void **state)
{
    enum { MANY = 60000, ROWS = 30000 };
    wm_kotor_mdl *m = sample();
    wm_kotor_mdl_node *n = &m->animations[0].tree.nodes[1];
    test_memory memory;
    wm_scene_opts opts = {.allocator = &memory.allocator};
    (void)state;
    n->controllers = wm_kotor_mdl_alloc(m, MANY, sizeof *n->controllers, NULL);
    n->data = wm_kotor_mdl_alloc(m, 2 * ROWS, sizeof *n->data, NULL);
    assert_true(n->controllers && n->data);
    n->controller_count = MANY;
    n->data_count = 2 * ROWS;
    for (uint32_t i = 0; i < MANY; i++)
        n->controllers[i] =
            (wm_kotor_controller){.type = 1000 + i, .rows = ROWS, .data_index = ROWS, .columns = 1};
    test_memory_init(&memory);
    wm_scene *s = wm_scene_from_kotor_mdl(m, NULL, 0, &opts, NULL);
    assert_non_null(s);
    assert_string_equal(channel(s, 0, MODEL_BONE, WM_PROPERTY_OTHER)->name, "controller1000");
    assert_true(memory.peak < 16 * 2 * ROWS * sizeof(float));
    wm_scene_free(s);
    test_memory_done(&memory, "shared data");
    wm_kotor_mdl_free(m);
}

static void skins_without_sense_stay_put(void **state)
{
    wm_kotor_mdl *m = sample();
    wm_kotor_mesh *mesh = m->tree.nodes[MODEL_SKIN].mesh;
    wm_kotor_skin *skin = mesh->skin;
    const float nothing[4] = {0, 0, 0, 0};
    wm_vec3 p[4];
    (void)state;
    /* Slot 0 has no bone any more, slot 1 no inverse; vertex 3 has no weights. */
    skin->bone_map[MODEL_BONE] = NAN;
    skin->bone_map[MODEL_ROOT] = -5;
    skin->bone_map[MODEL_BOX] = 1e30f;
    skin->q_count = MODEL_TIP;
    memcpy(mesh->rows + 3 * mesh->row_size + skin->weight_offset, nothing, sizeof nothing);
    wm_scene *s = scene_of(m, NULL);
    wm_pose *pose = wm_pose_new(s, NULL, NULL);
    pose->local[MODEL_SKIN].translation.z = 7;
    wm_pose_update(pose);
    wm_pose_mesh(pose, MODEL_SKIN, p, NULL);
    for (int v = 0; v < 4; v++)
        near(p[v].z, 7);
    wm_pose_free(pose);
    wm_scene_free(s);
    wm_kotor_mdl_free(m);
}

static void a_model_without_rows_is_a_scene(void **state)
{
    wm_buffer mdl, mdx;
    (void)state;
    for (int xbox = 0; xbox < 2; xbox++) {
        test_model_files(WM_KOTOR_GAME_2, xbox ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC,
                         &mdl, &mdx);
        wm_kotor_mdl *m = wm_kotor_mdl_read(mdl.data, mdl.size, NULL, 0, NULL, NULL);
        assert_non_null(m);
        wm_scene *s = scene_of(m, NULL);
        /* PC files have the positions twice, Xbox files only in the MDX; a saber has its own */
        assert_int_equal(s->mesh_count, xbox ? 1 : 5);
        wm_scene_free(s);
        wm_kotor_mdl_free(m);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
    }
    wm_kotor_mdl *empty = wm_kotor_mdl_new(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL, NULL);
    wm_scene *s = scene_of(empty, NULL);
    assert_int_equal(s->node_count, 0);
    wm_scene_free(s);
    wm_kotor_mdl_free(empty);
}

/* ---- allocation failures and damaged files ---- */

/* Scene, pose of every animation, OBJ; everything that can be done. */
static wm_status use(const wm_kotor_mdl *mdl, const wm_kotor_mdl *super,
                     const wm_allocator *allocator, wm_error *error)
{
    wm_scene_opts opts = {.allocator = allocator};
    wm_obj_write_opts obj = {
        .base = {.allocator = allocator}, .all = true, .y_up = true, .material_file = "m"};
    wm_buffer out = {0}, materials = {0};
    wm_scene *s = wm_scene_from_kotor_mdl(mdl, &super, super != NULL, &opts, error);
    wm_pose *pose = s ? wm_pose_new(s, allocator, error) : NULL;
    wm_status status = pose ? WM_OK : error->code;
    for (uint32_t a = 0; pose && a < s->animation_count && a < 20; a++) {
        wm_pose_sample(pose, a, 0.3f, WM_PLAY_LOOP);
        wm_pose_transition(pose, a, 0.6f, 0, 0.1f, WM_PLAY_ONCE);
        wm_pose_update(pose);
    }
    if (pose)
        status = wm_obj_write(pose, &obj, &out, error);
    if (status == WM_OK)
        status = wm_obj_write_mtl(s, &obj, &materials, error);
    wm_buffer_free(&out);
    wm_buffer_free(&materials);
    wm_pose_free(pose);
    wm_scene_free(s);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    wm_kotor_mdl *super = sample(), *child = test_model_child(NULL);
    uint64_t n = 1;
    (void)state;
    for (; n < 5000; n++) {
        test_memory m;
        wm_error error = {0};
        test_memory_init(&m);
        m.fail_at = n;
        wm_status status = use(child, super, &m.allocator, &error);
        test_memory_done(&m, "scene");
        if (!m.refused) {
            assert_int_equal(status, WM_OK);
            break;
        }
        assert_true(status == WM_OK || status == WM_NO_MEMORY);
    }
    print_message("%u allocations\n", (unsigned)n);
    assert_true(n > 5 && n < 5000);
    wm_kotor_mdl_free(super);
    wm_kotor_mdl_free(child);
}

static void the_limit_holds(void **state)
{
    wm_kotor_mdl *m = sample();
    wm_scene_opts opts = {.memory_limit = 8192};
    wm_error error = {0};
    (void)state;
    assert_null(wm_scene_from_kotor_mdl(m, NULL, 0, &opts, &error));
    assert_int_equal(error.code, WM_LIMIT);
    wm_kotor_mdl_free(m);
}

static void damaged_files_make_safe_scenes(void **state)
{
    wm_buffer mdl, mdx;
    wm_error error;
    uint32_t seed = 1, used = 0;
    (void)state;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    for (size_t at = 0; at < mdl.size; at += 2) {
        wm_report report;
        wm_read_opts opts = {.report = &report};
        uint8_t old[4];
        size_t size = mdl.size - at < 4 ? mdl.size - at : 4;
        memcpy(old, mdl.data + at, size);
        seed = seed * 1664525u + 1013904223u;
        memset(mdl.data + at, at % 4 ? 0xFF : (int)(seed >> 24),
               size > 1 ? 1 + (seed >> 8 & 1) : 1);
        wm_report_init(&report, NULL);
        wm_kotor_mdl *m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, &opts, &error);
        if (m) {
            assert_int_equal(use(m, m, NULL, &error), WM_OK);
            used++;
        }
        wm_kotor_mdl_free(m);
        wm_report_free(&report);
        memcpy(mdl.data + at, old, size);
    }
    print_message("%u damaged models became scenes\n", (unsigned)used);
    assert_true(used > 1000);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_of_every_kind),
        cmocka_unit_test(parts_of_nodes_are_kept),
        cmocka_unit_test(tangents_follow_the_uvs),
        cmocka_unit_test(added_roots_go_below_the_root),
        cmocka_unit_test(offsets_become_places),
        cmocka_unit_test(packed_rotations_are_unpacked),
        cmocka_unit_test(supermodels_are_inherited),
        cmocka_unit_test(odd_keys_are_put_in_order),
        cmocka_unit_test(shared_data_is_not_multiplied),
        cmocka_unit_test(skins_without_sense_stay_put),
        cmocka_unit_test(a_model_without_rows_is_a_scene),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(damaged_files_make_safe_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

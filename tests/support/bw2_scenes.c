#include "bw2_scenes.h"

#include "support.h"

wm_buffer test_bw2_written(const wm_bw2_model *m)
{
    wm_buffer out;
    assert_int_equal(wm_bw2_model_write(m, NULL, &out, NULL), WM_OK);
    return out;
}

void test_bw2_expect_valid(wm_bw2_model *m, const char *what)
{
    wm_error error;
    wm_bw2_model_rebuild_result r;
    wm_buffer bytes = test_bw2_written(m);
    wm_bw2_model *again = wm_bw2_model_read(bytes.data, bytes.size, NULL, &error);
    if (!again)
        fail_msg("%s: %s: %s", what, error.path, error.message);
    assert_int_equal(again->size, bytes.size - 44);
    assert_int_equal(again->extra_size, 0);
    assert_int_equal(wm_bw2_model_rebuild(again, NULL, &r, NULL), WM_OK);
    if (r.bounds || r.meshes || r.references || r.bones || r.size || r.metadata_size || r.footprint)
        fail_msg("%s: a rebuild changes it", what);
    wm_bw2_model_free(again);
    wm_buffer_free(&bytes);
}

/* A box of 2 x 4 x 1 with its bottom at the ground, y up and right-handed, and an empty
 * above. */
static const float corners[8][3] = {{-1, 0, -0.5f}, {1, 0, -0.5f}, {1, 0, 0.5f}, {-1, 0, 0.5f},
                                    {-1, 4, -0.5f}, {1, 4, -0.5f}, {1, 4, 0.5f}, {-1, 4, 0.5f}};
static const uint32_t sides[36] = {0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6, 0, 4, 5, 0, 5, 1,
                                   1, 5, 6, 1, 6, 2, 2, 6, 7, 2, 7, 3, 3, 7, 4, 3, 4, 0};

wm_scene_node test_bw2_node(const char *name, uint32_t mesh)
{
    return (wm_scene_node){.name = name,
                           .parent = WM_NO_INDEX,
                           .kind = mesh == WM_NO_INDEX ? WM_NODE_KIND_EMPTY : WM_NODE_KIND_MESH,
                           .rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}},
                           .mesh = mesh,
                           .skin = WM_NO_INDEX,
                           .light = WM_NO_INDEX,
                           .source = WM_NO_INDEX};
}

wm_scene *test_bw2_box(const wm_allocator *allocator)
{
    wm_scene *s = wm_scene_new(0, allocator, NULL);
    assert_non_null(s);
    s->source = "gltf";
    s->v_down = true;
    s->nodes = wm_scene_alloc(s, TEST_BW2_NODES, sizeof *s->nodes, NULL);
    s->meshes = wm_scene_alloc(s, TEST_BW2_NODES, sizeof *s->meshes, NULL);
    s->materials = wm_scene_alloc(s, 4, sizeof *s->materials, NULL);
    wm_scene_mesh *m = &s->meshes[0];
    *m = (wm_scene_mesh){.name = "Cube", .vertex_count = 8, .index_count = 36, .part_count = 2};
    m->positions = wm_scene_alloc(s, 8, sizeof *m->positions, NULL);
    m->uvs[0] = wm_scene_alloc(s, 8, sizeof *m->uvs[0], NULL);
    m->indices = wm_scene_alloc(s, 36, sizeof *m->indices, NULL);
    m->parts = wm_scene_alloc(s, 2, sizeof *m->parts, NULL);
    memcpy(m->positions, corners, sizeof corners);
    for (int i = 0; i < 8; i++) {
        m->uvs[0][i][0] = (float)i / 4; /* leaves 0 to 1 */
        m->uvs[0][i][1] = (float)i / 8;
    }
    memcpy(m->indices, sides, sizeof sides);
    m->parts[0] = (wm_scene_part){0, 12, 0};
    m->parts[1] = (wm_scene_part){12, 24, 1};
    s->mesh_count = 1;
    s->material_count = 3;
    s->materials[0] = (wm_scene_material){.name = "_roof_"};
    s->materials[0].textures[WM_TEXTURE_SLOT_COLOUR].name = "pictures/roof.png";
    s->materials[1] = (wm_scene_material){.name = "walls.dds"};
    s->materials[2] = (wm_scene_material){.name = "nobody uses it"};
    s->nodes[TEST_BW2_BOX] = test_bw2_node("hut_LOD1", 0);
    s->nodes[TEST_BW2_DOOR] = test_bw2_node("bws_ep_door", WM_NO_INDEX);
    s->nodes[TEST_BW2_DOOR].rest.translation = (wm_vec3){1, 2, 3};
    s->node_count = 2;
    return s;
}

wm_bw2_model *test_bw2_build(wm_scene *s, const wm_bw2_model_import_opts *opts,
                             wm_bw2_model_import_result *result)
{
    wm_error error = {0};
    if (!s->finished && wm_scene_finish(s, &error) != WM_OK)
        fail_msg("%s: %s", error.path, error.message);
    wm_bw2_model *m = wm_bw2_model_from_scene(s, opts, result, &error);
    if (!m)
        fail_msg("%s: %s", error.path, error.message);
    test_bw2_expect_valid(m, "built");
    return m;
}

void test_bw2_add_skin(wm_scene *s, uint32_t joints)
{
    wm_scene_mesh *m = &s->meshes[0];
    s->nodes = wm_scene_alloc(s, joints + 2, sizeof *s->nodes, NULL);
    s->skins = wm_scene_alloc(s, 1, sizeof *s->skins, NULL);
    s->skins[0].name = "Armature";
    s->skins[0].joint_count = joints;
    s->skins[0].joints = wm_scene_alloc(s, joints, sizeof *s->skins[0].joints, NULL);
    s->skins[0].inverse_bind = wm_scene_alloc(s, joints, sizeof *s->skins[0].inverse_bind, NULL);
    s->nodes[0] = test_bw2_node("hut", 0);
    s->nodes[0].skin = 0;
    s->nodes[1] = test_bw2_node("Armature", WM_NO_INDEX); /* holds the joints: no entity */
    for (uint32_t i = 0; i < joints; i++) {
        s->nodes[2 + i] = test_bw2_node("joint", WM_NO_INDEX);
        s->nodes[2 + i].parent = 1;
        s->nodes[2 + i].rest.translation.y = (float)i;
        s->skins[0].joints[i] = 2 + i;
        s->skins[0].inverse_bind[i] =
            (wm_matrix){{{1, 0, 0, 0}, {0, 1, 0, -(float)i}, {0, 0, 1, 0}}};
    }
    s->node_count = joints + 2;
    s->skin_count = 1;
    m->joints = wm_scene_alloc(s, 8, sizeof *m->joints, NULL);
    m->weights = wm_scene_alloc(s, 8, sizeof *m->weights, NULL);
    for (uint32_t i = 0; i < 8; i++) {
        m->joints[i][0] = 1;
        m->joints[i][1] = (uint16_t)(joints - 1);
        m->weights[i][0] = 0.75f;
        m->weights[i][1] = 0.25f;
    }
}

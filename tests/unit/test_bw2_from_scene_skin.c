/* Skins of Black & White 2 from scenes of other programs. */
#include <math.h>

#include "bw2/internal.h"
#include "bw2_scenes.h"
#include "support.h"

static void a_skin(void **state)
{
    wm_bw2_model_import_result r;
    (void)state;
    wm_scene *s = test_bw2_box(NULL);
    test_bw2_add_skin(s, 5);
    s->meshes[0].weights[3][0] = 1.75f; /* adds up to 2 */
    s->meshes[0].weights[4][0] = s->meshes[0].weights[4][1] = 0;
    wm_bw2_model *m = test_bw2_build(s, NULL, &r);
    assert_true(wm_bw2_model_is_skin(m));
    assert_true(!r.footprint && !r.circles && r.cleaves == 0 && r.posed == 0);
    assert_int_equal(r.weights, 4); /* both are in both parts */
    assert_int_equal(m->stream_count, 9);
    assert_int_equal(m->bone_count, 5);
    assert_int_equal(m->entity_count, 0);
    assert_true(m->bones[3].position.y == 3 && m->bones[3].axis[1].z == 1);
    assert_int_equal(m->meshes[0].first_bone, 1);
    assert_int_equal(m->meshes[0].bone_count, 4);
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        float sum = 0;
        for (uint32_t k = 0; k < 4; k++) {
            float w;
            wmi_load32(&w, wm_bw2_model_vertex(m, v, WM_BW2_ELEMENT_BONE_WEIGHT, k, NULL), 1);
            sum += w;
            if (w == 0) /* repeats the first */
                assert_int_equal(*wm_bw2_model_vertex(m, v, WM_BW2_ELEMENT_BONE_INDEX, k, NULL),
                                 *wm_bw2_model_vertex(m, v, WM_BW2_ELEMENT_BONE_INDEX, 0, NULL));
        }
        assert_true(fabsf(sum - 1) < 1e-6f);
    }
    /* strips joined by the last index of the one before and the first of the next */
    const wm_bw2_reference *a = &m->references[0], *b = &m->references[1];
    uint32_t end = a->first_index + a->index_count;
    assert_int_equal(b->first_index, end + 2);
    assert_int_equal(m->indices[end], m->indices[end - 1]);
    assert_int_equal(m->indices[end + 1], m->indices[end + 2]);
    assert_int_equal(m->index_count, b->first_index + b->index_count);
    wm_bw2_model_free(m);
    const wm_bw2_model_import_opts plain = {.variant = WM_BW2_VARIANT_STATIC};
    m = test_bw2_build(s, &plain, &r);
    assert_true(!wm_bw2_model_is_skin(m) && m->bone_count == 0 && m->entity_count == 0);
    wm_bw2_model_free(m);
    wm_scene_free(s);
}

/* Joints of a model that went out and came back in another order keep their numbers. */
static void bones_by_name(void **state)
{
    static const char *const names[] = {"bone_03", "bone_00", "bone_04", "bone_01", "bone_02"};
    wm_bw2_model_import_result r;
    (void)state;
    for (int round = 0; round < 2; round++) {
        wm_scene *s = test_bw2_box(NULL);
        test_bw2_add_skin(s, 5);
        for (uint32_t i = 0; i < 5; i++)
            s->nodes[2 + i].name = round && i == 4 ? "tail" : names[i];
        wm_bw2_model *m = test_bw2_build(s, NULL, &r);
        /* vertices follow joints 1 and 4, which are at heights 1 and 4 */
        assert_true(m->bones[round ? 1 : 0].position.y == 1);
        assert_true(m->bones[round ? 4 : 2].position.y == 4);
        assert_int_equal(m->meshes[0].first_bone, round ? 1 : 0);
        assert_int_equal(m->meshes[0].bone_count, round ? 4 : 3);
        wm_bw2_model_free(m);
        wm_scene_free(s);
    }
}

/* Blender makes bones of the mesh and of entities, too. They are none if others have names of
 * bones; without that they would take the numbers 0 to 3, which no vertex of the game's skins
 * follows. */
static void other_bones(void **state)
{
    static const char *const names[] = {"bone_00", "bone_01", "bone_02", "bone_03", "bone_04"};
    wm_bw2_model_import_result r;
    (void)state;
    wm_scene *s = test_bw2_box(NULL);
    test_bw2_add_skin(s, 5);
    s->returned = true;
    for (uint32_t i = 0; i < 5; i++)
        s->nodes[2 + i].name = names[i];
    s->skins[0].joint_count = 1; /* the others move nothing */
    s->skins[0].joints[0] = 6;
    for (uint32_t i = 0; i < 8; i++)
        s->meshes[0].joints[i][0] = s->meshes[0].joints[i][1] = 0;
    for (uint32_t i = 0; i < s->node_count; i++)
        s->nodes[i].kind = WM_NODE_KIND_BONE;
    s->nodes[1].name = "bws_ep_door";
    for (uint32_t i = 2; i < s->node_count; i++)
        s->nodes[i].parent = WM_NO_INDEX;
    wm_bw2_model *m = test_bw2_build(s, NULL, &r);
    assert_int_equal(m->bone_count, 5);
    assert_true(m->bones[4].position.y == 4);
    assert_int_equal(m->meshes[0].first_bone, 4);
    assert_int_equal(m->entity_count, 1);
    assert_string_equal(m->entities[0].name, "bws_ep_door");
    assert_int_equal(r.no_cleaves, m->vertex_count);
    wm_bw2_model_free(m);
    wm_scene_free(s);
}

/* Blender writes other lengths where triangles have no area. */
static void normals_get_their_length(void **state)
{
    wm_bw2_model_import_result r;
    (void)state;
    wm_scene *s = test_bw2_box(NULL);
    wm_scene_mesh *mesh = &s->meshes[0];
    mesh->normals = wm_scene_alloc(s, 8, sizeof *mesh->normals, NULL);
    for (int i = 0; i < 8; i++)
        mesh->normals[i] = (wm_vec3){0, 1, 0};
    mesh->normals[0] = (wm_vec3){0, 0.5f, 0};
    mesh->normals[1] = (wm_vec3){0, 0, 0};
    wm_bw2_model *m = test_bw2_build(s, NULL, &r);
    assert_true(r.normals >= 2);
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        float n[3];
        wmi_load32(n, wm_bw2_model_vertex(m, v, WM_BW2_ELEMENT_NORMAL, 0, NULL), 3);
        assert_true(fabsf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-3f);
    }
    wm_bw2_model_free(m);
    wm_scene_free(s);
}

/* A skin that does not rest where it was bound is taken as it rests. */
static void a_posed_skin(void **state)
{
    wm_bw2_model_import_result r;
    (void)state;
    wm_scene *s = test_bw2_box(NULL);
    test_bw2_add_skin(s, 5);
    s->nodes[1].rest.translation.x = 10;
    wm_bw2_model *m = test_bw2_build(s, NULL, &r);
    assert_int_equal(r.posed, 1);
    assert_true(m->bounds.min.x == 9 && m->bounds.max.x == 11);
    wm_bw2_model_free(m);
    wm_scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_skin),       cmocka_unit_test(bones_by_name),
        cmocka_unit_test(other_bones),  cmocka_unit_test(normals_get_their_length),
        cmocka_unit_test(a_posed_skin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Animations and meshes copied from one model to another. */
#include "model_pair.h"
#include "models.h"
#include "support.h"

/* ---- copies of animations ---------------------------------------------- */

/* An animation that is removed and copied back is the same, byte for byte. */
static void copies_give_the_bytes_back(void **state)
{
    (void)state;
    wm_losses losses = {0};
    wm_kotor_mdl *whole = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    for (uint32_t a = 0; a < whole->animation_count; a++) {
        wm_kotor_animation *of = &whole->animations[a];
        of->geometry.node_count = whole->name_count;
        for (uint32_t i = 0; i < of->tree.count; i++) {
            uint32_t node = wm_kotor_mdl_find_node(whole, whole->names[of->tree.nodes[i].name]);
            of->tree.nodes[i].super_node = whole->tree.nodes[node].super_node;
        }
    }
    test_model_pair before = test_model_pair_of(whole);
    wm_kotor_mdl *m = test_model_pair_read(&before);
    assert_int_equal(wm_kotor_mdl_remove_animation(m, 1, NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_copy_animation(m, whole, 1, NULL, &losses, NULL), WM_OK);
    assert_int_equal(losses.count, 0);
    test_is_again(m, &before, "copy-anim");
    /* A second one needs another name. */
    wm_error error;
    assert_int_equal(wm_kotor_mdl_copy_animation(m, whole, 1, NULL, &losses, &error),
                     WM_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "has an animation 'turn' already"));
    assert_int_equal(wm_kotor_mdl_copy_animation(m, whole, 9, NULL, &losses, &error),
                     WM_BAD_ARGUMENT);
    test_is_again(m, &before, "copy-anim");
    assert_int_equal(wm_kotor_mdl_copy_animation(m, m, 0, "again", &losses, &error), WM_OK);
    assert_int_equal(m->animation_count, 3);
    assert_string_equal(m->animations[2].geometry.name, "again");
    assert_int_equal(m->animations[2].tree.count, m->animations[0].tree.count);
    test_model_pair after = test_model_pair_of(m);
    wm_kotor_mdl_free(test_model_pair_read(&after));
    test_model_pair_free(&after);
    test_model_pair_free(&before);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(whole);
}

/* Nodes are matched by name, the root in any case; what is missing is reported. */
static void copies_match_by_name(void **state)
{
    (void)state;
    wm_losses losses = {0};
    wm_kotor_mdl *from = test_model_make(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_XBOX, NULL);
    assert_int_equal(wm_kotor_mdl_set_field(m, WM_NO_INDEX, "name", "other", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_rename_node(m, MODEL_BONE, "femur", NULL), WM_OK);
    m->tree.nodes[MODEL_TIP].super_node = 77;
    assert_int_equal(wm_kotor_mdl_copy_animation(m, from, 0, "copied", &losses, NULL), WM_OK);
    assert_int_equal(losses.count, 1);
    assert_string_equal(losses.item[0].field, "nodes");
    assert_string_equal(losses.item[0].message,
                        "1 node has no counterpart and is left out: 'bone'");
    const wm_kotor_animation *a = &m->animations[m->animation_count - 1];
    assert_string_equal(a->root, "other");
    assert_int_equal(a->tree.count, from->animations[0].tree.count - 1);
    assert_string_equal(m->names[a->tree.nodes[0].name], "other");
    assert_int_equal(a->geometry.function[0], m->animations[0].geometry.function[0]);
    bool found = false;
    for (uint32_t i = 0; i < a->tree.count; i++)
        if (strcmp(m->names[a->tree.nodes[i].name], "tip") == 0) {
            found = true;
            assert_int_equal(a->tree.nodes[i].super_node, 77);
            assert_int_equal(a->tree.nodes[i].parent, 0); /* the bone is missing */
        }
    assert_true(found);
    test_model_pair after = test_model_pair_of(m);
    wm_kotor_mdl_free(test_model_pair_read(&after));
    test_model_pair_free(&after);
    /* The keys of a light mean something else on a mesh. */
    losses = (wm_losses){0};
    wm_kotor_mdl_node *moving = &from->animations[1].tree.nodes[1];
    moving->name = MODEL_LIGHT;
    moving->controllers[0].type = 140; /* multiplier */
    assert_int_equal(wm_kotor_mdl_rename_node(m, MODEL_LIGHT, "lamp", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_rename_node(m, MODEL_BOX, "light", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_copy_animation(m, from, 1, "other", &losses, NULL), WM_OK);
    assert_true(losses.count >= 1);
    assert_string_equal(losses.item[losses.count - 1].field, "controllers");
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(from);
}

/* ---- replaced meshes --------------------------------------------------- */

/* A mesh that is replaced by itself gives the same files. */
static void meshes_replace_themselves(void **state)
{
    (void)state;
    static const uint32_t nodes[] = {MODEL_BOX, MODEL_SKIN, MODEL_CLOTH, MODEL_FLOOR};
    for (int v = 0; v < 4; v++) {
        wm_losses losses = {0};
        wm_kotor_mdl *made =
            test_model_make(v & 1 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1,
                            v & 2 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC, NULL);
        test_model_pair before = test_model_pair_of(made);
        wm_kotor_mdl *m = test_model_pair_read(&before);
        for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
            uint32_t n = nodes[i];
            assert_int_equal(wm_kotor_mdl_replace_mesh(m, n, made, n, &losses, NULL), WM_OK);
            test_is_again(m, &before, "replace-mesh");
        }
        assert_int_equal(losses.count, 0);
        test_model_pair_free(&before);
        wm_kotor_mdl_free(m);
        wm_kotor_mdl_free(made);
    }
}

/* Only that mesh changes, and a replacement by the old one gives the original files. */
static void meshes_of_other_sizes(void **state)
{
    (void)state;
    wm_diff diff;
    wm_losses losses = {0};
    wm_kotor_mdl *made = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    test_model_pair before = test_model_pair_of(made);
    wm_kotor_mdl *m = test_model_pair_read(&before);
    wm_kotor_mdl *from = test_model_make(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_XBOX, NULL);
    const wm_kotor_mesh *floor = made->tree.nodes[MODEL_FLOOR].mesh;
    m->tree.nodes[MODEL_BOX].mesh->lightmapped = 1;
    assert_int_equal(wm_kotor_mdl_replace_mesh(m, MODEL_BOX, from, MODEL_FLOOR, &losses, NULL),
                     WM_OK);
    assert_int_equal(losses.count, 1);
    assert_string_equal(losses.item[0].field, "lightmapped");
    test_model_pair after = test_model_pair_of(m);
    wm_kotor_mdl *again = test_model_pair_read(&after);
    assert_int_equal(again->tree.nodes[MODEL_BOX].mesh->vertex_count, floor->vertex_count);
    assert_int_equal(again->tree.nodes[MODEL_BOX].mesh->face_count, floor->face_count);
    assert_string_equal(again->tree.nodes[MODEL_BOX].mesh->texture[0],
                        made->tree.nodes[MODEL_BOX].mesh->texture[0]);
    wm_diff_init(&diff, NULL);
    assert_int_equal(wm_kotor_mdl_diff(made, again, &diff, NULL), WM_OK);
    assert_true(diff.count > 0);
    for (uint32_t i = 0; i < diff.count; i++)
        assert_non_null(strstr(diff.items[i].message, "'box'"));
    wm_diff_free(&diff);
    wm_kotor_mdl_free(again);
    test_model_pair_free(&after);
    assert_int_equal(wm_kotor_mdl_replace_mesh(m, MODEL_BOX, made, MODEL_BOX, NULL, NULL), WM_OK);
    test_is_again(m, &before, "replace-mesh");
    /* A walkmesh gets a tree. */
    assert_int_equal(wm_kotor_mdl_replace_mesh(m, MODEL_FLOOR, made, MODEL_BOX, NULL, NULL), WM_OK);
    const wm_kotor_mesh *box = m->tree.nodes[MODEL_FLOOR].mesh;
    assert_int_equal(box->aabb_count, 2 * box->face_count - 1);
    after = test_model_pair_of(m);
    wm_kotor_mdl_free(test_model_pair_read(&after));
    test_model_pair_free(&after);
    test_model_pair_free(&before);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(from);
    wm_kotor_mdl_free(made);
}

static void meshes_that_do_not_fit(void **state)
{
    (void)state;
    static const struct {
        uint32_t to, from;
        wm_status code;
    } wrong[] = {
        {MODEL_SKIN, MODEL_BOX, WM_NOT_REPRESENTABLE},
        {MODEL_BOX, MODEL_SKIN, WM_NOT_REPRESENTABLE},
        {MODEL_CLOTH, MODEL_BOX, WM_NOT_REPRESENTABLE},
        {MODEL_BOX, MODEL_SABER, WM_NOT_REPRESENTABLE},
        {MODEL_SABER, MODEL_BOX, WM_NOT_REPRESENTABLE},
        {MODEL_BOX, MODEL_LIGHT, WM_BAD_ARGUMENT},
        {MODEL_ROOT, MODEL_BOX, WM_BAD_ARGUMENT},
        {MODEL_NODES, MODEL_BOX, WM_BAD_ARGUMENT},
        {MODEL_BOX, MODEL_NODES, WM_BAD_ARGUMENT},
    };
    wm_error error;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mdl *from = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    test_model_pair before = test_model_pair_of(m);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(
            wm_kotor_mdl_replace_mesh(m, wrong[i].to, from, wrong[i].from, NULL, &error),
            wrong[i].code);
    assert_int_equal(wm_kotor_mdl_rename_node(from, MODEL_BONE, "femur", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_replace_mesh(m, MODEL_SKIN, from, MODEL_SKIN, NULL, &error),
                     WM_NOT_REPRESENTABLE);
    assert_non_null(strstr(error.message, "has no bone 'femur'"));
    test_is_again(m, &before, "replace-mesh");
    test_model_pair_free(&before);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_give_the_bytes_back), cmocka_unit_test(copies_match_by_name),
        cmocka_unit_test(meshes_replace_themselves),  cmocka_unit_test(meshes_of_other_sizes),
        cmocka_unit_test(meshes_that_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

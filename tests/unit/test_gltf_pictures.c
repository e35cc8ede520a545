/* Pictures in glTF: each is embedded once, materials refer to it, and the scene comes back. */
#include "models.h"
#include "support.h"
#include "textures.h"

typedef struct shelf {
    uint32_t calls;
    const char *only; /* NULL: every texture has a picture */
    wm_gltf_alpha alpha;
    wm_status status;
} shelf;

static wm_status give(void *user, const char *name, wm_gltf_image *out, wm_error *error)
{
    shelf *s = user;
    s->calls++;
    if (s->status != WM_OK)
        return wm_error_set(error, s->status, "", "no picture today");
    if (s->only && strcmp(s->only, name) != 0)
        return WM_OK;
    wm_image *image = test_image_make(8, 4, false);
    wm_status status = wm_png_write(image, NULL, &out->png, error);
    out->alpha = s->alpha;
    out->cutoff = 0.25f;
    wm_image_free(image);
    return status;
}

static wm_scene *make_scene(wm_kotor_mdl **mdl)
{
    *mdl = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_scene *scene = wm_scene_from_kotor_mdl(*mdl, NULL, 0, NULL, NULL);
    assert_non_null(scene);
    return scene;
}

/* The text of a .gltf. */
static wm_json *write_text(const wm_scene *scene, shelf *s, wm_buffer *out)
{
    const wm_gltf_write_opts opts = {.image = give, .user = s, .text = true};
    assert_int_equal(wm_gltf_write(scene, &opts, out, NULL), WM_OK);
    wm_json *json = wm_json_read(out->data, out->size, NULL, NULL);
    assert_non_null(json);
    return json;
}

/* A material whose colour is `name`. */
static const wm_json_value *material_of(const wm_json *json, const wm_scene *scene,
                                        const char *name)
{
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const char *colour = scene->materials[i].textures[WM_TEXTURE_SLOT_COLOUR].name;
        if (colour && strcmp(colour, name) == 0)
            return wm_json_item(wm_json_find(wm_json_root(json), "materials"), i);
    }
    fail_msg("no material has the texture %s", name);
    return NULL;
}

static void pictures_are_embedded_once(void **state)
{
    (void)state;
    shelf s = {.alpha = WM_GLTF_ALPHA_MASK};
    wm_kotor_mdl *mdl;
    wm_buffer out;
    wm_scene *scene = make_scene(&mdl);
    wm_json *json = write_text(scene, &s, &out);
    const wm_json_value *root = wm_json_root(json);
    assert_true(s.calls > 0);
    assert_int_equal(wm_json_count(wm_json_find(root, "images")), s.calls);
    assert_int_equal(wm_json_count(wm_json_find(root, "samplers")), 4);
    const wm_json_value *material = material_of(json, scene, "sample01");
    assert_non_null(
        wm_json_find(wm_json_find(material, "pbrMetallicRoughness"), "baseColorTexture"));
    assert_string_equal(wm_json_as_text(wm_json_find(material, "alphaMode"), NULL), "MASK");
    wm_json_free(json);
    wm_buffer_free(&out);
    wm_scene_free(scene);
    wm_kotor_mdl_free(mdl);
}

static void what_is_missing_is_a_name(void **state)
{
    (void)state;
    shelf none = {.only = "absent"};
    wm_kotor_mdl *mdl;
    wm_buffer with, without;
    wm_scene *scene = make_scene(&mdl);
    wm_json_free(write_text(scene, &none, &with));
    const wm_gltf_write_opts plain = {.text = true};
    assert_int_equal(wm_gltf_write(scene, &plain, &without, NULL), WM_OK);
    assert_int_equal(with.size, without.size);
    assert_memory_equal(with.data, without.data, with.size);
    wm_buffer_free(&with);
    wm_buffer_free(&without);
    wm_scene_free(scene);
    wm_kotor_mdl_free(mdl);
}

/* The materials are those of the scene, whatever the picture says about alpha. */
static void materials_come_back(void **state)
{
    (void)state;
    for (int alpha = WM_GLTF_ALPHA_MATERIAL; alpha <= WM_GLTF_ALPHA_BLEND; alpha++) {
        shelf s = {.alpha = (wm_gltf_alpha)alpha};
        const wm_gltf_write_opts opts = {.image = give, .user = &s};
        wm_kotor_mdl *mdl;
        wm_buffer out;
        wm_scene *scene = make_scene(&mdl);
        assert_int_equal(wm_gltf_write(scene, &opts, &out, NULL), WM_OK);
        wm_scene *again = wm_gltf_read(out.data, out.size, NULL, NULL);
        assert_non_null(again);
        assert_int_equal(again->material_count, scene->material_count);
        for (uint32_t i = 0; i < scene->material_count; i++) {
            const wm_scene_material *a = &scene->materials[i], *b = &again->materials[i];
            const char *colour = a->textures[WM_TEXTURE_SLOT_COLOUR].name;
            assert_int_equal(a->blended, b->blended);
            assert_memory_equal(&a->diffuse, &b->diffuse, sizeof a->diffuse);
            if (colour)
                assert_string_equal(colour, b->textures[WM_TEXTURE_SLOT_COLOUR].name);
        }
        wm_scene_free(again);
        wm_buffer_free(&out);
        wm_scene_free(scene);
        wm_kotor_mdl_free(mdl);
    }
}

static void a_failure_is_passed_on(void **state)
{
    (void)state;
    shelf s = {.status = WM_IO};
    const wm_gltf_write_opts opts = {.image = give, .user = &s};
    wm_kotor_mdl *mdl;
    wm_buffer out;
    wm_error error;
    wm_scene *scene = make_scene(&mdl);
    assert_int_equal(wm_gltf_write(scene, &opts, &out, &error), WM_IO);
    assert_string_equal(error.message, "no picture today");
    assert_null(out.data);
    assert_int_equal(s.calls, 1);
    wm_scene_free(scene);
    wm_kotor_mdl_free(mdl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_embedded_once),
        cmocka_unit_test(what_is_missing_is_a_name),
        cmocka_unit_test(materials_come_back),
        cmocka_unit_test(a_failure_is_passed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

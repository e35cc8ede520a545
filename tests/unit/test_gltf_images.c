/* Images in glTF and OBJ: each is written once, materials refer to it, and the scene comes back. */
#include "models.h"
#include "support.h"
#include "textures.h"

/* ---- samples ---- */

enum { COLOUR, LIGHTMAP, SKY, BUMP, IMAGES };

/* A model whose first textured material has images of every kind. */
static wm_scene *make_scene(wm_kotor_mdl **mdl, uint32_t *material)
{
    static const char *const names[IMAGES] = {"colour", "light", "CM_Sky", "bump"};
    *mdl = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_scene *s = wm_scene_from_kotor_mdl(*mdl, NULL, 0, NULL, NULL);
    assert_non_null(s);
    s->images = wm_scene_alloc(s, IMAGES, sizeof *s->images, NULL);
    for (uint32_t i = 0; i < IMAGES; i++) {
        wm_image *image = test_image_make(4 + i, i == SKY ? 6 * (4 + i) : 4, false);
        size_t size = 4 * (size_t)image->width * image->height;
        uint8_t *rgba = wm_scene_alloc(s, size, 1, NULL);
        memcpy(rgba, image->rgba, size);
        s->images[i] = (wm_scene_image){.name = names[i],
                                        .width = image->width,
                                        .height = image->height,
                                        .rgba = rgba,
                                        .cube = i == SKY,
                                        .opacity = 1};
        wm_image_free(image);
    }
    s->image_count = IMAGES;
    s->images[COLOUR].environment_name = "CM_Sky";
    s->images[COLOUR].environment = SKY + 1;
    s->images[COLOUR].bump_name = "bump";
    s->images[COLOUR].bump = BUMP + 1;
    *material = 0;
    while (!s->materials[*material].textures[WM_TEXTURE_SLOT_COLOUR].name)
        (*material)++;
    wm_scene_texture *t = s->materials[*material].textures;
    t[WM_TEXTURE_SLOT_COLOUR].image = COLOUR + 1;
    t[WM_TEXTURE_SLOT_LIGHTMAP].name = "light";
    t[WM_TEXTURE_SLOT_LIGHTMAP].image = LIGHTMAP + 1;
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    return s;
}

/* The text of a .gltf. */
static wm_json *write_text(const wm_scene *scene, wm_gltf_write_opts opts, wm_buffer *out)
{
    opts.text = true;
    assert_int_equal(wm_gltf_write(scene, &opts, out, NULL), WM_OK);
    wm_json *json = wm_json_read(out->data, out->size, NULL, NULL);
    assert_non_null(json);
    return json;
}

static const wm_json_value *material_of(const wm_json *json, uint32_t i)
{
    return wm_json_item(wm_json_find(wm_json_root(json), "materials"), i);
}

/* The name of the image that a texture of the file shows. */
static const char *shown(const wm_json *json, const wm_json_value *info)
{
    uint64_t texture, image;
    assert_true(wm_json_as_uint(wm_json_find(info, "index"), &texture));
    const wm_json_value *textures = wm_json_find(wm_json_root(json), "textures");
    assert_true(
        wm_json_as_uint(wm_json_find(wm_json_item(textures, (uint32_t)texture), "source"), &image));
    const wm_json_value *images = wm_json_find(wm_json_root(json), "images");
    return wm_json_as_text(wm_json_find(wm_json_item(images, (uint32_t)image), "name"), NULL);
}

/* ---- glTF ---- */

static void images_are_embedded_once(void **state)
{
    (void)state;
    wm_kotor_mdl *mdl;
    wm_buffer out;
    uint32_t at;
    wm_scene *scene = make_scene(&mdl, &at);
    wm_json *json = write_text(scene, (wm_gltf_write_opts){0}, &out);
    const wm_json_value *m = material_of(json, at), *root = wm_json_root(json);
    const wm_json_value *extras = wm_json_find(wm_json_find(m, "extras"), "textures");
    assert_int_equal(wm_json_count(wm_json_find(root, "images")), IMAGES);
    assert_int_equal(wm_json_count(wm_json_find(root, "samplers")), 8);
    const wm_json_value *pbr = wm_json_find(m, "pbrMetallicRoughness");
    assert_string_equal(shown(json, wm_json_find(pbr, "baseColorTexture")), "colour");
    assert_string_equal(shown(json, wm_json_find(m, "normalTexture")), "bump");
    assert_string_equal(shown(json, wm_json_find(extras, "lightmap")), "light");
    assert_string_equal(shown(json, wm_json_find(extras, "environment")), "CM_Sky");
    assert_null(wm_json_find(m, "occlusionTexture"));
    wm_json_free(json);
    wm_buffer_free(&out);
    wm_scene_free(scene);
    wm_kotor_mdl_free(mdl);
}

static void images_are_linked(void **state)
{
    (void)state;
    const char *const files[IMAGES] = {"my wall.png", NULL, "a/\xC3\xA9%.png", "b.png"};
    wm_kotor_mdl *mdl;
    wm_buffer out;
    uint32_t at;
    wm_scene *scene = make_scene(&mdl, &at);
    wm_json *json = write_text(scene, (wm_gltf_write_opts){.image_files = files}, &out);
    const wm_json_value *images = wm_json_find(wm_json_root(json), "images");
    const char *const expected[] = {"my%20wall.png", NULL, "a/%C3%A9%25.png", "b.png"};
    for (uint32_t i = 0; i < IMAGES; i++) {
        const wm_json_value *uri = wm_json_find(wm_json_item(images, i), "uri");
        assert_int_equal(uri == NULL, expected[i] == NULL);
        if (uri)
            assert_string_equal(wm_json_as_text(uri, NULL), expected[i]);
    }
    wm_json_free(json);
    wm_buffer_free(&out);
    wm_scene_free(scene);
    wm_kotor_mdl_free(mdl);
}

static void images_can_be_left_out(void **state)
{
    (void)state;
    wm_kotor_mdl *mdl;
    wm_buffer with, without;
    uint32_t at;
    wm_scene *scene = make_scene(&mdl, &at);
    wm_json_free(write_text(scene, (wm_gltf_write_opts){.no_images = true}, &with));
    for (int i = 0; i < WM_TEXTURE_SLOT_COUNT; i++)
        scene->materials[at].textures[i].image = 0;
    wm_json_free(write_text(scene, (wm_gltf_write_opts){0}, &without));
    assert_int_equal(with.size, without.size);
    assert_memory_equal(with.data, without.data, with.size);
    wm_buffer_free(&with);
    wm_buffer_free(&without);
    wm_scene_free(scene);
    wm_kotor_mdl_free(mdl);
}

static void same_image(const wm_scene_image *a, const wm_scene_image *b)
{
    assert_string_equal(b->mime, "image/png");
    assert_null(b->rgba);
    assert_int_equal(a->cube, b->cube);
    assert_int_equal(a->alpha, b->alpha);
    assert_true(a->cutoff == b->cutoff);
    assert_true(a->opacity == b->opacity);
    assert_int_equal(a->clamp_u, b->clamp_u);
    assert_int_equal(a->nearest, b->nearest);
    assert_int_equal(a->decal, b->decal);
}

/* Whatever the image or the material says about alpha. */
static void scenes_come_back(void **state)
{
    (void)state;
    for (int i = 0; i <= 2 * WM_SCENE_ALPHA_ADDITIVE; i++) {
        int alpha = i % (WM_SCENE_ALPHA_ADDITIVE + 1);
        wm_kotor_mdl *mdl;
        wm_buffer out;
        uint32_t at;
        wm_scene *scene = make_scene(&mdl, &at);
        wm_scene_image *colour = &scene->images[COLOUR];
        wm_scene_material *a = &scene->materials[at];
        if (i > WM_SCENE_ALPHA_ADDITIVE)
            a->alpha_mode = (wm_scene_alpha)(alpha + 1);
        else
            colour->alpha = (wm_scene_alpha)alpha;
        a->cutoff = a->alpha_mode == WM_SCENE_ALPHA_TEST ? 0.25f : 0;
        colour->cutoff = colour->alpha == WM_SCENE_ALPHA_TEST ? 0.75f : 0;
        colour->opacity = i ? 1 : 0.5f;
        colour->decal = colour->nearest = colour->clamp_u = i == 1;
        assert_int_equal(wm_gltf_write(scene, NULL, &out, NULL), WM_OK);
        wm_scene *again = wm_gltf_read(out.data, out.size, NULL, NULL);
        assert_non_null(again);
        const wm_scene_material *b = &again->materials[at];
        assert_int_equal(a->blended, b->blended);
        assert_int_equal(a->alpha_mode, b->alpha_mode);
        assert_true(a->cutoff == b->cutoff && a->alpha == b->alpha);
        assert_memory_equal(&a->diffuse, &b->diffuse, sizeof a->diffuse);
        for (int k = 0; k < WM_TEXTURE_SLOT_COUNT; k++) {
            const wm_scene_texture *x = &a->textures[k], *y = &b->textures[k];
            assert_int_equal(x->name == NULL, y->name == NULL);
            if (x->name)
                assert_string_equal(x->name, y->name);
            assert_int_equal(x->image == 0, y->image == 0);
            assert_int_equal(x->clamp_u, y->clamp_u);
        }
        const wm_scene_image *image = wm_scene_texture_image(again, at, WM_TEXTURE_SLOT_COLOUR);
        same_image(colour, image);
        assert_string_equal(image->environment_name, "CM_Sky");
        same_image(&scene->images[SKY], &again->images[image->environment - 1]);
        assert_int_equal(wm_scene_material_alpha(scene, at, NULL),
                         wm_scene_material_alpha(again, at, NULL));
        wm_scene_free(again);
        wm_buffer_free(&out);
        wm_scene_free(scene);
        wm_kotor_mdl_free(mdl);
    }
}

/* The bytes of an image that came with a glTF are written as they are. */
static void data_is_kept(void **state)
{
    (void)state;
    static const uint8_t jpeg[] = {0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3};
    wm_kotor_mdl *mdl;
    wm_buffer out;
    uint32_t at;
    wm_scene *scene = make_scene(&mdl, &at);
    scene->images[COLOUR].rgba = NULL;
    scene->images[COLOUR].data = jpeg;
    scene->images[COLOUR].size = sizeof jpeg;
    scene->images[COLOUR].mime = "image/jpeg";
    scene->images[LIGHTMAP].rgba = NULL; /* not a type of core glTF */
    scene->images[LIGHTMAP].data = jpeg;
    scene->images[LIGHTMAP].mime = "image/webp";
    assert_int_equal(wm_scene_finish(scene, NULL), WM_OK);
    assert_int_equal(wm_gltf_write(scene, NULL, &out, NULL), WM_OK);
    wm_scene *again = wm_gltf_read(out.data, out.size, NULL, NULL);
    assert_non_null(again);
    const wm_scene_image *image = wm_scene_texture_image(again, at, WM_TEXTURE_SLOT_COLOUR);
    assert_string_equal(image->mime, "image/jpeg");
    assert_int_equal(image->size, sizeof jpeg);
    assert_memory_equal(image->data, jpeg, sizeof jpeg);
    assert_null(wm_scene_texture_image(again, at, WM_TEXTURE_SLOT_LIGHTMAP));
    wm_scene_free(again);
    wm_buffer_free(&out);
    wm_scene_free(scene);
    wm_kotor_mdl_free(mdl);
}

/* ---- images in files ---- */

static const char linked[] =
    "{\"asset\":{\"version\":\"2.0\"},\"materials\":[{\"alphaMode\":\"MASK\",\"alphaCutoff\":0.1,"
    "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}},"
    "\"normalTexture\":{\"index\":1}}],\"textures\":[{\"source\":0},{\"source\":1}],"
    "\"images\":[{\"uri\":\"sub/my%20wall.png\"},{\"uri\":\"../away.png\"}]}";

static wm_status load(void *user, const char *file, const void **data, size_t *size,
                      wm_error *error)
{
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
    uint32_t *calls = user;
    (void)error;
    ++*calls;
    assert_string_equal(file, "sub/my wall.png");
    *data = png;
    *size = sizeof png;
    return WM_OK;
}

static void linked_files_are_read(void **state)
{
    (void)state;
    uint32_t calls = 0;
    const wm_gltf_read_opts opts = {.load = load, .user = &calls};
    wm_scene *s = wm_gltf_read(linked, sizeof linked - 1, &opts, NULL);
    assert_non_null(s);
    assert_int_equal(calls, 1);
    assert_int_equal(s->image_count, 1);
    assert_string_equal(s->images[0].name, "my wall");
    assert_int_equal(s->images[0].size, 8);
    assert_string_equal(s->materials[0].textures[WM_TEXTURE_SLOT_NORMAL].name, "away");
    assert_int_equal(s->materials[0].textures[WM_TEXTURE_SLOT_NORMAL].image, 0);
    float cutoff;
    assert_int_equal(wm_scene_material_alpha(s, 0, &cutoff), WM_SCENE_ALPHA_TEST);
    assert_true(cutoff == 0.1f);
    wm_scene_free(s);
    s = wm_gltf_read(linked, sizeof linked - 1, NULL, NULL); /* nothing is loaded */
    assert_non_null(s);
    assert_int_equal(s->image_count, 0);
    wm_scene_free(s);
}

/* One file of a megabyte by two names, each four times, as buffer and as image. */
static const char shared[] =
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":["
    "{\"uri\":\"a.bin\",\"byteLength\":36},{\"uri\":\"A.bin\",\"byteLength\":36},"
    "{\"uri\":\"a.bin\",\"byteLength\":36},{\"uri\":\"A.bin\",\"byteLength\":36}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":1,\"byteLength\":36},"
    "{\"buffer\":2,\"byteLength\":36},{\"buffer\":3,\"byteLength\":36}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"bufferView\":2,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"bufferView\":3,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":0},"
    "{\"attributes\":{\"POSITION\":1},\"material\":1},{\"attributes\":{\"POSITION\":2}},"
    "{\"attributes\":{\"POSITION\":3}}]}],\"nodes\":[{\"mesh\":0}],"
    "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}},"
    "\"normalTexture\":{\"index\":1}},{\"pbrMetallicRoughness\":{\"baseColorTexture\":"
    "{\"index\":2}},\"normalTexture\":{\"index\":3}}],"
    "\"textures\":[{\"source\":0},{\"source\":1},{\"source\":2},{\"source\":3}],"
    "\"images\":[{\"uri\":\"a.bin\"},{\"uri\":\"A.bin\"},{\"uri\":\"a.bin\"},{\"uri\":\"A.bin\"}]}";

enum { MEGABYTE = 1 << 20 };

/* Each time the bytes of the call before are gone, as the contract of the loader allows. */
static wm_status load_again(void *user, const char *file, const void **data, size_t *size,
                            wm_error *error)
{
    static uint8_t bytes[2][MEGABYTE];
    uint32_t *calls = user, now = ++*calls % 2;
    (void)error;
    assert_true(strcmp(file, "a.bin") == 0 || strcmp(file, "A.bin") == 0);
    memset(bytes, 0xEE, sizeof bytes);
    memset(bytes[now], 0, MEGABYTE);
    memcpy(bytes[now], "\x89PNG\r\n", 6);
    *data = bytes[now];
    *size = MEGABYTE;
    return WM_OK;
}

static void a_file_is_taken_once(void **state)
{
    (void)state;
    uint32_t calls = 0;
    wm_error error;
    wm_budget *budget = wm_budget_new(8 << 20, NULL, NULL);
    const wm_gltf_read_opts opts = {
        .base = {.allocator = wm_budget_allocator(budget)}, .load = load_again, .user = &calls};
    wm_buffer glb;
    wm_scene *s = wm_gltf_read(shared, sizeof shared - 1, &opts, &error);
    if (!s)
        fail_msg("%s", error.message);
    assert_int_equal(calls, 4); /* each name once as a buffer, once as an image */
    assert_int_equal(s->image_count, 4);
    for (uint32_t i = 0; i < s->image_count; i++) {
        assert_ptr_equal(s->images[i].data, s->images[0].data);
        assert_int_equal(s->images[i].size, MEGABYTE);
        assert_memory_equal(s->images[i].data, "\x89PNG\r\n", 6);
    }
    assert_int_equal(wm_gltf_write(s, NULL, &glb, NULL), WM_OK);
    assert_true(glb.size < 2 * MEGABYTE);
    wm_scene *back = wm_gltf_read(glb.data, glb.size, NULL, NULL);
    assert_non_null(back);
    assert_int_equal(back->image_count, 4);
    assert_ptr_equal(back->images[3].data, back->images[0].data);
    wm_scene_free(back);
    wm_buffer_free(&glb);
    wm_scene_free(s);
    wm_budget_free(budget);
}

/* ---- OBJ ---- */

/* Whether the text of a buffer, which does not end with NUL, has these words. */
static bool has_words(const wm_buffer *text, const char *words)
{
    size_t n = strlen(words);
    for (size_t i = 0; i + n <= text->size; i++)
        if (memcmp(text->data + i, words, n) == 0)
            return true;
    return false;
}

static void an_mtl_names_the_files(void **state)
{
    (void)state;
    const char *const files[IMAGES] = {"wall.png", "light.png", "sky.png", "bump.png"};
    const wm_obj_write_opts opts = {.image_files = files};
    wm_kotor_mdl *mdl;
    wm_buffer out;
    uint32_t at;
    wm_scene *scene = make_scene(&mdl, &at);
    assert_int_equal(wm_obj_write_mtl(scene, &opts, &out, NULL), WM_OK);
    assert_true(has_words(&out, "map_Kd wall.png\n"));
    assert_true(has_words(&out, "map_Bump bump.png\n"));
    assert_true(has_words(&out, ".tga\n")); /* others are names */
    wm_buffer_free(&out);
    assert_int_equal(wm_obj_write_mtl(scene, NULL, &out, NULL), WM_OK);
    assert_false(has_words(&out, ".png"));
    assert_false(has_words(&out, "map_Bump"));
    wm_buffer_free(&out);
    wm_scene_free(scene);
    wm_kotor_mdl_free(mdl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_embedded_once),
        cmocka_unit_test(images_are_linked),
        cmocka_unit_test(images_can_be_left_out),
        cmocka_unit_test(scenes_come_back),
        cmocka_unit_test(data_is_kept),
        cmocka_unit_test(linked_files_are_read),
        cmocka_unit_test(a_file_is_taken_once),
        cmocka_unit_test(an_mtl_names_the_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

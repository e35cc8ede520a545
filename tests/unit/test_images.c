/* wm_scene_load_images: which file is the texture of a material, its pixels, and how they are
 * meant. */
#include "memory.h"
#include "shelf.h"
#include "support.h"
#include "textures.h"

static test_shelf shelf;

static int leave(void **state)
{
    (void)state;
    bool balanced = shelf.found == shelf.releases;
    test_shelf_clear(&shelf);
    shelf = (test_shelf){0};
    return !balanced;
}

/* ---- samples ---- */

static void put_sample(const char *name, const char *type, const char *sample)
{
    size_t size;
    uint8_t *bytes = test_texture_bytes(sample, &size);
    assert_non_null(bytes);
    test_shelf_put(&shelf, name, type, bytes, size);
    free(bytes);
}

/* A TGA of one colour, or of a ramp if alpha is negative: grey in x, alpha 255. */
static void put_tga(const char *name, uint32_t width, uint32_t height, int alpha)
{
    wm_image *image = wm_image_new(width, height, NULL, NULL);
    const wm_texture_from_image_opts opts = {.kind = WM_TEXTURE_KIND_TGA,
                                             .pixels = WM_TEXTURE_PIXELS_RGBA};
    wm_buffer bytes;
    assert_non_null(image);
    for (uint32_t i = 0; i < width * height; i++) {
        uint8_t grey = (uint8_t)(alpha < 0 ? 40 * (i % width) : 100);
        uint8_t pixel[4] = {grey, grey, grey, (uint8_t)(alpha < 0 ? 255 : alpha)};
        if (alpha >= 0)
            pixel[0] = (uint8_t)(i / width); /* the row */
        memcpy(image->rgba + 4 * (size_t)i, pixel, 4);
    }
    wm_texture *t = wm_texture_from_image(image, &opts, NULL);
    assert_non_null(t);
    assert_int_equal(wm_texture_write(t, NULL, &bytes, NULL), WM_OK);
    test_shelf_put(&shelf, name, "tga", bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    wm_texture_free(t);
    wm_image_free(image);
}

/* A scene whose materials have these colours; the last is NULL. */
static wm_scene *make_scene(const char *source, const char *const *colours,
                            const wm_allocator *allocator)
{
    uint32_t count = 0;
    while (colours[count])
        count++;
    wm_scene *s = wm_scene_new(0, allocator, NULL);
    if (!s)
        return NULL;
    s->source = source;
    s->materials = wm_scene_alloc(s, count, sizeof *s->materials, NULL);
    for (uint32_t i = 0; s->materials && i < count; i++) {
        s->materials[i].alpha = 1;
        s->materials[i].textures[WM_TEXTURE_SLOT_COLOUR].name = colours[i];
    }
    s->material_count = s->materials ? count : 0;
    if (s->materials && wm_scene_finish(s, NULL) == WM_OK)
        return s;
    wm_scene_free(s);
    return NULL;
}

static wm_scene *load_scene(const char *source, const char *const *colours)
{
    wm_error error;
    wm_scene *s = make_scene(source, colours, NULL);
    const wm_scene_images_opts opts = {.finder = test_shelf_finder(&shelf)};
    assert_non_null(s);
    if (wm_scene_load_images(s, &opts, &error) != WM_OK)
        fail_msg("%s", error.message);
    assert_int_equal(wm_scene_finish(s, &error), WM_OK); /* every number in it is valid */
    return s;
}

static const wm_scene_image *colour(const wm_scene *s, uint32_t material)
{
    const wm_scene_image *image = wm_scene_texture_image(s, material, WM_TEXTURE_SLOT_COLOUR);
    assert_non_null(image);
    return image;
}

/* ---- finding ---- */

static void each_name_is_loaded_once(void **state)
{
    const char *const names[] = {"Wall", "wall", "WALL.TGA", "floor", "none", "NULL", "", NULL};
    (void)state;
    put_sample("wall", "tga", "rgb.tga");
    put_sample("floor", "tpc", "dxt1.tpc");
    wm_scene *s = load_scene("kotor-mdl", names);
    assert_int_equal(s->image_count, 2);
    assert_ptr_equal(colour(s, 0), colour(s, 1));
    assert_ptr_equal(colour(s, 0), colour(s, 2));
    assert_int_equal(colour(s, 0)->width, 5);
    assert_string_equal(colour(s, 0)->where, "shelf:wall.tga");
    assert_string_equal(colour(s, 3)->name, "floor");
    assert_int_equal(colour(s, 3)->height, 16);
    for (uint32_t i = 4; i < 7; i++)
        assert_null(wm_scene_texture_image(s, i, WM_TEXTURE_SLOT_COLOUR));
    assert_int_equal(s->missing_count, 1);
    assert_string_equal(s->missing[0].name, "none");
    assert_int_equal(s->missing[0].material, 4);
    assert_int_equal(s->missing[0].slot, WM_TEXTURE_SLOT_COLOUR);
    assert_null(s->missing[0].where);
    assert_null(s->missing[0].reason);
    wm_scene_free(s);
}

static void pixels_are_those_of_the_texture(void **state)
{
    (void)state;
    for (const test_texture *t = test_textures; t->name; t++) {
        const char *const names[] = {"sample", NULL};
        const char *type = strrchr(t->name, '.') + 1;
        put_sample("sample", type, t->name);
        wm_scene *s = load_scene("joined", names);
        wm_texture *texture = test_texture_make(t->name);
        bool cube = t->form == WM_TEXTURE_FORM_CUBE;
        wm_image *image = cube ? wm_texture_decode_sheet(texture, NULL, NULL)
                               : wm_texture_decode(texture, 0, 0, NULL, NULL);
        const wm_scene_image *got = colour(s, 0);
        assert_int_equal(got->width, image->width);
        assert_int_equal(got->height, image->height);
        assert_int_equal(got->cube, cube);
        assert_memory_equal(got->rgba, image->rgba, 4 * (size_t)image->width * image->height);
        wm_image_free(image);
        wm_texture_free(texture);
        wm_scene_free(s);
        test_shelf_clear(&shelf);
        shelf = (test_shelf){0};
    }
}

static void families_look_for_their_own_types(void **state)
{
    const char *const names[] = {"a", "b.dds", NULL};
    (void)state;
    put_sample("a", "tpc", "dxt1.tpc");
    put_sample("a", "tga", "rgb.tga");
    put_sample("b", "tga", "rgb.tga");
    put_sample("b", "dds", "dxt1.dds");
    wm_scene *s = load_scene("kotor-mdl", names);
    assert_string_equal(colour(s, 0)->where, "shelf:a.tpc");
    assert_string_equal(colour(s, 0)->hides, "shelf:a.tga");
    assert_string_equal(colour(s, 1)->where, "shelf:b.tga");
    wm_scene_free(s);
    s = load_scene("nwn2-mdb", names);
    assert_string_equal(colour(s, 0)->where, "shelf:a.tga");
    assert_string_equal(colour(s, 1)->where, "shelf:b.dds");
    wm_scene_free(s);
    s = load_scene("bw2-model", names);
    assert_string_equal(colour(s, 1)->where, "shelf:b.dds");
    assert_null(colour(s, 0)->hides);
    wm_scene_free(s);
}

/* The shelf, with a TPC that is in an archive. */
static wm_status find_ranked(void *user, const char *name, const char *type, wm_found *out,
                             wm_error *error)
{
    wm_finder finder = test_shelf_finder(user);
    wm_status status = finder.find(finder.user, name, type, out, error);
    out->rank = strcmp(type, "tpc") == 0 ? 3 : 0;
    return status;
}

static void a_file_in_a_folder_beats_one_in_an_archive(void **state)
{
    const char *const names[] = {"a", NULL};
    const wm_scene_images_opts opts = {.finder = {.find = find_ranked, .user = &shelf}};
    (void)state;
    put_sample("a", "tpc", "dxt1.tpc");
    put_sample("a", "tga", "rgb.tga");
    wm_scene *s = make_scene("kotor-mdl", names, NULL);
    assert_int_equal(wm_scene_load_images(s, &opts, NULL), WM_OK);
    assert_string_equal(colour(s, 0)->where, "shelf:a.tga");
    assert_string_equal(colour(s, 0)->hides, "shelf:a.tpc");
    wm_scene_free(s);
}

static void a_second_call_adds_what_was_missing(void **state)
{
    const char *const names[] = {"a", "b", NULL};
    const wm_scene_images_opts opts = {.finder = test_shelf_finder(&shelf)};
    (void)state;
    put_sample("a", "tpc", "dxt1.tpc");
    wm_scene *s = load_scene("kotor-mdl", names);
    assert_int_equal(s->missing_count, 1);
    put_sample("b", "tga", "rgb.tga");
    assert_int_equal(wm_scene_load_images(s, &opts, NULL), WM_OK);
    assert_int_equal(s->missing_count, 0);
    assert_int_equal(s->image_count, 2);
    assert_string_equal(colour(s, 0)->name, "a");
    assert_string_equal(colour(s, 1)->name, "b");
    wm_scene_free(s);
}

static void finding_only_reads_nothing(void **state)
{
    const char *const names[] = {"a", "b", NULL};
    const wm_scene_images_opts opts = {.finder = test_shelf_finder(&shelf), .find_only = true};
    (void)state;
    put_sample("a", "tpc", "dxt1.tpc");
    wm_scene *s = make_scene("kotor-mdl", names, NULL);
    assert_int_equal(wm_scene_load_images(s, &opts, NULL), WM_OK);
    assert_int_equal(s->image_count, 0);
    assert_int_equal(s->missing_count, 1);
    assert_string_equal(s->missing[0].name, "b");
    assert_int_equal(shelf.loads, 0);
    assert_int_equal(wm_scene_load_images(s, NULL, NULL), WM_OK); /* without a finder */
    assert_int_equal(s->missing_count, 2);
    wm_scene_free(s);
}

static void slots_are_chosen(void **state)
{
    const char *const names[] = {"a", NULL};
    const wm_scene_images_opts opts = {.finder = test_shelf_finder(&shelf),
                                       .slots = 1u << WM_TEXTURE_SLOT_SPECULAR};
    (void)state;
    put_sample("a", "dds", "dxt1.dds");
    wm_scene *s = make_scene("bw2-model", names, NULL);
    s->materials[0].textures[WM_TEXTURE_SLOT_SPECULAR].name = "a.dds";
    assert_int_equal(wm_scene_load_images(s, &opts, NULL), WM_OK);
    assert_null(wm_scene_texture_image(s, 0, WM_TEXTURE_SLOT_COLOUR));
    assert_non_null(wm_scene_texture_image(s, 0, WM_TEXTURE_SLOT_SPECULAR));
    wm_scene_free(s);
}

/* ---- what cannot be read ---- */

static void damaged_textures_are_listed(void **state)
{
    const char *const names[] = {"cut", "odd", NULL};
    (void)state;
    test_shelf_put_text(&shelf, "odd", "tga", "this is no texture");
    size_t size;
    uint8_t *bytes = test_texture_bytes("dxt1.tpc", &size);
    test_shelf_put(&shelf, "cut", "tpc", bytes, 140);
    free(bytes);
    wm_scene *s = load_scene("kotor-mdl", names);
    assert_int_equal(s->image_count, 0);
    assert_int_equal(s->missing_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_string_equal(s->missing[i].name, names[i]);
        assert_non_null(s->missing[i].where);
        assert_non_null(s->missing[i].reason);
    }
    wm_scene_free(s);
}

static void searches_that_fail_are_listed(void **state)
{
    const char *const names[] = {"a", NULL};
    (void)state;
    put_sample("a", "tpc", "dxt1.tpc");
    shelf.fail = WM_IO;
    shelf.silent = true;
    wm_scene *s = load_scene("kotor-mdl", names);
    assert_string_equal(s->missing[0].reason, "the search failed: io");
    wm_scene_free(s);
    shelf.fail = WM_OK;
    shelf.fail_load = WM_IO;
    s = load_scene("kotor-mdl", names);
    assert_string_equal(s->missing[0].reason, "cannot be loaded: io");
    assert_string_equal(s->missing[0].where, "shelf:a.tpc");
    wm_scene_free(s);
    shelf.fail_load = WM_OK;
}

static void pixels_have_a_limit(void **state)
{
    const char *const names[] = {"a", "b", NULL};
    const wm_scene_images_opts opts = {.finder = test_shelf_finder(&shelf),
                                       .memory_limit = 4 * 16 * 16};
    (void)state;
    put_sample("a", "tpc", "dxt1.tpc"); /* 16 x 16 */
    put_sample("b", "tga", "rgb.tga");
    wm_scene *s = make_scene("kotor-mdl", names, NULL);
    assert_int_equal(wm_scene_load_images(s, &opts, NULL), WM_OK);
    assert_int_equal(s->image_count, 1);
    assert_int_equal(s->missing_count, 1);
    assert_string_equal(s->missing[0].reason, "the images of a scene take more than 1024 bytes");
    wm_scene_free(s);
}

static void a_scene_must_be_finished(void **state)
{
    wm_error error;
    wm_scene *s = wm_scene_new(0, NULL, NULL);
    (void)state;
    assert_int_equal(wm_scene_load_images(s, NULL, &error), WM_BAD_ARGUMENT);
    assert_string_equal(error.path, "scene");
    wm_scene_free(s);
}

/* The limit of a scene is for what its format describes. */
static void pixels_do_not_count_for_the_scene(void **state)
{
    const wm_scene_images_opts opts = {.finder = test_shelf_finder(&shelf)};
    (void)state;
    put_tga("big", 256, 256, 255);
    wm_scene *s = wm_scene_new(16384, NULL, NULL);
    s->materials = wm_scene_alloc(s, 1, sizeof *s->materials, NULL);
    s->materials[0].textures[0].name = "big";
    s->material_count = 1;
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    assert_int_equal(wm_scene_load_images(s, &opts, NULL), WM_OK);
    assert_int_equal(colour(s, 0)->width, 256);
    wm_error error;
    assert_null(wm_scene_alloc(s, 1 << 22, 1, &error));
    assert_int_equal(error.code, WM_LIMIT);
    wm_scene_free(s);
}

/* ---- what a texture means ---- */

static void texts_say_what_alpha_does(void **state)
{
    static const struct {
        const char *text;
        int alpha; /* of the pixels */
        wm_scene_alpha expected;
        float cutoff;
    } rows[] = {
        {"", 255, WM_SCENE_ALPHA_OPAQUE, 0},
        {"", 100, WM_SCENE_ALPHA_BLEND, 0},
        {"blending additive", 255, WM_SCENE_ALPHA_ADDITIVE, 0},
        {"blending additive", 100, WM_SCENE_ALPHA_ADDITIVE, 0},
        {"blending punchthrough", 100, WM_SCENE_ALPHA_TEST, 0.35f},
        {"envmaptexture cm_a", 100, WM_SCENE_ALPHA_OPAQUE, 0},
        {"bumpmaptexture a_bump", 100, WM_SCENE_ALPHA_OPAQUE, 0},
        {"wateralpha 0.5", 255, WM_SCENE_ALPHA_BLEND, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const names[] = {"a", NULL};
        float cutoff;
        put_tga("a", 4, 4, rows[i].alpha);
        test_shelf_put_text(&shelf, "a", "txi", rows[i].text);
        wm_scene *s = load_scene("kotor-mdl", names);
        assert_int_equal(wm_scene_material_alpha(s, 0, &cutoff), rows[i].expected);
        assert_true(cutoff == rows[i].cutoff);
        wm_scene_free(s);
        test_shelf_clear(&shelf);
        shelf = (test_shelf){0};
    }
}

static void materials_say_what_alpha_does(void **state)
{
    const char *const names[] = {"a", "b", NULL};
    float cutoff;
    (void)state;
    put_tga("a", 4, 4, 100);
    put_tga("b", 4, 4, 255);
    wm_scene *s = load_scene("bw2-model", names);
    assert_int_equal(wm_scene_material_alpha(s, 0, &cutoff), WM_SCENE_ALPHA_TEST);
    assert_true(cutoff == 0.5f);
    assert_int_equal(wm_scene_material_alpha(s, 1, NULL), WM_SCENE_ALPHA_OPAQUE);
    s->materials[0].blended = true; /* a picture that cuts out says more */
    assert_int_equal(wm_scene_material_alpha(s, 0, NULL), WM_SCENE_ALPHA_TEST);
    s->materials[0].alpha_mode = WM_SCENE_ALPHA_BLEND;
    assert_int_equal(wm_scene_material_alpha(s, 0, NULL), WM_SCENE_ALPHA_BLEND);
    s->materials[1].alpha = 0.5f;
    assert_int_equal(wm_scene_material_alpha(s, 1, NULL), WM_SCENE_ALPHA_BLEND);
    wm_scene_free(s);
    s = load_scene("nwn2-mdb", names);
    assert_int_equal(wm_scene_material_alpha(s, 0, NULL), WM_SCENE_ALPHA_OPAQUE);
    wm_scene_free(s);
}

static void texts_name_further_maps(void **state)
{
    const char *const names[] = {"a", "b", "cm_sky", NULL};
    (void)state;
    put_tga("a", 4, 4, 100);
    put_tga("b", 4, 4, 100);
    put_sample("cm_sky", "tpc", "cube.tpc");
    put_tga("a_bump", 4, 4, -1);
    test_shelf_put_text(&shelf, "a", "txi", "envmaptexture CM_Sky\nbumpmaptexture a_bump\nclamp 2");
    test_shelf_put_text(&shelf, "b", "txi", "bumpyshinytexture cm_night\ndecal 1\nfilter 0");
    test_shelf_put_text(&shelf, "a_bump", "txi", "isbumpmap 1\nbumpmapscaling 2");
    wm_scene *s = load_scene("kotor-mdl", names);
    const wm_scene_image *a = colour(s, 0), *b = colour(s, 1);
    assert_string_equal(a->environment_name, "CM_Sky");
    assert_ptr_equal(&s->images[a->environment - 1], colour(s, 2)); /* it is loaded once */
    assert_true(s->images[a->environment - 1].cube);
    assert_false(a->clamp_u);
    assert_true(a->clamp_v);
    const wm_scene_image *bump = &s->images[a->bump - 1];
    assert_string_equal(bump->name, "a_bump");
    const uint8_t *p = bump->rgba + 4; /* rises to the right, so the normal leans to the left */
    assert_true(p[0] < 80 && p[1] == 128 && p[2] > 128);
    assert_int_equal(b->environment, 0);
    assert_string_equal(b->environment_name, "cm_night");
    assert_true(b->decal && b->nearest);
    assert_int_equal(s->missing_count, 1);
    assert_string_equal(s->missing[0].name, "cm_night");
    assert_int_equal(s->missing[0].slot, WM_TEXTURE_SLOT_COUNT);
    assert_int_equal(s->missing[0].material, 1);
    wm_scene_free(s);
}

static void a_sheet_shows_its_first_frame(void **state)
{
    const char *const names[] = {"sheet", NULL};
    (void)state;
    put_tga("sheet", 4, 6, 200);
    test_shelf_put_text(&shelf, "sheet", "txi", "proceduretype cycle\nnumx 2\nnumy 3\nfps 5");
    wm_scene *s = load_scene("kotor-mdl", names);
    const wm_scene_image *image = colour(s, 0);
    assert_int_equal(image->width, 2);
    assert_int_equal(image->height, 2);
    assert_int_equal(image->rgba[0], 4); /* the rows at the bottom */
    assert_int_equal(image->rgba[4 * 3], 5);
    wm_scene_free(s);
}

/* ---- joined scenes ---- */

static void joined_scenes_keep_their_images(void **state)
{
    const char *const first[] = {"a", "none", NULL}, *const second[] = {"b", "a", NULL};
    (void)state;
    put_tga("a", 4, 4, 100);
    put_tga("b", 4, 4, 100);
    put_sample("cm_sky", "tpc", "cube.tpc");
    test_shelf_put_text(&shelf, "b", "txi", "envmaptexture cm_sky");
    wm_scene *pieces[2] = {load_scene("kotor-mdl", first), load_scene("kotor-mdl", second)};
    const wm_scene_piece list[] = {{"one", pieces[0], {.rotation = {0, 0, 0, 1}}},
                                   {"two", pieces[1], {.rotation = {0, 0, 0, 1}}}};
    wm_scene *s = wm_scene_join("all", list, 2, NULL, NULL);
    assert_non_null(s);
    assert_int_equal(s->material_count, 4);
    assert_string_equal(colour(s, 0)->name, "a");
    assert_string_equal(colour(s, 2)->name, "b");
    assert_string_equal(colour(s, 3)->name, "a");
    assert_string_equal(s->images[colour(s, 2)->environment - 1].name, "cm_sky");
    assert_int_equal(s->missing_count, 1);
    assert_int_equal(s->missing[0].material, 1);
    wm_scene_free(s);
    wm_scene_free(pieces[0]);
    wm_scene_free(pieces[1]);
}

/* ---- memory ---- */

static void each_allocation_may_fail(void **state)
{
    const char *const names[] = {"a", "b", "c", "none", NULL};
    (void)state;
    put_tga("a", 4, 4, 100);
    put_sample("b", "tpc", "rgba.tpc");
    put_sample("cm_bright", "tpc", "cube.tpc");
    put_tga("a_bump", 4, 4, -1);
    test_shelf_put_text(&shelf, "a", "txi", "envmaptexture cm_none\nbumpmaptexture a_bump");
    test_shelf_put_text(&shelf, "a_bump", "txi", "isbumpmap 1");
    test_shelf_put_text(&shelf, "c", "tga", "this is no texture");
    const wm_scene_images_opts opts = {.finder = test_shelf_finder(&shelf)};
    uint64_t refused = 0;
    for (uint64_t n = 1;; n++) {
        test_memory memory;
        wm_error error = {.code = WM_OK};
        test_memory_init(&memory);
        wm_scene *s = make_scene("kotor-mdl", names, &memory.allocator);
        assert_non_null(s);
        memory.fail_at = memory.calls + n;
        wm_status status = wm_scene_load_images(s, &opts, &error);
        bool done = memory.refused == 0;
        if (done) {
            assert_int_equal(status, WM_OK);
            assert_int_equal(s->image_count, 4);
            assert_int_equal(s->missing_count, 3);
        } else {
            assert_int_equal(status, WM_NO_MEMORY);
            assert_int_equal(error.code, WM_NO_MEMORY);
            assert_int_equal(s->image_count, 0);
            assert_int_equal(s->missing_count, 0);
            assert_int_equal(s->materials[0].textures[0].image, 0);
            refused++;
        }
        wm_scene_free(s);
        test_memory_done(&memory, "wm_scene_load_images");
        if (done)
            break;
    }
    assert_true(refused > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(each_name_is_loaded_once, leave),
        cmocka_unit_test_teardown(pixels_are_those_of_the_texture, leave),
        cmocka_unit_test_teardown(families_look_for_their_own_types, leave),
        cmocka_unit_test_teardown(a_file_in_a_folder_beats_one_in_an_archive, leave),
        cmocka_unit_test_teardown(a_second_call_adds_what_was_missing, leave),
        cmocka_unit_test_teardown(finding_only_reads_nothing, leave),
        cmocka_unit_test_teardown(slots_are_chosen, leave),
        cmocka_unit_test_teardown(damaged_textures_are_listed, leave),
        cmocka_unit_test_teardown(searches_that_fail_are_listed, leave),
        cmocka_unit_test_teardown(pixels_have_a_limit, leave),
        cmocka_unit_test_teardown(a_scene_must_be_finished, leave),
        cmocka_unit_test_teardown(pixels_do_not_count_for_the_scene, leave),
        cmocka_unit_test_teardown(texts_say_what_alpha_does, leave),
        cmocka_unit_test_teardown(materials_say_what_alpha_does, leave),
        cmocka_unit_test_teardown(texts_name_further_maps, leave),
        cmocka_unit_test_teardown(a_sheet_shows_its_first_frame, leave),
        cmocka_unit_test_teardown(joined_scenes_keep_their_images, leave),
        cmocka_unit_test_teardown(each_allocation_may_fail, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Ground, grass and water through a scene and back. */
#include <string.h>

#include "memory.h"
#include "support.h"
#include "terrain.h"

static wm_scene *scene_of(const wm_nwn2_trn *trn)
{
    wm_buffer glb;
    wm_error error;
    const wm_scene_opts opts = {.details = true};
    wm_scene *scene = wm_scene_from_nwn2_trn(trn, &opts, &error), *back;
    assert_non_null(scene);
    assert_int_equal(wm_gltf_write(scene, NULL, &glb, &error), WM_OK);
    wm_scene_free(scene);
    back = wm_gltf_read(glb.data, glb.size, NULL, &error);
    wm_buffer_free(&glb);
    assert_non_null(back);
    return back;
}

static wm_buffer bytes_of(const wm_nwn2_trn *trn, const char *type)
{
    wm_buffer out = {0};
    for (uint32_t i = 0; i < trn->packet_count; i++)
        if (strcmp(trn->packets[i].type, type) == 0) {
            assert_int_equal(wm_nwn2_packet_write(&trn->packets[i], NULL, &out, NULL), WM_OK);
            break;
        }
    return out;
}

static void assert_same_packet(const wm_nwn2_trn *a, const wm_nwn2_trn *b, const char *type)
{
    wm_buffer x = bytes_of(a, type), y = bytes_of(b, type);
    assert_true(x.size > 0);
    assert_int_equal(x.size, y.size);
    assert_memory_equal(x.data, y.data, x.size);
    wm_buffer_free(&x);
    wm_buffer_free(&y);
}

static void packets_come_back(void **state)
{
    (void)state;
    const struct {
        const char *file, *type;
    } cases[] = {{"field.trx", "TRRN"}, {"hall.trx", "WATR"}};
    for (size_t i = 0; i < 2; i++)
        for (int base = 0; base < 3; base++) { /* without, with, and only ground and water */
            wm_nwn2_trn *trn = test_terrain_make(cases[i].file);
            for (uint32_t k = 0; base == 0 && k < trn->packet_count; k++)
                if (trn->packets[k].watr) /* garbage is not kept */
                    memset(trn->packets[k].watr->unknown, 0, 96);
            wm_scene *scene = scene_of(trn);
            wm_walkmesh_import_opts opts = {.template_trn = base ? trn : NULL,
                                            .keep_walkmesh = base == 2};
            wm_walkmesh_import_result r;
            wm_error error;
            wm_nwn2_trn *back = wm_nwn2_trn_from_scene(scene, &opts, &r, &error);
            assert_non_null(back);
            assert_int_equal(r.ground + r.water, 1);
            assert_int_equal(back->packet_count, trn->packet_count);
            assert_string_equal(back->packets[back->packet_count - 1].type, "ASWM");
            assert_same_packet(trn, back, cases[i].type);
            if (base == 2)
                assert_same_packet(trn, back, "ASWM");
            wm_nwn2_trn_free(back);
            wm_scene_free(scene);
            wm_nwn2_trn_free(trn);
        }
}

static wm_scene_node *find_node(wm_scene *scene, const char *name)
{
    uint32_t i = wm_scene_find_node(scene, name);
    assert_true(i != WM_NO_INDEX);
    return &scene->nodes[i];
}

static const wm_nwn2_trrn *ground_of(const wm_nwn2_trn *trn)
{
    for (uint32_t i = 0; i < trn->packet_count; i++)
        if (trn->packets[i].trrn)
            return trn->packets[i].trrn;
    return NULL;
}

/* As a program does that moves nodes and drops extras and a uv set. */
static void edits_are_taken(void **state)
{
    (void)state;
    wm_nwn2_trn *trn = test_terrain_make("field.trx");
    const wm_nwn2_trrn *was = ground_of(trn);
    wm_scene *scene = scene_of(trn);
    wm_scene_node *ground = find_node(scene, "ground_0"), *grass = find_node(scene, "grass_0_0");
    wm_error error;
    wm_walkmesh_import_opts opts = {.template_trn = trn, .keep_walkmesh = true};
    ground->rest.translation.z = 2; /* the space of the source: z is up */
    ground->extras.count = 0;
    scene->meshes[ground->mesh].uvs[1] = NULL;
    grass->rest.translation.z = 2;
    wm_nwn2_trn *back = wm_nwn2_trn_from_scene(scene, &opts, NULL, &error);
    assert_non_null(back);
    const wm_nwn2_trrn *is = ground_of(back);
    assert_int_equal(is->vertex_count, was->vertex_count);
    for (uint32_t i = 0; i < is->vertex_count; i++) {
        assert_true(is->vertices[i].position.z == was->vertices[i].position.z + 2);
        assert_true(is->vertices[i].position.x == was->vertices[i].position.x);
        assert_memory_equal(is->vertices[i].tint, was->vertices[i].tint, 4);
        assert_true(is->vertices[i].mask_uv[0] == was->vertices[i].mask_uv[0]); /* by position */
    }
    assert_memory_equal(is->textures, was->textures, sizeof is->textures); /* of the template */
    assert_int_equal(is->dds[0].size, was->dds[0].size);
    assert_int_equal(is->grass_count, was->grass_count);
    assert_int_equal(is->grass->blade_count, was->grass->blade_count);
    for (uint32_t i = 0; i < is->grass->blade_count; i++) {
        const wm_nwn2_blade *a = &is->grass->blades[i], *b = &was->grass->blades[i];
        assert_true(a->position.z == b->position.z + 2);
        assert_memory_equal(&a->dimension, &b->dimension, sizeof a->dimension);
        assert_memory_equal(&a->direction, &b->direction, sizeof a->direction);
    }
    wm_nwn2_trn_free(back);
    wm_scene_free(scene);
    wm_nwn2_trn_free(trn);
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    wm_nwn2_trn *trn = test_terrain_make("field.trx");
    wm_scene *scene = scene_of(trn);
    wm_error error;
    wm_walkmesh_import_opts opts = {.keep_walkmesh = true};
    assert_null(wm_nwn2_trn_from_scene(scene, &opts, NULL, &error));
    assert_int_equal(error.code, WM_BAD_ARGUMENT);
    const wm_extra *e = wm_extras_find(&find_node(scene, "ground_0")->extras, "weights_0");
    assert_true(e && e->texts && strlen(e->texts[0]) > 4);
    ((char *)(uintptr_t)e->texts[0])[2] = '?';
    opts.template_trn = trn;
    assert_null(wm_nwn2_trn_from_scene(scene, &opts, NULL, &error));
    assert_int_equal(error.code, WM_BAD_TEXT);
    wm_scene_free(scene);
    wm_nwn2_trn_free(trn);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static const char *const files[] = {"field.trx", "hall.trx"};
    for (size_t i = 0; i < 2; i++) {
        wm_nwn2_trn *trn = test_terrain_make(files[i]);
        wm_scene *scene = scene_of(trn);
        uint64_t n = 1;
        for (bool done = false; !done; n++) {
            test_memory memory;
            wm_error error = {.code = WM_OK};
            test_memory_init(&memory);
            wm_walkmesh_import_opts opts = {.allocator = &memory.allocator};
            memory.fail_at = n;
            wm_nwn2_trn *back = wm_nwn2_trn_from_scene(scene, &opts, NULL, &error);
            if (!back)
                assert_int_equal(error.code, WM_NO_MEMORY);
            done = memory.refused == 0;
            wm_nwn2_trn_free(back);
            test_memory_done(&memory, "terrain");
        }
        assert_true(n > 3);
        wm_scene_free(scene);
        wm_nwn2_trn_free(trn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_come_back),
        cmocka_unit_test(edits_are_taken),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

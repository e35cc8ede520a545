/* Small meshes with a large extent. What is made from a mesh (tiles, pieces, grids) is in
 * proportion to what it holds, or the import is refused. */
#include "memory.h"
#include "support.h"

/* `count` triangles that span a square, one above the other; y is up. */
static wm_scene *make_stack(float extent, int count)
{
    char text[8192];
    size_t at = 0;
    wm_error error;
    for (int i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "v 0 %d 0\nv %g %d 0\nv 0 %d %g\nf -3 -2 -1\n", i * 10,
                               (double)extent, i * 10, i * 10, (double)-extent);
    wm_scene *scene = wm_obj_read(text, at, NULL, &error);
    if (!scene)
        fail_msg("%s", error.message);
    return scene;
}

/* Returns the status of the import as a TRX. */
static wm_status import(float extent, int count)
{
    wm_walkmesh_import_result result;
    wm_error error = {.code = WM_OK};
    test_memory memory;
    test_memory_init(&memory);
    const wm_walkmesh_import_opts opts = {.material = "stone", .allocator = &memory.allocator};
    wm_scene *scene = make_stack(extent, count);
    double start = test_cpu_seconds();
    wm_nwn2_trn *trn = wm_nwn2_trn_from_scene(scene, &opts, &result, &error);
    double took = test_cpu_seconds() - start;
    print_message("%d triangles of %g m: %s, %.2f s, %.1f MB\n", count, (double)extent,
                  trn ? "baked" : wm_status_name(error.code), took, (double)memory.peak / 1e6);
    assert_true(trn || error.code != WM_OK);
    assert_true(took < 5);
    assert_true(memory.peak < 64u << 20);
    wm_nwn2_trn_free(trn);
    wm_scene_free(scene);
    test_memory_done(&memory, "import");
    return error.code;
}

static void one_triangle(void **state)
{
    (void)state;
    assert_int_equal(import(1, 1), WM_OK);
    assert_int_equal(import(100, 1), WM_OK);
    assert_int_equal(import(288, 1), WM_OK); /* 32 x 32 tiles */
    for (float extent = 500; extent < 1e30f; extent *= 1000)
        assert_int_equal(import(extent, 1), WM_LIMIT);
}

/* Each would be cut at all borders. */
static void one_above_the_other(void **state)
{
    (void)state;
    assert_int_equal(import(9, 100), WM_OK);
    assert_int_equal(import(288, 100), WM_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_triangle),
        cmocka_unit_test(one_above_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

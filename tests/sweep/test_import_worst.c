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

/* Returns the status of the import as a TRX, and frees the scene. `input`: bytes it came from. */
static wm_status import_scene(wm_scene *scene, size_t input, const char *what)
{
    wm_walkmesh_import_result result;
    wm_error error = {.code = WM_OK};
    test_memory memory;
    test_memory_init(&memory);
    const wm_walkmesh_import_opts opts = {.material = "stone", .allocator = &memory.allocator};
    double start = test_cpu_seconds();
    wm_nwn2_trn *trn = wm_nwn2_trn_from_scene(scene, &opts, &result, &error);
    double took = test_cpu_seconds() - start;
    print_message("%s: %s, %.2f s, %.1f MB\n", what, trn ? "baked" : wm_status_name(error.code),
                  took, (double)memory.peak / 1e6);
    assert_true(trn || error.code != WM_OK);
    assert_true(took < 5);
    assert_true(memory.peak < (64u << 20) + 64 * input);
    wm_nwn2_trn_free(trn);
    wm_scene_free(scene);
    test_memory_done(&memory, "import");
    return error.code;
}

static wm_status import(float extent, int count)
{
    char what[64];
    (void)snprintf(what, sizeof what, "%d triangles of %g m", count, (double)extent);
    return import_scene(make_stack(extent, count), 0, what);
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

typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;

static void add_line(text *t, const char *kind, const double number[3])
{
    if (t->capacity - t->size < 128) {
        t->capacity = 2 * t->capacity + 4096;
        t->bytes = realloc(t->bytes, t->capacity);
        assert_non_null(t->bytes);
    }
    t->size += (size_t)snprintf(t->bytes + t->size, t->capacity - t->size, "%s %g %g %g\n", kind,
                                number[0], number[1], number[2]);
}

static wm_status import_text(text *t, const char *what)
{
    wm_error error;
    wm_scene *scene = wm_obj_read(t->bytes, t->size, NULL, &error);
    if (!scene)
        fail_msg("%s", error.message);
    wm_status status = import_scene(scene, t->size, what);
    free(t->bytes);
    return status;
}

/* The border at y = 9 cuts every triangle of a fan. Looking at all corners at its tip for each
 * made this take 11 s. */
static void a_fan_across_a_border(void **state)
{
    (void)state;
    const int n = 32000;
    text t = {0};
    add_line(&t, "v", (double[]){4, 0, -1});
    for (int i = 0; i <= n; i++)
        add_line(&t, "v", (double[]){8.0 * i / n, 0, i % 2 ? -17 : -16.9});
    for (int i = 0; i < n; i++)
        add_line(&t, "f", (double[]){1, i + 3, i + 2});
    assert_int_equal(import_text(&t, "a fan"), WM_LIMIT);
}

/* The table of steps between islands grows with their square: 8,000 would need 512 MB. */
static wm_status import_islands(int n)
{
    text t = {0};
    for (int i = 0; i < n; i++) {
        double x = 2 * (i % 100), y = -2 * (i / 100);
        add_line(&t, "v", (double[]){x, 0, y});
        add_line(&t, "v", (double[]){x + 1, 0, y});
        add_line(&t, "v", (double[]){x, 0, y - 1});
        add_line(&t, "f", (double[]){-3, -2, -1});
    }
    return import_text(&t, "islands");
}

static void many_islands(void **state)
{
    (void)state;
    assert_int_equal(import_islands(2000), WM_OK);
    assert_int_equal(import_islands(8000), WM_LIMIT);
}

/* A glTF whose meshes all use one accessor of zeros, which is not stored. */
static wm_scene *read_shared(int meshes, int vertices, int nodes, wm_error *error)
{
    size_t room = 4096 + 64 * ((size_t)meshes + (size_t)nodes), at = 0;
    char *json = malloc(room);
    assert_non_null(json);
    at +=
        (size_t)snprintf(json + at, room - at,
                         "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,"
                         "\"type\":\"VEC3\",\"count\":%d}],\"meshes\":[",
                         vertices);
    for (int i = 0; i < meshes; i++)
        at += (size_t)snprintf(json + at, room - at,
                               "%s{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}",
                               i ? "," : "");
    at += (size_t)snprintf(json + at, room - at, "],\"nodes\":[");
    for (int i = 0; i < nodes; i++)
        at += (size_t)snprintf(json + at, room - at, "%s{\"mesh\":%d}", i ? "," : "", i % meshes);
    at += (size_t)snprintf(json + at, room - at, "]}");
    wm_scene *scene = wm_gltf_read(json, at, NULL, error);
    free(json);
    return scene;
}

/* A glTF of 112 kB with 1,000 meshes that shared 3,000 vertices became an MDL of 170 MB and took
 * 890 MB. */
static void meshes_share_accessors(void **state)
{
    (void)state;
    wm_error error;
    wm_scene_free(read_shared(20, 3000, 20, &error));
    assert_null(read_shared(1000, 3000, 1000, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_string_equal(error.path, "meshes[77].primitives[0].attributes");
}

static void nodes_share_meshes(void **state)
{
    (void)state;
    const wm_walkmesh_import_opts opts = {.material = "dirt"};
    wm_error error[4];
    wm_scene *scene = read_shared(1, 30000, 100, &error[0]);
    assert_non_null(scene);
    assert_null(wm_kotor_bwm_from_scene(scene, &opts, NULL, &error[0]));
    assert_null(wm_nwn2_trn_from_scene(scene, &opts, NULL, &error[1]));
    assert_null(wm_kotor_mdl_from_scene(scene, NULL, NULL, &error[2]));
    assert_null(wm_nwn2_mdb_from_scene(scene, NULL, NULL, &error[3]));
    for (int i = 0; i < 4; i++) {
        assert_int_equal(error[i].code, WM_LIMIT);
        assert_string_equal(error[i].message,
                            "many nodes show the same meshes, which would become 4,000,000 "
                            "vertices and triangles; at most 460,000 are allowed for meshes of "
                            "40,000");
    }
    wm_scene_free(scene);
}

/* A chain of nodes, and animations that move the last one: each has all nodes. 1,000 of both (150
 * kB) became an MDL of 84 MB and took 231 MB. */
static wm_scene *read_chain(int nodes, int animations)
{
    size_t room = 4096 + 256 * ((size_t)nodes + (size_t)animations), at = 0;
    char *json = malloc(room);
    assert_non_null(json);
    at +=
        (size_t)snprintf(json + at, room - at,
                         "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,"
                         "\"type\":\"SCALAR\",\"count\":1,\"min\":[0],\"max\":[0]},"
                         "{\"componentType\":5126,\"type\":\"VEC3\",\"count\":1}],\"nodes\":[");
    for (int i = 0; i < nodes - 1; i++)
        at += (size_t)snprintf(json + at, room - at, "{\"name\":\"n%d\",\"children\":[%d]},", i,
                               i + 1);
    at += (size_t)snprintf(json + at, room - at,
                           "{\"name\":\"last\",\"translation\":[1,0,0]}],\"animations\":[");
    for (int i = 0; i < animations; i++)
        at += (size_t)snprintf(json + at, room - at,
                               "%s{\"name\":\"a%d\",\"samplers\":[{\"input\":0,\"output\":1}],"
                               "\"channels\":[{\"sampler\":0,\"target\":{\"node\":%d,"
                               "\"path\":\"translation\"}}]}",
                               i ? "," : "", i, nodes - 1);
    at += (size_t)snprintf(json + at, room - at, "]}");
    wm_error error;
    wm_scene *scene = wm_gltf_read(json, at, NULL, &error);
    if (!scene)
        fail_msg("%s", error.message);
    free(json);
    return scene;
}

static void animations_of_a_deep_node(void **state)
{
    (void)state;
    wm_error error;
    wm_scene *scene = read_chain(200, 200);
    wm_kotor_mdl *mdl = wm_kotor_mdl_from_scene(scene, NULL, NULL, &error);
    assert_non_null(mdl);
    assert_int_equal(mdl->animations[199].tree.count, 200);
    wm_kotor_mdl_free(mdl);
    wm_scene_free(scene);
    scene = read_chain(400, 400);
    assert_null(wm_kotor_mdl_from_scene(scene, NULL, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_string_equal(error.path, "animations");
    wm_scene_free(scene);
}

/* A glTF in which each node has a mesh and a skin of its own, with one joint. */
static wm_scene *read_skins(int count)
{
    size_t room = 4096 + 256 * (size_t)count, at = 0;
    char *json = malloc(room);
    assert_non_null(json);
    at += (size_t)snprintf(
        json + at, room - at,
        "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\","
        "\"count\":3},{\"componentType\":5121,\"type\":\"VEC4\",\"count\":3},"
        "{\"componentType\":5126,\"type\":\"VEC4\",\"count\":3}],\"nodes\":[{\"name\":\"bone\"}");
    for (int i = 0; i < count; i++)
        at += (size_t)snprintf(json + at, room - at, ",{\"mesh\":%d,\"skin\":%d}", i, i);
    at += (size_t)snprintf(json + at, room - at, "],\"skins\":[");
    for (int i = 0; i < count; i++)
        at += (size_t)snprintf(json + at, room - at, "%s{\"joints\":[0]}", i ? "," : "");
    at += (size_t)snprintf(json + at, room - at, "],\"meshes\":[");
    for (int i = 0; i < count; i++)
        at += (size_t)snprintf(json + at, room - at,
                               "%s{\"primitives\":[{\"attributes\":{\"POSITION\":0,"
                               "\"JOINTS_0\":1,\"WEIGHTS_0\":2}}]}",
                               i ? "," : "");
    at += (size_t)snprintf(json + at, room - at, "]}");
    wm_error error;
    wm_scene *scene = wm_gltf_read(json, at, NULL, &error);
    if (!scene)
        fail_msg("%s", error.message);
    free(json);
    return scene;
}

/* The tables of a skin have a row for each name: 3,000 skins (800 kB) became an MDL of 338 MB. */
static void many_skins(void **state)
{
    (void)state;
    wm_error error;
    wm_scene *scene = read_skins(400);
    wm_kotor_mdl *mdl = wm_kotor_mdl_from_scene(scene, NULL, NULL, &error);
    assert_non_null(mdl);
    wm_kotor_mdl_free(mdl);
    wm_scene_free(scene);
    scene = read_skins(800);
    assert_null(wm_kotor_mdl_from_scene(scene, NULL, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_string_equal(error.path, "skins");
    wm_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_triangle),
        cmocka_unit_test(one_above_the_other),
        cmocka_unit_test(a_fan_across_a_border),
        cmocka_unit_test(many_islands),
        cmocka_unit_test(meshes_share_accessors),
        cmocka_unit_test(nodes_share_meshes),
        cmocka_unit_test(animations_of_a_deep_node),
        cmocka_unit_test(many_skins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

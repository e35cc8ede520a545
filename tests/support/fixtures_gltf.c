/* glTF and OBJ files with faults, and with content that is not imported. */
#include "fixtures.h"
#include "models.h"
#include "support.h"

/* A triangle; the fault fills in parts of the text. 42 bytes: three positions, three 16-bit
 * indices. */
#define DATA                                                                                       \
    "\"buffers\":[{\"byteLength\":42,\"uri\":\"data:application/octet-stream;base64,"              \
    "AAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAADAAAABAAIA\"}],"                                \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},"                                           \
    "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":6},{\"buffer\":0,\"byteLength\":12}],"         \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"      \
    "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"},"                   \
    "{\"bufferView\":2,\"componentType\":5121,\"count\":3,\"type\":\"VEC4\"}]"
#define FILE_OF(nodes, primitives, rest)                                                           \
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[" nodes "],"         \
    "\"meshes\":[{\"primitives\":[" primitives "]}]," rest DATA "}"
#define TRIANGLE "{\"attributes\":{\"POSITION\":0},\"indices\":1"

static wm_status no_file(void *user, const char *name, const void **data, size_t *size,
                         wm_error *error)
{
    (void)user;
    (void)name;
    (void)data;
    (void)size;
    (void)error;
    return WM_OK;
}

static void check(const char *text, wm_report *report)
{
    wm_error error;
    const wm_gltf_read_opts opts = {.base = {.report = report}};
    wm_scene *scene = wm_gltf_read(text, strlen(text), &opts, &error);
    if (!scene)
        fail_msg("%s: %s", error.path, error.message);
    wm_scene_free(scene);
}

static void morph(wm_report *report)
{
    check(FILE_OF("{\"mesh\":0}", TRIANGLE ",\"targets\":[{\"POSITION\":0}]}", ""), report);
}

static void uv_transform(wm_report *report)
{
    check(FILE_OF("{\"mesh\":0}", TRIANGLE ",\"material\":0}",
                  "\"images\":[{\"uri\":\"a.png\"}],\"textures\":[{\"source\":0}],\"materials\":[{"
                  "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0,\"extensions\":{"
                  "\"KHR_texture_transform\":{\"scale\":[2,2]}}}}}],"),
          report);
}

static void points(wm_report *report)
{
    check(FILE_OF("{\"mesh\":0}", "{\"attributes\":{\"POSITION\":0},\"mode\":0}", ""), report);
}

static void lines(wm_report *report)
{
    check(FILE_OF("{\"mesh\":0}", TRIANGLE "}," TRIANGLE ",\"mode\":1}", ""), report);
}

static void influences(wm_report *report)
{
    check(FILE_OF("{\"mesh\":0}",
                  "{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":2,\"WEIGHTS_0\":2,\"JOINTS_1\":2,"
                  "\"WEIGHTS_1\":2}}",
                  ""),
          report);
}

static void spot(wm_report *report)
{
    check(FILE_OF("{\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}}", TRIANGLE "}",
                  "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"spot\"}]}},"),
          report);
}

static void channel(wm_report *report)
{
    check(FILE_OF("{\"mesh\":0}", TRIANGLE "}",
                  "\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"path\":\"pointer\"}}"
                  "],\"samplers\":[{\"input\":1,\"output\":0}]}],"),
          report);
}

/* Reading that fails, or a check of what was read. */
static void check_any(const char *text, bool gltf, wm_report *report)
{
    const wm_gltf_read_opts opts = {.base = {.report = report}};
    wm_obj_read_opts obj = {.base = {.report = report}, .load = no_file};
    wm_scene *scene = gltf ? wm_gltf_read(text, strlen(text), &opts, NULL)
                           : wm_obj_read(text, strlen(text), &obj, NULL);
    if (scene)
        assert_int_equal(wm_scene_check(scene, NULL, report, NULL), WM_OK);
    wm_scene_free(scene);
}

static void extension(wm_report *report)
{
    check_any(FILE_OF("{\"mesh\":0}", TRIANGLE "}",
                      "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],"),
              true, report);
}

static void no_buffer(wm_report *report)
{
    check_any("{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],"
              "\"nodes\":[{\"mesh\":0}],\"buffers\":[{\"byteLength\":36,\"uri\":\"a.bin\"}],"
              "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,"
              "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
              "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}",
              true, report);
}

static void no_materials(wm_report *report)
{
    check_any("mtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n", false, report);
}

static void no_triangles(wm_report *report)
{
    check_any("v 0 0 0\nv 1 0 0\nl 1 2\n", false, report);
}

static void not_finite(wm_report *report)
{
    check_any("v 0 0 0\nv 1e99 0 0\nv 0 1 0\nf 1 2 3\n", false, report);
}

static void no_uvs(wm_report *report)
{
    check_any(FILE_OF("{\"mesh\":0}", TRIANGLE ",\"material\":0}",
                      "\"images\":[{\"uri\":\"a.png\"}],\"textures\":[{\"source\":0}],"
                      "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{"
                      "\"index\":0}}}],"),
              true, report);
}

/* A frame with bones below an armature, as Blender saves it, without and with custom properties. */
#define SAVED(extras, rest)                                                                        \
    "{\"name\":\"waymark\",\"children\":[1]},{\"name\":\"waymark_kotor-mdl\",\"rotation\":[-"      \
    "0.70710677,0,0,0.70710677],\"children\":[2]" extras                                           \
    "},{\"name\":\"arm\",\"rotation\":[0,0,0.70710677,0.70710677]" rest "}"

static void lost(wm_report *report)
{
    check(FILE_OF(SAVED("", ""), TRIANGLE "}", "\"skins\":[{\"joints\":[1,2]}],"), report);
}

static void axes(wm_report *report)
{
    check(FILE_OF(SAVED(",\"extras\":{\"kind\":\"frame\"}",
                        ",\"extras\":{\"rest\":[0,0,0,0,0,0,1,1,1,1]}"),
                  TRIANGLE "}", "\"skins\":[{\"joints\":[1,2]}],"),
          report);
}

/* Not the root, whose axes are known. */
static void axes_unknown(wm_report *report)
{
    check(
        FILE_OF(SAVED(",\"extras\":{\"kind\":\"frame\"}", ",\"children\":[3]},{\"name\":\"hand\""),
                TRIANGLE "}", "\"skins\":[{\"joints\":[1,2,3]}],"),
        report);
}

static void hidden_lost(wm_report *report)
{
    check(FILE_OF(SAVED(",\"extras\":{\"kind\":\"frame\"}",
                        ",\"extras\":{\"rest\":[0,0,0,0,0,0,1,1,1,1],\"hidden_mesh\":7}"),
                  TRIANGLE "}", "\"skins\":[{\"joints\":[1,2]}],"),
          report);
}

/* The mesh had two triangles with the same vertices. */
static void doubles_lost(wm_report *report)
{
    check(
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
        "{\"name\":\"waymark_kotor-mdl\",\"rotation\":[-0.70710677,0,0,0.70710677],\"children\":["
        "1],\"extras\":{\"kind\":\"frame\"}},{\"name\":\"leaf\",\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}],\"extras\":{\"doubles\":["
        "1,2]}}],\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],\"bufferViews\":[{\"buffer\":0,"
        "\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,"
        "\"type\":\"VEC3\"}]}",
        report);
}

static void weights_lost(wm_report *report)
{
    check("{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
          "{\"name\":\"waymark_kotor-mdl\",\"rotation\":[-0.70710677,0,0,0.70710677],\"children\":["
          "1],\"extras\":{\"kind\":\"frame\"}},{\"name\":\"leaf\",\"mesh\":0}],"
          "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}],\"extras\":{"
          "\"small_weights\":1}}],\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"
          "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],\"bufferViews\":[{\"buffer\":0,"
          "\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,"
          "\"type\":\"VEC3\"}]}",
          report);
}

/* A bone that moves, and nothing that says how long. */
static void lengths(wm_report *report)
{
    check(
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[" SAVED(
            "",
            "") "],"
                "\"skins\":[{\"joints\":[1,2]}],\"animations\":[{\"name\":\"walk\",\"channels\":[{"
                "\"sampler\":0,\"target\":{\"node\":2,\"path\":\"translation\"}}],\"samplers\":[{"
                "\"input\":0,\"output\":1}]}],\"buffers\":[{\"byteLength\":16,\"uri\":"
                "\"data:;base64,AAAAAAAAAAAAAAAAAAAAAA==\"}],\"bufferViews\":[{\"buffer\":0,"
                "\"byteLength\":16}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
                "\"count\":1,\"type\":\"SCALAR\"},{\"bufferView\":0,\"componentType\":5126,"
                "\"count\":1,"
                "\"type\":\"VEC3\"}]}",
        report);
}

/* The record of an animation says that one of its channels was a curve. */
static void curves(wm_report *report)
{
    check("{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
          "{\"name\":\"waymark\",\"children\":[1]},{\"name\":\"waymark_kotor-mdl\",\"rotation\":[-"
          "0.70710677,0,0,0.70710677],\"children\":[2,3]},{\"name\":\"arm\"},"
          "{\"name\":\"animation_times\"}],"
          "\"skins\":[{\"joints\":[1,2,3]}],\"animations\":[{\"name\":\"walk\",\"channels\":[{"
          "\"sampler\":0,\"target\":{\"node\":3,\"path\":\"translation\"}}],\"samplers\":[{"
          "\"input\":0,\"output\":1}]}],\"buffers\":[{\"byteLength\":32,\"uri\":"
          "\"data:;base64,AAAAAMUggD8AAIA8AAAAAAAAAD0AAIA8AAAAAAAAAD0=\"}],"
          "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,"
          "\"byteLength\":24}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
          "\"count\":2,\"type\":\"SCALAR\"},{\"bufferView\":1,\"componentType\":5126,"
          "\"count\":2,\"type\":\"VEC3\"}]}",
          report);
}

/* The record of an animation says that one of its channels got a key. */
static void added_keys(wm_report *report)
{
    check(
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
        "{\"name\":\"waymark\",\"children\":[1]},{\"name\":\"waymark_kotor-mdl\",\"rotation\":[-"
        "0.70710677,0,0,0.70710677],\"children\":[2,3]},{\"name\":\"arm\"},"
        "{\"name\":\"animation_times\"}],"
        "\"skins\":[{\"joints\":[1,2,3]}],\"animations\":[{\"name\":\"walk\",\"channels\":[{"
        "\"sampler\":0,\"target\":{\"node\":3,\"path\":\"translation\"}},{\"sampler\":1,\"target\":"
        "{"
        "\"node\":3,\"path\":\"scale\"}}],\"samplers\":[{\"input\":0,\"output\":1},{\"input\":3,"
        "\"output\":2}]}],\"buffers\":[{\"byteLength\":44,\"uri\":"
        "\"data:;base64,AAAAAMUggD8AAIA8AAAAAAAAAAAAAIA8AAAAAAAAAAAAAII/AACCPwAAgj8=\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,"
        "\"byteLength\":24},{\"buffer\":0,\"byteOffset\":32,\"byteLength\":12}],\"accessors\":[{"
        "\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},{\"bufferView\":"
        "1,"
        "\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"},{\"bufferView\":2,\"componentType\":"
        "5126,\"count\":1,\"type\":\"VEC3\"},{\"bufferView\":0,\"componentType\":5126,\"count\":1,"
        "\"type\":\"SCALAR\"}]}",
        report);
}

/* Its keys are 200 m away. */
static void far_keys(wm_report *report)
{
    check("{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
          "{\"name\":\"waymark\",\"children\":[1]},{\"name\":\"waymark_kotor-mdl\",\"rotation\":[-"
          "0.70710677,0,0,0.70710677],\"children\":[2,3]},{\"name\":\"arm\"},"
          "{\"name\":\"animation_times\"}],"
          "\"skins\":[{\"joints\":[1,2,3]}],\"animations\":[{\"name\":\"walk\",\"channels\":[{"
          "\"sampler\":0,\"target\":{\"node\":2,\"path\":\"translation\"}}],\"samplers\":[{"
          "\"input\":0,\"output\":1}]}],\"buffers\":[{\"byteLength\":32,\"uri\":"
          "\"data:;base64,AAAAAAAAgD8AAEhDAAAAAAAAAAAAAEhDAACAPwAAAAA=\"}],"
          "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,"
          "\"byteLength\":24}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
          "\"count\":2,\"type\":\"SCALAR\"},{\"bufferView\":1,\"componentType\":5126,"
          "\"count\":2,\"type\":\"VEC3\"}]}",
          report);
}

static void restore(const char *before, const char *after, wm_report *report)
{
    const wm_scene_restore_opts opts = {.report = report};
    wm_scene *original = wm_gltf_read(before, strlen(before), NULL, NULL);
    wm_scene *edited = wm_gltf_read(after, strlen(after), NULL, NULL);
    assert_non_null(original);
    assert_non_null(edited);
    assert_int_equal(wm_scene_restore(original, edited, &opts, NULL, NULL), WM_OK);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* The scene that was exported has one node more. */
static void node_missing(wm_report *report)
{
    restore(FILE_OF("{\"name\":\"room\",\"mesh\":0,\"children\":[1]},{\"name\":\"lamp\"}",
                    TRIANGLE "}", ""),
            FILE_OF("{\"name\":\"room\",\"mesh\":0}", TRIANGLE "}", ""), report);
}

/* A model whose last node has another name. */
static void node_renamed(wm_report *report)
{
    const wm_scene_restore_opts opts = {.report = report};
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_scene *original = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, NULL);
    wm_scene *edited = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, NULL);
    assert_non_null(original);
    assert_non_null(edited);
    edited->nodes[edited->node_count - 1].name = "another";
    assert_int_equal(wm_scene_restore(original, edited, &opts, NULL, NULL), WM_OK);
    wm_scene_free(original);
    wm_scene_free(edited);
    wm_kotor_mdl_free(m);
}

/* The node is there, without its mesh. */
static void mesh_missing(wm_report *report)
{
    restore(FILE_OF("{\"name\":\"room\",\"mesh\":0}", TRIANGLE "}", ""),
            FILE_OF("{\"name\":\"room\"}", TRIANGLE "}", ""), report);
}

/* There are two lights; one of them is gone, but not its node. */
#define LIT(n) "\"extensions\":{\"KHR_lights_punctual\":{\"light\":" #n "}}"
#define LIGHTS                                                                                     \
    "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\"},{\"type\":"         \
    "\"point\"}]}},"
static void light_missing(wm_report *report)
{
    restore(FILE_OF("{\"name\":\"room\",\"mesh\":0,\"children\":[1,2]},{\"name\":\"lamp\"," LIT(
                        0) "},{\"name\":\"torch\"," LIT(1) "}",
                    TRIANGLE "}", LIGHTS),
            FILE_OF("{\"name\":\"room\",\"mesh\":0,\"children\":[1,2]},{\"name\":\"lamp\"," LIT(
                        0) "},{\"name\":\"torch\"}",
                    TRIANGLE "}", LIGHTS),
            report);
}

/* A node that an animation moves or scales. */
#define MOVING(name, path)                                                                         \
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"arm\"}]" \
    ","                                                                                            \
    "\"animations\":[{\"name\":\"" name "\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,"  \
    "\"path\":\"" path "\"}}],\"samplers\":[{\"input\":0,\"output\":1}]}],\"buffers\":[{"          \
    "\"byteLength\":32,\"uri\":\"data:;base64,AAAAAAAAgD8AAEhDAAAAAAAAAAAAAEhDAACAPwAAAAA=\"}],"   \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,"             \
    "\"byteLength\":24}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,"     \
    "\"type\":\"SCALAR\"},{\"bufferView\":1,\"componentType\":5126,\"count\":2,"                   \
    "\"type\":\"VEC3\"}]}"

static void animation_renamed(wm_report *report)
{
    restore(MOVING("walk", "translation"), MOVING("run", "translation"), report);
}

static void animation_kept(wm_report *report)
{
    restore(MOVING("walk", "translation"), MOVING("grow", "scale"), report);
}

const test_fixture fixtures_gltf[] = {
    {WM_GLTF_EXTENSION, "Draco is required", extension},
    {WM_GLTF_BUFFER_MISSING, "a buffer in a file that is missing", no_buffer},
    {WM_OBJ_MATERIALS_MISSING, "a file of materials that is missing", no_materials},
    {WM_SCENE_NO_TRIANGLES, "an OBJ with a line", no_triangles},
    {WM_SCENE_NOT_FINITE, "a vertex beyond the range of float", not_finite},
    {WM_SCENE_NO_UVS, "a texture on a mesh without uvs", no_uvs},
    {WM_GLTF_MORPH_TARGETS, "a primitive with a target", morph},
    {WM_GLTF_UV_TRANSFORM, "a texture with a scale of 2", uv_transform},
    {WM_GLTF_POINTS, "a mesh of points", points},
    {WM_GLTF_LINES, "triangles and lines in a mesh", lines},
    {WM_GLTF_INFLUENCES, "eight joints a vertex", influences},
    {WM_GLTF_LIGHTS, "a spot light", spot},
    {WM_GLTF_CHANNELS, "a channel that moves no property of a node", channel},
    {WM_GLTF_EXTRAS_LOST, "a frame known by its name only", lost},
    {WM_GLTF_AXES, "a bone rotated by 90 degrees", axes},
    {WM_GLTF_AXES_UNKNOWN, "a bone whose rest pose is not known", axes_unknown},
    {WM_GLTF_HIDDEN_LOST, "a node that names a hidden mesh and has none", hidden_lost},
    {WM_GLTF_DOUBLES_LOST, "a mesh without its second side", doubles_lost},
    {WM_GLTF_WEIGHTS_LOST, "a mesh that had a small weight and has none", weights_lost},
    {WM_GLTF_LENGTHS, "an animation without a recorded length", lengths},
    {WM_GLTF_CURVES, "a record of a curve that is gone", curves},
    {WM_GLTF_ADDED_KEYS, "a record of a key that was added", added_keys},
    {WM_GLTF_FAR_KEYS, "samples 200 m away from the origin", far_keys},
    {WM_SCENE_NODE_MISSING, "a node that the edited scene does not have", node_missing},
    {WM_SCENE_MESH_MISSING, "a node that lost its mesh in the edited scene", mesh_missing},
    {WM_SCENE_LIGHT_MISSING, "a node that lost its light in the edited scene", light_missing},
    {WM_SCENE_ANIMATION_RENAMED, "an animation with another name", animation_renamed},
    {WM_SCENE_NODE_RENAMED, "a node with another name", node_renamed},
    {WM_SCENE_ANIMATION_KEPT, "an animation that is missing, and a new one", animation_kept},
    {0},
};

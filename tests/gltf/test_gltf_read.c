/* The glTF reader itself: where errors are, files that belong to another, and memory. What
 * it makes of files is tested by test_gltf_scene.c and test_gltf_model.c. */
#include <stdlib.h>

#include "base/internal.h"
#include "blender.h"
#include "memory.h"
#include "support.h"

/* A triangle whose 42 bytes are in a file of their own. */
static const char sample[] =
    "{\"asset\":{\"version\":\"2.0\"},\n"
    "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\n"
    "\"buffers\":[{\"byteLength\":42,\"uri\":\"my%20data.bin\"}],\n"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},\n"
    "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":6}],\n"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},\n"
    "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}],\n"
    "\"materials\":[{\"name\":\"grass\"}],\n"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,"
    "\"material\":0}]}]}\n";

/* (0,0,0), (2,0,0), (0,0,-2) and the indices 0, 1, 2. */
static const uint8_t data[42] = {[15] = 0x40, [35] = 0xC0, [38] = 1, [40] = 2};

typedef struct folder {
    const char *name; /* asked for last */
    char copy[32];
    size_t size;
    bool missing;
    const char *broken; /* why the file cannot be read; "": without a reason */
} folder;

static wm_status load(void *user, const char *name, const void **bytes, size_t *size,
                      wm_error *error)
{
    folder *f = user;
    if (f->missing)
        return WM_OK;
    if (f->broken)
        return *f->broken ? wm_error_set(error, WM_LIMIT, "", "%s", f->broken) : WM_LIMIT;
    snprintf(f->copy, sizeof f->copy, "%s", name);
    f->name = f->copy;
    *bytes = data;
    *size = f->size;
    return WM_OK;
}

static wm_scene *read_text(const char *text, wm_error *error)
{
    folder f = {.size = sizeof data};
    const wm_gltf_read_opts opts = {.load = load, .user = &f};
    return wm_gltf_read(text, strlen(text), &opts, error);
}

/* As a .glb whose second chunk is the data. The buffer must not name a file. */
static wm_buffer as_glb(const char *text)
{
    size_t n = strlen(text), padded = (n + 3) / 4 * 4, size = 20 + padded + 8 + 44;
    uint8_t *p = calloc(size, 1);
    assert_non_null(p);
    memcpy(p, "glTF", 4);
    wmi_put32(p + 4, 2);
    wmi_put32(p + 8, (uint32_t)size);
    wmi_put32(p + 12, (uint32_t)padded);
    memcpy(p + 16, "JSON", 4);
    memset(p + 20, ' ', padded);
    memcpy(p + 20, text, n);
    wmi_put32(p + 20 + padded, 44);
    memcpy(p + 20 + padded + 4, "BIN", 4);
    memcpy(p + 20 + padded + 8, data, sizeof data);
    return (wm_buffer){.data = p, .size = size};
}

static void replace(char *text, size_t room, const char *from, const char *to)
{
    char *at = strstr(text, from);
    assert_non_null(at);
    size_t rest = strlen(at + strlen(from)) + 1;
    assert_true((size_t)(at - text) + strlen(to) + rest <= room);
    memmove(at + strlen(to), at + strlen(from), rest);
    memcpy(at, to, strlen(to));
}

static void a_buffer_in_another_file(void **state)
{
    folder f = {.size = sizeof data};
    const wm_gltf_read_opts opts = {.load = load, .user = &f}, none = {.load = NULL};
    wm_error error;
    (void)state;
    wm_scene *scene = wm_gltf_read(sample, sizeof sample - 1, &opts, &error);
    assert_non_null(scene);
    assert_string_equal(f.name, "my data.bin");
    assert_int_equal(scene->meshes[0].vertex_count, 3);
    assert_true(scene->meshes[0].positions[2].z == -2 && scene->meshes[0].indices[2] == 2);
    wm_scene_free(scene);
    f.size = 41;
    assert_null(wm_gltf_read(sample, sizeof sample - 1, &opts, &error));
    assert_int_equal(error.code, WM_TRUNCATED);
    assert_string_equal(error.path, "buffers[0]");
    f.broken = "the disk is full of holes";
    assert_null(wm_gltf_read(sample, sizeof sample - 1, &opts, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_string_equal(error.path, "buffers[0].uri");
    assert_string_equal(error.message,
                        "cannot read the file 'my data.bin': the disk is full of holes");
    f.broken = "";
    assert_null(wm_gltf_read(sample, sizeof sample - 1, &opts, &error));
    assert_string_equal(error.message, "cannot read the file 'my data.bin': limit");
    f = (folder){.missing = true};
    assert_null(wm_gltf_read(sample, sizeof sample - 1, &opts, &error));
    assert_int_equal(error.code, WM_IO);
    assert_null(wm_gltf_read(sample, sizeof sample - 1, &none, &error));
    assert_int_equal(error.code, WM_IO);
    assert_string_equal(error.path, "buffers[0].uri");
    assert_null(wm_gltf_read(sample, sizeof sample - 1, NULL, NULL));
}

static const struct fault {
    const char *from, *to;
    wm_status code;
    uint32_t line;
    const char *path, *message;
} faults[] = {
    {"\"2.0\"", "\"1.0\"", WM_UNSUPPORTED, 1, "asset.version", "'1.0'"},
    {"\"nodes\":[0]", "\"nodes\":[5]", WM_BAD_OFFSET, 2, "scenes[0].nodes[0]", "no such node"},
    {"\"mesh\":0", "\"mesh\":3", WM_BAD_OFFSET, 2, "nodes[0].mesh", "there is no mesh 3"},
    {"\"mesh\":0", "\"scale\":[1,2]", WM_BAD_VALUE, 2, "nodes[0]", "finite numbers"},
    {"\"mesh\":0", "\"children\":[0]", WM_BAD_VALUE, 2, "nodes[0].children[0]", "two parents"},
    {"my%20data.bin", "../my.bin", WM_UNSUPPORTED, 3, "buffers[0].uri", "next to this one"},
    {"my%20data.bin", "a/%2e./b", WM_UNSUPPORTED, 3, "buffers[0].uri", "next to this one"},
    {"my%20data.bin", "c:%5Cb", WM_UNSUPPORTED, 3, "buffers[0].uri", "next to this one"},
    {"my%20data.bin", "data:;base64,AA!A", WM_BAD_TEXT, 3, "buffers[0].uri", "byte 2"},
    {"my%20data.bin", "data:text/plain,A", WM_UNSUPPORTED, 3, "buffers[0].uri", "not base64"},
    {"\"byteLength\":42", "\"byteLength\":43", WM_TRUNCATED, 3, "buffers[0]", "is 43"},
    {"\"byteOffset\":36", "\"byteOffset\":37", WM_TRUNCATED, 5, "bufferViews[1]", "byte 43"},
    {"\"byteOffset\":36", "\"byteOffset\":-1", WM_BAD_VALUE, 5, "bufferViews[1].byteOffset",
     "expected a whole number"},
    {"\"bufferView\":1", "\"bufferView\":7", WM_BAD_OFFSET, 7, "accessors[1].bufferView",
     "no buffer view 7; there are 2"},
    {"\"count\":3,\"type\":\"VEC3\"", "\"count\":4,\"type\":\"VEC3\"", WM_TRUNCATED, 6,
     "accessors[0]", "4 elements end at byte 48 of a view of 36"},
    {"5126", "5124", WM_BAD_VALUE, 6, "accessors[0]", "not known"},
    {"5123", "5126", WM_TRUNCATED, 7, "accessors[1]", "byte 12 of a view of 6"},
    {"\"SCALAR\"", "\"VEC2\"", WM_TRUNCATED, 7, "accessors[1]", "of a view"},
    {"\"POSITION\":0", "\"POSITION\":true", WM_BAD_VALUE, 9,
     "meshes[0].primitives[0].attributes.POSITION", "expected a whole number"},
    {"\"POSITION\":0", "\"POSITION\":9", WM_BAD_OFFSET, 6, "accessors", "there is no accessor 9"},
    {"\"POSITION\":0", "\"POSITION\":1", WM_BAD_VALUE, 7, "accessors[1]",
     "expected 3 elements of 3 numbers, found 3 of 1"},
    {"\"material\":0", "\"material\":1", WM_BAD_OFFSET, 9, "meshes[0].primitives[0].material",
     "there is no material 1; there are 1"},
    {"\"indices\":1", "\"indices\":0", WM_BAD_VALUE, 6, "accessors[0]", "expected indices"},
    {"\"materials\"", "materials", WM_BAD_TEXT, 8, "", "expected a name in quotes, found 'm'"},
    {"\"scenes\"", "\"extensionsRequired\":[\"KHR_x\"],\"scenes\"", WM_UNSUPPORTED, 2,
     "extensionsRequired[0]", "'KHR_x' is required"},
};

static void errors_say_where(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const struct fault *f = &faults[i];
        char text[sizeof sample + 80];
        wm_error e = {0};
        snprintf(text, sizeof text, "%s", sample);
        replace(text, sizeof text, f->from, f->to);
        if (read_text(text, &e))
            fail_msg("%s was read", f->to);
        if (e.code != f->code || e.line != f->line || strcmp(e.path, f->path) != 0 ||
            !strstr(e.message, f->message))
            fail_msg("%s: [%s] line %u '%s': %s", f->to, wm_status_name(e.code), e.line, e.path,
                     e.message);
        /* the offset and the line are of the same byte */
        size_t line = 1;
        for (size_t k = 0; k < e.offset; k++)
            line += text[k] == '\n';
        assert_int_equal(line, e.line);
    }
}

static void errors_of_a_glb_have_offsets_of_the_file(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        char text[sizeof sample + 80];
        wm_error e;
        snprintf(text, sizeof text, "%s", sample);
        replace(text, sizeof text, ",\"uri\":\"my%20data.bin\"", "");
        wm_buffer good = as_glb(text);
        wm_scene *scene = wm_gltf_read(good.data, good.size, NULL, &e);
        assert_non_null(scene);
        wm_scene_free(scene);
        free(good.data);
        const char *fault = way ? "\"mesh\":x" : "\"mesh\":3";
        replace(text, sizeof text, "\"mesh\":0", fault);
        wm_buffer bad = as_glb(text);
        assert_null(wm_gltf_read(bad.data, bad.size, NULL, &e));
        assert_string_equal(e.path, "nodes[0].mesh");
        assert_int_equal(e.line, 0);
        assert_memory_equal(bad.data + e.offset - 7, fault, 8);
        free(bad.data);
    }
}

static void limits_and_refusals(void **state)
{
    wm_buffer bytes = test_blender_file(BLENDER_FINE);
    wm_error e;
    wm_gltf_read_opts opts = {.base = {.memory_limit = 40000}};
    uint64_t n = 0, refused;
    (void)state;
    assert_null(wm_gltf_read(bytes.data, bytes.size, &opts, &e));
    assert_int_equal(e.code, WM_LIMIT);
    opts.base.memory_limit = 0;
    do {
        test_memory m;
        test_memory_init(&m);
        m.fail_at = ++n;
        opts.base.allocator = &m.allocator;
        wm_scene *scene = wm_gltf_read(bytes.data, bytes.size, &opts, &e);
        refused = m.refused;
        assert_true(scene || (refused && e.code == WM_NO_MEMORY));
        wm_scene_free(scene);
        test_memory_done(&m, "blender.glb");
    } while (refused);
    assert_true(n > 3);
    wm_buffer_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_in_another_file),
        cmocka_unit_test(errors_say_where),
        cmocka_unit_test(errors_of_a_glb_have_offsets_of_the_file),
        cmocka_unit_test(limits_and_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Companions from a folder, whatever the case of their names. */
#include <unistd.h>

#include "memory.h"
#include "models.h"
#include "support.h"
#include "system.h"
#include "waymark/folder.h"

static char folder[TEST_FOLDER];
static const char *const names[] = {"Sample.MDL", "sAMPLE.mdx", "PARENT.mdl", "Area.LYT",
                                    "noending",   ".lyt",       "a.lyt",      "twice.WOK",
                                    "TWICE.wok",  "twice.wok"};
enum { NAMES = sizeof names / sizeof *names, TWICE = 7, ROOM = TEST_FOLDER + 80 };
static bool has_case; /* can names differ in nothing but their case? */

static char *path_of(const char *name, char path[ROOM])
{
    snprintf(path, ROOM, "%s/%s", folder, name);
    return path;
}

static void put(const char *name, const void *data, size_t size)
{
    char path[ROOM];
    assert_int_equal(wm_file_write(path_of(name, path), data, size, true, NULL), WM_OK);
}

static int enter(void **state)
{
    (void)state;
    char path[ROOM];
    wm_buffer bytes;
    if (!test_new_folder(folder))
        return 1;
    for (size_t i = 0; i < NAMES; i++)
        put(names[i], names[i], strlen(names[i]));
    assert_int_equal(wm_file_read(path_of(names[TWICE], path), NULL, &bytes, NULL), WM_OK);
    has_case = memcmp(bytes.data, names[TWICE], bytes.size) == 0;
    wm_buffer_free(&bytes);
    return 0;
}

static int leave(void **state)
{
    char path[ROOM];
    (void)state;
    for (size_t i = 0; i < NAMES; i++)
        unlink(path_of(names[i], path));
    return rmdir(folder); /* fails if a file was left in it */
}

static void finds(wm_folder *f, const char *name, const char *type, const char *expected)
{
    wm_finder finder = wm_folder_finder(f);
    wm_found found = {0};
    char path[ROOM];
    assert_int_equal(finder.find(finder.user, name, type, &found, NULL), WM_OK);
    if (!expected) {
        assert_null(found.where);
        return;
    }
    assert_string_equal(found.where, path_of(expected, path));
    assert_null(found.data);
    assert_int_equal(found.load(&found, NULL), WM_OK);
    assert_int_equal(found.size, strlen(expected));
    assert_memory_equal(found.data, expected, found.size);
    found.release(&found);
}

static void names_are_found_in_any_case(void **state)
{
    wm_folder *f = wm_folder_new(folder, NULL, NULL);
    (void)state;
    finds(f, "sample", "mdx", "sAMPLE.mdx");
    finds(f, "SAMPLE", "mdl", "Sample.MDL");
    finds(f, "parent", "mdl", "PARENT.mdl");
    if (has_case) {
        finds(f, "twice", "wok", "twice.wok"); /* in the given case */
        finds(f, "TWICE", "wok", "TWICE.wok");
        finds(f, "Twice", "wok", "TWICE.wok"); /* the first in order */
    }
    finds(f, "parent", "mdx", NULL);
    finds(f, "", "lyt", NULL);
    finds(f, "zzz", "wok", NULL);
    wm_folder_free(f);
    wm_folder_free(NULL);
}

static void names_do_not_lead_out(void **state)
{
    wm_folder *f = wm_folder_new(folder, NULL, NULL);
    char name[80];
    (void)state;
    snprintf(name, sizeof name, "../%s/twice", strrchr(folder, '/') + 1);
    finds(f, name, "wok", NULL);
    finds(f, "sub/../twice", "wok", NULL);
    finds(f, "sub//twice", "wok", NULL);
    finds(f, "..", "", NULL);
    finds(f, ".", "/twice.wok", NULL); /* "../twice.wok", cut at its dot */
    finds(f, "/etc/passwd", "", NULL);
    snprintf(name, sizeof name, "..\\%.60s\\twice", strrchr(folder, '/') + 1);
    finds(f, name, "wok", NULL); /* leads out on Windows */
    snprintf(name, sizeof name, "\\..\\..\\%.60s\\twice.wok", strrchr(folder, '/') + 1);
    finds(f, "x", name, NULL);
    finds(f, "C:twice", "wok", NULL);
    finds(f, "noending/twice", "wok", NULL); /* not a folder */
    wm_folder_free(f);
}

static void a_file_names_its_folder(void **state)
{
    char path[ROOM];
    wm_found found = {0};
    (void)state;
    wm_folder *f = wm_folder_new(path_of("not-there.wok", path), NULL, NULL);
    finds(f, "area", "lyt", "Area.LYT");
    wm_finder finder = wm_folder_finder(f);
    assert_int_equal(finder.find(finder.user, "area", "lyt", &found, NULL), WM_OK);
    wm_folder_free(f); /* what was found stays */
    assert_int_equal(found.load(&found, NULL), WM_OK);
    assert_int_equal(found.size, 8);
    found.release(&found);
    f = wm_folder_new("/no/such/folder/x", NULL, NULL);
    finds(f, "area", "lyt", NULL);
    wm_folder_free(f);
    f = wm_folder_new("", NULL, NULL); /* the one we are in */
    finds(f, "no such file", "lyt", NULL);
    wm_folder_free(f);
}

typedef struct listing {
    char text[200];
    int stop_after;
} listing;

static bool visit(void *user, const char *name, const char *type, const char *where)
{
    listing *l = user;
    size_t used = strlen(l->text);
    char path[ROOM], file[48];
    snprintf(file, sizeof file, "%.20s%s%.20s", name, *type ? "." : "", type);
    assert_string_equal(where, path_of(file, path));
    snprintf(l->text + used, sizeof l->text - used, "%s ", file);
    return --l->stop_after != 0;
}

static void lists(wm_folder *f, const char *name, const char *type, int stop, const char *expected)
{
    wm_finder finder = wm_folder_finder(f);
    listing l = {.stop_after = stop};
    assert_int_equal(finder.list(finder.user, name, type, visit, &l, NULL), WM_OK);
    assert_string_equal(l.text, expected);
}

static void names_are_listed_in_order(void **state)
{
    wm_folder *f = wm_folder_new(folder, NULL, NULL);
    (void)state;
    lists(f, NULL, "lyt", 0, "a.lyt Area.LYT ");
    lists(f, NULL, "lyt", 1, "a.lyt ");
    lists(f, "sample", NULL, 0, "Sample.MDL sAMPLE.mdx ");
    if (has_case)
        lists(f, "twice", "wok", 0, "twice.wok TWICE.wok twice.WOK ");
    lists(f, "nobody", NULL, 0, "");
    wm_folder_free(f);
}

/* Names without an extension are found and listed as they are; directories are not listed. */
static void a_file_may_have_no_extension(void **state)
{
    char path[ROOM];
    (void)state;
    test_make_directory(path_of("below", path));
    test_make_directory(path_of("below.lyt", path));
    wm_folder *f = wm_folder_new(folder, NULL, NULL);
    lists(f, NULL, "", 0, ".lyt noending ");
    lists(f, "NoEnding", NULL, 0, "noending ");
    lists(f, NULL, "lyt", 0, "a.lyt Area.LYT ");
    lists(f, NULL, NULL, 4, ".lyt a.lyt Area.LYT noending ");
    finds(f, "NOENDING", "", "noending");
    finds(f, ".LYT", "", ".lyt");
    assert_int_equal(rmdir(path_of("below", path)), 0);
    assert_int_equal(rmdir(path_of("below.lyt", path)), 0);
    wm_folder_free(f);
}

static void files_are_opened_with_their_folder(void **state)
{
    wm_buffer mdl, mdx;
    wm_error error;
    char path[ROOM];
    (void)state;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    put("Sample.MDL", mdl.data, mdl.size);
    put("sAMPLE.mdx", mdx.data, mdx.size);
    wm_document *d = wm_open_file(path_of("Sample.MDL", path), NULL, &error);
    assert_non_null(d);
    assert_int_equal(d->mdl->mdx_state, WM_KOTOR_MDX_STATE_FINE);
    assert_string_equal(d->mdx->found.where, path_of("sAMPLE.mdx", path));
    wm_document_free(d);
    /* an MDX that is a folder */
    assert_int_equal(unlink(path), 0);
    test_make_directory(path);
    d = wm_open_file(path_of("Sample.MDL", path), NULL, &error);
    assert_int_equal(d->mdl->mdx_state, WM_KOTOR_MDX_STATE_MISSING);
    assert_int_equal(d->mdx->error->code, WM_IO);
    wm_document_free(d);
    assert_int_equal(rmdir(path_of("sAMPLE.mdx", path)), 0);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    assert_null(wm_open_file(path_of("nobody.mdl", path), NULL, &error));
    assert_int_equal(error.code, WM_IO);
    assert_null(wm_open_file(path_of("noending", path), NULL, &error));
    assert_int_equal(error.code, WM_BAD_MAGIC);
}

/* A .gltf whose buffer is in a subfolder, with a space in its name. */
static void put_gltf(const char *name, const char *uri)
{
    char text[600], path[ROOM];
    const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    test_make_directory(path_of("Sub dir", path));
    put("Sub dir/tri.BIN", corners, sizeof corners);
    int n = snprintf(
        text, sizeof text,
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"%s\",\"byteLength\":36}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,"
        "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":"
        "[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}]}",
        uri);
    put(name, text, (size_t)n);
}

static void remove_gltf(const char *name)
{
    char path[ROOM];
    unlink(path_of(name, path));
    unlink(path_of("Sub dir/tri.BIN", path));
    rmdir(path_of("Sub dir", path));
}

static void buffers_of_a_gltf_are_found_in_subfolders(void **state)
{
    static const char *const uris[] = {"Sub%20dir/tri.BIN", "./Sub%20dir/tri.BIN",
                                       "SUB%20DIR/Tri.bin"};
    static const char *const outside[] = {"..%2Ftri.BIN", "%2Ftmp/tri.BIN", "Sub%20dir/no.bin",
                                          "tri.BIN"};
    wm_error error;
    char path[ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof uris / sizeof *uris; i++) {
        put_gltf("model.gltf", uris[i]);
        wm_document *d = wm_open_file(path_of("model.gltf", path), NULL, &error);
        if (!d)
            fail_msg("%s: %s", uris[i], error.message);
        assert_int_equal(d->scene->meshes[0].vertex_count, 3);
        wm_document_free(d);
    }
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        put_gltf("model.gltf", outside[i]);
        assert_null(wm_open_file(path_of("model.gltf", path), NULL, &error));
    }
    remove_gltf("model.gltf");
}

/* `count` times "./" before "noending". */
static char *from_here(char *name, size_t count)
{
    for (size_t i = 0; i < count; i++)
        memcpy(name + 2 * i, "./", 2);
    memcpy(name + 2 * count, "noending", 9);
    return name;
}

/* Names come from files: each of these took a fifth of a second. */
static void names_with_many_folders_cost_little(void **state)
{
    enum { DOTS = 1800, NAMES_TRIED = 100, DEEPEST = 32 };
    char dots[2 * DOTS + 10], path[ROOM], deep[2 * DEEPEST + 4] = "", name[72];
    wm_folder *f = wm_folder_new(folder, NULL, NULL);
    wm_finder finder = wm_folder_finder(f);
    double start = test_cpu_seconds();
    (void)state;
    for (int i = 0; i < NAMES_TRIED; i++) {
        wm_found found = {0};
        assert_int_equal(finder.find(finder.user, from_here(dots, DOTS), "", &found, NULL), WM_OK);
        assert_non_null(found.where);
        found.release(&found);
    }
    assert_true(test_cpu_seconds() - start < 1);
    finds(f, "././noending", "", "noending");
    /* DEEPEST folders, and no more */
    for (int i = 0; i <= DEEPEST; i++) {
        strcat(deep, i ? "/d" : "d");
        test_make_directory(path_of(deep, path));
    }
    for (int depth = DEEPEST; depth <= DEEPEST + 1; depth++) {
        wm_found found = {0};
        snprintf(name, sizeof name, "%.*s/x", 2 * depth - 1, deep);
        put(name, "x", 1);
        assert_int_equal(finder.find(finder.user, name, "", &found, NULL), WM_OK);
        assert_true((found.where != NULL) == (depth == DEEPEST));
        if (found.release)
            found.release(&found);
    }
    wm_folder_free(f);
    assert_true(test_remove_directory(path_of("d", path)));
}

/* What is new in a subfolder after it was listed is found only by its exact name. */
static void a_subfolder_is_listed_once(void **state)
{
    char path[ROOM];
    wm_folder *f = wm_folder_new(folder, NULL, NULL);
    (void)state;
    test_make_directory(path_of("One", path));
    test_make_directory(path_of("Two", path));
    put("One/First.lyt", "One/First.lyt", 13);
    put("Two/First.lyt", "Two/First.lyt", 13);
    for (int i = 0; i < 2; i++) {
        finds(f, "two/first", "LYT", "Two/First.lyt");
        finds(f, "ONE/FIRST", "lyt", "One/First.lyt");
        finds(f, "one/no", "lyt", NULL);
    }
    put("One/Second.lyt", "One/Second.lyt", 14);
    finds(f, "One/Second", "lyt", "One/Second.lyt");
    if (has_case)
        finds(f, "one/second", "lyt", NULL);
    wm_folder_free(f);
    assert_true(test_remove_directory(path_of("One", path)));
    assert_true(test_remove_directory(path_of("Two", path)));
}

/* The file must be one that opens. */
static void refuse_each_allocation(const char *path)
{
    test_memory memory;
    wm_error error;
    test_memory_init(&memory);
    wm_open_opts opts = {.base = {.allocator = &memory.allocator}, .walkmesh = WM_LOAD_READ};
    wm_document *d = wm_open_file(path, &opts, &error);
    assert_non_null(d);
    wm_document_free(d);
    uint64_t calls = memory.calls;
    for (uint64_t n = 1; n <= calls; n++) {
        memory.calls = 0;
        memory.fail_at = n;
        d = wm_open_file(path, &opts, &error); /* an arena may succeed with a smaller block */
        assert_true(d || error.code == WM_NO_MEMORY);
        wm_document_free(d);
        test_memory_done(&memory, "folder");
    }
}

static void refused_memory_is_an_error(void **state)
{
    wm_buffer mdl, mdx;
    char path[ROOM];
    (void)state;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    put("Sample.MDL", mdl.data, mdl.size);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    refuse_each_allocation(path_of("Sample.MDL", path));
    put_gltf("model.gltf", "sub%20dir/tri.bin");
    refuse_each_allocation(path_of("model.gltf", path));
    remove_gltf("model.gltf");
}

int main(void)
{
#define FOLDER_TEST(f) cmocka_unit_test_setup_teardown(f, enter, leave)
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(names_are_found_in_any_case),
        FOLDER_TEST(names_do_not_lead_out),
        FOLDER_TEST(a_file_names_its_folder),
        FOLDER_TEST(names_are_listed_in_order),
        FOLDER_TEST(a_file_may_have_no_extension),
        FOLDER_TEST(files_are_opened_with_their_folder),
        FOLDER_TEST(buffers_of_a_gltf_are_found_in_subfolders),
        FOLDER_TEST(names_with_many_folders_cost_little),
        FOLDER_TEST(a_subfolder_is_listed_once),
        FOLDER_TEST(refused_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

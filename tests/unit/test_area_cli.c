/* `waymark info`, `check` and `fix` on an area of files: exit codes, which files
 * are found next to the layout, what is written and what is left unchanged. */
#include <unistd.h>

#include "areas.h"
#include "support.h"
#include "system.h"

static const char place[] = WM_BINARY_DIR "/test-area";
static char printed[65536]; /* stdout of the last command */

/* Runs `waymark ARGUMENTS` in the test's directory; its exit code. */
static int waymark(const char *arguments)
{
    assert_int_equal(chdir(place), 0);
    int code = test_capture(WM_BINARY_DIR "/waymark", arguments, printed, sizeof printed);
    assert_int_equal(chdir(".."), 0);
    return code;
}

static void put(const char *name, const void *data, size_t size)
{
    char path[512];
    wm_error error;
    snprintf(path, sizeof path, "%s/%s", place, name);
    if (wm_file_write(path, data, size, true, &error) != WM_OK)
        fail_msg("%s: %s", path, error.message);
}

static wm_buffer get(const char *name)
{
    char path[512];
    wm_buffer bytes;
    wm_error error;
    snprintf(path, sizeof path, "%s/%s", place, name);
    if (wm_file_read(path, NULL, &bytes, &error) != WM_OK)
        fail_msg("%s: %s", path, error.message);
    return bytes;
}

static bool same_files(const char *a, const char *b)
{
    wm_buffer x = get(a), y = get(b);
    bool same = x.size == y.size && memcmp(x.data, y.data, x.size) == 0;
    wm_buffer_free(&x);
    wm_buffer_free(&y);
    return same;
}

/* Names in another case than the layout's, as on real disks. */
static void put_area(const test_area *a)
{
    static const char vis[] = "grid_00_00 1\n  GRID_01_00\n";
    assert_true(test_remove_directory(place));
    test_make_directory(place);
    put("Grid.LYT", a->text, strlen(a->text));
    put("grid.vis", vis, sizeof vis - 1);
    for (uint32_t i = 0; i < a->count; i++) {
        char name[64];
        wm_buffer bytes;
        if (!a->rooms[i])
            continue;
        assert_int_equal(wm_kotor_bwm_write(a->rooms[i], NULL, &bytes, NULL), WM_OK);
        snprintf(name, sizeof name, "grid_%02u_%02u.%s", (unsigned)(i % a->columns),
                 (unsigned)(i / a->columns), i % 2 ? "WOK" : "wok");
        put(name, bytes.data, bytes.size);
        wm_buffer_free(&bytes);
    }
}

static void a_good_area(void **state)
{
    test_area *a = test_area_make(3, 1, 4, 4);
    (void)state;
    put_area(a);
    assert_int_equal(waymark("check Grid.LYT"), 0);
    assert_string_equal(printed, "Grid.LYT: no findings\n");
    assert_int_equal(waymark("info Grid.LYT"), 0);
    assert_non_null(strstr(printed, "all walkable rooms form one connected area"));
    assert_int_equal(waymark("info --json Grid.LYT"), 0);
    assert_non_null(strstr(printed, "\"format\":\"kotor-lyt\""));
    assert_non_null(strstr(printed, "\"vis\":\"grid.vis\""));
    assert_non_null(strstr(printed, "{\"index\":1,\"name\":\"Grid_01_00\",\"position\":[6,0,0],"
                                    "\"walkmesh\":true,\"faces\":36,\"walkable\":36,\"edges\":20,"
                                    "\"transitions\":2,\"regions\":1,\"walkable_area\":18,"
                                    "\"component\":0}"));
    assert_non_null(strstr(printed, "\"components\":[{\"rooms\":[0,1,2],"));
    assert_int_equal(waymark("check ."), 0); /* the layout and its rooms, one by one */
    assert_int_equal(waymark("fix Grid.LYT -o same"), 0);
    assert_true(same_files("grid_01_00.WOK", "same/grid_01_00.WOK"));
    assert_true(same_files("Grid.LYT", "same/Grid.LYT"));
    assert_true(same_files("grid.vis", "same/grid.vis"));
    test_area_free(a);
}

static void a_damaged_area_is_fixed(void **state)
{
    test_area *a = test_area_make(3, 1, 4, 4);
    (void)state;
    test_area_door(a, 1, 2)->transition = WM_NO_INDEX;
    test_area_corner(a, 1, test_area_door(a, 1, 0)->edge, 0)->x += 0.004f;
    assert_int_equal(wm_kotor_bwm_rebuild(a->rooms[1], NULL, NULL, NULL), WM_OK);
    put_area(a);
    assert_int_equal(waymark("check --json Grid.LYT"), 1);
    assert_non_null(strstr(printed, "AREA_TRANSITION_ONE_SIDED"));
    assert_non_null(strstr(printed, "AREA_SEAM_GAP"));
    assert_int_equal(waymark("fix Grid.LYT --dry-run"), 0);
    assert_non_null(strstr(printed, "2 changes in 1 room, nothing written"));
    assert_int_equal(waymark("fix --json Grid.LYT -o fixed"), 0);
    assert_non_null(strstr(printed, "\"kind\":\"transition-set\",\"room\":1"));
    assert_non_null(strstr(printed, "\"kind\":\"seam-welded\",\"room\":1"));
    assert_non_null(strstr(printed, "\"rooms_changed\":[\"Grid_01_00\"]"));
    assert_non_null(strstr(printed, "\"after\":{\"errors\":0,\"warnings\":0}"));
    assert_int_equal(waymark("check fixed"), 0);
    assert_true(same_files("grid_00_00.wok", "fixed/grid_00_00.wok"));
    assert_false(same_files("grid_01_00.WOK", "fixed/grid_01_00.WOK"));
    assert_int_equal(waymark("fix Grid.LYT -o fixed"), 4); /* nothing is overwritten */
    assert_int_equal(waymark("fix --force Grid.LYT -o ."), 0);
    assert_true(same_files("grid_01_00.WOK", "fixed/grid_01_00.WOK"));
    assert_int_equal(waymark("fix Grid.LYT -o ."), 0); /* in place, with nothing to do */
    test_area_free(a);
}

/* Rooms may be texts; a text that is repaired stays a text. */
static void text_rooms(void **state)
{
    test_area *a = test_area_make(3, 1, 4, 4);
    (void)state;
    test_area_door(a, 1, 2)->transition = WM_NO_INDEX;
    put_area(a);
    assert_int_equal(waymark("convert --to ascii grid_00_00.wok 0.txt"), 0);
    assert_int_equal(waymark("convert --to ascii --dialect mdlops grid_01_00.WOK 1.txt"), 0);
    wm_buffer zero = get("0.txt"), one = get("1.txt");
    put("grid_00_00.wok", zero.data, zero.size);
    put("grid_01_00.WOK", one.data, one.size);
    wm_buffer_free(&zero);
    wm_buffer_free(&one);
    assert_int_equal(waymark("check --json Grid.LYT"), 1);
    assert_non_null(strstr(printed, "\"errors\":1,"));
    assert_non_null(strstr(printed, "AREA_TRANSITION_ONE_SIDED"));
    assert_int_equal(waymark("fix Grid.LYT -o fixed"), 0);
    assert_true(same_files("grid_00_00.wok", "fixed/grid_00_00.wok"));
    one = get("fixed/grid_01_00.WOK");
    assert_int_equal(wm_detect(one.data, one.size), WM_FORMAT_KOTOR_BWM_TEXT);
    wm_buffer_free(&one);
    assert_int_equal(waymark("check fixed/Grid.LYT"), 0);
    test_area_free(a);
}

static void bad_neighbours(void **state)
{
    test_area *a = test_area_make(2, 1, 4, 4);
    (void)state;
    put_area(a);
    put("grid_01_00.WOK", "BWM V1.0 and no more", 20);
    assert_int_equal(waymark("check --json Grid.LYT"), 1);
    assert_non_null(strstr(printed, "FILE_UNREADABLE"));
    assert_non_null(strstr(printed, "grid_01_00.WOK"));
    assert_int_equal(waymark("info Grid.LYT"), 3);
    assert_int_equal(waymark("fix Grid.LYT -o out"), 3);
    assert_true(same_files("grid_01_00.WOK", "out/grid_01_00.WOK"));
    put("bad.lyt", "beginlayout\nroomcount 1\n a 1 2\ndonelayout\n", 42);
    assert_int_equal(waymark("info bad.lyt"), 3);
    assert_int_equal(waymark("check bad.lyt"), 1);
    assert_int_equal(waymark("fix bad.lyt -o out2"), 3);
    assert_int_equal(waymark("fix Grid.LYT"), 2);
    assert_int_equal(waymark("fix Grid.LYT -o out3 --tolerance x"), 2);
    assert_int_equal(waymark("fix Grid.LYT -o out3 --tolerance 5"), 2);
    assert_int_equal(waymark("fix none.lyt -o out3"), 3);
    test_area_free(a);
}

static void one_walkmesh_is_rebuilt(void **state)
{
    test_area *a = test_area_make(2, 1, 4, 4);
    (void)state;
    a->rooms[0]->perimeter_count = 0;
    wm_kotor_bwm_pack(a->rooms[0]);
    put_area(a);
    assert_int_equal(waymark("check grid_00_00.wok"), 1);
    assert_int_equal(waymark("fix grid_00_00.wok -o fixed.wok"), 0);
    assert_non_null(strstr(printed, "KOTOR_PERIMETER_MISSING"));
    assert_int_equal(waymark("check fixed.wok"), 0);
    assert_int_equal(waymark("fix --json fixed.wok -o again.wok"), 0);
    assert_non_null(strstr(printed, "\"changed\":false"));
    assert_true(same_files("fixed.wok", "again.wok"));
    test_area_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_area),
        cmocka_unit_test(a_damaged_area_is_fixed),
        cmocka_unit_test(text_rooms),
        cmocka_unit_test(bad_neighbours),
        cmocka_unit_test(one_walkmesh_is_rebuilt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

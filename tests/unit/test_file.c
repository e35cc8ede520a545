/* Files that are written together: all or none. */
#include <unistd.h>

#include "support.h"
#include "system.h"

static char folder[TEST_FOLDER];
static char first[TEST_FOLDER + 16], second[TEST_FOLDER + 16];

static int enter(void **state)
{
    (void)state;
    if (!test_new_folder(folder))
        return 1;
    snprintf(first, sizeof first, "%s/first", folder);
    snprintf(second, sizeof second, "%s/second", folder);
    return 0;
}

static int leave(void **state)
{
    (void)state;
    unlink(first);
    unlink(second);
    return rmdir(folder); /* fails if a file was left in it */
}

static void assert_holds(const char *path, const char *text)
{
    wm_buffer bytes;
    assert_int_equal(wm_file_read(path, NULL, &bytes, NULL), WM_OK);
    assert_int_equal(bytes.size, strlen(text));
    assert_memory_equal(bytes.data, text, bytes.size);
    wm_buffer_free(&bytes);
}

static void both_are_written(void **state)
{
    const wm_file_output files[] = {{first, "one", 3}, {second, "two", 3}};
    wm_error error;
    size_t at = 9;
    (void)state;
    assert_int_equal(wm_file_write_all(files, 2, false, &at, &error), WM_OK);
    assert_holds(first, "one");
    assert_holds(second, "two");
    assert_int_equal(wm_file_write_all(files, 2, false, &at, &error), WM_IO);
    assert_int_equal(at, 0);
    unlink(first);
    assert_int_equal(wm_file_write_all(files, 2, false, &at, &error), WM_IO);
    assert_int_equal(at, 1);
    assert_int_equal(access(first, F_OK), -1);
}

/* The second has the same target as the first, so only renaming it fails. */
static void the_first_goes_when_the_second_cannot_come(void **state)
{
    const wm_file_output files[] = {{first, "one", 3}, {first, "two", 3}};
    wm_error error;
    size_t at = 9;
    (void)state;
    unlink(first);
    assert_int_equal(wm_file_write_all(files, 2, false, &at, &error), WM_IO);
    assert_int_equal(at, 1);
    assert_int_equal(access(first, F_OK), -1);
}

static void the_old_comes_back_when_the_second_cannot_be_staged(void **state)
{
    char nowhere[TEST_FOLDER + 16];
    wm_error error;
    size_t at = 9;
    (void)state;
    snprintf(nowhere, sizeof nowhere, "%s/none/second", folder);
    const wm_file_output files[] = {{first, "new", 3}, {nowhere, "two", 3}};
    assert_int_equal(wm_file_write(first, "old", 3, true, NULL), WM_OK);
    assert_int_equal(wm_file_write_all(files, 2, true, &at, &error), WM_IO);
    assert_int_equal(at, 1);
    assert_holds(first, "old");
    assert_int_equal(wm_file_write_all(files, 5, true, NULL, &error), WM_BAD_ARGUMENT);
}

/* More than are flushed at once; one is there already, one has no folder. The rest is written, and
 * no temporary file stays (leave). */
static void each_has_its_own_result(void **state)
{
    enum { COUNT = 150, OLD = 7, NOWHERE = 70 };
    static char paths[COUNT][TEST_FOLDER + 24];
    static wm_file_output files[COUNT];
    static wm_status results[COUNT];
    static wm_error errors[COUNT];
    (void)state;
    for (int i = 0; i < COUNT; i++) {
        snprintf(paths[i], sizeof paths[i], i == NOWHERE ? "%s/none/%d" : "%s/%d", folder, i);
        files[i] = (wm_file_output){paths[i], &"new"[i % 3], 3u - (unsigned)i % 3};
    }
    assert_int_equal(wm_file_write(paths[OLD], "old", 3, true, NULL), WM_OK);
    assert_int_equal(wm_file_write_each(files, COUNT, false, results, errors), WM_IO);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(results[i], i == OLD || i == NOWHERE ? WM_IO : WM_OK);
        assert_int_equal(errors[i].code, results[i]);
        if (i != NOWHERE)
            assert_holds(paths[i], i == OLD ? "old" : &"new"[i % 3]);
    }
    assert_int_equal(wm_file_write_each(files, OLD + 1, true, results, NULL), WM_OK);
    assert_holds(paths[OLD], &"new"[OLD % 3]);
    assert_int_equal(wm_file_write_each(NULL, 0, true, NULL, NULL), WM_OK);
    const wm_file_output twice[] = {{first, "one", 3}, {first, "two", 3}};
    assert_int_equal(wm_file_write_each(twice, 2, true, results, NULL), WM_OK);
    assert_holds(first, "two");
    for (int i = 0; i < COUNT; i++)
        unlink(paths[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_are_written),
        cmocka_unit_test(the_first_goes_when_the_second_cannot_come),
        cmocka_unit_test(the_old_comes_back_when_the_second_cannot_be_staged),
        cmocka_unit_test(each_has_its_own_result),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}

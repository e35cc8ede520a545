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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_are_written),
        cmocka_unit_test(the_first_goes_when_the_second_cannot_come),
        cmocka_unit_test(the_old_comes_back_when_the_second_cannot_be_staged),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}

/* Errors as callers set and print them. */
#include "support.h"

static void test_set(void **state)
{
    (void)state;
    wm_error error = {.code = WM_IO, .offset = 12, .line = 3, .column = 4};
    char text[256];
    assert_int_equal(wm_error_set(&error, WM_BAD_VALUE, "faces[1]", "%d is not a material\n", 77),
                     WM_BAD_VALUE);
    assert_int_equal(error.code, WM_BAD_VALUE);
    assert_true(error.offset == WM_NO_OFFSET);
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);
    assert_string_equal(wm_error_format(&error, "a.wok", text, sizeof text),
                        "a.wok: faces[1]: 77 is not a material? [bad_value]");
}

static void test_optional(void **state)
{
    (void)state;
    wm_error error;
    assert_int_equal(wm_error_set(NULL, WM_IO, "field", "text"), WM_IO);
    assert_int_equal(wm_error_set(&error, WM_IO, NULL, "no such file"), WM_IO);
    assert_string_equal(error.path, "");
    assert_string_equal(error.message, "no such file");
}

/* What does not fit is cut; the texts stay terminated. */
static void test_long(void **state)
{
    (void)state;
    wm_error error;
    char long_text[1000];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    wm_error_set(&error, WM_IO, long_text, "%s", long_text);
    assert_int_equal(strlen(error.path), sizeof error.path - 1);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
}

/* An error that is put into its own message. */
static void test_wrapped(void **state)
{
    (void)state;
    wm_error error;
    wm_error_set(&error, WM_IO, "header", "cut off");
    wm_error_set(&error, WM_IO, error.path, "room.wok: %s", error.message);
    assert_string_equal(error.path, "header");
    assert_string_equal(error.message, "room.wok: cut off");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_optional),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_wrapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

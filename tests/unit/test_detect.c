/* Errors for files of another format: what they say, and that they may be left out. */
#include "support.h"

static void an_error_may_be_left_out(void **state)
{
    (void)state;
    wm_format_error(NULL, "", WM_FORMAT_UNKNOWN, 0);
    wm_format_error(NULL, "", WM_FORMAT_ALL_ZERO, 16);
    wm_format_error(NULL, "", WM_FORMAT_BW2_MODEL, 16);
    wm_format_hint_mdx("model.mdx", WM_FORMAT_UNKNOWN, NULL);
}

static void an_error_names_the_format(void **state)
{
    (void)state;
    wm_error error;
    wm_format_error(&error, "", WM_FORMAT_BW2_MODEL, 16);
    assert_int_equal(error.code, WM_BAD_MAGIC);
    assert_non_null(strstr(error.message, wm_format_title(WM_FORMAT_BW2_MODEL)));
    wm_format_error(&error, "", WM_FORMAT_UNKNOWN, 0);
    assert_int_equal(error.code, WM_TRUNCATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_may_be_left_out),
        cmocka_unit_test(an_error_names_the_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

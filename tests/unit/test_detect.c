/* Errors for files of another format: what they say, and that they may be left out. */
#include "support.h"

static void an_error_may_be_left_out(void **state)
{
    (void)state;
    wm_format_error(WM_FORMAT_UNKNOWN, 0, "", NULL);
    wm_format_error(WM_FORMAT_ALL_ZERO, 16, "", NULL);
    wm_format_error(WM_FORMAT_BW2_MODEL, 16, "", NULL);
    wm_format_hint_mdx("model.mdx", WM_FORMAT_UNKNOWN, NULL);
}

static void an_error_names_the_format(void **state)
{
    (void)state;
    wm_error error;
    wm_format_error(WM_FORMAT_BW2_MODEL, 16, "", &error);
    assert_int_equal(error.code, WM_BAD_MAGIC);
    assert_non_null(strstr(error.message, wm_format_title(WM_FORMAT_BW2_MODEL)));
    wm_format_error(WM_FORMAT_UNKNOWN, 0, "", &error);
    assert_int_equal(error.code, WM_TRUNCATED);
}

static wm_format detect(const char *text)
{
    return wm_detect(text, strlen(text));
}

static void a_visibility_list_is_recognised(void **state)
{
    static const char *const lists[] = {
        "m01aa_01a 1\n  m01aa_02a\n",
        "M01aa_01a 2\r\n\tm01aa_02a\r\n\tm01aa_03a\r\n",
        "# a comment\n\n203tella 1\n 203tellb",
        "room 3\n  one\n  two\nother 1\n  room\n", /* a wrong count */
        "room\n  other\nother 1\n  room 4\n",      /* no count, and a count too many */
        "room 0\nother 1\n  room\n",               /* nothing in sight */
    };
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (detect(lists[i]) != WM_FORMAT_KOTOR_VIS)
            fail_msg("list %zu is '%s'", i, wm_format_name(detect(lists[i])));
}

static void other_text_is_not_a_visibility_list(void **state)
{
    static const char *const texts[] = {
        "",
        "\n\n",
        "room 0\n",                          /* any word and number */
        "  room\n",                          /* no owner */
        "room\n  other\n",                   /* no count anywhere */
        "room 2\n  other\n",                 /* no count that is right */
        "room 1\n  two words\n",             /* prose */
        "room 1\n  other\nand prose here\n", /* prose later */
        "room 1 2\n  other\n",               /* two numbers */
        "room -1\n  other\n",                /* no count */
        "7 1\n  8\n",                        /* numbers only */
        "key: 1\n  value\n",                 /* YAML */
        "upperleftcoords 1\n  0.0 0.0 0\n",  /* TXI */
        "numx 4\nnumy 4\nfps 15\n",          /* TXI */
        "room 1\n  a_name_that_is_too_long_for_any_resource\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (detect(texts[i]) == WM_FORMAT_KOTOR_VIS)
            fail_msg("text %zu is taken for a visibility list", i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_visibility_list_is_recognised),
        cmocka_unit_test(other_text_is_not_a_visibility_list),
        cmocka_unit_test(an_error_may_be_left_out),
        cmocka_unit_test(an_error_names_the_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

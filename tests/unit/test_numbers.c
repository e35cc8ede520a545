/* Floats in text: shortest, correctly rounded, locale-free. */
#include <locale.h>
#include <math.h>

#include "support.h"

static uint32_t bits_of(float f)
{
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

static float float_of(uint32_t u)
{
    float f;
    memcpy(&f, &u, 4);
    return f;
}

static void shortest_forms(void **state)
{
    static const struct {
        float value;
        const char *text;
    } cases[] = {{0.0f, "0"},         {-0.0f, "-0"},
                 {1.0f, "1"},         {0.1f, "0.1"},
                 {-1.275f, "-1.275"}, {1e-7f, "1e-7"},
                 {1e9f, "1e9"},       {123456789.0f, "123456790"},
                 {0.001f, "0.001"},   {3.4028235e38f, "3.4028235e38"},
                 {1e-45f, "1e-45"},   {10.145305f, "10.145305"},
                 {INFINITY, "inf"},   {-INFINITY, "-inf"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[WM_FLOAT_TEXT];
        assert_int_equal(wm_float_format(cases[i].value, text), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

/* A stride through all floats; the full sweep of 2^32 passed when this was written. */
static void every_float_reads_back(void **state)
{
    (void)state;
    for (uint64_t u = 0; u < (UINT64_C(1) << 32); u += 9973) {
        char text[WM_FLOAT_TEXT];
        float value = float_of((uint32_t)u), back;
        size_t length = wm_float_format(value, text);
        assert_true(length < WM_FLOAT_TEXT);
        assert_int_equal(wm_float_parse(text, length, &back), length);
        if (isnan(value))
            assert_true(isnan(back));
        else
            assert_int_equal(bits_of(back), (uint32_t)u);
    }
}

/* libc's strtof is the independent judge, on long and half-way decimals. */
static void parsing_is_correctly_rounded(void **state)
{
    (void)state;
    /* Windows' strtof is wrong below the smallest normal float: 1.5 of the smallest is not 2 */
    uint64_t first = strtof("2.1019476964872256e-45", NULL) == 0x1p-148f ? 1 : 0x800000;
    for (uint64_t u = first; u < 0x7F7FFFFF; u += 19997) {
        char text[256];
        float value = float_of((uint32_t)u), next = float_of((uint32_t)u + 1), got;
        double middle = ((double)value + (double)next) / 2;
        snprintf(text, sizeof text, "%.*e", (int)(u % 40), (double)value);
        assert_int_equal(wm_float_parse(text, strlen(text), &got), strlen(text));
        assert_int_equal(bits_of(got), bits_of(strtof(text, NULL)));
        snprintf(text, sizeof text, "%.130e", middle); /* exactly between two floats */
        wm_float_parse(text, strlen(text), &got);
        assert_int_equal(bits_of(got), bits_of(strtof(text, NULL)));
        char *e = strchr(text, 'e');
        memmove(e + 1, e, strlen(e) + 1);
        *e = '1'; /* and a hair above */
        wm_float_parse(text, strlen(text), &got);
        assert_int_equal(bits_of(got), bits_of(strtof(text, NULL)));
    }
}

static void odd_texts(void **state)
{
    static const struct {
        const char *text;
        size_t used;
        float value;
    } cases[] = {{"", 0, 0},
                 {".", 0, 0},
                 {"-", 0, 0},
                 {"e5", 0, 0},
                 {"1e", 1, 1},
                 {"1e+", 1, 1},
                 {".5", 2, 0.5f},
                 {"5.", 2, 5},
                 {"+3", 2, 3},
                 {"1e400", 5, INFINITY},
                 {"1e-400", 6, 0},
                 {"0x10", 1, 0},
                 {"1,5", 1, 1},
                 {"-inf", 4, -INFINITY},
                 {"Infinity", 8, INFINITY},
                 {"3.84015e-007", 12, 3.84015e-7f},
                 {"1e99999999999", 13, INFINITY},
                 {"0e99999999999", 13, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float got = 77;
        assert_int_equal(wm_float_parse(cases[i].text, strlen(cases[i].text), &got), cases[i].used);
        assert_int_equal(bits_of(got), bits_of(cases[i].used ? cases[i].value : 77));
    }
}

static void locale_does_not_matter(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8"};
    char text[WM_FLOAT_TEXT];
    float value;
    size_t set = 0;
    (void)state;
    for (size_t i = 0; i < 4 && !set; i++)
        set = setlocale(LC_ALL, names[i]) && *localeconv()->decimal_point == ',';
    if (!set) {
        print_message("skipped: no locale with a decimal comma is installed\n");
        skip();
    }
    wm_float_format(1.5f, text);
    assert_string_equal(text, "1.5");
    assert_int_equal(wm_float_parse("1.5", 3, &value), 3);
    assert_true(value == 1.5f);
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shortest_forms),
        cmocka_unit_test(every_float_reads_back),
        cmocka_unit_test(parsing_is_correctly_rounded),
        cmocka_unit_test(odd_texts),
        cmocka_unit_test(locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

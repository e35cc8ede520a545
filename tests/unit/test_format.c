/* wmi_format: as snprintf in the C locale, and the same elsewhere. */
#include <locale.h>
#include <math.h>

#include "base/internal.h"
#include "support.h"

/* Fails unless both give the same text and length. */
#define SAME(...)                                                                                  \
    do {                                                                                           \
        char ours[500], theirs[500];                                                               \
        int a = wmi_format(ours, sizeof ours, __VA_ARGS__);                                        \
        int b = snprintf(theirs, sizeof theirs, __VA_ARGS__);                                      \
        assert_string_equal(ours, theirs);                                                         \
        assert_int_equal(a, b);                                                                    \
    } while (0)

static void test_integers_and_text(void **state)
{
    (void)state;
    SAME("plain");
    SAME("%s and %s, 100%%", "one", "");
    SAME("%.3s|%.*s|%10s|%-10s|", "abcdef", 2, "xyz", "right", "left");
    SAME("%c%c|%5c|%-3c|", 'a', 'z', 'r', 'l');
    SAME("%d %d %d %5d %-5d| %05d", 0, -7, INT32_MIN, 42, -42, -42);
    SAME("%u %lu %zu %llu", 4294967295u, 4294967295ul, (size_t)12, 18446744073709551615ull);
    SAME("%ld %lld", -2147483647l, INT64_MIN + 0ll);
    SAME("%x %08lx %02x %04x %lx %llx", 255u, 0xBEEFul, 7u, 0x12345u, 0ul, 0x123456789ABull);
    SAME("%03lu %02lu", 5ul, 123ul);
}

/* Windows' C library forgets the width of some numbers. */
static bool library_pads(void)
{
    char text[16];
    snprintf(text, sizeof text, "%10g", 1e5);
    return strlen(text) == 10;
}

static void test_floating_point(void **state)
{
    (void)state;
    static const double values[] = {
        0,      -0.0, 1,   -1,    0.1,    1e-5,   123456789, 1e15,   1e16, 1e17,   1e100,  1e300,
        5e-324, 2.5,  3.5, 0.125, 1e-100, 0.0001, 1e5,       999999, 1e6,  9.9995, 1e-310, 1 / 3.0};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        double v = values[i];
        SAME("%g|%.3g|%.6g|%.17g|%.15g|%.2g|%.0f|%.1f|%.4f|%f|%e", v, v, v, v, v, v, v, v, v, v, v);
        SAME("%8.2f|", v);
        if (library_pads())
            SAME("%10g|%-10g|", v, v);
    }
    SAME("%g %g", INFINITY, -INFINITY);
}

static void test_not_a_number(void **state)
{
    (void)state;
    char text[32];
    wmi_format(text, sizeof text, "%g %.2f %6g|", (double)NAN, -(double)NAN, copysign(NAN, -1.0));
    assert_string_equal(text, "nan nan    nan|");
}

static void test_truncation(void **state)
{
    (void)state;
    char text[8] = "xxxxxxx";
    assert_int_equal(wmi_format(text, 4, "%s", "abcdef"), 6);
    assert_string_equal(text, "abc");
    assert_int_equal(text[4], 'x');
    assert_int_equal(wmi_format(text, 0, "%s", "abcdef"), 6);
    assert_int_equal(wmi_format(NULL, 0, "%lu", 1234ul), 4);
    assert_int_equal(wmi_format(text, 1, "abc"), 3);
    assert_string_equal(text, "");
}

static void test_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"};
    char text[32];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (setlocale(LC_ALL, names[i]) && localeconv()->decimal_point[0] == ',') {
            wmi_format(text, sizeof text, "%g %.2f", 0.5, 1.25);
            setlocale(LC_ALL, "C");
            assert_string_equal(text, "0.5 1.25");
            return;
        }
    setlocale(LC_ALL, "C");
    print_message("skipped: no locale with a decimal comma is installed\n");
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers_and_text),
        cmocka_unit_test(test_floating_point),
        cmocka_unit_test(test_not_a_number),
        cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

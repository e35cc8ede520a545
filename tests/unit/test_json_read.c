/* Reading JSON: what is accepted, what is refused and why, and what values say. The lists
 * follow the cases of JSONTestSuite (seriot.ch, "Parsing JSON is a Minefield"). */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/decimal.h"
#include "support.h"
#include "waymark/json.h"

static wm_json *read_text(const char *text, wm_error *error)
{
    return wm_json_read(text, strlen(text), NULL, error);
}

static wm_json *must_read(const char *text)
{
    wm_error error;
    wm_json *json = read_text(text, &error);
    if (!json)
        fail_msg("%s: %s", text, error.message);
    return json;
}

static void what_is_json(void **state)
{
    static const char *const cases[] = {
        "0",
        "-0",
        "1",
        "123",
        "-1",
        "1.5",
        "1e5",
        "1E5",
        "1e+5",
        "1e-5",
        "1.5e10",
        "0.0",
        "0e0",
        "0e+1",
        "0E1",
        "1e400",
        "-1e400",
        "1e-400",
        "123456789012345678901234567890",
        "[]",
        "{}",
        "[[]]",
        "[{}]",
        "{\"\":0}",
        "{\"a\":{}}",
        "[1,2,3]",
        "[1 , 2]",
        " [ ] ",
        "\t{\n}\r\n",
        "true",
        "false",
        "null",
        "[null]",
        "[true,false,null]",
        "\"\"",
        "\" \"",
        "\"a\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\u0041\"",
        "\"\\u00e9\"",
        "\"\\uABCD\"",
        "\"\\u0000\"",
        "\"\\ud83d\\ude00\"",
        "\"\\uDBFF\\uDFFF\"",
        "\"\x7f\"",
        "\"\xc2\x80\"",
        "\"\xdf\xbf\"",
        "\"\xe0\xa0\x80\"",
        "\"\xed\x9f\xbf\"",
        "\"\xee\x80\x80\"",
        "\"\xef\xbf\xbf\"",
        "\"\xf0\x90\x80\x80\"",
        "\"\xf4\x8f\xbf\xbf\"",
        "{\"a\":1,\"a\":2}",
        "\xef\xbb\xbf{}",
        "{\"min\":-1.0e+28,\"max\":1.0e+28}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        wm_json_free(must_read(cases[i]));
}

/* Each with the place and a part of the message. */
static const struct refused {
    const char *text;
    wm_status code;
    unsigned offset, line, column;
    const char *path, *message;
} refused[] = {
    {"", WM_TRUNCATED, 0, 1, 1, "", "expected a value, found the end of the input"},
    {"  ", WM_TRUNCATED, 2, 1, 3, "", "expected a value, found the end of the input"},
    {"\xef\xbb\xbf", WM_TRUNCATED, 3, 1, 4, "", "expected a value"},
    {"x", WM_BAD_TEXT, 0, 1, 1, "", "expected a value, found 'x'"},
    {"\x01", WM_BAD_TEXT, 0, 1, 1, "", "expected a value, found byte 0x01"},
    {"\xff", WM_BAD_TEXT, 0, 1, 1, "", "expected a value, found byte 0xff"},
    {"nul", WM_TRUNCATED, 3, 1, 4, "", "expected 'null', found the end of the input"},
    {"tru3", WM_BAD_TEXT, 3, 1, 4, "", "expected 'true', found '3'"},
    {"True", WM_BAD_TEXT, 0, 1, 1, "", "expected a value, found 'T'"},
    {"truex", WM_BAD_TEXT, 4, 1, 5, "", "expected the end of the input, found 'x'"},
    {"NaN", WM_BAD_TEXT, 0, 1, 1, "", "expected a value"},
    {"-Infinity", WM_BAD_TEXT, 1, 1, 2, "", "expected a digit after '-', found 'I'"},
    {"1 2", WM_BAD_TEXT, 2, 1, 3, "", "expected the end of the input, found '2'"},
    {"[]]", WM_BAD_TEXT, 2, 1, 3, "", "expected the end of the input, found ']'"},
    {"-", WM_TRUNCATED, 1, 1, 2, "", "expected a digit after '-'"},
    {"+1", WM_BAD_TEXT, 0, 1, 1, "", "expected a value, found '+'"},
    {"--1", WM_BAD_TEXT, 1, 1, 2, "", "expected a digit after '-', found '-'"},
    {"01", WM_BAD_TEXT, 0, 1, 1, "", "cannot start with 0"},
    {"[-01]", WM_BAD_TEXT, 2, 1, 3, "[0]", "cannot start with 0"},
    {"1.", WM_TRUNCATED, 2, 1, 3, "", "expected a digit after the decimal point"},
    {"[1.e1]", WM_BAD_TEXT, 3, 1, 4, "[0]", "expected a digit after the decimal point"},
    {".5", WM_BAD_TEXT, 0, 1, 1, "", "expected a value, found '.'"},
    {"1e", WM_TRUNCATED, 2, 1, 3, "", "expected a digit in the exponent"},
    {"[1e+]", WM_BAD_TEXT, 4, 1, 5, "[0]", "expected a digit in the exponent"},
    {"0x1", WM_BAD_TEXT, 1, 1, 2, "", "expected the end of the input, found 'x'"},
    {"1_000", WM_BAD_TEXT, 1, 1, 2, "", "expected the end of the input"},
    {"[", WM_TRUNCATED, 1, 1, 2, "[0]", "expected a value"},
    {"[1", WM_TRUNCATED, 2, 1, 3, "[1]", "expected ',' or ']' after an item"},
    {"[1 1]", WM_BAD_TEXT, 3, 1, 4, "[1]", "expected ',' or ']' after an item, found '1'"},
    {"[1,]", WM_BAD_TEXT, 3, 1, 4, "[1]", "expected a value, found ']'"},
    {"[,1]", WM_BAD_TEXT, 1, 1, 2, "[0]", "expected a value, found ','"},
    {"[1,,2]", WM_BAD_TEXT, 3, 1, 4, "[1]", "expected a value, found ','"},
    {"[1}", WM_BAD_TEXT, 2, 1, 3, "[1]", "expected ',' or ']' after an item, found '}'"},
    {"{", WM_TRUNCATED, 1, 1, 2, "", "expected a name in quotes, or '}'"},
    {"{]", WM_BAD_TEXT, 1, 1, 2, "", "expected a name in quotes, or '}', found ']'"},
    {"{a:1}", WM_BAD_TEXT, 1, 1, 2, "", "expected a name in quotes, or '}', found 'a'"},
    {"{1:1}", WM_BAD_TEXT, 1, 1, 2, "", "expected a name in quotes, or '}', found '1'"},
    {"{\"a\"}", WM_BAD_TEXT, 4, 1, 5, "a", "expected ':' after the name of a member, found '}'"},
    {"{\"a\" 1}", WM_BAD_TEXT, 5, 1, 6, "a", "expected ':'"},
    {"{\"a\"::1}", WM_BAD_TEXT, 5, 1, 6, "a", "expected a value, found ':'"},
    {"{\"a\":}", WM_BAD_TEXT, 5, 1, 6, "a", "expected a value, found '}'"},
    {"{\"a\":1", WM_TRUNCATED, 6, 1, 7, "", "expected ',' or '}' after a member"},
    {"{\"a\":1,}", WM_BAD_TEXT, 7, 1, 8, "", "expected a name in quotes, found '}'"},
    {"{\"a\":1 \"b\":2}", WM_BAD_TEXT, 7, 1, 8, "", "expected ',' or '}' after a member, found"},
    {"{\"a\":1]", WM_BAD_TEXT, 6, 1, 7, "", "expected ',' or '}' after a member, found ']'"},
    {"[1] // no", WM_BAD_TEXT, 4, 1, 5, "", "expected the end of the input, found '/'"},
    {"/**/1", WM_BAD_TEXT, 0, 1, 1, "", "expected a value, found '/'"},
    {"'a'", WM_BAD_TEXT, 0, 1, 1, "", "expected a value, found '''"},
    {"\"a", WM_TRUNCATED, 0, 1, 1, "", "no closing '\"'"},
    {"[\"a]", WM_TRUNCATED, 1, 1, 2, "[0]", "no closing '\"'"},
    {"\"a\nb\"", WM_BAD_TEXT, 2, 1, 3, "", "must be written as \\u000a"},
    {"\"\t\"", WM_BAD_TEXT, 1, 1, 2, "", "must be written as \\u0009"},
    {"\"\\x\"", WM_BAD_TEXT, 2, 1, 3, "", "expected one of"},
    {"\"\\\n\"", WM_BAD_TEXT, 2, 1, 3, "", "found byte 0x0a"},
    {"\"\\", WM_TRUNCATED, 2, 1, 3, "", "expected a character after the backslash"},
    {"\"\\u12\"", WM_BAD_TEXT, 5, 1, 6, "", "expected four hexadecimal digits after \\u, found"},
    {"\"\\u12", WM_TRUNCATED, 5, 1, 6, "", "expected four hexadecimal digits after \\u, found the"},
    {"\"\\u+123\"", WM_BAD_TEXT, 3, 1, 4, "", "expected four hexadecimal digits"},
    {"\"\\ud800\"", WM_BAD_TEXT, 1, 1, 2, "", "first half of a surrogate pair"},
    {"\"\\ud800x\"", WM_BAD_TEXT, 1, 1, 2, "", "first half of a surrogate pair"},
    {"\"\\udc00\"", WM_BAD_TEXT, 1, 1, 2, "", "second half of a surrogate pair"},
    {"\"\\ud800\\ud800\"", WM_BAD_TEXT, 7, 1, 8, "", "found \\ud800"},
    {"\"\\ud800\\u0041\"", WM_BAD_TEXT, 7, 1, 8, "", "found \\u0041"},
    {"\"\x80\"", WM_BAD_TEXT, 1, 1, 2, "", "byte 0x80 is not valid UTF-8"},
    {"\"\xc0\xaf\"", WM_BAD_TEXT, 1, 1, 2, "", "byte 0xc0 is not valid UTF-8"},
    {"\"\xc3\"", WM_BAD_TEXT, 1, 1, 2, "", "byte 0xc3 is not valid UTF-8"},
    {"\"\xe0\x80\x80\"", WM_BAD_TEXT, 1, 1, 2, "", "byte 0xe0"},
    {"\"\xed\xa0\x80\"", WM_BAD_TEXT, 1, 1, 2, "", "byte 0xed"},
    {"\"\xf4\x90\x80\x80\"", WM_BAD_TEXT, 1, 1, 2, "", "byte 0xf4"},
    {"\"\xf8\x88\x80\x80\x80\"", WM_BAD_TEXT, 1, 1, 2, "", "byte 0xf8"},
    {"\"\xff\"", WM_BAD_TEXT, 1, 1, 2, "", "byte 0xff"},
    {"{\"\xff\":0}", WM_BAD_TEXT, 2, 1, 3, "", "byte 0xff"},
    {"\xff\xfe{\0}\0", WM_BAD_TEXT, 0, 1, 1, "", "found byte 0xff"},
    {"[1\f]", WM_BAD_TEXT, 2, 1, 3, "[1]", "found byte 0x0c"},
    {"[\xc2\xa0]", WM_BAD_TEXT, 1, 1, 2, "[0]", "found byte 0xc2"},
    {"{\n \"a\": [\r\n  1,\r  {\"b c\": [[], x]}]}", WM_BAD_TEXT, 31, 4, 16, "a[1].b c[1]",
     "expected a value, found 'x'"},
};

static void what_is_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct refused *r = &refused[i];
        wm_error e = {0};
        if (read_text(r->text, &e))
            fail_msg("%s was read", r->text);
        if (e.code != r->code || e.offset != r->offset || e.line != r->line ||
            e.column != r->column || strcmp(e.path, r->path) != 0 || !strstr(e.message, r->message))
            fail_msg("%s: [%s] @%llu %u:%u '%s': %s", r->text, wm_status_name(e.code),
                     (unsigned long long)e.offset, e.line, e.column, e.path, e.message);
        assert_null(read_text(r->text, NULL));
    }
    assert_null(wm_json_read(NULL, 0, NULL, NULL));
    assert_null(wm_json_read("[1,\0]", 5, NULL, NULL));
}

static void depth_is_bounded(void **state)
{
    char text[4 * WM_JSON_DEPTH_MAX];
    wm_error e;
    (void)state;
    for (size_t depth = WM_JSON_DEPTH_MAX; depth <= WM_JSON_DEPTH_MAX + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        wm_json *json = wm_json_read(text, 2 * depth, NULL, &e);
        assert_int_equal(json != NULL, depth == WM_JSON_DEPTH_MAX);
        wm_json_free(json);
    }
    assert_int_equal(e.code, WM_LIMIT);
    assert_int_equal(e.offset, WM_JSON_DEPTH_MAX);
}

static void texts(void **state)
{
    size_t size;
    wm_json *json = must_read("{\"a\\u0000b\":\"x\\u0000y\",\"e\":\"\\u00e9\\u20ac\\ud83d\\ude00\","
                              "\"s\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t plain text of some length\"}");
    const wm_json_value *root = wm_json_root(json), *v = wm_json_item(root, 0);
    (void)state;
    assert_memory_equal(wm_json_as_text(v, &size), "x\0y", 4);
    assert_int_equal(size, 3);
    assert_null(wm_json_find(root, "a")); /* its name is longer */
    assert_string_equal(wm_json_as_text(wm_json_find(root, "e"), NULL),
                        "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    assert_string_equal(wm_json_as_text(wm_json_find(root, "s"), NULL),
                        "\"\\/\b\f\n\r\t plain text of some length");
    assert_null(wm_json_as_text(root, &size));
    wm_json_free(json);
}

static void whole_numbers(void **state)
{
    static const struct {
        const char *text;
        bool is_uint, is_int;
        uint64_t u;
        int64_t i;
    } cases[] = {
        {"0", true, true, 0, 0},
        {"-0", true, true, 0, 0},
        {"1.0", true, true, 1, 1},
        {"1e3", true, true, 1000, 1000},
        {"1.5e1", true, true, 15, 15},
        {"1.5", false, false, 0, 0},
        {"1e-1", false, false, 0, 0},
        {"1.0000000000000000000001", false, false, 0, 0},
        {"0e99999999", true, true, 0, 0},
        {"18446744073709551615", true, false, UINT64_MAX, 0},
        {"18446744073709551616", false, false, 0, 0},
        {"99999999999999999999", false, false, 0, 0},
        {"9223372036854775807", true, true, INT64_MAX, INT64_MAX},
        {"9223372036854775808", true, false, UINT64_C(1) << 63, 0},
        {"-9223372036854775808", false, true, 0, INT64_MIN},
        {"-9223372036854775809", false, false, 0, 0},
        {"-1", false, true, 0, -1},
        {"1e19", true, false, UINT64_C(10000000000000000000), 0},
        {"1e20", false, false, 0, 0},
        {"9007199254740993", true, true, 9007199254740993, 9007199254740993},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wm_json *json = must_read(cases[i].text);
        const wm_json_value *v = wm_json_root(json);
        uint64_t u = 77;
        int64_t s = 77;
        assert_int_equal(wm_json_as_uint(v, &u), cases[i].is_uint);
        assert_int_equal(u, cases[i].is_uint ? cases[i].u : 77);
        assert_int_equal(wm_json_as_int(v, &s), cases[i].is_int);
        assert_int_equal(s, cases[i].is_int ? cases[i].i : 77);
        wm_json_free(json);
    }
}

/* libc's strtod and strtof are the judges. */
static void compare_number(const char *text)
{
    wm_json *json = must_read(text);
    double d = 0, right = strtod(text, NULL);
    float f = 0, narrow = strtof(text, NULL);
    assert_true(wm_json_as_double(wm_json_root(json), &d));
    assert_true(wm_json_as_float(wm_json_root(json), &f));
    if (memcmp(&d, &right, sizeof d) != 0 || memcmp(&f, &narrow, sizeof f) != 0)
        fail_msg("%s: %.17g, not %.17g, and %.9g, not %.9g", text, d, right, (double)f,
                 (double)narrow);
    wm_json_free(json);
}

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed ^ *seed >> 29;
}

static void fractions_are_correctly_rounded(void **state)
{
    static const char *const odd[] = {
        "-0",
        "-0.0",
        "1e400",
        "-1e400",
        "1e-400",
        "5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "1.7976931348623157e308",
        "1.7976931348623159e308",
        "9007199254740993",
        "9007199254740992.99999999999999999999",
        "0.1000000000000000055511151231257827021181583404",
        "16777217",
        "16777219.0",
        "3.4028235677973366e38",
        "7.006492321624085e-46",
        "1.00000005960464477539062500000000000000001",
        "1.000000059604644775390625",
        "18446744073709551615",
        "18446744073709551616",
        "1e22",
        "1e23",
        "8.5e-45",
    };
    uint64_t seed = 20261116;
    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        compare_number(odd[i]);
    for (int i = 0; i < 60000; i++) {
        char text[900];
        uint64_t bits = next_random(&seed);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        snprintf(text, sizeof text, "%.*e", (int)(next_random(&seed) % 25), value);
        compare_number(text);
    }
}

/* Exactly between two doubles, and slightly off on either side: up to 767 digits. */
static void doubles_half_way(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int i = 0; i < 400; i++) {
        char text[1200];
        uint64_t bits = next_random(&seed) >> 1;
        long double middle;
        double low, high;
        if (i % 4 == 0)
            bits >>= 12 + i % 40; /* subnormals, and small ones */
        uint64_t above = bits + 1;
        memcpy(&low, &bits, sizeof low);
        memcpy(&high, &above, sizeof high);
        if (!isfinite(high))
            continue;
        middle = ((long double)low + (long double)high) / 2;
        snprintf(text, sizeof text, "%.800Le", middle);
        compare_number(text);
        char *e = strchr(text, 'e');
        memmove(e + 1, e, strlen(e) + 1);
        *e = '1';
        compare_number(text);
    }
}

static void members_and_items(void **state)
{
    wm_json *json = must_read("{\"a\":1,\"b\":[true,false,null],\"a\":2,\"c\":{}}");
    const wm_json_value *root = wm_json_root(json), *b = wm_json_find(root, "b");
    uint64_t u;
    bool t = false;
    (void)state;
    assert_int_equal(wm_json_kind_of(root), WM_JSON_KIND_OBJECT);
    assert_int_equal(wm_json_count(root), 4);
    assert_true(wm_json_as_uint(wm_json_find(root, "a"), &u));
    assert_int_equal(u, 2); /* the last one */
    assert_true(wm_json_as_uint(wm_json_item(root, 0), &u));
    assert_int_equal(u, 1);
    assert_string_equal(wm_json_name(wm_json_item(root, 2)), "a");
    assert_int_equal(wm_json_count(b), 3);
    assert_true(wm_json_as_bool(wm_json_item(b, 0), &t) && t);
    assert_true(wm_json_as_bool(wm_json_item(b, 1), &t) && !t);
    assert_int_equal(wm_json_kind_of(wm_json_item(b, 2)), WM_JSON_KIND_NULL);
    assert_null(wm_json_item(b, 3));
    assert_null(wm_json_name(wm_json_item(b, 0)));
    assert_null(wm_json_find(b, "a"));
    assert_null(wm_json_find(root, "d"));
    assert_null(wm_json_find(root, ""));
    assert_int_equal(wm_json_count(wm_json_find(root, "c")), 0);
    assert_int_equal(wm_json_offset(b), 11);
    wm_json_free(json);
}

static void many_members(void **state)
{
    char text[4096], name[16];
    size_t n = 0;
    (void)state;
    for (int i = 0; i < 200; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%c\"%d\":%d", i ? ',' : '{', i * 7 % 190,
                              i);
    snprintf(text + n, sizeof text - n, "}");
    wm_json *json = must_read(text);
    const wm_json_value *root = wm_json_root(json);
    for (int i = 0; i < 190; i++) {
        uint64_t u = 0;
        snprintf(name, sizeof name, "%d", i * 7 % 190);
        assert_true(wm_json_as_uint(wm_json_find(root, name), &u));
        assert_int_equal(u, i < 10 ? i + 190 : i); /* 10 names are there twice */
    }
    assert_null(wm_json_find(root, "190"));
    assert_null(wm_json_find(root, "1000"));
    assert_null(wm_json_find(root, ""));
    wm_json_free(json);
}

static void a_missing_value(void **state)
{
    bool b;
    uint64_t u;
    int64_t i;
    double d;
    float f;
    (void)state;
    assert_int_equal(wm_json_kind_of(NULL), WM_JSON_KIND_MISSING);
    assert_string_equal(wm_json_kind_name(WM_JSON_KIND_MISSING), "nothing");
    assert_string_equal(wm_json_kind_name(WM_JSON_KIND_ARRAY), "array");
    assert_int_equal(wm_json_count(NULL), 0);
    assert_null(wm_json_item(NULL, 0));
    assert_null(wm_json_find(NULL, "a"));
    assert_null(wm_json_name(NULL));
    assert_false(wm_json_as_bool(NULL, &b) || wm_json_as_uint(NULL, &u) ||
                 wm_json_as_int(NULL, &i) || wm_json_as_double(NULL, &d) ||
                 wm_json_as_float(NULL, &f) || wm_json_as_text(NULL, NULL));
    assert_true(wm_json_offset(NULL) == WM_NO_OFFSET);
    wm_json_free(NULL);
}

static void paths(void **state)
{
    wm_json *json = must_read("{\"meshes\":[{\"primitives\":[{\"mode\":4},{\"mode\":[[7]]}]},3]}");
    const wm_json_value *root = wm_json_root(json), *mesh, *mode;
    char text[96], small[12];
    (void)state;
    mesh = wm_json_item(wm_json_find(root, "meshes"), 0);
    mode = wm_json_find(wm_json_item(wm_json_find(mesh, "primitives"), 1), "mode");
    assert_string_equal(wm_json_path(json, root, text, sizeof text), "");
    assert_string_equal(wm_json_path(json, mesh, text, sizeof text), "meshes[0]");
    assert_string_equal(wm_json_path(json, mode, text, sizeof text),
                        "meshes[0].primitives[1].mode");
    assert_string_equal(
        wm_json_path(json, wm_json_item(wm_json_item(mode, 0), 0), text, sizeof text),
        "meshes[0].primitives[1].mode[0][0]");
    assert_string_equal(wm_json_path(json, mode, small, sizeof small), "meshes[0].p");
    assert_string_equal(wm_json_path(json, NULL, text, sizeof text), "");
    wm_json_free(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_json),
        cmocka_unit_test(what_is_not),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(texts),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(fractions_are_correctly_rounded),
        cmocka_unit_test(doubles_half_way),
        cmocka_unit_test(members_and_items),
        cmocka_unit_test(many_members),
        cmocka_unit_test(a_missing_value),
        cmocka_unit_test(paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Writing JSON: the text of values, lines, both kinds of output, and wrong calls. */
#include <math.h>
#include <stdlib.h>

#include "support.h"
#include "waymark/json.h"

static void expect(wm_json_writer *j, const char *text)
{
    wm_buffer b;
    wm_error e;
    assert_int_equal(wm_json_writer_finish(j, &b, &e), WM_OK);
    assert_int_equal(b.size, strlen(text));
    assert_memory_equal(b.data, text, b.size);
    wm_buffer_free(&b);
}

static void put_values(wm_json_writer *j)
{
    const float floats[] = {1.5f, -INFINITY};
    const uint32_t indices[] = {7, WM_NO_INDEX};
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "a", "q\" b\\ t\t \x01\x7F \xC3\xA9 </x>");
    wm_json_add_text(j, "none", NULL);
    wm_json_add_field(j, "field", "ab\0cd", 5);
    wm_json_add_field(j, "full", "abcd", 4);
    wm_json_begin_array(j, "list");
    wm_json_end(j);
    wm_json_add_uint(j, "big", UINT64_MAX);
    wm_json_add_int(j, "least", INT64_MIN);
    wm_json_add_index(j, "index", WM_NO_INDEX);
    wm_json_add_bool(j, "yes", true);
    wm_json_add_vec3(j, "v", (wm_vec3){0.1f, -0.0f, NAN});
    wm_json_add_floats(j, "f", floats, 2);
    wm_json_add_indices(j, "i", indices, 2);
    wm_json_begin_array(j, "d");
    wm_json_add_double(j, NULL, 0.1);
    wm_json_add_double(j, NULL, -0.0);
    wm_json_add_double(j, NULL, 1.0 / 3);
    wm_json_add_double(j, NULL, 5e9);
    wm_json_add_double(j, NULL, INFINITY);
    wm_json_end(j);
    wm_json_add_base64(j, "b", "\xFF\x00\x10Z", 4);
    wm_json_add_raw(j, "r", "{}", 2);
    wm_json_end(j);
}

static const char values_text[] =
    "{\"a\":\"q\\\" b\\\\ t\\t \\u0001\\u007f \xC3\xA9 </x>\",\"none\":null,\"field\":\"ab\","
    "\"full\":\"abcd\",\"list\":[],\"big\":18446744073709551615,\"least\":-9223372036854775808,"
    "\"index\":null,\"yes\":true,\"v\":[0.1,-0,null],\"f\":[1.5,null],\"i\":[7,null],"
    "\"d\":[0.1,0,0.33333333333333331,5000000000,null],\"b\":\"/wAQWg==\",\"r\":{}}";

static void values_and_commas(void **state)
{
    wm_json_writer j;
    (void)state;
    wm_json_writer_init(&j, NULL);
    put_values(&j);
    expect(&j, values_text);
    wm_json_writer_init(&j, NULL);
    wm_json_add_uint(&j, NULL, 0);
    expect(&j, "0");
}

static void bytes_that_are_not_utf8(void **state)
{
    const char bad[] = "\xC3\xA9\xE9 \xC0\x80\xED\xA0\x80\xF5";
    wm_json_writer j;
    (void)state;
    wm_json_writer_init(&j, NULL);
    wm_json_add_text(&j, NULL, bad);
    expect(&j, "\"\xC3\xA9\xEF\xBF\xBD \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
               "\xEF\xBF\xBD\"");
    wm_json_writer_init(&j, &(wm_json_write_opts){.latin1 = true});
    wm_json_add_text(&j, NULL, "\xC3\xA9\xE9");
    expect(&j, "\"\xC3\x83\xC2\xA9\xC3\xA9\"");
    wm_json_writer_init(&j, &(wm_json_write_opts){.latin1 = true, .script = true});
    wm_json_add_text(&j, NULL, "\xC3\xA9</script>");
    expect(&j, "\"\xC3\xA9\\u003c/script>\"");
}

static void lines_where_they_are_spread(void **state)
{
    wm_json_writer j;
    (void)state;
    for (int indent = 0; indent < 2; indent++) {
        wm_json_writer_init(&j, &(wm_json_write_opts){.indent = indent});
        wm_json_begin_object(&j, NULL);
        wm_json_spread(&j);
        wm_json_add_vec3(&j, "v", (wm_vec3){1, 2, 3});
        wm_json_begin_array(&j, "rows");
        wm_json_spread(&j);
        for (uint32_t i = 0; i < 2; i++) {
            wm_json_begin_object(&j, NULL);
            wm_json_add_uint(&j, "i", i);
            wm_json_add_null(&j, "n");
            wm_json_end(&j);
        }
        wm_json_end(&j);
        wm_json_begin_array(&j, "none");
        wm_json_spread(&j);
        wm_json_end(&j);
        wm_json_end(&j);
        expect(&j, indent ? "{\n  \"v\": [1,2,3],\n  \"rows\": [\n    {\"i\":0,\"n\":null},\n"
                            "    {\"i\":1,\"n\":null}\n  ],\n  \"none\": []\n}"
                          : "{\"v\":[1,2,3],\"rows\":[{\"i\":0,\"n\":null},{\"i\":1,\"n\":null}],"
                            "\"none\":[]}");
    }
}

/* ---- a sink ---- */

typedef struct sink {
    char text[100000];
    size_t size, limit;
} sink;

static wm_status take(void *user, const void *data, size_t size)
{
    sink *s = user;
    if (size > s->limit - s->size)
        return WM_IO;
    memcpy(s->text + s->size, data, size);
    s->size += size;
    return WM_OK;
}

static void a_sink_gets_the_same_text(void **state)
{
    static sink s;
    static uint8_t bytes[50000];
    wm_json_writer j;
    wm_buffer whole;
    wm_error e;
    (void)state;
    s = (sink){.limit = sizeof s.text};
    for (int to_sink = 0; to_sink < 2; to_sink++) {
        wm_json_writer_init(&j, to_sink ? &(wm_json_write_opts){.write = take, .user = &s} : NULL);
        wm_json_begin_array(&j, NULL);
        for (uint32_t i = 0; i < 3000; i++)
            wm_json_add_uint(&j, NULL, i);
        wm_json_add_base64(&j, NULL, bytes, sizeof bytes);
        wm_json_end(&j);
        assert_int_equal(wm_json_writer_finish(&j, to_sink ? NULL : &whole, &e), WM_OK);
    }
    assert_int_equal(s.size, whole.size);
    assert_memory_equal(s.text, whole.data, s.size);
    /* every limit below that is reported, and nothing is written after it */
    for (size_t limit = 0; limit < sizeof values_text - 1; limit++) {
        s = (sink){.limit = limit};
        wm_json_writer_init(&j, &(wm_json_write_opts){.write = take, .user = &s});
        put_values(&j);
        assert_int_equal(wm_json_writer_finish(&j, NULL, &e), WM_IO);
        assert_int_equal(e.code, WM_IO);
    }
    wm_buffer_free(&whole);
}

/* ---- and back ---- */

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static void read_back(const wm_buffer *b, float f, uint64_t u)
{
    wm_error e;
    wm_json *json = wm_json_read(b->data, b->size, NULL, &e);
    float number;
    uint64_t whole;
    assert_non_null(json);
    const wm_json_value *root = wm_json_root(json);
    assert_int_equal(wm_json_count(root), 3);
    assert_non_null(wm_json_as_text(wm_json_item(root, 0), NULL));
    assert_int_equal(wm_json_as_float(wm_json_item(root, 1), &number), isfinite(f) != 0);
    assert_true(!isfinite(f) || memcmp(&f, &number, sizeof f) == 0);
    assert_true(wm_json_as_uint(wm_json_item(root, 2), &whole) && whole == u);
    wm_json_free(json);
}

/* Whatever the bytes, the reader takes the text, and numbers come back to the bit. */
static void what_was_written_is_read_back(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        uint32_t bits = next_random(&seed);
        uint64_t u = (uint64_t)bits << 32 | next_random(&seed);
        char bytes[12];
        float f;
        wm_json_writer j;
        wm_buffer b;
        memcpy(&f, &bits, sizeof f);
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (char)next_random(&seed);
        wm_json_writer_init(&j, &(wm_json_write_opts){.latin1 = round & 1, .script = round & 2});
        wm_json_begin_array(&j, NULL);
        wm_json_add_field(&j, NULL, bytes, sizeof bytes);
        wm_json_add_float(&j, NULL, f);
        wm_json_add_uint(&j, NULL, u);
        wm_json_end(&j);
        assert_int_equal(wm_json_writer_finish(&j, &b, NULL), WM_OK);
        read_back(&b, f, u);
        wm_buffer_free(&b);
    }
}

/* ---- failures ---- */

static void expect_failure(wm_json_writer *j, wm_status status, const char *message)
{
    wm_buffer b = {.size = 1};
    wm_error e;
    assert_int_equal(wm_json_writer_finish(j, &b, &e), status);
    assert_int_equal(e.code, status);
    assert_string_equal(e.message, message);
    assert_null(b.data);
    assert_int_equal(b.size, 0);
}

static void wrong_calls_are_caught(void **state)
{
    wm_json_writer j;
    (void)state;
    wm_json_writer_init(&j, NULL);
    expect_failure(&j, WM_BAD_ARGUMENT, "there is no value");
    wm_json_writer_init(&j, NULL);
    wm_json_begin_array(&j, NULL);
    expect_failure(&j, WM_BAD_ARGUMENT, "an array or object has no end");
    wm_json_writer_init(&j, NULL);
    wm_json_begin_object(&j, NULL);
    wm_json_add_null(&j, NULL);
    wm_json_end(&j);
    expect_failure(&j, WM_BAD_ARGUMENT, "a member of an object has no name");
    wm_json_writer_init(&j, NULL);
    wm_json_begin_array(&j, NULL);
    wm_json_add_null(&j, "a");
    wm_json_end(&j);
    expect_failure(&j, WM_BAD_ARGUMENT, "a value outside an object has a name");
    wm_json_writer_init(&j, NULL);
    wm_json_add_null(&j, NULL);
    wm_json_add_null(&j, NULL);
    expect_failure(&j, WM_BAD_ARGUMENT, "there is a second outermost value");
    wm_json_writer_init(&j, NULL);
    wm_json_add_null(&j, NULL);
    wm_json_end(&j);
    expect_failure(&j, WM_BAD_ARGUMENT, "there is no array or object to end");
    wm_json_writer_init(&j, NULL);
    wm_json_begin_array(&j, NULL);
    wm_json_add_null(&j, NULL);
    wm_json_spread(&j);
    wm_json_end(&j);
    expect_failure(&j, WM_BAD_ARGUMENT,
                   "only an array or object that was just begun can be spread");
    wm_json_writer_init(&j, NULL);
    wm_json_writer_fail(&j, WM_NO_MEMORY);
    wm_json_writer_fail(&j, WM_IO);
    wm_json_add_null(&j, NULL);
    expect_failure(&j, WM_NO_MEMORY, "out of memory");
}

static void depth_is_bounded(void **state)
{
    wm_json_writer j;
    wm_buffer b;
    wm_error e;
    (void)state;
    for (uint32_t depth = WM_JSON_DEPTH_MAX; depth <= WM_JSON_DEPTH_MAX + 1; depth++) {
        wm_json_writer_init(&j, &(wm_json_write_opts){.indent = true});
        for (uint32_t i = 0; i < depth; i++) {
            wm_json_begin_array(&j, NULL);
            wm_json_spread(&j);
        }
        for (uint32_t i = 0; i < depth; i++)
            wm_json_end(&j);
        if (depth > WM_JSON_DEPTH_MAX) {
            expect_failure(&j, WM_LIMIT, "arrays and objects are nested too deep");
            continue;
        }
        assert_int_equal(wm_json_writer_finish(&j, &b, &e), WM_OK);
        wm_json *back = wm_json_read(b.data, b.size, NULL, &e);
        assert_non_null(back);
        wm_json_free(back);
        wm_buffer_free(&b);
    }
}

/* Refuses from the n-th request on. */
typedef struct meagre {
    int left;
} meagre;

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    meagre *m = user;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return m->left-- > 0 ? realloc(old, new_size) : NULL;
}

static void memory_may_run_out(void **state)
{
    int n = 0;
    (void)state;
    for (wm_status status = WM_NO_MEMORY; status != WM_OK; n++) {
        meagre m = {.left = n};
        const wm_allocator memory = {resize, &m};
        wm_json_writer j;
        wm_buffer b;
        wm_error e;
        wm_json_writer_init(&j, &(wm_json_write_opts){.base = {.allocator = &memory}});
        put_values(&j);
        status = wm_json_writer_finish(&j, &b, &e);
        assert_true(status == WM_OK || (status == WM_NO_MEMORY && !b.data));
        wm_buffer_free(&b);
        assert_true(n < 100);
    }
    assert_true(n > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_commas),
        cmocka_unit_test(bytes_that_are_not_utf8),
        cmocka_unit_test(lines_where_they_are_spread),
        cmocka_unit_test(a_sink_gets_the_same_text),
        cmocka_unit_test(wrong_calls_are_caught),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(what_was_written_is_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

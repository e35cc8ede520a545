/* JSON made to be slow or to take more memory than its size explains. */
#include <stdlib.h>

#include "memory.h"
#include "support.h"
#include "waymark/json.h"

typedef struct text {
    char *data;
    size_t size;
} text;

/* `head`, then `part` over and over with the index in place of its %u, then `tail`. */
static text repeated(const char *head, const char *part, const char *tail, unsigned times)
{
    size_t room = strlen(head) + strlen(tail) + (strlen(part) + 10) * (size_t)times + 1;
    text t = {malloc(room), 0};
    assert_non_null(t.data);
    t.size += (size_t)snprintf(t.data, room, "%s", head);
    for (unsigned i = 0; i < times; i++)
        t.size += (size_t)snprintf(t.data + t.size, room - t.size, part, i);
    t.size += (size_t)snprintf(t.data + t.size, room - t.size, "%s", tail);
    return t;
}

/* Reads within time and memory; the document, or NULL. */
static void read_within(const char *what, text t, bool good, double most)
{
    test_memory memory;
    wm_error error = {0};
    test_memory_init(&memory);
    wm_read_opts opts = {.allocator = &memory.allocator};
    double start = test_cpu_seconds();
    wm_json *json = wm_json_read(t.data, t.size, &opts, &error);
    double took = test_cpu_seconds() - start;
    if ((json != NULL) != good)
        fail_msg("%s: %s", what, json ? "was read" : error.message);
    if (memory.peak > (10u << 10) + 18 * (uint64_t)t.size)
        fail_msg("%s: %llu bytes of memory for %zu", what, (unsigned long long)memory.peak, t.size);
    if (took > most)
        fail_msg("%s: took %g seconds for %zu bytes", what, took, t.size);
    wm_json_free(json);
    test_memory_done(&memory, what);
    free(t.data);
}

/* Each megabyte takes milliseconds; the bounds leave room for slow machines. */
static void every_shape_is_read_in_time(void **state)
{
    (void)state;
    read_within("numbers", repeated("[0", ",0", "]", 1000000), true, 2);
    read_within("empty arrays", repeated("[[]", ",[]", "]", 700000), true, 2);
    read_within("members", repeated("{\"\":0", ",\"%u\":0", "}", 300000), true, 4);
    read_within("equal names", repeated("{\"a\":0", ",\"a\":0", "}", 300000), true, 4);
    read_within(
        "objects of nine",
        repeated("[0", ",{\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"f\":0,\"g\":0,\"h\":0,\"\":0}",
                 "]", 40000),
        true, 2);
    read_within("numbers that need big integers", repeated("[0", ",1e-300", "]", 100000), true, 4);
    read_within("commas in a text", repeated("[\"", ",[{,[{", "\"]", 300000), true, 2);
    read_within("escapes", repeated("\"", "\\u0041", "\"", 300000), true, 2);
    read_within("spaces", repeated("", "        ", "1", 300000), true, 2);
    read_within("commas", repeated("[", ",", "", 2000000), false, 2);
    read_within("open brackets", repeated("", "[", "", 2000000), false, 2);
    read_within("open text", repeated("\"", "aaaaaaaa", "", 300000), false, 2);
}

/* Long digits are cut off where they no longer matter. */
static void a_number_of_a_megabyte(void **state)
{
    (void)state;
    read_within("digits", repeated("", "12345678", "", 130000), true, 1);
    read_within("zeros after the point", repeated("0.", "00000000", "1", 130000), true, 1);
    read_within("an exponent", repeated("1e", "11111111", "", 130000), true, 1);
}

/* Common prefixes make comparing names slow; length decides first. */
static void names_that_are_nearly_equal(void **state)
{
    enum { NAME = 2000 };
    char part[NAME + 16];
    (void)state;
    memset(part, 'a', sizeof part);
    memcpy(part, ",\"", 2);
    memcpy(part + NAME, "%07u\":0", 8);
    read_within("long names", repeated("{\"\":0", part, "}", 2000), true, 2);
}

static void looking_up_a_hundred_thousand_members(void **state)
{
    enum { MEMBERS = 100000 };
    text t = repeated("{\"first\":0", ",\"name%u\":1", "}", MEMBERS);
    wm_json *json = wm_json_read(t.data, t.size, NULL, NULL);
    const wm_json_value *root = wm_json_root(json);
    double start = test_cpu_seconds();
    (void)state;
    assert_int_equal(wm_json_count(root), MEMBERS + 1);
    for (uint32_t i = 0; i <= MEMBERS; i++) {
        const wm_json_value *v = wm_json_item(root, i);
        assert_ptr_equal(wm_json_find(root, wm_json_name(v)), v);
    }
    assert_true(test_cpu_seconds() - start < 2);
    wm_json_free(json);
    free(t.data);
}

static void a_limit_is_kept(void **state)
{
    text t = repeated("[0", ",0", "]", 100000);
    wm_error error;
    wm_read_opts opts = {.memory_limit = 1 << 20};
    (void)state;
    assert_null(wm_json_read(t.data, t.size, &opts, &error));
    assert_int_equal(error.code, WM_LIMIT);
    opts.memory_limit = 4 << 20;
    wm_json *json = wm_json_read(t.data, t.size, &opts, &error);
    assert_non_null(json);
    wm_json_free(json);
    free(t.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_is_read_in_time),
        cmocka_unit_test(a_number_of_a_megabyte),
        cmocka_unit_test(names_that_are_nearly_equal),
        cmocka_unit_test(looking_up_a_hundred_thousand_members),
        cmocka_unit_test(a_limit_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Requests of `view --serve`, in buffers that end where they end: every prefix, every changed byte.
 * The server as a whole is attacked by tests/tools/attack_server.py. */
#include <stdlib.h>
#include <string.h>

#include "serve/http.h"
#include "support.h"

enum { PORT = 8080 };

static const char GOOD[] = "GET /key/list HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nRange: bytes=5-9\r\n"
                           "Sec-Fetch-Site: same-origin\r\nOrigin: http://localhost:8080\r\n\r\n";

/* Reading past the end is an error for the sanitizers and for valgrind. */
static int parse(const char *text, size_t size, http_request *out)
{
    char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    int status = http_parse(copy, size, PORT, out);
    if (status == HTTP_OK) {
        assert_true(out->path >= copy && out->path_size <= size);
        assert_true((size_t)(out->path - copy) + out->path_size <= size);
        assert_int_equal(out->path[0], '/');
    }
    out->path = NULL;
    free(copy);
    return status;
}

static void test_good(void **state)
{
    (void)state;
    http_request r;
    assert_int_equal(http_parse(GOOD, sizeof GOOD - 1, PORT, &r), HTTP_OK);
    assert_int_equal(r.path_size, 9);
    assert_memory_equal(r.path, "/key/list", 9);
    assert_false(r.head);
    assert_true(r.range.given && !r.range.from_end && r.range.first == 5 && r.range.last == 9);
    assert_int_equal(http_parse(GOOD, sizeof GOOD - 1, PORT + 1, &r), HTTP_FORBIDDEN);
}

static void test_prefixes(void **state)
{
    (void)state;
    http_request r;
    for (size_t n = 0; n < sizeof GOOD - 1; n++)
        assert_int_equal(parse(GOOD, n, &r), HTTP_MORE);
    char *most = malloc(HTTP_HEAD_MAX);
    assert_non_null(most);
    memset(most, 'a', HTTP_HEAD_MAX);
    assert_int_equal(parse(most, HTTP_HEAD_MAX - 1, &r), HTTP_MORE);
    assert_int_equal(parse(most, HTTP_HEAD_MAX, &r), HTTP_TOO_LONG);
    free(most);
}

/* Each byte takes each value. What is served is a request to this server, whatever was changed. */
static void test_changed_bytes(void **state)
{
    (void)state;
    char text[sizeof GOOD];
    size_t served = 0;
    for (size_t at = 0; at < sizeof GOOD - 1; at++)
        for (unsigned value = 0; value < 256; value++) {
            http_request r;
            memcpy(text, GOOD, sizeof GOOD);
            text[at] = (char)value;
            int status = parse(text, sizeof GOOD - 1, &r);
            served += status == HTTP_OK;
            assert_true(status == HTTP_OK || status == HTTP_MORE || status >= HTTP_BAD);
            if (status == HTTP_OK)
                assert_true(strstr(text, "127.0.0.1:8080\r\n") != NULL);
        }
    assert_in_range(served, 1000, 40000);
}

static void take(const char *text, uint64_t size, int status, uint64_t first, uint64_t count)
{
    char request[256];
    http_request r;
    uint64_t from, many;
    snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: localhost:8080\r\nRange: %s\r\n\r\n",
             text);
    assert_int_equal(parse(request, strlen(request), &r), HTTP_OK);
    assert_int_equal(http_take_range(&r.range, size, &from, &many), status);
    if (status != HTTP_BAD_RANGE) {
        assert_int_equal(from, first);
        assert_int_equal(many, count);
    }
}

static void test_ranges(void **state)
{
    (void)state;
    take("bytes=0-0", 10, HTTP_PARTIAL, 0, 1);
    take("bytes=9-", 10, HTTP_PARTIAL, 9, 1);
    take("bytes=10-", 10, HTTP_BAD_RANGE, 0, 0);
    take("bytes=0-18446744073709551615", 10, HTTP_PARTIAL, 0, 10);
    take("bytes=18446744073709551616-", 10, HTTP_BAD_RANGE, 0, 0);
    take("bytes=-18446744073709551615", 10, HTTP_PARTIAL, 0, 10);
    take("bytes=0-", 0, HTTP_BAD_RANGE, 0, 0);
    take("bytes=-1", 0, HTTP_BAD_RANGE, 0, 0);
    take("lines=0-1", 10, HTTP_OK, 0, 10);
    take("bytes=0-1,3-4", 10, HTTP_OK, 0, 10);
    take("", 10, HTTP_OK, 0, 10);
}

/* The longest head fits. */
static void test_heads(void **state)
{
    (void)state;
    static const int all[] = {HTTP_OK,        HTTP_PARTIAL,    HTTP_BAD,       HTTP_FORBIDDEN,
                              HTTP_NOT_FOUND, HTTP_BAD_METHOD, HTTP_BAD_RANGE, HTTP_TOO_LONG,
                              HTTP_NO_MEMORY, HTTP_BAD_VERSION};
    char text[HTTP_ANSWER_MAX], policy[200];
    memset(policy, 'p', sizeof policy);
    policy[sizeof policy - 1] = '\0';
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const http_answer answer = {.status = all[i],
                                    .type = "application/octet-stream",
                                    .policy = policy,
                                    .count = UINT64_MAX,
                                    .ranges = true,
                                    .first = UINT64_MAX / 2,
                                    .of = UINT64_MAX};
        size_t size = http_head(&answer, text);
        assert_int_equal(size, strlen(text));
        assert_true(size > 300);
        assert_memory_equal(text + size - 4, "\r\n\r\n", 4);
        assert_string_not_equal(http_reason(all[i]), "Error");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),          cmocka_unit_test(test_prefixes),
        cmocka_unit_test(test_changed_bytes), cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The JSON that the library writes, and files in the page of the viewer. */
#include "base/deflate.h"
#include "support.h"
#include "waymark/info.h"
#include "waymark/view.h"

static void expect(wm_buffer *b, const char *text)
{
    assert_int_equal(b->size, strlen(text));
    assert_memory_equal(b->data, text, b->size);
    wm_buffer_free(b);
}

static void an_error_is_an_object(void **state)
{
    wm_buffer b;
    wm_error e = {.code = WM_TRUNCATED, .offset = 12, .path = "faces", .message = "ends"};
    (void)state;
    assert_int_equal(wm_error_json("a.wok", &e, NULL, &b, NULL), WM_OK);
    expect(&b, "{\"file\":\"a.wok\",\"error\":{\"code\":\"truncated\",\"offset\":12,"
               "\"path\":\"faces\",\"message\":\"ends\"}}");
    e.line = 3;
    assert_int_equal(wm_error_json("a", &e, NULL, &b, NULL), WM_OK);
    expect(&b, "{\"file\":\"a\",\"error\":{\"code\":\"truncated\",\"line\":3,"
               "\"path\":\"faces\",\"message\":\"ends\"}}");
}

#define PLACE "<script id=\"waymark-files\" type=\"application/json\">"

static void files_go_into_the_page(void **state)
{
    static const char page[] = "<p>" PLACE "[]</script></p>";
    const wm_view_file files[] = {{"a/b.wok", "abc", 3}, {"</script><x>", "", 0}};
    wm_buffer b;
    wm_error e;
    (void)state;
    assert_int_equal(wm_view_page(page, sizeof page - 1, files, 2, NULL, &b, &e), WM_OK);
    expect(&b, "<p>" PLACE "[{\"name\":\"a/b.wok\",\"base64\":\"YWJj\"},"
               "{\"name\":\"\\u003c/script>\\u003cx>\",\"base64\":\"\"}]</script></p>");
    assert_int_equal(wm_view_page(page, sizeof page - 1, NULL, 0, NULL, &b, &e), WM_OK);
    expect(&b, page);
    /* no place, a place that is full, a page that ends in it */
    memset(&b, 0xAA, sizeof b);
    assert_int_equal(wm_view_page("<p>", 3, files, 1, NULL, &b, &e), WM_BAD_VALUE);
    assert_true(!b.data && !b.size);
    assert_int_equal(wm_view_page(PLACE "[1]", sizeof PLACE + 2, files, 1, NULL, &b, &e),
                     WM_BAD_VALUE);
    assert_int_equal(wm_view_page(PLACE "[", sizeof PLACE, files, 1, NULL, &b, &e), WM_BAD_VALUE);
}

static void streams_come_back(void **state)
{
    uint8_t from[5000], back[5000], *packed;
    size_t used, made;
    wmi_arena arena;
    (void)state;
    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (uint8_t)(i * i >> 5);
    for (int effort = WMI_EFFORT_ZLIB; effort <= WMI_EFFORT_SMALL; effort++) {
        wmi_arena_init(&arena, NULL, 0);
        size_t size = wmi_deflate(&arena, from, sizeof from, (wmi_effort)effort, &packed);
        assert_true(size > 0 && size < sizeof from);
        assert_int_equal(wmi_inflate(packed, size, back, sizeof back, &used, &made), WMI_INFLATED);
        assert_int_equal(used, size);
        assert_int_equal(made, sizeof from);
        assert_memory_equal(back, from, sizeof from);
        assert_int_equal(wmi_inflate(packed, size, back, 100, &used, &made), WMI_INFLATE_MORE);
        assert_int_not_equal(wmi_inflate(packed, size - 1, back, sizeof back, &used, &made),
                             WMI_INFLATED);
        wmi_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_is_an_object),
        cmocka_unit_test(files_go_into_the_page),
        cmocka_unit_test(streams_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

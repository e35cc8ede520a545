/* JSON: reads it, queries it in every way, and compares its numbers with libc's. */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "walk.h"

/* strtod must read the same number at the same position. */
static void compare_number(const wm_json_value *v, const uint8_t *data, size_t size)
{
    char text[64];
    double number;
    float narrow;
    size_t at = (size_t)wm_json_offset(v), n = size - at < 63 ? size - at : 63;
    if (!wm_json_as_double(v, &number) || !wm_json_as_float(v, &narrow))
        return;
    memcpy(text, data + at, n);
    text[n] = '\0';
    if (strspn(text, "+-.0123456789eE") == 63)
        return; /* truncated */
    double other = strtod(text, NULL);
    float other_narrow = strtof(text, NULL);
    FUZZ_CHECK(memcmp(&number, &other, sizeof number) == 0);
    FUZZ_CHECK(memcmp(&narrow, &other_narrow, sizeof narrow) == 0);
}

static void compare_numbers(const wm_json_value *v, const uint8_t *data, size_t size)
{
    compare_number(v, data, size);
    for (uint32_t i = 0; i < wm_json_count(v); i++)
        compare_numbers(wm_json_item(v, i), data, size);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_error error = {.code = WM_OK};
    wm_json *json = wm_json_read(data, size, NULL, &error);
    if (json) {
        test_walk_json(json);
        compare_numbers(wm_json_root(json), data, size);
    } else {
        FUZZ_CHECK(error.code != WM_OK && error.offset <= size && error.line && error.column);
    }
    wm_json_free(json);
}

/* Requests to the server of `view --serve`, as they arrive: in parts, then with a range of a file.
 */
#include <string.h>

#include "fuzz.h"
#include "serve/http.h"

enum { PORT = 8080, PARTS = 8 };

static void take_range(const http_range *range, uint64_t size)
{
    uint64_t first = 0, count = 0;
    int status = http_take_range(range, size, &first, &count);
    FUZZ_CHECK(status == HTTP_OK || status == HTTP_PARTIAL || status == HTTP_BAD_RANGE);
    FUZZ_CHECK(status == HTTP_BAD_RANGE || (first <= size && count <= size - first));
    FUZZ_CHECK(status != HTTP_OK || (first == 0 && count == size));
}

static void parse(const char *text, size_t size)
{
    http_request r = {0};
    int status = http_parse(text, size, PORT, &r);
    FUZZ_CHECK(status == HTTP_MORE || (status >= HTTP_OK && status <= HTTP_BAD_VERSION));
    if (status != HTTP_OK)
        return;
    FUZZ_CHECK(r.path >= text && r.path_size > 0 && r.path[0] == '/');
    FUZZ_CHECK((size_t)(r.path - text) + r.path_size <= size);
    take_range(&r.range, 0);
    take_range(&r.range, 1);
    take_range(&r.range, 1000);
    take_range(&r.range, UINT64_MAX);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    for (size_t i = 1; i <= PARTS; i++) {
        size_t part = size * i / PARTS;
        char *copy = malloc(part + 1); /* ends where the sanitizers see it */
        FUZZ_CHECK(copy);
        char *text = copy + 1;
        if (part)
            memcpy(text, data, part);
        parse(text, part);
        free(copy);
    }
}

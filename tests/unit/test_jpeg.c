/* JPEG that are small as files and large as images: refused before libjpeg allocates anything for
 * them, and counted by --max-memory. */
#include <string.h>
#include <sys/resource.h>

#include "support.h"
#include "texture/texture.h"

enum { MIB = 1 << 20, ROOM = 4096 };

typedef struct bytes {
    uint8_t data[ROOM];
    size_t size;
} bytes;

static void put(bytes *b, const void *data, size_t size)
{
    assert_true(b->size + size <= ROOM);
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

/* A grey image in scans: the first of them whole, the others the rest of each block, again and
 * again. */
static void make(bytes *b, unsigned width, unsigned height, unsigned scans)
{
    static const uint8_t begin[] = {0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0};
    static const uint8_t codes[] = {0xFF, 0xC4, 0, 20, 0, 1, 0, 0, 0, 0, 0,
                                    0,    0,    0, 0,  0, 0, 0, 0, 0, 0, 0};
    const uint8_t frame[] = {0xFF,
                             0xC2,
                             0,
                             11,
                             8,
                             (uint8_t)(height >> 8),
                             (uint8_t)height,
                             (uint8_t)(width >> 8),
                             (uint8_t)width,
                             1,
                             1,
                             0x11,
                             0};
    uint8_t other_codes[sizeof codes], table[64];
    memcpy(other_codes, codes, sizeof codes);
    other_codes[4] = 0x10;
    memset(table, 1, sizeof table);
    b->size = 0;
    put(b, begin, sizeof begin);
    put(b, table, sizeof table);
    put(b, frame, sizeof frame);
    put(b, codes, sizeof codes);
    put(b, other_codes, sizeof codes);
    for (unsigned i = 0; i < scans; i++) {
        const uint8_t scan[] = {0xFF, 0xDA, 0, 8, 1, 1, 0, i > 0, i ? 63 : 0, 0, 0};
        put(b, scan, sizeof scan);
    }
    put(b, (const uint8_t[]){0xFF, 0xD9}, 2);
}

static wm_status try_to_read(unsigned width, unsigned height, unsigned scans)
{
    bytes b;
    wm_error error = {.code = WM_OK};
    make(&b, width, height, scans);
    uint64_t most = cli_pixel_limit(b.size);
    const wm_buffer buffer = {.data = b.data, .size = b.size};
    wm_image *image = cli_read_jpeg(&buffer, &most, &error);
    if (!image)
        return error.code;
    assert_int_equal(image->width, width);
    assert_int_equal(image->height, height);
    wm_image_free(image);
    return WM_OK;
}

/* The most memory that this process had, in MiB. */
static long most_memory(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss / 1024;
}

static void skip_without_libjpeg(void)
{
    if (try_to_read(16, 16, 2) == WM_UNSUPPORTED)
        skip();
}

static void the_size_comes_first(void **state)
{
    (void)state;
    skip_without_libjpeg();
    long before = most_memory();
    assert_int_equal(try_to_read(16, 16, 2), WM_OK);
    assert_int_equal(try_to_read(12000, 12000, 2), WM_LIMIT);
    assert_int_equal(try_to_read(26000, 26000, 2), WM_LIMIT);
    assert_int_equal(try_to_read(65500, 65500, 1), WM_LIMIT);
    assert_true(most_memory() - before < 16);
}

static void scans_are_limited(void **state)
{
    (void)state;
    skip_without_libjpeg();
    assert_int_equal(try_to_read(500, 500, 64), WM_OK);
    assert_int_equal(try_to_read(500, 500, 66), WM_LIMIT);
    assert_int_equal(try_to_read(500, 500, 200), WM_LIMIT);
}

/* A limit for several images is used up by those that are broken too. */
static void failures_count(void **state)
{
    (void)state;
    skip_without_libjpeg();
    bytes b;
    wm_error error = {.code = WM_OK};
    make(&b, 500, 500, 66);
    const wm_buffer buffer = {.data = b.data, .size = b.size};
    uint64_t most = 1500000;
    assert_null(cli_read_jpeg(&buffer, &most, &error));
    assert_int_equal(most, 500000);
    assert_null(cli_read_jpeg(&buffer, &most, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_non_null(strstr(error.message, "500 x 500"));
}

/* 1,500 x 1,500: 9 MB of pixels, 4.5 MB of coefficients. The last test: the limit stays. */
static void the_limit_counts_libjpeg(void **state)
{
    (void)state;
    skip_without_libjpeg();
    long before = most_memory();
    assert_true(cli_limit_memory(12 * MIB));
    for (int i = 0; i < 3; i++) {
        /* Its 2.7 GB are beyond what a 32-bit process can ever have. */
        assert_int_equal(try_to_read(26000, 26000, 2),
                         sizeof(size_t) < 8 ? WM_LIMIT : WM_NO_MEMORY);
        assert_int_equal(try_to_read(1500, 1500, 2), WM_NO_MEMORY);
        assert_int_equal(try_to_read(1400, 1400, 2), WM_OK); /* all was given back */
    }
    assert_true(most_memory() - before < 200); /* the sanitizers keep what was freed */
    assert_true(cli_limit_memory(16 * MIB));
    assert_int_equal(try_to_read(1500, 1500, 2), WM_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_size_comes_first),
        cmocka_unit_test(scans_are_limited),
        cmocka_unit_test(failures_count),
        cmocka_unit_test(the_limit_counts_libjpeg),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

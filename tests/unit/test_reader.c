/* The reader of bytes, and values of files on machines with another order of bytes. */
#include "base/internal.h"
#include "support.h"

static void spans_stay_inside(void **state)
{
    static const uint8_t data[10] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0};
    wm_error error;
    wmi_reader r;
    (void)state;
    wmi_reader_init(&r, data, sizeof data, &error);
    assert_int_equal(wmi_reader_u32(&r, 4, "second"), 2);
    wmi_span two = wmi_reader_span(&r, 0, 2, 4, "words");
    assert_true(two.data == data && two.count == 2 && two.stride == 4 && two.offset == 0);
    assert_int_equal(wmi_reader_span(&r, UINT64_MAX, 0, 4, "none").count, 0);
    assert_int_equal(r.failed, WM_OK); /* nothing of no size is anywhere */
    assert_int_equal(wmi_reader_span(&r, 4, UINT32_MAX, UINT32_MAX, "many").count, 0);
    assert_int_equal(r.failed, WM_TRUNCATED);
    assert_int_equal(error.offset, 4);
    assert_string_equal(error.path, "many");
}

/* The first failure stays, and everything after it is 0. */
static void failures_are_sticky(void **state)
{
    static const uint8_t data[4] = {7, 0, 0, 0};
    wm_error error;
    wmi_reader r;
    (void)state;
    wmi_reader_init(&r, data, sizeof data, &error);
    wmi_reader_fail(&r, WM_BAD_VALUE, 2, "a", "%d is wrong", 12);
    wmi_reader_fail(&r, WM_LIMIT, 3, "b", "another");
    assert_int_equal(wmi_reader_u32(&r, 0, "c"), 0);
    assert_int_equal(wmi_reader_span(&r, 0, 1, 4, "d").count, 0);
    assert_int_equal(r.failed, WM_BAD_VALUE);
    assert_int_equal(error.code, WM_BAD_VALUE);
    assert_int_equal(error.offset, 2);
    assert_string_equal(error.path, "a");
    assert_string_equal(error.message, "12 is wrong");
}

static void values_of_16_bits(void **state)
{
    static const uint8_t bytes[6] = {0x34, 0x12, 0xFF, 0x00, 0x00, 0x80};
    uint16_t values[3];
    uint8_t back[6], swapped[6];
    (void)state;
    wmi_load16(values, bytes, 3);
    assert_true(values[0] == 0x1234 && values[1] == 0x00FF && values[2] == 0x8000);
    wmi_store16(back, values, 3);
    assert_memory_equal(back, bytes, sizeof bytes);
    wmi_load16(values, bytes, 0);
    assert_int_equal(values[0], 0x1234);
    wmi_swap16(swapped, bytes, 3);
    for (int i = 0; i < 3; i++)
        assert_true(swapped[2 * i] == bytes[2 * i + 1] && swapped[2 * i + 1] == bytes[2 * i]);
    wmi_swap16(swapped, swapped, 3); /* in place, and there and back */
    assert_memory_equal(swapped, bytes, sizeof bytes);
}

/* Two 16-bit values that were read as one word are where C expects them, on any machine. */
static void halves_of_words(void **state)
{
    static const uint8_t bytes[12] = {0x34, 0x12, 0x78, 0x56, 9, 9, 9, 9, 0xBC, 0x9A, 0xF0, 0xDE};
    static const uint16_t expected[6] = {0x1234, 0x5678, 0x0909, 0x0909, 0x9ABC, 0xDEF0};
    uint16_t values[6];
    uint8_t swapped[12];
    (void)state;
    wmi_load32(values, bytes, 3);
    wmi_halves(values, 3, 4);
    assert_memory_equal(values, expected, sizeof expected);
    memcpy(swapped, bytes, sizeof bytes);
    wmi_swap_halves(swapped, 2, 8); /* the first and the third word */
    static const uint8_t other[12] = {0x78, 0x56, 0x34, 0x12, 9, 9, 9, 9, 0xF0, 0xDE, 0xBC, 0x9A};
    assert_memory_equal(swapped, other, sizeof other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_stay_inside),
        cmocka_unit_test(failures_are_sticky),
        cmocka_unit_test(values_of_16_bits),
        cmocka_unit_test(halves_of_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

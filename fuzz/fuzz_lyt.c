/* Area layouts: reads, checks, writes and compares. */
#include <string.h>

#include "fuzz.h"

static void round_trip(const wm_kotor_lyt *lyt, const uint8_t *data, size_t size)
{
    wm_buffer bytes;
    FUZZ_CHECK(wm_kotor_lyt_write(lyt, NULL, &bytes, NULL) == WM_OK);
    FUZZ_CHECK(bytes.size == size && (size == 0 || memcmp(bytes.data, data, size) == 0));
    wm_buffer_free(&bytes);
}

/* A layout is equal to itself. One without its first line differs in as many ways both times. */
static void compare(const wm_kotor_lyt *lyt)
{
    const char *end = lyt->size ? memchr(lyt->text, '\n', lyt->size) : NULL;
    size_t rest = end ? lyt->size - (size_t)(end + 1 - lyt->text) : 0;
    wm_report report;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_lyt *other = wm_kotor_lyt_read(lyt->text + lyt->size - rest, rest, &opts, NULL);
    wm_diff same, there, back;
    wm_diff_init(&same, NULL);
    wm_diff_init(&there, NULL);
    wm_diff_init(&back, NULL);
    FUZZ_CHECK(wm_kotor_lyt_diff(lyt, lyt, &same, NULL) == WM_OK && same.count == 0);
    if (other) {
        FUZZ_CHECK(wm_kotor_lyt_diff(lyt, other, &there, NULL) == WM_OK);
        FUZZ_CHECK(wm_kotor_lyt_diff(other, lyt, &back, NULL) == WM_OK);
        FUZZ_CHECK(there.count == back.count);
    }
    wm_diff_free(&same);
    wm_diff_free(&there);
    wm_diff_free(&back);
    wm_kotor_lyt_free(other);
    wm_report_free(&report);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_lyt *lenient = wm_kotor_lyt_read(data, size, &opts, NULL);
    wm_kotor_lyt *lyt = wm_kotor_lyt_read(data, size, NULL, NULL);
    FUZZ_CHECK(lenient || !lyt); /* what reads strictly also reads leniently */
    if (lenient) {
        round_trip(lenient, data, size);
        compare(lenient);
        FUZZ_CHECK(wm_kotor_lyt_check(lenient, NULL, &report, NULL) == WM_OK);
        for (uint32_t i = 0; i < lenient->room_count; i++)
            FUZZ_CHECK(wm_kotor_lyt_find(lenient, lenient->rooms[i].name) <= i);
    }
    if (lyt)
        round_trip(lyt, data, size);
    wm_kotor_lyt_free(lyt);
    wm_kotor_lyt_free(lenient);
    wm_report_free(&report);
}

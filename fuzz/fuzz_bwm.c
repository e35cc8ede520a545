/* Binary walkmeshes: reads, walks, checks, writes and compares, rebuilds, writes again. */
#include <string.h>

#include "fuzz.h"
#include "walk.h"

static void round_trip(const wm_kotor_bwm *b, const uint8_t *data, size_t size)
{
    wm_buffer bytes;
    FUZZ_CHECK(wm_kotor_bwm_write(b, NULL, &bytes, NULL) == WM_OK);
    FUZZ_CHECK(bytes.size == size && memcmp(bytes.data, data, size) == 0);
    wm_buffer_free(&bytes);
}

/* The result of a rebuild must read back, and a second rebuild must change nothing. */
static void rebuild(wm_kotor_bwm *b)
{
    wm_buffer once, twice;
    if (wm_kotor_bwm_rebuild(b, NULL, NULL, NULL) != WM_OK)
        return;
    test_walk_bwm(b);
    FUZZ_CHECK(wm_kotor_bwm_write(b, NULL, &once, NULL) == WM_OK);
    wm_kotor_bwm *again = wm_kotor_bwm_read(once.data, once.size, NULL, NULL);
    FUZZ_CHECK(again);
    FUZZ_CHECK(wm_kotor_bwm_rebuild(again, NULL, NULL, NULL) == WM_OK);
    FUZZ_CHECK(wm_kotor_bwm_write(again, NULL, &twice, NULL) == WM_OK);
    FUZZ_CHECK(once.size == twice.size && memcmp(once.data, twice.data, once.size) == 0);
    wm_buffer_free(&once);
    wm_buffer_free(&twice);
    wm_kotor_bwm_free(again);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_error error;
    wm_kotor_bwm_stats stats;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_bwm *lenient = wm_kotor_bwm_read(data, size, &opts, &error);
    wm_kotor_bwm *b = wm_kotor_bwm_read(data, size, NULL, &error);
    if (lenient) {
        test_walk_bwm(lenient);
        wm_kotor_bwm_check(lenient, NULL, &report, &error);
        wm_report_finish(&report);
    } else {
        FUZZ_CHECK(!b); /* what reads strictly also reads leniently */
    }
    if (b) {
        test_walk_bwm(b);
        round_trip(b, data, size);
        wm_kotor_bwm_measure(b, NULL, &stats, &error);
        wm_kotor_bwm_maker(b);
        rebuild(b);
    }
    wm_kotor_bwm_free(b);
    wm_kotor_bwm_free(lenient);
    wm_report_free(&report);
}

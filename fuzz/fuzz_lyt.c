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

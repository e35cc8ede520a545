/* Visibility lists: reads, checks, writes and compares. */
#include <string.h>

#include "fuzz.h"

static void round_trip(const wm_kotor_vis *vis, const uint8_t *data, size_t size)
{
    wm_buffer bytes;
    FUZZ_CHECK(wm_kotor_vis_write(vis, NULL, &bytes, NULL) == WM_OK);
    FUZZ_CHECK(bytes.size == size && (size == 0 || memcmp(bytes.data, data, size) == 0));
    wm_buffer_free(&bytes);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_vis *lenient = wm_kotor_vis_read(data, size, &opts, NULL);
    wm_kotor_vis *vis = wm_kotor_vis_read(data, size, NULL, NULL);
    FUZZ_CHECK(lenient || !vis); /* what reads strictly also reads leniently */
    FUZZ_CHECK(lenient || !wm_kotor_vis_detect(data, size)); /* what is recognised can be read */
    if (lenient) {
        uint32_t names = 0;
        round_trip(lenient, data, size);
        FUZZ_CHECK(wm_kotor_vis_check(lenient, NULL, &report, NULL) == WM_OK);
        for (uint32_t i = 0; i < lenient->room_count; i++) {
            FUZZ_CHECK(lenient->rooms[i].first == names);
            names += lenient->rooms[i].count;
        }
        FUZZ_CHECK(names == lenient->name_count);
    }
    if (vis)
        round_trip(vis, data, size);
    wm_kotor_vis_free(vis);
    wm_kotor_vis_free(lenient);
    wm_report_free(&report);
}

/* One planted fault per finding of the KotOR walkmesh checker. */
#include "fixtures.h"
#include "samples.h"
#include "support.h"

/* Checks a document the way `waymark check` does, and frees it. */
static void check(wm_kotor_bwm *b, wm_report *report)
{
    wm_error error;
    if (wm_kotor_bwm_check(b, NULL, report, &error) != WM_OK)
        fail_msg("check: %s", error.message);
    wm_kotor_bwm_free(b);
}

/* The bytes of a sample with one 32-bit value of the file changed, read leniently. */
static void read_patched(const char *sample, uint32_t offset, uint32_t value, wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make(sample);
    wm_read_opts opts = {.report = report};
    wm_error error;
    wm_buffer bytes;
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &bytes, &error), WM_OK);
    wm_kotor_bwm_free(b);
    for (int i = 0; i < 4; i++)
        bytes.data[offset + (uint32_t)i] = (uint8_t)(value >> 8 * i);
    b = wm_kotor_bwm_read(bytes.data, bytes.size, &opts, &error);
    if (!b)
        fail_msg("read: %s", error.message);
    wm_buffer_free(&bytes);
    check(b, report);
}

static void vertex_index(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    uint32_t at = b->layout.faces + 12 * 5 + 4, count = b->vertex_count;
    wm_kotor_bwm_free(b);
    read_patched("room.wok", at, count, report);
}

const test_fixture fixtures_kotor_bwm[] = {
    {WM_KOTOR_VERTEX_INDEX, "a vertex number equal to the count", vertex_index},
    {0},
};

/* Model texts: reads strictly and leniently, writes as binary, and as text with notes, which
 * must give the same binary again. */
#include <string.h>

#include "fuzz.h"

static void round_trip(const wm_kotor_mdl *m)
{
    wm_buffer text, mdl[2], mdx[2];
    wm_error error;
    if (wm_kotor_mdl_write(m, NULL, &mdl[0], &mdx[0], &error) != WM_OK)
        return; /* too large for the format */
    FUZZ_CHECK(wm_kotor_mdl_text_write(m, NULL, &text, &error) == WM_OK);
    wm_kotor_mdl *back = wm_kotor_mdl_text_read(text.data, text.size, NULL, &error);
    FUZZ_CHECK(back);
    FUZZ_CHECK(wm_kotor_mdl_write(back, NULL, &mdl[1], &mdx[1], &error) == WM_OK);
    FUZZ_CHECK(mdl[0].size == mdl[1].size && mdx[0].size == mdx[1].size);
    FUZZ_CHECK(memcmp(mdl[0].data, mdl[1].data, mdl[0].size) == 0);
    FUZZ_CHECK(mdx[0].size == 0 || memcmp(mdx[0].data, mdx[1].data, mdx[0].size) == 0);
    wm_kotor_mdl_free(back);
    wm_buffer_free(&text);
    for (int i = 0; i < 2; i++) {
        wm_buffer_free(&mdl[i]);
        wm_buffer_free(&mdx[i]);
    }
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_error error;
    wm_report_init(&report, NULL);
    wm_kotor_mdl_text_read_opts lenient = {.base = {.report = &report}};
    wm_kotor_mdl *loose = wm_kotor_mdl_text_read(data, size, &lenient, &error);
    wm_kotor_mdl *strict = wm_kotor_mdl_text_read(data, size, NULL, &error);
    FUZZ_CHECK(loose || !strict); /* what reads strictly also reads leniently */
    if (loose)
        round_trip(loose);
    wm_kotor_mdl_free(strict);
    wm_kotor_mdl_free(loose);
    wm_report_free(&report);
}

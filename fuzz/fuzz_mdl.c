/* Binary models, with the MDX after the MDL: reads, walks, checks, covers, compares, writes. */
#include <string.h>

#include "fuzz.h"
#include "walk.h"

static void round_trip(const wm_kotor_mdl *m, const uint8_t *data, size_t size, size_t mdl_size)
{
    wm_buffer mdl, mdx;
    FUZZ_CHECK(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL) == WM_OK);
    FUZZ_CHECK(mdl.size == mdl_size && memcmp(mdl.data, data, mdl_size) == 0);
    FUZZ_CHECK(mdx.size == size - mdl_size);
    FUZZ_CHECK(mdx.size == 0 || memcmp(mdx.data, data + mdl_size, mdx.size) == 0);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

/* With a new layout it must read back; a repaired model may still need a lenient read. */
static void pack(wm_kotor_mdl *m, const wm_read_opts *opts)
{
    wm_buffer mdl, mdx;
    wm_diff diff;
    wm_kotor_mdl_pack(m, WM_KOTOR_MDL_ORDER_A);
    if (wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL) != WM_OK)
        return;
    wm_kotor_mdl *again = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, opts, NULL);
    FUZZ_CHECK(again);
    test_walk_mdl(again);
    wm_diff_init(&diff, NULL);
    FUZZ_CHECK(wm_kotor_mdl_diff(m, again, &diff, NULL) == WM_OK);
    wm_diff_free(&diff);
    wm_kotor_mdl_free(again);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_error error;
    size_t mdl_size;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *lenient = test_read_both(data, size, &opts, &error, &mdl_size);
    wm_kotor_mdl *m = test_read_both(data, size, NULL, &error, &mdl_size);
    if (lenient) {
        test_walk_mdl(lenient);
        FUZZ_CHECK(wm_kotor_mdl_check(lenient, NULL, &report, &error) == WM_OK);
        wm_report_finish(&report);
        wm_kotor_coverage *v = wm_kotor_mdl_cover(lenient, NULL, &error);
        FUZZ_CHECK(v);
        wm_kotor_coverage_free(v);
        pack(lenient, &opts);
    } else {
        FUZZ_CHECK(!m); /* what reads strictly also reads leniently */
    }
    if (m) {
        test_walk_mdl(m);
        round_trip(m, data, size, mdl_size);
        wm_kotor_compiler_name(wm_kotor_mdl_compiler(m));
        pack(m, NULL);
    }
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(lenient);
    wm_report_free(&report);
}

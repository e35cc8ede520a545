/* Fuzzes TRN and TRX files: reader, checker, comparison, neutral walkmesh, writer. */
#include <string.h>

#include "fuzz.h"
#include "walk.h"
#include "waymark/waymark.h"

/* An unchanged document gives the bytes of its file. */
static void same_bytes(const wm_nwn2_trn *trn, const uint8_t *data, size_t size)
{
    wm_buffer out;
    uint32_t dropped;
    wm_nwn2_trn_write_opts opts = {.dropped = &dropped};
    if (wm_nwn2_trn_write(trn, &opts, &out, NULL) != WM_OK)
        return; /* out of memory */
    FUZZ_CHECK(dropped == 0 && out.size == size && memcmp(out.data, data, size) == 0);
    wm_buffer_free(&out);
}

/* What was written must read back unchanged. */
static void round_trip(const wm_nwn2_trn *trn, const wm_nwn2_trn_read_opts *read)
{
    wm_nwn2_trn_write_opts opts = {.fast = true};
    wm_buffer out;
    wm_diff diff;
    if (wm_nwn2_trn_write(trn, &opts, &out, NULL) != WM_OK)
        return; /* out of memory */
    wm_nwn2_trn *again = wm_nwn2_trn_read(out.data, out.size, read, NULL);
    FUZZ_CHECK(again != NULL);
    wm_diff_init(&diff, NULL);
    if (wm_nwn2_trn_diff(trn, again, &diff, NULL) == WM_OK)
        FUZZ_CHECK(diff.count == 0);
    wm_diff_free(&diff);
    wm_nwn2_trn_free(again);
    wm_buffer_free(&out);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    for (int lenient = 0; lenient < 2; lenient++) {
        wm_report report;
        wm_report_init(&report, NULL);
        wm_nwn2_trn_read_opts opts = {.base = {.report = lenient ? &report : NULL}};
        wm_nwn2_trn *trn = wm_nwn2_trn_read(data, size, &opts, NULL);
        if (trn) {
            wm_error error;
            test_walk_trn(trn);
            if (wm_nwn2_trn_check(trn, NULL, &report, &error) != WM_OK)
                FUZZ_CHECK(error.code == WM_NO_MEMORY);
            same_bytes(trn, data, size);
            round_trip(trn, &opts);
            if (trn->aswm) {
                wm_nwn2_aswm_stats stats;
                FUZZ_CHECK(wm_nwn2_aswm_measure(trn->aswm, &stats, NULL) == WM_OK);
                wm_walkmesh_free(wm_walkmesh_from_nwn2_aswm(trn->aswm, NULL, NULL));
            }
        }
        wm_report_finish(&report);
        wm_report_free(&report);
        wm_nwn2_trn_free(trn);
    }
}

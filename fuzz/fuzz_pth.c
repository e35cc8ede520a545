/* Path points: reads, checks, writes and compares; also after a change that needs a new layout. */
#include <string.h>

#include "fuzz.h"

static wm_kotor_pth *read_again(const wm_kotor_pth *pth, wm_buffer *bytes)
{
    FUZZ_CHECK(wm_kotor_pth_write(pth, NULL, bytes, NULL) == WM_OK);
    wm_kotor_pth *again = wm_kotor_pth_read(bytes->data, bytes->size, NULL, NULL);
    FUZZ_CHECK(again && again->point_count == pth->point_count);
    FUZZ_CHECK(again->link_count == pth->link_count);
    FUZZ_CHECK(!pth->point_count ||
               memcmp(again->points, pth->points, pth->point_count * sizeof *pth->points) == 0);
    FUZZ_CHECK(!pth->link_count ||
               memcmp(again->links, pth->links, pth->link_count * sizeof *pth->links) == 0);
    return again;
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_kotor_pth_stats stats;
    wm_buffer bytes;
    wm_kotor_pth *pth = wm_kotor_pth_read(data, size, NULL, NULL);
    FUZZ_CHECK(!pth || wm_kotor_pth_detect(data, size));
    if (!pth)
        return;
    wm_report_init(&report, NULL);
    FUZZ_CHECK(wm_kotor_pth_check(pth, NULL, &report, NULL) == WM_OK);
    FUZZ_CHECK(wm_kotor_pth_measure(pth, &stats, NULL) == WM_OK);
    FUZZ_CHECK(stats.parts <= stats.points && stats.isolated <= stats.parts);
    wm_kotor_pth_free(read_again(pth, &bytes));
    FUZZ_CHECK(bytes.size == size && memcmp(bytes.data, data, size) == 0);
    wm_buffer_free(&bytes);
    if (pth->point_count) {
        pth->points[0].x += 1;
        wm_kotor_pth_free(read_again(pth, &bytes));
        wm_buffer_free(&bytes);
        pth->point_count--;
        wm_kotor_pth_free(read_again(pth, &bytes));
        wm_buffer_free(&bytes);
    }
    wm_report_free(&report);
    wm_kotor_pth_free(pth);
}

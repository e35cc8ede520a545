/* Planted faults in NWN2 terrain: the file and its packets. */
#include "fixtures.h"
#include "support.h"

/* Writes the document, frees it and reads it again leniently. */
static wm_nwn2_trn *again(wm_nwn2_trn *trn, wm_report *report)
{
    wm_nwn2_read_opts opts = {.base = {.report = report}};
    wm_error error;
    wm_buffer bytes;
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &bytes, &error), WM_OK);
    wm_nwn2_trn_free(trn);
    wm_nwn2_trn *read = wm_nwn2_trn_read(bytes.data, bytes.size, &opts, &error);
    if (!read)
        fail_msg("read: %s", error.message);
    wm_buffer_free(&bytes);
    return read;
}

static void packet_unreadable(wm_report *report)
{
    wm_nwn2_trn *trn = wm_nwn2_trn_new(NULL, NULL);
    wm_nwn2_packet *p = wm_nwn2_trn_add(trn, "TRWH", NULL);
    assert_non_null(p);
    p->raw = (wm_nwn2_bytes){5, (const uint8_t *)"short"};
    wm_nwn2_trn_free(again(trn, report));
}

static void vertex_index(wm_report *report)
{
    wm_nwn2_water_vertex vertex = {.uv = {0, 0}};
    wm_nwn2_short_triangle triangle = {{0, 1, 0}};
    uint32_t flag = 0;
    wm_nwn2_watr water = {.vertex_count = 1,
                          .vertices = &vertex,
                          .triangle_count = 1,
                          .triangles = &triangle,
                          .triangle_flags = &flag};
    wm_nwn2_trn *trn = wm_nwn2_trn_new(NULL, NULL);
    wm_nwn2_packet *p = wm_nwn2_trn_add(trn, "WATR", NULL);
    assert_non_null(p);
    p->watr = &water;
    wm_nwn2_trn_free(again(trn, report));
}

const test_fixture fixtures_nwn2[] = {
    {WM_NWN2_PACKET_UNREADABLE, "a TRWH of 5 bytes", packet_unreadable},
    {WM_NWN2_VERTEX_INDEX, "water with one vertex that uses a second", vertex_index},
    {0},
};

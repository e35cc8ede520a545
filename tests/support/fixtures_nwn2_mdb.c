/* Planted faults in NWN2 models. */
#include "base/internal.h"
#include "fixtures.h"
#include "mdb_models.h"
#include "support.h"

void test_check_mdb(wm_nwn2_mdb *mdb, wm_report *report)
{
    wm_error error;
    if (wm_nwn2_mdb_check(mdb, NULL, report, &error) != WM_OK)
        fail_msg("check: %s", error.message);
    wm_nwn2_mdb_free(mdb);
}

/* Offsets in the first packet of the placeable. */
enum { PACKET = 12 + 6 * 8, CONTENT = PACKET + 8, TRIANGLES = CONTENT + 204 + 24 * 60 };

/* Checks the placeable with one number changed and `more` bytes added. */
static void check_patched(size_t at, uint32_t value, size_t more, wm_report *report)
{
    size_t size;
    uint8_t *sample = test_mdb_bytes("plc_stage.mdb", &size);
    uint8_t *bytes = calloc(size + more, 1);
    const wm_open_opts opts = {.end_zero = 0};
    assert_non_null(bytes);
    memcpy(bytes, sample, size);
    wmi_put32(bytes + at, value);
    assert_int_equal(wm_check(bytes, size + more, &opts, report, NULL), WM_OK);
    free(bytes);
    free(sample);
}

static void packet_size(wm_report *report)
{
    check_patched(CONTENT + 196, 25, 0, report);
}

static void vertex_index(wm_report *report)
{
    check_patched(TRIANGLES, 24, 0, report);
}

static void version(wm_report *report)
{
    check_patched(4, 0x000D0001, 0, report);
}

static void packet_type(wm_report *report)
{
    check_patched(PACKET, 0x324C4F43, 0, report);
}

static void unclaimed(wm_report *report)
{
    check_patched(4, 0x000C0001, 3, report);
}

static void unknown(wm_report *report)
{
    test_check_mdb(test_mdb_make("odd.mdb"), report);
}

const test_fixture fixtures_nwn2_mdb[] = {
    {WM_NWN2_MDB_PACKET_SIZE, "one vertex more than the packet holds", packet_size},
    {WM_NWN2_MDB_VERTEX_INDEX, "a triangle with vertex 24 of 24", vertex_index},
    {WM_NWN2_MDB_VERSION, "version 1.13", version},
    {WM_NWN2_MDB_PACKET_TYPE, "a RIGD packet that calls itself COL2", packet_type},
    {WM_NWN2_MDB_UNCLAIMED, "3 bytes after the last packet", unclaimed},
    {WM_NWN2_MDB_UNKNOWN, "a packet TEST", unknown},
    {0},
};

/* Stripping: fewer bytes, the same floor and the same ways. */
#include "memory.h"
#include "support.h"
#include "terrain.h"

static void judge(const char *name, wm_nwn2_trn *trn)
{
    wm_nwn2_trn_strip_result r;
    wm_error error;
    wm_nwn2_aswm_stats before, after;
    wm_buffer was, is;
    wm_report report;
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &was, NULL), WM_OK);
    assert_int_equal(wm_nwn2_trn_rebuild(trn, NULL, NULL, NULL), WM_OK);
    assert_int_equal(wm_nwn2_aswm_measure(trn->aswm, &before, NULL), WM_OK);
    uint32_t islands = trn->aswm->island_count, triangles = trn->aswm->triangle_count;
    if (wm_nwn2_trn_strip(trn, NULL, &r, &error) != WM_OK)
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(wm_nwn2_aswm_measure(trn->aswm, &after, NULL), WM_OK);
    assert_int_equal(after.walkable, before.walkable);
    assert_int_equal(trn->aswm->triangle_count, before.walkable);
    assert_int_equal(r.triangles, triangles - before.walkable);
    assert_int_equal(after.max_tile_nodes, before.max_tile_nodes);
    /* Two floors whose common edge had a third triangle between them may be joined now. */
    assert_true(trn->aswm->island_count <= islands && trn->aswm->island_count + 2 > islands);
    assert_true(after.walkable_area == before.walkable_area);
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &is, NULL), WM_OK);
    assert_true(is.size <= was.size);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_nwn2_trn_check(trn, NULL, &report, NULL), WM_OK);
    assert_int_equal(report.errors, 0);
    wm_report_free(&report);
    wm_buffer_free(&was);
    wm_buffer_free(&is);
}

static void halls_are_stripped(void **state)
{
    (void)state;
    const test_plan plan = {.width = 2,
                            .height = 1,
                            .squares = 3,
                            .tile_width = 9,
                            .map = "..w..."
                                   "..w.w."
                                   "www..."};
    wm_nwn2_trn *trn = test_terrain_plan(&plan, true);
    judge("plan", trn);
    wm_nwn2_trn_free(trn);
    trn = test_terrain_make("hall.trx");
    judge("hall.trx", trn);
    wm_nwn2_trn_strip_opts opts = {.packets = true};
    wm_nwn2_trn_strip_result r;
    assert_int_equal(wm_nwn2_trn_strip(trn, &opts, &r, NULL), WM_OK);
    assert_true(r.packets > 0);
    for (uint32_t i = 0; i < trn->packet_count; i++)
        assert_true(strcmp(trn->packets[i].type, "WATR") != 0);
    wm_nwn2_trn_free(trn);
}

static void real_files_are_stripped(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const char *const files[] = {"dm001_cargohold.trx", "enter_world.trx",
                                        "cslmordmansion.trx", "midwood_caverns_level_2.trx"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[128];
        snprintf(path, sizeof path, "nwn2/%s", files[i]);
        wm_buffer bytes = test_corpus_file(path);
        wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, NULL);
        assert_non_null(trn);
        judge(files[i], trn);
        wm_nwn2_trn_free(trn);
        wm_buffer_free(&bytes);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = test_terrain_bytes("hall.trx", &size);
    uint64_t n = 1;
    for (bool done = false; !done; n++) {
        test_memory memory;
        wm_error error = {.code = WM_OK};
        test_memory_init(&memory);
        wm_nwn2_trn_read_opts opts = {.base.allocator = &memory.allocator};
        wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes, size, &opts, NULL);
        assert_non_null(trn);
        memory.fail_at = memory.calls + n;
        wm_status status = wm_nwn2_trn_strip(trn, NULL, NULL, &error);
        done = memory.refused == 0;
        memory.fail_at = 0;
        if (status != WM_OK) { /* nothing has changed */
            wm_buffer again;
            assert_int_equal(error.code, WM_NO_MEMORY);
            assert_int_equal(wm_nwn2_trn_write(trn, NULL, &again, NULL), WM_OK);
            assert_int_equal(again.size, size);
            assert_memory_equal(again.data, bytes, size);
            wm_buffer_free(&again);
        }
        wm_nwn2_trn_free(trn);
        test_memory_done(&memory, "strip");
    }
    assert_true(n > 2);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halls_are_stripped),
        cmocka_unit_test(real_files_are_stripped),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

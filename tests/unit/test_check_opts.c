/* wm_check_opts.no_offsets: the same findings without file offsets, for every document. */
#include "bw2_models.h"
#include "mdb_models.h"
#include "models.h"
#include "samples.h"
#include "support.h"
#include "terrain.h"

typedef wm_status (*checker)(const void *document, const wm_check_opts *opts, wm_report *report);

static wm_status check_bwm(const void *document, const wm_check_opts *opts, wm_report *report)
{
    const wm_kotor_bwm_check_opts o = {.base = *opts};
    return wm_kotor_bwm_check(document, &o, report, NULL);
}

static wm_status check_mdl(const void *document, const wm_check_opts *opts, wm_report *report)
{
    const wm_kotor_mdl_check_opts o = {.base = *opts};
    return wm_kotor_mdl_check(document, &o, report, NULL);
}

static wm_status check_trn(const void *document, const wm_check_opts *opts, wm_report *report)
{
    return wm_nwn2_trn_check(document, opts, report, NULL);
}

static wm_status check_mdb(const void *document, const wm_check_opts *opts, wm_report *report)
{
    return wm_nwn2_mdb_check(document, opts, report, NULL);
}

static wm_status check_bw2(const void *document, const wm_check_opts *opts, wm_report *report)
{
    return wm_bw2_model_check(document, opts, report, NULL);
}

/* How many of the findings have an offset. */
static uint32_t offsets(const wm_report *report)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->count; i++)
        count += report->issues[i].offset != WM_NO_OFFSET;
    return count;
}

static void compare(const char *name, checker check, const void *document)
{
    const wm_check_opts with = {.no_offsets = false}, without = {.no_offsets = true};
    wm_error fault = {.code = WM_IO, .offset = 12, .message = "an earlier finding"};
    wm_report a, b;
    wm_report_init(&a, NULL);
    wm_report_init(&b, NULL);
    wm_report_add_error(&b, WM_FILE_UNREADABLE, &fault);
    assert_int_equal(check(document, &with, &a), WM_OK);
    assert_int_equal(check(document, &without, &b), WM_OK);
    if (a.count == 0 || offsets(&a) == 0)
        fail_msg("%s: the sample has no finding with an offset", name);
    assert_int_equal(b.count, a.count + 1);
    assert_int_equal(offsets(&b), 1); /* earlier findings keep theirs */
    assert_true(b.issues[0].offset == 12);
    wm_report_free(&a);
    wm_report_free(&b);
}

static void findings_lose_their_offsets(void **state)
{
    (void)state;
    wm_kotor_bwm *bwm = test_sample_make("room.wok");
    bwm->aabbs[0].unknown = 5;
    bwm->perimeters[0] = 77;
    compare("kotor_bwm", check_bwm, bwm);
    wm_kotor_bwm_free(bwm);

    wm_bw2_model *bw2 = test_bw2_make(test_bw2_samples[0].kind, NULL);
    bw2->size++;
    compare("bw2_model", check_bw2, bw2);
    wm_bw2_model_free(bw2);

    wm_nwn2_mdb *mdb = test_mdb_make("plc_stage.mdb");
    mdb->major = 3;
    compare("nwn2_mdb", check_mdb, mdb);
    wm_nwn2_mdb_free(mdb);

    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    trn->major = 3;
    compare("nwn2_trn", check_trn, trn);
    wm_nwn2_trn_free(trn);

    wm_buffer files[2];
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &files[0], &files[1]);
    wm_kotor_mdl *mdl =
        wm_kotor_mdl_read(files[0].data, files[0].size, files[1].data, files[1].size, NULL, NULL);
    assert_non_null(mdl);
    mdl->geometry.node_count = 1;
    compare("kotor_mdl", check_mdl, mdl);
    wm_kotor_mdl_free(mdl);
    wm_buffer_free(&files[0]);
    wm_buffer_free(&files[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(findings_lose_their_offsets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

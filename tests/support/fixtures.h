/* One fixture per code of issues.def: a planted fault and the check that must find it. Each
 * family has its own array in fixtures_<family>.c, listed in fixtures.c.
 * tests/unit/test_issue_fixtures.c runs them all and fails for any code that no fixture
 * triggers. */
#ifndef WAYMARK_TEST_FIXTURES_H
#define WAYMARK_TEST_FIXTURES_H

#include "waymark/waymark.h"

typedef struct test_fixture {
    wm_issue_code code;             /* must be among the findings */
    const char *fault;              /* describes the planted fault */
    void (*run)(wm_report *report); /* plants it and checks into report */
} test_fixture;

/* Each array ends with a row without `run`. */
extern const test_fixture *const test_fixture_arrays[]; /* ended by NULL */

extern const test_fixture fixtures_base[];
extern const test_fixture fixtures_kotor_bwm[];
extern const test_fixture fixtures_kotor_links[];
extern const test_fixture fixtures_kotor_floor[];
extern const test_fixture fixtures_kotor_text[];
extern const test_fixture fixtures_kotor_mdl_text[];
extern const test_fixture fixtures_area[];
extern const test_fixture fixtures_kotor_mdl[];
extern const test_fixture fixtures_kotor_mdl_check[];
extern const test_fixture fixtures_nwn1[];
extern const test_fixture fixtures_nwn2[];
extern const test_fixture fixtures_nwn2_tables[];
extern const test_fixture fixtures_nwn2_mdb[];
extern const test_fixture fixtures_bw2[];
extern const test_fixture fixtures_bw2_numbers[];
extern const test_fixture fixtures_gltf[];
extern const test_fixture fixtures_texture[];
extern const test_fixture fixtures_module[];

/* The number of findings with that code in the report. */
uint32_t test_count_issues(const wm_report *report, wm_issue_code code);
/* Fails the running test and lists the findings, unless the code is among them. */
void test_expect_issue(const wm_report *report, wm_issue_code code);
/* Checks a walkmesh into report and frees it. */
void test_check_bwm(wm_kotor_bwm *bwm, wm_report *report);
/* The same for terrain. */
void test_check_trn(wm_nwn2_trn *trn, wm_report *report);
/* A copy of the last one that was checked. Free it at the end of the test. */
extern wm_nwn2_trn *test_kept_trn;
/* The same for NWN2 models. */
void test_check_mdb(wm_nwn2_mdb *mdb, wm_report *report);
/* The same for Black & White 2 models. */
void test_check_bw2(wm_bw2_model *model, wm_report *report);
/* Runs `waymark ARGUMENTS` and adds the codes of its --json findings to report. */
void test_report_of_command(wm_report *report, const char *arguments);

#endif

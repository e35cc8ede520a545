/* Faults in walkmesh texts: each has its line, column, field and reason. */
#include "support.h"
#include "texts.h"

#define V "verts 3\n0 0 0\n4 0 0\n0 4 0\n" /* lines 2 to 5 */
#define F "faces 1\n0 1 2 1 0 0 0 4\n"     /* lines 6 and 7 */

static const struct {
    const char *text;
    wm_status code;
    uint32_t line, column;
    const char *path, *part; /* part of the message */
} faults[] = {
    {"", WM_TRUNCATED, 1, 1, "node", "no aabb or trimesh node"},
    {"# only a comment\n", WM_BAD_TEXT, 1, 1, "node", "no aabb or trimesh node"},
    {"node dummy x\nendnode\n", WM_BAD_TEXT, 2, 1, "node", "no aabb or trimesh node"},
    {"node\nendnode\n", WM_BAD_TEXT, 1, 5, "node[0]", "expected a node type"},
    {"node aabb\n" V F, WM_TRUNCATED, 7, 1, "node[0]", "cut off: the node that starts at line 1"},
    {"node aabb\n" V F "node dummy x\nendnode\n", WM_BAD_TEXT, 8, 1, "node[0]",
     "line 1 has no endnode"},
    {"node aabb\nposition 1 2\nendnode\n", WM_BAD_TEXT, 2, 13, "position", "found nothing"},
    {"node aabb\nposition 1 2 x\nendnode\n", WM_BAD_TEXT, 2, 14, "position", "found 'x'"},
    {"node aabb\norientation 1 0 0\nendnode\n", WM_BAD_TEXT, 2, 18, "orientation", "found nothing"},
    {"node aabb\nverts three\n", WM_BAD_TEXT, 2, 7, "verts", "found 'three'"},
    {"node aabb\nverts -1\n", WM_BAD_TEXT, 2, 7, "verts", "expected 0 to 536870911, found '-1'"},
    {"node aabb\nverts 400000000\n0 0 0\n", WM_TRUNCATED, 2, 7, "verts", "6 bytes remain"},
    {"node aabb\nverts 2\n0 0 0\nfaces 0\nendnode\n", WM_BAD_TEXT, 4, 1, "verts[1]",
     "line 2 declares 2 rows, found 1"},
    {"node aabb\nverts 2\n0 0 0\n", WM_TRUNCATED, 3, 1, "verts[1]", "declares 2 rows"},
    {"node aabb\nverts 1\n0 0\n", WM_BAD_TEXT, 3, 4, "verts[0].z", "found nothing"},
    {"node aabb\nverts 1\n0 1,5 0\n", WM_BAD_TEXT, 3, 3, "verts[0].y", "found '1,5'"},
    {"node aabb\nverts 1\n0 0 -1.#IND\n", WM_BAD_TEXT, 3, 5, "verts[0].z", "-1.#IND"},
    {"node aabb\n" V "verts 0\n", WM_BAD_TEXT, 6, 1, "verts", "second block"},
    {"node aabb\n" V "faces 1\n0 1 3 1 0 0 0 4\nendnode\n", WM_BAD_VALUE, 7, 1,
     "faces[0].vertex[2]", "face 0 uses vertex 3, but there are only 3 vertices"},
    {"node aabb\n" V "faces 1\n0 -1 2 1 0 0 0 4\nendnode\n", WM_BAD_TEXT, 7, 3,
     "faces[0].vertex[1]", "expected 0 to 4294967295, found '-1'"},
    {"node aabb\n" V "faces 1\n0 1 2 1 0 0 0\nendnode\n", WM_BAD_TEXT, 7, 14, "faces[0].material",
     "found nothing"},
    {"node aabb\n" V "faces 1\n0 1 2 1 0 0 0 4.5\nendnode\n", WM_BAD_TEXT, 7, 15,
     "faces[0].material", "found '4.5'"},
    {"node aabb\n" V "faces 1\n0 1 2 1 0 0 x 4\nendnode\n", WM_BAD_TEXT, 7, 13,
     "faces[0].unused[3]", "found 'x'"},
    {"node aabb\n" V F "roomlinks 1\n3 0\nendnode\n", WM_BAD_VALUE, 9, 1, "roomlinks[0].edge",
     "there is no edge 3: 1 face has only edges 0 to 2"},
    {"node aabb\n" V F "roomlinks 1\n1\nendnode\n", WM_BAD_TEXT, 9, 2, "roomlinks[0].room",
     "found nothing"},
    {"node aabb\n" V F "roomlinks 1\n-1 0\nendnode\n", WM_BAD_TEXT, 9, 1, "roomlinks[0].edge",
     "expected 0 to"},
    {"node aabb\n" V F "aabb\n0 0 0 4 4 0\nendnode\n", WM_BAD_TEXT, 9, 12, "aabb[0].face",
     "found nothing"},
    {"node aabb\n" V F "aabb\n0 0 0 4 4 0 1\nendnode\n", WM_BAD_VALUE, 9, 13, "aabb[0].face",
     "there is no face 1: there is only 1 face"},
    {"node aabb\n" V F "aabb\n0 0 0 4 q 0 0\nendnode\n", WM_BAD_TEXT, 9, 9, "aabb[0].max.y",
     "found 'q'"},
    {"node aabb\n" V F "aabb\n0 0 0 4 4 0 -1\n0 0 0 4 4 0 0\nendnode\n", WM_BAD_TEXT, 11, 1,
     "aabb[2]", "incomplete, rows missing: 1"},
    {"node aabb\n" V F "aabb\n0 0 0 4 4 0 0\n0 0 0 4 4 0 0\nendnode\n", WM_BAD_TEXT, 10, 1,
     "aabb[1]", "already complete"},
    {"node trimesh a_DWK_wg_closed\n" V F "endnode\nnode trimesh b_DWK_wg_closed\n" V F "endnode\n",
     WM_BAD_TEXT, 9, 1, "node", "state closed, the first is at line 1"},
};

static void each_fault_has_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        wm_error e;
        wm_kotor_bwm_text *t =
            wm_kotor_bwm_text_read(faults[i].text, strlen(faults[i].text), NULL, &e);
        if (t)
            fail_msg("case %zu was read: %s", i, faults[i].text);
        if (e.code != faults[i].code || e.line != faults[i].line || e.column != faults[i].column ||
            strcmp(e.path, faults[i].path) != 0 || !strstr(e.message, faults[i].part))
            fail_msg("case %zu: %s, line %u, column %u, %s: %s", i, wm_status_name(e.code),
                     (unsigned)e.line, (unsigned)e.column, e.path, e.message);
    }
}

/* With a report the same faults are findings, and what can be read is. */
static void faults_are_collected(void **state)
{
    static const char text[] = "node aabb\nverts 3\n0 0 0\n4 x 0\n0 4 0\nfaces 2\n0 1 2 1 0 0 0 4\n"
                               "0 1 9 1 0 0 0 4\nroomlinks 2\n99 1\n1 7\naabb\n0 0 0 4 4 0 -1\n"
                               "endnode\n";
    static const struct {
        wm_issue_code code;
        uint32_t line;
    } expected[] = {{WM_KOTOR_TEXT_SYNTAX, 4},
                    {WM_KOTOR_TEXT_TREE, 14},
                    {WM_KOTOR_VERTEX_INDEX, 8},
                    {WM_KOTOR_TEXT_LINK, 10},
                    {WM_KOTOR_TEXT_NO_TREE, 1}};
    (void)state;
    wm_report report;
    wm_error error;
    wm_report_init(&report, NULL);
    wm_kotor_bwm_text_read_opts opts = {.base = {.report = &report}};
    wm_kotor_bwm_text *t = wm_kotor_bwm_text_read(text, strlen(text), &opts, &error);
    assert_non_null(t);
    const wm_kotor_bwm *b = t->meshes[0].bwm;
    assert_int_equal(b->face_count, 2);
    assert_int_equal(b->faces[1].vertex[2], 0);
    assert_int_equal(b->aabb_count, 3);
    assert_int_equal(report.count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_int_equal(report.issues[i].code, expected[i].code);
        assert_int_equal(report.issues[i].line, expected[i].line);
    }
    wm_kotor_bwm_text_free(t);
    opts.strict = true;
    assert_null(wm_kotor_bwm_text_read(text, strlen(text), &opts, &error));
    assert_int_equal(error.line, 4);
    wm_report_free(&report);
}

/* What is ignored is reported, once for each node. */
static void what_is_ignored_is_reported(void **state)
{
    const test_text *sample = test_text_find(test_texts, "placeable.pwk.ascii");
    wm_report report;
    wm_error error;
    (void)state;
    wm_report_init(&report, NULL);
    wm_kotor_bwm_text_read_opts opts = {.base = {.report = &report}};
    wm_kotor_bwm_text *text =
        wm_kotor_bwm_text_read(sample->text, test_text_size(sample), &opts, &error);
    assert_non_null(text);
    assert_int_equal(wm_kotor_bwm_text_check(text, NULL, &report, &error), WM_OK);
    wm_kotor_bwm_text_free(text);
    assert_true(report.count >= 1);
    assert_int_equal(report.issues[0].code, WM_KOTOR_TEXT_IGNORED);
    assert_string_equal(report.issues[0].message, "ignored in node plc_box_wg: wirecolor, bitmap");
    wm_report_free(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_its_place),
        cmocka_unit_test(faults_are_collected),
        cmocka_unit_test(what_is_ignored_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

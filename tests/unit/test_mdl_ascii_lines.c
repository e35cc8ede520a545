/* Model texts: their lines, the order of nodes, and what happens at faults. The keywords are in
 * test_mdl_ascii.c. */
#include "mdl_ascii.h"

static void lines_of_any_kind(void **state)
{
    static const char *const ends[] = {"\r\n", "\r", "\n"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        char text[512] = "";
        const char *from = "\t NewModel\tm #x|BEGINMODELGEOM m|  node  DUMMY  m|PARENT null||"
                           "# note|endNode|node trimesh \"my box\"|parent M|VERTS 3|0 0 0|1e0 0 0|"
                           "|0 +1. 0|Faces 1|0 1 2 1 0 0 0 1.0|ENDNODE";
        for (size_t n = 0; *from; from++) {
            if (*from == '|')
                n += (size_t)snprintf(text + n, sizeof text - n, "%s", ends[i]);
            else
                text[n++] = *from;
        }
        wm_kotor_mdl *m = read_text(text);
        assert_string_equal(m->names[1], "my box");
        assert_int_equal(node(m, 1)->mesh->vertex_count, 3);
        assert_int_equal(node(m, 1)->parent, 0);
        wm_kotor_mdl_free(m);
    }
}

static void parents_in_any_order(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text("newmodel m\nnode dummy c\nparent b\nendnode\nnode dummy b\n"
                                "parent m\nendnode\nnode dummy m\nparent NULL\nendnode\n");
    assert_string_equal(m->names[node(m, 0)->name], "m");
    assert_string_equal(m->names[node(m, 1)->name], "b");
    assert_string_equal(m->names[node(m, 2)->name], "c");
    assert_int_equal(node(m, 2)->parent, 1);
    wm_kotor_mdl_free(m);
}

static void circles_are_cut(void **state)
{
    (void)state;
    const char *text =
        ROOT "node dummy a\nparent b\nendnode\nnode dummy b\nparent c\nendnode\n"
             "node dummy c\nparent a\nendnode\nnode dummy d\nparent a\nendnode\n" END;
    wm_error error;
    assert_null(wm_kotor_mdl_text_read(text, strlen(text), NULL, &error));
    wm_report report;
    wm_report_init(&report, NULL);
    wm_kotor_mdl_text_read_opts opts = {.base = {.report = &report}};
    wm_kotor_mdl *m = read_as(text, &opts);
    assert_int_equal(m->tree.count, 5);
    assert_int_equal(report.errors, 1);
    wm_buffer mdl, mdx;
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_report_free(&report);
    wm_kotor_mdl_free(m);
}

static void errors_have_places(void **state)
{
    static const struct {
        const char *text;
        uint32_t line, column;
    } bad[] = {
        {"newmodel m\nnode dummy m\nparent NULL\n  position 1 x 3\nendnode\n", 4, 14},
        {"node dummy m\nposition 1 2\nendnode\n", 2, 13},
        {"node thing m\nendnode\n", 1, 6},
        {"node\n", 1, 5},
        {"node trimesh m\nverts 2\n0 0 0\nendnode\n", 3, 1},
        {"node trimesh m\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0\nendnode\n", 7, 12},
        {"node dummy m\n", 2, 1},
        {"newmodel m\n", 2, 1},
        {"", 1, 1},
        {"node dummy \"m\nendnode\n", 1, 12},
        {"node trimesh m\nverts 1\n0 0 0\nfaces 2\n0 0 0 1 0 0 0 1\n0 3 0 1 0 0 0 1\nendnode\n", 6,
         1},
        {"node dummy m\nendnode\nnode dummy n\nscale 1\nparent x\nendnode\n", 5, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        wm_error error;
        assert_null(wm_kotor_mdl_text_read(bad[i].text, strlen(bad[i].text), NULL, &error));
        if (error.line != bad[i].line || error.column != bad[i].column)
            fail_msg("%zu: line %u column %u: %s", i, (unsigned)error.line, (unsigned)error.column,
                     error.message);
    }
}

static void reading_goes_on(void **state)
{
    (void)state;
    wm_report report;
    wm_report_init(&report, NULL);
    wm_kotor_mdl_text_read_opts opts = {.base = {.report = &report}};
    wm_kotor_mdl *m = read_as(ROOT "node trimesh a\nparent gone\nalpha x\nverts 3\n0 0 0\n1 y 0\n"
                                   "0 1 0\nfaces 1\n0 1 9 1 0 0 0 1\nendnode\n" END,
                              &opts);
    assert_int_equal(report.errors, 4);
    assert_int_equal(report.issues[0].line, 9);
    assert_int_equal(m->tree.count, 2);
    wm_report_free(&report);
    wm_kotor_mdl_free(m);
}

/* Other words than numbers after `aabb`: the line is not a list, and is read once. */
static void boxes_without_numbers(void **state)
{
    (void)state;
    static const char text[] = ROOT "node aabb a\nparent m\n" TRIANGLE "aabb some words\n"
                                    "endnode\n" END;
    wm_error error;
    assert_null(wm_kotor_mdl_text_read(text, sizeof text - 1, NULL, &error));
    assert_int_equal(error.code, WM_BAD_TEXT);
    wm_report report;
    wm_report_init(&report, NULL);
    wm_kotor_mdl_text_read_opts opts = {.base = {.report = &report}};
    wm_kotor_mdl *m = read_as(text, &opts);
    assert_int_equal(report.errors, 1);
    assert_string_equal(report.issues[0].message,
                        "column 6: expected the numbers of a box after 'aabb'");
    assert_int_equal(m->tree.count, 2);
    wm_report_free(&report);
    wm_kotor_mdl_free(m);
}

static void marks_of_utf8_are_passed_over(void **state)
{
    static const char text[] = "\xEF\xBB\xBF" ROOT END;
    (void)state;
    assert_true(wm_kotor_mdl_text_detect(text, sizeof text - 1));
    assert_int_equal(wm_detect(text, sizeof text - 1), WM_FORMAT_KOTOR_MDL_TEXT);
    wm_kotor_mdl *m = read_text(text);
    assert_int_equal(m->tree.count, 1);
    wm_kotor_mdl_free(m);
}

static void texts_do_not_vary(void **state)
{
    (void)state;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_buffer a = text_of(m), b = text_of(m);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    assert_true(wm_kotor_mdl_text_detect(a.data, a.size));
    assert_false(wm_kotor_mdl_text_detect("node aabb\n", 10));
    wm_buffer_free(&a);
    wm_buffer_free(&b);
    wm_kotor_mdl_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_any_kind),
        cmocka_unit_test(parents_in_any_order),
        cmocka_unit_test(circles_are_cut),
        cmocka_unit_test(errors_have_places),
        cmocka_unit_test(reading_goes_on),
        cmocka_unit_test(boxes_without_numbers),
        cmocka_unit_test(marks_of_utf8_are_passed_over),
        cmocka_unit_test(texts_do_not_vary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

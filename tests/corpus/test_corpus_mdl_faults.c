/* Faults in real models: each kind is planted into the models of the corpus. The rest is read with
 * the defaults of the library, reported, converted, and written back byte for byte. `fix` repairs
 * what has one right answer and hides nothing that is lost. */
#include "fixtures.h"
#include "mdl_faults.h"
#include "support.h"
#include "walk.h"

static const char *const folders[] = {"kotor/models/vanilla", "kotor/models/k2",
                                      "kotor/models/kotornet", "kotor/models/mods",
                                      "kotor/models/k1cp"};

typedef struct totals {
    uint32_t models;
    uint32_t planted[TEST_MDL_FAULTS]; /* models that have something to damage like this */
} totals;

static void expect_same_bytes(const char *what, const wm_kotor_mdl *m, const test_mdl_files *f)
{
    wm_buffer mdl, mdx;
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    if (mdl.size != f->mdl_size || memcmp(mdl.data, f->mdl, mdl.size) != 0)
        fail_msg("%s: the MDL came back changed", what);
    if (mdx.size != f->mdx_size || (mdx.size && memcmp(mdx.data, f->mdx, mdx.size) != 0))
        fail_msg("%s: the MDX came back changed", what);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

/* Errors of reading and checking. */
static uint32_t count_errors(const wm_kotor_mdl *m, wm_issue_code expected)
{
    wm_report report;
    wm_buffer mdl, mdx;
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_report_init(&report, NULL);
    const wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *again = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, &opts, NULL);
    assert_non_null(again);
    assert_int_equal(wm_kotor_mdl_check(again, NULL, &report, NULL), WM_OK);
    if (expected != WM_ISSUE_CODE_COUNT)
        test_expect_issue(&report, expected);
    uint32_t errors = report.errors;
    wm_kotor_mdl_free(again);
    wm_report_free(&report);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return errors;
}

/* A walkmesh without its faces gets a new tree from its text. */
static bool has_lost_floor(const wm_kotor_mdl *m)
{
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (m->tree.nodes[i].flags & WM_KOTOR_NODE_AABB && !m->tree.nodes[i].mesh->face_count)
            return true;
    return false;
}

/* A scene and a text can be made of what is left. The text brings the same files back. */
static void expect_conversions(const char *what, const wm_kotor_mdl *m, const test_mdl_files *f)
{
    wm_error error;
    wm_buffer text;
    wm_scene *scene = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, &error);
    if (!scene)
        fail_msg("%s: no scene: %s", what, error.message);
    wm_scene_free(scene);
    if (m->name_count == 0) /* texts need names */
        return;
    if (wm_kotor_mdl_text_write(m, NULL, &text, &error) != WM_OK)
        fail_msg("%s: no text: %s", what, error.message);
    wm_kotor_mdl *again = wm_kotor_mdl_text_read(text.data, text.size, NULL, &error);
    if (!again)
        fail_msg("%s: the text cannot be read: line %u: %s", what, error.line, error.message);
    if (!has_lost_floor(m))
        expect_same_bytes(what, again, f);
    wm_kotor_mdl_free(again);
    wm_buffer_free(&text);
}

static void try_fault(const char *what, int i, test_mdl_files *f)
{
    wm_error error;
    test_mdl_files_trim(f);
    wm_kotor_mdl *m = wm_kotor_mdl_read(f->mdl, f->mdl_size, f->mdx, f->mdx_size, NULL, &error);
    if (!m)
        fail_msg("%s: refused: %s: %s", what, error.path, error.message);
    test_walk_mdl(m);
    expect_same_bytes(what, m, f);
    expect_conversions(what, m, f);
    uint32_t before = count_errors(m, test_mdl_faults[i].code);
    assert_int_equal(wm_kotor_mdl_fix(m, NULL, NULL), WM_OK);
    if (count_errors(m, WM_ISSUE_CODE_COUNT) > before)
        fail_msg("%s: fix made it worse", what);
    wm_kotor_mdl_free(m);
}

static void damage_model(const char *path, totals *t)
{
    enum { LARGE = 250000 }; /* bytes; there are enough smaller ones */
    char what[1200], mdx_path[1024];
    wm_buffer mdl = test_corpus_file(path);
    if (mdl.size > LARGE) {
        wm_buffer_free(&mdl);
        return;
    }
    snprintf(mdx_path, sizeof mdx_path, "%s", path);
    mdx_path[strlen(mdx_path) - 1] = 'x';
    wm_buffer mdx = test_corpus_file(mdx_path);
    for (int i = 0; i < TEST_MDL_FAULTS; i++) {
        test_mdl_files f = test_mdl_files_make(mdl.data, mdl.size, mdx.data, mdx.size);
        if (test_mdl_faults[i].plant(&f)) {
            snprintf(what, sizeof what, "%s: %s", path, test_mdl_faults[i].name);
            try_fault(what, i, &f);
            t->planted[i]++;
        }
        test_mdl_files_free(&f);
    }
    t->models++;
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

/* Few models of the corpus have events or cloth, and none has lens flares. */
static bool is_rare(const char *name)
{
    return strstr(name, "events") || strstr(name, "dangly") || strstr(name, "flares");
}

static void real_models_with_faults(void **state)
{
    (void)state;
    totals t = {0};
    NEED_CORPUS();
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++)
        for (test_listing l = {0}; test_corpus_next(&l, folders[k], ".mdl");)
            damage_model(l.path, &t);
    assert_true(t.models >= 40);
    for (int i = 0; i < TEST_MDL_FAULTS; i++) {
        print_message("%s: %u models\n", test_mdl_faults[i].name, (unsigned)t.planted[i]);
        assert_true(t.planted[i] >= 10 || is_rare(test_mdl_faults[i].name));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_models_with_faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The checker of models, their coverage and makers, on samples and real files. */
#include <dirent.h>

#include "fixtures.h"
#include "kotor/mdl/internal.h"
#include "models.h"
#include "support.h"

static void no_findings_in_samples(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        wm_report report;
        wm_kotor_mdl *m =
            test_model_make(i < 2 ? WM_KOTOR_GAME_1 : WM_KOTOR_GAME_2,
                            i & 1 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC, NULL);
        assert_non_null(m);
        wm_report_init(&report, NULL);
        assert_int_equal(wm_kotor_mdl_check(m, NULL, &report, NULL), WM_OK);
        if (report.count)
            fail_msg("sample %d: %s: %s", i, report.issues[0].path, report.issues[0].message);
        assert_int_equal(wm_kotor_mdl_compiler(m), WM_KOTOR_COMPILER_WAYMARK);
        wm_report_free(&report);
        wm_kotor_mdl_free(m);
    }
}

/* Ranges follow each other from the first byte to the last. */
static void covers(const char *what, const wm_kotor_range *list, uint32_t count, size_t size)
{
    uint64_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].offset != at || list[i].overlaps || !list[i].kind)
            fail_msg("%s: byte %llu is not covered once", what, (unsigned long long)at);
        at += list[i].size;
    }
    if (at != size)
        fail_msg("%s: %llu of %zu bytes are covered", what, (unsigned long long)at, size);
}

static void every_byte_of_a_sample_is_named(void **state)
{
    wm_buffer mdl, mdx;
    (void)state;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(m);
    wm_kotor_coverage *v = wm_kotor_mdl_cover(m, NULL, NULL);
    assert_non_null(v);
    covers("MDL", v->mdl, v->mdl_count, mdl.size);
    covers("MDX", v->mdx, v->mdx_count, mdx.size);
    assert_int_equal(v->mdl_gap + v->mdx_gap, 0);
    wm_kotor_coverage_free(v);
    wm_kotor_mdl_free(m);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

/* A walkmesh without a tree, as an old compiler writes it, and unused bytes: kept exactly,
 * and reported. */
static void odd_files_come_back(void **state)
{
    wm_buffer mdl, mdx, out, rows;
    wm_report report;
    (void)state;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(m);
    const wm_kotor_mdl_node *n = &m->tree.nodes[MODEL_FLOOR];
    uint32_t field = n->offset + wmi_mdl_pointer_field(m, n, WMI_BLOCK_AABBS);
    uint32_t root = wmi_le32(mdl.data + field) + WMI_MDL_BASE;
    wm_kotor_mdl_free(m);
    wmi_put32(mdl.data + root + 24, 0xFFFFFFFF);
    wmi_put32(mdl.data + root + 28, 0xFFFFFFFF);
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, &opts, NULL);
    assert_non_null(m);
    assert_int_equal(m->tree.nodes[MODEL_FLOOR].mesh->aabb_count, 1);
    assert_int_equal(wm_kotor_mdl_check(m, NULL, &report, NULL), WM_OK);
    test_expect_issue(&report, WM_KOTOR_MDL_AABB_LINK);
    test_expect_issue(&report, WM_KOTOR_MDL_AABB_FACE_MISSING);
    test_expect_issue(&report, WM_KOTOR_MDL_SLACK);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &out, &rows, NULL), WM_OK);
    assert_int_equal(out.size, mdl.size);
    assert_memory_equal(out.data, mdl.data, mdl.size);
    wm_kotor_mdl_free(m);
    wm_report_free(&report);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_buffer_free(&out);
    wm_buffer_free(&rows);
}

static void has(const wm_kotor_mdl *m, wm_issue_code code, bool expected)
{
    wm_report report;
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_mdl_check(m, NULL, &report, NULL), WM_OK);
    assert_int_equal(test_count_issues(&report, code), expected);
    wm_report_free(&report);
}

/* Rounding is no finding: up to 1e-6 m, and whatever a sliver makes of its normal. */
static void rounding_is_not_reported(void **state)
{
    (void)state;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    assert_non_null(m);
    wm_kotor_mesh *box = m->tree.nodes[MODEL_BOX].mesh;
    const float near = 5e-7f, far = 5e-6f;
    wmi_store32(box->rows + box->row_offset[WM_KOTOR_ROW_POSITION], &near, 1);
    has(m, WM_KOTOR_MDX_POSITIONS, false);
    wmi_store32(box->rows + box->row_offset[WM_KOTOR_ROW_POSITION], &far, 1);
    has(m, WM_KOTOR_MDX_POSITIONS, true);
    wm_kotor_mdl_free(m);

    m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    assert_non_null(m);
    box = m->tree.nodes[MODEL_BOX].mesh;
    for (uint32_t v = 0; v < 4; v++) { /* a strip, 20 micrometres wide */
        box->vertices[v].y *= 2e-5f;
        wmi_store32(box->rows + v * box->row_size + 4, &box->vertices[v].y, 1);
    }
    box->faces[0].normal = (wm_vec3){0, 0.04f, 0.9992f}; /* 2.3 degrees off, 0.8e-6 m */
    has(m, WM_KOTOR_MDL_PLANE, false);
    box->faces[0].normal = (wm_vec3){0, 0.4f, 0.9165f};
    has(m, WM_KOTOR_MDL_PLANE, true);
    box->faces[0].normal = (wm_vec3){0, 0, -1};
    has(m, WM_KOTOR_MDL_PLANE, true);
    wm_kotor_mdl_free(m);
}

/* ---- real files -------------------------------------------------------- */

typedef struct seen {
    uint32_t models, errors, bioware, kotorblender, mdlops, mdledit;
    uint64_t gap;
} seen;

static void look(const char *directory, const char *name, seen *s)
{
    char path[1024];
    wm_buffer mdl, mdx;
    wm_report report;
    snprintf(path, sizeof path, "kotor/models/%s/%s", directory, name);
    mdl = test_corpus_file(path);
    path[strlen(path) - 1] = 'x';
    mdx = test_corpus_file(path);
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, &opts, NULL);
    assert_non_null(m);
    assert_int_equal(wm_kotor_mdl_check(m, NULL, &report, NULL), WM_OK);
    wm_kotor_coverage *v = wm_kotor_mdl_cover(m, NULL, NULL);
    assert_non_null(v);
    covers(name, v->mdl, v->mdl_count, mdl.size);
    covers(name, v->mdx, v->mdx_count, mdx.size);
    for (uint32_t i = 0; i < report.count; i++)
        if (report.issues[i].severity == WM_SEVERITY_ERROR)
            print_message("%s: %s\n", name, report.issues[i].message);
    wm_kotor_compiler compiler = wm_kotor_mdl_compiler(m);
    s->models++;
    s->errors += report.errors;
    s->gap += v->mdl_gap + v->mdx_gap;
    s->bioware += compiler == WM_KOTOR_COMPILER_BIOWARE;
    s->kotorblender += compiler == WM_KOTOR_COMPILER_KOTORBLENDER;
    s->mdlops += compiler == WM_KOTOR_COMPILER_MDLOPS;
    s->mdledit += compiler == WM_KOTOR_COMPILER_MDLEDIT;
    wm_kotor_coverage_free(v);
    wm_kotor_mdl_free(m);
    wm_report_free(&report);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

static seen look_into(const char *directory)
{
    char path[1024];
    seen s = {0};
    snprintf(path, sizeof path, "%s/kotor/models/%s", test_corpus(), directory);
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        size_t length = strlen(entry->d_name);
        if (length > 4 && strcmp(entry->d_name + length - 4, ".mdl") == 0)
            look(directory, entry->d_name, &s);
    }
    closedir(dir);
    print_message("%s: %u models, %u errors, %llu bytes in gaps; BioWare %u, mdledit %u, mdlops "
                  "%u, kotorblender %u\n",
                  directory, (unsigned)s.models, (unsigned)s.errors, (unsigned long long)s.gap,
                  (unsigned)s.bioware, (unsigned)s.mdledit, (unsigned)s.mdlops,
                  (unsigned)s.kotorblender);
    assert_true(s.models > 0);
    return s;
}

static void real_models_have_no_errors(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (int i = 0; i < 2; i++) {
        seen s = look_into(i ? "kotornet" : "vanilla");
        assert_int_equal(s.errors, 0);
        assert_int_equal(s.gap, 0);
        assert_int_equal(s.bioware, s.models);
    }
    assert_int_equal(look_into("k1cp").gap, 4616 + 2560); /* constraints written twice */
    assert_true(look_into("k2").mdlops > 0);
    assert_int_equal(look_into("mods").mdledit, 5);
}

/* Each compiler writes controllers in its own order; only their contents count. */
static void order_of_controllers_means_nothing(void **state)
{
    (void)state;
    wm_kotor_mdl *a = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mdl *b = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mdl_node *n = NULL;
    for (uint32_t i = 0; i < b->tree.count && !n; i++)
        if (b->tree.nodes[i].controller_count > 1)
            n = &b->tree.nodes[i];
    assert_non_null(n);
    for (int round = 0; round < 2; round++) {
        wm_diff diff;
        wm_diff_init(&diff, NULL);
        wm_kotor_controller first = n->controllers[0];
        n->controllers[0] = n->controllers[1];
        n->controllers[1] = first;
        n->data[first.data_index] += (float)round;
        assert_int_equal(wm_kotor_mdl_diff(a, b, &diff, NULL), WM_OK);
        assert_int_equal(diff.count, round);
        wm_diff_free(&diff);
    }
    wm_kotor_mdl_free(a);
    wm_kotor_mdl_free(b);
}

/* Cloth and blades are compared too. */
static void parts_of_meshes_are_compared(void **state)
{
    (void)state;
    uint32_t cloth = 0, blades = 0;
    wm_kotor_mdl *a = test_model_make(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mdl *b = test_model_make(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC, NULL);
    for (uint32_t i = 0; i < b->tree.count; i++) {
        wm_kotor_mesh *m = b->tree.nodes[i].mesh;
        float *value = m && m->dangly  ? &m->dangly->constraints[0]
                       : m && m->saber ? &m->saber->positions[0].x
                                       : NULL;
        if (!value)
            continue;
        wm_diff diff;
        wm_diff_init(&diff, NULL);
        *value += 1;
        assert_int_equal(wm_kotor_mdl_diff(a, b, &diff, NULL), WM_OK);
        assert_int_equal(diff.count, 1);
        wm_diff_free(&diff);
        *value -= 1;
        cloth += m->dangly != NULL;
        blades += m->saber != NULL;
    }
    assert_true(cloth && blades);
    wm_kotor_mdl_free(a);
    wm_kotor_mdl_free(b);
}

/* The floor of the sample as a WOK: moved, and its two faces in reverse order. */
static wm_kotor_bwm *wok_of(const wm_kotor_mesh *m, bool other_diagonal)
{
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, NULL);
    assert_non_null(b);
    assert_int_equal(wm_kotor_bwm_reserve(b, m->vertex_count, m->face_count, NULL), WM_OK);
    for (uint32_t i = 0; i < m->vertex_count; i++)
        b->vertices[i] = (wm_vec3){m->vertices[i].x + 7, m->vertices[i].y - 3, m->vertices[i].z};
    for (uint32_t i = 0; i < m->face_count; i++) {
        uint32_t to = m->face_count - 1 - i;
        for (int k = 0; k < 3; k++)
            b->faces[to].vertex[k] =
                (m->faces[i].vertex[(k + 1) % 3] + (other_diagonal ? 1u : 0u)) % 4;
        b->materials[to] = m->faces[i].material;
    }
    return b;
}

/* The same count of faces, materials, area and extent: only the faces differ. */
static void the_first_face_that_differs_from_the_wok_is_named(void **state)
{
    (void)state;
    for (int other = 0; other < 2; other++) {
        wm_report report;
        wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
        assert_non_null(m);
        assert_int_equal(m->tree.nodes[MODEL_FLOOR].mesh->vertex_count, 4);
        wm_kotor_bwm *wok = wok_of(m->tree.nodes[MODEL_FLOOR].mesh, other);
        const wm_kotor_mdl_check_opts opts = {.walkmesh = wok};
        wm_report_init(&report, NULL);
        assert_int_equal(wm_kotor_mdl_check(m, &opts, &report, NULL), WM_OK);
        if (other) {
            test_expect_issue(&report, WM_KOTOR_MDL_WALKMESH_DIFFERS);
            assert_non_null(strstr(report.issues[0].message, "the first is face 0"));
        } else if (report.count) {
            fail_msg("%s", report.issues[0].message);
        }
        wm_report_free(&report);
        wm_kotor_bwm_free(wok);
        wm_kotor_mdl_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_meshes_are_compared),
        cmocka_unit_test(order_of_controllers_means_nothing),
        cmocka_unit_test(no_findings_in_samples),
        cmocka_unit_test(the_first_face_that_differs_from_the_wok_is_named),
        cmocka_unit_test(every_byte_of_a_sample_is_named),
        cmocka_unit_test(odd_files_come_back),
        cmocka_unit_test(rounding_is_not_reported),
        cmocka_unit_test(real_models_have_no_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
